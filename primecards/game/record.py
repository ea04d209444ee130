"""A game as it was played: the seed, the settings, and everything that happened, to be kept and played again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from primecards.errors import IllegalEventError, OutOfRangeError, UnreadableError
from primecards.game.events import Discard, Draw, Event, GoOut
from primecards.game.state import GameState, apply, deal
from primecards.messages import Message, msg
from primecards.rules.cards import cards_from_json, cards_to_json
from primecards.rules.ruleset import Rules
from primecards.rules.series import Series

FORMAT = 1


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What it takes to play a game again, in *format*: cards that were dealt and drawn follow from the *seed*."""

    seed: str
    rules: Rules
    starts: int
    events: tuple[Event, ...]
    format: int = FORMAT

    def final_state(self) -> GameState:
        """Replay the game to its last state; raises as `replay` does."""
        return deque(replay(self), maxlen=1).pop()

    def to_text(self) -> str:
        """Write the record to be read aloud, an event a line; raises as `replay` does."""
        from primecards.game.record_text import write

        return write(self)

    @staticmethod
    def from_text(text: str) -> GameRecord:
        """Read what `to_text` wrote, and check it all: the cards drawn, the moves and the result.

        Raises UnreadableError or OutOfRangeError for anything else, and IllegalEventError for a move that is not
        allowed.
        """
        from primecards.game.record_text import read

        return read(text)

    def to_dict(self) -> dict[str, Any]:
        """Write the record as JSON data."""
        return {
            "format": self.format,
            "seed": self.seed,
            "rules": asdict(self.rules),
            "starts": self.starts,
            "events": list(map(_event_to_dict, self.events)),
        }

    @staticmethod
    def from_dict(data: dict[str, Any]) -> GameRecord:
        """Read what `to_dict` wrote; whether the moves are allowed, `replay` tells.

        Raises UnreadableError for another format or data that is no record, OutOfRangeError for impossible settings.
        """
        try:
            check_format(data["format"])
            seed, starts, events = data["seed"], data["starts"], data["events"]
            if type(seed) is not str or type(starts) is not int or type(events) is not list:
                raise TypeError
            rules = Rules(**data["rules"])
            deal(rules, seed, starts)
        except (OutOfRangeError, UnreadableError):
            raise
        except (KeyError, TypeError, ValueError, RecursionError):
            raise UnreadableError(msg("This is not the record of a game.")) from None
        return GameRecord(seed, rules, starts, tuple(map(_event_from_dict, range(1, len(events) + 1), events)))


def check_format(given: object) -> None:
    """Refuse a record in another format than this version reads."""
    if type(given) is not int or given != FORMAT:
        shown = str(given)[:20] if isinstance(given, (int, str)) else "?"
        raise UnreadableError(
            msg(
                "The record of the game is written in format {given}; this version of primecards reads format {known}.",
                given=shown,
                known=FORMAT,
            )
        )


def replay(record: GameRecord) -> Iterator[GameState]:
    """Play *record* again: go through its states, from the deal to the end.

    Raises IllegalEventError, which names the event and the rule, at a move that is not allowed; as `deal` does for
    impossible settings; UnreadableError for another format.
    """
    if not isinstance(record, GameRecord):
        raise UnreadableError(msg("This is not the record of a game."))
    check_format(record.format)
    state = deal(record.rules, record.seed, record.starts)
    yield state
    for number, event in enumerate(record.events, 1):
        try:
            state = apply(state, event)
        except IllegalEventError as error:
            raise IllegalEventError(_at(number, error.message), error.refusals) from None
        yield state


def _at(number: int, why: Message) -> Message:
    return msg("Event {number}: {why}", number=number, why=why)


def _event_to_dict(event: Event) -> dict[str, Any]:
    if isinstance(event, Draw):
        return {"player": event.player, "draw": event.source}
    done: dict[str, Any] = {"player": event.player, "discard": cards_to_json([event.card])[0]}
    if isinstance(event, GoOut):
        done["go_out"] = [
            {"key": int(series.key), "cards": cards_to_json(series.cards), "wilds": list(map(int, series.wilds))}
            for series in event.series
        ]
    return done


def _event_from_dict(number: int, data: Any) -> Event:
    try:
        player = data["player"]
        if type(player) is not int:
            raise TypeError
        if data.keys() == {"player", "draw"}:
            if type(data["draw"]) is not str:
                raise TypeError
            return Draw(player, data["draw"])
        (card,) = cards_from_json([data["discard"]])
        if data.keys() == {"player", "discard"}:
            return Discard(player, card)
        return GoOut(player, tuple(map(_series_from_dict, data["go_out"])), card)
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        raise UnreadableError(_at(number, msg("This is not a move of the game."))) from None


def _series_from_dict(data: Any) -> Series:
    key, wilds = data["key"], tuple(data["wilds"])
    if any(type(number) is not int for number in (key, *wilds)):
        raise TypeError
    return Series(key, cards_from_json(data["cards"]), wilds)
