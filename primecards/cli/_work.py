"""What commands share whose work takes long: processes or a cluster, and a bar for whoever waits."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

import click

from primecards.cli._shared import Whole

P = ParamSpec("P")
R = TypeVar("R")

MOST_PROCESSES = 256
INTERRUPTED = 130


def spread_out(command: Callable[P, R]) -> Callable[P, R]:
    """Give *command* the options --processes and --cluster."""
    here = click.option(
        "--processes",
        type=Whole("processes", 1, MOST_PROCESSES),
        default=None,
        help="On this machine; else one a core.",
    )
    there = click.option(
        "--cluster", default=None, metavar="ADDRESS", help="A Dask cluster to work on, such as tcp://host:8786."
    )
    return here(there(command))


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[int], object]]:
    """Give what shows how much of the *total* is done, to a person who waits."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.update(task, completed=done)
