"""`primecards deck`: the cards to print and cut out, and the rules."""

from __future__ import annotations

from pathlib import Path

import click

from primecards.cli._shared import Whole, as_json, print_json, with_language
from primecards.messages import msg
from primecards.rules.ruleset import MAX_WILD_CARDS


@click.command("deck")
@click.option("-o", "--output", required=True, metavar="FILE", help="A .pdf file, or a folder of single cards: cards/")
@click.option("--wilds", type=Whole("wilds", 0, MAX_WILD_CARDS), default=4, show_default=True, help="Wild cards.")
@click.option("--paper", default="a4", show_default=True, help="a4 or letter.")
@click.option("--backs", default="pages", show_default=True, help="pages (behind the fronts) or none.")
@click.option("--style", default="plain", show_default=True, help="plain or low-ink.")
@click.option("--each", default=None, help="In a folder, each card as svg or as png.")
@as_json
@with_language
def command(
    output: str, wilds: int, paper: str, backs: str, style: str, each: str | None, as_json: bool, lang: str
) -> None:
    """Make the deck to cut out, with the list of primes, the hundred chart and the rules, and write it to FILE.

    Example: primecards deck -o deck.pdf --wilds 4 --lang he
    """
    from primecards.worksheets.deck import ON_A_PAGE, Deck, write_deck
    from primecards.worksheets.deck_faces import HEIGHT, WIDTH

    deck = Deck(wilds, lang, paper, style, backs)
    files = write_deck(deck, output, each)
    sheets = -(-len(deck.cards) // ON_A_PAGE)
    pages = sheets if backs == "none" else 2 * sheets
    printed = files[0].suffix == ".pdf"
    if as_json:
        data = {"files": [str(file) for file in files], "cards": len(deck.cards), "wilds": wilds}
        print_json({**data, "pages": pages + 1 if printed else 0, "card_mm": [WIDTH, HEIGHT]})
    elif not printed:
        size = {"wide": int(WIDTH), "high": int(HEIGHT)}
        message = msg("{folder}: {n} pictures of {wide} x {high} mm.", folder=str(Path(output)), n=len(files), **size)
        click.echo(message.text(lang))
    else:
        values = {"cards": len(deck.cards), "pages": pages}
        if backs == "none":
            message = msg(
                "{file}: {cards} cards on {pages} pages, and the rules. Print at full size (100%).",
                file=output,
                **values,
            )
        else:
            message = msg(
                "{file}: {cards} cards on {pages} pages, and the rules. "
                "Print at full size (100%), turned over along the long edge.",
                file=output,
                **values,
            )
        click.echo(message.text(lang))
