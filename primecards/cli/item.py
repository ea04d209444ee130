"""`primecards item`: one exercise."""

from __future__ import annotations

import click

from primecards.cli._shared import Whole, as_json, min_series, print_json, rules_with, with_language
from primecards.errors import UnreadableError
from primecards.messages import Formula, msg


@click.command("item")
@click.argument("kind")
@click.option("--level", type=Whole("level", 1, 5), default=None, help="1, the easiest (so if not given), to 5.")
@click.option("--seed", default=None, help="The same seed makes the same item; without one, a fresh item.")
@click.option("--answers", is_flag=True, help="Show the answer and the worked solution.")
@min_series(6)
@as_json
@with_language
def command(
    kind: str, level: int | None, seed: str | None, answers: bool, min_series: int | None, as_json: bool, lang: str
) -> None:
    """Print one item of KIND, with the id under which `primecards mark` knows it.

    KIND may be an item's id as well, which prints that item again.

    Example: primecards item find-key --level 3 --seed k7f2q9 --answers
    """
    from primecards.puzzles.registry import item_from_id, make_item
    from primecards.worksheets.markdown import answer_lines, item_lines

    if "#" in kind:
        if level is not None or seed is not None or min_series is not None:
            raise UnreadableError(msg("{id} holds its level and seed already: give no others.", id=Formula(kind[:60])))
        item = item_from_id(kind, lang)
    else:
        item = make_item(kind, level=level or 1, seed=seed, rules=rules_with(min_series), language=lang)
    if as_json:
        print_json(item.to_dict(answers=answers))
        return
    lines = [item.id, "", *item_lines(item), *(["", *answer_lines(item)] if answers else [])]
    click.echo("\n".join(lines))
