"""Numbers as the game sees them: two digits, and prime or not."""

from __future__ import annotations

from primecards.errors import OutOfRangeError
from primecards.messages import Formula, Message, msg

# A literal, so that importing costs nothing; a test holds it against sympy.
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97)
HIGHEST = 99

_PRIMES = frozenset(PRIMES)


def is_prime(number: int) -> bool:
    """Whether the card *number* (1..99) is a prime number.

    >>> [n for n in range(1, 20) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    return number in _PRIMES


def fits(number: int, key: int) -> bool:
    """Whether *number* shares the units digit or the tens digit of *key* (rules: Series 2 and 3).

    A single-digit number has the tens digit 0, so the rule for single-digit keys needs no case of its own.

    >>> fits(53, 23), fits(29, 23), fits(32, 23), fits(9, 7), fits(47, 7)
    (True, True, False, True, True)
    """
    return number // 10 == key // 10 or number % 10 == key % 10


def family(key: int) -> tuple[int, ...]:
    """List the other numbers 1..99 that fit the prime *key*, in order: 17 for a single-digit key, else 18.

    Raises OutOfRangeError when *key* is not a prime below 100.

    >>> family(23)
    (3, 13, 20, 21, 22, 24, 25, 26, 27, 28, 29, 33, 43, 53, 63, 73, 83, 93)
    """
    require_key(key)
    return tuple(n for n in range(1, HIGHEST + 1) if n != key and fits(n, key))


def require_key(key: int) -> int:
    """Return *key* as an int, or raise OutOfRangeError saying why it cannot be a key (rules: Series 1)."""
    if isinstance(key, bool) or not isinstance(key, int) or not 1 <= key <= HIGHEST:
        raise OutOfRangeError(
            msg("{value} cannot be a key: a key is one of the primes {primes}.", value=repr(key), primes=PRIMES)
        )
    if key not in _PRIMES:
        reason = why_not_prime(key)
        raise OutOfRangeError(msg("{reason} A key is one of the primes {primes}.", reason=reason, primes=PRIMES))
    return int(key)


def factorisation(number: int) -> tuple[int, ...]:
    """Write *number* (1 or more) as a product of primes, smallest first; 1 has none.

    The game's numbers need only the primes below ten; sympy, slow to load, is asked for anything larger.

    >>> factorisation(51), factorisation(64), factorisation(97), factorisation(1), factorisation(1001)
    ((3, 17), (2, 2, 2, 2, 2, 2), (97,), (), (7, 11, 13))
    """
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise OutOfRangeError(msg("{value} has no factorisation: give a whole number from 1 up.", value=repr(number)))
    if number > HIGHEST:
        from sympy import factorint

        return tuple(int(p) for p, power in factorint(number).items() for _ in range(power))
    factors = []
    for prime in (2, 3, 5, 7):
        while number % prime == 0:
            factors.append(prime)
            number //= prime
    return (*factors, number) if number > 1 else tuple(factors)


def why_not_prime(number: int) -> Message:
    """Say why *number*, which is not prime, is not: its factors, or that 1 has only one divisor."""
    if number == 1:
        return msg("1 has only one divisor, so it is not prime.")
    return msg("{equation} is not prime.", equation=product_of_primes(number), number=number)


def product_of_primes(number: int) -> Formula:
    """Write *number* as the product of its primes: 51 = 3 × 17."""
    return Formula(f"{number} = {' × '.join(map(str, factorisation(number)))}")
