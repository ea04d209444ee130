"""Exact counts, and what may be concluded from them: means, quantiles and shares with intervals of 95 %."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, sqrt
from typing import TypeAlias

Interval: TypeAlias = "tuple[float, float]"

Z = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class Histogram:
    """How often each value came: *counts* lists (value, times) with rising values.

    >>> turns = Histogram.of([9, 7, 9]) + Histogram.of([12])
    >>> turns.counts, turns.mean, turns.median, turns.quantile(0.9)
    (((7, 1), (9, 2), (12, 1)), 9.25, 9, 12)
    """

    counts: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, values: Iterable[int]) -> Histogram:
        """Count *values*."""
        return cls(tuple(sorted(Counter(values).items())))

    def __add__(self, other: Histogram) -> Histogram:
        times = Counter(dict(self.counts))
        times.update(dict(other.counts))
        return Histogram(tuple(sorted(times.items())))

    @property
    def size(self) -> int:
        """How many values there are."""
        return sum(times for _, times in self.counts)

    @property
    def mean(self) -> float:
        """The mean; there has to be a value."""
        return self._total / self.size

    @property
    def _total(self) -> int:
        return sum(value * times for value, times in self.counts)

    @property
    def interval(self) -> Interval | None:
        """Where the mean of all games that could be played lies, 95 % sure; one value says nothing of that."""
        size, total = self.size, self._total
        if size < 2:
            return None
        squares = sum(value * value * times for value, times in self.counts)
        reach = Z * sqrt((size * squares - total * total) / (size * size * (size - 1)))
        return self.mean - reach, self.mean + reach

    @property
    def median(self) -> int:
        """The least value that half of the values do not exceed."""
        return self.quantile(0.5)

    def quantile(self, share: float) -> int:
        """Find the least value that this *share* of the values does not exceed."""
        left = max(1, ceil(share * self.size))
        for value, times in self.counts:
            left -= times
            if left <= 0:
                return value
        raise ValueError("no values")


def share_interval(times: int, size: int) -> Interval:
    """Where the share lies that came to *times* in *size*, 95 % sure (Wilson's interval, good for rare things too).

    >>> tuple(round(end, 3) for end in share_interval(0, 100))
    (0.0, 0.037)
    """
    share, z2 = times / size, Z * Z
    middle = share + z2 / (2 * size)
    reach = Z * sqrt(share * (1 - share) / size + z2 / (4 * size * size))
    return max(0.0, (middle - reach) / (1 + z2 / size)), min(1.0, (middle + reach) / (1 + z2 / size))
