"""The exhibits of an item as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from primecards.languages import DIRECTIONS
from primecards.messages import msg, nmsg
from primecards.puzzles.exhibits import (
    CardRow,
    Exhibit,
    FinishedGame,
    HundredChart,
    KeyCards,
    LaidSeries,
    PlaceValueFrame,
    ScoreTable,
    TwoFamilies,
    Upcard,
    player_name,
)
from primecards.rules.numbers import HIGHEST
from primecards.words import WILD_SIGN, say

if TYPE_CHECKING:
    from primecards.puzzles.item import Item


def card_signs(cards: Iterable[int]) -> str:
    """Write *cards* as signs in brackets."""
    return " ".join(f"[{int(card) if card else WILD_SIGN}]" for card in cards)


def exhibit_lines(exhibit: Exhibit, item: Item, *, room: bool) -> Iterator[str]:
    """Write *exhibit* of *item*; what is only a place to write, where there is to be *room*."""
    language = item.language
    match exhibit:
        case CardRow(cards):
            yield card_signs(cards)
        case KeyCards(keys):
            yield say(nmsg("Key card", "Key cards", len(keys)), language) + f": {card_signs(keys)}"
        case Upcard(card):
            yield say(msg("Exposed card"), language) + f": {card_signs((card,))}"
        case LaidSeries(groups):
            for group in groups:
                named = say(msg("Key: {key}", key=group.key), language) + " · " if group.key else ""
                yield f"- {named}{card_signs(group.cards)}"
        case ScoreTable(games):
            yield from _games(games, language)
        case TwoFamilies(keys) if not room:
            yield card_signs(keys)
        case _ if room:
            yield from _place_to_write(exhibit, language)


def _place_to_write(exhibit: Exhibit, language: str) -> Iterator[str]:
    match exhibit:
        case HundredChart():
            yield from chart_lines(language)
        case PlaceValueFrame(numbers):
            number, tens, units = msg("Number"), msg("Tens"), msg("Units")
            # Tens stand to the left of units in every viewer, whatever direction it takes a table to have.
            names = [say(head, language) for head in (number, tens, units)]
            yield from _from_left(_table(names, [[f"**{n}**", "", ""] for n in numbers]), language)
        case TwoFamilies((first, second)):
            heads = (msg("only {key}", key=first), msg("both"), msg("only {key}", key=second))
            table = _table([say(head, language) for head in heads], [["<br><br>", "", ""]])
            yield from table if DIRECTIONS[language] == "ltr" else ('<div dir="rtl">', "", *table, "", "</div>")


def _games(games: tuple[FinishedGame, ...], language: str) -> Iterator[str]:
    for number, game in enumerate(games, 1):
        if len(games) > 1:
            yield "- **" + say(msg("Game {number}", number=number), language) + "**"
        yield from _game(game, language, "  - " if len(games) > 1 else "- ")


def _game(game: FinishedGame, language: str, bullet: str) -> Iterator[str]:
    for place, player in enumerate(game.finished, 1):
        yield f"{bullet}{place}: {say(player_name(player), language)}"
    for hand in game.hands:
        winner = " (" + say(msg("won"), language) + ")" if hand.winner else ""
        yield f"{bullet}{say(player_name(hand.player), language)}{winner}: {card_signs(hand.cards)}"


def chart_lines(language: str) -> Iterator[str]:
    """Write the hundred chart as a table."""
    rows = [[str(n) for n in range(first, min(first + 10, HIGHEST + 1))] for first in range(1, HIGHEST + 1, 10)]
    rows[-1] += [""] * (10 - len(rows[-1]))
    yield from _from_left(_table(rows[0], rows[1:]), language)


def _from_left(table: Iterable[str], language: str) -> Iterator[str]:
    """Let a table run from the left in every language, as charts and the digits of a number do."""
    yield from table if DIRECTIONS[language] == "ltr" else ('<div dir="ltr">', "", *table, "", "</div>")


def _table(heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    for cells in (heads, ["---"] * len(heads), *rows):
        yield f"| {' | '.join(cells)} |"
