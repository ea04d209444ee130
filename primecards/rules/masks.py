"""The bare questions of the solver, on a hand held as bits: bit n of `numbers` is the number card n, `wilds` a count.

A plan is a set K of keys, at most n // m of them for n cards and series of at least m. With N(K) the numbers that fit
a key of K, keys included:

    short(K) = |numbers - N(K)|, the cards that no series of the plan takes
    lack(K)  = missing + max(0, max over S ⊆ K, S ≠ ∅, of (m - 1)|S| - |(numbers - K) ∩ N(S)|)

`missing` counts the keys of K that are not held. The cards can all be arranged by K if and only if short = 0 and lack
<= the wild cards: one for every missing key, then Hall's condition for m - 1 others to every key. A draw lowers short
or lack by one at most, so every question here is a search over plans for the least max(short, lack - wilds).

Both measures are monotone (a key more never raises short, never lowers lack), which prunes the search. A family has
18 or 19 numbers, so a series has no room for more cards; that can only matter beyond 18 cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import TypeAlias

from primecards.rules.numbers import HIGHEST, PRIMES, fits

BIT = tuple(1 << number for number in range(HIGHEST + 1))
WILD_BIT = BIT[0]
NUMBERS = sum(BIT[1:])
PRIME_BITS = sum(BIT[p] for p in PRIMES)
NEAR = tuple(sum(BIT[x] for x in range(1, HIGHEST + 1) if fits(x, n)) for n in range(HIGHEST + 1))
# By the bit of a number: the numbers it fits, itself included, and the keys it fits.
NEAR_OF = {BIT[n]: NEAR[n] for n in range(1, HIGHEST + 1)}
KEYS_OF = {BIT[n]: NEAR[n] & PRIME_BITS for n in range(1, HIGHEST + 1)}
SMALL_FAMILY = 18
_COUNT = itemgetter(0)

Plan: TypeAlias = "tuple[int, ...]"
_Family: TypeAlias = "tuple[int, int, int]"


def numbers_in(mask: int) -> list[int]:
    """List the numbers of *mask*, smallest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def can_arrange(numbers: int, wilds: int, min_series: int) -> bool:
    """Whether all the cards can be laid in disjoint series of at least *min_series* cards (no cards: yes)."""
    if not wilds and homeless(numbers, min_series):
        return False
    return find_plan(numbers, wilds, min_series) is not None


def homeless(numbers: int, min_series: int) -> int:
    """Return the cards that no series without a wild card takes: they fit no prime held that enough others fit."""
    primes = numbers & PRIME_BITS
    covered = 0
    while primes:
        key = primes & -primes
        primes ^= key
        near = numbers & NEAR_OF[key]
        if near == numbers:
            return 0 if numbers.bit_count() >= min_series else numbers
        if near.bit_count() >= min_series:
            covered |= near
    return numbers & ~covered


def find_plan(numbers: int, wilds: int, min_series: int) -> Plan | None:
    """Find the keys (as bits) of some arrangement of all the cards: () for no cards, None where there is none.

    Held primes are tried before keys that a wild card would have to be.
    """
    size = numbers.bit_count() + wilds
    keys = keys_with_room(min_series)
    if size < min_series or not keys:
        return None if size else ()
    if not wilds:
        keys &= numbers
    return _search(numbers, wilds, min_series, numbers, size // min_series, keys, ())


def _search(
    numbers: int, wilds: int, min_series: int, uncovered: int, keys_left: int, allowed: int, plan: Plan
) -> Plan | None:
    """Extend *plan* by at most *keys_left* of the *allowed* keys until it covers all numbers and works.

    Only plans without an idle key are tried: it would take cards from the others and bring none.
    """
    if plan and not uncovered:
        if lack(numbers, plan, min_series) > wilds:
            return None
        size = numbers.bit_count() + wilds
        if size <= SMALL_FAMILY or size <= room(plan):
            return plan
    if not keys_left:
        return None
    if not uncovered:
        keys = allowed
    elif keys_left == 1:
        keys = _keys_of_all(uncovered, allowed)
    else:
        keys = _keys_of_hardest(uncovered, allowed)
    held = keys & numbers
    while keys:
        key = held & -held or keys & -keys
        held &= ~key
        keys ^= key
        allowed ^= key
        extended = (*plan, key)
        still = allowed if (sum(extended) & ~numbers).bit_count() < wilds else allowed & numbers
        found = _search(numbers, wilds, min_series, uncovered & ~NEAR_OF[key], keys_left - 1, still, extended)
        if found is not None:
            return found
    return None


def _keys_of_all(cards: int, keys: int) -> int:
    """Keep those of *keys* that every one of the *cards* fits."""
    while cards and keys:
        card = cards & -cards
        cards ^= card
        keys &= KEYS_OF[card]
    return keys


def _keys_of_hardest(cards: int, keys: int) -> int:
    """Keep those of *keys* that the card with the fewest of them fits: some series must take it."""
    fewest, count = 0, 99
    while cards and count > 1:
        card = cards & -cards
        cards ^= card
        fitting = keys & KEYS_OF[card]
        fitting_count = fitting.bit_count()
        if fitting_count < count:
            fewest, count = fitting, fitting_count
    return fewest


def lack(numbers: int, plan: Plan, min_series: int) -> int:
    """Count the wild cards that the series of *plan* need: the measure `lack` of the module's docstring."""
    keys = sum(plan)
    missing = (keys & ~numbers).bit_count()
    others = numbers & ~keys
    each = min_series - 1
    if len(plan) == 1:
        return missing + max(0, each - (others & NEAR_OF[keys]).bit_count())
    if len(plan) == 2:
        near, near_too = others & NEAR_OF[plan[0]], others & NEAR_OF[plan[1]]
        return missing + max(
            0,
            each - near.bit_count(),
            each - near_too.bit_count(),
            2 * each - (near | near_too).bit_count(),
        )
    return missing + max(0, *(each * size - (others & family).bit_count() for size, family in _subsets(plan)))


def _subsets(plan: Plan) -> list[tuple[int, int]]:
    """List, for every non-empty set of keys of *plan*, its size and the numbers that fit any of them; *plan* last."""
    subsets = [(0, 0)]
    for key in plan:
        near = NEAR_OF[key]
        subsets += [(size + 1, union | near) for size, union in subsets]
    return subsets[1:]


def keys_with_room(min_series: int) -> int:
    """Return the keys whose family is large enough for a series of *min_series* cards."""
    if min_series <= SMALL_FAMILY:
        return PRIME_BITS
    return sum(BIT[p] for p in PRIMES if NEAR[p].bit_count() >= min_series)


def room(plan: Plan) -> int:
    """Count the most cards that the series of *plan* can hold, the numbers of a series being all different."""
    return sum(NEAR_OF[key].bit_count() for key in plan)


def _families(numbers: int, keys: int) -> list[_Family]:
    """List (count, key, family) of every one of *keys*, those that most of the *numbers* fit first."""
    families = []
    while keys:
        key = keys & -keys
        keys ^= key
        families.append(((numbers & (family := NEAR_OF[key])).bit_count(), key, family))
    families.sort(key=_COUNT, reverse=True)
    return families


def _further(
    families: list[_Family], start: int, left: int, keys_left: int, *, idle: bool
) -> tuple[list[_Family], int]:
    """Return the keys to go on with after *start*, and where: counted anew by the numbers *left* if many may follow.

    A key that takes none of those is *idle*: it may still give a drawn card its place, or the cards more room.
    """
    if keys_left == 1:
        return families, start
    further = [
        (count, key, family) for _, key, family in families[start:] if (count := (left & family).bit_count()) or idle
    ]
    further.sort(key=_COUNT, reverse=True)
    return further, 0


def _most_taken(families: list[_Family], index: int, keys_left: int) -> int:
    """Bound the numbers that *keys_left* keys from *index* on can take, where they are more than two."""
    return sum(count for count, _, _ in families[index : index + keys_left])


def winning_discards(numbers: int, wilds: int, min_series: int) -> int:
    """Return the cards (bit 0: a wild card) whose discard leaves cards that can all be arranged."""
    size = numbers.bit_count() + wilds - 1
    everything = numbers | WILD_BIT if wilds else numbers
    if size < min_series:
        return everything if size == 0 else 0
    if size > SMALL_FAMILY:  # few of many cards can be spared: asking for each is quicker than going through the plans
        won = sum(
            card for card in map(BIT.__getitem__, numbers_in(numbers)) if can_arrange(numbers ^ card, wilds, min_series)
        )
        return won | (WILD_BIT if wilds and can_arrange(numbers, wilds - 1, min_series) else 0)
    # Most hands of a game are told apart from winning ones by this look alone, in a tenth of the time.
    if not wilds and homeless(numbers, min_series).bit_count() > 1:
        return 0
    won = 0
    keys = keys_with_room(min_series)
    families = _families(numbers, keys if wilds else keys & numbers)
    for plan, taken in _plans(numbers, wilds, min_series, families, size, 1, 0):
        won |= _discards(numbers, wilds, min_series, plan, taken)
        if won == everything:
            break
    return won


def _plans(
    numbers: int, wilds: int, min_series: int, families: list[_Family], size: int, most_short: int, most_lack: int
) -> Iterator[tuple[Plan, int]]:
    """Go through the plans for *size* cards with short <= *most_short* and lack - wilds <= *most_lack*.

    Each comes with the numbers it takes. The keys are those of *families*.
    """
    always_room = size <= SMALL_FAMILY
    idle = most_lack > 0 or not always_room

    def extend(
        families: list[_Family], start: int, keys_left: int, plan: Plan, taken: int
    ) -> Iterator[tuple[Plan, int]]:
        short = total - taken.bit_count()
        for index in range(start, len(families)):
            count, key, family = families[index]
            most = count * keys_left if keys_left < 3 else _most_taken(families, index, keys_left)
            if short - most > most_short:
                return
            taken_now = taken | numbers & family
            short_now = total - taken_now.bit_count()
            if keys_left == 1 and short_now > most_short:
                continue
            extended = (*plan, key)
            alone = max(0 if key & numbers else 1, min_series - count)
            if (lack(numbers, extended, min_series) if plan else alone) - wilds > most_lack:
                continue
            if short_now <= most_short and (always_room or size <= room(extended)):
                yield extended, taken_now
            if keys_left > 1:
                further, place = _further(families, index + 1, numbers ^ taken_now, keys_left - 1, idle=idle)
                yield from extend(further, place, keys_left - 1, extended, taken_now)

    total = numbers.bit_count()
    return extend(families, 0, size // min_series, (), 0)


def _discards(numbers: int, wilds: int, min_series: int, plan: Plan, taken: int) -> int:
    """Return the cards that *plan*, which takes the cards *taken*, can spare and still arrange all the others."""
    keys = sum(plan)
    spare = wilds - (keys & ~numbers).bit_count()
    others = numbers & ~keys
    kept = 0
    tight = not spare
    for size, family in _subsets(plan):
        wanting = (min_series - 1) * size - (others & family).bit_count()
        if wanting == spare:
            tight = True
            kept |= family
    if taken != numbers:
        return numbers ^ taken
    return others & ~kept if tight else numbers | WILD_BIT


def draws_needed(numbers: int, wilds: int, min_series: int) -> int | None:
    """Count the least draws, each followed by a discard, after which all the cards could be arranged; None: never."""
    size = numbers.bit_count() + wilds
    if size < min_series or not (keys := keys_with_room(min_series)):
        return None if size else 0
    return _least_draws(numbers, wilds, min_series, _families(numbers, keys), size)


def draws_and_outs(numbers: int, wilds: int, min_series: int) -> tuple[int | None, int]:
    """Return the draws needed and the outs: the numbers that, drawn next, let the holder go out.

    All other numbers are outs of cards that can be arranged already; there are none where more than one draw is needed.
    """
    size = numbers.bit_count() + wilds
    if size < min_series or not (keys := keys_with_room(min_series)):
        return (None, 0) if size else (0, NUMBERS)
    families = _families(numbers, keys)
    draws = _least_draws(numbers, wilds, min_series, families, size)
    if draws != 1:
        return draws, 0 if draws else NUMBERS & ~numbers
    outs = 0
    for plan, taken in _plans(numbers, wilds, min_series, families, size, 1, 1):
        outs |= _outs(numbers, wilds, min_series, plan, taken)
    return draws, outs & ~numbers


def _least_draws(numbers: int, wilds: int, min_series: int, families: list[_Family], size: int) -> int:
    """Return the least max(short, lack - wilds) of all plans."""
    total = numbers.bit_count()
    always_room = size <= SMALL_FAMILY
    best = size + 1

    def deepen(families: list[_Family], start: int, keys_left: int, plan: Plan, taken: int) -> None:
        nonlocal best
        short = total - taken.bit_count()
        for index in range(start, len(families)):
            count, key, family = families[index]
            most = count * keys_left if keys_left < 3 else _most_taken(families, index, keys_left)
            if short - most >= best:
                return
            taken_now = taken | numbers & family
            short_now = total - taken_now.bit_count()
            if keys_left == 1 and short_now >= best:
                continue
            extended = (*plan, key)
            if plan:
                lack_now = lack(numbers, extended, min_series) - wilds
            else:  # of one key, the count tells its lack
                lack_now = max(0 if key & numbers else 1, min_series - count) - wilds
            if lack_now >= best:
                continue
            has_room = always_room or size <= room(extended)
            if has_room and short_now < best:
                best = max(short_now, lack_now, 0)
            if keys_left > 1 and (short_now > lack_now or not has_room):
                further, place = _further(families, index + 1, numbers ^ taken_now, keys_left - 1, idle=not always_room)
                deepen(further, place, keys_left - 1, extended, taken_now)

    deepen(families, 0, size // min_series, (), 0)
    return best


def _outs(numbers: int, wilds: int, min_series: int, plan: Plan, taken: int) -> int:
    """Return the numbers that, drawn, make *plan* work, which one draw can do and which takes the cards *taken*."""
    keys = sum(plan)
    spare = wilds - (keys & ~numbers).bit_count()
    others = numbers & ~keys
    helping = worst = reach = 0
    for size, reach in _subsets(plan):
        wanting = (min_series - 1) * size - (others & reach).bit_count()
        if wanting > worst:
            worst, helping = wanting, reach
        elif wanting == worst:
            helping &= reach
    outs = NUMBERS if taken == numbers else reach
    return outs & (keys | helping) if worst > spare else outs


def widest_plan(numbers: int, wilds: int, min_series: int) -> Plan:
    """Find the keys of an arrangement of as many of the cards as possible: () where not one series can be laid."""
    size = numbers.bit_count() + wilds
    keys = keys_with_room(min_series)
    widest: Plan = ()
    best = 0

    def extend(families: list[_Family], start: int, keys_left: int, plan: Plan, taken: int) -> None:
        nonlocal widest, best
        placed = taken.bit_count()
        for index in range(start, len(families)):
            count, key, family = families[index]
            most = count * keys_left if keys_left < 3 else _most_taken(families, index, keys_left)
            if placed + most + wilds <= best:
                return
            extended = (*plan, key)
            if lack(numbers, extended, min_series) <= wilds:
                taken_now = taken | numbers & family
                placed_now = taken_now.bit_count()
                total = min(placed_now + wilds, room(extended))
                if total > best:
                    widest, best = extended, total
                if keys_left > 1 and best < size:
                    left, idle = numbers ^ taken_now, size > SMALL_FAMILY
                    further, place = _further(families, index + 1, left, keys_left - 1, idle=idle)
                    extend(further, place, keys_left - 1, extended, taken_now)

    if size >= min_series:
        extend(_families(numbers, keys if wilds else keys & numbers), 0, size // min_series, (), 0)
    return widest
