"""The plot of a simulation: how long the games are, and who wins. It reads as well in grey, and has no date in it."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from primecards.errors import PrimecardsError, PrintingError, UnreadableError
from primecards.messages import Formula, Message, msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from primecards.game.simulation import Summary

ENDINGS = (".svg", ".png")
MOST_BARS = 60
FILL, LINE = "#b8b8b8", "#222222"


def check_plot(file: str) -> None:
    """Refuse, before the games, a file that could not be written after them.

    Raises UnreadableError for another ending, PrintingError for a folder that is not there, and PrimecardsError without
    matplotlib.
    """
    path = Path(file)
    if path.suffix.lower() not in ENDINGS:
        endings = Formula(", ".join(ENDINGS))
        raise UnreadableError(
            msg("A plot is a file that ends in one of {endings}, not {file}.", endings=endings, file=file)
        )
    if not path.parent.is_dir():
        raise PrintingError(msg("There is no folder {folder}.", folder=str(path.parent)))
    if find_spec("matplotlib") is None:
        command = Formula("pip install 'primecards[plot]'")
        raise PrimecardsError(msg("A plot needs matplotlib: {command}", command=command))


def write_plot(file: str, summary: Summary, players: Sequence[str], language: str) -> None:
    """Draw *summary* into *file*, whole or not at all; raises PrintingError when it cannot be written."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    from primecards.game.players import PLAYERS
    from primecards.worksheets.files import write_whole

    def words(message: Message) -> str:
        return message.text(language)

    ending = Path(file).suffix.lower()
    style = rc_context(
        {
            "svg.hashsalt": "primecards",  # the same names inside, every time
            "svg.fonttype": "none",  # words stay words, which whoever shows them sets from right to left if need be
            "font.size": 11,
            "axes.spines.top": False,
            "axes.spines.right": False,
        }
    )
    with style:
        figure = Figure(figsize=(10, 4.2), layout="constrained")
        turns, wins = figure.subplots(1, 2, width_ratios=(3, 2))
        _draw_turns(turns, summary)
        turns.set_title(words(msg("How long the games are")))
        turns.set_xlabel(words(msg("turns of all players together; dashed: their mean")))
        turns.set_ylabel(words(msg("games")))
        _draw_wins(wins, summary, [words(PLAYERS[name].label) for name in players])
        wins.set_title(words(msg("Who wins")))
        wins.set_xlabel(words(msg("seat, in the order of play")))
        wins.set_ylabel(words(msg("share of the games, %")))
        for axes in (turns, wins):
            axes.yaxis.grid(visible=True, color="#dddddd")
            axes.set_axisbelow(True)
        drawn = BytesIO()
        metadata = {"Date": None, "Creator": None} if ending == ".svg" else {"Software": None}
        figure.savefig(drawn, format=ending[1:], dpi=150, metadata=metadata)
    write_whole({Path(file): drawn.getvalue()})


def _draw_turns(axes: Axes, summary: Summary) -> None:
    """Draw a bar for each number of turns, or for several, if there are many; and a line at the mean."""
    from matplotlib.ticker import MaxNLocator

    counts = summary.turns.counts
    width = 1 + (counts[-1][0] - counts[0][0]) // MOST_BARS
    bars: dict[int, int] = {}
    for turns, games in counts:
        bars[turns // width] = bars.get(turns // width, 0) + games
    middles = [width * place + (width - 1) / 2 for place in bars]
    axes.bar(middles, list(bars.values()), width=0.9 * width, color=FILL, edgecolor=LINE, linewidth=0.6)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.axvline(summary.turns.mean, color=LINE, linestyle="--", linewidth=1.2)


def _draw_wins(axes: Axes, summary: Summary, players: Sequence[str]) -> None:
    """Draw the share of each seat with its interval."""
    seats = range(1, len(players) + 1)
    shares = [summary.share(times) for times in summary.wins]
    heights = [100 * share for share, _ in shares]
    reach = [
        [max(0.0, 100 * (share - ends[0])) for share, ends in shares],
        [max(0.0, 100 * (ends[1] - share)) for share, ends in shares],
    ]
    axes.bar(seats, heights, width=0.6, color=FILL, edgecolor=LINE, linewidth=0.6)
    axes.errorbar(seats, heights, yerr=reach, fmt="none", color=LINE, ecolor=LINE, capsize=6)
    names = [f"{seat}\n{name}" for seat, name in zip(seats, players, strict=True)]
    axes.set_xticks(list(seats), names if len(set(players)) > 1 else [str(seat) for seat in seats])
    axes.set_ylim(bottom=0)
