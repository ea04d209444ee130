"""Simulated games: how many a second, how much faster on two processes, and that memory does not grow with them."""

import subprocess
import sys
from itertools import count
from time import process_time

from primecards import simulate
from primecards.spreading import workers
from tests.benchmarks.games import limit
from tests.benchmarks.measure import Bench, Side

GAMES = 20_000
MOST_MEMORY = 300  # MiB, of all processes together, for a million games
# A program of its own: how much a process has used at most is never forgotten.
MEMORY = """
import sys
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from primecards import simulate
from primecards.spreading import workers

if __name__ == "__main__":
    with workers(2) as executor:
        simulate(int(sys.argv[1]), executor=executor)
    print(getrusage(RUSAGE_SELF).ru_maxrss + 2 * getrusage(RUSAGE_CHILDREN).ru_maxrss)
"""


def memory(games: int) -> float:
    """The most that simulating so many *games* on two processes takes, in MiB, those and the first one together."""
    done = subprocess.run([sys.executable, "-c", MEMORY, str(games)], capture_output=True, text=True, check=True)
    return int(done.stdout) / 1024


def flat() -> None:
    """Whether ten times the games take no more memory; so a million do not either."""
    few, many = memory(2_000), memory(20_000)
    assert many < MOST_MEMORY, f"{many:.0f} MiB"
    assert many < few + 5, f"{few:.0f} MiB for 2,000 games, {many:.0f} MiB for 20,000"


def on(processes: int) -> Side:
    """Simulate on so many processes, the time to start them included."""

    def run() -> None:
        with workers(processes) as executor:
            simulate(GAMES, executor=executor)

    return Side(f"{processes} process{'es' * (processes > 1)}", run, GAMES)


def alone(games: int) -> Side:
    """Simulate in this process, other games every time."""
    seeds = count()
    return Side("primecards", lambda: simulate(games, seed=next(seeds)), games)


BENCHES = (
    Bench("a simulated game, rule of thumb, one core (2,000 a second)", alone(1000), limit(500), within=1,
          clock=process_time),
    Bench("a simulated game, 20,000 of them, memory flat", on(2), on(1), faster=1.8, rounds=3, check=flat),
)  # fmt: skip
