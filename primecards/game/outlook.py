"""What a hand of two series is worth: the logarithm of the odds to win with it, as a sum of a few counts.

The weights are a logistic regression on the outcomes of some 1.4 million games (12 million hands) between players of
the rule of thumb. 62 counts went in, among them the pairs of keys not yet held and the primes that would help; those
with weights near nothing were left out, and a net of 32 neurons on all of them played no better (54.5 % of 40,000 games
both, in a prototype).
"""

from __future__ import annotations

from itertools import combinations

from primecards.game.neighbour import unseen
from primecards.game.view import PlayerView
from primecards.rules.masks import (
    BIT,
    NEAR_OF,
    PRIME_BITS,
    draws_and_outs,
    lack,
    numbers_in,
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
# For a prime that is thrown, and for a draw from the stock to come.
PRIME = 0.196
DRAW = 0.18


class Outlook:
    """The values of hands at one decision."""

    def __init__(self, view: PlayerView) -> None:
        """Look at the cards that *view* does not show."""
        self.least = view.rules.min_series
        self.hidden, self.hidden_wilds = unseen(view)
        primes = map(BIT.__getitem__, numbers_in(self.hidden & PRIME_BITS))
        self.hidden_primes = [(prime, NEAR_OF[prime]) for prime in primes]
        # Over a third of the hands that one decision asks about were asked before.
        self._values: dict[tuple[int, int], float] = {}

    def value(self, numbers: int, wilds: int) -> float:
        """Return the worth of a hand after a discard."""
        hand = numbers, wilds
        if hand not in self._values:
            self._values[hand] = self._value(numbers, wilds)
        return self._values[hand]

    def _value(self, numbers: int, wilds: int) -> float:
        covered, reach, twice, lacking = self._best_pairs(numbers)
        covered = min(covered + wilds, len(COVERED) - 1)
        value = COVERED[covered] + (LACK_AT_LAST if covered >= AT_LAST else LACK)[max(0, lacking - wilds)]
        value += REACH * (reach & self.hidden & ~(numbers | PRIME_BITS)).bit_count() + TWICE * twice
        if covered >= AT_LAST - 1:
            if wilds or self.hidden_wilds:
                draws, outs = draws_and_outs(numbers, wilds, self.least)
                if draws == 1:
                    value += OUT * ((outs & self.hidden).bit_count() + self.hidden_wilds)
            else:
                value += OUT * (self.outs(numbers) & self.hidden).bit_count()
        return value

    def outs(self, numbers: int) -> int:
        """Return cards to go out with, those not hidden left aside: quicker than the solver, without wild cards.

        There are none for a hand that can be arranged already.
        """
        held = [(key, NEAR_OF[key]) for key in map(BIT.__getitem__, numbers_in(numbers & PRIME_BITS))]
        outs = self._outs_by_keys_held(numbers, held)
        if outs is None:
            return 0
        each = self.least - 1
        # With a prime not seen as the only key, or beside a key held: (cards not taken by it, all but it, its others).
        rests = [(numbers, numbers, 0)]
        for other, family in held:
            others = numbers & ~other
            if (near := others & family).bit_count() >= each:
                rests.append((numbers & ~family, others, near))
        for key, family in self.hidden_primes:
            far = ~family
            if (numbers & family).bit_count() < each:
                continue
            for rest, others, near in rests:
                left = rest & far
                if left & (left - 1):
                    continue
                added = others & family
                if not near or (added.bit_count() >= each and (added | near).bit_count() >= 2 * each):
                    outs |= key
                    break
        return outs

    def _outs_by_keys_held(self, numbers: int, held: list[tuple[int, int]]) -> int | None:
        """Return cards that complete the series of one or two keys *held*; None if they are complete."""
        outs = 0
        plans: list[tuple[tuple[int, ...], int, int]] = [((key,), near, near) for key, near in held]
        plans += [((a, b), near_a, near_b) for (a, near_a), (b, near_b) in combinations(held, 2)]
        for plan, near, family in plans:
            reach = near | family
            loose = numbers & ~reach
            if loose & (loose - 1):
                continue
            lacking = lack(numbers, plan, self.least)
            if not lacking and not loose:
                return None
            if lacking == 1:
                others = numbers & ~sum(plan)
                for wanting in (near, family):
                    if (others & wanting).bit_count() < self.least - 1:
                        reach &= wanting
            if lacking <= 1:
                outs |= reach
        return outs

    def best_discard(self, numbers: int, wilds: int) -> float:
        """Return the worth of a hand with one card too many after its best discard, a number card."""
        return max(
            self.value(numbers ^ card, wilds) - self.loss(card) for card in map(BIT.__getitem__, numbers_in(numbers))
        )

    def next_draw(self, numbers: int, wilds: int) -> float:
        """Return the worth of a hand that draws from the stock now."""
        return self.value(numbers, wilds) + DRAW

    def loss(self, card: int) -> float:
        """Return what is lost with *card* itself, whatever remains."""
        return PRIME if card & PRIME_BITS else 0.0

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
