"""Whole games played at random through Python, next to gin rummy elsewhere; and how long verifying takes.

Gin rummy is the nearest game that other libraries have. A random game of it is about as long: in each, the seats choose
uniformly among the legal moves, and ours looks for a way to go out in every turn.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from time import process_time

import numpy as np
import pyspiel
import rlcard
from rlcard.agents import RandomAgent

from primecards import ADVANCED, BASIC, GoOut, Rules, play_out, verify
from primecards.game.events import Event
from primecards.game.play import play_on
from primecards.game.random_player import random_player
from primecards.game.state import GameState, apply, deal, view
from tests.benchmarks.measure import Bench, Side

GAMES = 40
FOUR_WILDS = Rules(wild_cards=4)


def ours(rules: Rules) -> Side:
    """Play games to their end: every move verified, a view made for each."""
    seeds = count()

    def run() -> None:
        for _ in range(GAMES):
            play_out(next(seeds), [random_player] * rules.players, rules=rules)

    return Side("primecards, random player", run, GAMES)


def open_spiel() -> Side:
    """Play OpenSpiel's gin rummy: chance by its probabilities, the seats by any legal action."""
    game = pyspiel.load_game("gin_rummy")
    rng = random.Random(1)

    def run() -> None:
        for _ in range(GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))

    return Side("OpenSpiel gin_rummy, random", run, GAMES)


def rl_card() -> Side:
    """Play RLCard's gin rummy by its own random agents."""
    np.random.seed(1)
    env = rlcard.make("gin-rummy", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def run() -> None:
        for _ in range(GAMES // 4):
            env.run(is_training=False)

    return Side("RLCard gin-rummy, random", run, GAMES // 4)


@cache
def moments(rules: Rules) -> tuple[tuple[GameState, Event], ...]:
    """Every move of some random games, with the state before it."""

    def of(seed: int) -> Iterator[tuple[GameState, Event]]:
        state = deal(rules, seed)
        for event, after in play_on(state, [random_player] * rules.players):
            yield state, event
            state = after

    return tuple(moment for seed in range(4) for moment in of(seed))


def over(moves: tuple[tuple[GameState, Event], ...], do: Callable[[GameState, Event], object], repeat: int) -> Side:
    """Do something with every move."""

    def run() -> None:
        for _ in range(repeat):
            for state, event in moves:
                do(state, event)

    return Side("primecards", run, repeat * len(moves))


def limit(microseconds: float) -> Side:
    """A bound in seconds, as the other side."""
    return Side(f"the bound, {microseconds:g} us", lambda: microseconds * 1e-6)


def verifying(name: str, rules: Rules, microseconds: float) -> Iterator[Bench]:
    """How long a move takes to verify: any, and those that go out."""
    claims = tuple((state, event) for state, event in moments(rules) if isinstance(event, GoOut))
    assert claims
    for what, moves, repeat in (("a move", moments(rules), 5), ("a claim to go out", claims, 500)):
        yield Bench(
            f"verify {what}, {name}", over(moves, verify, repeat), limit(microseconds), within=1, clock=process_time
        )


def by_the_turn(state: GameState, event: Event) -> None:
    """What the engine does for a move: show the game, verify, apply."""
    view(state)
    apply(state, event)


BENCHES = (
    Bench("a random game of two, 4 wilds", ours(FOUR_WILDS), open_spiel(), faster=1.5, clock=process_time),
    Bench("a random game of two, 4 wilds", ours(FOUR_WILDS), rl_card(), faster=5, clock=process_time),
    Bench("a random game of two, 0 wilds (longer)", ours(BASIC), open_spiel(), faster=1.5, clock=process_time),
    Bench("a random game of two, 0 wilds (longer)", ours(BASIC), rl_card(), faster=5, clock=process_time),
    *verifying("basic, 4 wilds", FOUR_WILDS, 50),
    *verifying("advanced, 2 wilds", replace(ADVANCED, wild_cards=2), 150),
    # A turn is two moves: 20 us a turn.
    Bench(
        "view and apply, a move, basic", over(moments(BASIC), by_the_turn, 5), limit(10), within=1, clock=process_time
    ),
)
