"""What comes of a discard: the chance to win after the other of two players has replied to it by the rule of thumb.

For every hand that the other may hold the reply is played exactly: the card is taken, or a card from the stock is, the
same for all discards that are compared; a card is thrown; and then the two hands, with the choice of that card for the
own one, tell the chance to win by a logistic regression on their worths (see `outlook`).
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from primecards.game.neighbour import chance
from primecards.game.outlook import DRAW, Outlook
from primecards.game.rule_of_thumb import best_keys, throw, wants
from primecards.rules.masks import BIT, numbers_in

TWO_SERIES = 2
# The logarithm of the odds of the player whose turn it is: in general, by the own worth, by the worth of the other.
TURN = -0.10
OWN = 1.11
OTHER = -1.145


class LookAhead:
    """The chances of discards from one hand."""

    def __init__(self, outlook: Outlook, numbers: int, rng: Random) -> None:
        """Look ahead from the hand *numbers*, a card too many."""
        self.outlook, self.numbers, self.rng = outlook, numbers, rng
        self.least = outlook.least
        self._own: dict[tuple[int, int], float | None] = {}

    def chances(self, cards: Iterable[int], hands: Iterable[int]) -> dict[int, float]:
        """Return for each of *cards* the mean chance to win after it is thrown, over the *hands* of the other."""
        least, outlook, rng = self.least, self.outlook, self.rng
        unseen = [BIT[number] for number in numbers_in(outlook.hidden)]
        size = self.numbers.bit_count() - 1
        sums, count = dict.fromkeys(cards, 0.0), 0
        for hand in hands:
            drawn = unseen[int(rng.random() * len(unseen))]
            while drawn & hand:
                drawn = unseen[int(rng.random() * len(unseen))]
            left, lost = throw(hand | drawn, 0, least)
            worth = 0.0 if lost else outlook.value((hand | drawn) ^ left, 0)
            _, reach, covered = best_keys(hand, TWO_SERIES)
            reach = 0 if covered == size else reach
            for card in sums:
                if card & reach or wants(hand, 0, card, least):
                    thrown, wins = throw(hand | card, 0, least)
                    if not wins:
                        sums[card] += self._chance(card, thrown, outlook.value((hand | card) ^ thrown, 0))
                elif not lost:
                    sums[card] += self._chance(card, left, worth)
            count += 1
        return {card: total / max(1, count) for card, total in sums.items()}

    def _chance(self, card: int, exposed: int, other: float) -> float:
        """Return the chance to win with *card* thrown and *exposed* thrown on it."""
        own = self._worth(card, exposed)
        return 1.0 if own is None else chance(TURN + OWN * own + OTHER * other)

    def _worth(self, card: int, exposed: int) -> float | None:
        """Return what the hand without *card* is worth with the choice of *exposed*; None if it goes out with it."""
        key = card, exposed
        if key not in self._own:
            kept = self.numbers ^ card
            worth = self.outlook.value(kept, 0) + DRAW
            wins = False
            if wants(kept, 0, exposed, self.least):
                thrown, wins = throw(kept | exposed, 0, self.least)
                after = (kept | exposed) ^ thrown
                worth = max(worth, self.outlook.value(after, 0) - self.outlook.loss(thrown))
            self._own[key] = None if wins else worth
        return self._own[key]
