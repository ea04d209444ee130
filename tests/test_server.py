"""The server: its processes, the pages it makes, and what it keeps to itself. (In a browser: `test_pages_served`.)"""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import socket
import sys
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as markup
from pypdf import PdfReader
from starlette.requests import ClientDisconnect
from starlette.requests import Request as StarletteRequest
from starlette.testclient import TestClient

import primecards as pc
from primecards import cli
from primecards.game.state import DISCARD, DRAW, view
from primecards.rules.cards import NUMBER_CARDS, Card
from primecards.rules.masks import numbers_in
from primecards.terminal.laying import ways_out
from primecards.web import guard, playing, sheet_form
from primecards.web.api import done
from primecards.web.app import create_app
from primecards.web.play_pages import show_table
from primecards.web.playing import Table
from primecards.web.workers import BusyError, Stopped, Workers, WorkFailed
from primecards.worksheets import engine, printing
from tests.servers import running, start, stop

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&amp; {{ 7 * 7 }}"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(printers=1), raise_server_exceptions=False, follow_redirects=False) as asking:
        yield asking


def text_of(page: str) -> str:
    return " ".join(str(markup.fromstring(page).text_content()).split())


# --- Processes ----------------------------------------------------------------------------------------------------


@pytest.fixture
def workers() -> Iterator[Workers]:
    made = Workers(1, room=1, patience=30)
    yield made
    made.close()


def test_a_job_is_done_elsewhere_and_its_refusal_comes_back(workers: Workers) -> None:
    assert workers.submit(os.getpid).future.result(30) != os.getpid()
    with pytest.raises(pc.OutOfRangeError, match="1–99"):
        workers.submit(pc.Card, 100).future.result(30)


def test_a_job_that_fails_or_loses_its_process_is_told_so_and_the_next_is_done(workers: Workers) -> None:
    with pytest.raises(WorkFailed, match="ZeroDivisionError"):
        workers.submit(divmod, 1, 0).future.result(30)
    with pytest.raises(WorkFailed, match="lost"):
        workers.submit(os._exit, 3).future.result(30)
    assert workers.submit(abs, -1).future.result(30) == 1


def test_a_job_is_stopped_with_its_process_and_the_next_gets_another(workers: Workers) -> None:
    before = workers.submit(os.getpid).future.result(30)
    job = workers.submit(time.sleep, 600)
    while job.process is None:
        time.sleep(0.01)
    job.stop()
    with pytest.raises(Stopped):
        job.future.result(30)
    after = workers.submit(os.getpid).future.result(30)
    assert after != before
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


def test_no_more_jobs_are_taken_than_there_is_room_for_and_a_waiting_one_can_be_stopped(workers: Workers) -> None:
    long, waiting = workers.submit(time.sleep, 600), workers.submit(abs, -1)
    with pytest.raises(BusyError) as busy:
        workers.submit(abs, -2)
    assert busy.value.seconds > 0
    waiting.stop()
    with pytest.raises(Stopped):
        waiting.future.result(30)
    other = workers.submit(abs, -3)
    long.stop()
    assert other.future.result(30) == 3


def test_a_job_that_takes_too_long_is_stopped() -> None:
    impatient = Workers(1, patience=0.2)
    with pytest.raises(BusyError, match="too long"):
        impatient.submit(time.sleep, 600).future.result(30)
    impatient.close()


def test_closing_stops_what_is_under_way(workers: Workers) -> None:
    jobs = [workers.submit(time.sleep, 600), workers.submit(abs, -1)]
    workers.close()
    for job in jobs:
        with pytest.raises(Stopped):
            job.future.result(30)


def test_work_is_stopped_when_nobody_waits_for_it_any_more(workers: Workers) -> None:
    class Leaving:
        async def receive(self) -> dict[str, str]:
            while workers._waiting or not workers._under_way:
                await asyncio.sleep(0.01)
            return {"type": "http.disconnect"}

    before = workers.submit(os.getpid).future.result(30)
    with pytest.raises(ClientDisconnect):
        asyncio.run(done(Leaving(), workers, time.sleep, 600))  # type: ignore[arg-type]
    assert workers.submit(os.getpid).future.result(30) != before


# --- The server as a process --------------------------------------------------------------------------------------

SLOW = {"kind": ["find-key", "take-or-draw"], "level": ["3", "5"], "count": ["25", "20"], "seed": "a"}  # takes seconds
TINY = {"kind": "is-prime", "level": "1", "count": "1", "seed": "a"}


def until_printed(address: str, settings: dict[str, Any]) -> bytes:
    while (answer := httpx2.get(f"{address}sheet.pdf", params=settings, timeout=200)).status_code == 503:
        time.sleep(0.05)
    return answer.content


def test_checks_are_answered_while_a_file_is_printed_one_too_many_is_sent_away_and_who_leaves_stops_the_work() -> None:
    with (
        running("--printers", "1") as address,
        ThreadPoolExecutor(1) as other,
        httpx2.Client(base_url=address, timeout=200) as client,
    ):
        printed = other.submit(until_printed, address, SLOW)
        while (refused := client.get("sheet.pdf", params=TINY)).status_code == 200:
            time.sleep(0.3)  # until the other one is being printed
        for number in range(200):
            answer = client.post("api/v1/check", json={"cards": [23, 3, 24 + number % 7]})
            assert answer.status_code == 200
        assert not printed.done()
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) > 0
        assert "The server is busy" in text_of(refused.text)
        assert printed.result().startswith(b"%PDF")
        # Whoever leaves makes room: a small file is printed long before the large one would have been.
        with pytest.raises(httpx2.ReadTimeout):
            httpx2.get(f"{address}sheet.pdf", params=SLOW, timeout=1.5)
        assert until_printed(address, TINY).startswith(b"%PDF")


def left_of(group: int) -> list[str]:
    """The processes of a group that live."""
    stats = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            stats.append(path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split())
    return [state for state, _, of, *_ in stats if int(of) == group and state not in "ZX"]


def test_ctrl_c_ends_the_server_and_all_its_processes_without_a_word() -> None:
    process, address = start()
    assert httpx2.get(f"{address}api/v1/solve", params={"cards": "3 13 23"}, timeout=60).status_code == 200
    assert len(left_of(process.pid)) > 4
    assert stop(process) == (0, "", "")
    until = time.monotonic() + 30
    while left_of(process.pid):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_port_that_is_taken_or_an_address_that_is_not_here_is_refused_in_a_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert cli.run(["serve", "--port", str(port), "--lang", "en"]) == 2
        told = capsys.readouterr()
        assert told.err.startswith(f"primecards: The server cannot listen at 127.0.0.1:{port}: Address already in use.")
        assert (told.out, told.err.count("\n")) == ("", 1)
    for host in ("no such host", "x" * 300):
        assert cli.run(["serve", "--host", host, "--port", "0", "--lang", "en"]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert cli.run(["serve", "--port", "70000", "--lang", "en"]) == 2
    assert "0–65535" in capsys.readouterr().err


def test_without_the_libraries_of_the_server_a_line_says_how_to_get_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert cli.run(["serve", "--lang", "en"]) == 2
    assert capsys.readouterr().err == (
        "primecards: The server needs Starlette and Uvicorn: pip install 'primecards[web]'\n"
    )


def test_a_head_without_end_and_a_request_that_is_none_are_refused(server: str) -> None:
    place = urlsplit(server)
    for said in (b"GET / HTTP/1.1\r\nx: " + b"y" * 100_000, b"GET /" + b"y" * 100_000, b"\x00\x01 nonsense\r\n\r\n"):
        with socket.create_connection((place.hostname, place.port), timeout=30) as line:
            line.sendall(said)
            line.shutdown(socket.SHUT_WR)
            assert line.recv(100).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("most", [30_000, 33_000, 64_000, 65_536])
def test_a_body_of_up_to_64_kb_is_read_in_however_many_pieces_it_comes(server: str, most: int) -> None:
    body = b'{"cards": "23 3 13"}'.rjust(most)
    place = urlsplit(server)
    with closing(HTTPConnection(place.hostname or "", place.port, timeout=30)) as line:
        for size in (most, most // 2 + 1, most // 50):
            pieces = (body[start : start + size] for start in range(0, most, size))
            line.request("POST", "/api/v1/check", pieces, {"content-length": str(most)})
            answer = line.getresponse()
            assert (answer.status, json.loads(answer.read())["ok"]) == (200, True)


# --- Nothing from elsewhere ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "http://127.0.0.1:1/x.png",
        "https://example.org/x.css",
        "ftp://example.org/x",
        f"{printing.template_dir().as_uri()}/../pyproject.toml",
        f"{printing.template_dir().as_uri()}/%2e%2e/pyproject.toml",
    ],
)
def test_printing_opens_no_file_and_no_address_but_our_own(url: str) -> None:
    for page in (
        f'<img src="{url}" alt="">',
        f'<style>@import "{url}";</style>',
        f'<link rel="stylesheet" href="{url}">',
    ):
        with pytest.raises(pc.PrintingError, match="only files in the template folders"):
            engine.write_pdf(f'<html lang="en"><title>x</title>{page}', [printing.template_dir()], from_right=False)


ROWS = {"kind": "find-key", "level": "3", "count": "2", "seed": "a"}


def test_what_is_typed_reaches_paper_and_pages_as_letters_and_nothing_else(client: TestClient) -> None:
    shown = client.get("/preview", params={**ROWS, "title": HOSTILE, "school": HOSTILE}).text
    assert HOSTILE in text_of(shown)
    assert "<script" not in shown
    assert set(re.findall(r'(?:src|href)="(.{5})', shown)) <= {"data:"}
    policy = client.get("/preview", params=ROWS).headers["content-security-policy"]
    assert "script-src" not in policy
    assert "unsafe" not in policy
    form = client.get("/sheet", params={**ROWS, "title": HOSTILE})
    (title,) = markup.fromstring(form.text).xpath('//input[@name="title"]/@value')
    assert title == HOSTILE
    paper = client.get("/sheet.pdf", params={**ROWS, "title": HOSTILE})
    assert "<script>alert(1)</script>" in PdfReader(io.BytesIO(paper.content)).pages[0].extract_text().replace("\n", "")


def test_pages_are_guarded_and_no_page_needs_a_script_or_a_style_of_its_own(client: TestClient) -> None:
    for path in ("/", "/check", "/practise", "/sheet", "/play", "/api", "/nothing"):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert policy == guard.PAGE_POLICY
        assert "unsafe" not in policy
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        page = markup.fromstring(answer.text)
        assert not page.xpath(
            "//style | //script[not(@src) and not(@type='application/json')] | //*[@style] | //*[@onclick]"
        )
        for address in page.xpath("//@src | //link/@href"):
            assert address.startswith(("assets/", "preview?", "data:,")), address


# --- Every page ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/check", "/practise", "/sheet", "/play", "/api"])
def test_every_page_is_in_the_language_asked_for_and_leads_to_the_other(client: TestClient, path: str) -> None:
    for language, direction, other in (("en", "ltr", "he"), ("he", "rtl", "en")):
        by_query = client.get(path, params={"lang": language})
        by_browser = client.get(path, headers={"accept-language": f"{language};q=0.9"})
        for answer in (by_query, by_browser):
            assert answer.status_code == 200
            assert answer.headers["content-language"] == language
            page = markup.fromstring(answer.text)
            assert (page.get("lang"), page.get("dir")) == (language, direction)
            (switch,) = page.xpath(f'//a[@hreflang="{other}"]/@href')
            assert f"lang={other}" in switch
        assert bool(re.search("[א-ת]{2}", text_of(by_query.text).replace("עברית", ""))) == (language == "he")


def test_what_is_not_there_is_told_on_a_page_in_the_readers_language(client: TestClient) -> None:
    missing = client.get("/nothing/at/all", headers={"accept-language": "he"})
    assert missing.status_code == 404
    assert "אין דבר בכתובת הזאת." in text_of(missing.text)
    (home,) = markup.fromstring(missing.text).xpath('//a[@class="home"]/@href')
    assert home.startswith("../../")
    assert client.post("/sheet").status_code == 405
    assert client.get("/assets/../app.py").status_code == 404
    assert client.get("/assets/page.html").status_code == 404
    assert client.get("/sheet?title=" + "x" * 9_000).status_code == 414
    assert client.post("/play", content=b"x" * 70_000).status_code == 413


def test_files_of_pages_are_sent_once(client: TestClient) -> None:
    first = client.get("/assets/pages.css")
    assert first.headers["content-type"] == "text/css; charset=utf-8"
    again = client.get("/assets/pages.css", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


# --- Make a sheet -------------------------------------------------------------------------------------------------

typed = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
some_rows = st.lists(st.tuples(typed, typed, typed), max_size=4)


@given(some_rows, st.dictionaries(st.sampled_from(sorted(sheet_form.fields())), typed, max_size=5))
@settings(max_examples=200, deadline=None)
def test_a_form_keeps_all_that_was_typed_and_its_query_brings_it_back(
    rows: list[tuple[str, str, str]], given_fields: dict[str, str]
) -> None:
    pairs = [pair for row in rows for pair in zip(("kind", "level", "count"), row, strict=True)]
    form = sheet_form.read_form([*pairs, *given_fields.items()], "en")
    assert [(row.kind, row.level, row.count) for row in form.rows] == rows
    for name, value in given_fields.items():
        assert form.typed[name] == value or (name == "seed" and not value)
    again = sheet_form.read_form(parse_qsl(form.query, keep_blank_values=True), "en")
    assert (again.rows, again.problems) == (form.rows, form.problems)
    assert {name: value for name, value in again.typed.items() if value} == {
        name: value for name, value in form.typed.items() if value
    }


def test_what_cannot_be_used_is_told_beside_its_field_and_kept(client: TestClient) -> None:
    bad = {
        **ROWS,
        "level": "9",
        "count": "1000000000",
        "per_page": "many",
        "paper": "a5",
        "seed": "a b",
        "title": "Primes",
    }
    answer = client.get("/sheet", params=bad)
    assert answer.status_code == 200
    page = markup.fromstring(answer.text)
    for name, allowed in (("per_page", "1–50"), ("paper", "a4, letter"), ("seed", "letters, digits")):
        (why,) = page.xpath(f'//*[@id="why-{name}"]')
        assert allowed in why.text_content()
        (field,) = page.xpath(f'//*[@name="{name}"]')
        assert field.get("aria-describedby") == f"why-{name}"
        assert field.get("aria-invalid") == "true"
    (row,) = page.xpath('//*[@id="row-0"]')
    assert "1–5" in row.text_content()
    assert "1–100" in row.text_content()
    kept = {field.get("name"): field.get("value") for field in page.xpath('//input[@type="text"]')}
    assert (kept["count"], kept["per_page"], kept["seed"], kept["title"]) == ("1000000000", "many", "a b", "Primes")
    assert page.xpath('//select[@name="paper"]/option[@selected]/@value') == ["a5"]
    downloaded = client.get("/sheet.pdf", params=bad)
    assert downloaded.status_code == 400
    assert "1–50" in downloaded.text


@pytest.mark.parametrize(
    ("settings", "place", "why"),
    [
        ({"kind": "hundred-chart", "count": "30"}, "//*[@role='alert']", "no more than 21"),
        ({"kind": "is-prime", "helpers": "primes"}, "//*[@id='why-helpers']", "would tell the answers"),
        ({"count": "60", "forms": "2"}, "//*[@role='alert']", "1–100"),
    ],
)
def test_a_sheet_that_cannot_be_made_is_told_why(
    client: TestClient, settings: dict[str, str], place: str, why: str
) -> None:
    answer = client.get("/sheet", params={**ROWS, **settings})
    assert client.get("/sheet.pdf", params={**ROWS, **settings}).status_code == 400
    assert why in markup.fromstring(answer.text).xpath(place)[0].text_content()


def test_buttons_change_the_form_and_keep_the_rest(client: TestClient) -> None:
    def after(do: str, **more: str) -> list[tuple[str, str]]:
        answer = client.get("/sheet", params={**ROWS, "title": "Primes", "lang": "he", "do": do, **more})
        assert answer.status_code == 303
        place = urlsplit(answer.headers["location"])
        assert (place.netloc, place.path) == ("", "sheet")
        return parse_qsl(place.query)

    assert after("add").count(("kind", "find-key")) == 2
    assert not [name for name, _ in after("remove-0") if name == "kind"]
    assert dict(after("fresh"))["seed"] != "a"
    review = after("preset", preset="review")
    assert [value for name, value in review if name == "kind"][:2] == ["digit-match", "is-prime"]
    for pairs in (after("add"), review):
        assert {("title", "Primes"), ("lang", "he"), ("seed", "a")} <= set(pairs)
    assert "There is no button explode." in text_of(client.get("/sheet", params={**ROWS, "do": "explode"}).text)


def test_downloads_are_the_sheet_and_its_parts(client: TestClient) -> None:
    def got(kind: str, **more: str) -> tuple[str, bytes]:
        answer = client.get(f"/sheet{kind}", params={**ROWS, "title": "ראשוניים", "language": "he", **more})
        assert answer.status_code == 200
        return answer.headers["content-disposition"], answer.content

    name, paper = got(".pdf")
    assert name == "attachment; filename*=UTF-8''%D7%A8%D7%90%D7%A9%D7%95%D7%A0%D7%99%D7%99%D7%9D.pdf"
    code = "find-key.3x2#a"
    made = pc.Worksheet.from_code(code, language="he", title="ראשוניים")
    assert paper == printing.to_pdf(made)
    assert got(".pdf", part="answers")[1] == printing.to_pdf(made, part="answers")
    assert got(".html", part="pupil")[1].decode() == printing.to_html(made, part="pupil")
    assert zipfile.ZipFile(io.BytesIO(got(".docx")[1])).namelist()
    name, forms = got(".html", forms="2")
    assert name.endswith(".zip")
    assert zipfile.ZipFile(io.BytesIO(forms)).namelist() == ["ראשוניים A.html", "ראשוניים B.html"]
    assert code in text_of(client.get("/sheet", params=ROWS).text)


# --- Play ---------------------------------------------------------------------------------------------------------


def seat(client: TestClient, **settings: str) -> str:
    usual = {"player-1": "rule-of-thumb", "rules": "basic", "wilds": "4", "name": ""}
    answer = client.post("/play?lang=en", data={**usual, **settings})
    assert answer.status_code == 303, answer.text
    return "/" + answer.headers["location"]


class Player:
    """Plays at a table as a browser without scripts does, and keeps all that it is sent."""

    def __init__(self, client: TestClient, address: str) -> None:
        self._client, self._address = client, address
        self.seen: list[str] = []
        self.look()

    def look(self) -> None:
        answer = self._client.get(self._address)
        assert answer.status_code == 200
        self.seen += [answer.text, str(answer.headers)]
        self.page = markup.fromstring(answer.text)
        self.text = text_of(answer.text)

    def do(self, do: str, **given: str) -> None:
        moves = self.page.xpath('//input[@name="move"]/@value')
        answer = self._client.post(self._address, data={"move": moves[0], "do": do, **given})
        assert answer.status_code == 303
        self.seen.append(str(answer.headers))
        self.look()

    @property
    def said(self) -> str:
        (said,) = self.page.xpath('//*[@id="said"]')
        return " ".join(said.text_content().split())

    @property
    def over(self) -> bool:
        return bool(self.page.xpath('//*[@id="record"]'))

    @property
    def hand(self) -> list[str]:
        return [str(value) for value in self.page.xpath('//button[@name="card"]/@value')]


def test_a_game_is_played_to_its_end_by_forms_alone_and_its_record_can_be_played_again(client: TestClient) -> None:
    player = Player(client, seat(client, **{"player-2": "random", "player-3": "expert"}))
    for _ in range(200):
        if player.over:
            break
        player.do("draw")
        player.do("find")
        if player.page.xpath('//button[@value="out"]'):
            player.do("out")
        else:
            player.do("discard", card=player.hand[-1])
    assert player.over
    (record,) = player.page.xpath('//*[@id="record"]')
    played = pc.GameRecord.from_text(record.text)
    assert played.rules.players == 4
    assert played.final_state().over


def shown(table: Table) -> str:
    scope = {"type": "http", "method": "GET", "path": "/play/x", "query_string": b"", "headers": [], "server": ("x", 1)}
    return bytes(show_table(StarletteRequest(scope), table).body).decode()


def with_others_hidden(table: Table, rng: Random) -> Table:
    """The same game to its player, with another seed and the cards that the player has never seen dealt otherwise."""
    states = table.sitting.states
    seen = {card for state in states for card in (*state.hand(0), *state.discards)}
    hidden = [card for card in NUMBER_CARDS if card not in seen]
    changed = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def other_hand(numbers: int, wilds: int) -> tuple[int, int]:
        return sum(1 << changed.get(Card(n), n) for n in numbers_in(numbers)), wilds

    others = [
        replace(
            state,
            seed="other",
            stock=tuple(changed.get(card, card) for card in state.stock),
            hands=(state.hands[0], *(other_hand(*hand) for hand in state.hands[1:])),
        )
        for state in states
    ]
    return replace(table, sitting=replace(table.sitting, seed="other", states=tuple(others)))


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_a_player_is_told_nothing_of_the_seed_and_of_hidden_cards(rules: str) -> None:
    table = playing.new_table(["expert", "rule-of-thumb"], rules, 4, "Noa")
    rng = Random(0)
    for action in ("hint", "hint", "draw", "hint", "hint", "find", "sort", "discard") * 3:
        hand = table.sitting.state.hand(0)
        given = {"card": str(hand[0])}
        table = playing.act(table, action, given)
        if table.sitting.state.over:
            return
        page = shown(table)
        other = with_others_hidden(table, rng)
        assert other.sitting.state.hands[1:] != table.sitting.state.hands[1:]
        assert shown(other) == page
        assert table.sitting.seed not in page
        for asked in ("hint", "find"):
            assert shown(playing.act(other, asked, {})) == shown(playing.act(table, asked, {}))


def test_a_false_claim_is_told_every_fault_and_what_was_laid_is_kept(client: TestClient) -> None:
    player = Player(client, seat(client, wilds="0"))
    player.do("draw")
    hand = player.hand
    laid = {f"card-{place}": "1" if place < 4 else "2" if place < 7 else "d" for place in range(8)}
    player.do("lay", **laid)
    if player.over:
        return
    assert player.said.startswith("That is not going out, and the game goes on:")
    assert "In " in player.said
    assert player.hand == hand
    kept = {
        select.get("name"): select.xpath("option[@selected]/@value")[0]
        for select in player.page.xpath("//select[@name]")
    }
    assert kept == laid
    player.do("lay", **{"card-0": "1", "card-1": "d", "card-2": "d"})
    assert "One card has to be left over" in player.said
    player.do("lay")
    assert "Say for each card in which series it lies" in player.said


def test_hints_say_first_what_to_look_for_and_then_the_move_and_undo_takes_a_move_back(client: TestClient) -> None:
    player = Player(client, seat(client))
    player.do("hint")
    assert "Ask for a hint again to be told the move." in player.said
    player.do("hint")
    assert re.search("draw from the stock|take it", player.said)
    player.do("undo")
    assert player.said == "There is nothing to take back."
    player.do("draw")
    assert "from the stock" in player.said
    first = player.hand
    player.do("undo")
    assert player.said == "Your last decision has been taken back."
    player.do("draw")
    assert player.hand == first


def test_who_discards_a_card_with_which_to_go_out_is_asked_first() -> None:
    table = playing.new_table(["rule-of-thumb"], "basic", 10)
    while not (ways := ways_out(view(table.sitting.state)) if table.sitting.state.phase == DISCARD else ()):
        do = {DRAW: ("draw", {}), DISCARD: ("discard", {"card": str(view(table.sitting.state).hand[0])})}
        table = playing.act(table, *do[table.sitting.state.phase])
        if table.sitting.state.over:
            table = playing.new_table(["rule-of-thumb"], "basic", 10)
    card = str(ways[0].card)
    asked = playing.act(table, "discard", {"card": card})
    assert asked.found is not None
    assert str(asked.found.card) == card
    assert asked.move == table.move
    assert asked.said[0].text("en") == (f"You can go out: discard {card}.")
    assert playing.act(asked, "out", {}).sitting.state.winner == 0
    insisted = playing.act(asked, "discard", {"card": card})
    assert insisted.move > table.move
    assert insisted.sitting.state.winner != 0
    hinted = playing.act(playing.act(table, "hint", {}), "hint", {})
    assert hinted.found is not None
    assert hinted.said[0].text("en").startswith("You can go out: discard ")


def test_a_form_that_was_made_before_the_last_move_does_nothing(client: TestClient) -> None:
    player = Player(client, seat(client))
    player.do("draw")
    hand = player.hand
    player._client.post(player._address, data={"move": "0", "do": "draw"})
    player._client.post(player._address, data={"move": "1", "do": "nonsense"})
    player._client.post(player._address, data={"move": "1", "do": "discard", "card": "3 5"})
    player.look()
    assert player.hand == hand
    assert player.said == "Choose one card to discard."


def test_settings_that_cannot_be_played_are_told_and_kept(client: TestClient) -> None:
    many = {f"player-{number}": "random" for number in range(1, 6)}
    for changed, place, why in (
        ({**many, "rules": "advanced"}, "players", "2–4"),
        ({"wilds": "99"}, "wilds", "0–10"),
        ({"rules": "mine"}, "rules", "basic, advanced"),
        ({"name": "x" * 50}, "name", "at most 20"),
        ({"player-1": "nemo"}, "name", "rule-of-thumb"),
    ):
        usual = {"player-1": "random", "rules": "basic", "wilds": "4", "name": "Noa"}
        answer = client.post("/play?lang=en", data={**usual, **changed})
        assert answer.status_code == 400
        page = markup.fromstring(answer.text)
        assert why in page.xpath(f'//*[@id="why-{place}"]')[0].text_content()
        assert page.xpath('//input[@name="name"]/@value') == [changed.get("name", "Noa")]


def test_tables_are_kept_for_a_while_and_only_so_many() -> None:
    now = [0.0]
    tables = playing.Tables(most=2, kept=100, clock=lambda: now[0])
    table = playing.new_table(["random"], "basic", 0)
    first, second = tables.add(table), tables.add(table)
    assert len(first) >= 20
    assert first != second
    tables.put(first, table)
    third = tables.add(table)
    assert [name for name in (first, second, third) if tables.get(name)] == [first, third]
    now[0] = 101
    assert tables.get(first) is None
    fourth = tables.add(table)
    assert tables.get(fourth) is table
    assert len(tables._tables) == 1


def test_a_table_that_is_not_there_and_a_form_from_another_site_are_refused(client: TestClient) -> None:
    assert client.get("/play/nothing").status_code == 404
    assert client.post("/play/nothing", data={"do": "draw"}).status_code == 404
    foreign = client.post("/play", data={"wilds": "4", "rules": "basic"}, headers={"sec-fetch-site": "cross-site"})
    assert foreign.status_code == 403
    assert client.post("/play", content=b"%ff=%ff").status_code == 400
