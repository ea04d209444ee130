"""What a class was asked and what it answered: the manifest, and the table of responses that a teacher brings."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from primecards.errors import PrimecardsError, UnreadableError
from primecards.messages import Formula, msg
from primecards.puzzles.item import FORMAT
from primecards.rules.cards import without_marks
from primecards.worksheets.spec import read_code
from primecards.worksheets.tables import read_bytes, read_table
from primecards.worksheets.worksheet import Worksheet

NAME_HEADINGS = ("name", "pupil", "student", "שם", "שם התלמיד", "שם התלמידה", "תלמיד", "תלמידה", "שם מלא")


@dataclass(frozen=True, slots=True)
class Manifest:
    """The ids of the questions by number: of *everybody*, or pupil by pupil."""

    everybody: tuple[str, ...] = ()
    by_pupil: Mapping[str, tuple[str, ...]] | None = None

    def questions_of(self, pupil: str) -> tuple[str, ...]:
        """Return the ids of the questions of *pupil*, or raise UnreadableError for a pupil who got no sheet."""
        if self.by_pupil is None:
            return self.everybody
        if pupil not in self.by_pupil:
            raise UnreadableError(msg("The manifest has no sheet of {pupil}.", pupil=pupil))
        return self.by_pupil[pupil]


@dataclass(frozen=True, slots=True)
class Row:
    """A *pupil* and the responses by the number of the question."""

    pupil: str
    responses: Mapping[int, str]


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

    Commas, semicolons or tabs; the heading of a question holds its number; the pupil's column has a heading such as
    "name" or "שם", or is the first. Raises UnreadableError for a table that cannot be read so.
    """
    table = read_table(path, encoding)
    if len(table) < 2:
        raise UnreadableError(msg("{file} holds no responses: a heading and a row a pupil are needed.", file=path.name))
    headings = [without_marks(heading).strip() for heading in table[0]]
    names = [place for place, heading in enumerate(headings) if heading.lower() in NAME_HEADINGS]
    name = names[0] if names else 0
    questions = {
        place: int(number[1])
        for place, heading in enumerate(headings)
        if place != name and (number := re.fullmatch(r"\D{0,20}(\d{1,3})\D{0,3}", heading))
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
    return tuple(
        Row(row[name].strip(), {number: row[place] if place < len(row) else "" for place, number in questions.items()})
        for row in table[1:]
        if any(cell.strip() for cell in row) and name < len(row)
    )
