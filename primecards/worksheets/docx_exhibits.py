"""The parts of an exercise in a Word document: cards as cells, tables to fill in, options, lines and boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from primecards.messages import Message, msg, nmsg
from primecards.rules.numbers import HIGHEST
from primecards.words import WILD_SIGN, card_list
from primecards.worksheets.docx_ink import (
    BARE,
    GREY,
    LRM,
    PRIME,
    RIGHT,
    RLM,
    CellLook,
    Look,
    Pen,
    run,
)
from primecards.worksheets.measures import POINT, Measures
from primecards.worksheets.parts import (
    BoxesPart,
    CardsPart,
    Cell,
    ChartPart,
    EquationPart,
    Face,
    FamiliesPart,
    FramePart,
    GameView,
    GroupsPart,
    GroupView,
    LabelPart,
    Line,
    LinesPart,
    OptionsPart,
    OptionView,
    Part,
    Rows,
    ScoreRow,
    ScoresPart,
)

# Upside down they are the numbers of other cards.
UNDERLINED = frozenset(("6", "9", "66", "68", "86", "89", "98", "99"))
PRIME_SIGN = "◆"
NO_BREAK = "\N{NO-BREAK SPACE}"
MARKED = CellLook(weight=24, colour=RIGHT)
EMPTY = CellLook("dashed")
HEAD = CellLook(fill="EEEEEE")
NAME_WIDTH, LABEL_WIDTH = 26.0, 17.0
_UNDERSCORE = 0.556  # of the type size, in Arial


@dataclass(frozen=True, slots=True)
class Hand:
    """Draws parts with a *pen*, to the *sizes* of a style; *width* is the room on a line, in millimetres."""

    pen: Pen
    sizes: Measures
    width: float

    @property
    def _card(self) -> tuple[float, float]:
        return self.sizes.card_size * 2.05 * POINT, self.sizes.card_size * 2.7 * POINT

    def rule(self, width: float) -> str:
        """Write a line to write on, so many millimetres long."""
        each = (_UNDERSCORE + self.sizes.letter_space) * self.sizes.type_size * POINT
        return "_" * max(6, int(min(width, self.width) / each))

    def entry(self, beside: Sequence[Part], parts: Sequence[Part], number: str) -> Iterator[str]:
        """Draw the parts of an exercise; its *number* stands in the first row if that is one of cards."""
        shown = [*beside, *parts]
        rows = [] if self.pen.small else [part for part in shown if isinstance(part, CardsPart)]
        apart = [part for part in beside if isinstance(part, CardsPart)]
        joined = rows[: len(apart) + 1]
        if joined == shown[: len(joined)] and joined and all(len(part.rows) == 1 for part in joined[:-1]):
            yield from self._cards(joined, number)
            shown = shown[len(joined) :]
        elif self.pen.small and number and isinstance(shown[0], CardsPart):
            yield from self._inline(shown[0].rows, _name_of(shown[0]), number)
            shown = shown[1:]
        elif number:
            yield self.pen.paragraph(run(number, Look(bold=True)))
        for part in shown:
            yield from self.part(part)

    def part(self, part: Part) -> Iterator[str]:
        """Draw one part."""
        match part:
            case CardsPart():
                yield from self._inline(part.rows, _name_of(part)) if self.pen.small else self._cards([part], "")
            case LabelPart(text=text):
                yield self.pen.paragraph(self.pen.words(text), "Label")
            case LinesPart():
                yield from self._lines(part)
            case EquationPart():
                yield self.pen.paragraph(self._equation(part), ltr=True)
            case OptionsPart(options=options):
                yield from map(self._option, options)
            case BoxesPart(boxes=boxes):
                yield from self._boxes(boxes)
            case GroupsPart(groups=groups):
                for group in groups:
                    yield from self._group(group, part.name)
            case _:
                yield from self._table(part)

    def _table(self, part: Part) -> Iterator[str]:
        match part:
            case ChartPart(cells=cells):
                yield from self._chart(cells)
            case FramePart():
                yield from self._frame(part)
            case FamiliesPart():
                yield from self._families(part)
            case ScoresPart(games=games):
                for game in games:
                    yield from self._game(game)
            case _:
                raise AssertionError(part)

    # --- Cards ----------------------------------------------------------------------------------------------------

    def _cards(self, parts: Sequence[CardsPart], number: str) -> Iterator[str]:
        """Draw cards in a table: first what is set apart, under its name, then the rows of the last of *parts*."""
        width, height = self._card
        before, widths = [], []
        for part in parts:
            if (name := _name_of(part)) is not None:
                before.append(self.pen.cell(self.pen.words(name, self._label), LABEL_WIDTH, BARE))
                widths.append(LABEL_WIDTH)
            if part is not parts[-1]:
                before += [self.card(face) for face in part.rows[0]] + [self.pen.cell("", 4, BARE)]
                widths += [width] * len(part.rows[0]) + [4]
        first = [*before, *map(self.card, parts[-1].rows[0])]
        if number:
            before.insert(0, self.pen.beside(first[0], self.pen.indent, run(number, Look(bold=True))))
            widths.insert(0, self.pen.indent)
        rows = [[*before[:1], *first] if number else first]
        longest = max(map(len, parts[-1].rows))
        empty = self.pen.cell("", width, BARE)
        for row in parts[-1].rows[1:]:
            cards = [*map(self.card, row), *[empty] * (longest - len(row))]
            room = [self.pen.cell("", each, BARE) for each in widths[:-1]]
            rows.append([*room, *[self.pen.beside(cards[0], each) for each in widths[-1:]], *cards])
        pen = replace(self.pen, indent=0) if number else self.pen
        columns = [*widths, *[width] * longest]
        told = ", ".join(chain.from_iterable(map(_sign, row) for part in parts for row in part.rows))
        yield pen.table(rows, columns, height, pen.say(msg("Cards")), text=told)
        yield pen.gap()

    @property
    def _label(self) -> Look:
        return Look(size=self.sizes.label, colour=GREY)

    def card(self, face: Face) -> str:
        """Draw a card: its number, a diamond below it if it is marked as prime, a thick frame if it is ringed."""
        looks = face.look.split()
        prime = "prime" in looks
        if "empty" in looks:
            return self.pen.cell("", self._card[0], EMPTY)
        look = Look(
            bold=True,
            strike="crossed" in looks,
            underline=face.number in UNDERLINED,
            colour=PRIME if prime else "",
            size=self.sizes.card_size,
        )
        pen = replace(self.pen, indent=0)
        shown = pen.paragraph(run(face.number or WILD_SIGN, look), "InCell", align="center")
        if prime:
            mark = Look(colour=PRIME, size=self.sizes.card_size * 0.45)
            shown += pen.paragraph(run(PRIME_SIGN, mark), "InCell", align="center")
        return pen.cell(shown, self._card[0], MARKED if face.ringed else CellLook(weight=8, colour="1A1A1A"))

    def _inline(self, rows: Rows, name: Message | None, number: str = "") -> Iterator[str]:
        """Write cards as framed numbers on a line, for an answer key, after the *number* of the exercise."""
        label = self.pen.words(name) + run(NO_BREAK * 2, rtl=self.pen.rtl) if name else ""
        for row in rows:
            lead, pen, hanging = "", self.pen, 0.0
            if number:
                lead, number = run(f"{number}\t", Look(bold=True), rtl=self.pen.rtl), ""
                pen, hanging = replace(self.pen, indent=0), self.pen.indent
            yield pen.paragraph(lead + label + self.signs(row), "Small", hanging=hanging)

    def signs(self, faces: Iterable[Face]) -> str:
        """Write cards as framed numbers, those of an answer bold in a thick frame."""
        # So that each number stays in one piece, and the row runs from the right.
        mark, between = (LRM, f"{RLM} {RLM}") if self.pen.rtl else ("", "  ")
        return run(between, rtl=self.pen.rtl).join(
            run(
                f"{mark}{NO_BREAK}{_sign(face)}{NO_BREAK}{mark}",
                Look(
                    bold=face.ringed,
                    strike="crossed" in face.look,
                    colour=RIGHT if face.ringed else "",
                    frame=18 if face.ringed else 4,
                ),
            )
            for face in faces
        )

    def _group(self, group: GroupView, name: str) -> Iterator[str]:
        label = msg("Key: {key}", key=group.key) if group.key and name != "filled" else None
        if self.pen.small:
            yield from self._inline(group.rows, label)
            return
        if label:
            yield self.pen.paragraph(self.pen.words(label), "Label")
        yield from self._cards([CardsPart(name, group.rows)], "")

    # --- Places to write ------------------------------------------------------------------------------------------

    def _option(self, option: OptionView) -> str:
        letter = Look(bold=option.ringed, frame=12 * option.ringed, colour=RIGHT * option.ringed)
        label = run(option.label, letter, rtl=self.pen.rtl) + run(f"){NO_BREAK * 2}", rtl=self.pen.rtl)
        style = "Small" if self.pen.small else ""
        return self.pen.paragraph(label + self.pen.words(option.text), style, hanging=self.sizes.letter)

    def _lines(self, part: LinesPart) -> Iterator[str]:
        if part.name == "write-cards":
            for line in part.lines:
                yield self.pen.paragraph(self._written(line) if line.written else run(self.rule(self.width - 4)))
            return
        for line in part.lines:
            yield self.pen.paragraph(self._blank(line), "Small" if self.pen.small else "")

    def _blank(self, line: Line) -> str:
        label = self.pen.words(line.label) + run(" ", rtl=self.pen.rtl) if line.label else ""
        return label + (self._written(line) if line.written else run("_" * 8))

    def _written(self, line: Line) -> str:
        return run(f"{NO_BREAK * 2}{line.written}{NO_BREAK * 2}", Look(bold=True, underline=True, colour=RIGHT))

    def _equation(self, part: EquationPart) -> str:
        pieces = []
        for place, piece in enumerate(part.pieces):
            pieces.append(run(piece, Look(bold=True)))
            if place < len(part.blanks):
                pieces.append(self._blank(Line(None, part.blanks[place].written)))
        return "".join(pieces)

    def _boxes(self, boxes: Sequence[int]) -> Iterator[str]:
        for count in boxes:
            each = (self.width - 2) / count
            cells = [self.pen.cell("", each) for _ in range(count)]
            yield self.pen.table([cells], [each] * count, self.sizes.box - 4, self.pen.say(msg("Room for a series")))
            yield self.pen.gap()

    # --- Tables ---------------------------------------------------------------------------------------------------

    def _chart(self, cells: Sequence[Sequence[Cell]]) -> Iterator[str]:
        """Draw the hundred chart, from the left in every language."""
        width, height = (6.2, 4.6) if self.pen.small else self.sizes.chart
        looks = {
            "": CellLook(weight=4),
            "given": CellLook(weight=18),
            "right": CellLook(weight=18, colour=RIGHT, fill="DCDCDC"),
        }
        size = 8 if self.pen.small else self.sizes.type_size * 0.85

        def draw(cell: Cell) -> str:
            return self.pen.cell(run(str(cell.number), Look(bold=bool(cell.look), size=size)), width, looks[cell.look])

        rows = [[draw(cell) for cell in row] for row in cells]
        rows[-1].append(self.pen.cell("", width, BARE))
        yield self.pen.table(rows, [width] * 10, height, self.pen.say(msg("Hundred chart")), ltr=True)
        yield self.pen.gap()

    def blank_chart(self) -> Iterator[str]:
        """Draw a hundred chart to work with."""
        rows = (range(first, min(first + 10, HIGHEST + 1)) for first in range(1, HIGHEST + 1, 10))
        yield from self._chart([[Cell(number) for number in row] for row in rows])

    def _heads(self, heads: Iterable[Message], widths: Iterable[float]) -> list[str]:
        return [
            self.pen.cell(self.pen.words(head, self._label), width, HEAD)
            for head, width in zip(heads, widths, strict=True)
        ]

    def _frame(self, part: FramePart) -> Iterator[str]:
        """Draw a row for each number; tens stand to the left of units in every language."""
        heads, widths = [msg("Number"), msg("Tens"), msg("Units")], [24.0, 20.0, 20.0]
        rows = []
        for row in part.numbers:
            written = [run(digit, Look(bold=True, colour=RIGHT)) for digit in (row.tens, row.units)]
            cells = [run(str(row.number), Look(bold=True)), *written[:: -1 if self.pen.rtl else 1]]
            rows.append([self.pen.cell(cell, width) for cell, width in zip(cells, widths, strict=True)])
        heads[1:] = heads[:0:-1] if self.pen.rtl else heads[1:]
        height = 5.5 if self.pen.small else self.sizes.frame[1]
        title = self.pen.say(msg("Place-value table"))
        yield self.pen.table([self._heads(heads, widths), *rows], widths, height, title, header=True)
        yield self.pen.gap()

    def _families(self, part: FamiliesPart) -> Iterator[str]:
        """Draw a column for the cards that fit the first key only, both, and the second only."""
        first, second = part.only
        heads = (msg("only {key}", key=first), msg("both"), msg("only {key}", key=second))
        widths = [(self.width - 2) / 3] * 3
        cells = [
            self.pen.cell(self.pen.formula(card_list(cards), Look(bold=True, colour=RIGHT)) if cards else "", width)
            for cards, width in zip(part.written, widths, strict=True)
        ]
        height = 7 if self.pen.small else self.sizes.families
        head, body = self._heads(heads, widths), self.pen.table
        yield body([head, cells], widths, height, self.pen.say(msg("Cards for two keys")), header=True)
        yield self.pen.gap()

    def _game(self, game: GameView) -> Iterator[str]:
        if game.number:
            yield self.pen.paragraph(self.pen.words(msg("Game {number}", number=game.number)), "Label")
        if game.in_places:
            heads, widths = [msg("Place"), msg("Player"), msg("Points")], [18.0, NAME_WIDTH * 1.5, 20.0]
        else:
            held = min(max(self.width - NAME_WIDTH - 22, 60), 105)
            heads, widths = [msg("Player"), msg("Cards held"), msg("Points")], [NAME_WIDTH, held, 20.0]
        rows = [self._player(row, widths, in_places=game.in_places) for row in game.players]
        title = self.pen.say(msg("Points"))
        height = 6 if self.pen.small else self.sizes.score[1]
        yield self.pen.table([self._heads(heads, widths), *rows], widths, height, title, header=True)
        yield self.pen.gap()

    def _player(self, row: ScoreRow, widths: Sequence[float], *, in_places: bool) -> list[str]:
        won = run(" – ", rtl=self.pen.rtl) + self.pen.words(msg("won"), self._label) if row.winner else ""
        player = self.pen.words(row.player) + won
        points = run(row.points, Look(bold=True, colour=RIGHT))
        if in_places:
            cells = [run(str(row.place)), player, points]
        else:
            pen = replace(self.pen, indent=0)
            held = "".join(pen.paragraph(self.signs(faces), "InCell", align="") for faces in row.cards)
            cells = [player, held, points]
        aligns = ["center", "", "center"] if in_places else ["", "", "center"]
        return [
            self.pen.cell(cell, width, align=align) for cell, width, align in zip(cells, widths, aligns, strict=True)
        ]


def _sign(face: Face) -> str:
    sign = "" if "empty" in face.look else face.number or WILD_SIGN
    return f"{sign}{NO_BREAK}{PRIME_SIGN}" if "prime" in face.look else sign


def _name_of(part: CardsPart) -> Message | None:
    match part.name:
        case "key-cards":
            return nmsg("Key card", "Key cards", sum(map(len, part.rows)))
        case "upcard":
            return msg("Exposed card")
        case _:
            return None
