"""wild-card: the cards and a wild card are a series; what may the wild card stand for?

Number cards of one family are drawn, with the key or, where the wild card has to be the key, composites alone. The
answer is found by putting every other number in the wild card's place: it is right if `check_series` finds a series,
under whichever key.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from random import Random
from typing import Any

from primecards.chance import between, pick, sample, shuffled
from primecards.messages import Message, msg, nmsg
from primecards.puzzles.exhibits import CardRow, Exhibit, HundredChart
from primecards.puzzles.grading import sieve_cost
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.mistakes import misfit
from primecards.puzzles.oracle import NUMBERS, is_series
from primecards.puzzles.reasons import fit_or_not, how_all_fit
from primecards.puzzles.responses import CardSet
from primecards.rules.cards import NUMBER_CARDS, WILD, Card, cards_to_json, in_order
from primecards.rules.numbers import PRIMES, family, fits, is_prime, why_not_prime
from primecards.rules.ruleset import Rules
from primecards.rules.series import check_series, does_not_fit


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level: number cards, the most primes among them beside the key, and if the key is there.

    Then the choices, if there are any, and how many of them are right.
    """

    numbers: int
    other_primes: int = 2
    key: str = "held"  # or "missing", or "either"
    right: tuple[int, int] = (0, 0)
    choices: int = 0
    tempting: bool = False
    want_all: bool = False
    primes_list: bool = False


LEVELS = {
    1: _Plan(3, right=(1, 1), choices=4, primes_list=True),
    2: _Plan(3, right=(1, 1), choices=6, tempting=True, primes_list=True),
    3: _Plan(3, key="missing"),
    4: _Plan(4, right=(2, 5), choices=10, tempting=True, want_all=True),
    5: _Plan(4, other_primes=1, key="either", want_all=True),
}
MISSING_IN = 3  # where the key may be missing, it is so in one item of so many
PLAIN = ("no-shared-digit", "every-card-prime")
QUESTIONS = {
    # By whether all is asked for, and whether there are cards to choose from.
    (False, True): msg("These cards are a series. Which number can the wild card stand for?"),
    (False, False): msg("These cards are a series. Write a number that the wild card can stand for."),
    (True, True): msg("These cards are a series. Circle every number that the wild card can stand for."),
    (True, False): msg("These cards are a series. Shade every number that the wild card can stand for."),
}


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Plant a series with a wild card, and try every number in its place."""
    plan = LEVELS[level]
    lacks = plan.key == "missing" or (plan.key == "either" and between(rng, 1, MISSING_IN) == 1)
    numbers = _draw(rng, max(plan.numbers, rules.min_series - 1), 0 if lacks else plan.other_primes, lacks)
    right = [n for n in NUMBER_CARDS if n not in numbers and check_series((*numbers, n), rules=rules).ok]
    choices, mistakes = _choices(rng, plan, numbers, right) if plan.choices else (None, ())
    if choices:
        right = [n for n in right if n in choices]
    row = tuple(shuffled(rng, (*numbers, WILD)))
    exhibits: tuple[Exhibit, ...] = (CardRow(row),)
    if plan.want_all and choices is None:
        exhibits = (CardRow(row), HundredChart())
    return Item(
        question=QUESTIONS[plan.want_all, choices is not None],
        given={
            "cards": cards_to_json(row),
            "want": "all" if plan.want_all else "any",
            **({"choose_from": cards_to_json(choices)} if choices else {}),
        },
        exhibits=exhibits,
        response=CardSet(choices, None if plan.want_all else 1),
        answer=Answer.of(tuple(right)) if plan.want_all else Answer.of(*((n,) for n in right)),
        solution=tuple(_solve(in_order(numbers), tuple(right))),
        difficulty=Difficulty(
            1.5 * level + 2 * lacks + len(numbers) / 2 + sum(sieve_cost(n) for n in numbers) / 4,
            ("missing-key",) if lacks else ("list-primes", "fill-family"),
        ),
        mistakes=mistakes,
        aids=Aids(primes_list=plan.primes_list),
        rules=rules,
    )


def _draw(rng: Random, size: int, other_primes: int, lacks: bool) -> tuple[Card, ...]:
    """Draw *size* number cards of one family: first the key, unless it *lacks*, then others, not too many primes."""
    key = pick(rng, PRIMES)
    others = shuffled(rng, family(key))
    members = [n for n in others if is_prime(n)][:other_primes]
    members = [n for n in others if n in members or not is_prime(n)]
    return tuple(Card(n) for n in (members if lacks else (key, *members))[:size])


def _choices(
    rng: Random, plan: _Plan, numbers: tuple[Card, ...], right: list[Card]
) -> tuple[tuple[Card, ...], tuple[tuple[Card, str], ...]]:
    """Draw the cards to choose from, and name the mistake behind each wrong one."""
    key = numbers[0]
    mistakes = {n: misfit(n, key, numbers) for n in NUMBER_CARDS if n not in numbers and n not in right}
    wrong = shuffled(rng, mistakes)
    wrong.sort(key=lambda n: (mistakes[n] not in PLAIN) is not plan.tempting)
    chosen = sample(rng, right, between(rng, *plan.right))
    choices = tuple(shuffled(rng, (*chosen, *wrong[: plan.choices - len(chosen)])))
    return choices, tuple((n, mistakes[n]) for n in choices if n in mistakes)


def _solve(numbers: tuple[Card, ...], right: tuple[Card, ...]) -> Iterator[Step]:
    """Write the thought out: the key or keys, held or not, and then the numbers that fit."""
    primes = tuple(n for n in numbers if n.is_prime)
    keys = [prime for prime in PRIMES if all(fits(n, prime) for n in numbers)]
    held = [key for key in keys if key in numbers]
    if held:
        yield Step(msg("A key is prime. The primes here: {primes}.", primes=primes), primes)
        for prime in primes:
            if prime not in held:
                yield Step(_rule_out(numbers, prime), (prime,))
    else:
        yield Step(msg("None of the numbers is prime, so the wild card has to be the key."), (WILD,))
    for key in held or keys:
        yield Step(how_all_fit(key, numbers), numbers)
    if held:
        yield Step(msg("The wild card can stand for any number that fits a key and is not there yet."), (WILD,))
    yield Step(
        nmsg(
            "So this number is right: {cards}.", "So each of these numbers is right: {cards}.", len(right), cards=right
        ),
        right,
    )


def _rule_out(numbers: tuple[Card, ...], prime: Card) -> Message:
    return does_not_fit(next(n for n in numbers if not fits(n, prime)), prime)


def explain(item: Item, card: Card) -> Message:
    """Say why the wild card can stand for *card*, or why not."""
    numbers = tuple(Card(n) for n in item.given["cards"] if n != "w")
    keys = [prime for prime in PRIMES if prime in numbers and all(fits(n, prime) for n in numbers)]
    if not card:
        return msg("Write numbers here, not a wild card.")
    if card in numbers:
        return msg("{card} is there already.", card=card)
    if found := next((key for key in keys if fits(card, key)), None):
        return fit_or_not(card, found)
    if keys:
        reasons = [fit_or_not(card, key) for key in keys]
        return reduce(lambda told, reason: msg("{reason} {other}", reason=told, other=reason), reasons)
    if not card.is_prime:
        return msg("A key has to be prime: {reason}", reason=why_not_prime(card))
    return how_all_fit(card, numbers) if all(fits(n, card) for n in numbers) else _rule_out(numbers, card)


def oracle(given: dict[str, Any], least: int) -> list[Any]:
    """Find the numbers that the wild card may stand for again, by the plain rules."""
    numbers = tuple(card for card in given["cards"] if card != "w")
    free = (n for n in sorted(given.get("choose_from") or NUMBERS) if n not in numbers)
    right = [n for n in free if is_series((*numbers, n), 0, least)]
    return [right] if given["want"] == "all" else [[n] for n in right]


KIND = Kind(
    name="wild-card",
    title=msg("What is the wild card?"),
    teaches=msg("Reading a rule backwards: which numbers would fit, the key itself included"),
    levels=(
        msg("choose one of 4 numbers"),
        msg("choose one of 6 numbers, the wrong ones tempting"),
        msg("the wild card is the key: write a number"),
        msg("choose all the right ones of 10 numbers"),
        msg("shade all the right numbers, in some exercises keys"),
    ),
    hint=msg("Find the key first. If none of the numbers can be it, the wild card has to be."),
    strand="series",
    make=make,
    explain=explain,
    oracle=oracle,
)
