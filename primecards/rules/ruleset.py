"""The settings of a game, in one immutable value."""

from __future__ import annotations

from dataclasses import dataclass

from primecards.errors import OutOfRangeError
from primecards.messages import Formula, Message, msg, short

MAX_WILD_CARDS = 10
MOST_ROUNDS = 1_000_000
SCORINGS = ("keys", "unmatched", "places")
WHEN_STOCK_IS_EMPTY = ("reshuffle", "end")


@dataclass(frozen=True, slots=True)
class Rules:
    """What players agree on before the cards are dealt (rules: Settings).

    Puzzles use any `hand_size`; a game deals 7, or 14 in the advanced game, whose `max_players` is 4.
    `turn_limit` counts rounds. A value outside what is allowed raises OutOfRangeError.
    """

    players: int = 2
    hand_size: int = 7
    min_series: int = 3
    wild_cards: int = 0
    scoring: str = "keys"
    allow_return_taken: bool = True
    stock_empty: str = "reshuffle"
    turn_limit: int = 500
    max_players: int = 6

    def __post_init__(self) -> None:
        """Refuse a setting outside its range as soon as it is made."""
        _check_number("max_players", self.max_players, 2, 6)
        _check_number("players", self.players, 2, self.max_players)
        _check_number("hand_size", self.hand_size, 1, None)
        _check_number("min_series", self.min_series, 3, None)
        _check_number("wild_cards", self.wild_cards, 0, MAX_WILD_CARDS)
        _check_number("turn_limit", self.turn_limit, 1, MOST_ROUNDS)
        _check_choice("scoring", self.scoring, SCORINGS)
        _check_choice("stock_empty", self.stock_empty, WHEN_STOCK_IS_EMPTY)
        if not isinstance(self.allow_return_taken, bool):
            raise OutOfRangeError(
                msg("allow_return_taken is True or False, not {value}.", value=short(self.allow_return_taken))
            )


def check_rules(rules: object) -> None:
    """Refuse what is no `Rules`; raises OutOfRangeError."""
    if not isinstance(rules, Rules):
        raise OutOfRangeError(msg("{value} is not the rules of a game.", value=short(rules)))


def _check_number(name: str, value: object, least: int, most: int | None) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least or (most is not None and value > most):
        raise OutOfRangeError(allowed_range(name, value, least, most))


def _check_choice(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise OutOfRangeError(
            msg(
                "{name} is one of {names}, not {value}.",
                name=name,
                names=Formula(", ".join(allowed)),
                value=short(value),
            )
        )


def allowed_range(name: str | Message, value: object, least: int, most: int | None) -> Message:
    """Say that *name* cannot be *value*, and which whole numbers it can be; *most* None means no upper end."""
    given = Formula(value if isinstance(value, str) else short(value))
    if most is None:
        return msg("{name} is a whole number from {least} up, not {value}.", name=name, least=least, value=given)
    allowed = Formula(f"{least}–{most}")
    return msg("{name} is a whole number in the range {allowed}, not {value}.", name=name, allowed=allowed, value=given)


BASIC = Rules()
ADVANCED = Rules(hand_size=14, min_series=4, max_players=4)
