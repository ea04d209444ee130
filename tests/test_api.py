"""The JSON API: it answers as the command line does, within bounds, and refuses in one sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

import primecards as pc
from primecards import cli
from primecards.messages import msg
from primecards.web import fields, guard, openapi
from primecards.web.app import create_app

JSON = {"content-type": "application/json"}
Answer = tuple[int, Any]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(printers=1), raise_server_exceptions=False) as asking:
        yield asking


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: object) -> Any:
        assert cli.run([*map(str, arguments), "--json"]) in (0, 1)
        return json.loads(capsys.readouterr().out)

    return run


def asked(client: TestClient, name: str, language: str | None = None, /, **data: Any) -> Answer:
    headers = {"accept-language": language} if language else {}
    answer = client.post(f"/api/v1/{name}", json=data, headers=headers)
    return answer.status_code, answer.json()


# --- As the command line ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["23 3 13 20", "23 27 57", "2 3 13 24", "51 57 21", "23 w 27", "5", "90 94 w w"])
def test_check_answers_as_the_command_line_does(client: TestClient, said: Any, cards: str) -> None:
    assert asked(client, "check", cards=cards) == (200, said("check", *cards.split()))
    listed = [card if card == "w" else int(card) for card in cards.split()]
    assert asked(client, "check", cards=listed) == (200, said("check", *cards.split()))
    assert client.get("/api/v1/check", params={"cards": cards}).json() == said("check", *cards.split())
    assert asked(client, "check", cards=cards, min_series=4)[1] == said("check", *cards.split(), "--min-series", 4)
    assert asked(client, "check", cards=cards, key=3)[1] == said("check", *cards.split(), "--key", 3)


def test_check_tells_every_fault_in_the_language_asked_for(client: TestClient) -> None:
    for language in ("en", "he"):
        verdict = pc.check_series("23 27 57")
        _, told = asked(client, "check", cards="23 27 57", language=language)
        assert "\n".join(told["text"]) == verdict.explain(language)
        assert [fault["text"] for fault in told["faults"]] == [told["text"]]
    assert asked(client, "check", cards="23 3 13", language="en")[1]["text"] == [
        "This is a valid series. Each of these cards can be its key: 3, 13, 23."
    ]


@pytest.mark.parametrize("cards", ["3 13 23 41 43 45 47", "3 13 23 41 43 45 47 50", "4 6 8 99", "3 13 23 41 43 45 w"])
def test_solve_answers_as_the_command_line_does(client: TestClient, said: Any, cards: str) -> None:
    for rules in ("basic", "advanced"):
        expected = said("solve", *cards.split(), "--rules", rules)
        assert asked(client, "solve", cards=cards, rules=rules) == (200, expected)
        told = client.get("/api/v1/solve", params={"cards": cards, "rules": rules, "language": "he"}).json()
        assert {name: told[name] for name in expected} == expected
        assert all(any("א" <= letter <= "ת" for letter in line) for line in told["text"])


def test_items_marks_and_sheets_are_those_of_the_command_line(
    client: TestClient, said: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    named: dict[str, Any] = {"kind": "find-key", "level": 3, "seed": "k7f2q9"}
    one = ("item", "find-key", "--level", 3, "--seed", "k7f2q9")
    assert asked(client, "item", **named) == (200, said(*one, "--lang", "en"))
    assert asked(client, "item", "he", **named, answers=True)[1] == said(*one, "--answers", "--lang", "he")
    assert client.get("/api/v1/item", params={**named, "answers": "true"}).json() == said(*one, "--answers")
    item = "find-key.3#k7f2q9"
    assert asked(client, "mark", item=item, response=[41]) == (200, said("mark", item, 41))
    assert asked(client, "mark", item=item, response="71", language="he")[1] == said("mark", item, 71, "--lang", "he")
    assert asked(client, "mark", item=item, response=[41], hint=True)[1] == said("mark", item, 41, "--hint")
    cli.run(["worksheet", "find-key.3x2", "fits-key.2x2", "--seed", "a", "--examples", "faded", "-o", "x.json"])
    sheet = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    wanted = {"specs": ["find-key.3x2", "fits-key.2x2"], "seed": "a", "examples": "faded"}
    assert asked(client, "worksheet", **wanted, answers=True) == (200, sheet)
    _, pupils = asked(client, "worksheet", **wanted)
    assert pupils["items"] == [{name: item[name] for name in pupils["items"][0]} for item in sheet["items"]]
    assert not any("answer" in item or "solution" in item for item in pupils["items"])
    several = client.get("/api/v1/worksheet?specs=find-key.3x2&specs=fits-key.2x2&seed=a&examples=faded&answers=1")
    assert several.json() == sheet
    assert asked(client, "worksheet", specs=sheet["code"], answers=True) == (200, sheet)


def test_a_preset_makes_the_sheet_of_its_name(client: TestClient) -> None:
    _, sheet = asked(client, "worksheet", preset="review", seed="a", language="he")
    assert sheet["code"].endswith("+interleave#a")
    assert sheet["title"] == "חזרה"


# --- What is refused ----------------------------------------------------------------------------------------------

REFUSED: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("check", {"cards": "23 3 130"}, "1–99"),
    ("check", {"cards": [23, 3, True]}, "1–99"),
    ("check", {"cards": [23, 3, 3.5]}, "1–99"),
    ("check", {"cards": 23}, "23 3 13 w"),
    ("check", {}, "cards is missing."),
    ("check", {"cards": "23 23 3"}, "twice"),
    ("check", {"cards": "23 3 13", "key": 9}, "prime"),
    ("check", {"cards": "23 3 13", "key": None}, "1–99"),
    ("check", {"cards": "23 3 13", "min_series": 2}, "3–109"),
    ("check", {"cards": "23 3 13", "min_series": 10**9}, "3–109"),
    ("check", {"cards": "23 3 13", "card": 3}, "cards, key, min_series, language"),
    ("check", {"cards": "23 3 13", "language": "fr"}, "en, he"),
    ("check", {"cards": "3 " * 3_000}, "twice"),
    ("check", {"cards": [1] * 10_000}, "109"),
    ("solve", {"cards": " ".join(map(str, range(1, 60)))}, "24"),
    ("solve", {"cards": ""}, "no cards"),
    ("solve", {"cards": "3 13", "rules": "easy"}, "basic, advanced"),
    ("item", {"kind": "nothing"}, "find-key"),
    ("item", {"kind": "find-key", "level": 6}, "1–5"),
    ("item", {"kind": "find-key", "seed": "a b"}, "letters, digits"),
    ("item", {"kind": "find-key", "answers": "yes"}, "true or false"),
    ("mark", {"item": "find-key.3", "response": 3}, "find-key.3#k7f2q9"),
    ("mark", {"item": "find-key.3#k7f2q9", "response": "?!x"}, "Not read"),
    ("mark", {"item": "find-key.3#k7f2q9"}, "response is missing."),
    ("worksheet", {"specs": "find-key.3x101"}, "1–100"),
    ("worksheet", {"specs": "find-key.3x1000000000"}, "1–300"),
    ("worksheet", {"specs": ["find-key.3x1"] * 100}, "1 to 60"),
    ("worksheet", {"specs": "hundred-chart.3x22"}, "21"),
    ("worksheet", {}, "1–300"),
    ("worksheet", {"specs": "find-key.3x1", "title": "x" * 200}, "120"),
    ("worksheet", {"specs": "find-key.3x1", "title": 5}, "is text"),
)


@pytest.mark.parametrize(("name", "data", "allowed"), REFUSED)
def test_what_cannot_be_used_is_refused_in_a_sentence_that_says_what_can(
    client: TestClient, name: str, data: dict[str, Any], allowed: str
) -> None:
    status, told = asked(client, name, **data)
    assert status == 400
    assert list(told) == ["error"]
    assert allowed in told["error"]
    assert "\n" not in told["error"]
    _, hebrew = asked(client, name, "he-IL,he;q=0.9,en;q=0.8", **data)
    assert any("א" <= letter <= "ת" for letter in hebrew["error"])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"cards",
        b"[1]",
        b"3",
        b'{"cards": NaN}',
        b'{"cards": ',
        b"\xff\xfe",
        b'{"cards": "\\ud800"}',
        b"[" * 60_000,
        b'{"cards":' * 7_000,
        b'{"cards":' + b"[" * 500 + b"]" * 500 + b"}",
        b'{"cards":' + b"9" * 60_000 + b"}",
    ],
)
def test_a_body_that_is_no_question_is_refused_at_once(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/v1/check", content=body, headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_a_body_of_another_type_is_refused(client: TestClient) -> None:
    answer = client.post("/api/v1/check", data={"cards": "23 3 13"})
    assert (answer.status_code, answer.json()) == (415, {"error": "The body has to be application/json."})


def test_a_long_body_is_refused_whether_its_length_is_told_or_not(client: TestClient) -> None:
    told = client.post("/api/v1/check", content=b" " * 70_000, headers=JSON)

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1_000
        raise AssertionError("nobody reads so far")

    untold = client.post("/api/v1/check", content=(b" " * 1_000 for _ in range(100)), headers=JSON)
    for answer in (told, untold):
        assert answer.status_code == 413
        assert answer.json() == {"error": "The request is too long: at most 64 kB are read."}
        assert answer.headers["connection"] == "close"
    boasted = client.post("/api/v1/check", content=b"{}", headers={**JSON, "content-length": "9" * 30})
    assert boasted.status_code == 413


def test_a_long_address_and_a_field_given_twice_are_refused(client: TestClient) -> None:
    assert client.get("/api/v1/check", params={"cards": "3" * 8_000}).status_code == 414
    twice = client.get("/api/v1/check?cards=3&cards=13")
    assert (twice.status_code, twice.json()) == (400, {"error": "cards is given 2 times, and once is enough."})
    assert client.get("/api/v1/check?cards=%ff").status_code == 400
    assert client.get("/api/v1/check?" + "a&" * 400).status_code == 400


def test_addresses_and_methods_that_there_are_not_are_refused_in_the_readers_language(client: TestClient) -> None:
    assert client.get("/api/v1/nothing").json() == {"error": "There is nothing at this address."}
    answer = client.delete("/api/v1/check", headers={"accept-language": "he"})
    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD", "POST"}
    assert "DELETE" in answer.json()["error"]
    assert client.head("/api/v1/check?cards=3").status_code == 200


def test_what_goes_wrong_here_is_told_without_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    from primecards.web import api

    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(api, "check", broken)
    with TestClient(create_app(printers=1), raise_server_exceptions=False) as asking:
        answer = asking.post("/api/v1/check", json={"cards": "3"})
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


def test_every_answer_has_the_headers_that_keep_browsers_careful(client: TestClient) -> None:
    for path in ("/api/v1/check?cards=3", "/api/v1/check", "/api/v1/nothing", "/api/v1/openapi.json"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["content-security-policy"] == guard.DATA_POLICY
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["access-control-allow-origin"] == "*"


# --- The languages ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("he", "he"),
        ("he-IL,he;q=0.9,en;q=0.8", "he"),
        ("en-GB,he;q=0.9", "en"),
        ("iw", "he"),
        ("fr, he;q=0.5, en;q=0.4", "he"),
        ("fr", "en"),
        ("", "en"),
        ("he;q=x, en;q=0.1", "en"),
        (";;;,,,", "en"),
        ("x" * 5_000, "en"),
    ],
)
def test_the_browser_says_which_language_its_reader_wants(header: str, language: str) -> None:
    scope: dict[str, Any] = {"headers": [(b"accept-language", header.encode())]}
    assert guard.language_of(scope) == language
    assert guard.language_of(scope, "he") == "he"
    assert guard.language_of(scope, "fr") == language


# --- OpenAPI ------------------------------------------------------------------------------------------------------


def test_the_document_describes_every_question_by_the_fields_that_read_it(client: TestClient) -> None:
    told = client.get("/api/v1/openapi.json").json()
    assert told["openapi"] == "3.1.0"
    assert set(told["paths"]) == {f"/api/v1/{name}" for name in ("check", "solve", "item", "mark", "worksheet")}
    for path in told["paths"].values():
        schema = path["post"]["requestBody"]["content"]["application/json"]["schema"]
        Draft202012Validator.check_schema(schema)
        assert set(schema["properties"]) == {parameter["name"] for parameter in path["get"]["parameters"]}
        assert all(part["description"] for part in schema["properties"].values())
        Draft202012Validator(schema).validate(path["post"]["requestBody"]["content"]["application/json"]["example"])
    hebrew = client.get("/api/v1/openapi.json", headers={"accept-language": "he"}).json()
    assert hebrew["paths"].keys() == told["paths"].keys()
    assert hebrew != told


def test_the_item_schema_is_the_one_that_ships(client: TestClient) -> None:
    schema = client.get("/api/v1/item-schema.json").json()
    assert schema == openapi.item_schema()
    item = client.get("/api/v1/item?kind=arrange-hand&level=4&answers=1").json()
    Draft202012Validator(schema).validate(item)


API = schemathesis.openapi.from_asgi("/api/v1/openapi.json", create_app(printers=1))


@API.parametrize()
@settings(
    max_examples=8,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_whatever_is_asked_the_answer_is_as_described_and_never_an_error_of_ours(
    client: TestClient, case: schemathesis.Case[Any]
) -> None:
    answer = case.call(session=client)  # type: ignore[arg-type]
    # What a schema cannot say (no card twice, say) is refused as well; and what is too long, before it is read.
    excluded = [schemathesis.checks.positive_data_acceptance]
    excluded += [schemathesis.checks.negative_data_rejection] if answer.status_code in (413, 414) else []
    case.validate_response(answer, excluded_checks=excluded)


def test_no_field_reads_what_its_schema_forbids(client: TestClient) -> None:
    whole = fields.whole("n", msg("n"), 1, 5)
    values: tuple[object, ...] = (0, 6, 1.0, True, "1", None, [], {})
    for value in values:
        with pytest.raises(pc.InputError):
            whole.read(value)
