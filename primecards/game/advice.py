"""A sensible move and its reason: keep what lies in series, throw what lies in none."""

from __future__ import annotations

from dataclasses import dataclass

from primecards.game.claims import claims, held_back
from primecards.game.events import Discard, Draw, Event
from primecards.game.state import DRAW, STOCK, UPCARD
from primecards.game.view import PlayerView
from primecards.messages import Message, msg
from primecards.rules.hands import best_arrangement
from primecards.rules.numbers import fits


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and why."""

    event: Event
    reason: Message


def advise(view: PlayerView) -> Advice:
    """Choose a move for the player of *view*."""
    dead = best_arrangement(view.hand, rules=view.rules).deadwood
    if view.phase == DRAW:
        card = view.upcard
        if card is not None and len(best_arrangement((*view.hand, card), rules=view.rules).deadwood) <= len(dead):
            return Advice(Draw(view.player, UPCARD), msg("With {card} more of your cards lie in series.", card=card))
        return Advice(Draw(view.player, STOCK), msg("The exposed card does not help."))
    kept = held_back(view.drawn, view.wilds, taken=view.taken, rules=view.rules)
    for claim in claims(view.player, view.numbers, view.wilds, view.rules, kept):
        return Advice(claim, msg("All your other cards lie in series."))
    free = [card for card in dead if card is not kept] or [card for card in view.hand if card is not kept]
    worst = min(free, key=lambda card: (card.is_wild, card.is_prime, sum(fits(card, other) for other in view.hand)))
    return Advice(Discard(view.player, worst), msg("{card} helps least: few of your cards go with it.", card=worst))
