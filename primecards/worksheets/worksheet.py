"""A worksheet: which exercises, in which order, under which code. How it looks is the business of `printing`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from primecards.errors import PrintingError, UnknownNameError, UnreadableError
from primecards.languages import require_language
from primecards.messages import Formula, Message, msg
from primecards.puzzles.item import FORMAT, Item
from primecards.puzzles.worked_examples import fadings
from primecards.worksheets.files import write_whole
from primecards.worksheets.picking import Picker, interleaved
from primecards.worksheets.spec import FORMS, Code, SpecLike, code_of, read_code

if TYPE_CHECKING:
    from primecards.worksheets.printing import Layout

    Render: TypeAlias = "Callable[[Worksheet, str, Layout, str], bytes]"

MOST_FADINGS = 2
FILE_TYPES = (".pdf", ".html", ".json", ".md", ".docx")


@dataclass(frozen=True, slots=True)
class Entry:
    """One place of a sheet: an *item* to be done, with its *number*, or one that shows how.

    The *role* is "exercise", "worked" (an example with every step) or "faded" (with the first *shown_steps* only).
    """

    item: Item
    number: int | None
    role: str = "exercise"
    shown_steps: int = 0


@dataclass(frozen=True, slots=True)
class Worksheet:
    """Exercises to print or save, each different; the `code` rebuilds them in every language and on every machine.

    The name of the *pupil* and the class are printed where there is a line to write them on.
    """

    code: str
    entries: tuple[Entry, ...]
    language: str = "en"
    title: str = ""
    school: str = ""
    pupil: str = ""
    class_name: str = ""

    @classmethod
    def make(
        cls,
        specs: Iterable[SpecLike],
        *,
        seed: str | int | None = None,
        language: str = "en",
        title: str = "",
        school: str = "",
        order: str = "block",
        examples: str | None = None,
        examples_from: str = "generator",
    ) -> Worksheet:
        """Make the sheet of *specs*: (kind, level, count), "KIND.LEVELxCOUNT" or `Spec`, 300 exercises at most.

        Without a *seed* a fresh one is drawn. *order* is "block" or "interleave" (no two neighbours of a kind, where
        that is possible); *examples* "none", "worked" or "faded". With *examples_from* "games", not "generator", those
        of the kinds about going out are positions of played games, and "worked" unless *examples* says otherwise.
        Raises OutOfRangeError, UnknownNameError or UnreadableError for what cannot be asked, NotEnoughItemsError for
        more different exercises than there are.

        >>> Worksheet.make([("find-key", 3, 6)], seed="k7f2q9").code
        'find-key.3x6#k7f2q9'
        """
        code = code_of(specs, seed=seed, order=order, examples=examples, examples_from=examples_from)
        return cls.of(code, language=language, title=title, school=school)

    @classmethod
    def from_code(cls, code: str, *, language: str = "en", title: str = "", school: str = "") -> Worksheet:
        """Rebuild the sheet that carries *code*; raises as `make` does."""
        return cls.of(read_code(code), language=language, title=title, school=school)

    @classmethod
    def of(cls, code: Code, *, language: str = "en", title: str = "", school: str = "") -> Worksheet:
        """Make the sheet that *code* stands for."""
        _require_text(title)
        _require_text(school)
        entries = tuple(_entries(code, require_language(language)))
        return cls(str(code), entries, language, title, school)

    @property
    def form(self) -> str:
        """The letter of a parallel form, A to D; "" for a sheet that is the only one."""
        code = read_code(self.code)
        return FORMS[code.form] if code.forms > 1 else ""

    @property
    def story(self) -> tuple[Message, ...]:
        """What is told below the exercises: nothing."""
        return ()

    @property
    def items(self) -> tuple[Item, ...]:
        """The exercises in the order of their numbers."""
        return tuple(entry.item for entry in self.entries if entry.number is not None)

    def to_dict(self, *, answers: bool = True) -> dict[str, Any]:
        """Write the sheet as JSON: its code and its items, without *answers* as pupils' copies."""
        return {
            "format": FORMAT,
            "code": self.code,
            "form": self.form,
            "language": self.language,
            "title": self.title,
            "school": self.school,
            "items": [item.to_dict(answers=answers) for item in self.items],
            "examples": list(self._examples()),
        }

    def _examples(self) -> Iterator[dict[str, Any]]:
        """Write every example: how, how many of its steps, and the number of the exercise it stands before."""
        number = 1
        for entry in self.entries:
            if entry.number is None:
                example = {"before": number, "role": entry.role, "shown_steps": entry.shown_steps}
                yield {**example, "item": entry.item.to_dict(answers=entry.role == "worked")}
            else:
                number = entry.number + 1

    def write(
        self,
        path: str | Path,
        *,
        paper: str = "a4",
        style: str = "plain",
        answers: str = "same-file",
        templates: Iterable[str | Path] = (),
        **look: Any,
    ) -> tuple[Path, ...]:
        """Write the sheet to *path*: .pdf, .html, .json, .md or .docx by its ending; returns the files written.

        *answers* go into the "same-file" (on pages of their own), a "separate" one beside it, or nowhere ("none").
        More of the *look*: cream=True, points=True, per_page=4, helpers="primes,chart" (see `printing.Layout`).
        Files are written whole or not at all. Raises UnknownNameError for another ending, paper or style,
        PrintingError where printing or writing fails.
        """
        return write_forms([self], path, paper=paper, style=style, answers=answers, templates=templates, **look)[0]


def write_forms(
    sheets: Sequence[Worksheet],
    path: str | Path,
    *,
    paper: str = "a4",
    style: str = "plain",
    answers: str = "same-file",
    templates: Iterable[str | Path] = (),
    render: Render | None = None,
    **look: Any,
) -> tuple[tuple[Path, ...], ...]:
    """Write *sheets* as `Worksheet.write` does, all or none; of several, each has its letter after its name.

    *render* makes a file's bytes in place of `outputs.render`.
    """
    from primecards.worksheets import outputs
    from primecards.worksheets.printing import Layout

    target = Path(path)
    file_type = target.suffix.lower()
    if file_type not in FILE_TYPES:
        names = Formula(" ".join(FILE_TYPES))
        raise UnknownNameError(
            msg(
                "{path}: give the file a name that ends in one of {names}, such as {example}.",
                path=str(path)[-60:] or '""',
                names=names,
                example=Formula("sheet.pdf"),
            )
        )
    for folder in templates:
        if not Path(folder).is_dir():
            raise PrintingError(msg("There is no folder of templates {folder}.", folder=str(folder)))
    layout = Layout(paper, style, answers, tuple(Path(folder) for folder in templates), **look)
    render = render or outputs.render
    written: list[tuple[Path, ...]] = []
    files: dict[Path, bytes] = {}
    for sheet in sheets:
        name = target if len(sheets) == 1 else target.with_stem(f"{target.stem}-{sheet.form}")
        own = {name: render(sheet, file_type, layout, "all" if answers == "same-file" else "pupil")}
        if answers == "separate":
            own[name.with_stem(f"{name.stem}-answers")] = render(sheet, file_type, layout, "answers")
        files |= own
        written.append(tuple(own))
    write_whole(files)
    return tuple(written)


def _require_text(text: str) -> None:
    """Refuse a heading with bytes that were no text where it came from."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        shown = text.encode("utf-8", "replace").decode()[:60]
        raise UnreadableError(msg("The heading {text} cannot be read: it has to be UTF-8.", text=shown)) from None


def _entries(code: Code, language: str) -> Iterator[Entry]:
    """Lay out the exercises of *code*, with examples before the first of each kind and level."""
    picker = Picker(code, language)
    blocks = picker.exercises()
    exercises = interleaved(blocks) if code.order == "interleave" else [item for block in blocks for item in block]
    specs = {item.id: spec for spec, block in zip(code.specs, blocks, strict=True) for item in block}
    shown: set[tuple[str, int, int]] = set()
    for number, item in enumerate(exercises, 1):
        spec = specs[item.id]
        if code.examples != "none" and spec.drawn_from not in shown:
            shown.add(spec.drawn_from)
            yield from _examples(picker.examples(spec), faded=code.examples == "faded")
        yield Entry(item, number)


def _examples(items: Iterator[Item], *, faded: bool) -> Iterator[Entry]:
    """Show how: an example with every step, and if *faded* twins with fewer and fewer."""
    example = next(items)
    yield Entry(example, None, "worked", len(example.solution))
    if faded:
        for place in range(MOST_FADINGS):
            twin = next(items)
            if place < len(shown := fadings(twin)):
                yield Entry(twin, None, "faded", shown[place])
