"""What one player may see of a game, and nothing else: all that a strategy gets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeAlias

from primecards.game.events import Event
from primecards.rules.cards import NUMBER_CARDS, WILD, Card, cards_in
from primecards.rules.ruleset import Rules

MEMORY = 16  # a game between good players has about ten turns


class Turn(NamedTuple):
    """A turn as all at the table saw it: the card *exposed* before it, whether that was *taken*, the card *thrown*."""

    player: int
    exposed: Card | None
    taken: bool
    thrown: Card

    @classmethod
    def of(cls, number: int) -> Turn:
        """Unpack what `packed` has packed."""
        rest, thrown = divmod(number, _ROOM)
        rest, taken = divmod(rest, 2)
        player, exposed = divmod(rest, _ROOM)
        return cls(player, None if exposed == _NONE else _card(exposed), bool(taken), _card(thrown))


def _card(number: int) -> Card:
    return NUMBER_CARDS[number - 1] if number else WILD


_ROOM = 128  # more than there are cards
_NONE = _ROOM - 1


def packed(player: int, exposed: Card | None, taken: bool, thrown: Card) -> int:
    """Pack the fields of a `Turn` into one number: states are made by the million, and few are ever asked."""
    return ((player * _ROOM + (_NONE if exposed is None else exposed)) * 2 + taken) * _ROOM + thrown


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The game as *player* sees it, whose turn it is.

    Own number cards are bits of *numbers* (bit n: card n) beside *wilds*, a count: one card more than a hand in the
    *phase* "discard", when *drawn* is the card just drawn and *taken* tells whether it was the exposed card.
    *discards* is the discard pile, its exposed card last; *stock* counts the cards face down. For every player, *sizes*
    counts the cards held, and *known* has those that all have seen go there (taken from the discard pile, or laid down
    to go out), as (numbers, wilds). *out* lists who has gone out, first to last; *round* counts from 1; *recent* has
    the last turns of all players, at most MEMORY, the last one last, packed as numbers: `turns` unpacks them.
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
    recent: tuple[int, ...] = ()

    @property
    def hand(self) -> tuple[Card, ...]:
        """The own cards in order, wild cards last."""
        return cards_in(self.numbers, self.wilds)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The last turns of all players, the last one last."""
        return tuple(map(Turn.of, self.recent))

    @property
    def upcard(self) -> Card | None:
        """The exposed card, if there is one."""
        return self.discards[-1] if self.discards else None


Strategy: TypeAlias = Callable[[PlayerView, Random], Event]
