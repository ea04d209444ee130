"""The moves open to the player of a view, and how to make them."""

from __future__ import annotations

from primecards.game.events import Discard, Draw, GoOut
from primecards.game.view import PlayerView
from primecards.rules.cards import WILD, Card
from primecards.rules.hands import arrange
from primecards.rules.masks import BIT, WILD_BIT, numbers_in


def sources(view: PlayerView) -> tuple[str, ...]:
    """List where a card can be drawn from: the "stock", if need be shuffled anew, and the "upcard"."""
    reshuffles = view.rules.stock_empty == "reshuffle" and len(view.discards) > 1
    return ("stock",) * bool(view.stock or reshuffles) + ("upcard",) * bool(view.discards)


def banned_discard(view: PlayerView) -> int:
    """Return as a bit the card that may not be discarded, being just taken; 0 when there is none."""
    if view.drawn is None or not view.taken or view.rules.allow_return_taken:
        return 0
    return BIT[view.drawn]


def draw_from(view: PlayerView, source: str) -> Draw:
    """Draw from *source* if there is a card, else from where there is one."""
    found = sources(view)
    return Draw(view.player, source if source in found else (*found, source)[0])


def discard(view: PlayerView, card: int) -> Discard:
    """Discard *card*, given as a bit."""
    return Discard(view.player, card_of(card))


def going_out(view: PlayerView, card: int) -> GoOut:
    """Discard *card*, given as a bit and a winning discard, and lay down all the others."""
    left = (*map(Card, numbers_in(view.numbers & ~card)), *(WILD,) * (view.wilds - (card == WILD_BIT)))
    laid = arrange(left, rules=view.rules)
    return GoOut(view.player, laid.series if laid else (), card_of(card))


def card_of(bit: int) -> Card:
    """Return the card of a bit: the wild card for bit 0."""
    return WILD if bit == WILD_BIT else Card(bit.bit_length() - 1)
