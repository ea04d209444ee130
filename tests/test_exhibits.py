"""The exhibits on paper and on screen: what each shows to a pupil, and how the answer stands in it."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from lxml import html as lxml_html
from pypdf import PdfReader

import primecards as pc
from primecards.messages import msg
from primecards.puzzles.item import Aids, Answer, Item
from primecards.puzzles.responses import Choice
from primecards.words import say
from primecards.worksheets.markdown import to_markdown
from primecards.worksheets.measures import measures
from primecards.worksheets.printing import STYLES, Layout, to_html, to_pdf
from primecards.worksheets.response_views import notes
from primecards.worksheets.spacing import shape_of
from primecards.worksheets.views import pupil_blocks
from tests.sheets import (
    Box,
    bridge,
    cards_in,
    digits,
    every_exhibit,
    find_mistake,
    laid_out,
    long_options,
    match,
    not_prime,
    score,
    shade,
    sheet,
    take,
    type_sizes,
    worked,
)

PRIMES_MARKED = Aids(primes_marked=True)


def article(item: Item, part: str = "pupil") -> Any:
    page = lxml_html.document_fromstring(to_html(sheet((item,), item.language), part=part))
    return page.find_class("entry")[0]


def texts(element: Any, path: str) -> list[str]:
    return ["".join(found.itertext()).strip() for found in element.xpath(path)]


def boxes_of(language: str, style: str = "plain") -> tuple[Box, ...]:
    return laid_out(every_exhibit(language), Layout(style=style))[1]


# --- The hundred chart --------------------------------------------------------------------------------------------


def test_the_chart_has_99_numbers_in_rows_of_ten_and_shows_the_key_as_given() -> None:
    chart = article(shade("en", 23)).find_class("chart")[0]
    rows = [[cell.text_content() for cell in row] for row in chart.iter("div") if row is not chart]
    assert [len(row) for row in rows] == [10] * 9 + [9]
    assert [number for row in rows for number in row] == [str(n) for n in range(1, 100)]
    assert texts(chart, ".//span[@class]") == texts(chart, ".//span[@class='given']") == ["23"]


def test_the_chart_is_the_place_for_the_answer_and_no_other_is_drawn() -> None:
    assert not article(shade("en", 23)).xpath(".//*[contains(@class, 'rule')]")
    assert "____" not in to_markdown(sheet((shade("en", 23),)), "pupil").partition("**1.**")[2]


def test_right_cells_are_shaded_and_bear_a_ring_in_the_answer_key() -> None:
    chart = article(shade("en", 7, 47), "answers").find_class("chart")[0]
    assert texts(chart, ".//span[@class='right']/b") == ["17", "27", "37", "57", "67", "77", "87", "97"]
    assert texts(chart, ".//span[@class='given']") == ["7", "47"]


@pytest.mark.parametrize("language", ["en", "he"])
@pytest.mark.parametrize("style", STYLES)
def test_the_chart_and_the_frame_run_from_the_left_in_both_languages(language: str, style: str) -> None:
    first_page = [box for box in boxes_of(language, style) if box.page == 0]
    chart = next(box.element for box in first_page if box.name == "chart")
    numbers = {*chart.iter("span")}
    cells = {int("".join(box.element.itertext())): box for box in first_page if box.element in numbers}
    assert sorted(cells) == list(range(1, 100))
    assert cells[1].left < cells[2].left < cells[10].left
    assert cells[1].top < cells[11].top < cells[91].top
    assert cells[55].right - cells[55].left > 8.5
    assert cells[55].bottom - cells[55].top > 7.7
    heads = {str(box.element.text): box for box in boxes_of(language, style) if box.element.tag == "th"}
    tens, units = heads[say(msg("Tens"), language)], heads[say(msg("Units"), language)]
    assert tens.right < units.left + 0.5
    assert (heads[say(msg("Number"), language)].left < tens.left) is (language == "en")


# --- Frame, families, series, exposed card ------------------------------------------------------------------------


def test_the_frame_is_empty_for_the_pupil_and_filled_in_the_answer_key() -> None:
    item = digits("en", 47, 7)
    assert texts(article(item), ".//tbody//th") == ["47", "7"]
    assert texts(article(item), ".//tbody//td") == [""] * 4
    assert texts(article(item, "answers"), ".//tbody//td") == ["4", "7", "0", "7"]
    assert texts(article(item, "answers"), ".//*[@class='rule']") == ["4", "7", "0", "7"]


def test_two_families_have_room_for_the_pupil_and_all_cards_sorted_in_the_answer_key() -> None:
    item = bridge("en", 23, 41, "21 43 13 20 40 66 98 3")
    regions = article(item).find_class("region")
    assert [region.text_content().split() for region in regions] == [["only", "23"], ["both"], ["only", "41"]]
    written = article(item, "answers").find_class("written")
    assert [line.text_content().strip() for line in written] == ["13, 20, 3", "21, 43", "40"]


def test_the_keys_of_two_families_are_shown_once() -> None:
    item = bridge("en", 23, 41, "21 43 13")
    assert texts(article(item), ".//*[@class='family-key']") == ["23", "41"]
    assert not article(item).find_class("set-apart")


def test_series_are_laid_as_they_are_given_right_or_wrong_and_the_mistake_is_crossed_in_the_answer_key() -> None:
    entry = article(find_mistake("en"))
    assert [p.text_content().strip() for p in entry.xpath(".//div[@class='group']/p")] == ["Key: 23", "Key: 51"]
    assert [len(cards_in(group)) for group in entry.find_class("group")] == [4, 3]
    assert [card.text_content() for card in entry.find_class("ring")] == ["23", "wild"]
    assert not entry.find_class("crossed")
    assert [card.text_content() for card in article(find_mistake("en"), "answers").find_class("crossed")] == ["57"]


def test_the_exposed_card_stands_apart_from_the_hand_under_its_name() -> None:
    entry = article(take("en"))
    apart = entry.find_class("set-apart")[0]
    assert apart.text_content().split() == ["Exposed", "card", "47"]
    assert len(cards_in(entry.find_class("rest")[0])) == 7


# --- Points -------------------------------------------------------------------------------------------------------


def test_points_of_one_game_are_written_into_its_table() -> None:
    entry = article(score("en"))
    assert texts(entry, ".//thead//th[@scope='col']") == ["Player", "Cards held", "Points"]
    assert [name.split() for name in texts(entry, ".//tbody//th[@scope='row']")] == [
        ["Noa", "won"],
        ["Dan"],
        ["Maya"],
    ]
    assert texts(entry, ".//td[@class='score']") == ["", "", ""]
    assert not entry.find_class("blank")
    assert texts(article(score("en"), "answers"), ".//td[@class='score']") == ["0", "2", "4"]


def test_points_of_several_games_are_added_up_below_the_tables() -> None:
    entry = article(match("en"))
    assert texts(entry, ".//caption") == ["Game 1", "Game 2", "Game 3"]
    assert texts(entry, ".//table[3]//tbody/tr") == ["1Maya", "2Dan", "3Noa"]
    assert [blank.text_content().strip() for blank in entry.find_class("blank")] == ["Noa", "Dan", "Maya"]
    answers = article(match("en"), "answers")
    assert texts(answers, ".//td[@class='score']") == ["0", "2", "4", "0", "2", "3", "0", "2", "3"]
    assert texts(answers, ".//*[@class='rule']") == ["3", "6", "7"]


# --- Equations and options ----------------------------------------------------------------------------------------


def test_an_equation_stands_on_one_line_from_the_left_with_a_box_for_each_blank() -> None:
    for language in ("en", "he"):
        equation = article(not_prime(language, 51)).find_class("equation")[0]
        assert equation[0].get("dir") == "ltr"
        assert equation.text_content() == "51 =  × "
        slots = [box for box in boxes_of(language) if box.name == "slot"][:2]
        assert slots[0].right < slots[1].left
        assert abs(slots[0].top - slots[1].top) < 0.1
        assert slots[0].right - slots[0].left >= 15
    answers = article(not_prime("en", 51), "answers")
    assert texts(answers, ".//*[@class='slot']") == ["3", "17"]
    assert [p.text_content().strip() for p in answers.find_class("note")] == ["The factors may change places."]


def test_options_stand_side_by_side_if_they_fit_one_line_and_else_one_below_the_other() -> None:
    assert article(long_options("en")).find_class("choice")[0].get("class") == "choice columns columns-1"
    long = long_options("en")
    assert isinstance(long.response, Choice)
    short = replace(long, response=Choice(long.response.options[:2]), answer=Answer.of("a"))
    assert article(short).find_class("choice")[0].get("class") == "choice"


# --- For everyone -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "he"])
def test_every_header_says_what_it_heads_and_every_drawing_has_its_words(language: str) -> None:
    page = lxml_html.document_fromstring(to_html(every_exhibit(language)))
    assert {head.get("scope") for head in page.iter("th")} == {"col", "row"}
    assert all(chart.get("aria-label") for chart in page.find_class("chart"))
    assert all(slot.get("aria-label") for slot in page.find_class("slot"))


def test_tables_are_tagged_with_their_headers_in_a_pdf() -> None:
    reader = PdfReader(io.BytesIO(to_pdf(every_exhibit("he"), part="pupil")))
    scopes: set[str] = set()
    kinds: set[str] = set()
    root: Any = reader.root_object
    waiting = [root["/StructTreeRoot"]]
    while waiting:
        node = waiting.pop()
        node = node.get_object() if hasattr(node, "get_object") else node
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            kinds.add(str(node.get("/S")))
            if node.get("/S") == "/TD" and "/Headers" in node["/A"]:
                scopes.update(map(str, node["/A"]["/Headers"]))
            waiting += [node["/K"]] if "/K" in node else []
    assert {"/Table", "/TR", "/TH", "/TD"} <= kinds
    assert scopes


def test_every_exhibit_prints_without_a_complaint(caplog: pytest.LogCaptureFixture) -> None:
    to_pdf(every_exhibit("he"), Layout("letter", "low-ink"))
    assert not caplog.records


@pytest.mark.parametrize("style", STYLES)
def test_nothing_in_the_answer_key_is_smaller_than_8_points(style: str) -> None:
    sizes = type_sizes(every_exhibit("he"), Layout(style=style), "answers")
    assert len(sizes) > 100
    assert not {text: size for text, size in sizes.items() if size < 7.99}


def test_the_pupils_copy_of_every_exhibit_is_the_same_whatever_the_answer() -> None:
    for entry in every_exhibit("en", aids=PRIMES_MARKED).entries:
        item = entry.item
        right = item.answer.all or ()
        other = replace(item, answer=Answer(None, 7, right[-1][:0]), solution=())
        assert to_html(sheet((item,)), part="pupil") == to_html(sheet((other,)), part="pupil")


def test_worked_examples_show_the_answer_in_every_exhibit() -> None:
    items = [entry.item for entry in every_exhibit("en").entries]
    page = lxml_html.document_fromstring(to_html(worked(items, "en"), part="pupil"))
    examples = page.find_class("worked")
    assert len(examples) == len(items)
    marks = ("right", "crossed", "ring", "ringed", "written", "slot", "score")
    assert all(any(example.find_class(mark) for mark in marks) for example in examples if example.find_class("chart"))
    assert texts(page, ".//span[@class='right']")[:3] == ["3", "13", "20"]
    assert [slot.text_content() for slot in page.find_class("slot")] == ["3", "17", "3", "29"]


@pytest.mark.parametrize("language", ["en", "he"])
def test_in_markdown_tens_stand_to_the_left_of_units_in_every_viewer(language: str) -> None:
    heads = {"en": "| Number | Tens | Units |", "he": "| מספר | עשרות | אחדות |"}[language]
    before, found, after = to_markdown(sheet((digits(language, 47),), language), "pupil").partition(heads)
    assert found
    hebrew = language == "he"
    assert before.endswith('<div dir="ltr">\n\n') == after.split("\n\n")[1].startswith("</div>") == hebrew


@pytest.mark.parametrize("language", ["en", "he"])
def test_markdown_has_every_exhibit_and_its_answer(language: str) -> None:
    pupil = to_markdown(every_exhibit(language), "pupil")
    assert "| 91 | 92 | 93 | 94 | 95 | 96 | 97 | 98 | 99 |  |" in pupil
    assert "51 = ______ × ______" in pupil
    assert "| **47** |  |  |" in pupil
    assert "★" in pupil
    key = to_markdown(every_exhibit(language), "answers")
    assert "51 = 3 × 17" in key
    assert "★" not in key.partition("**8.**")[2].partition("**9.**")[0]


def test_other_products_are_told_once_whichever_factor_stands_first() -> None:
    item = next(i for n in range(99) if (i := pc.make_item("factor-pair", level=2, seed=n)).given["number"] == 24)
    change_places, others = (note.text() for note in notes(item.answer, item.response, "en"))
    assert change_places == "The factors may change places."
    assert others == "Also right: 24 = 3 × 8 · 24 = 4 × 6"


def test_a_question_that_names_a_card_stays_with_its_exercise() -> None:
    sheet = pc.Worksheet.make([("fits-key", 1, 4), ("find-key", 1, 3)], seed="a")
    same_key = replace(sheet.entries[1], item=replace(sheet.entries[0].item, id="another"))
    shape = shape_of("a4", measures("plain", young=True), "en")
    blocks = pupil_blocks((sheet.entries[0], same_key, *sheet.entries[4:]), shape)
    assert [block.instruction is None for block in blocks] == [True, False]
    assert all(entry.question for entry in blocks[0].entries)


def test_cards_to_choose_from_are_told_from_the_series_above_them() -> None:
    for kind, level in (("complete-series", 1), ("wild-card", 1)):
        sheet = pc.Worksheet.make([(kind, level, 1)], seed="a")
        (block,) = pupil_blocks(sheet.entries, shape_of("a4", measures("plain", young=True), "en"))
        assert [part.name for part in block.entries[0].parts] == ["card-row", "choose-from", "cards"]


def test_a_faded_example_has_no_more_than_six_lines_to_fill() -> None:
    sheet = pc.Worksheet.make([("take-or-draw", 5, 1)], seed="a", examples="faded")
    blocks = pupil_blocks(sheet.entries, shape_of("a4", measures("plain", young=False), "en"))
    missing = [len(entry.item.solution) - entry.shown_steps for entry in sheet.entries if entry.role == "faded"]
    assert max(missing) > 6
    assert max(entry.empty_steps for block in blocks for entry in block.entries) == 6


@pytest.mark.parametrize("language", ["en", "he"])
@pytest.mark.parametrize("style", ["plain", "large-print"])
def test_an_example_longer_than_a_page_begins_below_its_question_and_leaves_no_page_with_a_heading_alone(
    language: str, style: str
) -> None:
    sheet = pc.Worksheet.make([("score-hands", 4, 1)], seed="w", language=language, examples="worked")
    pages = PdfReader(io.BytesIO(to_pdf(sheet, Layout(style=style), "pupil"))).pages
    assert len(pages) <= 3
    assert len(pages[0].extract_text()) > 450
