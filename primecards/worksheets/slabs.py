"""Pieces of pages that were laid out once: where they are used again, only the numbers of their cards change.

The sheets of a class have the same blocks with other numbers. A card is a character, and all cards are equally wide. So
a piece of a page, an exercise say, is laid out with other numbers in place of its own and drawn as often as it is
needed, each time with the cards that it has there: exactly what WeasyPrint would have drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from primecards.rules.numbers import HIGHEST, PRIMES
from primecards.worksheets.card_ink import FAMILY, CardText, glyphs_of
from primecards.worksheets.engine import Painted, file_of, paint

MOST_KEPT = 1500
PLACE = re.compile(rb"1 0 0 -1 (\S+) (\S+) Tm")
_ROW = re.compile(r'<div class="cards(?P<primes> primes)?">(?P<cards>.*?)</div>', re.DOTALL)
_CARD = re.compile(r'<b class="ring">([0-9]+)</b>|(?<![0-9])([0-9]+)(?![0-9])')
_PURE = re.compile(r'(?:(?:<b class="ring">[0-9]+</b>|[0-9]+)(?: |$))+')
NUMBERED = re.compile(r"(o?)([csmt])([0-9]+)")  # the font's names of cards: see build_cards.py
_TEXT = re.compile(rb"<([0-9a-f]+)>")
_STATE = re.compile(rb"/[aA][0-9.]+ gs")


class UnplaceableError(Exception):
    """What is to be drawn can only be drawn by WeasyPrint itself."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a page as HTML, in a *main* of that tag, after what stands *before* it."""

    html: str
    main: str
    before: str = ""


Letter: TypeAlias = tuple[str, int, str]  # a font, the number of a glyph, and what it stands for
Card: TypeAlias = tuple[int, bool, bool]  # its number, whether it is marked if it is prime, whether it has a ring


def numberless(html: str) -> tuple[str, tuple[tuple[Card, ...], ...]]:
    """Put the number of its row in place of that of every card; return the cards, row by row.

    A ring is another colour and nothing else, so it goes too, but not from a row with other cards than numbers.
    """
    rows: list[tuple[Card, ...]] = []

    def without(row: re.Match[str]) -> str:
        cards: list[Card] = []
        place, pure = str(len(rows) + 1), _PURE.fullmatch(row["cards"]) is not None

        def card(found: re.Match[str]) -> str:
            cards.append((int(found[1] or found[2]), row["primes"] is not None, found[1] is not None))
            return f'<b class="ring">{place}</b>' if found[1] and not pure else place

        written = _CARD.sub(card, row["cards"])
        rows.append(tuple(cards))
        return f'<div class="cards">{written}</div>'

    html = _ROW.sub(without, html)
    if len(rows) > HIGHEST or any(not 1 <= number <= HIGHEST for row in rows for number, *_ in row):
        raise UnplaceableError
    return html, tuple(rows)


@dataclass(frozen=True, slots=True)
class CardFont:
    """What is known of a card font: its whole *file*, and its glyphs by number and by name."""

    file: bytes
    names: tuple[str, ...]
    places: dict[str, int]
    widths: dict[int, float]
    to_unicode: dict[int, str]


@lru_cache(maxsize=4)
def card_font(file: bytes) -> CardFont:
    """Read the file of a card font."""
    from io import BytesIO

    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(file), lazy=True)
    names = tuple(font.getGlyphOrder())
    advances = font["hmtx"].metrics
    spaces = {place: " " for place, name in enumerate(names) if name.startswith("space")}
    return CardFont(
        file,
        names,
        {name: place for place, name in enumerate(names)},
        {place: advances[name][0] for place, name in enumerate(names)},
        {place: spaces.get(place, "") for place in range(len(names))},
    )


@dataclass(frozen=True, slots=True)
class RowSlot:
    """A text of cards, to be drawn with other numbers: which row it belongs to, and the colour before and after it."""

    row: int
    text: CardText
    font: CardFont
    colour: bytes
    ring: bytes
    from_right: bool

    def drawn(self, cards: Iterator[Card], used: dict[str, bytes]) -> Iterator[bytes]:
        """Draw the next of the row's *cards*; *used* gathers the drawings of what is red on them."""
        glyphs, rings = list(self.text.glyphs), [False] * len(self.text.glyphs)
        places = [place for place, (glyph, _) in enumerate(glyphs) if NUMBERED.fullmatch(self.font.names[glyph])]
        for place in reversed(places) if self.from_right else places:
            name = NUMBERED.fullmatch(self.font.names[glyphs[place][0]])
            number, marked, ringed = next(cards)
            assert name is not None
            kind = name[2].translate(_MARKED) if marked and number in PRIMES else name[2]
            had_ring = bool(name[1])
            glyphs[place] = self.font.places[f"{'o' * (ringed or had_ring)}{kind}{number}"], glyphs[place][1]
            rings[place] = ringed and not had_ring
        red: list[bytes] = []
        now = self.colour
        runs = list(_runs(glyphs, rings))
        for ringed, run in reversed(runs) if self.from_right else runs:
            if all(self.font.to_unicode[glyph] for glyph, _ in run):
                continue  # nothing but space
            text = CardText(run, self.font, self.text.scale, self.text.y.encode())
            if now != (colour := self.ring if ringed else self.colour):
                yield colour
                now = colour
            yield from text.drawn_from_right() if self.from_right else text.drawn()
            red += text.red(self.font.file, used)
        if now != self.colour:
            yield self.colour
        if red:
            yield from (b"ET", *red, b"BT")


_MARKED = str.maketrans("cs", "mt")


def _runs(glyphs: Sequence[tuple[int, float]], rings: Sequence[bool]) -> Iterator[tuple[bool, list[tuple[int, float]]]]:
    """Part a text where its colour changes."""
    start = 0
    for place in range(1, len(glyphs) + 1):
        if place == len(glyphs) or rings[place] != rings[start]:
            yield rings[start], list(glyphs[start:place])
            start = place


@dataclass(frozen=True, slots=True)
class Slab:
    """A piece of a page as it is drawn, its edge and margins, the fonts, states and letters that it uses.

    The *letters* are those that glyphs of a font stand for; *image* is where a picture was left away, if one was.
    """

    parts: tuple[bytes | RowSlot, ...]
    top: float
    height: float
    above: float
    below: float
    letters: frozenset[Letter]
    image: tuple[float, float, float, float] | None

    def drawn(self, y: float, rows: Sequence[Sequence[Card]], used: dict[str, bytes]) -> Iterator[bytes]:
        """Draw it with its upper edge at *y*, and with the cards of its *rows*."""
        yield f"q 1 0 0 1 0 {y - self.top:.6f} cm".encode()
        left = [iter(row) for row in rows]
        for part in self.parts:
            if isinstance(part, RowSlot):
                yield from part.drawn(left[part.row] if part.row >= 0 else iter(()), used)
            else:
                yield part
        yield b"Q"


class Slabs:
    """The pieces laid out so far with one style sheet: *head* is the HTML before the first of them."""

    def __init__(self, head: str, width: str, folders: tuple[Path, ...], *, from_right: bool) -> None:
        # As wide as a page to be printed, as high as need be, and without a foot; all pieces lie on one another.
        page = f"@page {{ size: {width} 4000mm; margin-top: 0; margin-bottom: 0; @bottom-center {{ content: none }} }}"
        layer = "main { position: absolute; top: 0; left: 0; width: 100%; z-index: 0 }"
        self._head = head.replace("</style>", f"{page} {layer}</style>", 1)
        self._folders, self._from_right = folders, from_right
        self._known: dict[Fragment, Slab | None] = {}
        self._ring = b""
        self._fonts: frozenset[str] = frozenset()

    def paint(self, mains: Iterable[str]) -> Painted:
        """Draw every one of *mains* by itself."""
        return paint(f"{self._head}{''.join(mains)}</body></html>", self._folders)

    def forget(self) -> None:
        """Let go of the oldest of many fragments: before others are laid out, never while they are placed."""
        while len(self._known) > MOST_KEPT:
            del self._known[next(iter(self._known))]

    def lay_out(self, fragments: Iterable[Fragment]) -> None:
        """Lay out what of *fragments* is not known yet."""
        new = [one for one in dict.fromkeys(fragments) if one not in self._known]
        if not new:
            return
        if not self._fonts:
            self._learn_fonts()
        painted = self.paint(map(_page_of, new))
        if len(painted.layers) != len(new):
            raise UnplaceableError
        for fragment, (drawn, box) in zip(new, painted.layers, strict=True):
            try:
                self._known[fragment] = self._slab(drawn, box, painted.fonts)
            except UnplaceableError:
                self._known[fragment] = None

    def __getitem__(self, fragment: Fragment) -> Slab:
        slab = self._known[fragment]
        if slab is None:
            raise UnplaceableError
        return slab

    def _learn_fonts(self) -> None:
        """Find out which fonts there are, and the colour of rings."""
        painted = self.paint(['<main><p>a<b>a</b></p><div class="cards"><b class="ring">1</b></div></main>'])
        self._fonts = frozenset(painted.fonts)
        self._ring = [item for item in painted.layers[0][0] if item.endswith(b" rg")][-1]

    def _slab(self, drawn: tuple[bytes, ...], page: Any, fonts: dict[str, Any]) -> Slab:
        boxes = list(page.descendants())
        edge = next(box for box in boxes if has_attribute(box, "data-slab"))
        image = next((box for box in boxes if box.element_tag == "img"), None)
        place = (image.content_box_x(), image.content_box_y(), image.width, image.height) if image else None
        recorder = _Recorder(fonts, self._fonts, self._ring, from_right=self._from_right)
        for item in drawn:
            recorder.take(item)
        return Slab(
            tuple(recorder.finished()),
            edge.border_box_y(),
            edge.border_height(),
            edge.margin_top,
            edge.margin_bottom,
            frozenset(recorder.letters),
            place,
        )


class _Recorder:
    """Takes in what draws a piece, item by item, and parts it at the texts of cards."""

    def __init__(self, fonts: dict[str, Any], known: frozenset[str], ring: bytes, *, from_right: bool) -> None:
        self.letters: set[Letter] = set()
        self._fonts = {name: font for name, font in fonts.items() if name in known}
        self._ring, self._from_right = ring, from_right
        self._parts: list[bytes | RowSlot] = []
        self._lines: list[bytes] = []
        self._colours = [b""]
        self._font: Any = None
        self._size = 0.0
        self._place: re.Match[bytes] | None = None

    def finished(self) -> list[bytes | RowSlot]:
        """Return all parts."""
        return [*self._parts, b"\n".join(self._lines)]

    def take(self, item: bytes) -> None:
        """Take in what draws the piece next."""
        match item.rsplit(b" ", 1)[-1]:
            case b"q":
                self._colours.append(self._colours[-1])
            case b"Q":
                self._colours.pop()
            case b"rg":
                self._colours[-1] = item
            case b"Tm":
                self._place = PLACE.fullmatch(item)
            case b"Tf":
                self._take_font(item)
            case b"TJ":
                self.letters |= letters_of(item, self._font)
                if self._font.family.startswith(FAMILY):
                    self._part(item)
                    return
            case b"gs":
                self._require(_STATE.fullmatch(item))
            case b"Do" | b"sh" | b"scn" | b"SCN" | b"cs" | b"CS":
                self._require(None)
        self._lines.append(item)

    def _take_font(self, item: bytes) -> None:
        name, points, _ = item.split()
        font = self._fonts.get(name[1:].decode())
        self._require(font)  # the letter is in none of ours
        self._font, self._size = font, float(points)

    def _part(self, item: bytes) -> None:
        place, scale = self._place, self._size / 1000
        self._require(place)
        assert place is not None
        cards = card_font(file_of(self._font))
        text = CardText(glyphs_of(item.decode(), cards, scale, float(place[1])), cards, scale, place[2])
        numbers = {found[3] for glyph, _ in text.glyphs if (found := NUMBERED.fullmatch(cards.names[glyph]))}
        self._require(len(numbers) <= 1 or None)
        row = int(numbers.pop()) - 1 if numbers else -1
        slot = RowSlot(row, text, cards, self._colours[-1], self._ring, self._from_right)
        self._parts += [b"\n".join(self._lines), slot]
        self._lines = []

    @staticmethod
    def _require(thing: object) -> None:
        if thing is None:
            raise UnplaceableError


def _page_of(fragment: Fragment) -> str:
    marked = re.sub(r"^<(\w+)", r"<\1 data-slab=''", fragment.html, count=1)
    return f"{fragment.main}{fragment.before}{marked}</main>"


def has_attribute(box: Any, attribute: str) -> bool:
    """Whether *box* is of an element with that *attribute*."""
    return box.element is not None and box.element.get(attribute) is not None


def letters_of(item: bytes, font: Any) -> set[Letter]:
    """Find what the glyphs of a drawn text stand for; raise UnplaceableError if the font has not all of its letters."""
    glyphs = {int(run[at : at + 4], 16) for run in _TEXT.findall(item) for at in range(0, len(run), 4)}
    if any(glyph >= font.glyph_count for glyph in glyphs):
        raise UnplaceableError
    return {(font.hash, glyph, font.to_unicode.get(glyph, "")) for glyph in glyphs}
