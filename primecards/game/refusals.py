"""Why a move is refused: every code, with the rule it breaks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from primecards.errors import Refusal
from primecards.messages import Message, msg

_TURN = msg("a turn")
_OUT = msg("going out")
_SERIES = {number: msg("series, rule {number}", number=number) for number in (1, 2, 4, 5)}
_RULES = {
    "not-an-event": _TURN,
    "game-over": msg("the end of a game"),
    "not-your-turn": _TURN,
    "draw-first": _TURN,
    "already-drawn": _TURN,
    "no-such-source": _TURN,
    "not-a-card": msg("the deck"),
    "card-not-held": _TURN,
    "just-taken": msg("returning the card just taken"),
    # Of going out: the claim as a whole, then each series.
    "not-series": _OUT,
    "laid-twice": _OUT,
    "not-to-lay": _OUT,
    "left-over": _OUT,
    "key-not-prime": _SERIES[1],
    "key-not-held": _SERIES[1],
    "card-does-not-fit": _SERIES[2],
    "too-short": _SERIES[4],
    "wilds-not-told": _SERIES[5],
    "wild-does-not-fit": _SERIES[5],
    "number-twice": _SERIES[5],
}
CODES = tuple(_RULES)


def refuse(code: str, message: Message) -> Refusal:
    """Make the refusal of *code*, which names its rule."""
    return Refusal(code, message, _RULES[code])


def told(refusals: Iterable[Refusal]) -> Message:
    """Tell all the *refusals* in a row, each with its rule."""
    sentences = [msg("{why} (Rule: {rule}.)", why=refusal.message, rule=refusal.rule) for refusal in refusals]
    return reduce(lambda first, second: msg("{first} {second}", first=first, second=second), sentences)
