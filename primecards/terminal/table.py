"""The table as it is shown: drawn so that it fits a screen, or told a fact at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from primecards.messages import Message, msg
from primecards.rules.cards import Card, in_order
from primecards.terminal import telling
from primecards.terminal.drawing import Look, card_rows, sentences
from primecards.terminal.sitting import Sitting


def drawn(sitting: Sitting, look: Look, news: Sequence[str], *, by_key: bool) -> list[str]:
    """Draw the table, with the lines of *news* in the middle."""
    upcard = sitting.state.upcard
    above = sentences([telling.heading(sitting), telling.others(sitting), telling.stock(sitting)], look)
    signs = msg("Your cards ({prime}: prime, {wild}: wild card):", prime=look.signs.prime, wild=look.signs.wild)
    below = sentences([telling.exposed(sitting, words=False)], look)
    below += card_rows([(upcard,)], look) if upcard is not None else []
    below += sentences([signs], look)
    hand = sitting.state.hand(sitting.state.player)
    below += card_rows([cards for _, cards in telling.by_key(hand)] if by_key else [hand], look)
    below += sentences([telling.choices(sitting)], look)
    spare = look.room - len(above) - len(news) - len(below)
    return [*above, *[""] * (spare > 0), *news, *[""] * (spare > 1 and bool(news)), *below]


def room_for_news(sitting: Sitting, look: Look, *, by_key: bool) -> int:
    """Count the lines that the rest of the table leaves on a screen."""
    return max(1, look.room - len(drawn(sitting, look, ["?"] * look.room, by_key=by_key)) + look.room)


def told(sitting: Sitting, *, by_key: bool) -> Iterator[Message]:
    """Tell the table, a short sentence a fact."""
    yield telling.heading(sitting)
    yield from telling.news(sitting)
    yield telling.others(sitting)
    yield telling.stock(sitting)
    yield telling.exposed(sitting, words=True)
    hand = sitting.state.hand(sitting.state.player)
    for key, cards in telling.by_key(hand) if by_key else ():
        if key is not None:
            yield msg("Your cards of key {key}: {list}.", key=key, list=_in_words(cards))
        else:
            yield msg("Your other cards: {list}.", list=_in_words(cards))
    if not by_key:
        yield msg("Your cards: {list}.", list=_in_words(hand))
    yield telling.choices(sitting)


def _in_words(cards: Sequence[Card]) -> Message:
    return telling.listed(list(map(telling.in_words, cards)))


def ending(sitting: Sitting, look: Look) -> list[str]:
    """Show how the game has ended: who won with which series, and the points."""
    lines = _ending(sitting, look, cards=look.drawn)
    return lines if len(lines) < look.room - 2 else _ending(sitting, look, cards=False)


def _ending(sitting: Sitting, look: Look, *, cards: bool) -> list[str]:
    lines = sentences([telling.who_won(sitting)], look)
    for place, out in enumerate(telling.gone_out(sitting), 1):
        if place > 1:
            lines += sentences([telling.later_out(sitting, place, out)], look)
        laid = list(map(telling.series_line, out.series))
        if cards:
            for line, series in zip(laid, out.series, strict=True):
                lines += [*sentences([line], look), *card_rows([in_order(series.cards)], look)]
        else:
            lines += sentences([telling.in_a_row(laid)] if look.drawn else laid, look)
    return lines + sentences(telling.reckoning(sitting), look)
