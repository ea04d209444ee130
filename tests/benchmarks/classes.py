"""A class set against Typst and fpdf2: 30 and 120 two-page sheets with their keys; and memory that does not grow."""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import primecards as pc
from primecards.cli._work import cores
from primecards.spreading import workers
from tests.benchmarks.measure import Bench, Side
from tests.benchmarks.sheet_rivals import by_fpdf2, by_typst

SPECS = ("find-key.1x3", "fits-key.2x3", "arrange-hand.2x2")  # two pages
MOST_MEMORY = 250  # MiB, of any one process
_FOLDER = tempfile.TemporaryDirectory(prefix="primecards-bench-")
# A program of its own: how much a process has used at most is never forgotten.
MEMORY = """
import sys, tempfile
import primecards as pc
from primecards.spreading import workers
from tests.benchmarks import memory

if __name__ == "__main__":
    pupils = [f"Pupil {number}" for number in range(int(sys.argv[1]))]
    with tempfile.TemporaryDirectory() as folder, workers(2) as executor:
        pc.ClassSet.make(pupils, sys.argv[2:], seed="bench").write(folder, executor=executor)
    print(max(memory.own(), memory.of_children()))
"""


def memory(pupils: int, *specs: str) -> float:
    """The most that one of the processes takes that print so many *pupils* their sheets, in MiB."""
    command = [sys.executable, "-c", MEMORY, str(pupils), *(specs or SPECS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout) / 1024


def flat() -> None:
    """Whether memory is bounded whatever the size of the class."""
    used = {pupils: memory(pupils) for pupils in (30, 120, 480)}
    assert max(used.values()) < MOST_MEMORY, used


@cache
def sheets(pupils: int, language: str) -> tuple[pc.Worksheet, ...]:
    """The sheets of a class, made beforehand for the rivals, who only print them."""
    codes = (sheet.code for sheet in class_set(pupils, language).sheets)
    return tuple(pc.Worksheet.of(code, language=language) for code in codes)


def class_set(pupils: int, language: str) -> pc.ClassSet:
    """A class of so many."""
    return pc.ClassSet.make([f"Pupil {n}" for n in range(pupils)], SPECS, seed="bench", language=language)


def ours(pupils: int, language: str) -> Side:
    """Make and print the class set on all cores, the start of the processes included."""
    folder = Path(_FOLDER.name) / f"{pupils}-{language}"

    def run() -> None:
        with workers(cores()) as executor:
            class_set(pupils, language).write(folder, executor=executor)

    return Side("primecards", run)


def rival(name: str, draw: Callable[..., bytes], pupils: int, language: str) -> Side:
    """Print the same sheets by another tool, in this process."""
    target = Path(_FOLDER.name) / f"{name}-{pupils}-{language}.pdf"
    return Side(name, lambda: target.write_bytes(draw(sheets(pupils, language))))


def bench(
    pupils: int, language: str, name: str, within: float, check: Callable[[], None] | None = None, rounds: int = 3
) -> Bench:
    """A row of the table."""
    draw = {"Typst": by_typst, "fpdf2": by_fpdf2}[name]
    work = f"a class set of {pupils} ({language}), against {name}"
    return Bench(work, ours(pupils, language), rival(name, draw, pupils, language), within=within, rounds=rounds,
                 check=check)  # fmt: skip


BENCHES = (
    bench(30, "en", "Typst", 8),
    bench(30, "he", "Typst", 8),
    bench(120, "en", "Typst", 6, flat),
    bench(120, "he", "Typst", 6),
    bench(120, "en", "fpdf2", 2),
    Bench("a class set of 30, Hebrew against English", ours(30, "he"), ours(30, "en"), within=1.3, rounds=3),
)
