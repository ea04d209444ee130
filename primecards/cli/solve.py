"""`primecards solve`: lay a hand in series, or find out what it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from primecards.cli._shared import (
    CARDS_MAY_LOOK_LIKE_OPTIONS,
    as_json,
    join_cards,
    print_json,
    rules_option,
    with_language,
)
from primecards.errors import UnreadableError
from primecards.messages import Message, msg, nmsg
from primecards.rules.cards import Card, cards_to_json, parse_cards

if TYPE_CHECKING:
    from primecards.rules.hands import Arrangement
    from primecards.rules.ruleset import Rules

MOST_COUNTED = 24  # arrangements of more cards can be too many to count while somebody waits


@click.command("solve", context_settings=CARDS_MAY_LOOK_LIKE_OPTIONS)
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@rules_option("Series of 3 at least, or of 4.")
@as_json
@with_language
def command(cards: tuple[str, ...], rules_name: str, as_json: bool, lang: str) -> int:
    """Lay all CARDs in series, or else as many as possible, and say what would finish the hand.

    With a card more than a hand (7, or 14 in the advanced game): the winning discards; with a hand: its outs, the cards
    that finish it when drawn. Exit status 1 if the cards cannot all be laid.

    Example: primecards solve 3 13 23 41 43 45 w
    """
    from primecards.rules.ruleset import ADVANCED, BASIC

    rules = BASIC if rules_name == "basic" else ADVANCED
    found = _solve(join_cards(cards), rules)
    if as_json:
        print_json(found.to_dict())
    else:
        for message in found.messages(rules):
            click.echo(message.text(lang))
    return 0 if found.whole else 1


@dataclass(frozen=True, slots=True)
class _Found:
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


def _solve(text: str, rules: Rules) -> _Found:
    from primecards.rules import hands

    cards = parse_cards(text)
    if not cards:
        raise UnreadableError(msg("There are no cards to lay."))
    arrangement = hands.arrange(cards, rules=rules)
    counted = arrangement is not None and len(cards) <= MOST_COUNTED
    return _Found(
        cards,
        whole=arrangement is not None,
        best=arrangement or hands.best_arrangement(cards, rules=rules),
        discards=() if len(cards) == rules.hand_size else hands.winning_discards(cards, rules=rules),
        outs=() if len(cards) == rules.hand_size + 1 else hands.outs(cards, rules=rules),
        draws=hands.draws_needed(cards, rules=rules),
        count=hands.count_arrangements(cards, rules=rules) if counted else None if arrangement else 0,
    )
