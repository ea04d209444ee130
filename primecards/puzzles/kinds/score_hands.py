"""score-hands: how many points does each player get, in a game or in a match of several?

By cards, the winner of a game gets 0 and every other player a point for each prime and each wild card held; by places,
the first gets 0, the second 2, the third 3 and so on. The winner's cards are planted in series, and the others hold as
many primes, and composites that look prime, as the level wants; so the points are known by construction, and counted
once more from what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from random import Random
from typing import Any

from primecards.chance import between, pick, sample, shuffled
from primecards.game.state import GameState
from primecards.messages import Formula, Message, msg, nmsg
from primecards.puzzles.exhibits import PLAYER_NAMES, FinishedGame, PlayerHand, ScoreTable
from primecards.puzzles.going_out import cards_of, composites, two_series
from primecards.puzzles.grading import sieve_cost
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.mistakes import LOOKS_PRIME
from primecards.puzzles.oracle import prime
from primecards.puzzles.responses import Blanks
from primecards.rules.cards import Card, cards_to_json
from primecards.rules.masks import numbers_in
from primecards.rules.numbers import HIGHEST, PRIMES, is_prime, why_not_prime
from primecards.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level: players, games by cards and by places, and in each hand primes and look-alikes."""

    players: int
    primes: tuple[int, int]
    look_alikes: tuple[int, int] = (0, 0)
    wilds: tuple[int, int] = (0, 0)
    by_cards: int = 1
    by_places: int = 0


LEVELS = {
    1: _Plan(3, primes=(0, 3)),
    2: _Plan(4, primes=(0, 4), look_alikes=(1, 2)),
    3: _Plan(4, primes=(1, 4), look_alikes=(1, 2), wilds=(2, 4)),
    4: _Plan(3, primes=(0, 4), look_alikes=(1, 2), wilds=(0, 2), by_cards=3),
    5: _Plan(4, primes=(0, 4), look_alikes=(1, 2), wilds=(1, 3), by_cards=1, by_places=3),
}
HAND = 7
POINTS_OF_THE_SECOND = 2
HIGHEST_LEVEL_WITH_LIST = 2
LOOK_PRIME = (1, *LOOKS_PRIME)


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Plant the games of a match until one player leads it alone; most often one does."""
    plan = LEVELS[level]
    players = sample(rng, PLAYER_NAMES, plan.players)
    while True:
        games = [_by_cards(rng, plan, players, rules.min_series) for _ in range(plan.by_cards)]
        games += [FinishedGame("places", finished=tuple(shuffled(rng, players))) for _ in range(plan.by_places)]
        games = shuffled(rng, games)
        totals = tuple(sum(_points(game)[player] for game in games) for player in players)
        if len(games) == 1 or totals.count(min(totals)) == 1:
            return _item(games, players, totals, level, rules)


def from_position(rng: Random, state: GameState, level: int, rules: Rules) -> Item | None:
    """Ask about the hands at the end of a game: what is hard about them has to be what the level is about."""
    plan = LEVELS[level]
    if state.phase != "over" or state.winner is None or len(state.hands) != plan.players or plan.by_cards != 1:
        return None
    if plan.by_places or state.rules.min_series != rules.min_series:
        return None
    names = sample(rng, PLAYER_NAMES, plan.players)
    held = [(numbers_in(numbers), wilds) for numbers, wilds in state.hands]
    others = [hand for player, hand in enumerate(held) if player != state.winner]
    alike = any(n in LOOK_PRIME for numbers, _ in others for n in numbers)
    wilds = any(wilds for _, wilds in others)
    if wilds != bool(plan.wilds[1]) or (alike is not bool(plan.look_alikes[1]) and not wilds):
        return None
    if not plan.wilds[1] and state.hands[state.winner][1]:
        return None
    hands = (
        PlayerHand(name, cards_of(rng, numbers, wilds), player == state.winner)
        for player, (name, (numbers, wilds)) in enumerate(zip(names, held, strict=True))
    )
    game = FinishedGame("keys", hands=tuple(hands))
    return _item([game], names, tuple(_points(game).values()), level, rules)


def _by_cards(rng: Random, plan: _Plan, players: list[str], least: int) -> FinishedGame:
    """Deal what is held at the end of a game: series to the winner, primes and look-alikes to the others."""
    winner = pick(rng, players)
    held = {winner: _in_series(rng, least)}
    primes = [p for p in shuffled(rng, PRIMES) if p not in held[winner]]
    alike = [n for n in shuffled(rng, LOOK_PRIME) if n not in held[winner]]
    plain = [n for n in range(1, HIGHEST + 1) if not is_prime(n) and n not in LOOK_PRIME and n not in held[winner]]
    plain = shuffled(rng, plain)
    for player in players:
        if player != winner:
            hand = [primes.pop() for _ in range(between(rng, *plan.primes))]
            hand += [alike.pop() for _ in range(between(rng, *plan.look_alikes)) if alike]
            held[player] = hand + [plain.pop() for _ in range(HAND - len(hand))]
    wilds = dict.fromkeys(players, 0)
    for place in range(between(rng, *plan.wilds)):
        # The first goes to a hand that counts; in every hand, the last card, which is no key, makes room.
        player = pick(rng, [player for player in players if place or player != winner])
        wilds[player] += 1
        held[player].pop()
    hands = (PlayerHand(p, cards_of(rng, held[p], wilds[p]), p == winner) for p in players)
    return FinishedGame("keys", hands=tuple(hands))


def _in_series(rng: Random, least: int) -> list[int]:
    """Draw the cards of a hand that has gone out: two series where there is room for them, or one."""
    if 2 * least + 1 == HAND and between(rng, 1, 2) == 1:
        return [n for series in two_series(rng, least).series for n in series]
    key = pick(rng, PRIMES)
    return [key, *composites(rng, key)[: HAND - 1]]


def _counting(hand: PlayerHand) -> tuple[Card, ...]:
    """List the cards of a hand that count: its primes and wild cards."""
    return tuple(sorted((card for card in hand.cards if card.is_prime), key=int)) + tuple(
        card for card in hand.cards if card.is_wild
    )


def _points(game: FinishedGame) -> dict[str, int]:
    """Count each player's points in a game."""
    if game.scoring == "places":
        return {player: place and place - 1 + POINTS_OF_THE_SECOND for place, player in enumerate(game.finished)}
    return {hand.player: 0 if hand.winner else len(_counting(hand)) for hand in game.hands}


def _item(games: list[FinishedGame], players: list[str], totals: tuple[int, ...], level: int, rules: Rules) -> Item:
    hands = [hand for game in games for hand in game.hands]
    shown = [_given(game) for game in games]
    looked_at = [card for hand in hands for card in hand.cards if card and not hand.winner]
    return Item(
        question=_question(LEVELS[level], len(games)),
        given={"players": players, "games": shown} if len(games) > 1 else {"hands": shown[0]["hands"]},
        exhibits=(ScoreTable(tuple(games)),),
        response=Blanks(tuple(PLAYER_NAMES[player] for player in players)),
        answer=Answer.of(totals),
        solution=tuple(_solve(games, players, totals)),
        difficulty=Difficulty(
            level + len(players) * len(games) / 2 + sum(map(sieve_cost, looked_at)) / 8,
            ("count-primes", "add") if len(games) > 1 else ("count-primes",),
        ),
        aids=Aids(primes_list=level <= HIGHEST_LEVEL_WITH_LIST),
        rules=rules,
    )


def _given(game: FinishedGame) -> dict[str, Any]:
    if game.scoring == "places":
        return {"scoring": "places", "finished": list(game.finished)}
    hands = [{"player": h.player, "cards": cards_to_json(h.cards), "winner": h.winner} for h in game.hands]
    return {"scoring": "keys", "hands": hands}


def _question(plan: _Plan, games: int) -> Message:
    wilds = plan.wilds[1] > 0
    if games == 1 and wilds:
        return msg(
            "How many points does each player get? The winner gets 0 points. Every other player gets one point for "
            "each prime number and for each wild card in the hand."
        )
    if games == 1:
        return msg(
            "How many points does each player get? The winner gets 0 points. Every other player gets one point for "
            "each prime number in the hand."
        )
    if not plan.by_places:
        return msg(
            "How many points does each player have after all the games? The winner of a game gets 0 points. The others "
            "get one point for each prime number and each wild card in the hand."
        )
    return msg(
        "How many points does each player have after all the games? Where cards are shown, the winner gets 0 points. "
        "Every other player gets one point for each prime number and for each wild card in the hand. Where places are "
        "shown, the first player gets 0 points, the second 2, the third 3, and so on."
    )


def _solve(games: list[FinishedGame], players: list[str], totals: tuple[int, ...]) -> Iterator[Step]:
    """Count hand by hand, then add up what each player got."""
    for number, game in enumerate(games, 1):
        if len(games) == 1:
            yield from (Step(told, cards) for told, cards in _tell(game))
        else:  # a match has many hands: a line a game keeps it on the page
            told, counting = zip(*_tell(game), strict=True)
            yield Step(
                msg("Game {game}: {told}", game=number, told=_in_a_row(told)), tuple(dict.fromkeys(chain(*counting)))
            )
    if len(games) == 1:
        return
    yield Step(_in_a_row([_added(games, player) for player in players]))
    yield Step(
        msg("The fewest points lead the match: {player}.", player=PLAYER_NAMES[players[totals.index(min(totals))]])
    )


def _in_a_row(sentences: Iterable[Message]) -> Message:
    return reduce(lambda told, reason: msg("{told} {reason}", told=told, reason=reason), sentences)


def _added(games: Sequence[FinishedGame], player: str) -> Message:
    points = [_points(game)[player] for game in games]
    total = Formula(f"{' + '.join(map(str, points))} = {sum(points)}")
    return msg("{player} in all: {sum}.", player=PLAYER_NAMES[player], sum=total)


def _tell(game: FinishedGame, only: str = "") -> Iterator[tuple[Message, tuple[Card, ...]]]:
    """Say what each player gets in a game (or *only* this one), and which numbers only look prime."""
    if game.finished:
        points = Formula(", ".join(map(str, _points(game).values())))
        yield msg("from the first place to the last, the points are {points}.", points=points), ()
    for hand in (hand for hand in game.hands if only in ("", hand.player)):
        player = PLAYER_NAMES[hand.player]
        counting = _counting(hand)
        if hand.winner:
            yield msg("{player} has gone out: 0 points.", player=player), hand.cards
        else:
            told = _held(player, counting)
            for card in sorted(set(hand.cards).intersection(LOOK_PRIME)):
                told = msg("{told} {reason}", told=told, reason=why_not_prime(card))
            yield told, counting


def _held(player: Message, counting: tuple[Card, ...]) -> Message:
    if not counting:
        return msg("{player} holds no card that counts: 0 points.", player=player)
    return nmsg(
        "{player} holds one card that counts, {cards}: one point.",
        "{player} holds {n} cards that count, {cards}: {n} points.",
        len(counting),
        player=player,
        cards=counting,
    )


def review(item: Item, response: tuple[int | None, ...]) -> Iterator[tuple[Message, str | None]]:
    """Say of each player whose points are wrong what may have been miscounted, and count again."""
    shown = item.exhibits[0]
    games = shown.games if isinstance(shown, ScoreTable) else ()
    players = item.given.get("players") or [hand["player"] for hand in item.given["hands"]]
    for player, right, written in zip(players, item.answer.sample, response, strict=True):
        if written == right:
            continue
        if len(games) == 1:
            hand = next(hand for hand in games[0].hands if hand.player == player)
            if mistake := _miscounted(hand, written):
                yield mistake
        for number, game in enumerate(games, 1):
            for told, _ in _tell(game, player):
                yield told if len(games) == 1 else msg("Game {game}: {told}", game=number, told=told), None
        if len(games) > 1:
            yield _added(games, player), None


def _miscounted(hand: PlayerHand, written: int | None) -> tuple[Message, str] | None:
    """Guess which mistake counts so many points in *hand*."""
    counting = _counting(hand)
    wilds = sum(card.is_wild for card in hand.cards)
    if written is None:
        return None
    if hand.winner:
        return (msg("The winner of a game gets no points."), "counts-the-winner") if written == len(counting) else None
    if wilds and written == len(counting) - wilds:
        return msg("A wild card counts one point as well."), "wild-not-counted"
    alike = set(hand.cards).intersection(LOOK_PRIME)
    if len(counting) < written <= len(counting) + len(alike):
        counted = msg("Not every number that looks prime is prime.")
        return counted, "one-is-prime" if alike == {1} else "looks-prime"
    return None


def oracle(given: dict[str, Any], least: int) -> list[Any]:  # noqa: ARG001 - the same for every kind
    """Count the points again, by the plain rules."""
    games = given.get("games", [{"scoring": "keys", "hands": given.get("hands")}])
    players = given.get("players", [hand["player"] for hand in given.get("hands", ())])
    totals = dict.fromkeys(players, 0)
    for game in games:
        if game["scoring"] == "places":
            for place, player in enumerate(game["finished"], 1):
                totals[player] += place if place > 1 else 0
        else:
            for hand in game["hands"]:
                points = sum(card == "w" or prime(card) for card in hand["cards"])
                totals[hand["player"]] += 0 if hand["winner"] else points
    return [list(totals.values())]


KIND = Kind(
    name="score-hands",
    title=msg("Score the hands"),
    teaches=msg("Counting primes, and adding up points"),
    levels=(
        msg("one game of 3 players"),
        msg("one game of 4 players, and numbers that only look prime"),
        msg("one game with wild cards"),
        msg("a match of three games"),
        msg("a match of four games, scored by cards and by places"),
    ),
    hint=msg("The winner of a game gets 0 points. In every other hand, look for the primes one by one."),
    strand="primes",
    asks_primes=True,
    make=make,
    review=review,
    oracle=oracle,
    from_position=from_position,
)
