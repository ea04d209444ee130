"""is-prime: is this number prime?

A level is a set of numbers. Whether the answer is yes is drawn first, so yes and no are as frequent as each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from primecards.chance import below, pick
from primecards.messages import msg
from primecards.puzzles.divisions import (
    divisible,
    enough_tried,
    misjudged,
    not_divisible,
    tried_in_vain,
    two_divisors,
)
from primecards.puzzles.exhibits import CardRow
from primecards.puzzles.grading import sieve_cost
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step, asks
from primecards.puzzles.mistakes import LOOKS_PRIME, STRANGE_PRIMES
from primecards.puzzles.oracle import prime
from primecards.puzzles.responses import Choice, Option
from primecards.rules.cards import Card
from primecards.rules.numbers import HIGHEST, factorisation, is_prime, why_not_prime
from primecards.rules.ruleset import Rules


@dataclass(frozen=True, slots=True)
class _Plan:
    """The *numbers* of a level; half of the time the number is one of the *traps* among them."""

    numbers: tuple[int, ...]
    traps: tuple[int, ...] = ()
    primes_list: bool = False


TRAPS = (1, 2, *LOOKS_PRIME, *STRANGE_PRIMES)
LEVELS = {
    1: _Plan(tuple(range(2, 21)), primes_list=True),
    2: _Plan(tuple(n for n in range(11, 51) if n not in (39, 49))),
    3: _Plan(tuple(n for n in range(21, HIGHEST + 1) if n % 2 and n % 5 and n not in TRAPS)),
    4: _Plan((*LOOKS_PRIME, *STRANGE_PRIMES)),
    5: _Plan(tuple(range(1, HIGHEST + 1)), traps=TRAPS),
}
TEXTS = {"yes": msg("Yes"), "no": msg("No")}


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Draw the answer, and a number of the *level* that has it."""
    plan = LEVELS[level]
    right = pick(rng, ("yes", "no"))
    numbers = plan.traps if plan.traps and below(rng, 2) else plan.numbers
    number = pick(rng, [n for n in numbers if is_prime(n) is (right == "yes")])
    options = tuple(
        Option(letter, value, TEXTS[value], None if value == right else misjudged(number))
        for letter, value in zip("ab", TEXTS, strict=True)
    )
    steps = (*tried_in_vain(number), *(() if is_prime(number) else factorisation(number)[:1]))
    return Item(
        question=msg("Is {number} prime?", number=number),
        given={"number": number},
        exhibits=(CardRow((Card(number),)),),
        response=Choice(options),
        answer=Answer.of(next(option.id for option in options if option.value == right)),
        solution=_solve(Card(number)),
        difficulty=Difficulty(
            sieve_cost(number) + (number in TRAPS) + (2 if plan.traps else 0),
            tuple(f"divide-by-{prime}" for prime in steps) or ("definition",),
        ),
        mistakes=tuple((option.value, option.mistake) for option in options if option.mistake),
        aids=Aids(primes_list=plan.primes_list),
        rules=rules,
    )


def _solve(card: Card) -> tuple[Step, ...]:
    """Write the thought out: the divisors that are tried, up to the first that divides or is too large."""
    number = int(card)
    if number < 4:  # 1, 2 and 3: there is nothing to try
        reason = why_not_prime(number) if number == 1 else two_divisors(number)
        thought = [msg("A prime number has exactly two different divisors."), reason]
    else:
        thought = [not_divisible(number)] if tried_in_vain(number) else []
        thought.append(enough_tried(number) if is_prime(number) else divisible(number))
    if number > 1:
        ending = msg("So {number} is prime.", number=number)
        thought.append(ending if is_prime(number) else msg("So {number} is not prime.", number=number))
    return tuple(Step(message, (card,)) for message in thought)


def space(level: int, rules: Rules) -> frozenset[str]:
    """List what the items of *level* ask: a number each."""
    return frozenset(asks(KIND.name, rules, {"number": number}) for number in LEVELS[level].numbers)


def oracle(given: dict[str, Any], least: int) -> list[Any]:  # noqa: ARG001 - the same for every kind
    """Find the value of the right option again, by the plain rules."""
    return ["yes" if prime(given["number"]) else "no"]


KIND = Kind(
    name="is-prime",
    title=msg("Prime or not"),
    teaches=msg("Prime numbers: exactly two divisors, found by trying to divide"),
    levels=(
        msg("a number up to 20, with the list of primes"),
        msg("a number from 11 to 50"),
        msg("an odd number from 21 to 99, not a multiple of 5"),
        msg("numbers that look prime, such as 51, and primes that do not look it, such as 53"),
        msg("any number from 1 to 99, 1 and 2 included"),
    ),
    hint=msg("Try to divide by 2, then by 3, 5 and 7. A prime number has exactly two divisors: 1 and itself."),
    strand="primes",
    asks_primes=True,
    make=make,
    space=space,
    oracle=oracle,
)
