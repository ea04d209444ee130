"""Exercises as pages show them: the exhibits as HTML, the item sealed beside them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from primecards.puzzles.exhibits import CardRow, Exhibit, HundredChart
from primecards.puzzles.item import Item
from primecards.puzzles.responses import ArrangementResponse, CardSet
from primecards.rules.numbers import PRIMES
from primecards.web.sealing import Sealed
from primecards.worksheets.exhibit_views import Showing, in_the_row, set_apart
from primecards.worksheets.parts import Part, Shape
from primecards.worksheets.printing import to_page

# A page breaks rows where it ends, whatever its width.
ON_SCREEN = 99


@dataclass(frozen=True, slots=True)
class Shown:
    """The exhibits of an item, as templates want them, and its points."""

    beside: tuple[Part, ...]
    parts: tuple[Part, ...]
    points: int


def screen_shape(language: str) -> Shape:
    """Say what fits a line of a page: anything."""
    return Shape(ON_SCREEN, ON_SCREEN, ON_SCREEN, ON_SCREEN, 0, low=False, language=language)


def shown(item: Item) -> Shown:
    """Show the exhibits of *item* that are not themselves the place for its response."""
    left = tuple(exhibit for exhibit in item.exhibits if not _takes_the_response(exhibit, item))
    showing = Showing(replace(item, exhibits=left), None, screen_shape(item.language), small=False)
    return Shown(set_apart(showing), in_the_row(showing), item.points)


def _takes_the_response(exhibit: Exhibit, item: Item) -> bool:
    """Say whether the scripts draw *exhibit* themselves, with buttons."""
    form = item.response
    match exhibit:
        case CardRow():
            return isinstance(form, ArrangementResponse)
        case HundredChart():
            return isinstance(form, CardSet) and form.choose_from is None
        case _:
            return False


def practice(items: Sequence[Item], *languages: str) -> dict[str, dict[str, Any]]:
    """Write *items* for the page Practise, by language: sealed, each with its exhibits as HTML."""
    sealed = Sealed.of(items)
    found = {}
    for language in languages:
        data = sealed.told(language)
        pairs = zip(items, data["items"], strict=True)
        found[language] = {**data, "items": [{**closed, "html": _exhibits(item, language)} for item, closed in pairs]}
    return found


def _exhibits(item: Item, language: str) -> str:
    context = {"entry": shown(item.in_language(language)), "aids": item.aids, "primes": PRIMES}
    return to_page("web/exhibits.html", context, language).strip()


def in_page(data: Any) -> str:
    """Write *data* as JSON that can stand in a script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
