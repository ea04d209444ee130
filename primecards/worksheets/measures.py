"""The sizes of each style, as its style sheets have them: what pages are reckoned with before they are laid out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, inf

from primecards.messages import Message

POINT = 25.4 / 72  # millimetres
_SMALL = 10  # the size of cards in tables
_NARROW = frozenset(" .,:;'ijlIוין")
# Parts of the type size: letters a little wider than Rubik has them, digits bold.
_NARROW_LETTER, _LETTER, _DIGIT, _MEAN_LETTER = 0.27, 0.6, 0.65, 0.52
_LOST = 1.06  # of a line, at its end, where a text takes several


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes of a style, as its style sheets have them: type in points, all else in millimetres."""

    type_size: float
    leading: float
    title: float
    label: float
    card_size: float
    indent: float
    name_line: float
    helper: float
    box: float
    wide_line: float
    step_line: float
    blank: tuple[float, float, float]
    letter: float
    chart: tuple[float, float]
    frame: tuple[float, float]
    slot: float
    families: float
    score: tuple[float, float, float]
    points: float
    chart_helper: float
    least_gap: int = 0
    step: float = 0.9  # of the type size
    letter_space: float = 0.0  # the same: more room after each letter, and after each word
    word_space: float = 0.0
    longest_line: float = inf
    # Where the cards in tables are low: how high, and how much a table takes beside its rows.
    low: tuple[float, float] | None = None

    @property
    def line(self) -> float:
        """The height of a line of text."""
        return self.type_size * self.leading * POINT

    @property
    def card(self) -> tuple[float, float]:
        """The width and height of a card, with the room round it."""
        return self.card_size * 2.05 * POINT + 2, self.card_size * 2.83 * POINT + 2

    @property
    def small_card(self) -> tuple[float, float]:
        """The same for the cards in a table."""
        return _SMALL * 2.05 * POINT + 0.8, _SMALL * 2.83 * POINT + 0.8

    @property
    def small_line(self) -> float:
        """The height of a label."""
        return self.label * 1.25 * POINT

    def width(self, text: str) -> float:
        """The width of *text* on one line."""
        widths = (_NARROW_LETTER if c in _NARROW else _DIGIT if c.isdigit() else _LETTER for c in text)
        spaced = len(text) * self.letter_space + text.count(" ") * self.word_space
        return (sum(widths) + spaced) * self.type_size * POINT

    @property
    def mean_letter(self) -> float:
        """The width of a letter in the mean, a space among six."""
        return (_MEAN_LETTER + self.letter_space + self.word_space / 6) * self.type_size * POINT

    def lines(self, text: Message, language: str, width: float, size: float = 1.0) -> int:
        """Say on how many lines *text* comes."""
        share = self.width(text.text(language)) * size / min(width, self.longest_line)
        return 1 if share <= 1 else ceil(share * _LOST)


PLAIN = Measures(
    type_size=12,
    leading=1.4,
    title=18,
    label=9,
    card_size=16,
    indent=9,
    name_line=11.5,
    helper=13.5,
    box=25,
    wide_line=10.4,
    step_line=8.9,
    blank=(40, 24, 11),
    letter=6.6,
    chart=(9, 8),
    frame=(7, 9),
    slot=10,
    families=26,
    score=(16, 9, 19),
    points=22,
    chart_helper=64,
)
YOUNG = replace(PLAIN, type_size=14)
LARGE = Measures(
    type_size=18,
    leading=1.45,
    title=24,
    label=18,
    card_size=24,
    indent=13,
    name_line=23.4,
    helper=28,
    box=31.5,
    wide_line=14.5,
    step_line=12.5,
    blank=(47, 23, 16.5),
    letter=10,
    chart=(11.5, 11.5),
    frame=(10, 13),
    slot=14,
    families=38,
    score=(14, 9, 9),
    points=38,
    chart_helper=93,
    step=1.0,
    low=(9, 2.5),
)
SPACED = replace(
    PLAIN,
    type_size=13,
    leading=1.5,
    label=12,
    card_size=18,
    name_line=13,
    helper=17,
    box=27,
    blank=(42, 26, 12),
    chart=(9.5, 9),
    frame=(8, 9.5),
    families=30,
    points=29,
    chart_helper=70,
    least_gap=2,
    step=0.93,
    letter_space=0.05,
    word_space=0.16,
    longest_line=150,
    low=(7, 6),
)


def measures(style: str, *, young: bool) -> Measures:
    """Find the measures of a style, for younger pupils or older."""
    match style:
        case "large-print":
            return LARGE
        case "dyslexia":
            return replace(SPACED, type_size=14, step=0.9) if young else SPACED
        case _:
            return YOUNG if young else PLAIN
