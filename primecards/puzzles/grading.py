"""The graded solver: how a person would lay a hand in series, rule by rule, and so how hard the hand is.

It reasons as a pupil does, with the keys that each card may still belong to, and never guesses. Every rule has a
level (`deduction` lists them), and the level of a hand is that of the hardest rule it needs: solvable with the rules of
its level, not with those below.

Uniqueness is never concluded here: it comes from counting (`partitions`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from primecards.puzzles.deduction import (
    LEFT_OVER,
    RULE_COST,
    RULE_LEVEL,
    ContradictionError,
    Deduction,
    Pile,
    bits,
    deduce,
)
from primecards.rules.masks import BIT, PRIME_BITS, can_arrange, numbers_in

__all__ = ["RULE_COST", "RULE_LEVEL", "Deduction", "Grade", "grade", "sieve_cost"]


@dataclass(frozen=True, slots=True)
class Grade:
    """A hand solved by deduction: its *level*, the deductions in order, and the key of every number card.

    Of a hand with a card too many, `left_over` is that card, and `homes` has what else is known.
    """

    level: int
    deductions: tuple[Deduction, ...]
    homes: tuple[tuple[int, int], ...]
    left_over: int | None = None

    @property
    def score(self) -> float:
        """The sum of the costs of the rules used."""
        return sum(RULE_COST[deduction.rule] for deduction in self.deductions)


def grade(numbers: list[int], wilds: int, min_series: int, *, level: int = 5, spare: int = 0) -> Grade | None:
    """Lay all of *numbers* and *wilds* (0 or 1) by the rules up to *level*; None where they do not suffice.

    With *spare* 1, the hand has a card too many, as after a draw: find the one card whose discard lets all the others
    be laid. None too where there is no such card, or more than one.

    >>> grade([17, 77, 79, 87, 28, 29, 99], 0, 3).level
    3
    >>> grade([3, 13, 23, 41, 47, 43, 45, 50], 0, 3, spare=1).left_over
    50
    """
    size = len(numbers) + wilds - spare
    first = [Deduction("big-pile", size)] if size > 3 * min_series + 1 else []
    if wilds > 1 or size < min_series or (first and level < RULE_LEVEL["big-pile"]):
        return None
    hand = sum(BIT[n] for n in numbers)
    if not wilds:
        solved = _without(numbers, hand, min_series, level, spare)
    elif spare:
        solved = _discard_beside_wild(numbers, hand, min_series, level)
    else:
        solved = _with_wild(numbers, hand, min_series, level)
    if solved is None:
        return None
    deductions, pile = solved
    used = (*first, *deductions)
    left = pile.left_over
    if left is not None and not can_arrange(hand & ~BIT[left], wilds, min_series):
        return None
    homes = tuple((n, homes.bit_length() - 1) for n, homes in pile.homes.items() if homes & pile.keys == homes)
    return Grade(max(RULE_LEVEL[deduction.rule] for deduction in used), used, homes, left)


_Solved: TypeAlias = "tuple[list[Deduction], Pile]"


def _without(numbers: list[int], hand: int, min_series: int, level: int, spare: int = 0) -> _Solved | None:
    most_series = (len(numbers) - spare) // min_series
    pile = Pile(numbers, hand & PRIME_BITS, {}, min_series, most_series, spare)
    used = _at_first_sight(pile)
    if not used and not all(pile.homes.values()):
        return None
    try:
        used += deduce(pile, level)
    except ContradictionError:
        return None
    return (used, pile) if pile.solved else None


def _at_first_sight(pile: Pile) -> list[Deduction]:
    """Use the rules of level 1: every card has one key, or the hand has one prime and one card that does not fit it."""
    if not pile.spare:
        if any(homes.bit_count() != 1 for homes in pile.homes.values()):
            return []
        pile.keys = pile.possible
        return [Deduction("one-key", 0, tuple(numbers_in(pile.keys)))]
    strangers = [n for n, homes in pile.homes.items() if homes == LEFT_OVER]
    if pile.possible.bit_count() != 1 or len(strangers) != 1:
        return []
    pile.keys = pile.possible
    for n in pile.homes:
        pile.keep(n, LEFT_OVER if n in strangers else pile.possible)
    return [Deduction("stranger", strangers[0], tuple(numbers_in(pile.possible)))]


def _with_wild(numbers: list[int], hand: int, min_series: int, level: int) -> _Solved | None:
    """Try the wild card in the series of every prime held, then as every other prime: all but one place must fail.

    Several keys may serve the same series, so what has to agree is which cards lie together.
    """
    if level < RULE_LEVEL["wild"]:
        return None
    found: dict[frozenset[frozenset[int]], _Solved] = {}
    inner = max(3, level if level > RULE_LEVEL["wild"] else 0)
    for key, pile in _places(numbers, hand, min_series, 0):
        try:
            if not all(pile.homes.values()):
                continue
            pile.know(key)
            used = deduce(pile, inner)
        except ContradictionError:
            continue
        if not pile.solved:
            return None
        series: dict[int, set[int]] = {key: {0}}
        for n, home in pile.homes.items():
            series.setdefault(home, set()).add(n)
        together = frozenset(frozenset(cards) for cards in series.values())
        found.setdefault(together, ([Deduction("wild", key.bit_length() - 1), *used], pile))
    return next(iter(found.values())) if len(found) == 1 else None


def _places(numbers: list[int], hand: int, min_series: int, spare: int) -> Iterator[tuple[int, Pile]]:
    """Go through the keys whose series the wild card may lie in, each with the pile to reason about then."""
    held = hand & PRIME_BITS
    most_series = (len(numbers) + 1 - spare) // min_series
    for key in (*bits(held), *bits(PRIME_BITS & ~hand)):
        yield key, Pile(numbers, held | key, {key: min_series - 1}, min_series, most_series, spare)


def _discard_beside_wild(numbers: list[int], hand: int, min_series: int, level: int) -> _Solved | None:
    """Try the wild card everywhere, and as the discard: in every place that does not fail the same card has to go."""
    inner = RULE_LEVEL["wild-and-discard"] - 1
    if level <= inner:
        return None
    try:
        alone = Pile(numbers, hand & PRIME_BITS, {}, min_series, len(numbers) // min_series)
        if all(alone.homes.values()):
            deduce(alone, inner)
            return None
    except ContradictionError:
        pass
    found: dict[int | None, _Solved] = {}
    for key, pile in _places(numbers, hand, min_series, 1):
        try:
            pile.know(key)
            deduce(pile, inner, to_the_end=True)
        except ContradictionError:
            continue
        if not pile.solved:
            return None
        found[pile.left_over] = [Deduction("wild-and-discard", pile.left_over or 0)], pile
    return next(iter(found.values())) if len(found) == 1 else None


def sieve_cost(number: int) -> int:
    """Count the divisions by 3 and 7 that tell whether *number* is prime: none where a look suffices.

    >>> sieve_cost(48), sieve_cost(7), sieve_cost(51), sieve_cost(37), sieve_cost(91), sieve_cost(59)
    (0, 0, 1, 1, 2, 2)
    """
    if number < 10 or number % 2 == 0 or number % 5 == 0:
        return 0
    return 1 if number % 3 == 0 or number < 49 else 2
