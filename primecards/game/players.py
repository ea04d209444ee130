"""The computer players, by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from primecards.errors import OutOfRangeError, UnknownNameError
from primecards.game.expert import expert
from primecards.game.random_player import random_player
from primecards.game.rule_of_thumb import rule_of_thumb
from primecards.game.view import Strategy
from primecards.messages import Formula, Message, msg, short

Player: TypeAlias = "str | Strategy"


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """A player that is a function: its *name* in commands and records, and for people its *label* and *title*."""

    name: str
    label: Message
    title: Message
    strategy: Strategy


PLAYERS: dict[str, ComputerPlayer] = {
    player.name: player
    for player in (
        ComputerPlayer("random", msg("random"), msg("plays at random"), random_player),
        ComputerPlayer("rule-of-thumb", msg("rule-of-thumb"), msg("plays by a rule of thumb"), rule_of_thumb),
        ComputerPlayer("expert", msg("expert"), msg("counts chances, and helps the next player least"), expert),
    )
}


def strategy_of(player: Player) -> Strategy:
    """Return the strategy of that name, or the one given; raises UnknownNameError for a name that there is not."""
    if callable(player):
        return player
    if not isinstance(player, str) or player not in PLAYERS:
        name = player if isinstance(player, str) else short(player)
        names = Formula(", ".join(PLAYERS))
        raise UnknownNameError(msg("There is no player {name}; there are {names}.", name=name[:30], names=names))
    return PLAYERS[player].strategy


def strategies_of(players: Sequence[Player], seats: int) -> list[Strategy]:
    """Return the strategy of each of *players*, who are to take so many *seats*.

    Raises OutOfRangeError unless there is one for each seat, and as `strategy_of` does.
    """
    if not isinstance(players, Sequence) or isinstance(players, str):
        raise OutOfRangeError(
            msg("Each seat needs a player: a list of names ({names}) or of strategies, functions of a view and a "
                "random generator.", names=Formula(", ".join(PLAYERS)))
        )  # fmt: skip
    if len(players) != seats:
        raise OutOfRangeError(msg("{players} players need as many strategies, not {n}.", players=seats, n=len(players)))
    return [strategy_of(player) for player in players]
