"""What an item shows: a small closed set of exhibits. Print, pages and exports know these and nothing of kinds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from primecards.rules.cards import WILD, Card


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards in a row, as a hand lies on the table."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class KeyCards:
    """One key card or more, set apart from the cards they are asked about."""

    keys: tuple[Card, ...]


Exhibit: TypeAlias = CardRow | KeyCards


def exhibit_to_dict(exhibit: Exhibit) -> dict[str, Any]:
    """Write *exhibit* as JSON."""
    match exhibit:
        case CardRow(cards):
            return {"type": "card-row", "cards": cards_to_json(cards)}
        case KeyCards(keys):
            return {"type": "key-cards", "keys": cards_to_json(keys)}


def exhibit_from_dict(data: dict[str, Any]) -> Exhibit:
    """Read an exhibit back from its JSON."""
    if data["type"] == "key-cards":
        return KeyCards(cards_from_json(data["keys"]))
    return CardRow(cards_from_json(data["cards"]))


def cards_to_json(cards: tuple[Card, ...]) -> list[int | str]:
    """Write number cards as their numbers and wild cards as "w"."""
    return [int(card) if card else "w" for card in cards]


def cards_from_json(data: list[int | str]) -> tuple[Card, ...]:
    """Read cards back from JSON."""
    return tuple(WILD if value == "w" else Card(int(value)) for value in data)
