"""The computer players: legal, never blind to a win, the same again for the same chance, and true in what they say."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from primecards import ADVANCED, BASIC, WILD, Card, Rules, fits, is_prime
from primecards.chance import random_for
from primecards.game.advice import Advice, advise
from primecards.game.events import Discard, Draw, Event, GoOut
from primecards.game.expert import expert
from primecards.game.hidden_hand import HiddenHand
from primecards.game.look_ahead import LookAhead
from primecards.game.moves import banned_discard
from primecards.game.neighbour import GUESSES, guesses, neighbour, unseen, wanted
from primecards.game.outlook import Outlook
from primecards.game.play import play_on
from primecards.game.players import PLAYERS
from primecards.game.rule_of_thumb import best_keys, rule_of_thumb, throw, wants
from primecards.game.state import deal, view
from primecards.game.view import PlayerView, Turn, packed
from primecards.rules.masks import BIT, NEAR, WILD_BIT, can_arrange, draws_and_outs, numbers_in, winning_discards
from tests.brute_force import FITTING, PRIMES


@st.composite
def views(draw: st.DrawFn, phases: tuple[str, ...] = ("draw", "discard")) -> PlayerView:
    """A moment of a game, the cards dealt at random; the own hand often from the families of a few primes."""
    preset = draw(st.sampled_from((BASIC, BASIC, ADVANCED)))
    rules = replace(
        preset,
        players=draw(st.integers(2, preset.max_players)),
        wild_cards=draw(st.integers(0, 10)),
        scoring=draw(st.sampled_from(("keys", "unmatched", "places"))),
        allow_return_taken=draw(st.booleans()),
        stock_empty=draw(st.sampled_from(("reshuffle", "end"))),
    )
    rng = Random(draw(st.integers(0, 1 << 32)))
    keys = draw(st.lists(st.sampled_from(PRIMES), max_size=3))
    near = set(keys).union(*(FITTING[key] for key in keys))
    deck = [*map(Card, range(1, 100)), *[WILD] * rules.wild_cards]
    rng.shuffle(deck)
    deck.sort(key=lambda card: int(card) in near or (card is WILD and rng.random() < 0.3))  # dealt from the end
    phase = draw(st.sampled_from(phases))
    player = draw(st.integers(0, rules.players - 1))
    sizes = [rules.hand_size + (phase == "discard" and seat == player) for seat in range(rules.players)]
    hand = [deck.pop() for _ in range(sizes[player])]
    rng.shuffle(deck)
    known = []
    for seat, size in enumerate(sizes):
        dealt = hand if seat == player else [deck.pop() for _ in range(size)]
        known.append(bits(dealt[: rng.randrange(4)]))
    pile = [deck.pop() for _ in range(rng.randrange(1, len(deck)))]
    taken = phase == "discard" and draw(st.booleans())
    out: tuple[int, ...] = ()
    if rules.scoring == "places" and rules.players > 2:
        out = tuple(seat for seat in range(rules.players) if seat != player)[: draw(st.integers(0, rules.players - 2))]
    numbers, wilds = bits(hand)
    return PlayerView(
        rules, player, phase, numbers, wilds, hand[0] if phase == "discard" else None, taken, tuple(pile),
        len(deck), tuple(sizes), tuple(known), out, draw(st.integers(1, 9)),
    )  # fmt: skip


def bits(cards: list[Card]) -> tuple[int, int]:
    return sum(BIT[card] for card in cards if card), cards.count(WILD)


def view_of(hand: list[int], wilds: int = 0, upcard: int = 50, rules: Rules = BASIC) -> PlayerView:
    """The view of the first of two players before the first draw, or, with a card more, after it."""
    numbers = sum(BIT[n] for n in hand)
    size = len(hand) + wilds
    drawn = Card(hand[-1]) if size > rules.hand_size else None
    return PlayerView(
        rules, 0, "discard" if drawn else "draw", numbers, wilds, drawn, False, (Card(upcard) if upcard else WILD,),
        84, (size, rules.hand_size), ((0, 0), (0, 0)),
    )  # fmt: skip


def is_legal(view: PlayerView, event: Event) -> bool:
    """Whether the rules allow it, as far as a player can know."""
    if event.player != view.player:
        return False
    if isinstance(event, Draw):
        return view.phase == "draw" and event.source in ("stock", "upcard")
    if view.phase != "discard" or event.card not in view.hand or BIT[event.card] == banned_discard(view):
        return False
    left = [*view.hand]
    left.remove(event.card)
    laid = [card for series in event.series for card in series.cards] if isinstance(event, GoOut) else left
    return sorted(laid) == sorted(left)


# --- Every player -------------------------------------------------------------------------------------------------

every_player = pytest.mark.parametrize("strategy", [player.strategy for player in PLAYERS.values()], ids=[*PLAYERS])


@every_player
@settings(max_examples=60)
@given(view=views(), seed=st.integers(0, 99))
def test_every_move_is_legal_and_the_same_again_for_the_same_view_and_chance(strategy, view, seed):  # type: ignore[no-untyped-def]
    event = strategy(view, random_for(seed))
    assert is_legal(view, event)
    assert strategy(replace(view), random_for(seed)) == event


@every_player
@settings(max_examples=60)
@given(view=views(phases=("discard",)))
def test_a_player_goes_out_whenever_a_discard_allows_it_and_never_else(strategy, view):  # type: ignore[no-untyped-def]
    won = winning_discards(view.numbers, view.wilds, view.rules.min_series) & ~banned_discard(view)
    event = strategy(view, random_for(0))
    assert isinstance(event, GoOut) == bool(won)
    if won:
        assert BIT[event.card] & won


def test_the_players_are_found_by_their_names() -> None:
    assert {"rule-of-thumb", "expert"} <= set(PLAYERS)
    assert all(name == player.name and player.title.text("en") for name, player in PLAYERS.items())


# --- The rule of thumb --------------------------------------------------------------------------------------------


def test_the_best_keys_are_the_primes_that_cover_the_most_and_no_more_than_asked_for() -> None:
    hand = sum(BIT[n] for n in (23, 33, 24, 20, 21, 97, 90))
    assert best_keys(hand, 1) == ((BIT[23],), NEAR[23], 5)
    assert best_keys(hand, 2) == best_keys(hand, 7) == ((BIT[23], BIT[97]), NEAR[23] | NEAR[97], 7)
    assert best_keys(BIT[50], 2) == ((), 0, 0)


@settings(max_examples=80)
@given(view=views(phases=("draw",)))
def test_taking_a_number_covers_more_or_goes_out_and_a_turn_never_covers_fewer(view: PlayerView) -> None:
    least = view.rules.min_series
    most = view.rules.hand_size // least
    before = best_keys(view.numbers, most)[2]
    for card in numbers_in(unseen(view)[0])[:5]:
        held = view.numbers | BIT[card]
        takes = wants(view.numbers, view.wilds, BIT[card], least)
        discard, wins = throw(held, view.wilds, least)
        if not wins:
            assert not takes or best_keys(held ^ discard, most)[2] > before
            assert discard != WILD_BIT
            assert best_keys(held ^ discard, most)[2] >= before


@pytest.mark.parametrize("wild_cards", [0, 4])
def test_the_quick_look_at_the_best_keys_misses_no_winning_hand(wild_cards: int) -> None:
    rng = Random(5)
    for least, size in ((3, 7), (4, 14)):
        for _ in range(300):
            keys = rng.sample(PRIMES, size // least)
            near = sorted(set(keys).union(*(FITTING[key] for key in keys)))
            wilds = rng.randint(0, wild_cards)
            held = sum(BIT[n] for n in rng.sample(near, min(len(near), size + 1 - wilds)))
            wins = throw(held, wilds, least)[1]
            won = [card for card in numbers_in(held) if can_arrange(held ^ BIT[card], wilds, least)]
            assert wins == bool(won or (wilds and can_arrange(held, wilds - 1, least)))


# --- Reasons ------------------------------------------------------------------------------------------------------


def check_claim(view: PlayerView, advice: Advice) -> None:
    """What the code of the advice says of the hand, asked of plain numbers."""
    numbers = numbers_in(view.numbers)
    primes = [n for n in numbers if is_prime(n)]
    best = numbers_in(sum(best_keys(view.numbers, view.rules.hand_size // view.rules.min_series)[0]))
    covered = [n for n in numbers if any(fits(n, key) for key in best)]
    card, keys, event = advice.card, advice.keys, advice.event
    draws = isinstance(event, Draw)
    with_card = view.numbers | BIT[card] if card and draws else view.numbers
    opens = bool(winning_discards(with_card, view.wilds, view.rules.min_series))
    more = len(covered) < max(0, best_keys(with_card, view.rules.hand_size // view.rules.min_series)[2])
    assert card is None or card == (view.upcard if draws else event.card)  # type: ignore[union-attr]
    expected: dict[str, Callable[[], object]] = {
        "takes-wild": lambda: event == Draw(view.player, "upcard") and card is WILD,
        "takes-to-go-out": lambda: event == Draw(view.player, "upcard") and opens,
        "takes-key": lambda: event == Draw(view.player, "upcard") and more and is_prime(int(card or 0)),
        "takes-for-key": lambda: more and all(fits(int(card or 0), key) and is_prime(key) for key in keys) and keys,
        "nothing-wanting": lambda: event == Draw(view.player, "stock") and not opens and covered == numbers,
        "adds-nothing": lambda: event == Draw(view.player, "stock") and not opens and not more and primes,
        "no-key-yet": lambda: (
            event == Draw(view.player, "stock") and not opens and not more and not primes and not view.wilds
        ),
        "only-wild-yet": lambda: (
            event == Draw(view.player, "stock") and not opens and not more and not primes and view.wilds
        ),
        "goes-out": lambda: isinstance(event, GoOut) and card,
        "goes-out-wild": lambda: isinstance(event, GoOut) and card is WILD,
        "no-key": lambda: not primes and not view.wilds,
        "only-wild": lambda: not primes and view.wilds,
        "fits-nothing": lambda: not is_prime(int(card or 0)) and not any(fits(int(card or 0), key) for key in primes),
        "fits-no-best-key": lambda: list(keys) == best and not any(fits(int(card or 0), key) for key in best),
        "can-be-spared": lambda: list(keys) == best and covered == numbers and card not in best,
        "keep-taken": lambda: view.taken and not view.rules.allow_return_taken,
        "only-keys": lambda: set(numbers) <= set(best),
    }
    assert expected[advice.code](), advice


@settings(max_examples=150)
@given(view=views())
def test_every_reason_is_true_and_said_of_the_move_that_the_rule_of_thumb_makes(view: PlayerView) -> None:
    advice = advise(view)
    assert advice.event == rule_of_thumb(view, random_for(0))
    check_claim(view, advice)
    assert not re.search(r"[{}]", advice.reason.text("en"))
    assert not re.search(r"\byour?\b", advice.told.text("en"), re.IGNORECASE)  # what others tell is told of the player
    assert re.search(r"\bkeys?\b", advice.reason.text("en")) is None or says_one_as_one(advice)


def says_one_as_one(advice: Advice) -> bool:
    """Whether a reason that lists the best keys names one key as one."""
    texts = (advice.reason.text("en"), advice.told.text("en"))
    if advice.code not in ("adds-nothing", "fits-no-best-key", "can-be-spared"):
        return True
    return all(("keys" in text or "a key, one of" in text) == (len(advice.keys) > 1) for text in texts)


HAND = [23, 3, 13, 60, 80, 66, 44]
EXAMPLES = [
    (view_of(HAND, upcard=0), "takes-wild"),
    (view_of([23, 3, 13, 41, 47, 43, 50], upcard=45), "takes-to-go-out"),
    (view_of(HAND, upcard=61), "takes-key"),
    (view_of(HAND, upcard=53), "takes-for-key"),
    (view_of(HAND, upcard=50), "adds-nothing"),
    (view_of([60, 80, 66, 10, 20, 30, 44], upcard=50), "no-key-yet"),
    (view_of([23, 33, 63, 93, 24, 20, 61], upcard=50), "nothing-wanting"),
    (view_of([23, 3, 13, 41, 47, 43, 45, 50]), "goes-out"),
    (view_of([60, 80, 66, 10, 20, 30, 44, 50]), "no-key"),
    (view_of([60, 80, 66, 10, 20, 30], 1, upcard=51), "only-wild-yet"),
    (view_of([60, 80, 66, 18, 20, 35, 44], 1), "only-wild"),
    (view_of([*HAND, 50]), "fits-nothing"),
    (view_of([23, 20, 22, 41, 44, 46, 97, 90]), "fits-no-best-key"),
    (view_of([23, 3, 13, 43, 53, 61, 51, 33], rules=replace(BASIC, min_series=6)), "goes-out"),
    (view_of([23, 33, 93, 24, 20, 25, 61, 41]), "can-be-spared"),
]


@pytest.mark.parametrize(("view", "code"), EXAMPLES, ids=[code for _, code in EXAMPLES])
def test_the_reason_fits_the_moment(view: PlayerView, code: str) -> None:
    assert advise(view).code == code


# --- The expert ---------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(view=views(phases=("discard",)), seed=st.integers(0, 99))
def test_the_expert_guesses_only_hands_that_the_view_leaves_open(view: PlayerView, seed: int) -> None:
    player = neighbour(view)
    numbers, wilds = unseen(view)
    seen = 0
    for guess, guessed_wilds, reach, covered in guesses(view, random_for(seed)):
        seen += 1
        assert guess & player.numbers == player.numbers
        assert not guess & ~(numbers | player.numbers)
        assert player.wilds <= guessed_wilds <= player.wilds + wilds
        assert guess.bit_count() + guessed_wilds - player.numbers.bit_count() - player.wilds == player.hidden
        assert covered == (guess & reach).bit_count()
    assert seen == GUESSES


@given(view=views(phases=("discard",)))
def test_what_the_next_player_may_take_is_a_chance_and_sure_of_no_card(view: PlayerView) -> None:
    cards = [BIT[number] for number in numbers_in(view.numbers)]
    chances = wanted(view, cards)
    assert [*chances] == cards
    assert all(0 <= value < 1 for value in chances.values())


def test_a_card_is_wanted_more_for_a_key_known_to_be_held_and_less_after_its_like_was_thrown() -> None:
    view = view_of([23, 3, 13, 2, 64, 66, 58, 50])
    plain = wanted(view, [BIT[50]])[BIT[50]]
    known = replace(view, known=((0, 0), (BIT[59], 0)))
    thrown = replace(view, round=2, discards=(Card(40), Card(51)))
    assert wanted(known, [BIT[50]])[BIT[50]] > plain > wanted(thrown, [BIT[50]])[BIT[50]]


def test_a_hand_is_worth_more_with_a_card_for_its_keys_and_most_near_the_end() -> None:
    outlook = Outlook(view_of([23, 3, 13, 60, 80, 66, 44]))
    hands = (
        [23, 3, 60, 80, 66, 44, 50],
        [23, 3, 13, 60, 80, 66, 44],
        [23, 3, 13, 41, 47, 60, 80],
        [23, 3, 13, 41, 47, 43, 50],
    )
    worth = [outlook.value(sum(BIT[n] for n in hand), 0) for hand in hands]
    assert worth == sorted(worth)
    assert outlook.best_discard(sum(BIT[n] for n in (*hands[0], 13)), 0) >= outlook.value(
        sum(BIT[n] for n in (*hands[0][:-1], 13)), 0
    )


@given(view=views())
def test_every_card_is_seen_known_or_unseen_and_never_two_of_these(view: PlayerView) -> None:
    numbers, wilds = unseen(view)
    hidden = sum(
        size - known.bit_count() - known_wilds
        for seat, (size, (known, known_wilds)) in enumerate(zip(view.sizes, view.known, strict=True))
        if seat != view.player
    )
    assert not numbers & view.numbers
    assert numbers.bit_count() + wilds == hidden + view.stock


def test_the_expert_does_not_give_the_next_player_the_card_for_a_key_known_to_be_held() -> None:
    view = view_of([23, 3, 13, 2, 64, 66, 58, 50])
    assert rule_of_thumb(view, random_for(0)) == Discard(0, Card(50))
    known = replace(view, known=((0, 0), (BIT[59] | BIT[57] | BIT[55], 0)), round=4)
    assert expert(known, random_for(0)) != Discard(0, Card(50))
    assert expert(known, random_for(0)) != Discard(0, Card(58))


@example(seed=3)
@given(seed=st.integers(0, 20))
@settings(max_examples=5)
def test_the_expert_needs_no_more_than_the_view_even_in_the_last_places(seed: int) -> None:
    rules = replace(BASIC, players=3, scoring="places")
    view = replace(
        view_of([23, 3, 13, 2, 64, 66, 58, 50], rules=rules), sizes=(8, 7, 7), known=((0, 0),) * 3, out=(1,), stock=77
    )
    assert isinstance(expert(view, random_for(seed)), Discard)


# --- The hidden hand ----------------------------------------------------------------------------------------------

OPEN = replace(BASIC, wild_cards=0)


def moments(seed: int) -> Iterator[tuple[PlayerView, int]]:
    """The discards of the first of two players, and the hand of the other, who both play by the rule of thumb."""
    state = deal(OPEN, seed)
    for _, after in play_on(state, ["rule-of-thumb"] * 2):
        if not after.over and after.phase == "discard" and after.player == 0:
            yield view(after), after.hands[1][0]


@given(seed=st.integers(0, 10**6))
@settings(max_examples=30)
def test_a_card_lower_than_what_was_thrown_fits_the_best_keys_if_it_is_held(seed: int) -> None:
    for seen, hand in moments(seed):
        assert not hand & HiddenHand(seen).fitting & ~best_keys(hand, 2)[1]


@given(seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_hands_are_guessed_from_the_cards_that_the_view_leaves_open(seed: int) -> None:
    for seen, hand in moments(seed):
        hidden = HiddenHand(seen)
        assert hand & ~hidden.known & ~hidden.unseen == 0
        guessed = [*hidden.hands(40, random_for(seed))]
        assert 0 < len(guessed) <= 40
        assert guessed == [*HiddenHand(seen).hands(40, random_for(seed))]
        for guess in guessed:
            assert guess.bit_count() == seen.sizes[1]
            assert guess & hidden.known == hidden.known
            assert not guess & ~(hidden.known | hidden.unseen)


def test_keys_are_less_likely_the_later_a_card_in_their_reach_was_thrown_or_left_and_more_if_it_was_taken() -> None:
    seen = view_of([23, 3, 13, 2, 64, 66, 58, 50], rules=OPEN)

    def likely(*turns: Turn) -> float:
        keys = HiddenHand(replace(seen, recent=tuple(packed(*turn) for turn in turns), round=4)).keys
        return sum(weight for weight, _, reach in keys if reach & BIT[71]) / sum(weight for weight, _, _ in keys)

    thrown, left, taken = (
        Turn(1, Card(80), False, Card(41)),
        Turn(1, Card(41), False, Card(80)),
        Turn(1, Card(71), True, Card(80)),
    )
    other = Turn(1, Card(80), False, Card(90))
    assert likely(thrown) < likely(thrown, other) < likely(other) < likely(taken)
    assert likely(left) < likely(left, other) < likely(other)


@given(view=views(phases=("draw",)))
def test_the_cards_to_go_out_with_are_those_of_the_solver(view: PlayerView) -> None:
    view = replace(view, rules=replace(BASIC, wild_cards=0), wilds=0, numbers=sum_of_seven(view))
    outlook = Outlook(view)
    draws, outs = draws_and_outs(view.numbers, 0, 3)
    assert outlook.outs(view.numbers) & outlook.hidden == (outs & outlook.hidden if draws == 1 else 0)


def sum_of_seven(view: PlayerView) -> int:
    """Seven of the numbers of *view*, made up by others where there are wild cards."""
    numbers = [*numbers_in(view.numbers), *numbers_in(unseen(view)[0])]
    return sum(BIT[number] for number in numbers[:7])


@given(seed=st.integers(0, 10**6))
@settings(max_examples=5)
def test_the_chances_after_a_discard_are_chances_and_none_where_the_other_goes_out_with_it(seed: int) -> None:
    for seen, hand in moments(seed):
        cards = [BIT[number] for number in numbers_in(seen.numbers)]
        chances = LookAhead(Outlook(seen), seen.numbers, random_for(seed)).chances(cards, [hand] * 3)
        assert [*chances] == cards
        for card, chance in chances.items():
            assert 0 <= chance <= 1
            if winning_discards(hand | card, 0, 3):
                assert chance == 0
