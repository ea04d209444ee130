"""The rules once more, as plainly as they can be written: a second opinion on every answer.

Nothing here is shared with the solver: no bits and no theorem, only the definition of a series, and trying everything.
It is slow, and may be; `primecards stress` holds items against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations

NUMBERS = range(1, 100)


@cache
def prime(number: int) -> bool:
    """Whether *number* has exactly two divisors."""
    return sum(number % divisor == 0 for divisor in range(1, number + 1)) == 2


@cache
def joins(number: int, key: int) -> bool:
    """Whether *number* has a digit of *key* in the same place; a single-digit number has 0 tens."""
    written, key_written = f"{number:02}", f"{key:02}"
    return written[0] == key_written[0] or written[1] == key_written[1]


@lru_cache(maxsize=100_000)
def keys_of(numbers: tuple[int, ...], wilds: int, least: int) -> list[int]:
    """List the primes that can be the key of all these cards as one series: none if they are no series."""
    if len(numbers) + wilds < least:
        return []
    return [
        key
        for key in filter(prime, NUMBERS)
        if (key in numbers or wilds)
        and all(joins(number, key) for number in numbers)
        and sum(joins(number, key) for number in NUMBERS) >= len(numbers) + wilds
    ]


def is_series(numbers: tuple[int, ...], wilds: int, least: int) -> bool:
    """Whether all these cards are one valid series."""
    return bool(keys_of(numbers, wilds, least))


def layings(numbers: tuple[int, ...], wilds: int, least: int) -> Iterator[tuple[tuple[tuple[int, ...], int], ...]]:
    """Go through the ways to lay all these cards in series, each as groups (numbers, wild cards), keys aside."""
    if not numbers:
        if wilds == 0:
            yield ()
        elif wilds >= least:  # as series of wild cards alone, of which one is always possible
            yield (((), wilds),)
        return
    first, others = numbers[0], numbers[1:]
    for chosen in _companions(first, others):
        group = (first, *chosen)
        left = tuple(number for number in others if number not in chosen)
        for wild in range(wilds + 1):
            if is_series(group, wild, least):
                for rest in layings(left, wilds - wild, least):
                    yield ((group, wild), *rest)


def _companions(first: int, others: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Find every set of *others* that fits some key together with *first*."""
    found: set[tuple[int, ...]] = set()
    for key in NUMBERS:
        if prime(key) and joins(first, key):
            mates = [number for number in others if joins(number, key)]
            found.update(chosen for size in range(len(mates) + 1) for chosen in combinations(mates, size))
    return found


@lru_cache(maxsize=100_000)
def goes_out(numbers: tuple[int, ...], wilds: int, least: int) -> bool:
    """Whether all these cards can be laid in series."""
    return next(layings(numbers, wilds, least), None) is not None


def winning(cards: list[int | str], least: int) -> list[int | str]:
    """List the cards (a wild card is "w") whose discard leaves cards that can all be laid in series."""
    found = []
    for card in dict.fromkeys(cards):
        left = list(cards)
        left.remove(card)
        numbers = tuple(number for number in left if isinstance(number, int))
        if goes_out(numbers, len(left) - len(numbers), least):
            found.append(card)
    return found
