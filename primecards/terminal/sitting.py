"""A match at one table, as one frozen value: it is saved, taken back and gone on with by making another."""

from __future__ import annotations

from dataclasses import dataclass, replace

from primecards.chance import random_for
from primecards.errors import OutOfRangeError
from primecards.game.events import Draw, Event
from primecards.game.players import PLAYERS
from primecards.game.record import GameRecord, replay
from primecards.game.scoring import Match
from primecards.game.state import UPCARD, GameState, apply, deal, view
from primecards.messages import msg
from primecards.rules.ruleset import Rules
from primecards.terminal.seats import Seat

MOST_GAMES = 20


@dataclass(frozen=True, slots=True)
class Sitting:
    """The *seats*, how many *games* they play by *rules*, those that are *finished*, and the one being played.

    *states* are those of the game being played, from the deal on, and *events* what led from each to the next.
    """

    seats: tuple[Seat, ...]
    games: int
    seed: str
    rules: Rules
    finished: tuple[GameRecord, ...]
    states: tuple[GameState, ...]
    events: tuple[Event, ...] = ()

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self.states[-1]

    @property
    def number(self) -> int:
        """Which game of the match is being played, counted from 1."""
        return len(self.finished) + 1

    @property
    def record(self) -> GameRecord:
        """The game being played, as far as it has come."""
        return GameRecord(self.state.seed, self.rules, self.state.starts, self.events)

    @property
    def records(self) -> tuple[GameRecord, ...]:
        """All the games so far, the one being played last."""
        return (*self.finished, self.record)

    @property
    def match(self) -> Match:
        """What the finished games came to."""
        return Match.of(self.finished + (self.record,) * self.state.over, rules=self.rules)

    @property
    def over(self) -> bool:
        """Whether the last game has ended."""
        return self.state.over and self.number == self.games

    @property
    def people(self) -> int:
        """How many share the keyboard."""
        return sum(seat.is_person for seat in self.seats)

    @property
    def persons_turn(self) -> bool:
        """Whether somebody at the keyboard is to move."""
        return not self.state.over and self.seats[self.state.player].is_person

    @property
    def begun(self) -> bool:
        """Whether there is anything to lose."""
        return bool(self.events or self.finished)


def sit_down(seats: tuple[Seat, ...], rules: Rules, seed: str, games: int = 1) -> Sitting:
    """Begin a match; raises as `deal` does."""
    return Sitting(seats, games, seed, rules, (), (deal(rules, game_seed(seed, 1, games)),))


def game_seed(seed: str, number: int, games: int) -> str:
    """Return the seed of a game of a match: that of the match, with a number if there are several, as `Match.play`."""
    return seed if games == 1 else f"{seed}.{number}"


def resumed(seats: tuple[Seat, ...], games: int, seed: str, records: tuple[GameRecord, ...]) -> Sitting:
    """Put a match together again from its *records*, the last of which may be unfinished; raises as `replay` does.

    Raises OutOfRangeError for records that are no match of these seats.
    """
    rules = records[-1].rules
    if rules.players != len(seats):
        raise OutOfRangeError(msg("There are {n} seats for {players} players.", n=len(seats), players=rules.players))
    for number, record in enumerate(records, 1):
        expected = game_seed(seed, number, games), rules, (number - 1) % rules.players
        if (record.seed, record.rules, record.starts) != expected or number > games:
            raise OutOfRangeError(msg("Game {number} is not a game of this match.", number=number))
    return Sitting(seats, games, seed, rules, records[:-1], tuple(replay(records[-1])), records[-1].events)


def after(sitting: Sitting, event: Event) -> Sitting:
    """Go on by *event*; raises IllegalEventError as `apply` does."""
    state = apply(sitting.state, event)
    return replace(sitting, states=(*sitting.states, state), events=(*sitting.events, event))


def after_computer(sitting: Sitting) -> Sitting:
    """Let the computer's player whose turn it is move.

    Chance comes from the seed and from how far the game has come, so that a game taken back or gone on with later is
    the same game.
    """
    state = sitting.state
    rng = random_for("terminal", state.seed, state.player, len(sitting.events))
    return after(sitting, PLAYERS[sitting.seats[state.player].player].strategy(view(state), rng))


def next_game(sitting: Sitting) -> Sitting:
    """Deal the next game of the match, which the next player starts."""
    finished = sitting.records
    state = deal(sitting.rules, game_seed(sitting.seed, len(finished) + 1, sitting.games), sitting.match.starts)
    return replace(sitting, finished=finished, states=(state,), events=())


def taken_back(sitting: Sitting) -> Sitting | None:
    """Go back to the last decision of the person to move; None where there is nothing that may be taken back.

    Alone against the computer one may go back as far as one likes. Among people only the taking of the exposed card is
    taken back, which all have seen: a card of the stock has been looked at, and others move after a discard.
    """
    events, player = sitting.events, sitting.state.player
    if sitting.people > 1:
        mine = [len(events) - 1] if events and events[-1] == Draw(player, UPCARD) else []
    else:
        mine = [place for place, event in enumerate(events) if event.player == player]
    if not mine:
        return None
    return replace(sitting, states=sitting.states[: mine[-1] + 1], events=events[: mine[-1]])
