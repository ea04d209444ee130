"""What a person concludes from a hand, rule by rule: the reasoning of the graded solver (see `grading`).

A pile holds, for every number card, the keys it may still belong to. One of its cards may have to be left over (a
discard); then being left over is one more place for every card, and the rules leave room for it.

| level | rule | says |
|---|---|---|
| 1 | one-key | every card fits one prime of the hand only |
| 1 | stranger | the hand has one prime, and one card does not fit it: that card is left over |
| 2 | weak | a prime that too few cards fit is no key |
| 2 | single-home | a card with one key left goes there, and that prime is a key |
| 2 | lonely | a card that fits no possible key is left over, and no other card is |
| 2 | pair | two cards with the same one key left: only one can be left over, so that prime is a key |
| 3 | taken | a prime that lies in another series is no key |
| 3 | full | the cards make no more series: all other primes are members |
| 3 | twins | two primes without cards enough for both are not both keys |
| 4 | needy | a key with just enough cards left takes them all |
| 4 | last-left | every card but one lies in a series: that one is left over |
| 4 | wild | the wild card is tried in every series, and as a key: one place only works |
| 5 | wild-and-discard | the wild card is tried so, and left over: in every place the same card has to go |
| 5 | what-if | one assumption leads to a contradiction, so the opposite holds |
| 5 | big-pile | too many cards to see at a glance: more than 3 m + 1 for series of at least m |

Every conclusion holds in all the ways to lay the cards, if there is any way at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from primecards.rules.masks import BIT, KEYS_OF, numbers_in

RULE_LEVEL = {
    "one-key": 1,
    "stranger": 1,
    "weak": 2,
    "single-home": 2,
    "lonely": 2,
    "pair": 2,
    "taken": 3,
    "full": 3,
    "twins": 3,
    "needy": 4,
    "last-left": 4,
    "wild": 4,
    "wild-and-discard": 5,
    "what-if": 5,
    "big-pile": 5,
}
# What a rule adds to the score of a hand each time it is used.
RULE_COST = {
    "one-key": 0.5,
    "stranger": 0.5,
    "weak": 1.0,
    "single-home": 0.5,
    "lonely": 1.0,
    "pair": 0.5,
    "taken": 1.0,
    "full": 1.5,
    "twins": 1.5,
    "needy": 2.0,
    "last-left": 1.0,
    "wild": 4.0,
    "wild-and-discard": 8.0,
    "what-if": 4.0,
    "big-pile": 3.0,
}
# The place of a card that is left over, among the bits of keys; no key has it, since no prime is 0.
LEFT_OVER = BIT[0]


@dataclass(frozen=True, slots=True)
class Deduction:
    """One use of a *rule*: the *prime* or card it speaks of, and the cards that show it."""

    rule: str
    subject: int
    cards: tuple[int, ...] = ()


class ContradictionError(Exception):
    """The assumptions leave a card without a place, or a key without cards enough."""


class Pile:
    """Number cards with the keys each may still belong to (bits), and what is known of the keys."""

    def __init__(
        self,
        numbers: list[int],
        possible: int,
        needs: dict[int, int],
        least: int,
        most_series: int,
        spare: int = 0,
    ) -> None:
        """Begin with the *possible* keys, some of which need more or fewer than *least* cards; *spare*: too many."""
        anywhere = LEFT_OVER if spare else 0
        self.homes = {n: KEYS_OF[BIT[n]] & possible | anywhere for n in numbers}
        self.possible = possible
        self.keys = 0
        self.needs = needs
        self.least = least
        self.most_series = most_series
        self.spare = spare

    def copy(self) -> Pile:
        """Return a pile to try an assumption on."""
        twin = Pile([], self.possible, self.needs, self.least, self.most_series, self.spare)
        twin.homes = dict(self.homes)
        twin.keys = self.keys
        return twin

    def candidates(self, key: int) -> tuple[int, ...]:
        """List the cards that may belong to *key*, or be left over if that is the key given."""
        return tuple(sorted(n for n, homes in self.homes.items() if homes & key))

    def need(self, key: int) -> int:
        """How many number cards the series of *key* takes at least."""
        return self.needs.get(key, self.least)

    def exclude(self, key: int) -> None:
        """Conclude that *key* is no key."""
        self.possible &= ~key
        for n, homes in self.homes.items():
            if homes & key:
                self.keep(n, homes & ~key)
        if self.keys & key:
            raise ContradictionError

    def keep(self, n: int, homes: int) -> None:
        """Conclude that the card *n* belongs to one of *homes*."""
        if not homes:
            raise ContradictionError
        self.homes[n] = homes

    def know(self, key: int) -> None:
        """Conclude that *key* is a key, and that its card, if held, lies in its own series."""
        self.keys |= key
        held = key.bit_length() - 1
        if held in self.homes:
            self.keep(held, self.homes[held] & key)

    def check(self) -> None:
        """Refuse more series than there can be, a key with too few cards, and no card to leave over."""
        if self.keys.bit_count() > self.most_series:
            raise ContradictionError
        for key in bits(self.keys):
            if len(self.candidates(key)) < self.need(key):
                raise ContradictionError
        if self.spare and not self.candidates(LEFT_OVER):
            raise ContradictionError

    @property
    def left_over(self) -> int | None:
        """The card that is left over, if only one can be and it can lie nowhere else."""
        spare = self.candidates(LEFT_OVER)
        return spare[0] if len(spare) == 1 and self.homes[spare[0]] == LEFT_OVER else None

    @property
    def solved(self) -> bool:
        """Whether the place of every card is known; of a pile with a card too many, which card that is."""
        if self.spare:
            return self.left_over is not None
        return all(homes.bit_count() == 1 and homes & self.keys for homes in self.homes.values())

    def undecided(self) -> int:
        """Return the primes that may be keys and are not known to be."""
        return self.possible & ~self.keys


def bits(mask: int) -> Iterator[int]:
    """Go through the bits of *mask*."""
    return (BIT[n] for n in numbers_in(mask))


def _lonely(pile: Pile) -> Deduction | None:
    for n, homes in pile.homes.items():
        if homes == LEFT_OVER and len(others := pile.candidates(LEFT_OVER)) > 1:
            for other in others:
                if other != n:
                    pile.keep(other, pile.homes[other] & ~LEFT_OVER)
            return Deduction("lonely", n, tuple(numbers_in(pile.possible)))
    return None


def _last_left(pile: Pile) -> Deduction | None:
    spare = pile.candidates(LEFT_OVER)
    if len(spare) == 1 and pile.homes[spare[0]] != LEFT_OVER:
        pile.keep(spare[0], LEFT_OVER)
        return Deduction("last-left", spare[0])
    return None


def _pair(pile: Pile) -> Deduction | None:
    seen: dict[int, int] = {}
    for n, homes in pile.homes.items():
        key = homes & ~LEFT_OVER
        if key != homes and key.bit_count() == 1 and not key & pile.keys:
            if key in seen:
                pile.know(key)
                return Deduction("pair", key.bit_length() - 1, (seen[key], n))
            seen[key] = n
    return None


def _weak(pile: Pile) -> Deduction | None:
    for key in bits(pile.undecided()):
        cards = pile.candidates(key)
        if len(cards) < pile.need(key):
            pile.exclude(key)
            return Deduction("weak", key.bit_length() - 1, cards)
    return None


def _single_home(pile: Pile) -> Deduction | None:
    for n, homes in pile.homes.items():
        if homes.bit_count() == 1 and not homes & (pile.keys | LEFT_OVER):
            pile.know(homes)
            return Deduction("single-home", n, (homes.bit_length() - 1,))
    return None


def _taken(pile: Pile) -> Deduction | None:
    for key in bits(pile.undecided()):
        n = key.bit_length() - 1
        if n in pile.homes and not pile.homes[n] & key:
            pile.exclude(key)
            return Deduction("taken", n, tuple(numbers_in(pile.homes[n])))
    return None


def _full(pile: Pile) -> Deduction | None:
    if pile.keys.bit_count() == pile.most_series and (others := pile.undecided()):
        for key in bits(others):
            pile.exclude(key)
        return Deduction("full", pile.most_series, tuple(numbers_in(pile.keys)))
    return None


def _twins(pile: Pile) -> Deduction | None:
    for key in bits(pile.keys):
        near = set(pile.candidates(key))
        for other in bits(pile.undecided()):
            both = near.union(pile.candidates(other))
            if len(both) < pile.need(key) + pile.need(other):
                pile.exclude(other)
                return Deduction("twins", other.bit_length() - 1, (key.bit_length() - 1, *sorted(both)))
    return None


def _needy(pile: Pile) -> Deduction | None:
    for key in bits(pile.keys):
        cards = pile.candidates(key)
        if len(cards) == pile.need(key) and any(pile.homes[n] != key for n in cards):
            for n in cards:
                pile.keep(n, key)
            return Deduction("needy", key.bit_length() - 1, cards)
    return None


def _what_if(pile: Pile) -> Deduction | None:
    for key in bits(pile.undecided()):
        prime = key.bit_length() - 1
        if _refuted(pile, Pile.know, key):
            pile.exclude(key)
            return Deduction("what-if", prime)
        if _refuted(pile, Pile.exclude, key):
            pile.know(key)
            return Deduction("what-if", prime, (prime,))
    for n, homes in pile.homes.items():
        for key in bits(homes) if homes.bit_count() > 1 else ():
            if _refuted(pile, Pile.keep, n, key):
                pile.keep(n, homes & ~key)
                return Deduction("what-if", n, tuple(numbers_in(homes & ~key)))
    return None


def _refuted(pile: Pile, assume: Callable[..., None], *what: int) -> bool:
    """Whether an assumption leads to a contradiction by the rules below what-if."""
    twin = pile.copy()
    try:
        assume(twin, *what)
        deduce(twin, RULE_LEVEL["what-if"] - 1, to_the_end=True)
    except ContradictionError:
        return True
    return False


_RULES = (
    ("lonely", _lonely),
    ("single-home", _single_home),
    ("pair", _pair),
    ("weak", _weak),
    ("taken", _taken),
    ("full", _full),
    ("twins", _twins),
    ("needy", _needy),
    ("last-left", _last_left),
    ("what-if", _what_if),
)


def deduce(pile: Pile, level: int, *, to_the_end: bool = False) -> list[Deduction]:
    """Use the rules up to *level*, the easiest that says something first, until none does or all is known.

    A pile with a card too many is known when that card is; *to_the_end* goes on, looking for a contradiction.
    """
    used: list[Deduction] = []
    rules = [rule for name, rule in _RULES if RULE_LEVEL[name] <= level]
    pile.check()
    while to_the_end or not (pile.spare and pile.solved):
        deduction = next((found for rule in rules if (found := rule(pile))), None)
        if deduction is None:
            break
        pile.check()
        used.append(deduction)
    return used
