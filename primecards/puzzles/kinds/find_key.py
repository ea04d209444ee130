"""find-key: the cards are a series; which of them can be its key?

A series that has both a card fitting the key only by its tens digit and one fitting it only by its units digit has no
other key, since a prime of the row fits no card of the column. In a row or a column alone, every prime is a key. So
the number of keys is planted, and `check_series` proves it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from primecards.chance import between, pick, shuffled
from primecards.messages import Message, msg
from primecards.puzzles.grading import sieve_cost
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step, asks
from primecards.puzzles.mistakes import LOOKS_PRIME, why_not_key
from primecards.puzzles.oracle import keys_of
from primecards.puzzles.reasons import how_all_fit
from primecards.puzzles.responses import CardSet
from primecards.rules.cards import Card, in_order
from primecards.rules.numbers import PRIMES, family, fits, is_prime, why_not_prime
from primecards.rules.ruleset import Rules
from primecards.rules.series import check_series, does_not_fit


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level: the number of cards, of keys and (beside a single key) of other primes."""

    cards: int
    keys: tuple[int, int]
    other_primes: tuple[int, int]
    want_all: bool = False
    look_alikes: bool = False
    primes_list: bool = False


LEVELS = {
    1: _Plan(3, keys=(1, 1), other_primes=(0, 0), primes_list=True),
    2: _Plan(4, keys=(1, 1), other_primes=(1, 1), primes_list=True),
    3: _Plan(5, keys=(1, 1), other_primes=(2, 3), look_alikes=True),
    4: _Plan(5, keys=(1, 2), other_primes=(1, 2), want_all=True),
    5: _Plan(6, keys=(1, 3), other_primes=(2, 3), want_all=True, look_alikes=True),
}


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Plant a series with the keys of the *level*, and prove them."""
    plan = LEVELS[level]
    size = max(plan.cards, rules.min_series)
    keys = between(rng, *plan.keys)
    series = _in_a_line(rng, plan, size, keys) if keys > 1 else _across(rng, plan, size)
    cards = tuple(Card(number) for number in shuffled(rng, series))
    right = tuple(Card(key) for key in check_series(cards, rules=rules).keys)
    primes = [card for card in cards if card.is_prime]
    return Item(
        question=_question(plan),
        given={"cards": [int(card) for card in cards], "want": "all" if plan.want_all else "any"},
        exhibits=(),
        response=CardSet(cards, None if plan.want_all else 1),
        answer=Answer.of(right) if plan.want_all else Answer.of(*((key,) for key in right)),
        solution=_solve(in_order(cards), right),
        difficulty=Difficulty(
            len(primes) + sum(sieve_cost(card) for card in cards) + (5 if plan.want_all else 0),
            ("list-primes", "test-keys") if len(primes) > 1 else ("list-primes",),
        ),
        mistakes=tuple(
            (card, "prime-but-not-key" if card.is_prime else why_not_key(card)) for card in cards if card not in right
        ),
        aids=Aids(primes_list=plan.primes_list),
        rules=rules,
    )


def _question(plan: _Plan) -> Message:
    if plan.want_all:
        return msg("These cards are a series. Circle every card that can be its key.")
    return msg("These cards are a series. Which card can be its key?")


def _across(rng: Random, plan: _Plan, size: int) -> list[int]:
    """Draw a series with one key, its other primes, and composites from whichever side is still missing."""
    key = pick(rng, PRIMES)
    others = shuffled(rng, family(key))
    members = [n for n in others if is_prime(n)][: between(rng, *plan.other_primes)]
    composites = _composites(rng, plan, others)
    for by_units in (True, False):
        if not any((n % 10 == key % 10) is by_units for n in members):
            members.append(next(n for n in composites if (n % 10 == key % 10) is by_units))
    members += [n for n in composites if n not in members][: size - 1 - len(members)]
    return [key, *members]


def _composites(rng: Random, plan: _Plan, numbers: list[int]) -> list[int]:
    """List the composites of *numbers* in their order; half of the look-alikes, where they are wanted, come first."""
    first = {n for n in numbers if n in LOOKS_PRIME and plan.look_alikes and rng.random() < 0.5}
    return sorted((n for n in numbers if not is_prime(n)), key=lambda n: n not in first)


def _in_a_line(rng: Random, plan: _Plan, size: int, keys: int) -> list[int]:
    """Draw *keys* primes and else composites from one row (equal tens digit) or column (equal units digit)."""
    lines = [[n for n in range(1, 100) if n // 10 == digit] for digit in range(10)]
    lines += [[n for n in range(1, 100) if n % 10 == digit] for digit in range(10)]
    enough = [
        line for line in lines if sum(map(is_prime, line)) >= keys and sum(not is_prime(n) for n in line) >= size - keys
    ]
    line = shuffled(rng, pick(rng, enough))
    composites = _composites(rng, plan, line)
    return [n for n in line if is_prime(n)][:keys] + composites[: size - keys]


def _solve(cards: tuple[Card, ...], keys: tuple[Card, ...]) -> tuple[Step, ...]:
    """Write the thought out: the primes, what rules some of them out, and how every card fits the keys."""
    primes = tuple(card for card in cards if card.is_prime)
    return (
        Step(msg("A key is prime. The primes here: {primes}.", primes=primes), primes),
        *(Step(_rule_out(cards, prime), (prime,)) for prime in primes if prime not in keys),
        *(Step(how_all_fit(key, cards), (key,)) for key in keys),
    )


def _rule_out(cards: tuple[Card, ...], prime: Card) -> Message:
    return does_not_fit(next(card for card in cards if not fits(card, prime)), prime)


def explain(item: Item, card: Card) -> Message:
    """Say why *card* can be the key, or why not."""
    cards = tuple(Card(number) for number in item.given["cards"])
    if not card.is_prime:
        return why_not_prime(card)
    return how_all_fit(card, cards) if all(fits(other, card) for other in cards) else _rule_out(cards, card)


def space(level: int, rules: Rules) -> frozenset[str] | None:
    """List every series of level 1: a key with one composite of its row and one of its column."""
    if level > 1 or rules.min_series > LEVELS[1].cards:
        return None
    series = (
        [key, one, other]
        for key in PRIMES
        for one in family(key)
        for other in family(key)
        if one // 10 == key // 10 and other % 10 == key % 10 and not (is_prime(one) or is_prime(other))
    )
    return frozenset(asks("find-key", rules, {"cards": cards, "want": "any"}) for cards in series)


def oracle(given: dict[str, Any], least: int) -> list[Any]:
    """Find the keys again, by the plain rules."""
    keys = keys_of(tuple(given["cards"]), 0, least)
    return [keys] if given["want"] == "all" else [[key] for key in keys]


KIND = Kind(
    name="find-key",
    title=msg("Find the key"),
    teaches=msg("Primes, and comparing numbers digit by digit"),
    levels=(
        msg("one prime among three cards"),
        msg("two primes, one of them the key"),
        msg("several primes and look-alikes, one key"),
        msg("one or two keys, to be found all"),
        msg("one to three keys, to be found all, among look-alikes"),
    ),
    hint=msg("List the primes, then try each one: every other card must have its units digit or its tens digit."),
    strand="series",
    asks_primes=True,
    make=make,
    explain=explain,
    space=space,
    oracle=oracle,
)
