"""Lines for a terminal: small cards, sentences that wrap, and a table that fits a screen.

Few terminals lay out text from right to left, and those that do each decide for themselves where a line begins. So a
line is either one sentence or a row of cards. A sentence in Hebrew is isolated as a whole, and keeps its order wherever
the line begins; a row of cards has no letters, and runs from left to right in every terminal and every language, as
numbers do.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from primecards.languages import DIRECTIONS
from primecards.messages import Message, msg
from primecards.rules.cards import Card
from primecards.words import WILD_SIGN

_RIGHT_TO_LEFT, _END = "\u2067", "\u2069"
_OPENERS = "\u2066\u2067\u2068"
RED, PLAIN = "\x1b[31m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters a card is drawn with: corners and sides, the mark of a prime, the sign of a wild card."""

    top: str
    side: str
    bottom: str
    prime: str
    wild: str


UNICODE = Signs("┌────┐", "│", "└────┘", "◆", "★")
ASCII = Signs("+----+", "|", "+----+", "*", "w")


@dataclass(frozen=True, slots=True)
class Look:
    """How the table is shown: in which *language*, on a screen of which size, and what the terminal can do.

    *drawn*: cards are drawn, otherwise named. *colour*: primes are red as well. *clears*: every table is a new screen.
    *interactive*: somebody reads it screen by screen.
    """

    language: str = "en"
    drawn: bool = True
    colour: bool = False
    clears: bool = False
    interactive: bool = False
    width: int = 80
    height: int = 24
    signs: Signs = UNICODE

    @property
    def room(self) -> int:
        """How many lines there are above the line that is typed in."""
        return self.height - 1


def width_of(text: str) -> int:
    """Count the columns that *text* takes in a terminal."""
    return sum(
        0 if unicodedata.category(c) in ("Cf", "Mn", "Me") else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def sentences(messages: Iterable[Message], look: Look) -> list[str]:
    """Say each of *messages* in lines of its own that fit the width; where nothing is drawn, in words alone."""
    said = (message.text(look.language) for message in messages)
    if not look.drawn:
        said = (text.replace(WILD_SIGN, msg("wild card").text(look.language)) for text in said)
    return [line for text in said for line in wrapped(text, look)]


def wrapped(text: str, look: Look) -> list[str]:
    """Break *text* between words; in Hebrew every line is isolated, and what a break parts is so on both lines."""
    lines: list[list[str]] = [[]]
    room = look.width
    for word in text.split(" "):
        if lines[-1] and width_of(" ".join((*lines[-1], word))) > room:
            lines.append([])
        lines[-1].append(word)
    broken = [part for words in lines for part in _cut(" ".join(words), room)]
    if DIRECTIONS[look.language] == "ltr":
        return broken
    isolated = []
    still_open = ""
    for line in broken:
        line = still_open + line
        still_open = _unclosed(line)
        isolated.append(f"{_RIGHT_TO_LEFT}{line}{_END * len(still_open)}{_END}")
    return isolated


def _cut(line: str, room: int) -> list[str]:
    """Cut a *line* that is one long word where the room ends."""
    if width_of(line) <= room:
        return [line]
    parts = [""]
    for character in line:
        if width_of(parts[-1] + character) > room:
            parts.append("")
        parts[-1] += character
    return parts


def _unclosed(line: str) -> str:
    found = ""
    for character in line:
        if character in _OPENERS:
            found += character
        elif character == _END:
            found = found[:-1]
    return found


def card_rows(groups: Sequence[Sequence[Card]], look: Look) -> list[str]:
    """Draw cards side by side, groups set a little apart, in as many rows as the width asks for."""
    size = len(look.signs.top)
    rows: list[list[Card | None]] = [[]]
    used = 0
    for place, group in enumerate(groups):
        for number, card in enumerate(group):
            gap = 2 if place and not number and used else 0
            if used + gap + size > look.width:
                rows.append([])
                used = gap = 0
            rows[-1] += [None] * bool(gap) + [card]
            used += gap + size
    return [line for row in rows if row for line in _row(row, look)]


def _row(cards: Sequence[Card | None], look: Look) -> list[str]:
    signs = look.signs
    top = "".join("  " if card is None else signs.top for card in cards)
    middle = "".join("  " if card is None else f"{signs.side}{_face(card, look)}{signs.side}" for card in cards)
    bottom = "".join("  " if card is None else signs.bottom for card in cards)
    return [top, middle, bottom]


def _face(card: Card, look: Look) -> str:
    if card.is_wild:
        return f"  {look.signs.wild} "
    if not card.is_prime:
        return f"{int(card):3} "
    face = f"{int(card):3}{look.signs.prime}"
    return f"{RED}{face}{PLAIN}" if look.colour else face


def pages(lines: Sequence[str], look: Look) -> list[list[str]]:
    """Part *lines* into screens, if they are read screen by screen; a line is left for how to go on."""
    size = look.room - 1 if look.interactive and look.drawn else max(1, len(lines))
    return [list(lines[first : first + size]) for first in range(0, len(lines), size)]
