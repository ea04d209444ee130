"""The marks of a class: points, the statistics of every question, and what was misunderstood.

Facility is the mean share of the points of a question; discrimination the correlation of its points with the points of
all other questions (item-rest correlation), as test theory has them.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from statistics import correlation

from primecards.errors import InputError, UnreadableError
from primecards.messages import Formula, Message, msg, nmsg
from primecards.puzzles.item import Item
from primecards.puzzles.marking import Mark
from primecards.puzzles.mistakes import title_of
from primecards.puzzles.registry import item_from_id, mark, not_answered
from primecards.words import say
from primecards.worksheets.class_responses import Manifest, Row

COMMON = 3  # so many mistakes are named for a question


@dataclass(frozen=True, slots=True)
class Marked:
    """A pupil's marks by question; *unread* holds the refusals of responses that could not be read."""

    pupil: str
    marks: tuple[Mark | None, ...]
    unread: tuple[tuple[int, str, Message], ...]

    @property
    def points(self) -> tuple[Fraction, ...]:
        """The points by question; nothing read, no points."""
        return tuple(Fraction(0) if given is None else given.points for given in self.marks)


@dataclass(frozen=True, slots=True)
class Question:
    """How a question went: *facility* 0..1, *discrimination* -1..1 (None: all alike), and how often which mistake."""

    number: int
    facility: float
    discrimination: float | None
    mistakes: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class ClassReport:
    """Everything a class's responses say; *absent* are the pupils of the manifest who have no row."""

    pupils: tuple[Marked, ...]
    questions: tuple[Question, ...]
    mistakes: tuple[tuple[str, int, int], ...]
    absent: tuple[str, ...] = ()


def mark_class(manifest: Manifest, rows: Iterable[Row], language: str = "en") -> ClassReport:
    """Mark every response of *rows* to the questions of *manifest*.

    A response that cannot be read earns nothing and is listed; a question without a response is not answered. Raises
    UnreadableError for a pupil or an item that the manifest does not know, and for two rows of one pupil.
    """

    @cache
    def item(item_id: str) -> Item:
        return item_from_id(item_id, language)

    pupils = []
    for name, row in manifest.rows_by_name(rows):
        questions = manifest.questions_of(name)
        if absent := [number for number in range(1, len(questions) + 1) if number not in row.responses]:
            raise UnreadableError(
                nmsg(
                    "The table has no column for question {numbers}.",
                    "The table has no columns for {n} questions: {numbers}.",
                    len(absent),
                    numbers=Formula(", ".join(map(str, absent[:20]))),
                )
            )
        if surplus := [n for n, given in row.responses.items() if n > len(questions) and given.strip()]:
            raise UnreadableError(
                msg(
                    "{pupil} has an answer to question {number}, and the sheet has {n} questions.",
                    pupil=name,
                    number=surplus[0],
                    n=len(questions),
                )
            )
        marks: list[Mark | None] = []
        unread = []
        for number, item_id in enumerate(questions, 1):
            response = row.responses.get(number, "")
            try:
                asked = item(item_id)
                # An empty cell is a question not answered, also where nothing would have been right.
                marks.append(mark(asked, response) if response.strip() else not_answered(asked))
            except InputError as refused:
                marks.append(None)
                unread.append((number, response, refused.message))
        pupils.append(Marked(name, tuple(marks), tuple(unread)))
    count = max((len(pupil.marks) for pupil in pupils), default=0)
    there = {pupil.pupil for pupil in pupils}
    return ClassReport(
        tuple(pupils),
        tuple(_question(pupils, place) for place in range(count)),
        tuple(_misunderstood(pupils)),
        tuple(name for name in manifest.by_pupil or () if name not in there),
    )


def _question(pupils: list[Marked], place: int) -> Question:
    asked = [pupil for pupil in pupils if place < len(pupil.marks)]
    points = [float(pupil.points[place]) for pupil in asked]
    rest = [float(sum(pupil.points) - pupil.points[place]) for pupil in asked]
    shown = Counter(
        mistake for pupil in asked if (given := pupil.marks[place]) is not None for mistake in given.mistakes
    )
    varied = len(set(points)) > 1 and len(set(rest)) > 1
    return Question(
        place + 1,
        sum(points) / len(points),
        correlation(points, rest) if varied else None,
        tuple(shown.most_common(COMMON)),
    )


def _misunderstood(pupils: list[Marked]) -> Iterator[tuple[str, int, int]]:
    """List every mistake with how often it was made and by how many pupils, the commonest first."""
    times: Counter[str] = Counter()
    by: Counter[str] = Counter()
    for pupil in pupils:
        made = [mistake for given in pupil.marks if given is not None for mistake in given.mistakes]
        times.update(made)
        by.update(set(made))
    yield from ((mistake, count, by[mistake]) for mistake, count in times.most_common())


def to_csv(report: ClassReport, language: str = "en") -> bytes:
    """Write *report* as one CSV file of several tables, which Excel opens in Hebrew as well (UTF-8 with its mark)."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for line in _lines(report, language):
        writer.writerow([_harmless(cell) for cell in line])
    return text.getvalue().encode("utf-8-sig")


def _lines(report: ClassReport, language: str) -> Iterator[list[str]]:
    def words(message: Message) -> str:
        return say(message, language)

    numbers = [str(question.number) for question in report.questions]
    yield [words(msg("Name")), *numbers, words(msg("Total")), words(msg("Percent"))]
    for pupil in report.pupils:
        total = sum(pupil.points, Fraction(0))
        share = total / len(pupil.points) if pupil.points else Fraction(0)
        yield [pupil.pupil, *map(_decimal, pupil.points), _decimal(total), _decimal(share * 100)]
    yield []
    yield [words(msg("Question")), words(msg("Facility")), words(msg("Discrimination")), words(msg("Common mistakes"))]
    for question in report.questions:
        told = "; ".join(f"{words(title_of(mistake))} ({count})" for mistake, count in question.mistakes)
        separates = "" if question.discrimination is None else f"{question.discrimination:.2f}"
        yield [str(question.number), f"{question.facility:.2f}", separates, told]
    yield []
    yield [words(msg("Mistake")), words(msg("Times")), words(msg("Pupils"))]
    for mistake, count, pupils in report.mistakes:
        yield [words(title_of(mistake)), str(count), str(pupils)]
    if report.absent:
        yield []
        yield [words(msg("Without responses"))]
        yield from ([name] for name in report.absent)
    if unread := [(pupil.pupil, *refused) for pupil in report.pupils for refused in pupil.unread]:
        yield []
        yield [words(msg("Not read")), words(msg("Question")), words(msg("Response")), words(msg("Reason"))]
        for name, number, response, reason in unread:
            yield [name, str(number), response[:200], words(reason)]


def _decimal(points: Fraction) -> str:
    """Write points as a spreadsheet reads them: 1/2 would become a date."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def _harmless(cell: str) -> str:
    """Keep a spreadsheet from taking what a pupil wrote for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not cell[1:2].isdigit() else cell
