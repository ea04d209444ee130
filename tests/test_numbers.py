"""Numbers: primes, digits, families, factors."""

from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import factorint, isprime, primerange

from primecards import OutOfRangeError, PrimecardsError
from primecards.rules.numbers import PRIMES, factorisation, family, fits, is_prime
from tests.strategies import primes

NOT_KEYS = (-3, 0, 1, 4, 51, 91, 99, 100, 101, True, False, 7.0, "7", None)


def test_the_primes_are_those_of_sympy_below_100() -> None:
    assert tuple(primerange(1, 100)) == PRIMES
    assert len(PRIMES) == 25


def test_is_prime_agrees_with_sympy_on_every_card() -> None:
    assert [n for n in range(100) if is_prime(n)] == [n for n in range(100) if isprime(n)]


def test_a_number_fits_a_key_when_they_have_a_digit_in_the_same_place() -> None:
    for number, key in product(range(1, 100), PRIMES):
        written, of_key = f"{number:02}", f"{key:02}"
        assert fits(number, key) is (written[0] == of_key[0] or written[1] == of_key[1]), (number, key)


def test_fitting_goes_both_ways() -> None:
    assert all(fits(a, b) is fits(b, a) for a, b in product(range(1, 100), repeat=2))


def test_a_digit_in_the_other_place_does_not_fit() -> None:
    assert not fits(32, 23)
    assert not fits(20, 2)
    assert not fits(2, 23)


@pytest.mark.parametrize("key", PRIMES)
def test_a_family_has_17_others_for_a_single_digit_key_and_18_for_any_other(key: int) -> None:
    others = family(key)
    assert len(others) == (17 if key < 10 else 18)
    assert list(others) == [n for n in range(1, 100) if n != key and fits(n, key)]


def test_the_family_of_23_is_as_printed_in_the_rules() -> None:
    assert family(23) == (3, 13, *range(20, 23), *range(24, 30), 33, 43, 53, 63, 73, 83, 93)


@pytest.mark.parametrize("key", NOT_KEYS, ids=repr)
def test_what_is_not_a_prime_below_100_has_no_family(key: object) -> None:
    with pytest.raises(OutOfRangeError, match="2, 3, 5, 7, 11"):
        family(key)  # type: ignore[arg-type]


def test_why_a_number_cannot_be_a_key_is_said() -> None:
    with pytest.raises(ValueError, match="51 = 3 × 17 is not prime"):
        family(51)


def test_the_factorisation_of_every_number_is_that_of_sympy() -> None:
    for number in range(1, 1000):
        expected = tuple(p for p, power in sorted(factorint(number).items()) for _ in range(power))
        assert factorisation(number) == expected
        assert all(type(p) is int for p in factorisation(number))


def test_one_has_no_prime_factors() -> None:
    assert factorisation(1) == ()


def test_51_is_3_times_17() -> None:
    assert factorisation(51) == (3, 17)


@given(st.lists(primes, min_size=1, max_size=6))
def test_a_product_of_primes_is_taken_apart_into_them(factors: list[int]) -> None:
    assert factorisation(prod(factors)) == tuple(sorted(factors))


@pytest.mark.parametrize("number", [0, -1, -51, True, 2.5, 51.0, "51", None], ids=repr)
def test_what_is_not_a_whole_number_from_1_up_has_no_factorisation(number: object) -> None:
    with pytest.raises(PrimecardsError, match="whole number from 1 up"):
        factorisation(number)  # type: ignore[arg-type]
