"""count-outs: which cards, drawn next, let you go out?

Two series and a useless card are planted, then a card is taken away. Without its key (levels 1 and 2) a series waits
for any prime that fits all its cards; with it (3 and 4) for any card that fits the key; and two whole series (5) wait
for any card that fits one key or the other. The useless card is chosen so that there is no other way to go out: the
solver, trying every key for every draw, has to find exactly those outs. A level is proved by how many they are, and by
what is missing: `LEVELS` says both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from primecards.chance import pick, shuffled
from primecards.messages import Message, msg, nmsg
from primecards.puzzles.exhibits import CardRow
from primecards.puzzles.going_out import (
    apart,
    cards_of,
    composites,
    home_of,
    how_it_lies,
    lay,
    left_at_best,
    primes_first,
    with_least,
    without,
)
from primecards.puzzles.grading import sieve_cost
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.mistakes import misfit, why_not_key
from primecards.puzzles.oracle import winning
from primecards.puzzles.reasons import ONE_DIGIT
from primecards.puzzles.responses import CardSet
from primecards.rules import masks
from primecards.rules.cards import Card, cards_from_json, cards_to_json
from primecards.rules.hands import outs, winning_discards
from primecards.rules.masks import BIT, KEYS_OF, NEAR, NUMBERS, numbers_in
from primecards.rules.numbers import HIGHEST, PRIMES, family, fits, why_not_prime
from primecards.rules.ruleset import Rules
from primecards.rules.series import does_not_fit


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is missing at a level, in how many series the other cards lie, and the least and most outs."""

    missing: str
    series: int
    outs: tuple[int, int]


LEVELS = {
    1: _Plan("key", 2, outs=(1, 3)),
    2: _Plan("key", 2, outs=(4, 7)),
    3: _Plan("card", 1, outs=(5, 13)),
    4: _Plan("card", 2, outs=(10, 18)),
    5: _Plan("any card", 2, outs=(10, 24)),
}
TRIES = 20  # useless cards to try before the series are drawn anew
TEMPTING = ("digits-swapped", "wrong-place", "no-tens-digit")
HIGHEST_LEVEL_WITH_MARKS = 2


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Plant hands of the *level* until one lacks a single card, and has no other outs than those planted."""
    plan = LEVELS[level]
    least = rules.min_series
    while True:
        laid, reach = _plant(rng, plan, least)
        held = sum(BIT[n] for n in laid)
        wanted = reach & ~held
        if held.bit_count() < 2 * least or not plan.outs[0] <= wanted.bit_count() <= plan.outs[1]:
            continue
        for useless in shuffled(rng, numbers_in(NUMBERS & ~(held | reach)))[:TRIES]:
            if masks.draws_and_outs(held | BIT[useless], 0, least) == (1, wanted):
                return _item(cards_of(rng, [*laid, useless]), Card(useless), level, rules)


def _plant(rng: Random, plan: _Plan, least: int) -> tuple[list[int], int]:
    """Draw the cards that lie in series or nearly so, and the numbers (bits) that would complete them."""
    if plan.series == 1:
        key = pick(rng, PRIMES)
        series: list[int] = []
        for n in composites(rng, key):  # no other prime may fit two of them: with it, they would be a second series
            if not any(KEYS_OF[BIT[n]] & KEYS_OF[BIT[other]] & ~NEAR[key] for other in series):
                series.append(n)
        return [key, *series[: 2 * least - 1]], NEAR[key]
    if plan.missing == "any card":
        key, other = pick(rng, [(p, q) for p in PRIMES for q in PRIMES if p < q and fits(p, q)])
        own, others = composites(rng, key, other), composites(rng, other, key)
        return [key, *own[: least - 1], other, *others[: least - 1]], NEAR[key] | NEAR[other]
    key, other = apart(rng, 2)
    whole = [key, *composites(rng, key, other)[:least]]
    waiting = composites(rng, other, key)
    if plan.missing == "card":
        return [*whole, other, *waiting[: least - 2]], NEAR[other]
    if plan.outs[0] > 1:  # only the cards of one column, or the single-digit ones, share so many primes
        waiting = [n for n in waiting if (n < 10 if other < 10 else n % 10 == other % 10)]
    waiting = waiting[: least - 1]
    reach = NUMBERS
    for n in waiting:
        reach &= KEYS_OF[BIT[n]]
    return [*whole, *waiting], reach


def _item(hand: tuple[Card, ...], useless: Card, level: int, rules: Rules) -> Item:
    right = tuple(Card(n) for n in outs(hand, rules=rules))
    waiting = _waiting(hand, right)
    return Item(
        question=with_least(msg("Which cards, drawn next, let you go out? Write them all."), rules),
        given={"cards": cards_to_json(hand), "want": "all"},
        exhibits=(CardRow(hand),),
        response=CardSet(),
        answer=Answer.of(right),
        solution=tuple(_solve(hand, useless, right, rules)),
        difficulty=Difficulty(
            len(right) / 2 + level + sum(map(sieve_cost, hand)) / 4,
            ("lay", "any-key" if len(waiting) > 1 else "one-key" if waiting else "missing-key"),
        ),
        mistakes=tuple(_mistakes(hand, right)),
        aids=Aids(primes_marked=level <= HIGHEST_LEVEL_WITH_MARKS),
        rules=rules,
    )


def _waiting(hand: tuple[Card, ...], right: tuple[Card, ...]) -> tuple[Card, ...]:
    """Find the keys held for which every card that fits is an out: none if a key is missing."""
    return tuple(sorted(key for key in hand if key.is_prime and all(n in right or n in hand for n in family(key))))


def _keyless(hand: tuple[Card, ...], right: tuple[Card, ...]) -> tuple[Card, ...]:
    """Find the cards that wait for a key: those that fit every one of the outs."""
    return tuple(sorted(card for card in hand if all(fits(card, key) for key in right)))


def _mistakes(hand: tuple[Card, ...], right: tuple[Card, ...]) -> Iterator[tuple[Card, str]]:
    """Name the cards that a known mistake would take for outs."""
    waiting = _waiting(hand, right)
    others = [Card(n) for n in range(1, HIGHEST + 1) if n not in hand and n not in right]
    if not waiting:
        keyless = _keyless(hand, right)
        yield from ((n, why_not_key(n)) for n in others if all(fits(n, x) for x in keyless))
    for n in others if waiting else ():
        for key in waiting:
            if (mistake := misfit(n, key, ())) in TEMPTING:
                yield n, mistake
                break


def _solve(hand: tuple[Card, ...], useless: Card, right: tuple[Card, ...], rules: Rules) -> Iterator[Step]:
    """Write the thought out: what lies in series, what is missing, every card that would do, and the discard."""
    yield primes_first(hand)
    useful = without(hand, useless)
    waiting = _waiting(hand, right)
    if not waiting:
        keyless = _keyless(useful, right)
        yield from lay(tuple(card for card in useful if card not in keyless), rules)
        yield Step(msg("A key is missing for {cards}: a prime that fits all of them.", cards=keyless), keyless)
    elif left_at_best(useful, rules):
        short = tuple(sorted(card for card in useful if fits(card, waiting[0])))
        yield from lay(tuple(card for card in useful if card not in short), rules)
        yield Step(msg("The series of {key} is one card too short: {cards}.", key=waiting[0], cards=short), short)
    else:
        yield from lay(useful, rules)
    for key in waiting:
        yield from _by_digit(key, right)
    yield Step(
        nmsg(
            "So one card lets you go out: {cards}. Then discard {card}.",
            "So {n} cards let you go out: {cards}. Then discard {card}.",
            len(right),
            cards=right,
            card=useless,
        ),
        right,
    )


def _by_digit(key: Card, right: tuple[Card, ...]) -> Iterator[Step]:
    """List the outs that fit *key*, those with its units digit first."""
    units = tuple(n for n in right if n % 10 == key % 10)
    tens = tuple(n for n in right if n // 10 == key // 10 and n not in units)
    if units:
        by_units = msg("The units digit of {key} is {digit}, as in {cards}.", cards=units, key=key, digit=key % 10)
        yield Step(by_units, units)
    if tens and key.tens:
        by_tens = msg("The tens digit of {key} is {digit}, as in {cards}.", cards=tens, key=key, digit=key // 10)
        yield Step(by_tens, tens)
    elif tens:
        by_tens = msg(
            "{key} has 0 tens, like all the numbers {range}, so {cards} fit.", cards=tens, key=key, range=ONE_DIGIT
        )
        yield Step(by_tens, tens)


def explain(item: Item, card: Card) -> Message:
    """Say how *card*, drawn next, lets the holder go out, or by which digits it does not."""
    hand = cards_from_json(item.given["cards"])
    right = tuple(Card(n) for n in outs(hand, rules=item.rules))
    if card in hand:
        return msg("You hold {card} already.", card=card)
    if not card:
        return msg("Write number cards only.")
    drawn = (*hand, card)
    if card in right:
        discard = winning_discards(drawn, rules=item.rules)[0]
        home = home_of(card, without(drawn, discard), item.rules)
        return msg(
            "{reason} With {card} you can go out: discard {discard}.",
            reason=how_it_lies(card, home),
            card=card,
            discard=discard,
        )
    return msg(
        "{reason} With {card}, at best these are still left over: {cards}.",
        reason=_why_not(hand, card, right),
        card=card,
        cards=left_at_best(drawn, item.rules),
    )


def _why_not(hand: tuple[Card, ...], card: Card, right: tuple[Card, ...]) -> Message:
    waiting = _waiting(hand, right)
    if waiting:
        reasons = [does_not_fit(card, key) for key in waiting]
        return reasons[0] if len(reasons) == 1 else msg("{reason} {other}", reason=reasons[0], other=reasons[1])
    if not card.is_prime:
        return why_not_prime(card)
    return does_not_fit(next(other for other in _keyless(hand, right) if not fits(other, card)), card)


def oracle(given: dict[str, Any], least: int) -> list[Any]:
    """Try every draw and every discard after it, by the plain rules."""
    hand = given["cards"]
    return [[number for number in range(1, HIGHEST + 1) if number not in hand and winning([*hand, number], least)]]


KIND = Kind(
    name="count-outs",
    title=msg("Count the outs"),
    teaches=msg("Looking ahead: all the cards that would finish the hand"),
    levels=(
        msg("a key is missing, 1 to 3 cards do"),
        msg("a key is missing, 4 to 7 cards do"),
        msg("one long series needs any card that fits"),
        msg("one of two series is a card too short, 10 cards or more do"),
        msg("any card that fits one of two keys, 10 cards or more do"),
    ),
    hint=msg("Lay what can be laid, and look at what is missing: a key, or one more card."),
    strand="hands",
    make=make,
    oracle=oracle,
    explain=explain,
)
