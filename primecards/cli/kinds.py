"""`primecards kinds`: the kinds of puzzle, with an example of each level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from primecards.cli._shared import as_json, print_json, with_language

if TYPE_CHECKING:
    from primecards.puzzles.item import Kind

EXAMPLE_SEED = "example"


@click.command("kinds")
@as_json
@with_language
def command(as_json: bool, lang: str) -> None:
    """List the kinds of puzzle: what each teaches, its levels, and an example of each level.

    Example: primecards kinds --lang he
    """
    from primecards.puzzles.registry import puzzle_kinds

    described = [_describe(kind, lang) for kind in puzzle_kinds().values()]
    if as_json:
        print_json(described)
        return
    for kind in described:
        click.secho(f"{kind['name']}: {kind['title']}", bold=True)
        click.echo(f"  {kind['teaches']}")
        click.echo(f"  {kind['curriculum']}")
        for level in kind["levels"]:
            click.echo(f"  {level['level']}. {level['description']}")
            click.echo(f"     {level['example']['id']}: {' '.join(level['example']['lines'])}")


def _describe(kind: Kind, language: str) -> dict[str, Any]:
    from primecards.puzzles.curriculum import STRANDS
    from primecards.puzzles.registry import make_item
    from primecards.worksheets.markdown import item_lines

    levels = []
    for level, description in enumerate(kind.levels, 1):
        item = make_item(kind.name, level=level, seed=EXAMPLE_SEED, language=language)
        example = {"id": item.id, "stem": item.stem, "lines": [line for line in item_lines(item, room=False) if line]}
        levels.append({"level": level, "description": description.text(language), "example": example})
    return {
        "name": kind.name,
        "title": kind.title.text(language),
        "teaches": kind.teaches.text(language),
        "curriculum": STRANDS[kind.strand].text(language),
        "levels": levels,
    }
