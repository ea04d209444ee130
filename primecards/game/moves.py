"""The moves of the player of a view, and how to make them; to draw, there is always a stock and an exposed card."""

from __future__ import annotations

from primecards.game.claims import claim, held_back
from primecards.game.events import Discard, Draw, GoOut
from primecards.game.view import PlayerView
from primecards.rules.cards import NUMBER_CARDS, WILD, Card
from primecards.rules.masks import BIT, NUMBERS, WILD_BIT

_CARD_OF = {WILD_BIT: WILD, **{BIT[card]: card for card in NUMBER_CARDS}}


def banned_discard(view: PlayerView) -> int:
    """Return as a bit the card that may not be discarded in this turn; 0 when there is none."""
    kept = held_back(view.drawn, view.wilds, taken=view.taken, rules=view.rules)
    return 0 if kept is None else BIT[kept]


def draw_from(view: PlayerView, source: str) -> Draw:
    """Draw from *source*: "stock" or "upcard"."""
    return Draw(view.player, source)


def discard(view: PlayerView, card: int) -> Discard:
    """Discard *card*, given as a bit."""
    return Discard(view.player, card_of(card))


def going_out(view: PlayerView, card: int) -> GoOut:
    """Discard *card*, given as a bit and a winning discard, and lay down all the others."""
    return claim(
        view.player, view.numbers & ~card & NUMBERS, view.wilds - (card == WILD_BIT), card_of(card), view.rules
    )


def card_of(bit: int) -> Card:
    """Return the card of a bit: the wild card for bit 0."""
    return _CARD_OF[bit]
