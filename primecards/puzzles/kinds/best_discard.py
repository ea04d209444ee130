"""best-discard: one card more than can be laid; which discard lets all the others be laid in series?

The series are planted, and a card that fits no key of theirs. The solver that tries everything finds no other discard,
and the graded solver, told that one card is left over, finds it by the rules of the level and not by those below.

At level 4 exactly two discards are right, so no rule can name one. Two primes of one row or column are planted with
cards of it, and for each of them a card that fits it alone: whichever of the two is the key, the other's card goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from primecards.chance import pick
from primecards.game.state import GameState
from primecards.messages import Message, msg, nmsg
from primecards.puzzles.going_out import (
    Planted,
    apart,
    can_tell,
    cards_of,
    composites,
    fits_no_key,
    home_of,
    how_it_lies,
    lay,
    left_at_best,
    mistaken_discard,
    one_series,
    primes_first,
    tell,
    two_series,
    two_series_and_a_decoy,
    with_least,
    without,
)
from primecards.puzzles.grading import Grade, grade, sieve_cost
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.oracle import winning
from primecards.puzzles.responses import CardSet
from primecards.rules import masks
from primecards.rules.cards import Card, cards_from_json, cards_to_json
from primecards.rules.hands import best_arrangement, winning_discards
from primecards.rules.masks import BIT, WILD_BIT, numbers_in
from primecards.rules.numbers import PRIMES, fits
from primecards.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level, how many discards are right, and the level of the graded solver that proves one."""

    shape: str
    right: int = 1
    proof: int = 0
    wilds: int = 0


LEVELS = {
    1: _Plan("one series", proof=1),
    2: _Plan("two series", proof=2),
    3: _Plan("a decoy", proof=3),
    4: _Plan("two keys in a line", right=2),
    5: _Plan("two series", proof=5, wilds=1),
}
COST_OF_TWO_WAYS = 4.0
HIGHEST_LEVEL_WITH_MARKS = 2


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Plant hands until one is proved to be of the *level*; most are."""
    plan = LEVELS[level]
    least = rules.min_series
    while True:
        numbers = _plant(rng, plan, least)
        right = masks.winning_discards(sum(BIT[n] for n in numbers), plan.wilds, least)
        if right.bit_count() != plan.right:
            continue
        solved = grade(numbers, plan.wilds, least, spare=1) if plan.proof else None
        if (solved.level if solved else 0) == plan.proof:
            return _item(cards_of(rng, numbers, plan.wilds), solved, level, rules)


def _plant(rng: Random, plan: _Plan, least: int) -> list[int]:
    match plan.shape:
        case "one series":
            planted = one_series(rng, least)
        case "two series":
            planted = two_series(rng, least)
        case "a decoy":
            planted = two_series_and_a_decoy(rng, least)
        case _:
            return _two_keys_in_a_line(rng, least)
    return _give_up(rng, planted) if plan.wilds else planted.numbers


def _give_up(rng: Random, planted: Planted) -> list[int]:
    """Take a card out of one of the series, for the wild card to take its place."""
    gone = pick(rng, planted.numbers[:-1])
    return [n for n in planted.numbers if n != gone]


def _two_keys_in_a_line(rng: Random, least: int) -> list[int]:
    """Plant a series with no card to spare, two keys in one row or column with cards of it, and a card for each."""
    while True:
        (key,) = apart(rng, 1)
        pairs = [
            (p, q) for p in PRIMES for q in PRIMES if p < q and fits(p, q) and not fits(p, key) and not fits(q, key)
        ]
        one, other = pick(rng, pairs)
        shared = [n for n in composites(rng, one, key) if fits(n, other)][: least - 2]
        ends = composites(rng, one, other, key)[:1] + composites(rng, other, one, key)[:1]
        own = composites(rng, key, one, other)[: least - 1]
        if (len(shared), len(ends), len(own)) == (least - 2, 2, least - 1):
            return [key, *own, one, other, *shared, *ends]


def from_position(rng: Random, state: GameState, level: int, rules: Rules) -> Item | None:
    """Ask about the hand of a player who can go out after a draw."""
    plan, least = LEVELS[level], rules.min_series
    numbers, wilds = state.hands[state.player]
    if state.phase != "discard" or state.rules.min_series != least or wilds != plan.wilds:
        return None
    right = masks.winning_discards(numbers, wilds, least)
    if right.bit_count() != plan.right or right & WILD_BIT:
        return None
    hand = cards_of(rng, numbers_in(numbers), wilds)
    for card in numbers_in(right):
        series = best_arrangement(without(hand, Card(card)), rules=rules).series
        if len(series) != (1 if plan.shape == "one series" else 2) or any(fits(card, one.key) for one in series):
            return None
    solved = grade(numbers_in(numbers), wilds, least, spare=1) if plan.proof else None
    if (solved.level if solved else 0) != plan.proof or (solved and not can_tell(solved)):
        return None
    return _item(hand, solved, level, rules)


def _item(hand: tuple[Card, ...], solved: Grade | None, level: int, rules: Rules) -> Item:
    right = winning_discards(hand, rules=rules)
    laid = best_arrangement(without(hand, right[0]), rules=rules)
    numbers = [n for n in hand if n]
    return Item(
        question=with_least(msg("You hold {n} cards. Which card do you discard to go out?", n=len(hand)), rules),
        given={"cards": cards_to_json(hand), "want": "any"},
        exhibits=(),
        response=CardSet(hand, 1),
        answer=Answer.of(*((card,) for card in right)),
        solution=tuple(_solve(hand, right, solved, rules)),
        difficulty=Difficulty(
            (solved.score if solved else COST_OF_TWO_WAYS) + len(hand) / 2 + sum(map(sieve_cost, numbers)) / 2,
            tuple(deduction.rule for deduction in solved.deductions) if solved else ("two-ways",),
        ),
        mistakes=tuple((card, mistaken_discard(card, laid, rules)) for card in hand if card not in right),
        aids=Aids(primes_marked=level <= HIGHEST_LEVEL_WITH_MARKS),
        rules=rules,
    )


def _solve(hand: tuple[Card, ...], right: tuple[Card, ...], solved: Grade | None, rules: Rules) -> Iterator[Step]:
    """Write the thought out: the primes, what leads to the card left over, and the series of all the others."""
    yield primes_first(hand)
    yield from tell(solved.deductions) if solved else ()
    for card in right:
        if card != right[0]:
            yield Step(msg("Or, in another way:"))
        kept = without(hand, card)
        yield from lay(kept, rules)
        yield Step(fits_no_key(card, kept, rules), (card,))
        yield Step(msg("So discard {card}: all the other cards are laid.", card=card), (card,))


def explain(item: Item, card: Card) -> Message:
    """Say which keys a right discard does not fit; of another *card*, where it lies and what would be left over."""
    hand = cards_from_json(item.given["cards"])
    right = winning_discards(hand, rules=item.rules)
    if card in right:
        return fits_no_key(card, without(hand, card), item.rules)
    home = home_of(card, without(hand, right[0]), item.rules)
    over = left_at_best(without(hand, card), item.rules)
    return nmsg(
        "{reason} Without {card}, at best this card is still left over: {cards}.",
        "{reason} Without {card}, at best these are still left over: {cards}.",
        len(over),
        reason=how_it_lies(card, home),
        card=card,
        cards=over,
    )


def oracle(given: dict[str, Any], least: int) -> list[Any]:
    """Try every discard, by the plain rules."""
    return [[card] for card in winning(given["cards"], least)]


KIND = Kind(
    name="best-discard",
    title=msg("The best discard"),
    teaches=msg("Seeing which card belongs to no series"),
    levels=(
        msg("one series and a card that does not fit it"),
        msg("two series and a card that fits neither"),
        msg("two series, and a prime that seems to be a key"),
        msg("two discards are right"),
        msg("a wild card among two series"),
    ),
    hint=msg("List the primes, and look for a card that fits none of them, or only one that cannot be a key."),
    strand="hands",
    make=make,
    oracle=oracle,
    explain=explain,
    from_position=from_position,
)
