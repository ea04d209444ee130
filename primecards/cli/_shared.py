"""What the commands share: options, the language, refusals in that language, and JSON."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import click

from primecards.errors import PrimecardsError
from primecards.languages import LANGUAGES
from primecards.messages import Message
from primecards.rules.ruleset import BASIC, Rules

P = ParamSpec("P")
R = TypeVar("R")

# So that -3 is read as a card, and refused as one, and not taken for an option.
CARDS_MAY_LOOK_LIKE_OPTIONS = {"ignore_unknown_options": True}


def language_of_locale() -> str:
    """Return the language of the user's locale if we speak it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "he" if value.lower().startswith(("he", "iw")) else "en"
    return "en"


def with_language(command: Callable[P, R]) -> Callable[P, R]:
    """Give *command* the option --lang, and say what it refuses in that language."""

    @click.option("--lang", type=click.Choice(LANGUAGES), default=language_of_locale, help="Language; from the locale.")
    @functools.wraps(command)
    def speaking(*args: P.args, **options: P.kwargs) -> R:
        try:
            return command(*args, **options)
        except PrimecardsError as refusal:
            raise click.ClickException(refusal.message.text(str(options["lang"]))) from None

    return speaking


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
min_series = click.option("--min-series", type=int, default=None, help="Least cards in a series: 3, or more.")


def rules_with(least: int | None) -> Rules:
    """Return the basic rules, with series of at least *least* cards if that is given."""
    from dataclasses import replace

    return BASIC if least is None else replace(BASIC, min_series=least)


def print_json(data: Any) -> None:
    """Print *data* as JSON in readable letters."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def say(message: Message, language: str) -> None:
    """Print *message* in *language*."""
    click.echo(message.text(language))
