"""Worked examples: an item with its solution shown, and twins from which steps are taken away at the end."""

from __future__ import annotations

from primecards.puzzles.item import Item


def fadings(item: Item) -> tuple[int, ...]:
    """Say how many steps of the solution to show in faded twins of *item*: all but the last, then the first only."""
    steps = len(item.solution)
    return tuple(dict.fromkeys(shown for shown in (steps - 1, 1) if 0 < shown < steps))
