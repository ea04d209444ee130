"""The rule of thumb: keep the cards of your best keys, take what adds to them, throw what fits nothing.

The best keys are primes held, as many as there can be series (two of 7 cards): those that together cover the most of
the numbers held. A move needs one sentence, so worked examples can play this way; `advise` (in `advice`) says it.

It cannot go on for ever: wild cards are kept, a number is taken only if more are covered with it, and no turn covers
fewer. `wants` and `throw` are the whole strategy on bits, some 6 us a turn without wild cards.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from random import Random
from typing import TypeAlias

from primecards.game.events import Event
from primecards.game.moves import banned_discard, discard, draw_from, going_out
from primecards.game.view import PlayerView
from primecards.rules.masks import BIT, KEYS_OF, NEAR_OF, PRIME_BITS, WILD_BIT, Plan, winning_discards

Best: TypeAlias = "tuple[Plan, int, int]"


def best_keys(numbers: int, most: int) -> Best:
    """Choose at most *most* of the primes held: (the keys, the numbers 1..99 they reach, how many held they cover)."""
    keys: Plan = ()
    reach, largest = 0, -1
    for chosen, near in _choices(numbers & PRIME_BITS, most):
        size = (numbers & near).bit_count()
        if size > largest:
            keys, reach, largest = chosen, near, size
    return keys, reach, largest


@lru_cache(maxsize=4096)
def _choices(held: int, most: int) -> list[tuple[Plan, int]]:
    """List the ways to choose *most* of the primes *held*, or all if they are fewer, each with the numbers they reach.

    Few sets of primes make up most hands, and a simulation asks for them several times a turn.
    """
    primes = []
    while held:
        key = held & -held
        held ^= key
        primes.append(key)
    ways = combinations(primes, min(most, len(primes)))
    return [(keys, reduce(or_, (NEAR_OF[key] for key in keys), 0)) for keys in ways]


def wants(numbers: int, wilds: int, card: int, min_series: int) -> bool:
    """Whether to take *card* (a bit): it is wild, lets the holder go out, or the best keys cover more with it."""
    if card == WILD_BIT:
        return True
    count = numbers.bit_count()
    most = (count + wilds) // min_series
    _, reach, covered = best_keys(numbers, most)
    if (wilds or covered == count) and winning_discards(numbers | card, wilds, min_series):
        return True
    if covered == count:
        return False
    if card & reach:
        return True
    useful = card & PRIME_BITS or numbers & KEYS_OF[card]
    return bool(useful) and best_keys(numbers | card, most)[2] > covered


def throw(numbers: int, wilds: int, min_series: int, banned: int = 0) -> tuple[int, bool]:
    """Choose the discard (a bit, not *banned*) from one card too many; and whether the holder goes out with it."""
    size = numbers.bit_count() + wilds - 1
    keys, reach, covered = best_keys(numbers, size // min_series)
    # Without wild cards the keys of a whole hand are primes held, so that they cover it all.
    if wilds or covered >= size:
        won = winning_discards(numbers, wilds, min_series) & ~banned
        if won:
            return won & -won, True
    loose = numbers & ~reach & ~banned
    if loose:
        loose = loose & ~PRIME_BITS or loose
        return loose & -loose, False
    spare = numbers & ~sum(keys) & ~banned
    if spare:
        return _most_spare(spare, numbers, keys), False
    left = numbers & ~banned or (WILD_BIT if wilds else numbers)
    return left & -left, False


def _most_spare(cards: int, numbers: int, keys: Plan) -> int:
    """Pick of *cards*, each of which fits one of the *keys*, the one whose neediest key is best provided for."""
    most, sparest = 0, 0
    provided = [(NEAR_OF[key], (numbers & NEAR_OF[key]).bit_count()) for key in keys]
    while cards:
        card = cards & -cards
        cards ^= card
        least = min(count for near, count in provided if near & card)
        if least > most:
            most, sparest = least, card
    return sparest


def rule_of_thumb(view: PlayerView, rng: Random) -> Event:  # noqa: ARG001 - chance is offered, and not needed
    """Play by the rule of thumb."""
    least = view.rules.min_series
    if view.phase == "draw":
        upcard = view.upcard
        takes = upcard is not None and wants(view.numbers, view.wilds, BIT[upcard], least)
        return draw_from(view, "upcard" if takes else "stock")
    card, wins = throw(view.numbers, view.wilds, least, banned_discard(view))
    return going_out(view, card) if wins else discard(view, card)
