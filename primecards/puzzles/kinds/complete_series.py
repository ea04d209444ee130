"""complete-series: add a card, or two, so that the cards are a series.

The cards shown are drawn from one family, with the key or, at the higher levels, without it: then the key is what is
missing. What completes them is found for every prime that fits all of them: any of its family, and the prime itself
if it is not there. So the answer is complete, and every right response of one or two cards is listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from primecards.chance import between, pick, sample, shuffled
from primecards.messages import Message, msg
from primecards.puzzles.exhibits import CardRow
from primecards.puzzles.grading import sieve_cost
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.mistakes import misfit
from primecards.puzzles.oracle import NUMBERS, is_series, joins
from primecards.puzzles.oracle import prime as plainly_prime
from primecards.puzzles.reasons import fit_or_not, how_all_fit
from primecards.puzzles.responses import CardSet
from primecards.rules.cards import Card, in_order
from primecards.rules.numbers import HIGHEST, PRIMES, family, fits, is_prime, why_not_prime
from primecards.rules.ruleset import Rules
from primecards.rules.series import does_not_fit


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level: cards shown, blanks, choices if there are any, conditions, and if a key may lack.

    Without the key two cards are shown, one of its tens and one of its units, so that few primes fit both.
    """

    shown: tuple[int, int]
    blanks: int = 1
    choices: int = 0
    tempting: bool = False
    conditions: tuple[str | None, ...] = (None,)
    without_key: bool = False
    primes_list: bool = False


LEVELS = {
    1: _Plan((3, 3), choices=4, primes_list=True),
    2: _Plan((3, 4), choices=4, tempting=True, primes_list=True),
    3: _Plan((3, 4)),
    4: _Plan((3, 4), conditions=("composite", "prime", "two-digit", "single-digit"), without_key=True),
    5: _Plan((3, 4), blanks=2, conditions=("composite", "prime", "two-digit"), without_key=True),
}
WITHOUT_KEY_IN = 2  # where the key may lack, it does so in one item of so many
MEETS: dict[str | None, Callable[[int], bool]] = {
    "composite": lambda n: n > 1 and not is_prime(n),
    "prime": is_prime,
    "two-digit": lambda n: n > 9,
    "single-digit": lambda n: n < 10,
    None: bool,
}
ASKS = {
    (1, None): msg("Complete the series: write one number that fits."),
    (1, "composite"): msg("Complete the series: write one composite number that fits."),
    (1, "prime"): msg("Complete the series: write one prime number that fits."),
    (1, "two-digit"): msg("Complete the series: write one two-digit number that fits."),
    (1, "single-digit"): msg("Complete the series: write one single-digit number that fits."),
    (2, None): msg("Complete the series: write two numbers that fit."),
    (2, "composite"): msg("Complete the series: write two composite numbers that fit."),
    (2, "prime"): msg("Complete the series: write two prime numbers that fit."),
    (2, "two-digit"): msg("Complete the series: write two two-digit numbers that fit."),
}


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Plant cards of one family and find everything that completes them."""
    plan = LEVELS[level]
    lacks = plan.without_key and between(rng, 1, WITHOUT_KEY_IN) == 1
    size = max(between(rng, *plan.shown) - lacks, rules.min_series - plan.blanks)
    shown = _draw(rng, size, lacks, plan.blanks)
    options = {c: rights for c in ((None,) if lacks else plan.conditions) if (rights := _rights(shown, plan.blanks, c))}
    condition = pick(rng, tuple(options))
    rights = options[condition]
    choices, mistakes = _choices(rng, plan, shown, rights) if plan.choices else (None, ())
    if choices:
        rights = [right for right in rights if set(right) <= set(choices)]
    return Item(
        question=ASKS[plan.blanks, condition] if choices is None else msg("Which of these cards completes the series?"),
        given={
            "cards": [int(card) for card in shown],
            "blanks": plan.blanks,
            "condition": condition,
            **({"choose_from": [int(card) for card in choices]} if choices else {}),
        },
        exhibits=(CardRow(shown),),
        response=CardSet(choices, plan.blanks),
        answer=Answer(tuple(rights), len(rights), rights[0]),
        solution=tuple(_solve(in_order(shown), rights, condition)),
        difficulty=Difficulty(
            1.5 * level
            + 2 * lacks
            + (condition is not None)
            + (sum(sieve_cost(card) for card in shown) + sum(map(is_prime, shown))) / 4,
            ("missing-key",) if lacks else ("list-primes", "fill-family"),
        ),
        mistakes=mistakes,
        aids=Aids(primes_list=plan.primes_list),
        rules=rules,
    )


def _draw(rng: Random, size: int, lacks: bool, blanks: int) -> tuple[Card, ...]:
    """Draw cards of one family, with its key or, if it *lacks*, composites alone."""
    key = pick(rng, PRIMES)
    others = shuffled(rng, (n for n in family(key) if not (lacks and is_prime(n))))
    if lacks or blanks > 1:
        # One card across from the first, so that the key, or its place, is the only one or one of two.
        across = next(n for n in others if not fits(n, others[0]))
        others = [others[0], across, *(n for n in others[1:] if n != across)]
    return tuple(Card(n) for n in shuffled(rng, others[:size] if lacks else (key, *others[: size - 1])))


def _keys(shown: tuple[Card, ...]) -> list[int]:
    """List the primes that fit all the cards *shown*: those that can be the key, if they are there or are written."""
    return [prime for prime in PRIMES if all(fits(card, prime) for card in shown)]


def _rights(shown: tuple[Card, ...], blanks: int, condition: str | None) -> list[tuple[Card, ...]]:
    """List all that completes the cards *shown* and meets the *condition*."""
    found: set[tuple[Card, ...]] = set()
    for key in _keys(shown):
        rest = [Card(n) for n in family(key) if n not in shown]
        with_key = [(Card(key), *others) for others in combinations(rest, blanks - 1)]
        found.update(in_order(right) for right in (combinations(rest, blanks) if key in shown else with_key))
    return sorted(right for right in found if all(map(MEETS[condition], right)))


def _choices(
    rng: Random, plan: _Plan, shown: tuple[Card, ...], rights: list[tuple[Card, ...]]
) -> tuple[tuple[Card, ...], tuple[tuple[Card, str], ...]]:
    """Draw the cards to choose from, one of them right, and name the mistake behind each of the others."""
    completing = {card for right in rights for card in right}
    key = next(key for key in _keys(shown) if key in shown)
    mistakes = {n: misfit(n, key, shown) for n in range(1, HIGHEST + 1) if n not in shown and n not in completing}
    plain = ("no-shared-digit", "every-card-prime")
    fitting = [n for n in shuffled(rng, mistakes) if (mistakes[n] not in plain) is plan.tempting]
    wrong = [Card(n) for n in fitting[: plan.choices - 1]]
    wrong += [Card(n) for n in mistakes if n not in fitting][: plan.choices - 1 - len(wrong)]
    choices = tuple(shuffled(rng, (*sample(rng, sorted(completing), 1), *wrong)))
    return choices, tuple((card, mistakes[card]) for card in choices if card not in completing)


def _solve(shown: tuple[Card, ...], rights: list[tuple[Card, ...]], condition: str | None) -> Iterator[Step]:
    """Write the thought out: the key, how the cards fit it, and what fits as well."""
    primes = tuple(card for card in shown if card.is_prime)
    keys = _keys(shown)
    held = [key for key in keys if key in shown]
    if primes:
        yield Step(msg("A key is prime. The primes here: {primes}.", primes=primes), primes)
    for prime in primes:
        if prime not in keys:
            yield Step(_rule_out(shown, prime), (prime,))
    if not primes:
        yield Step(msg("None of these cards is prime, so the key is missing."))
    key = next(key for key in held or keys if all(fits(card, key) for card in rights[0]))
    yield from (Step(how_all_fit(k, shown), shown) for k in ((key,) if held else keys))
    if not held and len(keys) == 1:
        yield Step(msg("Only {key} is prime and fits all the cards, so it has to be added.", key=key))
    elif not held:
        yield Step(msg("These primes fit all the cards, and one has to be added: {keys}.", keys=tuple(keys)))
    if condition:
        yield Step(_SORTS[condition])
    if rights[0] != (key,):
        yield Step(how_all_fit(key, rights[0]), rights[0])
    if len(rights) == 1:
        yield Step(msg("So the series is completed by {cards}.", cards=rights[0]), rights[0])
    else:
        yield Step(msg("So the series is completed by {cards}, for example.", cards=rights[0]), rights[0])


_SORTS = {
    "composite": msg("A composite number has more than two divisors; 1 is not composite."),
    "prime": msg("A prime number has exactly two divisors; 1 is not prime."),
    "two-digit": msg("A two-digit number has a tens digit that is not 0."),
    "single-digit": msg("A single-digit number has 0 tens."),
}


def explain(item: Item, card: Card) -> Message:
    """Say why *card* completes the series, or why not."""
    shown = tuple(Card(number) for number in item.given["cards"])
    condition = item.given["condition"]
    keys = _keys(shown)
    key = next((key for key in keys if key in shown), None)
    if not card:
        return msg("Write numbers here, not a wild card.")
    if card in shown:
        return msg("{card} is there already.", card=card)
    if not MEETS[condition](card):
        return msg("{card} is not what was asked for. {reason}", card=card, reason=_SORTS[condition])
    if key is None and card not in keys and item.given["blanks"] > 1:
        key = next((key for key in keys if fits(card, key)), keys[0])
    if key is not None:
        return fit_or_not(card, key)
    if not card.is_prime:
        return msg("A key has to be prime: {reason}", reason=why_not_prime(card))
    return how_all_fit(card, shown) if card in keys else _rule_out(shown, card)


def _rule_out(shown: tuple[Card, ...], prime: Card) -> Message:
    return does_not_fit(next(card for card in shown if not fits(card, prime)), prime)


def oracle(given: dict[str, Any], least: int) -> list[Any]:
    """Find all that completes the series again, by the plain rules."""
    shown = tuple(given["cards"])
    keys = [key for key in NUMBERS if plainly_prime(key) and all(joins(card, key) for card in shown)]
    sorts = {
        "composite": [n for n in NUMBERS if n > 1 and not plainly_prime(n)],
        "prime": [n for n in NUMBERS if plainly_prime(n)],
        "two-digit": [n for n in NUMBERS if len(str(n)) > 1],
        "single-digit": [n for n in NUMBERS if len(str(n)) == 1],
    }
    asked: Any = given.get("choose_from") or sorts.get(given["condition"], NUMBERS)
    free = [n for n in sorted(asked) if n not in shown and any(joins(n, key) for key in keys)]
    return [list(right) for right in combinations(free, given["blanks"]) if is_series((*shown, *right), 0, least)]


KIND = Kind(
    name="complete-series",
    title=msg("Complete the series"),
    teaches=msg("Finding numbers that obey a rule: what the key asks for"),
    levels=(
        msg("choose one of 4 cards"),
        msg("choose one of 4 cards, all of them tempting"),
        msg("write one number"),
        msg("write one number of a certain sort, or the key that is missing"),
        msg("write two numbers of a certain sort, or the missing key and one more"),
    ),
    hint=msg("Find the key first: a prime that fits all the cards. Perhaps it is not there yet."),
    strand="series",
    make=make,
    explain=explain,
    oracle=oracle,
)
