"""`primecards example`: a page, items, a whole game, and everything again from the code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import docx
import pytest
from pypdf import PdfReader

import primecards as pc
from primecards import cli
from primecards.game.moments import MOMENTS
from tests.test_items import SCHEMA


def said(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0, lang: str = "en") -> str:
    assert cli.run(["example", *arguments, "--lang", lang]) == status
    read = capsys.readouterr()
    return read.err if status else read.out


@pytest.mark.parametrize("kind", MOMENTS)
@pytest.mark.parametrize("lang", ["en", "he"])
def test_an_example_is_found_by_its_seed_and_again_by_its_code(
    kind: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first = said(capsys, "--kind", kind, "--seed", "k7f2q9", lang=lang)
    code, _, *lines = first.splitlines()
    assert code.startswith(f"{kind}#game.")
    assert said(capsys, code, lang=lang) == first
    steps = [line for line in lines if line[:1].isdigit()]
    assert len(steps) >= 4
    assert [line.partition(".")[0] for line in steps] == [str(place) for place in range(1, len(steps) + 1)]


def test_the_json_has_the_position_the_steps_the_result_and_a_record_that_replays(
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = json.loads(said(capsys, "--kind", "winning-draw", "--seed", "k7f2q9", "--json"))
    record = pc.GameRecord.from_dict(data["record"])
    state = list(pc.replay(record))[data["event"]]
    assert data["cards"] == [int(card) or "w" for card in state.hand(data["player"])]
    assert data["discard"] in data["cards"]
    assert data["steps"][-1]["text"] == f"So discard {data['discard']}: all the other cards are laid."
    assert record.final_state().winner == data["player"]


def test_the_items_are_valid_and_carry_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    items = json.loads(said(capsys, "--kind", "winning-draw", "--seed", "b2", "--as-items"))
    assert items
    for data in items:
        assert SCHEMA.is_valid(data)
        assert pc.item_from_id(data["id"]).to_dict() == data
        assert data["from_game"]["game"] in data["id"]


def test_a_whole_game_is_told_turn_by_turn_with_its_record(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "--kind", "wild-as-key", "--seed", "k7f2q9", "--game")
    story, _, text = told.partition("\n\n")
    record = pc.GameRecord.from_text(text)
    final = record.final_state()
    lines = story.splitlines()
    assert final.winner is not None
    assert lines[:2] == [
        f"Player {player + 1} is dealt {', '.join('★' if not card else str(int(card)) for card in hand)}."
        for player, hand in enumerate([pc.deal(record.rules, record.seed).hand(player) for player in (0, 1)])
    ]
    draws = [event for event in record.events if isinstance(event, pc.Draw)]
    assert sum(
        (" from the stock." in line and "draws" in line) or "takes the exposed card" in line for line in lines
    ) == len(draws)
    assert not re.search(r"\b(you|your|yours|take it|discard it)\b", story, re.IGNORECASE)  # all is told of the players
    assert sum(f"Player {final.winner + 1} goes out" in line for line in lines) == 1
    data = json.loads(said(capsys, "--kind", "wild-as-key", "--seed", "k7f2q9", "--game", "--json"))
    assert data["told"] == lines
    assert len(said(capsys, "--kind", "wild-as-key", "--seed", "k7f2q9", "--game", lang="he").splitlines()) == len(
        told.splitlines()
    )


@pytest.mark.parametrize("lang", ["en", "he"])
def test_an_example_is_written_as_a_page(lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked, code = ("--kind", "tempting-discard", "--seed", "b2"), ""
    for ending in ("pdf", "html", "md", "json"):
        path = tmp_path / f"example.{ending}"
        code = said(capsys, *asked, "-o", str(path), lang=lang).partition(": ")[2].strip()
        assert path.stat().st_size > 500
        if ending in ("html", "md"):
            assert code in path.read_text(encoding="utf-8")
    assert code in PdfReader(tmp_path / "example.pdf").pages[0].extract_text()


@pytest.mark.parametrize("lang", ["en", "he"])
def test_every_page_tells_the_whole_game_when_it_is_asked_to(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("--kind", "tempting-discard", "--seed", "b2")
    turn = {"en": "Turn", "he": "תור"}[lang]
    for ending in ("pdf", "html", "md", "docx", "json"):
        path = tmp_path / f"example.{ending}"
        said(capsys, *asked, "-o", str(path), lang=lang)
        short = told_in(path)
        said(capsys, *asked, "--game", "-o", str(path), lang=lang)
        whole = told_in(path)
        data = json.loads(said(capsys, *asked, "--json", lang=lang))
        turns = (len(data["record"]["events"]) + 1) // 2
        if ending == "json":
            assert len(json.loads(whole)["told"]) > turns
            assert "told" not in json.loads(short)
            continue
        for number in range(2, turns + 1):  # a PDF in Hebrew has its marks and spaces elsewhere
            assert re.search(rf"{turn}\W*{number}\b", whole), (ending, number)
        assert not re.search(rf"{turn}\W*{turns}\b", short)


def told_in(path: Path) -> str:
    if path.suffix == ".pdf":
        reader = PdfReader(path)
        pages = [page.extract_text() for page in reader.pages]
        if len(pages) > 1 and "page 1 of" in pages[0]:
            assert f"page 1 of {len(pages)}" in pages[0]
        return re.sub(r"[\u2066-\u2069]", "", "\n".join(pages))
    if path.suffix == ".docx":
        return "\n".join(paragraph.text for paragraph in docx.Document(str(path)).paragraphs)
    text = path.read_text(encoding="utf-8")
    return re.sub("<[^>]*>", "", text) if path.suffix == ".html" else text


def test_the_steps_of_a_page_are_numbered_and_its_primes_are_marked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "example.pdf"
    said(capsys, "--kind", "wild-as-key", "--seed", "k7f2q9", "-o", str(path))
    steps = json.loads(said(capsys, "--kind", "wild-as-key", "--seed", "k7f2q9", "--json"))["steps"]
    text = told_in(path)
    for number in range(1, len(steps) + 1):
        assert re.search(rf"^{number}\.", text, re.MULTILINE), number
    said(capsys, "--kind", "wild-as-key", "--seed", "k7f2q9", "-o", str(path.with_suffix(".html")))
    html = path.with_suffix(".html").read_text(encoding="utf-8")
    assert '@font-face { font-family: "Primecards Cards Marked"' in html  # as on sheets that mark primes


@pytest.mark.parametrize(
    "given", ["--kind last-step", "--seed b2", "--rules basic", "--wilds 0", "--players 2", "--players 3 --seed b2"]
)
def test_what_a_code_settles_already_is_not_given_beside_it(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = said(capsys, "--kind", "winning-draw", "--seed", "k7f2q9").splitlines()[0]
    options = " ".join(word for word in given.split() if word.startswith("--"))
    told = said(capsys, code, *given.split(), status=2)
    names = sorted(options.split())
    assert told.startswith("primecards: The code holds the moment, the seed and the settings already. Leave ")
    assert sorted(re.findall("--[a-z]+", told)) == names
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("--kind", "nonsense"), "There is no moment nonsense; there are winning-draw"),
        (("--kind", "last-step", "--rules", "basic"), "With these settings no game has a moment last-step."),
        (("--kind", "wild-as-key", "--wilds", "0"), "With these settings no game"),
        (("--players", "7"), "players is a whole number in the range 2–6, not 7."),
        (("--rules", "advanced", "--players", "5"), "players is a whole number in the range 2–4, not 5."),
        (("--wilds", "11"), "wilds is a whole number in the range 0–10, not 11."),
        (("--seed", "a b"), "The seed a b is not"),
        (("-o", "example.odt"), "give the file a name that ends in one of .pdf .html .json .md"),
        (("winning-draw#k7f2q9",), "is not the code of an example"),
        (("winning-draw#game.k7f2q9.9999",), "There is no moment winning-draw at game.k7f2q9.9999"),
    ],
)
def test_what_cannot_be_found_or_written_is_refused_in_one_line(
    asked: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(capsys, *asked, status=2)
    assert says in told
    assert told.count("\n") == 1
