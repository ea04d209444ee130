"""arrange-hand: lay every card of a hand in a series, and name the keys.

The hand is planted as its series: keys that share no digit, each with composites of its own family, which every pupil
solves in one way. Harder levels put in a decoy at a time (a prime that is a member, a card of two families) or take a
card away for a wild one. Then it is proved twice: counting finds one way to lay the cards together, and the graded
solver succeeds by the rules of the level, and not by those below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from random import Random
from typing import Any

from primecards.chance import pick, shuffled
from primecards.game.state import GameState
from primecards.messages import Message, msg, nmsg
from primecards.puzzles.exhibits import CardRow
from primecards.puzzles.going_out import apart
from primecards.puzzles.grading import Deduction, Grade, grade, sieve_cost
from primecards.puzzles.item import MOST_ANSWERS_LISTED, Aids, Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.oracle import keys_of, layings
from primecards.puzzles.reasons import how_all_fit
from primecards.puzzles.responses import ArrangementResponse, Group
from primecards.rules import partitions
from primecards.rules.cards import WILD, Card, cards_to_json
from primecards.rules.masks import BIT, NEAR, numbers_in
from primecards.rules.numbers import family, fits, is_prime
from primecards.rules.ruleset import ADVANCED, Rules


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level: cards beyond the least of every series, a decoy, wild cards, and the least series.

    A decoy is a prime member, which "few" or "many" of the cards fit: too few for a series of its own, or enough;
    "any" leaves it to chance, in every series but the last.
    """

    beyond: tuple[int, ...]
    decoy: str = ""
    wilds: int = 0
    least: int = 3


LEVELS = {
    1: _Plan(beyond=(4,)),
    2: _Plan(beyond=(1, 0), decoy="few"),
    3: _Plan(beyond=(1, 0), decoy="many"),
    4: _Plan(beyond=(1, 0), wilds=1),
    5: _Plan(beyond=(1, 1, 0), decoy="any", least=ADVANCED.min_series),
}
HIGHEST_LEVEL_WITH_MARKS = 2


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Plant hands until one is proved to be of the *level*; most are."""
    plan = LEVELS[level]
    if rules.min_series < plan.least:
        rules = ADVANCED
    least = rules.min_series
    while True:
        numbers = _plant(rng, plan, least)
        if _one_way(numbers, plan.wilds, least):
            solved = grade(numbers, plan.wilds, least, level=level)
            if solved is not None and solved.level == level:
                return _item(rng, numbers, plan.wilds, solved, rules, marked=level <= HIGHEST_LEVEL_WITH_MARKS)


def from_position(rng: Random, state: GameState, level: int, rules: Rules) -> Item | None:
    """Ask to lay the hand of who has gone out."""
    plan = LEVELS[level]
    least = max(rules.min_series, plan.least)
    if state.phase != "over" or not state.out or state.rules.min_series != least:
        return None
    hand, wilds = state.hands[state.out[-1]]
    numbers = numbers_in(hand)
    if wilds != plan.wilds or not _one_way(numbers, wilds, least):
        return None
    (way,) = islice(partitions.ways(hand, wilds, least), 1)
    decoys = sum(map(is_prime, numbers)) - len(way)
    if len(way) != len(plan.beyond) or (plan.decoy and plan.decoy != "any" and decoys < 1):
        return None
    solved = grade(numbers, wilds, least, level=level)
    if solved is None or solved.level != level:
        return None
    rules = ADVANCED if rules.min_series < plan.least else rules
    return _item(rng, numbers, wilds, solved, rules, marked=level <= HIGHEST_LEVEL_WITH_MARKS)


def _plant(rng: Random, plan: _Plan, least: int) -> list[int]:
    """Draw the number cards of a hand, series by series; the last series gives up a card for every wild one.

    A decoy lies in the first series. For it to seem a key when the true key is known, `least` - 1 composites have to
    fit it: all but one in its own series, where one more card shows the true key, and one in the next.
    """
    keys = apart(rng, len(plan.beyond))
    decoy = 0
    hand: list[int] = []
    for place, (key, beyond) in enumerate(zip(keys, plan.beyond, strict=True)):
        last = place == len(keys) - 1
        own = shuffled(rng, (n for n in family(key) if not any(fits(n, other) for other in keys if other != key)))
        primes = [n for n in own if is_prime(n)]
        series = [key]
        kind = pick(rng, ("few", "many")) if plan.decoy == "any" else plan.decoy
        if kind and primes and (place == 0 or (plan.decoy == "any" and not last)):
            decoy = pick(rng, primes)
            series.append(decoy)
        mates = 0 if kind != "many" else least - 2 if decoy in series else 1
        composites = [n for n in own if not is_prime(n)]
        series += [n for n in composites if decoy and fits(n, decoy)][:mates]
        series += [n for n in composites if not (decoy and fits(n, decoy))]
        series = series[: least + beyond]
        for _ in range(plan.wilds if last else 0):
            series.remove(pick(rng, (series[0], series[-1])))  # the wild card is the key, or a member
        hand += series
    return hand


def _one_way(numbers: list[int], wilds: int, least: int) -> bool:
    """Whether there is exactly one way to lay the cards together, under whichever keys."""
    together: set[frozenset[tuple[int, int]]] = set()
    for way in partitions.ways(sum(BIT[n] for n in numbers), wilds, least):
        together.add(frozenset((cards, wild) for _, cards, wild in way))
        if len(together) > 1:
            return False
    return bool(together)


def _item(rng: Random, numbers: list[int], wilds: int, solved: Grade, rules: Rules, *, marked: bool) -> Item:
    hand = tuple(shuffled(rng, (*(Card(n) for n in numbers), *(WILD,) * wilds)))
    ways = partitions.ways(sum(BIT[n] for n in numbers), wilds, rules.min_series)
    right = tuple(islice((_as_groups(way) for way in ways), MOST_ANSWERS_LISTED + 1))
    count = len(right)
    if count > MOST_ANSWERS_LISTED:
        count = partitions.count(sum(BIT[n] for n in numbers), wilds, rules.min_series)
    keys = frozenset(key for _, key in solved.homes)
    sample_way = next(way for way in right if keys <= {group.key for group in way})
    return Item(
        question=_question(rules),
        given={"cards": cards_to_json(hand)},
        exhibits=(CardRow(hand),),
        response=ArrangementResponse(hand, len(sample_way)),
        answer=Answer(right if count <= MOST_ANSWERS_LISTED else None, count, sample_way),
        solution=tuple(_solve(hand, solved, sample_way)),
        difficulty=Difficulty(
            solved.score + sum(sieve_cost(n) for n in numbers) / 2 + len(hand) / 2,
            tuple(deduction.rule for deduction in solved.deductions),
        ),
        aids=Aids(primes_marked=marked),
        rules=rules,
    )


def _as_groups(way: tuple[partitions.Group, ...]) -> tuple[Group, ...]:
    groups = (
        Group(key.bit_length() - 1, (*(Card(n) for n in numbers_in(cards)), *(WILD,) * wild))
        for key, cards, wild in way
    )
    return tuple(sorted(groups, key=lambda group: (group.key or 0, group.cards)))


def _question(rules: Rules) -> Message:
    if rules.min_series == Rules().min_series:
        return msg("Lay all the cards in series, and circle the key of each.")
    return msg(
        "Lay all the cards in series of at least {least} cards, and circle the key of each.", least=rules.min_series
    )


def _solve(hand: tuple[Card, ...], solved: Grade, way: tuple[Group, ...]) -> Iterator[Step]:
    """Write out the deductions of the graded solver, then the series they lead to."""
    primes = tuple(sorted(card for card in hand if card.is_prime))
    yield Step(msg("A key is prime. The primes here: {primes}.", primes=primes), primes)
    for deduction in solved.deductions:
        yield Step(_say(deduction), tuple(Card(n) for n in deduction.cards if n))
    for group in way:
        yield Step(how_all_fit(group.key or 0, group.cards), group.cards)
        if WILD in group.cards:
            yield Step(_say_wild(group, hand), (WILD,))


def _say_wild(group: Group, hand: tuple[Card, ...]) -> Message:
    key = group.key or 0
    if key not in group.cards:
        return msg("There the wild card is the key: it stands for {key}.", key=key)
    free = next(n for n in numbers_in(NEAR[key]) if n not in hand)
    return msg("There the wild card completes the series: it can stand for {number}, for example.", number=free)


def _say(deduction: Deduction) -> Message:  # noqa: C901 - one sentence a rule, and none is complicated
    """Say one deduction of the graded solver."""
    subject, cards = deduction.subject, deduction.cards
    match deduction.rule:
        case "one-key":
            return msg("Every card fits one prime only. The keys: {keys}.", keys=cards)
        case "weak":
            return nmsg(
                "Only {cards} itself could lie in a series of {prime}: too few, so {prime} is not a key.",
                "Only {cards} could lie in a series of {prime}: too few, so {prime} is not a key.",
                len(cards),
                cards=cards,
                prime=subject,
            )
        case "single-home" if cards == (subject,):
            return msg("{card} fits no other prime that is left, so it is a key itself.", card=subject)
        case "single-home":
            return msg(
                "{card} fits {key} and no other prime that is left, so {key} is a key.", card=subject, key=cards[0]
            )
        case "taken":
            return msg("{prime} lies in the series of {key}, so it is not a key.", prime=subject, key=cards[0])
        case "full":
            return msg("There are not enough cards for another series, so the keys are {keys}.", keys=cards)
        case "twins":
            return msg(
                "Too few cards are left for a series of {key} and one of {prime} as well, so {prime} is not a key.",
                key=cards[0],
                prime=subject,
            )
        case "needy":
            return msg("For key {key} only {cards} are left, so they all lie in its series.", key=subject, cards=cards)
        case "wild":
            return msg("The wild card is tried with every key. It works in one place only.")
        case "what-if" if not cards:
            return msg("If {prime} were a key, some cards could not be laid. So it is not a key.", prime=subject)
        case "what-if" if cards == (subject,):
            return msg("If {prime} were not a key, some cards could not be laid. So it is a key.", prime=subject)
        case "what-if":
            return msg(
                "{card} can lie only with {keys}: otherwise some cards could not be laid.", card=subject, keys=cards
            )
        case _:
            return msg("There are many cards: begin with those that fit one prime only.")


def explain(item: Item, card: Card) -> Message:
    """Say which primes of the hand *card* fits."""
    keys = tuple(k for k in item.given["cards"] if isinstance(k, int) and is_prime(k) and card and fits(card, k))
    return msg("{card} fits these primes of the hand: {keys}.", card=card, keys=keys)


def oracle(given: dict[str, Any], least: int) -> list[Any]:
    """Find every arrangement again, by the plain rules."""
    numbers = tuple(card for card in given["cards"] if card != "w")
    wilds = len(given["cards"]) - len(numbers)
    found = []
    for way in layings(numbers, wilds, least):
        choices = [keys_of(cards, wild, least) for cards, wild in way]
        for keys in product(*choices):
            pairs = zip(keys, way, strict=True)
            found.append([{"key": key, "cards": [*sorted(cards), *["w"] * wild]} for key, (cards, wild) in pairs])
    return found


KIND = Kind(
    name="arrange-hand",
    title=msg("Arrange the hand"),
    teaches=msg("Sharing out cards by deduction: each has one place in the end"),
    levels=(
        msg("7 cards, one series"),
        msg("7 cards, two series, and a prime that is soon seen not to be a key"),
        msg("7 cards, two series, and a prime that seems to be a key"),
        msg("6 cards and a wild card, two series"),
        msg("14 cards, three series of at least 4"),
    ),
    hint=msg("List the primes, and look for a card that fits only one of them."),
    strand="hands",
    make=make,
    explain=explain,
    oracle=oracle,
    from_position=from_position,
)
