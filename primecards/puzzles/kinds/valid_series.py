"""valid-series: are these cards a series, and if not, why not?

A series is drawn, or a row with one fault planted alone: cards of one family without a prime, a series with one card
that no key takes, or a series that is one card too short. `check_series` proves that the row has this fault and no
other. A wild card makes neither "no prime" possible nor the row easier: it may be the key itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from primecards.chance import below, pick, shuffled
from primecards.messages import Message, msg, nmsg
from primecards.puzzles.exhibits import CardRow
from primecards.puzzles.grading import sieve_cost
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.mistakes import LOOKS_PRIME, STRANGE_PRIMES, misfit, why_not_key
from primecards.puzzles.oracle import is_series
from primecards.puzzles.oracle import prime as plainly_prime
from primecards.puzzles.reasons import how_all_fit
from primecards.puzzles.responses import Choice, Option
from primecards.rules.cards import WILD, Card, cards_to_json, in_order
from primecards.rules.numbers import HIGHEST, PRIMES, family, fits, is_prime, why_not_prime
from primecards.rules.ruleset import Rules
from primecards.rules.series import Verdict, check_series, does_not_fit


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level: the cards, other primes beside the key, and the mistake that the misfit tempts to."""

    cards: int
    misfits: tuple[str, ...]
    other_primes: int = 0
    look_alikes: bool = False
    wild: bool = False
    primes_list: bool = False


LEVELS = {
    1: _Plan(3, ("no-shared-digit",), primes_list=True),
    2: _Plan(4, ("digits-swapped", "wrong-place", "no-tens-digit"), primes_list=True),
    3: _Plan(5, ("chain",), other_primes=1),
    4: _Plan(6, ("chain",), other_primes=2, look_alikes=True),
    5: _Plan(7, ("chain",), other_primes=2, look_alikes=True, wild=True),
}
# Rows that are valid, and rows with a card that does not fit, come twice as often as the others.
PLANTED = ("valid", "valid", "does-not-fit", "does-not-fit", "no-prime", "too-short")
MOST_LOOK_ALIKES = 2
WITHOUT_WILD = 4  # where there may be a wild card, one row in so many has none
TEXTS = {
    "valid": msg("Yes, they are a series."),
    "no-prime": msg("No: none of them is prime, so there is no key."),
    "does-not-fit": msg("No: a card does not fit."),
    "too-short": msg("No: there are too few cards."),
}


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Plant a series or one fault, and prove it."""
    plan = LEVELS[level]
    right = pick(rng, PLANTED)
    row = _plant(rng, plan, right, rules)
    verdict = check_series(shuffled(rng, row), rules=rules)
    mistakes = _mistakes(right, row)
    options = tuple(
        Option(letter, value, TEXTS[value], mistakes.get(value))
        for letter, value in zip("abcd", shuffled(rng, TEXTS), strict=True)
    )
    primes = [card for card in row if card.is_prime]
    return Item(
        question=_question(rules),
        given={"cards": cards_to_json(verdict.cards)},
        exhibits=(CardRow(verdict.cards),),
        response=Choice(options),
        answer=Answer.of(next(option.id for option in options if option.value == right)),
        solution=tuple(_solve(right, verdict, rules)),
        difficulty=Difficulty(
            plan.cards + len(primes) + sum(sieve_cost(card) for card in row) / 2 + 2 * (WILD in row),
            ("count", "list-primes", *["test-keys"] * bool(primes), *["try-wild"] * (WILD in row)),
        ),
        mistakes=tuple(mistakes.items()),
        aids=Aids(primes_list=plan.primes_list),
        rules=rules,
    )


def _question(rules: Rules) -> Message:
    if rules.min_series == Rules().min_series:
        return msg("Are these cards a series? If not, why not?")
    return msg("Are these cards a series of at least {least} cards? If not, why not?", least=rules.min_series)


def _plant(rng: Random, plan: _Plan, right: str, rules: Rules) -> list[Card]:
    """Draw a row that is *right*: the key or a wild card in its place first, the card that does not fit last."""
    least = rules.min_series
    size = {"too-short": least - 1, "does-not-fit": max(plan.cards, least) - 1}.get(right, max(plan.cards, least))
    key = pick(rng, PRIMES)
    others = shuffled(rng, family(key))
    composites = [n for n in others if not is_prime(n)]
    if plan.look_alikes:
        look_alikes = [n for n in composites if n in LOOKS_PRIME][:MOST_LOOK_ALIKES]
        composites.sort(key=lambda n: n not in look_alikes)
    if right == "no-prime":
        return [Card(n) for n in composites[:size]]
    members = [n for n in others if is_prime(n)][: min(plan.other_primes, size - 2)]
    for by_units in shuffled(rng, (True, False)):
        if not any((n % 10 == key % 10) is by_units for n in members):
            members.append(next(n for n in composites if (n % 10 == key % 10) is by_units))
    members += [n for n in composites if n not in members]
    row = [Card(n) for n in (key, *members[: size - 1])]
    if plan.wild and size > 2 and below(rng, WITHOUT_WILD):
        row[below(rng, size)] = WILD
    return [*row, _misfit(rng, plan, key, row, rules)] if right == "does-not-fit" else row


def _misfit(rng: Random, plan: _Plan, key: int, row: list[Card], rules: Rules) -> Card:
    """Draw a card that no key, held or stood for by a wild card, takes into the series *row*, a tempting one first."""
    numbers = tuple(card for card in row if card)
    strangers = shuffled(rng, (n for n in range(1, HIGHEST + 1) if not fits(n, key)))
    strangers.sort(key=lambda n: misfit(n, key, numbers) not in plan.misfits)
    return next(Card(n) for n in strangers if not check_series((*row, Card(n)), rules=rules).ok)


def _mistakes(right: str, row: list[Card]) -> dict[str, str]:
    """Name the mistake that leads to each of the other options."""
    odd = sorted((card for card in row if card % 2), key=lambda card: card not in (1, *LOOKS_PRIME))
    key = row[0] or next((card for card in row if card.is_prime), row[1])
    numbers = tuple(card for card in row if card)
    behind = {
        "valid": {
            "no-prime": why_not_key((odd or row)[0]),
            "does-not-fit": misfit(row[-1], key, numbers[:-1]),
            "too-short": "counts-key-twice",
        }.get(right, ""),
        "no-prime": _why_not_seen(key) if key.is_prime else "wild-is-no-key",
        "does-not-fit": "prime-but-not-key" if sum(c.is_prime for c in row) > 1 else "must-run-in-order",
        "too-short": "key-not-counted",
    }
    if right == "does-not-fit" and fits(row[-1], key):
        behind["valid"] = "chain"
    return {value: mistake for value, mistake in behind.items() if value != right}


def _why_not_seen(prime: int) -> str:
    """Name the mistake of not taking *prime* for one."""
    if prime == PRIMES[0]:
        return "two-is-not-prime"
    return "strange-prime" if prime in STRANGE_PRIMES else "prime-not-seen"


def _solve(right: str, verdict: Verdict, rules: Rules) -> Iterator[Step]:
    """Write the thought out: the length, the primes, then each prime as the key."""
    cards = in_order(verdict.cards)
    yield Step(
        nmsg(
            "A series has at least {least} cards; here is one card.",
            "A series has at least {least} cards; there are {n} here.",
            len(cards),
            least=rules.min_series,
        )
    )
    primes = tuple(card for card in cards if card.is_prime)
    if right == "too-short":
        yield Step(msg("That is too few, whatever the cards are."))
    elif right == "no-prime":
        yield Step(msg("None of these cards is prime, so none can be the key."))
        yield from (Step(why_not_prime(card), (card,)) for card in cards if card % 2 and card % 5)
    elif primes:
        yield Step(msg("A key is prime. The primes here: {primes}.", primes=primes), primes)
        yield from _try_keys(cards, primes, verdict)
    else:
        yield Step(msg("None of the numbers is prime, so the wild card has to be the key."), (WILD,))
        yield from _try_keys(cards, primes, verdict)


def _try_keys(cards: tuple[Card, ...], primes: tuple[Card, ...], verdict: Verdict) -> Iterator[Step]:
    """Rule out the primes that are no keys, then say what the key takes, or that there is none."""
    numbers = tuple(card for card in cards if card)
    for prime in primes:
        if prime not in verdict.keys:
            yield Step(does_not_fit(next(card for card in numbers if not fits(card, prime)), prime), (prime,))
    if verdict.ok:
        key = next((key for key in verdict.keys if key in cards), verdict.keys[0])
        if key not in cards:
            yield Step(msg("The wild card is the key: it can stand for {key}.", key=key), (WILD,))
        yield Step(how_all_fit(key, cards), cards)
    else:
        if WILD in cards:
            yield Step(msg("A wild card cannot be the key: no prime fits all of {cards}.", cards=numbers), (WILD,))
        yield Step(msg("So a card does not fit, whichever card is the key."))


def oracle(given: dict[str, Any], least: int) -> list[Any]:
    """Find the value of the right option again, by the plain rules."""
    numbers = tuple(card for card in given["cards"] if card != "w")
    wilds = len(given["cards"]) - len(numbers)
    if not wilds and not any(map(plainly_prime, numbers)):
        return ["no-prime"]
    if not is_series(numbers, wilds, 0):
        return ["does-not-fit"]
    return ["valid" if is_series(numbers, wilds, least) else "too-short"]


KIND = Kind(
    name="valid-series",
    title=msg("Is it a series?"),
    teaches=msg("The rules of a series: a prime for a key, cards that fit it, and enough of them"),
    levels=(
        msg("3 cards"),
        msg("4 cards, perhaps one with a digit of the key in the wrong place"),
        msg("5 cards, perhaps one that matches another card but not the key"),
        msg("6 cards with several primes and look-alikes"),
        msg("7 cards with several primes and look-alikes, most often a wild card among them"),
    ),
    hint=msg("Count the cards, list the primes, then try each prime as the key."),
    strand="series",
    asks_primes=True,
    make=make,
    oracle=oracle,
)
