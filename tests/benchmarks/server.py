"""The server under load: checks by wrk, next to a route of Starlette's that does nothing, both in one process each."""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from socket import create_connection, socket

from tests.benchmarks.measure import Bench, Side
from tests.servers import running

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
def nothing_served() -> Iterator[str]:
    """A server that does nothing; gives its address."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-c", EMPTY, str(port)], stdin=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with suppress(OSError), create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.kill()
        process.wait()


def loaded(address: str) -> tuple[float, float, float]:
    """Ask for some seconds over 32 connections; return requests a second, and the median and 99 % of times in ms."""
    wrk = shutil.which("wrk")
    if wrk is None:
        raise RuntimeError("wrk is missing: apt-get install wrk")
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "ask.lua"
        script.write_text(ASK, encoding="utf-8")
        command = [wrk, "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", "-s", str(script), address]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Non-2xx" not in told, told
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", told)[1])  # type: ignore[index]
    units = {"us": 0.001, "ms": 1.0, "s": 1000.0}
    times = {share: float(value) * units[unit] for share, value, unit in re.findall(r"(\d+)%\s+([\d.]+)(\w+)", told)}
    return rate, times["50"], times["99"]


@cache
def measured() -> tuple[tuple[float, float, float], float]:
    """Load both in turn, three times; return the medians of ours, and the rate of the one that does nothing."""
    ours, theirs = [], []
    with running() as address, nothing_served() as empty:
        for _ in range(3):
            ours.append(loaded(f"{address}api/v1/check"))
            theirs.append(loaded(empty)[0])
    rate, middle, late = (sorted(column)[1] for column in zip(*ours, strict=True))
    print(f"  checks: {rate:,.0f} a second, median {middle:.1f} ms, 99 % within {late:.1f} ms", file=sys.stderr)
    return (rate, middle, late), sorted(theirs)[1]


BENCHES = (
    Bench("a check over HTTP, one process, 32 connections (2,000 a second)",
          Side("primecards serve", lambda: 1 / measured()[0][0]),
          Side("an empty route of Starlette", lambda: 1 / measured()[1]), within=1 / 0.6, rounds=1),
    Bench("the slowest check in a hundred",
          Side("primecards serve", lambda: measured()[0][2] / 1000),
          Side("its median", lambda: measured()[0][1] / 1000), within=10, rounds=1),
)  # fmt: skip
