"""What an item shows: a small closed set of exhibits. Print, pages and exports know these and nothing of kinds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from primecards.rules.cards import Card, cards_from_json, cards_to_json


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
