"""`primecards simulate`: how games go under some settings."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import click

from primecards.cli._shared import OneOf, Whole, as_json, print_json, rules_option, with_language
from primecards.cli._simulation_plot import check_plot, write_plot
from primecards.cli._work import INTERRUPTED, cores, progress_bar, spread_out
from primecards.errors import InputError
from primecards.languages import DIRECTIONS
from primecards.messages import Formula, Message, msg, nmsg
from primecards.rules.ruleset import ADVANCED, BASIC, MAX_WILD_CARDS, MOST_ROUNDS, SCORINGS, WHEN_STOCK_IS_EMPTY, Rules

if TYPE_CHECKING:
    from primecards.game.simulation import Summary
    from primecards.game.statistics import Interval

LTR_MARK = "\u200e"


@click.command("simulate")
@click.option("--games", type=Whole("games", 1, 10**9), required=True, metavar="N", help="How many games to play.")
@click.option(
    "--players", type=Whole("players", 2, 6), default=None, help="How many play: 2 unless --player says more."
)
@click.option("--wilds", type=Whole("wilds", 0, MAX_WILD_CARDS), default=0, show_default=True, help="Wild cards.")
@rules_option("7 cards and series of 3, or 14 and series of 4.")
@click.option(
    "--player", "names", multiple=True, metavar="NAME", help="Who plays, once for all or once a seat. [rule-of-thumb]"
)
@click.option(
    "--scoring", type=OneOf("scoring", *SCORINGS), default="keys", show_default=True, help="How points count."
)
@click.option(
    "--stock-empty",
    type=OneOf("stock_empty", *WHEN_STOCK_IS_EMPTY),
    default="reshuffle",
    show_default=True,
    help="What happens when the stock is empty.",
)
@click.option(
    "--turn-limit", type=Whole("turn_limit", 1, MOST_ROUNDS), default=500, show_default=True, help="Most rounds."
)
@click.option("--seed", default="simulate", show_default=True, help="Another seed plays other games.")
@spread_out
@click.option("--plot", default=None, metavar="FILE", help="An .svg or .png file to draw the results in.")
@as_json
@with_language
def command(
    games: int,
    players: int | None,
    wilds: int,
    rules_name: str,
    names: tuple[str, ...],
    scoring: str,
    stock_empty: str,
    turn_limit: int,
    seed: str,
    processes: int | None,
    cluster: str | None,
    plot: str | None,
    as_json: bool,
    lang: str,
) -> int:
    """Play N games and report how long they are, who wins, the points, and what the stock does.

    Every number comes with an interval in which it lies for all games that could be played, 95 % sure. The first seat
    starts every game. The same seed gives the same numbers, on one process, on many and on a cluster. Ctrl-C ends early
    and reports the games played so far, with exit status 130.

    Example: primecards simulate --games 10000 --wilds 4
    """
    from primecards.game.simulation import simulate
    from primecards.spreading import workers

    if processes is not None and cluster is not None:
        raise InputError(msg("The games are played by processes here or on a cluster, not both."))
    rules = replace(
        BASIC if rules_name == "basic" else ADVANCED,
        players=players or max(2, len(names)),
        wild_cards=wilds,
        scoring=scoring,
        stock_empty=stock_empty,
        turn_limit=turn_limit,
    )
    seats = (names or ("rule-of-thumb",)) * (rules.players if len(names) < 2 else 1)
    if plot is not None:
        check_plot(plot)
    latest: list[Summary] = []
    try:
        with progress_bar(games) as show, workers(processes or min(cores(), games), cluster) as executor:

            def done(summary: Summary) -> None:
                latest[:] = [summary]
                show(summary.games)

            simulate(games, players=seats, rules=rules, seed=seed, executor=executor, progress=done)
        status = 0
    except KeyboardInterrupt:
        status = INTERRUPTED
        played = latest[0].games if latest else 0
        stopped = msg("Stopped after {played} of {n} games.", played=_grouped(played), n=_grouped(games))
        click.echo(stopped.text(lang), err=True)
    for summary in latest:
        if plot is not None:
            write_plot(plot, summary, seats, lang)
        if as_json:
            settings = {"players": list(seats), "rules": asdict(rules), "seed": seed, "games_asked": games}
            print_json({**summary.to_dict(), **settings})
        else:
            _print(summary, seats, rules, lang)
    return status


# --- The table ----------------------------------------------------------------------------------------------------


def _print(summary: Summary, seats: tuple[str, ...], rules: Rules, lang: str) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from primecards.game.players import PLAYERS

    def kept(text: str) -> str:
        """Keep the columns in their order, whatever way *text* runs."""
        return f"{LTR_MARK}{text}{LTR_MARK}" if DIRECTIONS[lang] == "rtl" else text

    before, after = _say(summary, rules)
    for message in before:
        click.echo(message.text(lang))
    table = Table(box=SIMPLE_HEAD if sys.stdout.isatty() else None, pad_edge=False)
    for place, heading in enumerate((msg("seat"), msg("player"), msg("wins"), msg("share"), msg("points a game"))):
        table.add_column(kept(heading.text(lang)), justify="left" if place == 1 else "right", no_wrap=True)
    for seat, name in enumerate(seats):
        share, points = summary.share(summary.wins[seat]), summary.points[seat]
        cells = (
            str(seat + 1),
            kept(PLAYERS[name].label.text(lang)),
            f"{summary.wins[seat]:,}",
            _percent(*share),
            _number(points.mean, points.interval),
        )
        table.add_row(*cells)
    console = Console(width=None if sys.stdout.isatty() else 120)
    with console.capture() as shown:
        console.print(table)
    lines = [line.rstrip() for line in shown.get().splitlines()]
    click.echo("\n" + "\n".join(filter(None, lines)) + "\n")
    for message in after:
        click.echo(message.text(lang))


def _say(summary: Summary, rules: Rules) -> tuple[list[Message], list[Message]]:
    """Say what goes before the table and what after."""
    turns, games = summary.turns, summary.games
    before = [
        msg(
            "{games} of {players} players, {wilds}; in brackets, 95 % intervals.",
            games=nmsg("One game", "{count} games", games, count=_grouped(games)),
            players=rules.players,
            wilds=nmsg("one wild card", "{n} wild cards", rules.wild_cards),
        ),
        msg(
            "Turns of a game, of all players together: mean {mean}, median {median}, nine games in ten at most {p90}.",
            mean=Formula(_number(turns.mean, turns.interval)),
            median=turns.median,
            p90=turns.quantile(0.9),
        ),
    ]
    ran_out, without = summary.stock_ran_out, summary.without_winner
    after = [
        msg(
            "Games in which the stock ran out: {count}, {share}; shuffled anew in all: {times}.",
            count=_grouped(ran_out),
            share=Formula(_percent(*summary.share(ran_out))),
            times=_grouped(summary.reshuffles),
        ),
        msg(
            "Games without a winner: {count}, {share}.",
            count=_grouped(without),
            share=Formula(_percent(*summary.share(without))),
        ),
    ]
    return before, after


def _grouped(count: int) -> Formula:
    """Write *count* with its thousands apart, as both our languages do."""
    return Formula(f"{count:,}")


def _number(value: float, interval: Interval | None) -> str:
    return f"{value:.2f}" + (f" ({interval[0]:.2f}–{interval[1]:.2f})" if interval else "")


def _percent(share: float, interval: Interval) -> str:
    least, most = interval
    return f"{100 * share:.1f} % ({100 * least:.1f}–{100 * most:.1f})"
