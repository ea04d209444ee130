"""`primecards example`: a worked example from a played game."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

import click

from primecards.cli._shared import OneOf, Whole, as_json, print_json, refuse_beside, with_language
from primecards.errors import NotEnoughItemsError
from primecards.messages import Formula, msg
from primecards.rules.ruleset import MAX_WILD_CARDS

if TYPE_CHECKING:
    from primecards.puzzles.item import Item


MOST_SEEDS = 60  # to look for a moment that makes exercises, where the seed is only a beginning


@click.command("example")
@click.argument("code", required=False)
@click.option("--kind", default="winning-draw", show_default=True, metavar="MOMENT", help="What it is about.")
@click.option("--seed", default=None, help="The same seed finds the same example; without one, a fresh one.")
@click.option(
    "--rules", "rules_name", type=OneOf("rules", "basic", "advanced"), default=None, help="basic or advanced."
)
@click.option("--wilds", type=Whole("wilds", 0, MAX_WILD_CARDS), default=None, help="Wild cards in the deck.")
@click.option("--players", type=Whole("players", 2, 6), default=2, show_default=True, help="How many play.")
@click.option("-o", "--output", default=None, metavar="FILE", help="Write a page: .pdf, .html, .md, .docx or .json.")
@click.option("--as-items", is_flag=True, help="Print the exercises that the game makes there, as JSON.")
@click.option("--game", "whole_game", is_flag=True, help="Tell the whole game, and print its record.")
@as_json
@with_language
def command(
    code: str | None,
    kind: str,
    seed: str | None,
    rules_name: str | None,
    wilds: int | None,
    players: int,
    output: str | None,
    as_items: bool,
    whole_game: bool,
    as_json: bool,
    lang: str,
) -> None:
    """Find an instructive moment in a game, and work it out step by step; CODE names one found before.

    MOMENT is winning-draw, tempting-discard, wild-as-key, shared-card or last-step.

    Example: primecards example --kind wild-as-key --seed k7f2q9 -o example.pdf
    """
    from primecards.game.moments import find_moment, read_moment
    from primecards.puzzles.played_examples import items_of, worked_example
    from primecards.puzzles.registry import check_seed, fresh_seed
    from primecards.worksheets.example_page import example_to_dict, told, write_example

    if code is not None:
        refuse_beside(
            msg("The code holds the moment, the seed and the settings already."),
            "kind", "seed", "rules_name", "wilds", "players",
        )  # fmt: skip
        moment = read_moment(code)
    else:
        advanced = None if rules_name is None else rules_name == "advanced"
        seed = fresh_seed() if seed is None else check_seed(seed)
        settings: Any = {"advanced": advanced, "wilds": wilds, "players": players}
        moment = find_moment(kind, seed=seed, **settings)
        further = count(1) if as_items else iter(())
        while (number := next(further, MOST_SEEDS)) < MOST_SEEDS and not items_of(moment, lang):
            moment = find_moment(kind, seed=f"{seed}-{number}", **settings)
    example = worked_example(moment, lang)
    if output is not None:
        write_example(moment, example, output, whole_game=whole_game)
    if as_items:
        items = items_of(moment, lang)
        if not items:
            raise NotEnoughItemsError(
                msg("No exercise of a level can be made of {code}: try another seed.", code=Formula(str(moment)))
            )
        print_json([item.to_dict() for item in items])
    elif as_json:
        print_json(example_to_dict(moment, example, whole_game=whole_game))
    elif whole_game:
        if output is not None:
            click.echo(f"{output}: {example.id}\n")
        click.echo("\n".join(told(moment.position.game.record, lang)))
        click.echo(f"\n{moment.position.game.record.to_text()}", nl=False)
    elif output is not None:
        click.echo(f"{output}: {example.id}")
    else:
        _show(example, lang)


def _show(example: Item, lang: str) -> None:
    from primecards.worksheets.markdown import item_lines

    steps = [f"{place}. {step.message.text(lang)}" for place, step in enumerate(example.solution, 1)]
    click.echo("\n".join([example.id, "", *item_lines(example), "", *steps]))
