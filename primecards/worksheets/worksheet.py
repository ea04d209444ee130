"""A worksheet: which exercises, in which order, under which code. How it looks is the business of `printing`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from primecards.errors import NotEnoughItemsError, UnknownNameError
from primecards.languages import require_language
from primecards.messages import Formula, msg
from primecards.puzzles.item import FORMAT, Item
from primecards.puzzles.registry import make_item
from primecards.puzzles.worked_examples import fadings
from primecards.worksheets.files import write_whole
from primecards.worksheets.spec import Code, Spec, SpecLike, code_of, read_code

MOST_TRIES = 2_000
FILE_TYPES = (".pdf", ".html", ".json", ".md")


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
    """Exercises to print or save, each different; the `code` rebuilds them in every language and on every machine."""

    code: str
    entries: tuple[Entry, ...]
    language: str = "en"
    title: str = ""
    school: str = ""

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
        examples: str = "none",
    ) -> Worksheet:
        """Make the sheet of *specs*: (kind, level, count), "KIND.LEVELxCOUNT" or `Spec`, 300 exercises at most.

        Without a *seed* a fresh one is drawn. *order* is "block" or "interleave" (no two neighbours of a kind, where
        that is possible); *examples* "none", "worked" or "faded". Raises OutOfRangeError, UnknownNameError or
        UnreadableError for what cannot be asked, NotEnoughItemsError for more different exercises than there are.

        >>> Worksheet.make([("find-key", 3, 6)], seed="k7f2q9").code
        'find-key.3x6#k7f2q9'
        """
        code = code_of(specs, seed=seed, order=order, examples=examples)
        return cls.of(code, language=language, title=title, school=school)

    @classmethod
    def from_code(cls, code: str, *, language: str = "en", title: str = "", school: str = "") -> Worksheet:
        """Rebuild the sheet that carries *code*; raises as `make` does."""
        return cls.of(read_code(code), language=language, title=title, school=school)

    @classmethod
    def of(cls, code: Code, *, language: str = "en", title: str = "", school: str = "") -> Worksheet:
        """Make the sheet that *code* stands for."""
        entries = tuple(_entries(code, require_language(language)))
        return cls(str(code), entries, language, title, school)

    @property
    def items(self) -> tuple[Item, ...]:
        """The exercises in the order of their numbers."""
        return tuple(entry.item for entry in self.entries if entry.number is not None)

    def to_dict(self, *, answers: bool = True) -> dict[str, Any]:
        """Write the sheet as JSON: its code and its items, without *answers* as pupils' copies."""
        return {
            "format": FORMAT,
            "code": self.code,
            "language": self.language,
            "title": self.title,
            "items": [item.to_dict(answers=answers) for item in self.items],
        }

    def write(
        self,
        path: str | Path,
        *,
        paper: str = "a4",
        style: str = "plain",
        answers: str = "same-file",
        templates: Iterable[str | Path] = (),
    ) -> tuple[Path, ...]:
        """Write the sheet to *path*: .pdf, .html, .json or .md by its ending; returns the files written.

        *answers* go into the "same-file" (on pages of their own), a "separate" one beside it, or nowhere ("none").
        Files are written whole or not at all. Raises UnknownNameError for another ending, paper or style,
        PrintingError where printing or writing fails.
        """
        from primecards.worksheets.outputs import render
        from primecards.worksheets.printing import Layout

        target = Path(path)
        if target.suffix.lower() not in FILE_TYPES:
            names = Formula(" ".join(FILE_TYPES))
            raise UnknownNameError(
                msg("{name}: the name of the file has to end in one of {names}.", name=target.name, names=names)
            )
        layout = Layout(paper, style, answers, tuple(Path(folder) for folder in templates))
        kind = target.suffix.lower()
        files = {target: render(self, kind, layout, "all" if answers == "same-file" else "pupil")}
        if answers == "separate":
            files[target.with_stem(f"{target.stem}-answers")] = render(self, kind, layout, "answers")
        return write_whole(files)


def _entries(code: Code, language: str) -> Iterator[Entry]:
    """Lay out the exercises of *code*, with examples before the first of each kind and level."""
    asked: set[Any] = set()
    streams: dict[tuple[str, int, int], Iterator[Item]] = {}
    exercises = []
    for spec in code.specs:
        stream = streams.setdefault(_stream_key(spec), _different(spec, code.seed, "", language, asked))
        exercises.append([(spec, next(stream)) for _ in range(spec.count)])
    in_order = (
        _interleaved(exercises) if code.order == "interleave" else [pair for block in exercises for pair in block]
    )
    shown: set[tuple[str, int, int]] = set()
    for number, (spec, item) in enumerate(in_order, 1):
        if code.examples != "none" and _stream_key(spec) not in shown:
            shown.add(_stream_key(spec))
            yield from _examples(spec, code, language, asked)
        yield Entry(item, number)


def _stream_key(spec: Spec) -> tuple[str, int, int]:
    return spec.kind, spec.level, spec.rules.min_series


def _different(spec: Spec, seed: str, stream: str, language: str, asked: set[Any]) -> Iterator[Item]:
    """Make item after item of *spec*, leaving out any that asks what was *asked* already.

    The n-th try has the seed "SEED.n", so that a further exercise leaves the earlier ones as they were.
    """
    found = tries = 0
    for number in count(1):
        item = make_item(
            spec.kind, level=spec.level, seed=f"{seed}.{stream}{number}", rules=spec.rules, language=language
        )
        if item.asks not in asked:
            asked.add(item.asks)
            found, tries = found + 1, 0
            yield item
        tries += 1
        if tries > MOST_TRIES:
            raise NotEnoughItemsError(
                msg("There are only {n} different exercises like {spec}.", n=found, spec=Formula(str(spec)))
            )


def _examples(spec: Spec, code: Code, language: str, asked: set[Any]) -> Iterator[Entry]:
    stream = _different(spec, code.seed, "e", language, asked)
    example = next(stream)
    yield Entry(example, None, "worked", len(example.solution))
    if code.examples == "faded":
        for place in range(2):
            twin = next(stream)
            steps = fadings(twin)
            if place < len(steps):
                yield Entry(twin, None, "faded", steps[place])


def _interleaved(blocks: list[list[tuple[Spec, Item]]]) -> list[tuple[Spec, Item]]:
    """Deal the exercises out so that neighbours are of different kinds as far as possible: the fullest block first."""
    left = [list(block) for block in blocks]
    dealt: list[tuple[Spec, Item]] = []
    while any(left):
        last = dealt[-1][0].kind if dealt else None
        kinds = {block[0][0].kind: 0 for block in left if block}
        for block in left:
            if block:
                kinds[block[0][0].kind] += len(block)
        choices = [block for block in left if block and block[0][0].kind != last] or [block for block in left if block]
        fullest = max(choices, key=lambda block: kinds[block[0][0].kind])
        dealt.append(fullest.pop(0))
    return dealt
