"""The static site: Check and Practise on a plain web host, and without a connection after the first visit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import primecards as pc
from primecards import cli
from primecards.languages import LANGUAGES
from primecards.puzzles.item import LEVELS
from primecards.web.site import MARK, write_site
from tests.browser import DESK, PHONE, Visitor, nu_errors, served, violations

ITEMS = 2
PAGES = ("index", "check", "practise")
CHECKED = ("23,3,13,45,57", "23,27,w", "x")
PRACTISED = (("arrange-hand", 5), ("score-hands", 4), ("hundred-chart", 1), ("bridge-cards", 1), ("is-prime", 1))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pc.write_site(tmp_path_factory.mktemp("site") / "public", items=ITEMS, seed="test")


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """The address of the site, in a folder of its host as on GitHub Pages."""
    with served(folder.parent) as address:
        yield f"{address}public/"


# --- Check --------------------------------------------------------------------------------------------------------


def lights(page: Page, look: str) -> list[int]:
    return [int(text) for text in page.locator(f".tapped .{look}").all_text_contents()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_typed_cards_are_checked_and_the_chart_shows_the_key_its_family_and_what_does_not_fit(
    visitor: Visitor, site: str, language: str
) -> None:
    page = visitor(f"{site}{language}/check.html")
    page.locator("#cards").fill("23, 27 and 57")
    page.keyboard.press("Enter")
    said = page.locator("#verdict p").all_text_contents()
    told = pc.check_series("23 27 57").explain(language).split("\n")
    assert said == [re.sub("[\u2066-\u2069]", "", line) for line in told]
    assert lights(page, "key") == [23]
    assert lights(page, "misfit") == [57]
    assert lights(page, "family") == sorted((23, *pc.family(23)))
    assert page.url.endswith("?cards=23,27,57")
    page.locator("#cards").fill("23 27 w")
    page.locator("#ask [type=submit]").click()
    assert page.locator("#verdict").get_attribute("class") == "feedback said right"
    page.locator('#lights [data-key="29"]').click()
    assert lights(page, "key") == [29]
    page.reload()
    expect(page.locator("#cards")).to_have_value("23 27 w")
    expect(page.locator("#verdict")).to_have_class(re.compile("right"))


def test_tapped_cards_are_checked_at_once_and_tapped_again_taken_back(visitor: Visitor, site: str) -> None:
    page = visitor(f"{site}en/check.html", viewport=PHONE, has_touch=True)
    for number in (3, 13, 23):
        page.get_by_role("button", name=str(number), exact=True).tap()
    expect(page.locator("#verdict")).to_have_text(
        "This is a valid series. Each of these cards can be its key: 3, 13, 23."
    )
    assert page.locator("#lights button").all_text_contents() == ["Key 3", "Key 13", "Key 23"]
    page.get_by_role("button", name="13", exact=True).tap()
    expect(page.locator("#verdict")).to_contain_text("A series has at least 3 cards, and here are 2.")
    page.locator("#wild").tap()
    expect(page.locator("#cards")).to_have_value("3 23 w")
    page.locator("#least").select_option("4")
    expect(page.locator("#verdict")).to_contain_text("at least 4 cards")
    assert page.url.endswith("?cards=3,23,w&least=4")
    page.locator("#clear").tap()
    expect(page.locator("#verdict")).to_be_empty()
    assert "cards" not in page.url


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("23 banana", "Read 23; not read: banana."),
        ("23 100", "100 is not a card"),
        ("23 3 23", "23 is given twice"),
        ("w " * 11, "11 wild cards are too many"),
        ("<img src=x onerror=alert(1)>", "not read"),
    ],
)
def test_what_cannot_be_read_is_said_and_stays_as_it_was_typed_even_when_a_card_is_tapped(
    visitor: Visitor, site: str, typed: str, said: str
) -> None:
    page = visitor(f"{site}en/check.html")
    page.locator("#cards").fill(typed)
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text(re.compile(re.escape(said), re.IGNORECASE))
    expect(page.locator("#cards")).to_have_value(typed)
    page.get_by_role("button", name="7", exact=True).click()
    expect(page.locator("#cards")).to_have_value(f"{typed} 7")
    assert page.locator("img").count() == 0


def test_keys_alone_tap_the_chart(visitor: Visitor, site: str) -> None:
    page = visitor(f"{site}he/check.html")
    page.locator("#clear").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    for key in ("Enter", "ArrowDown", "Enter", "ArrowRight", "ArrowRight", "Space", "Home", "Space"):
        page.keyboard.press(key)
    expect(page.locator("#cards")).to_have_value("1 13")


# --- Practise -----------------------------------------------------------------------------------------------------


def answer(page: Page, *, right: bool) -> None:
    """Answer an item of is-prime."""
    number = int("".join(re.findall(r"\d", page.locator(".question").inner_text())))
    option, yes = page.locator("label.option"), re.compile("Yes|כן")
    chosen = option.filter(has_text=yes) if pc.is_prime(number) == right else option.filter(has_not_text=yes)
    chosen.click()
    page.locator(".check").click()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_level_rises_after_three_right_ones_and_falls_after_two_wrong_ones(
    visitor: Visitor, site: str, language: str
) -> None:
    page = visitor(f"{site}{language}/practise.html?kind=is-prime&level=2")
    level = page.locator("#level")
    shown = page.locator(".question").inner_text()
    for n in range(3):
        answer(page, right=True)
        expect(page.locator(".exercise")).to_have_class(re.compile("done"))
        expect(level).to_have_value("2" if n < 2 else "3")
        page.locator("#next").click()
        expect(page.locator(".exercise.done")).to_have_count(0)
        expect(page.locator(".question")).to_be_focused()
    assert page.locator(".question").inner_text() != shown
    assert {"en": "On to level 3.", "he": "עולים לרמה 3."}[language] in page.locator("#state").inner_text()
    assert page.url.endswith("?kind=is-prime&level=3")
    answer_wrongly_twice(page)
    expect(level).to_have_value("2")
    page.goto(f"{site}{language}/practise.html")
    expect(page.locator("#kind")).to_have_value("is-prime")
    expect(level).to_have_value("2")


def answer_wrongly_twice(page: Page) -> None:
    for _ in range(2):
        answer(page, right=False)
        expect(page.locator(".feedback")).to_have_class(re.compile("wrong"))
        page.locator("#next").click()
        expect(page.locator(".feedback.wrong")).to_have_count(0)


def test_every_kind_and_level_has_exercises_that_can_be_asked_for(visitor: Visitor, site: str, folder: Path) -> None:
    page = visitor(f"{site}en/practise.html")
    for kind in pc.puzzle_kinds():
        page.locator("#kind").select_option(kind)
        expect(page.locator("#teaches")).to_have_text(pc.puzzle_kinds()[kind].teaches.text())
        expect(page.locator(".exercise .check")).to_be_visible()
    for kind in pc.puzzle_kinds():
        for level in LEVELS:
            for language in LANGUAGES:
                pool = json.loads((folder / "items" / language / f"{kind}.{level}.json").read_text(encoding="utf-8"))
                assert len(pool["items"]) == ITEMS
                assert len({item["id"] for item in pool["items"]}) == ITEMS
                assert all((item["kind"], item["level"]) == (kind, level) for item in pool["items"])


def test_without_a_connection_the_site_goes_on_after_the_first_visit(visitor: Visitor, site: str) -> None:
    page = visitor(f"{site}en/index.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("caches.keys().then((names) => names.length === 1)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto(f"{site}he/check.html?cards=23,3,13")
    expect(page.locator("#verdict")).to_have_class(re.compile("right"))
    page.goto(f"{site}en/practise.html?kind=count-outs&level=5")
    expect(page.locator(".check")).to_be_visible()
    page.goto(site)
    expect(page.locator("h1")).to_be_visible()


def test_practise_says_so_where_an_exercise_cannot_be_fetched(visitor: Visitor, site: str) -> None:
    page = visitor("about:blank", service_workers="block")
    page.route("**/items/**", lambda route: route.fulfill(status=200, body="<html>"))
    page.goto(f"{site}en/practise.html")
    expect(page.get_by_role("alert")).to_contain_text("could not be fetched")
    page.unroute("**/items/**")
    page.locator("#next").click()
    expect(page.locator(".check")).to_be_visible()


# --- The files ----------------------------------------------------------------------------------------------------


def test_nothing_comes_from_elsewhere_and_every_link_leads_to_a_file(visitor: Visitor, site: str, folder: Path) -> None:
    page = visitor("about:blank", service_workers="block")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for language in LANGUAGES:
        for name in PAGES:
            page.goto(f"{site}{language}/{name}.html")
            for link in page.locator("a[href]").evaluate_all("links => links.map((link) => link.href)"):
                assert link.startswith(site), link
                assert (folder / re.split("[?#]", link.removeprefix(site))[0]).is_file(), link
            assert page.locator("[style]").count() == 0
            assert page.evaluate("document.documentElement.dir") == {"en": "ltr", "he": "rtl"}[language]
    assert all(address.startswith((site, "data:")) for address in asked)
    page.goto(f"{site}en/check.html?cards=23,3,13")
    page.get_by_role("link", name="עברית").click()
    expect(page.locator("html")).to_have_attribute("lang", "he")


def test_the_same_seed_gives_the_same_files_and_an_older_site_is_replaced_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def contents(folder: Path) -> dict[str, bytes]:
        return {str(f.relative_to(folder)): f.read_bytes() for f in folder.rglob("*") if f.is_file()}

    first = write_site(tmp_path / "a", items=1, seed="s")
    (tmp_path / "b").mkdir()
    asked = ["site", "-o", str(tmp_path / "b"), "--items", "1", "--lang", "en"]
    assert cli.run([*asked, "--seed", "other"]) == 0
    other = contents(tmp_path / "b")
    (tmp_path / "b" / "left-over.html").write_text("old", encoding="utf-8")
    assert cli.run([*asked, "--seed", "s"]) == 0
    assert contents(first) == contents(tmp_path / "b")
    assert other["items/en/find-key.3.json"] != contents(first)["items/en/find-key.3.json"]
    assert other["offline.js"] != contents(first)["offline.js"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]
    assert capsys.readouterr().out == f"{tmp_path / 'b'}\n" * 2


@pytest.mark.parametrize("what", ["a foreign folder", "a file", "a number of items", "a seed"])
def test_what_cannot_be_written_is_refused_in_one_line_and_nothing_is_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years", encoding="utf-8")
    name, options = {
        "a foreign folder": ("mine", ()),
        "a file": ("mine/thesis.txt", ()),
        "a number of items": ("new", ("--items", "0")),
        "a seed": ("new", ("--seed", "a b")),
    }[what]
    assert cli.run(["site", "-o", str(tmp_path / name), "--lang", "en", *options]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert re.search("holds other files|is a file|1–100|1 to 40 letters", said)
    assert [path.name for path in tmp_path.rglob("*")] == ["mine", "thesis.txt"]
    assert not list(tmp_path.rglob(MARK))


# --- Judges -------------------------------------------------------------------------------------------------------


def states(page: Page, site: str, language: str) -> Iterator[str]:
    here = f"{site}{language}/"
    for address in ("index.html", "check.html", *(f"check.html?cards={cards}" for cards in CHECKED)):
        page.goto(here + address)
        yield address
    for kind, level in PRACTISED:
        page.goto(f"{here}practise.html?kind={kind}&level={level}")
        page.locator(".hint").click()
        yield f"practise {kind}"


DARK: dict[str, Any] = {"viewport": DESK, "color_scheme": "dark"}
LOOKS: list[tuple[str, dict[str, Any]]] = [("en", {"viewport": PHONE}), ("he", DARK)]


@pytest.mark.parametrize(("language", "look"), LOOKS)
def test_everybody_can_use_every_page_on_a_phone_as_on_a_desk(
    visitor: Visitor, site: str, language: str, look: dict[str, Any]
) -> None:
    page = visitor("about:blank", service_workers="block", **look)
    for state in states(page, site, language):
        assert violations(page) == [], state
        for size in (PHONE, DESK):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), state


def test_the_nu_checker_finds_no_error_in_any_page_as_written_and_as_scripts_have_made_it(
    visitor: Visitor, site: str, folder: Path, tmp_path: Path
) -> None:
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.html")}
    pages = {name.replace("/", "-"): path.read_text(encoding="utf-8") for name, path in files.items()}
    page = visitor("about:blank", service_workers="block")
    for language in LANGUAGES:
        for number, _ in enumerate(states(page, site, language)):
            pages[f"{language}-{number}"] = f"<!DOCTYPE html>\n{page.content().partition('>')[2]}"
    assert len(pages) > 20
    assert nu_errors(pages, tmp_path) == []
