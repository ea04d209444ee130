"""The analysis of positions: every number recounted by trying, the order kept, and the sentences true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import pytest

import primecards as pc
from primecards.game.analysis import Move, analyse
from primecards.game.random_player import random_player
from primecards.game.rule_of_thumb import rule_of_thumb
from primecards.game.state import view
from primecards.game.view import PlayerView
from tests import brute_force as brute

RULES = (
    pc.Rules(),
    pc.Rules(wild_cards=4),
    pc.Rules(players=4, wild_cards=2, scoring="places"),
    pc.Rules(wild_cards=4, allow_return_taken=False),
)
ADVANCED = (pc.ADVANCED, pc.Rules(hand_size=14, min_series=4, max_players=4, wild_cards=2))


def positions(games: int, rules: tuple[pc.Rules, ...], every: int) -> Iterator[PlayerView]:
    """Positions of games by both kinds of player, one in *every* few."""
    rng = Random(7)
    for number in range(games):
        for settings in rules:
            strategy = random_player if number % 2 and settings.hand_size == 7 else rule_of_thumb
            players = [strategy] * settings.players
            record = pc.play_out(f"analysis-{number}", players, rules=settings)
            states = [state for state in pc.replay(record) if not state.over]
            yield from (view(state) for state in states[-6:] if rng.random() < 1 / every)
            yield from (view(state) for state in states[:-6] if rng.random() < 1 / (4 * every))


def split(cards: list[int]) -> tuple[tuple[int, ...], int]:
    return tuple(sorted(card for card in cards if card)), cards.count(0)


def not_seen(seen: PlayerView) -> list[int]:
    """The cards that are left of the deck without all those that the player has seen; 0 for a wild card."""
    deck = [*range(1, 100), *[0] * seen.rules.wild_cards]
    for held in (*seen.hand, *seen.discards):
        deck.remove(int(held))
    for player, (numbers, wilds) in enumerate(seen.known):
        if player != seen.player:
            for card in [*(n for n in range(1, 100) if numbers >> n & 1), *[0] * wilds]:
                deck.remove(card)
    return deck


def after(seen: PlayerView, move: Move) -> list[int]:
    """The hand held after *move*; for the stock, the hand as it is."""
    hand = [int(card) for card in seen.hand]
    if move.source == "upcard":
        assert seen.upcard is not None
        hand.append(int(seen.upcard))
    if move.discard is not None:
        hand.remove(int(move.discard))
    return hand


def check(seen: PlayerView, move: Move) -> None:
    """Recount one move: every card not seen is tried by the plain rules."""
    unseen, least = not_seen(seen), seen.rules.min_series
    hand = split(after(seen, move))
    assert len(hand[0]) + hand[1] == seen.rules.hand_size
    outs = brute.outs(*hand, least)
    good = [card for card in unseen if card in outs]
    done = brute.can_arrange(*hand, least)
    wild = bool(outs)
    assert (move.draws == 0) == done
    assert (move.draws == 1) == (not done and wild)
    assert (move.unseen, list(move.outs)) == (len(unseen), good)
    assert move.wilds == (unseen.count(0) if wild else 0)
    assert move.chance == (1 if done else Fraction(len(good) + move.wilds, len(unseen)))


@pytest.mark.parametrize("settings", RULES)
def test_outs_and_chances_are_those_that_trying_every_unseen_card_finds(settings: pc.Rules) -> None:
    seen = list(positions(3, (settings,), 2))[:5]
    assert {one.phase for one in seen} == {"draw", "discard"}
    for one in seen:
        moves = analyse(one).moves
        for move in {moves[0], moves[-1]}:
            check(one, move)


def test_the_draws_needed_are_those_that_trying_finds() -> None:
    seen = [one for one in positions(8, RULES[:1], 2) if (analyse(one).draws or 0) <= 2][:4]
    assert len(seen) == 4
    for one in seen:
        for move in analyse(one).moves[:1]:
            assert move.draws == brute.draws_needed(*split(after(one, move)), 3)


def test_a_wild_card_finishes_what_one_number_can_finish() -> None:
    tried = 0
    for seen in positions(10, RULES[1:2], 1):
        move = analyse(seen).best
        if move.draws in (1, 2) and seen.wilds < 2:
            numbers, wilds = split(after(seen, move))
            wins = bool(brute.winning_discards(numbers, wilds + 1, 3))
            assert wins == (move.draws == 1) == (move.wilds > 0 or 0 not in not_seen(seen))
            tried += 1
    assert tried > 5


def test_two_cards_from_the_stock_have_the_chance_that_trying_all_pairs_finds() -> None:
    tried = 0
    for seen in positions(6, RULES[:2], 2):
        move = next((move for move in analyse(seen).moves if move.source == "stock"), None)
        if seen.phase != "draw" or move is None or move.draws != 1:
            continue
        good = {*move.outs}
        unseen = not_seen(seen)
        won = sum(
            first in good or (not first and move.wilds > 0) or second in good or (not second and move.wilds > 0)
            for place, first in enumerate(unseen)
            for other, second in enumerate(unseen)
            if other != place
        )
        assert move.by_next_turn == Fraction(won, len(unseen) * (len(unseen) - 1))
        tried += 1
    assert tried > 5


def test_every_discard_that_is_allowed_is_judged_and_an_exposed_card_is_taken_to_be_kept() -> None:
    for seen in positions(8, RULES, 3):
        moves = analyse(seen).moves
        if seen.phase == "discard":
            kept = seen.drawn if seen.taken and not seen.rules.allow_return_taken else None
            spare = {card for card in seen.hand if card != kept or seen.hand.count(card) > 1}
            assert sorted(move.discard or 0 for move in moves) == sorted(spare)
        else:
            assert [move.source for move in moves].count("stock") == 1
            taking = [move.discard for move in moves if move.source == "upcard"]
            assert sorted(card or 0 for card in taking) == sorted({card for card in seen.hand if card != seen.upcard})


def test_the_moves_are_ranked_by_draws_then_by_the_chance() -> None:
    for seen in positions(4, (*RULES, *ADVANCED), 3):
        for one, other in pairwise(analyse(seen).moves):
            assert (one.draws, -one.by_next_turn) <= (other.draws, -other.by_next_turn)
            if (one.draws, one.by_next_turn) == (other.draws, other.by_next_turn):
                assert not (one.source == "upcard" and other.source == "stock")


def test_a_win_is_always_ranked_first() -> None:
    won = 0
    for seen in positions(10, RULES[:3], 1):
        right = pc.winning_discards(seen.hand, rules=seen.rules) if seen.phase == "discard" else ()
        if right:
            assert analyse(seen).best.discard in right
            won += 1
    assert won > 10


def numbers_of(message: Any) -> dict[str, Any]:
    """All the values of a message and of those inside it."""
    found: dict[str, Any] = {}
    for name, value in message.values:
        if hasattr(value, "values"):
            found |= numbers_of(value)
        else:
            found[name] = value
    return found


def test_the_numbers_of_the_reason_are_those_of_the_moves() -> None:
    kinds = set()
    for seen in positions(8, (*RULES, *ADVANCED), 3):
        analysis = analyse(seen)
        best, said = analysis.best, numbers_of(analysis.why)
        kinds.add(re.sub(r"\d+|★", "0", analysis.why.text())[:40])
        if "card" in said:
            assert said["card"] == best.discard
        if "upcard" in said:
            assert said["upcard"] == seen.upcard
        if "unseen" in said:
            assert said["unseen"] == best.unseen == len(not_seen(seen))
        if "before" in said:
            assert said["before"] == pc.draws_needed(seen.hand, rules=seen.rules)
        if "cards" in said:
            equal = {move.discard for move in analysis.moves[1:] if move.by_next_turn == best.by_next_turn}
            assert set(said["cards"]) <= equal
        for language in ("en", "he"):
            assert analysis.why.text(language)
    assert len(kinds) >= 8, kinds


def test_a_chance_is_reduced_in_the_open_by_what_both_numbers_have_in_common() -> None:
    told = 0
    for seen in positions(8, RULES, 2):
        for move in analyse(seen).moves:
            text = move.explain_chance().text()
            found = re.search(r"(\d+)/(\d+)(?: = \((\d+) × (\d+)\)/\((\d+) × (\d+)\) = (\d+)(?:/(\d+))?)?\.$", text)
            if not found:
                assert move.draws == 0 or not move.good
                continue
            numbers = [int(number or 1) for number in found.groups()]
            part, whole, over, common, under, again, reduced, by = numbers
            assert (part, whole) == (move.good, move.unseen)
            if found[3]:
                assert (over * common, under * again, common) == (part, whole, again)
                assert (reduced, by) == move.chance.as_integer_ratio()
                told += 1
    assert told > 20


def test_a_player_judges_by_what_is_seen_only() -> None:
    state = pc.deal(pc.Rules(wild_cards=4), "k7f2q9")
    assert pc.analyse(state) == pc.analyse(view(state))
    again = pc.deal(pc.Rules(wild_cards=4), "k7f2q9")
    swapped = pc.GameState(
        **{name: getattr(again, name) for name in again.__slots__ if name not in ("hands", "stock")},
        hands=(again.hands[0], (0b1111111 << 90 & ~again.hands[0][0], 0)),
        stock=tuple(reversed(again.stock)),
    )
    assert pc.analyse(swapped).moves == pc.analyse(state).moves


def test_the_end_of_a_game_has_nothing_to_judge() -> None:
    record = pc.play_out("k7f2q9", [rule_of_thumb] * 2)
    with pytest.raises(pc.OutOfRangeError, match="over"):
        pc.analyse(record.final_state())
    state = pc.apply(pc.deal(pc.BASIC, "k7f2q9"), pc.Draw(0, "stock"))
    missing = next(card for card in map(pc.Card, range(1, 100)) if card not in state.hand(0))
    analysis = pc.analyse(state)
    with pytest.raises(pc.OutOfRangeError, match="is not a sensible discard here"):
        analysis.after(missing)


@pytest.mark.parametrize(("rules", "bar"), [(RULES, 5), (ADVANCED, 50)])
def test_a_position_is_judged_in_milliseconds(rules: tuple[pc.Rules, ...], bar: float) -> None:
    times = []
    for seen in positions(3, rules, 2):
        began = perf_counter()
        analyse(seen)
        times.append((perf_counter() - began) * 1000)
    assert len(times) > 10
    assert median(times) < bar
