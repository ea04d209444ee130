"""The engine: what may happen, what happens then, and what a player may see of it."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
    PlayerView,
    Rules,
    Series,
    UnreadableError,
    apply,
    deal,
    deck,
    legal_events,
    play_out,
    verify,
)
from primecards.game.claims import claims
from primecards.game.events import Event
from primecards.game.play import play_on
from primecards.game.random_player import random_player
from primecards.game.refusals import CODES
from primecards.game.scoring import Result, points
from primecards.game.state import view
from primecards.game.view import MEMORY, Turn
from primecards.rules.masks import BIT
from tests import strategies

seeds = st.integers(0, 10**6)


@st.composite
def games(draw: st.DrawFn, most_rounds: int = 60) -> Rules:
    """Any settings that a game can be played by."""
    size = draw(st.sampled_from((7, 7, 7, 14)))
    return Rules(
        players=draw(st.integers(2, 6 if size == 7 else 4)),
        hand_size=size,
        min_series=draw(st.sampled_from((3, 4) if size == 7 else (4, 5))),
        # Looking for winning discards among 15 cards with many wild ones takes milliseconds.
        wild_cards=draw(st.integers(0, 10 if size == 7 else 2)),
        scoring=draw(st.sampled_from(("keys", "unmatched", "places"))),
        allow_return_taken=draw(st.booleans()),
        stock_empty=draw(st.sampled_from(("reshuffle", "end"))),
        turn_limit=draw(st.integers(1, most_rounds)),
    )


def states(rules: Rules, seed: int) -> Iterator[tuple[Event | None, GameState]]:
    """A random game: the deal, then every event and the state after it."""
    state = deal(rules, seed)
    yield None, state
    yield from play_on(state, [random_player] * rules.players)


def all_cards(state: GameState) -> list[Card]:
    hands = [card for player in range(state.rules.players) for card in state.hand(player)]
    return sorted([*hands, *state.discards, *state.face_down])


def codes(state: GameState, event: Event) -> list[str]:
    return [refusal.code for refusal in verify(state, event)]


# --- Cards --------------------------------------------------------------------------------------------------------


@given(games(), seeds)
@settings(max_examples=40)
def test_cards_are_neither_made_nor_lost_in_any_game(rules: Rules, seed: int) -> None:
    whole = sorted(deck(rules))
    for _, state in states(rules, seed):
        assert all_cards(state) == whole


def test_the_same_seed_deals_the_same_cards_and_another_seed_others() -> None:
    assert deal(BASIC, "k7f2q9") == deal(BASIC, "k7f2q9")
    assert deal(BASIC, 7) == deal(BASIC, "7")
    assert len({deal(BASIC, seed).hands for seed in range(200)}) == 200


@pytest.mark.parametrize("seed", ["", "a b", "a\n", "ä", "x" * 51, True, None, 10**60, 1.5])
def test_a_seed_is_a_few_plain_letters_and_digits(seed: Any) -> None:
    with pytest.raises(UnreadableError, match="seed"):
        deal(BASIC, seed)


@pytest.mark.parametrize("starts", [-1, 2, True, "0", 10**9])
def test_a_player_who_is_not_there_cannot_start(starts: Any) -> None:
    with pytest.raises(OutOfRangeError, match="starts"):
        deal(BASIC, "s", starts)


# --- Moves --------------------------------------------------------------------------------------------------------


@given(games(), seeds)
@settings(max_examples=40)
def test_every_event_of_a_game_verifies_and_is_among_the_legal_ones(rules: Rules, seed: int) -> None:
    before = None
    for event, state in states(rules, seed):
        if before is not None and event is not None:
            assert verify(before, event) == ()
            assert event in list(legal_events(before))
            assert apply(before, event) == state
        before = state
    assert before is not None
    assert list(legal_events(before)) == []


@given(games(20), seeds)
@settings(max_examples=25)
def test_every_legal_event_verifies_and_there_always_is_one(rules: Rules, seed: int) -> None:
    for _, state in states(rules, seed):
        events = list(legal_events(state))
        assert bool(events) is not state.over
        for event in events:
            assert verify(state, event) == ()
        assert len(set(events)) == len(events)


def winning_state(rules: Rules = Rules(wild_cards=4)) -> GameState:  # noqa: B008 - a frozen value
    """Player 0 has drawn 50 and can go out with 3 13 23 33, and 41 43 w w."""
    state = deal(rules, "won")
    numbers = sum(BIT[n] for n in (3, 13, 23, 41, 43, 50))
    return dataclasses.replace(state, hands=((numbers, 2), state.hands[1]), phase="discard", drawn=Card(50))


THREES = Series(3, (Card(3), Card(13), Card(23)))
FORTIES = Series(41, (Card(41), Card(43), WILD, WILD), (47, 40))


FIFTY = Card(50)


def going_out(*series: Series, card: Card = FIFTY) -> GoOut:
    return GoOut(0, series, card)


def test_a_claim_whose_series_hold_exactly_the_hand_less_the_discard_is_legal() -> None:
    state = winning_state()
    assert verify(state, going_out(THREES, FORTIES)) == ()
    after = apply(state, going_out(FORTIES, THREES))
    assert (after.over, after.winner, after.upcard) == (True, 0, 50)


def forties(*cards: int, key: int = 41, wilds: tuple[int, ...] = (47, 40)) -> Series:
    return Series(key, tuple(card if type(card) is Card else Card(card) for card in cards), wilds)


FALSE = [
    ((), ["left-over"]),
    ((THREES,), ["left-over"]),
    ((THREES, THREES, FORTIES), ["laid-twice"]),
    ((THREES, FORTIES, Series(61, (Card(61), Card(67), Card(62)))), ["not-to-lay"]),
    ((Series(3, (*THREES.cards, Card(50))), FORTIES), ["card-does-not-fit", "not-to-lay"]),
    ((THREES, forties(41, 43, WILD, wilds=(47,))), ["left-over"]),
    ((THREES, forties(41, 43, WILD, WILD, WILD, wilds=(47, 40, 42))), ["not-to-lay"]),
    ((THREES, forties(41, 43, WILD, WILD, wilds=(47,))), ["wilds-not-told"]),
    ((THREES, forties(41, 43, WILD, WILD, wilds=(47, 40, 42))), ["wilds-not-told"]),
    ((THREES, forties(41, 43, WILD, WILD, wilds=(47, 52))), ["wild-does-not-fit"]),
    ((THREES, forties(41, 43, WILD, WILD, wilds=(43, 42))), ["number-twice"]),
    ((THREES, forties(41, 43, WILD, WILD, wilds=(42, 42))), ["number-twice"]),
    ((THREES, forties(41, 43, WILD, WILD, key=42)), ["key-not-prime", "key-not-held"]),
    ((THREES, forties(41, 43, WILD, WILD, key=47, wilds=(42, 40))), ["key-not-held"]),
    ((THREES, Series(41, (Card(41), WILD, WILD), (47, 40))), ["left-over"]),
    ((Series(3, (Card(3), Card(13))), Series(43, (Card(23), *FORTIES.cards), FORTIES.wilds)), ["too-short"]),
    # Every fault is told, not just the first.
    (
        (Series(3, (Card(3), Card(45))), forties(41, 43, WILD, WILD, wilds=(47, 47))),
        ["too-short", "card-does-not-fit", "number-twice", "not-to-lay", "left-over"],
    ),
]


@pytest.mark.parametrize(("series", "expected"), FALSE)
def test_a_false_claim_is_told_every_fault(series: tuple[Series, ...], expected: list[str]) -> None:
    state = winning_state()
    assert codes(state, going_out(*series)) == expected
    with pytest.raises(IllegalEventError) as refused:
        apply(state, going_out(*series))
    assert [refusal.code for refusal in refused.value.refusals] == expected
    assert str(refused.value).count("Rule: ") == len(expected)
    assert pickle.loads(pickle.dumps(refused.value)).refusals == refused.value.refusals


@pytest.mark.parametrize(
    "laid",
    [
        None,
        "3 13 23",
        [THREES, FORTIES],
        (THREES, None),
        (THREES, dataclasses.replace(FORTIES, key=10**9)),
        (THREES, dataclasses.replace(FORTIES, key=True)),
        (THREES, dataclasses.replace(FORTIES, wilds=(47, 0))),
        (THREES, dataclasses.replace(FORTIES, cards=cast(Any, (41, 43, WILD, WILD)))),
        (THREES, dataclasses.replace(FORTIES, cards=cast(Any, [*FORTIES.cards]))),
    ],
)
def test_what_is_no_row_of_series_is_refused_and_does_no_harm(laid: Any) -> None:
    assert codes(winning_state(), GoOut(0, laid, Card(50))) == ["not-series"]


def test_the_discard_of_a_claim_is_checked_as_any_discard() -> None:
    state = winning_state()
    assert codes(state, going_out(THREES, FORTIES, card=Card(51))) == ["card-not-held", "left-over"]
    assert codes(state, going_out(THREES, FORTIES, card=Card(41))) == ["not-to-lay", "left-over"]


def test_moves_out_of_turn_and_out_of_order_are_refused() -> None:
    state = deal(BASIC, "s")
    held = state.hand(0)[0]
    assert codes(state, Draw(1, "stock")) == ["not-your-turn"]
    assert codes(state, Draw(0, "pocket")) == ["no-such-source"]
    assert codes(state, Draw(0, cast(Any, ["stock"]))) == ["no-such-source"]
    assert codes(state, Discard(0, held)) == ["draw-first"]
    assert codes(state, going_out()) == ["draw-first"]
    drawn = apply(state, Draw(0, "stock"))
    assert codes(drawn, Draw(0, "stock")) == ["already-drawn"]
    assert codes(drawn, Discard(1, held)) == ["not-your-turn"]
    assert codes(drawn, Discard(0, WILD)) == ["card-not-held"]
    assert codes(drawn, Discard(0, cast(Any, int(held)))) == ["not-a-card"]
    assert codes(drawn, Discard(0, cast(Any, 10**9))) == ["not-a-card"]
    nothings: list[Any] = [None, "draw", ("draw", 0), Draw, {}]
    for nothing in nothings:
        assert codes(state, nothing) == ["not-an-event"]
    over = apply(winning_state(), going_out(THREES, FORTIES))
    assert codes(over, Draw(1, "stock")) == ["game-over"]


def test_the_card_just_taken_is_not_returned_where_that_is_not_allowed() -> None:
    strict = deal(Rules(allow_return_taken=False, wild_cards=4), "s")
    taken = apply(strict, Draw(0, "upcard"))
    assert taken.drawn is not None
    assert codes(taken, Discard(0, taken.drawn)) == ["just-taken"]
    assert codes(taken, GoOut(0, (), taken.drawn)) == ["just-taken", "left-over"]
    assert Discard(0, taken.drawn) not in list(legal_events(taken))
    # A card from the stock may always be discarded, and so may a wild card beside the one taken.
    drawn = apply(strict, Draw(0, "stock"))
    assert codes(drawn, Discard(0, cast(Card, drawn.drawn))) == []
    numbers, _ = taken.hands[0]
    for wilds, expected in ((1, ["just-taken"]), (2, [])):
        state = dataclasses.replace(taken, drawn=WILD, hands=((numbers, wilds), taken.hands[1]))
        assert codes(state, Discard(0, WILD)) == expected


def test_every_code_is_tested_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert not [code for code in CODES if f'"{code}"' not in source]


junk = st.one_of(st.none(), st.integers(-3, 10**9), st.text(max_size=5), st.sampled_from([WILD, Card(50), THREES]))
events = st.one_of(
    st.builds(Draw, st.integers(-1, 6), st.sampled_from(("stock", "upcard", "pocket"))),
    st.builds(Discard, st.integers(-1, 6), strategies.cards),
    st.builds(
        GoOut,
        st.integers(0, 1),
        st.lists(
            st.builds(
                Series,
                st.integers(1, 99),
                st.lists(strategies.cards, max_size=15).map(tuple),
                st.lists(st.integers(1, 99), max_size=4).map(tuple),
            ),
            max_size=3,
        ).map(tuple),
        strategies.cards,
    ),
    st.builds(Draw, junk, junk),
    st.builds(Discard, junk, junk),
    st.builds(GoOut, junk, st.one_of(junk, st.lists(junk).map(tuple)), junk),
    junk,
)


@given(events, seeds, st.booleans())
@settings(max_examples=60)
def test_whatever_is_tried_is_either_refused_or_a_move_by_the_rules(event: Any, seed: int, drawn: bool) -> None:
    state = deal(Rules(wild_cards=4), seed)
    if drawn:
        state = apply(state, Draw(0, "stock"))
    refusals = verify(state, event)
    if refusals:
        assert all(refusal.code in CODES and refusal.message.text() for refusal in refusals)
        with pytest.raises(IllegalEventError):
            apply(state, event)
    else:
        assert all_cards(apply(state, event)) == sorted(deck(state.rules))


@given(st.integers(0, 7), st.integers(1, 99), st.randoms(use_true_random=False))
def test_a_claim_with_one_number_changed_is_refused(place: int, number: int, rng: Random) -> None:
    state = winning_state()
    series = [THREES, FORTIES]
    which = rng.randrange(2)
    cards = list(series[which].cards)
    place %= len(cards)
    if cards[place] == number:
        return
    cards[place] = Card(number)
    series[which] = dataclasses.replace(series[which], cards=tuple(cards))
    assert codes(state, going_out(*series))


# --- What a player sees -------------------------------------------------------------------------------------------


def within(value: object) -> Iterator[object]:
    """A value and all that can be reached from it by its fields and members."""
    yield value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from within(getattr(value, field.name))
    elif isinstance(value, (tuple, list, set, frozenset)):
        for member in value:
            yield from within(member)
    elif isinstance(value, dict):
        yield from within(tuple(value.items()))
    elif not isinstance(value, (int, str, type(None))):
        raise AssertionError(f"a view holds {type(value)}")


@given(games(15), seeds)
@settings(max_examples=25)
def test_a_view_holds_no_hidden_card_whatever_way_one_looks(rules: Rules, seed: int) -> None:
    for _, state in states(rules, seed):
        if state.over:
            continue
        seen = view(state)
        assert not any(isinstance(value, GameState) for value in within(seen))
        assert not any(value == state.seed for value in within(seen) if isinstance(value, str))
        # The same view, whatever lies in the stock and in the other hands as far as they are unknown.
        order = list(state.face_down)
        hidden = [
            (player, card)
            for player in range(rules.players)
            if player != state.player and player not in state.out
            for card in state.hand(player)
            if card and not state.known[player][0] & BIT[card]
        ]
        if hidden and order and (other := next((card for card in order if card), None)):
            player, card = hidden[0]
            order[order.index(other)] = card
            numbers, wilds = state.hands[player]
            hands = list(state.hands)
            hands[player] = (numbers ^ BIT[card] ^ BIT[other], wilds)
            swapped = dataclasses.replace(
                state, hands=tuple(hands), stock=(*state.stock[: state.top], *order), seed="elsewhere"
            )
            assert view(swapped) == seen


def test_a_strategy_that_acts_on_a_hidden_card_fails() -> None:
    def cheat(seen: PlayerView, rng: Random) -> Event:
        return Draw(0, "stock" if seen.stock_cards[0] == 23 else "upcard")  # type: ignore[attr-defined]

    with pytest.raises(AttributeError, match="stock_cards"):
        play_out("s", [cheat, cheat])

    def guesser(seen: PlayerView, rng: Random) -> Event:
        if seen.phase == "draw":
            return Draw(seen.player, "stock")
        hidden = next(Card(n) for n in range(1, 100) if not seen.numbers & BIT[n])
        return Discard(seen.player, hidden)

    with pytest.raises(IllegalEventError, match=r"^Player 2: .* is not in the hand") as refused:
        play_out("s", [random_player, guesser])
    assert [refusal.code for refusal in refused.value.refusals] == ["card-not-held"]


@given(games(), seeds)
@settings(max_examples=40)
def test_what_is_known_of_a_hand_is_in_it(rules: Rules, seed: int) -> None:
    for event, state in states(rules, seed):
        for player, (numbers, wilds) in enumerate(state.known):
            assert numbers & ~state.hands[player][0] == 0
            assert wilds <= state.hands[player][1]
            if player in state.out:
                assert state.known[player] == state.hands[player]
        if isinstance(event, Draw) and event.source == "upcard" and state.drawn:
            assert state.known[event.player][0] & BIT[state.drawn]
        if not state.over:
            seen = view(state)
            assert sum(seen.sizes) + seen.stock + len(seen.discards) == len(deck(rules))
            assert sorted(seen.hand) == sorted(state.hand(state.player))
            assert len(seen.hand) == seen.sizes[seen.player]


@given(games(30), seeds)
@settings(max_examples=25)
def test_a_view_tells_the_last_turns_as_everybody_saw_them(rules: Rules, seed: int) -> None:
    turns: list[Turn] = []
    exposed, taken = deal(rules, seed).upcard, False
    for event, state in states(rules, seed):
        if isinstance(event, Draw):
            taken = event.source == "upcard"
        elif event is not None:
            turns.append(Turn(event.player, exposed, taken, event.card))
            exposed = event.card
        assert [Turn.of(number) for number in state.recent] == turns[-MEMORY:]
        if not state.over:
            assert view(state).turns == tuple(turns[-MEMORY:])


def test_a_game_that_is_over_is_shown_to_nobody() -> None:
    over = apply(winning_state(), going_out(THREES, FORTIES))
    with pytest.raises(OutOfRangeError, match="over"):
        view(over)


# --- The end ------------------------------------------------------------------------------------------------------


@given(games(), seeds)
@settings(max_examples=40)
def test_a_random_game_ends_within_the_turn_limit(rules: Rules, seed: int) -> None:
    turns = 0
    for event, state in states(rules, seed):
        assert state.round <= rules.turn_limit
        turns += isinstance(event, (Discard, GoOut))
        if state.over:
            break
    else:
        raise AssertionError("the game never ended")
    assert turns <= rules.turn_limit * rules.players
    if not state.out and rules.stock_empty == "reshuffle":
        assert turns == rules.turn_limit * rules.players


def test_the_random_player_takes_every_card_and_both_piles_now_and_then() -> None:
    state = apply(deal(Rules(wild_cards=10), 3), Draw(0, "stock"))
    rng = Random(1)
    assert {random_player(view(state), rng) for _ in range(400)} == {
        event for event in legal_events(state) if isinstance(event, Discard)
    }
    assert {random_player(view(deal(BASIC, 3)), rng) for _ in range(50)} == set(legal_events(deal(BASIC, 3)))


def test_the_random_player_goes_out_as_soon_as_some_discard_allows_it() -> None:
    state = winning_state()
    event = random_player(view(state), Random(1))
    assert isinstance(event, GoOut)
    assert verify(state, event) == ()


@given(strategies.hands(min_size=8, max_size=8, max_wilds=4))
def test_the_claims_are_one_for_each_winning_discard(cards: tuple[Card, ...]) -> None:
    from primecards import winning_discards

    numbers = sum(BIT[card] for card in cards if card)
    found = list(claims(0, numbers, cards.count(WILD), BASIC))
    assert [claim.card for claim in found] == list(winning_discards(cards))


def test_as_many_strategies_as_players_are_needed() -> None:
    with pytest.raises(OutOfRangeError, match="strategies"):
        play_out("s", [random_player])


def test_the_advanced_game_is_played_as_well() -> None:
    record = play_out("s", [random_player] * 2, rules=dataclasses.replace(ADVANCED, turn_limit=20))
    assert record.final_state().over


# --- Several games ------------------------------------------------------------------------------------------------


def test_a_match_is_the_same_from_records_states_and_results() -> None:
    rules = Rules(players=3, wild_cards=4, scoring="unmatched")
    games = [play_out(f"m.{number}", [random_player] * 3, rules=rules, starts=number - 1) for number in (1, 2, 3)]
    match = Match.of(games, rules=rules)
    assert match == Match.play("m", [random_player] * 3, games=3, rules=rules)
    assert match == Match.of([game.final_state() for game in games], rules=rules)
    assert match == Match.of(map(Result.of, games), rules=rules)
    assert len(match.results) == 3


@given(games(), seeds)
@settings(max_examples=40)
def test_points_are_what_the_rules_say_by_a_plain_count(rules: Rules, seed: int) -> None:
    *_, (_, state) = states(rules, seed)
    given = points(state)
    by_cards = points(dataclasses.replace(state, rules=dataclasses.replace(rules, scoring="keys")))
    for player in range(rules.players):
        held = [int(card) for card in state.hand(player)]
        plain = sum(n == 0 or (n > 1 and all(n % d for d in range(2, n))) for n in held)
        assert by_cards[player] == (0 if player in state.out else plain)
        if rules.scoring == "places":
            place = [*state.out].index(player) + 1 if player in state.out else rules.players
            assert given[player] == (0 if place == 1 else place)
        else:
            assert given[player] <= by_cards[player]


def test_a_game_that_goes_on_is_no_part_of_a_match() -> None:
    with pytest.raises(OutOfRangeError, match="not over"):
        Match().with_game(deal(BASIC, "s"))


# --- Values -------------------------------------------------------------------------------------------------------


def test_states_and_views_made_quickly_are_frozen_values_like_any() -> None:
    state = apply(deal(BASIC, "s"), Draw(0, "stock"))
    for value in (state, view(state)):
        same = dataclasses.replace(value)
        assert type(same) is type(value)
        assert same == value
        assert hash(same) == hash(value)
        assert repr(same) == repr(value)
        assert pickle.loads(pickle.dumps(value)) == value
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.player = 1  # type: ignore[misc]
        with pytest.raises((AttributeError, TypeError)):
            value.other = 1  # type: ignore[union-attr]


def test_a_long_game_takes_no_more_memory_than_a_short_one() -> None:
    import tracemalloc

    # Hands that never win, since no series of 8 fits into 7 cards.
    state = deal(Rules(min_series=8, turn_limit=10**6), "s")
    moves = play_on(state, [random_player] * 2)
    for _ in range(500):
        next(moves)
    tracemalloc.start()
    try:
        for _ in range(200):
            next(moves)
        early = tracemalloc.get_traced_memory()[0]
        for _ in range(3000):
            next(moves)
        late = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert late - early < 20_000
