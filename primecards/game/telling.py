"""A whole game told turn by turn, in sentences for people; the record of a game is for machines too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import groupby

from primecards.game.advice import advise
from primecards.game.events import Discard, Draw, Event
from primecards.game.record import GameRecord, replay
from primecards.game.scoring import Result
from primecards.game.state import STOCK, GameState, view
from primecards.messages import Message, msg, nmsg
from primecards.rules.cards import WILD


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of a game, and the number of the *event* that it tells of; 0 for the deal, None for the end."""

    message: Message
    event: int | None


def tell_game(record: GameRecord) -> Iterator[Told]:
    """Tell *record*: what is dealt, who draws what from where and why, what is discarded and why, and how it ends.

    The reason is that of the rule of thumb, for every move that it would have chosen as well.
    """
    states = replay(record)
    state = next(states)
    for player in range(record.rules.players):
        yield Told(msg("Player {player} is dealt {cards}.", player=player + 1, cards=state.hand(player)), 0)
    if state.upcard is not None:
        yield Told(msg("The exposed card is {card}.", card=state.upcard), 0)
    for number, (event, after) in enumerate(zip(record.events, states, strict=True), 1):
        advice = advise(view(state))
        if advice.event == event:
            yield Told(advice.told, number)
        yield from (Told(message, number) for message in _tell(event, after))
        state = after
    if state.over:
        yield from (Told(message, None) for message in _tell_end(state))


def by_turn(record: GameRecord) -> tuple[Message, ...]:
    """Tell *record* as `tell_game` does, a turn at a time: the deal, every turn with its number, and the end."""
    told: list[Message] = []
    # A turn is two events.
    for turn, lines in groupby(tell_game(record), lambda line: None if line.event is None else (line.event + 1) // 2):
        whole = reduce(
            lambda first, second: msg("{first} {second}", first=first, second=second), (line.message for line in lines)
        )
        told.append(msg("Turn {turn}: {told}", turn=turn, told=whole) if turn else whole)
    return tuple(told)


def _tell(event: Event, after: GameState) -> Iterator[Message]:
    player = event.player + 1
    if isinstance(event, Draw):
        card = after.drawn or WILD
        if event.source == STOCK:
            yield msg("Player {player} draws {card} from the stock.", player=player, card=card)
        else:
            yield msg("Player {player} takes the exposed card, {card}.", player=player, card=card)
    elif isinstance(event, Discard):
        yield msg("Player {player} discards {card}.", player=player, card=event.card)
    else:
        yield msg("Player {player} goes out, discarding {card}:", player=player, card=event.card)
        for series in event.series:
            if series.wilds:
                yield nmsg(
                    "Key {key}: {cards}; the wild card stands for {wilds}.",
                    "Key {key}: {cards}; the wild cards stand for {wilds}.",
                    len(series.wilds),
                    key=int(series.key),
                    cards=series.cards,
                    wilds=series.wilds,
                )
            else:
                yield msg("Key {key}: {cards}.", key=int(series.key), cards=series.cards)


def _tell_end(state: GameState) -> Iterator[Message]:
    """Tell what each player is left with and gets for it."""
    if not state.out:
        yield msg("The game ends: nobody has gone out.")
    for player, points in enumerate(Result.of(state).points):
        if player not in state.out:
            yield nmsg(
                "Player {player} holds {cards}: one point.",
                "Player {player} holds {cards}: {n} points.",
                points,
                player=player + 1,
                cards=state.hand(player),
            )
