"""What a view tells of the next player: the cards not seen, the cards thrown, taken and left, and what may be wanted.

Two ways to guess what the next player wants:

`wanted`, for two series a hand: the chance that a card would be taken, each possible key counted as one more reason.
The weights are a fit on 2.5 million discards among players of the rule of thumb; it explains 29 % of the uncertainty
(in nats: 0.451 left of 0.631; 0.446 if it were known who threw each card).

`guesses`, for any hand: hands of cards not seen, drawn by a walk that exchanges one card at a time (Metropolis) and
prefers hands whose best keys do not cover what that player threw, do cover what was taken, and leave few cards over,
the more so the longer the game. The number of guesses is fixed, so a game can be played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from random import Random

from primecards.chance import shuffled
from primecards.game.rule_of_thumb import best_keys
from primecards.game.view import PlayerView
from primecards.rules.cards import Card
from primecards.rules.masks import BIT, NEAR_OF, NUMBERS, PRIME_BITS, WILD_BIT, numbers_in

GUESSES = 80
STEPS_BEFORE = 80
STEPS_BETWEEN = 4
# How much less likely a hand is for a card thrown or taken that does not go with it, and for cards left over.
MISFIT = 0.2
LEFT_OVER = 0.7
LATE = 10


@dataclass(frozen=True, slots=True)
class Neighbour:
    """What is known of the next player: cards sure to be held, how many others, cards thrown and left, turns had."""

    numbers: int
    wilds: int
    hidden: int
    thrown: int
    left: int
    turns: int
    most_keys: int

    def likelihood(self, reach: int, held: int) -> float:
        """Compare hands: how well *held*, whose best keys reach *reach*, goes with what this player did."""
        misfits = (reach & self.thrown).bit_count() + (self.numbers & ~reach).bit_count()
        left_over = (held & ~reach & ~PRIME_BITS).bit_count()
        return float(MISFIT**misfits * (1 + left_over) ** (-LEFT_OVER * self.turns))


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
    size = view.sizes[player]
    hidden = size - numbers.bit_count() - wilds
    thrown, left = (_bits(pile[place::players][:turns]) for place in (players - 2, players - 1))
    return Neighbour(numbers, wilds, hidden, thrown, left & ~thrown, turns, size // view.rules.min_series)


def _bits(cards: list[Card]) -> int:
    found = 0
    for card in cards:
        found |= BIT[card]
    return found & NUMBERS


def wanted(view: PlayerView, cards: list[int]) -> dict[int, float]:
    """Estimate for each of *cards* (bits) the chance that the next player would take it."""
    player = neighbour(view)
    known, thrown, left = player.numbers, player.thrown, player.left
    hidden, _ = unseen(view)
    turn = min(LATE, view.round)
    primes, known_primes = (hidden & PRIME_BITS).bit_count(), (known & PRIME_BITS).bit_count()
    no_key = {}
    for number in numbers_in((hidden | known) & PRIME_BITS):
        key = BIT[number]
        near = NEAR_OF[key]
        no_key[key] = 1 - chance(
            -3.153
            + (3.872 if known & key else 0)
            - 1.469 * (near & thrown).bit_count()
            - 1.159 * (near & left).bit_count()
            + 0.801 * (near & known & ~key).bit_count()
            - 0.399 * (known & ~near).bit_count()
            - 0.004 * primes
            + 0.046 * (near & hidden).bit_count()
            - 0.393 * known_primes
            + 0.191 * turn
        )
    chances = {}
    for card in cards:
        near = NEAR_OF[card]
        no = 1.0
        for key, unlike in no_key.items():
            if near & key:
                no *= unlike
        if card & PRIME_BITS:
            no *= 1 - chance(
                -0.610
                - 0.184 * (near & thrown).bit_count()
                - 0.060 * (near & left).bit_count()
                + 0.735 * (near & known).bit_count()
                - 0.793 * known.bit_count()
                + 0.012 * primes
                + 0.099 * (near & hidden).bit_count()
                + 0.092 * known_primes
                - 0.182 * turn
                + 0.010 * turn * turn
            )
        chances[card] = 1 - no
    return chances


def chance(logit: float) -> float:
    """Return the chance whose logarithm of the odds is *logit*."""
    return 1 / (1 + exp(-logit))


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
    random = rng.random
    for step in range(STEPS_BEFORE + GUESSES * STEPS_BETWEEN):
        if hidden and others:
            out, into = int(random() * len(hidden)), int(random() * len(others))
            gone, come = hidden[out], others[into]
            changed = (held & ~gone | come) & NUMBERS
            _, new_reach, new_covered = best_keys(changed, player.most_keys)
            new_likely = player.likelihood(new_reach, changed)
            if random() * likely < new_likely:
                hidden[out], others[into] = come, gone
                held, reach, covered, likely = changed, new_reach, new_covered, new_likely
                held_wilds += (come == WILD_BIT) - (gone == WILD_BIT)
        if step >= STEPS_BEFORE and step % STEPS_BETWEEN == 0:
            yield held, held_wilds, reach, covered
