"""The graded solver: how a person would lay a hand in series, rule by rule, and so how hard the hand is.

It reasons as a pupil does, with the keys that each card may still belong to, and never guesses. Every rule has a
level, and the level of a hand is that of the hardest rule it needs: solvable with the rules of its level, not with
those below.

| level | rule | says |
|---|---|---|
| 1 | one-key | every card fits one prime of the hand only |
| 2 | weak | a prime that too few cards fit is no key |
| 2 | single-home | a card with one key left goes there, and that prime is a key |
| 3 | taken | a prime that lies in another series is no key |
| 3 | full | the cards make no more series: all other primes are members |
| 3 | twins | two primes without cards enough for both are not both keys |
| 4 | needy | a key with just enough cards left takes them all |
| 4 | wild | the wild card is tried in every series, and as a key: one place only works |
| 5 | what-if | one assumption leads to a contradiction, so the opposite holds |
| 5 | big-pile | too many cards to see at a glance: more than 3 m + 1 for series of at least m |

Uniqueness is never concluded here: it comes from counting (`partitions`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from primecards.rules.masks import BIT, KEYS_OF, PRIME_BITS, numbers_in

RULE_LEVEL = {
    "one-key": 1,
    "weak": 2,
    "single-home": 2,
    "taken": 3,
    "full": 3,
    "twins": 3,
    "needy": 4,
    "wild": 4,
    "what-if": 5,
    "big-pile": 5,
}
# What a rule adds to the score of a hand each time it is used.
RULE_COST = {
    "one-key": 0.5,
    "weak": 1.0,
    "single-home": 0.5,
    "taken": 1.0,
    "full": 1.0,
    "twins": 1.5,
    "needy": 2.0,
    "wild": 2.0,
    "what-if": 4.0,
    "big-pile": 3.0,
}


@dataclass(frozen=True, slots=True)
class Deduction:
    """One use of a *rule*: the *prime* or card it speaks of, and the cards that show it."""

    rule: str
    subject: int
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Grade:
    """A hand solved by deduction: its *level*, the deductions in order, and the key of every number card."""

    level: int
    deductions: tuple[Deduction, ...]
    homes: tuple[tuple[int, int], ...]

    @property
    def score(self) -> float:
        """The sum of the costs of the rules used."""
        return sum(RULE_COST[deduction.rule] for deduction in self.deductions)


class _ContradictionError(Exception):
    """The assumptions leave a card without a series, or a key without cards enough."""


class _Pile:
    """Number cards with the keys each may still belong to (bits), and what is known of the keys."""

    def __init__(self, numbers: list[int], possible: int, needs: dict[int, int], least: int, most_series: int) -> None:
        self.homes = {n: KEYS_OF[BIT[n]] & possible for n in numbers}
        self.possible = possible
        self.keys = 0
        self.needs = needs
        self.least = least
        self.most_series = most_series

    def copy(self) -> _Pile:
        twin = _Pile([], self.possible, self.needs, self.least, self.most_series)
        twin.homes = dict(self.homes)
        twin.keys = self.keys
        return twin

    def candidates(self, key: int) -> tuple[int, ...]:
        return tuple(sorted(n for n, homes in self.homes.items() if homes & key))

    def need(self, key: int) -> int:
        """How many number cards the series of *key* takes at least."""
        return self.needs.get(key, self.least)

    def exclude(self, key: int) -> None:
        self.possible &= ~key
        for n, homes in self.homes.items():
            if homes & key:
                self.keep(n, homes & ~key)
        if self.keys & key:
            raise _ContradictionError

    def keep(self, n: int, homes: int) -> None:
        if not homes:
            raise _ContradictionError
        self.homes[n] = homes

    def know(self, key: int) -> None:
        self.keys |= key
        held = key.bit_length() - 1
        if held in self.homes:
            self.keep(held, self.homes[held] & key)

    def check(self) -> None:
        if self.keys.bit_count() > self.most_series:
            raise _ContradictionError
        for key in _bits(self.keys):
            if len(self.candidates(key)) < self.need(key):
                raise _ContradictionError

    @property
    def solved(self) -> bool:
        return all(homes.bit_count() == 1 and homes & self.keys for homes in self.homes.values())

    def undecided(self) -> int:
        return self.possible & ~self.keys


def _bits(mask: int) -> Iterator[int]:
    return (BIT[n] for n in numbers_in(mask))


def _weak(pile: _Pile) -> Deduction | None:
    for key in _bits(pile.undecided()):
        cards = pile.candidates(key)
        if len(cards) < pile.need(key):
            pile.exclude(key)
            return Deduction("weak", key.bit_length() - 1, cards)
    return None


def _single_home(pile: _Pile) -> Deduction | None:
    for n, homes in pile.homes.items():
        if homes.bit_count() == 1 and not homes & pile.keys:
            pile.know(homes)
            return Deduction("single-home", n, (homes.bit_length() - 1,))
    return None


def _taken(pile: _Pile) -> Deduction | None:
    for key in _bits(pile.undecided()):
        n = key.bit_length() - 1
        if n in pile.homes and not pile.homes[n] & key:
            pile.exclude(key)
            return Deduction("taken", n, tuple(numbers_in(pile.homes[n])))
    return None


def _full(pile: _Pile) -> Deduction | None:
    if pile.keys.bit_count() == pile.most_series and (others := pile.undecided()):
        for key in _bits(others):
            pile.exclude(key)
        return Deduction("full", pile.most_series, tuple(numbers_in(pile.keys)))
    return None


def _twins(pile: _Pile) -> Deduction | None:
    for key in _bits(pile.keys):
        near = set(pile.candidates(key))
        for other in _bits(pile.undecided()):
            both = near.union(pile.candidates(other))
            if len(both) < pile.need(key) + pile.need(other):
                pile.exclude(other)
                return Deduction("twins", other.bit_length() - 1, (key.bit_length() - 1, *sorted(both)))
    return None


def _needy(pile: _Pile) -> Deduction | None:
    for key in _bits(pile.keys):
        cards = pile.candidates(key)
        if len(cards) == pile.need(key) and any(pile.homes[n] != key for n in cards):
            for n in cards:
                pile.keep(n, key)
            return Deduction("needy", key.bit_length() - 1, cards)
    return None


def _what_if(pile: _Pile) -> Deduction | None:
    for key in _bits(pile.undecided()):
        prime = key.bit_length() - 1
        if _refuted(pile, _Pile.know, key):
            pile.exclude(key)
            return Deduction("what-if", prime)
        if _refuted(pile, _Pile.exclude, key):
            pile.know(key)
            return Deduction("what-if", prime, (prime,))
    for n, homes in pile.homes.items():
        for key in _bits(homes) if homes.bit_count() > 1 else ():
            if _refuted(pile, _Pile.keep, n, key):
                pile.keep(n, homes & ~key)
                return Deduction("what-if", n, tuple(numbers_in(homes & ~key)))
    return None


def _refuted(pile: _Pile, assume: Callable[..., None], *what: int) -> bool:
    """Whether an assumption leads to a contradiction by the rules below what-if."""
    twin = pile.copy()
    try:
        assume(twin, *what)
        _deduce(twin, RULE_LEVEL["what-if"] - 1)
    except _ContradictionError:
        return True
    return False


_RULES = (
    ("single-home", _single_home),
    ("weak", _weak),
    ("taken", _taken),
    ("full", _full),
    ("twins", _twins),
    ("needy", _needy),
    ("what-if", _what_if),
)


def _deduce(pile: _Pile, level: int) -> list[Deduction]:
    """Use the rules up to *level*, the easiest that says something first, until none does."""
    used: list[Deduction] = []
    rules = [rule for name, rule in _RULES if RULE_LEVEL[name] <= level]
    pile.check()
    while deduction := next((found for rule in rules if (found := rule(pile))), None):
        pile.check()
        used.append(deduction)
    return used


def grade(numbers: list[int], wilds: int, min_series: int, *, level: int = 5) -> Grade | None:
    """Lay all of *numbers* and *wilds* (0 or 1) by the rules up to *level*; None where they do not suffice.

    >>> grade([17, 77, 79, 87, 28, 29, 99], 0, 3).level
    3
    """
    size = len(numbers) + wilds
    first = [Deduction("big-pile", size)] if size > 3 * min_series + 1 else []
    if wilds > 1 or size < min_series or (first and level < RULE_LEVEL["big-pile"]):
        return None
    hand = sum(BIT[n] for n in numbers)
    solved = _with_wild(numbers, hand, min_series, level) if wilds else _without(numbers, hand, min_series, level)
    if solved is None:
        return None
    deductions, pile = solved
    used = (*first, *deductions)
    homes = tuple((n, homes.bit_length() - 1) for n, homes in pile.homes.items())
    return Grade(max(RULE_LEVEL[deduction.rule] for deduction in used), used, homes)


def _without(numbers: list[int], hand: int, min_series: int, level: int) -> tuple[list[Deduction], _Pile] | None:
    pile = _Pile(numbers, hand & PRIME_BITS, {}, min_series, len(numbers) // min_series)
    if all(homes.bit_count() == 1 for homes in pile.homes.values()):
        pile.keys = pile.possible
        used = [Deduction("one-key", 0, tuple(numbers_in(pile.keys)))]
    elif not all(pile.homes.values()):
        return None
    else:
        used = []
    try:
        used += _deduce(pile, level)
    except _ContradictionError:
        return None
    return (used, pile) if pile.solved else None


def _with_wild(numbers: list[int], hand: int, min_series: int, level: int) -> tuple[list[Deduction], _Pile] | None:
    """Try the wild card in the series of every prime held, then as every other prime: all but one place must fail.

    Several keys may serve the same series, so what has to agree is which cards lie together.
    """
    if level < RULE_LEVEL["wild"]:
        return None
    held = hand & PRIME_BITS
    found: dict[frozenset[frozenset[int]], tuple[list[Deduction], _Pile]] = {}
    for key in (*_bits(held), *_bits(PRIME_BITS & ~hand)):
        pile = _Pile(numbers, held | key, {key: min_series - 1}, min_series, (len(numbers) + 1) // min_series)
        try:
            if not all(pile.homes.values()):
                continue
            pile.know(key)
            used = _deduce(pile, max(3, level if level > RULE_LEVEL["wild"] else 0))
        except _ContradictionError:
            continue
        if not pile.solved:
            return None
        series: dict[int, set[int]] = {key: {0}}
        for n, home in pile.homes.items():
            series.setdefault(home, set()).add(n)
        together = frozenset(frozenset(cards) for cards in series.values())
        found.setdefault(together, ([Deduction("wild", key.bit_length() - 1), *used], pile))
    return next(iter(found.values())) if len(found) == 1 else None


def sieve_cost(number: int) -> int:
    """Count the divisions by 3 and 7 that tell whether *number* is prime: none where a look suffices.

    >>> sieve_cost(48), sieve_cost(7), sieve_cost(51), sieve_cost(37), sieve_cost(91), sieve_cost(59)
    (0, 0, 1, 1, 2, 2)
    """
    if number < 10 or number % 2 == 0 or number % 5 == 0:
        return 0
    return 1 if number % 3 == 0 or number < 49 else 2
