"""The solver agrees with brute force, which shares nothing with it, and its functions agree with each other."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from primecards import (
    ADVANCED,
    BASIC,
    WILD,
    Arrangement,
    Card,
    OutOfRangeError,
    RepeatedCardError,
    Rules,
    UnreadableError,
    arrange,
    arrangements,
    best_arrangement,
    count_arrangements,
    draws_needed,
    outs,
    winning_discards,
)
from primecards.rules import masks
from tests import brute_force
from tests.brute_force import FITTING, NUMBERS, PRIMES
from tests.strategies import Hand, as_cards, hands, many_hands, rules_with

WILDS = range(5)


def bits(numbers: Sequence[int]) -> int:
    return sum(1 << n for n in numbers)


def assert_rightly_laid(laid: Arrangement, cards: Sequence[int], least: int) -> None:
    """Hold an arrangement against the rules: every card is there once, and every series is one by its key and wilds."""
    on_the_table = [card for series in laid.series for card in series.cards] + list(laid.deadwood)
    assert Counter(on_the_table) == Counter(cards)
    for series in laid.series:
        numbers = [int(card) for card in series.cards if not card.is_wild]
        assert len(series.wilds) == len(series.cards) - len(numbers)
        numbers += series.wilds
        assert len(numbers) >= least
        assert len(set(numbers)) == len(numbers)
        assert series.key in PRIMES
        assert series.key in numbers
        assert FITTING[series.key].issuperset(numbers)


def assert_agrees_on_arranging(hand: Hand, least: int) -> None:
    cards, rules = as_cards(hand), rules_with(least)
    laid = arrange(cards, rules=rules)
    assert (laid is not None) is brute_force.can_arrange(*hand, least), (hand, least)
    if laid is not None:
        assert laid.deadwood == ()
        assert_rightly_laid(laid, cards, least)


# Against brute force


@pytest.mark.parametrize("wilds", WILDS)
def test_20_000_hands_can_be_arranged_exactly_when_brute_force_can(wilds: int) -> None:
    for hand, least in many_hands(20_000, wilds=wilds):
        assert_agrees_on_arranging(hand, least)


@pytest.mark.parametrize("wilds", WILDS)
def test_the_bare_question_has_the_same_answer(wilds: int) -> None:
    for (numbers, free), least in many_hands(3_000, wilds=wilds, seed=1):
        laid = arrange(as_cards((numbers, free)), rules=rules_with(least))
        assert masks.can_arrange(bits(numbers), free, least) is (laid is not None)


@pytest.mark.parametrize("wilds", WILDS)
def test_hands_of_10_to_15_cards_can_be_arranged_exactly_when_brute_force_can(wilds: int) -> None:
    for hand, least in many_hands(400, wilds=wilds, sizes=range(10, 16), leasts=(3, 4, 5)):
        assert_agrees_on_arranging(hand, least)


@pytest.mark.parametrize("wilds", WILDS)
def test_winning_discards_are_those_of_brute_force(wilds: int) -> None:
    for hand, least in many_hands(3_000, wilds=wilds, sizes=range(4, 10)):
        found = winning_discards(as_cards(hand), rules=rules_with(least))
        assert list(found) == sorted(found, key=lambda card: (card.is_wild, card))
        assert set(found) == brute_force.winning_discards(*hand, least), (hand, least)


@pytest.mark.parametrize("wilds", WILDS)
def test_winning_discards_of_15_cards_are_those_of_brute_force(wilds: int) -> None:
    for hand, least in many_hands(25, wilds=wilds, sizes=range(14, 16), leasts=(4,)):
        found = winning_discards(as_cards(hand), rules=rules_with(least))
        assert set(found) == brute_force.winning_discards(*hand, least), (hand, least)


@pytest.mark.parametrize("wilds", WILDS)
def test_outs_are_those_of_brute_force(wilds: int) -> None:
    for hand, least in many_hands(1_500, wilds=wilds):
        found = outs(as_cards(hand), rules=rules_with(least))
        assert list(found) == sorted(found)
        assert set(found) == brute_force.outs(*hand, least), (hand, least)


@pytest.mark.parametrize("wilds", WILDS)
def test_outs_of_hands_of_10_to_14_cards_are_those_of_brute_force(wilds: int) -> None:
    for hand, least in many_hands(40, wilds=wilds, sizes=range(10, 15), leasts=(4,)):
        assert set(outs(as_cards(hand), rules=rules_with(least))) == brute_force.outs(*hand, least), (hand, least)


@pytest.mark.parametrize("wilds", WILDS)
def test_draws_needed_are_those_of_brute_force(wilds: int) -> None:
    for hand, least in many_hands(800, wilds=wilds, sizes=range(2, 9)):
        found = draws_needed(as_cards(hand), rules=rules_with(least))
        assert found == brute_force.draws_needed(*hand, least), (hand, least)
        assert masks.draws_and_outs(bits(hand[0]), wilds, least)[0] == found


@pytest.mark.parametrize("wilds", WILDS)
def test_all_arrangements_are_those_of_brute_force_each_once(wilds: int) -> None:
    for hand, least in many_hands(2_000 // (1 + wilds), wilds=wilds):
        cards, rules = as_cards(hand), rules_with(least)
        found = Counter[tuple[brute_force.Laid, ...]]()
        for laid in arrangements(cards, rules=rules):
            assert laid.deadwood == ()
            assert_rightly_laid(laid, cards, least)
            series = [
                (s.key, tuple(sorted(int(c) for c in s.cards if not c.is_wild)), len(s.wilds)) for s in laid.series
            ]
            found[tuple(sorted(series))] += 1
        assert found == Counter(brute_force.arrangements(*hand, least)), (hand, least)
        assert count_arrangements(cards, rules=rules) == len(found)


@pytest.mark.parametrize("wilds", WILDS)
def test_the_count_of_arrangements_of_larger_hands_is_that_of_brute_force(wilds: int) -> None:
    for hand, least in many_hands(60, wilds=wilds, sizes=range(10, 13)):
        found = count_arrangements(as_cards(hand), rules=rules_with(least))
        assert found == len(brute_force.arrangements(*hand, least)), (hand, least)


@pytest.mark.parametrize("wilds", WILDS)
def test_the_best_arrangement_places_as_many_cards_as_brute_force_can(wilds: int) -> None:
    for hand, least in many_hands(1_500, wilds=wilds):
        cards = as_cards(hand)
        laid = best_arrangement(cards, rules=rules_with(least))
        assert_rightly_laid(laid, cards, least)
        placed = sum(len(series.cards) for series in laid.series)
        assert placed == brute_force.most_placed(*hand, least), (hand, least)


@pytest.mark.parametrize("wilds", WILDS)
def test_the_best_arrangement_of_14_cards_places_as_many_as_brute_force_can(wilds: int) -> None:
    for hand, least in many_hands(12, wilds=wilds, sizes=range(13, 15)):
        cards = as_cards(hand)
        laid = best_arrangement(cards, rules=rules_with(least))
        assert_rightly_laid(laid, cards, least)
        placed = sum(len(series.cards) for series in laid.series)
        assert placed == brute_force.most_placed(*hand, least), (hand, least)


# Examples


def test_the_example_of_the_interface_is_arranged() -> None:
    laid = arrange("3 13 23 41 47 43 45")
    assert laid is not None
    assert_rightly_laid(laid, (3, 13, 23, 41, 43, 45, 47), 3)


def test_arrange_is_none_when_a_card_is_left_over() -> None:
    assert arrange("3 13 23 41 47 43 50") is None


def test_every_card_may_be_wild() -> None:
    laid = arrange([WILD] * 7)
    assert laid is not None
    assert_rightly_laid(laid, [WILD] * 7, 3)
    assert count_arrangements("w w w") == 25


def test_a_prime_may_be_a_member_while_a_wild_card_is_that_key_elsewhere() -> None:
    # 23 is needed as a member beside 3, or as a key beside 20 and 24: a wild card can be the other 23.
    hand = ((3, 13, 20, 24, 28), 1)
    for cards in ([3, 13, 23, 20, 24, WILD], as_cards(hand)):
        laid = arrange(cards)
        assert laid is not None
        assert_rightly_laid(laid, cards, 3)


def test_one_key_may_head_two_series_when_a_wild_card_stands_for_it() -> None:
    laid = [way for way in arrangements("23 20 24 w 26 28") if [s.key for s in way.series] == [23, 23]]
    assert laid
    for way in laid:
        assert_rightly_laid(way, (23, 20, 24, WILD, 26, 28), 3)


def test_no_cards_are_arranged_in_no_series() -> None:
    laid = arrange([])
    assert laid is not None
    assert (laid.series, laid.deadwood) == ((), ())
    assert count_arrangements([]) == 1
    assert list(arrangements("")) == [laid]


@pytest.mark.parametrize("cards", ["3", "3 13", "w", "w w", "50 60"])
def test_fewer_cards_than_a_series_never_can_be_arranged(cards: str) -> None:
    assert arrange(cards) is None
    assert draws_needed(cards) is None
    assert outs(cards) == ()
    assert count_arrangements(cards) == 0


def test_the_outs_of_a_hand_already_in_series_are_all_the_other_numbers() -> None:
    hand = (3, 13, 23, 41, 43, 45, 47)
    assert draws_needed(hand) == 0
    assert outs(hand) == tuple(n for n in NUMBERS if n not in hand)


def test_no_number_is_an_out_while_two_draws_are_needed() -> None:
    assert draws_needed("1 12 34 50 66 78 89") == 3
    assert outs("1 12 34 50 66 78 89") == ()


def test_a_wild_card_can_be_the_winning_discard() -> None:
    assert WILD in winning_discards("3 13 23 w")
    assert winning_discards("3 13 23 50") == (Card(50),)


def test_the_advanced_game_wants_series_of_four() -> None:
    assert arrange("3 13 23") is not None
    assert arrange("3 13 23", rules=ADVANCED) is None
    assert arrange("3 13 23 33", rules=ADVANCED) is not None


def test_a_series_longer_than_any_family_does_not_exist() -> None:
    longest = sorted(FITTING[23])
    assert arrange(longest, rules=rules_with(19)) is not None
    assert arrange([*longest, WILD], rules=rules_with(19)) is None
    assert draws_needed(range(1, 31), rules=rules_with(20)) is None
    assert best_arrangement(longest, rules=rules_with(20)).series == ()


@pytest.mark.parametrize("wilds", range(11))
@pytest.mark.parametrize("key", [2, 7, 23, 97])
def test_a_whole_family_and_wild_cards_are_laid_in_series_that_hold_them(key: int, wilds: int) -> None:
    cards = [*map(Card, sorted(FITTING[key])), *[WILD] * wilds]
    laid = arrange(cards)
    assert laid is not None
    assert_rightly_laid(laid, cards, 3)


@pytest.mark.parametrize("least", [3, 4, 5])
@pytest.mark.parametrize("wilds", [0, 10])
def test_the_whole_deck_can_be_laid_in_series(wilds: int, least: int) -> None:
    cards = [*map(Card, NUMBERS), *[WILD] * wilds]
    laid = arrange(cards, rules=rules_with(least))
    assert laid is not None
    assert_rightly_laid(laid, cards, least)


def large_hand(rng: Random) -> tuple[Hand, int]:
    """More cards than one series holds, of one or two families, and series so long that there can only be a few."""
    pool = sorted(set().union(*(FITTING[key] for key in rng.sample(PRIMES, rng.choice((1, 1, 2))))))
    wilds = rng.randint(0, 10)
    numbers = rng.sample(pool, min(len(pool), rng.randint(19, 23) - wilds))
    return (tuple(sorted(numbers)), wilds), rng.choice((7, 8, 9, 10, 11, 12, 14, 17, 18, 19))


def test_where_one_series_has_no_room_the_cards_are_laid_in_more() -> None:
    rng = Random("no room")
    for _ in range(400):
        hand, least = large_hand(rng)
        cards, rules = as_cards(hand), rules_with(least)
        laid = arrange(cards, rules=rules)
        if laid is not None:
            assert_rightly_laid(laid, cards, least)
        assert (draws_needed(cards, rules=rules) == 0) is (laid is not None), (hand, least)
        best = best_arrangement(cards, rules=rules)
        assert_rightly_laid(best, cards, least)
        assert (best.deadwood == ()) is (laid is not None), (hand, least)
        wins = {card for card in cards if arrange(without(cards, card), rules=rules) is not None}
        assert set(winning_discards(cards, rules=rules)) == wins, (hand, least)


def test_where_one_series_has_no_room_the_outs_are_still_found() -> None:
    rng = Random("no room")
    for _ in range(100):
        hand, least = large_hand(rng)
        cards, rules = as_cards(hand), rules_with(least)
        helped = [n for n in NUMBERS if n not in cards and winning_discards([*cards, n], rules=rules)]
        assert list(outs(cards, rules=rules)) == helped, (hand, least)


def test_an_out_may_need_a_series_that_takes_no_card_from_the_others() -> None:
    # 7x joins 71, whose other members are wanted under 11 and 61 as well.
    hand = (11, 13, 48, 51, 59, 61, 69, 71, 99)
    assert set(outs(hand)) == brute_force.outs(hand, 0)


def test_a_family_too_large_for_one_series_needs_no_draw() -> None:
    cards = [*map(Card, sorted(FITTING[2])), WILD]
    assert arrange(cards) is not None
    assert draws_needed(cards) == 0


# The functions agree with each other


def without(cards: Sequence[Card], card: int) -> list[Card]:
    left = list(cards)
    left.remove(Card(card) if card else WILD)
    return left


@given(hands(max_size=16, max_wilds=6), st.sampled_from([BASIC, ADVANCED]))
def test_an_arrangement_is_always_right(cards: tuple[Card, ...], rules: Rules) -> None:
    best = best_arrangement(cards, rules=rules)
    assert_rightly_laid(best, cards, rules.min_series)
    laid = arrange(cards, rules=rules)
    assert (laid is not None) is (best.deadwood == ())
    if laid is not None:
        assert_rightly_laid(laid, cards, rules.min_series)


@given(hands(max_size=12), st.sampled_from([BASIC, ADVANCED]))
def test_there_are_arrangements_exactly_when_one_is_found(cards: tuple[Card, ...], rules: Rules) -> None:
    first = list(islice(arrangements(cards, rules=rules), 1))
    assert bool(first) is (arrange(cards, rules=rules) is not None)
    assert bool(first) is (count_arrangements(cards, rules=rules) > 0)


@given(hands(min_size=1, max_size=16), st.sampled_from([BASIC, ADVANCED]))
def test_a_discard_wins_exactly_when_the_others_can_be_arranged(cards: tuple[Card, ...], rules: Rules) -> None:
    wins = winning_discards(cards, rules=rules)
    assert set(wins) == {card for card in cards if arrange(without(cards, card), rules=rules) is not None}


@given(hands(max_size=8), st.sampled_from([BASIC, ADVANCED]))
def test_a_number_is_an_out_exactly_when_some_discard_then_wins(cards: tuple[Card, ...], rules: Rules) -> None:
    found = outs(cards, rules=rules)
    new = [n for n in NUMBERS if n not in cards]
    assert list(found) == [n for n in new if winning_discards([*cards, n], rules=rules)]
    assert bool(found) is (draws_needed(cards, rules=rules) in (0, 1))


@given(hands(min_size=14, max_size=14), st.data())
def test_drawing_an_out_of_14_cards_lets_the_holder_go_out(cards: tuple[Card, ...], data: st.DataObject) -> None:
    found = outs(cards, rules=ADVANCED)
    number = data.draw(st.sampled_from([n for n in NUMBERS if n not in cards]))
    assert (number in found) is bool(winning_discards([*cards, number], rules=ADVANCED))


@given(hands(min_size=3, max_size=15), st.sampled_from([BASIC, ADVANCED]), st.data())
def test_a_draw_brings_a_hand_one_nearer_at_most(cards: tuple[Card, ...], rules: Rules, data: st.DataObject) -> None:
    before = draws_needed(cards, rules=rules)
    drawn = data.draw(st.sampled_from([n for n in NUMBERS if n not in cards]))
    gone = data.draw(st.sampled_from(cards))
    after = draws_needed([*without(cards, gone), drawn], rules=rules)
    if before is None:
        assert after is None
    else:
        assert after is not None
        assert after >= before - 1


@given(hands(min_size=3, max_size=9, max_wilds=2))
def test_wild_cards_help_exactly_when_some_numbers_not_held_would(cards: tuple[Card, ...]) -> None:
    numbers = [card for card in cards if not card.is_wild]
    new = [n for n in NUMBERS if n not in numbers]
    wilds = len(cards) - len(numbers)
    filled = any(masks.can_arrange(bits([*numbers, *fill]), 0, 3) for fill in combinations(new, wilds))
    assert filled is (arrange(cards) is not None)


@given(hands(max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_changes_nothing(cards: tuple[Card, ...], random: object) -> None:
    again = sorted(cards, reverse=True)
    text = " ".join(str(card) for card in again)
    for question in (arrange, best_arrangement, count_arrangements, winning_discards, outs, draws_needed):
        assert question(cards) == question(again) == question(text)


QUESTIONS = (arrange, best_arrangement, arrangements, count_arrangements, winning_discards, outs, draws_needed)


@pytest.mark.parametrize("question", QUESTIONS)
def test_bad_cards_are_refused_by_every_question(question: object) -> None:
    assert callable(question)
    with pytest.raises(RepeatedCardError):
        question("23 3 23")
    with pytest.raises(OutOfRangeError, match="1–99"):
        question([0, 3, 13])
    with pytest.raises(UnreadableError, match="hello"):
        question("23 hello 3")
    with pytest.raises(OutOfRangeError, match="10"):
        question([WILD] * 11)
