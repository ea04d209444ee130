"""Cards, and reading them from what people write."""

import copy
import pickle
import unicodedata
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from primecards import (
    ADVANCED,
    BASIC,
    WILD,
    Card,
    OutOfRangeError,
    PrimecardsError,
    RepeatedCardError,
    Rules,
    UnreadableError,
    deck,
    parse_cards,
)
from tests.strategies import cards, hands, number_cards, rules

NOT_CARDS = (0, 100, -3, 3.0, True, False, "x", "23", None, 10**30, 2.5)


def test_a_card_equals_its_number() -> None:
    assert Card(23) == 23
    assert int(Card(23)) == 23
    assert hash(Card(23)) == hash(23)
    assert {Card(3), Card(23)} == {3, 23}


def test_a_card_of_a_card_is_that_card() -> None:
    assert Card(Card(23)) == Card(23)
    assert Card(WILD) is WILD


def test_the_wild_card_has_the_number_0_and_is_the_only_wild_card() -> None:
    assert int(WILD) == 0
    assert WILD.is_wild
    assert not any(Card(n).is_wild for n in range(1, 100))


def test_a_card_knows_its_digits_and_whether_it_is_prime() -> None:
    assert (Card(23).tens, Card(23).units, Card(23).is_prime) == (2, 3, True)
    assert (Card(7).tens, Card(7).units, Card(7).is_prime) == (0, 7, True)
    assert (Card(40).tens, Card(40).units, Card(40).is_prime) == (4, 0, False)
    assert not Card(1).is_prime
    assert not WILD.is_prime


@given(cards)
def test_the_repr_of_a_card_rebuilds_it(card: Card) -> None:
    assert eval(repr(card), {"Card": Card, "WILD": WILD}) == card
    assert repr(card) == ("WILD" if card.is_wild else f"Card({int(card)})")


@given(cards)
def test_a_card_survives_pickling_and_copying(card: Card) -> None:
    for again in (pickle.loads(pickle.dumps(card)), copy.copy(card), copy.deepcopy(card)):
        assert type(again) is Card
        assert again == card
        assert again.is_wild is card.is_wild


@pytest.mark.parametrize("value", NOT_CARDS, ids=repr)
def test_what_is_not_a_whole_number_1_to_99_is_no_card(value: object) -> None:
    with pytest.raises(OutOfRangeError, match="1–99"):
        Card(value)  # type: ignore[arg-type]


def test_the_deck_has_each_number_once_and_the_wild_cards_of_the_rules() -> None:
    assert deck() == tuple(Card(n) for n in range(1, 100))
    assert deck(Rules(wild_cards=4)) == (*deck(), WILD, WILD, WILD, WILD)


@given(rules())
def test_every_deck_holds_cards_only(rules: Rules) -> None:
    assert all(type(card) is Card for card in deck(rules))
    assert deck(rules).count(WILD) == rules.wild_cards
    assert len(deck(rules)) == 99 + rules.wild_cards


# The settings


def test_the_presets_are_the_two_games_of_the_rules() -> None:
    assert (BASIC.players, BASIC.max_players, BASIC.hand_size, BASIC.min_series, BASIC.wild_cards) == (2, 6, 7, 3, 0)
    assert (ADVANCED.players, ADVANCED.max_players, ADVANCED.hand_size, ADVANCED.min_series) == (2, 4, 14, 4)
    for preset in (BASIC, ADVANCED):
        assert (preset.scoring, preset.stock_empty) == ("keys", "reshuffle")
        assert (preset.allow_return_taken, preset.turn_limit) == (True, 500)


@pytest.mark.parametrize(
    ("setting", "bad", "allowed"),
    [
        ("players", (1, 7, 0, -1, 2.0, True, "2", None), "2–6"),
        ("max_players", (1, 7), "2–6"),
        ("hand_size", (0, -1, 7.0, True), "from 1 up"),
        ("min_series", (2, 0, -3, 3.0, True, "3"), "from 3 up"),
        ("wild_cards", (-1, 11, 1.5, True, 10**9), "0–10"),
        ("turn_limit", (0, -1, 1.5, True, 10**6 + 1, 10**5000), "in the range 1–1000000"),
        ("scoring", ("points", "", None, 1), "keys, unmatched, places"),
        ("stock_empty", ("stop", None), "reshuffle, end"),
        ("allow_return_taken", (1, 0, None, "yes"), "True or False"),
    ],
)
def test_a_bad_setting_is_refused_and_the_allowed_ones_are_named(
    setting: str, bad: tuple[object, ...], allowed: str
) -> None:
    for value in bad:
        with pytest.raises(OutOfRangeError, match=allowed) as caught:
            Rules(**{setting: value})  # type: ignore[arg-type]
        assert setting in str(caught.value)
        assert "\n" not in str(caught.value)
        assert isinstance(caught.value, ValueError)


def test_the_advanced_game_has_at_most_4_players() -> None:
    with pytest.raises(OutOfRangeError, match="2–4"):
        Rules(players=5, max_players=ADVANCED.max_players)


@given(rules())
def test_rules_are_frozen_and_equal_by_value(rules: Rules) -> None:
    again = Rules(**{name: getattr(rules, name) for name in Rules.__dataclass_fields__})
    assert again == rules
    assert hash(again) == hash(rules)
    with pytest.raises(AttributeError):
        rules.players = 3  # type: ignore[misc]


# Reading

THREE = (Card(3), Card(13), Card(23))


@pytest.mark.parametrize(
    "text",
    [
        "3 13 23",
        "3, 13 and 23",
        "3 13 23,",
        "3;13;23",
        "3,13,23",
        "03,13,23",
        "003 0013 23",
        "  3\t13\n23  ",
        "3\u00a013\u00a023",  # no-break spaces
        "3\u202f13\u200923",  # narrow and thin spaces
        "\u200f3\u200e 13 \u206623\u2069",  # left and right marks, isolates
        "\u202b3 13 23\u202c",
        "\ufeff3 13 23",
        "３ １３ ２３",  # full width
        "٣ ١٣ ٢٣",  # Arabic-Indic
        "۳، ۱۳، ۲۳",  # the digits of Persian, an Arabic comma
        "3, 13 ו-23",
        "3 ו-13 ו-23",
        "3, 13 ו23",
        "3, 13 ו־23",  # the Hebrew hyphen
        "3 , 13 ; and 23.",
        "3,,13,, 23",
    ],
)
def test_cards_are_read_however_people_write_them(text: str) -> None:
    assert parse_cards(text) == THREE


@pytest.mark.parametrize("word", ["w", "W", "*", "★", "free", "FREE", "wild", "Wild", "חופשי"])
def test_a_wild_card_has_many_names(word: str) -> None:
    read = parse_cards(f"23 {word}, 3")
    assert read == (Card(23), WILD, Card(3))
    assert read[1] is WILD
    assert parse_cards(f"23 and {word}") == (Card(23), WILD)


def test_a_hebrew_and_may_stand_before_a_wild_card() -> None:
    assert parse_cards("23 וחופשי") == parse_cards("23 ו-חופשי") == (Card(23), WILD)


def test_several_wild_cards_may_be_given() -> None:
    assert parse_cards("w w * ★") == (WILD,) * 4
    assert parse_cards([WILD] * 10) == (WILD,) * 10


@pytest.mark.parametrize("given_as", [list, tuple, iter, dict.fromkeys])
def test_cards_are_read_from_any_sequence(given_as: type) -> None:
    assert parse_cards(given_as([3, Card(13), 23])) == THREE
    assert all(type(card) is Card for card in parse_cards(given_as([3, Card(13), 23])))


def test_nothing_is_no_cards() -> None:
    assert parse_cards("") == parse_cards("  \n") == parse_cards(", ;") == parse_cards([]) == ()


@given(hands(max_size=20, max_wilds=10))
def test_cards_written_out_are_read_back_in_their_order(hand: tuple[Card, ...]) -> None:
    assert parse_cards(hand) == hand
    for separator in (" ", ", ", ";", " and ", "\u00a0", " , ו-"):
        assert parse_cards(separator.join(map(str, hand))) == hand


@given(number_cards, st.integers(0, 9), st.sampled_from(["０", "٠", "۰", "०"]))
def test_a_number_is_read_in_the_digits_of_any_script(card: Card, zeros: int, zero: str) -> None:
    written = "".join(chr(ord(zero) + int(digit)) for digit in "0" * zeros + str(card))
    assert parse_cards(written) == (card,)


@pytest.mark.parametrize("given_cards", ["23 3 23", "23, 3, 023", "٢٣ 23", [23, 3, Card(23)], (5, 5)])
def test_a_number_given_twice_is_reported(given_cards: object) -> None:
    with pytest.raises(RepeatedCardError, match=r"23|5"):
        parse_cards(given_cards)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["0", "100", "-3", "3 100 13", "000", "23 -13", "9999999999999999999999", "−3", "１００"]
)
def test_a_number_outside_1_to_99_is_out_of_range(text: str) -> None:
    with pytest.raises(OutOfRangeError, match="1–99"):
        parse_cards(text)


@pytest.mark.parametrize("value", [value for value in NOT_CARDS if not isinstance(value, str)], ids=repr)
def test_a_value_that_is_no_card_is_refused_in_a_sequence(value: object) -> None:
    with pytest.raises(OutOfRangeError, match="1–99"):
        parse_cards([23, value, 3])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("text", "read", "unread"),
    [
        ("23 x 3", ("23", "3"), ("x",)),
        ("hello", (), ("hello",)),
        ("23 3.5", ("23",), ("3.5",)),
        ("3-13", (), ("3-13",)),
        ("23 13a w", ("23", "w"), ("13a",)),
        ("3 שלוש 13", ("3", "13"), ("שלוש",)),
        ("23 {name} %s 3", ("23", "3"), ("name", "%s")),
        ("2 half ½", ("2",), ("half",)),
    ],
)
def test_what_was_read_and_what_was_not_is_said(text: str, read: tuple[str, ...], unread: tuple[str, ...]) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_cards(text)
    message = str(caught.value)
    assert "\n" not in message
    for part in chain(read, unread):
        assert part in message


@pytest.mark.parametrize("value", [None, 5, 3.5, len, b"23", bytearray(b"3 13")], ids=repr)
def test_what_is_neither_text_nor_a_sequence_of_cards_is_refused(value: object) -> None:
    with pytest.raises(PrimecardsError):
        parse_cards(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("given_cards", ["w " * 11, [WILD] * 11, "* " * 500], ids=["text", "list", "stars"])
def test_more_than_10_wild_cards_are_refused(given_cards: object) -> None:
    with pytest.raises(OutOfRangeError, match="10"):
        parse_cards(given_cards)  # type: ignore[arg-type]


def test_text_over_10_000_characters_is_refused_however_harmless() -> None:
    assert parse_cards("23" + " " * 9_998) == (Card(23),)
    for text in ("23" + " " * 9_999, "x" * 100_000, "٣ " * 50_000, "9" * 100_000):
        with pytest.raises(UnreadableError, match=r"10,000|10000"):
            parse_cards(text)


def test_a_message_stays_short_however_long_the_text() -> None:
    for text in ("x" * 9_000, "x y " * 2_000, "9" * 9_000, "-" + "1" * 9_000):
        with pytest.raises(PrimecardsError) as caught:
            parse_cards(text)
        assert len(str(caught.value)) < 400


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    refusal = None
    read: tuple[Card, ...] = ()
    try:
        read = parse_cards(text)
    except PrimecardsError as error:
        refusal = error
    if refusal is not None:
        assert isinstance(refusal, ValueError)
        assert len(str(refusal).splitlines()) == 1
        assert not [c for c in str(refusal) if unicodedata.category(c) == "Cc"], "a terminal would obey these"
    numbers = [card for card in read if not card.is_wild]
    assert len(set(numbers)) == len(numbers)
    assert all(type(card) is Card for card in read)


@given(st.lists(st.sampled_from(["3", "13", "w", "ו", "-", "–", "0", ",", " ", "x", "٣", "\u200f", ".", "and", "'"])))
def test_no_digit_is_lost_unsaid(parts: list[str]) -> None:
    text = "".join(parts)
    try:
        read = parse_cards(text)
    except PrimecardsError:
        return
    written = [c.replace("٣", "3") for c in text if c.isdigit()]
    assert sum(int(c) for c in written) == sum(card.tens + card.units for card in read)
