"""Items made of positions of played games, at the levels that the same proofs give them as made-up items.

Such an item has a seed of its own form, `game.GAME.EVENT`: the game's code and how many of its events come before. Of
a game, every kind looks at the positions that it can ask about; games are looked for by hashed seeds, so that the same
seed finds the same games everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from primecards.chance import random_for
from primecards.game.codes import GameCode, Position, hashed_seeds
from primecards.puzzles.item import FORMAT, LEVELS, FromGame, Item, Kind, spec_name
from primecards.rules.ruleset import ADVANCED, BASIC, Rules

MOST_GAMES = 500  # where so many have none, an item is so rare that a made-up one does as well
# (players, wild cards): in turn, since what a level needs is known to its kind alone.
_TABLES = ((2, 0), (4, 4), (3, 0), (2, 4), (4, 0))


def item_of_position(kind: Kind, rng: Random, position: Position, level: int, rules: Rules) -> Item | None:
    """Make the item of *kind* that *position* is, or return None where it is none of that *level* and those *rules*.

    Raises OutOfRangeError for a position that the game has not.
    """
    state = position.state
    if kind.from_position is None:
        return None
    item = kind.from_position(rng, state, level, rules)
    return item and replace(item, from_game=FromGame(str(position.game), state.round, position.event))


def seeds_from_games(kind: Kind, level: int, rules: Rules, seed: str) -> Iterator[str]:
    """Go through the seeds of items of *kind* and *level* in the first `MOST_GAMES` games that belong to *seed*."""
    if kind.from_position is None:
        return
    for number, name in enumerate(islice(hashed_seeds(seed), MOST_GAMES)):
        for game in _games(name, number, level, rules):
            for event in range(len(game.states)):
                position = Position(game, event)
                rng = random_for(FORMAT, spec_name(kind.name, level, rules), position)
                if item_of_position(kind, rng, position, level, rules) is not None:
                    yield str(position)


def _games(name: str, number: int, level: int, rules: Rules) -> Iterator[GameCode]:
    """Name a game that may have what *rules* ask for; at the highest level that may be one of the advanced game."""
    players, wilds = _TABLES[number % len(_TABLES)]
    if rules.min_series == BASIC.min_series:
        yield GameCode(name, False, wilds, players)
    if rules.min_series == ADVANCED.min_series or (rules.min_series < ADVANCED.min_series and level == LEVELS[-1]):
        yield GameCode(name, True, wilds, players)
