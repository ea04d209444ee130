"""Who gets a sheet: the pupils of a roster, as schools have it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import category, normalize

from primecards.errors import OutOfRangeError, UnreadableError
from primecards.messages import Message, msg, nmsg
from primecards.rules.cards import without_marks
from primecards.worksheets.tables import read_table

MOST_PUPILS = 20_000
MOST_LETTERS = 400  # of a name; a longer one is no name
ROWS_ABOVE = 5  # a title and the like, before the headings
EXAMPLE = msg("Name")


def _headings(text: str) -> frozenset[str]:
    return frozenset(text.split("|"))


# As `_heading` leaves them: small letters, and single spaces for all else.
NAME = _headings(
    "name|names|full name|fullname|pupil|pupils|pupil name|pupil s name|student|students|student name|student s name|"
    "child|child name|learner|name of pupil|name of student|שם|שמות|שם מלא|שם התלמיד|שם התלמידה|שם תלמיד|שם תלמידה|"
    "שם התלמיד ה|שם תלמיד ה|שם התלמידים|שמות התלמידים|שמות תלמידים|תלמיד|תלמידה|תלמידים|תלמיד ה|שם ומשפחה|"
    "שם פרטי ומשפחה|שם פרטי ושם משפחה|שם משפחה ופרטי|שם משפחה ושם פרטי"
)
FIRST = _headings(
    "first name|firstname|first|given name|given names|given|forename|preferred name|preferred first name|"
    "legal first name|student first name|שם פרטי|פרטי|השם הפרטי"
)
LAST = _headings(
    "last name|lastname|last|surname|family name|family|legal last name|student last name|שם משפחה|שם המשפחה|משפחה"
)
CLASS = _headings("class|class name|group|form|homeroom|section|grade|כיתה|כתה|הכיתה|שם הכיתה|קבוצה|הקבצה|שכבה וכיתה")
SEAT = _headings("seat|seat number|seat no|desk|place|מקום|מקום ישיבה|מושב|מספר מקום|מספר מושב|שולחן")
OTHER = _headings(
    "id|no|number|nr|email|e mail|mail|phone|date|מס|מספר|ת ז|תז|תעודת זהות|מספר זהות|דואל|דוא ל|טלפון|תאריך"
)
# A heading with one of these words is that of names, unless it has one of the others too.
NAME_WORDS = _headings("name|names|שם|שמות|השם")
NOT_OF_PUPILS = _headings(
    "class|school|group|course|section|parent|father|mother|guardian|teacher|user|login|file|sheet|middle|first|last|"
    "family|given|id|number|e|email|"
    "כיתה|הכיתה|בית|קבוצה|הקבוצה|הורה|ההורה|האב|אב|האם|אם|מורה|המורה|מחנך|מחנכת|המחנך|המחנכת|משתמש|קובץ|רחוב|פרטי|משפחה"
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


def read_roster(
    path: str | Path, encoding: str = "utf-8", tell: Callable[[Message], object] | None = None
) -> tuple[Pupil, ...]:
    """Read the pupils of a table: .csv, .tsv or .txt as Excel and Google write it, or .xlsx.

    Commas, semicolons or tabs; UTF-8, UTF-16 with its mark, or *encoding*. A heading such as "name" or "שם" marks the
    names, or two such as "first name" and "last name", which are joined; others ("class", "seat") are used if they are
    there. Without headings every row is a pupil. Rows without a name are left out; *tell* is told how many. Raises
    UnreadableError for a table that cannot be read so, or has no pupil, OutOfRangeError for more than 20,000 pupils or
    a name of more than 400 letters.
    """
    file = Path(path)
    table = [[cleaned(cell) for cell in row] for row in read_table(file, encoding)]
    rows = [row for row in table if any(row)]
    top, columns = _columns(rows, file.name)
    read = [_pupil(row, columns) for row in rows[top:]]
    pupils = tuple(pupil for pupil in read if pupil.name)
    if tell and pupils and (nameless := len(read) - len(pupils)):
        tell(
            nmsg(
                "{file}: one row without a name was left out.",
                "{file}: {n} rows without a name were left out.",
                nameless,
                file=file.name,
            )
        )
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
        if names := name_columns(row):
            headings = [_heading(cell) for cell in row]
            alone = len([heading for heading in headings if heading]) == 1
            seat = _place(headings, SEAT)
            return number + 1, _Columns(names, class_column(row), seat, to_the_end=alone and names == (0,))
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


def name_columns(row: Sequence[str]) -> tuple[int, ...]:
    """Find the column of names under the headings of *row*, or those of first and last names; none if it has no such.

    >>> name_columns(["Class", "Family name", "First name"]), name_columns(["5b", "Noa"])
    ((2, 1), ())
    """
    headings = [_heading(cell) for cell in row]
    if (whole := _place(headings, NAME)) is not None:
        return (whole,)
    parts = tuple(place for part in (FIRST, LAST) if (place := _place(headings, part)) is not None)
    if parts:
        return parts
    words = [set(heading.split()) for heading in headings]
    return tuple(place for place, had in enumerate(words) if had & NAME_WORDS and not had & NOT_OF_PUPILS)[:1]


def class_column(row: Sequence[str]) -> int | None:
    """Find the column of classes under the headings of *row*."""
    return _place([_heading(cell) for cell in row], CLASS)


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
