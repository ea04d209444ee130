"""`primecards stress`: what to ask of a generator before trusting it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from primecards.cli._shared import Whole, as_json, print_json, with_language
from primecards.messages import Formula, Message, msg, nmsg

if TYPE_CHECKING:
    from primecards.puzzles.stress import StressReport

MOST_ITEMS = 1_000_000
SUSPICIOUS = 0.01  # places so uneven happen by chance once in a hundred


@click.command("stress")
@click.argument("spec", metavar="KIND[.LEVEL]")
@click.option("--n", "count", type=Whole("n", 1, MOST_ITEMS), default=1000, show_default=True, help="Items a level.")
@click.option("--seed", default="stress", show_default=True, help="Another seed tries other items.")
@as_json
@with_language
def command(spec: str, count: int, seed: str, as_json: bool, lang: str) -> int:
    """Make many items of KIND, at one LEVEL or all, and report on them.

    Reported are repeats, the places of the right option, scores, steps, numbers of answers, time, how many different
    items exist, and every disagreement with a plain enumeration of the rules. Exit status 1 if there is one.

    Example: primecards stress find-key.3 --n 1000
    """
    from primecards.puzzles.item import LEVELS
    from primecards.puzzles.registry import check_seed, find_kind, read_spec_name
    from primecards.puzzles.stress import stress

    check_seed(seed, most=30)
    if "." in spec:
        kind, level, _ = read_spec_name(spec)
        levels: tuple[int, ...] = (level,)
    else:
        kind, levels = find_kind(spec).name, LEVELS
    reports = [stress(kind, level, _counted(count, f"{kind}.{level}"), seed=seed) for level in levels]
    if as_json:
        print_json([report.to_dict() for report in reports])
    else:
        for report in reports:
            for message in _say(report):
                click.echo(message.text(lang))
    return 1 if any(report.disagreements for report in reports) else 0


def _counted(count: int, name: str) -> Iterable[int]:
    """Count to *count*, with a progress bar for a person who waits."""
    numbers = range(1, count + 1)
    if not sys.stderr.isatty():
        return numbers
    from rich.console import Console
    from rich.progress import track

    return track(numbers, description=name, console=Console(stderr=True))


def _say(report: StressReport) -> Iterator[Message]:
    middle, late, latest = (Formula(f"{time:.2f}") for time in report.milliseconds)
    yield nmsg(
        "{name}: one item, {repeats} repeats",
        "{name}: {n} items, {repeats} repeats",
        report.items,
        name=Formula(f"{report.kind}.{report.level}"),
        repeats=report.repeats,
    )
    yield msg("  milliseconds: median {median}, 99 % {late}, maximum {latest}", median=middle, late=late, latest=latest)
    if report.places:
        even = report.places_p is None or report.places_p >= SUSPICIOUS
        template = (
            msg("  places of the right one: {places}", places=_table(report.places))
            if even
            else msg("  places of the right one, suspiciously uneven: {places}", places=_table(report.places))
        )
        yield template
    yield msg("  numbers of right answers: {counts}", counts=_table(report.answer_counts))
    yield msg("  scores: {scores}", scores=_table(report.scores))
    yield msg("  steps: {steps}", steps=_table(report.steps))
    if report.different_is_exact:
        yield msg("  different items: exactly {count}", count=report.different)
    else:
        yield msg("  different items: at least {count}", count=report.different)
    if report.disagreements is None:
        yield msg("  this kind has no plain enumeration to compare with")
    elif report.disagreements:
        yield msg("  disagreements: {ids}", ids=Formula(" ".join(report.disagreements[:20])))
    else:
        yield msg("  disagreements with a plain enumeration of the rules: 0")


def _table(histogram: dict[int, int] | dict[float, int] | dict[str, int]) -> Formula:
    return Formula(", ".join(f"{name}: {count}" for name, count in list(histogram.items())[:12]))
