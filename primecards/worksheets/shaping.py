"""Texts as WeasyPrint shapes and draws them, glyph by glyph, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias
from unicodedata import bidirectional

from primecards.worksheets.slabs import PLACE, Letter, letters_of

_TOKEN = re.compile(r"([0-9a-f]{4})|>(-?[0-9.e-]+)<")


@dataclass(frozen=True, slots=True)
class Text:
    """A run of text in one look: of a paragraph of that *kind*, *bold* or not, to be broken at its spaces or not."""

    kind: str
    bold: bool
    breaks: bool
    text: str
    isolated: bool = False

    @property
    def apart(self) -> bool:
        """Whether its words are numbers and signs, which stand beside each other as each stands alone."""
        return self.isolated and not any(bidirectional(letter) in ("L", "R", "AL") for letter in self.text)


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph as it is written in a PDF, and how far it leads."""

    written: bytes
    advance: float


Glyphs: TypeAlias = tuple[Glyph, ...]


@dataclass(frozen=True, slots=True)
class Shaped:
    """A text as it is drawn: the glyphs of each of its words and of the space after each word but the last."""

    words: tuple[Glyphs, ...]
    spaces: tuple[Glyphs, ...]
    font: bytes
    letters: frozenset[Letter]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A text as it is drawn: in which font and colour, where, and what."""

    font: str
    size: float
    how: bytes
    x: float
    y: float
    written: bytes
    colour: bytes


def drawn_texts(drawn: Iterable[bytes]) -> Iterator[Drawn]:
    """Find the texts of a page."""
    how, colour, x, y = b"", b"", 0.0, 0.0
    for item in drawn:
        if item.endswith(b" rg"):
            colour = item
        elif item.endswith(b" Tf"):
            how = item
        elif found := PLACE.fullmatch(item):
            x, y = float(found[1]), float(found[2])
        elif item.endswith(b" TJ"):
            name, size, _ = how.split()
            yield Drawn(name[1:].decode(), float(size), how, x, y, item, colour)


def glyphs_in(text: Drawn, font: Any) -> list[tuple[Glyph, int]]:
    """Take a drawn text apart; a shift before a glyph stands after that behind the last one."""
    found: list[list[Any]] = []
    before = ""
    for number, shift in _TOKEN.findall(text.written.decode()):
        if number:
            found.append([before, number, ""])
            before = ""
        elif found and not found[-1][2] and not before:
            found[-1][2] = shift
        else:
            before = shift
    made = []
    for before, number, after in found:
        glyph = int(number, 16)
        advance = (font.widths[glyph] - float(before or 0) - float(after or 0)) * text.size / 1000
        written = (f">{before}<" if before else "") + number + (f">{after}<" if float(after or 0) else "")
        made.append((Glyph(written.encode(), advance), glyph))
    return made


def shape(text: Text, drawn: Drawn, font: Any) -> Shaped:
    """Part a text at its spaces, in the order in which it is read."""
    letters = frozenset(letters_of(drawn.written, font))
    glyphs = glyphs_in(drawn, font)
    blank = [font.to_unicode.get(number) == " " for _, number in glyphs]
    if not text.breaks:
        return Shaped((tuple(glyph for glyph, _ in glyphs),), (), drawn.how, letters)
    words: list[list[Glyph]] = [[]]
    spaces: list[Glyphs] = []
    for (glyph, _), is_space in zip(glyphs, blank, strict=True):
        if is_space:
            spaces.append((glyph,))
            words.append([])
        else:
            words[-1].append(glyph)
    turned = any(bidirectional(letter) == "R" for letter in text.text)
    if not text.isolated and (turned or (text.text[0] == " ") != blank[0] or (text.text[-1] == " ") != blank[-1]):
        words.reverse()
        spaces.reverse()
    return Shaped(tuple(map(tuple, words)), tuple(spaces), drawn.how, letters)
