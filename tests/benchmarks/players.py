"""The computer players' decisions: a turn of the rule of thumb, and one discard of the expert."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from random import Random
from statistics import median
from time import process_time

from primecards.chance import random_for
from primecards.game.expert import expert
from primecards.game.rule_of_thumb import throw, wants
from primecards.game.view import PlayerView
from primecards.rules.cards import Card
from primecards.rules.masks import BIT
from primecards.rules.ruleset import ADVANCED, BASIC, Rules
from tests.benchmarks.measure import Bench, Side

TURNS = 2_000
DECISIONS = 40


def deals(rules: Rules) -> list[tuple[int, int, int]]:
    """Hands as dealt, with the exposed card and the next of the stock."""
    rng = Random(1)
    found = []
    for _ in range(TURNS):
        *hand, upcard, drawn = rng.sample(BIT[1:], rules.hand_size + 2)
        found.append((sum(hand), upcard, drawn))
    return found


def turns(dealt: list[tuple[int, int, int]], min_series: int) -> None:
    """Decide to take or draw, and what to throw."""
    for hand, upcard, drawn in dealt:
        took = upcard if wants(hand, 0, upcard, min_series) else drawn
        throw(hand | took, 0, min_series)


def views(rules: Rules) -> Iterator[PlayerView]:
    """Moments of the fourth round, with cards thrown and one seen taken."""
    rng = Random(2)
    for _ in range(DECISIONS):
        cards = rng.sample(range(1, 100), 99)
        size = rules.hand_size
        hand, pile, taken = cards[: size + 1], cards[size + 1 : size + 8], cards[-1]
        yield PlayerView(
            rules, 0, "discard", sum(BIT[n] for n in hand), 0, Card(hand[0]), False, tuple(map(Card, pile)),
            99 - 2 * size - 8, (size + 1, size), ((0, 0), (BIT[taken], 0)), (), 4,
        )  # fmt: skip


def decisions(summary: Callable[[list[float]], float], moments: Iterator[PlayerView]) -> float:
    """Let the expert decide, and sum up how long it took."""
    taken = []
    for _ in range(DECISIONS):
        view = next(moments)
        started = process_time()
        expert(view, random_for("benchmark"))
        taken.append(process_time() - started)
    return summary(taken)


def bar(seconds: float) -> Side:
    """The bar itself, as the other side."""
    return Side(f"{seconds * 1e6:g} us" if seconds < 1e-3 else f"{seconds * 1000:g} ms", lambda: seconds)


BENCHES = (
    Bench(
        "a turn of the rule of thumb, basic game",
        Side("take or draw, and discard", partial(turns, deals(BASIC), BASIC.min_series), TURNS),
        bar(16e-6),
        within=1,
        clock=process_time,
    ),
    Bench(
        "a turn of the rule of thumb, advanced game",
        Side("take or draw, and discard", partial(turns, deals(ADVANCED), ADVANCED.min_series), TURNS),
        bar(60e-6),
        within=1,
        clock=process_time,
    ),
    *(
        Bench(
            f"a discard of the expert, {name} game, {which}",
            Side("the fourth round", partial(decisions, summary, cycle(views(rules)))),
            bar(0.05),
            within=1,
            rounds=3,
        )
        for name, rules in (("basic", BASIC), ("advanced", ADVANCED))
        for which, summary in (("median", median), ("slowest", max))
    ),
)
