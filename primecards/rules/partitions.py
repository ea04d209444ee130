"""All arrangements of a hand held as bits (see `masks`), each once.

An arrangement is a set of groups (key, numbers, wild cards): which cards lie together and under which key. Groups are
made one after another, each round the smallest number left, so that no order of groups is counted twice; what can
never be finished is cut off by `masks.can_arrange`. Series of wild cards alone come last, in a fixed order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from primecards.rules.masks import KEYS_OF, NEAR_OF, can_arrange, keys_with_room

Group: TypeAlias = "tuple[int, int, int]"


def ways(numbers: int, wilds: int, min_series: int) -> Iterator[tuple[Group, ...]]:
    """Go through the arrangements of all the cards, each as its groups."""
    if not can_arrange(numbers, wilds, min_series):
        return
    if not numbers:
        yield from _all_wild(wilds, min_series)
        return
    for group in _first_groups(numbers, wilds, min_series):
        _, taken, wild = group
        for others in ways(numbers ^ taken, wilds - wild, min_series):
            yield (group, *others)


def count(numbers: int, wilds: int, min_series: int) -> int:
    """Count the arrangements that `ways` goes through."""

    @cache
    def count_from(numbers: int, wilds: int) -> int:
        if not can_arrange(numbers, wilds, min_series):
            return 0
        if not numbers:
            return sum(1 for _ in _all_wild(wilds, min_series))
        return sum(
            count_from(numbers ^ taken, wilds - wild) for _, taken, wild in _first_groups(numbers, wilds, min_series)
        )

    return count_from(numbers, wilds)


def _first_groups(numbers: int, wilds: int, min_series: int) -> Iterator[Group]:
    """Go through the series that the smallest of the *numbers* can lie in."""
    card = numbers & -numbers
    for key in _bits(KEYS_OF[card] & keys_with_room(min_series)):
        near = numbers & NEAR_OF[key] & ~key & ~card
        room = NEAR_OF[key].bit_count()
        # The key is a card held, or else a wild card, which may repeat a number held for another series.
        cores = [(card | key, 0)] if key & numbers else []
        if wilds and card != key:
            cores.append((card, 1))
        for core, as_key in cores:
            for members in _subsets(near):
                taken = core | members
                size = taken.bit_count()
                for wild in range(max(min_series - size, as_key), min(wilds, room - size) + 1):
                    yield key, taken, wild


def _all_wild(wilds: int, min_series: int, start: tuple[int, int] = (0, 0)) -> Iterator[tuple[Group, ...]]:
    """Go through the ways to lay *wilds* wild cards in series of their own, sizes and keys in ascending order."""
    if not wilds:
        yield ()
        return
    for size in range(max(min_series, start[0]), wilds + 1):
        for key in _bits(keys_with_room(min_series)):
            if (size, key) >= start and size <= NEAR_OF[key].bit_count():
                for others in _all_wild(wilds - size, min_series, (size, key)):
                    yield ((key, 0, size), *others)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        mask ^= low
        yield low


def _subsets(mask: int) -> Iterator[int]:
    subset = mask
    while subset:
        yield subset
        subset = (subset - 1) & mask
    yield 0
