"""The work of the API that takes longer than a moment, done in processes of its own: from values to answers."""

from __future__ import annotations

import gc
import io
import zipfile
from dataclasses import dataclass, replace
from typing import Any

from primecards.errors import OutOfRangeError
from primecards.messages import msg
from primecards.puzzles.registry import item_from_id, make_item
from primecards.puzzles.registry import mark as mark_response
from primecards.rules.ruleset import ADVANCED, BASIC, allowed_range
from primecards.rules.survey import survey
from primecards.web.exercises import practice
from primecards.web.interactive import to_interactive
from primecards.words import say
from primecards.worksheets.file_names import file_names
from primecards.worksheets.presets import Wanted
from primecards.worksheets.printing import Layout, to_html
from primecards.worksheets.spec import code_of
from primecards.worksheets.views import with_helpers
from primecards.worksheets.worksheet import Worksheet

MOST_EXERCISES = 100  # of a sheet made here; the command line makes three times as many
RULES = {"basic": BASIC, "advanced": ADVANCED}


def solve(values: dict[str, Any], language: str) -> dict[str, Any]:
    """Answer as `primecards solve --json`, with the text of it if a language was asked for."""
    rules = RULES[values["rules"]]
    found = survey(values["cards"], rules)
    told = {} if values["language"] is None else {"text": [line.text(language) for line in found.messages(rules)]}
    return {**found.to_dict(), **told}


def item(values: dict[str, Any], language: str) -> dict[str, Any]:
    """Answer as `primecards item --json`."""
    rules = replace(BASIC, min_series=values["min_series"])
    made = make_item(values["kind"], level=values["level"], seed=values["seed"], rules=rules, language=language)
    return made.to_dict(answers=values["answers"])


def practice_item(values: dict[str, Any], language: str) -> dict[str, Any]:
    """Answer with an exercise as the page Practise wants it."""
    made = make_item(values["kind"], level=values["level"], seed=values["seed"], language=language)
    return practice([made], language)[language]


def mark(values: dict[str, Any], language: str) -> dict[str, Any]:
    """Answer as `primecards mark --json`."""
    told = mark_response(item_from_id(values["item"], language), values["response"]).to_dict()
    return {name: value for name, value in told.items() if name != "feedback"} if values["hint"] else told


def worksheet(values: dict[str, Any], language: str) -> dict[str, Any]:
    """Answer with what `primecards worksheet -o FILE.json` writes."""
    named = Wanted(values["specs"] or (), values["order"], values["examples"], values["title"])
    wanted = named.after(values["preset"], language)
    code = code_of(
        wanted.specs,
        seed=values["seed"],
        order=wanted.order,
        examples=wanted.examples,
        examples_from=values["examples_from"],
    )
    check_size(sum(spec.count for spec in code.specs))
    sheet = Worksheet.of(code, language=language, title=wanted.title, school=values["school"])
    return sheet.to_dict(answers=values["answers"])


def check_size(exercises: int) -> None:
    """Refuse a sheet with more exercises than are made here."""
    if exercises > MOST_EXERCISES:
        raise OutOfRangeError(allowed_range(msg("the number of exercises"), exercises, 1, MOST_EXERCISES))


# --- A sheet to print ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SheetOrder:
    """A sheet as the page asks for it: what is on it, and how it looks; of several *forms*, each is a sheet."""

    specs: tuple[str, ...]
    seed: str
    order: str
    examples: str
    examples_from: str
    forms: int
    title: str
    school: str
    language: str
    layout: Layout


@dataclass(frozen=True, slots=True)
class File:
    """A file to hand out: its *name*, the *content*, and of which type it is."""

    name: str
    content: bytes
    media_type: str


MEDIA_TYPES = {
    ".pdf": "application/pdf",
    ".html": "text/html; charset=utf-8",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".zip": "application/zip",
}
_AS_IT_WAS = (1980, 1, 1, 0, 0, 0)  # the date in an archive: the same files, the same archive


def sheets_of(order: SheetOrder) -> list[Worksheet]:
    """Make the sheets of *order*, and look whether they can be laid out so; raises PrimecardsError if not."""
    code = code_of(
        order.specs, seed=order.seed, order=order.order, examples=order.examples, examples_from=order.examples_from
    )
    check_size(order.forms * sum(spec.count for spec in code.specs))
    sheets = [
        Worksheet.of(form, language=order.language, title=order.title, school=order.school)
        for form in code.in_forms(order.forms)
    ]
    for sheet in sheets:
        with_helpers(sheet.entries, order.layout.helpers)
    return sheets


def codes_of(order: SheetOrder) -> tuple[str, ...]:
    """Return the codes of the sheets of *order*; raises as `sheets_of`."""
    return tuple(sheet.code for sheet in sheets_of(order))


def page_of(order: SheetOrder) -> str:
    """Write the first sheet of *order* with its answer key as a page; raises as `sheets_of`."""
    return to_html(sheets_of(order)[0], order.layout, "all")


def file_of(order: SheetOrder, file_type: str, part: str) -> File:
    """Write *part* of the sheets of *order*; several go into an archive. Raises as `sheets_of`."""
    from primecards.worksheets.outputs import render

    sheets = sheets_of(order)
    if part == "interactive":
        on_screen = replace(order.layout, style="plain") if order.layout.style == "low-ink" else order.layout
        contents = [to_interactive(sheet, on_screen).encode() for sheet in sheets]
    else:
        contents = [render(sheet, file_type, order.layout, part) for sheet in sheets]
    gc.collect()
    (stem,) = file_names([order.title], nameless=say(msg("Worksheet"), order.language))
    if part == "answers":
        stem = f"{stem} - {say(msg('Answer key'), order.language)}"
    if len(sheets) == 1:
        return File(stem + file_type, contents[0], MEDIA_TYPES[file_type])
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for sheet, content in zip(sheets, contents, strict=True):
            packed.writestr(zipfile.ZipInfo(f"{stem} {sheet.form}{file_type}", _AS_IT_WAS), content)
    return File(f"{stem}.zip", archive.getvalue(), MEDIA_TYPES[".zip"])
