"""Where pages begin and how far apart the exercises stand: white space shared out, no page with a single orphan.

Heights are reckoned, in millimetres, from what our own style sheets say, a little on the large side, so that a page
never holds less than is planned for it. So a sheet is laid out once only, which is most of the cost of printing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from primecards.errors import PrintingError
from primecards.messages import msg, nmsg
from primecards.worksheets.measures import POINT, Measures
from primecards.worksheets.parts import (
    BoxesPart,
    CardsPart,
    ChartPart,
    EquationPart,
    FamiliesPart,
    FramePart,
    GroupsPart,
    LabelPart,
    LinesPart,
    OptionsPart,
    Part,
    ScoresPart,
    Shape,
)
from primecards.worksheets.views import Block, EntryView

GAPS = (6.0, 8.0, 11.0, 14.0, 18.0, 22.0)  # between exercises: `.gap-0` to `.gap-5` of sheet.css
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGINS = (32.0, 47.0)  # left and right together, above and below together: paper.css
MOST_OF_A_PAGE = 0.8
CARDS_IN_A_KEY_ROW, LETTERS_IN_A_KEY_LINE = 10, 40
KEY_APART = 5  # what is set apart from the row beside it


def shape_of(paper: str, sizes: Measures, language: str) -> Shape:
    """Say what fits a line of the sheet and of its answer key."""
    width = PAPERS[paper][0] - MARGINS[0] - sizes.indent
    name = sizes.width(nmsg("Key card", "Key cards", 1).text(language)) * sizes.label / sizes.type_size
    return Shape(
        (width + 1) / sizes.card[0],
        CARDS_IN_A_KEY_ROW,
        width / sizes.mean_letter,
        LETTERS_IN_A_KEY_LINE,
        (name + KEY_APART) / sizes.card[0],
        sizes.low is not None,
        language,
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """The places of the entries that begin a page, which of the `GAPS` keeps them apart, and the examples to break.

    An example that takes most of a page may go over to the next: a heading alone would stand before it otherwise.
    """

    starts: frozenset[int]
    gap: int
    tall: frozenset[int]


def plan_pages(
    blocks: Sequence[Block],
    language: str,
    paper: str,
    sizes: Measures,
    *,
    school: bool,
    points: bool = False,
    per_page: int | None = None,
) -> Plan:
    """Share the entries of *blocks* out over as few pages as hold them, evenly, as far apart as that allows.

    There are no more than *per_page* exercises on a page. Raises PrintingError where a helper leaves no room for one.
    """
    width, height = PAPERS[paper][0] - MARGINS[0], PAPERS[paper][1] - MARGINS[1]
    heights = _heights(blocks, language, width, sizes, points=points)
    header = (5 if school else 0) + sizes.title * 1.25 * POINT * 1.05 + sizes.name_line + 11
    first = height - header
    if blocks[0].chart and heights[0].height > first and blocks[0].entries[0].role == "exercise":
        raise PrintingError(msg("Below the hundred chart there is no room for the first exercise: begin with another."))
    counts = [len(_fill(heights, gap, first, height, per_page)) for gap in GAPS[sizes.least_gap :]]
    fewest, gap = counts[0], sizes.least_gap + max(i for i, count in enumerate(counts) if count == counts[0])
    pages = _share(heights, GAPS[gap], first, height, fewest, per_page)
    entries = [entry for block in blocks for entry in block.entries]
    high = [size.height > first * MOST_OF_A_PAGE for size in heights]
    tall = (place for place, entry in enumerate(entries) if entry.role != "exercise" and high[place])
    return Plan(frozenset(accumulate(pages[:-1])), gap, frozenset(tall))


@dataclass(frozen=True, slots=True)
class _Height:
    """How high an entry is with what stands above it, and what is said again above it on a new page."""

    height: float
    again: float = 0.0
    exercise: bool = True


def _fill(entries: Sequence[_Height], gap: float, first: float, other: float, per_page: int | None = None) -> list[int]:
    """Fill one page after another; return how many entries each holds."""
    pages, left, exercises = [0], first, 0
    for entry in entries:
        height = entry.height
        if pages[-1] and (height > left or (entry.exercise and exercises == per_page)):
            pages.append(0)
            left, height, exercises = other, height + entry.again, 0
        pages[-1] += 1
        exercises += entry.exercise
        left -= height + gap
    return pages


def _share(
    entries: Sequence[_Height], gap: float, first: float, other: float, pages: int, per_page: int | None
) -> list[int]:
    """Share the entries out over *pages* pages so that the fullest is as empty as can be."""
    low, high, best = 0.0, 1.0, _fill(entries, gap, first, other, per_page)
    for _ in range(12):
        middle = (low + high) / 2
        spare = other * (1 - middle)  # the same white space on every page, the first included
        tried = _fill(entries, gap, first - spare, other - spare, per_page)
        if len(tried) <= pages:
            high, best = middle, tried
        else:
            low = middle
    if len(best) > 1 and best[-1] == 1 < min(best[-2], per_page or 2):
        last = entries[-2].height + entries[-2].again + entries[-1].height + gap
        best[-2:] = (best[-2] - 1, 2) if last <= other else best[-2:]
    return best


def _heights(blocks: Sequence[Block], language: str, width: float, sizes: Measures, *, points: bool) -> list[_Height]:
    heights = []
    points = points or len({entry.points for block in blocks for entry in block.entries if entry.number}) > 1
    for block in blocks:
        said = sizes.lines(block.instruction, language, width) * sizes.line + 3 if block.instruction else 0.0
        above = said + (sizes.chart_helper if block.chart else sizes.helper if block.primes_list else 0.0)
        for place, entry in enumerate(block.entries):
            height = _entry(entry, language, width - sizes.indent, sizes, points=points)
            exercise = entry.role == "exercise"
            heights.append(_Height(height, said, exercise) if place else _Height(height + above, 0.0, exercise))
    return heights


def _entry(entry: EntryView, language: str, width: float, sizes: Measures, *, points: bool) -> float:
    # Each part stands below the last; what is set apart stands beside them all.
    apart = [_part(part, language, width, sizes) for part in entry.beside]
    offered = 4 * any(part.name in ("cards", "hundred-chart") for part in entry.parts[1:])
    height = max(sum(_part(part, language, width, sizes) for part in entry.parts) + offered, *apart, 0)
    if entry.role != "exercise":
        width -= 8
        height += 6.2 + sizes.line
    if entry.question:
        lines = sizes.lines(entry.question, language, width - sizes.points * points)
        height += lines * sizes.line + (1 if entry.beside else 2)
    elif points and entry.number:  # on a line of their own, above what may be as wide as the page
        height += sizes.label * sizes.leading * POINT
    for step in entry.steps:
        height += sizes.lines(step, language, width - 6, sizes.step) * sizes.line * sizes.step + 1  # numbered
    return max(height + entry.empty_steps * sizes.step_line, sizes.line)


def _part(part: Part, language: str, width: float, sizes: Measures) -> float:
    match part:
        case CardsPart(name, rows):
            return len(rows) * (sizes.card[1] + 0.5) + (sizes.small_line if name in ("key-cards", "upcard") else 0)
        case BoxesPart(boxes=boxes):
            return (sizes.box + 3) * len(boxes)
        case GroupsPart(groups=groups):
            pieces = [len(group.rows[0]) * sizes.card[0] + 10 for group in groups]
            most = max(len(group.rows) for group in groups)
            label = sizes.small_line if any(group.key for group in groups) else 0
            return _lines_of_pieces(pieces, width) * (most * (sizes.card[1] + 0.5) + 5.5 + label)
        case LinesPart():
            return _writing(part, language, width, sizes)
        case OptionsPart(options=options, columns=columns):
            lines = [sizes.lines(option.text, language, width - sizes.letter - 2) for option in options]
            down = ceil(len(options) / (columns or len(options)))
            return max(sum(lines) if columns == 1 else down, down) * sizes.line + 3 * down
        case _:
            return _exhibit(part, language, width, sizes)


def _exhibit(part: Part, language: str, width: float, sizes: Measures) -> float:
    match part:
        case EquationPart():
            return sizes.slot + 2
        case LabelPart():
            return sizes.small_line + 2
        case ChartPart(cells=cells):
            return len(cells) * sizes.chart[1] + 0.5
        case FramePart(numbers=numbers):
            return sizes.frame[0] + len(numbers) * sizes.frame[1] + 0.3
        case FamiliesPart():
            return sizes.families + 4
        case ScoresPart():
            return _scores(part, language, width, sizes)
        case _:
            raise AssertionError(part)


def _writing(part: LinesPart, language: str, width: float, sizes: Measures) -> float:
    if part.name == "write-cards":
        return len(part.lines) * sizes.wide_line
    if part.look == "stacked":
        return len(part.lines) * (sizes.blank[2] + 0.4) + 1.5
    rule, short, high = sizes.blank
    labels = [line.label.text(language) if line.label else "" for line in part.lines]
    return (
        _lines_of_pieces([(short if part.look == "close" else rule) + sizes.width(label) for label in labels], width)
        * high
    )


def _scores(part: ScoresPart, language: str, width: float, sizes: Measures) -> float:
    """Reckon the height of tables: those with low cards one below the other, others side by side if there is room."""
    card_width, card_height = sizes.small_card
    score_width, score_height, padding = sizes.score
    if part.low and sizes.low:
        card_height, more = sizes.low
        cards = [[()] if game.in_places else [row.cards for row in game.players] for game in part.games]
        tables = [[max(len(rows) * card_height, score_height) + 1.5 for rows in game] for game in cards]
        return sum(sum(table) + sizes.small_line + more for table in tables)
    pieces, heights = [], []
    for game in part.games:
        names = max(sizes.width(row.player.text(language)) for row in game.players)
        held = max(len(row.cards[0]) * card_width if row.cards else 0.9 * sizes.label for row in game.players)
        pieces.append(max(names, 1.15 * sizes.label) + held + score_width + padding)
        rows = [
            max(len(row.cards) * card_height, score_height, sizes.line + sizes.small_line * row.winner) + 1.5
            for row in game.players
        ]
        heights.append(sum(rows) + sizes.small_line * (1 + bool(game.number)) + 6)
    return _lines_of_pieces(pieces, width) * max(heights)


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
