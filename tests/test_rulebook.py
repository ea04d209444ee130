"""The rule book, one test a paragraph, each named as the sentence it proves.

The paragraphs are those of the design, `rules.md`: Deck and Series. How it was counted is in `test_counts.py`.
"""

from itertools import combinations, permutations

import pytest

from primecards import ADVANCED, BASIC, WILD, Card, Rules, arrangements, check_series, deck
from primecards.rules.numbers import PRIMES, family, fits

# Deck


def test_the_number_cards_are_1_to_99_one_of_each() -> None:
    assert sorted(deck(BASIC)) == list(range(1, 100))


def test_there_is_no_card_100() -> None:
    assert 100 not in deck(Rules(wild_cards=10))
    assert max(deck()) == 99


@pytest.mark.parametrize("wild_cards", [0, 1, 4, 10])
def test_there_are_as_many_wild_cards_as_the_players_choose(wild_cards: int) -> None:
    cards = deck(Rules(wild_cards=wild_cards))
    assert len(cards) == 99 + wild_cards
    assert [card for card in cards if card.is_wild] == [WILD] * wild_cards


def test_25_of_the_number_cards_are_primes() -> None:
    assert tuple(card for card in deck() if card.is_prime) == PRIMES
    assert len(PRIMES) == 25


# Series


def test_1_a_series_has_one_key_a_prime() -> None:
    assert check_series([23, 3, 13, 20], key=23).ok
    assert not check_series([20, 21, 22, 24]).ok  # one tens digit, but none is prime
    assert not check_series([1, 11, 21], key=13).ok
    with pytest.raises(ValueError, match="not prime"):
        check_series([20, 21, 22], key=21)


def test_2_every_other_card_has_the_units_digit_or_the_tens_digit_of_the_key_in_the_same_place() -> None:
    units, tens = {3, 13, 33, 43, 53, 63, 73, 83, 93}, {20, 21, 22, 24, 25, 26, 27, 28, 29}
    assert set(family(23)) == units | tens
    for card in range(1, 100):
        assert check_series([23, 3, 20, card] if card not in (3, 20, 23) else [23, 3, 20], key=23).ok is (
            card in units | tens | {23}
        )


def test_2_a_digit_in_the_other_place_does_not_count() -> None:
    assert not fits(32, 23)
    assert not check_series([23, 3, 32]).ok


def test_2_cards_may_match_the_key_in_different_digits() -> None:
    assert check_series([23, 53, 29]).ok


def test_2_to_match_another_card_is_not_enough() -> None:
    assert check_series([23, 27, 3]).ok
    assert not check_series([23, 27, 57]).ok


@pytest.mark.parametrize("key", [2, 3, 5, 7])
def test_3_a_single_digit_key_takes_the_single_digit_numbers_and_those_with_its_units_digit(key: int) -> None:
    single_digit = {n for n in range(1, 10) if n != key}
    same_units = set(range(10 + key, 100, 10))
    assert set(family(key)) == single_digit | same_units
    assert check_series([key, 1, 4]).ok
    assert not check_series([key, 1, 40], key=key).ok


def test_3_the_reverse_does_not_follow() -> None:
    assert not fits(2, 23)
    assert not fits(23, 2)
    assert not fits(20, 2)
    assert check_series([2, 3, 23]).keys == (3,)


def test_4_a_basic_series_has_at_least_3_cards_the_key_counted() -> None:
    assert BASIC.min_series == 3
    assert not check_series([23, 3]).ok
    assert check_series([23, 3, 13]).ok


def test_4_an_advanced_series_has_at_least_4_cards_the_key_counted() -> None:
    assert ADVANCED.min_series == 4
    assert not check_series([23, 3, 13], rules=ADVANCED).ok
    assert check_series([23, 3, 13, 20], rules=ADVANCED).ok


def test_4_the_least_length_may_be_any_from_3_up() -> None:
    with pytest.raises(ValueError, match="from 3 up"):
        Rules(min_series=2)
    five = Rules(min_series=5)
    assert not check_series([23, 3, 13, 20], rules=five).ok
    assert check_series([23, 3, 13, 20, 29], rules=five).ok


def test_5_a_wild_card_stands_for_any_number_that_makes_the_series_valid() -> None:
    assert check_series([23, 3, WILD]).ok
    assert not check_series([23, 57, WILD], key=23).ok
    for pair in combinations((2, 3, 20, 23, 29, 57, 90), 2):
        by_trying = any(check_series([*pair, n]).ok for n in range(1, 100) if n not in pair)
        assert check_series([*pair, WILD]).ok is by_trying


def test_5_a_wild_card_may_be_the_key() -> None:
    assert check_series([20, 24, WILD]).keys == (23, 29)
    assert check_series([90, 94, 96, 98, WILD]).keys == (97,)


def test_5_a_wild_card_may_be_the_key_where_a_prime_is_held_too() -> None:
    assert check_series([23, 27, WILD]).keys == (23, 29)


def test_5_the_numbers_of_one_series_are_all_different() -> None:
    family_of_23 = [23, *family(23)]
    assert check_series([*family_of_23[:-1], WILD]).ok
    assert not check_series([*family_of_23, WILD]).ok
    with pytest.raises(ValueError, match="23"):
        check_series([23, 23, 3])


def test_5_a_wild_card_may_stand_for_a_number_that_lies_in_another_series() -> None:
    # 97 is the only key for 90 and 94, and lies under key 7 already.
    ways = [
        {series.key: set(series.cards) for series in laid.series} for laid in arrangements([90, 94, WILD, 7, 97, 27])
    ]
    assert {97: {90, 94, WILD}, 7: {7, 97, 27}} in ways


def test_5_a_series_may_be_all_wild_cards() -> None:
    assert check_series([WILD, WILD, WILD]).keys == PRIMES
    assert not check_series([WILD, WILD]).ok


def test_6_the_order_of_the_cards_means_nothing() -> None:
    for order in permutations([23, 3, 13, 20]):
        assert check_series(order).keys == (23,)


def test_6_the_cards_need_not_run_in_sequence() -> None:
    assert check_series([23, 93, 28]).ok


def test_7_any_prime_that_qualifies_is_the_key() -> None:
    verdict = check_series([3, 13, 23])
    assert verdict.keys == (3, 13, 23)
    for key in verdict.keys:
        assert check_series([3, 13, 23], key=key).ok


def test_7_a_prime_of_the_series_may_fail_to_qualify() -> None:
    assert check_series([23, 29, 3]).keys == (23,)
    assert not check_series([23, 29, 3], key=29).ok
    assert Card(29).is_prime
