"""Games named by a code: the rule of thumb plays them, so a seed and a few settings say every card and every move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import count

from primecards.errors import OutOfRangeError, UnreadableError
from primecards.game.play import play_out
from primecards.game.record import GameRecord, replay
from primecards.game.rule_of_thumb import rule_of_thumb
from primecards.game.state import GameState
from primecards.messages import Formula, msg
from primecards.rules.ruleset import ADVANCED, MAX_WILD_CARDS, Rules, allowed_range

PREFIX = "game."
MOST_SEED = 20
MOST_EVENTS = 9_999
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_CODE = re.compile(rf"(?:(a?)w([0-9]{{1,2}})p([0-9])\.)?([A-Za-z0-9_-]{{1,{MOST_SEED}}})")
_POSITION = re.compile(rf"game\.({_CODE.pattern})\.([0-9]{{1,4}})")


@dataclass(frozen=True, slots=True)
class GameCode:
    """A game that players by the rule of thumb play: "k7f2q9" or, with settings, "aw4p3.k7f2q9".

    The settings are an "a" for the *advanced* game, the number of *wilds* and that of *players*; without them it is the
    basic game of two, with no wild cards. Raises OutOfRangeError for settings that there are not.
    """

    seed: str
    advanced: bool = False
    wilds: int = 0
    players: int = 2

    def __post_init__(self) -> None:
        most = ADVANCED.max_players if self.advanced else Rules().max_players
        for name, value, least, top in (("wilds", self.wilds, 0, MAX_WILD_CARDS), ("players", self.players, 2, most)):
            if not least <= value <= top:
                raise OutOfRangeError(allowed_range(name, value, least, top))

    def __str__(self) -> str:
        plain = (self.advanced, self.wilds, self.players) == (False, 0, 2)
        return self.seed if plain else f"{'a' if self.advanced else ''}w{self.wilds}p{self.players}.{self.seed}"

    @property
    def rules(self) -> Rules:
        """The settings of the game."""
        if not self.advanced:
            return Rules(players=self.players, wild_cards=self.wilds)
        size, least, most = ADVANCED.hand_size, ADVANCED.min_series, ADVANCED.max_players
        return Rules(self.players, size, least, self.wilds, max_players=most)

    @property
    def record(self) -> GameRecord:
        """The game as it is played."""
        return _played(self)[0]

    @property
    def states(self) -> tuple[GameState, ...]:
        """The deal, and the game after each of its events."""
        return _played(self)[1]


@lru_cache(maxsize=16)
def _played(code: GameCode) -> tuple[GameRecord, tuple[GameState, ...]]:
    record = play_out(code.seed, [rule_of_thumb] * code.players, rules=code.rules)
    return record, tuple(replay(record))


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a played game: of *game* after its first *event* events. As a seed, "game.k7f2q9.12"."""

    game: GameCode
    event: int

    def __str__(self) -> str:
        return f"{PREFIX}{self.game}.{self.event}"

    @property
    def state(self) -> GameState:
        """The game there; raises OutOfRangeError if it has ended before."""
        states = self.game.states
        if self.event >= len(states):
            raise OutOfRangeError(allowed_range("event", self.event, 0, len(states) - 1))
        return states[self.event]


def read_game_code(text: str) -> GameCode:
    """Read what `str` makes of a `GameCode`."""
    found = _CODE.fullmatch(text)
    if found is None:
        raise UnreadableError(
            msg("{text} is not the code of a game, such as {example}.", text=text[:40] or '""', example=_EXAMPLE)
        )
    return _code(*found.groups())


_EXAMPLE = Formula("w4p2.k7f2q9")


def read_position(seed: str) -> Position | None:
    """Read a position from *seed*, or return None where it does not name one; raises OutOfRangeError as `GameCode`."""
    found = _POSITION.fullmatch(seed)
    return found and Position(_code(*found.groups()[1:5]), int(found[6]))


def _code(advanced: str | None, wilds: str | None, players: str | None, seed: str) -> GameCode:
    if wilds is None:
        return GameCode(seed)
    return GameCode(seed, bool(advanced), int(wilds), int(players or 0))


def hashed_seeds(seed: str) -> Iterator[str]:
    """Go through the seeds of games that belong to *seed*, short enough to be typed."""
    for number in count(1):
        digest = sha256(f"games\x1f{seed}\x1f{number}".encode()).digest()
        yield "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:7])
