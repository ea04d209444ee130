"""Two sides of one piece of work, timed in turn."""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Side:
    """One way to do the work: `run` does it `times` times in all (over many hands, say).

    A run that returns a float has timed itself, in seconds for one piece of work; so a bar in seconds is a side too.
    """

    name: str
    run: Callable[[], object]
    times: int = 1


@dataclass(frozen=True, slots=True)
class Bench:
    """A row of the table: our side, the rival's, and the bar.

    `faster`: the rival must take at least so many times as long as we do. `within`: we may take at most so many times
    as long as the rival. `check` runs once before, untimed, and raises AssertionError when the two sides do not agree;
    a side that fails raises RuntimeError. With `clock=process_time`, for work done in this process, other programs on
    the machine disturb little.
    """

    work: str
    ours: Side
    rival: Side
    faster: float | None = None
    within: float | None = None
    rounds: int = 9
    clock: Callable[[], float] = perf_counter
    check: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The medians of one bench, in seconds for one piece of work."""

    bench: Bench
    ours: float
    rival: float

    @property
    def ratio(self) -> float:
        """How many times as long the rival takes, or, of a `within` bench, we do."""
        return self.ours / self.rival if self.bench.within is not None else self.rival / self.ours

    @property
    def bar(self) -> str:
        """The bar, as it is printed."""
        if self.bench.within is not None:
            return f"<= {self.bench.within:g} x"
        return f">= {self.bench.faster:g} x" if self.bench.faster is not None else ""

    @property
    def met(self) -> bool:
        """Whether the ratio is within the bar; a bench without one cannot fail."""
        if self.bench.within is not None:
            return self.ratio <= self.bench.within
        return self.bench.faster is None or self.ratio >= self.bench.faster


def measure(bench: Bench) -> Outcome:
    """Check that the sides agree, warm both up, and time them in turn, each first in every other round."""
    if bench.check is not None:
        bench.check()
    sides = (bench.ours, bench.rival)
    times: dict[Side, list[float]] = {side: [] for side in sides}
    for side in sides:
        side.run()
    enabled = gc.isenabled()
    gc.disable()
    try:
        for number in range(bench.rounds):
            for side in sides if number % 2 else reversed(sides):
                started = bench.clock()
                own = side.run()
                elapsed = (bench.clock() - started) / side.times
                times[side].append(own if isinstance(own, float) else elapsed)
            gc.collect()
    finally:
        if enabled:
            gc.enable()
    return Outcome(bench, median(times[bench.ours]), median(times[bench.rival]))
