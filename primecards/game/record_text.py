"""The text of a record: a heading, a line for every event, and the result, so that a cut-off text is noticed.

    primecards game, format 1
    seed: k7f2q9
    rules: players 2, hand_size 7, min_series 3, ...
    starts: player 1
    1. player 1 draws 45 from the stock
    2. player 1 discards 8
    3. player 2 goes out with 3 13 w as 23 (key 3) and 41 43 45 47 (key 41), discarding 50
    result: player 2 went out

It is written in English for machines to read as well. Players count from 1 here, as people count; the cards drawn are
told, and checked when it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, fields

from primecards.errors import IllegalEventError, InputError, Refusal, UnreadableError
from primecards.game.events import Discard, Draw, Event, GoOut
from primecards.game.record import GameRecord, check_format, replay
from primecards.game.state import STOCK, UPCARD, GameState, apply, deal
from primecards.messages import Formula, Message, msg
from primecards.rules.cards import WILD, Card, without_marks
from primecards.rules.ruleset import Rules
from primecards.rules.series import Series

_TITLE = "primecards game, format "
_HEADINGS = (_TITLE, "seed: ", "rules: ", "starts: player ")
_RESULT = "result: "
_PLACES = {STOCK: "stock", UPCARD: "discard pile"}
_SOURCES = {place: source for source, place in _PLACES.items()}
_CARD = "[1-9][0-9]?|w"
_LAID = "[1-9][0-9]?|w as [1-9][0-9]?"
_LINE = re.compile(
    rf"(?P<number>[1-9][0-9]{{0,8}})\. player (?P<player>[1-6]) (?:"
    rf"draws (?P<drawn>{_CARD}) from the (?P<place>stock|discard pile)"
    rf"|discards (?P<discard>{_CARD})"
    rf"|goes out with (?P<series>[0-9a-z() ]+), discarding (?P<last>{_CARD}))",
    re.ASCII,
)
_SERIES = re.compile(rf"(?P<cards>(?:{_LAID})(?: (?:{_LAID}))*) \(key (?P<key>[1-9][0-9]?)\)", re.ASCII)
_WORDS = {"true": True, "false": False}


def write(record: GameRecord) -> str:
    """Write *record* as text."""
    settings = ", ".join(f"{name} {_setting(value)}" for name, value in asdict(record.rules).items())
    values = (str(record.format), record.seed, settings, str(record.starts + 1))
    lines = [heading + value for heading, value in zip(_HEADINGS, values, strict=True)]
    states = replay(record)
    state = next(states)
    for number, event in enumerate(record.events, 1):
        state = next(states)
        lines.append(f"{number}. player {event.player + 1} {_told(event, state)}")
    return "\n".join([*lines, _RESULT + _result(state), ""])


def _setting(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _told(event: Event, after: GameState) -> str:
    if isinstance(event, Draw):
        return f"draws {after.drawn} from the {_PLACES[event.source]}"
    if isinstance(event, Discard):
        return f"discards {event.card}"
    return f"goes out with {' and '.join(map(_told_series, event.series))}, discarding {event.card}"


def _told_series(series: Series) -> str:
    stands_for = iter(series.wilds)
    cards = " ".join(str(card) if card else f"w as {int(next(stands_for))}" for card in series.cards)
    return f"{cards} (key {int(series.key)})"


def _result(state: GameState) -> str:
    if not state.over:
        return "not finished"
    if not state.out:
        return "nobody went out"
    return ", then ".join(f"player {player + 1}" for player in state.out) + " went out"


def read(text: str, before: int = 0) -> GameRecord:
    """Read the record that *text* tells, whatever its line ends and invisible marks, and play it again to check it.

    Lines that are refused are counted as those of a file that has so many lines *before* it.
    """
    try:
        return _read(text)
    except _LineError as refused:
        raise refused.error(before) from None


class _LineError(Exception):
    """What is wrong in which line of the record."""

    def __init__(self, number: int, why: Message, refusals: tuple[Refusal, ...] = ()) -> None:
        super().__init__(number, why, refusals)
        self.number, self.why, self.refusals = number, why, refusals

    def error(self, before: int) -> InputError:
        """Say it, with so many lines *before* the record."""
        message = msg("Line {number}: {why}", number=before + self.number, why=self.why)
        return IllegalEventError(message, self.refusals) if self.refusals else UnreadableError(message)


def _read(text: str) -> GameRecord:
    lines = without_marks(text).split("\n") if isinstance(text, str) else []
    lines = [line.strip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    if not lines or not f"{lines[0]} ".startswith(_TITLE):
        raise UnreadableError(msg("This is not the record of a game."))
    given = f"{lines[0]} ".removeprefix(_TITLE).strip()
    check_format(int(given) if re.fullmatch("[0-9]{1,9}", given) else given)
    if not lines[-1].startswith(_RESULT):
        raise UnreadableError(
            msg("The record of the game is cut off: its last line, {line}, is missing.", line=Formula(_RESULT + "..."))
        )
    _, seed, settings, starts = (_value(lines, place) for place in range(len(_HEADINGS)))
    rules = _rules(settings)
    if not re.fullmatch("[1-6]", starts) or int(starts) > rules.players:
        raise _unread(4, lines[3])
    first = len(_HEADINGS)
    found = [_event(lines[place], place + 1) for place in range(first, len(lines) - 1)]
    record = GameRecord(seed, rules, int(starts) - 1, tuple(event for event, _ in found))
    _check(record, [card for _, card in found], lines)
    return record


def _check(record: GameRecord, drawn: list[Card | None], lines: list[str]) -> None:
    """Play *record* again, and compare the cards *drawn* and the result."""
    states = _checked(record)
    state = next(states)
    for place, (card, state) in enumerate(zip(drawn, states, strict=True), len(_HEADINGS)):
        number = place + 1 - len(_HEADINGS)
        if not lines[place].startswith(f"{number}. "):
            raise _LineError(place + 1, msg("event {number} should be here.", number=number))
        if card is not None and card is not state.drawn:
            raise _LineError(
                place + 1, msg("the card drawn is {card}, not {given}.", card=state.drawn or WILD, given=card)
            )
    if lines[-1] != _RESULT + _result(state):
        raise _LineError(len(lines), msg("the result is: {result}.", result=Formula(_result(state))))


def _checked(record: GameRecord) -> Iterator[GameState]:
    """Play *record* again as `replay` does, and name the line of a move that is not allowed."""
    state = deal(record.rules, record.seed, record.starts)
    yield state
    for number, event in enumerate(record.events, len(_HEADINGS) + 1):
        try:
            state = apply(state, event)
        except IllegalEventError as error:
            raise _LineError(number, error.message, error.refusals) from None
        yield state


def _value(lines: list[str], place: int) -> str:
    heading = _HEADINGS[place]
    if place >= len(lines) or not lines[place].startswith(heading):
        raise _LineError(place + 1, msg("{heading} should be here.", heading=Formula(heading.strip())))
    return lines[place].removeprefix(heading)


def _rules(settings: str) -> Rules:
    found = re.findall(r"(?:^|, )([a-z_]+) (?:([0-9]{1,40})|([a-z]{1,15}))(?=, |$)", settings, re.ASCII)
    values = {name: int(number) if number else _WORDS.get(word, word) for name, number, word in found}
    if values.keys() != {field.name for field in fields(Rules)} or settings.count(", ") + 1 != len(values):
        raise _unread(3, settings)
    return Rules(**values)  # type: ignore[arg-type]


def _event(line: str, number: int) -> tuple[Event, Card | None]:
    """Read a line: the event, and the card that it says was drawn."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise _unread(number, line)
    player = int(found["player"]) - 1
    if found["drawn"]:
        return Draw(player, _SOURCES[found["place"]]), _card(found["drawn"])
    if found["discard"]:
        return Discard(player, _card(found["discard"])), None
    laid = [_SERIES.fullmatch(part) for part in found["series"].split(" and ")]
    if None in laid:
        raise _unread(number, line)
    series = tuple(_series(part) for part in laid if part)
    return GoOut(player, series, _card(found["last"])), None


def _series(found: re.Match[str]) -> Series:
    laid = re.findall(_LAID, found["cards"])
    wilds = tuple(int(card.removeprefix("w as ")) for card in laid if card[0] == "w")
    return Series(int(found["key"]), tuple(WILD if card[0] == "w" else Card(int(card)) for card in laid), wilds)


def _card(text: str) -> Card:
    return WILD if text == "w" else Card(int(text))


def _unread(number: int, line: str) -> _LineError:
    return _LineError(number, msg("not read: {text}", text=line if len(line) <= 60 else line[:57] + "..."))
