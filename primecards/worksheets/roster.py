"""Who gets a sheet: the pupils of a roster, as schools have it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import category, normalize

from primecards.errors import OutOfRangeError, UnreadableError
from primecards.messages import Formula, msg
from primecards.rules.cards import without_marks
from primecards.worksheets.tables import read_table

MOST_PUPILS = 20_000
MOST_LETTERS = 400  # of a name; a longer one is no name
ROWS_ABOVE = 5  # a title and the like, before the headings
EXAMPLE = Formula("name")


def _headings(text: str) -> frozenset[str]:
    return frozenset(text.split("|"))


# As `_heading` leaves them: small letters, and single spaces for all else.
NAME = _headings(
    "name|names|full name|fullname|pupil|pupils|pupil name|pupil s name|student|students|student name|student s name|"
    "child|child name|learner|name of pupil|name of student|שם|שמות|שם מלא|שם התלמיד|שם התלמידה|שם תלמיד|שם תלמידה|"
    "שם התלמיד ה|שם תלמיד ה|שם התלמידים|שמות התלמידים|שמות תלמידים|תלמיד|תלמידה|תלמידים|תלמיד ה|שם ומשפחה|"
    "שם פרטי ומשפחה|שם פרטי ושם משפחה|שם משפחה ופרטי|שם משפחה ושם פרטי"
)
FIRST = _headings("first name|firstname|first|given name|given names|given|forename|שם פרטי|פרטי|השם הפרטי")
LAST = _headings("last name|lastname|last|surname|family name|family|שם משפחה|שם המשפחה|משפחה")
CLASS = _headings("class|class name|group|form|homeroom|section|grade|כיתה|כתה|הכיתה|שם הכיתה|קבוצה|הקבצה|שכבה וכיתה")
SEAT = _headings("seat|seat number|seat no|desk|place|מקום|מקום ישיבה|מושב|מספר מקום|מספר מושב|שולחן")
OTHER = _headings(
    "id|no|number|nr|email|e mail|mail|phone|date|מס|מספר|ת ז|תז|תעודת זהות|מספר זהות|דואל|דוא ל|טלפון|תאריך"
)


@dataclass(frozen=True, slots=True)
class Pupil:
    """A pupil of a roster: the *name*, and where the roster has them the class and the *seat*."""

    name: str
    class_name: str = ""
    seat: str = ""

    def __post_init__(self) -> None:
        if len(self.name) > MOST_LETTERS or len(self.class_name) > MOST_LETTERS:
            raise OutOfRangeError(
                msg(
                    "The name {name} has more than {most} letters.",
                    name=max(self.name, self.class_name, key=len)[:40] + "…",
                    most=MOST_LETTERS,
                )
            )


def read_roster(path: str | Path, encoding: str = "utf-8") -> tuple[Pupil, ...]:
    """Read the pupils of a table: .csv, .tsv or .txt as Excel and Google write it, or .xlsx.

    Commas, semicolons or tabs; UTF-8, UTF-16 with its mark, or *encoding*. A heading such as "name" or "שם" marks the
    names, or two such as "first name" and "last name", which are joined; others ("class", "seat") are used if they are
    there. Without headings every row is a pupil. Raises UnreadableError for a table that cannot be read so, or has no
    pupil, OutOfRangeError for more than 20,000 pupils or a name of more than 400 letters.
    """
    file = Path(path)
    table = [[cleaned(cell) for cell in row] for row in read_table(file, encoding)]
    rows = [row for row in table if any(row)]
    top, columns = _columns(rows, file.name)
    pupils = tuple(_pupil(row, columns) for row in rows[top:])
    if not pupils:
        raise UnreadableError(msg("{file} has no pupil in it.", file=file.name))
    if len(pupils) > MOST_PUPILS:
        raise OutOfRangeError(
            msg("{file} has {count} pupils; the most is {most}.", file=file.name, count=len(pupils), most=MOST_PUPILS)
        )
    return pupils


def cleaned(text: str) -> str:
    """Write a name as it is printed: composed letters, single spaces, nothing that steers a printer or a line."""
    kept = (letter for letter in normalize("NFC", text) if letter.isspace() or _is_printed(letter))
    return " ".join("".join(kept).split())


def _is_printed(letter: str) -> bool:
    # Joiners hold emoji and Persian names together; direction marks would turn round what stands beside the name.
    return letter in "\u200c\u200d" or category(letter) not in ("Cc", "Cf", "Cs", "Co")


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the parts of a name stand, and the class and the seat; *to_the_end*: what follows is of the name too."""

    names: tuple[int, ...]
    class_name: int | None = None
    seat: int | None = None
    to_the_end: bool = False


def _columns(rows: Sequence[Sequence[str]], file: str) -> tuple[int, _Columns]:
    """Find the columns, and the row that the pupils begin at."""
    for number, row in enumerate(rows[: ROWS_ABOVE + 1]):
        headings = [_heading(cell) for cell in row]
        names = [place for place, heading in enumerate(headings) if heading in NAME][:1]
        if not names:
            names = [place for part in (FIRST, LAST) if (place := _place(headings, part)) is not None]
        if names:
            alone = len([heading for heading in headings if heading]) == 1
            class_name, seat = (_place(headings, one) for one in (CLASS, SEAT))
            return number + 1, _Columns(tuple(names), class_name, seat, to_the_end=alone and names == [0])
    if rows and any(_heading(cell) in CLASS | SEAT | OTHER for cell in rows[0]):
        raise UnreadableError(
            msg("{file} has no column of names: give that column the heading {example}.", file=file, example=EXAMPLE)
        )
    filled = {place for row in rows for place, cell in enumerate(row) if cell and not _is_number(cell)}
    if len(filled) > 1:
        raise UnreadableError(
            msg(
                "{file} has several columns and no headings: give the column of names the heading {example}.",
                file=file,
                example=EXAMPLE,
            )
        )
    return 0, _Columns(tuple(filled) or (0,))


def _place(headings: Sequence[str], one_of: frozenset[str]) -> int | None:
    return next((place for place, heading in enumerate(headings) if heading in one_of), None)


def _heading(cell: str) -> str:
    return " ".join(re.findall(r"[^\W\d_]+", without_marks(cell).casefold().replace('"', "").replace("״", "")))


def _is_number(cell: str) -> bool:
    return re.fullmatch(r"[\d.,/\- ]+", cell) is not None


def _pupil(row: Sequence[str], columns: _Columns) -> Pupil:
    def cell(place: int | None) -> str:
        return row[place] if place is not None and place < len(row) else ""

    parts = ", ".join(filter(None, row)) if columns.to_the_end else " ".join(filter(None, map(cell, columns.names)))
    return Pupil(parts, cell(columns.class_name), cell(columns.seat))
