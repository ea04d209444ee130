"""The command line: what each command prints, in which language, with which exit status, and how it refuses."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import primecards as pc
from primecards import cli
from tests import brute_force as brute

COMMANDS = ("check", "solve", "kinds", "item", "mark", "worksheet")


@dataclass(frozen=True)
class Done:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Done]


@pytest.fixture(autouse=True)
def english_and_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> Done:
        status = cli.run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Done(status, out, err)

    return run


def process(*arguments: str, **environ: str) -> Done:
    """A command in a process of its own, its output in a pipe."""
    environment = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    done = subprocess.run(
        [sys.executable, "-m", "primecards", *arguments],
        env={**environment, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def refused(done: Done) -> str:
    """The one line on standard error of a command that refused and printed nothing else."""
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith("primecards: ")
    assert done.err.endswith("\n")
    assert done.err.count("\n") == 1, done.err
    assert "Traceback" not in done.err
    return done.err.removeprefix("primecards: ").rstrip()


# --- check --------------------------------------------------------------------------------------------------------


def test_check_says_yes_and_which_keys(run: Run) -> None:
    assert run("check", 23, 3, 13, 20) == Done(0, "This is a valid series. Its key is 23.\n", "")
    assert run("check", "23 3", "13,20").status == 0
    done = run("check", "--json", 23, 3, 13)
    assert (done.status, done.err) == (0, "")
    assert done.data == {"ok": True, "cards": [23, 3, 13], "keys": [3, 13, 23], "faults": []}


def test_check_says_no_and_every_fault(run: Run) -> None:
    done = run("check", 23, 27, 57)
    assert done.status == 1
    assert done.out == ("57 does not fit key 23: its units digit is 7, not 3, and its tens digit is 5, not 2.\n")
    data = run("check", 2, 3, 13, 24, "--json").data
    assert data["ok"] is False
    assert data["keys"] == []
    assert {(fault["code"], fault["card"], fault["key"]) for fault in data["faults"]} == {
        ("card-does-not-fit", card, key)
        for key in (2, 3, 13)
        for card in (2, 3, 13, 24)
        if not brute.shares_a_digit(card, key)
    }
    assert all(set(fault) == {"code", "card", "key"} for fault in data["faults"])


def test_check_takes_wild_cards_a_key_and_the_least_length(run: Run) -> None:
    assert run("check", 23, "w", 27).status == 0
    assert run("check", 23, "w", 27, "--json").data["cards"] == [23, "w", 27]
    assert run("check", 90, 94, "w", "--json").data["keys"] == [97]
    assert run("check", 23, 3, 13, "--key", 13, "--json").data["keys"] == [13]
    assert run("check", 23, 3, 13, "--min-series", 4).status == 1
    assert run("check", 23, 3, 13, 43, "--min-series", 4).status == 0
    assert run("check", 51, 57, 21, "--json").data["faults"] == [{"code": "no-prime", "card": None, "key": None}]


def test_check_of_nothing_at_all_is_no_series(run: Run) -> None:
    assert run("check", "").status in (1, 2)
    refused(run("check"))


# --- solve --------------------------------------------------------------------------------------------------------

HAND = (3, 13, 23, 41, 47, 43, 45)


def test_solve_lays_a_whole_hand(run: Run) -> None:
    done = run("solve", *HAND)
    assert done.status == 0
    assert done.out.startswith("All the cards can be laid in series:\n")
    data = run("solve", *HAND, "--json").data
    laid = [card for series in data["arrangement"] for card in series["cards"]]
    assert sorted(laid) == sorted(HAND)
    for series in data["arrangement"]:
        assert set(series) == {"key", "cards", "wilds"}
        assert brute.is_series_under(series["key"], tuple(series["cards"]), 0)
    assert data["best"] == data["arrangement"]
    assert data["deadwood"] == []
    assert data["count"] == len(brute.arrangements(HAND, 0))
    assert data["outs"] == [number for number in range(1, 100) if number not in HAND]


def test_solve_says_what_is_left_over_and_what_would_help(run: Run) -> None:
    hand = (3, 13, 23, 33, 41, 50, 45)
    done = run("solve", *hand)
    assert done.status == 1
    data = run("solve", *hand, "--json").data
    assert data["arrangement"] is None
    assert data["count"] == 0
    assert set(data["outs"]) == brute.outs(hand, 0)
    placed = [card for series in data["best"] for card in series["cards"]]
    assert sorted([*placed, *data["deadwood"]]) == sorted(hand)
    assert len(placed) == brute.most_placed(hand, 0)
    assert f"Each of {len(data['outs'])} cards, drawn next, would finish the hand: " in done.out


def test_solve_finds_the_winning_discards_of_a_hand_with_a_card_too_many(run: Run) -> None:
    done = run("solve", *HAND, 50)
    assert done.status == 1
    assert "Going out is possible with one of these discards: 50.\n" in done.out
    assert run("solve", *HAND, 50, "--json").data["winning_discards"] == [50]
    with_wild = run("solve", 3, 13, 23, 41, 43, 45, 50, "w", "--json").data
    assert {card if card != "w" else 0 for card in with_wild["winning_discards"]} == brute.winning_discards(
        (3, 13, 23, 41, 43, 45, 50), 1
    )
    assert "There is no discard to go out with." in run("solve", 1, 12, 24, 36, 48, 55, 68, 80).out


def test_solve_knows_the_advanced_game(run: Run) -> None:
    assert run("solve", 3, 13, 23).status == 0
    assert run("solve", 3, 13, 23, "--rules", "advanced").status == 1
    fifteen = [2, 12, 22, 32, 5, 15, 25, 35, 7, 17, 27, 37, 47, 57, 90]
    assert run("solve", *fifteen, "--rules", "advanced", "--json").data["winning_discards"] == [90]


def test_solve_says_what_each_wild_card_stands_for(run: Run) -> None:
    data = run("solve", 90, 94, 96, "w", "--json").data
    assert data["arrangement"] == [{"key": 97, "cards": [90, 94, 96, "w"], "wilds": [97]}]
    assert "Key 97: 90, 94, 96, ★; the wild cards stand for 97.\n" in run("solve", 90, 94, 96, "w").out


def test_solve_has_every_field_that_is_promised(run: Run) -> None:
    promised = {"cards", "arrangement", "best", "deadwood", "winning_discards", "outs", "count"}
    for cards in ((3,), HAND, (*HAND, 50), ("w", "w", "w"), (1, 2)):
        assert promised <= set(run("solve", *cards, "--json").data)


# --- kinds and item -----------------------------------------------------------------------------------------------


def test_kinds_lists_every_kind_with_an_example_of_each_level(run: Run) -> None:
    done = run("kinds")
    assert done.status == 0
    data = run("kinds", "--json").data
    assert [kind["name"] for kind in data] == list(pc.puzzle_kinds())
    for kind in data:
        assert f"{kind['name']}: {kind['title']}\n" in done.out
        assert kind["teaches"] in done.out
        assert [level["level"] for level in kind["levels"]] == [1, 2, 3, 4, 5]
        for level in kind["levels"]:
            example = pc.item_from_id(level["example"]["id"])
            assert (example.kind, example.level) == (kind["name"], level["level"])
            assert level["example"]["stem"] == example.stem
            assert example.id in done.out


def test_item_prints_the_item_its_seed_makes(run: Run) -> None:
    item = pc.make_item("find-key", level=3, seed="k7f2q9")
    done = run("item", "find-key", "--level", 3, "--seed", "k7f2q9")
    assert done.status == 0
    assert done.out.startswith(f"{item.id}\n\n{item.stem}\n")
    assert all(f"[{card}]" in done.out for card in item.given["cards"])
    assert run("item", item.id).out == done.out
    assert run("item", "find-key", "--level", 3, "--seed", "k7f2q9", "--json").data == item.to_dict(answers=False)
    assert run("item", item.id, "--json", "--answers").data == item.to_dict()


def test_item_shows_answers_only_when_asked(run: Run) -> None:
    item = pc.make_item("arrange-hand", level=2, seed="a")
    without, with_them = run("item", item.id).out, run("item", item.id, "--answers").out
    assert with_them.startswith(without.rstrip("\n"))
    for step in item.solution:
        assert step.message.text() not in without
        assert step.message.text() in with_them


def test_item_draws_a_seed_where_none_is_given_and_takes_the_least_series(run: Run) -> None:
    seeds = {run("item", "fits-key", "--json").data["seed"] for _ in range(5)}
    assert len(seeds) == 5
    data = run("item", "find-key", "--min-series", 4, "--seed", "a", "--json").data
    assert data["rules"] == {"min_series": 4}
    assert data["id"] == "find-key.1m4#a"


# --- mark ---------------------------------------------------------------------------------------------------------


def test_mark_gives_points_and_feedback_and_the_status_says_whether_all_is_right(run: Run) -> None:
    assert run("mark", "find-key.3#k7f2q9", 71) == Done(0, "Points: 1\nCorrect.\n", "")
    wrong = run("mark", "find-key.3#k7f2q9", 41)
    assert wrong.status == 1
    assert wrong.out.startswith("Points: 0\nTry again.\n41 is prime, but")
    data = run("mark", "find-key.3#k7f2q9", 41, "--json").data
    assert (data["points"], data["correct"], data["read"]) == ("0", False, [41])
    assert all(line in wrong.out for line in data["feedback"])


def test_mark_reads_words_cards_series_and_json(run: Run) -> None:
    item = pc.make_item("arrange-hand", level=2, seed="a")
    groups = item.to_dict()["answer"]["sample"]
    text = " | ".join(f"{group['key']}: {' '.join(map(str, group['cards']))}" for group in groups)
    for response in (text, json.dumps(groups)):
        assert run("mark", item.id, response).status == 0
    first = " ".join(map(str, groups[0]["cards"]))
    part = run("mark", item.id, f"{groups[0]['key']}:", *first.split(), "--json")
    assert part.status == 1
    assert part.data["points"] == f"{len(groups[0]['cards'])}/{len(item.given['cards'])}"
    fits = pc.make_item("fits-key", level=2, seed="a")
    assert run("mark", fits.id, *fits.to_dict()["answer"]["sample"]).status == 0
    assert run("mark", fits.id, "none").status == 1


def test_mark_of_no_response_is_not_answered(run: Run) -> None:
    assert run("mark", "find-key.3#k7f2q9") == Done(1, "Points: 0\nNot answered.\n", "")
    assert run("mark", "find-key.3#k7f2q9", "").out == "Points: 0\nNot answered.\n"


def test_mark_can_give_a_hint_instead(run: Run) -> None:
    done = run("mark", "find-key.3#k7f2q9", 41, "--hint")
    assert done.status == 1
    assert done.out.splitlines()[1].startswith("Look again at 41.")
    assert "71" not in done.out


# --- worksheet ----------------------------------------------------------------------------------------------------


def test_worksheet_writes_the_sheet_and_says_its_code(run: Run, tmp_path: Path) -> None:
    for ending in ("html", "json", "md", "pdf"):
        done = run("worksheet", "find-key.1x2", "fits-key.2x1", "--seed", "a", "-o", f"sheet.{ending}")
        assert done == Done(0, f"sheet.{ending}: find-key.1x2+fits-key.2x1#a\n", "")
        assert (tmp_path / f"sheet.{ending}").stat().st_size > 500
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")


def test_worksheet_rebuilds_a_sheet_from_its_code(run: Run, tmp_path: Path) -> None:
    run("worksheet", "find-key.1x2", "fits-key.2x2", "--order", "interleave", "--examples", "worked", "-o", "one.json")
    code = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))["code"]
    assert re.fullmatch(r"find-key\.1x2\+fits-key\.2x2\+interleave\+worked#[a-z2-9]{6}", code)
    assert run("worksheet", code, "-o", "two.json").out == f"two.json: {code}\n"
    assert (tmp_path / "two.json").read_bytes() == (tmp_path / "one.json").read_bytes()


def test_worksheet_takes_every_option(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "name-line.html").write_text("<p class='mine'>mine</p>", encoding="utf-8")
    options = ["--seed", "a", "--lang", "he", "--paper", "letter", "--style", "low-ink", "--answers", "separate"]
    options += ["--title", "Primes", "--school", "Herzl", "--examples", "faded", "--order", "interleave"]
    done = run("worksheet", "find-key.1x2", "fits-key.1x2", *options, "--templates", "mine", "-o", "x.html", "--json")
    data = done.data
    assert data["code"] == "find-key.1x2+fits-key.1x2+interleave+faded#a"
    assert data["files"] == ["x.html", "x-answers.html"]
    assert [pc.item_from_id(name).kind for name in data["items"]] == ["find-key", "fits-key"] * 2
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    for mark in ('lang="he"', 'dir="rtl"', "size: letter", "low-ink", "Primes", "Herzl", "class='mine'", data["code"]):
        assert mark in page, mark
    assert "דף תשובות" in (tmp_path / "x-answers.html").read_text(encoding="utf-8")


# --- Bad arguments ------------------------------------------------------------------------------------------------

SHEET = ("-o", "a.html")
BAD: list[tuple[tuple[object, ...], str]] = [
    (("check", 0), "1–99"),
    (("check", 100), "1–99"),
    (("check", -3), "1–99"),
    (("check", -35, 5, 15), "1–99"),
    (("check", "x"), "1–99"),
    (("check", 3.0), "1–99"),
    (("check", "--", -3), "1–99"),
    (("check", "True"), "1–99"),
    (("check", 3, 3, 13), "3 is given twice"),
    (("check", *["w"] * 11), "at most 10"),
    (("check", "9" * 5000), "1–99"),
    (("check", "3 " * 50_000), "at most"),
    (("check", 23, "--no-such-option"), "--no-such-option"),
    (("check", 23, 3, 13, "--min-series", 2), "3"),
    (("check", 23, 3, 13, "--min-series", 0), "3"),
    (("check", 23, 3, 13, "--min-series", "x"), "3"),
    (("check", 23, 3, 13, "--min-series", 3.5), "3"),
    (("check", 23, "--key", 9), "2, 3, 5"),
    (("check", 23, "--key", 0), "1–99"),
    (("check", 23, "--key", "x"), "1–99"),
    (("solve", 0), "1–99"),
    (("solve", 3, 3), "3 is given twice"),
    (("solve", "x"), "1–99"),
    (("solve", 3, "--rules", "expert"), "advanced"),
    (("item", "nonsense"), "arrange-hand, "),
    (("item", "find-key", "--level", 0), "1–5, not 0"),
    (("item", "find-key", "--level", 6), "1–5, not 6"),
    (("item", "find-key", "--level", -1), "1–5, not -1"),
    (("item", "find-key", "--level", "x"), "1–5, not x"),
    (("item", "find-key", "--level", 1.5), "1–5, not 1.5"),
    (("item", "find-key", "--min-series", 2), "3–6, not 2"),
    (("item", "find-key", "--min-series", 7), "3–6, not 7"),
    (("item", "find-key", "--seed", "a b"), "letters, digits, dots"),
    (("item", "find-key", "--seed", ""), "letters, digits, dots"),
    (("item", "find-key.9#a"), "1–5, not 9"),
    (("item", "find-key#a"), "find-key.3"),
    (("mark", "find-key", 3), "find-key.3#k7f2q9"),
    (("mark", "nonsense.1#a", 3), "arrange-hand, "),
    (("mark", "find-key.3#k7f2q9", 100), "1–99"),
    (("mark", "find-key.3#k7f2q9", "-3"), "1–99"),
    (("mark", "find-key.3#k7f2q9", "no idea"), "Not read: no, idea."),
    (("mark", "find-key.3#k7f2q9", "3 " * 50_000), "at most"),
    (("worksheet", "find-key.1x0", *SHEET), "1–300, not 0"),
    (("worksheet", "find-key.1x-1", *SHEET), "1–300, not -1"),
    (("worksheet", "find-key.1x1.5", *SHEET), "1–300, not 1.5"),
    (("worksheet", f"find-key.1x{10**9}", *SHEET), "1–300, not 1000000000"),
    (("worksheet", "find-key.1x200", "fits-key.1x200", *SHEET), "1–300, not 400"),
    (("worksheet", "find-key.0x1", *SHEET), "1–5, not 0"),
    (("worksheet", "find-key.6x1", *SHEET), "1–5, not 6"),
    (("worksheet", "find-key.1m2x1", *SHEET), "3–6, not 2"),
    (("worksheet", "nonsense.1x1", *SHEET), "arrange-hand, "),
    (("worksheet", "not a code", *SHEET), "such as find-key.3x6"),
    (("worksheet", "find-key.1x1#", *SHEET), "letters, digits, dots"),
    (("worksheet", "find-key.1x1#a", "--seed", "b", *SHEET), "holds its seed already"),
    (("worksheet", "find-key.1x1", "--paper", "a5", *SHEET), "a4, letter"),
    (("worksheet", "find-key.1x1", "--style", "fancy", *SHEET), "plain, large-print, low-ink"),
    (("worksheet", "find-key.1x1", "--answers", "all", *SHEET), "none, same-file, separate"),
    (("worksheet", "find-key.1x1", "--order", "random", *SHEET), "block, interleave"),
    (("worksheet", "find-key.1x1", "--examples", "all", *SHEET), "none, worked, faded"),
    (("worksheet", "find-key.1x1", "--templates", "nowhere", *SHEET), "nowhere"),
    (("worksheet", "find-key.1x1", "-o", "a.doc"), ".pdf .html .json .md"),
    (("worksheet", "find-key.1x1", "-o", ""), ".pdf .html .json .md"),
    (("worksheet", "find-key.1x1", "-o", "nowhere/a.html"), "nowhere/a.html cannot be written"),
    (("worksheet", "find-key.1x1", "-o", "/proc/a.html"), "/proc/a.html cannot be written"),
    (("worksheet", "find-key.1x1"), "-o / --output"),
    (("worksheet", *SHEET), "SPEC is missing: give one such as find-key.3x6, or --preset NAME."),
    (("nonsense",), "check, class, deck, example, item, kinds, mark, "),
    (("check",), "CARD"),
    (("solve",), "CARD"),
    (("item",), "KIND"),
    (("mark",), "ITEM-ID"),
    (("--no-such-option",), "--no-such-option"),
    (("kinds", "--no-such-option"), "--no-such-option"),
    *(((command, "--lang", "fr"), "en, he") for command in COMMANDS),
]


@pytest.mark.parametrize(("arguments", "says"), BAD)
def test_bad_arguments_are_refused_in_one_line_that_says_what_is_allowed(
    run: Run, tmp_path: Path, arguments: tuple[object, ...], says: str
) -> None:
    line = refused(run(*arguments))
    assert says in line
    assert len(line) < 300
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("arguments", [arguments for arguments, _ in BAD])
def test_bad_arguments_are_refused_in_hebrew(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[object, ...]
) -> None:
    monkeypatch.setenv("LC_ALL", "he_IL.UTF-8")
    assert re.search("[א-ת]{2}", refused(run(*arguments)))


@pytest.mark.parametrize("arguments", [("check", 100), ("check",), ("item", "x"), ("worksheet", "find-key.1x1")])
def test_a_refusal_is_in_the_language_that_was_asked_for(run: Run, arguments: tuple[object, ...]) -> None:
    for language in (["--lang", "he"], ["--lang=he"]):
        assert re.search("[א-ת]{2}", refused(run(*arguments, *language)))
    assert not re.search("[א-ת]", refused(run(*arguments, "--lang", "en")))


def test_a_refusal_keeps_the_file_that_is_there(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("old", encoding="utf-8")
    for more in (["--paper", "a5"], ["--seed", "a b"], ["--templates", "nowhere"]):
        refused(run("worksheet", "find-key.1x1", "-o", "a.html", *more))
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == "old"
    assert len(list(tmp_path.iterdir())) == 1


# --- Help and language --------------------------------------------------------------------------------------------


def test_help_of_every_command_is_status_0_and_no_command_shows_the_commands(run: Run) -> None:
    for arguments in (["--help"], ["-h"], *([command, "--help"] for command in COMMANDS)):
        done = run(*arguments)
        assert done.status == 0
        assert "Example: primecards " in done.out
        assert done.err == ""
    for command in COMMANDS:
        assert command in run().out
    assert run().status == 2
    assert run("--version").out == f"primecards, version {pc_version()}\n"


def pc_version() -> str:
    from importlib.metadata import version

    return version("primecards")


HEBREW = [
    ("check", 23, 3, 13),
    ("check", 23, 27, 57),
    ("check", 51, 57, 21),
    ("check", 90, 94, 96, 98, "w"),
    ("solve", *HAND),
    ("solve", *HAND, 50),
    ("solve", 3, 13, 23, 33, 41, 50, 45),
    ("solve", 1, 2),
    ("mark", "find-key.3#k7f2q9", 41),
    ("mark", "find-key.3#k7f2q9"),
    ("mark", "fits-key.2#a", 1, 2, 3),
    ("mark", "arrange-hand.2#a", "1 2 3"),
]


@pytest.mark.parametrize("arguments", HEBREW)
def test_in_hebrew_every_line_is_hebrew_and_the_status_and_numbers_are_those_of_english(
    run: Run, arguments: tuple[object, ...]
) -> None:
    english, hebrew = run(*arguments, "--lang", "en"), run(*arguments, "--lang", "he")
    assert hebrew.status == english.status
    assert len(hebrew.out.splitlines()) == len(english.out.splitlines())
    for line in hebrew.out.splitlines():
        assert re.search("[א-ת]", line) or re.fullmatch(r"[\s\d★,\u2066\u2069\[\]]+", line), line
        assert not re.search("[A-Za-z]{2}", line), line
    assert run(*arguments, "--json").out == run(*arguments, "--json", "--lang", "en").out


def test_items_and_kinds_are_told_in_hebrew(run: Run) -> None:
    assert run("item", "find-key.3#k7f2q9", "--lang", "he", "--json").data["language"] == "he"
    assert "איזה קלף יכול להיות קלף המפתח?" in run("item", "find-key.3#k7f2q9", "--lang", "he").out
    told = run("kinds", "--lang", "he")
    for kind in pc.puzzle_kinds().values():
        assert kind.title.text("he") in told.out


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "he_IL.UTF-8"}, "he"),
        ({"LANG": "iw"}, "he"),
        ({"LC_ALL": "he_IL"}, "he"),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "he_IL"}, "en"),
        ({"LC_MESSAGES": "he", "LANG": "en_US"}, "he"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": ""}, "en"),
    ],
)
def test_the_language_comes_from_the_locale_unless_it_is_given(
    run: Run, monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], language: str
) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert bool(re.search("[א-ת]", run("check", 23, 3, 13).out)) == (language == "he")
    assert bool(re.search("[א-ת]", refused(run("check", 100)))) == (language == "he")
    assert not re.search("[א-ת]", run("check", 23, 3, 13, "--lang", "en").out)
    assert re.search("[א-ת]", refused(run("check", 100, "--lang", "he")))


# --- As a process -------------------------------------------------------------------------------------------------


def test_a_process_has_the_exit_status_and_writes_no_colour_and_no_traceback_into_a_pipe() -> None:
    for arguments, status in (
        (["check", "23", "3", "13"], 0),
        (["check", "23", "27", "57"], 1),
        (["check", "x"], 2),
        (["kinds"], 0),
        (["item", "find-key", "--answers"], 0),
    ):
        done = process(*arguments, TERM="xterm-256color", FORCE_COLOR="", CLICOLOR="1")
        assert done.status == status
        assert "\x1b" not in done.out + done.err
        assert "Traceback" not in done.err
        assert bool(done.err) == (status == 2)


def test_the_program_is_installed_under_its_name() -> None:
    program = Path(sys.executable).with_name("primecards")
    done = subprocess.run([program, "check", "23", "3", "13"], capture_output=True, check=False)
    assert done.returncode == 0


def test_whoever_stops_reading_is_told_nothing() -> None:
    command = [sys.executable, "-u", "-m", "primecards", "kinds", "--lang", "en"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) in (0, 1)


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_a_terminal_without_hebrew_letters_shows_marks_and_goes_on(encoding: str) -> None:
    done = process("check", "23", "3", "13", "--lang", "he", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.status == 0
    assert done.err == ""
    assert ("?" in done.out) == (encoding != "utf-8")


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_json_is_whole_in_every_encoding(encoding: str) -> None:
    done = process("item", "find-key.3#k7f2q9", "--lang", "he", "--json", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.status == 0
    assert json.loads(done.out) == pc.item_from_id("find-key.3#k7f2q9", "he").to_dict(answers=False)
