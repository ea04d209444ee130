"""What is right, kind by kind, found from what an item shows and from the rule book alone.

A judge gets a pupil's copy of an item and finds every right response by trying; it shares no code with `primecards`.
A new kind is not believed before it has a judge here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from tests import brute_force as brute

Copy = dict[str, Any]
Right = frozenset[Any]
"""Right responses in one order: see `in_one_order`."""


def in_one_order(copy: Copy, response: Any) -> Any:
    """A response's JSON as a value that is equal whatever the order of its cards or groups, where order is nothing."""
    match copy["response"]["form"]:
        case "arrangement":
            return frozenset((group["key"], tuple(sorted(map(str, group["cards"])))) for group in response)
        case "cards":
            return tuple(sorted(map(str, response)))
        case "blanks":
            return tuple(response)
        case _:
            return response


def judge(copy: Copy) -> Right:
    """Every right response to an item, from its pupil's copy."""
    found = JUDGES[copy["kind"]](copy["given"], copy["rules"]["min_series"])
    if copy["response"]["form"] == "choice":
        values = list(found)
        return frozenset(option["id"] for option in copy["response"]["options"] if option["value"] in values)
    return frozenset(in_one_order(copy, response) for response in found)


def split(cards: Iterable[Any]) -> tuple[tuple[int, ...], int]:
    """Cards as numbers in rising order and a count of wild cards."""
    row = list(cards)
    return tuple(sorted(card for card in row if card != "w")), row.count("w")


def is_series(cards: Iterable[Any], least: int) -> bool:
    return brute.is_series(*split(cards), least)


def any_or_all(given: Copy, right: list[Any]) -> list[Any]:
    return [right] if given["want"] == "all" else [[card] for card in right]


# --- Primes and digits --------------------------------------------------------------------------------------------


def is_prime(given: Copy, _: int) -> list[Any]:
    return ["yes" if given["number"] in brute.PRIMES else "no"]


def factor_pair(given: Copy, _: int) -> list[Any]:
    number = given["number"]
    return [[a, b] for a in range(2, number) for b in range(2, number) if a * b == number]


def sort_primes(given: Copy, _: int) -> list[Any]:
    return [[card for card in given["cards"] if card in brute.PRIMES]]


def digit_place(given: Copy, _: int) -> list[Any]:
    def answer(number: int, ask: str) -> int:
        tens, units = map(int, f"{number:02}")
        return {"tens": tens, "units": units, "tens-value": 10 * tens, "units-value": units}[ask]

    return [[answer(**question) for question in given["questions"]]]


def digit_match(given: Copy, _: int) -> list[Any]:
    one, other = (f"{card:02}" for card in given["cards"])
    shared = [place for place, a, b in zip(("tens", "units"), one, other, strict=True) if a == b]
    return shared or ["neither"]


def hundred_chart(given: Copy, _: int) -> list[Any]:
    keys = given.get("keys", [given.get("key")])
    places = {"tens": (0,), "units": (1,), "both": (0, 1)}[given.get("part", "both")]

    def belongs(number: int) -> bool:
        return all(any(f"{number:02}"[place] == f"{key:02}"[place] for place in places) for key in keys)

    return [[number for number in brute.NUMBERS if number not in keys and belongs(number)]]


def bridge_cards(given: Copy, _: int) -> list[Any]:
    return [[card for card in given["cards"] if all(brute.shares_a_digit(card, key) for key in given["keys"])]]


def fits_key(given: Copy, _: int) -> list[Any]:
    return [[card for card in given["cards"] if brute.shares_a_digit(card, given["key"])]]


# --- Series -------------------------------------------------------------------------------------------------------


def valid_series(given: Copy, least: int) -> list[Any]:
    cards = given["cards"]
    if is_series(cards, least):
        return ["valid"]
    faults = ["too-short"] if len(cards) < least else []
    if not any(card == "w" or card in brute.PRIMES for card in cards):
        faults.append("no-prime")
    elif not brute.keys_of(*split(cards)):
        faults.append("does-not-fit")
    return faults


def find_key(given: Copy, least: int) -> list[Any]:
    cards = tuple(given["cards"])
    valid = [p for p in brute.PRIMES if len(cards) >= least and brute.is_series_under(p, cards, 0)]
    return any_or_all(given, [card for card in cards if card in valid])


def odd_one_out(given: Copy, least: int) -> list[Any]:
    cards = given["cards"]
    if is_series(cards, least):
        return []
    return [[card] for card in cards if is_series([other for other in cards if other != card], least)]


def complete_series(given: Copy, least: int) -> list[Any]:
    conditions: dict[str | None, Callable[[int], bool]] = {
        None: lambda _: True,
        "composite": lambda number: number > 1 and number not in brute.PRIMES,
        "prime": lambda number: number in brute.PRIMES,
        "two-digit": lambda number: number > 9,
        "single-digit": lambda number: number < 10,
    }
    meets = conditions[given["condition"]]
    new = [n for n in given.get("choose_from") or brute.NUMBERS if n not in given["cards"] and meets(n)]
    return [list(more) for more in combinations(new, given["blanks"]) if is_series([*given["cards"], *more], least)]


def wild_card(given: Copy, least: int) -> list[Any]:
    cards = list(given["cards"])
    cards.remove("w")
    numbers = [number for number in given.get("choose_from") or brute.NUMBERS if number not in cards]
    return any_or_all(given, [number for number in numbers if is_series([*cards, number], least)])


def build_series(given: Copy, least: int) -> list[Any]:
    cards = given["cards"]
    for size in range(len(cards), least - 1, -1):
        if found := [list(some) for some in combinations(cards, size) if is_series(some, least)]:
            return found
    return []


# --- Hands --------------------------------------------------------------------------------------------------------


def arrange_hand(given: Copy, least: int) -> list[Any]:
    ways = brute.arrangements(*split(given["cards"]), least)
    return [[{"key": key, "cards": [*numbers, *["w"] * wilds]} for key, numbers, wilds in way] for way in ways]


def find_mistake(given: Copy, least: int) -> list[Any]:
    def mistakes() -> Iterator[Any]:
        for group in given["arrangement"]:
            key, (numbers, wilds) = group["key"], split(group["cards"])
            if len(group["cards"]) < least:
                yield "count"
            if key not in brute.PRIMES:
                yield key
            else:
                yield from (number for number in numbers if not brute.shares_a_digit(number, key))
                assert wilds or key in numbers

    return list(mistakes())


def best_discard(given: Copy, least: int) -> list[Any]:
    right = [card or "w" for card in sorted(brute.winning_discards(*split(given["cards"]), least))]
    return any_or_all({"want": "any", **given}, right)


def count_outs(given: Copy, least: int) -> list[Any]:
    return [sorted(brute.outs(*split(given["cards"]), least))]


def take_or_draw(given: Copy, least: int) -> list[Any]:
    numbers, wilds = split([*given["cards"], given["upcard"]])
    wins = brute.winning_discards(numbers, wilds, least)
    return [{"take": True, "discard": card or "w"} for card in wins] or [{"take": False}]


def score_hands(given: Copy, _: int) -> list[Any]:
    games = given.get("games") or [{"scoring": "keys", "hands": given["hands"]}]
    players = given.get("players") or [hand["player"] for hand in given["hands"]]

    def points(game: Copy, player: str) -> int:
        if game["scoring"] == "places":
            place = game["finished"].index(player) + 1
            return place if place > 1 else 0
        (hand,) = (hand for hand in game["hands"] if hand["player"] == player)
        return 0 if hand["winner"] else sum(card == "w" or card in brute.PRIMES for card in hand["cards"])

    return [[sum(points(game, player) for game in games) for player in players]]


JUDGES: dict[str, Callable[[Copy, int], list[Any]]] = {
    "is-prime": is_prime,
    "factor-pair": factor_pair,
    "sort-primes": sort_primes,
    "digit-place": digit_place,
    "digit-match": digit_match,
    "hundred-chart": hundred_chart,
    "bridge-cards": bridge_cards,
    "fits-key": fits_key,
    "valid-series": valid_series,
    "find-key": find_key,
    "odd-one-out": odd_one_out,
    "complete-series": complete_series,
    "wild-card": wild_card,
    "build-series": build_series,
    "arrange-hand": arrange_hand,
    "find-mistake": find_mistake,
    "best-discard": best_discard,
    "count-outs": count_outs,
    "take-or-draw": take_or_draw,
    "score-hands": score_hands,
}
