"""digit-match: do two numbers share the units digit, the tens digit, or neither?

A level says which numbers meet and how often a digit of one stands in the other place of the other. The answer is drawn
first, then one of the pairs of the level that have it. Two different numbers never share both digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Any

from primecards.chance import pick, shuffled
from primecards.messages import Message, msg
from primecards.puzzles.exhibits import CardRow
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step, asks
from primecards.puzzles.reasons import ONE_DIGIT
from primecards.puzzles.responses import Choice, Option
from primecards.rules.cards import Card
from primecards.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class _Plan:
    """The numbers that meet at a level, and the crossed digits of pairs that share a digit and of those that do not."""

    these: tuple[int, ...]
    those: tuple[int, ...]
    crossed_if_shared: tuple[int, ...]
    crossed_if_neither: int


PLAIN = tuple(n for n in range(12, 100) if n % 10 not in (0, n // 10))
TWICE_A_DIGIT = tuple(range(11, 100, 11))
ROUND = tuple(range(10, 100, 10))
ONE_DIGIT_NUMBERS = tuple(range(1, 10))
LEVELS = {
    1: _Plan(PLAIN, PLAIN, crossed_if_shared=(0,), crossed_if_neither=0),
    2: _Plan(PLAIN, PLAIN, crossed_if_shared=(0,), crossed_if_neither=1),
    3: _Plan(PLAIN, (*PLAIN, *TWICE_A_DIGIT), crossed_if_shared=(1,), crossed_if_neither=2),
    4: _Plan(ROUND, (*PLAIN, *TWICE_A_DIGIT, *ROUND), crossed_if_shared=(0, 1), crossed_if_neither=1),
    5: _Plan(ONE_DIGIT_NUMBERS, tuple(range(1, 100)), crossed_if_shared=(0, 1), crossed_if_neither=1),
}
TEXTS = {
    "units": msg("the units digit"),
    "tens": msg("the tens digit"),
    "neither": msg("no digit in the same place"),
}
HIGHEST_LEVEL_WITH_MARKS = 2


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Draw the answer, and a pair of numbers of the *level* that has it."""
    right = pick(rng, tuple(TEXTS))
    numbers = shuffled(rng, pick(rng, _pairs(level)[right]))
    cards = tuple(Card(n) for n in numbers)
    options = tuple(
        Option(letter, value, TEXTS[value], _mistake(cards, right, value))
        for letter, value in zip("abc", shuffled(rng, TEXTS), strict=True)
    )
    single, zero = min(cards) < 10, any(card % 10 == 0 for card in cards)
    return Item(
        question=msg("What do {a} and {b} share?", a=cards[0], b=cards[1]),
        given={"cards": numbers},
        exhibits=(CardRow(cards),),
        response=Choice(options),
        answer=Answer.of(next(option.id for option in options if option.value == right)),
        solution=tuple(_solve(*cards)),
        difficulty=Difficulty(
            1 + _crossed(*cards) + (3 if single else 2 if zero else 0),
            ("units-digit", "tens-digit", "single-digit") if single else ("units-digit", "tens-digit"),
        ),
        mistakes=tuple((option.value, option.mistake) for option in options if option.mistake),
        aids=Aids(primes_marked=level <= HIGHEST_LEVEL_WITH_MARKS),
        rules=rules,
    )


def _shared(a: int, b: int) -> str:
    return "units" if a % 10 == b % 10 else "tens" if a // 10 == b // 10 else "neither"


def _crossed(a: int, b: int) -> int:
    """Count the digits, other than 0, of *a* that stand in the other place of *b*."""
    return (a // 10 == b % 10 != 0) + (a % 10 == b // 10 != 0)


@cache
def _pairs(level: int) -> dict[str, tuple[tuple[int, int], ...]]:
    """List the pairs of different numbers of *level*, by what they share."""
    plan = LEVELS[level]
    pairs: dict[str, dict[tuple[int, int], None]] = {value: {} for value in TEXTS}
    for a, b in product(plan.these, plan.those):
        shared = _shared(a, b)
        wanted = (plan.crossed_if_neither,) if shared == "neither" else plan.crossed_if_shared
        if a != b and _crossed(a, b) in wanted:
            pairs[shared][min(a, b), max(a, b)] = None
    return {shared: tuple(found) for shared, found in pairs.items()}


def _mistake(cards: tuple[Card, ...], right: str, value: str) -> str | None:
    """Name the mistake of choosing *value* for *cards*."""
    a, b = cards
    if value == right:
        return None
    if right == "neither":
        if not _crossed(a, b):
            return "no-shared-digit"
        return "no-tens-digit" if min(a, b) < 10 else "digits-swapped" if _crossed(a, b) == 2 else "wrong-place"
    if value == "neither":
        return "no-tens-digit" if min(a, b) < 10 else "digit-missed"
    return "places-mixed-up"


def _solve(a: Card, b: Card) -> Iterator[Step]:
    """Write the thought out: compare the units digits, then the tens digits."""
    for card in (a, b):
        if card < 10:
            no_tens = msg(
                "{number} has 0 tens, like all the numbers {range}, so its tens digit is 0.",
                number=int(card),
                range=ONE_DIGIT,
            )
            yield Step(no_tens, (card,))
    yield Step(_compare_units(int(a), int(b)), (a, b))
    yield Step(_compare_tens(int(a), int(b)), (a, b))
    match _shared(a, b):
        case "units":
            yield Step(msg("So they share the units digit."))
        case "tens":
            yield Step(msg("So they share the tens digit."))
        case _:
            yield Step(msg("So they share no digit in the same place."))


def _compare_units(a: int, b: int) -> Message:
    if a % 10 == b % 10:
        return msg("{a} and {b} both have the units digit {digit}.", a=a, b=b, digit=a % 10)
    return msg("The units digits are different: {digit} in {a}, {other} in {b}.", a=a, b=b, digit=a % 10, other=b % 10)


def _compare_tens(a: int, b: int) -> Message:
    if a // 10 == b // 10:
        return msg("{a} and {b} both have the tens digit {digit}.", a=a, b=b, digit=a // 10)
    return msg("The tens digits are different: {digit} in {a}, {other} in {b}.", a=a, b=b, digit=a // 10, other=b // 10)


def space(level: int, rules: Rules) -> frozenset[str]:
    """List what the items of *level* ask: a pair each."""
    pairs = (pair for found in _pairs(level).values() for pair in found)
    return frozenset(asks(KIND.name, rules, {"cards": list(pair)}) for pair in pairs)


def oracle(given: dict[str, Any], least: int) -> list[Any]:  # noqa: ARG001 - the same for every kind
    """Find the value of the right option again, from the numbers as they are written."""
    a, b = (f"{number:02}" for number in given["cards"])
    return [value for value, same in (("tens", a[0] == b[0]), ("units", a[1] == b[1])) if same] or ["neither"]


KIND = Kind(
    name="digit-match",
    title=msg("Same digit, same place"),
    teaches=msg("Comparing two numbers digit by digit, each in its place"),
    levels=(
        msg("two-digit numbers, no digit in both places"),
        msg("sometimes a digit of one number stands in the other place of the other"),
        msg("numbers with their digits swapped, such as 23 and 32, or a digit twice, such as 33"),
        msg("at least one number with 0 units, such as 40"),
        msg("at least one single-digit number, which has 0 tens"),
    ),
    hint=msg("Compare the units digits with each other, and the tens digits with each other."),
    strand="place-value",
    make=make,
    space=space,
    oracle=oracle,
)
