"""What players do, as frozen values: the log of a game is a tuple of these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from primecards.rules.cards import Card
from primecards.rules.series import Series


@dataclass(frozen=True, slots=True)
class Draw:
    """*player* takes a card, from the "stock" or the "upcard"."""

    player: int
    source: str


@dataclass(frozen=True, slots=True)
class Discard:
    """*player* lays *card* face up on the discard pile."""

    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class GoOut:
    """*player* lays the whole hand down in *series* and discards the card that is over."""

    player: int
    series: tuple[Series, ...]
    card: Card


Event: TypeAlias = Draw | Discard | GoOut
