"""Random choices that come out the same on every machine and every Python.

The standard library promises a stable sequence only for `Random.random()`, so everything here is drawn from that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")


def random_for(*names: object) -> Random:
    """Return the generator that belongs to *names*: neighbouring names have nothing in common."""
    digest = sha256("\x1f".join(map(str, names)).encode()).digest()
    return Random(int.from_bytes(digest, "big"))


def below(rng: Random, stop: int) -> int:
    """Draw a whole number 0 <= n < *stop*."""
    return int(rng.random() * stop)


def between(rng: Random, least: int, most: int) -> int:
    """Draw a whole number *least* <= n <= *most*."""
    return least + below(rng, most - least + 1)


def pick(rng: Random, choices: Sequence[T]) -> T:
    """Draw one of *choices*."""
    return choices[below(rng, len(choices))]


def shuffled(rng: Random, things: Iterable[T]) -> list[T]:
    """Return *things* in random order (Fisher and Yates)."""
    order, random = list(things), rng.random
    for last in range(len(order) - 1, 0, -1):
        other = int(random() * (last + 1))  # as `below` does; decks are shuffled by the million
        order[last], order[other] = order[other], order[last]
    return order


def sample(rng: Random, things: Iterable[T], count: int) -> list[T]:
    """Draw *count* different ones of *things*, or all of them if there are fewer."""
    return shuffled(rng, things)[:count]
