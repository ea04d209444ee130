"""sort-primes: which of these numbers are prime?

Among the cards there is always 1 or 2, the two numbers that are taken for the other sort most often; harder levels add
composite numbers that look prime and primes that do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from primecards.chance import between, pick, sample, shuffled
from primecards.messages import Message, msg, nmsg
from primecards.puzzles.divisions import misjudged, why_prime
from primecards.puzzles.item import Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.mistakes import LOOKS_PRIME, STRANGE_PRIMES
from primecards.puzzles.oracle import prime
from primecards.puzzles.responses import CardSet
from primecards.rules.cards import Card, in_order
from primecards.rules.numbers import HIGHEST, PRIMES, is_prime, why_not_prime
from primecards.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level: the number of cards and of primes, look-alikes and strange primes among them."""

    cards: int
    highest: int
    primes: tuple[int, int]
    look_alikes: int = 0
    strange: int = 0
    odd: bool = False


LEVELS = {
    1: _Plan(6, highest=20, primes=(2, 4)),
    2: _Plan(8, highest=50, primes=(3, 5)),
    3: _Plan(9, highest=HIGHEST, primes=(3, 5), look_alikes=2),
    4: _Plan(10, highest=HIGHEST, primes=(3, 6), look_alikes=2, strange=2, odd=True),
    5: _Plan(12, highest=HIGHEST, primes=(4, 7), look_alikes=4, strange=3, odd=True),
}


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Draw primes and other numbers as the *level* has them; what is prime is known of every card."""
    plan = LEVELS[level]
    always = pick(rng, (1, 2))
    count = between(rng, *plan.primes)
    strange = sample(rng, STRANGE_PRIMES, plan.strange)
    primes = [*strange, *shuffled(rng, (p for p in PRIMES if 2 < p <= plan.highest and p not in strange))]
    others = shuffled(rng, (n for n in range(4, plan.highest + 1) if not is_prime(n) and n not in LOOKS_PRIME))
    others.sort(key=lambda n: plan.odd and n % 2 == 0)
    numbers = [always, *primes[: count - (always == 2)], *sample(rng, LOOKS_PRIME, plan.look_alikes)]
    cards = tuple(Card(n) for n in shuffled(rng, (*numbers, *others[: plan.cards - len(numbers)])))
    right = in_order(card for card in cards if card.is_prime)
    return Item(
        question=msg("Circle all the prime numbers."),
        given={"cards": [int(card) for card in cards]},
        exhibits=(),
        response=CardSet(cards),
        answer=Answer.of(right),
        solution=tuple(_solve(in_order(cards), right)),
        difficulty=Difficulty(plan.cards / 2 + plan.look_alikes + plan.strange, ("cross-out-multiples",)),
        mistakes=tuple((card, misjudged(card)) for card in cards if card not in right),
        rules=rules,
    )


def _solve(cards: tuple[Card, ...], right: tuple[Card, ...]) -> Iterator[Step]:
    """Write the thought out: 1 is not prime, nor are the multiples of 2, 3, 5 and 7; what is left is."""
    left = list(cards)
    if 1 in left:
        yield Step(why_not_prime(1), (Card(1),))
        left.remove(Card(1))
    for factor in (2, 3, 5, 7):
        multiples = tuple(card for card in left if card % factor == 0 and card != factor)
        left = [card for card in left if card not in multiples]
        if multiples:
            crossed_out = msg(
                "Cross out the multiples of {factor}, but not {factor} itself: {cards}.", factor=factor, cards=multiples
            )
            yield Step(crossed_out, multiples)
    if 2 in right:
        yield Step(why_prime(2), (Card(2),))
    total = nmsg(
        "One number is left, and it is prime: {cards}.",
        "{n} numbers are left, and they are prime: {cards}.",
        len(right),
        cards=right,
    )
    yield Step(total, right)


def explain(item: Item, card: Card) -> Message:  # noqa: ARG001 - the same for every kind
    """Say why *card* is prime, or why not."""
    return why_prime(card) if card.is_prime else why_not_prime(card)


def oracle(given: dict[str, Any], least: int) -> list[Any]:  # noqa: ARG001 - the same for every kind
    """Find the primes again, by the plain rules."""
    return [sorted(card for card in given["cards"] if prime(card))]


KIND = Kind(
    name="sort-primes",
    title=msg("Sort the primes"),
    teaches=msg("Prime numbers among others, 1 and 2 included"),
    levels=(
        msg("6 numbers up to 20"),
        msg("8 numbers up to 50"),
        msg("9 numbers, two of them look prime"),
        msg("10 numbers, most of them odd, with look-alikes and primes that do not look prime"),
        msg("12 numbers, most of them odd, with four look-alikes and more primes that do not look prime"),
    ),
    hint=msg("Cross out 1, and every number that can be divided by a smaller number other than 1."),
    strand="primes",
    asks_primes=True,
    make=make,
    explain=explain,
    oracle=oracle,
)
