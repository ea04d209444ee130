"""The moves of the player of a view, and how to make them; to draw, there is always a stock and an exposed card."""

from __future__ import annotations

from functools import cache

from primecards.game.claims import claim, held_back
from primecards.game.events import Discard, Draw, GoOut
from primecards.game.view import PlayerView
from primecards.rules.cards import card_of
from primecards.rules.masks import BIT, NUMBERS, WILD_BIT


def banned_discard(view: PlayerView) -> int:
    """Return as a bit the card that may not be discarded in this turn; 0 when there is none."""
    kept = held_back(view.drawn, view.wilds, taken=view.taken, rules=view.rules)
    return 0 if kept is None else BIT[kept]


def draw_from(view: PlayerView, source: str) -> Draw:
    """Draw from *source*: "stock" or "upcard"."""
    return _draw(view.player, source)


def discard(view: PlayerView, card: int) -> Discard:
    """Discard *card*, given as a bit."""
    return _discard(view.player, card)


# There are few moves, and a game is made of them: each is made once.
@cache
def _draw(player: int, source: str) -> Draw:
    return Draw(player, source)


@cache
def _discard(player: int, card: int) -> Discard:
    return Discard(player, card_of(card))


def going_out(view: PlayerView, card: int) -> GoOut:
    """Discard *card*, given as a bit and a winning discard, and lay down all the others."""
    return claim(
        view.player, view.numbers & ~card & NUMBERS, view.wilds - (card == WILD_BIT), card_of(card), view.rules
    )
