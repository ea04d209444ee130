"""bridge-cards: which of these cards fit both keys?

Two keys without a digit in common are bridged by two numbers only, each with the tens digit of one key and the units
digit of the other; two keys with a digit in common, by all the numbers that have it. The right cards are drawn from
these and the wrong ones from the rest, by the mistake that each would catch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from primecards.chance import between, pick, sample, shuffled
from primecards.messages import Message, msg, nmsg
from primecards.puzzles.exhibits import TwoFamilies
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.oracle import joins
from primecards.puzzles.responses import CardSet
from primecards.puzzles.two_keys import TEMPTING, fit_both, fit_or_not_both, how_to_fit_both, misfit_both
from primecards.rules.cards import NUMBER_CARDS, Card
from primecards.rules.numbers import PRIMES, fits
from primecards.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level: the kinds of key pairs, the number of cards, and of wrong ones by what tempts."""

    pairs: tuple[tuple[tuple[int, int], ...], ...]
    cards: int
    one_key_only: int
    seeming: int = 0


PAIRS = tuple(combinations((p for p in PRIMES if p > 10), 2))
FAR = tuple((a, b) for a, b in PAIRS if not fits(a, b))
NEAR = tuple((a, b) for a, b in PAIRS if fits(a, b))
ONE_SINGLE = tuple((a, b) for a in PRIMES for b in PRIMES if a < 10 < b)
LEVELS = {
    1: _Plan((FAR,), 6, one_key_only=2),
    2: _Plan((FAR,), 8, one_key_only=5),
    3: _Plan((FAR,), 9, one_key_only=4, seeming=3),
    4: _Plan((FAR, NEAR), 10, one_key_only=8),
    5: _Plan((ONE_SINGLE,), 12, one_key_only=6, seeming=4),
}
MOST_RIGHT = 4
HIGHEST_LEVEL_WITH_MARKS = 2


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Draw two keys of the *level*, cards that fit both and cards that do not."""
    plan = LEVELS[level]
    keys = pick(rng, pick(rng, plan.pairs))
    both = fit_both(*keys)
    right = tuple(Card(n) for n in sorted(sample(rng, both, between(rng, 1, min(MOST_RIGHT, len(both))))))
    wrong = _wrong(rng, keys, plan, plan.cards - len(right))
    cards = tuple(shuffled(rng, (*right, *wrong)))
    tempting = sum(mistake != "no-shared-digit" for mistake in wrong.values())
    return Item(
        question=msg(
            "Circle the cards that fit both key {a} and key {b}. The rings can help: where does each card belong?",
            a=keys[0],
            b=keys[1],
        ),
        given={"keys": list(keys), "cards": [int(card) for card in cards]},
        exhibits=(TwoFamilies((Card(keys[0]), Card(keys[1]))),),
        response=CardSet(cards),
        answer=Answer.of(right),
        solution=tuple(_solve(keys, right)),
        difficulty=Difficulty(
            plan.cards + tempting / 2 + (2 if keys[0] < 10 else 0),
            ("shared-digit",) if fits(*keys) else ("digit-of-each",),
        ),
        mistakes=tuple((card, wrong[card]) for card in cards if card in wrong),
        aids=Aids(primes_marked=level <= HIGHEST_LEVEL_WITH_MARKS),
        rules=rules,
    )


def _wrong(rng: Random, keys: tuple[int, int], plan: _Plan, count: int) -> dict[Card, str]:
    """Draw *count* cards that do not fit both keys, each with its mistake, as many tempting ones as planned."""
    both = fit_both(*keys)
    strangers = shuffled(rng, (card for card in NUMBER_CARDS if card not in both and card not in keys))
    mistakes = {card: misfit_both(card, *keys) for card in strangers}
    one_key_only = [card for card in strangers if mistakes[card] == "one-key-only"]
    first = [card for card in one_key_only if fits(card, keys[0])]
    second = [card for card in one_key_only if not fits(card, keys[0])]
    seeming = [card for card in strangers if mistakes[card] in TEMPTING]
    seeming.sort(key=lambda card: mistakes[card] != "digits-swapped")
    plain = [card for card in strangers if mistakes[card] == "no-shared-digit"]
    half = plan.one_key_only // 2
    drawn = [*first[:half], *second[: plan.one_key_only - half], *seeming[: plan.seeming], *plain]
    return {card: mistakes[card] for card in drawn[:count]}


def _solve(keys: tuple[int, int], right: tuple[Card, ...]) -> Iterator[Step]:
    """Write the thought out: what a number that fits both looks like, and which cards do."""
    yield from how_to_fit_both(*keys)
    total = nmsg(
        "Of the cards, one fits both keys: {cards}.",
        "Of the cards, {n} fit both keys: {cards}.",
        len(right),
        cards=right,
    )
    yield Step(total, right)


def explain(item: Item, card: Card) -> Message:
    """Say by which digits *card* fits each key, or does not."""
    first, second = item.given["keys"]
    return fit_or_not_both(card, first, second)


def oracle(given: dict[str, Any], least: int) -> list[Any]:  # noqa: ARG001 - the same for every kind
    """Find the cards again, by the plain rules."""
    return [sorted(card for card in given["cards"] if all(joins(card, key) for key in given["keys"]))]


KIND = Kind(
    name="bridge-cards",
    title=msg("Cards for two keys"),
    teaches=msg("Two conditions at once: the numbers that two families have in common"),
    levels=(
        msg("6 cards, two keys without a common digit"),
        msg("8 cards, most of the wrong ones fit one of the keys"),
        msg("9 cards, some with the digits in the wrong place"),
        msg("10 cards, keys with or without a common digit"),
        msg("12 cards, one of the keys a single digit"),
    ),
    hint=msg("Look for a digit that both keys have in the same place. If there is none, take a digit of each key."),
    strand="series",
    make=make,
    explain=explain,
    oracle=oracle,
)
