"""A number-card game, known to the bottom: check series, solve hands, make puzzles and print them.

    rules        decide what is valid          check_series, arrange, outs, draws_needed ...
    game         a match by the rules       deal, apply, play_out, analyse, Match ...
    puzzles      ask about it                  make_item, mark, puzzle_kinds
    worksheets   carry puzzles to paper        Worksheet, ClassSet, read_roster
    words        say it in English and Hebrew
    terminal     the game at the keyboard
    web          the pages                     write_interactive, write_site
    cli          the command line, `primecards`

What only puzzles and paper need is imported when it is first asked for, so that checking a series stays quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from primecards.errors import (
    IllegalEventError,
    InputError,
    NotEnoughItemsError,
    OutOfRangeError,
    PrimecardsError,
    PrintingError,
    Refusal,
    RepeatedCardError,
    UnknownNameError,
    UnreadableError,
)
from primecards.rules.cards import WILD, Card, deck, parse_cards
from primecards.rules.hands import (
    Arrangement,
    arrange,
    arrangements,
    best_arrangement,
    count_arrangements,
    draws_needed,
    outs,
    winning_discards,
)
from primecards.rules.numbers import PRIMES, factorisation, family, fits, is_prime
from primecards.rules.ruleset import ADVANCED, BASIC, Rules
from primecards.rules.series import Fault, Series, Verdict, check_series

if TYPE_CHECKING:
    from primecards.game.analysis import Analysis, analyse
    from primecards.game.events import Discard, Draw, GoOut
    from primecards.game.play import play_out
    from primecards.game.record import GameRecord, replay
    from primecards.game.scoring import Match
    from primecards.game.simulation import Summary, simulate
    from primecards.game.state import GameState, apply, deal, legal_events, verify
    from primecards.game.view import PlayerView
    from primecards.puzzles.item import Item, Kind
    from primecards.puzzles.marking import Mark
    from primecards.puzzles.registry import item_from_id, make_item, mark, puzzle_kinds
    from primecards.web.interactive import write_interactive
    from primecards.web.site import write_site
    from primecards.worksheets.class_set import ClassSet
    from primecards.worksheets.roster import Pupil, read_roster
    from primecards.worksheets.worksheet import Worksheet

_LATER = {
    "Analysis": "primecards.game.analysis",
    "ClassSet": "primecards.worksheets.class_set",
    "Discard": "primecards.game.events",
    "Draw": "primecards.game.events",
    "GameRecord": "primecards.game.record",
    "GameState": "primecards.game.state",
    "GoOut": "primecards.game.events",
    "Item": "primecards.puzzles.item",
    "Kind": "primecards.puzzles.item",
    "Mark": "primecards.puzzles.marking",
    "Match": "primecards.game.scoring",
    "PlayerView": "primecards.game.view",
    "Pupil": "primecards.worksheets.roster",
    "Summary": "primecards.game.simulation",
    "Worksheet": "primecards.worksheets.worksheet",
    "analyse": "primecards.game.analysis",
    "apply": "primecards.game.state",
    "deal": "primecards.game.state",
    "item_from_id": "primecards.puzzles.registry",
    "legal_events": "primecards.game.state",
    "make_item": "primecards.puzzles.registry",
    "mark": "primecards.puzzles.registry",
    "play_out": "primecards.game.play",
    "puzzle_kinds": "primecards.puzzles.registry",
    "read_roster": "primecards.worksheets.roster",
    "replay": "primecards.game.record",
    "simulate": "primecards.game.simulation",
    "verify": "primecards.game.state",
    "write_interactive": "primecards.web.interactive",
    "write_site": "primecards.web.site",
}

__all__ = [
    "ADVANCED",
    "BASIC",
    "PRIMES",
    "WILD",
    "Analysis",
    "Arrangement",
    "Card",
    "ClassSet",
    "Discard",
    "Draw",
    "Fault",
    "GameRecord",
    "GameState",
    "GoOut",
    "IllegalEventError",
    "InputError",
    "Item",
    "Kind",
    "Mark",
    "Match",
    "NotEnoughItemsError",
    "OutOfRangeError",
    "PlayerView",
    "PrimecardsError",
    "PrintingError",
    "Pupil",
    "Refusal",
    "RepeatedCardError",
    "Rules",
    "Series",
    "Summary",
    "UnknownNameError",
    "UnreadableError",
    "Verdict",
    "Worksheet",
    "analyse",
    "apply",
    "arrange",
    "arrangements",
    "best_arrangement",
    "check_series",
    "count_arrangements",
    "deal",
    "deck",
    "draws_needed",
    "factorisation",
    "family",
    "fits",
    "is_prime",
    "item_from_id",
    "legal_events",
    "make_item",
    "mark",
    "outs",
    "parse_cards",
    "play_out",
    "puzzle_kinds",
    "read_roster",
    "replay",
    "simulate",
    "verify",
    "winning_discards",
    "write_interactive",
    "write_site",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_LATER[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
