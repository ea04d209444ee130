"""find-mistake: somebody laid cards in series and named the keys, with exactly one mistake; where is it?

Sound series are drawn, whose keys share no digit, and one fault is planted in one of them. Proof: of all that the rules
ask of the series as they lie and of the keys as they are named, exactly one thing fails. Moreover no other key would
make the spoilt series sound, and no other card spoils it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from primecards.chance import below, between, pick, sample, shuffled
from primecards.messages import Message, msg
from primecards.puzzles.exhibits import LaidSeries
from primecards.puzzles.grading import sieve_cost
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.mistakes import LOOKS_PRIME, STRANGE_PRIMES, misfit
from primecards.puzzles.oracle import joins
from primecards.puzzles.oracle import prime as plainly_prime
from primecards.puzzles.reasons import how_all_fit
from primecards.puzzles.responses import Choice, Group, Option, groups_to_json
from primecards.rules.cards import NUMBER_CARDS, WILD, Card, in_order
from primecards.rules.numbers import PRIMES, fits, is_prime, why_not_prime
from primecards.rules.ruleset import Rules
from primecards.rules.series import check_series, does_not_fit


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level: the number of series, the faults to draw from, and how many cards are offered.

    A fault is the mistake that lays a wrong card ("far": no digit in common), "key-not-prime" or "count".
    """

    series: int
    faults: tuple[str, ...]
    offered: int
    primes_too: bool = False
    wild: bool = False
    primes_list: bool = False


LEVELS = {
    1: _Plan(1, ("no-shared-digit", "wrong-place"), 3, primes_list=True),
    2: _Plan(2, ("digits-swapped", "wrong-place", "count"), 4, primes_list=True),
    3: _Plan(2, ("chain", "no-tens-digit", "count"), 4, primes_too=True),
    4: _Plan(2, ("key-not-prime", "key-not-prime", "chain", "count"), 4, primes_too=True),
    5: _Plan(3, ("key-not-prime", "chain", "chain", "count"), 4, primes_too=True, wild=True),
}
NO_KEYS = (1, *LOOKS_PRIME, 9, 21, 27, 33, 49, 63, 77, 81)
COUNT = "count"


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Plant a fault in one of several series until it is proved to be the only one; nearly all are."""
    plan = LEVELS[level]
    fault = pick(rng, plan.faults)
    while True:
        groups = _plant(rng, plan, fault, rules.min_series)
        if groups and (right := _only_fault(groups, rules)) is not None:
            return _item(rng, level, groups, right, fault, rules)


def _plant(rng: Random, plan: _Plan, fault: str, least: int) -> list[Group]:
    """Draw the series, the spoilt one first; [] where its key has no card to spoil it with."""
    key = pick(rng, NO_KEYS if fault == "key-not-prime" else PRIMES)
    keys = [key]
    for prime in shuffled(rng, PRIMES):
        if len(keys) < plan.series and not any(fits(prime, other) for other in keys):
            keys.append(prime)
    laid = [_series(rng, plan, key, keys, least - (fault == COUNT), primes=plan.primes_too and fault == "chain")]
    laid += [_series(rng, plan, k, keys, between(rng, least, least + 1), primes=plan.primes_too) for k in keys[1:]]
    if fault not in (COUNT, "key-not-prime"):
        taken = {card for cards in laid for card in cards}
        strangers = [n for n in NUMBER_CARDS if n not in taken and not fits(n, key)]
        spoilers = [n for n in strangers if misfit(n, key, tuple(laid[0])) == fault]
        if not spoilers:
            return []
        laid[0].append(pick(rng, spoilers))
    if plan.wild:
        cards = laid[between(rng, 1, len(laid) - 1)]
        cards[below(rng, len(cards))] = WILD
    return [Group(k, in_order(cards)) for k, cards in zip(keys, laid, strict=True)]


def _series(rng: Random, plan: _Plan, key: int, keys: list[int], size: int, *, primes: bool) -> list[Card]:
    """Draw *size* cards of a series, its *key* first; at the lower levels none that fits one of the other *keys*."""
    others = [k for k in keys if k != key and not plan.primes_too]
    own = [n for n in NUMBER_CARDS if fits(n, key) and n not in keys and not any(fits(n, k) for k in others)]
    return [Card(key), *sample(rng, (n for n in own if n != key and (primes or not is_prime(n))), size - 1)]


def _faults(groups: list[Group], rules: Rules) -> Iterator[Card | str]:
    """Go through all that the rules find wrong with *groups* as they lie and with the keys named."""
    cards = [card for group in groups for card in group.cards if card]
    yield from (card for place, card in enumerate(cards) if card in cards[:place])
    for group in groups:
        key = Card(group.key or 0)
        if not key.is_prime or (key not in group.cards and WILD not in group.cards):
            yield key
        yield from (card for card in group.cards if card and not fits(card, key))
        if len(group.cards) < rules.min_series:
            yield COUNT


def _only_fault(groups: list[Group], rules: Rules) -> Card | str | None:
    """Return the one fault of *groups*, the first of which is spoilt; None if another key or card is in doubt."""
    cards = groups[0].cards
    faults = list(_faults(groups, rules))
    if len(faults) != 1 or check_series(cards, rules=rules).ok:
        return None
    if faults[0] == COUNT or faults[0] == groups[0].key:
        return faults[0]
    spoilers = [card for card in cards if check_series([c for c in cards if c is not card], rules=rules).ok]
    return faults[0] if spoilers == faults else None


def _item(rng: Random, level: int, groups: list[Group], right: Card | str, fault: str, rules: Rules) -> Item:
    plan = LEVELS[level]
    numbers = [card for group in groups for card in group.cards if card]
    wrong = sample(rng, (card for card in numbers if card != right), plan.offered - (right != COUNT))
    mistakes: dict[Card | str, str] = {card: _mistake(card, groups) for card in wrong}
    if right != COUNT:
        mistakes[COUNT] = "key-not-counted"
    options = tuple(
        Option(letter, int(value) if isinstance(value, Card) else value, _text(value), mistakes.get(value))
        for letter, value in zip("abcde", shuffled(rng, (right, *mistakes)), strict=False)
    )
    laid = tuple(shuffled(rng, groups))
    return Item(
        question=_question(rules),
        given={"arrangement": groups_to_json(laid)},
        exhibits=(LaidSeries(laid),),
        response=Choice(options),
        answer=Answer.of(next(option.id for option in options if option.value == right)),
        solution=tuple(_solve(laid, right, rules)),
        difficulty=Difficulty(
            level + len(numbers) / 2 + sum(sieve_cost(n) + is_prime(n) for n in numbers) / 4,
            ("count", "test-key", *["test-cards"] * (fault != COUNT)),
        ),
        mistakes=tuple((int(value) if isinstance(value, Card) else value, name) for value, name in mistakes.items()),
        aids=Aids(primes_list=plan.primes_list),
        rules=rules,
    )


def _question(rules: Rules) -> Message:
    if rules.min_series == Rules().min_series:
        return msg("This solution has one mistake. Find it.")
    return msg("This solution has one mistake. Find it. A series has at least {least} cards.", least=rules.min_series)


def _text(value: Card | str) -> Message:
    return msg("the card {card}", card=value) if isinstance(value, Card) else msg("too few cards in one series")


def _mistake(card: Card, groups: list[Group]) -> str:
    """Name the mistake of taking *card*, which is laid rightly, for the one that is wrong."""
    group = next(group for group in groups if card in group.cards)
    if card == group.key:
        if card == PRIMES[0]:
            return "two-is-not-prime"
        return "strange-prime" if card in STRANGE_PRIMES else "prime-not-seen"
    if card.is_prime:
        return "only-key-prime"
    return "must-run-in-order" if card.tens == (group.key or 0) // 10 else "one-place-only"


def _solve(groups: tuple[Group, ...], right: Card | str, rules: Rules) -> Iterator[Step]:
    """Go through the series: the sound ones, and what is wrong with the other."""
    for group in groups:
        key, cards = Card(group.key or 0), group.cards
        strangers = [card for card in cards if card and not fits(card, key)]
        if key not in cards:
            yield Step(msg("The wild card is the key: it can stand for {key}.", key=key), (WILD,))
        if not key.is_prime:
            yield Step(msg("A key has to be prime: {reason}", reason=why_not_prime(key)), (key,))
        else:
            yield Step(how_all_fit(key, (card for card in cards if card not in strangers)), cards)
        for card in strangers:
            yield Step(does_not_fit(card, key), (card,))
        if len(cards) < rules.min_series:
            for message in check_series(cards, key=key, rules=rules).messages:
                yield Step(message, cards)
    if isinstance(right, Card):
        yield Step(msg("So the mistake is the card {card}.", card=right), (right,))
    else:
        yield Step(msg("So the mistake is that one series has too few cards."))


def oracle(given: dict[str, Any], least: int) -> list[Any]:
    """Find the value of the right option again, by the plain rules: all that is wrong."""
    wrong: list[Any] = []
    for group in given["arrangement"]:
        key, cards = group["key"], group["cards"]
        wrong += [key] if not plainly_prime(key) or not {key, "w"}.intersection(cards) else []
        wrong += [card for card in cards if card != "w" and not joins(card, key)]
        wrong += [COUNT] if len(cards) < least else []
    return wrong


KIND = Kind(
    name="find-mistake",
    title=msg("Find the mistake"),
    teaches=msg("Checking a finished answer against every rule"),
    levels=(
        msg("one series, a card that does not fit"),
        msg("two series, a digit in the wrong place or too few cards"),
        msg("two series, a card that matches another card, a missing tens digit or too few cards"),
        msg("two series, a key that is not prime, a card that matches another card, or too few cards"),
        msg("three series with a wild card, and any of these mistakes"),
    ),
    hint=msg("Check each series: is the key prime, does every card fit the key, are there enough cards?"),
    strand="series",
    make=make,
    oracle=oracle,
)
