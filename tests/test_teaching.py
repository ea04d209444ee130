"""What a teacher picks from: sequences by name, parallel forms, and the trust that a generator deserves."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from pathlib import Path

import pytest

import primecards as pc
from primecards import cli
from primecards.puzzles.curriculum import STRANDS
from primecards.puzzles.item import LEVELS
from primecards.puzzles.stress import stress
from primecards.worksheets.presets import PRESETS
from primecards.worksheets.spec import code_of, read_spec

KINDS = sorted(pc.puzzle_kinds())


def preset_sheet(name: str, language: str = "en") -> pc.Worksheet:
    preset = PRESETS[name]
    return pc.Worksheet.make(preset.specs, seed="term", language=language, order=preset.order, examples=preset.examples)


# --- Sequences ----------------------------------------------------------------------------------------------------


def test_there_is_a_sequence_for_every_part_of_the_curriculum() -> None:
    assert set(PRESETS) == {"place-value", "primes", "first-series", "wild-cards", "hands", "advanced", "review"}
    assert {preset.strand for preset in PRESETS.values()} == set(STRANDS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_sequence_is_a_sheet_of_several_kinds_with_every_exercise_different(name: str) -> None:
    items = preset_sheet(name).items
    assert len(items) >= 10
    assert len({item.kind for item in items}) >= 3
    assert len({item.asks for item in items}) == len(items)


@pytest.mark.parametrize("name", PRESETS)
def test_a_mixed_sequence_has_no_two_neighbours_of_a_kind_and_one_in_blocks_shows_how_before_it_asks(name: str) -> None:
    sheet = preset_sheet(name)
    if PRESETS[name].order == "interleave":
        assert all(one.kind != other.kind for one, other in pairwise(sheet.items))
    else:
        roles = [(entry.item.kind, entry.item.level, entry.role) for entry in sheet.entries]
        shown = {(kind, level) for kind, level, role in roles if role == "worked"}
        for kind, level, role in roles:
            assert role != "exercise" or (kind, level) in shown
            first = next(place for place, found in enumerate(roles) if found[:2] == (kind, level))
            assert roles[first][2] == "worked"


@pytest.mark.parametrize("language", ["en", "he"])
def test_kinds_and_sequences_say_where_in_the_curriculum_they_sit(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    assert cli.run(["presets", "--lang", language]) == 0
    presets = capsys.readouterr().out
    assert cli.run(["kinds", "--lang", language]) == 0
    kinds = capsys.readouterr().out
    for strand in STRANDS.values():
        assert strand.text(language) in presets
        assert strand.text(language) in kinds
    assert "4.OA.B.4" in presets
    for name in PRESETS:
        assert name in presets


@pytest.mark.parametrize("name", PRESETS)
def test_the_command_prints_a_sequence_under_its_title_and_its_code_rebuilds_it(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sheet.json"
    assert cli.run(["worksheet", "--preset", name, "--seed", "term", "-o", str(file), "--lang", "en"]) == 0
    assert preset_sheet(name).code in capsys.readouterr().out
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["title"] == PRESETS[name].title.text()
    rebuilt = pc.Worksheet.from_code(data["code"]).to_dict()
    assert (rebuilt["items"], rebuilt["examples"]) == (data["items"], data["examples"])


def test_a_sequence_that_there_is_not_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["worksheet", "--preset", "nonsense", "-o", "x.pdf", "--lang", "en"]) == 2
    assert ", ".join(PRESETS) in capsys.readouterr().err


# --- Parallel forms -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", ["block", "interleave"])
def test_parallel_forms_share_no_exercise_and_are_equally_hard_question_by_question(kind: str, order: str) -> None:
    specs = [f"{kind}.1x1", "is-prime.5x2", f"{kind}.5x1"]
    sheets = [pc.Worksheet.of(code) for code in code_of(specs, seed="f", order=order).in_forms(4)]
    assert [sheet.form for sheet in sheets] == ["A", "B", "C", "D"]
    for one, other in combinations(sheets, 2):
        assert not {item.asks for item in one.items} & {item.asks for item in other.items}
    for questions in zip(*(sheet.items for sheet in sheets), strict=True):
        assert len({item.difficulty for item in questions}) == 1
        assert len({(item.kind, item.level) for item in questions}) == 1


def test_a_form_is_rebuilt_from_its_own_code() -> None:
    for code in code_of(["find-key.3x4"], seed="f", examples="faded").in_forms(3):
        sheet = pc.Worksheet.of(code)
        assert pc.Worksheet.from_code(sheet.code) == sheet


@pytest.mark.parametrize(
    ("specs", "forms", "says", "works"),
    [
        (["is-prime.4x3"], 4, "no more than 2 different exercises of is-prime.4 in each", ["is-prime.4x2"]),
        (
            ["hundred-chart.1x5"],
            4,
            "no more than 4 different exercises of hundred-chart.1 in each",
            ["hundred-chart.1x4"],
        ),
        (["factor-pair.5x2"], 4, "no more than 1 different exercises of factor-pair.5 in each", ["factor-pair.5x1"]),
    ],
)
def test_more_than_equal_forms_can_hold_is_refused_with_the_number_that_works(
    specs: list[str], forms: int, says: str, works: list[str]
) -> None:
    with pytest.raises(pc.NotEnoughItemsError, match=says):
        pc.Worksheet.of(code_of(specs, seed="f").in_forms(forms)[0])
    assert pc.Worksheet.of(code_of(works, seed="f").in_forms(forms)[3]).items


def test_examples_count_among_the_exercises_that_there_are() -> None:
    assert len(pc.Worksheet.make(["factor-pair.5x6"], seed="f").items) == 6
    with pytest.raises(pc.NotEnoughItemsError, match=r"no more than 6 different exercises of factor-pair\.5, examples"):
        pc.Worksheet.make(["factor-pair.5x6"], seed="f", examples="worked")
    assert len(pc.Worksheet.make(["factor-pair.5x5"], seed="f", examples="worked").entries) == 6


@pytest.mark.parametrize(
    ("kind", "level"),
    [
        (kind, level)
        for kind in KINDS
        for level in LEVELS
        if (space := read_spec(f"{kind}.{level}").space) and len(space) <= 300
    ],
)
def test_every_exercise_of_a_small_space_can_be_had_and_not_one_more(kind: str, level: int) -> None:
    space = read_spec(f"{kind}.{level}").space
    assert space
    sheet = pc.Worksheet.make([(kind, level, len(space))], seed="all")
    assert {item.asks for item in sheet.items} == space
    if len(space) < 300:
        with pytest.raises(pc.NotEnoughItemsError, match=f"no more than {len(space)} different exercises"):
            pc.Worksheet.make([(kind, level, len(space) + 1)], seed="all")


# --- Trust --------------------------------------------------------------------------------------------------------


def test_stress_counts_repeats_places_answers_and_what_there_is() -> None:
    report = stress("is-prime", 1, range(200), seed="s")
    asked = {pc.make_item("is-prime", level=1, seed=f"s.{n}").asks for n in range(200)}
    assert report.repeats == 200 - len(asked)
    assert (report.different, report.different_is_exact) == (19, True)
    assert sum(report.places.values()) == 200
    assert set(report.places) == {1, 2}
    assert report.answer_counts == {1: 200}
    assert sum(report.scores.values()) == 200
    assert report.disagreements == ()
    assert 0 < report.milliseconds[0] <= report.milliseconds[1] <= report.milliseconds[2]


def test_stress_finds_an_answer_key_that_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from primecards.puzzles import stress as module

    real = pc.make_item

    def one_wrong(kind: str, *, seed: str, **more: object) -> pc.Item:
        item = real(kind, seed=seed, **more)  # type: ignore[arg-type]
        if seed != "s.7":
            return item
        other = next(o.id for o in item.response.options if o.id != item.answer.sample)  # type: ignore[union-attr]
        return replace(item, answer=type(item.answer).of(other))

    monkeypatch.setattr(module, "make_item", one_wrong)
    assert stress("valid-series", 2, range(20), seed="s").disagreements == ("valid-series.2#s.7",)


def test_stress_says_when_the_right_option_is_always_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    from primecards.puzzles import stress as module

    real = pc.make_item

    def always_the_first(kind: str, *, seed: str, **more: object) -> pc.Item:
        number = 0
        while (item := real(kind, seed=f"{seed}.{number}", **more)).answer.sample != "a":  # type: ignore[arg-type]
            number += 1
        return item

    fair = stress("valid-series", 2, range(200), seed="s").places_p
    monkeypatch.setattr(module, "make_item", always_the_first)
    biased = stress("valid-series", 2, range(50), seed="s").places_p
    assert fair is not None
    assert biased is not None
    assert fair > 0.01
    assert biased < 1e-6


@pytest.mark.parametrize("language", ["en", "he"])
def test_the_command_reports_on_every_level(capsys: pytest.CaptureFixture[str], language: str) -> None:
    assert cli.run(["stress", "find-key", "--n", "20", "--lang", language]) == 0
    said = capsys.readouterr().out
    assert all(f"find-key.{level}" in said for level in LEVELS)
    assert cli.run(["stress", "find-key.3", "--n", "20", "--json"]) == 0
    (data,) = json.loads(capsys.readouterr().out)
    assert (data["kind"], data["level"], data["items"], data["disagreements"]) == ("find-key", 3, 20, [])
    assert set(data["milliseconds"]) == {"median", "p99", "max"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nonsense"], "arrange-hand, "),
        (["find-key.9"], "1–5, not 9"),
        (["find-key.1", "--n", "0"], "1–1000000, not 0"),
        (["find-key.1", "--n", "1000000000"], "1–1000000, not 1000000000"),
        (["find-key.1", "--n", "1.5"], "1–1000000, not 1.5"),
        (["find-key.1", "--seed", "a b"], "letters, digits, dots"),
    ],
)
def test_a_stress_that_cannot_be_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    assert cli.run(["stress", *arguments, "--lang", "en"]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1
