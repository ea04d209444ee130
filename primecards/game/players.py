"""The players of the computer's, by name."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from primecards.game.advice import advise
from primecards.game.events import Event
from primecards.game.random_player import random_player
from primecards.game.view import PlayerView, Strategy
from primecards.messages import Message, msg


@dataclass(frozen=True, slots=True)
class Player:
    """A way to play: what it is called, and the strategy."""

    title: Message
    strategy: Strategy


def _rule_of_thumb(view: PlayerView, rng: Random) -> Event:  # noqa: ARG001 - a strategy is given chance, and needs none
    return advise(view).event


PLAYERS = {
    "random": Player(msg("at random"), random_player),
    "rule-of-thumb": Player(msg("by a rule of thumb"), _rule_of_thumb),
}
