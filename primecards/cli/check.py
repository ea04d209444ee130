"""`primecards check`: is it a valid series?"""

from __future__ import annotations

import click

from primecards.cli._shared import (
    CARDS_MAY_LOOK_LIKE_OPTIONS,
    Whole,
    as_json,
    join_cards,
    min_series,
    print_json,
    rules_with,
    with_language,
)
from primecards.rules.numbers import HIGHEST


@click.command("check", context_settings=CARDS_MAY_LOOK_LIKE_OPTIONS)
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@click.option("--key", type=Whole("key", 1, HIGHEST), default=None, help="Ask about this key only.")
@min_series(None)
@as_json
@with_language
def command(cards: tuple[str, ...], key: int | None, min_series: int | None, as_json: bool, lang: str) -> int:
    """Say whether CARDs are a valid series and which of them can be its key, or else everything that is wrong.

    A wild card is w. Exit status 1 if the series is not valid.

    Example: primecards check 23 3 13 w
    """
    from primecards.rules.series import check_series

    verdict = check_series(join_cards(cards), key=key, rules=rules_with(min_series))
    if as_json:
        print_json(verdict.to_dict())
    else:
        click.echo(verdict.explain(lang))
    return 0 if verdict.ok else 1
