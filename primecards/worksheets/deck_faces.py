"""The faces and the back of the deck's cards, and the marks to cut along, as outlines: for PDF, SVG and PNG alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from primecards.messages import msg
from primecards.rules.numbers import HIGHEST, PRIMES, is_prime
from primecards.words import say
from primecards.worksheets import outlines
from primecards.worksheets.outlines import CAPITALS, Shape, turned, width_of, written

WIDTH, HEIGHT = 63.0, 88.0  # millimetres, as all places here
UNDERLINED = frozenset({6, 9, 66, 68, 86, 89, 98, 99})  # another card's number when they lie upside down

BIG, BIG_LINE = 34.0, HEIGHT / 2 + 34.0 * CAPITALS / 2  # the number in the middle: its type size and its line
WORD, WORD_LINE = 11.0, 70.0  # the word on a wild card
_SMALL, _CORNER, _CORNER_LINE = 10.0, 7.0, 14.0  # the numbers in the corners: size, distance from the side, line
MARK, _MARK_DOWN = (2.3, 2.9), 20.2  # the diamond of a prime: its size from the middle, and how far down it is
_INSET, _RADIUS = 2.5, 4.0  # the frame, inside the line to cut along
_INK, _RED, _GREY = "#1a1a1a", "#c00000", "#6b6b6b"


@dataclass(frozen=True, slots=True)
class Look:
    """How heavy the ink is: the weight of numbers, the thickness of frames, and whether figures are filled."""

    weight: str
    thick: float
    filled: bool
    blue: str
    pale: str


LOOKS = {
    "plain": Look("bold", 0.45, True, "#4a7088", "#a9bfcb"),
    "low-ink": Look("regular", 0.2, False, "#8a8a8a", ""),
}


def frame(look: Look, colour: str = _GREY) -> Shape:
    """Draw the frame of a card."""
    path = outlines.frame(_INSET, _INSET, WIDTH - _INSET, HEIGHT - _INSET, _RADIUS, look.thick)
    return Shape(path, colour)


def number_face(number: int, look: Look, *, middle: bool = True) -> Iterator[Shape]:
    """Draw the card *number*; without the number in its *middle* and a prime's upper mark, where these are apart."""
    prime = is_prime(number)
    colour = _RED if prime else _INK
    yield frame(look)
    at = _CORNER + width_of(str(number), look.weight, _SMALL) / 2
    corner = list(_number(number, look, _SMALL, at, _CORNER_LINE, colour))
    marks = [prime_mark(*mark_of(number, look), look)] if prime else []
    yield from (*corner, *turned((*corner, *marks), WIDTH, HEIGHT))
    if middle:
        yield from (*marks, *_number(number, look, BIG, WIDTH / 2, BIG_LINE, _INK))
    elif number in UNDERLINED:
        yield _underline(number, look, BIG, WIDTH / 2, BIG_LINE, _INK)


def mark_of(number: int, look: Look) -> tuple[float, float]:
    """Return the middle of the diamond that marks the prime *number* in its upper corner.

    It is below the number, so that both are seen in a hand of cards held as a fan.
    """
    return _CORNER + width_of(str(number), look.weight, _SMALL) / 2, _MARK_DOWN


def prime_mark(x: float, y: float, look: Look) -> Shape:
    """Draw the diamond of a prime round (*x*, *y*)."""
    wide, high = MARK
    path = outlines.diamond(x, y, wide, high)
    if not look.filled:
        path += outlines.hole(outlines.diamond(x, y, wide - 0.75, high - 0.95))
    return Shape(path, _RED)


def wild_face(look: Look, word: str) -> Iterator[Shape]:
    """Draw a wild card with its *word*, or without one where that is set as text."""
    yield frame(look)
    corner = [_star(_CORNER + 3.2, _CORNER_LINE - 3.2, 4.2, 0 if look.filled else 0.7)]
    yield from (*corner, *turned(corner, WIDTH, HEIGHT))
    yield _star(WIDTH / 2, 41, 19, 0.78 if look.filled else 0.9)
    if word:
        yield from written(word, look.weight, WORD, WIDTH / 2, WORD_LINE, _INK)


def primes_face(look: Look, language: str) -> Iterator[Shape]:
    """Draw the card that lists the primes."""
    yield frame(look)
    yield from _title(say(msg("The prime numbers"), language), look)
    for place, prime in enumerate(PRIMES):
        row, column = divmod(place, 5)
        yield from written(str(prime), look.weight, 6.4, 10.7 + column * 10.4, 30.5 + row * 11.7, _RED)


def chart_face(look: Look, language: str) -> Iterator[Shape]:
    """Draw the card with the hundred chart, on which the primes are framed."""
    yield frame(look)
    yield from _title(say(msg("Hundred chart"), language), look)
    left, top, wide, high = 5.0, 18.5, 5.3, 6.2
    for number in range(1, HIGHEST + 1):
        row, column = divmod(number - 1, 10)
        x, y = left + column * wide, top + row * high
        prime = is_prime(number)
        if prime:
            path = outlines.frame(x + 0.15, y + 0.35, x + wide - 0.15, y + high - 0.35, 1, 0.3)
            yield Shape(path, _RED)
        colour, weight = (_RED, look.weight) if prime else (_INK, "regular")
        line = y + high / 2 + 3.3 * CAPITALS / 2
        yield from written(str(number), weight, 3.3, x + wide / 2, line, colour)


def back(look: Look) -> Iterator[Shape]:
    """Draw the back: a field of points, counted from the middle both ways, whose primes are large diamonds.

    Turned upside down it is the same.
    """
    yield frame(look, look.blue)
    if look.filled:
        path = outlines.frame(
            _INSET + 1.5, _INSET + 1.5, WIDTH - _INSET - 1.5, HEIGHT - _INSET - 1.5, _RADIUS - 1.5, 0.2
        )
        yield Shape(path, look.blue)
    columns, rows = 11, 17
    large: list[outlines.Step] = []
    small: list[outlines.Step] = []
    for place in range(columns * rows):
        row, column = divmod(place, columns)
        x = WIDTH / 2 + (column - columns // 2) * 4.9
        y = HEIGHT / 2 + (row - rows // 2) * 4.6
        if is_prime(abs(place - columns * rows // 2)):
            large += outlines.diamond(x, y, 1.5, 1.9)
            if not look.filled:
                large += outlines.hole(outlines.diamond(x, y, 1.3, 1.65))
        else:
            small += outlines.diamond(x, y, 0.45, 0.57)
    yield Shape(tuple(large), look.blue)
    if look.filled:
        yield Shape(tuple(small), look.pale)


def cut_marks(columns: Sequence[float], rows: Sequence[float]) -> Iterator[Shape]:
    """Draw short lines in the margins, where the cuts between *columns* and *rows* run; none on a card."""
    away, long, half = 1.5, 4.0, 0.1
    for x in columns:
        for near, far in ((rows[0] - away, rows[0] - away - long), (rows[-1] + away, rows[-1] + away + long)):
            yield Shape(_bar(x - half, near, x + half, far), _INK)
    for y in rows:
        for near, far in (
            (columns[0] - away, columns[0] - away - long),
            (columns[-1] + away, columns[-1] + away + long),
        ):
            yield Shape(_bar(near, y - half, far, y + half), _INK)


def _bar(left: float, top: float, right: float, bottom: float) -> tuple[outlines.Step, ...]:
    return outlines.polygon(((left, top), (right, top), (right, bottom), (left, bottom)))


def _star(x: float, y: float, outer: float, empty: float) -> Shape:
    path = outlines.star(x, y, outer)
    return Shape(path + outlines.hole(outlines.star(x, y, outer * empty)) if empty else path, _INK)


def _title(text: str, look: Look) -> Iterator[Shape]:
    size = min(5.5, 5.5 * 50 / width_of(text, look.weight, 5.5))
    yield from written(text, look.weight, size, WIDTH / 2, 13.5, _INK)


def _number(number: int, look: Look, size: float, middle: float, line: float, colour: str) -> Iterator[Shape]:
    yield from written(str(number), look.weight, size, middle, line, colour)
    if number in UNDERLINED:
        yield _underline(number, look, size, middle, line, colour)


def _underline(number: int, look: Look, size: float, middle: float, line: float, colour: str) -> Shape:
    half = width_of(str(number), look.weight, size) / 2 - 0.04 * size
    thick = 0.08 if look.filled else 0.05
    return Shape(_bar(middle - half, line + 0.12 * size, middle + half, line + (0.12 + thick) * size), colour)
