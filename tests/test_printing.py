"""Sheets as HTML and PDF: what is in the files, and what must never be in them."""

from __future__ import annotations

import builtins
import gc
import io
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lxml import html as lxml_html
from pypdf import PdfReader

from primecards.errors import OutOfRangeError, PrintingError, UnknownNameError
from primecards.messages import msg
from primecards.puzzles.item import Aids, Answer, Step
from primecards.puzzles.responses import Group
from primecards.rules.cards import parse_cards
from primecards.worksheets import engine
from primecards.worksheets.printing import STYLES, Layout, template_dir, to_html, to_pdf
from primecards.worksheets.worksheet import Entry, Worksheet
from tests.sheets import CODE, cards_in, every_form, find_key, fits_key, sheet, with_examples

MEDIA_BOXES = {"a4": (595, 842), "letter": (612, 792)}
LOOKS = [
    ("en", "a4", "plain"),
    ("he", "letter", "large-print"),
    ("en", "letter", "low-ink"),
    ("he", "a4", "plain"),
    ("en", "letter", "dyslexia"),
]


def small(language: str) -> Worksheet:
    marked = Aids(primes_marked=True, primes_list=True)
    return sheet((find_key(language, aids=marked), fits_key(language)), language, "Digits", "Herzl school")


@cache
def printed(language: str, paper: str = "a4", style: str = "plain") -> bytes:
    return to_pdf(small(language), Layout(paper, style))


def body(page: str) -> Any:
    return lxml_html.document_fromstring(page).find("body")


def texts(page: str, class_name: str) -> list[str]:
    return [str(element.text_content()).strip() for element in body(page).find_class(class_name)]


def poppler(program: str, pdf: bytes, *arguments: str) -> str:
    done = subprocess.run([program, *arguments, "-", "-"], input=pdf, capture_output=True, check=True)
    return done.stdout.decode()


def picture(pdf: bytes) -> bytes:
    """The first page as a very small picture."""
    command = ["pdftoppm", "-r", "4", "-l", "1", "-singlefile", "-"]
    return subprocess.run(command, input=pdf, capture_output=True, check=True).stdout


def words(pdf: bytes) -> list[tuple[str, float, float, float]]:
    """The words of the first page: text, left edge, upper edge and height."""
    found = re.findall(
        r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">(.*?)</word>',
        poppler("pdftotext", pdf, "-bbox", "-l", "1"),
    )
    return [(text, float(left), float(top), float(bottom) - float(top)) for left, top, bottom, text in found]


# --- Every look ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "paper", "style"), LOOKS)
def test_a_pdf_has_the_size_of_its_paper_its_language_its_title_and_no_font_but_ours(
    language: str, paper: str, style: str
) -> None:
    reader = PdfReader(io.BytesIO(printed(language, paper, style)))
    for page in reader.pages:
        assert tuple(round(side) for side in page.mediabox[2:]) == MEDIA_BOXES[paper]
        resources: Any = page["/Resources"]
        fonts = resources["/Font"].get_object()
        names = {str(font.get_object()["/BaseFont"]).split("+")[-1] for font in fonts.values()}
        assert names <= {"Rubik", "Rubik-Regular", "Rubik-Bold", "Primecards-Cards", "Primecards-Cards-Light"}
    assert reader.metadata is not None
    assert reader.metadata.title == "Digits"
    root: Any = reader.root_object
    assert root["/Lang"] == language
    assert root["/MarkInfo"]["/Marked"]
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert len(titles) == 2
    assert titles[0] == "Digits"


def test_printing_leaves_nothing_for_weasyprint_to_complain_about(caplog: pytest.LogCaptureFixture) -> None:
    for style in STYLES:
        to_pdf(small("he"), Layout(style=style))
    assert not caplog.records


def test_a_pdf_is_sound(tmp_path: Path) -> None:
    (tmp_path / "sheet.pdf").write_bytes(printed("he"))
    subprocess.run(["qpdf", "--check", str(tmp_path / "sheet.pdf")], capture_output=True, check=True)


def test_the_foot_of_every_page_names_the_code_the_page_and_the_pages_of_its_part() -> None:
    reader = PdfReader(io.BytesIO(to_pdf(every_form("en"))))
    pages = [page.extract_text() for page in reader.pages]
    answers = next(place for place, page in enumerate(pages) if "Answer key" in page)
    assert answers > 1
    assert answers < len(pages)
    for place, page in enumerate(pages):
        number, total = (place, answers) if place < answers else (place - answers, len(pages) - answers)
        assert CODE in page.replace("\n", "")
        assert f"page {number + 1} of {total}" in page


def test_a_pdf_is_the_same_to_the_byte_in_every_process() -> None:
    program = "import sys; from tests.test_printing import printed; sys.stdout.buffer.write(printed('he'))"
    for seed in ("1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
        assert done.stdout == printed("he")


def test_garbage_is_collected_again_after_printing() -> None:
    printed("en")
    assert gc.isenabled()


# --- Hebrew -------------------------------------------------------------------------------------------------------


def test_equations_keep_their_order_and_cards_run_from_the_right_in_hebrew() -> None:
    found = words(to_pdf(small("he"), part="answers"))
    for pdf, expected in ((printed("en"), ["23", "6", "89", "9"]), (printed("he"), ["9", "89", "6", "23"])):
        faces = [word for word in words(pdf) if word[0].isdigit() and word[3] > 15]
        highest = min(top for _, _, top, _ in faces)
        row = sorted((left, text) for text, left, top, _ in faces if top - highest < 1)
        assert [text for _, text in row] == expected
    line = next(top for text, _, top, _ in found if text == "×")
    equation = sorted((left, text) for text, left, top, _ in found if abs(top - line) < 1)
    assert "91 = 7 × 13" in " ".join(text for _, text in equation)


def test_inserted_text_keeps_its_own_direction() -> None:
    page = to_html(sheet((find_key("he"),), "he", "Class (3)", "כיתה ג (2)"))
    assert '<bdi dir="ltr">Class (3)</bdi>' in page
    assert '<bdi dir="rtl">כיתה ג (2)</bdi>' in page
    assert re.search(r'<html lang="he" dir="rtl">', page)


def test_no_line_of_text_ends_in_white_space_that_would_take_a_line_of_its_own() -> None:
    page = to_html(with_examples("he"))
    assert not re.search(r"\s</(p|div|h1|article|section|header)>", page)


# --- The pupil's part ---------------------------------------------------------------------------------------------


def test_the_pupils_part_is_the_same_whatever_the_answer() -> None:
    one = find_key("en", "23 6 89 9", "23")
    other = replace(
        one,
        answer=Answer(None, 12, parse_cards("9")),
        solution=(Step(msg("Something else.")),),
        mistakes=((parse_cards("6")[0], "chain"),),
        difficulty=replace(one.difficulty, score=9.5, steps=("taken",)),
        kind="odd-one-out",
        seed="zzz",
    )
    layout = Layout(answers="separate")
    assert to_html(sheet((one,)), layout) == to_html(sheet((other,)), layout)
    assert to_pdf(sheet((one,)), layout) == to_pdf(sheet((other,)), layout)
    assert to_html(sheet((one,)), layout, "answers") != to_html(sheet((other,)), layout, "answers")


def test_primes_bear_no_mark_where_none_is_allowed() -> None:
    for aids, looks in ((Aids(), ["cards"]), (Aids(primes_marked=True), ["cards primes"])):
        page = to_html(sheet((find_key("en", "23 6 89 9", aids=aids),)), part="pupil")
        assert [row.get("class") for row in body(page).find_class("cards")] == looks


def test_the_list_of_primes_is_printed_once_and_only_where_an_exercise_wants_it() -> None:
    helped = find_key("en", aids=Aids(primes_list=True))
    assert len(texts(to_html(sheet((helped, fits_key("en"), helped))), "helper")) == 1
    assert not texts(to_html(sheet((find_key("en"),))), "helper")


def test_a_question_that_several_exercises_share_is_printed_once() -> None:
    page = to_html(sheet((find_key("en"), find_key("en", "2 3 5"), fits_key("en"))), part="pupil")
    assert texts(page, "instruction") == ["Which card can be the key of this series?"]
    assert texts(page, "question") == ["The key is 23. Circle every card that fits."]
    assert texts(page, "no") == ["1.", "2.", "3."]


def test_a_worked_example_shows_every_step_and_its_twin_leaves_lines_for_the_rest() -> None:
    page = to_html(with_examples("en"), part="pupil")
    worked, faded = body(page).find_class("worked")[0], body(page).find_class("faded")[0]
    assert len(worked.find_class("step")) == 3
    assert [card.text_content() for card in worked.find_class("ring")] == ["23"]
    assert len(faded.find_class("step")) == 3
    assert [step.text_content().strip() for step in faded.find_class("rule")] == ["", ""]
    assert not faded.find_class("ring")


# --- The answer key -----------------------------------------------------------------------------------------------


def test_the_answer_key_marks_the_answers_in_place_and_says_what_else_is_right() -> None:
    page = to_html(every_form("en"), part="answers")
    first, second = body(page).find_class("entry")[:2]
    assert [card.text_content() for card in first.find_class("ring")] == ["23"]
    assert [card.text_content() for card in second.find_class("ring")] == ["2"]
    assert texts(page, "note")[0] == "Also right: 3"
    assert "213 other answers are right too." in texts(page, "note")
    assert [option.text_content() for option in body(page).find_class("letter ringed")] == ["b"]
    assert [len(box.find_class("ring")) for box in body(page).find_class("group")] == [1] * 6
    written = [
        str(rule.text_content()) for blank in body(page).find_class("blank") for rule in blank.find_class("rule")
    ]
    assert written == ["4", "7"]


def test_the_answer_key_says_when_nothing_is_right() -> None:
    page = to_html(sheet((fits_key("en", right=""),)), part="answers")
    assert not body(page).find_class("ring")
    assert texts(page, "note") == ["None of these cards is right."]


def test_the_key_of_a_group_is_a_wild_card_where_no_card_has_its_number() -> None:
    hand = every_form("en").entries[6].item
    answer = Answer(None, 1, (Group(29, parse_cards("w 20 9 w")),))
    page = to_html(sheet((replace(hand, answer=answer),)), part="answers")
    assert [card.text_content() for card in body(page).find_class("ring")] == ["wild"]


def test_the_answers_go_where_the_layout_says() -> None:
    def parts(page: str) -> list[str]:
        return [main.get("class").split()[0] for main in body(page).iter("main")]

    for answers, all_parts in (("none", ["pupil"]), ("separate", ["pupil"]), ("same-file", ["pupil", "answers"])):
        layout = Layout(answers=answers)
        assert parts(to_html(small("en"), layout)) == all_parts
        assert parts(to_html(small("en"), layout, "pupil")) == ["pupil"]
        assert parts(to_html(small("en"), layout, "answers")) == ["answers"]


# --- What others wrote --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nasty", ["<b>\"1\" & '2'</b>", "{{ 1/0 }} {% x %}", "</style><script>x</script>", "a {n} b"])
def test_markup_in_a_title_or_a_school_is_printed_as_it_stands(nasty: str) -> None:
    page = to_html(sheet((find_key("en"),), "en", nasty, nasty))
    assert str(body(page).find(".//h1").text_content()) == nasty
    assert texts(page, "school") == [nasty]
    assert str(lxml_html.document_fromstring(page).findtext(".//title")) == nasty
    assert not body(page).findall(".//script")


def test_html_needs_no_other_file() -> None:
    page = to_html(every_form("he"))
    used = re.findall(r"(?:url\(|src=|href=)[\"']?([^\"')]{1,30})", page)
    assert used
    assert all(address.startswith(("data:", "#")) for address in used)


def test_a_teachers_template_replaces_ours_file_by_file(tmp_path: Path) -> None:
    (tmp_path / "name-line.html").write_text("<p class='mine'>{{ _('Name') }}: ____</p>", encoding="utf-8")
    layout = Layout(templates=(tmp_path,))
    page = to_html(small("en"), layout)
    assert texts(page, "mine") == ["Name: ____"]
    assert not texts(page, "name-line")
    assert len(cards_in(body(page))) == len(cards_in(body(to_html(small("en")))))
    (tmp_path / "cards.css").write_text(".cards { color: teal }", encoding="utf-8")
    assert ".cards { color: teal }" in to_html(small("en"), layout)
    assert to_pdf(small("en"), layout).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("template", "line", "what"),
    [
        ("<p>\n{% if %}\n</p>", 2, "Expected an expression"),
        ("<p>\n\n{{ nonsense }}</p>", 3, "nonsense"),
        ("\n\n\n{% include 'nowhere.html' %}", 4, "nowhere.html"),
        ("{{ 1 // 0 }}", 1, "zero"),
        ("{{ _('{x}') }}", 1, "x"),
    ],
)
def test_a_broken_template_is_named_with_its_line(tmp_path: Path, template: str, line: int, what: str) -> None:
    (tmp_path / "name-line.html").write_text(template, encoding="utf-8")
    with pytest.raises(PrintingError) as caught:
        to_html(small("en"), Layout(templates=(tmp_path,)))
    assert f"{tmp_path / 'name-line.html'}, line {line}:" in str(caught.value)
    assert what in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_template_reaches_no_file_outside_its_folder(tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"x")
    (tmp_path / "mine").mkdir()
    layout = Layout(templates=(tmp_path / "mine",))
    for address in (secret.as_uri(), "https://example.org/x.png", (tmp_path / "mine" / ".." / "secret.png").as_uri()):
        (tmp_path / "mine" / "name-line.html").write_text(f"<img src='{address}' alt=''>", encoding="utf-8")
        with pytest.raises(PrintingError, match="only files in the template folders"):
            to_pdf(small("en"), layout)
    for name in ("../secret.png", "none.png"):
        (tmp_path / "mine" / "name-line.html").write_text(f"<img src='{{{{ asset('{name}') }}}}'>", encoding="utf-8")
        with pytest.raises(PrintingError, match="There is no file"):
            to_html(small("en"), layout)


def test_a_teachers_own_picture_is_printed_and_built_into_the_html(tmp_path: Path) -> None:
    (tmp_path / "logo.svg").write_text(
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", encoding="utf-8"
    )
    (tmp_path / "name-line.html").write_text("<img src=\"{{ asset('logo.svg') }}\" alt='logo'>", encoding="utf-8")
    layout = Layout(templates=(tmp_path,))
    assert 'src="data:image/svg+xml;base64,' in to_html(small("en"), layout)
    assert to_pdf(small("en"), layout).startswith(b"%PDF")


def test_folders_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(PrintingError, match="nowhere"):
        to_html(small("en"), Layout(templates=(tmp_path / "nowhere",)))
    assert (template_dir() / "sheet.html").is_file()


# --- Refusals -----------------------------------------------------------------------------------------------------


def test_a_list_of_primes_that_would_tell_the_answers_is_refused_and_so_are_pages_without_exercises() -> None:
    tells = Worksheet.make([("sort-primes", 3, 1), ("fits-key", 2, 1)], seed="a")
    with pytest.raises(PrintingError, match="would tell the answers"):
        to_html(tells, Layout(helpers="primes"))
    assert not texts(to_html(tells), "helper")
    assert texts(to_html(tells, Layout(helpers="chart")), "helper")
    for number in (0, -1, 51):
        with pytest.raises(OutOfRangeError, match=r"1\D+50"):
            Layout(per_page=number)
    with pytest.raises(UnknownNameError, match="auto, none, primes, chart"):
        Layout(helpers="calculator")


def test_helpers_are_those_asked_for_and_a_chart_never_stands_beside_one_to_shade() -> None:
    def helpers(specs: list[str], name: str) -> list[str]:
        page = body(to_html(Worksheet.make(specs, seed="a"), Layout(helpers=name), "pupil"))
        return [" ".join(helper.text_content().split())[:10] for helper in page.find_class("helper")]

    assert helpers(["find-key.1x2"], "auto") == ["The prime "]
    assert helpers(["find-key.1x2"], "none") == []
    assert helpers(["complete-series.5x2"], "auto") == []
    assert helpers(["complete-series.5x2"], "primes") == ["The prime "]
    assert helpers(["complete-series.5x2"], "chart") == ["1234567891"]
    assert helpers(["complete-series.5x1"], "primes,chart") == ["1234567891", "The prime "]
    assert helpers(["complete-series.5x2", "hundred-chart.1x1"], "chart") == []


def test_points_are_shown_where_they_vary_or_are_asked_for() -> None:
    alike = Worksheet.make([("find-key", 1, 2)], seed="a")
    assert not texts(to_html(alike), "points")
    assert texts(to_html(alike, Layout(points=True)), "points") == ["1 point"] * 2


@pytest.mark.parametrize("style", STYLES)
def test_a_cream_page_is_cream_on_paper_and_on_screen_in_every_style(style: str) -> None:
    assert "#fbf4df" in to_html(small("en"), Layout(style=style, cream=True))
    assert "#fbf4df" not in to_html(small("en"), Layout(style=style))
    assert bytes((0xFB, 0xF4, 0xDF)) in picture(to_pdf(small("en"), Layout(style=style, cream=True)))


def test_the_answer_key_names_the_misconception_behind_each_wrong_answer() -> None:
    for kind, level, expected in (
        ("find-mistake", 1, r"[a-e](, [a-e])*: "),
        ("find-key", 3, r"\d+(, \d+)*: "),
        ("hundred-chart", 5, r"(\d+, ){5}\d+ …: "),
    ):
        made = Worksheet.make([(kind, level, 2)], seed="a")
        told = texts(to_html(made, part="answers"), "behind")
        assert any(re.match(expected, line) for line in told), told
        assert not texts(to_html(made, part="pupil"), "behind")
        right = made.items[0].answer.sample
        assert not any(line.startswith(f"{right}:") for line in told)


def test_an_unknown_paper_style_or_part_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownNameError, match="a4, letter"):
        Layout(paper="a5")
    with pytest.raises(UnknownNameError, match="plain, large-print, low-ink"):
        Layout(style="fancy")
    with pytest.raises(UnknownNameError, match="none, same-file, separate"):
        Layout(answers="both")
    with pytest.raises(UnknownNameError, match="all, pupil, answers"):
        to_html(small("en"), part="half")
    with pytest.raises(UnknownNameError, match="en, he"):
        to_html(replace(small("en"), language="xx"))


def test_a_missing_pango_is_one_line_that_says_what_mends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_pango(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("weasyprint"):
            print("advice that is not ours")
            raise OSError("cannot load library 'libpango-1.0-0'")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_pango)
    with pytest.raises(PrintingError) as caught:
        to_pdf(small("en"))
    text = str(caught.value)
    assert "\n" not in text
    for command in ("apt-get install libpango-1.0-0", "dnf install pango", "brew install pango", "pacman -S", ".html"):
        assert command in text
    assert to_html(small("en"))


def test_importing_printing_loads_neither_weasyprint_nor_jinja2() -> None:
    program = "import sys, primecards.worksheets.printing; print({'weasyprint', 'jinja2', 'segno'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout == "set()\n"


def test_every_entry_of_a_sheet_is_printed_with_its_number() -> None:
    many = Worksheet(CODE, tuple(Entry(find_key("en"), number) for number in range(1, 41)), "en")
    assert texts(to_html(many, part="pupil"), "no") == [f"{number}." for number in range(1, 41)]


def test_a_disk_that_is_full_while_fonts_are_unpacked_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(27, "File too large")

    engine._read_once.cache_clear()
    monkeypatch.setattr("weasyprint.text.fonts.FontConfiguration.add_font_face", full)
    with pytest.raises(PrintingError, match=re.escape(f"{tempfile.gettempdir()} cannot be written: File too large.")):
        to_pdf(Worksheet.make(["find-key.1x1"], seed="a"))
    engine._read_once.cache_clear()
