"""Games played out by strategies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from primecards.chance import random_for
from primecards.errors import IllegalEventError
from primecards.game.events import Event
from primecards.game.players import Player, strategies_of
from primecards.game.record import GameRecord
from primecards.game.rule_of_thumb import rule_of_thumb
from primecards.game.state import GameState, apply, deal, view
from primecards.messages import msg
from primecards.rules.ruleset import BASIC, Rules

_IDLE = random_for("nobody")


def play_out(seed: str | int, players: Sequence[Player], *, rules: Rules = BASIC, starts: int = 0) -> GameRecord:
    """Play a game to its end, and return its record: always the same one for a *seed*.

    *players* has a name of PLAYERS, such as "expert", or a strategy for each seat. Raises as `deal` and `play_on` do.

    >>> record = play_out("k7f2q9", ["random", "random"])
    >>> record.events[0], record.final_state().over
    (Draw(player=0, source='stock'), True)
    """
    state = deal(rules, seed, starts)
    events = tuple(event for event, _ in play_on(state, players))
    return GameRecord(state.seed, rules, starts, events)


def play_on(state: GameState, players: Sequence[Player]) -> Iterator[tuple[Event, GameState]]:
    """Play from *state* to the end of the game, and go through every event and the state after it.

    *players* has a name of PLAYERS or a strategy for each seat, which has a generator of its own, from the seed of the
    game. Raises OutOfRangeError unless there is one for each seat, UnknownNameError for a player that there is not, and
    IllegalEventError, which names the seat, for a move that is not allowed.
    """
    strategies = strategies_of(players, state.rules.players)
    # To seed a generator takes as long as a turn: who needs no chance gets one that is nobody's.
    generators = [
        _IDLE if strategy is rule_of_thumb else random_for("game", state.seed, seat)
        for seat, strategy in enumerate(strategies)
    ]
    while not state.over:
        seat = state.player
        event = strategies[seat](view(state), generators[seat])
        try:
            state = apply(state, event)
        except IllegalEventError as error:
            raise IllegalEventError(
                msg("Player {player}: {why}", player=seat + 1, why=error.message), error.refusals
            ) from None
        yield event, state
