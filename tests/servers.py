"""A real server for tests: `primecards serve` as a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


def start(*options: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server; return it, and the address that it says."""
    process = subprocess.Popen(
        [sys.executable, "-m", "primecards", "serve", "--port", "0", "--lang", "en", *options],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.fullmatch(r"The pages are at (http://127\.0\.0\.1:\d+/) \(Ctrl-C stops the server\)\.\n", line)
    assert found, (line, process.communicate(timeout=20))
    return process, found[1]


def stop(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Press Ctrl-C, and return the exit status and all that was said since."""
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return process.returncode, out, err


@contextmanager
def running(*options: str) -> Iterator[str]:
    """A server while the block lasts; gives its address."""
    process, address = start(*options)
    try:
        yield address
    finally:
        assert stop(process) == (0, "", "")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server that all tests of a process share."""
    with running("--printers", "2") as address:
        yield address
