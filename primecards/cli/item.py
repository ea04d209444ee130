"""`primecards item`: one exercise."""

from __future__ import annotations

import click

from primecards.cli._shared import Whole, as_json, min_series, print_json, rules_with, with_language


@click.command("item")
@click.argument("kind")
@click.option("--level", type=Whole("level", 1, 5), default=1, show_default=True, help="1, the easiest, to 5.")
@click.option("--seed", default=None, help="The same seed makes the same item; without one, a fresh item.")
@click.option("--answers", is_flag=True, help="Show the answer and the worked solution.")
@min_series(6)
@as_json
@with_language
def command(
    kind: str, level: int, seed: str | None, answers: bool, min_series: int | None, as_json: bool, lang: str
) -> None:
    """Print one item of KIND, with the id under which `primecards mark` knows it.

    KIND may be an item's id as well, which prints that item again.

    Example: primecards item find-key --level 3 --seed k7f2q9 --answers
    """
    from primecards.puzzles.registry import item_from_id, make_item
    from primecards.worksheets.markdown import answer_lines, item_lines

    if "#" in kind:
        item = item_from_id(kind, lang)
    else:
        item = make_item(kind, level=level, seed=seed, rules=rules_with(min_series), language=lang)
    if as_json:
        print_json(item.to_dict(answers=answers))
        return
    lines = [item.id, "", *item_lines(item), *(["", *answer_lines(item)] if answers else [])]
    click.echo("\n".join(lines))
