"""odd-one-out: all the cards but one are a series; which one does not belong?

A series is drawn, and beside it a card that its key does not take. Proof: every card is taken away in turn, and only
without this one is the rest a series, under whichever key. That could fail for a prime that fits all the cards but
one; then another card is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from primecards.chance import pick, shuffled
from primecards.messages import Message, msg
from primecards.puzzles.grading import sieve_cost
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.mistakes import LOOKS_PRIME, misfit
from primecards.puzzles.oracle import is_series
from primecards.puzzles.reasons import fit_or_not, how_all_fit
from primecards.puzzles.responses import CardSet
from primecards.rules.cards import Card, in_order
from primecards.rules.numbers import HIGHEST, PRIMES, family, fits, is_prime
from primecards.rules.ruleset import Rules
from primecards.rules.series import check_series, does_not_fit


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level: cards in the series, other primes among them, and what is odd about the odd one.

    A "far" card has no digit in common with any other card, a "misplaced" one has a digit of the key in the wrong
    place, a "chain" card matches others in the series but not the key, and a "rival" is such a card and prime.
    """

    series: int
    odd: str
    other_primes: int = 0
    look_alikes: bool = False
    primes_list: bool = False


LEVELS = {
    1: _Plan(3, "far", primes_list=True),
    2: _Plan(4, "misplaced", primes_list=True),
    3: _Plan(4, "chain", other_primes=1),
    4: _Plan(5, "chain", other_primes=2, look_alikes=True),
    5: _Plan(6, "rival", other_primes=2, look_alikes=True),
}
MISPLACED = ("digits-swapped", "wrong-place", "no-tens-digit")
MOST_LOOK_ALIKES = 1
MATES_OF_RIVAL = 2  # so many cards of the series fit a rival at least, as if it were the key
STEPS = {"far": 0.0, "misplaced": 1.0, "chain": 2.0, "rival": 4.0}


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Plant a series and a card beside it until the card is proved to be the only one that does not belong."""
    plan = LEVELS[level]
    size = max(plan.series, rules.min_series)
    while True:
        series = _series(rng, plan, size)
        odd = next((card for card in _beside(rng, plan, series) if _odd_ones((*series, card), rules) == [card]), None)
        if odd is not None:
            return _item(rng, plan, series, odd, rules)


def _item(rng: Random, plan: _Plan, series: tuple[Card, ...], odd: Card, rules: Rules) -> Item:
    cards = tuple(shuffled(rng, (*series, odd)))
    primes = [card for card in cards if card.is_prime]
    return Item(
        question=_question(rules),
        given={"cards": [int(card) for card in cards]},
        exhibits=(),
        response=CardSet(cards, 1),
        answer=Answer.of((odd,)),
        solution=tuple(_solve(in_order(cards), odd, check_series(series, rules=rules).keys)),
        difficulty=Difficulty(
            len(cards) / 2 + len(primes) + sum(sieve_cost(card) for card in cards) / 2 + STEPS[plan.odd],
            ("list-primes", *["test-keys"] * len(primes)),
        ),
        mistakes=tuple((card, _mistake(card, series)) for card in cards if card is not odd),
        aids=Aids(primes_list=plan.primes_list),
        rules=rules,
    )


def _question(rules: Rules) -> Message:
    if rules.min_series == Rules().min_series:
        return msg("All the cards except one are a series. Which card does not belong?")
    return msg(
        "All the cards except one are a series of at least {least} cards. Which card does not belong?",
        least=rules.min_series,
    )


def _series(rng: Random, plan: _Plan, size: int) -> tuple[Card, ...]:
    """Draw a series, its key first, with cards that have its units digit and cards that have its tens digit."""
    key = pick(rng, PRIMES)
    others = shuffled(rng, family(key))
    members = [n for n in others if is_prime(n)][: plan.other_primes]
    composites = [n for n in others if not is_prime(n)]
    if plan.look_alikes:
        look_alikes = [n for n in composites if n in LOOKS_PRIME][:MOST_LOOK_ALIKES]
        composites.sort(key=lambda n: n not in look_alikes)
    for by_units in (True, False):
        if not any((n % 10 == key % 10) is by_units for n in members):
            members.append(next(n for n in composites if (n % 10 == key % 10) is by_units))
    members += [n for n in composites if n not in members]
    return tuple(Card(n) for n in (key, *members[: size - 1]))


def _beside(rng: Random, plan: _Plan, series: tuple[Card, ...]) -> Iterator[Card]:
    """Go through the cards that are odd beside *series* in the way of the level."""
    key = series[0]
    for n in shuffled(rng, (n for n in range(1, HIGHEST + 1) if not fits(n, key))):
        mates = sum(fits(n, card) for card in series)
        misplaced = misfit(n, key, ()) in MISPLACED
        if {
            "far": not mates and not misplaced,
            "misplaced": not mates and misplaced,
            "chain": mates > 0 and not is_prime(n),
            "rival": mates >= MATES_OF_RIVAL and is_prime(n),
        }[plan.odd]:
            yield Card(n)


def _odd_ones(cards: tuple[Card, ...], rules: Rules) -> list[Card]:
    """List the cards without which the others are a series."""
    return [card for card in cards if check_series([other for other in cards if other is not card], rules=rules).ok]


def _mistake(card: Card, series: tuple[Card, ...]) -> str:
    """Name the mistake of taking *card*, which belongs, for the odd one."""
    key = series[0]
    if card is key:
        return "prime-not-seen"
    by_units = [other for other in series[1:] if other.units == key.units]
    minority = (card.units == key.units) is (2 * len(by_units) < len(series) - 1)
    return "one-place-only" if minority else "wrong-key"


def _solve(cards: tuple[Card, ...], odd: Card, keys: tuple[int, ...]) -> Iterator[Step]:
    """Write the thought out: the primes, why some are no keys, and what the key takes and does not take."""
    primes = tuple(card for card in cards if card.is_prime)
    yield Step(msg("A key is prime. The primes here: {primes}.", primes=primes), primes)
    for prime in primes:
        strangers = tuple(card for card in cards if not fits(card, prime))
        if prime not in keys:
            yield Step(
                msg("If {prime} is the key, more than one card does not fit: {cards}.", prime=prime, cards=strangers),
                (prime,),
            )
    belong = tuple(card for card in cards if card is not odd)
    for key in keys:
        yield Step(how_all_fit(key, belong), belong)
        yield Step(does_not_fit(odd, key), (odd,))


def explain(item: Item, card: Card) -> Message:
    """Say why *card* does not belong, or by which digit it does."""
    cards = tuple(Card(number) for number in item.given["cards"])
    odd = next(other for other in cards if (other,) in (item.answer.all or ()))
    key = check_series([other for other in cards if other is not odd], rules=item.rules).keys[0]
    if card == key:
        return msg("{card} is the key: every other card but one fits it.", card=card)
    return fit_or_not(card, key)


def oracle(given: dict[str, Any], least: int) -> list[Any]:
    """Find the card that does not belong again, by the plain rules."""
    cards = given["cards"]
    return [[card] for card in cards if is_series(tuple(other for other in cards if other != card), 0, least)]


KIND = Kind(
    name="odd-one-out",
    title=msg("Odd one out"),
    teaches=msg("Testing a rule: every card is held against the key, not against its neighbours"),
    levels=(
        msg("4 cards, the odd one without any digit in common"),
        msg("5 cards, the odd one with a digit of the key in the wrong place"),
        msg("5 cards, the odd one matches another card but not the key"),
        msg("6 cards with several primes and look-alikes, the odd one matches another card"),
        msg("7 cards, the odd one is prime and seems to be the key"),
    ),
    hint=msg("List the primes, then try each one as the key: it has to fit all the cards but one."),
    strand="series",
    make=make,
    explain=explain,
    oracle=oracle,
)
