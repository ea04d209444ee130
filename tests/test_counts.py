"""How many there are: the facts of the rules, by exhaustion, and the counts of hands, on exact parts and by samples.

The full counts of hands take minutes: `python -m tests.hunt`.
"""

from functools import cache
from itertools import combinations
from math import comb, sqrt
from random import Random

import pytest

from primecards import WILD, check_series
from primecards.rules import masks
from tests import brute_force

NUMBERS = range(1, 100)
BITS = [1 << n for n in range(100)]
PART = (2, 3, 4, 5, 7, 9, 12, 13, 17, 20, 22, 23, 24, 27, 29, 33, 35, 41, 43, 47, 53, 73, 83, 90, 97)
"""A deck of 25 numbers with more keys and chains than usual: 480,700 hands of seven."""


@cache
def series_of_three() -> dict[tuple[int, ...], tuple[int, ...]]:
    """Every valid series of three number cards, with its keys."""
    verdicts = ((cards, check_series(cards)) for cards in combinations(NUMBERS, 3))
    return {cards: verdict.keys for cards, verdict in verdicts if verdict.ok}


def test_of_the_156_849_triples_3_216_are_series() -> None:
    assert comb(99, 3) == 156_849
    assert len(series_of_three()) == 3_216


def test_of_the_series_of_three_371_have_two_keys_and_85_have_three() -> None:
    keys = [len(keys) for keys in series_of_three().values()]
    assert (keys.count(2), keys.count(3)) == (371, 85)
    assert max(keys) == 3
    assert round(100 * (371 + 85) / 3_216, 1) == 14.2


def test_the_series_of_three_and_their_keys_are_those_of_brute_force() -> None:
    brute = {cards: brute_force.keys_of(cards, 0) for cards in combinations(NUMBERS, 3)}
    assert series_of_three() == {cards: keys for cards, keys in brute.items() if keys}


def test_18_215_sets_of_four_are_series() -> None:
    # Every series of four is a series of three and one card more: drop a card that is not the key.
    candidates = {tuple(sorted({*three, n})) for three in series_of_three() for n in NUMBERS if n not in three}
    found = [cards for cards in candidates if masks.can_arrange(sum(BITS[n] for n in cards), 0, 4)]
    assert len(found) == 18_215
    assert all(check_series(cards).ok for cards in found)


def test_90_94_96_98_fit_only_key_97() -> None:
    assert [p for p in brute_force.PRIMES if check_series([90, 94, 96, 98, p]).ok] == [97]
    assert check_series("90 94 96 98 w").keys == (97,)


def test_with_one_wild_card_2_479_of_the_4_851_pairs_become_a_series() -> None:
    assert comb(99, 2) == 4_851
    assert sum(check_series([*pair, WILD]).ok for pair in combinations(NUMBERS, 2)) == 2_479


def test_2_3_23_has_only_key_3() -> None:
    assert check_series([2, 3, 23]).keys == (3,)


def test_with_four_wild_cards_131_442_hands_of_seven_can_be_arranged() -> None:
    assert sum(masks.can_arrange(sum(three), 4, 3) for three in combinations(BITS[1:], 3)) == 131_442


def series_of_part(size: int, wilds: int) -> set[tuple[int, ...]]:
    """Every set of *size* numbers of PART that is a series with *wilds* wild cards."""
    families = [[n for n in PART if n in brute_force.FITTING[p]] for p in brute_force.PRIMES]
    return {c for family in families for c in combinations(family, size) if brute_force.is_series(c, wilds, 0)}


@cache
def hands_in_series(wilds: int) -> set[tuple[int, ...]]:
    """Every hand of seven from PART and wild cards that is one series, or a series of three and one of four."""
    hands = series_of_part(7 - wilds, wilds)
    for in_three in range(max(0, wilds - 4), min(3, wilds) + 1):
        in_four = wilds - in_three
        threes, fours = series_of_part(3 - in_three, in_three), series_of_part(4 - in_four, in_four)
        hands |= {tuple(sorted(three + four)) for three in threes for four in fours if not {*three} & {*four}}
    return hands


@pytest.mark.parametrize("wilds", range(5))
def test_the_hands_of_a_small_deck_that_can_be_arranged_are_those_of_brute_force(wilds: int) -> None:
    hands = map(sum, combinations([BITS[n] for n in PART], 7 - wilds))
    found = {hand for hand in hands if masks.can_arrange(hand, wilds, 3)}
    assert found == {sum(BITS[n] for n in hand) for hand in hands_in_series(wilds)}


def test_the_winning_discards_of_all_eights_of_a_small_deck_are_those_of_brute_force() -> None:
    in_series = {sum(BITS[n] for n in hand) for hand in hands_in_series(0)}
    for eight in combinations([BITS[n] for n in PART[:17]], 8):
        hand = sum(eight)
        assert masks.winning_discards(hand, 0, 3) == sum(bit for bit in eight if hand ^ bit in in_series)


def assert_share(hits: int, tries: int, share: float) -> None:
    """Allow four standard deviations; the samples are the same every time."""
    assert abs(hits - tries * share) < 4 * sqrt(tries * share * (1 - share)), hits / tries


@pytest.mark.parametrize(
    ("wilds", "hands"), [(0, 35_924_273), (1, 56_392_285), (2, 22_873_420), (3, 2_206_368), (4, 131_442)]
)
def test_the_share_of_sevens_that_can_be_arranged_is_as_counted(wilds: int, hands: int) -> None:
    rng, tries = Random(wilds), 200_000 // (1 + 2 * wilds)
    bits = BITS[1:]
    hits = sum(masks.can_arrange(sum(rng.sample(bits, 7 - wilds)), wilds, 3) for _ in range(tries))
    assert_share(hits, tries, hands / comb(99, 7 - wilds))


@pytest.mark.parametrize(
    ("wilds", "hands"), [(0, 2_290_646_430), (1, 2_543_917_317), (2, 719_240_838), (3, 60_802_001), (4, 3_593_900)]
)
def test_the_share_of_eights_with_a_winning_discard_is_as_counted(wilds: int, hands: int) -> None:
    rng, tries = Random(wilds), 20_000
    bits = BITS[1:]
    hits = sum(masks.winning_discards(sum(rng.sample(bits, 8 - wilds)), wilds, 3) > 0 for _ in range(tries))
    assert_share(hits, tries, hands / comb(99, 8 - wilds))
