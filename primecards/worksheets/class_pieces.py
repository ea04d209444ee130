"""A class set piece by piece: a few pupils are printed at a time, by whoever does the work, and kept until all are."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from primecards.worksheets.files import unwritable, write_whole
from primecards.worksheets.pdf_join import joined
from primecards.worksheets.printing import Layout, to_pdf, to_print
from primecards.worksheets.response_views import in_short
from primecards.worksheets.spec import read_code
from primecards.worksheets.worksheet import Worksheet


@dataclass(frozen=True, slots=True)
class ToPrint:
    """A sheet or an answer key to be printed, and whose it is."""

    code: str
    pupil: str = ""
    class_name: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """A few *sheets* and *keys* to print, the sheets one by one (*each*) as well."""

    sheets: tuple[ToPrint, ...]
    keys: tuple[ToPrint, ...]
    layout: Layout
    language: str
    title: str
    school: str
    each: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What is in a sheet: the ids and points of its exercises, and their answers in short."""

    items: tuple[tuple[str, int], ...]
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """What became of a task: the sheets and the keys in a file each, every sheet alone if wanted, and their pages.

    The *facts* are those of each sheet or, of a task without sheets, of each key.
    """

    files: tuple[bytes, ...]
    sheet_pages: tuple[int, ...]
    key_pages: tuple[int, ...]
    facts: tuple[Facts, ...]


def print_task(task: Task) -> Piece:
    """Print what *task* asks for: the same to the byte wherever it is done."""
    of_pupils, of_teacher = ([_sheet(task, one) for one in some] for some in (task.sheets, task.keys))
    each = tuple(to_pdf(sheet, task.layout, "pupil") for sheet in of_pupils) if task.each else ()
    nothing: tuple[bytes, tuple[int, ...]] = (b"", ())
    # What is tagged for a screen reader does as well for the printer, and need not be laid out again.
    sheets, sheet_pages = joined(each) if each else to_print(of_pupils, task.layout, "pupil") if of_pupils else nothing
    keys, key_pages = to_print(of_teacher, task.layout, "answers") if of_teacher else nothing
    facts = tuple(map(_facts, of_pupils or of_teacher))
    return Piece((sheets, keys, *each), sheet_pages, key_pages, facts)


def _sheet(task: Task, one: ToPrint) -> Worksheet:
    sheet = _made(one.code, task.language)
    return replace(sheet, title=task.title, school=task.school, pupil=one.pupil, class_name=one.class_name)


@lru_cache(maxsize=16)
def _made(code: str, language: str) -> Worksheet:
    return Worksheet.of(read_code(code), language=language)


def _facts(sheet: Worksheet) -> Facts:
    short = (in_short(item.answer.sample, item.response, item.language) for item in sheet.items)
    return Facts(tuple((item.id, item.points) for item in sheet.items), tuple(short))


# --- Kept until all are there -------------------------------------------------------------------------------------


class Pieces:
    """The finished pieces of a class set, in a folder that is named after all that decides what is printed."""

    def __init__(self, folder: Path, name: str, tasks: tuple[Task, ...]) -> None:
        """Keep the pieces of *tasks* in *folder*, in a folder of their own."""
        self.folder = folder / name
        self.tasks = tasks

    def begin(self, seed: str) -> None:
        """Make the folder, and note the *seed*, so that the same command without one goes on with it."""
        try:
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise unwritable(self.folder.parent, error) from None
        write_whole({self.folder / "seed": seed.encode()})

    def remove_if_empty(self) -> bool:
        """Remove the folder if it holds no piece; say whether it is gone."""
        if any(self._path(place).exists() for place in range(len(self.tasks))):
            return False
        shutil.rmtree(self.folder, ignore_errors=True)
        return not self.folder.exists()

    def missing(self) -> list[int]:
        """List the places of the tasks that are still to be done."""
        return [place for place in range(len(self.tasks)) if self._read(place) is None]

    def put(self, place: int, piece: Piece) -> None:
        """Keep the piece of the task at *place*."""
        body = b"".join(piece.files)
        told = asdict(replace(piece, files=()))
        head = {**told, "sizes": [len(file) for file in piece.files], "digest": sha256(body).hexdigest()}
        write_whole({self._path(place): json.dumps(head).encode() + b"\n" + body})

    def __iter__(self) -> Iterator[Piece]:
        """Go through the pieces in the order of the tasks."""
        for place in range(len(self.tasks)):
            piece = self._read(place)
            assert piece is not None
            yield piece

    def _path(self, place: int) -> Path:
        return self.folder / f"{place:05}"

    def _read(self, place: int) -> Piece | None:
        """Read a piece, or find that it is not there, or not whole: power may have failed."""
        try:
            head, _, body = self._path(place).read_bytes().partition(b"\n")
            told: Any = json.loads(head)
            if sha256(body).hexdigest() != told["digest"]:
                return None
        except (OSError, ValueError, LookupError, TypeError):
            return None
        files, start = [], 0
        for size in told["sizes"]:
            files.append(body[start : start + size])
            start += size
        facts = (
            Facts(tuple((item_id, points) for item_id, points in one["items"]), tuple(one["answers"]))
            for one in told["facts"]
        )
        return Piece(tuple(files), tuple(told["sheet_pages"]), tuple(told["key_pages"]), tuple(facts))
