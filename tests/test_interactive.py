"""The interactive sheet, as pupils use it: with a mouse, with keys alone, with a finger; and what its file holds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import primecards as pc
from primecards import cli
from primecards.languages import LANGUAGES
from primecards.puzzles.exhibits import HundredChart
from primecards.puzzles.item import Item
from primecards.puzzles.responses import ArrangementResponse, Blanks, CardSet, Choice
from primecards.web import assets
from primecards.web.interactive import to_interactive
from tests.browser import DESK, PHONE, Visitor, nu_errors, requests_of, violations

# Every response form in every way it is answered: options, one card, several, the chart, written cards, an equation,
# a table, lines, series with and without a wild card.
SPECS = (
    *("digit-match.1x1", "find-key.3x1", "fits-key.3x1", "hundred-chart.1x1", "complete-series.3x1", "factor-pair.4x1"),
    *("score-hands.2x1", "digit-place.1x1", "arrange-hand.2x1", "is-prime.1x1", "count-outs.1x1", "score-hands.4x1"),
)


def sheet(language: str = "en", specs: tuple[str, ...] = SPECS, **more: Any) -> pc.Worksheet:
    return pc.Worksheet.make(specs, seed="browser", language=language, **more)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The address of the sheet in each language."""
    folder = tmp_path_factory.mktemp("sheets")
    return {
        language: pc.write_interactive(sheet(language), folder / f"{language}.html").as_uri() for language in LANGUAGES
    }


def exercise(page: Page, number: int) -> Locator:
    return page.locator(f"#exercise-{number}")


def check(article: Locator) -> Locator:
    article.locator(".check").click()
    return article.locator(".feedback")


# --- With a mouse -------------------------------------------------------------------------------------------------


def answer(article: Locator, item: Item) -> None:
    """Answer *item* rightly, with a mouse and where numbers are written a keyboard."""
    right: Any = item.answer.sample
    match item.response:
        case Choice():
            article.locator(f'input[value="{right}"]').check()
        case CardSet(choose_from=None) if not on_chart(item):
            article.locator("input[type=text]").fill(" ".join(map(str, right)))
        case CardSet():
            for card in right:
                article.get_by_role("button", name=str(card), exact=True).click()
        case Blanks():
            for field, number in zip(article.locator("[data-blank]").all(), right, strict=True):
                field.fill(str(number))
        case ArrangementResponse():
            lay(article, right)


def lay(article: Locator, groups: Any) -> None:
    for place, group in enumerate(groups, 1):
        box = article.locator(f'[data-place="{place}"]')
        for card in group.cards:
            article.get_by_role("button", name=str(card), exact=True).click()
            box.locator(".here").click()
        box.locator("select").select_option(str(group.key))


def on_chart(item: Item) -> bool:
    return any(isinstance(exhibit, HundredChart) for exhibit in item.exhibits)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pupil_answers_every_form_with_a_mouse_and_finds_it_all_again_after_a_reload(
    visitor: Visitor, files: dict[str, str], language: str
) -> None:
    page = visitor("about:blank")
    asked = requests_of(page)
    page.goto(files[language])
    items = sheet(language).items
    page.locator("#pupil").fill("Noa")
    for number, item in enumerate(items, 1):
        answer(exercise(page, number), item)
        expect(check(exercise(page, number))).to_have_text({"en": "Correct.", "he": "נכון."}[language])
    full = {"en": "12 of 12", "he": "12 מתוך 12"}[language]
    expect(page.locator("#score")).to_have_text(full)
    page.reload()
    expect(page.locator("#score")).to_have_text(full)
    expect(page.locator("#pupil")).to_have_value("Noa")
    assert page.locator(".exercise.done").count() == len(items)
    page.locator("#copy").click()
    result = page.locator("#result").input_value()
    assert sheet(language).code in result
    assert "Noa" in result
    assert len(result.strip().splitlines()) == 4 + len(items)
    page.locator("#again").click()
    page.locator("#not-really").click()
    expect(page.locator("#score")).to_have_text(full)
    page.locator("#again").click()
    page.locator("#really").click()
    expect(page.locator("#score")).to_have_text(full.replace("12", "0", 1))
    expect(page.locator("#pupil")).to_have_value("")
    assert {address.partition(":")[0] for address in asked} == {"file"}
    assert set(asked) == {files[language]}


def test_a_pupil_sees_first_what_is_wrong_and_a_hint_then_all_that_python_says(
    visitor: Visitor, files: dict[str, str]
) -> None:
    page, item = visitor(files["en"]), sheet().items[2]
    article = exercise(page, 3)
    form = item.response
    assert isinstance(form, CardSet)
    right = {int(card) for card in item.answer.sample if isinstance(card, int)}
    wrong, other = [int(card) for card in form.choose_from or () if card not in right][:2]
    article.get_by_role("button", name=str(wrong), exact=True).click()
    mark = pc.mark(item, [wrong])
    said = check(article)
    early = said.locator("p").all_text_contents()
    assert early[0] == "Try again."
    assert any(re.search(rf"{wrong} does not fit key \d+: its units digit is", line) for line in early)
    assert mark.hint in early
    assert early[-1] == "Points: 0"
    assert not set(mark.feedback) <= set(early)
    article.get_by_role("button", name=str(other), exact=True).click()
    mark = pc.mark(item, [wrong, other])
    assert check(article).locator("p").all_text_contents()[:-1] == list(mark.feedback)
    article.locator(".solve").click()
    solution = [step.message.text() for step in item.solution]
    assert article.locator(".feedback p").all_text_contents() == ["Solution", *solution]
    assert article.locator(".check").is_disabled()
    page.reload()
    assert article.locator(".feedback p").all_text_contents() == ["Solution", *solution]


def test_a_hint_comes_before_any_answer_and_nothing_is_lost_by_asking(visitor: Visitor, files: dict[str, str]) -> None:
    page, item = visitor(files["en"]), sheet().items[0]
    article = exercise(page, 1)
    article.locator(".hint").click()
    kind = pc.puzzle_kinds()[item.kind]
    expect(article.locator(".feedback")).to_have_text(kind.hint.text())
    assert article.locator(".solve").is_visible()
    answer(article, item)
    expect(check(article)).to_have_text("Correct.")
    expect(page.locator("#score")).to_have_text("1 of 12")


def test_an_exercise_left_blank_is_not_scolded_and_not_counted(visitor: Visitor, files: dict[str, str]) -> None:
    page = visitor(files["en"])
    for number in range(1, 13):
        expect(check(exercise(page, number))).to_have_text("Not answered.")
    page.locator("#copy").click()
    assert page.locator("#result").input_value().count("not checked") == 12


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Read 3; not read: banana."), ("he", "נקרא: 3; לא נקרא: banana")]
)
def test_what_cannot_be_read_is_said_and_stays_as_it_was_typed(
    visitor: Visitor, files: dict[str, str], language: str, said: str
) -> None:
    page = visitor(files[language])
    written, number = exercise(page, 11), exercise(page, 6)
    written.locator("input[type=text]").fill("3 banana")
    expect(check(written)).to_contain_text(said)
    expect(written.locator("input[type=text]")).to_be_focused()
    expect(written.locator("input[type=text]")).to_have_value("3 banana")
    expect(written.locator("input[type=text]")).to_have_attribute("aria-invalid", "true")
    number.locator("input").first.fill("three")
    expect(check(number)).to_contain_text("three")
    expect(number.locator("input").first).to_have_value("three")


def test_the_frame_of_tens_and_units_is_there_to_think_in_and_keeps_what_is_written(
    visitor: Visitor, files: dict[str, str]
) -> None:
    page = visitor(files["en"])
    article = exercise(page, 8)
    fields = article.locator(".frame input")
    number = sheet().items[7].given["questions"][0]["number"]
    tens, units = (article.get_by_label(f"{number}: {head}") for head in ("Tens", "Units"))
    tens.fill("9")
    units.fill("8")
    page.reload()
    expect(tens).to_have_value("9")
    expect(units).to_have_value("8")
    assert fields.count() == 2 * len({one["number"] for one in sheet().items[7].given["questions"]})
    answer(article, sheet().items[7])
    check(article)
    expect(article).to_have_class(re.compile("done"))  # nobody marks the frame


# --- With keys alone ----------------------------------------------------------------------------------------------


def tab_to(page: Page, wanted: str) -> None:
    go_until(page, "Tab", wanted)


def answer_with_keys(page: Page, number: int, item: Item) -> None:
    right: Any = item.answer.sample
    here = f"#exercise-{number} "
    match item.response:
        case Choice(options):
            tab_to(page, f"{here}input")
            for _ in range([option.id for option in options].index(right)):
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Space")
        case CardSet(choose_from=None) if on_chart(item):
            shade_with_keys(page, here, right)
        case CardSet(choose_from=None):
            tab_to(page, f"{here}input")
            page.keyboard.type(" ".join(map(str, right)))
        case CardSet():
            for card in sorted(right, key=(item.response.choose_from or ()).index):
                tab_to(page, f'{here}[aria-label="{card}"]')
                page.keyboard.press("Space")
        case Blanks():
            for place, value in enumerate(right):
                tab_to(page, f'{here}input[data-blank="{place}"]')
                page.keyboard.type(str(value))
        case ArrangementResponse():
            lay_with_keys(page, here, right)


def shade_with_keys(page: Page, here: str, numbers: tuple[int, ...]) -> None:
    tab_to(page, f"{here}.tapped button")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    at = 1
    for wanted in numbers:
        go_to(page, at, wanted)
        page.keyboard.press("Space")
        at = wanted


def lay_with_keys(page: Page, here: str, groups: Any) -> None:
    for place, group in enumerate(groups, 1):
        for card in group.cards:
            if not page.evaluate(f"document.activeElement.closest('{here}')"):
                tab_to(page, f"{here}[data-card]")
            step_to(page, f'[aria-label="{card}"]', here)
            page.keyboard.press(str(place))
    for place, group in enumerate(groups, 1):
        go_until(page, "Shift+Tab" if place == 1 else "Tab", f'{here}[data-place="{place}"] select')
        page.keyboard.type(str(group.key))


def go_to(page: Page, at: int, to: int) -> None:
    """Go on the chart from one number to another with the arrow keys."""
    (row, column), (to_row, to_column) = divmod(at - 1, 10), divmod(to - 1, 10)
    across, down = to_column - column, to_row - row
    for key, times in (
        ("ArrowRight" if across > 0 else "ArrowLeft", abs(across)),
        ("ArrowDown" if down > 0 else "ArrowUp", abs(down)),
    ):
        for _ in range(times):
            page.keyboard.press(key)


def step_to(page: Page, card: str, here: str) -> None:
    """Go to a card that still is to be laid: back to the first of them, then on."""
    for _ in range(30):
        if page.evaluate("card => document.activeElement.matches(card)", card):
            return
        page.keyboard.press("Shift+Tab")
        if not page.evaluate(f"document.activeElement.closest('{here}')"):
            break
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("card => document.activeElement.matches(card)", card):
            return
    pytest.fail(f"no key comes to {card}")


def go_until(page: Page, key: str, wanted: str) -> None:
    """Press *key*, the tab key with or without shift, until the focus is on something that matches *wanted*."""
    for _ in range(40):
        page.keyboard.press(key)
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    pytest.fail(f"no key comes to {wanted}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_alone_complete_every_form_and_the_focus_can_be_seen(
    visitor: Visitor, files: dict[str, str], language: str
) -> None:
    page = visitor(files[language])
    for number, item in enumerate(sheet(language).items, 1):
        answer_with_keys(page, number, item)
        tab_to(page, f"#exercise-{number} .check")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
        page.keyboard.press("Enter")
        expect(exercise(page, number)).to_have_class(re.compile("done"))
    tab_to(page, "#copy")
    page.keyboard.press("Enter")
    assert "12" in page.locator("#result").input_value()


def test_a_card_that_is_taken_goes_wherever_one_presses_in_a_series(visitor: Visitor, files: dict[str, str]) -> None:
    article = exercise(visitor(files["en"]), 9)
    right: Any = sheet().items[8].answer.sample
    card = article.get_by_role("button", name=str(right[0].cards[0]), exact=True)
    card.click()
    box = article.locator('[data-place="1"]')
    box.locator(".hand").click()
    expect(box.locator("[data-card]")).to_have_count(1)
    article.locator('[data-place="0"] h3').click()  # nothing is taken now
    expect(box.locator("[data-card]")).to_have_count(1)
    card.click()
    article.locator('[data-place="0"] h3').click()
    expect(box.locator("[data-card]")).to_have_count(0)


def test_a_double_click_is_one_check_and_gives_no_answer_away(visitor: Visitor, files: dict[str, str]) -> None:
    page = visitor(files["en"])
    article = exercise(page, 1)
    item = sheet().items[0]
    wrong = [option.id for option in item.response.options if option.id != item.answer.sample]  # type: ignore[union-attr]
    article.locator(f'input[value="{wrong[0]}"]').check()
    article.locator(".check").dblclick()
    article.locator(".check").click()
    expect(article.locator(".solve")).to_be_hidden()
    page.get_by_role("button", name="Copy the result").click()
    assert "1. 0 of 1, checked once" in page.locator("#result").input_value()
    article.locator(f'input[value="{wrong[1]}"]').check()
    page.reload()  # what was said was said of another response
    expect(article.locator(".feedback")).to_be_empty()
    expect(article.locator(f'input[value="{wrong[1]}"]')).to_be_checked()


def test_points_that_are_hard_to_read_as_a_fraction_are_a_decimal(visitor: Visitor, files: dict[str, str]) -> None:
    page = visitor(files["en"])
    written = "points => written(points).formula"
    told = [page.evaluate(written, points) for points in ([0, 1], [1, 3], [3, 2], [1, 12], [1891, 140], [281, 20])]
    assert told == ["0", "1/3", "1 1/2", "1/12", "13.51", "14.05"]


# --- By dragging --------------------------------------------------------------------------------------------------


def middle(what: Locator) -> tuple[float, float]:
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_cards_are_dragged_into_series_with_a_mouse_and_one_dropped_beside_them_stays(
    visitor: Visitor, files: dict[str, str]
) -> None:
    page, item = visitor(files["en"]), sheet().items[8]
    article = exercise(page, 9)
    right: Any = item.answer.sample
    article.locator(".question").scroll_into_view_if_needed()
    for place, group in enumerate(right, 1):
        for laid, card in enumerate(group.cards, 1):
            to = middle(article.locator(f'[data-place="{place}"] .hand'))
            start = middle(article.get_by_role("button", name=str(card), exact=True))
            page.mouse.move(*start)
            page.mouse.down()
            page.mouse.move(to[0], to[1] - 5, steps=4)
            page.mouse.up()
            expect(article.locator(f'[data-place="{place}"] [data-card]')).to_have_count(laid)
    expect(check(article)).to_contain_text("its key, which you did not name, is")
    assert article.locator('[data-place="0"] [data-card]').count() == 0
    card = article.locator("[data-card]").first
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(5, 5, steps=3)
    page.mouse.up()
    assert article.locator('[data-place="1"] [data-card]').count() == len(right[0].cards)
    assert article.locator(".ghost").count() == 0
    assert article.locator('[aria-pressed="true"]').count() == 0


def test_a_finger_taps_chooses_and_drags_on_a_phone(visitor: Visitor, files: dict[str, str]) -> None:
    page = visitor(files["he"], viewport=PHONE, has_touch=True, is_mobile=True)
    item = sheet("he").items[8]
    article = exercise(page, 9)
    right: Any = item.answer.sample
    cards = [str(card) for card in right[0].cards]
    touch = page.context.new_cdp_session(page)
    for laid, card in enumerate(cards, 1):
        start = middle(article.get_by_role("button", name=card, exact=True))
        box = article.locator('[data-place="1"]').bounding_box()
        assert box
        end = (box["x"] + box["width"] / 2, box["y"] + 30)
        drag(touch, start, end)
        expect(article.locator('[data-place="1"] [data-card]')).to_have_count(laid)
    rest = [str(card) for group in right[1:] for card in group.cards]
    for card in rest:
        button = article.get_by_role("button", name=card, exact=True)
        button.tap()
        if button.get_attribute("aria-pressed") != "true":  # a busy Chromium loses the tap that follows a drag
            button.tap()
        article.locator('[data-place="2"] .here').tap()
    article.locator(".check").tap()
    expect(article).to_have_class(re.compile("done"))
    choice = exercise(page, 1)
    choice.locator("label").nth("abcde".index(str(sheet("he").items[0].answer.sample))).tap()
    choice.locator(".check").tap()
    expect(choice).to_have_class(re.compile("done"))


def drag(touch: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    def send(kind: str, points: list[dict[str, float]]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", [{"x": start[0], "y": start[1]}])
    for share in (0.2, 0.5, 0.8, 1.0):
        x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
        send("touchMove", [{"x": x, "y": y}])
    send("touchEnd", [])


# --- What may go wrong --------------------------------------------------------------------------------------------


def test_the_sheet_works_where_storage_is_denied_or_holds_nonsense(chromium: Browser, files: dict[str, str]) -> None:
    denied = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })"
    nonsense = f"try {{ localStorage.setItem('primecards {sheet().code}', '{{\"kept\": 7}}') }} catch {{}}"
    broken = [{"state": [["x"], 3], "checks": "many", "points": [0, 0]}] * len(SPECS)
    half = f"localStorage.setItem('primecards {sheet().code}', JSON.stringify({{name: 5, kept: {json.dumps(broken)}}}))"
    for script in (denied, nonsense, half):
        context = chromium.new_context()
        context.add_init_script(script)
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", partial(note, problems))
        page.goto(files["en"])
        expect(page.locator("body")).to_have_class(re.compile("ready"))
        answer(exercise(page, 1), sheet().items[0])
        expect(check(exercise(page, 1))).to_have_text("Correct.")
        expect(page.locator("#unkept")).to_have_text(
            "This browser keeps nothing here: print or copy the result before you close the page."
            if script == denied
            else ""
        )
        assert problems == []
        context.close()


def note(problems: list[str], error: object) -> None:
    problems.append(str(error))


def test_headings_with_markup_are_shown_as_they_are_written(visitor: Visitor, tmp_path: Path) -> None:
    nasty = "</script><img src=x onerror=alert(1)><!-- {{ 7 * 7 }} & </style>"
    made = pc.Worksheet.make(["is-prime.1x1"], seed="a", title=nasty, school=nasty)
    page = visitor(pc.write_interactive(made, tmp_path / "x.html").as_uri())
    expect(page.locator("h1")).to_have_text(nasty)
    expect(page.locator(".school")).to_have_text(nasty)
    page.locator("#copy").click()
    assert nasty in page.locator("#result").input_value()
    assert page.locator("img").count() == 0


# --- What the file holds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_holds_no_answer_hint_or_solution_in_clear(language: str) -> None:
    specs = tuple(f"{kind}.{level}x1" for kind in pc.puzzle_kinds() for level in (1, 4))
    made = sheet(language, specs)
    text = to_interactive(made)
    data = json.loads(text.partition('id="sheet-data">')[2].partition("</script>")[0])
    allowed = {"id", "kind", "level", "points", "min_series", "marked", "chart", "given", "question", "response"}
    assert all(set(item) == allowed | {"by", "salt", "sealed"} for item in data["sealed"]["items"])
    assert set(data) == {"code", "title", "language", "told", "sealed"}
    # What scripts say of the rules, in any item, tells nothing of this one.
    told = json.dumps(data["told"], ensure_ascii=False, separators=(",", ":"))
    text = text.partition("</style>")[2].replace(assets.script("sheet"), "").replace(told, "")
    plain = re.sub(r"<[^>]*>|[\u2066-\u2069]", "", text)
    for item in made.items:
        assert pc.puzzle_kinds()[item.kind].hint.text(language) not in plain
        for step in item.solution:
            written = re.sub("[\u2066-\u2069]", "", step.message.text(language))
            assert written not in plain or len(written) < 12, written
        for _, mistake in item.mistakes:
            assert mistake not in plain
        assert '"answer"' not in plain


def test_which_cards_are_prime_is_seen_only_where_the_item_lets_it(visitor: Visitor, tmp_path: Path) -> None:
    specs = ("is-prime.1x1", "sort-primes.1x1", "find-key.3x1", "fits-key.1x1", "arrange-hand.1x1", "arrange-hand.4x1")
    marked = visitor(pc.write_interactive(sheet(specs=specs[3:]), tmp_path / "marked.html").as_uri())
    fonts = "cards => cards.map(card => getComputedStyle(card).fontFamily.includes('Marked'))"
    of = [marked.locator(f"#exercise-{n} :is(.card-button, .cards)").evaluate_all(fonts) for n in (1, 2, 3)]
    # Without marks they help with exercises that ask for primes, there are none on the whole sheet.
    assert (any(of[0]), any(of[1]), any(of[2])) == (True, True, False)
    page = visitor(pc.write_interactive(sheet(specs=specs), tmp_path / "asked.html").as_uri())
    shown = page.locator(".card-button, .cards").evaluate_all(fonts)
    assert len(shown) > 20
    assert not any(shown)


def test_twelve_exercises_of_any_kind_take_at_most_250_kb() -> None:
    heaviest = ("count-outs.5x6", "hundred-chart.5x6")
    for language in LANGUAGES:
        assert len(to_interactive(sheet(language, heaviest)).encode()) <= 250_000
        assert len(to_interactive(sheet(language)).encode()) <= 250_000


def test_the_same_sheet_is_the_same_file_to_the_byte() -> None:
    assert to_interactive(sheet("he")) == to_interactive(sheet("he"))
    assert b"wOF2" in assets.font("Rubik-Bold")[:4]


# --- Judges -------------------------------------------------------------------------------------------------------


def states(page: Page, items: tuple[Item, ...]) -> Iterator[str]:
    """Bring the sheet into one state after another."""
    yield "fresh"
    for number in (1, 3, 9, 11):
        exercise(page, number).locator(".hint").click()
    exercise(page, 9).locator("[data-card]").first.press("1")
    exercise(page, 9).locator("[data-card]").last.click()
    exercise(page, 4).locator(".tapped button").nth(1).click()
    for number in (4, 9):
        check(exercise(page, number))
    exercise(page, 11).locator("input[type=text]").fill("x")
    check(exercise(page, 11))
    yield "hints, mistakes and what cannot be read"
    answer(exercise(page, 1), items[0])
    check(exercise(page, 1))
    exercise(page, 3).locator(".solve").click()
    page.locator("#copy").click()
    page.locator("#again").click()
    yield "done, solved, about to start again"


DARK: dict[str, Any] = {"viewport": DESK, "color_scheme": "dark"}
LOOKS: list[tuple[str, dict[str, Any]]] = [("he", {"viewport": PHONE}), ("en", DARK)]


@pytest.mark.parametrize(("language", "look"), LOOKS)
def test_everybody_can_use_every_state_of_the_sheet_on_a_phone_as_on_a_desk(
    visitor: Visitor, files: dict[str, str], language: str, look: dict[str, Any]
) -> None:
    page = visitor(files[language], **look)
    for state in states(page, sheet(language).items):
        assert violations(page) == [], state
        assert small_targets(page) == [], state
        for size in (PHONE, DESK):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), state


def small_targets(page: Page) -> list[str]:
    """Controls that are smaller than 24 pixels."""
    return page.evaluate(  # type: ignore[no-any-return]
        """[...document.querySelectorAll('button, select, input, a, textarea')].filter((control) => {
            const { width, height } = control.getBoundingClientRect();
            return width && !control.disabled && !control.closest('label') && (width < 24 || height < 24);
        }).map((control) => control.outerHTML)"""
    )


def test_the_nu_checker_finds_no_error_in_the_sheet_as_written_and_as_scripts_have_made_it(
    visitor: Visitor, files: dict[str, str], tmp_path: Path
) -> None:
    pages = {}
    for language in LANGUAGES:
        examples = sheet(
            language, (*SPECS, "valid-series.1x1", "find-mistake.2x1", "bridge-cards.1x1"), examples="faded"
        )
        pages[f"{language}-examples"] = to_interactive(examples)
        page = visitor(files[language])
        for state in states(page, sheet(language).items):
            pages[f"{language}-{state[:5]}"] = f"<!DOCTYPE html>\n{page.content().partition('>')[2]}"
    assert nu_errors(pages, tmp_path) == []


def test_printed_it_shows_what_was_answered_and_no_buttons(visitor: Visitor, files: dict[str, str]) -> None:
    page = visitor(files["en"])
    answer(exercise(page, 2), sheet().items[1])
    check(exercise(page, 2))
    page.emulate_media(media="print")
    for hidden in (".check", ".hint", "#print", "#copy", ".here"):
        assert not page.locator(hidden).first.is_visible()
    assert page.locator("#exercise-2 .feedback").is_visible()
    assert page.locator("#exercise-2 [aria-pressed=true]").is_visible()


# --- The command --------------------------------------------------------------------------------------------------


def test_the_command_writes_one_file_with_the_examples_and_the_look_that_were_asked_for(
    visitor: Visitor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sheet.html"
    options = ("--lang", "he", "--title", "דף", "--school", "הרצל", "--examples", "worked", "--points", "--cream")
    asked = ("worksheet", "find-key.1x2", "arrange-hand.2x1", "-o", str(path), "--interactive", "--seed", "a")
    assert cli.run([*asked, *options, "--style", "large-print", "--helpers", "chart"]) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["sheet.html"]
    assert "find-key.1x2+arrange-hand.2x1+worked#a" in capsys.readouterr().out
    page = visitor(path.as_uri())
    assert page.locator(".example").count() == 2
    assert page.locator(".exercise").count() == 3
    assert page.locator("html").get_attribute("dir") == "rtl"
    assert page.locator(".helper .chart").is_visible()
    assert page.locator("body").get_attribute("class") == "sheet large-print cream ready"


def test_parallel_forms_are_files_of_their_own(tmp_path: Path) -> None:
    asked = (
        "worksheet",
        "find-key.1x2",
        "-o",
        str(tmp_path / "x.html"),
        "--interactive",
        "--forms",
        "2",
        "--lang",
        "en",
    )
    assert cli.run(list(asked)) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x-A.html", "x-B.html"]


@pytest.mark.parametrize(
    ("name", "options", "refusal"),
    [
        ("x.pdf", (), "an interactive sheet is an .html file"),
        ("x.html", ("--answers", "separate"), "holds no answer key"),
        ("x.html", ("--per-page", "4"), "--per-page is for sheets on paper"),
        ("x.html", ("--templates", "."), "--templates is for sheets on paper"),
        ("x.html", ("--style", "low-ink"), "has no style low-ink; there are plain, large-print, dyslexia"),
    ],
)
def test_what_means_nothing_on_a_screen_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, options: tuple[str, ...], refusal: str
) -> None:
    asked = ["worksheet", "find-key.1x1", "-o", str(tmp_path / name), "--interactive", "--lang", "en", *options]
    assert cli.run(asked) == 2
    said = capsys.readouterr().err
    assert refusal in said
    assert said.count("\n") == 1
    assert not any(tmp_path.iterdir())
