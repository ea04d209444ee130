"""Hints: first what to look for, and when asked again the move, with its reason and what to write."""

from __future__ import annotations

from collections.abc import Iterator

from primecards.game.advice import advise
from primecards.game.events import Discard, Draw, Event
from primecards.game.state import DISCARD, STOCK, view
from primecards.game.view import PlayerView
from primecards.messages import Formula, Message, msg, nmsg
from primecards.rules.cards import Card
from primecards.rules.hands import draws_needed
from primecards.terminal.commands import COMMANDS
from primecards.terminal.laying import ways_out
from primecards.terminal.sitting import Sitting

_COMMANDS = {command.name: command for command in COMMANDS}


def next_step(sitting: Sitting) -> Iterator[Message]:
    """Say what to look for, and no move."""
    seen = view(sitting.state)
    if seen.phase == DISCARD:
        yield from _before_discarding(seen)
    else:
        yield from _before_drawing(seen)
    yield msg("Ask for a hint again to be told the move.")


def _before_discarding(seen: PlayerView) -> Iterator[Message]:
    if ways_out(seen):
        yield msg("You can go out! Which card is over, when all the others lie in series?")
        return
    yield from _keys(seen)
    primes = _primes(seen)
    if primes:
        yield nmsg(
            "Look for a card that does not fit it.",
            "Look for a card that fits none of them, or that is the only one to fit.",
            len(primes),
        )
    else:
        yield msg("Look for a card that shares a digit, in its place, with no other.")


def _before_drawing(seen: PlayerView) -> Iterator[Message]:
    draws = draws_needed(seen.hand, rules=seen.rules)
    if draws == 0:
        yield msg("All your cards lie in series already: draw, and go out.")
        return
    if draws is not None:
        yield nmsg("One draw could be enough to go out.", "At least {n} draws are needed to go out.", draws)
    yield from _keys(seen)
    if seen.upcard is not None:
        primes = _primes(seen)
        if primes:
            yield nmsg(
                "Does the exposed card {card} fit it, or can it be a key?",
                "Does the exposed card {card} fit one of them, or can it be a key?",
                len(primes),
                card=seen.upcard,
            )
        else:
            yield msg("Can the exposed card {card} be a key?", card=seen.upcard)


def _primes(seen: PlayerView) -> tuple[Card, ...]:
    return tuple(card for card in seen.hand if card.is_prime)


def _keys(seen: PlayerView) -> Iterator[Message]:
    primes = _primes(seen)
    if primes:
        yield nmsg(
            "You hold one prime, a possible key: {cards}.",
            "The primes that you hold, each a possible key: {cards}.",
            len(primes),
            cards=primes,
        )
    elif seen.wilds:
        yield msg("You hold no prime; a wild card can be a key.")
    else:
        yield msg("You hold no prime, and every series needs a key.")


def the_move(sitting: Sitting, language: str) -> Iterator[Message]:
    """Tell the move, why, and what to write."""
    advice = advise(view(sitting.state))
    yield advice.reason
    yield msg("Write: {command}", command=_written(advice.event, language))


def _written(event: Event, language: str) -> Formula | str:
    match event:
        case Draw():
            text = _COMMANDS["draw" if event.source == STOCK else "take"].word(language)
        case Discard():
            text = f"{_COMMANDS['discard'].word(language)} {event.card}"
        case _:
            text = f"{_COMMANDS['out'].word(language)} {event.card}"
    return Formula(text) if language == "en" else text
