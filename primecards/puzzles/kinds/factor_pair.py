"""factor-pair: show that a number is not prime, by writing it as a product.

A level is a set of composite numbers, by how their smallest divisor is found. Every ordered pair of factors greater
than 1 is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from primecards.chance import pick
from primecards.messages import Formula, Message, msg
from primecards.puzzles.divisions import divisible, not_divisible, tried_in_vain
from primecards.puzzles.exhibits import CardRow
from primecards.puzzles.grading import sieve_cost
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step, asks
from primecards.puzzles.responses import Blanks
from primecards.rules.cards import Card
from primecards.rules.numbers import HIGHEST, factorisation, is_prime
from primecards.rules.ruleset import Rules


def _in_times_table(number: int) -> bool:
    """Whether *number* is a product of the multiplication table up to 10 × 10."""
    return any(number % factor == 0 and number // factor <= 10 for factor in range(2, 11))


COMPOSITES = tuple(n for n in range(4, HIGHEST + 1) if not is_prime(n))
EASY = tuple(n for n in COMPOSITES if n % 2 == 0 or n % 5 == 0)
HARDEST = (51, 57, 69, 87, 91, 93)
LEVELS = {
    1: tuple(n for n in COMPOSITES if n <= 20),
    2: tuple(n for n in EASY if n > 20 and _in_times_table(n)),
    3: tuple(n for n in EASY if n > 20 and not _in_times_table(n)),
    4: tuple(n for n in COMPOSITES if n > 20 and n not in (*EASY, *HARDEST)),
    5: HARDEST,
}
HIGHEST_LEVEL_WITH_LIST = 2


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Draw a composite number of the *level*, and list its pairs of factors."""
    number = pick(rng, LEVELS[level])
    pairs = [(n, number // n) for n in range(2, number) if number % n == 0]
    return Item(
        question=msg(
            "Show that {number} is not prime: write it as a product of two numbers greater than 1.", number=number
        ),
        given={"number": number},
        exhibits=(CardRow((Card(number),)),),
        response=Blanks((msg("first factor"), msg("second factor")), f"{number} = _ × _"),
        answer=Answer.of(*pairs),
        solution=_solve(Card(number)),
        difficulty=Difficulty(
            1 + 3 * sieve_cost(number) + (number > 20) + (0 if _in_times_table(number) else 1) + (number in HARDEST),
            tuple(f"divide-by-{prime}" for prime in (*tried_in_vain(number), factorisation(number)[0])),
        ),
        aids=Aids(primes_list=level <= HIGHEST_LEVEL_WITH_LIST),
        rules=rules,
    )


def _solve(card: Card) -> tuple[Step, ...]:
    """Write the thought out: the primes tried in vain, the first that divides, and what it shows."""
    number, divisor = int(card), factorisation(card)[0]
    in_vain = (Step(not_divisible(number), (card,)),) if tried_in_vain(number) else ()
    product = Formula(f"{divisor} × {number // divisor}")
    shown = msg("{product} has two factors greater than 1, so {number} is not prime.", product=product, number=number)
    return *in_vain, Step(divisible(number), (card,)), Step(shown, (card,))


def review(item: Item, response: tuple[int | None, ...]) -> Iterator[tuple[Message, str | None]]:
    """Say what is wrong with a pair of factors, and how to find one that is right."""
    number = item.given["number"]
    first, second = response
    if first is None or second is None:
        yield msg("Both factors are asked for."), None
    elif first < 1 or second < 1:
        yield msg("Both factors have to be greater than 1."), None
    elif 1 in response:
        shows_nothing = msg("Every number is 1 times itself: the factors have to be greater than 1.")
        yield shows_nothing, "one-as-a-factor"
    else:
        product = Formula(f"{first} × {second} = {first * second}")
        yield msg("{product}, and that is not {number}.", product=product, number=number), "wrong-product"
    yield from ((step.message, None) for step in item.solution)


def space(level: int, rules: Rules) -> frozenset[str]:
    """List what the items of *level* ask: a number each."""
    return frozenset(asks(KIND.name, rules, {"number": number}) for number in LEVELS[level])


def oracle(given: dict[str, Any], least: int) -> list[Any]:  # noqa: ARG001 - the same for every kind
    """Find every pair of factors again, by trying all."""
    number = given["number"]
    return [[a, b] for a in range(2, number) for b in range(2, number) if a * b == number]


KIND = Kind(
    name="factor-pair",
    title=msg("Find the factors"),
    teaches=msg("Composite numbers: a product of two smaller numbers"),
    levels=(
        msg("numbers up to 20"),
        msg("even numbers and multiples of 5 of the multiplication table"),
        msg("even numbers and multiples of 5 beyond the multiplication table"),
        msg("odd numbers, to be divided by 3 or 7"),
        msg("numbers that look prime: 51, 57, 69, 87, 91, 93"),
    ),
    hint=msg("Try to divide by 2, then by 3, 5 and 7. The quotient is the other factor."),
    strand="primes",
    make=make,
    review=review,
    space=space,
    oracle=oracle,
    page_rule="product",
)
