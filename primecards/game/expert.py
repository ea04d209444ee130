"""The expert: the rule of thumb, with an eye on the next player.

Both draw alike. The expert's discard is worth most by (all in cards covered, a card being about one turn):

    the numbers that the best keys cover without it, as the rule of thumb has it
  + the chance to go out on the next draw, where one draw is enough
  - the chance that the next player wants it, and far more that it lets that player go out
  - a little for a prime, and for every card held beside it that fits it.

What the next player may hold is guessed: hands of cards not seen, drawn by a walk that exchanges one card at a time
(Metropolis) and prefers hands whose best keys do not cover what that player threw, do cover what was taken, and leave
few cards over, the more so the longer the game. The number of guesses is fixed, so a game can be played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from primecards.chance import shuffled
from primecards.game.events import Event
from primecards.game.moves import banned_discard, discard, going_out
from primecards.game.rule_of_thumb import best_keys, rule_of_thumb, throw
from primecards.game.view import PlayerView
from primecards.rules.masks import (
    BIT,
    NEAR_OF,
    NUMBERS,
    PRIME_BITS,
    WILD_BIT,
    draws_and_outs,
    numbers_in,
    winning_discards,
)

GUESSES = 80
STEPS_BEFORE = 80
STEPS_BETWEEN = 4
ASKED_ONCE_IN = 4
# In cards covered.
GIVEN = 1.0
GIVEN_THE_GAME = 2.7
OUT_NEXT = 5.0
PRIME = 0.33
COMPANION = 0.017
# How much less likely a hand is for a card thrown or taken that does not go with it, and for cards left over.
MISFIT = 0.2
LEFT_OVER = 0.7


@dataclass(frozen=True, slots=True)
class Neighbour:
    """What is known of the next player: cards sure to be held, how many others, the cards thrown, the turns had."""

    numbers: int
    wilds: int
    hidden: int
    thrown: int
    turns: int
    most_keys: int

    def likelihood(self, reach: int, held: int) -> float:
        """Compare hands: how well *held*, whose best keys reach *reach*, goes with what this player did."""
        misfits = (reach & self.thrown).bit_count() + (self.numbers & ~reach).bit_count()
        left_over = (held & ~reach & ~PRIME_BITS).bit_count()
        return float(MISFIT**misfits * (1 + left_over) ** (-LEFT_OVER * self.turns))


def expert(view: PlayerView, rng: Random) -> Event:
    """Play as the rule of thumb does, and discard with an eye on the next player."""
    if view.phase == "draw":
        return rule_of_thumb(view, rng)
    banned = banned_discard(view)
    card, wins = throw(view.numbers, view.wilds, view.rules.min_series, banned)
    if wins:
        return going_out(view, card)
    choices = _worth(view, view.numbers & ~banned)
    if len(choices) > 1:
        best = max(choices.values())
        choices = {card: worth for card, worth in choices.items() if worth > best - GIVEN}
    if len(choices) > 1:
        harm = _harm(view, tuple(choices), rng)
        card = max(choices, key=lambda card: choices[card] - harm[card])
    else:
        card = next(iter(choices), card)
    return discard(view, card)


def next_player(view: PlayerView) -> int:
    """Return who plays after the player of *view*."""
    count = len(view.sizes)
    return next(p for p in ((view.player + step) % count for step in range(1, count + 1)) if p not in view.out)


def unseen(view: PlayerView) -> tuple[int, int]:
    """Return the numbers that *view* does not show, and how many wild cards."""
    numbers, wilds = view.numbers, view.wilds
    for card in view.discards:
        numbers |= BIT[card]
        wilds += card.is_wild
    for player, (known, known_wilds) in enumerate(view.known):
        if player != view.player:
            numbers |= known
            wilds += known_wilds
    return NUMBERS & ~numbers, view.rules.wild_cards - wilds


def neighbour(view: PlayerView) -> Neighbour:
    """Gather what *view* tells of the next player.

    Who threw what is read off the order of the discard pile, which is right as long as nobody takes; a take shifts it.
    """
    player = next_player(view)
    numbers, wilds = view.known[player]
    pile = [*view.discards, *([view.drawn] if view.taken and view.drawn is not None else [])][::-1]
    players = len(view.sizes) - len(view.out)
    turns = view.round - 1 + (player < view.player)
    thrown = 0
    for card in pile[players - 2 :: players][:turns]:
        thrown |= BIT[card] & NUMBERS
    size = view.sizes[player]
    hidden = size - numbers.bit_count() - wilds
    return Neighbour(numbers, wilds, hidden, thrown, turns, size // view.rules.min_series)


def guesses(view: PlayerView, rng: Random) -> Iterator[tuple[int, int, int, int]]:
    """Go through hands that the next player may hold: (numbers, wilds, reach of the best keys, how many covered)."""
    player = neighbour(view)
    numbers, wilds = unseen(view)
    cards = shuffled(rng, [*(BIT[n] for n in numbers_in(numbers)), *[WILD_BIT] * wilds])
    hidden, others = cards[: player.hidden], cards[player.hidden :]
    held = player.numbers | sum(card for card in hidden if card != WILD_BIT)
    held_wilds = player.wilds + hidden.count(WILD_BIT)
    _, reach, covered = best_keys(held, player.most_keys)
    likely = player.likelihood(reach, held)
    chance = rng.random
    for step in range(STEPS_BEFORE + GUESSES * STEPS_BETWEEN):
        if hidden and others:
            out, into = int(chance() * len(hidden)), int(chance() * len(others))
            gone, come = hidden[out], others[into]
            changed = (held & ~gone | come) & NUMBERS
            _, new_reach, new_covered = best_keys(changed, player.most_keys)
            new_likely = player.likelihood(new_reach, changed)
            if chance() * likely < new_likely:
                hidden[out], others[into] = come, gone
                held, reach, covered, likely = changed, new_reach, new_covered, new_likely
                held_wilds += (come == WILD_BIT) - (gone == WILD_BIT)
        if step >= STEPS_BEFORE and step % STEPS_BETWEEN == 0:
            yield held, held_wilds, reach, covered


def _worth(view: PlayerView, cards: int) -> dict[int, float]:
    """Say what a player has, in cards covered, after discarding each of *cards*."""
    least = view.rules.min_series
    size = view.numbers.bit_count() + view.wilds - 1
    most = size // least
    hidden, hidden_wilds = unseen(view)
    count = max(1, hidden.bit_count() + hidden_wilds)
    worth = {}
    for number in numbers_in(cards):
        card = BIT[number]
        kept = view.numbers ^ card
        covered = max(0, best_keys(kept, most)[2])
        value = covered - COMPANION * (kept & NEAR_OF[card]).bit_count() - (PRIME if card & PRIME_BITS else 0)
        if covered + view.wilds >= size - 1:
            draws, outs = draws_and_outs(kept, view.wilds, least)
            value += OUT_NEXT * ((outs & hidden).bit_count() + hidden_wilds) / count if draws == 1 else 0
        worth[card] = value
    return worth


def _harm(view: PlayerView, cards: tuple[int, ...], rng: Random) -> dict[int, float]:
    """Say what each of *cards* is worth to the next player, in cards covered, on the mean of the guesses."""
    least = view.rules.min_series
    harm = dict.fromkeys(cards, 0.0)
    for turn, (numbers, wilds, reach, covered) in enumerate(guesses(view, rng)):
        count = numbers.bit_count()
        useful = reach | PRIME_BITS
        # Asking for the win takes longest, so that only some hands that may be near it are asked.
        asked = turn % ASKED_ONCE_IN == 0 and covered >= count - 1
        for card in cards:
            if card & useful and covered < count:
                harm[card] += GIVEN / GUESSES
            if asked and card & useful and winning_discards(numbers | card, wilds, least):
                harm[card] += GIVEN_THE_GAME * ASKED_ONCE_IN / GUESSES
    return harm
