"""What an exercise is printed from: cards, rows, and a part for each exhibit and each place for a response.

A part knows no rule and no item. `part-NAME.html` draws the part of that name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from primecards.messages import Message
from primecards.puzzles.responses import Group
from primecards.rules.cards import Card


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn: its number (none on a wild or an empty card), the names of its look, a ring round it."""

    number: str
    look: str = ""
    ringed: bool = False


Rows: TypeAlias = tuple[tuple[Face, ...], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line to write on, after its label; *written* is what stands on it in the answer key."""

    label: Message | None = None
    written: str = ""


@dataclass(frozen=True, slots=True)
class OptionView:
    """An option with the letter it is printed under."""

    label: str
    text: Message
    ringed: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """An exhibit or the place for a response: `part-NAME.html` draws it."""

    name: str


@dataclass(frozen=True, slots=True)
class CardsPart(Part):
    """Cards in rows."""

    rows: Rows


@dataclass(frozen=True, slots=True)
class LabelPart(Part):
    """A word on what follows."""

    text: Message


@dataclass(frozen=True, slots=True)
class LinesPart(Part):
    """Lines to write on: side by side, "stacked" one below the other, or "close" together and short."""

    lines: tuple[Line, ...]
    look: str = ""


@dataclass(frozen=True, slots=True)
class EquationPart(Part):
    """An equation: pieces of text and, between each two, a blank with what is written into it."""

    pieces: tuple[str, ...]
    blanks: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class OptionsPart(Part):
    """Options in so many *columns*; 0: all on one line."""

    options: tuple[OptionView, ...]
    columns: int


@dataclass(frozen=True, slots=True)
class BoxesPart(Part):
    """Empty boxes for groups of cards: how many stand in each line."""

    boxes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GroupView:
    """The cards of a group and, if it was named, its key."""

    rows: Rows
    key: int | None = None


@dataclass(frozen=True, slots=True)
class GroupsPart(Part):
    """Groups of cards that lie on the table, each in its frame."""

    groups: tuple[GroupView, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of the chart; its *look* is "right" in the answer, "given" for a key that is shown anyhow."""

    number: int
    look: str = ""


@dataclass(frozen=True, slots=True)
class ChartPart(Part):
    """The hundred chart, row by row."""

    cells: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class FrameRow:
    """A number and its digits, which stand only in an answer."""

    number: int
    tens: str = ""
    units: str = ""


@dataclass(frozen=True, slots=True)
class FramePart(Part):
    """A place-value frame."""

    numbers: tuple[FrameRow, ...]


@dataclass(frozen=True, slots=True)
class FamiliesPart(Part):
    """Two rings that overlap, a key to each, and the cards *written* where only the first fits, both, the second."""

    keys: tuple[Face, Face]
    only: tuple[int, int]
    written: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] = ((), (), ())


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A player of a game: the *cards* held, or the *place*; *points* stand only in an answer."""

    player: Message
    winner: bool = False
    cards: Rows = ()
    place: int = 0
    points: str = ""


@dataclass(frozen=True, slots=True)
class GameView:
    """A finished game: its number if there are several, and its players."""

    number: int | None
    players: tuple[ScoreRow, ...]

    @property
    def in_places(self) -> bool:
        """Whether the places count, and not the cards."""
        return any(row.place for row in self.players)


@dataclass(frozen=True, slots=True)
class ScoresPart(Part):
    """Finished games with a column for points; cards as *low* as a line of text, their numbers as large, or not."""

    games: tuple[GameView, ...]
    low: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """What fits a line of the sheet and of the answer key, in cards and in letters, and the language.

    A key card set apart takes *key* cards with its name and the room beside it, in the answer key 1.5. The cards in
    the tables of a sheet, which are small, are *low* where no number is to be small.
    """

    per_row: float
    per_key_row: float
    letters: float
    key_letters: float
    key: float
    low: bool
    language: str

    def row(self, keys: int, *, small: bool) -> int:
        """How many cards fit a row beside so many key cards."""
        room = max(keys + 0.5, 0 if small else self.key) if keys else 0
        return int((self.per_key_row if small else self.per_row) - room)

    def line(self, keys: int, *, small: bool) -> float:
        """How many letters fit a line beside so many key cards."""
        letters, per_row = (self.key_letters, self.per_key_row) if small else (self.letters, self.per_row)
        return letters * self.row(keys, small=small) / int(per_row)


def face(card: Card, marked: bool, *, ringed: bool = False, crossed: bool = False) -> Face:
    """Show *card*, if it is prime with its mark where primes are *marked*."""
    looks = []
    if card.is_wild:
        looks.append("wild")
    if marked and card.is_prime:
        looks.append("prime")
    if crossed:
        looks.append("crossed")
    return Face("" if card.is_wild else str(card), " ".join(looks), ringed)


def in_rows(faces: Sequence[Face], per_row: int) -> Rows:
    """Share *faces* out over as few rows as hold them, as evenly as can be."""
    rows = max(1, -(-len(faces) // per_row))
    length = -(-len(faces) // rows)
    return tuple(tuple(faces[i : i + length]) for i in range(0, len(faces), length or 1))


def laid_out(group: Group, marked: bool, per_row: int, crossed: frozenset[int] = frozenset()) -> Rows:
    """Show a group with its key ringed: a wild card where no card has the key's number."""
    key = next((card for card in group.cards if card == group.key), None)
    if key is None and group.key is not None:
        key = next((card for card in group.cards if card.is_wild), None)
    faces = []
    for card in group.cards:
        faces.append(face(card, marked, ringed=card is key, crossed=int(card) in crossed))
        key = None if card is key else key  # of several wild cards only one is the key
    return in_rows(faces, per_row)
