"""The long run between computer players: who wins how often, from which seat, and how long a decision takes.

    python -m tests.tournament                                  the expert against the rule of thumb, 2,000 games
    python -m tests.tournament --wilds 4 --advanced             with wild cards, the advanced game
    python -m tests.tournament --players rule-of-thumb random   others

Every deal is played twice, each player once in the first seat, so that the cards favour nobody. The first player named
is the one measured: its share is given with the interval that holds it in 95 of 100 such runs. The exit status is 1 if
the interval does not lie wholly above one half.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from statistics import mean, median
from time import process_time

from primecards import ADVANCED, BASIC, Rules
from primecards.game.events import Event
from primecards.game.play import play_out
from primecards.game.players import PLAYERS
from primecards.game.view import PlayerView, Strategy

LONG = 0.02


@dataclass
class Timed:
    """A strategy, and how long each of its decisions took: processor time, so that other programs disturb little.

    They still disturb some. A decision longer than LONG is asked for again twice, and takes the median of the three.
    """

    strategy: Strategy
    seconds: list[float] = field(default_factory=list)

    def __call__(self, view: PlayerView, rng: Random) -> Event:
        chance = rng.getstate()
        event, seconds = self.decide(view, rng)
        if seconds > LONG:
            measured = [seconds]
            for _ in range(2):
                rng.setstate(chance)
                again, seconds = self.decide(view, rng)
                if again != event:
                    raise AssertionError("the same view and chance gave another event")
                measured.append(seconds)
            seconds = median(measured)
        self.seconds.append(seconds)
        return event

    def decide(self, view: PlayerView, rng: Random) -> tuple[Event, float]:
        """Return what the strategy does, and the seconds of one decision."""
        started = process_time()
        event = self.strategy(view, rng)
        return event, process_time() - started


@dataclass
class Result:
    """Wins of the one measured by its seat, wins of the other, games without a winner, and turns in all."""

    wins: list[int] = field(default_factory=lambda: [0, 0])
    lost: int = 0
    undecided: int = 0
    turns: int = 0


def tournament(measured: Strategy, other: Strategy, deals: Iterable[int], rules: Rules) -> Result:
    """Play every deal twice, with *measured* in the first seat and in the second."""
    result = Result()
    for deal in deals:
        for seat in (0, 1):
            strategies = (measured, other) if seat == 0 else (other, measured)
            state = play_out(f"tournament-{deal}", strategies, rules=rules).final_state()
            result.turns += state.round * 2 - (state.player == 0)
            if state.winner is None:
                result.undecided += 1
            elif state.winner == seat:
                result.wins[seat] += 1
            else:
                result.lost += 1
    return result


def interval(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson."""
    z, share = 1.96, won / games
    middle = share + z * z / (2 * games)
    reach = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    return (middle - reach) / (1 + z * z / games), (middle + reach) / (1 + z * z / games)


def times(seconds: Sequence[float]) -> str:
    """The mean, the 99th percentile and the slowest, in milliseconds."""
    row = sorted(seconds)
    picked = mean(row), row[len(row) * 99 // 100], row[-1]
    return "mean {:.2f} ms, 99th percentile {:.2f} ms, slowest {:.2f} ms".format(*(1000 * value for value in picked))


def main(arguments: list[str] | None = None) -> int:
    """Play, print, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tournament", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--players", nargs=2, choices=sorted(PLAYERS), default=["expert", "rule-of-thumb"])
    parser.add_argument("--wilds", type=int, default=0)
    parser.add_argument("--advanced", action="store_true")
    wanted = parser.parse_args(arguments)
    rules = replace(ADVANCED if wanted.advanced else BASIC, wild_cards=wanted.wilds)
    measured, other = (Timed(PLAYERS[name].strategy) for name in wanted.players)
    result = tournament(measured, other, range(wanted.games // 2), rules)
    games, won = wanted.games // 2 * 2, sum(result.wins)
    low, high = interval(won, games)
    print(f"{wanted.players[0]} against {wanted.players[1]}, {games} games, {rules}")
    print(f"won {won}: {result.wins[0]} from the first seat, {result.wins[1]} from the second;", end=" ")
    print(f"lost {result.lost}, undecided {result.undecided}; {result.turns / games:.2f} turns a game")
    print(f"share {won / games:.1%}, 95 % interval {low:.1%} to {high:.1%}")
    for name, timed in zip(wanted.players, (measured, other), strict=True):
        print(f"{name}: {times(timed.seconds)}")
    return 0 if low > 0.5 else 1


if __name__ == "__main__":
    sys.exit(main())
