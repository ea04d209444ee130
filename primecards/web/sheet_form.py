"""The form of the page that makes sheets: what was typed, what is wrong with it, and the sheet that it asks for.

Nothing that was typed is lost: a form is shown again as it was, each problem beside its field, and the address of the
page holds it all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any
from urllib.parse import urlencode

from primecards.errors import InputError, UnreadableError
from primecards.languages import LANGUAGES
from primecards.messages import Message, msg
from primecards.puzzles.item import LEVELS
from primecards.puzzles.registry import check_seed, fresh_seed, puzzle_kinds
from primecards.web.api import LONGEST_HEADING, require_text
from primecards.web.fields import Field, flag, one_of, text, whole
from primecards.web.jobs import MOST_EXERCISES, SheetOrder
from primecards.worksheets.presets import find_preset
from primecards.worksheets.printing import HELPERS, MOST_PER_PAGE, STYLES, Layout
from primecards.worksheets.spacing import PAPERS
from primecards.worksheets.spec import EXAMPLES, EXAMPLES_FROM, FORMS, MOST_SHEET_SEED, ORDERS, read_spec

MOST_ROWS = 20
MOST_KEPT = 300  # letters of a field that are shown again
FIRST = (("find-key", "1", "4"), ("fits-key", "2", "4"))  # what a new sheet begins with


@cache
def fields() -> dict[str, Field]:
    """Return the fields of a whole sheet, by name."""
    found = (
        text("title", label := msg("Heading"), LONGEST_HEADING, "", called=label),
        text("school", label := msg("Name above the heading"), LONGEST_HEADING, "", called=label),
        one_of("language", label := msg("Language of the sheet"), LANGUAGES, required=True, called=label),
        one_of("paper", label := msg("Paper"), tuple(PAPERS), "a4", called=label),
        one_of("style", label := msg("Look"), STYLES, STYLES[0], called=label),
        flag("cream", msg("A cream page")),
        flag("points", msg("Points of each exercise")),
        whole("per_page", label := msg("Most exercises on a page"), 1, MOST_PER_PAGE, called=label),
        one_of("helpers", label := msg("Helpers"), HELPERS, HELPERS[0], called=label),
        one_of("examples", label := msg("Examples"), EXAMPLES, EXAMPLES[0], called=label),
        one_of("examples_from", label := msg("Examples from"), EXAMPLES_FROM, EXAMPLES_FROM[0], called=label),
        one_of("order", label := msg("Order"), ORDERS, ORDERS[0], called=label),
        whole("forms", label := msg("Parallel forms"), 1, len(FORMS), 1, called=label),
        text("seed", label := msg("Seed"), MOST_SHEET_SEED, "", called=label),
    )
    return {one.name: one for one in found}


@cache
def row_fields() -> dict[str, Field]:
    """Return the fields of each row: exercises of one kind and level."""
    found = (
        one_of("kind", label := msg("Kind"), tuple(puzzle_kinds()), required=True, called=label),
        whole("level", label := msg("Level"), LEVELS[0], LEVELS[-1], called=label),
        whole("count", label := msg("Number of exercises"), 1, MOST_EXERCISES, called=label),
    )
    return {one.name: one for one in found}


@dataclass(frozen=True, slots=True)
class Row:
    """Exercises of one kind and level, as typed, and the problems by field."""

    kind: str
    level: str
    count: str
    problems: Mapping[str, Message] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Form:
    """The whole form as typed; *problems* by field, and *order*, the sheet, where there are none.

    "sheet" among the problems is what is wrong with the exercises as a whole.
    """

    rows: tuple[Row, ...]
    typed: Mapping[str, str] = field(hash=False)
    problems: Mapping[str, Message] = field(default_factory=dict, hash=False)
    order: SheetOrder | None = None

    @property
    def query(self) -> str:
        """Return the form as a query string, which makes it again."""
        rows = [pair for row in self.rows for pair in (("kind", row.kind), ("level", row.level), ("count", row.count))]
        usual = {name: _shown_default(one) for name, one in fields().items() if name != "language"}
        given = [(name, value) for name, value in self.typed.items() if value != usual.get(name)]
        return urlencode([*rows, *given])

    def refused(self, place: str, why: Message) -> Form:
        """Return the form with one problem more, at the field *place*."""
        return replace(self, problems={**self.problems, place: why}, order=None)


def new_form(language: str) -> Form:
    """Return the form as it first is."""
    return read_form([pair for row in FIRST for pair in zip(row_fields(), row, strict=True)], language)


def read_form(pairs: Sequence[tuple[str, str]], language: str) -> Form:
    """Read the *pairs* of a query string; what is not given is as usual, and the sheet is in *language*."""
    rows = _rows(pairs)
    typed = {name: _shown_default(one) for name, one in fields().items() if name != "language"}
    typed["language"] = language
    for flag_name in ("cream", "points"):
        typed[flag_name] = ""
    typed |= {name: value[:MOST_KEPT] for name, value in pairs if name in fields()}
    if not typed["seed"]:
        typed["seed"] = fresh_seed()
    problems: dict[str, Message] = {}
    values: dict[str, Any] = {}
    for name, one in fields().items():
        value = typed[name].strip()
        try:
            values[name] = _read(one, value)
        except InputError as refused:
            problems[name] = refused.message
    try:
        check_seed(typed["seed"], MOST_SHEET_SEED)
    except InputError as refused:
        problems["seed"] = refused.message
    if not rows:
        problems["sheet"] = msg("Add exercises: there are none yet.")
    form = Form(rows, typed, problems)
    if problems or any(row.problems for row in rows):
        return form
    return replace(form, order=_order(rows, values))


def _read(one: Field, value: str) -> Any:
    if not value and not one.required:
        return one.default
    require_text(value)
    return one.read(one.from_text([value]))


def _rows(pairs: Sequence[tuple[str, str]]) -> tuple[Row, ...]:
    columns = {name: [value[:MOST_KEPT] for given, value in pairs if given == name] for name in row_fields()}
    count = min(max(map(len, columns.values())), MOST_ROWS)
    return tuple(
        _row(*(columns[name][place] if place < len(columns[name]) else "" for name in row_fields()))
        for place in range(count)
    )


def _row(kind: str, level: str, count: str) -> Row:
    problems: dict[str, Message] = {}
    for (name, one), value in zip(row_fields().items(), (kind, level, count), strict=True):
        try:
            require_text(value)
            one.read(one.from_text([value.strip()]))
        except InputError as refused:
            problems[name] = refused.message
    return Row(kind, level, count, problems)


def _order(rows: Sequence[Row], values: Mapping[str, Any]) -> SheetOrder:
    return SheetOrder(
        specs=tuple(f"{row.kind}.{int(row.level)}x{int(row.count)}" for row in rows),
        seed=values["seed"],
        order=values["order"],
        examples=values["examples"],
        examples_from=values["examples_from"],
        forms=values["forms"],
        title=values["title"],
        school=values["school"],
        language=values["language"],
        layout=Layout(
            values["paper"],
            values["style"],
            cream=values["cream"],
            points=values["points"],
            per_page=values["per_page"],
            helpers=values["helpers"],
        ),
    )


def _shown_default(one: Field) -> str:
    return "" if one.default is None or one.default is False else str(one.default)


# --- Buttons that change the form ---------------------------------------------------------------------------------


def changed(form: Form, do: str, preset: str) -> Form:
    """Do what a button says: "add" a row, "remove-N", "fresh" (another seed), or "preset", which brings its rows.

    Raises InputError for a button or a preset that there is not.
    """
    verb, _, number = do.partition("-")
    match verb:
        case "add":
            last = form.rows[-1] if form.rows else Row(*FIRST[0])
            return replace(form, rows=(*form.rows, replace(last, problems={}))[:MOST_ROWS])
        case "remove":
            return replace(form, rows=tuple(row for place, row in enumerate(form.rows) if str(place) != number))
        case "fresh":
            return replace(form, typed={**form.typed, "seed": fresh_seed()})
        case "preset":
            chosen = find_preset(preset)
            specs = map(read_spec, chosen.specs)
            rows = tuple(Row(spec.kind, str(spec.level), str(spec.count)) for spec in specs)
            typed = {**form.typed, "order": chosen.order, "examples": chosen.examples}
            typed["title"] = typed["title"] or chosen.title.text(_language(typed))
            return replace(form, rows=rows, typed=typed)
    raise UnreadableError(msg("There is no button {name}.", name=do[:30]))


def _language(typed: Mapping[str, str]) -> str:
    return typed["language"] if typed["language"] in LANGUAGES else LANGUAGES[0]
