"""Where pages begin and how far apart the exercises stand: white space shared out, no page with a single orphan.

Heights are reckoned, in millimetres, from what our own style sheets say, a little on the large side, so that a page
never holds less than is planned for it. So a sheet is laid out once only, which is most of the cost of printing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from primecards.messages import Message
from primecards.worksheets.views import Block, EntryView, Part

GAPS = (6.0, 8.0, 11.0, 14.0)  # between exercises: `.gap-0` to `.gap-3` of sheet.css
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGINS = (32.0, 47.0)  # left and right together, above and below together: paper.css
_POINT = 25.4 / 72
_LETTER = 0.56  # of the type size: the mean width of a letter, with the loss at the end of a line


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes of a style, as its style sheet has them."""

    type_size: float
    leading: float
    indent: float
    card_size: float
    box: float
    wide_line: float
    step_line: float
    blank: tuple[float, float]
    letter: float
    label: float
    title: float
    name_line: float
    helper: float

    @property
    def line(self) -> float:
        """The height of a line of text."""
        return self.type_size * self.leading * _POINT

    @property
    def card(self) -> tuple[float, float]:
        """The width and height of a card, with the room round it."""
        return self.card_size * 2.05 * _POINT + 2, self.card_size * 2.83 * _POINT + 2

    def width(self, text: str) -> float:
        """The width of *text* on one line."""
        return len(text) * self.type_size * _LETTER * _POINT

    def lines(self, text: Message, language: str, width: float, size: float = 1.0) -> int:
        """Say on how many lines *text* comes."""
        return max(1, ceil(self.width(text.text(language)) * size / width))


PLAIN = Measures(12, 1.4, 9, 16, 25, 10.4, 8.9, (38, 11), 6.6, 9, 18, 11.5, 13.5)
YOUNG = Measures(14, 1.4, 9, 16, 25, 10.4, 8.9, (38, 11), 6.6, 9, 18, 11.5, 13.5)
LARGE = Measures(18, 1.45, 13, 24, 31.5, 14.5, 12.5, (44, 15), 10, 14, 24, 14.5, 25)


def measures(style: str, *, young: bool) -> Measures:
    """Find the measures of a style, for younger pupils or older."""
    return LARGE if style == "large-print" else YOUNG if young else PLAIN


def row_length(paper: str, sizes: Measures) -> float:
    """How many cards fit beside one another."""
    return (PAPERS[paper][0] - MARGINS[0] - sizes.indent + 1) / sizes.card[0]


@dataclass(frozen=True, slots=True)
class Plan:
    """The places of the entries that begin a page, and which of the `GAPS` keeps them apart."""

    starts: frozenset[int]
    gap: int


def plan_pages(blocks: Sequence[Block], language: str, paper: str, sizes: Measures, *, school: bool) -> Plan:
    """Share the entries of *blocks* out over as few pages as hold them, evenly, as far apart as that allows."""
    width, height = (side - margin for side, margin in zip(PAPERS[paper], MARGINS, strict=True))
    heights = _heights(blocks, language, width, sizes)
    header = (5 if school else 0) + sizes.title * 1.25 * _POINT * 1.05 + sizes.name_line + 11
    first = height - header
    fewest = len(_fill(heights, GAPS[0], first, height))
    gap = max(i for i, gap in enumerate(GAPS) if len(_fill(heights, gap, first, height)) == fewest)
    pages = _share(heights, GAPS[gap], first, height, fewest)
    return Plan(frozenset(accumulate(pages[:-1])), gap)


@dataclass(frozen=True, slots=True)
class _Height:
    """How high an entry is with what stands above it, and what is said again above it on a new page."""

    height: float
    again: float = 0.0


def _fill(entries: Sequence[_Height], gap: float, first: float, other: float) -> list[int]:
    """Fill one page after another; return how many entries each holds."""
    pages, left = [0], first
    for entry in entries:
        height = entry.height
        if pages[-1] and height > left:
            pages.append(0)
            left, height = other, height + entry.again
        pages[-1] += 1
        left -= height + gap
    return pages


def _share(entries: Sequence[_Height], gap: float, first: float, other: float, pages: int) -> list[int]:
    """Share the entries out over *pages* pages so that the fullest is as empty as can be."""
    low, high = 0.0, 1.0
    best = _fill(entries, gap, first, other)
    for _ in range(12):
        middle = (low + high) / 2
        spare = other * (1 - middle)  # the same white space on every page, the first included
        tried = _fill(entries, gap, first - spare, other - spare)
        if len(tried) <= pages:
            high, best = middle, tried
        else:
            low = middle
    if len(best) > 1 and best[-1] == 1 < best[-2]:
        last = entries[-2].height + entries[-2].again + entries[-1].height + gap
        best[-2:] = (best[-2] - 1, 2) if last <= other else best[-2:]
    return best


def _heights(blocks: Sequence[Block], language: str, width: float, sizes: Measures) -> list[_Height]:
    heights = []
    for block in blocks:
        said = sizes.lines(block.instruction, language, width) * sizes.line + 3 if block.instruction else 0.0
        above = said + (sizes.helper if block.primes_list else 0.0)
        for place, entry in enumerate(block.entries):
            height = _entry(entry, language, width - sizes.indent, sizes)
            heights.append(_Height(height, said) if place else _Height(height + above))
    return heights


def _entry(entry: EntryView, language: str, width: float, sizes: Measures) -> float:
    height = sum(_part(part, language, width, sizes) for part in entry.parts)
    if entry.beside:
        height = max(height, _part(entry.beside, language, width, sizes)) + sizes.label * 1.2 * _POINT
    if entry.role != "exercise":
        width -= 8
        height += 6.2 + sizes.line
    if entry.question:
        height += sizes.lines(entry.question, language, width - 22 * (entry.points > 1)) * sizes.line + 2
    for step in entry.steps:
        height += sizes.lines(step, language, width, 0.9) * sizes.line * 0.9 + 1
    return max(height + entry.empty_steps * sizes.step_line, sizes.line)


def _part(part: Part, language: str, width: float, sizes: Measures) -> float:
    rows = len(part.rows) * (sizes.card[1] + 0.5)
    match part.name:
        case "arrangement":
            return (sizes.box + 3) * len(part.boxes)
        case "filled":
            pieces = [len(group[0]) * sizes.card[0] + 8 for group in part.groups]
            most = max(len(group) for group in part.groups)
            return _lines_of_pieces(pieces, width) * (most * (sizes.card[1] + 0.5) + 5.5)
        case "write-cards":
            return len(part.lines) * sizes.wide_line
        case "blanks":
            rule, high = sizes.blank
            labels = [line.label.text(language) if line.label else "" for line in part.lines]
            return _lines_of_pieces([rule + sizes.width(label) for label in labels], width) * high
        case "choice":
            options = [option.text.text(language) for option in part.options]
            pieces = [sizes.letter + 12 + sizes.width(option) for option in options]
            return _lines_of_pieces(pieces, width) * (sizes.line + 3)
        case _:
            return rows


def _lines_of_pieces(widths: Sequence[float], width: float) -> int:
    """Count the lines that pieces come on which do not break; one wider than a line takes several."""
    lines, left = 0, 0.0
    for piece in widths:
        if piece > left:
            lines += ceil(piece / width)
            left = width - piece % width
        else:
            left -= piece
    return lines
