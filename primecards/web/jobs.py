"""The work of the API that takes longer than a moment, done in processes of its own: from values to answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from primecards.errors import OutOfRangeError
from primecards.rules.ruleset import ADVANCED, BASIC, allowed_range

MOST_EXERCISES = 100  # of a sheet made here; the command line makes three times as many
RULES = {"basic": BASIC, "advanced": ADVANCED}


def solve(values: dict[str, Any], language: str) -> dict[str, Any]:
    """Answer as `primecards solve --json`, with the text of it if a language was asked for."""
    from primecards.rules.survey import survey

    rules = RULES[values["rules"]]
    found = survey(values["cards"], rules)
    told = {} if values["language"] is None else {"text": [line.text(language) for line in found.messages(rules)]}
    return {**found.to_dict(), **told}


def item(values: dict[str, Any], language: str) -> dict[str, Any]:
    """Answer as `primecards item --json`."""
    from primecards.puzzles.registry import make_item

    rules = replace(BASIC, min_series=values["min_series"])
    made = make_item(values["kind"], level=values["level"], seed=values["seed"], rules=rules, language=language)
    return made.to_dict(answers=values["answers"])


def mark(values: dict[str, Any], language: str) -> dict[str, Any]:
    """Answer as `primecards mark --json`."""
    from primecards.puzzles.registry import item_from_id
    from primecards.puzzles.registry import mark as mark_response

    told = mark_response(item_from_id(values["item"], language), values["response"]).to_dict()
    return {name: value for name, value in told.items() if name != "feedback"} if values["hint"] else told


def worksheet(values: dict[str, Any], language: str) -> dict[str, Any]:
    """Answer with what `primecards worksheet -o FILE.json` writes."""
    from primecards.worksheets.presets import find_preset
    from primecards.worksheets.spec import code_of
    from primecards.worksheets.worksheet import Worksheet

    specs, order, examples, title = values["specs"] or (), values["order"], values["examples"], values["title"]
    if values["preset"] is not None:
        preset = find_preset(values["preset"])
        specs = (*preset.specs, *specs)
        order, examples = order or preset.order, examples or preset.examples
        title = title or preset.title.text(language)
    code = code_of(specs, seed=values["seed"], order=order, examples=examples, examples_from=values["examples_from"])
    check_size(sum(spec.count for spec in code.specs))
    sheet = Worksheet.of(code, language=language, title=title, school=values["school"])
    return sheet.to_dict(answers=values["answers"])


def check_size(exercises: int) -> None:
    """Refuse a sheet with more exercises than are made here."""
    if exercises > MOST_EXERCISES:
        raise OutOfRangeError(allowed_range("the number of exercises", exercises, 1, MOST_EXERCISES))
