"""What an item shows: a small closed set of exhibits. Print, pages and exports know these and nothing of kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from primecards.messages import Message, literal, msg
from primecards.puzzles.responses import Group, groups_from_json, groups_to_json
from primecards.rules.cards import Card, cards_from_json, cards_to_json


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards in a row, as a hand lies on the table."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class KeyCards:
    """One key card or more, set apart from the cards they are asked about."""

    keys: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Upcard:
    """The exposed card, set apart from the hand."""

    card: Card


@dataclass(frozen=True, slots=True)
class HundredChart:
    """The numbers 1..99 in rows of ten, to shade: the place for a response of freely written cards."""


@dataclass(frozen=True, slots=True)
class PlaceValueFrame:
    """A table with an empty tens and an empty units column for each of the *numbers*."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TwoFamilies:
    """Two overlapping rings, one for the numbers that fit each of two *keys*, to sort cards into."""

    keys: tuple[Card, Card]


@dataclass(frozen=True, slots=True)
class LaidSeries:
    """Series as somebody laid them, right or wrong, each with the key that was named."""

    groups: tuple[Group, ...]


# The players that items tell of, by the id that stands in their JSON.
PLAYER_NAMES: Mapping[str, Message] = MappingProxyType(
    {name.template: name for name in (msg("Noa"), msg("Dan"), msg("Lia"), msg("Omer"), msg("Maya"), msg("Adam"))}
)


def player_name(player: str) -> Message:
    """Return the name of *player*: one that items tell of has a name in every language, any other is as it is."""
    return PLAYER_NAMES.get(player) or literal(player)


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """What a *player* holds at the end of a game; the *winner* has gone out."""

    player: str
    cards: tuple[Card, ...]
    winner: bool = False


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game to score: by the *hands* ("keys"), or by the order in which players *finished* ("places")."""

    scoring: str
    hands: tuple[PlayerHand, ...] = ()
    finished: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Finished games, with room for each player's points."""

    games: tuple[FinishedGame, ...]


Exhibit: TypeAlias = (
    CardRow | KeyCards | Upcard | HundredChart | PlaceValueFrame | TwoFamilies | LaidSeries | ScoreTable
)


def exhibit_to_dict(exhibit: Exhibit) -> dict[str, Any]:
    """Write *exhibit* as JSON."""
    match exhibit:
        case CardRow(cards):
            return {"type": "card-row", "cards": cards_to_json(cards)}
        case KeyCards(keys):
            return {"type": "key-cards", "keys": cards_to_json(keys)}
        case Upcard(card):
            return {"type": "upcard", "cards": cards_to_json((card,))}
        case HundredChart():
            return {"type": "hundred-chart"}
        case PlaceValueFrame(numbers):
            return {"type": "place-value-frame", "numbers": list(numbers)}
        case TwoFamilies(keys):
            return {"type": "two-families", "keys": cards_to_json(keys)}
        case LaidSeries(groups):
            return {"type": "laid-series", "groups": groups_to_json(groups)}
        case ScoreTable(games):
            return {"type": "score-table", "games": [_game_to_dict(game) for game in games]}


def _game_to_dict(game: FinishedGame) -> dict[str, Any]:
    hands = [{"player": h.player, "cards": cards_to_json(h.cards), "winner": h.winner} for h in game.hands]
    return {"scoring": game.scoring, "hands": hands, "finished": list(game.finished)}


def exhibit_from_dict(data: dict[str, Any]) -> Exhibit:
    """Read an exhibit back from its JSON."""
    match data["type"]:
        case "card-row":
            return CardRow(cards_from_json(data["cards"]))
        case "key-cards":
            return KeyCards(cards_from_json(data["keys"]))
        case "upcard":
            return Upcard(cards_from_json(data["cards"])[0])
        case "hundred-chart":
            return HundredChart()
        case "place-value-frame":
            return PlaceValueFrame(tuple(data["numbers"]))
        case "two-families":
            first, second = cards_from_json(data["keys"])
            return TwoFamilies((first, second))
        case "laid-series":
            return LaidSeries(groups_from_json(data["groups"]))
        case _:
            return ScoreTable(tuple(_game_from_dict(game) for game in data["games"]))


def _game_from_dict(data: dict[str, Any]) -> FinishedGame:
    hands = tuple(PlayerHand(h["player"], cards_from_json(h["cards"]), h["winner"]) for h in data["hands"])
    return FinishedGame(data["scoring"], hands, tuple(data["finished"]))
