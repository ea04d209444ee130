"""The command line, `primecards COMMAND`: one file a command, found by being here and loaded when it is called.

Exit status 0: done, or yes; 1: no; 2: bad input, one line on standard error.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import NoReturn

import click

from primecards.cli._shared import language_asked_for, refusal
from primecards.errors import PrimecardsError, UnknownNameError
from primecards.messages import Formula, msg


class _Commands(click.Group):
    """The commands of this folder; a module whose name begins with _ is none."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's own signature
        return sorted(module.name.replace("_", "-") for module in iter_modules(__path__) if module.name[0] != "_")

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = import_module(f"{__name__}.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            names = Formula(", ".join(self.list_commands(ctx)))
            raise UnknownNameError(
                msg("There is no command {name}; there are {names}.", name=args[0][:30], names=names)
            )
        return super().resolve_command(ctx, args)


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="primecards")
def primecards() -> None:
    """Check series, solve hands, and print puzzles of a number-card game, in English and Hebrew.

    Example: primecards check 23 3 13
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit status."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it was closed by whoever started us
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without Hebrew letters shows ? for them, and goes on
    for name in ("SIGTERM", "SIGHUP"):
        if (end := getattr(signal, name, None)) is not None and signal.getsignal(end) is signal.SIG_DFL:
            signal.signal(end, _leave)
    sys.exit(run(arguments))


def _leave(end: int, _frame: object) -> NoReturn:
    """End in good order when told to, so that temporary files and other processes go too."""
    sys.exit(128 + end)


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status; every refusal is one line on standard error."""
    language = language_asked_for(sys.argv[1:] if arguments is None else arguments)
    try:
        status = primecards.main(arguments, prog_name="primecards", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as asked:
        click.echo(asked.format_message())
        return 2
    except click.ClickException as refused:
        click.echo(f"primecards: {refusal(refused).text(language)}", err=True)
        return 2
    except PrimecardsError as refused:
        click.echo(f"primecards: {refused.message.text(language)}", err=True)
        return 2
    except click.Abort:
        return 130
    except OSError as error:
        if error.errno == errno.EPIPE:
            sys.stderr.close()  # whoever read our output has gone; there is nobody to tell
            return 0
        with suppress(OSError):  # the terminal may have gone
            where = f"{error.filename}: " if error.filename else ""
            click.echo(f"primecards: {where}{error.strerror}", err=True)
        return 2
    return status if isinstance(status, int) else 0
