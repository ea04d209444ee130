"""Runs, paragraphs and tables of a Word document as XML, right to left where the language runs so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape, unescape
from unicodedata import bidirectional

from primecards.languages import DIRECTIONS
from primecards.messages import Message
from primecards.words import say, say_html

SPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
LRM, RLM = "\u200e", "\u200f"  # Word and LibreOffice agree on them, and not on isolates
RIGHT = "0B4F8A"  # the colour of an answer
HEAD_HEIGHT = 6.0
PRIME = "C00000"
GREY = "444444"
_ISOLATES = re.compile("[\u2066-\u2069]")
_NO_XML = re.compile("[\x00-\x1f\x7f\ufffe\uffff]")
_PIECES = re.compile(r"(<bdi[^>]*>|</bdi>|</?span[^>]*>)")  # a span only joins what is in it


def twips(millimetres: float) -> int:
    """Return *millimetres* in twentieths of a point."""
    return round(millimetres * 72 / 25.4 * 20)


@dataclass(frozen=True, slots=True)
class Look:
    """How a run looks; *size* in points, 0: as its paragraph; *frame* in eighths of a point, 0: none."""

    bold: bool = False
    strike: bool = False
    underline: bool = False
    colour: str = ""
    size: float = 0
    frame: int = 0


def run(text: str, look: Look = Look(), *, rtl: bool = False) -> str:
    """Write a run of *text*."""
    marks = [
        "<w:b/><w:bCs/>" if look.bold else "",
        "<w:strike/>" if look.strike else "",
        f'<w:color w:val="{look.colour}"/>' if look.colour else "",
        f'<w:sz w:val="{round(look.size * 2)}"/><w:szCs w:val="{round(look.size * 2)}"/>' if look.size else "",
        '<w:u w:val="single"/>' if look.underline else "",
        f'<w:bdr w:val="single" w:sz="{look.frame}" w:space="0" w:color="auto"/>' if look.frame else "",
        "<w:rtl/>" if rtl else "",
    ]
    pieces = (escape(_NO_XML.sub(" ", piece), quote=False) for piece in text.split("\t"))
    written = "<w:tab/>".join(f'<w:t xml:space="preserve">{piece}</w:t>' for piece in pieces)
    return f"<w:r><w:rPr>{''.join(marks)}</w:rPr>{written}</w:r>"


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes in one *language* on lines *page* millimetres long, *indent* of them left free; *small* in the key."""

    language: str
    page: float
    indent: float = 0
    small: bool = False

    @property
    def rtl(self) -> bool:
        """Whether the language runs from the right."""
        return DIRECTIONS[self.language] == "rtl"

    def say(self, message: Message) -> str:
        """Say *message* without marks of direction, for what is no run."""
        return _ISOLATES.sub("", say(message, self.language))

    def words(self, message: Message, look: Look = Look()) -> str:
        """Write *message*, its numbers bold and its equations from left to right."""
        runs, kinds = [], [""]
        for piece in _PIECES.split(str(say_html(message, self.language))):
            if piece.startswith("<bdi"):
                kinds.append("own" if piece == "<bdi>" else "number" if '"number"' in piece else "formula")
            elif piece.startswith(("<span", "</span")):
                continue
            elif piece == "</bdi>":
                kinds.pop()
            elif piece:
                runs.append(self._piece(unescape(piece), kinds[-1], look))
        return "".join(runs)

    def _piece(self, text: str, kind: str, look: Look) -> str:
        match kind:
            case "number":
                return run(text, replace(look, bold=True))
            case "formula":
                return self.formula(text, replace(look, bold=True))
            case "own":
                return self.own(text, look)
            case _:
                return run(text, look, rtl=self.rtl)

    def formula(self, text: str, look: Look = Look()) -> str:
        """Write *text* from left to right."""
        return run(f"{LRM}{text}{LRM}" if self.rtl else text, look)

    def own(self, text: str, look: Look = Look()) -> str:
        """Write what somebody else wrote in its own direction."""
        first = next((kind for kind in map(bidirectional, text) if kind in ("L", "R", "AL")), "L")
        if first == "L":
            return self.formula(text, look)
        return run(text if self.rtl else f"{RLM}{text}{RLM}", look, rtl=True)

    def paragraph(
        self,
        runs: str = "",
        style: str = "",
        *,
        keep: bool = True,
        ltr: bool = False,
        align: str = "",
        hanging: float = 0,
        after: float | None = None,
        line: float = 0,
        new_page: bool = False,
    ) -> str:
        """Write a paragraph: kept with the next unless not to *keep*, *after* and *line* in points."""
        start = "right" if ltr and self.rtl else "left"  # left is where a paragraph from the right begins
        aligned = align or ("right" if ltr and self.rtl else "")
        space = (f' w:after="{round(after * 20)}"' if after is not None else "") + (
            f' w:line="{round(line * 20)}" w:lineRule="exact"' if line else ""
        )
        marks = [
            f'<w:pStyle w:val="{style}"/>' if style else "",
            "<w:keepNext/>" if keep else "",
            "<w:keepLines/>",
            "<w:pageBreakBefore/>" if new_page else "",
            ('<w:bidi w:val="0"/>' if ltr else "<w:bidi/>") if self.rtl else "",
            f"<w:spacing{space}/>" if space else "",
            f'<w:ind w:{start}="{twips(self.indent + hanging)}" w:hanging="{twips(hanging)}"/>'
            if self.indent or hanging
            else "",
            f'<w:jc w:val="{aligned}"/>' if aligned else "",
        ]
        return f"<w:p><w:pPr>{''.join(marks)}</w:pPr>{runs}</w:p>"

    def gap(self, points: float = 4, *, keep: bool = True) -> str:
        """Write an empty line so high: two tables without one between them would become one."""
        return self.paragraph(run("", Look(size=2)), keep=keep, after=0, line=points)

    def cell(self, content: str, width: float, look: CellLook | None = None, *, align: str = "center") -> str:
        """Write a cell *width* millimetres wide of *content*: runs, or whole paragraphs."""
        look = look or CellLook()
        inside = replace(self, indent=0)
        paragraphs = content if content.startswith("<w:p>") else inside.paragraph(content, "InCell", align=align)
        sides = ("top", "left", "bottom", "right")
        drawn = "".join(f'<w:{side} w:val="{look.border(side)}" w:color="{look.colour}"/>' for side in sides)
        drawn = f"<w:tcBorders>{drawn}</w:tcBorders>" if look.line != "none" else ""
        marks = (
            f'<w:tcW w:w="{twips(width)}" w:type="dxa"/>'
            + drawn
            + (f'<w:shd w:val="clear" w:color="auto" w:fill="{look.fill}"/>' if look.fill else "")
            + f'<w:vAlign w:val="{look.place}"/>'
        )
        return f"<w:tc><w:tcPr>{marks}</w:tcPr>{paragraphs}</w:tc>"

    def table(
        self,
        rows: Sequence[Sequence[str]],
        widths: Sequence[float],
        height: float,
        title: str,
        *,
        header: bool = False,
        ltr: bool = False,
        text: str = "",
    ) -> str:
        """Write a table of cells, rows at least *height* millimetres high, that screen readers call by its *title*."""
        if self.rtl and not ltr:
            rows, widths = self._filled_up(rows, widths)
        marks = (
            (("<w:bidiVisual/>" if not ltr else '<w:bidiVisual w:val="0"/>') if self.rtl else "")
            + f'<w:tblW w:w="{twips(sum(widths))}" w:type="dxa"/>'
            + (f'<w:jc w:val="{"right" if ltr and self.rtl else "left"}"/>' if ltr else "")
            + f'<w:tblInd w:w="{0 if self.rtl else twips(self.indent)}" w:type="dxa"/>'
            '<w:tblLayout w:type="fixed"/>'
            '<w:tblCellMar><w:left w:w="40" w:type="dxa"/><w:right w:w="40" w:type="dxa"/></w:tblCellMar>'
            f'<w:tblLook w:val="0000" w:firstRow="{int(header)}" w:lastRow="0" w:firstColumn="0" w:lastColumn="0"'
            ' w:noHBand="1" w:noVBand="1"/>'
            f"<w:tblCaption w:val={_quoted(title)}/>" + (f"<w:tblDescription w:val={_quoted(text)}/>" if text else "")
        )
        grid = "".join(f'<w:gridCol w:w="{twips(width)}"/>' for width in widths)
        lines = "".join(_row(cells, height, header=header and not place) for place, cells in enumerate(rows))
        return f"<w:tbl><w:tblPr>{marks}</w:tblPr><w:tblGrid>{grid}</w:tblGrid>{lines}</w:tbl>"

    def _filled_up(
        self, rows: Sequence[Sequence[str]], widths: Sequence[float]
    ) -> tuple[Sequence[Sequence[str]], Sequence[float]]:
        """Make a table as wide as the page by empty cells: LibreOffice puts a narrower one at the left in any case."""
        before, after = self.indent, self.page - self.indent - sum(widths)
        if after < 1:
            return rows, widths
        end = self.cell("", after, BARE)
        rows = [[*([self.beside(row[0], before)] if before else []), *row, end] for row in rows]
        return rows, [*([before] if before else []), *widths, after]

    def beside(self, following: str, width: float, content: str = "") -> str:
        """Write a bare cell before the one *following*, whose border LibreOffice would lose from the right."""
        bordered = self.rtl and "<w:tcBorders>" in following
        return self.cell(
            content, width, CellLook(weight=8, colour="1A1A1A", only="right") if bordered else BARE, align=""
        )


@dataclass(frozen=True, slots=True)
class CellLook:
    """The borders of a cell ("single", "dashed", "none"), or *only* one of them, their weight, its filling."""

    line: str = "single"
    weight: int = 6
    colour: str = "555555"
    fill: str = ""
    only: str = ""
    place: str = "center"

    def border(self, side: str) -> str:
        """Draw the border at one *side*."""
        line = self.line if self.only in ("", side) else "none"
        return f'{line}" w:sz="{self.weight if line != "none" else 0}" w:space="0'


BARE = CellLook("none")
FOOT = CellLook(only="bottom", place="bottom")


def _row(cells: Iterable[str], height: float, *, header: bool) -> str:
    head, height = ("<w:tblHeader/>", min(height, HEAD_HEIGHT)) if header else ("", height)
    # What is in the cells keeps rows whole; to forbid their breaking as well makes LibreOffice break exercises instead.
    marks = f'<w:trHeight w:val="{twips(height)}" w:hRule="atLeast"/>{head}'
    return f"<w:tr><w:trPr>{marks}</w:trPr>{''.join(cells)}</w:tr>"


def _quoted(text: str) -> str:
    return f'"{escape(_NO_XML.sub(" ", text))}"'
