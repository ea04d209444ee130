"""Series: every key, every fault, and both told in words."""

import re
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from primecards import (
    ADVANCED,
    WILD,
    Card,
    Fault,
    OutOfRangeError,
    RepeatedCardError,
    UnreadableError,
    Verdict,
    check_series,
)
from tests import brute_force
from tests.brute_force import FITTING, NUMBERS, PRIMES, shares_a_digit
from tests.strategies import as_cards, hands, many_hands, min_series, primes, rules_with

Told = tuple[str, int | None, int | None]
FAMILY_OF_23 = sorted(FITTING[23])


def told(verdict: Verdict) -> set[Told]:
    """The faults of a verdict as (code, card, key)."""
    assert len(set(verdict.faults)) == len(verdict.faults)
    return {(fault.code, fault.card, fault.key) for fault in verdict.faults}


def faults(numbers: tuple[int, ...], wilds: int, least: int) -> set[Told]:
    """What is wrong with the cards, from the rules: fewer than 19 numbers and wild cards, so that there is room."""
    found: set[Told] = set()
    if len(numbers) + wilds < least:
        found.add(("too-short", None, None))
    if not numbers or brute_force.keys_of(numbers, wilds):
        return found
    held = [p for p in numbers if p in PRIMES]
    if not held and not wilds:
        found.add(("no-prime", None, None))
    found |= {("card-does-not-fit", n, p) for p in held for n in numbers if not shares_a_digit(n, p)}
    if wilds:
        found.add(("no-common-key", None, None))
    return found


@pytest.mark.parametrize("wilds", range(5))
def test_the_keys_are_those_of_brute_force_and_there_are_no_faults_just_when_there_is_one(wilds: int) -> None:
    for (numbers, free), least in many_hands(2_000, wilds=wilds, sizes=range(1, 8), leasts=(3, 4)):
        verdict = check_series(as_cards((numbers, free)), rules=rules_with(least))
        valid = brute_force.is_series(numbers, free, least)
        assert verdict.ok is valid
        assert verdict.keys == (brute_force.keys_of(numbers, free) if valid else ())
        assert verdict.ok is (verdict.faults == ())


@pytest.mark.parametrize("wilds", range(4))
def test_the_cards_of_one_family_have_the_keys_and_faults_of_brute_force(wilds: int) -> None:
    rng = Random(wilds)
    for _ in range(1_500):
        family = sorted(FITTING[rng.choice(PRIMES)])
        numbers = {*rng.sample(family, rng.randint(0, 6)), *rng.sample(NUMBERS, rng.randint(0, 1))}
        cards = tuple(sorted(numbers))
        verdict = check_series(as_cards((cards, wilds)))
        assert told(verdict) == faults(cards, wilds, 3)
        assert verdict.keys == (() if verdict.faults else brute_force.keys_of(cards, wilds))


def test_every_pair_has_the_faults_of_brute_force_alone_and_with_a_wild_card() -> None:
    for pair in combinations(NUMBERS, 2):
        assert told(check_series(pair)) == faults(pair, 0, 3)
        assert told(check_series([*pair, WILD])) == faults(pair, 1, 3)


@given(hands(max_size=12), min_series)
@example((), 3)
@example((WILD,), 3)
@example((Card(1), WILD), 3)
def test_the_faults_are_all_that_is_wrong(cards: tuple[Card, ...], least: int) -> None:
    numbers = tuple(sorted(card for card in cards if not card.is_wild))
    verdict = check_series(cards, rules=rules_with(least))
    assert told(verdict) == faults(numbers, len(cards) - len(numbers), least)
    assert verdict.cards == cards


@given(hands(min_size=3, max_size=7), primes)
def test_with_a_key_given_only_that_key_is_tried(cards: tuple[Card, ...], key: int) -> None:
    keys = check_series(cards).keys
    verdict = check_series(cards, key=key)
    assert verdict.ok is (key in keys)
    assert verdict.keys == ((key,) if key in keys else ())
    assert all(fault.key in (key, None) for fault in verdict.faults)
    assert verdict.ok is (verdict.faults == ())


@given(hands(min_size=3, max_size=7), st.data())
def test_with_a_held_key_given_the_faults_are_the_cards_that_do_not_fit_it(
    cards: tuple[Card, ...], data: st.DataObject
) -> None:
    key = data.draw(st.sampled_from([card for card in cards if card.is_prime] or [Card(23)]))
    cards = cards if key in cards else (*cards, key)
    expected = {("card-does-not-fit", n, key) for n in cards if n and not shares_a_digit(n, key)}
    assert told(check_series(cards, key=key)) == expected


# Examples


def test_57_matches_27_but_does_not_fit_key_23() -> None:
    verdict = check_series([23, 27, 57])
    assert not verdict.ok
    (fault,) = verdict.faults
    assert (fault.code, fault.card, fault.key) == ("card-does-not-fit", 57, 23)
    assert type(fault.card) is Card


def test_each_held_prime_is_tried_as_the_key() -> None:
    verdict = check_series([23, 47, 50])
    assert told(verdict) == {
        ("card-does-not-fit", 47, 23),
        ("card-does-not-fit", 50, 23),
        ("card-does-not-fit", 23, 47),
        ("card-does-not-fit", 50, 47),
    }


def test_cards_without_a_prime_have_no_key() -> None:
    assert told(check_series([20, 21, 51])) == {("no-prime", None, None)}


def test_cards_that_no_prime_fits_leave_no_key_for_a_wild_card() -> None:
    assert told(check_series([12, 34, WILD])) == {("no-common-key", None, None)}


def test_too_few_cards_are_reported_together_with_what_else_is_wrong() -> None:
    assert told(check_series([23, 57])) == {("too-short", None, None), ("card-does-not-fit", 57, 23)}
    assert told(check_series([20, 24])) == {("too-short", None, None), ("no-prime", None, None)}
    assert told(check_series([23, 3])) == {("too-short", None, None)}
    assert told(check_series([])) == {("too-short", None, None)}


def test_a_wild_card_needs_a_number_of_the_family_that_is_left() -> None:
    assert check_series([*FAMILY_OF_23[:18], WILD]).keys == (23,)
    assert told(check_series([*FAMILY_OF_23, WILD])) == {("too-many-wilds", None, 23)}
    assert told(check_series([*sorted(FITTING[7])[:10], *[WILD] * 9])) == {("too-many-wilds", None, 7)}


def test_ten_wild_cards_are_a_series_with_any_key() -> None:
    assert check_series([WILD] * 10).keys == PRIMES


def test_the_advanced_game_wants_four_cards() -> None:
    assert check_series("3 13 23").ok
    assert told(check_series("3 13 23", rules=ADVANCED)) == {("too-short", None, None)}
    assert check_series("3 13 23 33", rules=ADVANCED).keys == (3, 13, 23)


@pytest.mark.parametrize("key", [-3, 0, 1, 4, 51, 99, 100, True, 23.0, "23"], ids=repr)
def test_a_key_that_is_not_prime_is_refused(key: object) -> None:
    with pytest.raises(OutOfRangeError, match="2, 3, 5, 7, 11"):
        check_series([3, 13, 23], key=key)  # type: ignore[arg-type]


def test_a_key_may_be_given_as_a_card() -> None:
    verdict = check_series([3, 13, 23], key=Card(13))
    assert verdict.keys == (13,)
    assert all(type(key) is int for key in verdict.keys)


def test_the_keys_of_a_verdict_are_plain_numbers_and_its_cards_are_cards() -> None:
    verdict = check_series("w 23, 3")
    assert verdict.cards == (WILD, Card(23), Card(3))
    assert all(type(key) is int for key in verdict.keys)
    assert all(type(card) is Card for card in verdict.cards)


def test_bad_cards_are_refused_before_anything_is_decided() -> None:
    with pytest.raises(RepeatedCardError):
        check_series([23, 23, 3])
    with pytest.raises(OutOfRangeError):
        check_series([23, 0, 3])
    with pytest.raises(UnreadableError):
        check_series("23 and so on")


def test_a_verdict_and_its_faults_are_frozen_values() -> None:
    verdict = check_series([23, 27, 57])
    assert verdict == check_series([23, 27, 57])
    assert hash(verdict) == hash(check_series([23, 27, 57]))
    with pytest.raises(AttributeError):
        verdict.ok = True  # type: ignore[misc]
    with pytest.raises(AttributeError):
        verdict.faults[0].code = "fine"  # type: ignore[misc]


def test_the_order_of_the_cards_changes_neither_keys_nor_faults() -> None:
    for cards in ([3, 13, 23, WILD], [23, 27, 57], [2, 3, 23], [23, 47, 50]):
        first, *others = (check_series(order) for order in permutations(cards))
        assert all(other.keys == first.keys and told(other) == told(first) for other in others)


# In words


def test_a_card_that_does_not_fit_is_explained_digit_by_digit() -> None:
    text = "57 does not fit key 23: its units digit is 7, not 3, and its tens digit is 5, not 2."
    assert check_series([23, 27, 57]).explain() == check_series([23, 27, 57]).explain("en") == text


def test_cards_without_a_prime_are_explained_by_their_factors() -> None:
    text = check_series([1, 20, 51]).explain("en")
    assert "51 = 3 × 17" in text
    assert "20 = 2 × 2 × 5" in text
    assert re.search(r"\b1\b has only one divisor", text)


def test_every_fault_is_a_line_of_the_explanation() -> None:
    verdict = check_series([23, 47, 50])
    lines = verdict.explain("en").splitlines()
    assert len(lines) == len(verdict.faults) == 4
    for fault, line in zip(verdict.faults, lines, strict=True):
        assert str(fault.card) in line
        assert str(fault.key) in line


def test_a_valid_series_is_explained_by_its_keys() -> None:
    assert "23" in check_series([23, 3, 20, 13]).explain()
    assert re.findall(r"\d+", check_series([3, 13, 23]).explain()) == ["3", "13", "23"]


@given(hands(max_size=8), min_series)
def test_every_verdict_can_be_told_in_english_and_in_hebrew(cards: tuple[Card, ...], least: int) -> None:
    verdict = check_series(cards, rules=rules_with(least))
    english, hebrew = verdict.explain("en"), verdict.explain("he")
    assert english
    assert not re.search("[א-ת]", english)
    assert re.search("[א-ת]", hebrew)
    assert not re.search("[a-zA-Z]", hebrew)
    for text in (english, hebrew):
        assert not re.search("[{}%]", text)
        numbers = re.findall(r"\d+", text)
        for fault in verdict.faults:
            assert {str(n) for n in (fault.card, fault.key) if n is not None}.issubset(numbers)


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="en"):
        check_series("23 3 13").explain("xx")


@given(hands(min_size=1, max_size=7))
def test_a_fault_names_only_cards_that_are_there(cards: tuple[Card, ...]) -> None:
    for fault in check_series(cards).faults:
        assert isinstance(fault, Fault)
        assert fault.card is None or fault.card in cards
        assert fault.key is None or fault.key in cards
