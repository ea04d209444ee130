"""The keyboard and the screen: what the terminal can do, reading a line, showing a screen."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TextIO

from primecards.terminal.drawing import ASCII, UNICODE, Look

CLEAR = "\x1b[2J\x1b[H"
FORGET = "\x1b[3J"  # the lines that have scrolled away as well
_LEAST_WIDTH, _MOST_WIDTH, _LEAST_HEIGHT = 40, 100, 24


def look_of(
    stdin: TextIO, stdout: TextIO, language: str, *, plain: bool, environ: Mapping[str, str] = os.environ
) -> Look:
    """Find out how to show the table: only a terminal that obeys codes, and whose user wants them, is sent any."""
    terminal = stdin.isatty() and stdout.isatty()
    codes = terminal and not plain and environ.get("TERM") not in (None, "", "dumb") and not environ.get("NO_COLOR")
    size = shutil.get_terminal_size((80, 24))
    return Look(
        language,
        drawn=not plain,
        colour=codes,
        clears=codes,
        interactive=terminal,
        width=min(max(size.columns, _LEAST_WIDTH), _MOST_WIDTH) if terminal else 80,
        height=max(size.lines, _LEAST_HEIGHT) if terminal else 24,
        signs=UNICODE if _can_say(stdout, f"{UNICODE.top}{UNICODE.side}{UNICODE.prime}{UNICODE.wild}") else ASCII,
    )


def _can_say(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Console:
    """Reads with *read*, which is given a prompt and raises EOFError at the end, and writes with *write*."""

    def __init__(self, look: Look, read: Callable[[str], str], write: Callable[[str], None]) -> None:
        self.look, self._read, self._write = look, read, write

    def tell(self, lines: Iterable[str]) -> None:
        """Write *lines* below what is there."""
        self._write("".join(f"{line}\n" for line in lines))

    def screen(self, lines: Iterable[str]) -> None:
        """Show a screen of its own, or *lines* after an empty one where nothing can be cleared."""
        self._write(CLEAR if self.look.clears else "\n")
        self.tell(lines)

    def hide(self) -> None:
        """Put what is on the screen, and what has scrolled away, out of sight."""
        self._write(FORGET + CLEAR if self.look.clears else "\n" * (2 * self.look.height))

    def ask(self) -> str:
        """Read a line; raises EOFError where there is none."""
        return self._read("> ")


def standard_console(look: Look) -> Console:
    """Talk over standard input and output."""
    return Console(look, _ask_terminal if look.interactive else _ask_pipe, _say)


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _ask_terminal(prompt: str) -> str:
    return input(prompt)


def _ask_pipe(prompt: str) -> str:
    """Read a line of a pipe and repeat it, so that what is written reads like a game at a terminal."""
    _say(prompt)
    line = sys.stdin.readline()
    if not line:
        _say("\n")
        raise EOFError
    shown = "".join(c if c.isprintable() else " " for c in line.rstrip("\n"))
    _say(f"{_short(shown)}\n")
    return line


def _short(text: str) -> str:
    """Shorten what is repeated of a *text*."""
    return text if len(text) <= 70 else f"{text[:67]}..."
