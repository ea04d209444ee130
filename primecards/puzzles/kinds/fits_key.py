"""fits-key: which of these cards may join the series of the key?

The right cards are drawn from the key's family and the wrong ones from the rest, by the mistake that each would
catch; the answer is every card that `fits`, so it is exact by construction.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from primecards.chance import between, pick, sample, shuffled
from primecards.messages import Message, msg, nmsg
from primecards.puzzles.exhibits import KeyCards
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.mistakes import misfit
from primecards.puzzles.oracle import joins
from primecards.puzzles.reasons import ONE_DIGIT, fit_or_not
from primecards.puzzles.responses import CardSet
from primecards.rules.cards import Card, in_order
from primecards.rules.numbers import HIGHEST, PRIMES, family, fits
from primecards.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level: the keys to draw from, the number of cards, of right and of tempting wrong ones."""

    keys: tuple[int, ...]
    cards: int
    right: tuple[int, int]
    tempting: int
    may_be_none: bool = False


ONE_DIGIT_KEYS = tuple(p for p in PRIMES if p < 10)
TWO_DIGIT_KEYS = tuple(p for p in PRIMES if p > 10)
LEVELS = {
    1: _Plan(TWO_DIGIT_KEYS, 6, right=(2, 4), tempting=0),
    2: _Plan(TWO_DIGIT_KEYS, 8, right=(3, 5), tempting=2),
    3: _Plan(TWO_DIGIT_KEYS, 9, right=(3, 6), tempting=9),
    4: _Plan(TWO_DIGIT_KEYS, 10, right=(2, 6), tempting=10, may_be_none=True),
    5: _Plan(ONE_DIGIT_KEYS, 12, right=(2, 7), tempting=12, may_be_none=True),
}
NONE_IN = 8  # where there may be none, one item in so many has none
TEMPTING = ("digits-swapped", "wrong-place", "no-tens-digit", "chain")
HIGHEST_LEVEL_WITH_MARKS = 2


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Draw a key of the *level*, cards that fit it and cards that only seem to."""
    plan = LEVELS[level]
    key = pick(rng, plan.keys)
    count = 0 if plan.may_be_none and between(rng, 1, NONE_IN) == 1 else between(rng, *plan.right)
    right = tuple(Card(n) for n in sorted(sample(rng, family(key), count)))
    wrong = _wrong(rng, key, right, plan.cards - count, plan.tempting)
    cards = tuple(Card(n) for n in shuffled(rng, (*right, *wrong)))
    mistakes = {card: misfit(card, key, right) for card in cards if card not in right}
    return Item(
        question=_question(key, plan),
        given={"key": key, "cards": [int(card) for card in cards], "want": "all"},
        exhibits=(KeyCards((Card(key),)),),
        response=CardSet(cards),
        answer=Answer.of(right),
        solution=_solve(key, in_order(cards), right),
        difficulty=Difficulty(
            len(cards) / 2 + sum(mistake in TEMPTING for mistake in mistakes.values()) + (2 if key < 10 else 0),
            ("units-digit", "tens-digit") if key > 10 else ("units-digit", "single-digit"),
        ),
        mistakes=tuple(mistakes.items()),
        aids=Aids(primes_marked=level <= HIGHEST_LEVEL_WITH_MARKS),
        rules=rules,
    )


def _question(key: int, plan: _Plan) -> Message:
    if plan.may_be_none:
        return msg("The key is {key}. Circle every card that fits its series. Perhaps there is none.", key=key)
    return msg("The key is {key}. Circle every card that fits its series.", key=key)


def _wrong(rng: Random, key: int, right: tuple[Card, ...], count: int, tempting: int) -> list[int]:
    """Draw *count* cards that do not fit, *tempting* of them such as a known mistake takes, the swapped pair first."""
    strangers = shuffled(rng, (n for n in range(1, HIGHEST + 1) if not fits(n, key)))
    mistakes = {n: misfit(n, key, right) for n in strangers}
    tempters = [n for n in strangers if mistakes[n] in TEMPTING]
    tempters.sort(key=lambda n: mistakes[n] != "digits-swapped")
    plain = [n for n in strangers if mistakes[n] not in TEMPTING]
    return (tempters[:tempting] + plain + tempters[tempting:])[:count]


def _solve(key: int, cards: tuple[Card, ...], right: tuple[Card, ...]) -> tuple[Step, ...]:
    """Write the thought out: the cards with the key's units digit, then those with its tens digit, then both."""
    units = tuple(card for card in cards if card % 10 == key % 10)
    tens = tuple(card for card in cards if card // 10 == key // 10)
    if units:
        by_units = msg("The units digit of {key} is {digit}, as in {cards}.", cards=units, key=key, digit=key % 10)
    else:
        by_units = msg("No card has the units digit of {key}, {digit}.", key=key, digit=key % 10)
    if tens and key < 10:
        by_tens = msg(
            "{key} has 0 tens, like all the numbers {range}, so {cards} fit.", cards=tens, key=key, range=ONE_DIGIT
        )
    elif tens:
        by_tens = msg("The tens digit of {key} is {digit}, as in {cards}.", cards=tens, key=key, digit=key // 10)
    else:
        by_tens = msg("No card has the tens digit of {key}, {digit}.", key=key, digit=key // 10)
    if right:
        total = nmsg("So one card fits: {cards}.", "So {n} cards fit: {cards}.", len(right), cards=right)
    else:
        total = msg("So no card fits.")
    return Step(by_units, units), Step(by_tens, tens), Step(total, right)


def explain(item: Item, card: Card) -> Message:
    """Say by which digit *card* fits the key, or by which digits it does not."""
    return fit_or_not(card, item.given["key"])


def oracle(given: dict[str, Any], least: int) -> list[Any]:  # noqa: ARG001 - the same for every kind
    """Find the cards again, by the plain rules."""
    return [sorted(card for card in given["cards"] if joins(card, given["key"]))]


KIND = Kind(
    name="fits-key",
    title=msg("Fits the key"),
    teaches=msg("Units digit and tens digit, each in its place"),
    levels=(
        msg("a two-digit key and 6 cards"),
        msg("8 cards, some with a digit of the key in the wrong place"),
        msg("9 cards, all the wrong ones tempting"),
        msg("10 cards, perhaps none that fits"),
        msg("a single-digit key and 12 cards"),
    ),
    hint=msg("Compare the units digits first, then the tens digits: one of them has to be the same as in the key."),
    strand="place-value",
    make=make,
    explain=explain,
    oracle=oracle,
)
