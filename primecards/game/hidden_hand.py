"""The hand that the other of two players may hold, with two series and without wild cards: guessed from the history.

The rule of thumb is open to a careful look. It throws the lowest loose card that is no prime, and a loose prime only
when there is no such card. So a card below what has just been thrown, and no prime, is held only if it fits the best
keys: in 12,000 games this never failed. Given the best keys, the hand is nearly any choice of the cards that are left,
a prime beside the keys being less likely. That is how `hands` fills it up.

What the best keys are is weighed for every pair of primes not seen (and single ones, and none) by what was thrown,
left and taken in their reach, the more the later; by what is known to be held; and by how many cards there are for the
other places of the hand. The weights are the likeliest for 160,000 discards against the rule of thumb. Whether a card
is then taken stays open by 0.456 nats, where `neighbour.wanted` leaves 0.512 (145,000 other cards): nearly all that a
walk over whole pasts, some thousand replays a decision, has to tell.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations
from math import exp, log
from random import Random
from typing import TypeAlias

from primecards.game.neighbour import next_player, unseen
from primecards.game.view import PlayerView, Turn
from primecards.rules.masks import BIT, NEAR_OF, NUMBERS, PRIME_BITS, numbers_in
from primecards.rules.numbers import HIGHEST, PRIMES

Evidence: TypeAlias = "list[tuple[int, float]]"

# For a card in reach that was thrown, left or taken: in the last turn, the one before it and so on, the last for all
# that are longer ago.
THROWN = (-4.60, -2.46, -1.81, -1.45, -1.16, -0.88, -0.88, -0.88, -0.46)
LEFT = (-2.06, -1.39, -1.05, -0.77, -0.80, -0.54, -0.54, -0.54, -0.17)
TAKEN = (3.94, 3.94, 1.62, 1.62, 0.68)
# For a card known to be held that is in reach, and more for one that is a key.
KNOWN = 3.12
KNOWN_KEY = 2.86
# For the logarithm of the share of cards that may fill a place, for a card in reach later on, for keys that fit.
ROOM = 0.954
REACH_LATE = -0.111
ALIKE = -0.71
# By the number of keys: for itself, later on, and by the logarithm of the primes not seen.
KEYS = (0.0, -0.39, -1.07)
KEYS_LATE = (0.0, 1.60, 3.52)
KEYS_PRIMES = (0.0, -0.56, -0.84)
LATE = 10
# For how many turns it is sure that lower cards than what was thrown fit the best keys.
LATELY = 4
# How likely a prime beside the keys is held, in their reach or not, compared with other cards that may be.
PRIME_NEAR = 0.4
PRIME_FAR = 0.2

LOG = (0.0, *(log(n) for n in range(1, HIGHEST + 2)))


def _plans() -> list[tuple[int, int, int, float]]:
    """List none, one and two of the primes: (their bits, how many, what they reach, weight)."""
    keys = [BIT[prime] for prime in PRIMES]
    ones = [(key, 1, NEAR_OF[key], KEYS[1]) for key in keys]
    twos = [
        (a | b, 2, NEAR_OF[a] | NEAR_OF[b], KEYS[2] + (ALIKE if NEAR_OF[a] & b else 0.0))
        for a, b in combinations(keys, 2)
    ]
    return [(0, 0, 0, KEYS[0]), *ones, *twos]


PLANS = _plans()


class HiddenHand:
    """What a view tells of the hand of the other player."""

    def __init__(self, view: PlayerView) -> None:
        """Look at what the other player threw, left and took, and weigh what the best keys may be."""
        player = next_player(view)
        self.unseen, _ = unseen(view)
        self.known, _ = view.known[player]
        self.places = view.sizes[player] - self.known.bit_count()
        turns = [turn for turn in reversed(view.turns) if turn.player == player]
        self.others = self.unseen & ~PRIME_BITS
        # Those of the others that would have been thrown if they were loose.
        self.fitting = self.others & max((_lower(turn) for turn in turns[:LATELY]), default=0)
        self.keys = self._weigh(_evidence(turns), min(1.0, view.round / LATE))

    def hands(self, count: int, rng: Random) -> Iterator[int]:
        """Draw *count* hands by chance; fewer where some keys leave too few cards for a hand."""
        sums = [*accumulate(weight for weight, _, _ in self.keys)]
        random = rng.random
        unseen = [BIT[number] for number in numbers_in(self.unseen)]
        primes, loose = self.unseen & PRIME_BITS, self.others & ~self.fitting
        point, step = random(), sums[-1] / count
        for turn in range(count):
            _, keys, reach = self.keys[bisect(sums, (turn + point) * step, 0, len(sums) - 1)]
            held = keys | self.known
            places = self.places - (keys & ~self.known).bit_count()
            likely = self.others & reach | loose
            less = primes & ~held if keys & (keys - 1) else 0
            if (likely | less).bit_count() < places:
                continue
            while places > 0:
                card = unseen[int(random() * len(unseen))]
                if card & held:
                    continue
                if not card & likely and (not card & less or random() > (PRIME_NEAR if card & reach else PRIME_FAR)):
                    continue
                held |= card
                places -= 1
            yield held

    def _weigh(self, evidence: Evidence, late: float) -> list[tuple[float, int, int]]:
        """List the best keys that there may be: (weight, keys, reach)."""
        primes = (self.unseen | self.known) & PRIME_BITS
        least = min(len(KEYS) - 1, (self.known & PRIME_BITS).bit_count())
        unseen_primes = LOG[(self.unseen & PRIME_BITS).bit_count() + 1]
        of_count = [a * late + b * unseen_primes for a, b in zip(KEYS_LATE, KEYS_PRIMES, strict=True)]
        others, known = self.others, self.known
        loose = others & ~self.fitting
        room = ROOM * self.places
        reach_late = REACH_LATE * late
        if known:
            evidence = [*evidence, (known, KNOWN)]
        weighed = []
        for keys, count, reach, logit in PLANS:
            if keys & ~primes or count < least:
                continue
            near = others & reach
            logit += of_count[count] + KNOWN_KEY * (keys & known).bit_count()
            logit += room * LOG[(near | loose).bit_count() + 1] + reach_late * near.bit_count()
            for cards, weight in evidence:
                if cards & reach:
                    logit += weight * (cards & reach).bit_count()
            weighed.append((logit, keys, reach))
        most = max(logit for logit, _, _ in weighed)
        return [(exp(logit - most), keys, reach) for logit, keys, reach in weighed]


def _lower(turn: Turn) -> int:
    """Return the numbers that would have been thrown in *turn* if they were loose, primes left aside."""
    card = BIT[turn.thrown]
    return NUMBERS if card & PRIME_BITS else card - 1


def _evidence(turns: Sequence[Turn]) -> Evidence:
    """List what *turns*, the last one first, tell of the best keys: (cards, weight of each in reach)."""
    weights: dict[float, int] = {}
    for age, turn in enumerate(turns):
        exposed = turn.exposed
        row = TAKEN if turn.taken else LEFT
        if exposed:
            weight = row[min(age, len(row) - 1)]
            weights[weight] = weights.get(weight, 0) | BIT[exposed]
        weight = THROWN[min(age, len(THROWN) - 1)]
        weights[weight] = weights.get(weight, 0) | BIT[turn.thrown]
    return [(cards & NUMBERS, weight) for weight, cards in weights.items()]
