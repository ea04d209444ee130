"""build-series: lay the longest series that this hand holds.

The longest series of a key is all the cards of the hand that fit it, and the wild card; so the longest of all is found
by trying every prime that is held or, with a wild card, every prime. Every series of that length is right.

The level is that of the thought a hand needs, and is proved by what fits the primes: 1 there is one prime; 2 there are
more, but cards enough for a series fit only one; 3 several have series, and the longest is at once seen to be so (two
cards longer); 4 they have to be counted, since the next one is a card shorter or as long; 5 the longest series has a
key that is not held, so that the primes of the hand do not lead to it, and the wild card is its key.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from primecards.chance import below, sample, shuffled
from primecards.messages import Message, msg, nmsg
from primecards.puzzles.grading import sieve_cost
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.mistakes import misfit
from primecards.puzzles.oracle import NUMBERS, joins
from primecards.puzzles.oracle import prime as plainly_prime
from primecards.puzzles.reasons import fit_or_not, how_all_fit
from primecards.puzzles.responses import CardSet
from primecards.rules.cards import NUMBER_CARDS, WILD, Card, cards_from_json, cards_to_json, in_order
from primecards.rules.numbers import PRIMES, family, fits, is_prime
from primecards.rules.ruleset import Rules
from primecards.rules.series import check_series


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level: for each key, how many number cards its series has beyond the least.

    Then other cards to fill the hand up, perhaps with a prime; a wild card in place of the first key; and whether the
    second series may be as long as the first.
    """

    beyond: tuple[int, ...]
    others: int
    other_primes: int = 0
    wild: bool = False
    may_be_equal: bool = False
    primes_marked: bool = False


LEVELS = {
    1: _Plan((0,), others=3, primes_marked=True),
    2: _Plan((1,), others=3, other_primes=1, primes_marked=True),
    3: _Plan((2, 0), others=1),
    4: _Plan((1, 0), others=2, other_primes=1, may_be_equal=True),
    5: _Plan((0, -1), others=2, wild=True),
}
CLEARLY_LONGER = 2


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Plant hands until one is proved to be of the *level*; most are."""
    plan = LEVELS[level]
    least = rules.min_series
    hand: tuple[Card, ...] = ()
    while _level(hand, least) != level:
        hand = tuple(shuffled(rng, _plant(rng, plan, least)))
    right = _longest(hand)
    primes = [card for card in hand if card.is_prime]
    return Item(
        question=_question(rules),
        given={"cards": cards_to_json(hand)},
        exhibits=(),
        response=CardSet(hand),
        answer=Answer.of(*right),
        solution=tuple(_solve(hand, right, rules)),
        difficulty=Difficulty(
            4 * level + len(hand) / 2 + len(primes) + sum(sieve_cost(card) for card in hand) / 4,
            ("one-prime", "weak", "compare", "count", "missing-key")[:level],
        ),
        mistakes=tuple(
            (card, _mistake(card, hand, right[0], rules))
            for card in hand
            if not any(card in series for series in right)
        ),
        aids=Aids(primes_marked=plan.primes_marked),
        rules=rules,
    )


def _question(rules: Rules) -> Message:
    if rules.min_series == Rules().min_series:
        return msg("Build the longest series from the cards of this hand. Circle its cards.")
    return msg(
        "Build the longest series, of at least {least} cards, from the cards of this hand. Circle its cards.",
        least=rules.min_series,
    )


def _plant(rng: Random, plan: _Plan, least: int) -> list[Card]:
    """Draw a hand: series whose keys share no digit, with composites of their own, then cards that fit no key."""
    keys: list[int] = []
    for prime in shuffled(rng, PRIMES):
        if len(keys) < len(plan.beyond) and not any(fits(prime, key) for key in keys):
            keys.append(prime)
    equal = plan.may_be_equal and below(rng, 2)
    hand: list[int] = []
    for key, beyond in zip(keys, plan.beyond, strict=True):
        own = [n for n in family(key) if not is_prime(n) and not any(fits(n, k) for k in keys if k != key)]
        missing = plan.wild and key == keys[0]
        longer = max(plan.beyond) if equal else beyond
        hand += ([] if missing else [key]) + sample(rng, own, least + longer - (not missing))
    cards = least * len(keys) + sum(plan.beyond) + plan.others
    strangers = [n for n in shuffled(rng, NUMBER_CARDS) if not any(fits(n, key) for key in keys)]
    hand += [n for n in strangers if is_prime(n)][: plan.other_primes]
    hand += [n for n in strangers if not is_prime(n)][: cards - len(hand)]
    return [*(Card(n) for n in hand), *[WILD] * plan.wild]


def _series(hand: tuple[Card, ...], key: int) -> tuple[Card, ...]:
    """List the cards of *hand* that can lie in a series of *key*, wild cards last."""
    return in_order(card for card in hand if not card or fits(card, key))


def _longest(hand: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """List the longest series of *hand*, each once."""
    keys = PRIMES if WILD in hand else tuple(card for card in hand if card.is_prime)
    series = {_series(hand, key) for key in keys}
    most = max(map(len, series))
    return sorted(cards for cards in series if len(cards) == most)


def _level(hand: tuple[Card, ...], least: int) -> int:
    """Say what thought *hand* needs, as the module's docstring has it; 0 if that is of no level."""
    primes = [card for card in hand if card.is_prime]
    if not primes:
        return 0
    lengths = sorted(map(len, {_series(hand, prime) for prime in primes}), reverse=True)
    if WILD in hand:
        return 5 if len(_longest(hand)[0]) > lengths[0] >= least else 0
    enough = [length for length in lengths if length >= least]
    if len(enough) < 2:
        return (1 if len(primes) == 1 else 2) if enough else 0
    return 3 if enough[0] - enough[1] >= CLEARLY_LONGER else 4


def _mistake(card: Card, hand: tuple[Card, ...], longest: tuple[Card, ...], rules: Rules) -> str:
    """Name the mistake of taking *card*, which lies in no longest series."""
    primes = [prime for prime in hand if prime.is_prime and fits(card, prime)]
    if any(len(_series(hand, prime)) >= rules.min_series for prime in primes):
        return "shorter-series"
    return "prime-but-not-key" if card.is_prime else misfit(card, _key(longest, rules), longest)


def _key(series: tuple[Card, ...], rules: Rules) -> int:
    """Return a key of *series*, one that is held if there is one."""
    keys = check_series(series, rules=rules).keys
    return next((key for key in keys if key in series), keys[0])


def _solve(hand: tuple[Card, ...], right: list[tuple[Card, ...]], rules: Rules) -> Iterator[Step]:
    """Write the thought out: what each prime takes, what a missing key takes, and the longest of these."""
    primes = tuple(sorted(card for card in hand if card.is_prime))
    yield Step(msg("A key is prime. The primes here: {primes}.", primes=primes), primes)
    for prime in primes:
        cards = _series(hand, prime)
        if len(cards) < rules.min_series:
            yield Step(
                nmsg(
                    "Only {cards} itself could lie in a series of {prime}: too few, so {prime} is not a key.",
                    "Only {cards} could lie in a series of {prime}: too few, so {prime} is not a key.",
                    len(cards),
                    cards=cards,
                    prime=prime,
                ),
                (prime,),
            )
        else:
            yield Step(_count(prime, cards), cards)
    for cards in right:
        key = _key(cards, rules)
        if key not in cards:
            yield Step(msg("The wild card can be a key that is not there, such as {key}.", key=key), (WILD,))
            yield Step(_count(key, cards), cards)
        yield Step(how_all_fit(key, cards), cards)
    if len(right) == 1:
        yield Step(msg("So the longest series is {cards}.", cards=right[0]), right[0])
    else:
        yield Step(msg("These series are equally long, and each is right."))


def _count(key: int, cards: tuple[Card, ...]) -> Message:
    return nmsg(
        "A series of key {key} has one card: {cards}.",
        "A series of key {key} has {n} cards: {cards}.",
        len(cards),
        key=key,
        cards=cards,
    )


def score(item: Item, response: tuple[Card, ...]) -> Fraction:
    """Give the length of a valid series of the hand as a fraction of the longest, and nothing for other cards."""
    hand = cards_from_json(item.given["cards"])
    from_hand = all(response.count(card) <= hand.count(card) for card in response)
    if not from_hand or not check_series(response, rules=item.rules).ok:
        return Fraction(0)
    return Fraction(len(response), len(item.answer.sample))


def review(item: Item, response: tuple[Card, ...]) -> Iterator[tuple[Message, str | None]]:
    """Say whether the cards chosen are a series and under which key, then what makes a longest one."""
    hand = cards_from_json(item.given["cards"])
    strange = tuple(card for card in dict.fromkeys(response) if response.count(card) > hand.count(card))
    for card in strange:
        yield msg("{card} is not among the cards to choose from.", card=card), None
    chosen = tuple(card for card in response if card not in strange)
    right = [tuple(c for c in series if isinstance(c, Card)) for series in item.answer.all or ()]
    longest = max(right, key=lambda series: sum(card in series for card in chosen))
    key = _key(longest, item.rules)
    verdict = check_series(chosen, rules=item.rules)
    if verdict.ok:
        own = _key(chosen, item.rules)
        if key in verdict.keys and set(chosen) < set(longest):
            own = key
        told = msg("{cards} is a series of {key}, and there is a longer one.", cards=chosen, key=own)
        yield told, "shorter-series"
        if own == key:
            missing = (card for card in longest if card not in chosen)
            yield from ((fit_or_not(card, key) if card else LONGER, None) for card in missing)
    elif chosen:
        yield from ((message, None) for message in verdict.messages)
    yield _count(key, longest), None


LONGER = msg("The wild card makes a series one card longer.")


def oracle(given: dict[str, Any], least: int) -> list[Any]:
    """Find the longest series again, by the plain rules."""
    numbers = sorted(card for card in given["cards"] if card != "w")
    wilds = ["w"] * (len(given["cards"]) - len(numbers))
    keys = [key for key in NUMBERS if plainly_prime(key) and (key in numbers or wilds)]
    series = [[*(n for n in numbers if joins(n, key)), *wilds] for key in keys]
    most = max(least, *map(len, series))
    return [cards for place, cards in enumerate(series) if len(cards) == most and cards not in series[:place]]


KIND = Kind(
    name="build-series",
    title=msg("The longest series"),
    teaches=msg("Gathering by a rule and comparing: how many cards each prime would take"),
    levels=(
        msg("6 cards, one prime"),
        msg("7 cards, two primes, one of them with too few cards for a series"),
        msg("9 cards, two series, one of them much longer"),
        msg("9 cards, series of nearly the same length"),
        msg("8 cards, one of them wild: the key of the longest series is not in the hand"),
    ),
    hint=msg("For each prime, count the cards that would lie in its series. The longest series wins."),
    strand="series",
    make=make,
    score=score,
    review=review,
    oracle=oracle,
    page_rule="series",
)
