"""What the card font cannot do in a PDF by itself: the red of a prime's corners, and reading order from the right.

A row of cards is one text, tagged and copied once. WeasyPrint draws a text in one colour, and from left to right. So,
when a document is laid out, the red is laid over the marked cards, as decoration that nobody reads out, and the cards
of a row that runs from the right are drawn in the order in which they are read.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pydyf
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

FAMILY = "Primecards Cards"
RED_BOX = (0, -2000, 3000, 3000)  # what is red on a card, in parts of the type size
_RED = "0.752941 0 0"  # #c00000
_OVERLAP = 8  # thousandths of the type size: no black shows at the edges of the red
_NO_SHIFT = 0.5  # thousandths
_PLACE = re.compile(rb"1 0 0 -1 (\S+) (\S+) Tm")
_PIECE = re.compile(r"([0-9a-f]{4})|>(-?[0-9.]+)<")
_MARKED = re.compile(r"o?(?:m([0-9]+)|t[0-9]+)")  # the font's names of marked cards; those with t are small


def card_ink(document: Any, pdf: Any, *, from_right: bool, file_of: Callable[[Any], bytes]) -> None:
    """Finish the cards of a document that WeasyPrint has drawn; its `finisher` gets the first two arguments.

    *file_of* returns the whole file of a font: what WeasyPrint embeds has only the glyphs used, without names.
    """
    fonts = {font.hash.encode(): font for font in document.fonts.values() if font.family.startswith(FAMILY)}
    files = {font: file_of(font) for font in fonts.values()}
    for number in pdf.pages["Kids"][::3] if fonts else ():
        page = pdf.objects[number]
        content, resources = (pdf.objects[int(page[key].split()[0])] for key in ("Contents", "Resources"))
        used: dict[str, bytes] = {}
        content.stream = list(_finished(content.stream, fonts, files, used, from_right))
        pictures = resources["XObject"]
        for name, drawing in used.items():
            if name not in pictures:
                box = pydyf.Array(RED_BOX)
                kind = {"Type": "/XObject", "Subtype": "/Form", "BBox": box, "Resources": pydyf.Dictionary()}
                picture = pydyf.Stream([drawing], kind, compress=True)
                pdf.add_object(picture)
                pictures[name] = picture.reference


def _finished(
    stream: list[Any], fonts: dict[bytes, Any], files: dict[Any, bytes], used: dict[str, bytes], from_right: bool
) -> Iterator[Any]:
    """Repeat *stream* with the red after each text of cards; *used* gathers its drawings by name."""
    font, place, size, tagged = None, None, 0.0, False
    red: list[bytes] = []
    for item in stream:
        if not isinstance(item, bytes):
            yield item
        elif item == b"EMC" and red:
            yield from (item, b"/Artifact BMC", *red, item)
            red = []
        elif item == b"ET" and red and not tagged:
            yield from (item, *red)
            red = []
        elif item.endswith(b" TJ") and font and place:
            text = CardText(glyphs_of(item.decode(), font, size / 1000, float(place[1])), font, size / 1000, place[2])
            red += text.red(files[font], used)
            yield from text.drawn_from_right() if from_right else (item,)
            place = None
        else:
            if item.endswith(b" Tm"):
                place = _PLACE.fullmatch(item)
            elif item.endswith(b" Tf"):
                name, points, _ = item.split()
                font, size = fonts.get(name[1:]), float(points)
            elif item.endswith(b" BDC"):
                tagged = True
            yield item


def glyphs_of(drawn: str, font: Any, scale: float, x: float) -> list[tuple[int, float]]:
    """List the glyphs of a text that is drawn at *x*, and where each of them stands."""
    glyphs: list[tuple[int, float]] = []
    for glyph, shift in _PIECE.findall(drawn):
        if glyph:
            glyphs.append((int(glyph, 16), x))
            x += font.widths[glyphs[-1][0]] * scale
        else:
            x -= float(shift) * scale
    return glyphs


class CardText:
    """A text of cards as it is drawn: its *glyphs* and where each of them stands."""

    def __init__(self, glyphs: list[tuple[int, float]], font: Any, scale: float, y: bytes) -> None:
        self.glyphs, self.font, self.scale, self.y = glyphs, font, scale, y.decode()

    def red(self, file: bytes, used: dict[str, bytes]) -> Iterator[bytes]:
        """Draw what is red on the marked cards."""
        marked, scale = _marked(file), f"{self.scale:.6g}"
        for glyph, x in self.glyphs:
            if red := marked.get(glyph):
                used[f"card-{red}"] = _drawing(file, red)
                yield f"q {scale} 0 0 -{scale} {x:.6f} {self.y} cm /card-{red} Do Q".encode()

    def drawn(self) -> Iterator[bytes]:
        """Draw the cards from the left, as WeasyPrint does."""
        yield f"1 0 0 -1 {self.glyphs[0][1]:.6f} {self.y} Tm".encode()
        written, at = "", self.glyphs[0][1]
        for glyph, x in self.glyphs:
            shift = (at - x) / self.scale
            written += f">{shift:.6g}<{glyph:04x}" if abs(shift) > _NO_SHIFT else f"{glyph:04x}"
            at = x + self.font.widths[glyph] * self.scale
        yield f"[<{written}>] TJ".encode()

    def drawn_from_right(self) -> Iterator[bytes]:
        """Draw the cards from the right; the letters of a word that makes a card stay as they are, as in all text."""
        pieces: list[list[tuple[int, float]]] = [[]]
        for glyph, x in self.glyphs:
            between = self.font.to_unicode[glyph] == " "
            pieces += [[(glyph, x)], []] if between else []
            if not between:
                pieces[-1].append((glyph, x))
        for piece in filter(None, reversed(pieces)):
            yield f"1 0 0 -1 {piece[0][1]:.6f} {self.y} Tm".encode()
            yield f"[<{''.join(f'{glyph:04x}' for glyph, _ in piece)}>] TJ".encode()


@lru_cache(maxsize=4)
def _font(file: bytes) -> Any:
    return TTFont(io.BytesIO(file), lazy=True)


@lru_cache(maxsize=4)
def _marked(file: bytes) -> dict[int, str]:
    """Find the glyphs of marked cards, each with the name of the glyph that has what is red on it."""
    found = ((number, _MARKED.fullmatch(name)) for number, name in enumerate(_font(file).getGlyphOrder()))
    return {number: f"r{match[1] or ''}" for number, match in found if match}


@lru_cache(maxsize=128)
def _drawing(file: bytes, name: str) -> bytes:
    glyphs = _font(file).getGlyphSet()
    pen = _Pen(glyphs)
    glyphs[name].draw(pen)
    return " ".join((f"{_RED} rg {_RED} RG {_OVERLAP} w", *pen.written, "B")).encode()


class _Pen(BasePen):  # type: ignore[misc] # fontTools has no types
    """Write an outline as a PDF does."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.written: list[str] = []

    def _write(self, operator: str, *points: tuple[float, float]) -> None:
        self.written += [f"{round(x)} {round(y)}" for x, y in points] + [operator]

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - fontTools names it
        self._write("m", pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._write("l", pt)

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._write("c", *points)

    def _closePath(self) -> None:  # noqa: N802
        self._write("h")
