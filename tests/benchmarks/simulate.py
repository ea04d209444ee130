"""Simulated games: how many a second, how much faster on two processes, and that memory does not grow with them.

`python -m tests.benchmarks.simulate 1000000` plays so many on one process, then on two, as the command does.
"""

import subprocess
import sys
from itertools import count
from time import process_time

from primecards import simulate
from tests.benchmarks.games import limit
from tests.benchmarks.measure import Bench, Side

GAMES = 100_000  # so many that starting the processes hardly counts
MOST_MEMORY = 300  # MiB, of all processes together, for a million games
# A program of its own: how much a process has used at most is never forgotten.
PROGRAM = """
import sys
from time import perf_counter
from primecards import simulate
from primecards.spreading import workers
from tests.benchmarks import memory

if __name__ == "__main__":
    games, processes = map(int, sys.argv[1:])
    started = perf_counter()
    with workers(processes) as executor:
        simulate(games, executor=executor)
    seconds = perf_counter() - started
    others = processes if processes > 1 else 0
    print(seconds, memory.own() + others * memory.of_children())
"""


def measured(games: int, processes: int) -> tuple[float, float]:
    """The seconds that so many *games* take, and the most memory of all *processes* together, in MiB."""
    program = [sys.executable, "-c", PROGRAM, str(games), str(processes)]
    seconds, kibibytes = subprocess.run(program, capture_output=True, text=True, check=True).stdout.split()
    return float(seconds), int(kibibytes) / 1024


def flat() -> None:
    """Whether ten times the games take no more memory; so a million do not either."""
    few, many = measured(10_000, 2)[1], measured(GAMES, 2)[1]
    assert many < MOST_MEMORY, f"{many:.0f} MiB"
    assert many < few + 5, f"{few:.0f} MiB for 10,000 games, {many:.0f} MiB for {GAMES:,}"


def on(processes: int) -> Side:
    """Simulate on so many processes, the time to start them included."""
    return Side(f"{processes} process{'es' * (processes > 1)}", lambda: measured(GAMES, processes)[0] / GAMES, GAMES)


def alone(games: int) -> Side:
    """Simulate in this process, other games every time."""
    seeds = count()
    return Side("primecards", lambda: simulate(games, seed=next(seeds)), games)


BENCHES = (
    Bench("a simulated game, rule of thumb, one core (2,000 a second)", alone(1000), limit(500), within=1,
          clock=process_time),
    Bench("a simulated game, 100,000 of them, memory flat", on(2), on(1), faster=1.8, rounds=3, check=flat),
)  # fmt: skip

if __name__ == "__main__":
    wanted = int(sys.argv[1])
    alone_for, _ = measured(wanted, 1)
    print(f"{wanted:,} games on 1 process: {wanted / alone_for:,.0f} a second", flush=True)
    both_for, mebibytes = measured(wanted, 2)
    print(f"on 2: {wanted / both_for:,.0f} a second, {alone_for / both_for:.2f} times as many; {mebibytes:.0f} MiB")
