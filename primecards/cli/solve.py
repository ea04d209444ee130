"""`primecards solve`: lay a hand in series, or find out what it lacks."""

from __future__ import annotations

import click

from primecards.cli._shared import (
    CARDS_MAY_LOOK_LIKE_OPTIONS,
    as_json,
    join_cards,
    print_json,
    rules_option,
    with_language,
)


@click.command("solve", context_settings=CARDS_MAY_LOOK_LIKE_OPTIONS)
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@rules_option("Series of 3 at least, or of 4.")
@as_json
@with_language
def command(cards: tuple[str, ...], rules_name: str, as_json: bool, lang: str) -> int:
    """Lay all CARDs in series, or else as many as possible, and say what would finish the hand.

    With a card more than a hand (7, or 14 in the advanced game): the winning discards; with a hand: its outs, the cards
    that finish it when drawn. Exit status 1 if the cards cannot all be laid.

    Example: primecards solve 3 13 23 41 43 45 w
    """
    from primecards.rules.ruleset import ADVANCED, BASIC
    from primecards.rules.survey import survey

    rules = BASIC if rules_name == "basic" else ADVANCED
    found = survey(join_cards(cards), rules)
    if as_json:
        print_json(found.to_dict())
    else:
        for message in found.messages(rules):
            click.echo(message.text(lang))
    return 0 if found.whole else 1
