"""The long exact counts, by a road that does not pass through the solver.

    python -m tests.hunt            all of it, some twenty minutes on two cores
    python -m tests.hunt --quick    the hands with three and four wild cards, and less of the solver: a minute

Seven cards all in series are one series of seven or one of three and one of four. So the hands that can be arranged
are found by laying every two such series side by side, never by looking at all 14,887,031,544 hands. The work is cut
in shards, by the sum of a hand's numbers modulo `SHARDS`; the hands of one shard fit in memory, so each counts once.

Eight cards with a winning discard are counted by pairs (U, x) of seven cards in series and an eighth. If j of the eight
discards win, the eight cards come up j times, so each pair counts 1/j. Many hands differ only by cards, rows or columns
that can be exchanged; one U of each kind is looked at, with the number of hands that it stands for.

Every count is printed beside the expected number. The solver is then asked about hands from these lists, where it must
find exactly the same. The exit status is 1 if anything differs.
"""

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations
from math import comb, prod

from primecards.rules import masks
from tests.brute_force import FITTING, POSSIBLE_KEYS, PRIMES

SHARDS = 64
HAND = 7
MIN_SERIES = 3
BITS = [1 << n for n in range(100)]
ALL = sum(BITS[1:])

ARRANGEABLE = (35_924_273, 56_392_285, 22_873_420, 2_206_368, 131_442)
WINNING = (2_290_646_430, 2_543_917_317, 719_240_838, 60_802_001, 3_593_900)


def numbers_in(mask: int) -> list[int]:
    """The numbers of a mask."""
    return [bit.bit_length() - 1 for bit in bits_in(mask)]


def bits_in(mask: int) -> list[int]:
    """The bits of the numbers of a mask, each a mask of one number."""
    bits = []
    while mask:
        bits.append(mask & -mask)
        mask ^= bits[-1]
    return bits


@cache
def series_of(numbers: int, wilds: int) -> frozenset[int]:
    """Every set of *numbers* numbers, as a mask, that is a series under some key with *wilds* wild cards."""
    found: set[int] = set()
    for key in PRIMES:
        family = [BITS[n] for n in FITTING[key]]
        if wilds:
            found.update(map(sum, combinations(family, numbers)))
        elif numbers:
            others = [bit for bit in family if bit != BITS[key]]
            found.update(BITS[key] + sum(c) for c in combinations(others, numbers - 1))
    return frozenset(found)


@cache
def joining(numbers: int, wilds: int) -> dict[int, int]:
    """For each set of *numbers* numbers that one more number makes a series: a mask of those that do."""
    joins: dict[int, int] = {}
    for series in series_of(numbers + 1, wilds):
        for bit in bits_in(series):
            joins[series ^ bit] = joins.get(series ^ bit, 0) | bit
    return joins


@cache
def by_sum(numbers: int, wilds: int) -> tuple[tuple[int, ...], ...]:
    """The series of `series_of`, by the sum of their numbers modulo SHARDS."""
    shards: list[list[int]] = [[] for _ in range(SHARDS)]
    for series in sorted(series_of(numbers, wilds)):
        shards[sum(numbers_in(series)) % SHARDS].append(series)
    return tuple(map(tuple, shards))


def three_and_four(wilds: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The ways to share the wild cards between a series of three and one of four, as (numbers, wilds) of each."""
    for in_three in range(max(0, wilds - 4), min(3, wilds) + 1):
        yield (3 - in_three, in_three), (4 - (wilds - in_three), wilds - in_three)


def pairs(three: tuple[tuple[int, ...], ...], four: tuple[tuple[int, ...], ...], shard: int) -> Iterator[list[int]]:
    """The unions of two disjoint series whose sum is *shard*, in lists, each union once for each such pair."""
    for residue in range(SHARDS):
        others = four[(shard - residue) % SHARDS]
        yield [t | f for t in three[residue] for f in others if not t & f]


def hands_in_series(wilds: int, shard: int) -> set[int]:
    """Every hand of the shard, as the mask of its numbers, that can be arranged with *wilds* wild cards."""
    hands = set(by_sum(HAND - wilds, wilds)[shard])
    for three, four in three_and_four(wilds):
        for unions in pairs(by_sum(*three), by_sum(*four), shard):
            hands.update(unions)
    return hands


# How many partitions and keys


@cache
def keys_of_series(series: int) -> int:
    """How many of its numbers can be the key of a series without wild cards."""
    common = frozenset.intersection(*(POSSIBLE_KEYS[n] for n in numbers_in(series)))
    return len(common.intersection(numbers_in(series)))


@cache
def by_sum_and_keys(numbers: int, one_key: bool) -> tuple[tuple[int, ...], ...]:
    """The series without wild cards that have one key only, or those that have several, by sum."""
    return tuple(tuple(s for s in shard if (keys_of_series(s) == 1) is one_key) for shard in by_sum(numbers, 0))


def count_partitions(shard: int) -> Counter[str]:
    """In one shard: hands by the sizes of their series, and hands with a single partition or a single arrangement."""
    seven = set(by_sum(HAND, 0)[shard])
    one_key_each: list[int] = []
    several: Counter[int] = Counter()
    for keys in ((True, True), (True, False), (False, True), (False, False)):
        three, four = (by_sum_and_keys(size, one_key) for size, one_key in zip((3, 4), keys, strict=True))
        for unions in pairs(three, four, shard):
            several.update(unions)
            if all(keys):
                one_key_each += unions
    single = {hand for hand, count in several.items() if count == 1}
    return Counter(
        {
            "one series of seven": len(seven),
            "three and four": len(several),
            "both ways": len(seven & several.keys()),
            "in one partition only": len(single - seven) + len(seven - several.keys()),
            "in one partition with one choice of keys": len(single.intersection(one_key_each) - seven)
            + sum(keys_of_series(hand) == 1 for hand in seven - several.keys()),
        }
    )


# One hand of each kind

_COLUMN = [sum(BITS[n] for n in range(1, 100) if n % 10 == units) for units in range(10)]
_TWIN_ABOVE = _COLUMN[4] | _COLUMN[6]


def kinds_of_hands(hands: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Choose hands that stand for all, each with the number of hands for which it stands.

    These exchanges turn series into series: the cards of one row with the units digits 0, 4, 6 and 8, which are never
    prime, among each other; whole rows with their primes in the same places, 2x 5x 8x and 3x 6x; the columns of 2 and
    5. Chosen are the hands with the first of such cards, with such rows in falling order, and no more fives than twos.
    """
    for hand in hands:
        lower_twins = (hand >> 4 & _COLUMN[0]) | (hand >> 2 & _TWIN_ABOVE)
        if lower_twins & ~hand:
            continue
        two, five, eight = hand >> 20 & 1023, hand >> 50 & 1023, hand >> 80 & 1023
        if not two >= five >= eight:
            continue
        three, six = hand >> 30 & 1023, hand >> 60 & 1023
        if three < six:
            continue
        twos, fives = (hand & _COLUMN[2]).bit_count(), (hand & _COLUMN[5]).bit_count()
        if twos < fives:
            continue
        orders = (1, 3, 6)[len({two, five, eight}) - 1] * (1 + (three > six)) * (1 + (twos > fives))
        yield hand, orders * prod(choices_of_twins(hand >> 10 * tens & 1023, tens) for tens in range(10))


@cache
def choices_of_twins(row: int, tens: int) -> int:
    """In how many ways the cards of a row with the units digits 0, 4, 6 and 8 could be others of them."""
    return comb(4 if tens else 3, (row & 0b101010001).bit_count())


# One more card


_FAMILIES = [(BITS[key], sum(BITS[n] for n in FITTING[key])) for key in PRIMES]


def completions(hand: int, wilds: int) -> dict[int, int]:
    """For the bit of each number of a hand all in series: the other numbers, as a mask, that could lie in its place.

    Either all seven are one series, or some of the numbers are a series of three or of four by themselves, with some of
    the wild cards, and the rest less one number is completed by another.
    """
    bits = bits_in(hand)
    found = in_one_series(hand, bits, wilds)
    for (numbers, free), four in three_and_four(wilds):
        threes, fours = series_of(numbers, free), series_of(*four)
        for part in map(sum, combinations(bits, numbers)):
            rest = hand ^ part
            if part in threes:
                for bit, others in exchanges(rest, four[1]):
                    found[bit] |= others
            if rest in fours:
                for bit, others in exchanges(part, free):
                    found[bit] |= others
    return found


def in_one_series(hand: int, bits: list[int], wilds: int) -> dict[int, int]:
    """For each bit of a hand: the numbers that, in its place, make all seven cards one series."""
    found = dict.fromkeys(bits, 0)
    for key, family in _FAMILIES:
        strangers = hand & ~family
        if not strangers & (strangers - 1):
            for bit in [strangers] if strangers else bits:
                found[bit] |= family if wilds or key & hand & ~bit else key
    return found


@lru_cache(maxsize=400_000)
def exchanges(cards: int, wilds: int) -> tuple[tuple[int, int], ...]:
    """Each number of *cards* in whose place others make a series of them and *wilds* wild cards, with those others."""
    bits = bits_in(cards)
    joins = joining(len(bits) - 1, wilds)
    return tuple((bit, joins[cards ^ bit]) for bit in bits if cards ^ bit in joins)


def winning_pairs(hand: int, wilds: int) -> Counter[int]:
    """For a hand all in series: how many eighth numbers give eight cards with j winning discards of a number, by j."""
    new = ~hand & ALL
    by_count = [new]
    for others in completions(hand, wilds).values():
        others &= new
        if others:
            by_count = [
                (below & others) | (here & ~others) for below, here in zip([0, *by_count], [*by_count, 0], strict=True)
            ]
    return Counter({count + 1: mask.bit_count() for count, mask in enumerate(by_count) if mask})


# The solver, asked about these hands


def differences(hand: int, wilds: int) -> Iterator[str]:
    """Where the solver differs, on the hand and on every hand of eight, and of seven, that is one card away from it."""
    if not masks.can_arrange(hand, wilds, MIN_SERIES):
        yield f"can_arrange({numbers_in(hand)}, wilds={wilds}) is False"
    others = completions(hand, wilds)
    for new in bits_in(ALL & ~hand):
        wins = new | sum(bit for bit in others if others[bit] & new)
        found = masks.winning_discards(hand | new, wilds, MIN_SERIES)
        if found & ~1 != wins:
            yield f"winning_discards({numbers_in(hand | new)}, wilds={wilds}) is not {numbers_in(wins)}"
        for gone in others:
            if masks.can_arrange(hand ^ gone | new, wilds, MIN_SERIES) is not bool(others[gone] & new):
                yield f"can_arrange({numbers_in(hand ^ gone | new)}, wilds={wilds}) is wrong"


@dataclass
class Findings:
    """What one shard, or all of them, came to."""

    counts: Counter[str] = field(default_factory=Counter)
    pairs: Counter[int] = field(default_factory=Counter)
    """By j: the pairs (U, x) whose eight cards have j winning discards."""
    asked: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, other: "Findings") -> None:
        """Take in another shard."""
        self.counts += other.counts
        self.pairs += other.pairs
        self.asked += other.asked
        self.faults += other.faults


def look_at(task: tuple[int, int, int]) -> Findings:
    """Count one shard, and ask the solver: about every hand of every 16th shard, and in depth about *sample* hands."""
    wilds, shard, sample = task
    findings = Findings()
    hands = hands_in_series(wilds, shard)
    findings.counts["in series"] = len(hands)
    if not wilds:
        findings.counts += count_partitions(shard)
    for hand, stands_for in kinds_of_hands(hands):
        findings.counts["in series, by kinds"] += stands_for
        for count, found in winning_pairs(hand, wilds).items():
            findings.pairs[count] += stands_for * found
    some = sorted(hands)
    for hand in random.Random(shard).sample(some, min(sample, len(some))):
        findings.faults += differences(hand, wilds)
    if shard % 16 == 0:
        findings.asked = len(hands)
        findings.faults += [
            f"can_arrange({numbers_in(hand)}, wilds={wilds}) is False"
            for hand in some
            if not masks.can_arrange(hand, wilds, MIN_SERIES)
        ]
    return findings


def solver_count(wilds: int) -> int:
    """How many of all hands with *wilds* wild cards the solver can arrange, asked about each of them."""
    bits = [BITS[n] for n in range(1, 100)]
    return sum(masks.can_arrange(sum(hand), wilds, MIN_SERIES) for hand in combinations(bits, HAND - wilds))


class Report:
    """Prints each number beside the expected one, and remembers whether any differed."""

    def __init__(self) -> None:
        """Start the clock."""
        self.started = time.monotonic()
        self.failed = False

    def line(self, what: str, found: float | str, expected: float | str) -> None:
        """Compare one number, already rounded as it should be."""
        ok = found == expected
        self.failed |= not ok
        shown = f"{found:,}" if not isinstance(found, str) else found
        verdict = "ok" if ok else f"WRONG: expected {expected:,}" if not isinstance(expected, str) else "WRONG"
        print(f"{time.monotonic() - self.started:7.1f} s  {what:<72}{shown:>18}  {verdict}", flush=True)

    def faults(self, findings: Findings, wilds: int, in_depth: int) -> None:
        """Report what the solver was asked, with the first differences."""
        what = f"{wilds} wilds: the solver differs on {findings.asked:,} hands, {in_depth:,} in depth"
        self.line(what, len(findings.faults), 0)
        for fault in findings.faults[:5]:
            print(" " * 11 + fault)


def report_eight(report: Report, findings: Findings, wilds: int) -> None:
    """Compare the counts of eight cards."""
    eights = sum(found // count for count, found in findings.pairs.items())
    report.line(f"{wilds} wilds: eight cards with a winning discard", eights, WINNING[wilds])
    uneven = sum(found % count for count, found in findings.pairs.items())
    report.line(f"{wilds} wilds: pairs that do not share out evenly", uneven, 0)
    if not wilds:
        pairs_in_all = sum(findings.pairs.values())
        hopeless = comb(99, HAND) - ARRANGEABLE[0]
        report.line("mean winning discards of eight cards that have one", round(pairs_in_all / eights, 3), 1.443)
        report.line("mean outs of seven cards not in series", round((8 * eights - pairs_in_all) / hopeless, 4), 1.0114)


def main(arguments: list[str] | None = None) -> int:
    """Run the hunt; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.hunt", description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="only the hands with three and four wild cards")
    parser.add_argument(
        "--wilds", type=int, nargs="+", choices=range(5), default=(4, 3, 2, 1, 0), help="only these hands"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count(), metavar="N", help="how many at a time")
    options = parser.parse_args(arguments)
    quick = options.quick
    report = Report()
    found: dict[int, int] = {}
    with ProcessPoolExecutor(options.processes) as pool:
        for wilds in (4, 3) if quick else options.wilds:
            sample = 5 if quick else 20
            findings = Findings()
            for shard in pool.map(look_at, [(wilds, shard, sample) for shard in range(SHARDS)]):
                findings.add(shard)
            found[wilds] = findings.counts["in series"]
            report.line(f"{wilds} wilds: seven cards in series", found[wilds], ARRANGEABLE[wilds])
            by_kinds = findings.counts["in series, by kinds"]
            report.line(f"{wilds} wilds: the same, counted by kinds", by_kinds, found[wilds])
            if not wilds:
                for what, expected in (
                    ("one series of seven", 437_058),
                    ("three and four", 35_857_547),
                    ("both ways", 370_332),
                    ("in one partition only", 27_373_384),
                    ("in one partition with one choice of keys", 23_334_755),
                ):
                    report.line(f"0 wilds: {what}", findings.counts[what], expected)
            report_eight(report, findings, wilds)
            report.faults(findings, wilds, SHARDS * sample)
        few = [wilds for wilds in (4, 3) if wilds in found]
        for wilds, count in zip(few, pool.map(solver_count, few), strict=True):
            report.line(f"{wilds} wilds: the solver can arrange, of all hands", count, ARRANGEABLE[wilds])
    if len(found) == len(ARRANGEABLE):
        for wilds, percent in ((0, "0.2413"), (2, "0.9976"), (4, "2.058")):
            dealt = sum(comb(wilds, w) * found[w] for w in range(wilds + 1)) / comb(99 + wilds, HAND)
            report.line(f"% of sevens dealt from a deck with {wilds} wilds in series", f"{100 * dealt:.4g}", percent)
    return int(report.failed)


if __name__ == "__main__":
    sys.exit(main())
