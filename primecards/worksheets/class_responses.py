"""What a class was asked and what it answered: the manifest, and the table of responses that a teacher brings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from primecards.errors import PrimecardsError, UnreadableError
from primecards.messages import Formula, Message, msg
from primecards.puzzles.item import FORMAT
from primecards.rules.cards import without_marks
from primecards.worksheets.roster import class_column, cleaned, name_columns
from primecards.worksheets.spec import read_code
from primecards.worksheets.tables import read_bytes, read_table
from primecards.worksheets.worksheet import Worksheet

CLOSE = 3  # so many names that are like one that is missing are told
SHOWN = 6  # and so many where none is like it


@dataclass(frozen=True, slots=True)
class Manifest:
    """The ids of the questions by number: of *everybody*, or pupil by pupil."""

    everybody: tuple[str, ...] = ()
    by_pupil: Mapping[str, tuple[str, ...]] | None = None

    def questions_of(self, pupil: str) -> tuple[str, ...]:
        """Return the ids of the questions of *pupil*, as this manifest names pupils."""
        return self.everybody if self.by_pupil is None else self.by_pupil[pupil]

    def rows_by_name(self, rows: Iterable[Row]) -> tuple[tuple[str, Row], ...]:
        """Give every one of *rows* the name that this manifest has for the pupil: capitals and spaces may differ.

        Raises UnreadableError for a pupil who got no sheet, and for two rows of one pupil.
        """
        given = tuple(rows)
        if self.by_pupil is None:
            return tuple((row.pupil, row) for row in given)
        alike: dict[str, list[str]] = {}
        for name in self.by_pupil:
            alike.setdefault(_folded(name), []).append(name)
        found: dict[str, Row] = {}
        for row in given:
            name = self._name_of(row, alike)
            if name in found:
                raise UnreadableError(self._refuse_twice(name, found[name], row))
            found[name] = row
        return tuple(found.items())

    def _name_of(self, row: Row, alike: Mapping[str, Sequence[str]]) -> str:
        assert self.by_pupil is not None
        # Pupils of one name have their class behind it, or else a number.
        with_class = (f"{row.pupil} ({row.class_name})",) if row.class_name else ()
        for wanted in (*with_class, row.pupil):
            names = [wanted] if wanted in self.by_pupil else alike.get(_folded(wanted), ())
            if len(names) == 1:
                return names[0]
        if not row.pupil:
            raise UnreadableError(msg("Row {row} of the responses has no name.", row=row.line))
        close = get_close_matches(_folded(row.pupil), alike, CLOSE)
        if close:
            raise UnreadableError(
                msg(
                    "Row {row}: the manifest has no sheet of {pupil}; the closest names in it are {names}. "
                    "Only capitals and spaces may differ.",
                    row=row.line,
                    pupil=row.pupil,
                    names=", ".join(name for one in close for name in alike[one]),
                )
            )
        names = list(self.by_pupil)
        raise UnreadableError(
            msg(
                "Row {row}: the manifest has no sheet of {pupil}; its pupils are {names}. "
                "Only capitals and spaces may differ.",
                row=row.line,
                pupil=row.pupil,
                names=", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else ""),
            )
        )

    def _refuse_twice(self, name: str, first: Row, second: Row) -> Message:
        assert self.by_pupil is not None
        beginning = f"{_folded(first.pupil)}("
        others = [one for one in self.by_pupil if one == name or _folded(one).startswith(beginning)]
        if len(others) == 1:
            return msg(
                "{pupil} has two rows, {first} and {second}, and got one sheet.",
                pupil=name,
                first=first.line,
                second=second.line,
            )
        return msg(
            "{pupil} has two rows, {first} and {second}: call the pupils as the manifest does, {names}.",
            pupil=name,
            first=first.line,
            second=second.line,
            names=", ".join(others),
        )


def _folded(name: str) -> str:
    return "".join(cleaned(name).casefold().split())


@dataclass(frozen=True, slots=True)
class Row:
    """A *pupil*, the responses by the number of the question, the *line* of the table, and the class if it tells."""

    pupil: str
    responses: Mapping[int, str]
    line: int = 0
    class_name: str = ""


def read_manifest(source: str) -> Manifest:
    """Read a sheet's code, a sheet's JSON file or a class manifest: whichever *source* is or names.

    Raises UnreadableError for anything else.
    """
    if "#" in source and not Path(source).exists():
        return Manifest(tuple(item.id for item in Worksheet.of(read_code(source)).items))
    try:
        data = json.loads(read_bytes(Path(source)).decode("utf-8-sig"))
        if data["format"] != FORMAT:
            raise UnreadableError(
                msg(
                    "{file} is written in format {given}, not {known}.",
                    file=source,
                    given=str(data["format"]),
                    known=FORMAT,
                )
            )
        if "pupils" in data:
            return Manifest(by_pupil={pupil["pupil"]: _ids(pupil["items"]) for pupil in data["pupils"]})
        return Manifest(_ids(data["items"]))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, PrimecardsError):
            raise
        raise UnreadableError(
            msg("{file} is neither a sheet (.json), nor a class manifest, nor a sheet's code.", file=source)
        ) from None


def _ids(items: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(str(item["id"]) for item in items)


def read_responses(path: Path, encoding: str = "utf-8") -> tuple[Row, ...]:
    """Read a table of responses: a row a pupil, a column a question, as Excel and Google write it.

    Commas, semicolons or tabs; the heading of a question holds its number; the names stand under headings as in
    `read_roster`, or in the first column. Raises UnreadableError for a table that cannot be read so.
    """
    table = read_table(path, encoding)
    if len(table) < 2:
        raise UnreadableError(msg("{file} holds no responses: a heading and a row a pupil are needed.", file=path.name))
    headings = [without_marks(heading).strip() for heading in table[0]]
    names = name_columns(headings) or (0,)
    class_place = class_column(headings)
    questions = {
        place: int(number[1])
        for place, heading in enumerate(headings)
        if place not in (*names, class_place) and (number := re.fullmatch(r"\D{0,20}(\d{1,3})\D{0,3}", heading))
    }
    asked = list(questions.values())
    if doubled := sorted({number for number in asked if asked.count(number) > 1}):
        raise UnreadableError(
            msg("{file} has more than one column for question {number}.", file=path.name, number=doubled[0])
        )
    for line, row in enumerate(table[1:], 2):
        if any(cell.strip() for cell in row[len(headings) :]):
            raise UnreadableError(
                msg(
                    "{file}, row {row}, has more cells than headings: put an answer of several numbers in quotes.",
                    file=path.name,
                    row=line,
                )
            )
    if not questions:
        raise UnreadableError(
            msg(
                "{file} needs a column for each question, headed by its number: {example}.",
                file=path.name,
                example=Formula("name,1,2,3"),
            )
        )

    def told(row: Sequence[str], place: int | None) -> str:
        return row[place] if place is not None and place < len(row) else ""

    return tuple(
        Row(
            " ".join(filter(None, (told(row, place).strip() for place in names))),
            {number: told(row, place) for place, number in questions.items()},
            line,
            told(row, class_place).strip(),
        )
        for line, row in enumerate(table[1:], 2)
        if any(cell.strip() for cell in row)
    )
