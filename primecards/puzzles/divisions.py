"""Whether a number is prime, found by trying to divide it: sentences and mistakes that several kinds share."""

from __future__ import annotations

from primecards.messages import Formula, Message, msg, nmsg
from primecards.puzzles.mistakes import LOOKS_PRIME, STRANGE_PRIMES
from primecards.rules.numbers import PRIMES, factorisation, is_prime


def tried_in_vain(number: int) -> tuple[int, ...]:
    """List the primes that are tried, in order, and do not divide *number*, until one does or its square is too large.

    >>> tried_in_vain(53), tried_in_vain(51), tried_in_vain(13), tried_in_vain(48), tried_in_vain(1)
    ((2, 3, 5, 7), (2,), (2, 3), (), ())
    """
    if is_prime(number):
        return tuple(p for p in PRIMES if p * p <= number)
    first = min(factorisation(number), default=0)
    return tuple(p for p in PRIMES if p < first)


def not_divisible(number: int) -> Message:
    """Say which primes were tried in vain; there has to be one."""
    primes = tried_in_vain(number)
    return nmsg(
        "{number} is not divisible by {primes}.",
        "{number} is not divisible by any of {primes}.",
        len(primes),
        number=number,
        primes=primes,
    )


def divisible(number: int) -> Message:
    """Say by which prime first the composite *number* can be divided."""
    divisor = factorisation(number)[0]
    equation = Formula(f"{number} = {divisor} × {number // divisor}")
    return msg("{number} is divisible by {divisor}: {equation}.", number=number, divisor=divisor, equation=equation)


def enough_tried(number: int) -> Message:
    """Say why the larger primes need not be tried on the prime *number*."""
    square = _square(number)
    return msg("{square} is more than {number}, so there is nothing more to try.", square=square, number=number)


def _square(number: int) -> Formula:
    """Write the first prime times itself that is more than *number*."""
    stop = next(p for p in PRIMES if p * p > number)
    return Formula(f"{stop} × {stop}")


def why_prime(number: int) -> Message:
    """Say in a sentence why the prime *number* is prime."""
    if number == 2:
        return msg("2 is the only even prime number.")
    primes = tried_in_vain(number)
    if not primes:
        return two_divisors(number)
    return nmsg(
        "{number} is prime: it is not divisible by {primes}, and {square} is more than {number}.",
        "{number} is prime: it is not divisible by any of {primes}, and {square} is more than {number}.",
        len(primes),
        number=number,
        primes=primes,
        square=_square(number),
    )


def two_divisors(number: int) -> Message:
    """Say of a small prime what makes it one."""
    return msg("{number} has exactly two divisors: 1 and {number}.", number=number)


def misjudged(number: int) -> str:
    """Name the mistake of taking *number* for prime when it is not, or for not prime when it is."""
    if is_prime(number):
        if number == 2:
            return "two-is-not-prime"
        return "strange-prime" if number in STRANGE_PRIMES else "divisor-imagined"
    if number == 1:
        return "one-is-prime"
    if number in LOOKS_PRIME:
        return "looks-prime"
    return "odd-means-prime" if number % 2 else "divisor-missed"
