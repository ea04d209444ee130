"""digit-place: the tens digit, the units digit, and the value of a digit.

Each level puts together numbers that make one mistake likely: none, the digits swapped, a zero, no tens digit at all.
A digit whose value is asked stands in its number once, so there is one answer to every question.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, TypeAlias

from primecards.chance import pick, shuffled
from primecards.messages import Message, msg
from primecards.puzzles.exhibits import PlaceValueFrame
from primecards.puzzles.item import Answer, Difficulty, Item, Kind, Step, asks
from primecards.puzzles.reasons import ONE_DIGIT
from primecards.puzzles.responses import Blanks
from primecards.rules.cards import Card
from primecards.rules.ruleset import Rules

Asks: TypeAlias = tuple[str, ...]

PLAIN = tuple(n for n in range(12, 100) if n % 10 not in (0, n // 10))
ROUND = tuple(range(10, 100, 10))
ONE_DIGIT_NUMBERS = tuple(range(1, 10))
SWAPPED = tuple((n, n % 10 * 10 + n // 10) for n in PLAIN if n // 10 < n % 10)
SHARING = tuple((r, n) for r in ROUND for n in PLAIN if r // 10 in divmod(n, 10))
NO_TENS = tuple(product(ONE_DIGIT_NUMBERS, ROUND))

DIGITS = (("tens", "units"),)
VALUES = (("tens-value", "units-value"),)
DIGIT_AND_VALUE = (("tens", "units-value"), ("units", "tens-value"))
OF_ROUND = (("units", "tens"), ("units", "tens-value"))
OF_ONE_DIGIT = (("tens", "units"), ("tens", "units-value"))
# The numbers that stand together at a level, and what is asked of each.
LEVELS: dict[int, tuple[tuple[tuple[int, ...], ...], tuple[tuple[Asks, ...], ...]]] = {
    1: (tuple((n,) for n in PLAIN), (DIGITS,)),
    2: (tuple((n,) for n in PLAIN), (VALUES,)),
    3: (SWAPPED, (DIGIT_AND_VALUE, DIGIT_AND_VALUE)),
    4: (SHARING, (OF_ROUND, DIGIT_AND_VALUE)),
    5: (NO_TENS, (OF_ONE_DIGIT, OF_ROUND)),
}


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Draw numbers that stand together at the *level*, and what to ask of each."""
    together, asked = LEVELS[level]
    numbers = pick(rng, together)
    each = [(number, pick(rng, of_one)) for number, of_one in zip(numbers, asked, strict=True)]
    questions = [(number, ask) for number, of_one in shuffled(rng, each) for ask in of_one]
    values = tuple(_value(number, ask) for number, ask in questions)
    return Item(
        question=msg("Write the digits of each number in the table. Then answer."),
        given=_given(questions),
        exhibits=(PlaceValueFrame(tuple(dict.fromkeys(number for number, _ in questions))),),
        response=Blanks(tuple(_ask(number, ask) for number, ask in questions)),
        answer=Answer.of(values),
        solution=tuple(Step(_reason(number, ask), (Card(number),)) for number, ask in questions),
        difficulty=Difficulty(
            len(questions) + sum("value" in ask for _, ask in questions) + 3 * values.count(0),
            tuple(sorted({"value" if "value" in ask else "digit" for _, ask in questions})),
        ),
        rules=rules,
    )


def _given(questions: list[tuple[int, str]]) -> dict[str, list[dict[str, int | str]]]:
    return {"questions": [{"number": number, "ask": ask} for number, ask in questions]}


def _value(number: int, ask: str) -> int:
    tens, units = divmod(number, 10)
    return {"tens": tens, "units": units, "tens-value": 10 * tens, "units-value": units}[ask]


def _ask(number: int, ask: str) -> Message:
    tens, units = divmod(number, 10)
    match ask:
        case "tens":
            return msg("What is the tens digit of {number}?", number=number)
        case "units":
            return msg("What is the units digit of {number}?", number=number)
        case _:
            digit = tens if ask == "tens-value" else units
            return msg("What is the value of the digit {digit} in {number}?", digit=digit, number=number)


def _reason(number: int, ask: str) -> Message:
    tens, units = divmod(number, 10)
    match ask:
        case "tens" if not tens:
            return msg(
                "{number} has 0 tens, like all the numbers {range}, so its tens digit is 0.",
                number=number,
                range=ONE_DIGIT,
            )
        case "tens":
            return msg("In {number}, the digit {digit} is in the tens place.", number=number, digit=tens)
        case "units":
            return msg("In {number}, the digit {digit} is in the units place.", number=number, digit=units)
        case "tens-value":
            return msg(
                "In {number}, the digit {digit} is in the tens place, so its value is {value}.",
                number=number,
                digit=tens,
                value=10 * tens,
            )
        case _:
            return msg(
                "In {number}, the digit {digit} is in the units place, so its value is {value}.",
                number=number,
                digit=units,
                value=units,
            )


OTHER_PLACE = {"tens": "units", "units": "tens", "tens-value": "units-value", "units-value": "tens-value"}


def review(item: Item, response: tuple[int | None, ...]) -> Iterator[tuple[Message, str | None]]:
    """Say of each wrong number which mistake leads to it, and what is right."""
    for question, written in zip(item.given["questions"], response, strict=True):
        number, ask = question["number"], question["ask"]
        if written == _value(number, ask):
            continue
        if written is not None and ask == "tens-value" and written == _value(number, "tens"):
            yield msg("{digit} is the digit, and its value is asked.", digit=written), "digit-for-value"
        elif written and ask == "tens" and written == _value(number, "tens-value"):
            yield msg("{value} is the value of the digit, and the digit is asked.", value=written), "value-for-digit"
        elif written is not None and written == _value(number, OTHER_PLACE[ask]):
            yield msg("{n} belongs to the other place.", n=written), "places-mixed-up"
        yield _reason(number, ask), None


def _all_questions(level: int) -> Iterator[list[tuple[int, str]]]:
    together, asked = LEVELS[level]
    for numbers, each in product(together, product(*asked)):
        yield [(number, ask) for number, of_one in zip(numbers, each, strict=True) for ask in of_one]


def space(level: int, rules: Rules) -> frozenset[str]:
    """List what the items of *level* ask: numbers, and questions to each."""
    return frozenset(asks(KIND.name, rules, _given(questions)) for questions in _all_questions(level))


def oracle(given: dict[str, Any], least: int) -> list[Any]:  # noqa: ARG001 - the same for every kind
    """Find the digits and values again, from the numbers as they are written."""
    worth = {"tens": (0, 1), "units": (1, 1), "tens-value": (0, 10), "units-value": (1, 1)}
    written = [(f"{question['number']:02}", *worth[question["ask"]]) for question in given["questions"]]
    return [[int(number[place]) * times for number, place, times in written]]


KIND = Kind(
    name="digit-place",
    title=msg("Digits and their places"),
    teaches=msg("Tens digit, units digit, and the value of a digit"),
    levels=(
        msg("the two digits of a number such as 23"),
        msg("the value of each digit of a number such as 23"),
        msg("digits and values in two numbers with their digits swapped, such as 23 and 32"),
        msg("a number with 0 units, such as 40, beside one that has its other digit"),
        msg("a single-digit number, such as 7, which has 0 tens, beside a number with 0 units"),
    ),
    hint=msg("The units digit stands on the right. To its left stands the tens digit."),
    strand="place-value",
    make=make,
    review=review,
    space=space,
    oracle=oracle,
)
