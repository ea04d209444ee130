"""A match kept in a file: who plays each seat, and the record of every game so far.

    primecards saved game, format 1
    games: 3
    seed: k7f2q9
    seat 1: person Dana
    seat 2: rule-of-thumb

    primecards game, format 1
    ...
    result: not finished

Everything in it is played again when it is read, so that no file can hold a game that was not.
"""

from __future__ import annotations

import re
from pathlib import Path

from primecards.errors import InputError, PrintingError, UnreadableError
from primecards.game import record_text
from primecards.game.record import GameRecord
from primecards.messages import Formula, Message, msg
from primecards.rules.cards import without_marks
from primecards.terminal.seats import PERSON, Seat, called, check_player
from primecards.terminal.sitting import MOST_GAMES, Sitting, resumed
from primecards.worksheets.files import write_whole

FORMAT = 1
MOST_BYTES = 5_000_000  # many times the longest match
_TITLE = "primecards saved game, format "
_RECORD = "primecards game, format "
_SEAT = re.compile(r"seat ([1-6]): ([a-z-]{1,30})(?: (.*))?", re.ASCII)


def to_text(sitting: Sitting) -> str:
    """Write *sitting* as text."""
    lines = [f"{_TITLE}{FORMAT}", f"games: {sitting.games}", f"seed: {sitting.seed}"]
    lines += [f"seat {n}: {seat.player} {seat.name}".strip() for n, seat in enumerate(sitting.seats, 1)]
    return "\n".join([*lines, "", *(record.to_text() for record in sitting.records)])


def from_text(text: str) -> Sitting:
    """Read what `to_text` wrote; raises InputError, saying what is wrong, for anything else."""
    lines = [line.strip() for line in without_marks(text).split("\n")]
    if not lines[0].startswith(_TITLE):
        raise UnreadableError(msg("This is not a saved game."))
    given = lines[0].removeprefix(_TITLE)
    if given != str(FORMAT):
        raise UnreadableError(
            msg(
                "It is written in format {given}; this version of primecards reads format {known}.",
                given=given[:20],
                known=FORMAT,
            )
        )
    starts = [place for place, line in enumerate(lines) if line.startswith(_RECORD)]
    if not starts or len(starts) > MOST_GAMES:
        raise UnreadableError(msg("There is no game in it."))
    games = _value(lines, 1, "games: ", "[1-9][0-9]?")
    seed = _value(lines, 2, "seed: ", "[A-Za-z0-9._-]+")
    seats = _seats([(place, line) for place, line in enumerate(lines[: starts[0]], 1) if place > 3 and line])
    ends = [*starts[1:], len(lines)]
    records = tuple(
        _record(number, lines[start:end], start)
        for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1)
    )
    if int(games) > MOST_GAMES:
        raise _unread(2, lines[1])
    return resumed(seats, int(games), seed, records)


def _value(lines: list[str], place: int, heading: str, form: str) -> str:
    line = lines[place] if place < len(lines) else ""
    value = line.removeprefix(heading)
    if not line.startswith(heading) or not re.fullmatch(form, value, re.ASCII):
        raise _unread(place + 1, line)
    return value


def _seats(lines: list[tuple[int, str]]) -> tuple[Seat, ...]:
    seats = []
    for number, (place, line) in enumerate(lines, 1):
        found = _SEAT.fullmatch(line)
        if found is None or found[1] != str(number):
            raise _unread(place, line)
        if found[2] != PERSON:
            check_player(found[2])
        seat = Seat(found[2], found[3] or "")
        if seat.name:
            called([seat], [seat.name])
        seats.append(seat)
    names = [seat.name for seat in seats if seat.name]
    called(seats, names)
    if PERSON not in [seat.player for seat in seats]:
        raise UnreadableError(msg("Nobody at the keyboard plays in it."))
    return tuple(seats)


def _record(number: int, lines: list[str], before: int) -> GameRecord:
    try:
        return record_text.read("\n".join(lines), before)
    except InputError as error:
        raise UnreadableError(msg("Game {number}: {why}", number=number, why=error.message)) from None


def _unread(number: int, line: str) -> UnreadableError:
    return UnreadableError(msg("Line {number}: {why}", number=number, why=msg("not read: {text}", text=line[:60])))


def write_file(path: Path, sitting: Sitting) -> None:
    """Write *sitting* into the file *path*, whole or not at all; raises PrintingError."""
    write_whole({path: to_text(sitting).encode()})


def read_file(path: Path) -> Sitting:
    """Read the saved game in the file *path*; raises PrimecardsError naming the file and what is wrong with it."""
    name = str(path)[:60]
    try:
        if path.exists() and not path.is_file():
            raise IsADirectoryError(21, "Is a directory")
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise PrintingError(msg("{file} cannot be read: {reason}.", file=name, reason=reason)) from None
    if len(content) > MOST_BYTES:
        raise _bad(name, msg("This is not a saved game."))
    try:
        return from_text(content.decode())
    except UnicodeDecodeError:
        raise _bad(name, msg("This is not a saved game.")) from None
    except InputError as error:
        raise _bad(name, error.message) from None


def _bad(name: str, why: Message) -> UnreadableError:
    return UnreadableError(msg("{file}: {why}", file=name, why=why))


def file_name(sitting: Sitting, folder: Path = Path()) -> Path:
    """Propose a file in *folder* that is not there yet for *sitting*."""
    stem, number = f"primecards-{sitting.seed}", 1
    while (path := folder / (f"{stem}.txt" if number == 1 else f"{stem}-{number}.txt")).exists():
        number += 1
    return path


def check_free(path: Path) -> None:
    """Raise PrintingError if there is a file already: it may be another game."""
    try:
        there = path.exists()
        if "\0" in str(path):
            raise OSError(22, "Invalid argument")
    except OSError as error:
        raise PrintingError(
            msg("{file} cannot be written: {reason}.", file=str(path)[:60], reason=error.strerror or "")
        ) from None
    if there:
        raise PrintingError(
            msg("{file} is there already. Choose another name, or go on with it: {option}.", file=str(path),
                option=Formula(f"--resume {path}"))
        )  # fmt: skip
