"""What is right, kind by kind, found from what an item shows and from the rule book alone.

A judge gets the `given` of an item and its least series, and finds every right response by trying; it shares no code
with `primecards`. A new kind is not believed before it has a judge here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests import brute_force as brute

Right = frozenset[Any]
"""Right responses in one order: see `in_one_order`."""


def in_one_order(response: Any) -> Any:
    """A response's JSON as a value that is equal whatever the order of its cards or groups."""
    if isinstance(response, list) and response and isinstance(response[0], dict):
        return frozenset((group["key"], tuple(sorted(map(str, group["cards"])))) for group in response)
    if isinstance(response, list):
        return tuple(sorted(map(str, response)))
    return response


def find_key(given: dict[str, Any], least: int) -> Right:
    cards = tuple(given["cards"])
    valid = [p for p in brute.PRIMES if len(cards) >= least and brute.is_series_under(p, cards, 0)]
    keys = [card for card in cards if card in valid]
    rights = [keys] if given["want"] == "all" else [[key] for key in keys]
    return frozenset(map(in_one_order, rights))


def fits_key(given: dict[str, Any], least: int) -> Right:
    return frozenset({in_one_order([card for card in given["cards"] if brute.shares_a_digit(card, given["key"])])})


def arrange_hand(given: dict[str, Any], least: int) -> Right:
    cards = given["cards"]
    ways = brute.arrangements(tuple(card for card in cards if card != "w"), cards.count("w"), least)
    return frozenset(
        in_one_order([{"key": key, "cards": [*numbers, *["w"] * wilds]} for key, numbers, wilds in way]) for way in ways
    )


JUDGES: dict[str, Callable[[dict[str, Any], int], Right]] = {
    "find-key": find_key,
    "fits-key": fits_key,
    "arrange-hand": arrange_hand,
}
