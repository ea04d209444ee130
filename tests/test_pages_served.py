"""The pages of the server in a real browser: a teacher prints, a pupil plays, and everybody can use every page."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import httpx2
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

import primecards as pc
from tests.browser import PHONE, Visitor, nu_errors, violations

HOSTILE = '<img src=x onerror="alert(1)"><b>Primes</b> & "co"'
LANGUAGES = ("en", "he")


def fits(page: Page) -> bool:
    """Whether nothing sticks out at the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


# --- A teacher ----------------------------------------------------------------------------------------------------


def test_a_teacher_sets_a_sheet_sees_it_downloads_it_and_the_link_brings_it_back(
    server: str, visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor(f"{server}sheet?lang=en", accept_downloads=True)
    page.get_by_role("button", name="Remove row 2").click()
    page.get_by_label("Kind").select_option("arrange-hand")
    page.get_by_label("Level").fill("2")
    page.get_by_label("Number of exercises").fill("3")
    page.get_by_label("Heading").first.fill("Primes on Tuesday")
    page.get_by_label("Look").select_option("large-print")
    page.get_by_label("Seed").fill("k7f2q9")
    code = "arrange-hand.2x3#k7f2q9"
    expect(page.locator(".code")).to_have_text(code)  # without a button pressed
    shown = page.frame_locator("iframe")
    expect(shown.get_by_role("heading", name="Primes on Tuesday").first).to_be_visible()
    expect(shown.locator("body")).to_contain_text(code)
    with page.expect_download() as got:
        page.get_by_role("button", name="PDF with answer key").click()
    assert got.value.suggested_filename == "Primes on Tuesday.pdf"
    got.value.save_as(tmp_path / "sheet.pdf")
    reader = PdfReader(tmp_path / "sheet.pdf")
    words = " ".join(page.extract_text() for page in reader.pages)
    assert reader.metadata is not None
    assert reader.metadata.title == "Primes on Tuesday"
    assert code in words
    assert "Answer key" in words
    with page.expect_download() as got:
        page.get_by_role("button", name="PDF for pupils").click()
    assert "Answer key" not in "".join(p.extract_text() for p in PdfReader(got.value.path()).pages)
    link = page.get_by_label("This link brings these settings back:").input_value()
    assert dict(parse_qsl(urlsplit(page.url).query))["seed"] == "k7f2q9"
    again = visitor(link)
    expect(again.locator(".code")).to_have_text(code)
    assert again.get_by_label("Heading").first.input_value() == "Primes on Tuesday"
    assert again.get_by_label("Look").input_value() == "large-print"
    assert again.get_by_label("Kind").input_value() == "arrange-hand"


def test_a_teacher_without_scripts_gets_the_same_by_buttons(server: str, visitor: Visitor) -> None:
    page = visitor(f"{server}sheet?lang=he", java_script_enabled=False)
    page.locator("#preset").select_option("review")
    page.locator('button[value="preset"]').click()
    expect(page.locator(".code")).to_contain_text("+interleave#")
    page.locator('button[value="add"]').click()
    expect(page.locator(".row")).to_have_count(8)
    page.locator("#per_page").fill("x")
    page.locator("button.first").first.click()
    expect(page.locator("#why-per_page")).to_contain_text("1–50")
    assert page.locator("#per_page").input_value() == "x"
    expect(page.locator(".row")).to_have_count(8)


def test_problems_come_and_go_beside_their_fields_while_a_teacher_types(server: str, visitor: Visitor) -> None:
    page = visitor(f"{server}sheet?lang=en")
    page.get_by_label("Most exercises on a page").fill("99")
    expect(page.locator("#why-per_page")).to_contain_text("1–50")
    expect(page.get_by_label("Most exercises on a page")).to_have_attribute("aria-describedby", "why-per_page")
    page.get_by_label("Level").first.fill("9")
    expect(page.locator("#row-0")).to_contain_text("1–5")
    page.get_by_label("Level").first.fill("3")
    page.get_by_label("Most exercises on a page").fill("4")
    expect(page.locator(".problem")).to_have_count(0)
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    expect(page.locator(".code")).to_contain_text("find-key.3x4")


def test_markup_in_titles_and_names_is_shown_as_it_was_typed(server: str, visitor: Visitor) -> None:
    page = visitor(f"{server}sheet?lang=en")
    alerts: list[str] = []
    page.on("dialog", lambda dialog: alerts.append(dialog.message))
    page.get_by_label("Heading").first.fill(HOSTILE)
    heading = page.frame_locator("iframe").get_by_role("heading", level=1).first
    expect(heading).to_contain_text(HOSTILE)
    page.reload()
    assert page.get_by_label("Heading").first.input_value() == HOSTILE
    table = visitor(f"{server}play?lang=en")
    table.get_by_label("Your name").fill("<b>Noa</b>")
    table.get_by_role("button", name="Deal the cards").click()
    table.get_by_role("button", name="Draw from the stock").click()
    table.get_by_text("The game so far").click()
    expect(table.locator("main")).to_contain_text("The table")
    assert not table.locator("main b", has_text=re.compile("^Noa$")).count()
    assert not alerts


def test_an_interactive_sheet_is_downloaded_and_works_from_the_disk(
    server: str, visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor(f"{server}sheet?lang=en&kind=find-key&level=1&count=2&seed=a", accept_downloads=True)
    with page.expect_download() as got:
        page.get_by_role("button", name="Interactive").click()
    got.value.save_as(tmp_path / "sheet.html")
    sheet = visitor((tmp_path / "sheet.html").as_uri())
    expect(sheet.locator("article")).to_have_count(2)


# --- A pupil ------------------------------------------------------------------------------------------------------


def test_a_pupil_plays_by_keyboard_alone(server: str, visitor: Visitor) -> None:
    page = visitor(f"{server}play?lang=en")
    page.get_by_role("button", name="Deal the cards").press("Enter")
    page.wait_for_url("**/play/*")
    page.get_by_role("button", name="Hint").press("Enter")
    expect(page.locator("#said")).to_be_focused()
    expect(page.locator("#said")).to_contain_text("Ask for a hint again")
    page.get_by_role("button", name="Draw from the stock").press("Enter")
    expect(page.locator("#said")).to_contain_text("from the stock")
    expect(page.get_by_role("button", name="Discard")).to_have_count(8)
    selects = page.locator(".lay select")
    for place in range(8):
        selects.nth(place).select_option("1" if place < 4 else "2" if place < 7 else "d")
    page.get_by_role("button", name="Lay them down and go out").press("Enter")
    expect(page.locator("#said")).to_be_focused()
    if page.locator("#record").count() == 0:
        expect(page.locator("#said")).to_contain_text("That is not going out, and the game goes on:")
        assert selects.nth(7).input_value() == "d"
        page.get_by_role("button", name="Discard").first.press("Enter")
        expect(page.get_by_role("button", name="Draw from the stock")).to_be_visible()


def test_a_pupil_plays_to_the_end_and_copies_the_record(server: str, visitor: Visitor) -> None:
    page = visitor(f"{server}play?lang=en")
    page.get_by_label("Player 1 of the computer's").select_option("expert")
    page.get_by_role("button", name="Deal the cards").click()
    for _ in range(110):
        page.wait_for_load_state()
        if page.locator("#record").count():
            break
        page.get_by_role("button", name="Draw from the stock").click()
        page.wait_for_load_state()
        page.get_by_role("button", name="Find the series for me").click()
        page.wait_for_load_state()
        if page.locator('button[value="out"]').count():
            page.locator('button[value="out"]').click()
        else:
            page.get_by_role("button", name="Discard").last.click()
    page.get_by_role("button", name="Copy the record").click()
    expect(page.locator("#copied")).to_have_text("Copied.")
    assert pc.GameRecord.from_text(page.locator("#record").input_value()).final_state().over


def test_a_pupil_checks_cards_and_practises_on_the_pages_of_the_server(server: str, visitor: Visitor) -> None:
    page = visitor(f"{server}check?lang=en")
    page.locator("#cards").fill("23 27 57")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#verdict")).to_contain_text("57 does not fit key 23")
    practise = visitor(f"{server}practise?lang=he&kind=is-prime&level=2")
    expect(practise.locator("#exercise article")).to_have_count(1)
    practise.locator("#next").click()
    expect(practise.locator("#exercise article")).to_have_count(1)


# --- Everybody ----------------------------------------------------------------------------------------------------

STATES = {
    "home": "?lang={}",
    "sheet": "sheet?lang={}",
    "sheet with problems": "sheet?lang={}&kind=nothing&level=x&count=0&per_page=x&style=y&seed=a%20b&preset=z",
    "play": "play?lang={}",
    "api": "api?lang={}",
    "check": "check?lang={}",
    "practise": "practise?lang={}&kind=arrange-hand&level=2",
    "nothing": "nothing/at/all?lang={}",
}


def table_states(client: httpx2.Client, language: str) -> dict[str, str]:
    """Addresses of tables in every state: dealt, drawn, a hint, a false claim, over."""

    def sit(**settings: str) -> str:
        usual = {"player-1": "random", "player-2": "expert", "rules": "basic", "wilds": "4", "name": ""}
        return str(client.post(f"play?lang={language}", data={**usual, **settings}).headers["location"])

    def do(address: str, action: str, **given: str) -> str:
        page = client.get(address).text
        move = re.search(r'name="move" value="(\d+)"', page)
        if move:
            client.post(address, data={"move": move[1], "do": action, **given})
        return page

    dealt, drawn, claimed, over = sit(), sit(rules="advanced", **{"player-2": "nobody"}), sit(), sit(wilds="10")
    for address, actions in ((drawn, ("draw", "hint", "sort")), (claimed, ("draw", "lay"))):
        for action in actions:
            do(address, action, **{"card-0": "1", "card-1": "1", "card-2": "d"})
    while True:
        page = do(over, "draw")
        if 'id="record"' in page:
            break
        page = do(over, "out")
        card = re.search(r'name="card" value="(\w+)"', client.get(over).text)
        if card:
            do(over, "discard", card=card[1])
    return {"dealt": dealt, "drawn": drawn, "claimed": claimed, "over": over}


def test_everybody_can_use_every_page_in_every_state(server: str, chromium: Browser, tmp_path: Path) -> None:
    found: dict[str, list[str]] = {}
    pages: dict[str, str] = {}
    context = chromium.new_context(viewport=PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    with httpx2.Client(base_url=server, timeout=60) as client:
        for language in LANGUAGES:
            addresses = {name: address.format(language) for name, address in STATES.items()}
            addresses |= table_states(client, language)
            for state, address in addresses.items():
                name = f"{state}-{language}".replace(" ", "-")
                pages[name] = client.get(address).text
                page.goto(server + address)
                found[name] = violations(page)
                assert page.evaluate("document.documentElement.dir") == ("rtl" if language == "he" else "ltr")
                assert fits(page), name
    context.close()
    assert not {name: problems for name, problems in found.items() if problems}
    assert nu_errors(pages, tmp_path) == []


def test_what_was_typed_to_be_checked_is_there_in_the_other_language_too(server: str, visitor: Visitor) -> None:
    page = visitor(f"{server}check?lang=he")
    page.locator("#cards").fill("47 41 banana")
    page.get_by_role("link", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#cards")).to_have_value("47 41 banana")
    expect(page.locator("#verdict")).to_contain_text("banana")
    page.locator("#cards").fill("")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#verdict")).to_have_text("Type or tap some cards first.")


def test_a_page_of_another_site_may_ask_the_api_by_post(server: str, visitor: Visitor, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.html").write_text("<!DOCTYPE html><title>elsewhere</title>", encoding="utf-8")
    page = visitor((tmp_path / "elsewhere.html").as_uri())
    ask = """async (address) => {
        const headers = { "content-type": "application/json" };
        const answer = await fetch(address, { method: "POST", headers, body: '{"cards": "23 3 13"}' });
        return (await answer.json()).keys;
    }"""
    assert page.evaluate(ask, f"{server}api/v1/check") == [3, 13, 23]
