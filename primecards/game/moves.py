"""The moves open to the player of a view."""

from __future__ import annotations

from primecards.game.events import Discard, Draw, GoOut
from primecards.game.view import PlayerView
from primecards.rules.cards import WILD, Card
from primecards.rules.hands import arrange
from primecards.rules.masks import BIT, WILD_BIT, numbers_in


def sources(view: PlayerView) -> tuple[str, ...]:
    """List where a card can be drawn from: the "stock", which may be shuffled anew, and the "upcard"."""
    reshuffles = view.rules.stock_empty == "reshuffle" and len(view.discards) > 1
    return ("stock",) * bool(view.stock or reshuffles) + ("upcard",) * bool(view.discards)


def banned_discard(view: PlayerView) -> int:
    """Return as a bit the card that may not be discarded, being just taken; 0 when there is none."""
    if view.drawn is None or not view.taken or view.rules.allow_return_taken:
        return 0
    return BIT[view.drawn]


def may_discard(view: PlayerView) -> int:
    """Return as bits (bit 0: a wild card) the cards that may be discarded; all of them where the ban leaves none."""
    held = view.numbers | (WILD_BIT if view.wilds else 0)
    return held & ~banned_discard(view) or held


def draw_from(view: PlayerView, source: str) -> Draw:
    """Draw from *source*, or from where there is a card."""
    open_sources = sources(view)
    return Draw(view.player, source if source in open_sources or not open_sources else open_sources[0])


def discard(view: PlayerView, card: int) -> Discard:
    """Discard the *card* given as a bit."""
    return Discard(view.player, card_of(card))


def going_out(view: PlayerView, card: int) -> GoOut:
    """Lay all the cards but *card*, given as a bit, which is a winning discard."""
    left = view.numbers & ~card, view.wilds - (card == WILD_BIT)
    laid = arrange((*map(Card, numbers_in(left[0])), *(WILD,) * left[1]), rules=view.rules)
    return GoOut(view.player, laid.series if laid else (), card_of(card))


def card_of(bit: int) -> Card:
    """Return the card of a bit: the wild card for bit 0."""
    return Card(bit.bit_length() - 1) if bit > WILD_BIT else WILD
