"""`primecards serve`: the pages and the JSON API."""

from __future__ import annotations

import click

from primecards.cli._shared import Whole, with_language
from primecards.messages import Formula, msg


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to answer at; 0.0.0.0: to everybody.")
@click.option("--port", type=Whole("port", 0, 65_535), default=8000, show_default=True, help="0 takes any free one.")
@click.option(
    "--printers", type=Whole("printers", 1, 64), default=2, show_default=True, help="Files printed at a time, at most."
)
@with_language
def command(host: str, port: int, printers: int, lang: str) -> None:
    """Answer with pages to check, practise, make sheets and play, and with a JSON API, until Ctrl-C.

    Example: primecards serve --port 8080
    """
    from primecards.web.running import serve

    serve(
        host,
        port,
        printers,
        lambda address: click.echo(
            msg("The pages are at {address} (Ctrl-C stops the server).", address=Formula(address)).text(lang)
        ),
    )
