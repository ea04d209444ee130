"""An independent judge of hands, written from the rule book alone.

It shares no code and no idea with `primecards.rules`: no bit masks, no covers by keys, no marriage theorem. A hand is
a pair (numbers, wilds). Everything is found by trying: every way to split the cards into groups, every prime as key
of a group, every number for a wild card. It is slow, short and meant to be read.

A `Group` is (numbers in rising order, how many wild cards lie with them). A `Laid` series is a group with one of its
keys, (key, numbers, wilds); an arrangement is a sorted tuple of those.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

Group = tuple[tuple[int, ...], int]
Laid = tuple[int, tuple[int, ...], int]

NUMBERS = range(1, 100)
PRIMES = tuple(n for n in NUMBERS if n > 1 and all(n % d for d in range(2, n)))


def shares_a_digit(number: int, key: int) -> bool:
    """Whether the two have the same digit in the same place, a single-digit number written with a 0 before it."""
    return any(a == b for a, b in zip(f"{number:02}", f"{key:02}", strict=True))


FITTING = {p: frozenset(n for n in NUMBERS if shares_a_digit(n, p)) for p in PRIMES}
"""For each prime, all the numbers that may lie in a series under it, itself included."""
POSSIBLE_KEYS = {n: frozenset(p for p in PRIMES if shares_a_digit(n, p)) for n in NUMBERS}


def is_series_under(key: int, numbers: tuple[int, ...], wilds: int) -> bool:
    """Whether the cards, however few, lie rightly under *key*: each wild card tries every number not yet there."""
    if not FITTING[key].issuperset(numbers):
        return False
    if not wilds:
        return key in numbers
    return any(is_series_under(key, (*numbers, x), wilds - 1) for x in FITTING[key] if x not in numbers)


@lru_cache(maxsize=50_000)
def keys_of(numbers: tuple[int, ...], wilds: int) -> tuple[int, ...]:
    """Every prime that can be the key of these cards laid together, however few they are."""
    return tuple(p for p in PRIMES if is_series_under(p, numbers, wilds))


def is_series(numbers: tuple[int, ...], wilds: int, min_series: int = 3) -> bool:
    """Whether the cards are one valid series."""
    return len(numbers) + wilds >= min_series and any(is_series_under(p, numbers, wilds) for p in PRIMES)


def groups_with_the_first(numbers: tuple[int, ...], wilds: int, min_series: int) -> Iterator[Group]:
    """Every valid series that holds the first of *numbers*, some of the others and some of the wild cards."""

    def grow(group: tuple[int, ...], others: tuple[int, ...], keys: frozenset[int]) -> Iterator[Group]:
        for joined in range(max(0, min_series - len(group)), wilds + 1):
            if any(is_series_under(p, group, joined) for p in keys):
                yield group, joined
        for place, number in enumerate(others):
            still = keys & POSSIBLE_KEYS[number]
            if still:
                yield from grow((*group, number), others[place + 1 :], still)

    return grow(numbers[:1], numbers[1:], POSSIBLE_KEYS[numbers[0]])


def without(numbers: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers that are left."""
    return tuple(n for n in numbers if n not in gone)


def splits_of_wilds(wilds: int, min_series: int, largest: int) -> Iterator[tuple[Group, ...]]:
    """Every way to lay *wilds* wild cards in series of wild cards only, none larger than *largest*."""
    if wilds == 0:
        yield ()
    for size in range(min(wilds, largest), min_series - 1, -1):
        if is_series((), size, min_series):
            for tail in splits_of_wilds(wilds - size, min_series, size):
                yield (((), size), *tail)


def partitions(numbers: tuple[int, ...], wilds: int, min_series: int = 3) -> Iterator[tuple[Group, ...]]:
    """Every way to split all the cards into valid series, each once (the wild cards are all alike)."""
    dead_ends: set[Group] = set()

    def lay(numbers: tuple[int, ...], wilds: int) -> Iterator[tuple[Group, ...]]:
        if not numbers:
            yield from splits_of_wilds(wilds, min_series, wilds)
        elif (numbers, wilds) not in dead_ends:
            found = False
            for group, joined in groups_with_the_first(numbers, wilds, min_series):
                for tail in lay(without(numbers, group), wilds - joined):
                    found = True
                    yield ((group, joined), *tail)
            if not found:
                dead_ends.add((numbers, wilds))

    return lay(tuple(sorted(numbers)), wilds)


def can_arrange(numbers: tuple[int, ...], wilds: int, min_series: int = 3) -> bool:
    """Whether all the cards can be laid in series."""
    return any(True for _ in partitions(numbers, wilds, min_series))


def arrangements(numbers: tuple[int, ...], wilds: int, min_series: int = 3) -> set[tuple[Laid, ...]]:
    """Every arrangement of all the cards: a partition with a choice of keys."""
    return {
        tuple(sorted((key, *group) for key, group in zip(keys, split, strict=True)))
        for split in partitions(numbers, wilds, min_series)
        for keys in product(*(keys_of(*group) for group in split))
    }


def most_placed(numbers: tuple[int, ...], wilds: int, min_series: int = 3) -> int:
    """The largest number of cards that can lie in series at once: each card is left out, or laid in each way."""
    known: dict[Group, int] = {}

    def best(numbers: tuple[int, ...], wilds: int) -> int:
        if not numbers:
            return wilds if wilds >= min_series else 0
        if (numbers, wilds) not in known:
            known[numbers, wilds] = max(
                best(numbers[1:], wilds),
                *(
                    len(group) + joined + best(without(numbers, group), wilds - joined)
                    for group, joined in groups_with_the_first(numbers, wilds, min_series)
                ),
                0,
            )
        return known[numbers, wilds]

    return best(tuple(sorted(numbers)), wilds)


def discards(numbers: tuple[int, ...], wilds: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Every card that can be put away (0: a wild card), with what is left."""
    for number in numbers:
        yield number, without(numbers, (number,)), wilds
    if wilds:
        yield 0, numbers, wilds - 1


def winning_discards(numbers: tuple[int, ...], wilds: int, min_series: int = 3) -> set[int]:
    """The cards whose discard leaves a hand all in series; 0 for a wild card."""
    return {card for card, left, free in discards(numbers, wilds) if can_arrange(left, free, min_series)}


@lru_cache(maxsize=50_000)
def could_be(numbers: tuple[int, ...], wilds: int) -> frozenset[int]:
    """Every number that one of the wild cards of a series can stand for."""
    return frozenset(
        x for key in keys_of(numbers, wilds) for x in FITTING[key] if is_series_under(key, (*numbers, x), wilds - 1)
    )


def outs(numbers: tuple[int, ...], wilds: int, min_series: int = 3) -> set[int]:
    """The numbers not held that, drawn next, let the holder go out.

    A number that helps lies in some series, where a wild card could lie for it: so every partition is tried of what a
    discard leaves and one more wild card, and each number that can be put in that wild card's place is an out.
    """
    new = {x for x in NUMBERS if x not in numbers}
    if can_arrange(numbers, wilds, min_series):
        return new
    return new & {
        x
        for _, left, free in discards(numbers, wilds)
        for split in partitions(left, free + 1, min_series)
        for group, joined in split
        if joined
        for x in could_be(group, joined)
    }


def draws_needed(numbers: tuple[int, ...], wilds: int, min_series: int = 3) -> int | None:
    """The least number of draws, each followed by a discard, that can bring all the cards into series.

    d draws are not enough where d wild cards in their place are not (a wild card could have stood for each). Where d
    wild cards are enough, numbers are looked for that do the same; the answer is only given once they are found.
    """
    size = len(numbers) + wilds
    if 0 < size < min_series:
        return None
    for draws in range(size + 1):
        for kept in range(max(0, size - draws - wilds), min(len(numbers), size - draws) + 1):
            for left in combinations(numbers, kept):
                free = size - draws - kept
                if any(
                    drawn_numbers(split, draws, set(numbers)) for split in partitions(left, free + draws, min_series)
                ):
                    return draws
    raise AssertionError("some number of draws is always enough")


def drawn_numbers(split: tuple[Group, ...], draws: int, held: set[int]) -> bool:
    """Whether *draws* of the wild cards of a partition can be different numbers that are not held."""

    def fill(groups: tuple[Group, ...], draws: int, taken: frozenset[int]) -> bool:
        if not groups:
            return draws == 0
        (numbers, wilds), others = groups[0], groups[1:]
        for key in keys_of(numbers, wilds):
            for drawn in range(min(wilds, draws), -1, -1):
                chosen = draw(numbers, key, drawn, wilds - drawn, taken)
                if chosen is not None and fill(others, draws - drawn, taken | frozenset(chosen)):
                    return True
        return False

    return fill(split, draws, frozenset(held))


def draw(numbers: tuple[int, ...], key: int, drawn: int, wilds: int, taken: frozenset[int]) -> tuple[int, ...] | None:
    """*drawn* numbers, none of them taken, that make a series under *key* with the numbers and *wilds* wild cards.

    The key first, if it is to be had: the others may be any that fit.
    """
    new = sorted((x for x in FITTING[key] if x not in taken and x not in numbers), key=lambda x: x != key)
    for chosen in combinations(new, drawn):
        if is_series_under(key, (*numbers, *chosen), wilds):
            return chosen
    return None
