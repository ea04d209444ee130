"""The command line as a process: from nothing to an answer."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.measure import Bench, Side

COMMAND = Path(sys.executable).with_name("primecards")
PRIMECARDS = [str(COMMAND)] if COMMAND.exists() else [sys.executable, "-m", "primecards"]


def process(*command: str) -> Callable[[], object]:
    """Run a command to its end, and insist that it went well."""

    def run() -> None:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"exit status {done.returncode}: {done.stderr.strip()[-200:]}")

    return run


BENCHES = (
    Bench(
        "primecards check 23 3 13, as a process",
        Side("primecards", process(*PRIMECARDS, "check", "23", "3", "13")),
        Side('python -c "import click"', process(sys.executable, "-c", "import click")),
        within=2.5,
        rounds=25,
    ),
)
