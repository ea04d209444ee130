"""Going out at the table: reading the series that somebody lays, or finding them."""

from __future__ import annotations

import re

from primecards.errors import UnreadableError
from primecards.game.claims import claims, held_back
from primecards.game.events import GoOut
from primecards.game.view import PlayerView
from primecards.messages import Formula, msg
from primecards.puzzles.responses import ArrangementResponse, Group, read_response
from primecards.rules.cards import WILD, Card, normalise, read_text
from primecards.rules.masks import NEAR, numbers_in
from primecards.rules.numbers import fits, is_prime
from primecards.rules.series import Series, check_series

_DISCARD = re.compile(r"discard(?:ing)?|throw|drop|להניח|הניחו|מניחים|הנחה")
EXAMPLE = Formula("23: 3 13 23 | 41: 41 43 45 47")
WITH_DISCARD = Formula("23: 3 13 23 | 41: 41 43 45 47 discard 50")


def ways_out(view: PlayerView) -> list[GoOut]:
    """Find the ways to go out, one for each card that may be left over."""
    kept = held_back(view.drawn, view.wilds, taken=view.taken, rules=view.rules)
    return list(claims(view.player, view.numbers, view.wilds, view.rules, kept))


def read_claim(text: str, view: PlayerView) -> GoOut:
    """Read what somebody lays: "23: 3 13 23 | 41: 41 43 45 47 discard 50".

    A series whose key is not named gets one that fits; the wild cards stand for what their series can use; and the
    discard may be left out where one card is over. Whether all is well `verify` says. Raises UnreadableError, or as
    `read_text`, for what cannot be read.
    """
    laid, *last = _DISCARD.split(normalise(text), maxsplit=1)
    reading = read_response(ArrangementResponse(view.hand, 2), laid.strip(" |,;.+"))
    groups = [group for group in reading.value or () if isinstance(group, Group)]
    if not groups:
        raise UnreadableError(
            msg("Write each series with its key, and then the discard, such as: {example}", example=EXAMPLE)
        )
    held = list(view.hand)
    for group in groups:
        for card in group.cards:
            if card in held:
                held.remove(card)
    over = read_text(last[0]) if last else held
    if last and not over:
        raise UnreadableError(
            msg("Write the card to discard after the series, such as: {example}", example=WITH_DISCARD)
        )
    if len(over) != 1:
        raise UnreadableError(
            msg("One card has to be left over, the discard; here are {n}: {cards}.", n=len(over), cards=tuple(over))
        )
    return GoOut(view.player, tuple(_series(group, view) for group in groups), over[0])


def _series(group: Group, view: PlayerView) -> Series:
    key = group.key or _key_of(group.cards, view)
    return Series(key, group.cards, _stand_for(key, group.cards, view.numbers))


def _key_of(cards: tuple[Card, ...], view: PlayerView) -> int:
    """Choose a key that was not named: one that makes a series, or else the prime that most of the cards fit."""
    keys = check_series(cards, rules=view.rules).keys
    if keys:
        return next((key for key in keys if key in cards), keys[0])
    numbers = [card for card in cards if card]
    primes = [card for card in numbers if card.is_prime] or numbers or [Card(2)]
    return int(max(primes, key=lambda key: sum(fits(card, key) for card in numbers)))


def _stand_for(key: int, cards: tuple[Card, ...], held: int) -> tuple[int, ...]:
    """Choose numbers for the wild cards: the key if it is not there, then others that fit, not held ones first."""
    wilds = cards.count(WILD)
    free = [n for n in numbers_in(NEAR[key]) if n not in cards] if is_prime(key) else []
    free.sort(key=lambda n: (n != key, bool(held >> n & 1)))
    return tuple(free[:wilds])
