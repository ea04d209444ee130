"""How each exhibit of an item is shown: the pupil's copy without, the answer key and worked examples with the answer.

Some exhibits are where the answer goes: the chart is shaded, points stand in the table. Then no other place is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from primecards.puzzles.exhibits import (
    CardRow,
    Exhibit,
    FinishedGame,
    HundredChart,
    KeyCards,
    LaidSeries,
    PlaceValueFrame,
    ScoreTable,
    TwoFamilies,
    Upcard,
    player_name,
)
from primecards.puzzles.item import Item
from primecards.puzzles.responses import ArrangementResponse, Blanks, CardSet, Choice, Value
from primecards.rules.cards import Card
from primecards.rules.numbers import HIGHEST, fits
from primecards.worksheets.parts import (
    CardsPart,
    Cell,
    ChartPart,
    FamiliesPart,
    FramePart,
    FrameRow,
    GameView,
    GroupsPart,
    GroupView,
    Part,
    ScoreRow,
    ScoresPart,
    Shape,
    face,
    in_rows,
    laid_out,
)

SMALL_CARDS_IN_A_ROW = 8
LETTERS_TO_HOLD_A_FRAME = 65  # and questions about it beside it


@dataclass(frozen=True, slots=True)
class Showing:
    """An *item* as it is shown: with the answer *right* or none, *small* or not, so many cards to a row."""

    item: Item
    right: Value | None
    shape: Shape
    small: bool

    @property
    def marked(self) -> bool:
        """Whether primes bear their mark."""
        return self.item.aids.primes_marked

    @property
    def keys(self) -> tuple[Card, ...]:
        """The key cards that are set apart; two families show theirs themselves."""
        families = [e.keys for e in self.item.exhibits if isinstance(e, TwoFamilies)]
        shown = (e.keys for e in self.item.exhibits if isinstance(e, KeyCards) and e.keys not in families)
        return tuple(key for keys in shown for key in keys)

    @property
    def per_row(self) -> int:
        """How many cards fit a row beside what is set apart."""
        return self.shape.row(self._cards_apart, small=self.small)

    @property
    def letters(self) -> float:
        """How many letters fit a line beside what is set apart."""
        return self.shape.line(self._cards_apart, small=self.small)

    @property
    def _cards_apart(self) -> int:
        upcards = sum(isinstance(exhibit, Upcard) for exhibit in self.item.exhibits)
        rows = [e for e in self.item.exhibits if isinstance(e, CardRow) and _stands_apart(e, self)]
        # The name of the exposed card is wider than the card.
        return len(self.keys) + 2 * upcards + sum(len(row.cards) for row in rows)

    @property
    def right_cards(self) -> frozenset[Card]:
        """The cards of the answer, where it is one of cards."""
        cards = self.right if isinstance(self.item.response, CardSet) else None
        return frozenset(card for card in cards or () if isinstance(card, Card))


def set_apart(showing: Showing) -> tuple[Part, ...]:
    """Show what stands at the start of the row: key cards, the exposed card, a frame for digits, a card asked about."""
    parts = [exhibit_part(e, showing) for e in showing.item.exhibits if _stands_apart(e, showing)]
    return tuple(part for part in parts if part)


def in_the_row(showing: Showing) -> tuple[Part, ...]:
    """Show the other exhibits."""
    parts = [exhibit_part(e, showing) for e in showing.item.exhibits if not _stands_apart(e, showing)]
    return tuple(part for part in parts if part)


def _stands_apart(exhibit: Exhibit, showing: Showing) -> bool:
    form = showing.item.response
    match exhibit:
        case KeyCards() | Upcard():
            return True
        case PlaceValueFrame():
            return showing.shape.line(0, small=showing.small) >= LETTERS_TO_HOLD_A_FRAME
        case CardRow(cards) if isinstance(form, CardSet):
            # Empty cards to write on stand in the row of those given, if there is room.
            room = showing.shape.row(len(cards), small=showing.small)
            return form.choose_from is None and 0 < (form.how_many or 0) <= room
        case CardRow(cards):
            return len(cards) == 1 and isinstance(form, Blanks | Choice)
        case _:
            return False


def holds_the_response(item: Item) -> bool:
    """Say whether an exhibit of *item* is itself the place for the response."""
    match item.response:
        case CardSet(choose_from=None):
            return any(isinstance(exhibit, HundredChart) for exhibit in item.exhibits)
        case Blanks():
            return any(isinstance(exhibit, ScoreTable) and _blanks_are_rows(exhibit, item) for exhibit in item.exhibits)
        case _:
            return False


def exhibit_part(exhibit: Exhibit, showing: Showing) -> Part | None:
    """Show one exhibit; None for what other parts show already."""
    marked = showing.marked
    match exhibit:
        case CardRow(cards):
            # In the answer key, groups with their cards in them show the hand already.
            if showing.small and isinstance(showing.item.response, ArrangementResponse):
                return None
            return CardsPart("card-row", in_rows([face(card, marked) for card in cards], showing.per_row))
        case KeyCards(keys):
            return CardsPart("key-cards", (tuple(face(key, marked) for key in keys),)) if showing.keys else None
        case Upcard(card):
            return CardsPart("upcard", ((face(card, marked),),))
        case HundredChart():
            return _chart(showing)
        case PlaceValueFrame(numbers):
            return FramePart("place-value-frame", tuple(_frame_row(number, showing) for number in numbers))
        case TwoFamilies(keys):
            return _families(keys, showing)
        case LaidSeries(groups):
            crossed, per_row = _mistaken(showing), showing.per_row
            views = (GroupView(laid_out(group, marked, per_row, crossed), group.key) for group in groups)
            return GroupsPart("laid-series", tuple(views))
        case ScoreTable():
            return _scores(exhibit, showing)


def _chart(showing: Showing) -> Part:
    free = isinstance(showing.item.response, CardSet) and showing.item.response.choose_from is None
    right = showing.right_cards if free else frozenset()
    keys = frozenset(key for e in showing.item.exhibits if isinstance(e, KeyCards) for key in e.keys)

    def cell(number: int) -> Cell:
        return Cell(number, "given" if number in keys else "right" if number in right else "")

    rows = (range(first, min(first + 10, HIGHEST + 1)) for first in range(1, HIGHEST + 1, 10))
    return ChartPart("hundred-chart", tuple(tuple(cell(number) for number in row) for row in rows))


def _frame_row(number: int, showing: Showing) -> FrameRow:
    return FrameRow(number, *map(str, divmod(number, 10))) if showing.right is not None else FrameRow(number)


def _families(keys: tuple[Card, Card], showing: Showing) -> Part:
    """Draw the rings; in an answer with every card in its place, as far as there are cards to sort."""
    first, second = keys
    both = showing.right_cards
    form = showing.item.response
    offered = form.choose_from or () if isinstance(form, CardSet) else ()
    others = [card for card in offered if card and card not in both] if both else []
    written = (
        tuple(card for card in others if fits(card, first) and not fits(card, second)),
        tuple(sorted(both)),
        tuple(card for card in others if fits(card, second) and not fits(card, first)),
    )
    faces = face(first, showing.marked), face(second, showing.marked)
    return FamiliesPart("two-families", faces, (int(first), int(second)), written)


def _mistaken(showing: Showing) -> frozenset[int]:
    """Find the card that the right option names: it is crossed out where it lies."""
    form = showing.item.response
    options = form.options if isinstance(form, Choice) and showing.right is not None else ()
    return frozenset(o.value for o in options if o.id == showing.right and isinstance(o.value, int))


def _blanks_are_rows(table: ScoreTable, item: Item) -> bool:
    """Say whether the blanks of *item* are the players of a single game, in the order of its rows."""
    blanks = len(item.response.labels) if isinstance(item.response, Blanks) else 0
    return len(table.games) == 1 and blanks == len(table.games[0].finished or table.games[0].hands)


def _scores(table: ScoreTable, showing: Showing) -> Part:
    answered, several = showing.right is not None, len(table.games) > 1
    views = tuple(
        GameView(number if several else None, tuple(_score_rows(game, answered, showing.marked)))
        for number, game in enumerate(table.games, 1)
    )
    return ScoresPart("score-table", views, showing.shape.low and not showing.small)


def _score_rows(game: FinishedGame, answered: bool, marked: bool) -> Iterator[ScoreRow]:
    for place, player in enumerate(game.finished, 1):
        yield ScoreRow(player_name(player), place=place, points=str(place if place > 1 else 0) if answered else "")
    for hand in game.hands:
        rows = in_rows([face(card, marked) for card in hand.cards], SMALL_CARDS_IN_A_ROW)
        points = 0 if hand.winner else sum(card.is_prime or card.is_wild for card in hand.cards)
        yield ScoreRow(player_name(hand.player), hand.winner, rows, points=str(points) if answered else "")
