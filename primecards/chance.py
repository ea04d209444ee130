"""Random choices that come out the same on every machine and every Python.

The standard library promises a stable sequence only for `Random.random()`, so everything here is drawn from that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

from primecards.errors import UnreadableError
from primecards.messages import msg, short

T = TypeVar("T")

_SEED = re.compile(r"[A-Za-z0-9._-]+")


def check_seed(seed: str | int, most: int) -> str:
    """Return *seed* as text, or raise UnreadableError saying what a seed is made of: at most so many letters."""
    text = seed if isinstance(seed, str) else f"{seed:d}" if type(seed) is int and abs(seed) < 10**most else ""
    if not _SEED.fullmatch(text) or len(text) > most:
        shown = (text if len(text) <= most else f"{text[: most - 1]}…") or ('""' if seed == "" else short(seed))
        raise UnreadableError(
            msg("The seed {seed} is not 1 to {most} letters, digits, dots, - and _.", seed=shown, most=most)
        )
    return text


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
