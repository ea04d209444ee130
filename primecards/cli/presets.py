"""`primecards presets`: the teaching sequences to print by name."""

from __future__ import annotations

import click

from primecards.cli._shared import as_json, print_json, with_language


@click.command("presets")
@as_json
@with_language
def command(as_json: bool, lang: str) -> None:
    """List the teaching sequences: what each teaches, where in the curriculum, and which exercises it has.

    Example: primecards presets
    """
    from primecards.worksheets.presets import PRESETS

    described = [
        {
            "name": preset.name,
            "title": preset.title.text(lang),
            "teaches": preset.teaches.text(lang),
            "curriculum": preset.curriculum.text(lang),
            "specs": list(preset.specs),
            "order": preset.order,
            "examples": preset.examples,
        }
        for preset in PRESETS.values()
    ]
    if as_json:
        print_json(described)
        return
    for preset in described:
        click.secho(f"{preset['name']}: {preset['title']}", bold=True)
        click.echo(f"  {preset['teaches']}\n  {preset['curriculum']}\n  {' '.join(preset['specs'])}")
