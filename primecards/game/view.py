"""What one player may see of a game, and nothing else: all that a strategy gets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeAlias

from primecards.game.events import Event
from primecards.rules.cards import Card, cards_in
from primecards.rules.ruleset import Rules

MEMORY = 16  # a game between good players has about ten turns


class Turn(NamedTuple):
    """A turn as all at the table saw it: the card *exposed* before it, whether that was *taken*, the card *thrown*."""

    player: int
    exposed: Card | None
    taken: bool
    thrown: Card


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The game as *player* sees it, whose turn it is.

    Own number cards are bits of *numbers* (bit n: card n) beside *wilds*, a count: one card more than a hand in the
    *phase* "discard", when *drawn* is the card just drawn and *taken* tells whether it was the exposed card.
    *discards* is the discard pile, its exposed card last; *stock* counts the cards face down. For every player, *sizes*
    counts the cards held, and *known* has those that all have seen go there (taken from the discard pile, or laid down
    to go out), as (numbers, wilds). *out* lists who has gone out, first to last; *round* counts from 1; *recent* has
    the last turns of all players, at most MEMORY, the last one last.
    """

    rules: Rules
    player: int
    phase: str
    numbers: int
    wilds: int
    drawn: Card | None
    taken: bool
    discards: tuple[Card, ...]
    stock: int
    sizes: tuple[int, ...]
    known: tuple[tuple[int, int], ...]
    out: tuple[int, ...] = ()
    round: int = 1
    recent: tuple[Turn, ...] = ()

    @property
    def hand(self) -> tuple[Card, ...]:
        """The own cards in order, wild cards last."""
        return cards_in(self.numbers, self.wilds)

    @property
    def upcard(self) -> Card | None:
        """The exposed card, if there is one."""
        return self.discards[-1] if self.discards else None


Strategy: TypeAlias = Callable[[PlayerView, Random], Event]
