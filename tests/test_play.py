"""The game in the terminal: what is typed, told, drawn and kept; and that no player is told what others hold."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import primecards as pc
from primecards import cli
from primecards.game.events import Discard, Draw, Event, GoOut
from primecards.game.players import PLAYERS
from primecards.game.record import GameRecord, replay
from primecards.game.scoring import Match
from primecards.game.state import DISCARD, apply, verify, view
from primecards.messages import Message
from primecards.rules.ruleset import ADVANCED, BASIC, Rules
from primecards.terminal import hints, saving, table, telling
from primecards.terminal.commands import COMMANDS, read_command
from primecards.terminal.console import CLEAR, FORGET, Console, look_of
from primecards.terminal.conversation import Conversation
from primecards.terminal.drawing import ASCII, PLAIN, RED, Look, card_rows, width_of, wrapped
from primecards.terminal.laying import read_claim
from primecards.terminal.seats import Seat, take_seats
from primecards.terminal.sitting import Sitting, after, after_computer, next_game, sit_down, taken_back
from primecards.worksheets.files import write_whole

PLAY = Rules(wild_cards=4)
SCREEN = Look(clears=True, interactive=True)
SPOKEN = Look(drawn=False, interactive=True)
MOVE = re.compile("(?:Write|כתבו): [\u2068\u2066]?([^\u2069\n]*)")
MARKS = "\u2066\u2067\u2068\u2069"


@pytest.fixture(autouse=True)
def english_and_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@dataclass
class Person:
    """Somebody at the keyboard, who reads what is new and answers; *told* has everything that was shown."""

    answer: Callable[[str], str]
    told: list[str] = field(default_factory=lambda: [""])

    def read(self, _: str) -> str:
        seen = self.told[-1]
        self.told.append("")
        return self.answer(seen)

    def write(self, text: str) -> None:
        self.told[-1] += text

    @property
    def screens(self) -> list[str]:
        return [
            screen for part in self.told for screen in re.split(f"(?:{re.escape(FORGET)})?{re.escape(CLEAR)}", part)
        ]

    @property
    def all(self) -> str:
        return "".join(self.told)


def follows_hints(seen: str) -> str:
    """Ask for hints until the move is told, and make it."""
    if "Enter" in seen:
        return ""
    move = MOVE.search(seen)
    return move[1] if move else "hint"


def lines_then_end(*lines: str) -> Callable[[str], str]:
    left = iter(lines)

    def answer(_: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return answer


def table_of(rules: Rules = PLAY, seed: str = "a", *, people: int = 1, games: int = 1, names: Any = ()) -> Sitting:
    seats = take_seats(rules.players, people, (), names)
    return sit_down(seats, rules, seed, games)


def sit(sitting: Sitting, answer: Callable[[str], str], look: Look = SCREEN, **how: Any) -> tuple[Person, Conversation]:
    person = Person(answer)
    conversation = Conversation(sitting, Console(look, person.read, person.write), **how)
    conversation.run()
    return person, conversation


def says(sitting: Sitting, *lines: str, look: Look = SPOKEN) -> str:
    """What is told from the first of *lines* on, up to the message that the game is saved."""
    person, _ = sit(sitting, lines_then_end(*lines), look)
    for file in Path().glob("primecards-*.txt"):
        file.unlink()
    return "".join(person.told[1:])


# --- Whole games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "he"])
@pytest.mark.parametrize("look", [SCREEN, SPOKEN])
def test_whoever_follows_the_hints_plays_a_whole_game_to_its_end(look: Look, language: str) -> None:
    for against in PLAYERS if look is SCREEN and language == "en" else ("random",):
        sitting = sit_down(take_seats(None, 1, [against], ()), PLAY, "a")
        person, conversation = sit(sitting, follows_hints, replace(look, language=language))
        assert conversation.sitting.over
        assert conversation.sitting.state.winner is not None
        assert not list(Path().iterdir())
        (out,) = telling.gone_out(conversation.sitting)
        for series in out.series:
            assert re.search(rf"(?:Key|קלף מפתח) {int(series.key)}:", person.told[-2])


@pytest.mark.parametrize("look", [SCREEN, SPOKEN])
def test_people_who_share_the_keyboard_play_a_whole_game_and_see_the_keyboard_pass_on(look: Look) -> None:
    person, conversation = sit(table_of(people=2, names=["Dana", "Noa"]), follows_hints, look)
    assert conversation.sitting.over
    passes = [part for part in person.told if "Pass the keyboard" in part]
    turns = sum(isinstance(event, Draw) for event in conversation.sitting.events)
    assert len(passes) == turns
    for part in passes:
        hidden = part.rsplit("\n" * 40, 1)[-1] if look is SPOKEN else part.split(FORGET + CLEAR)[-1]
        assert re.fullmatch(r"\n*Pass the keyboard to: (Dana|Noa)\. Then press Enter\.\n", hidden)


def test_a_match_counts_its_games_and_each_is_started_by_the_next_player() -> None:
    for scoring in ("keys", "unmatched", "places"):
        rules = replace(PLAY, players=3, scoring=scoring)
        person, conversation = sit(table_of(rules, games=3), follows_hints)
        match = Match.of(conversation.sitting.records, rules=rules)
        assert [record.starts for record in conversation.sitting.records] == [0, 1, 2]
        sums = ", ".join(
            f"{name}: {total}" for name, total in zip(("You", "Computer 1", "Computer 2"), match.totals, strict=True)
        )
        assert f"After 3 games: {sums}." in person.told[-2]
        assert re.search("The winner of the match: |The match is shared by: ", person.told[-2])


def test_the_same_seed_and_choices_make_the_same_game_and_another_seed_another() -> None:
    told = [sit(table_of(seed=seed), follows_hints)[0].all for seed in ("a", "a", "b")]
    assert told[0] == told[1] != told[2]


def test_the_advanced_game_is_played_as_well() -> None:
    rules = replace(ADVANCED, players=4, wild_cards=4)
    _, conversation = sit(table_of(rules), follows_hints)
    assert conversation.sitting.over


# --- What is shown ------------------------------------------------------------------------------------------------


def curious(limit: int) -> Callable[[str], str]:
    """Ask for everything before some moves, then follow the hints, for so many answers."""
    asked = iter(
        ("?", "rules", "record", "sort", "sort number", "nonsense", "out", "99", "save a/b", "undo", "hint", "x" * 300)
    )
    left = iter(range(limit))

    def answer(seen: str) -> str:
        if next(left, None) is None:
            raise EOFError
        if "Enter" in seen and "(or Enter)" not in seen:
            return ""
        return next(asked, None) or follows_hints(seen)

    return answer


@pytest.mark.parametrize(
    "rules",
    [
        replace(PLAY, players=6, wild_cards=10),
        replace(ADVANCED, players=4, wild_cards=10),
        replace(PLAY, players=6, scoring="places"),
    ],
)
@pytest.mark.parametrize(("people", "language"), [(1, "he"), (3, "en")])
def test_no_screen_has_more_than_80_columns_and_24_lines(rules: Rules, people: int, language: str) -> None:
    names = [f"Name {number} as long as it" for number in range(rules.players)]
    assert len(names[0]) == 20
    sitting = table_of(rules, people=people, names=names, games=2)
    person, _ = sit(sitting, curious(110), replace(SCREEN, language=language, colour=True))
    assert len(person.screens) > 30
    for screen in person.screens[:-1]:
        lines = screen.replace(RED, "").replace(PLAIN, "").split("\n")
        assert len(lines) <= 24, screen
        assert max(map(width_of, lines)) <= 80, screen


def test_a_table_fits_narrow_screens_too() -> None:
    look = replace(SCREEN, width=40)
    person, _ = sit(table_of(), curious(60), look)
    for line in "\n".join(person.screens[:-1]).split("\n"):
        assert width_of(line) <= 40, line


def hidden_swapped(sitting: Sitting, player: int) -> Sitting:
    """The same table as far as *player* knows: what the others hold and the stock lie the other way round."""

    def swap(state: Any) -> Any:
        other = (player + 1) % len(sitting.seats)
        free = [card for card in state.face_down if card]
        numbers, wilds = state.hands[other]
        if not free or state.out:
            return state
        known = state.known[other][0]
        held = [n for n in range(1, 100) if numbers >> n & 1 and not known >> n & 1]
        if not held:
            return state
        hands = list(state.hands)
        hands[other] = (numbers ^ 1 << held[0] | 1 << free[0], wilds)
        stock = tuple(pc.Card(held[0]) if card is free[0] else card for card in state.stock)
        return replace(state, hands=tuple(hands), stock=stock)

    return replace(sitting, states=(*sitting.states[:-1], swap(sitting.state)))


@pytest.mark.parametrize("look", [SCREEN, SPOKEN])
def test_the_table_and_every_answer_are_the_same_whatever_the_others_hold(look: Look) -> None:
    sitting, swapped = table_of(replace(PLAY, players=3)), 0
    for _ in range(30):
        if sitting.state.over:
            break
        if sitting.persons_turn:
            other = hidden_swapped(sitting, 0)
            swapped += other != sitting
            asked = ("", "hint", "hint", "record", "sort", "table", "?", "rules", "out 23: 3 13", "", "n")
            first, second = (sit(table, lines_then_end(*asked), look)[0] for table in (sitting, other))
            assert "".join(first.told[:-1]) == "".join(second.told[:-1])
        sitting = after_computer(replace(sitting, seats=(Seat("random"), *sitting.seats[1:])))
        sitting = replace(sitting, seats=(Seat(), *sitting.seats[1:]))
        for file in Path().glob("primecards-*"):
            file.unlink()
    assert swapped > 5


def test_what_others_draw_from_the_stock_is_told_to_nobody() -> None:
    person, conversation = sit(table_of(replace(PLAY, players=3)), follows_hints, SPOKEN)
    told = "\n".join(line for part in person.told for line in part.split("\n"))
    assert "drew from the stock and discarded" in told
    assert not re.search(r"Computer \d drew \d", told)
    sitting = conversation.sitting
    for turn in telling.turns(sitting, 0):
        assert turn.drawn is None or turn.taken or turn.player == 0


def test_primes_and_wild_cards_are_marked_without_colour() -> None:
    assert card_rows([pc.parse_cards("2 4 23 w")], Look())[1] == "│  2◆││  4 ││ 23◆││  ★ │"
    assert card_rows([pc.parse_cards("2 4 23 w")], Look(signs=ASCII))[1] == "|  2*||  4 || 23*||  w |"
    coloured = card_rows([pc.parse_cards("2 4")], Look(colour=True))[1]
    assert coloured == f"│{RED}  2◆{PLAIN}││  4 │"
    assert "Your cards: 5, prime 7" not in says(table_of(), "table", look=SCREEN)
    hand = table_of().state.hand(0)
    told = says(table_of(), "table")
    words = ", ".join("wild card" if not c else f"prime {int(c)}" if c.is_prime else str(int(c)) for c in hand)
    assert f"Your cards: {words}.\n" in told


def test_cards_wrap_to_the_width_and_groups_lie_apart() -> None:
    rows = card_rows([pc.parse_cards(list(range(1, 16)))], Look())
    assert [len(row) for row in rows] == [78] * 3 + [12] * 3
    assert card_rows([(pc.Card(3),), (pc.Card(4),)], Look())[1] == "│  3◆│  │  4 │"
    groups = telling.by_key(pc.parse_cards("3 13 23 25 50 w"))
    assert groups == [(pc.Card(23), pc.parse_cards("23 3 13 25")), (None, pc.parse_cards("50 w"))]


def test_every_line_of_hebrew_is_isolated_and_what_is_open_at_its_end_is_closed() -> None:
    text = "שלום \u2066" + ", ".join(map(str, range(1, 60))) + "\u2069 סוף"
    lines = wrapped(text, Look(language="he"))
    assert len(lines) > 1
    for line in lines:
        assert line.startswith("\u2067")
        assert sum(line.count(mark) for mark in "\u2066\u2067\u2068") == line.count("\u2069")
        assert width_of(line) <= 80
    assert "".join(re.sub(f"[{MARKS} ]", "", line) for line in lines) == re.sub(f"[{MARKS} ]", "", text)


def test_rows_of_cards_have_no_letters_so_that_they_run_one_way_in_every_language() -> None:
    rows = card_rows([pc.parse_cards("2 4 w")], Look(language="he"))
    assert rows == card_rows([pc.parse_cards("2 4 w")], Look())
    assert not re.search("[A-Za-zא-ת]", "".join(rows))


class Stream(io.StringIO):
    """A stream that says whether it is a terminal, and in which encoding."""

    def __init__(self, *, terminal: bool, encoding: str = "utf-8") -> None:
        super().__init__()
        self.terminal, self.called = terminal, encoding

    def isatty(self) -> bool:
        return self.terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.called


def test_only_a_terminal_that_obeys_codes_and_whose_user_wants_them_is_sent_any() -> None:
    tty, pipe = Stream(terminal=True), Stream(terminal=False)
    xterm = {"TERM": "xterm"}

    def codes(stdin: Stream, stdout: Stream, environ: dict[str, str], *, plain: bool = False) -> bool:
        look = look_of(stdin, stdout, "en", plain=plain, environ=environ)
        assert look.colour == look.clears
        return look.clears

    assert codes(tty, tty, xterm)
    assert not codes(tty, tty, xterm, plain=True)
    assert not codes(tty, tty, {**xterm, "NO_COLOR": "1"})
    assert not codes(tty, tty, {"TERM": "dumb"})
    assert not codes(tty, tty, {})
    assert not codes(pipe, tty, xterm)
    assert not codes(tty, pipe, xterm)
    assert look_of(tty, Stream(terminal=True, encoding="ascii"), "en", plain=False, environ=xterm).signs is ASCII


@pytest.mark.parametrize("look", [SPOKEN, replace(SCREEN, clears=False), Look()])
def test_without_codes_none_is_written(look: Look) -> None:
    for people in (1, 2):
        person, _ = sit(table_of(people=people), follows_hints, look)
        assert "\x1b" not in person.all


def test_names_cannot_smuggle_codes_onto_the_screen() -> None:
    for name in ("\x1b[2J", "a\nb", "\u202eabc", " ", "", "x" * 21):
        with pytest.raises(pc.InputError):
            take_seats(2, 1, (), [name])


# --- Commands -----------------------------------------------------------------------------------------------------


def test_every_command_is_known_by_its_words_letters_and_beginnings_in_both_languages() -> None:
    for command in COMMANDS:
        for words in command.words.values():
            for word in words:
                assert read_command(word, "draw") == (command.name, ""), word
                assert read_command(f"  {word.upper()}  ", "draw") == (command.name, "")
    taken = [word for command in COMMANDS for words in command.words.values() for word in words]
    assert len(set(taken)) == len(taken)
    for typed, name in (
        ("dr", "draw"), ("1", "draw"), ("2", "take"), ("draw from the stock", "draw"), ("take it", "take"),
        ("draw the exposed card", "take"), ("take from the stock", "draw"), ("קחו מהקופה", "draw"), ("קחו", "take"),
        ("hin", "hint"), ("go out", "out"), ("רמ", "hint"), ("סיו", "out"), ("", "table"), ("?", "help"),
        ("quit!", "quit"), ("QUIT", "quit"),
    ):  # fmt: skip
        read = read_command(typed, "draw")
        assert read is not None, typed
        assert read[0] == name, typed
    for typed, card in (("23", "23"), ("d 23", "23"), ("discard 23", "23"), ("הניחו 23", "23"), ("w", "w"), ("★", "★")):
        assert read_command(typed, DISCARD) == ("discard", card)
    for typed in ("xyz", "23 24", "re", "\x1b[A", "100", "א" * 5000, "\0"):
        assert read_command(typed, DISCARD) is None, typed


@pytest.mark.parametrize("language", ["en", "he"])
@pytest.mark.parametrize("asked", ["?", "help", "עזרה"])
def test_help_lists_every_command_and_does_not_move(asked: str, language: str) -> None:
    told = says(table_of(), asked, look=replace(SPOKEN, language=language))
    for command in COMMANDS:
        assert command.word(language) in told
        assert command.does.text(language) in re.sub(f"[{MARKS}]", "", told.replace("\n", " "))


@pytest.mark.parametrize("language", ["en", "he"])
def test_the_rules_are_told_on_one_screen_as_they_are_for_the_table(language: str) -> None:
    for rules in (
        PLAY,
        replace(ADVANCED, players=2),
        replace(PLAY, scoring="places"),
        replace(PLAY, scoring="unmatched"),
    ):
        messages = list(telling.rules_told(table_of(rules, games=2)))
        lines = [
            line for message in messages for line in wrapped(message.text(language), replace(SCREEN, language=language))
        ]
        assert 10 < len(lines) <= 22
    assert "A series is 4 cards or more" in says(table_of(replace(ADVANCED, players=2)), "rules")


def test_a_hint_is_first_what_to_look_for_and_then_the_move_with_its_reason() -> None:
    told = says(table_of(), "hint", "hint", "draw", "h", "h")
    first = told.split("Ask for a hint again")[0]
    assert re.search("The primes that you hold|You hold no prime", first)
    assert "Write:" not in first
    assert told.count("Ask for a hint again") == 2
    assert len(re.findall("Write: (draw|take)", told)) == 1
    assert len(re.findall("Write: (discard [0-9w]+|out [0-9w]+)", told)) == 1


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_hint_speaks_of_one_prime_as_of_one_and_of_none_as_of_none(language: str) -> None:
    found = set()
    for seed in map(str, range(40)):
        sitting = after(table_of(BASIC, seed), Draw(0, "stock"))
        primes = sum(card.is_prime for card in sitting.state.hand(0))
        told = " ".join(message.text(language) for message in hints.next_step(sitting))
        if language == "en" and "You can go out" not in told:
            assert ("You hold one prime" in told) == ("does not fit it" in told) == (primes == 1)
            assert ("The primes that you hold" in told) == ("fits none of them" in told) == (primes > 1)
            assert ("You hold no prime" in told) == ("with no other" in told) == (primes == 0)
        found.add(min(primes, 2))
    assert found == {0, 1, 2}


def test_the_rules_name_wild_cards_only_where_there_are_some_and_tell_every_end() -> None:
    def told(rules: Rules) -> str:
        return "\n".join(message.text() for message in telling.rules_told(table_of(rules)))

    assert "wild cards are in the deck" in told(PLAY)
    assert "One wild card is in the deck" in told(Rules(wild_cards=1))
    assert "in the deck" not in told(BASIC)
    assert "are shuffled and become the stock" in told(BASIC)
    assert "When the stock is empty, the game ends." in told(Rules(stock_empty="end"))
    assert "After 500 rounds the game ends." in told(BASIC)
    assert "After one round the game ends." in told(Rules(turn_limit=1))
    assert "may not be discarded in the same turn" in told(Rules(allow_return_taken=False))
    assert "may not be discarded" not in told(BASIC)
    places = told(Rules(players=4, scoring="places"))
    assert "until one player is left: 0 points for the first, then 2, 3 and so on, and 4 for whoever is left" in places


@pytest.mark.parametrize("look", [SCREEN, SPOKEN])
def test_after_a_game_for_places_the_series_of_all_who_went_out_are_shown(look: Look) -> None:
    sitting = table_of(Rules(players=4, wild_cards=4, scoring="places"))
    computers = replace(sitting, seats=(Seat("rule-of-thumb"),) * 4)
    while not computers.state.over:
        computers = after_computer(computers)
    outs = telling.gone_out(computers)
    assert len(outs) == 3
    told = "\n".join(table.ending(replace(computers, seats=sitting.seats), look))
    for place, out in enumerate(outs, 1):
        assert place == 1 or f"Place {place}: " in told
        for series in out.series:
            assert telling.series_line(series).text() in told


def test_what_is_not_understood_is_repeated_harmlessly_and_nothing_happens() -> None:
    told = says(
        table_of(),
        "dance",
        "\x1b[31mred",
        "23 24 25",
        "discard",
        "discard 1 2",
        "resume",
        "resume nothing.txt",
        "save a\0b",
    )
    assert "Not understood: dance. Write ? for the commands." in told
    assert "\x1b" not in told
    assert told.count("Write one card to discard") == 2
    assert "Write the name of the file as well." in told
    assert "nothing.txt cannot be read: No such file or directory." in told
    assert "The game is saved" not in told


def test_a_move_out_of_turn_is_refused_with_the_reason() -> None:
    told = says(table_of(), "50", "out", "draw", "draw", "take", "discard 100")
    assert told.count("A turn begins with drawing a card.") == 2
    assert told.count("A card has been drawn already: one has to be discarded.") == 2
    assert "100 is not a card" in told


def test_cards_are_sorted_by_key_and_by_number_again() -> None:
    sitting = table_of()
    groups = telling.by_key(sitting.state.hand(0))
    told = says(sitting, "sort", "sort", "sort key", "sort number", "מיון לפי מפתח")
    assert told.count("Your cards: ") == 2
    for key, _ in groups:
        assert told.count("Your other cards: " if key is None else f"Your cards of key {int(key)}: ") == 3
    assert sorted(card for _, cards in groups for card in cards) == sorted(sitting.state.hand(0))


def test_the_game_so_far_is_told_turn_by_turn() -> None:
    told = says(table_of(), "draw", "out", "discard 1", "hint", "hint", "record")
    assert "The first exposed card: " in told
    assert re.search(r"1\. You drew \d+|1\. You drew ★", told)


# --- Going out ----------------------------------------------------------------------------------------------------


def about_to_go_out(seed_from: int = 0) -> Sitting:
    """A table at which the person has drawn and can go out."""
    for seed in range(seed_from, 200):
        sitting = table_of(replace(PLAY, wild_cards=10), f"s{seed}")
        for _ in range(60):
            if sitting.state.over:
                break
            if sitting.persons_turn and sitting.state.phase == DISCARD and _claims(sitting):
                return sitting
            sitting = after_computer(replace(sitting, seats=(Seat("random"), Seat("random"))))
            sitting = replace(sitting, seats=(Seat(), Seat("random")))
    raise AssertionError


def _claims(sitting: Sitting) -> list[GoOut]:
    from primecards.terminal.laying import ways_out

    return ways_out(view(sitting.state))


def claim_text(claim: GoOut, *, discard: str = "discard ") -> str:
    series = " | ".join(f"{int(s.key)}: {' '.join(map(str, s.cards))}" for s in claim.series)
    return f"{series} {discard}{claim.card}"


def test_the_program_finds_the_series_and_lays_them_down_when_told_to() -> None:
    sitting = about_to_go_out()
    claims = _claims(sitting)
    told = says(sitting, "out", "n", "out 100", f"out {claims[-1].card}", "")
    assert f"You can go out: discard {claims[0].card or '★'}." in told
    assert "Nothing has been laid down." in told
    assert f"You can go out: discard {claims[-1].card or '★'}." in told
    assert "You have won this game" in told


@pytest.mark.parametrize("word", ["discard ", "להניח ", "הניחו ", ""])
def test_a_person_may_lay_the_series(word: str) -> None:
    for start in (0, 40, 80):
        sitting = about_to_go_out(start)
        for claim in _claims(sitting):
            text = claim_text(claim, discard=word) if word else claim_text(claim).rsplit(" discard", 1)[0]
            assert verify(sitting.state, read_claim(text, view(sitting.state))) == ()
            unnamed = re.sub(r"\d+: ", "", text)
            assert verify(sitting.state, read_claim(unnamed, view(sitting.state))) == ()
        assert "You have won this game" in says(sitting, f"out {claim_text(claim)}")
        assert "You have won this game" in says(sitting, f"סיום {claim_text(claim)}")


def test_a_false_claim_is_told_every_fault_and_the_game_goes_on() -> None:
    sitting = sit_down((Seat(), Seat("random")), BASIC, "k7f2q9")
    sitting = after(sitting, Draw(0, "upcard"))
    hand = sitting.state.hand(0)
    assert tuple(map(int, hand)) == tuple(sorted(map(int, hand)))
    keys = [card for card in hand if card.is_prime]
    misfits = [card for card in hand if not pc.fits(card, keys[0])]
    text = f"out {keys[0]}: {keys[0]} {misfits[0]} {misfits[1]} | 50: 50 51 discard {hand[-1]}"
    told = says(sitting, text, "hint")
    assert "That is not going out, and the game goes on:" in told
    event = read_claim(text.removeprefix("out"), view(sitting.state))
    refusals = verify(sitting.state, event)
    assert len(refusals) >= 4
    for refusal in refusals:
        assert refusal.message.text() in told.replace("\n", " ")
    assert "Ask for a hint again" in told


@pytest.mark.parametrize(
    "text",
    ["23: 3 13 | x", "3 13 23", "23 3 13: 4", "discard 5", "1 2 3 discard 4 5", ":::", "{[", "w w w w w w w w w w w w"],
)
def test_a_claim_that_cannot_be_read_is_no_move(text: str) -> None:
    sitting = after(table_of(), Draw(0, "stock"))
    told = says(sitting, f"out {text}", "hint")
    assert "Ask for a hint again" in told
    assert "You have won" not in told


# --- Taking back, saving and going on -------------------------------------------------------------------------------


def test_alone_one_takes_back_as_far_as_one_likes_and_the_same_choice_goes_on_the_same_way() -> None:
    person, conversation = sit(
        table_of(), lines_then_end("hint", "hint", "draw", "w", "", "undo", "undo", "undo"), SPOKEN
    )
    assert "There is nothing to take back." in person.all
    assert conversation.sitting == table_of()
    there = table_of()
    trail = [there]
    while not there.state.over and len(trail) < 60:
        there = after_computer(replace(there, seats=(Seat("random"), there.seats[1])))
        there = replace(there, seats=(Seat(), there.seats[1]))
        trail.append(there)
    mine = [sitting for sitting in trail if sitting.persons_turn]
    for earlier, later in pairwise(mine):
        assert taken_back(later) == earlier


def test_among_people_only_the_taking_of_the_exposed_card_is_taken_back() -> None:
    start = table_of(people=2)
    took, drew = after(start, Draw(0, "upcard")), after(start, Draw(0, "stock"))
    assert taken_back(took) == start
    assert taken_back(start) is None
    assert taken_back(drew) is None
    discarded = after(took, Discard(0, took.state.hand(0)[0]))
    assert taken_back(discarded) is None
    assert "Among people one takes back only" in says(start, "", "draw", "undo")


def test_a_saved_game_goes_on_as_if_it_had_not_stopped() -> None:
    rules = replace(PLAY, players=3)
    whole, without = sit(table_of(rules, games=2), follows_hints)
    for stop in (1, 7, 20, 40):
        file = Path(f"game{stop}.txt")
        left = iter(range(stop))

        def answer(seen: str, left: Iterator[int] = left) -> str:
            if next(left, None) is None:
                raise EOFError
            return follows_hints(seen)

        _, conversation = sit(table_of(rules, games=2), answer, path=file, keeps=True)
        saved = saving.read_file(file)
        assert saved == conversation.sitting
        _, resumed = sit(saved, follows_hints)
        assert resumed.sitting == without.sitting
    assert whole.all


def test_a_save_is_text_with_the_seats_and_the_records_of_all_games() -> None:
    sitting = table_of(replace(PLAY, players=3), games=2, names=["Dana", "רובוט"])
    while not sitting.state.over:
        sitting = after_computer(replace(sitting, seats=(Seat("random", "Dana"), *sitting.seats[1:])))
    sitting = next_game(replace(sitting, seats=(Seat("person", "Dana"), *sitting.seats[1:])))
    sitting = after_computer(sitting)
    text = saving.to_text(sitting)
    heading = "primecards saved game, format 1\ngames: 2\nseed: a\nseat 1: person Dana\nseat 2: rule-of-thumb רובוט\n"
    assert text.startswith(f"{heading}seat 3: rule-of-thumb\n\nprimecards game, format 1\n")
    assert text.endswith("result: not finished\n")
    assert saving.from_text(text) == sitting
    assert saving.from_text("\ufeff" + text.replace("\n", "\r\n")) == sitting
    first = GameRecord.from_text(text[text.index("primecards game, ") : text.rindex("primecards game, ")])
    assert first == sitting.finished[0]


def test_saving_and_going_on_from_the_table() -> None:
    person, conversation = sit(
        table_of(), lines_then_end("draw", "save one.txt", "w", "save one.txt", "resume one.txt", "quit", ""), SPOKEN
    )
    assert "primecards play --resume one.txt" in person.all
    assert saving.read_file(Path("one.txt")) == conversation.sitting
    Path("other.txt").write_text("mine", encoding="utf-8")
    told = says(table_of(), "draw", "save other.txt", "save no/such/folder.txt", "resume other.txt")
    assert "other.txt is there already." in told
    assert "cannot be written" in told
    assert "other.txt: This is not a saved game." in told
    assert Path("other.txt").read_text(encoding="utf-8") == "mine"


def test_quitting_offers_to_save() -> None:
    assert "Save the game" not in says(table_of(), "quit")
    sit(table_of(), lines_then_end("draw", "quit", "n"), SPOKEN)
    assert not list(Path().iterdir())
    sit(table_of(), lines_then_end("draw", "quit", ""), SPOKEN)
    assert saving.read_file(Path("primecards-a.txt")).begun
    sit(table_of(), lines_then_end("draw", "quit", "mine.txt"), SPOKEN)
    assert saving.read_file(Path("mine.txt")).begun
    person, _ = sit(table_of(), lines_then_end("draw", "יציאה"), replace(SPOKEN, language="he"))
    assert saving.read_file(Path("primecards-a-2.txt")).begun
    assert "primecards play --resume primecards-a-2.txt" in person.all


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_the_end_of_the_input_and_an_interruption_lose_no_game(end: type[BaseException]) -> None:
    lines = iter(("draw", "hint"))

    def answer(_: str) -> str:
        line = next(lines, None)
        if line is None:
            raise end
        return line

    person, conversation = sit(table_of(), answer, SPOKEN)
    assert "primecards play --resume primecards-a.txt" in person.all
    assert saving.read_file(Path("primecards-a.txt")) == conversation.sitting
    assert conversation.sitting.begun


def test_where_no_file_can_be_written_the_game_is_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(files: object) -> None:
        raise pc.PrintingError(Message("No."))

    monkeypatch.setattr(saving, "write_whole", refuse)
    person, conversation = sit(table_of(), lines_then_end("draw"), SPOKEN)
    start = person.all.index("primecards saved game")
    assert saving.from_text(person.all[start:]) == conversation.sitting


@pytest.fixture(scope="module")
def saved_text() -> str:
    sitting = table_of(games=2)
    for _ in range(30):
        sitting = after_computer(replace(sitting, seats=(Seat("random"), Seat("rule-of-thumb"))))
        if sitting.state.over:
            break
    return saving.to_text(replace(sitting, seats=(Seat(), Seat("rule-of-thumb"))))


EDITS: dict[str, Callable[[str], str | bytes]] = {
    "empty": lambda _: "",
    "binary": lambda _: bytes(range(256)) * 10,
    "nulls": lambda _: b"\0" * 1000,
    "huge": lambda text: text + "x" * saving.MOST_BYTES,
    "another thing": lambda _: "hello\n",
    "only a record": lambda text: text[text.index("primecards game, ") :],
    "cut": lambda text: text[: len(text) // 2],
    "no result": lambda text: text[: text.rindex("result")],
    "no game": lambda text: text[: text.index("primecards game, ")],
    "format": lambda text: text.replace("saved game, format 1", "saved game, format 2"),
    "format of the record": lambda text: text.replace("primecards game, format 1", "primecards game, format 7"),
    "games": lambda text: text.replace("games: 2", "games: 0"),
    "too many games": lambda text: text.replace("games: 2", "games: 99"),
    "fewer games": lambda text: text.replace("games: 2", "games: 1"),
    "seed of the match": lambda text: text.replace("seed: a\n", "seed: b\n"),
    "seed of the game": lambda text: text.replace("seed: a.1", "seed: b.1"),
    "player": lambda text: text.replace("rule-of-thumb", "grandmaster"),
    "no person": lambda text: text.replace("person", "random"),
    "a seat less": lambda text: text.replace("seat 2: rule-of-thumb\n", ""),
    "a seat more": lambda text: text.replace("\n\nprimecards", "\nseat 3: random\n\nprimecards"),
    "same name": lambda text: text.replace("person", "person Dana").replace("rule-of-thumb", "rule-of-thumb Dana"),
    "codes in a name": lambda text: text.replace("person", "person \x1b[31m"),
    "a card drawn": lambda text: re.sub(r"draws \d+ from the stock", "draws 99 from the stock", text),
    "a line less": lambda text: re.sub(r"\n3\. .*", "", text),
    "twice": lambda text: text + text[text.index("primecards game, ") :],
    "players": lambda text: text.replace("players 2, hand_size", "players 3, hand_size"),
    "a word": lambda text: text.replace("discards", "discards the"),
    "surrogates": lambda _: b"primecards saved game, format 1\n\xed\xa0\x80",
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_corrupted_save_is_refused_in_one_line_and_left_as_it_is(
    edit: str, saved_text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = EDITS[edit](saved_text)
    assert changed != saved_text
    content = changed if isinstance(changed, bytes) else changed.encode()
    Path("save.txt").write_bytes(content)
    assert cli.run(["play", "--resume", "save.txt", "--save", "save.txt"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert re.fullmatch(r"primecards: .*\n", told.err)
    assert "save.txt" in told.err
    assert "\x1b" not in told.err
    assert len(told.err) < 400
    assert Path("save.txt").read_bytes() == content


@pytest.mark.parametrize("gap", [0, 3])
def test_a_line_that_is_wrong_is_numbered_as_in_the_file(
    gap: int, saved_text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for wrong in ("discards", "seat 2: "):
        text = saved_text.replace("\nseat 1", "\n" * gap + "\nseat 1").replace(wrong, f"oh {wrong}", 1)
        number = next(place for place, line in enumerate(text.split("\n"), 1) if f"oh {wrong}" in line)
        Path("save.txt").write_text(text, encoding="utf-8")
        assert cli.run(["play", "--resume", "save.txt"]) == 2
        assert f"Line {number}: not read: " in capsys.readouterr().err


def test_a_move_that_is_not_allowed_is_numbered_as_in_the_file(
    saved_text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = saved_text.split("\n")
    place = next(place for place, line in enumerate(lines) if " discards " in line)
    lines[place] = re.sub("discards .*", "discards w", lines[place])
    Path("save.txt").write_text("\n".join(lines), encoding="utf-8")
    assert cli.run(["play", "--resume", "save.txt"]) == 2
    assert re.search(rf"Game 1: Line {place + 1}: .*is not in the hand", capsys.readouterr().err)


def test_what_a_saved_game_settles_already_is_not_given_beside_it(
    saved_text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("save.txt").write_text(saved_text, encoding="utf-8")
    for given in ("--players 2", "--against random", "--wilds 4", "--seed a", "--games 2", "--people 1"):
        assert cli.run(["play", "--resume", "save.txt", *given.split()]) == 2
        told = capsys.readouterr().err
        assert told == (
            f"primecards: A saved game brings its own players, rules and seed. Leave {given.split()[0]} away.\n"
        )


# --- As a command ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--players 1", "players is a whole number in the range 2–6, not 1."),
        ("--players 7", "players is a whole number in the range 2–6, not 7."),
        ("--players 5 --rules advanced", "players is a whole number in the range 2–4, not 5."),
        ("--wilds -1", "wilds is a whole number in the range 0–10, not -1."),
        ("--wilds 11", "wilds is a whole number in the range 0–10, not 11."),
        ("--people 0", "people is a whole number in the range 1–6, not 0."),
        ("--people 7", "people is a whole number in the range 1–6, not 7."),
        ("--people 3 --players 2", "3 are named to play, people and computers: players is 3 or more, not 2."),
        ("--people 6 --against random", "players is a whole number in the range 2–6, not 7."),
        ("--games 0", "games is a whole number in the range 1–20, not 0."),
        ("--against grandmother", "There is no player grandmother; there are"),
        ("--against person", "There is no player person; there are"),
        ("--names A,", "Name 2 is empty."),
        ("--names ,", "Name 1 is empty."),
        ("--names A,A", "nobody else's, not A."),
        ("--names A,B,C", "3 names are too many for 2 players."),
        ("--names 12345678901234567890X", "A name has at most 20 letters"),
        ("--scoring marks", "scoring is one of keys, unmatched, places, not marks."),
        ("--rules chess", "rules is one of basic, advanced, not chess."),
        ("--seed a/b", "The seed a/b is not"),
        ("--save no/such/folder", "no/such/folder cannot be written"),
        ("--save .", ". is there already."),
        ("--resume no-such-file", "no-such-file cannot be read"),
        ("--resume .", ". cannot be read: Is a directory."),
        (f"--save {'x' * 300}", "cannot be written: File name too long."),
        (f"--resume {'x' * 300}", "cannot be read: File name too long."),
        ("--lang fr", "There is no language fr"),
        ("now", "now"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(arguments: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["play", *arguments.split(" ")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("primecards: ")
    assert told.err.count("\n") == 1
    assert says in told.err


def piped(lines: str, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    return subprocess.run(
        [sys.executable, "-m", "primecards", "play", *arguments],
        input=lines,
        env={**environment, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **environ},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_a_pipe_plays_and_its_end_keeps_the_game() -> None:
    done = piped("hint\ndraw\n", "--seed", "a", TERM="xterm", FORCE_COLOR="1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "> hint\n" in done.stdout
    assert done.stdout.endswith("primecards play --resume primecards-a.txt\n")
    assert "\x1b" not in done.stdout
    again = piped("", "--resume", "primecards-a.txt", "--plain", "--lang", "he")
    assert (again.returncode, again.stderr) == (0, "")
    assert piped("", "--seed", "b").returncode == 0
    assert [file.name for file in Path().iterdir()] == ["primecards-a.txt"]


def test_a_whole_game_in_a_pipe_ends_with_its_record(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[str] = []

    def listening(seen: str) -> str:
        answers.append(follows_hints(seen))
        return answers[-1]

    sitting = sit_down(take_seats(2, 1, ["random"], ()), PLAY, "a")
    _, conversation = sit(sitting, listening, replace(SPOKEN, interactive=False))
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(answers) + "\n"))
    assert cli.run(["play", "--against", "random", "--seed", "a", "--plain", "--save", "kept.txt"]) == 0
    told = capsys.readouterr().out
    record = GameRecord.from_text(told[told.index("primecards game, format") :])
    assert record == conversation.sitting.record
    assert saving.read_file(Path("kept.txt")).record == record
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert cli.run(["play", "--resume", "kept.txt"]) == 0


def test_whoever_stops_reading_loses_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    person = Person(lines_then_end("draw", "hint", "hint"))
    written: list[str] = []

    def write(text: str) -> None:
        written.append(text)
        if len(written) > 4:
            raise BrokenPipeError

    conversation = Conversation(table_of(), Console(SPOKEN, person.read, write))
    with pytest.raises(BrokenPipeError):
        conversation.run()
    assert conversation.sitting.begun
    assert saving.read_file(Path("primecards-a.txt")) == conversation.sitting


def test_a_player_of_the_computers_that_fails_loses_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(seen: object, rng: object) -> Event:
        raise ZeroDivisionError

    monkeypatch.setitem(PLAYERS, "random", replace(PLAYERS["random"], strategy=fails))
    sitting = sit_down((Seat(), Seat("random")), PLAY, "a")
    with pytest.raises(ZeroDivisionError):
        sit(sitting, follows_hints, SPOKEN)
    assert len(saving.read_file(Path("primecards-a.txt")).events) == 2


def test_a_disk_that_fills_is_told_once_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    write, writes = write_whole, iter(range(1000))

    def fills(files: Any) -> object:
        if next(writes) == 2:
            raise pc.PrintingError(Message("The disk is full."))
        return write(files)

    monkeypatch.setattr(saving, "write_whole", fills)
    person, conversation = sit(table_of(), follows_hints, SPOKEN, path=Path("a.txt"), keeps=True)
    assert person.all.count("The disk is full.") == 1
    assert conversation.sitting.over


def test_an_interruption_of_the_saving_is_not_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter((KeyboardInterrupt, KeyboardInterrupt))

    def interrupted(files: Any) -> object:
        if (again := next(times, None)) is not None:
            raise again
        return write_whole(files)

    monkeypatch.setattr(saving, "write_whole", interrupted)
    _, conversation = sit(table_of(), lines_then_end("draw"), SPOKEN)
    assert saving.read_file(Path("primecards-a.txt")) == conversation.sitting


def test_after_a_game_its_record_is_shown_in_screens_and_can_be_saved() -> None:
    asked = iter(("record", "save end.txt", "save end.txt", "nonsense", ""))

    def answer(seen: str) -> str:
        return next(asked) if "Enter: go on." in seen else follows_hints(seen)

    person, conversation = sit(table_of(), answer)
    shown = next(place for place, part in enumerate(person.told) if "primecards game, format 1" in part)
    for screen in person.told[shown:-1]:
        assert len(screen.split("\n")) <= 24
        assert max(map(len, screen.removeprefix(CLEAR).split("\n"))) <= 80
    assert saving.read_file(Path("end.txt")) == conversation.sitting


def test_where_the_keyboard_passes_on_only_quitting_is_done_before_the_hand_is_seen() -> None:
    person, conversation = sit(table_of(people=2), lines_then_end("draw", "hint"), SPOKEN)
    assert not conversation.sitting.begun
    assert "Ask for a hint again" in person.all
    person, _ = sit(table_of(people=2), lines_then_end("quit"), SPOKEN)
    assert len(person.told) == 2


def test_a_command_typed_where_only_enter_is_waited_for_is_done() -> None:
    person, conversation = sit(table_of(), lines_then_end("rules", "draw"))
    assert conversation.sitting.events == (Draw(0, "stock"),)
    assert "Press Enter to go on." in person.all


class Terminal:
    """`primecards play` in a terminal of 80 columns and 24 lines."""

    def __init__(self, *arguments: str, **environ: str) -> None:
        environment = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LC_MESSAGES", "COLUMNS", "LINES")}
        environment |= {"TERM": "xterm", "LANG": "C.UTF-8", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.pid, self.handle = pty.fork()
        if not self.pid:
            os.execve(
                sys.executable, [sys.executable, "-m", "primecards", "play", *arguments], {**environment, **environ}
            )
        fcntl.ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.read = ""

    def until(self, text: str, after: int | None = None) -> str:
        """Read up to *text*; return what is new."""
        start, end = len(self.read) if after is None else after, time.monotonic() + 20
        while text not in self.read[start:]:
            assert time.monotonic() < end, self.read[start:]
            if select.select([self.handle], [], [], 0.2)[0]:
                try:
                    self.read += os.read(self.handle, 65536).decode(errors="replace")
                except OSError:
                    break
        return self.read[start:]

    def type(self, text: str, until: str = "> ") -> str:
        start = len(self.read)
        os.write(self.handle, text.encode())
        return self.until(until, start)

    def interrupt(self, number: int) -> str:
        """Send the signal *number* until it is heard: between a prompt and its reading none is."""
        start = len(self.read)
        for _ in range(20):
            os.kill(self.pid, number)
            if select.select([self.handle], [], [], 1)[0]:
                break
        return self.until(".txt", start)

    def status(self) -> int:
        self.until("\0never")
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.handle)
        return code


@pytest.mark.parametrize("language", ["en", "he"])
def test_in_a_terminal_every_table_is_a_screen_and_ctrl_c_and_ctrl_d_keep_the_game(language: str) -> None:
    terminal = Terminal("--seed", "a", "--lang", language, "--players", "3")
    screens = [terminal.until("> ")]
    screens += [terminal.type(f"{line}\n") for line in ("hint", "hint", "draw", "?", "", "sort", "rules")]
    for screen in screens:
        assert screen.count(CLEAR) == 1
        lines = re.sub(r"\x1b\[\d*m", "", screen.split(CLEAR)[1]).replace("\r", "").split("\n")
        assert len(lines) <= 24
        assert max(map(width_of, lines)) <= 80
    assert "\x1b[31m" in "".join(screens)
    told = terminal.interrupt(signal.SIGINT)
    assert "--resume primecards-a.txt" in told
    assert terminal.status() == 130
    kept = saving.read_file(Path("primecards-a.txt"))
    again = Terminal("--resume", "primecards-a.txt", "--lang", language, "--plain")
    assert "\x1b" not in again.until("> ")
    again.type("\x04", until=".txt")
    assert again.status() == 0
    assert saving.read_file(Path("primecards-a.txt")) == kept
    assert list(replay(kept.record))[-1] == kept.state == apply(kept.states[0], Draw(0, "stock"))


def test_a_connection_that_breaks_loses_no_game() -> None:
    terminal = Terminal("--seed", "a")
    terminal.until("> ")
    terminal.type("draw\n")
    terminal.interrupt(signal.SIGHUP)
    terminal.status()
    assert saving.read_file(Path("primecards-a.txt")).events == (Draw(0, "stock"),)


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_without_colour_gets_no_codes(environ: dict[str, str]) -> None:
    terminal = Terminal("--seed", "a", "--people", "2", **environ)
    told = (
        terminal.until("> ") + terminal.type("\n") + terminal.type("draw\n") + terminal.type("quit\nn\n", until="n\r")
    )
    assert "\x1b" not in told
    terminal.status()
