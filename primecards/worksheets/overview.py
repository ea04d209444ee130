"""The overview of a class set on as few pages as hold it: the largest type that does, two columns, pages shared out.

Lines are reckoned, a little on the large side, so that a page never holds less than is planned for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from primecards.worksheets.measures import POINT
from primecards.worksheets.spacing import PAPERS
from primecards.worksheets.views import Overview, Seat

TYPE_SIZES = (9.5, 8.5, 7.5)  # points, the largest that has the class on one page; the smallest if none has
MARGIN, BETWEEN = 12.0, 6.0  # millimetres, as overview.html and overview.css have them; the second is between columns
_LEADING, _APART = 1.25, 1.0
_HEADER, _RUNNING, _CODES = 18.5, 5.5, 4.5  # of the first page, above the others, and below the last
# Parts of the type size: the figures of Rubik, a letter, a bold one, a sign or space, and what stands after an answer.
_FIGURES = dict(zip("0123456789", (0.64, 0.43, 0.59, 0.6, 0.62, 0.6, 0.6, 0.52, 0.64, 0.6), strict=True))
_LETTER, _BOLD, _SIGN, _AFTER = 0.57, 0.63, 0.25, 0.65
_INDENT = 14.2  # points, of all lines but the first


@dataclass(frozen=True, slots=True)
class OverviewPage:
    """A page: two *columns* of pupils, each with the number in the class."""

    columns: tuple[tuple[tuple[int, Seat], ...], ...]


@dataclass(frozen=True, slots=True)
class OverviewPages:
    """The *pages* of an overview, and their *type_size* in points."""

    type_size: float
    pages: tuple[OverviewPage, ...]


def share_out(overview: Overview, paper: str) -> OverviewPages:
    """Share the pupils of *overview* out over as few pages of *paper* as hold them, in large type if there is room."""
    *larger, smallest = TYPE_SIZES
    for type_size in larger:
        pages = _pages(overview, paper, type_size)
        if len(pages) == 1:
            return OverviewPages(type_size, tuple(pages))
    return OverviewPages(smallest, tuple(_pages(overview, paper, smallest)))


def _pages(overview: Overview, paper: str, type_size: float) -> list[OverviewPage]:
    width, height = (side - 2 * MARGIN for side in PAPERS[paper])
    line = type_size * _LEADING * POINT
    column = (width - BETWEEN) / 2 / (type_size * POINT)  # in parts of the type size
    indent = _INDENT / type_size
    of_forms = sum(_lines(_in_short(form.answers), 2 * column, indent) * line + _APART for form in overview.forms)
    height -= _CODES + 2 * line  # a pupil or two may need a line more than reckoned
    first = height - _HEADER - of_forms - line * bool(overview.forms)
    seats = list(enumerate(overview.seats, overview.number))
    heights = [_lines(_pieces(number, seat), column, indent) * line + _APART for number, seat in seats]
    pages: list[OverviewPage] = []
    start = 0
    while start < len(seats):
        room = height - _RUNNING if pages else first
        middle = _fill(heights, start, room)
        end = _fill(heights, middle, room)
        if end == len(seats):  # the last page: both columns as long as each other
            middle = _half(heights, start)
        pages.append(OverviewPage((tuple(seats[start:middle]), tuple(seats[middle:end]))))
        start = end
    return pages


def _fill(heights: Sequence[float], start: int, room: float) -> int:
    """Find where a column ends that begins at *start*; it holds one pupil at least."""
    end, left = start, room
    while end < len(heights) and (end == start or heights[end] <= left):
        left -= heights[end]
        end += 1
    return end


def _half(heights: Sequence[float], start: int) -> int:
    half, end, used = sum(heights[start:]) / 2, start, 0.0
    while used < half - 1e-6:
        used += heights[end]
        end += 1
    return end


def _pieces(number: int, seat: Seat) -> Iterator[float]:
    """Measure what stands on the lines of a pupil, as far as no line ends in it."""
    yield len(str(number)) * _LETTER + _SIGN
    yield from (len(word) * _BOLD + _SIGN for word in seat.name[:60].split())
    yield len(seat.seed or "Form A") * _LETTER + _SIGN
    yield from _in_short(seat.answers)


def _in_short(answers: Sequence[str]) -> Iterator[float]:
    for number, answer in enumerate(answers, 1):
        width = sum(_FIGURES.get(letter, _LETTER if letter.isalnum() else _SIGN) for letter in answer or "0")
        yield len(str(number)) * _BOLD + 2 * _SIGN + width + _AFTER


def _lines(pieces: Iterable[float], width: float, indent: float) -> int:
    """Count the lines that *pieces* fill one after another."""
    lines, used = 1, 0.0
    for piece in pieces:
        if used and used + piece - _AFTER > width:
            lines, used = lines + 1, indent
        lines += ceil((used + piece) / width) - 1
        used = used + piece if used + piece <= width else (used + piece) % width
    return lines
