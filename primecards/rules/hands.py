"""The solver: whole hands laid in series, and the cards that would finish them.

Every function takes *cards* as `parse_cards` reads them (a hand of any size, wild cards included), raises as it does,
and takes `rules` for the least length of a series. What holds is proved in `masks`; what counts as one arrangement,
in `partitions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from primecards.rules import masks, partitions
from primecards.rules.cards import WILD, Card, CardsLike, cards_in, check_repeats, read_cards
from primecards.rules.masks import BIT, NEAR_OF, NUMBERS, WILD_BIT, Plan, numbers_in
from primecards.rules.partitions import Group
from primecards.rules.ruleset import BASIC, MAX_WILD_CARDS, Rules
from primecards.rules.series import Series


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Disjoint series, in the order of their keys, and the *deadwood*: the cards in none of them."""

    series: tuple[Series, ...]
    deadwood: tuple[Card, ...] = ()


def arrange(cards: CardsLike, *, rules: Rules = BASIC) -> Arrangement | None:
    """Lay every card in a series; None when that cannot be done (rules: Play, "Go out"). No cards: no series.

    >>> [series.cards for series in arrange("3 13 23 41 47 43 45").series]
    [(Card(3), Card(13), Card(23)), (Card(41), Card(43), Card(45), Card(47))]
    """
    return arrange_bits(*read_hand(cards), rules.min_series)


def arrange_bits(numbers: int, wilds: int, min_series: int) -> Arrangement | None:
    """Lay a hand held as bits, as `masks` has it, in series; see `arrange`."""
    plan = masks.find_plan(numbers, wilds, min_series)
    return None if plan is None else _lay(numbers, wilds, plan, min_series)


def best_arrangement(cards: CardsLike, *, rules: Rules = BASIC) -> Arrangement:
    """Lay as many cards as can be laid in series; the others are the deadwood.

    >>> best_arrangement("3 13 23 50").deadwood
    (Card(50),)
    """
    numbers, wilds = read_hand(cards)
    plan = masks.widest_plan(numbers, wilds, rules.min_series)
    return _lay(numbers, wilds, plan, rules.min_series)


def arrangements(cards: CardsLike, *, rules: Rules = BASIC) -> Iterator[Arrangement]:
    """Go through all the ways to lay every card in series, each once.

    Two arrangements differ when other cards lie together or under another key; what a wild card that is not the key
    stands for makes no difference.

    >>> [[series.key for series in way.series] for way in arrangements("3 13 23 33")]
    [[3], [13], [23]]
    """
    numbers, wilds = read_hand(cards)
    return (Arrangement(_as_series(way, numbers)) for way in partitions.ways(numbers, wilds, rules.min_series))


def count_arrangements(cards: CardsLike, *, rules: Rules = BASIC) -> int:
    """Count what `arrangements` goes through, without going through it.

    >>> count_arrangements("3 13 23 33"), count_arrangements("3 13 23 50"), count_arrangements("w w w")
    (3, 0, 25)
    """
    numbers, wilds = read_hand(cards)
    return partitions.count(numbers, wilds, rules.min_series)


def winning_discards(cards: CardsLike, *, rules: Rules = BASIC) -> tuple[Card, ...]:
    """List the cards whose discard leaves cards that can all be arranged, smallest first and the wild card last.

    The hand is as it is after drawing: one card more than is laid down (rules: Play, "Go out").

    >>> winning_discards("3 13 23 41 47 43 45 50")
    (Card(50),)
    """
    numbers, wilds = read_hand(cards)
    won = masks.winning_discards(numbers, wilds, rules.min_series)
    return cards_in(won & NUMBERS, won & WILD_BIT)


def outs(cards: CardsLike, *, rules: Rules = BASIC) -> tuple[int, ...]:
    """List the numbers that, drawn next, let the holder of *cards* discard one card and go out.

    The outs of a hand that is already all in series are all the other numbers: draw one, discard it.

    >>> outs("3 13 23 33 41 50 45")
    (1, 11, 21, 31, 40, 42, 43, 44, 46, 47, 48, 49, 51, 61, 71, 81, 91)
    """
    numbers, wilds = read_hand(cards)
    return tuple(numbers_in(masks.draws_and_outs(numbers, wilds, rules.min_series)[1]))


def draws_needed(cards: CardsLike, *, rules: Rules = BASIC) -> int | None:
    """Count the least draws, each followed by a discard, that could put all of a hand in series; None: no number could.

    >>> draws_needed("3 13 23 41 47 43 45"), draws_needed("3 13 23 33 41 50 45"), draws_needed("3 13")
    (0, 1, None)
    """
    numbers, wilds = read_hand(cards)
    return masks.draws_needed(numbers, wilds, rules.min_series)


def read_hand(cards: CardsLike) -> tuple[int, int]:
    """Read *cards* as the solver wants them: the numbers as bits, and how many wild cards."""
    read = read_cards(cards)
    hand = 0
    for card in read:
        hand |= BIT[card]
    wilds = read.count(WILD) if hand & WILD_BIT else 0
    hand &= NUMBERS
    if wilds > MAX_WILD_CARDS or hand.bit_count() + wilds != len(read):
        check_repeats(read)
    return hand, wilds


def _lay(numbers: int, wilds: int, plan: Plan, min_series: int) -> Arrangement:
    """Deal the cards that *plan* takes out to its keys, so that each gets enough; the others are deadwood."""
    keys = sorted(plan)
    members = _share_out(numbers & ~sum(keys), keys, min_series - 1)
    groups = [(key, members[key] | key & numbers) for key in keys]
    left = numbers & ~sum(group for _, group in groups)
    if not wilds:
        series = tuple(Series(key.bit_length() - 1, cards_in(group)) for key, group in groups)
        return Arrangement(series, cards_in(left))
    counts = [max(min_series - group.bit_count(), 0 if key & numbers else 1) for key, group in groups]
    spare = wilds - sum(counts)
    with_wilds = []
    for (key, group), count in zip(groups, counts, strict=True):
        extra = min(spare, NEAR_OF[key].bit_count() - group.bit_count() - count)
        spare -= extra
        with_wilds.append((key, group, count + extra))
    return Arrangement(_as_series(with_wilds, numbers), cards_in(left, spare))


def _share_out(others: int, keys: list[int], each: int) -> dict[int, int]:
    """Give every key *each* of the cards *others* that fit it, as far as they go, then the rest to any key they fit."""
    owner: dict[int, int] = {}
    seen = 0

    def take(key: int) -> bool:
        # An augmenting path: a card already given away is taken back if its owner can take another one.
        nonlocal seen
        while cards := others & NEAR_OF[key] & ~seen:
            card = cards & -cards
            seen |= card
            if card not in owner or take(owner[card]):
                owner[card] = key
                return True
        return False

    if len(keys) > 1:
        for _ in range(each):
            for key in keys:
                seen = 0
                take(key)
    members = dict.fromkeys(keys, 0)
    given = 0
    for card, key in owner.items():
        members[key] |= card
        given |= card
    for key in keys:
        members[key] |= others & NEAR_OF[key] & ~given
        given |= NEAR_OF[key]
    return members


def _as_series(groups: Iterable[Group], held: int) -> tuple[Series, ...]:
    """Turn (key, numbers, wild cards) into series, their wild cards standing for numbers not *held* where possible."""
    series = []
    taken = held
    for key, group, wilds in groups:
        stands_for = [] if key & group else numbers_in(key)
        if wilds > len(stands_for):
            free = numbers_in(NEAR_OF[key] & ~group & ~key)
            free.sort(key=lambda number: bool(taken & BIT[number]))
            stands_for += free[: wilds - len(stands_for)]
        taken |= sum(BIT[number] for number in stands_for)
        series.append(Series(key.bit_length() - 1, cards_in(group, wilds), tuple(stands_for)))
    return tuple(series)
