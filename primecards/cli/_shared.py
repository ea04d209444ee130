"""What the commands share: options, the language, refusals in that language, and JSON."""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar

import click
from click.core import ParameterSource

from primecards.errors import InputError, OutOfRangeError, PrimecardsError, UnknownNameError
from primecards.languages import LANGUAGES, require_language
from primecards.messages import Formula, Message, literal, msg
from primecards.rules.ruleset import BASIC, Rules, allowed_range

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


def language_asked_for(arguments: Sequence[str]) -> str:
    """Return the language of a command line that was refused before it could be read."""
    for place, argument in enumerate(arguments):
        name, sign, value = argument.partition("=")
        if name == "--lang":
            value = value if sign else "".join(arguments[place + 1 : place + 2])
            return value if value in LANGUAGES else language_of_locale()
    return language_of_locale()


def refusal(error: click.ClickException) -> Message:
    """Say in our words, which have other languages, what click refuses."""
    match error:
        case click.MissingParameter() if error.param is not None:
            argument = isinstance(error.param, click.Argument)
            name = error.param.metavar or error.param.human_readable_name if argument else " / ".join(error.param.opts)
            return msg("{name} is missing.", name=Formula(name))
        case click.NoSuchOption():
            return msg("There is no option {name}.", name=Formula(error.option_name[:40]))
        case _:
            return literal(" ".join(error.format_message().split()))


class Whole(click.ParamType[int]):
    """A whole number, refused with the range that is allowed."""

    name = "number"

    def __init__(self, called: str, least: int, most: int | None) -> None:
        self.called, self.least, self.most = called, least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ARG002 - click's signature
        try:
            number = int(value)
        except ValueError:
            number = None
        if number is None or number < self.least or (self.most is not None and number > self.most):
            raise OutOfRangeError(allowed_range(self.called, str(value)[:20], self.least, self.most))
        return number


class OneOf(click.ParamType[str]):
    """One of a few names, refused with all of them."""

    name = "name"

    def __init__(self, called: str, *allowed: str) -> None:
        self.called, self.allowed = called, allowed

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002 - click's signature
        if value not in self.allowed:
            names = Formula(", ".join(self.allowed))
            raise UnknownNameError(
                msg("{name} is one of {names}, not {value}.", name=self.called, names=names, value=str(value)[:20])
            )
        return str(value)


class Language(click.ParamType[str]):
    """A language we speak."""

    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002 - click's signature
        return require_language(str(value))


def join_cards(cards: tuple[str, ...]) -> str:
    """Put the words of a command line together as the text of cards; what looks like a long option is none of ours."""
    for word in cards:
        if word.startswith("--"):
            raise click.NoSuchOption(word)
    return " ".join(cards)


def refuse_beside(told: Message, *names: str) -> None:
    """Refuse the options of the running command called *names* where they are given beside what settles them.

    *told* says what that is.
    """
    context = click.get_current_context()
    given = [
        param.opts[-1]
        for param in context.command.params
        if param.name in names and context.get_parameter_source(param.name) is not ParameterSource.DEFAULT
    ]
    if given:
        raise InputError(msg("{told} Leave {options} away.", told=told, options=Formula(" ".join(given))))


def require_specs(specs: tuple[str, ...], preset: str | None) -> None:
    """Refuse a command that is told neither SPECs nor a preset."""
    if not specs and preset is None:
        raise InputError(
            msg(
                "{spec} is missing: give one such as {example}, or {option}.",
                spec=Formula("SPEC"),
                example=Formula("find-key.3x6"),
                option=Formula("--preset NAME"),
            )
        )


def with_language(command: Callable[P, R]) -> Callable[P, R]:
    """Give *command* the option --lang, and say what it refuses in that language."""

    @click.option("--lang", type=Language(), default=language_of_locale, help="en or he; else from the locale.")
    @functools.wraps(command)
    def speaking(*args: P.args, **options: P.kwargs) -> R:
        try:
            return command(*args, **options)
        except PrimecardsError as refused:
            raise click.ClickException(refused.message.text(str(options["lang"]))) from None

    return speaking


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def min_series(most: int | None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give a command the option --min-series, up to *most*."""
    kind = Whole("min_series", BASIC.min_series, most)
    return click.option("--min-series", type=kind, default=None, help="Least cards in a series: 3, or more.")


def rules_option(text: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give a command the option --rules, basic or advanced, with *text* as its help."""
    kind = OneOf("rules", "basic", "advanced")
    return click.option("--rules", "rules_name", type=kind, default="basic", show_default=True, help=text)


def rules_with(least: int | None) -> Rules:
    """Return the basic rules, with series of at least *least* cards if that is given."""
    return BASIC if least is None else replace(BASIC, min_series=least)


def print_json(data: Any) -> None:
    """Print *data* as JSON, in readable letters wherever the stream has them all."""
    readable = (sys.stdout.encoding or "").lower().replace("_", "-") in ("utf-8", "utf8")
    click.echo(json.dumps(data, ensure_ascii=not readable, indent=2))
