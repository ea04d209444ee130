"""Worksheets: which exercises in which order, the same in every format, written whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from lxml import html as lxml_html
from pypdf import PdfReader

import primecards as pc
from primecards.messages import msg
from primecards.puzzles.item import Answer
from primecards.worksheets import outputs
from primecards.worksheets.spec import Spec, code_of, read_code
from primecards.worksheets.worksheet import Entry, write_forms
from tests.sheets import cards_in

MIXED: list[Any] = [("find-key", 3, 4), ("fits-key", 2, 3), ("arrange-hand", 2, 2)]
ENDINGS = ("pdf", "html", "md", "json", "docx")
NASTY = "<b>\"1\" & '2'</b> [3] כיתה ג (2)"


def make(specs: list[Any], seed: str = "k7f2q9", **more: Any) -> pc.Worksheet:
    return pc.Worksheet.make(specs, seed=seed, **more)


def asked(item: pc.Item) -> str:
    """What an item asks, whatever the order of its cards."""
    given = {name: sorted(value, key=str) if isinstance(value, list) else value for name, value in item.given.items()}
    return json.dumps([item.kind, given], sort_keys=True)


def ids(sheet: pc.Worksheet) -> list[str]:
    return [item.id for item in sheet.items]


# --- Codes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["block", "interleave"])
@pytest.mark.parametrize("examples", ["none", "worked", "faded"])
@pytest.mark.parametrize("language", ["en", "he"])
def test_a_code_rebuilds_its_sheet_in_either_language(order: str, examples: str, language: str) -> None:
    sheet = make(MIXED, order=order, examples=examples)
    again = pc.Worksheet.from_code(sheet.code, language=language)
    assert again.code == sheet.code
    assert str(read_code(sheet.code)) == sheet.code
    assert [(entry.item.in_language("en"), entry.number, entry.role) for entry in again.entries] == [
        (entry.item, entry.number, entry.role) for entry in sheet.entries
    ]
    assert {entry.item.language for entry in again.entries} == {language}


def test_a_code_is_read_with_the_marks_and_spaces_that_copying_brings_along() -> None:
    sheet = make(MIXED)
    assert pc.Worksheet.from_code(f" \u200f\u2066{sheet.code}\u2069 \n") == sheet


def test_specs_are_text_tuples_and_objects_alike() -> None:
    code = "find-key.3x6+arrange-hand.2m4x1#a"
    rules = pc.Rules(min_series=4)
    for specs in (
        ["find-key.3x6", "arrange-hand.2m4x1"],
        ["find-key.3x6+arrange-hand.2m4"],
        [("find-key", 3, 6), Spec("arrange-hand", 2, rules=rules)],
        [("find-key", 3, 6), "arrange-hand.2m4"],
    ):
        assert make(specs, seed="a").code == code
    assert make([("find-key", 3)], seed="a").code == "find-key.3x1#a"
    assert ids(make(["find-key.3×6"], seed="a")) == ids(make(["find-key.3x6"], seed="a"))


def test_an_item_of_a_sheet_is_known_by_its_own_id() -> None:
    for item in make(MIXED).items:
        assert pc.item_from_id(item.id).to_dict() == item.to_dict()


def test_a_sheet_without_a_seed_is_a_fresh_one_that_its_code_rebuilds() -> None:
    sheets = [pc.Worksheet.make([("find-key", 1, 2)]) for _ in range(10)]
    assert len({sheet.code for sheet in sheets}) == 10
    for sheet in sheets:
        assert pc.Worksheet.from_code(sheet.code) == sheet


@pytest.mark.parametrize("seed", ["a", "A-b_c.9", "7" * 30])
def test_every_seed_that_is_taken_makes_a_sheet_and_items_with_ids(seed: str) -> None:
    sheet = make([("find-key", 1, 30)], seed=seed, examples="faded")
    assert pc.Worksheet.from_code(sheet.code) == sheet
    assert all(pc.item_from_id(entry.item.id).given == entry.item.given for entry in sheet.entries)


# --- Which exercises ----------------------------------------------------------------------------------------------


def available(kind: str, level: int, wanted: int) -> int:
    """How many exercises there are, *wanted* at most."""
    space = Spec(kind, level).space
    return wanted if space is None else min(wanted, len(space))


@pytest.mark.parametrize("kind", sorted(pc.puzzle_kinds()))
def test_a_further_exercise_leaves_the_others_as_they_were(kind: str) -> None:
    other = ("fits-key", 2, 1) if kind != "fits-key" else ("find-key", 2, 1)
    for level in (1, 3, 5):
        count = available(kind, level, 13) - 1
        fewer = make([(kind, level, count)])
        assert make([(kind, level, count + 1)]).items[:count] == fewer.items
        assert make([(kind, level, count), other]).items[:count] == fewer.items
        assert make([other, (kind, level, count)]).items[1:] == fewer.items


@pytest.mark.parametrize("kind", sorted(pc.puzzle_kinds()))
def test_no_two_exercises_of_a_sheet_ask_the_same_whatever_the_order_of_the_cards(kind: str) -> None:
    for level in (1, 2, 3, 4, 5):
        count = available(kind, level, 15)
        for seed in range(3):
            sheet = make([(kind, level, count - 3), (kind, level, 3)], seed=f"r{seed}")
            assert len({asked(item) for item in sheet.items}) == count, sheet.code


FEW = 150
SMALL = [
    (kind, level)
    for kind in sorted(pc.puzzle_kinds())
    for level in (1, 2, 3, 4, 5)
    if available(kind, level, FEW) < FEW
]


@pytest.mark.parametrize(("kind", "level"), SMALL)
def test_asking_for_all_there_are_works_and_for_one_more_is_refused_with_their_number(kind: str, level: int) -> None:
    count = available(kind, level, FEW)
    sheet = make([(kind, level, count)])
    assert len({asked(item) for item in sheet.items}) == count
    assert frozenset(item.asks for item in sheet.items) == Spec(kind, level).space
    with pytest.raises(pc.NotEnoughItemsError, match=rf"\b{count}\b"):
        make([(kind, level, count + 1)])


def test_examples_ask_nothing_that_the_exercises_ask() -> None:
    for seed in range(30):
        sheet = make([("find-key", 1, 20), ("find-key", 2, 4)], seed=f"e{seed}", examples="faded")
        assert len({asked(entry.item) for entry in sheet.entries}) == len(sheet.entries)


def test_sheets_of_neighbouring_seeds_share_no_more_exercises_than_others() -> None:
    sheets = [{asked(item) for item in make([("find-key", 3, 20)], seed=str(seed)).items} for seed in range(40, 80)]
    neighbours = sum(len(one & other) for one, other in pairwise(sheets))
    strangers = sum(len(one & other) for one, other in zip(sheets, sheets[20:] + sheets[:19], strict=False))
    assert neighbours <= 2 * strangers + 12


def test_the_largest_sheet_has_300_different_exercises() -> None:
    sheet = make([("find-key", 1, 150), ("arrange-hand", 1, 150)])
    assert [entry.number for entry in sheet.entries] == list(range(1, 301))
    assert len({asked(item) for item in sheet.items}) == 300


# --- Order and examples -------------------------------------------------------------------------------------------


def kinds_in_order(sheet: pc.Worksheet) -> list[str]:
    return [item.kind for item in sheet.items]


@pytest.mark.parametrize(
    ("counts", "possible"),
    [
        ((4, 3, 2), True),
        ((5, 2, 2), True),
        ((1, 1, 1), True),
        ((6, 2, 1), False),
        ((9, 1, 0), False),
        ((3, 3, 0), True),
    ],
)
def test_interleaving_puts_no_two_of_a_kind_together_where_that_is_possible(
    counts: tuple[int, int, int], possible: bool
) -> None:
    specs = [
        (kind, 2, count) for kind, count in zip(("find-key", "fits-key", "arrange-hand"), counts, strict=True) if count
    ]
    for seed in range(5):
        sheet = make(specs, seed=str(seed), order="interleave")
        kinds = kinds_in_order(sheet)
        neighbours = sum(one == other for one, other in pairwise(kinds))
        assert neighbours == (0 if possible else max(counts) - (sum(counts) - max(counts)) - 1)
        assert sorted(ids(sheet)) == sorted(ids(make(specs, seed=str(seed))))


def test_levels_of_one_kind_are_of_one_kind_when_they_are_interleaved() -> None:
    sheet = make([("find-key", 1, 2), ("find-key", 2, 2), ("fits-key", 1, 4)], order="interleave")
    assert all(one != other for one, other in pairwise(kinds_in_order(sheet)))


def test_blocks_come_in_the_order_of_the_specs() -> None:
    assert kinds_in_order(make(MIXED)) == ["find-key"] * 4 + ["fits-key"] * 3 + ["arrange-hand"] * 2


@pytest.mark.parametrize("order", ["block", "interleave"])
def test_examples_leave_the_exercises_as_they_were_and_stand_before_the_first_of_their_kind(order: str) -> None:
    plain = make(MIXED, order=order)
    for examples in ("worked", "faded"):
        sheet = make(MIXED, order=order, examples=examples)
        assert sheet.items == plain.items
        seen: set[str] = set()
        for entry, following in pairwise(sheet.entries):
            if entry.role == "worked":
                assert entry.item.kind not in seen
                assert following.item.kind == entry.item.kind
                seen.add(entry.item.kind)
            assert entry.item.kind in seen
            assert (entry.number is None) == (entry.role != "exercise")
        assert seen == {"find-key", "fits-key", "arrange-hand"}


def test_a_worked_example_shows_every_step_and_its_twins_fewer_and_fewer() -> None:
    sheet = make([("arrange-hand", 2, 1)], examples="faded")
    shown = [(entry.role, len(entry.item.solution), entry.shown_steps) for entry in sheet.entries[:-1]]
    assert shown[0][0] == "worked"
    assert shown[0][1] == shown[0][2]
    assert [role for role, _, _ in shown[1:]] == ["faded", "faded"]
    left_out = [steps - given for _, steps, given in shown]
    assert left_out == sorted(set(left_out))
    assert shown[-1][2] == 1
    assert [entry.role for entry in make([("arrange-hand", 2, 1)], examples="worked").entries] == ["worked", "exercise"]


# --- One sheet, every format --------------------------------------------------------------------------------------


def cards_in_html(page: str) -> Iterator[list[str]]:
    """The cards of each numbered exercise of the pupil's part, in their order."""
    for article in lxml_html.document_fromstring(page).findall(".//main[@class]"):
        if "pupil" not in article.get("class", "").split():
            continue
        for entry in article.iter("article"):
            if entry.find_class("no"):
                yield [card if card.isdigit() else "w" for card in cards_in(entry)]


def cards_in_markdown(text: str) -> Iterator[list[str]]:
    pupil = text.split("\n## ", maxsplit=1)[0]
    for part in re.split(r"\n(?=\*\*)", pupil):
        if re.match(r"\*\*\d+\.\*\*", part):
            yield [card.replace("★", "w") for card in re.findall(r"\[(\d+|★)\]", part)]


def cards_in_json(text: str) -> Iterator[list[str]]:
    for item in json.loads(text)["items"]:
        key = [item["given"]["key"]] if "key" in item["given"] else []
        yield list(map(str, [*key, *item["given"]["cards"]]))


@pytest.mark.parametrize(("language", "order", "examples"), [("en", "block", "none"), ("he", "interleave", "faded")])
def test_a_sheet_of_one_code_has_the_same_exercises_in_every_format(
    tmp_path: Path, language: str, order: str, examples: str
) -> None:
    specs = [("find-key", 3, 3), ("fits-key", 2, 2), ("arrange-hand", 4, 1)]
    sheet = make(specs, order=order, examples=examples, language=language)
    for ending in ENDINGS:
        sheet.write(tmp_path / f"sheet.{ending}")
    texts = {ending: (tmp_path / f"sheet.{ending}").read_text(encoding="utf-8") for ending in ("html", "md", "json")}
    expected = list(cards_in_json(texts["json"]))
    assert len(expected) == 6
    assert json.loads(texts["json"])["code"] == sheet.code
    assert list(cards_in_html(texts["html"])) == expected
    assert list(cards_in_markdown(texts["md"])) == expected
    pdf = subprocess.run(["pdftotext", tmp_path / "sheet.pdf", "-"], capture_output=True, text=True, check=True).stdout
    assert sheet.code in re.sub(r"[\s\u202a-\u202e]", "", pdf)
    printed = re.findall(r"\d+", pdf)
    assert {number for cards in expected for number in cards if number != "w"} <= set(printed)


def fingerprint() -> str:
    """A hash over a sheet in all its text formats."""
    from primecards.worksheets.printing import Layout

    whole = hashlib.sha256()
    for language in ("en", "he"):
        sheet = make(MIXED, order="interleave", examples="faded", language=language)
        for ending in (".html", ".md", ".json"):
            whole.update(outputs.render(sheet, ending, Layout(), "all"))
    return whole.hexdigest()


def test_a_sheet_is_the_same_to_the_byte_in_every_process() -> None:
    program = "from tests.test_worksheet import fingerprint; print(fingerprint())"
    environment = {**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == fingerprint()


def test_json_holds_the_items_with_answers_only_in_the_teachers_copy(tmp_path: Path) -> None:
    sheet = make(MIXED)
    pupil, teacher = sheet.write(tmp_path / "sheet.json", answers="separate")
    (alone,) = sheet.write(tmp_path / "alone.json", answers="none")
    (both,) = sheet.write(tmp_path / "both.json")
    assert json.loads(pupil.read_bytes())["items"] == [item.to_dict(answers=False) for item in sheet.items]
    assert json.loads(teacher.read_bytes())["items"] == [item.to_dict() for item in sheet.items]
    assert alone.read_bytes() == pupil.read_bytes()
    assert both.read_bytes() == teacher.read_bytes()


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_pupils_file_is_the_same_whatever_the_answers(tmp_path: Path, ending: str) -> None:
    sheet = make(MIXED)

    def without_truth(entry: Entry) -> Entry:
        item = entry.item
        first = item.solution[:1]
        wrong = Answer(None, 3, ()) if item.kind != "arrange-hand" else item.answer
        return replace(
            entry,
            item=replace(item, answer=wrong, mistakes=(), solution=first, difficulty=replace(item.difficulty, score=1)),
        )

    changed = replace(sheet, entries=tuple(map(without_truth, sheet.entries)))
    one, other = tmp_path / f"one.{ending}", tmp_path / f"other.{ending}"
    sheet.write(one, answers="none")
    changed.write(other, answers="none")
    assert one.read_bytes() == other.read_bytes()


# --- Where the answers go -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ENDINGS)
def test_answers_are_left_out_or_go_into_a_file_of_their_own_or_into_the_same(tmp_path: Path, ending: str) -> None:
    sheet = make([("find-key", 1, 2)])
    target = tmp_path / f"sheet.{ending}"
    beside = tmp_path / f"sheet-answers.{ending}"
    assert sheet.write(target, answers="none") == (target,)
    without = target.read_bytes()
    assert sheet.write(target, answers="separate") == (target, beside)
    assert target.read_bytes() == without
    assert beside.read_bytes() != without
    assert sheet.write(target, answers="same-file") == (target,)
    assert target.read_bytes() != without
    assert len(target.read_bytes()) > len(without)
    if ending in ("html", "md"):
        title = "Answer key"
        assert title not in without.decode()
        assert title in beside.read_text(encoding="utf-8")
        assert title in target.read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", ["html", "md", "json"])
def test_every_part_carries_the_code_of_its_sheet(tmp_path: Path, ending: str) -> None:
    sheet = make([("find-key", 1, 2)], language="he")
    for file in sheet.write(tmp_path / f"sheet.{ending}", answers="separate"):
        assert sheet.code in file.read_text(encoding="utf-8")


def test_the_answer_key_gives_each_exercise_its_answer_under_its_number(tmp_path: Path) -> None:
    sheet = make(MIXED)
    (written,) = sheet.write(tmp_path / "sheet.md")
    answers = written.read_text(encoding="utf-8").split("\n## ")[1]
    parts = re.split(r"\n\*\*(\d+)\.\*\* ", answers)[1:]
    for number, text, item in zip(parts[::2], parts[1::2], sheet.items, strict=True):
        assert sheet.items[int(number) - 1] is item
        first = text.splitlines()[0]
        told = item.to_dict()["answer"]["sample"]
        if item.kind == "arrange-hand":
            assert first == "  ".join(f"**{g['key']}**: {' '.join(f'[{card}]' for card in g['cards'])}" for g in told)
        else:
            assert first == (" ".join(f"[{card}]" for card in told) or "none")
        said = [line.removeprefix("- ") for line in text.splitlines() if line.startswith("- ")]
        behind = [line for line in said if line.startswith("*")]  # the misconceptions, told after the steps
        assert said == [*(step.message.text() for step in item.solution), *behind]


# --- What others wrote --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_title_and_a_school_with_markup_and_brackets_come_out_as_they_were_written(
    tmp_path: Path, language: str
) -> None:
    sheet = make([("find-key", 1, 1)], title=NASTY, school=NASTY, language=language)
    for ending in ENDINGS:
        sheet.write(tmp_path / f"sheet.{ending}")
    page = lxml_html.document_fromstring((tmp_path / "sheet.html").read_text(encoding="utf-8"))
    (school,) = page.find_class("school")
    for element in (next(page.iter("h1")), school):
        assert element.text_content() == NASTY
        assert [inner.tag for inner in element] == ["bdi"]
    assert json.loads((tmp_path / "sheet.json").read_text(encoding="utf-8"))["title"] == NASTY
    heading = (tmp_path / "sheet.md").read_text(encoding="utf-8").splitlines()[0]
    assert re.sub(r"\\(.)", r"\1", heading.removeprefix("# ")) == NASTY
    assert "\\<b\\>" in heading
    assert PdfReader(tmp_path / "sheet.pdf").metadata.title == NASTY  # type: ignore[union-attr]


def test_the_title_and_the_school_are_in_every_format(tmp_path: Path) -> None:
    sheet = make([("find-key", 1, 1)], title="Digits", school="Herzl")
    for ending in ("html", "md", "json"):
        (written,) = sheet.write(tmp_path / f"sheet.{ending}")
        text = written.read_text(encoding="utf-8")
        assert "Digits" in text
        assert "Herzl" in text, ending


# --- Written whole or not at all ----------------------------------------------------------------------------------


def listing(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_failure_midway_leaves_the_old_files_as_they_were(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = make([("find-key", 1, 1)])
    (tmp_path / f"sheet.{ending}").write_bytes(b"old")
    real = outputs.render

    def fails_at_the_answers(*arguments: Any) -> bytes:
        if arguments[-1] == "answers":
            raise pc.PrintingError(msg("ink is out"))
        return real(*arguments)

    monkeypatch.setattr(outputs, "render", fails_at_the_answers)
    with pytest.raises(pc.PrintingError, match="ink is out"):
        sheet.write(tmp_path / f"sheet.{ending}", answers="separate")
    assert listing(tmp_path) == {f"sheet.{ending}": b"old"}


@pytest.mark.parametrize("step", ["fdopen", "replace"])
def test_a_disk_that_fails_leaves_nothing_half_written(
    tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = make([("find-key", 1, 1)])
    (tmp_path / "sheet.md").write_bytes(b"old")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    if step == "fdopen":
        monkeypatch.setattr(os, "fdopen", full)
    else:
        monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(pc.PrintingError, match=r"sheet\.md cannot be written: No space left on device\."):
        sheet.write(tmp_path / "sheet.md")
    monkeypatch.undo()
    assert listing(tmp_path) == {"sheet.md": b"old"}


def test_a_folder_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    sheet = make([("find-key", 1, 1)])
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder.md").mkdir()
    for target in (tmp_path / "nowhere" / "a.md", tmp_path / "file" / "a.md", tmp_path / "folder.md"):
        for answers in ("same-file", "separate"):
            with pytest.raises(pc.PrintingError) as caught:
                sheet.write(target, answers=answers)
            assert str(caught.value).startswith(f"{target} cannot be written: ")
            assert "\n" not in str(caught.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.md"]
    assert not list((tmp_path / "folder.md").iterdir())


def test_a_place_where_nobody_may_write_is_refused_by_name() -> None:
    for name in ("sheet.md", "sheet.json"):
        with pytest.raises(pc.PrintingError, match=f"/proc/{name} cannot be written"):
            make([("find-key", 1, 1)]).write(f"/proc/{name}")


@pytest.mark.parametrize("length", [300, 250])
def test_a_name_that_is_too_long_leaves_nothing_behind(tmp_path: Path, length: int) -> None:
    target = tmp_path / f"{'a' * length}.md"
    with pytest.raises(pc.PrintingError, match="cannot be written"):
        make([("find-key", 1, 1)]).write(target, answers="separate")
    assert not list(tmp_path.iterdir())


def test_a_file_is_written_with_the_permissions_that_new_files_have(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    (written,) = make([("find-key", 1, 1)]).write(tmp_path / "sheet.md")
    assert written.stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_writing_again_replaces_the_file(tmp_path: Path) -> None:
    for seed in ("a", "b"):
        sheet = make([("find-key", 1, 1)], seed=seed)
        sheet.write(tmp_path / "sheet.md")
        assert f"#{seed}`" in (tmp_path / "sheet.md").read_text(encoding="utf-8")
    assert len(list(tmp_path.iterdir())) == 1


# --- Refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("specs", "says"),
    [
        ([], "1–300, not 0"),
        ([("find-key", 3, 0)], "1–300, not 0"),
        ([("find-key", 3, -1)], "1–300, not -1"),
        ([("find-key", 3, 1.5)], "1–300, not 1.5"),
        ([("find-key", 3, 10**9)], "1–300, not 1000000000"),
        ([("find-key", 3, True)], "1–300, not True"),
        ([("find-key", 3, "6")], "1–300, not 6"),
        ([("find-key", 3, 301)], "1–300, not 301"),
        ([("find-key", 3, 200), ("fits-key", 3, 101)], "1–300, not 301"),
        ([("find-key", 0, 1)], "1–5, not 0"),
        ([("find-key", 6, 1)], "1–5, not 6"),
        ([("find-key", 1.5, 1)], "1–5, not 1.5"),
        ([("nonsense", 1, 1)], "There is no kind nonsense; there are "),
        (["find-key.3x0"], "1–300, not 0"),
        (["find-key.3x-1"], "1–300, not -1"),
        (["find-key.3x1.5"], "1–300, not 1.5"),
        (["find-key.3x1000000000"], "1–300, not 1000000000"),
        (["find-key.3x99999999999999999999"], "1–300, not 99999999999999999999"),
        (["find-key.0x1"], "1–5, not 0"),
        (["find-key.6x1"], "1–5, not 6"),
        (["find-key.1m2x1"], "3–6, not 2"),
        (["find-key.1m7x1"], "3–6, not 7"),
        (["nonsense.1x1"], "There is no kind nonsense; there are "),
        (["find-key"], "KIND.LEVELxCOUNT, such as find-key.3x6"),
        (["find-key.3y6"], "KIND.LEVELxCOUNT, such as find-key.3x6"),
        ([""], "KIND.LEVELxCOUNT, such as find-key.3x6"),
        (["find-key.1x1+"], "KIND.LEVELxCOUNT, such as find-key.3x6"),
        (["x" * 100_000], "KIND.LEVELxCOUNT, such as find-key.3x6"),
        (["find-key.1x1#b"], "holds its seed already"),
    ],
)
def test_specs_that_cannot_be_asked_are_refused_with_what_can(specs: list[Any], says: str) -> None:
    with pytest.raises(pc.InputError) as caught:
        make(specs, seed="a")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "specs", [[("find-key",)], [("find-key", 3, 6, 4)], [5], [None], 5, None, [[]], [{}], "find-key.3x6"]
)
def test_specs_of_another_shape_are_refused_as_input_or_read(specs: Any) -> None:
    if specs == "find-key.3x6":
        assert make(specs, seed="a").code == "find-key.3x6#a"
        return
    with pytest.raises(pc.InputError):
        make(specs, seed="a")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"order": "random"}, "block, interleave"),
        ({"examples": "all"}, "none, worked, faded"),
        ({"language": "fr"}, "en, he"),
        ({"seed": ""}, "letters, digits, dots"),
        ({"seed": "a b"}, "letters, digits, dots"),
        ({"seed": "../x"}, "letters, digits, dots"),
        ({"seed": "a" * 100}, "letters, digits, dots"),
        ({"seed": True}, "letters, digits, dots"),
    ],
)
def test_settings_that_there_are_not_are_refused_with_those_there_are(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(pc.InputError, match=says):
        pc.Worksheet.make(["find-key.1x1"], **{"seed": "a", **wrong})


@pytest.mark.parametrize(
    ("path", "wrong", "says"),
    [
        ("a.txt", {}, r"\.pdf \.html \.json \.md"),
        ("a", {}, r"\.pdf \.html \.json \.md"),
        ("", {}, r"\.pdf \.html \.json \.md"),
        ("a.md", {"paper": "a5"}, "a4, letter"),
        ("a.md", {"style": "fancy"}, "plain, large-print, low-ink"),
        ("a.md", {"answers": "both"}, "none, same-file, separate"),
        ("a.md", {"templates": ["nowhere"]}, "nowhere"),
        ("a.html", {"templates": ["nowhere"]}, "nowhere"),
    ],
)
def test_a_file_or_a_look_that_there_is_not_is_refused_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, wrong: dict[str, Any], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pc.PrimecardsError, match=says):
        make([("find-key", 1, 1)]).write(path, **wrong)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "code",
    ["", "#", "find-key.1x1", "find-key.1x1#", "#a", "find-key.1x1#a b", "find-key.1#a#b", "nope.1x1#a", "x" * 100_000],
)
def test_a_code_that_is_none_is_refused_in_one_short_line(code: str) -> None:
    with pytest.raises(pc.InputError) as caught:
        pc.Worksheet.from_code(code)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_code_of_another_format_is_refused_with_the_format_it_needs() -> None:
    with pytest.raises(pc.UnreadableError, match="format 2: it needs a version of primecards that reads it"):
        pc.Worksheet.from_code("find-key.3x6#k7f2q9~2")
    assert pc.Worksheet.from_code("find-key.3x6#k7f2q9~1").code == "find-key.3x6#k7f2q9"


@pytest.mark.parametrize(("language", "names"), [("en", ("Form A", "Form B")), ("he", ("גרסה א", "גרסה ב"))])
@pytest.mark.parametrize("ending", ["html", "md"])
def test_each_form_and_its_answer_key_carry_the_letter_of_the_form(
    tmp_path: Path, language: str, names: tuple[str, str], ending: str
) -> None:
    codes = code_of([("find-key", 1, 2)], seed="a").in_forms(2)
    sheets = [pc.Worksheet.of(code, language=language) for code in codes]
    for (sheet, answers), name, other in zip(
        write_forms(sheets, tmp_path / f"sheet.{ending}", answers="separate"), names, reversed(names), strict=True
    ):
        for file in (sheet, answers):
            text = file.read_text(encoding="utf-8")
            assert name in text
            assert other not in text
    assert [sheet.to_dict()["form"] for sheet in sheets] == ["A", "B"]
    assert pc.Worksheet.make([("find-key", 1, 2)]).to_dict()["form"] == ""


def test_more_exercises_than_there_are_is_refused_with_the_number_there_are_which_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from primecards.worksheets import picking

    monkeypatch.setattr(picking, "MOST_TRIES", 200)
    real = pc.make_item

    def one_of_five(kind: str, *, seed: str, **more: Any) -> pc.Item:
        number = int(seed.rsplit(".", maxsplit=1)[-1].lstrip("e"))
        return replace(real(kind, seed=f"same.{number % 5}", **more), id=f"{kind}.1#{seed}", seed=seed)

    monkeypatch.setattr(picking, "make_item", one_of_five)
    assert len(make([("find-key", 1, 5)]).items) == 5
    with pytest.raises(pc.NotEnoughItemsError, match="5 different exercises"):
        make([("find-key", 1, 6)])
