"""`primecards site`: the pages Check and Practise as plain files."""

from __future__ import annotations

import click

from primecards.cli._shared import Whole, with_language


@click.command("site")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="A new folder, or that of an older site.")
@click.option("--items", type=Whole("items", 1, 100), default=20, show_default=True, help="Of each kind and level.")
@click.option("--seed", default="site", show_default=True, help="The same seed makes the same site.")
@with_language
def command(output: str, items: int, seed: str, lang: str) -> None:  # noqa: ARG001 - only refusals are said in a language
    """Write Check and Practise, in both languages, as files for any web host; they work offline after the first visit.

    Example: primecards site -o public
    """
    from primecards.web.site import write_site

    click.echo(str(write_site(output, items=items, seed=seed)))
