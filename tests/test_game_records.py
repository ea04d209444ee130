"""Records of games: written, read back, played again, and told apart from everything that is none."""

from __future__ import annotations

import copy
import json
import os
import re
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from primecards import (
    BASIC,
    Card,
    Discard,
    Draw,
    GameRecord,
    IllegalEventError,
    InputError,
    OutOfRangeError,
    Rules,
    UnreadableError,
    deal,
    play_out,
    replay,
)
from primecards.game.random_player import random_player
from tests.test_game_engine import games, seeds

GOLDEN = Path(__file__).with_name("golden") / "games.txt"
GOLDEN_GAMES, WHOLE = 200, 10


def golden_rules(number: int) -> Rules:
    """Settings for the golden game of that *number*: every sort has its share."""
    advanced = number % 10 == 9
    return Rules(
        players=2 + number % (3 if advanced else 5),
        hand_size=14 if advanced else 7,
        min_series=4 if advanced else 3,
        wild_cards=number % 3 if advanced else (0, 4, 4, 10)[number % 4],
        scoring=("keys", "unmatched", "places")[number % 3],
        allow_return_taken=number % 7 != 0,
        stock_empty=("reshuffle", "end")[number % 2],
        turn_limit=(500, 60, 25)[number % 3] if not advanced else 20,
        max_players=4 if advanced else 6,
    )


def played(number: int) -> GameRecord:
    rules = golden_rules(number)
    return play_out(f"golden-{number}", [random_player] * rules.players, rules=rules, starts=number % rules.players)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


@cache
def record(seed: str = "k7f2q9", wild_cards: int = 4) -> GameRecord:
    return play_out(seed, [random_player] * 2, rules=Rules(wild_cards=wild_cards))


# --- Golden games -------------------------------------------------------------------------------------------------


def test_200_golden_games_are_played_again_word_for_word() -> None:
    """PRIMECARDS_BLESS=1 writes them anew: ten whole games, then a digest of every game."""
    texts = [played(number).to_text() for number in range(GOLDEN_GAMES)]
    digests = "\n".join(map(digest, texts))
    whole = sorted(range(GOLDEN_GAMES), key=lambda number: (len(texts[number]), number))[: 15 * WHOLE : 15]
    golden = "\n".join([*(texts[number] for number in whole), digests, ""])
    if os.environ.get("PRIMECARDS_BLESS"):
        GOLDEN.write_text(golden, encoding="utf-8", newline="\n")
    assert GOLDEN.read_text(encoding="utf-8") == golden


def test_the_ten_golden_games_in_full_are_read_and_replayed() -> None:
    *texts, digests = GOLDEN.read_text(encoding="utf-8").split("\n\n")
    assert len(texts) == WHOLE
    for text in texts:
        read = GameRecord.from_text(text)
        assert read.to_text().strip() == text.strip()
        assert digest(read.to_text()) in digests.split()


# --- An independent replay ----------------------------------------------------------------------------------------


def fits(number: int, key: int) -> bool:
    return number % 10 == key % 10 or number // 10 == key // 10


def prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))


@pytest.mark.parametrize("number", range(0, GOLDEN_GAMES, 4))
def test_plain_lists_that_follow_the_text_agree_on_who_holds_what(number: int) -> None:
    """Cards are strings, hands lists, and nothing of the engine is used but the first deal and the final state."""
    game = played(number)
    rules = game.rules
    start = deal(rules, game.seed, game.starts)
    hands = {player: [str(card) for card in start.hand(player)] for player in range(rules.players)}
    pile, out, turn = [str(start.discards[0])], [], game.starts
    for line in game.to_text().splitlines()[4:-1]:
        player = int(re.search(r"player (\d)", line)[1]) - 1  # type: ignore[index]
        assert player == turn
        if drawn := re.search(r"draws (\S+) from the (\w+)", line):
            if drawn[2] == "discard":
                assert pile.pop() == drawn[1]
            hands[player].append(drawn[1])
            continue
        card = line.split()[-1]
        hands[player].remove(card)
        pile.append(card)
        if "goes out" in line:
            laid = []
            for cards, key in re.findall(r"([0-9w][0-9w as]*) \(key (\d+)\)", line):
                numbers = [int(n) for n in re.findall(r"\d+", cards)]
                assert len(numbers) >= rules.min_series
                assert len(set(numbers)) == len(numbers)
                assert prime(int(key))
                assert int(key) in numbers
                assert all(fits(n, int(key)) for n in numbers)
                laid += re.sub(r"w as \d+", "w", cards).split()
            assert sorted(laid) == sorted(hands[player])
            out.append(player)
        if len(out) < rules.players:
            turn = next(p for step in range(1, 7) if (p := (player + step) % rules.players) not in out)
    final = game.final_state()
    assert out == list(final.out)
    assert final.upcard is not None
    assert pile[-1] == str(final.upcard)
    for player, hand in hands.items():
        assert sorted(hand) == sorted(map(str, final.hand(player)))


# --- There and back -----------------------------------------------------------------------------------------------


@given(games(20), seeds, st.integers(0, 1))
@settings(max_examples=30)
def test_a_record_comes_back_from_text_and_from_json(rules: Rules, seed: int, starts: int) -> None:
    game = play_out(seed, [random_player] * rules.players, rules=rules, starts=starts)
    assert GameRecord.from_text(game.to_text()) == game
    assert GameRecord.from_dict(json.loads(json.dumps(game.to_dict()))) == game


def test_a_game_that_is_not_finished_is_recorded_as_such() -> None:
    half = replace(record(), events=record().events[:7])
    assert half.to_text().endswith("result: not finished\n")
    assert GameRecord.from_text(half.to_text()) == half
    none = replace(half, events=())
    assert GameRecord.from_text(none.to_text()) == none


def test_line_ends_byte_order_marks_direction_marks_and_blank_ends_make_no_difference() -> None:
    text = record().to_text()
    for told in (
        text.replace("\n", "\r\n"),
        "\ufeff" + text,
        "\u200f" + text.replace("player", "\u2066player\u2069"),
        text + "\n\n  ",
        text.rstrip(),
    ):
        assert GameRecord.from_text(told) == record()


def test_the_text_says_what_was_drawn() -> None:
    lines = record().to_text().splitlines()
    assert lines[4] == "1. player 1 draws 53 from the stock"
    assert lines[-2].startswith(f"{len(record().events)}. player 2 goes out with ")
    assert lines[-1] == "result: player 2 went out"


def test_replay_goes_through_every_state() -> None:
    states = list(replay(record()))
    assert len(states) == len(record().events) + 1
    assert states[0] == deal(record().rules, "k7f2q9")
    assert states[-1].over


# --- What is no record --------------------------------------------------------------------------------------------


def refused(text: Any) -> str:
    with pytest.raises((UnreadableError, OutOfRangeError, IllegalEventError)) as error:
        GameRecord.from_text(text)
    told = str(error.value)
    assert "\n" not in told
    assert len(told) < 400
    return told


def changed(old: str, new: str) -> str:
    text = record().to_text()
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "not the record of a game"),
        ("garbage", "not the record of a game"),
        ("[" * 100_000, "not the record of a game"),
        ("9" * 100_000, "not the record of a game"),
        (None, "not the record of a game"),
        (b"primecards game, format 1", "not the record of a game"),
        ("primecards game, format 1", "cut off"),
        ("primecards game, format 1\nresult: not finished", "Line 2"),
    ],
)
def test_garbage_is_no_record(text: Any, told: str) -> None:
    assert told in refused(text)


@pytest.mark.parametrize("given", ["2", "0", "9" * 5000, "one", ""])
def test_another_format_is_refused_with_the_one_that_is_read(given: str) -> None:
    told = refused(changed("format 1", f"format {given}"))
    assert "reads format 1" in told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("seed: k7f2q9", "seed: k7 f2", "seed"),
        ("seed: k7f2q9", "seed: k7f2q8", "Line 5: the card drawn is"),
        ("players 2", "players 7", "2–6"),
        ("players 2", "players 1000000000", "2–6"),
        ("players 2", "players " + "9" * 5000, "Line 3: not read"),
        ("hand_size 7", "hand_size 8", "7, 14"),
        ("wild_cards 4", "wild_cards 11", "0–10"),
        ("scoring keys", "scoring luck", "places"),
        (", min_series 3", "", "Line 3: not read"),
        ("min_series 3", "min_series 3, min_series 4", "Line 3: not read"),
        ("starts: player 1", "starts: player 9", "Line 4: not read"),
        ("starts: player 1", "starts: player 3", "starts"),
        ("starts: player 1", "starts: player 2", "Line 5: It is the turn of player 2."),
        ("1. player 1 draws 53", "1. player 1 draws 54", "Line 5: the card drawn is 53, not 54"),
        ("1. player 1 draws 53", "1. player 1 draws 1000000000", "Line 5: not read"),
        ("1. player 1 draws 53", "1. player 1 draws 0", "Line 5: not read"),
        ("1. player 1 draws 53", "1. player 1 draws ٥٣", "Line 5: not read"),
        ("1. player 1 draws", "2. player 1 draws", "Line 5: event 1 should be here"),
        ("from the stock", "from the pocket", "Line 5: not read"),
        ("2. player 1 discards 85", "2. player 1 discards 1", "Line 6: 1 is not in the hand. (Rule: a turn.)"),
        ("2. player 1 discards 85", "2. player 1 draws 85 from the stock", "Line 6: A card has been drawn already"),
        ("(key 5)", "(key 7)", "does not fit key 7"),
        ("25 95 w as 5 (key 5)", "25 25 w as 5 (key 5)", "Laid down more than once: 25. (Rule: going out.)"),
        ("w as 5", "w as 25", "no number comes twice"),
        ("w as 5", "w", "not read"),
        ("result: player 2 went out", "result: player 1 went out", "the result is: player 2 went out"),
        ("result: player 2 went out", "", "cut off"),
    ],
)
def test_one_wrong_word_is_told_with_its_place(old: str, new: str, told: str) -> None:
    assert told in refused(changed(old, new))


def test_wherever_a_text_is_cut_off_it_is_noticed() -> None:
    text = record().to_text().rstrip()
    for end in range(0, len(text), 7):
        refused(text[:end])


@given(st.data())
@settings(max_examples=60)
def test_a_text_with_any_letter_changed_is_read_as_written_or_refused(data: st.DataObject) -> None:
    text = record().to_text()
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.one_of(st.characters(), st.sampled_from("0123456789w \n")))
    other = text[:place] + letter + text[place + 1 :]
    try:
        read = GameRecord.from_text(other)
    except InputError:
        refused(other)
    else:
        assert read.events == record().events


def deep(levels: int) -> list[Any]:
    nested: list[Any] = []
    for _ in range(levels):
        nested = [nested]
    return nested


@pytest.mark.parametrize(
    "path",
    [
        ("format",),
        ("seed",),
        ("starts",),
        ("rules",),
        ("rules", "players"),
        ("rules", "scoring"),
        ("events",),
        ("events", 0),
        ("events", 0, "player"),
        ("events", 0, "draw"),
        ("events", 1, "discard"),
        ("events", -1, "go_out"),
        ("events", -1, "go_out", 0),
        ("events", -1, "go_out", 0, "key"),
        ("events", -1, "go_out", 0, "cards"),
        ("events", -1, "go_out", 0, "wilds"),
    ],
)
@pytest.mark.parametrize("junk", [None, -1, 1.5, "x", {}, deep(50_000), 10**9, 10**5000, {"a": 1}], ids=lambda _: "")
def test_hostile_json_is_refused_in_one_line_or_fails_to_replay(path: tuple[Any, ...], junk: Any) -> None:
    data = copy.deepcopy(record().to_dict())
    inner: Any = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = junk
    with pytest.raises((UnreadableError, OutOfRangeError, IllegalEventError)) as error:
        GameRecord.from_dict(data).final_state()
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("data", [None, [], "record", {}, {"format": 1}, {"format": 1, "seed": "s"}, deep(50_000)])
def test_json_that_is_no_record_is_refused(data: Any) -> None:
    with pytest.raises(UnreadableError):
        GameRecord.from_dict(data)


def test_a_record_with_an_illegal_event_is_refused_at_that_event_and_not_before() -> None:
    events = list(record().events)
    events[4] = Discard(0, Card(1))
    states = replay(replace(record(), events=tuple(events)))
    for _ in range(5):
        next(states)
    with pytest.raises(IllegalEventError, match=r"^Event 5: .*\(Rule: a turn\.\)$"):
        next(states)


@pytest.mark.parametrize("first", range(0, 90, 7))
def test_a_record_with_two_neighbouring_events_exchanged_is_refused(first: int) -> None:
    events = list(record().events)
    events[first], events[first + 1] = events[first + 1], events[first]
    with pytest.raises(IllegalEventError, match=f"^Event {first + 1}: "):
        replace(record(), events=tuple(events)).final_state()


def test_another_format_is_not_replayed() -> None:
    with pytest.raises(UnreadableError, match="format 2"):
        list(replay(replace(record(), format=2)))


def test_a_game_that_cannot_be_dealt_is_not_replayed() -> None:
    with pytest.raises(OutOfRangeError, match="7, 14"):
        list(replay(GameRecord("s", replace(BASIC, hand_size=9), 0, (Draw(0, "stock"),))))
