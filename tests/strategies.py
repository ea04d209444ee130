"""What the tests draw their examples from: Hypothesis strategies, and long rows of hands from a seed.

Random hands can nearly never be arranged, so most hands here are built from series, and some of those spoilt by a card.
"""

from collections.abc import Iterator
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from primecards import BASIC, WILD, Card, Rules
from tests.brute_force import FITTING, NUMBERS, PRIMES

# How long an example takes says more of the machine than of the code: no test may fail for it.
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")

Hand = tuple[tuple[int, ...], int]
"""The numbers of a hand, in rising order, and how many wild cards it has."""

numbers = st.integers(1, 99)
primes = st.sampled_from(PRIMES)
number_cards = numbers.map(Card)
cards = st.one_of(number_cards, st.just(WILD))
min_series = st.integers(3, 6)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Any rules that may be agreed on."""
    max_players = draw(st.integers(2, 6))
    return Rules(
        players=draw(st.integers(2, max_players)),
        hand_size=draw(st.integers(1, 30)),
        min_series=draw(min_series),
        wild_cards=draw(st.integers(0, 10)),
        scoring=draw(st.sampled_from(("keys", "unmatched", "places"))),
        allow_return_taken=draw(st.booleans()),
        stock_empty=draw(st.sampled_from(("reshuffle", "end"))),
        turn_limit=draw(st.integers(1, 1000)),
        max_players=max_players,
    )


def hands(min_size: int = 0, max_size: int = 9, max_wilds: int = 4) -> st.SearchStrategy[tuple[Card, ...]]:
    """Cards in any order, at random or from the families of a few primes."""
    keys = st.lists(primes, min_size=1, max_size=3)
    families = keys.map(lambda chosen: sorted(set().union(*(FITTING[key] for key in chosen))))
    pools = st.one_of(st.just(list(NUMBERS)), families)

    @st.composite
    def hand(draw: st.DrawFn) -> tuple[Card, ...]:
        wilds = draw(st.integers(0, max_wilds))
        size = st.integers(max(0, min_size - wilds), max(0, max_size - wilds))
        chosen = draw(st.lists(st.sampled_from(draw(pools)), unique=True, max_size=draw(size)))
        missing = max(0, min_size - wilds - len(chosen))
        chosen += [n for n in NUMBERS if n not in chosen][:missing]
        return tuple(draw(st.permutations([*map(Card, chosen), *[WILD] * wilds])))

    return hand()


def rules_with(least: int) -> Rules:
    """The basic rules with another least length of a series."""
    return Rules(min_series=least) if least != BASIC.min_series else BASIC


def as_cards(hand: Hand) -> list[Card]:
    """A hand of numbers and a count as a list of cards."""
    chosen, wilds = hand
    return [*map(Card, chosen), *[WILD] * wilds]


def random_hand(rng: Random, size: int, wilds: int) -> Hand:
    """Any cards, *size* with the wild ones."""
    return tuple(sorted(rng.sample(NUMBERS, size - wilds))), wilds


def built_hand(rng: Random, size: int, wilds: int, least: int) -> Hand:
    """Cards of a few series, *size* in all, some of them made wild; every third hand has one card exchanged for any."""
    chosen: set[int] = set()
    while len(chosen) < size:
        key = rng.choice(PRIMES)
        length = min(rng.randint(least, least + 2), size - len(chosen))
        others = sorted(FITTING[key] - chosen - {key})
        chosen |= {key, *rng.sample(others, min(length, len(others)))}
    row = list(chosen)
    rng.shuffle(row)
    kept = set(row[: size - wilds])
    if kept and rng.random() < 1 / 3:
        kept.remove(rng.choice(sorted(kept)))
        kept.add(rng.choice([n for n in NUMBERS if n not in kept]))
    return tuple(sorted(kept)), wilds


def many_hands(
    count: int, *, wilds: int, sizes: range = range(3, 10), leasts: tuple[int, ...] = (3, 4), seed: int = 0
) -> Iterator[tuple[Hand, int]]:
    """At least *count* hands with *wilds* wild cards, each with a least length: every size and least has its share.

    The same every time. Two in three are built from series.
    """
    cases = [(size, least) for size in sizes if size >= wilds for least in leasts]
    rng = Random(f"{seed} {wilds} {count}")
    for number in range(count + len(cases)):
        size, least = cases[number % len(cases)]
        build = number // len(cases) % 3
        yield built_hand(rng, size, wilds, least) if build else random_hand(rng, size, wilds), least
