"""How games go under some settings: very many of them, played anywhere, counted exactly.

Game number n of a seed is the game of the seed "SEED.n" (`play_out` plays it again), so that who plays it, and in which
portion, changes nothing: the counts are the same with one process, with many, and on a cluster that loses some.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from primecards.errors import OutOfRangeError
from primecards.game.play import play_on
from primecards.game.players import Player, strategies_of, strategy_of
from primecards.game.scoring import points
from primecards.game.state import deal
from primecards.game.statistics import Histogram, Interval, share_interval
from primecards.messages import msg, short
from primecards.rules.ruleset import BASIC, Rules, allowed_range
from primecards.spreading import Executor, spread

MOST_GAMES = 10**9
MOST_AT_ONCE = 1000  # games of a portion
SECONDS = 0.2  # a portion is to take: little to wait for on Ctrl-C, much next to the cost of passing it on
SEED = "simulate"


@dataclass(frozen=True, slots=True)
class Summary:
    """What some games came to, in exact counts, which add up: the games of two summaries are those of their sum.

    The first seat starts every game. *turns* counts those of all players of a game together, *wins* the games each seat
    went out first in, *points* those of each seat; in *stock_ran_out* games the last card of the stock was drawn, and
    it was shuffled anew *reshuffles* times in all.
    """

    turns: Histogram
    wins: tuple[int, ...]
    points: tuple[Histogram, ...]
    stock_ran_out: int = 0
    reshuffles: int = 0

    def __add__(self, other: Summary) -> Summary:
        return Summary(
            self.turns + other.turns,
            tuple(map(sum, zip(self.wins, other.wins, strict=True))),
            tuple(mine + others for mine, others in zip(self.points, other.points, strict=True)),
            self.stock_ran_out + other.stock_ran_out,
            self.reshuffles + other.reshuffles,
        )

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.turns.size

    @property
    def without_winner(self) -> int:
        """How many games ended before anybody had gone out."""
        return self.games - sum(self.wins)

    def share(self, times: int) -> tuple[float, Interval]:
        """Return the share of the games that is *times*, and its interval of 95 %."""
        return times / self.games, share_interval(times, self.games)

    def to_dict(self) -> dict[str, Any]:
        """Write the counts and what follows from them as JSON data; there has to be a game."""
        counts = {"stock_ran_out": self.stock_ran_out, "without_winner": self.without_winner}
        return {
            "games": self.games,
            "turns": {
                "mean": self.turns.mean,
                "interval": self.turns.interval,
                "median": self.turns.median,
                "p90": self.turns.quantile(0.9),
                "histogram": dict(self.turns.counts),
            },
            "wins_by_seat": list(self.wins),
            "points": [
                {"mean": seat.mean, "interval": seat.interval, "histogram": dict(seat.counts)} for seat in self.points
            ],
            **counts,
            "reshuffles": self.reshuffles,
            "shares": {
                "wins_by_seat": [_share_to_dict(*self.share(wins)) for wins in self.wins],
                **{name: _share_to_dict(*self.share(times)) for name, times in counts.items()},
            },
        }


def _share_to_dict(share: float, interval: Interval) -> dict[str, Any]:
    return {"share": share, "interval": interval}


@dataclass(frozen=True, slots=True)
class _Portion:
    """So many *games* from number *first* on."""

    seed: str
    rules: Rules
    players: tuple[Player, ...]
    first: int
    games: int


def simulate(
    games: int,
    *,
    players: Player | Sequence[Player] = "rule-of-thumb",
    rules: Rules = BASIC,
    seed: str | int = SEED,
    executor: Executor | None = None,
    progress: Callable[[Summary], object] | None = None,
) -> Summary:
    """Play so many *games* and sum them up; the same numbers wherever they are played.

    *players* has a name of PLAYERS or a strategy for each seat, or one for all. The work is done by *executor* (see
    `spreading.workers`), to which strategies of your own travel by pickle, or else in this process. *progress* is
    called again and again with the summary of the games 1 to n so far. Raises as `deal` does, OutOfRangeError for an
    impossible number of games or players, UnknownNameError for a player that there is not, and PrimecardsError when
    workers keep getting lost.

    >>> summary = simulate(20, players=["random", "rule-of-thumb"], seed="k7f2q9")
    >>> summary.games, sum(summary.wins), summary == simulate(20, players=["random", "rule-of-thumb"], seed="k7f2q9")
    (20, 20, True)
    """
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise OutOfRangeError(allowed_range("games", games, 1, MOST_GAMES))
    deal(rules, seed)
    if isinstance(players, str) or callable(players):
        players = (players,) * rules.players
    strategies_of(players, rules.players)
    seats = tuple(players)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise OutOfRangeError(
            msg("{value} is no executor: give one of concurrent.futures, or what workers(2) gives.",
                value=short(executor))
        )  # fmt: skip
    deal(rules, f"{seed}.{games}")  # the longest of the seeds
    summary = Summary(Histogram(), (0,) * rules.players, (Histogram(),) * rules.players)
    seconds = 0.0

    def portions() -> Iterator[_Portion]:
        """Divide the games so that each portion takes about as long as is wanted, going by those that are done."""
        first = 1
        while first <= games:
            size = min(round(SECONDS * summary.games / seconds), MOST_AT_ONCE) if seconds else 1
            size = min(max(1, size), games + 1 - first)
            yield _Portion(str(seed), rules, seats, first, size)
            first += size

    for part, spent in spread(_play, portions(), executor=executor):
        summary, seconds = summary + part, seconds + spent
        if progress is not None:
            progress(summary)
    return summary


def _play(portion: _Portion) -> tuple[Summary, float]:
    """Play a portion of the games; return their summary and the seconds that it took."""
    started = perf_counter()
    rules, seed = portion.rules, portion.seed
    strategies = [strategy_of(player) for player in portion.players]
    turns: list[int] = []
    wins: Counter[int | None] = Counter()
    scores: list[tuple[int, ...]] = []
    ran_out = reshuffles = 0
    for number in range(portion.first, portion.first + portion.games):
        dealt = deal(rules, f"{seed}.{number}")
        moves, (_, state) = deque(enumerate(play_on(dealt, strategies), start=1), maxlen=1).pop()
        turns.append(moves // 2)  # a turn is to draw and to discard
        wins[state.winner] += 1
        scores.append(points(state))
        ran_out += state.reshuffles > 0 or state.top == len(state.stock)
        reshuffles += state.reshuffles
    summary = Summary(
        Histogram.of(turns),
        tuple(wins[seat] for seat in range(rules.players)),
        tuple(map(Histogram.of, zip(*scores, strict=True))),
        ran_out,
        reshuffles,
    )
    return summary, perf_counter() - started
