"""The player who draws and discards at random, yet goes out as soon as that can be done."""

from __future__ import annotations

from random import Random

from primecards.chance import below, pick
from primecards.game.claims import claims, held_back
from primecards.game.events import Discard, Draw, Event
from primecards.game.view import PlayerView
from primecards.rules.cards import WILD, Card
from primecards.rules.masks import BIT

_SOURCES = ("stock", "upcard")


def random_player(view: PlayerView, rng: Random) -> Event:
    """Go out if some discard allows it; otherwise draw from anywhere and discard any card, all equally likely."""
    player, numbers, wilds = view.player, view.numbers, view.wilds
    if view.phase == "draw":
        return Draw(player, pick(rng, _SOURCES))
    kept = held_back(view.drawn, wilds, taken=view.taken, rules=view.rules)
    for claim in claims(player, numbers, wilds, view.rules, kept):
        return claim
    if kept is WILD:
        wilds -= 1
    elif kept is not None:
        numbers ^= BIT[kept]
    place = below(rng, numbers.bit_count() + wilds)
    if place >= numbers.bit_count():
        return Discard(player, WILD)
    for _ in range(place):
        numbers &= numbers - 1  # without its lowest card
    return Discard(player, Card((numbers & -numbers).bit_length() - 1))
