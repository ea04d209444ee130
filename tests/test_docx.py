"""Sheets as Word documents: what is in them, in which direction, and what must never be in them."""

from __future__ import annotations

import builtins
import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.table import Table
from docx.text.paragraph import Paragraph

import primecards as pc
from primecards import cli
from primecards.errors import PrintingError
from primecards.puzzles.exhibits import CardRow, HundredChart, KeyCards, LaidSeries, ScoreTable, TwoFamilies, Upcard
from primecards.puzzles.item import Answer, Item
from primecards.puzzles.responses import Blanks, CardSet, Choice, Group
from primecards.words import WILD_SIGN
from primecards.worksheets.docx import to_docx
from primecards.worksheets.printing import Layout
from primecards.worksheets.response_views import OPTION_LABELS
from primecards.worksheets.worksheet import Worksheet
from tests.sheets import every_exhibit, every_form, find_key, sheet, with_examples

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
HEBREW = re.compile("[א-ת]")
MARKS = re.compile("[\u200e\u200f\u2066-\u2069]")
NASTY = "<b>\"1\" & '2'</b> [3] כיתה ג (2)"
PLAIN = Layout()
LANGUAGES = pytest.mark.parametrize("language", ["en", "he"])


@cache
def every_kind(language: str, level: int) -> Worksheet:
    specs = [(kind, level, 1) for kind in sorted(pc.puzzle_kinds())]
    return Worksheet.make(specs, seed="docx", language=language)


@cache
def opened(sheet: Worksheet, layout: Layout = PLAIN, part: str = "pupil") -> Any:
    return docx.Document(io.BytesIO(to_docx(sheet, layout, part)))


def lines(document: Any) -> Iterator[str]:
    """The text of every paragraph and cell in its order, without marks of direction."""
    for block in document.iter_inner_content():
        if isinstance(block, Paragraph):
            yield plain(block.text)
        elif isinstance(block, Table):
            yield from (plain(cell.text) for row in block.rows for cell in row.cells)


def said(element: Any) -> str:
    """All text in *element*; python-docx gives runs a text of their own, which itertext would say twice."""
    return "".join(text.text or "" for text in element.iter(f"{W}t"))


def plain(text: str) -> str:
    return MARKS.sub("", text).replace("\xa0", " ")


def exercises(document: Any) -> list[list[str]]:
    """The lines of each exercise, which begins with its number."""
    found: list[list[str]] = []
    for line in lines(document):
        if re.match(rf"{len(found) + 1}\.(\t|$)", line):
            found.append([])
        if found:
            found[-1].append(line)
    return found


def cards_shown(item: Item) -> list[str]:
    """Every card of an item as it is to be read, in the order of its parts."""
    found: list[int] = []
    for exhibit in item.exhibits:
        match exhibit:
            case CardRow(cards):
                found += cards
            case KeyCards(keys) if not any(isinstance(other, TwoFamilies) for other in item.exhibits):
                found += keys
            case Upcard(card):
                found.insert(0, card)  # set apart before the hand
            case LaidSeries(groups):
                found += chain.from_iterable(group.cards for group in groups)
            case ScoreTable(games):
                found += chain.from_iterable(hand.cards for game in games for hand in game.hands)
            case HundredChart():
                found += range(1, 100)
            case _:
                pass
    if isinstance(item.response, CardSet):
        found += item.response.choose_from or ()
    return [str(int(card)) if card else WILD_SIGN for card in found]


# --- What the pupil gets ------------------------------------------------------------------------------------------


@LANGUAGES
@pytest.mark.parametrize("level", [2, 4])
def test_every_exercise_is_there_in_order_with_its_question_its_cards_and_its_options(
    language: str, level: int
) -> None:
    sheet = every_kind(language, level)
    found = exercises(opened(sheet))
    assert len(found) == len(sheet.items)
    for item, shown in zip(sheet.items, found, strict=True):
        assert plain(item.stem) in shown[0], item.id
        signs = iter(re.findall(r"\d+|★", " ".join(shown[1:])))
        assert all(card in signs for card in cards_shown(item)), (item.id, shown)  # in this order
        text = "\n".join(shown)
        if isinstance(item.response, Choice):
            for letter, option in zip(OPTION_LABELS[language], item.response.options, strict=False):
                assert f"{letter})  {plain(option.text.text(language))}" in text, item.id
        if isinstance(item.response, Blanks) and not item.response.equation:
            assert all(plain(label.text(language)) in text for label in item.response.labels)


@LANGUAGES
def test_a_pupils_document_is_the_same_whatever_the_answers(language: str) -> None:
    sheet = every_kind(language, 2)
    blank = tuple(
        replace(
            entry,
            item=replace(entry.item, answer=Answer(None, 7, entry.item.answer.sample[:0]), solution=(), mistakes=()),
        )
        for entry in sheet.entries
    )
    layout = Layout(answers="none")
    assert to_docx(sheet, layout) == to_docx(replace(sheet, entries=blank), layout)
    assert "Answer key" not in "".join(lines(opened(sheet)))


def test_an_instruction_is_said_once_and_in_a_style_of_its_own() -> None:
    document = opened(Worksheet.make([("find-key", 1, 3)], seed="a"))
    said = [p.text for p in document.paragraphs if p.style.name == "Instruction"]
    assert said == ["These cards are a series. Which card can be its key?"]
    assert [shown[0] for shown in exercises(document)] == ["1.", "2.", "3."]


def test_headings_are_headings_and_a_worked_example_has_its_steps() -> None:
    document = opened(with_examples("en"), part="all")
    heads = [(p.style.name, p.text) for p in document.paragraphs if p.style.name.startswith("Heading")]
    assert heads == [
        ("Heading 1", "Worksheet"),
        *[("Heading 2", "Worked example"), ("Heading 2", "Finish this example")] * 2,
        ("Heading 1", "Answer key"),
    ]
    steps = [p.text for p in document.paragraphs if p.style.name == "Step"]
    assert len(steps) == 2 * (3 + 1)
    assert len([line for line in lines(document) if re.fullmatch(r"\d\.\t_{20,}", line)]) == 2 * 2


@LANGUAGES
def test_every_table_has_its_words_and_tables_with_heads_mark_them(language: str) -> None:
    tables = list(opened(every_exhibit(language), part="all").element.iter(f"{W}tbl"))
    assert len(tables) > 20
    assert all(table.find(f"{W}tblPr/{W}tblCaption").get(f"{W}val") for table in tables)
    heads = [row for table in tables for row in table.iter(f"{W}tr") if row.find(f"{W}trPr/{W}tblHeader") is not None]
    assert len(heads) == 2 * (1 + 2 + 1 + 3)  # a frame, two times two families, a game, a match of three


def test_titles_with_markup_come_out_as_they_were_written() -> None:
    for language in ("en", "he"):
        document = opened(sheet((find_key(language),), language, NASTY + "\x01", NASTY))
        assert plain(document.paragraphs[1].text) == NASTY + " "
        assert plain(document.paragraphs[0].text) == NASTY


# --- Directions and languages -------------------------------------------------------------------------------------


def test_hebrew_runs_from_the_right_in_the_document_its_paragraphs_its_runs_and_its_tables() -> None:
    document = opened(every_exhibit("he"), part="all")
    assert document.element.body.sectPr.find(f"{W}bidi") is not None
    paragraphs = list(document.element.body.iter(f"{W}p"))
    bidi = [paragraph.find(f"{W}pPr/{W}bidi") for paragraph in paragraphs]
    assert all(mark is not None for mark in bidi)
    from_left = [said(p) for p, mark in zip(paragraphs, bidi, strict=True) if mark.get(f"{W}val") == "0"]
    assert [text[:4] for text in from_left] == ["51 =", "87 ="] * 2  # equations
    for run in document.element.body.iter(f"{W}r"):
        text, rtl = said(run), run.find(f"{W}rPr/{W}rtl") is not None
        assert rtl or not HEBREW.search(text), text
        assert not (rtl and "=" in text), text
        if re.search(r"\d.*=", text) and not rtl:
            assert text[0] == "\u200e" or text in from_left or text.startswith(("51 =", "87 =")), text
    tables = list(document.element.body.iter(f"{W}tbl"))
    charts = [table for table in tables if len(list(table.iter(f"{W}tc"))) == 100]
    assert len(charts) == 4
    for table in tables:
        off = table.find(f"{W}tblPr/{W}bidiVisual").get(f"{W}val") == "0"
        assert off == any(table is chart for chart in charts)


def test_english_has_no_mark_of_another_direction() -> None:
    document = opened(every_exhibit("en"), part="all")
    for name in ("bidi", "rtl", "bidiVisual"):
        assert not list(document.element.iter(f"{W}{name}"))
    assert not MARKS.search(said(document.element))


def test_cards_of_a_row_stand_in_one_order_and_tens_to_the_left_of_units_in_both_languages() -> None:
    for language in ("en", "he"):
        shown = exercises(opened(every_exhibit(language)))
        assert [line for line in shown[6] if line.isdigit()] == ["47", "23", "13", "20", "41", "43", "57", "9"]
    heads = [
        [plain(cell.text) for cell in table.rows[0].cells if cell.text]
        for language in ("en", "he")
        for table in opened(every_exhibit(language)).tables
        if len(table.rows) == 3 and len(table.columns) in (3, 5)
    ]
    assert heads[0] == ["Number", "Tens", "Units"]
    assert heads[-1] != heads[0]


@LANGUAGES
def test_language_and_font_are_named_for_both_scripts(language: str) -> None:
    document = opened(every_form(language))
    defaults = document.styles.element.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")
    assert (defaults.find(f"{W}lang").get(f"{W}val"), defaults.find(f"{W}lang").get(f"{W}bidi")) == ("en-US", "he-IL")
    assert {defaults.find(f"{W}rFonts").get(f"{W}{script}") for script in ("ascii", "hAnsi", "cs")} == {"Arial"}
    for name in ("Normal", "Heading 1", "Heading 2", "Instruction"):
        fonts = document.styles[name].element.find(f"{W}rPr/{W}rFonts")
        assert {fonts.get(f"{W}{script}") for script in ("ascii", "cs")} == {"Arial"}
        assert not any("Theme" in attribute for attribute in fonts.attrib)
    assert document.core_properties.language == {"en": "en-US", "he": "he-IL"}[language]


# --- The answer key -----------------------------------------------------------------------------------------------


def framed(block: Any) -> list[str]:
    """What stands in a thick frame or is written on a line: the answers."""
    found = []
    for run in block.iter(f"{W}r"):
        frame, line = run.find(f"{W}rPr/{W}bdr"), run.find(f"{W}rPr/{W}u")
        thick = frame is not None and int(frame.get(f"{W}sz")) > 4
        if thick or line is not None:
            found.append(plain(said(run)).strip())
    return found


@LANGUAGES
def test_the_answer_key_marks_what_is_right_under_its_number(language: str) -> None:
    sheet = every_kind(language, 2)
    document = opened(sheet, part="answers")
    found: list[list[str]] = []
    for block in document.element.body:
        if re.match(rf"{len(found) + 1}\.", plain(said(block))):
            found.append([])
        if found:
            found[-1] += framed(block)
    assert len(found) == len(sheet.items)
    for item, marked in zip(sheet.items, found, strict=True):
        sample = item.answer.sample
        match item.response:
            case Choice(options):
                right = [OPTION_LABELS[language][[o.id for o in options].index(str(sample))]]
                marked = [text for text in marked if text in OPTION_LABELS[language]]
            case CardSet() if not any(isinstance(e, HundredChart) for e in item.exhibits):
                right = [str(int(card)) if card else WILD_SIGN for card in sample if isinstance(card, int)]
                marked = [text.removesuffix(" ◆") for text in marked]
            case Blanks() if not any(isinstance(e, ScoreTable) for e in item.exhibits):
                right = [str(number) for number in sample]
            case _:
                continue
        assert sorted(marked) == sorted(right), item.id


def test_the_answer_key_shades_the_chart_lays_the_series_and_says_why() -> None:
    items = every_kind("en", 2)
    document = opened(items, part="answers")
    text = "\n".join(lines(document))
    for item in items.items:
        assert all(plain(step.message.text("en")) in text for step in item.solution), item.id
        if isinstance(item.answer.sample, tuple) and item.answer.sample and isinstance(item.answer.sample[0], Group):
            for group in item.answer.sample:
                assert isinstance(group, Group)
                assert "   ".join(str(card) for card in group.cards) in re.sub(" ◆", "", text).replace("    ", "   ")
    chart = next(table for table in document.tables if len(table.columns) == 10)
    shaded = [cell.text for row in chart.rows for cell in row.cells if cell._tc.find(f".//{W}shd") is not None]
    item = next(item for item in items.items if item.kind == "hundred-chart")
    assert shaded == sorted(map(str, item.answer.sample), key=int)


def test_the_answers_go_onto_a_page_of_their_own_or_into_a_file_of_their_own(tmp_path: Path) -> None:
    sheet = Worksheet.make([("find-key", 1, 2)], seed="a")
    both, files = sheet.write(tmp_path / "a.docx"), sheet.write(tmp_path / "b.docx", answers="separate")
    assert [file.name for file in (*both, *files)] == ["a.docx", "b.docx", "b-answers.docx"]
    (head,) = [p for p in docx.Document(str(both[0])).paragraphs if p.text == "Answer key"]
    assert head.paragraph_format.page_break_before
    assert "Answer key" not in [p.text for p in docx.Document(str(files[0])).paragraphs]
    alone = docx.Document(str(files[1])).paragraphs[0]
    assert alone.text == "Answer key"
    assert not alone.paragraph_format.page_break_before


def test_an_example_from_a_game_is_a_document_as_well(tmp_path: Path) -> None:
    assert cli.run(["example", "winning-draw#game.ff4z3a7.15", "-o", str(tmp_path / "a.docx"), "--lang", "en"]) == 0
    document: Any = docx.Document(str(tmp_path / "a.docx"))
    assert [p.text for p in document.paragraphs if p.style.name == "Heading 2"] == ["Worked example"]
    assert len([p for p in document.paragraphs if p.style.name == "Step"]) > 3
    assert "Name" not in list(lines(document))


# --- Layout -------------------------------------------------------------------------------------------------------


def test_paper_style_and_cream_are_those_asked_for() -> None:
    sheet = every_form("en")
    section = opened(sheet, Layout("letter")).sections[0]
    assert (round(section.page_width.mm, 1), round(section.page_height.mm, 1)) == (215.9, 279.4)
    sizes = {s: opened(sheet, Layout(style=s)).styles["Normal"] for s in ("plain", "large-print", "dyslexia")}
    assert {name: style.font.size.pt for name, style in sizes.items()} == {
        "plain": 12,
        "large-print": 18,
        "dyslexia": 13,
    }
    assert sizes["dyslexia"].paragraph_format.line_spacing == 1.5
    assert sizes["dyslexia"].element.find(f"{W}rPr/{W}spacing") is not None
    assert opened(sheet, Layout(cream=True)).element.find(f"{W}background").get(f"{W}color") == "FBF4DF"
    assert opened(sheet).element.find(f"{W}background") is None


def test_points_helpers_and_exercises_per_page_are_those_asked_for() -> None:
    document = opened(
        Worksheet.make([("find-key", 1, 5)], seed="a"), Layout(points=True, helpers="primes,chart", per_page=2)
    )
    assert [shown[0].replace("\t", " ") for shown in exercises(document)] == [f"{n}. (1 point)" for n in range(1, 6)]
    assert [len(table.columns) for table in document.tables][1] == 10
    assert sum(p.style.name == "Helper" for p in document.paragraphs) == 1
    assert sum(bool(p.paragraph_format.page_break_before) for p in document.paragraphs) == 2


def test_the_name_of_a_pupil_stands_where_there_is_a_line_for_it() -> None:
    named = replace(every_form("he"), pupil="נועה Levy (2)", class_name="ג3")
    assert {"נועה Levy (2)", "ג3"} <= set(lines(opened(named)))
    assert "נועה Levy (2) – " in plain(opened(named, part="answers").paragraphs[1].text)


def test_the_foot_of_the_page_names_the_code() -> None:
    for language in ("en", "he"):
        sheet = every_form(language)
        assert sheet.code in plain(opened(sheet).sections[0].footer.paragraphs[0].text)


# --- The file -----------------------------------------------------------------------------------------------------


def test_a_document_is_the_same_to_the_byte_in_every_process() -> None:
    program = (
        "import sys; from tests.test_docx import every_kind, to_docx; "
        "sys.stdout.buffer.write(to_docx(every_kind('he', 2)))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
    assert done.stdout == to_docx(every_kind("he", 2))
    with zipfile.ZipFile(io.BytesIO(done.stdout)) as file:
        assert {entry.date_time for entry in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert not any("thumbnail" in name for name in file.namelist())
        assert b"python-docx" not in file.read("docProps/core.xml")


def test_without_python_docx_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = builtins.__import__

    def without_docx(name: str, *rest: Any, **more: Any) -> Any:
        if name == "docx":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_docx)
    with pytest.raises(PrintingError, match="pip install python-docx"):
        to_docx(every_form("en"))
    target = tmp_path / "sheet.docx"
    assert cli.run(["worksheet", "find-key.1x1", "-o", str(target), "--lang", "en"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not target.exists()


def test_libreoffice_opens_it_where_there_is_one(tmp_path: Path) -> None:
    office = shutil.which("soffice")
    (tmp_path / "sheet.docx").write_bytes(to_docx(every_exhibit("he")))
    if office is None:
        return
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [office, profile, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), "sheet.docx"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, timeout=120)
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
