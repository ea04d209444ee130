"""Making items, of every kind and level: the median and the slowest of a thousand."""

from collections.abc import Callable
from functools import partial
from itertools import count
from statistics import median
from time import perf_counter

import primecards as pc
from tests.benchmarks.measure import Bench, Side

LEVELS = (1, 2, 3, 4, 5)
ITEMS = 1_000
_SEEDS = count()


def times(summary: Callable[[list[float]], float], which: list[tuple[str, int]], items: int) -> float:
    """Make so many items, the kinds and levels in turn, and sum up how long each took."""
    taken = []
    for number in range(items):
        kind, level = which[number % len(which)]
        seed = next(_SEEDS)
        started = perf_counter()
        pc.make_item(kind, level=level, seed=seed)
        taken.append(perf_counter() - started)
    return summary(taken)


def bar(seconds: float) -> Side:
    """The bar itself, as the other side."""
    return Side(f"{seconds * 1000:g} ms", lambda: seconds)


def late(taken: list[float]) -> float:
    """The 99th percentile."""
    return sorted(taken)[len(taken) * 99 // 100]


EVERY = [(kind, level) for kind in pc.puzzle_kinds() for level in LEVELS]
BENCHES = (
    Bench(
        "making one verified item, median",
        Side("every kind and level", partial(times, median, EVERY, ITEMS)),
        bar(0.005),
        within=1,
        rounds=3,
    ),
    Bench(
        "making one verified item, slowest of 1,000",
        Side("every kind and level", partial(times, max, EVERY, ITEMS)),
        bar(0.05),
        within=1,
        rounds=3,
    ),
    *(
        Bench(
            f"{kind}.{level}, {name}",
            Side("200 items", partial(times, summary, [(kind, level)], 200)),
            bar(limit),
            within=1,
            rounds=1,
        )
        for kind, level in EVERY
        for name, summary, limit in (("median", median, 0.005), ("99th percentile", late, 0.05))
    ),
)
