"""`primecards mark`: points and feedback for a response."""

from __future__ import annotations

import click

from primecards.cli._shared import CARDS_MAY_LOOK_LIKE_OPTIONS, as_json, print_json, with_language
from primecards.messages import Formula, msg


@click.command("mark", context_settings=CARDS_MAY_LOOK_LIKE_OPTIONS)
@click.argument("item_id", metavar="ITEM-ID")
@click.argument("response", nargs=-1, metavar="RESPONSE")
@click.option("--hint", is_flag=True, help="Say only the next step, not what is right.")
@as_json
@with_language
def command(item_id: str, response: tuple[str, ...], hint: bool, as_json: bool, lang: str) -> int:
    """Mark RESPONSE to the item ITEM-ID: points, and feedback that gives the reasons.

    Cards are written as numbers, series as "23: 3 13 23 | 41: 41 43 45 47", JSON is read as well. Exit status 1 unless
    all of it is right.

    Example: primecards mark find-key.3#k7f2q9 71
    """
    from primecards.puzzles.registry import item_from_id, mark

    marked = mark(item_from_id(item_id, lang), " ".join(response))
    if as_json:
        told = marked.to_dict()
        print_json({name: value for name, value in told.items() if name != "feedback"} if hint else told)
    else:
        click.echo(msg("Points: {points}", points=Formula(str(marked.points))).text(lang))
        for line in (marked.hint,) if hint else marked.feedback:
            click.echo(line)
    return 0 if marked.correct else 1
