"""How sheets look on paper: the options that `worksheet` and `class` share."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click

from primecards.cli._shared import Whole

R = TypeVar("R")

_OPTIONS = (
    click.option("--paper", default="a4", show_default=True, help="a4 or letter."),
    click.option("--style", default="plain", show_default=True, help="plain, large-print, low-ink or dyslexia."),
    click.option("--cream", is_flag=True, help="A cream page, softer than white."),
    click.option("--points", is_flag=True, help="Say what each exercise is worth, even if all are worth one point."),
    click.option("--per-page", type=Whole("per_page", 1, 50), default=None, help="Exercises on a page, at most."),
    click.option(
        "--helpers",
        default="auto",
        show_default=True,
        help="primes, chart, primes,chart or none; auto: the list of primes where the level shows it.",
    ),
    click.option(
        "--templates", multiple=True, metavar="FOLDER", help="A folder of your own templates, which come first."
    ),
)
_NAMES = ("paper", "style", "cream", "points", "per_page", "helpers", "templates")


def with_layout(command: Callable[..., R]) -> Callable[..., R]:
    """Give *command* the options of the look on paper; it gets them together, by name, as `look`."""

    @functools.wraps(command)
    def looking(*args: Any, **options: Any) -> R:
        look = {name: options.pop(name) for name in _NAMES}
        return command(*args, look=look, **options)

    for option in reversed(_OPTIONS):
        looking = option(looking)
    return looking
