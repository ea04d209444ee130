"""A real Dask cluster for the tests: a scheduler and workers, each a process of its own on this machine."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Cluster:
    """Where the scheduler is, and the processes of the workers."""

    address: str
    workers: tuple[subprocess.Popen[bytes], ...]


def _dask(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """A cluster while the test lasts. Its workers have no nanny: one that is killed stays away."""
    file = folder / "scheduler.json"
    named = ("--scheduler-file", str(file))
    local = ("--host", "127.0.0.1")
    running = [_dask("scheduler", *local, "--port", "0", *named)]
    try:
        address = ""
        until = time.monotonic() + 60
        while not address:
            assert time.monotonic() < until
            assert running[0].poll() is None
            time.sleep(0.05)
            try:
                address = json.loads(file.read_text(encoding="utf-8"))["address"]
            except (OSError, ValueError):
                continue
        running += [_dask("worker", *named, *local, "--nthreads", "1", "--no-nanny") for _ in range(workers)]
        yield Cluster(address, tuple(running[1:]))
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()
