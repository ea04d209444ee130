"""Marks: exact points, forgiving and honest reading, and feedback that names the thing."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import primecards as pc
from primecards import cli
from primecards.messages import Message, literal, msg
from primecards.puzzles import responses
from primecards.puzzles.item import Answer, Item, Kind
from primecards.puzzles.marking import mark_item
from primecards.puzzles.mistakes import advice_on, describe
from primecards.puzzles.responses import ArrangementResponse, Blanks, CardSet, Choice, Group, Option
from primecards.rules.cards import Card, parse_cards
from tests import brute_force as brute

BLANK: list[Any] = [None, "", "   ", "\n", "\u200f \u00a0", [], ()]
NOTHING_FITS: list[Any] = [*BLANK, "none", "None.", "NONE", "0", "-", "אין", "אף קלף", "no cards"]


@cache
def template(kind: str) -> Item:
    return pc.make_item(kind, level=1, seed="a")


def fits_item(cards: str, key: int = 23, language: str = "en") -> Item:
    """A fits-key exercise put together by hand."""
    shown = parse_cards(cards)
    right = tuple(sorted(card for card in shown if brute.shares_a_digit(card, key)))
    return replace(
        template("fits-key"),
        given={"key": key, "cards": [int(card) for card in shown], "want": "all"},
        response=CardSet(shown),
        answer=Answer.of(right),
        mistakes=(),
        language=language,
    )


def free_item(*rights: str) -> Item:
    """An exercise whose answer is written freely; each of *rights* is right."""
    answer = Answer.of(*(parse_cards(right) for right in rights))
    return replace(fits_item("13 20"), response=CardSet(), answer=answer, mistakes=())


def hand_item(hand: str, least: int = 3, language: str = "en") -> Item:
    """An arrange-hand exercise put together by hand."""
    cards = parse_cards(hand)
    return replace(
        template("arrange-hand"),
        given={"cards": [int(card) if card else "w" for card in cards]},
        response=ArrangementResponse(cards, 2),
        rules=pc.Rules(min_series=least),
        language=language,
    )


def blanks_item(*right: int) -> Item:
    return replace(
        template("find-key"),
        response=Blanks(tuple(literal(f"blank {number}") for number in range(len(right)))),
        answer=Answer.of(right),
        mistakes=(),
    )


def choice_item() -> Item:
    options = (
        Option("a", "valid", msg("None of these cards is right."), "chain"),
        Option("b", "no-prime", literal("It has no prime."), None),
        Option("c", "too-short", literal("Too short")),
    )
    return replace(template("find-key"), response=Choice(options), answer=Answer.of("b"), mistakes=())


def read(item: Item, response: Any) -> Any:
    return pc.mark(item, response).to_dict()["read"]


def refusal(item: Item, response: Any) -> str:
    with pytest.raises(pc.InputError) as caught:
        pc.mark(item, response)
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 300
    return text


FITS = fits_item("13 20 57 32 93 41 9 88")  # 13, 20 and 93 fit 23
HAND = hand_item("83 65 89 39 9 68 67")  # 67: 65 67 68 and 89: 9 39 83 89
LAID = [{"key": 67, "cards": [65, 67, 68]}, {"key": 89, "cards": [9, 39, 83, 89]}]


# --- Sets of cards ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("response", "points"),
    [
        ("13 20 93", "1"),
        ("93, 13, 20", "1"),
        ("13 20", "2/3"),
        ("13", "1/3"),
        ("13 20 57", "1/3"),
        ("13 20 93 57", "2/3"),
        ("13 20 93 57 32 41", "0"),
        ("13 57", "0"),
        ("57 32", "0"),
        ("57 32 41 9 88", "0"),
        ("13 20 93 13 13", "1"),
        ("13 20 93 14", "2/3"),
        ("none", "0"),
    ],
)
def test_a_set_of_cards_earns_hits_less_false_ones_of_the_right_ones_and_never_less_than_nothing(
    response: str, points: str
) -> None:
    mark = pc.mark(FITS, response)
    assert mark.points == Fraction(points)
    assert mark.to_dict()["points"] == points
    assert mark.correct == (points == "1")


@given(st.sets(st.integers(1, 99), max_size=12), st.sets(st.integers(1, 99), max_size=12), st.randoms())
@settings(max_examples=200, deadline=None)
def test_points_are_exact_fractions_from_0_to_1_whatever_the_order(
    shown: set[int], chosen: set[int], rng: Random
) -> None:
    item = fits_item(" ".join(map(str, sorted(shown))) or "1")
    right = set(map(int, item.answer.sample))  # type: ignore[arg-type]
    one, other = sorted(chosen), sorted(chosen)
    rng.shuffle(other)
    marks = [pc.mark(item, one), pc.mark(item, other), pc.mark(item, ", ".join(map(str, other)) or "none")]
    if right:
        expected = max(Fraction(0), Fraction(len(right & chosen) - len(chosen - right), len(right)))
    else:
        expected = Fraction(0 if chosen else 1)
    assert [mark.points for mark in marks] == [expected] * 3
    assert all(type(mark.points) is Fraction for mark in marks)
    assert marks[0].feedback == marks[1].feedback


def test_one_right_card_of_several_is_enough_where_any_is_asked() -> None:
    item = free_item("3", "13", "23")
    assert [pc.mark(item, text).points for text in ("3", "13", "23", "33", "3 33")] == [1, 1, 1, 0, 0]
    assert pc.mark(item, "3 13").points == 1


def test_the_nearest_of_several_right_sets_counts() -> None:
    item = free_item("3 13", "41 43 47")
    assert [str(pc.mark(item, text).points) for text in ("3 13", "3", "41", "41 43", "41 43 47")] == [
        *("1", "1/2", "1/3", "2/3", "1"),
    ]


def test_three_thirds_are_one() -> None:
    item = blanks_item(1, 2, 3)
    thirds = [pc.mark(item, text).points for text in ("1 _ _", "_ 2 _", "_ _ 3")]
    assert thirds == [Fraction(1, 3)] * 3
    assert sum(thirds) == 1
    assert pc.mark(item, "1 2 3").points == 1


@pytest.mark.parametrize("response", BLANK)
def test_a_blank_response_is_not_answered_and_earns_nothing_without_scolding(response: Any) -> None:
    for item in (FITS, HAND, blanks_item(2, 7), choice_item(), free_item("3")):
        mark = pc.mark(item, response)
        assert mark.points == 0
        assert mark.read is None
        assert mark.feedback == ("Not answered.",)
        assert mark.hint


def none_fits(level: int, language: str = "en") -> Item:
    items = (pc.make_item("fits-key", level=level, seed=f"none{n}", language=language) for n in range(200))
    return next(item for item in items if item.answer.sample == ())


@pytest.mark.parametrize("response", NOTHING_FITS)
def test_where_nothing_is_right_an_empty_response_earns_everything(response: Any) -> None:
    for level in (4, 5):
        mark = pc.mark(none_fits(level), response)
        assert mark.points == 1
        assert mark.feedback == ("Correct.",)


@pytest.mark.parametrize("response", ["23", [5], "1 2 3 4 5 6 7", "w"])
def test_where_nothing_is_right_any_card_earns_nothing(response: Any) -> None:
    for level in (4, 5):
        mark = pc.mark(none_fits(level), response)
        assert mark.points == 0
        assert mark.feedback[0] == "Try again."


def test_a_repeat_is_reported_and_counts_once() -> None:
    mark = pc.mark(FITS, "13 20 13 93 20")
    assert mark.points == 1
    assert mark.feedback == ("Correct.", "You wrote 13, 20 more than once; each counts once.")
    assert pc.mark(FITS, [13, 13, 20]).feedback[-1] == "You wrote 13 more than once; each counts once."
    assert pc.mark(HAND, "65 67 68 67").feedback[-1] == "You wrote 67 more than once; each counts once."


def test_a_card_that_is_not_there_to_choose_is_named() -> None:
    assert "14 is not among the cards to choose from." in pc.mark(FITS, "13 20 93 14").feedback
    assert f"{pc.WILD} is not among the cards to choose from.".replace("w", "★") in pc.mark(FITS, "13 w").feedback


# --- Choices and blanks -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "response", ["b", "B", " b ", "b.", "(b)", "b)", '"b"', "ב", "ｂ", "no-prime", "it has no prime"]
)
def test_an_option_is_known_by_its_letter_in_either_alphabet_its_value_or_its_text(response: str) -> None:
    assert pc.mark(choice_item(), response).points == 1


def test_an_option_is_known_by_its_text_in_the_language_of_the_item() -> None:
    hebrew = choice_item().in_language("he")
    assert read(hebrew, "אף קלף כאן אינו מתאים.") == "a"
    assert pc.mark(hebrew, "אף קלף כאן אינו מתאים").points == 0


@pytest.mark.parametrize(
    ("response", "meant"),
    [
        ("yes", "valid"),
        ("too few cards", "too-short"),
        ("none of them is prime", "no-prime"),
        ("does not fit", "does-not-fit"),
    ],
)
def test_part_of_the_text_of_one_option_and_of_no_other_is_enough(response: str, meant: str) -> None:
    item = pc.make_item("valid-series", level=1, seed="a")
    chosen = next(option.id for option in item.response.options if option.value == meant)  # type: ignore[union-attr]
    assert read(item, response) == chosen
    assert read(item.in_language("he"), response) == chosen


@pytest.mark.parametrize("response", ["no", "fi", "series of", "7"])
def test_part_of_the_text_of_several_options_or_of_a_word_is_no_answer(response: str) -> None:
    assert "a b c d" in refusal(pc.make_item("valid-series", level=1, seed="a"), response)


@pytest.mark.parametrize("response", ["d", "ab", "a b", "7", "yes", '["b"]', "[b", "{}", "ד"])
def test_what_is_no_option_is_refused_with_the_options_there_are(response: str) -> None:
    assert re.search("a b c|begins like JSON", refusal(choice_item(), response))


@pytest.mark.parametrize(
    ("response", "understood"),
    [
        ("2 7", [2, 7]),
        ("2, 7", [2, 7]),
        ("2;7", [2, 7]),
        ("2 x 7", [2, 7]),
        ("2 × 7", [2, 7]),
        ("2*7", [2, 7]),
        ("2 times 7", [2, 7]),
        ("2 by 7", [2, 7]),
        ("2 and 7", [2, 7]),
        ("2 כפול 7", [2, 7]),
        ("2 ו-7", [2, 7]),
        ("٢ ٧", [2, 7]),
        ("２　７", [2, 7]),
        ("02\u00a07", [2, 7]),
        ("\u200f2\u200e 7", [2, 7]),
        ("_ 7", [None, 7]),
        ("2 _", [2, None]),
        ("2", [2, None]),
        ("? 7", [None, 7]),
        ("[2, null]", [2, None]),
        ([None, 7], [None, 7]),
        ((2, 7), [2, 7]),
        ("-2 7", [-2, 7]),
    ],
)
def test_numbers_in_order_are_read_however_they_are_written(response: Any, understood: list[int | None]) -> None:
    mark = pc.mark(blanks_item(2, 7), response)
    assert mark.to_dict()["read"] == understood
    assert mark.points == Fraction(sum(got == want for got, want in zip(understood, (2, 7), strict=True)), 2)


@pytest.mark.parametrize(
    ("response", "says"),
    [
        ("2 seven", "Read 2; not read: seven."),
        ("2 7 9", "Read 3 numbers, and there is room for 2."),
        ("2.5 7", "Not read: 2.5."),
        ([2, True], "Read 2; not read: "),
        ([2, 7.0], "Read 2; not read: 7.0."),
        ("12345678901 7", "Not read: 12345678901."),
        ("[2, 7", "It begins like JSON and is not."),
    ],
)
def test_numbers_that_cannot_be_read_are_refused_with_what_was_read_and_what_was_not(response: Any, says: str) -> None:
    assert says in refusal(blanks_item(2, 7), response)


# --- Reading cards ------------------------------------------------------------------------------------------------

THREE_CARDS = [
    *("3, 13 and 23", "3 13 23,", "23;13;3", "03,13, 23", "3\u00a013\u00a023", "3\u202f13 23", "3\t13\n23"),
    *("\u200f3 \u200e13\u200e 23", "\u2067" + "3, 13, 23\u2069", "\u202b" + "3 13 23\u202c", "\ufeff3 13 23"),
    *("３ １３ ２３", "３，１３，２３", "٣ ١٣ ٢٣", "٣، ١٣؛ ٢٣", "۳ ۱۳ ۲۳"),
    *("3, 13 ו-23", "3 ו־13 ו־23", "3 ו13 ו-23", "3 ו 13 ו 23", "3, 13 וגם 23", "הקלף 3, הקלף 13, קלף 23"),
    *(
        "(3) [13] {23}",
        "[3, 13, 23]",
        '["3", 13, "23"]',
        "3/13/23",
        "3|13|23",
        "3 & 13 & 23",
        "3 + 13 + 23",
        "3. 13. 23.",
    ),
    *("cards 3, 13 and 23", "003 013 023", '"3" "13" "23"', "3'13'23".replace("'", " ' "), "3: 13: 23"),
]


@pytest.mark.parametrize("text", THREE_CARDS)
def test_cards_are_read_however_people_write_them(text: str) -> None:
    assert read(FITS, text) == [3, 13, 23]


@pytest.mark.parametrize("wild", ["w", "W", "*", "★", "free", "wild", "Wild", "חופשי", "קלף חופשי", "ｗ"])
def test_wild_cards_are_read_by_all_their_names(wild: str) -> None:
    assert read(FITS, f"3, {wild} and 13") == [3, 13, "w"]


@pytest.mark.parametrize(
    ("response", "was_read", "was_not"),
    [
        ("3, 13 and banana", "3, 13", "banana"),
        ("3 or 13", "3, 13", "or"),
        ("3 ; 1x3 ; 23", "3, 23", "1x3"),
        ("3 13 twenty-three", "3, 13", "twenty-three"),
        ("3, שלוש", "3", "שלוש"),
        ("3 1.5", "3", "1.5"),
        ("3 13–23", "3", "13–23"),
        ("3 ½", "3", "½"),
        ("3 2³", "3", "2³"),
    ],
)
def test_what_cannot_be_read_is_said_and_so_is_what_was(response: str, was_read: str, was_not: str) -> None:
    text = refusal(FITS, response)
    assert f"Read {was_read}; not read: " in text
    assert was_not in text or was_not == "½"
    assert "1–99" in text


@pytest.mark.parametrize(
    "response", ["0 3", "100", "3 -3", "3 −3", "3 –3", "1000000", [0], [100], [-3], [3.0], [True], [None]]
)
def test_a_number_that_is_no_card_is_refused_with_the_numbers_that_are(response: Any) -> None:
    assert "1–99" in refusal(FITS, response)


def test_a_hundred_thousand_characters_are_refused_before_any_of_them_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def must_not_run(*_: object, **__: object) -> None:
        raise AssertionError("it was read")

    for name in ("normalise", "read_text", "parse_cards", "in_order"):
        monkeypatch.setattr(responses, name, must_not_run)
    for item in (FITS, HAND, blanks_item(2, 7), choice_item()):
        for text in ("3 " * 50_000, "x" * 100_000, "[" * 100_000, " " * 100_000):
            assert "100000 characters" in refusal(item, text)


def marked_or_refused(item: Item, response: Any) -> tuple[Fraction | None, str]:
    """The points and the first line of feedback, or no points and the refusal; any other error goes through."""
    try:
        mark = pc.mark(item, response)
    except pc.InputError as error:
        return None, str(error)
    json.dumps(mark.to_dict())
    return mark.points, mark.feedback[0]


def test_a_list_longer_than_any_deck_is_refused_or_read_as_its_cards() -> None:
    points, said = marked_or_refused(FITS, list(range(1, 100)) * 20)
    assert points == 0 or "1980 cards" in said
    assert marked_or_refused(FITS, [13] * 100_000)[1]


@pytest.mark.parametrize("form", ["cards", "choice", "blanks", "arrangement"])
@given(st.text(max_size=40) | st.text("0123456789 ,;:|/[]{}\"'-–_wאו׳־.×\u200f", max_size=40))
@settings(max_examples=120, deadline=None)
def test_no_text_breaks_the_reading(form: str, text: str) -> None:
    item = {"cards": FITS, "choice": choice_item(), "blanks": blanks_item(2, 7), "arrangement": HAND}[form]
    points, said = marked_or_refused(item, text)
    assert points is None or 0 <= points <= 1
    assert 0 < len(said) < 300
    assert "\n" not in said


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-3, 120) | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["key", "cards", "x"]), inner),
        max_leaves=12,
    )
)
@settings(max_examples=200, deadline=None)
def test_no_json_breaks_the_reading(data: Any) -> None:
    for item in (FITS, HAND, blanks_item(2, 7), choice_item()):
        points, said = marked_or_refused(item, data)
        assert points is None or 0 <= points <= 1
        assert 0 < len(said) < 300
        assert "\n" not in said


# --- Arrangements -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "response",
    [
        LAID,
        json.dumps(LAID),
        "67: 65 67 68 | 89: 9 39 83 89",
        "89: 9 39 83 | 67: 65 68",
        "67: 65, 67 and 68 / 89: 9, 39, 83, 89",
        "67: 65 67 68\n89: 9 39 83 89\n",
        "key 67: 65 67 68; key 89: 9 39 83 89",
        "קלף מפתח 67: 65 67 68 | המפתח 89: 9 39 83 ו־89",
        "65 67 68 | 83 89 39 9",
        [[65, 67, 68], [9, 39, 83, 89]],
        "٦٧: ٦٥ ٦٧ ٦٨ | ٨٩: ٩ ٣٩ ٨٣ ٨٩",
    ],
)
def test_a_whole_arrangement_earns_everything_however_it_is_written(response: Any) -> None:
    mark = pc.mark(HAND, response)
    assert mark.points == 1
    assert mark.feedback[0] == "Correct."


@pytest.mark.parametrize(
    ("response", "points", "says"),
    [
        ("67: 65 67 68", "3/7", "4 cards are in no series yet: 9, 39, 83, 89."),
        ("65 67 68", "3/7", "65, 67, 68 is a series; its key, which you did not name, is 67."),
        ("89: 9 39 89", "3/7", "4 cards are in no series yet: 65, 67, 68, 83."),
        ("67: 65 67 68 | 89: 9 39 83", "1", "Correct."),
        ("23: 65 67 68", "0", "The key 23 is not among these cards."),
        ("23: 65 67 68", "0", "With another key it is a series: 67."),
        ("89: 65 67 68", "0", "65 does not fit key 89: its units digit is 5, not 9, and its tens digit is 6, not 8."),
        ("65: 65 67 68", "0", "A key has to be prime: 65 = 5 × 13 is not prime."),
        ("67: 65 67 68 89", "0", "Without 89 it is a series."),
        ("67: 65 67", "0", "A series has at least 3 cards, and here are 2."),
        ("67: 65 67", "0", "With 68 as well it is a series."),
        ("67: 65 67 68 14", "0", "Not in the hand: 14."),
        ("67: 65 67 68 | 14 13 12", "3/7", "Not in the hand: 12, 13, 14."),
        ("67: 65 67 68 | 9", "3/7", "A series has at least 3 cards, and here is only one."),
        ("67: 65 67 68 | 67: 65 67 68", "3/7", "4 cards are in no series yet: 9, 39, 83, 89."),
        ("67: 65 67 68 9 | 89: 9 39 83 89", "4/7", "9 does not fit key 67"),
        ("89: 9 39 83 89 | 67: 65 67 68 9", "4/7", "9 does not fit key 67"),
    ],
)
def test_an_arrangement_earns_the_cards_in_valid_series_and_says_what_is_wrong_with_the_others(
    response: str, points: str, says: str
) -> None:
    mark = pc.mark(HAND, response)
    assert mark.points == Fraction(points)
    assert any(says in line for line in mark.feedback), mark.feedback


def test_a_key_may_be_any_that_is_right() -> None:
    item = hand_item("3 13 23 33")
    for key in (3, 13, 23):
        assert pc.mark(item, [{"key": key, "cards": [3, 13, 23, 33]}]).points == 1
    assert pc.mark(item, [{"key": 33, "cards": [3, 13, 23, 33]}]).points == 0
    assert "its key, which you did not name, can be any of 3, 13, 23." in pc.mark(item, "3 13 23 33").feedback[1]


def test_a_wild_card_may_be_the_key() -> None:
    item = hand_item("90 94 96 w")
    assert pc.mark(item, "97: 90 94 96 w").points == 1
    assert pc.mark(item, "90 94 96 w").points == 1
    assert pc.mark(item, "89: 90 94 96 w").points == 0
    assert pc.mark(item, "97: 90 94 96").points == 0


def test_the_rules_of_the_item_say_how_long_a_series_is() -> None:
    item = hand_item("83 65 89 39 9 68 67", least=4)
    mark = pc.mark(item, "67: 65 67 68 | 89: 9 39 83 89")
    assert mark.points == Fraction(4, 7)
    assert "A series has at least 4 cards, and here are 3." in mark.feedback


def test_a_card_in_two_series_counts_in_one_of_them_and_is_named() -> None:
    item = hand_item("3 13 23 20 21 22")
    both = pc.mark(item, "3 13 23 | 23 20 21 22")
    assert both.points == Fraction(4, 6)
    assert any("23" in line and "twice" in line for line in both.feedback), both.feedback
    assert pc.mark(item, "23 20 21 22 | 3 13 23").points == both.points


@pytest.mark.parametrize(
    ("response", "says"),
    [
        ("67: 65 banana 68", "banana"),
        ("banana: 65 67 68", "banana"),
        ("67 89: 65 67 68", "67 89: 65 67 68"),
        ("100: 65 67 68", "1–99"),
        ("67: 65 67 100", "1–99"),
        ("[[65, 67", "begins like JSON"),
        ([{"key": 67}], "Write each series with its key"),
        ([{"key": 67, "cards": [65], "more": 1}], "Write each series with its key"),
        ([5], "Write each series with its key"),
        ([{"key": True, "cards": [65, 67, 68]}], "1–99"),
        (5, "Write each series with its key"),
    ],
)
def test_groups_that_cannot_be_read_are_refused_with_what_was_not_read(response: Any, says: str) -> None:
    assert says in refusal(HAND, response)


def best_points(groups: list[tuple[int | None, list[int]]], hand: list[int]) -> Fraction:
    """The most cards that valid groups of the hand which share no card can have."""
    valid = [
        set(cards)
        for key, cards in groups
        if len(set(cards)) >= 3
        and set(cards) <= set(hand)
        and any(
            brute.is_series_under(prime, tuple(sorted(set(cards))), 0) for prime in brute.PRIMES if key in (None, prime)
        )
    ]
    chosen = (some for size in range(len(valid) + 1) for some in combinations(valid, size))
    disjoint = (set().union(*some) for some in chosen if len(set().union(*some)) == sum(map(len, some)))
    return Fraction(max(map(len, disjoint)), len(hand))


@st.composite
def arrangements(draw: st.DrawFn) -> tuple[list[int], list[tuple[int | None, list[int]]]]:
    keys = draw(st.lists(st.sampled_from(brute.PRIMES), min_size=1, max_size=2, unique=True))
    family = sorted(set().union(*(brute.FITTING[key] for key in keys)))
    hand = draw(st.lists(st.sampled_from(family), min_size=3, max_size=9, unique=True))
    groups = []
    for _ in range(draw(st.integers(0, 4))):
        cards = draw(st.lists(st.sampled_from([*hand, 50]), max_size=6, unique=True))
        key = draw(st.sampled_from([None, *cards, *(key for key in keys if key not in hand)]))
        groups.append((key, cards))
    return hand, groups


@given(arrangements(), st.randoms())
@settings(max_examples=250, deadline=None)
def test_the_points_of_an_arrangement_are_its_best_disjoint_series_whatever_their_order(
    case: tuple[list[int], list[tuple[int | None, list[int]]]], rng: Random
) -> None:
    hand, groups = case
    # A key that lies in no group of the response, and yet in the hand, is taken to lie with its group.
    item = hand_item(" ".join(map(str, hand)))
    other = list(groups)
    rng.shuffle(other)
    marks = [pc.mark(item, [{"key": key, "cards": cards} for key, cards in order]) for order in (groups, other)]
    assert [mark.points for mark in marks] == [best_points(groups, hand)] * 2


# --- Feedback -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "he"])
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_feedback_names_the_card_the_digit_and_the_place_that_keep_it_from_the_key(level: int, language: str) -> None:
    places = {"en": ("units digit is {}", "tens digit is {}"), "he": ("ספרת האחדות שלו {}", "ספרת העשרות שלו {}")}
    seen = 0
    for number in range(12):
        item = pc.make_item("fits-key", level=level, seed=f"fb{number}", language=language)
        key, right = item.given["key"], item.to_dict()["answer"]["sample"]
        for wrong, _ in item.mistakes:
            mark = pc.mark(item, [*right, wrong])
            told = " ".join(mark.feedback)
            units, tens = (
                place.format(digit) for place, digit in zip(places[language], (wrong % 10, wrong // 10), strict=True)
            )
            assert str(wrong) in told
            assert str(key) in told
            assert units in told
            assert tens in told
            assert not set(re.findall(r"\d+", mark.hint)) & set(map(str, right))
            seen += 1
        for missing in right:
            mark = pc.mark(item, [card for card in right if card != missing] or "none")
            told = " ".join(mark.feedback)
            shared = missing % 10 if missing % 10 == key % 10 else missing // 10
            assert str(missing) in told
            assert str(shared) in told
    assert seen > 12


@pytest.mark.parametrize("language", ["en", "he"])
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_feedback_on_a_wrong_key_says_its_factors_or_the_card_that_it_does_not_fit(level: int, language: str) -> None:
    for number in range(12):
        item = pc.make_item("find-key", level=level, seed=f"fk{number}", language=language)
        for wrong, mistake in item.mistakes:
            told = " ".join(pc.mark(item, [wrong]).feedback)
            if mistake == "prime-but-not-key":
                others = [card for card in item.given["cards"] if not brute.shares_a_digit(card, wrong)]
                assert any(str(card) in told for card in others)
            elif wrong == 1:
                assert "1" in told
            else:
                factors = [n for n in brute.PRIMES if wrong % n == 0]
                assert f"{wrong} = " in told
                assert all(str(factor) in told for factor in factors)


@pytest.mark.parametrize(
    ("mistake", "card", "key", "says"),
    [
        ("one-is-prime", 1, 23, "1 has only one divisor"),
        ("looks-prime", 91, 23, "91 = 7 × 13"),
        ("odd-means-prime", 49, 23, "Not every odd number is prime: 49 = 7 × 7"),
        ("digits-swapped", 32, 23, "32 has the digits of 23, but each in the other's place."),
        ("wrong-place", 52, 23, "52 and 23 have a digit in common, but not in the same place."),
        ("no-tens-digit", 2, 23, "The 2 of 23 is its tens digit; 2 alone has it in the units."),
        ("chain", 57, 23, "57 matches another card, but every card has to fit the key 23."),
        ("prime-but-not-key", 41, None, "41 is prime, but the key must fit every other card of the series."),
        ("every-card-prime", 41, 23, "41 is prime, but only the key has to be prime"),
    ],
)
def test_the_misconception_behind_a_distractor_is_told_in_both_languages(
    mistake: str, card: int, key: int | None, says: str
) -> None:
    message = describe(mistake, card, key)
    assert isinstance(message, Message)
    assert says in message.text()
    assert re.search("[א-ת]", message.text("he"))
    assert str(card) in message.text("he")


def test_the_misconception_of_a_taken_distractor_comes_before_the_reason() -> None:
    items = (pc.make_item("fits-key", level=2, seed=f"m{n}") for n in range(50))
    item, wrong = next((i, card) for i in items for card, mistake in i.mistakes if mistake == "digits-swapped")
    feedback = pc.mark(item, [wrong]).feedback
    assert feedback[0] == "Try again."
    assert feedback[1].startswith(f"{wrong} has the digits of {item.given['key']}")
    assert feedback[2].startswith(f"{wrong} does not fit key {item.given['key']}")


def responses_to(item: Item) -> list[Any]:
    """Nothing, every wrong card or option, and every part of the right answer."""
    told = item.to_dict()
    if told["response"]["form"] == "choice":
        return ["", *(option["id"] for option in told["response"]["options"])]
    sample = told["answer"]["sample"]
    wrong = [entry["value"] for entry in told["mistakes"]][:6]
    return ["", *([card] for card in wrong), wrong, *(sample[:count] for count in range(min(len(sample), 6)))]


@pytest.mark.parametrize("kind", sorted(pc.puzzle_kinds()))
@pytest.mark.parametrize("language", ["en", "he"])
def test_a_hint_does_not_contain_the_answer(kind: str, language: str) -> None:
    method = pc.puzzle_kinds()[kind].hint.text(language)
    for level in (1, 2, 3, 4, 5):
        for number in range(3):
            item = pc.make_item(kind, level=level, seed=f"h{number}", language=language)
            answer = item.to_dict()["answer"]["sample"]
            right = {str(part["key"] if isinstance(part, dict) else part) for part in answer}
            for response in responses_to(item):
                mark = pc.mark(item, response)
                if mark.correct:
                    continue
                # What is said of every item alike tells nothing, and how many are missing is no card.
                said = re.sub(r"^\d+ (are still missing|עדיין חסרים)", "", mark.hint.replace(method, ""))
                if isinstance(response, list):
                    said = re.sub(rf"\b({'|'.join(map(str, response)) or 'x'})\b", "", said)
                assert not set(re.findall(r"\w+", said)) & right, (item.id, response, mark.hint)


@pytest.mark.parametrize("kind", sorted(pc.puzzle_kinds()))
def test_hebrew_feedback_is_hebrew_and_says_what_the_english_says(kind: str) -> None:
    for level in (1, 3, 5):
        item = pc.make_item(kind, level=level, seed="he")
        hebrew = item.in_language("he")
        for response in responses_to(item):
            english, told = pc.mark(item, response), pc.mark(hebrew, response)
            assert told.points == english.points
            assert len(told.feedback) == len(english.feedback)
            for line in (*told.feedback, told.hint):
                assert re.search("[א-ת]", line)
                assert not re.search(r"[A-Za-z{}]", line), line


def test_hebrew_openings_are_those_of_a_teacher() -> None:
    hebrew = fits_item("13 20 57 32 93 41 9 88", language="he")
    openings = [pc.mark(hebrew, text).feedback[0] for text in ("13 20 93", "13 20", "57", "")]
    assert openings == ["נכון.", "כמעט.", "נסו שוב.", "לא נכתבה תשובה."]


def test_the_openings_follow_the_points() -> None:
    openings = [pc.mark(FITS, text).feedback[0] for text in ("13 20 93", "13 20", "13", "57")]
    assert openings == ["Correct.", "Almost.", "Try again.", "Try again."]


def test_no_sentence_of_the_feedback_is_said_twice() -> None:
    for response in ("57 32 41 9 88", "57 57 32", "none", "14 15 16"):
        feedback = pc.mark(FITS, response).feedback
        assert len(set(feedback)) == len(feedback)
    for response in ("65 67 68 9 | 9 39 83 89 65", "14 | 14 | 15"):
        feedback = pc.mark(HAND, response).feedback
        assert len(set(feedback)) == len(feedback)


@pytest.mark.parametrize(
    ("kind", "level", "number", "response", "says", "mistake"),
    [
        (
            "factor-pair",
            5,
            51,
            "1 51",
            "Every number is 1 times itself: the factors have to be greater than 1.",
            "one-as-a-factor",
        ),
        ("factor-pair", 5, 51, "3 16", "3 × 16 = 48, and that is not 51.", "wrong-product"),
        ("factor-pair", 5, 51, "-3 -17", "Both factors have to be greater than 1.", None),
        ("factor-pair", 5, 51, "3", "Both factors are asked for.", None),
    ],
)
def test_feedback_on_a_pair_of_factors_names_the_pupils_own_error(
    kind: str, level: int, number: int, response: str, says: str, mistake: str | None
) -> None:
    item = next(i for n in range(99) if (i := pc.make_item(kind, level=level, seed=n)).given["number"] == number)
    mark = pc.mark(item, response)
    assert mark.feedback[1] == says
    assert mark.mistakes == ((mistake,) if mistake else ())
    assert mark.feedback[-1] == "3 × 17 has two factors greater than 1, so 51 is not prime."


def test_feedback_on_a_digit_tells_the_digit_from_its_value_and_one_place_from_the_other() -> None:
    item = pc.make_item("digit-place", level=2, seed="a")
    questions = item.given["questions"]
    number = questions[0]["number"]
    tens, units = divmod(number, 10)
    assert [question["ask"] for question in questions] == ["tens-value", "units-value"]
    digit = pc.mark(item, [tens, units])
    assert digit.points == Fraction(1, 2)
    assert digit.feedback[1:] == (
        f"{tens} is the digit, and its value is asked.",
        f"In {number}, the digit {tens} is in the tens place, so its value is {10 * tens}.",
    )
    assert digit.mistakes == ("digit-for-value",)
    swapped = pc.mark(item, [units, 10 * tens])
    assert swapped.mistakes == ("places-mixed-up",)
    assert f"{units} belongs to the other place." in swapped.feedback
    digits = pc.make_item("digit-place", level=1, seed="a")
    value = digits.given["questions"][0]["number"] // 10 * 10
    assert pc.mark(digits, [value, None]).mistakes == ("value-for-digit",)


def test_feedback_on_points_says_what_was_miscounted_and_counts_only_the_hands_that_are_wrong() -> None:
    item = pc.make_item("score-hands", level=3, seed="a")
    hands = item.given["hands"]
    right: list[int] = item.to_dict()["answer"]["sample"]
    for place, hand in enumerate(hands):
        primes = sum(card != "w" and card in pc.PRIMES for card in hand["cards"])
        wilds = hand["cards"].count("w")
        if hand["winner"]:
            counted, mistake = primes + wilds, "counts-the-winner"
        elif wilds:
            counted, mistake = primes, "wild-not-counted"
        else:
            counted, mistake = right[place] + 1, "looks-prime"
        wrong = [*right[:place], counted, *right[place + 1 :]]
        mark = pc.mark(item, wrong)
        assert mark.points == Fraction(len(hands) - 1, len(hands))
        assert mark.mistakes == (mistake,)
        others = {other["player"].capitalize() for other in hands if other is not hand}
        assert not [line for line in mark.feedback if others & set(line.split())]


def test_of_many_missing_cards_the_first_are_explained_and_the_others_named() -> None:
    item = pc.make_item("count-outs", level=5, seed="a")
    right: list[int] = item.to_dict()["answer"]["sample"]
    mark = pc.mark(item, right[:1])
    assert len(mark.feedback) == 5
    named = re.findall(r"\d+", mark.feedback[-1])
    assert mark.feedback[-1].startswith("These are right as well: ")
    assert list(map(int, named)) == right[4:]


def test_a_series_may_be_laid_with_a_wild_card_as_its_key() -> None:
    item = pc.make_item("arrange-hand", level=4, seed="nc1")
    (sample, *_) = item.to_dict()["answer"]["all"]
    text = " | ".join(
        f"{'w' if g['key'] not in g['cards'] else g['key']}: {' '.join(map(str, g['cards']))}" for g in sample
    )
    assert pc.mark(item, text).points == 1


@pytest.mark.parametrize("level", [3, 4, 5])
def test_the_reason_why_taking_does_not_help_lays_the_cards_in_one_way_and_leaves_the_others_over(level: int) -> None:
    seen = 0
    for seed in range(60):
        item = pc.make_item("take-or-draw", level=level, seed=seed)
        told = [step for step in item.solution if step.message.template.startswith("At best these are still left over")]
        if not told:
            continue
        seen += 1
        held = [*item.given["cards"], item.given["upcard"]]
        series = [step for step in item.solution if step.message.template.startswith("Key {key}: ")]
        laid = [card for step in series for card in step.cards]
        assert sorted(map(str, laid + list(told[0].cards))) == sorted(map(str, held)), item.id
    assert seen > 10


def test_build_series_says_whether_the_cards_chosen_are_a_series_and_of_which_key() -> None:
    item = pc.make_item("build-series", level=4, seed="nc1")
    shorter = pc.mark(item, "2 12 8")
    assert shorter.points == Fraction(3, 4)
    assert shorter.feedback[1] == "2, 8, 12 is a series of 2, and there is a longer one."
    assert shorter.mistakes == ("shorter-series",)
    for seed in range(40):
        for level in (1, 3, 5):
            item = pc.make_item("build-series", level=level, seed=seed)
            hand = item.given["cards"]
            for size in (2, 3):
                mark = pc.mark(item, hand[:size])
                verdict = pc.check_series(" ".join(map(str, hand[:size])))
                told = " ".join(mark.feedback)
                assert (" is a series of " in told) is (verdict.ok and mark.points < 1)
                assert not re.search(r"\b(\d+) fits key \1\b", told)


@pytest.mark.parametrize("kind", ["find-mistake", "take-or-draw", "digit-match", "valid-series", "is-prime"])
def test_each_wrong_option_is_answered_with_what_speaks_against_its_misconception(kind: str) -> None:
    advised = 0
    for seed in range(20):
        item = pc.make_item(kind, level=3, seed=seed)
        for option in item.to_dict()["response"]["options"]:
            mark = pc.mark(item, option["id"])
            if mark.mistakes and (advice := advice_on(mark.mistakes[0])):
                advised += 1
                assert mark.feedback[1] == advice.text()
    assert advised >= 10


def test_more_cards_than_were_asked_for_are_told_so_and_cost_nothing() -> None:
    item = pc.make_item("complete-series", level=5, seed="nc1")
    every = sorted({card for pair in item.to_dict()["answer"]["all"] for card in pair})
    assert len(every) > 2
    mark = pc.mark(item, every)
    if mark.points == 1:
        assert mark.feedback == ("Correct.", "2 were enough.")


@pytest.mark.parametrize(
    ("kind", "level", "response", "right"),
    [
        ("factor-pair", 5, "3·17", True),
        ("fits-key", 1, "–", False),
        ("fits-key", 1, "None of them", False),
        ("is-prime", 1, "א׳", None),
    ],
)
def test_what_word_processors_and_hands_write_is_read(kind: str, level: int, response: str, right: bool | None) -> None:
    item = next(
        i for n in range(99) if (i := pc.make_item(kind, level=level, seed=n)).given.get("number", 51) in (51, 7, 11)
    )
    assert right is None or pc.mark(item, response).correct is right
    assert pc.mark(item, response).to_dict()["read"] is not None


def test_a_hint_as_json_tells_nothing_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["mark", "find-key.3#k7f2q9", "41", "--hint", "--json", "--lang", "en"]) == 1
    assert set(json.loads(capsys.readouterr().out)) == {"points", "correct", "hint", "mistakes", "read"}


def test_a_mark_as_json_has_points_verdict_feedback_hint_and_what_was_read() -> None:
    mark = pc.mark(FITS, "20, 13")
    promised = {
        "points": "2/3",
        "correct": False,
        "feedback": ["Almost.", "93 fits key 23: both have the units digit 3."],
        "hint": mark.hint,
        "read": [13, 20],
    }
    assert mark.to_dict() == {**mark.to_dict(), **promised}
    assert mark.hint.startswith("One is still missing. ")
    assert read(HAND, "67: 65 68 | 9 39") == [{"key": 67, "cards": [65, 67, 68]}, {"key": None, "cards": [9, 39]}]
    assert read(FITS, "") is None
    assert read(FITS, "none") == []


def test_a_kind_may_have_marks_of_its_own() -> None:
    kind: Kind = replace(pc.puzzle_kinds()["fits-key"], score=lambda _, value: Fraction(len(value), 7))
    mark = mark_item(FITS, "13 20 93", kind)
    assert mark.points == Fraction(3, 7)
    assert mark.feedback[0] == "Try again."


def test_marking_a_group_object_reads_it_as_its_json() -> None:
    assert pc.mark(HAND, (Group(67, parse_cards("65 67 68")),)).points == Fraction(3, 7)
    assert pc.mark(HAND, [Group(None, (Card(65), Card(67), Card(68)))]).points == Fraction(3, 7)
