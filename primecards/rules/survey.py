"""Everything the solver says of some cards: how they lie in series, what is left over, what would finish the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from primecards.errors import UnreadableError
from primecards.messages import Message, msg, nmsg
from primecards.rules import hands
from primecards.rules.cards import Card, CardsLike, cards_to_json, parse_cards
from primecards.rules.hands import Arrangement
from primecards.rules.ruleset import BASIC, Rules

MOST_COUNTED = 24  # arrangements of more cards can be too many to count while somebody waits


@dataclass(frozen=True, slots=True)
class Survey:
    """Everything the solver says of some cards; *whole* if `best` lays them all."""

    cards: tuple[Card, ...]
    whole: bool
    best: Arrangement
    discards: tuple[Card, ...]
    outs: tuple[int, ...]
    draws: int | None
    count: int | None

    def to_dict(self) -> dict[str, Any]:
        best = [
            {"key": series.key, "cards": cards_to_json(series.cards), "wilds": list(series.wilds)}
            for series in self.best.series
        ]
        return {
            "cards": cards_to_json(self.cards),
            "arrangement": best if self.whole else None,
            "best": best,
            "deadwood": cards_to_json(self.best.deadwood),
            "winning_discards": cards_to_json(self.discards),
            "outs": list(self.outs),
            "draws_needed": self.draws,
            "count": self.count,
        }

    def messages(self, rules: Rules) -> Iterator[Message]:
        if self.whole:
            yield msg("All the cards can be laid in series:")
        elif self.best.series:
            yield msg("Not all the cards can be laid in series. As many as possible:")
        else:
            yield msg("No series can be laid with these cards.")
        for series in self.best.series:
            if series.wilds:
                yield msg(
                    "Key {key}: {cards}; the wild cards stand for {wilds}.",
                    key=series.key,
                    cards=series.cards,
                    wilds=series.wilds,
                )
            else:
                yield msg("Key {key}: {cards}.", key=series.key, cards=series.cards)
        if self.best.deadwood and self.best.series:
            yield msg("Left over: {cards}.", cards=self.best.deadwood)
        if self.whole and self.count:
            yield nmsg("There is no other way.", "There are {n} ways to lay them.", self.count)
        if len(self.cards) == rules.hand_size + 1:
            yield from self._discards()
        elif not self.whole:
            yield from self._draws()

    def _discards(self) -> Iterator[Message]:
        if self.discards:
            yield msg("Going out is possible with one of these discards: {cards}.", cards=self.discards)
        else:
            yield msg("There is no discard to go out with.")

    def _draws(self) -> Iterator[Message]:
        if self.outs:
            yield nmsg(
                "One card, drawn next, would finish the hand: {outs}.",
                "Each of {n} cards, drawn next, would finish the hand: {outs}.",
                len(self.outs),
                outs=self.outs,
            )
        elif self.draws is None:
            yield msg("These are too few cards for a series.")
        else:
            yield nmsg("At least one draw is needed.", "At least {n} draws are needed.", self.draws)


def survey(cards: CardsLike, rules: Rules = BASIC) -> Survey:
    """Lay all *cards* in series, or as many as possible, and find what would finish the hand.

    With a card more than a hand of *rules*, these are the winning discards; with a hand, its outs. Raises as
    `parse_cards` does, and UnreadableError for no cards.

    >>> survey("3 13 23 41 43 45 47").count
    18
    """
    read = parse_cards(cards)
    if not read:
        raise UnreadableError(msg("There are no cards to lay."))
    arrangement = hands.arrange(read, rules=rules)
    counted = arrangement is not None and len(read) <= MOST_COUNTED
    return Survey(
        read,
        whole=arrangement is not None,
        best=arrangement or hands.best_arrangement(read, rules=rules),
        discards=() if len(read) == rules.hand_size else hands.winning_discards(read, rules=rules),
        outs=() if len(read) == rules.hand_size + 1 else hands.outs(read, rules=rules),
        draws=hands.draws_needed(read, rules=rules),
        count=hands.count_arrangements(read, rules=rules) if counted else None if arrangement else 0,
    )
