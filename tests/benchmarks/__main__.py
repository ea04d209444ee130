"""Run the benchmarks and print the table; exit status 1 when a bar is not met."""

import argparse
import importlib
import pkgutil
import sys

from tests import benchmarks
from tests.benchmarks.measure import Bench, Outcome, measure

COLUMNS = "{:<66}{:>11}  {:<44}{:>11}{:>10}  {:<9}{}"


def groups() -> dict[str, tuple[Bench, ...]]:
    """The groups by name: every module beside this one that has BENCHES."""
    found = {}
    for module in pkgutil.iter_modules(benchmarks.__path__):
        if not module.name.startswith("__"):
            benches = getattr(importlib.import_module(f"{benchmarks.__name__}.{module.name}"), "BENCHES", None)
            if benches is not None:
                found[module.name] = benches
    return found


def shown(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds / 1e-6:.2f} us"


def line(outcome: Outcome) -> str:
    """One row of the table."""
    bench = outcome.bench
    verdict = ("ok" if outcome.met else "NOT MET") if outcome.bar else ""
    ratio = f"{outcome.ratio:,.1f} x"
    return COLUMNS.format(
        bench.work, shown(outcome.ours), bench.rival.name, shown(outcome.rival), ratio, outcome.bar, verdict
    ).rstrip()


def main(arguments: list[str] | None = None) -> int:
    """Measure the groups named, or all; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a group, or part of the words of a row")
    wanted = parser.parse_args(arguments).names
    rows = [
        bench
        for group, benches in groups().items()
        for bench in benches
        if not wanted or group in wanted or any(name in bench.work for name in wanted)
    ]
    if not rows:
        parser.error(f"nothing by that name; the groups are {', '.join(groups())}")
    print(COLUMNS.format("work", "ours", "rival", "rival's", "ratio", "bar", "").rstrip())
    met = True
    for bench in rows:
        try:
            outcome = measure(bench)
        except (AssertionError, RuntimeError) as error:
            met = False
            print(f"{bench.work}: FAILED: {error}", flush=True)
        else:
            met &= outcome.met
            print(line(outcome), flush=True)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
