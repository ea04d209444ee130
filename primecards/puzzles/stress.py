"""What to ask of a generator before trusting it: repeats, places, levels, answers, time, and a second opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from primecards.puzzles.item import Item
from primecards.puzzles.registry import find_kind, make_item
from primecards.puzzles.responses import CardSet, Choice, value_to_json
from primecards.rules.ruleset import BASIC, Rules


@dataclass(frozen=True, slots=True)
class StressReport:
    """What so many items of one kind and level turned out to be.

    `repeats` are draws that ask what an earlier one asked (a sheet leaves them out); `places` counts where the right
    option or card stands, and `places_p` is the chance of places at least as uneven, if all were equally likely;
    `milliseconds` are median, 99th percentile and maximum; `disagreements` are the ids of items whose answer a plain
    enumeration of the rules does not confirm (None: the kind has none); `different` items exist, or at least so many.
    """

    kind: str
    level: int
    items: int
    repeats: int
    places: dict[int, int]
    places_p: float | None
    scores: dict[float, int]
    steps: dict[str, int]
    answer_counts: dict[int, int]
    milliseconds: tuple[float, float, float]
    disagreements: tuple[str, ...] | None
    different: int
    different_is_exact: bool

    def to_dict(self) -> dict[str, Any]:
        """Write the report as JSON."""
        names = ("kind", "level", "items", "repeats", "places", "places_p", "scores", "steps", "answer_counts")
        times = dict(zip(("median", "p99", "max"), self.milliseconds, strict=True))
        return {
            **{name: getattr(self, name) for name in names},
            "milliseconds": times,
            "disagreements": None if self.disagreements is None else list(self.disagreements),
            "different": {"count": self.different, "exact": self.different_is_exact},
        }


def stress(kind: str, level: int, numbers: Iterable[int], *, seed: str, rules: Rules = BASIC) -> StressReport:
    """Make the items "SEED.n" of *kind* and *level* for all n of *numbers* (one at least) and examine them."""
    found = find_kind(kind)
    times: list[float] = []
    items: list[Item] = []
    for number in numbers:
        started = perf_counter()
        items.append(make_item(kind, level=level, seed=f"{seed}.{number}", rules=rules))
        times.append((perf_counter() - started) * 1000)
    asked = {item.asks for item in items}
    space = found.space(level, rules) if found.space else None
    places = Counter(place for item in items if (place := _place(item)) is not None)
    offered = {_offered(item) for item in items}
    confirmed = None if found.oracle is None else tuple(item.id for item in items if not _confirmed(item))
    return StressReport(
        kind=kind,
        level=level,
        items=len(items),
        repeats=len(items) - len(asked),
        places=dict(sorted(places.items())),
        places_p=_evenness(places, offered.pop()) if places and len(offered) == 1 else None,
        scores=dict(sorted(Counter(item.difficulty.score for item in items).items())),
        steps=dict(Counter(" ".join(item.difficulty.steps) for item in items).most_common()),
        answer_counts=dict(sorted(Counter(item.answer.count for item in items).items())),
        milliseconds=(median(times), _percentile(times, 99), max(times)),
        disagreements=confirmed,
        different=len(asked) if space is None else len(space),
        different_is_exact=space is not None,
    )


def _percentile(times: list[float], percent: int) -> float:
    return quantiles(times, n=100, method="inclusive")[percent - 1] if len(times) > 1 else times[0]


def _place(item: Item) -> int | None:
    """Where the one right option or card stands, from 1; None where there is no such place."""
    right = item.answer.sample
    match item.response:
        case Choice(options):
            return 1 + [option.id for option in options].index(str(right))
        case CardSet(choose_from=cards, how_many=1) if cards is not None and item.answer.count == 1:
            return 1 + cards.index(right[0])
        case _:
            return None


def _offered(item: Item) -> int:
    match item.response:
        case Choice(options):
            return len(options)
        case CardSet(choose_from=cards) if cards is not None:
            return len(cards)
        case _:
            return 0


def _evenness(places: Counter[int], offered: int) -> float:
    """Return the chance of places at least as uneven among *offered* equally likely ones (chi-squared test)."""
    from sympy import Rational, gamma, uppergamma

    expected = Rational(places.total(), offered)
    statistic = sum((places[place] - expected) ** 2 for place in range(1, offered + 1)) / expected
    half = Rational(offered - 1, 2)
    return float((uppergamma(half, statistic / 2) / gamma(half)).evalf())


def _confirmed(item: Item) -> bool:
    """Whether the plain rules find the same right responses as the item claims."""
    oracle = find_kind(item.kind).oracle
    assert oracle is not None
    theirs = oracle(item.given, item.rules.min_series)
    if item.answer.all is None:
        return len(theirs) == item.answer.count
    ours = [value_to_json(value) for value in item.answer.all]
    if isinstance(item.response, Choice):  # the rules know what is right, and not under which letter it stands
        right = [option.id for option in item.response.options if option.value in theirs]
        return sorted(right) == sorted(ours)
    return sorted(map(repr, map(_plain, ours))) == sorted(map(repr, map(_plain, theirs)))


def _plain(value: Any) -> Any:
    """Put a response's cards and groups in one order."""
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in sorted(value.items())}
    if isinstance(value, (list, tuple)) and not all(isinstance(part, int | None) for part in value):
        return sorted(map(_plain, value), key=repr)
    return list(value) if isinstance(value, tuple) else value
