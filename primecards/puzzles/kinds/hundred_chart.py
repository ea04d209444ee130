"""hundred-chart: shade every number that fits the key, or every key.

Which keys there are and which of their digits count is all that a level says; the answer is worked out from the rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

from primecards.chance import pick
from primecards.messages import Message, msg, nmsg
from primecards.puzzles.exhibits import HundredChart, KeyCards
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step, asks
from primecards.puzzles.mistakes import misfit
from primecards.puzzles.oracle import NUMBERS, joins
from primecards.puzzles.reasons import ONE_DIGIT, fit_or_not
from primecards.puzzles.responses import CardSet
from primecards.puzzles.two_keys import TEMPTING, fit_or_not_both, how_to_fit_both, misfit_both
from primecards.rules.cards import NUMBER_CARDS, Card
from primecards.rules.numbers import PRIMES, fits
from primecards.rules.ruleset import Rules

Keys: TypeAlias = tuple[int, ...]

ONE_DIGIT_KEYS = tuple(p for p in PRIMES if p < 10)
TWO_DIGIT_KEYS = tuple(p for p in PRIMES if p > 10)
# What may be asked at a level: a key and the part of it that counts, or two keys.
LEVELS: dict[int, tuple[tuple[Keys, str], ...]] = {
    1: tuple(((key,), "tens") for key in TWO_DIGIT_KEYS),
    2: tuple(((key,), "units") for key in TWO_DIGIT_KEYS),
    3: tuple(((key,), "both") for key in TWO_DIGIT_KEYS),
    4: tuple(((key,), part) for key in ONE_DIGIT_KEYS for part in ("tens", "units", "both")),
    5: tuple((keys, "both") for keys in combinations(PRIMES, 2)),
}
STEPS = {"tens": ("tens-digit",), "units": ("units-digit",), "both": ("tens-digit", "units-digit")}
SCORES = {"tens": 1, "units": 2, "both": 3}
FOR_A_SINGLE_DIGIT = 3
FOR_TWO_KEYS = 4
HIGHEST_LEVEL_WITH_MARKS = 2


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Draw what is asked, and find every number that fits."""
    keys, part = pick(rng, LEVELS[level])
    right = tuple(card for card in NUMBER_CARDS if card not in keys and _is_right(card, keys, part))
    others = (card for card in NUMBER_CARDS if card not in keys and card not in right)
    mistakes = ((card, _mistake(card, keys)) for card in others)
    single = len(keys) == 1 and keys[0] < 10
    return Item(
        question=_question(keys, part),
        given=_given(keys, part),
        exhibits=(KeyCards(tuple(Card(key) for key in keys)), HundredChart()),
        response=CardSet(),
        answer=Answer.of(right),
        solution=tuple(_solve(keys, right)),
        difficulty=Difficulty(
            SCORES[part] + (FOR_A_SINGLE_DIGIT if single else 0) + (FOR_TWO_KEYS if len(keys) > 1 else 0),
            ("two-keys",) if len(keys) > 1 else (*STEPS[part], "single-digit") if single else STEPS[part],
        ),
        mistakes=tuple((card, mistake) for card, mistake in mistakes if mistake),
        aids=Aids(primes_marked=level <= HIGHEST_LEVEL_WITH_MARKS),
        rules=rules,
    )


def _given(keys: Keys, part: str) -> dict[str, Any]:
    return {"key": keys[0], "part": part} if len(keys) == 1 else {"keys": list(keys)}


def _is_right(card: int, keys: Keys, part: str) -> bool:
    match part:
        case "tens":
            return card // 10 == keys[0] // 10
        case "units":
            return card % 10 == keys[0] % 10
        case _:
            return all(fits(card, key) for key in keys)


def _mistake(card: int, keys: Keys) -> str:
    """Name what may tempt a pupil to shade *card*, which is wrong; "" for nothing in particular."""
    if len(keys) > 1:
        mistake = misfit_both(card, keys[0], keys[1])
    elif fits(card, keys[0]):
        return "places-mixed-up"
    else:
        mistake = misfit(card, keys[0], ())
    return mistake if mistake in (*TEMPTING, "one-key-only") else ""


def _question(keys: Keys, part: str) -> Message:
    if len(keys) > 1:
        first, second = keys
        return msg(
            "In the hundred chart, shade all the other numbers that fit both key {a} and key {b}.", a=first, b=second
        )
    match part:
        case "tens":
            return msg("In the hundred chart, shade all the other numbers with the tens digit of {key}.", key=keys[0])
        case "units":
            return msg("In the hundred chart, shade all the other numbers with the units digit of {key}.", key=keys[0])
        case _:
            return msg("In the hundred chart, shade all the other numbers that fit key {key}.", key=keys[0])


def _solve(keys: Keys, right: tuple[Card, ...]) -> Iterator[Step]:
    """Write the thought out: a digit of the key at a time, or how a number fits both keys."""
    if len(keys) > 1:
        yield from how_to_fit_both(keys[0], keys[1])
    else:
        (key,) = keys
        tens = tuple(card for card in right if card // 10 == key // 10)
        units = tuple(card for card in right if card % 10 == key % 10)
        if tens and key < 10:
            yield Step(msg("{key} has 0 tens, like all the numbers {range}.", key=key, range=ONE_DIGIT), tens)
        elif tens:
            yield Step(msg("The tens digit of {key} is {digit}.", key=key, digit=key // 10), tens)
        if units:
            yield Step(msg("The units digit of {key} is {digit}.", key=key, digit=key % 10), units)
    total = nmsg("Shade one number: {cards}.", "Shade {n} numbers: {cards}.", len(right), cards=right)
    yield Step(total, right)


def explain(item: Item, card: Card) -> Message:
    """Say by which digits *card* fits, or does not."""
    match item.given:
        case {"keys": keys} if card in keys:
            return msg("{card} is a key itself: only other numbers are shaded.", card=card)
        case {"keys": [first, second]}:
            return fit_or_not_both(card, first, second)
        case {"key": key} if card == key:
            return msg("{card} is a key itself: only other numbers are shaded.", card=card)
        case {"key": key, "part": "tens"} if card // 10 != key // 10:
            tens, key_tens = card // 10, key // 10
            return msg("The tens digit of {card} is {tens}, not {key_tens}.", card=card, tens=tens, key_tens=key_tens)
        case {"key": key, "part": "units"} if card % 10 != key % 10:
            units, key_units = card % 10, key % 10
            return msg(
                "The units digit of {card} is {units}, not {key_units}.", card=card, units=units, key_units=key_units
            )
        case _:
            return fit_or_not(card, item.given["key"])


def space(level: int, rules: Rules) -> frozenset[str]:
    """List what the items of *level* ask: a key and a part of it, or two keys."""
    return frozenset(asks(KIND.name, rules, _given(keys, part)) for keys, part in LEVELS[level])


def oracle(given: dict[str, Any], least: int) -> list[Any]:  # noqa: ARG001 - the same for every kind
    """Find the numbers again, as they are written."""
    keys = given.get("keys") or [given["key"]]
    place = {"tens": 0, "units": 1}.get(given.get("part", "both"))
    fit = [n for n in NUMBERS if n not in keys and all(joins(n, key) for key in keys)]
    return [[n for n in fit if place is None or f"{n:02}"[place] == f"{keys[0]:02}"[place]]]


KIND = Kind(
    name="hundred-chart",
    title=msg("Shade the hundred chart"),
    teaches=msg("Numbers with a digit in common, and where they lie in the hundred chart"),
    levels=(
        msg("the tens digit of a two-digit key"),
        msg("the units digit of a two-digit key"),
        msg("both digits of a two-digit key"),
        msg("a single-digit key, which has 0 tens"),
        msg("the numbers that fit two keys"),
    ),
    hint=msg("Take the digits of the key one at a time. Which numbers have that digit, in the same place?"),
    strand="place-value",
    make=make,
    explain=explain,
    space=space,
    oracle=oracle,
)
