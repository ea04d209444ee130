"""Pictures made of filled outlines: letters of the package's fonts and plain figures, as SVG and as PNG.

No program that shows them needs a font, and the same outlines make both kinds of file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any, TypeAlias
from unicodedata import bidirectional
from xml.sax.saxutils import escape

from primecards.worksheets.printing import template_dir

if TYPE_CHECKING:
    from PIL.Image import Image

Point: TypeAlias = tuple[float, float]
Step: TypeAlias = tuple[str, tuple[Point, ...]]  # SVG's M, L, Q, C and Z

DOTS_PER_INCH = 300
FONTS = {"bold": "fonts/Rubik-Bold.ttf", "regular": "fonts/Rubik-Regular.ttf"}
CAPITALS = 0.7  # the height of Rubik's digits, in parts of the type size
_EM = 1000
_MM = 25.4
_FINER = 4  # the parts a dot of a PNG is counted in, along each side
_OPERATORS = {"M": " m", "L": " l", "Q": " c", "C": " c", "Z": "h"}
_ROUND = 0.5523  # where the control points of a quarter of a circle are


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline in millimetres from the upper left corner, and its *colour*; what turns the other way is a hole."""

    path: tuple[Step, ...]
    colour: str


def turned(shapes: Iterable[Shape], width: float, height: float) -> Iterator[Shape]:
    """Turn *shapes* upside down on a picture of *width* and *height*."""
    for shape in shapes:
        path = tuple((step, tuple((width - x, height - y) for x, y in points)) for step, points in shape.path)
        yield Shape(path, shape.colour)


def polygon(points: Sequence[Point]) -> tuple[Step, ...]:
    """Draw straight lines from each of *points* to the next."""
    return (("M", (points[0],)), *(("L", (point,)) for point in points[1:]), ("Z", ()))


def rounded(left: float, top: float, right: float, bottom: float, radius: float) -> tuple[Step, ...]:
    """Draw a rectangle with round corners."""
    bend = radius * (1 - _ROUND)
    return (
        ("M", ((left + radius, top),)),
        ("L", ((right - radius, top),)),
        ("C", ((right - bend, top), (right, top + bend), (right, top + radius))),
        ("L", ((right, bottom - radius),)),
        ("C", ((right, bottom - bend), (right - bend, bottom), (right - radius, bottom))),
        ("L", ((left + radius, bottom),)),
        ("C", ((left + bend, bottom), (left, bottom - bend), (left, bottom - radius))),
        ("L", ((left, top + radius),)),
        ("C", ((left, top + bend), (left + bend, top), (left + radius, top))),
        ("Z", ()),
    )


def hole(path: Sequence[Step]) -> tuple[Step, ...]:
    """Draw *path*, one closed outline of straight lines and curves, the other way round."""
    points = [point for _, step in path for point in step]
    back: list[Step] = [("M", (points[-1],))]
    for place in range(len(path) - 2, 0, -1):
        step, own = path[place]
        before = path[place - 1][1][-1]
        back.append((step, (*reversed(own[:-1]), before)))
    return (*back, ("Z", ()))


def frame(left: float, top: float, right: float, bottom: float, radius: float, thick: float) -> tuple[Step, ...]:
    """Draw a frame with round corners, *thick* to the inside."""
    inner = rounded(left + thick, top + thick, right - thick, bottom - thick, max(radius - thick, 0.01))
    return (*rounded(left, top, right, bottom, radius), *hole(inner))


def diamond(x: float, y: float, wide: float, high: float) -> tuple[Step, ...]:
    """Draw a diamond round (*x*, *y*), *wide* and *high* from its middle."""
    return polygon(((x, y - high), (x + wide, y), (x, y + high), (x - wide, y)))


def star(x: float, y: float, outer: float) -> tuple[Step, ...]:
    """Draw a star with five points round (*x*, *y*)."""
    radii = (outer, outer * 0.382) * 5  # its arms are straight
    return polygon([(x + r * sin(pi * i / 5), y - r * cos(pi * i / 5)) for i, r in enumerate(radii)])


def width_of(text: str, weight: str, size: float) -> float:
    """Measure *text* in a type of *size* millimetres."""
    return sum(_letter(weight, letter)[1] for letter in text) * size / _EM


def written(text: str, weight: str, size: float, middle: float, line: float, colour: str) -> Iterator[Shape]:
    """Write *text*, all of one direction, round *middle* and on *line*, a shape a letter."""
    x = middle - width_of(text, weight, size) / 2
    scale = size / _EM
    from_right = any(bidirectional(letter) == "R" for letter in text)
    for letter in reversed(text) if from_right else text:
        path, wide = _letter(weight, letter)
        if path:
            moved = ((step, tuple((x + scale * a, line - scale * b) for a, b in points)) for step, points in path)
            yield Shape(tuple(moved), colour)
        x += wide * scale


@lru_cache(maxsize=4)
def _font(weight: str) -> Any:
    from fontTools.ttLib import TTFont

    font = TTFont(template_dir() / FONTS[weight], lazy=True)
    return font.getGlyphSet(), font.getBestCmap()


@lru_cache(maxsize=256)
def _letter(weight: str, letter: str) -> tuple[tuple[Step, ...], float]:
    """Return the outline of *letter* in the font's own units, upwards, and its width."""
    from fontTools.pens.basePen import decomposeQuadraticSegment
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    glyphs, names = _font(weight)
    glyph = glyphs[names[ord(letter)]]
    pen = DecomposingRecordingPen(glyphs)
    glyph.draw(pen)
    path: list[Step] = []
    for operator, points in pen.value:
        match operator:
            case "moveTo":
                path.append(("M", points))
            case "lineTo":
                path.append(("L", points))
            case "qCurveTo":
                path += [("Q", pair) for pair in decomposeQuadraticSegment(points)]
            case "curveTo":
                path.append(("C", points))
            case _:
                path.append(("Z", ()))
    return tuple(path), float(glyph.width)


# --- Files --------------------------------------------------------------------------------------------------------


def to_svg(shapes: Iterable[Shape], width: float, height: float, title: str = "", language: str = "en") -> str:
    """Write *shapes* as an SVG picture of *width* x *height* millimetres; *title* is what a screen reader says."""
    drawn: list[tuple[str, list[str]]] = []
    for shape in shapes:
        if not drawn or drawn[-1][0] != shape.colour:
            drawn.append((shape.colour, []))
        drawn[-1][1].append("".join(step + " ".join(map(_pair, points)) for step, points in shape.path))
    paths = "".join(f'<path fill="{colour}" d="{"".join(pieces)}"/>\n' for colour, pieces in drawn)
    said = f' role="img" xml:lang="{language}"' if title else ""
    named = f"<title>{escape(title)}</title>\n" if title else ""
    size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}{said}>\n{named}{paths}</svg>\n'


def _pair(point: Point) -> str:
    return f"{_short(point[0])},{_short(point[1])}"


def _short(number: float) -> str:
    return f"{round(number, 2) + 0:g}"


def to_operators(shapes: Iterable[Shape]) -> bytes:
    """Write *shapes* as a PDF draws them, in millimetres."""
    drawn, colour = [], ""
    for shape in shapes:
        if shape.colour != colour:
            colour = shape.colour
            drawn.append(" ".join(f"{int(colour[i : i + 2], 16) / 255:.4g}" for i in (1, 3, 5)) + " rg")
        at = (0.0, 0.0)
        for step, points in shape.path:
            if step == "Q":  # which a PDF has not
                (a, b), (c, d) = points
                points = (*((x + (a - x) * 2 / 3, y + (b - y) * 2 / 3) for x, y in (at, (c, d))), (c, d))
            drawn.append(" ".join(f"{x:.2f} {y:.2f}" for x, y in points) + _OPERATORS[step])
            at = points[-1] if points else at
        drawn.append("f")
    return "\n".join(drawn).encode()


def to_png(shapes: Iterable[Shape], width: float, height: float) -> bytes:
    """Paint *shapes* on white, as a PNG picture of *width* x *height* millimetres with 300 dots per inch."""
    import io

    from PIL import Image

    dots = DOTS_PER_INCH / _MM
    picture = Image.new("RGB", (round(width * dots), round(height * dots)), "white")
    for shape in shapes:
        mask, place = _mask(shape, dots)
        picture.paste(shape.colour, (*place, place[0] + mask.width, place[1] + mask.height), mask)
    file = io.BytesIO()
    picture.save(file, "PNG", dpi=(DOTS_PER_INCH, DOTS_PER_INCH))
    return file.getvalue()


@lru_cache(maxsize=64)
def _mask(shape: Shape, dots: float) -> tuple[Image, tuple[int, int]]:
    """Return how much of each dot *shape* covers, and where the dots begin."""
    from PIL import Image, ImageDraw

    outlines = [[(x * dots, y * dots) for x, y in outline] for outline in _flat(shape.path)]
    xs, ys = zip(*(point for outline in outlines for point in outline), strict=True)
    left, top = int(min(xs)) - 1, int(min(ys)) - 1
    size = (int(max(xs)) + 2 - left, int(max(ys)) + 2 - top)
    mask = Image.new("L", (size[0] * _FINER, size[1] * _FINER))
    draw = ImageDraw.Draw(mask)
    outside = _area(max(outlines, key=lambda outline: abs(_area(outline)))) > 0
    # All that is filled comes before the holes: no letter here has anything inside a hole.
    for outline in sorted(outlines, key=lambda outline: (_area(outline) > 0) != outside):
        fill = 255 if (_area(outline) > 0) == outside else 0
        # A pixel's number is the place of its middle.
        draw.polygon([((x - left) * _FINER - 0.5, (y - top) * _FINER - 0.5) for x, y in outline], fill=fill)
    return mask.reduce(_FINER), (left, top)


def _flat(path: Iterable[Step], parts: int = 10) -> list[list[Point]]:
    """Cut the curves of *path* into straight lines."""
    outlines: list[list[Point]] = []
    for step, points in path:
        if step == "M":
            outlines.append([points[0]])
        elif step == "L":
            outlines[-1].append(points[0])
        elif points:
            start = outlines[-1][-1]
            outlines[-1] += [_on_curve((start, *points), part / parts) for part in range(1, parts + 1)]
    return outlines


def _on_curve(points: tuple[Point, ...], share: float) -> Point:
    """Find the point of a Bézier curve at *share* of its way (de Casteljau)."""
    while len(points) > 1:
        points = tuple((a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in pairwise(points))
    return points[0]


def _area(outline: Sequence[Point]) -> float:
    return sum(a * d - c * b for (a, b), (c, d) in zip(outline, (*outline[1:], outline[0]), strict=True)) / 2
