"""How much memory a program of its own has used at most: for the programs that the benchmarks start."""

import re
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage


def own() -> int:
    """The most of this process, in KiB.

    `getrusage` would count as well what it began with before it became Python: the size of the benchmarks.
    """
    peak = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    if peak is None:
        raise RuntimeError("this machine does not tell the most memory of a process")
    return int(peak[1])


def of_children() -> int:
    """The most of any one process that this one started and that has ended, in KiB."""
    return getrusage(RUSAGE_CHILDREN).ru_maxrss
