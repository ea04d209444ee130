"""The files of a class set, put together from its pieces; what was begun and not finished is gone on with."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeVar

from primecards.errors import PrintingError
from primecards.messages import msg
from primecards.puzzles.item import FORMAT
from primecards.spreading import Executor, spread
from primecards.words import say
from primecards.worksheets.class_pieces import Facts, Pieces, Task, ToPrint, print_task
from primecards.worksheets.class_set import ClassSet
from primecards.worksheets.file_names import file_names
from primecards.worksheets.files import move_whole, unwritable, write_whole
from primecards.worksheets.pdf_join import Joined
from primecards.worksheets.printing import Layout, overview_to_pdf
from primecards.worksheets.spec import FORMS
from primecards.worksheets.views import FORM_NAMES, InShort, Overview, Seat

T = TypeVar("T")

PUPILS_A_TASK = 4
PUPILS_AN_OVERVIEW = 100  # that are laid out at a time
EACH = "pupils"  # the folder of a file per pupil
_PARTIAL = re.compile(r"\.partial-[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Printing:
    """How a class set is printed: the *layout*, a file per pupil (*each*), and whether paper is printed on both sides.

    Raises PrintingError for a folder of templates that is not there.
    """

    layout: Layout
    each: bool = False
    duplex: bool = False

    def __post_init__(self) -> None:
        for folder in self.layout.templates:
            if not folder.is_dir():
                raise PrintingError(msg("There is no folder of templates {folder}.", folder=str(folder)))


def write_class_set(
    class_set: ClassSet,
    folder: Path,
    printing: Printing,
    executor: Executor | None,
    progress: Callable[[int], object],
) -> tuple[Path, ...]:
    """Write *class_set* into *folder*, as `ClassSet.write` says."""
    class_set.first_sheet()  # what cannot be made is refused before there is any file
    tasks = tuple(_tasks(class_set, printing))
    pieces = Pieces(folder, partial_name(tasks), tasks)
    made = _make_folder(folder)
    try:
        pieces.begin(class_set.code.seed)
        _print_missing(pieces, executor, progress)
        files = _put_together(class_set, folder, pieces, printing.duplex)
    except BaseException:
        # Finished pieces stay, to go on from; of what had hardly begun there is no trace.
        if pieces.remove_if_empty() and made:
            folder.rmdir()
        raise
    for leftover in _partials(folder):
        shutil.rmtree(leftover, ignore_errors=True)
    return files


def seed_to_go_on_with(class_set: ClassSet, folder: Path, printing: Printing) -> str | None:
    """Find the seed of the same class set, begun in *folder* and never finished."""
    for partial in _partials(folder):
        try:
            seed = (partial / "seed").read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue
        same = replace(class_set, code=replace(class_set.code, seed=seed))
        if partial_name(tuple(_tasks(same, printing))) == partial.name:
            return seed
    return None


def _partials(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if _PARTIAL.fullmatch(path.name)] if folder.is_dir() else []


def partial_name(tasks: Sequence[Task]) -> str:
    """Name the folder of the pieces of *tasks* after all that decides what is in them."""
    told = sha256(f"{version('primecards')} {version('weasyprint')} {FORMAT}".encode())
    for folder in tasks[0].layout.folders:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            told.update(str(file.relative_to(folder)).encode() + b"\0" + sha256(file.read_bytes()).digest())
    for task in tasks:
        told.update(json.dumps(asdict(task), default=str).encode())
    return f".partial-{told.hexdigest()[:16]}"


def _make_folder(folder: Path) -> bool:
    """Make *folder*; say whether it was not there before."""
    if folder.is_dir():
        return False
    try:
        folder.mkdir()
    except OSError as error:
        raise unwritable(folder, error) from None
    return True


# --- Pieces -------------------------------------------------------------------------------------------------------


def _tasks(class_set: ClassSet, printing: Printing) -> Iterator[Task]:
    """Share the sheets out: a few at a time, each with its key; of forms, first one key each."""
    task = Task((), (), printing.layout, class_set.language, class_set.title, class_set.school, printing.each)
    if class_set.forms:
        for code in class_set.code.in_forms(class_set.forms):
            yield replace(task, keys=(ToPrint(str(code), "", class_set.class_name),))
    sheets = [
        ToPrint(str(sheet.code), sheet.name, sheet.pupil.class_name or class_set.class_name)
        for sheet in class_set.sheets
    ]
    for few in _in_runs(sheets, PUPILS_A_TASK):
        yield replace(task, sheets=tuple(few), keys=() if class_set.forms else tuple(few))


def _in_runs(things: Sequence[T], length: int) -> Iterator[Sequence[T]]:
    return (things[start : start + length] for start in range(0, len(things), length))


def _print_missing(pieces: Pieces, executor: Executor | None, progress: Callable[[int], object]) -> None:
    missing = pieces.missing()
    done = sum(len(task.sheets) for task in pieces.tasks) - sum(len(pieces.tasks[place].sheets) for place in missing)
    progress(done)
    results = spread(print_task, (pieces.tasks[place] for place in missing), executor=executor)
    for place, piece in zip(missing, results, strict=True):
        pieces.put(place, piece)
        done += len(pieces.tasks[place].sheets)
        progress(done)


# --- Files --------------------------------------------------------------------------------------------------------


def _put_together(class_set: ClassSet, folder: Path, pieces: Pieces, duplex: bool) -> tuple[Path, ...]:
    """Join the pieces into the files of the class set, which get their names when all of them are there."""
    labels = [sheet.label for sheet in class_set.sheets]
    facts, of_forms = _join_sheets(class_set, pieces, labels, duplex)
    _join_keys(class_set, pieces, labels, facts, of_forms)
    alone = _write_each(class_set, folder, pieces, labels) if pieces.tasks[0].each else ()
    manifest = json.dumps(_manifest(class_set, facts, alone), ensure_ascii=False, indent=1) + "\n"
    write_whole({pieces.folder / "manifest.json": manifest.encode()})
    sheets, keys, told = (
        {pieces.folder / name: folder / name} for name in ("class.pdf", "answers.pdf", "manifest.json")
    )
    moved = move_whole({**sheets, **keys})
    _remove_earlier(folder, alone)  # while their manifest is still there, in case this is broken off
    return (*moved, *move_whole(told), *alone)


def _remove_earlier(folder: Path, alone: Sequence[Path]) -> None:
    """Remove the files of pupils that the manifest of an earlier class set names, and no others, but for *alone*."""
    try:
        pupils = json.loads((folder / "manifest.json").read_bytes())["pupils"]
        names = [str(pupil["file"]) for pupil in pupils if "file" in pupil]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return
    kept = {path.stat().st_ino for path in alone}  # a file system may take two names for one
    for name in names:
        if name.endswith(".pdf") and Path(name).name == name:
            with suppress(OSError):
                if (folder / EACH / name).stat().st_ino not in kept:
                    (folder / EACH / name).unlink()
    with suppress(OSError):
        (folder / EACH).rmdir()  # which a folder that is not empty does not let happen


def _join_sheets(
    class_set: ClassSet, pieces: Pieces, labels: Sequence[str], duplex: bool
) -> tuple[list[Facts], list[Facts]]:
    """Write all sheets into one file; return what is in each, and what is in each form if there are forms."""
    together = Joined()
    facts: list[Facts] = []
    of_forms: list[Facts] = []
    for task, piece in zip(pieces.tasks, pieces, strict=True):
        if not task.sheets:
            of_forms += piece.facts
            continue
        first = 0
        for pages, one in zip(piece.sheet_pages, piece.facts, strict=True):
            if duplex and together.pages % 2:
                together.add_blank()
            together.mark(labels[len(facts)])
            together.add(piece.files[0], slice(first, first + pages))
            first += pages
            facts.append(one)
    _save(together, pieces.folder / "class.pdf", _title(class_set), class_set.language)
    return facts, of_forms


def _join_keys(
    class_set: ClassSet, pieces: Pieces, labels: Sequence[str], facts: Sequence[Facts], of_forms: Sequence[Facts]
) -> None:
    """Write an overview and all answer keys into one file."""

    def words(text: Any) -> str:
        return say(text, class_set.language)

    together = Joined()
    together.mark(words(msg("Class overview")))
    for overview in _overviews(class_set, labels, facts, of_forms):
        together.add(overview_to_pdf(replace(overview, page=together.pages), pieces.tasks[0].layout))
    names = [words(FORM_NAMES[letter]) for letter in FORMS[: class_set.forms]] or list(labels)
    of_keys = iter(names)
    for piece in pieces:
        first = 0
        for pages in piece.key_pages:
            together.mark(next(of_keys))
            together.add(piece.files[1], slice(first, first + pages))
            first += pages
    title = f"{words(msg('Answer key'))} – {_title(class_set)}"
    _save(together, pieces.folder / "answers.pdf", title, class_set.language)


def _title(class_set: ClassSet) -> str:
    heading = class_set.title or say(msg("Worksheet"), class_set.language)
    return f"{heading} – {class_set.class_name}" if class_set.class_name else heading


def _save(together: Joined, path: Path, title: str, language: str) -> None:
    write_whole({path: together.content(title=title, language=language)})


def _overviews(
    class_set: ClassSet, labels: Sequence[str], facts: Sequence[Facts], of_forms: Sequence[Facts]
) -> Iterator[Overview]:
    forms = tuple(InShort(one.answers, letter) for one, letter in zip(of_forms, FORMS, strict=False))
    seats = [
        Seat(label, FORMS[sheet.code.form]) if forms else Seat(label, seed=sheet.code.seed, answers=one.answers)
        for label, sheet, one in zip(labels, class_set.sheets, facts, strict=True)
    ]
    code = str(class_set.code).partition("#")[0] + "#"
    for number, few in enumerate(_in_runs(seats, PUPILS_AN_OVERVIEW)):
        yield Overview(
            tuple(few),
            code,
            number * PUPILS_AN_OVERVIEW + 1,
            () if number else forms,
            class_set.language,
            class_set.title,
            class_set.school,
            class_set.class_name,
        )


def _manifest(class_set: ClassSet, facts: Sequence[Facts], alone: Sequence[Path]) -> dict[str, Any]:
    """Say who got what, as `mark-class` reads it, and which files are whose."""
    pupils = []
    for sheet, one, path in zip_longest(class_set.sheets, facts, alone):
        pupil: dict[str, Any] = {"pupil": sheet.label, "code": str(sheet.code)}
        if sheet.pupil.class_name:
            pupil["class"] = sheet.pupil.class_name
        if class_set.forms:
            pupil["form"] = FORMS[sheet.code.form]
        if path:
            pupil["file"] = path.name
        items = [{"number": n, "id": item, "points": points} for n, (item, points) in enumerate(one.items, 1)]
        pupils.append({**pupil, "items": items})
    return {
        "format": FORMAT,
        "title": class_set.title,
        "school": class_set.school,
        "class": class_set.class_name,
        "language": class_set.language,
        "seed": class_set.code.seed,
        "forms": class_set.forms,
        "pupils": pupils,
    }


def _write_each(class_set: ClassSet, folder: Path, pieces: Pieces, labels: Sequence[str]) -> tuple[Path, ...]:
    """Write a file per pupil, named after the pupil."""
    alone = folder / EACH
    try:
        alone.mkdir(exist_ok=True)
    except OSError as error:
        raise unwritable(alone, error) from None
    paths = [alone / f"{name}.pdf" for name in file_names(labels, nameless=say(msg("no name"), class_set.language))]
    coming = iter(paths)
    for piece in pieces:
        write_whole({next(coming): content for content in piece.files[2:]})
    return tuple(paths)
