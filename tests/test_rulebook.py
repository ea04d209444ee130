"""The rule book, one test a paragraph, each named as the sentence it proves.

The paragraphs are those of the design, `rules.md`: Deck, Series, Play, Scoring and Settings. How it was counted is in
`test_counts.py`.
"""

from dataclasses import replace
from itertools import combinations, permutations

import pytest

from primecards import (
    ADVANCED,
    BASIC,
    WILD,
    Card,
    Discard,
    Draw,
    GameState,
    GoOut,
    IllegalEventError,
    Match,
    OutOfRangeError,
    Rules,
    apply,
    arrange,
    arrangements,
    check_series,
    deal,
    deck,
    legal_events,
    verify,
)
from primecards.game.random_player import random_player
from primecards.game.scoring import Result, points
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


# Play

WINNING = "3 13 23 41 43 45 47"
LOSING = (1, 4, 6, 12, 30, 58, 86)


def holding(state: GameState, player: int, cards: str | tuple[int, ...]) -> GameState:
    """The same game with other cards in a hand; what is there twice now does not matter to the rule in question."""
    numbers = sum(1 << int(card) for card in (cards.split() if isinstance(cards, str) else cards))
    hands = list(state.hands)
    hands[player] = (numbers, 0)
    return replace(state, hands=tuple(hands))


def a_turn(state: GameState, source: str = "stock") -> GameState:
    """The player to move draws and discards that card."""
    state = apply(state, Draw(state.player, source))
    assert state.drawn is not None
    return apply(state, Discard(state.player, state.drawn))


def gone_out(state: GameState, cards: str = WINNING) -> GameState:
    """The player to move is given a winning hand, draws, and goes out."""
    state = apply(holding(state, state.player, cards), Draw(state.player, "stock"))
    return apply(state, next(event for event in legal_events(state) if isinstance(event, GoOut)))


@pytest.mark.parametrize("players", range(2, 7))
def test_2_to_6_players_hold_7_cards_each_and_one_card_is_turned_up(players: int) -> None:
    state = deal(Rules(players=players, wild_cards=4), "rules")
    assert [len(state.hand(player)) for player in range(players)] == [7] * players
    assert len(state.discards) == 1
    assert len(state.face_down) == 103 - 7 * players - 1


@pytest.mark.parametrize("players", range(2, 5))
def test_advanced_2_to_4_players_hold_14_cards_each(players: int) -> None:
    state = deal(replace(ADVANCED, players=players), "rules")
    assert [len(state.hand(player)) for player in range(players)] == [14] * players


def test_advanced_5_players_are_too_many_whatever_the_settings_say() -> None:
    with pytest.raises(OutOfRangeError, match="2–4"):
        deal(Rules(players=5, hand_size=14, min_series=4), "rules")


def test_player_0_starts_and_turns_go_in_order() -> None:
    state = deal(Rules(players=3), "rules")
    seats = []
    for _ in range(7):
        seats.append(state.player)
        state = a_turn(state)
    assert seats == [0, 1, 2, 0, 1, 2, 0]
    assert state.round == 3


def test_a_turn_is_to_draw_one_card_and_then_to_discard_one_of_the_8_face_up() -> None:
    state = deal(BASIC, "rules")
    assert not verify(state, Draw(0, "stock"))
    drawn = apply(state, Draw(0, "stock"))
    assert len(drawn.hand(0)) == 8
    for card in drawn.hand(0):
        after = apply(drawn, Discard(0, card))
        assert after.upcard is card
        assert len(after.hand(0)) == 7


def test_only_the_exposed_card_can_be_taken_from_the_discard_pile() -> None:
    state = a_turn(a_turn(deal(BASIC, "rules")))
    taken = apply(state, Draw(0, "upcard"))
    assert taken.drawn is state.discards[-1]
    assert taken.discards == state.discards[:-1]
    assert {event.source for event in legal_events(state) if isinstance(event, Draw)} == {"stock", "upcard"}


def test_the_card_just_taken_may_be_discarded_at_once() -> None:
    state = deal(BASIC, "rules")
    assert a_turn(state, "upcard").hands == state.hands


def test_a_wild_card_may_be_discarded_and_taken() -> None:
    state = deal(Rules(wild_cards=4), "rules")
    state = apply(replace(state, hands=((state.hands[0][0], 1), state.hands[1])), Draw(0, "stock"))
    state = apply(state, Discard(0, WILD))
    assert state.upcard is WILD
    assert WILD in apply(state, Draw(1, "upcard")).hand(1)


def test_go_out_a_player_lays_the_whole_hand_in_series_discards_the_last_card_and_wins() -> None:
    state = gone_out(deal(BASIC, "rules"))
    assert (state.over, state.winner) == (True, 0)
    assert len(state.hand(0)) == 7
    assert arrange(state.hand(0)) is not None
    assert len(state.discards) == 2


def test_go_out_only_after_drawing() -> None:
    state = holding(deal(BASIC, "rules"), 0, WINNING)
    laid = arrange(WINNING)
    assert laid is not None
    assert [fault.code for fault in verify(state, GoOut(0, laid.series, Card(47)))] == ["draw-first"]


def test_being_dealt_a_winning_hand_wins_on_the_own_first_turn_and_not_before() -> None:
    state = holding(deal(Rules(players=3), "rules"), 1, WINNING)
    state = a_turn(state)
    assert not state.over
    assert gone_out(state).winner == 1


def test_a_false_claim_is_rejected_with_the_reason_and_the_game_goes_on() -> None:
    state = apply(holding(deal(BASIC, "rules"), 0, LOSING), Draw(0, "stock"))
    laid = arrange(WINNING)
    assert laid is not None
    with pytest.raises(IllegalEventError, match="Not in the hand: 3, 13, 23"):
        apply(state, GoOut(0, laid.series, Card(1)))
    assert apply(state, Discard(0, Card(1))).player == 1


def run_dry(rules: Rules) -> GameState:
    """Draw from the stock until its last card has been drawn and discarded."""
    state = deal(rules, "rules")
    for _ in range(len(state.face_down)):
        state = a_turn(holding(state, state.player, LOSING))
    return state


def test_stock_empty_the_discard_pile_less_its_exposed_card_is_shuffled_into_a_new_stock() -> None:
    state = run_dry(BASIC)
    assert state.reshuffles == 1
    assert len(state.discards) == 1
    assert len(state.face_down) == 99 - 14 - 1
    before = [*deal(BASIC, "rules").discards, *deal(BASIC, "rules").face_down]
    assert sorted((*state.face_down, *state.discards)) == sorted(before)
    assert list(state.face_down) != before[:-1]
    assert state == run_dry(BASIC)  # from the game's own seed
    assert not a_turn(state).over


def test_stock_empty_the_second_shuffle_is_another_one() -> None:
    state = run_dry(BASIC)
    first = state.face_down
    for _ in range(len(first)):
        state = a_turn(holding(state, state.player, LOSING))
    assert state.reshuffles == 2
    assert state.face_down != first


def test_stock_empty_and_nothing_to_draw_ends_the_game_without_a_winner() -> None:
    state = deal(BASIC, "rules")
    state = replace(state, top=len(state.stock), discards=())
    held = state.hand(0)[0]
    state = apply(replace(state, phase="discard", drawn=held), Discard(0, held))
    assert (state.over, state.winner) == (True, None)


def test_a_turn_limit_ends_an_endless_game_without_a_winner() -> None:
    state = deal(Rules(players=3, turn_limit=2), "rules")
    for _ in range(6):
        assert not state.over
        state = a_turn(holding(state, state.player, LOSING), "upcard")
    assert (state.over, state.winner, state.round) == (True, None, 2)


# Scoring


def test_keys_the_winner_scores_0_and_every_other_one_for_each_prime_and_each_wild_card() -> None:
    rules = Rules(players=3, wild_cards=4)
    state = deal(rules, "rules")
    state = replace(state, hands=(state.hands[0], (sum(1 << n for n in (1, 2, 9, 51, 97)), 2), (1 << 91, 0)))
    state = gone_out(state)
    assert points(state) == (0, 4, 0)


def test_keys_without_a_winner_every_player_scores_the_cards_held() -> None:
    state = deal(Rules(turn_limit=1), "rules")
    state = holding(holding(state, 0, LOSING), 1, "2 3 4 6 8 9 10")
    assert points(a_turn(a_turn(state))) == (0, 2)


def test_unmatched_only_the_cards_outside_the_best_arrangement_count() -> None:
    state = holding(deal(Rules(scoring="unmatched"), "rules"), 1, "3 13 23 47 59 60 70")
    assert points(gone_out(state)) == (0, 2)
    assert points(gone_out(replace(state, rules=BASIC))) == (0, 5)


def test_places_play_goes_on_and_the_last_one_left_gets_n_points_without_going_out() -> None:
    state = deal(Rules(players=4, scoring="places"), "rules")
    state = a_turn(state)
    state = gone_out(state)
    assert not state.over
    assert state.player == 2
    state = a_turn(gone_out(state))
    assert (state.player, state.round) == (0, 2)
    state = a_turn(state)
    assert state.player == 3  # 1 and 2 are passed over
    state = gone_out(state)
    assert (state.over, state.out) == (True, (1, 2, 3))
    assert points(state) == (4, 0, 2, 3)


def test_places_of_two_players_the_first_gets_0_and_the_other_2() -> None:
    assert points(gone_out(deal(Rules(scoring="places"), "rules"))) == (0, 2)


def test_places_whoever_is_left_when_a_game_ends_without_them_gets_the_points_of_the_last_place() -> None:
    state = gone_out(deal(Rules(players=4, scoring="places", turn_limit=1), "rules"))
    for _ in range(3):
        state = a_turn(holding(state, state.player, LOSING))
    assert (state.over, points(state)) == (True, (0, 4, 4, 4))


def test_a_game_that_goes_on_has_no_points_yet() -> None:
    with pytest.raises(OutOfRangeError, match="not over"):
        points(deal(BASIC, "rules"))


def test_the_lowest_total_wins_the_match_and_ties_are_shared() -> None:
    match = Match(Rules(players=3))
    for number, given in enumerate([(0, 2, 3), (3, 0, 1), (0, 1, 2)]):
        match = match.with_game(Result(given, (given.index(0),), starts=number))
    assert (match.totals, match.leaders, match.places) == ((3, 3, 6), (0, 1), (1, 1, 3))


def test_each_game_of_a_match_is_started_by_the_next_player_and_the_number_of_games_is_the_callers() -> None:
    rules = Rules(players=3, wild_cards=4)
    match = Match.play("rules", [random_player] * 3, games=4, rules=rules, first=1)
    assert [result.starts for result in match.results] == [1, 2, 0, 1]
    assert match.starts == 2
    assert match == Match.play("rules", [random_player] * 3, games=4, rules=rules, first=1)
    assert match.totals == tuple(map(sum, zip(*(result.points for result in match.results), strict=True)))
    with pytest.raises(OutOfRangeError, match="Game 5 has to be started by player 3"):
        match.with_game(Result((0, 1, 1), (0,), starts=0))
    with pytest.raises(OutOfRangeError, match="2 players"):
        match.with_game(Result((0, 1), (0,), starts=2))
    with pytest.raises(OutOfRangeError, match="first"):
        Match(rules, first=3)


# Settings


@pytest.mark.parametrize("size", [1, 6, 8, 13, 15])
def test_hand_size_is_7_or_14_in_play(size: int) -> None:
    with pytest.raises(OutOfRangeError, match="7, 14"):
        deal(Rules(hand_size=size), "rules")


def test_min_series_counts_in_a_claim() -> None:
    state = apply(holding(deal(Rules(min_series=4), "rules"), 0, WINNING), Draw(0, "stock"))
    laid = arrange(WINNING)
    assert laid is not None
    refusals = verify(state, GoOut(0, laid.series, state.drawn or WILD))
    assert [refusal.code for refusal in refusals] == ["too-short"]


@pytest.mark.parametrize("wild_cards", [0, 10])
def test_wild_cards_are_dealt_with_the_others(wild_cards: int) -> None:
    state = deal(Rules(wild_cards=wild_cards), "rules")
    everything = [*state.hand(0), *state.hand(1), *state.discards, *state.face_down]
    assert sorted(everything) == sorted(deck(state.rules))
    assert any(WILD in deal(Rules(wild_cards=10), seed).hand(0) for seed in range(20))


def test_allow_return_taken_false_keeps_the_card_taken_from_the_pile_for_a_turn() -> None:
    state = apply(deal(Rules(allow_return_taken=False), "rules"), Draw(0, "upcard"))
    assert state.drawn is not None
    assert [refusal.code for refusal in verify(state, Discard(0, state.drawn))] == ["just-taken"]
    assert not a_turn(deal(Rules(allow_return_taken=False), "rules")).over  # a card from the stock may go at once


def test_stock_empty_end_ends_the_game_when_the_turn_of_the_last_card_is_over() -> None:
    state = run_dry(Rules(stock_empty="end"))
    assert (state.over, state.winner, state.reshuffles) == (True, None, 0)
