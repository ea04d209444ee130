"""What a game is worth, and a match of several games (rules: Scoring)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from primecards.errors import OutOfRangeError
from primecards.game.play import play_on
from primecards.game.players import Player
from primecards.game.record import GameRecord
from primecards.game.state import GameState, Hand, check_state, deal
from primecards.messages import msg, short
from primecards.rules.cards import Card, cards_in
from primecards.rules.hands import best_arrangement, read_hand
from primecards.rules.masks import PRIME_BITS
from primecards.rules.ruleset import BASIC, Rules, allowed_range, check_rules


@dataclass(frozen=True, slots=True)
class Result:
    """What one game came to: the *points* of each player, who went *out*, first to last, and who had started."""

    points: tuple[int, ...]
    out: tuple[int, ...]
    starts: int = 0

    @classmethod
    def of(cls, game: GameState | GameRecord) -> Result:
        """Sum up a finished game; raises OutOfRangeError for one that goes on or is none, and as `replay` does."""
        state = game.final_state() if isinstance(game, GameRecord) else game
        return cls(points(state), state.out, state.starts)


def points(state: GameState) -> tuple[int, ...]:
    """Count the points of each player of a finished game (rules: Scoring); raises OutOfRangeError before its end.

    "keys": one for each prime and wild card of a hand, and 0 for the winner; without a winner, all count. "unmatched":
    the same, of the cards outside the best arrangement alone. "places": 0 for the first, then 2, 3 and so on. Whoever
    is not out when a game ends gets the points of the last place: the game did not tell these players apart, and none
    of them earned a better place; it is what the one left over gets as well.
    """
    check_state(state)
    if not state.over:
        raise OutOfRangeError(msg("The game is not over yet."))
    rules, out = state.rules, state.out
    if rules.scoring == "places":
        return tuple(place_points(out.index(p) if p in out else rules.players - 1) for p in range(rules.players))
    return tuple(0 if p in out else _points_of(hand, rules) for p, hand in enumerate(state.hands))


def place_points(place: int) -> int:
    """Return the points of a *place*, counted from 0: 0, 2, 3 and so on."""
    return place + 1 if place else 0


def counts(card: Card) -> bool:
    """Whether *card* counts a point against its holder: a prime or a wild card."""
    return card.is_prime or card.is_wild


def _points_of(hand: Hand, rules: Rules) -> int:
    """Count the cards of *hand* that `counts` names, on the bits: simulations do it by the million."""
    if rules.scoring == "unmatched":
        hand = read_hand(best_arrangement(cards_in(*hand), rules=rules).deadwood)
    numbers, wilds = hand
    return (numbers & PRIME_BITS).bit_count() + wilds


@dataclass(frozen=True, slots=True)
class Match:
    """Games one after another by the same *rules*: their results, and what they come to.

    The first game is started by the player *first*, each later one by the next player in turn. How many games make a
    match is for the caller to say.

    >>> match = Match(BASIC).with_game(Result((0, 3), out=(0,))).with_game(Result((2, 0), out=(1,), starts=1))
    >>> match.totals, match.leaders, match.starts
    ((2, 3), (0,), 0)
    """

    rules: Rules = BASIC
    results: tuple[Result, ...] = ()
    first: int = 0

    def __post_init__(self) -> None:
        """Refuse what is no rules or no result, another number of players, and a player that there is not."""
        check_rules(self.rules)
        for result in self.results:
            _check_result(result)
        players = self.rules.players
        if type(self.first) is not int or not 0 <= self.first < players:
            raise OutOfRangeError(allowed_range("first", self.first, 0, players - 1))
        for number, result in enumerate(self.results):
            if len(result.points) != players:
                raise OutOfRangeError(
                    msg("A game of {n} players is no part of a match of {players}.", n=len(result.points),
                        players=players)
                )  # fmt: skip
            if result.starts != (self.first + number) % players:
                raise OutOfRangeError(
                    msg(
                        "Game {number} has to be started by player {player}.",
                        number=number + 1,
                        player=(self.first + number) % players + 1,
                    )
                )

    @classmethod
    def of(cls, games: Iterable[GameRecord | GameState | Result], *, rules: Rules = BASIC, first: int = 0) -> Match:
        """Put a match together from finished games, in their order; raises as `with_game` does."""
        return cls(rules, tuple(map(_result_of, games)), first)

    @classmethod
    def play(
        cls, seed: str | int, players: Sequence[Player], *, games: int, rules: Rules = BASIC, first: int = 0
    ) -> Match:
        """Play a match of so many *games*, the same one for a *seed*; raises as `play_out` does."""
        if type(games) is not int or games < 0:
            raise OutOfRangeError(allowed_range("games", games, 0, None))
        match = cls(rules, (), first)
        for number in range(1, games + 1):
            moves = play_on(deal(rules, f"{seed}.{number}", match.starts), players)
            match = match.with_game(deque(moves, maxlen=1)[0][1])
        return match

    def with_game(self, game: GameRecord | GameState | Result) -> Match:
        """Return the match after one game more; raises OutOfRangeError for a game that is not the next of this one."""
        return Match(self.rules, (*self.results, _result_of(game)), self.first)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player so far."""
        return tuple(sum(result.points[player] for result in self.results) for player in range(self.rules.players))

    @property
    def starts(self) -> int:
        """Who starts the next game."""
        return (self.first + len(self.results)) % self.rules.players

    @property
    def leaders(self) -> tuple[int, ...]:
        """Who has the lowest total: after the last game, the winners, who share the match if they are several."""
        totals = self.totals
        return tuple(player for player, total in enumerate(totals) if total == min(totals))

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each player, counted from 1; equal totals share a place."""
        totals = self.totals
        return tuple(1 + sum(other < total for other in totals) for total in totals)


def _check_result(result: object) -> None:
    if not isinstance(result, Result):
        raise OutOfRangeError(msg("{value} is not the result of a game.", value=short(result)))


def _result_of(game: GameRecord | GameState | Result) -> Result:
    return game if isinstance(game, Result) else Result.of(game)
