"""`primecards play`: the game in the terminal."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from primecards.cli._shared import OneOf, Whole, refuse_beside, rules_option, with_language
from primecards.messages import msg
from primecards.rules.ruleset import MAX_WILD_CARDS, SCORINGS


@click.command("play")
@click.option("--players", type=Whole("players", 2, 6), default=None, help="How many play; 2 unless more are named.")
@click.option("--against", multiple=True, metavar="NAME", help="A player of the computer's: random, rule-of-thumb ...")
@click.option("--people", type=Whole("people", 1, 6), default=1, show_default=True, help="How many share the keyboard.")
@click.option("--names", default=None, metavar="A,B", help="What the players are called, people first.")
@rules_option("Hands of 7 cards, or of 14 in series of 4 at least.")
@click.option("--wilds", type=Whole("wilds", 0, MAX_WILD_CARDS), default=4, show_default=True, help="Wild cards.")
@click.option("--scoring", type=OneOf("scoring", *SCORINGS), default="keys", show_default=True, help="What counts.")
@click.option("--games", type=Whole("games", 1, 20), default=1, show_default=True, help="How many games make a match.")
@click.option("--seed", default=None, help="The same seed deals the same cards; without one, a fresh game.")
@click.option("--resume", default=None, metavar="FILE", help="Go on with the game saved in FILE.")
@click.option("--save", default=None, metavar="FILE", help="Keep the game in FILE, move by move.")
@click.option("--plain", is_flag=True, help="A sentence a fact: no drawing, no colour; for screen readers.")
@with_language
def command(
    players: int | None,
    against: tuple[str, ...],
    people: int,
    names: str | None,
    rules_name: str,
    wilds: int,
    scoring: str,
    games: int,
    seed: str | None,
    resume: str | None,
    save: str | None,
    plain: bool,
    lang: str,
) -> int:
    """Play the game in the terminal, against the computer or with people who share the keyboard.

    Write ? at the table for what can be done there. A saved game brings its own players, rules and seed.

    Example: primecards play --against rule-of-thumb --wilds 2 --seed k7f2q9
    """
    from dataclasses import replace

    from primecards.puzzles.registry import fresh_seed
    from primecards.rules.ruleset import ADVANCED, BASIC
    from primecards.terminal import saving
    from primecards.terminal.console import look_of, standard_console
    from primecards.terminal.conversation import Conversation
    from primecards.terminal.seats import take_seats
    from primecards.terminal.sitting import sit_down

    if resume is not None:
        refuse_beside(
            msg("A saved game brings its own players, rules and seed."),
            "players", "against", "people", "names", "rules_name", "wilds", "scoring", "games", "seed",
        )  # fmt: skip
        sitting = saving.read_file(Path(resume))
    else:
        seats = take_seats(players, people, against, () if names is None else names.split(","))
        basis = BASIC if rules_name == "basic" else ADVANCED
        rules = replace(basis, players=len(seats), wild_cards=wilds, scoring=scoring)
        sitting = sit_down(seats, rules, fresh_seed() if seed is None else seed, games)
    if save is not None and save != resume:
        saving.check_free(Path(save))
    path = save if save is not None else resume
    console = standard_console(look_of(sys.stdin, sys.stdout, lang, plain=plain))
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    with _hanging_up_interrupts():
        return Conversation(sitting, console, None if path is None else Path(path), keeps=save is not None).run()


@contextmanager
def _hanging_up_interrupts() -> Iterator[None]:
    """Take a connection that breaks, and being told to end, for Ctrl-C, which loses no game."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ends = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    before = {end: signal.signal(end, signal.default_int_handler) for end in ends}
    try:
        yield
    finally:
        for end, handler in before.items():
            signal.signal(end, handler)
