"""Numbers that fit two keys: which they are, and how to find them."""

from __future__ import annotations

from collections.abc import Iterator

from primecards.messages import Message, msg
from primecards.puzzles.item import Step
from primecards.puzzles.mistakes import misfit
from primecards.puzzles.reasons import ONE_DIGIT, fit_or_not
from primecards.rules.cards import Card
from primecards.rules.numbers import family, fits

TEMPTING = ("digits-swapped", "wrong-place", "no-tens-digit")


def fit_both(a: int, b: int) -> tuple[int, ...]:
    """List the numbers that fit the keys *a* and *b*, apart from the keys.

    >>> fit_both(23, 41), fit_both(2, 23), fit_both(23, 29)
    ((21, 43), (3, 22), (20, 21, 22, 24, 25, 26, 27, 28))
    """
    return tuple(n for n in family(a) if n != b and fits(n, b))


def how_to_fit_both(a: int, b: int) -> Iterator[Step]:
    """Write out how to find the numbers that fit both keys: by the digit they share, or by a digit of each."""
    keys = (Card(a), Card(b))
    if a // 10 == b // 10 == 0:
        no_tens = msg(
            "{a} and {b} have 0 tens, like all the numbers {range}: these are the numbers that fit both.",
            a=a,
            b=b,
            range=ONE_DIGIT,
        )
        yield Step(no_tens, keys)
    elif a // 10 == b // 10:
        by_tens = msg(
            "{a} and {b} both have the tens digit {digit}: the numbers that fit both are those that have it too.",
            a=a,
            b=b,
            digit=a // 10,
        )
        yield Step(by_tens, keys)
    elif a % 10 == b % 10:
        by_units = msg(
            "{a} and {b} both have the units digit {digit}: the numbers that fit both are those that have it too.",
            a=a,
            b=b,
            digit=a % 10,
        )
        yield Step(by_units, keys)
    else:
        of_each = msg(
            "{a} and {b} share no digit in the same place, so a number that fits both has the tens digit of one "
            "and the units digit of the other.",
            a=a,
            b=b,
        )
        yield Step(of_each, keys)
        yield Step(_put_together(a, b), keys)
        yield Step(_put_together(b, a), keys)


def _put_together(a: int, b: int) -> Message:
    return msg(
        "The tens digit of {a} is {ten}, and the units digit of {b} is {unit}: together {number}.",
        a=a,
        b=b,
        ten=a // 10,
        unit=b % 10,
        number=a // 10 * 10 + b % 10,
    )


def fit_or_not_both(card: int, a: int, b: int) -> Message:
    """Say by which digits *card* fits each of the keys *a* and *b*, or does not."""
    return msg("{first} {second}", first=fit_or_not(card, a), second=fit_or_not(card, b))


def misfit_both(card: int, a: int, b: int) -> str:
    """Name the mistake of taking *card*, which does not fit both keys, for one that does."""
    if fits(card, a) or fits(card, b):
        return "one-key-only"
    swapped = card % 10 * 10 + card // 10
    if card > 9 and swapped not in (a, b) and fits(swapped, a) and fits(swapped, b):
        return "digits-swapped"
    seeming = [mistake for mistake in (misfit(card, a, ()), misfit(card, b, ())) if mistake in TEMPTING]
    return seeming[0] if seeming else "no-shared-digit"
