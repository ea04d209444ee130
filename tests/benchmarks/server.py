"""The server under load: checks by wrk, next to a route of Starlette's that does nothing, each in a process of its own.

What is compared is the time of the processor that a server takes for a request, which other programs on the machine
disturb little; what wrk saw is told beside it.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from socket import create_connection, socket

from tests.benchmarks.games import limit
from tests.benchmarks.measure import Bench, Side
from tests.servers import start, stop

SECONDS = 3
CONNECTIONS = 32
ASK = """
wrk.method = "POST"
wrk.body = '{"cards": [23, 3, 13, 20]}'
wrk.headers["content-type"] = "application/json"
"""
EMPTY = """
import sys
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

async def nothing(request):
    await request.body()
    return Response(b"{}", media_type="application/json")

app = Starlette(routes=[Route("/", nothing, methods=["POST"])])
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", access_log=False)
"""


@contextmanager
def nothing_served() -> Iterator[tuple[int, str]]:
    """A server that does nothing; gives its process and its address."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-c", EMPTY, str(port)], stdin=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with suppress(OSError), create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        yield process.pid, f"http://127.0.0.1:{port}/"
    finally:
        process.kill()
        process.wait()


@dataclass(frozen=True, slots=True)
class Load:
    """What a server did under load: requests a *second*, half and 99 % of them *within* ms, its own time for each."""

    rate: float
    half: float
    late: float
    own: float


def time_of(process: int) -> float:
    """The time that a process has had of the processor so far, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def loaded(process: int, address: str) -> Load:
    """Ask for some seconds over 32 connections."""
    wrk = shutil.which("wrk")
    if wrk is None:
        raise RuntimeError("wrk is missing: apt-get install wrk")
    before = time_of(process)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "ask.lua"
        script.write_text(ASK, encoding="utf-8")
        command = [wrk, "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", "-s", str(script), address]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    own = time_of(process) - before
    assert "Non-2xx" not in told, told
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", told)[1])  # type: ignore[index]
    asked = int(re.search(r"(\d+) requests in", told)[1])  # type: ignore[index]
    units = {"us": 0.001, "ms": 1.0, "s": 1000.0}
    times = {share: float(value) * units[unit] for share, value, unit in re.findall(r"(\d+)%\s+([\d.]+)(\w+)", told)}
    return Load(rate, times["50"], times["99"], own / asked)


@cache
def measured() -> tuple[Load, Load]:
    """Load both in turn, five times after the first, which warms them up; return the middle of each."""
    process, address = start()
    try:
        with nothing_served() as (empty, there):
            rounds = [(loaded(process.pid, f"{address}api/v1/check"), loaded(empty, there)) for _ in range(6)][1:]
    finally:
        stop(process)
    ours, theirs = (sorted(column, key=lambda load: load.own)[2] for column in zip(*rounds, strict=True))
    best = max((mine for mine, _ in rounds), key=lambda load: load.rate)
    print(
        f"  wrk: {best.rate:,.0f} checks a second at best, half in {best.half:.1f} ms, 99 % in {best.late:.1f} ms",
        file=sys.stderr,
    )
    return replace(ours, half=best.half, late=best.late), theirs


def own_time() -> Side:
    return Side("primecards serve", lambda: measured()[0].own)


BENCHES = (
    Bench("a check over HTTP, 32 connections (2,000 a second)", own_time(), limit(500), within=1, rounds=1),
    Bench("a check over HTTP, of the time of the processor", own_time(),
          Side("an empty route of Starlette", lambda: measured()[1].own), rounds=1),
    Bench("the slowest check in a hundred", Side("primecards serve", lambda: measured()[0].late / 1000),
          Side("its median", lambda: measured()[0].half / 1000), within=10, rounds=1),
)  # fmt: skip
