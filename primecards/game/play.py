"""Games played out by strategies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from primecards.chance import random_for
from primecards.errors import IllegalEventError, OutOfRangeError
from primecards.game.events import Event
from primecards.game.record import GameRecord
from primecards.game.rule_of_thumb import rule_of_thumb
from primecards.game.state import GameState, apply, deal, view
from primecards.game.view import Strategy
from primecards.messages import msg
from primecards.rules.ruleset import BASIC, Rules

_IDLE = random_for("nobody")


def play_out(seed: str | int, strategies: Sequence[Strategy], *, rules: Rules = BASIC, starts: int = 0) -> GameRecord:
    """Play a game to its end, each seat by its strategy, and return its record: always the same one for a *seed*.

    Raises as `deal` and `play_on` do.

    >>> from primecards.game.random_player import random_player
    >>> record = play_out("k7f2q9", [random_player] * 2)
    >>> record.events[0], record.final_state().over
    (Draw(player=0, source='stock'), True)
    """
    state = deal(rules, seed, starts)
    events = tuple(event for event, _ in play_on(state, strategies))
    return GameRecord(state.seed, rules, starts, events)


def play_on(state: GameState, strategies: Sequence[Strategy]) -> Iterator[tuple[Event, GameState]]:
    """Play from *state* to the end of the game, and go through every event and the state after it.

    Every seat has a generator of its own, from the seed of the game. Raises OutOfRangeError unless there is a strategy
    for each player, and IllegalEventError, which names the seat, for a move that is not allowed.
    """
    players = state.rules.players
    if not isinstance(strategies, Sequence) or isinstance(strategies, str) or not all(map(callable, strategies)):
        raise OutOfRangeError(msg("Each player needs a strategy, a function of a view and a random generator."))
    if len(strategies) != players:
        raise OutOfRangeError(
            msg("{players} players need as many strategies, not {n}.", players=players, n=len(strategies))
        )
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
