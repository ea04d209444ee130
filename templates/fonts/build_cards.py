"""Build the card font: the text `23` is drawn as the whole face of card 23.

Its outlines are those of Rubik-Bold.ttf (SIL Open Font License, OFL.txt; no reserved name). Run by ``make fonts``,
after build.py; needs fontTools only. The same fontTools writes the same bytes.

A card is 2050 units wide and 2830 high where an em is 1000, so its big number has the size of the type. What is on it
is put together from parts (TrueType composites), so that a hundred faces take few bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Any

from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.transform import Transform
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
VERSION = "1.000"

WIDTH, HEIGHT, RADIUS, SIDE, GAP = 2050, 2830, 360, 40, 354  # SIDE: bearing; GAP: between two cards with a space
MIDDLE = 350  # half the height of a digit: where the middle of a card is, above the line
TOP, BOTTOM = MIDDLE + HEIGHT // 2, MIDDLE - HEIGHT // 2
CORNER = 0.44  # the size of the small numbers
CORNER_X, CORNER_TOP = 205, 215  # their distance from the sides and from the top
DIAMOND = (1690, CORNER_TOP + CORNER * MIDDLE)  # its middle, from the left and from the top
SMALL = 1.2  # the big number where there are no small ones
SMALL_GAP = 440  # room for a ring round a card of the answer key
RING, RING_THICK = 220, 145  # how far round a card, and how thick
THICK, THIN = 71, 36  # frames: .4 mm and .2 mm in 16 point type
INK, RED, PAPER = 0xFFFF, 0, 1  # 0xFFFF: the colour of the text

PRIMES = [n for n in range(2, 100) if all(n % d for d in range(2, n))]
UNDERLINED = {6, 9, 66, 68, 86, 89, 98, 99}  # another card's number when they lie upside down
NAMES = "zero one two three four five six seven eight nine"
DIGITS = dict(zip("0123456789", NAMES.split(), strict=True))
WORDS = {"wild": "wild", "חופשי": "hofshi"}  # the word of each language on its wild card
PUNCTUATION = "+,-./:;=?()"
INVISIBLE = [*range(0x200B, 0x2010), *range(0x202A, 0x202F), 0x2060, *range(0x2066, 0x206A), 0xFEFF]
RED_CORNERS, WHITE = (0xC0 / 255, 0, 0, 1), (1, 1, 1, 1)


def main() -> None:
    """Write the three fonts."""
    source = TTFont(HERE / "Rubik-Bold.ttf")
    for style, frame, marked in (("", THICK, False), ("Light", THIN, False), ("Marked", THICK, True)):
        font = Cards(source, frame, marked=marked).font(f"Primecards Cards {style}".strip())
        name = "-".join(filter(None, ("Primecards-Cards", style)))
        font.save(HERE / f"{name}.ttf")
        print(f"{name}.ttf: {len(font.getGlyphOrder())} glyphs, {(HERE / f'{name}.ttf').stat().st_size} bytes")


class Cards:
    """One font in the making: frames of one thickness; primes *marked* by themselves or by feature ss01 only."""

    def __init__(self, source: TTFont, frame: int, *, marked: bool) -> None:
        self.source, self.frame, self.marked = source, frame, marked
        self.letters = source.getGlyphSet()
        self.names = source.getBestCmap()
        self.glyphs: dict[str, Any] = {".notdef": TTGlyphPen(None).glyph()}
        self.widths = {".notdef": 500}
        self.cmap: dict[int, str] = {}
        self._plain()
        self._parts()
        self._faces()

    def font(self, family: str) -> TTFont:
        """Put the font together."""
        builder = FontBuilder(1000, isTTF=True)
        builder.setupGlyphOrder(list(self.glyphs))
        builder.setupCharacterMap(self.cmap)
        builder.setupGlyf(self.glyphs)
        table = builder.font["glyf"]
        builder.setupHorizontalMetrics({name: (self.widths[name], table[name].xMin) for name in self.glyphs})
        builder.setupHorizontalHeader(ascent=TOP, descent=BOTTOM, lineGap=GAP)
        self._names(builder, family)
        builder.setupOS2(
            version=4,
            fsType=0,  # may be embedded and installed
            fsSelection=1 << 6 | 1 << 7,
            usWeightClass=400,
            sTypoAscender=TOP,
            sTypoDescender=BOTTOM,
            sTypoLineGap=GAP,
            usWinAscent=TOP,
            usWinDescent=-BOTTOM,
            achVendID="PRCD",
        )
        builder.setupPost(underlinePosition=BOTTOM, underlineThickness=THICK)
        font: TTFont = builder.font
        font["head"].created = font["head"].modified = self.source["head"].created
        font.recalcTimestamp = False
        addOpenTypeFeaturesFromString(font, self._features())
        if self.marked:
            self._colours(font)
        return font

    def _names(self, builder: FontBuilder, family: str) -> None:
        post = family.replace(" ", "-") + "-Regular"
        said = {name.nameID: name.toUnicode() for name in self.source["name"].names}
        builder.setupNameTable(
            {
                "copyright": said[0],
                "familyName": family,
                "styleName": "Regular",
                "uniqueFontIdentifier": f"{VERSION};primecards;{post}",
                "fullName": family,
                "version": f"Version {VERSION}",
                "psName": post,
                "description": "Playing cards with the numbers 1 to 99: type 23 for card 23, w for a wild card, "
                "_ for an empty one. Made from the outlines of Rubik.",
                "licenseDescription": "SIL Open Font License, Version 1.1",
                "licenseInfoURL": "https://openfontlicense.org",
            },
            mac=False,
        )

    # --- What is drawn ----------------------------------------------------------------------------------------------

    def _add(self, name: str, glyph: Any, width: int) -> None:
        self.glyphs[name], self.widths[name] = glyph, width

    def _plain(self) -> None:
        """Take letters and signs as they are; digits too: of what is no card, such as 07 or 123."""
        for character in dict.fromkeys("".join((*DIGITS, *PUNCTUATION, *WORDS))):
            name = DIGITS.get(character, f"uni{ord(character):04X}")
            letter = self.letters[self.names[ord(character)]]
            whole, pen = DecomposingRecordingPen(self.letters), TTGlyphPen(None)
            letter.draw(whole)
            whole.replay(pen)
            self._add(name, pen.glyph(), round(letter.width))
            self.cmap[ord(character)] = name
        empty = TTGlyphPen(None).glyph()
        for letter in dict.fromkeys("".join(word[1:] for word in WORDS)):
            self._add(f"uni{ord(letter):04X}.hidden", empty, 0)
        self._add("space", empty, GAP - 2 * SIDE)
        self._add("space.small", empty, SMALL_GAP - 2 * SIDE)
        self._add("nothing", empty, 0)
        self.cmap |= {0x20: "space", 0xA0: "space"} | dict.fromkeys(INVISIBLE, "nothing")

    def _parts(self) -> None:
        """Draw the frames, the star, the diamond and the line under a number."""
        left, right = SIDE, SIDE + WIDTH
        edge = self.frame
        pen = TTGlyphPen(None)
        _closed(pen, _rounded(left, BOTTOM, right, TOP, RADIUS))
        self._add("paper", pen.glyph(), 0)
        pen = TTGlyphPen(None)
        _closed(pen, _rounded(left, BOTTOM, right, TOP, RADIUS))
        _closed(pen, _rounded(left + edge, BOTTOM + edge, right - edge, TOP - edge, RADIUS - edge)[::-1])
        self._add("frame", pen.glyph(), 0)
        pen = TTGlyphPen(None)
        for far, turn in ((RING, 1), (RING - RING_THICK, -1)):
            _closed(pen, _rounded(left - far, BOTTOM - far, right + far, TOP + far, RADIUS + far)[::turn])
        self._add("ring", pen.glyph(), 0)
        pen = TTGlyphPen(None)
        for dash in _dashes(list(_rounded(left, BOTTOM, right, TOP, RADIUS)), max(edge - 9, THIN)):
            _closed(pen, dash)
        self._add("empty", pen.glyph(), WIDTH + 2 * SIDE)
        self.cmap[ord("_")] = "empty"
        pen = TTGlyphPen(None)
        _closed(pen, _diamond(160, 195))
        if self.frame == THIN:
            _closed(pen, _diamond(100, 122)[::-1])
        self._add("diamond", pen.glyph(), 0)
        pen = TTGlyphPen(None)
        _closed(pen, [(0, -190), (0, -110), (1000, -110), (1000, -190)])
        self._add("line", pen.glyph(), 0)
        pen = TTGlyphPen(None)
        inner = 1 - (85 if self.frame == THICK else 55) / _apothem(730, 285)
        _closed(pen, _star(730, 285))
        _closed(pen, _star(730 * inner, 285 * inner)[::-1])
        self._add("star", pen.glyph(), 0)

    def _faces(self) -> None:
        """Put the faces together: c plain, m marked, s and t the same small; o before one of them: with a ring.

        By colour, m is b and the corners r with its number; t is a and the diamonds, r without one.
        """
        frame = [("frame", Transform())]
        for number in range(1, 100):
            prime = number in PRIMES
            big, small = list(self._big(number, 1)), list(self._big(number, SMALL))
            corners = list(self._corners(number))
            self._face(f"c{number}", frame + big + corners)
            self._face(f"s{number}", frame + small)
            if prime:
                diamonds = list(_diamonds())
                self._face(f"m{number}", [(f"c{number}", Transform()), *diamonds])
                self._face(f"t{number}", [(f"s{number}", Transform()), *diamonds])
                self._face(f"r{number}", corners + diamonds)
                if self.marked:
                    self._face(f"b{number}", frame + big)
                    self._face(f"a{number}", frame + small)
        self._face("r", list(_diamonds()))
        centre = SIDE + WIDTH / 2
        for word, name in {"": "star", **WORDS}.items():
            high = TOP - 1120 if word else MIDDLE
            parts = [("frame", Transform()), ("star", Transform().translate(centre, high))]
            size = 0.5
            wide = sum(self.widths[self.cmap[ord(letter)]] for letter in word) * size
            x = centre - wide / 2
            for letter in word if word.isascii() else reversed(word):
                glyph = self.cmap[ord(letter)]
                parts.append((glyph, Transform().translate(x, BOTTOM + 450).scale(size)))
                x += self.widths[glyph] * size
            self._face(f"w.{name}", parts)
        self.cmap[0x2605] = "w.star"
        for name in [name for name in self.glyphs if self._is_card(name)]:
            self._face(f"o{name}", [(name, Transform()), ("ring", Transform())])

    @staticmethod
    def _is_card(name: str) -> bool:
        return name.startswith("w.") or (name[0] in "cmst" and name[1:].isdigit())

    def _face(self, name: str, parts: list[tuple[str, Transform]]) -> None:
        pen = TTGlyphPen(self.glyphs)
        for part, place in parts:
            pen.addComponent(part, tuple(place))
        self._add(name, pen.glyph(), WIDTH + 2 * SIDE)

    def _big(self, number: int, size: float) -> Iterator[tuple[str, Transform]]:
        middle = Transform().translate(SIDE + WIDTH / 2, MIDDLE).scale(size)
        yield from self._number(number, middle.translate(-self._wide(number) / 2, -MIDDLE))

    def _corners(self, number: int) -> Iterator[tuple[str, Transform]]:
        upper = Transform().translate(SIDE + CORNER_X, TOP - CORNER_TOP).scale(CORNER).translate(0, -2 * MIDDLE)
        yield from self._number(number, upper)
        turned = Transform().translate(SIDE + WIDTH / 2, MIDDLE).rotate(pi).translate(-SIDE - WIDTH / 2, -MIDDLE)
        yield from self._number(number, turned.transform(upper))

    def _number(self, number: int, place: Transform) -> Iterator[tuple[str, Transform]]:
        x = 0
        for digit in str(number):
            yield DIGITS[digit], place.translate(x, 0)
            x += self.widths[DIGITS[digit]]
        if number in UNDERLINED:
            yield "line", place.translate(30, 0).scale((x - 60) / 1000, 1)

    def _wide(self, number: int) -> int:
        return sum(self.widths[DIGITS[digit]] for digit in str(number))

    # --- What is done with text ---------------------------------------------------------------------------------------

    def _features(self) -> str:
        """Write the rules that turn text into cards, under each feature that some program applies unasked."""
        digits = " ".join(DIGITS.values())
        pairs = "\n".join(f"sub {DIGITS[str(n)[0]]} {DIGITS[str(n)[1]]} by c{n};" for n in range(10, 100))
        single = "\n".join(f"sub {DIGITS[str(n)]} by c{n};" for n in range(1, 10))
        words, hiding = "", ""
        for word, name in WORDS.items():
            first, *others = (self.cmap[ord(letter)] for letter in word)
            words += f"sub {first}' lookup {name} {' '.join(others)};\n"
            hiding += f"lookup {name} {{ sub {first} by w.{name}; }} {name};\n"
            before = f"w.{name}"
            for other in others:
                words += f"sub {before} {other}' lookup HIDDEN;\n"
                before = f"{other}.hidden"
        hidden = [name for name in self.cmap.values() if f"{name}.hidden" in self.glyphs]
        hiding += f"lookup HIDDEN {{ {' '.join(f'sub {name} by {name}.hidden;' for name in hidden)} }} HIDDEN;"
        marks = "\n".join(f"sub c{n} by m{n};" for n in PRIMES)
        small = "\n".join(
            [f"sub c{n} by s{n};" for n in range(1, 100)]
            + [f"sub m{n} by t{n};" for n in PRIMES]
            + [f"sub w.{name} by w.star;" for name in WORDS.values()]
        )
        ring = "\n".join(f"sub {name} by o{name};" for name in self.glyphs if self._is_card(name))
        cards = "lookup CARDS; lookup WORDS; lookup WILD;" + (" lookup MARKS;" if self.marked else "")
        return f"""
            languagesystem DFLT dflt; languagesystem latn dflt; languagesystem hebr dflt;
            @digit = [{digits}]; @first = [{digits.removeprefix("zero ")}]; @letter = [uni0077 uni0069 uni006C uni0064];
            lookup PAIRS {{ {pairs} }} PAIRS;
            lookup SINGLE {{ {single} }} SINGLE;
            lookup STAR {{ sub uni0077 by w.star; }} STAR;
            lookup CARDS {{
                ignore sub @digit @digit';  # within a longer number
                ignore sub @digit' @digit @digit;
                ignore sub zero' @digit;
                sub @first' lookup PAIRS @digit';
                sub @first' lookup SINGLE;
            }} CARDS;
            {hiding}
            lookup WORDS {{ {words} }} WORDS;
            lookup WILD {{ ignore sub @letter uni0077'; ignore sub uni0077' @letter; sub uni0077' lookup STAR; }} WILD;
            lookup MARKS {{ {marks} }} MARKS;
            lookup SMALL {{ {small} sub space by space.small; }} SMALL;
            lookup RING {{ {ring} }} RING;
            feature ccmp {{ {cards} }} ccmp;
            feature rlig {{ {cards} }} rlig;
            feature liga {{ {cards} }} liga;
            feature calt {{ {cards} }} calt;
            feature ss01 {{ lookup MARKS; }} ss01;
            feature ss02 {{ lookup SMALL; }} ss02;
            feature ss03 {{ lookup RING; }} ss03;
        """

    def _colours(self, font: TTFont) -> None:
        """Lay white paper under each card and paint the corners of primes red, for programs that know layers."""
        layers: dict[str, list[tuple[str, int]]] = {}
        for name in self.glyphs:
            kind, number = name[0], name[1:]
            if name.startswith("w.") or (kind in "cs" and number.isdigit()):
                layers[name] = [("paper", PAPER), (name, INK)]
            elif kind == "m" and number.isdigit():
                layers[name] = [("paper", PAPER), (f"b{number}", INK), (f"r{number}", RED)]
            elif kind == "t" and number.isdigit():
                layers[name] = [("paper", PAPER), (f"a{number}", INK), ("r", RED)]
        layers |= {f"o{name}": [*under, ("ring", INK)] for name, under in layers.items()}
        font["COLR"] = buildCOLR(layers, version=0)
        font["CPAL"] = buildCPAL([[RED_CORNERS, WHITE]])


Point = tuple[float, float]


def _rounded(left: float, bottom: float, right: float, top: float, radius: float) -> list[Point]:
    """List the points of a rectangle with round corners, clockwise from the lower left."""
    corners = (
        (left + radius, bottom + radius, pi * 1.5),
        (left + radius, top - radius, pi),
        (right - radius, top - radius, pi / 2),
        (right - radius, bottom + radius, 0.0),
    )
    steps = 8
    return [
        (x + radius * cos(start - pi / 2 * i / steps), y + radius * sin(start - pi / 2 * i / steps))
        for x, y, start in corners
        for i in range(steps + 1)
    ]


def _dashes(outline: list[Point], thick: float) -> Iterator[list[Point]]:
    """Cut a closed outline into dashes that lie inside it."""
    points = [*outline, outline[0]]
    ends = [0.0]
    for one, other in pairwise(points):
        ends.append(ends[-1] + hypot(other[0] - one[0], other[1] - one[1]))
    count = round(ends[-1] / 330)
    step = ends[-1] / count

    def at(way: float) -> Point:
        way %= ends[-1]
        place = next(i for i in range(1, len(ends)) if ends[i] >= way and ends[i] > ends[i - 1])
        share = (way - ends[place - 1]) / (ends[place] - ends[place - 1])
        (x, y), (z, w) = points[place - 1], points[place]
        return x + (z - x) * share, y + (w - y) * share

    def inside(way: float) -> Point:
        (x, y), (z, w) = at(way - 5), at(way + 5)
        long = hypot(z - x, w - y)
        middle = at(way)
        return middle[0] + (w - y) / long * thick, middle[1] - (z - x) / long * thick

    for number in range(count):
        ways = [step * (number + 0.58 * part / 4) for part in range(5)]
        yield [at(way) for way in ways] + [inside(way) for way in reversed(ways)]


def _diamond(wide: float, high: float) -> list[Point]:
    return [(0, -high), (-wide, 0), (0, high), (wide, 0)]


def _diamonds() -> Iterator[tuple[str, Transform]]:
    x, down = DIAMOND
    yield "diamond", Transform().translate(SIDE + x, TOP - down)
    yield "diamond", Transform().translate(SIDE + WIDTH - x, BOTTOM + down)


def _star(outer: float, inner: float) -> list[Point]:
    """List the points of a star with five points round the origin, clockwise."""
    radii = (outer, inner) * 5
    return [(r * sin(pi * i / 5), r * cos(pi * i / 5)) for i, r in enumerate(radii)]


def _apothem(outer: float, inner: float) -> float:
    """The distance of the star's edges from its middle."""
    (x, y), (z, w) = _star(outer, inner)[:2]
    return abs(x * w - z * y) / hypot(z - x, w - y)


def _closed(pen: TTGlyphPen, points: Iterable[Point]) -> None:
    first, *rest = [(round(x), round(y)) for x, y in points]
    pen.moveTo(first)
    for point in rest:
        pen.lineTo(point)
    pen.closePath()


if __name__ == "__main__":
    main()
