"""A programmer takes exercises as JSON for a tool of their own, marks what comes back, and solves hands.

Run it in any folder: it writes items.json there.
"""

import json
from fractions import Fraction
from pathlib import Path

import primecards as pc

RESPONSES = ["33, 44, 48 and 49", "77 95", "11 33 37 13", "none", "no idea"]


def exercises_for_pupils(path: Path) -> list[pc.Item]:
    """Write pupils' copies, which hold no answers, and keep the items themselves."""
    items = [pc.make_item("fits-key", level=2, seed=f"lesson{number}") for number in range(len(RESPONSES))]
    path.write_text(json.dumps([item.to_dict(answers=False) for item in items], indent=1), encoding="utf-8")
    return items


def marks(items: list[pc.Item]) -> Fraction:
    """Mark every response, and say what could not be read."""
    total = Fraction(0)
    for item, response in zip(items, RESPONSES, strict=True):
        try:
            mark = pc.mark(item, response)
        except pc.InputError as refusal:
            print(f"{item.id}: {refusal}")
        else:
            total += mark.points
            print(f"{item.id}: {json.dumps(mark.to_dict(), ensure_ascii=False)}")
    return total


def solve(hand: str) -> None:
    """Lay a hand in series, or say what it lacks."""
    if arrangement := pc.arrange(hand):
        for series in arrangement.series:
            print(f"  key {series.key}:", *series.cards)
    else:
        print("  left over:", *pc.best_arrangement(hand).deadwood)
        print("  one of these would finish it:", *pc.outs(hand))


def main() -> None:
    items = exercises_for_pupils(Path("items.json"))
    print("Points in all:", marks(items), "of", len(items))

    # Only the id has to be kept: it rebuilds the item.
    print(pc.item_from_id(items[0].id) == items[0])

    for hand in ("3 13 23 41 47 43 45", "3 13 23 33 41 50 45", "90 94 96 w 11 12 13"):
        print(hand)
        solve(hand)
    print("Discard", *pc.winning_discards("3 13 23 41 47 43 45 50"), "and go out.")


if __name__ == "__main__":
    main()
