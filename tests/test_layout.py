"""Where things come to lie on the pages: measured in what WeasyPrint has laid out."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace

import pytest

from primecards.errors import PrintingError
from primecards.puzzles.exhibits import ScoreTable
from primecards.worksheets.measures import measures
from primecards.worksheets.printing import STYLES, Layout
from primecards.worksheets.spacing import PAPERS, plan_pages, shape_of
from primecards.worksheets.views import pupil_blocks
from primecards.worksheets.worksheet import Worksheet
from tests.pages import LOOKS, faults, points_overprinted, random_faults
from tests.sheets import (
    Box,
    alike,
    every_exhibit,
    every_form,
    laid_out,
    mixed,
    small_type,
    type_sizes,
    with_examples,
    worked,
)

EVERY_LOOK = [
    (language, paper, style)
    for number, style in enumerate(STYLES)
    for language, paper in (("en", ("a4", "letter")[number % 2]), ("he", ("letter", "a4")[number % 2]))
]
# Sheets of very different lengths, each in one language and one look, so that the test takes seconds.
SHEETS = [
    (mixed("en", 1), "a4", "plain"),
    (mixed("he", 2), "letter", "plain"),
    (mixed("en", 6), "a4", "low-ink"),
    (mixed("he", 7), "a4", "large-print"),
    (mixed("en", 13), "letter", "plain"),
    (mixed("he", 40), "a4", "plain"),
    (alike("he", 8), "a4", "plain"),
    (alike("en", 9), "a4", "plain"),
    (alike("en", 11), "letter", "large-print"),
    (alike("he", 25), "letter", "low-ink"),
    (with_examples("he"), "a4", "plain"),
    (with_examples("en"), "letter", "large-print"),
    (every_exhibit("en"), "letter", "plain"),
    (every_exhibit("he", level=1), "a4", "large-print"),
    (mixed("he", 7), "letter", "dyslexia"),
    (with_examples("en"), "a4", "dyslexia"),
    (every_exhibit("en"), "a4", "dyslexia"),
    (worked((entry.item for entry in every_exhibit("he").entries), "he"), "letter", "low-ink"),
]


@pytest.mark.parametrize(("language", "paper", "style"), EVERY_LOOK)
def test_nothing_lies_outside_the_margins_and_no_row_of_cards_wraps(language: str, paper: str, style: str) -> None:
    width, height = PAPERS[paper]
    _, boxes = laid_out(every_form(language), Layout(paper, style), "all")
    _, others = laid_out(every_exhibit(language), Layout(paper, style), "all")
    assert boxes
    for box in (*boxes, *others):
        assert 15.9 <= box.left <= box.right <= width - 15.9, (box.name, box)
        assert 14.9 <= box.top <= box.bottom <= height - 31.9, (box.name, box)
    # A row is as high as a card of the sheet or a card of the answer key.
    assert len({round(box.bottom - box.top, 1) for box in boxes if box.name == "cards"}) == 2


@pytest.mark.parametrize(("sheet", "paper", "style"), SHEETS)
def test_no_exercise_is_split_and_no_instruction_and_no_exercise_is_left_alone(
    sheet: Worksheet, paper: str, style: str
) -> None:
    pages, boxes = laid_out(sheet, Layout(paper, style))
    entries = [box for box in boxes if box.element.tag == "article"]
    places = defaultdict(set)
    for box in entries:
        places[box.element].add(box.page)
    assert len(places) == len(sheet.entries)
    assert all(len(where) == 1 for where in places.values())

    for page in range(pages):
        ends = [box.bottom for box in entries if box.page == page]
        heads = [box.bottom for box in boxes if box.page == page and box.name in ("instruction", "helper", "heading")]
        assert ends
        assert not heads or max(heads) < max(ends)
    if pages > 1:
        assert sum(box.page == pages - 1 for box in entries) > 1


@pytest.mark.parametrize(("sheet", "paper", "style"), SHEETS)
def test_the_pages_are_those_that_were_planned(sheet: Worksheet, paper: str, style: str) -> None:
    sizes = measures(style, young=all(entry.item.level <= 2 for entry in sheet.entries))
    blocks = pupil_blocks(sheet.entries, shape_of(paper, sizes, sheet.language))
    plan = plan_pages(blocks, sheet.language, paper, sizes, school=False)
    pages, boxes = laid_out(sheet, Layout(paper, style))
    entries = [box for box in boxes if box.element.tag == "article"]
    first = {place for place, box in enumerate(entries) if place and box.page != entries[place - 1].page}
    assert first == plan.starts
    assert pages == len(plan.starts) + 1


def test_cards_are_of_one_size_all_over_a_sheet_and_15_to_17_mm_high() -> None:
    rows = [box for box in laid_out(every_form("en"), Layout())[1] if box.name == "cards"]
    cards = [(box, len("".join(box.element.itertext()).split())) for box in rows]
    assert sum(count for _, count in cards) > 60
    assert len({round(box.bottom - box.top, 1) for box in rows}) == 1
    assert 15 <= rows[0].bottom - rows[0].top - 2 <= 17  # 1 mm above and below


def test_hebrew_is_the_mirror_image() -> None:
    width = PAPERS["a4"][0]

    def of(boxes: tuple[Box, ...], name: str) -> list[Box]:
        return [box for box in boxes if name in box.name.split()]

    _, english = laid_out(every_form("en"), Layout())
    _, hebrew = laid_out(every_form("he"), Layout())
    for name in ("no", "cards", "box", "set-apart"):
        first, mirrored = of(english, name)[0], of(hebrew, name)[0]
        assert abs(first.left - (width - mirrored.right)) < 4, name


def test_a_page_holds_six_to_eight_exercises() -> None:
    pages, _ = laid_out(alike("en", 8), Layout())
    assert pages == 1


def test_every_page_says_what_is_asked_on_it() -> None:
    pages, boxes = laid_out(alike("he", 25), Layout("letter", "low-ink"))
    assert pages > 2
    assert [box.page for box in boxes if box.name == "instruction"] == list(range(pages))


def test_the_highest_exercises_of_large_print_fit_a_page_of_their_own() -> None:
    highest = ["hundred-chart.5x1", "score-hands.4x1", "score-hands.5x1", "find-mistake.5x1"]
    pages, boxes = laid_out(Worksheet.make(highest, seed="layout"), Layout("letter", "large-print"))
    places = [(box.element, box.page) for box in boxes if box.element.tag == "article"]
    assert len(places) == len({element for element, _ in places}) == 4
    assert pages <= 4


@pytest.mark.parametrize(("language", "paper", "style"), EVERY_LOOK)
@pytest.mark.parametrize("kind", ["find-mistake", "best-discard"])
def test_the_points_of_an_exercise_have_a_place_of_their_own(kind: str, language: str, paper: str, style: str) -> None:
    sheet = Worksheet.make([(kind, 3, 2), (kind, 5, 2)], seed="s", language=language)
    assert not points_overprinted(sheet, Layout(paper, style, points=True))


# --- Style for dyslexic readers, exercises per page, a chart to work with ---------------------------------------


@pytest.mark.parametrize("seed", range(48))
def test_no_exercise_of_a_random_sheet_is_split_or_leaves_the_page_in_any_layout(seed: int) -> None:
    assert not random_faults(seed, LOOKS[seed % len(LOOKS)])  # 200 sheets in every look: python -m tests.pages


@pytest.mark.parametrize(
    ("seed", "look"),
    [
        (4, ("he", "letter", "large-print")),  # an example longer than a page is the first of the sheet
        (4, ("en", "letter", "dyslexia")),  # the last line to write on of an example just does not fit
        (9, ("en", "a4", "large-print")),  # an example goes over at the very end of a page
        (20, ("he", "letter", "dyslexia")),  # the name of the key card is wider than the card
    ],
)
def test_random_sheets_that_once_left_a_page_empty_or_ran_out_of_it_do_not(
    seed: int, look: tuple[str, str, str]
) -> None:
    assert not random_faults(seed, look)


@pytest.mark.parametrize("style", ["large-print", "dyslexia"])
@pytest.mark.parametrize("language", ["en", "he"])
def test_cards_in_tables_are_as_large_as_the_text_where_no_number_may_be_small(language: str, style: str) -> None:
    sheet = Worksheet.make([f"score-hands.{level}" for level in (1, 3, 4, 5)], seed="low", language=language)
    for paper in PAPERS:
        assert not faults(sheet, Layout(paper, style, points=True))
    tables = [shown for entry in sheet.entries for shown in entry.item.exhibits if isinstance(shown, ScoreTable)]
    held = [card for table in tables for game in table.games for hand in game.hands for card in hand.cards]
    _, boxes = laid_out(sheet, Layout(style=style))
    assert sum(box.name.split()[:1] == ["low"] for box in boxes) == len(held) > 40
    small = small_type(sheet, Layout(style=style), 18 if style == "large-print" else 12)
    assert not {one for one in small if "low" in one[0].split()}


@pytest.mark.parametrize("per_page", [1, 2, 5])
def test_a_page_holds_no_more_exercises_than_asked_for_and_shares_them_evenly(per_page: int) -> None:
    pages, boxes = laid_out(mixed("en", 7), Layout(per_page=per_page))
    counts = Counter(box.page for box in boxes if box.element.tag == "article")
    assert pages == -(-7 // per_page)
    assert max(counts.values()) <= per_page


@pytest.mark.parametrize("style", STYLES)
def test_a_chart_to_work_with_stands_above_the_exercises_and_leaves_them_whole(style: str) -> None:
    assert not faults(mixed("he", 5), Layout("letter", style, helpers="chart"))
    chart = next(
        box for box in laid_out(mixed("he", 5), Layout("letter", style, helpers="chart"))[1] if "chart" in box.name
    )
    assert chart.page == 0
    assert chart.bottom - chart.top > 50


@pytest.mark.parametrize("style", STYLES)
def test_the_list_of_primes_beside_a_chart_is_as_high_as_what_is_in_it(style: str) -> None:
    _, boxes = laid_out(mixed("he", 3), Layout("letter", style, helpers="primes,chart"))
    chart, primes = (box for box in boxes if box.name == "helper")
    assert chart.top == primes.top
    assert primes.bottom - primes.top < (chart.bottom - chart.top) * 0.9
    last = [box for box in boxes if box.element in list(primes.element)][-1]
    assert primes.bottom - last.bottom < 2


def test_a_chart_that_leaves_no_room_for_an_exercise_is_refused() -> None:
    tall = Worksheet.make([("score-hands", 5, 1)], seed="layout")
    with pytest.raises(PrintingError, match="no room"):
        laid_out(tall, Layout("letter", "large-print", helpers="chart"))


@pytest.mark.parametrize(("style", "least"), [("large-print", 18), ("dyslexia", 12)])
@pytest.mark.parametrize("language", ["en", "he"])
def test_whatever_the_pupil_reads_in_a_style_of_large_type_is_of_its_size(
    language: str, style: str, least: int
) -> None:
    """But for the cards, which are larger or in a table, and for the foot of the page."""
    name = "Maximiliana-Alexandra Featherstonehaugh Cohen"
    for sheet in (every_form(language), every_exhibit(language, level=1), with_examples(language), alike(language, 3)):
        shown = replace(sheet, pupil=name, class_name="Grade 5 blue", school="Herzl school")
        helpers = "auto" if len(sheet.entries) > 3 else "chart"
        small = small_type(shown, Layout(style=style, points=True, helpers=helpers), least)
        foot = {"page", "page-number", "page-count"}
        assert {one for one in small if one[0] not in foot and sheet.code not in one[1].replace("\u200b", "")} == set()
        assert all(size >= 12 for _, _, size in small)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("language", ["en", "he"])
def test_a_long_name_takes_two_lines_before_it_is_set_smaller_and_never_moves_the_sheet(
    language: str, style: str
) -> None:
    def known(name: str) -> tuple[Box, Box]:
        _, boxes = laid_out(replace(alike(language, 3), pupil=name, class_name="5b"), Layout(style=style))
        (box, *_), first = ([box for box in boxes if name in box.name.split()] for name in ("known", "entry"))
        return box, first[0]

    (short, first), (long, other) = (
        known("Noa"),
        known("Alexandra Cohen-Sharabi" + " Levi Mizrahi"),
    )
    lines = 1 if style == "large-print" else 2  # where it has a line of its own
    assert lines - 0.1 < (long.bottom - long.top) / (short.bottom - short.top) < lines + 0.1
    assert abs(first.top - other.top) < 0.1
    name = "Maximiliana-Alexandra Featherstonehaugh Cohen of Herzl"
    longest, other = known(name)
    assert longest.bottom - longest.top <= long.bottom - long.top + 0.1
    assert abs(first.top - other.top) < 0.1
    assert not small_type(replace(alike(language, 3), pupil=name), Layout(style=style), 9)


@pytest.mark.parametrize("language", ["en", "he"])
def test_type_in_the_dyslexia_style_is_12_to_14_points_upright_and_far_apart(language: str) -> None:
    sheet = mixed(language, 3)
    _, boxes = laid_out(sheet, Layout(style="dyslexia"))
    asked = [box for box in boxes if box.name in ("question", "instruction")]
    assert asked
    assert all(box.right - box.left <= 150.1 for box in asked)
    sizes = type_sizes(sheet, Layout(style="dyslexia"), "pupil")
    words = {size for text, size in sizes.items() if len(text) > 12 and not re.search(r"[\d#]", text)}
    assert words
    assert all(11.9 <= size <= 14.1 for size in words)
