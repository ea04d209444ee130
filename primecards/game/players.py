"""The computer players, by name."""

from __future__ import annotations

from dataclasses import dataclass

from primecards.game.expert import expert
from primecards.game.random_player import random_player
from primecards.game.rule_of_thumb import rule_of_thumb
from primecards.game.view import Strategy
from primecards.messages import Message, msg


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """A player that is a function: its *name* in commands and records, its *title* for people."""

    name: str
    title: Message
    strategy: Strategy


PLAYERS: dict[str, ComputerPlayer] = {
    player.name: player
    for player in (
        ComputerPlayer("random", msg("plays at random"), random_player),
        ComputerPlayer("rule-of-thumb", msg("plays by a rule of thumb"), rule_of_thumb),
        ComputerPlayer("expert", msg("also watches what the next player needs"), expert),
    )
}
