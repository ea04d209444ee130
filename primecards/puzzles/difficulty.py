"""How hard an item is, as a vector: what every kind has in common is measured here, from what the item shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from primecards.puzzles.grading import sieve_cost
from primecards.puzzles.item import Difficulty, Item
from primecards.rules.numbers import HIGHEST, fits, is_prime

# Mistakes that a card or an option invites; the others are merely wrong.
PLAIN_MISTAKES = ("no-shared-digit", "key-need-not-be-prime")


def measured(item: Item) -> Difficulty:
    """Measure what can be measured on any *item*: its cards, their sieve, its decoys and the keys a card may have."""
    numbers = _numbers(item.given)
    primes = [n for n in numbers if is_prime(n)]
    homes = sum(fits(n, prime) for n in numbers for prime in primes)
    return replace(
        item.difficulty,
        cards=len(numbers),
        sieve=sum(sieve_cost(n) for n in numbers),
        decoys=sum(mistake not in PLAIN_MISTAKES for _, mistake in item.mistakes),
        keys=round(homes / len(numbers)) if numbers else 0,
    )


def _numbers(given: Any) -> list[int]:
    """List the numbers that stand for cards anywhere in *given*."""
    if isinstance(given, dict):
        return [n for name, value in given.items() if name not in ("level", "blanks") for n in _numbers(value)]
    if isinstance(given, list):
        return [n for value in given for n in _numbers(value)]
    return [given] if type(given) is int and 0 < given <= HIGHEST else []
