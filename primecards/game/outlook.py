"""What a hand of two series is worth: the logarithm of the odds to win with it, as a sum of a few counts.

The weights are a logistic regression on the outcomes of some 1.4 million games (12 million hands) between players of
the rule of thumb. 62 counts went in, among them the pairs of keys not yet held and the primes that would help; those
with weights near nothing were left out, and a net of 32 neurons on all of them played no better (54.5 % of 40,000 games
both, in a prototype).
"""

from __future__ import annotations

from math import log

from primecards.game.neighbour import chance, unseen
from primecards.game.view import PlayerView
from primecards.rules.masks import (
    NEAR_OF,
    PRIME_BITS,
    draws_and_outs,
    lack,
    numbers_in,
    winning_discards,
)

# By the cards covered by the best two keys held, wild cards included.
COVERED = (-0.75, -1.25, -0.80, -0.39, 0.10, 0.54, 0.28, 0.41)
# By the cards that these keys lack (see `masks`), while some cards are not covered, and at the last.
LACK = (0.0, -0.14, -0.41)
LACK_AT_LAST = (0.39, 0.19, 0.14)
AT_LAST = 6
# For every unseen number that the best keys would cover, every card that both cover, every unseen card to go out with.
REACH = 0.024
TWICE = 0.044
OUT = 0.037
# For a prime that is thrown, and for what a discard gives away on the mean.
PRIME = 0.196
DISCARD = 0.115
ALMOST_SURE = 0.999
# For how many of the best discards, but for outs, the outs are counted.
COUNTED = 2


class Outlook:
    """The values of hands at one decision, each worked out once."""

    def __init__(self, view: PlayerView) -> None:
        """Look at the cards that *view* does not show."""
        self.least = view.rules.min_series
        self.hidden, self.hidden_wilds = unseen(view)
        self._values: dict[tuple[int, int], float] = {}
        self._roughly: dict[tuple[int, int], float] = {}
        self._covered: dict[int, int] = {}

    def value(self, numbers: int, wilds: int) -> float:
        """Return the worth of a hand after a discard."""
        found = self._values.get((numbers, wilds))
        if found is None:
            found = self._rough(numbers, wilds)
            if self._covered[numbers] + wilds >= AT_LAST - 1:
                draws, outs = draws_and_outs(numbers, wilds, self.least)
                if draws == 1:
                    found += OUT * ((outs & self.hidden).bit_count() + self.hidden_wilds)
            self._values[numbers, wilds] = found
        return found

    def best_discard(self, numbers: int, wilds: int) -> float:
        """Return the worth of a hand with one card too many after its best discard, a number card where there is one.

        Of the cards that fit no prime held, one will do for all.
        """
        loose = numbers & ~_near_primes(numbers)
        cards = numbers & ~loose | loose & -loose
        if not cards:
            return self.value(numbers, wilds - 1)
        worth = [(self._rough(numbers ^ 1 << card, wilds) - self.loss(1 << card), card) for card in numbers_in(cards)]
        worth.sort(reverse=True)
        # Counting outs takes longest by far.
        return max(self.value(numbers ^ 1 << card, wilds) - self.loss(1 << card) for _, card in worth[:COUNTED])

    def next_draw(self, numbers: int, wilds: int) -> float:
        """Return the worth of a hand that now draws from the stock: the mean chance over the cards not seen."""
        count = self.hidden.bit_count() + self.hidden_wilds
        useful = self.hidden & (_near_primes(numbers) | PRIME_BITS)
        total = (self.hidden ^ useful).bit_count() * chance(self.value(numbers, wilds))
        for number in numbers_in(useful):
            total += self._with(numbers | 1 << number, wilds)
        if self.hidden_wilds:
            total += self.hidden_wilds * self._with(numbers, wilds + 1)
        mean = min(ALMOST_SURE, total / count) if count else chance(self.value(numbers, wilds))
        return log(mean / (1 - mean))

    def loss(self, card: int) -> float:
        """Return what is lost with *card* itself, whatever remains."""
        return PRIME if card & PRIME_BITS else 0.0

    def _with(self, numbers: int, wilds: int) -> float:
        if winning_discards(numbers, wilds, self.least):
            return 1.0
        return chance(self.best_discard(numbers, wilds) - DISCARD)

    def _rough(self, numbers: int, wilds: int) -> float:
        """Return the worth of a hand but for its outs."""
        found = self._roughly.get((numbers, wilds))
        if found is None:
            covered, reach, twice, lacking = self._best_pairs(numbers)
            self._covered[numbers] = covered
            covered = min(covered + wilds, len(COVERED) - 1)
            found = COVERED[covered] + (LACK_AT_LAST if covered >= AT_LAST else LACK)[max(0, lacking - wilds)]
            found += REACH * (reach & self.hidden & ~PRIME_BITS).bit_count() + TWICE * twice
            self._roughly[numbers, wilds] = found
        return found

    def _best_pairs(self, numbers: int) -> tuple[int, int, int, int]:
        """Look at the pairs of primes held that cover the most, or at single primes that cover as many.

        Returns how many they cover and what they reach in all, the most cards that both of a pair cover, and the least
        that a pair lacks (2 for more).
        """
        most = reach = twice = 0
        lacking = len(LACK) - 1
        held: list[tuple[int, int]] = []
        for number in numbers_in(numbers & PRIME_BITS):
            key = 1 << number
            near = NEAR_OF[key]
            for other, family in ((0, 0), *held):
                both = near | family
                covered = (numbers & both).bit_count()
                if covered < most:
                    continue
                if covered > most:
                    most, reach, twice, lacking = covered, 0, 0, len(LACK) - 1
                reach |= both
                if other:
                    twice = max(twice, (numbers & near & family).bit_count())
                    lacking = min(lacking, lack(numbers, (other, key), self.least))
            held.append((key, near))
        return most, reach, twice, lacking


def _near_primes(numbers: int) -> int:
    """Return the numbers that fit any of the primes among *numbers*."""
    near = 0
    for number in numbers_in(numbers & PRIME_BITS):
        near |= NEAR_OF[1 << number]
    return near
