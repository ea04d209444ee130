"""Hold the answer keys of 100,000 items, every kind and level, against a plain enumeration of the rules.

    python -m tests.answer_keys [ITEMS]

Two processes; prints a line a kind and level, and leaves with 1 if an answer key is wrong.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product

import primecards as pc
from primecards.puzzles.stress import StressReport, stress

LEVELS = (1, 2, 3, 4, 5)
ITEMS = 100_000
EVEN = 0.01  # places so uneven come by chance once in a hundred


def examine(items: int, which: tuple[str, int]) -> StressReport:
    """Make and judge so many items of one kind and level."""
    kind, level = which
    return stress(kind, level, range(items), seed="answer-keys")


def reports(items: int) -> Iterator[StressReport]:
    """Examine every kind and level, so many items in all."""
    every = list(product(pc.puzzle_kinds(), LEVELS))
    with ProcessPoolExecutor(2) as pool:
        yield from pool.map(partial(examine, -(-items // len(every))), every)


def main() -> int:
    """Print what was found; return 1 if an answer key is wrong."""
    items, wrong, unjudged = 0, 0, 0
    for report in reports(int(sys.argv[1]) if len(sys.argv) > 1 else ITEMS):
        middle, late, _ = report.milliseconds
        items += report.items
        wrong += len(report.disagreements or ())
        unjudged += report.items if report.disagreements is None else 0
        uneven = report.places_p is not None and report.places_p < EVEN
        print(
            f"{report.kind}.{report.level}: {report.items} items, median {middle:.2f} ms, 99 % {late:.2f} ms, "
            f"{len(report.disagreements or ())} wrong{', places uneven' if uneven else ''}",
            flush=True,
        )
    print(f"{items} items, {wrong} wrong answer keys, {unjudged} not judged")
    return 1 if wrong or unjudged else 0


if __name__ == "__main__":
    sys.exit(main())
