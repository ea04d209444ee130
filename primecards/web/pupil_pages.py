"""The pages Check and Practise, which run wholly in the browser: what their templates and scripts want to know."""

from __future__ import annotations

from typing import Any

from primecards.messages import Message, msg
from primecards.puzzles.registry import puzzle_kinds
from primecards.web import assets
from primecards.web.exercises import in_page
from primecards.words import say_html

CHECK = msg("Check a series")
PRACTISE = msg("Practise")
ABOUT: dict[str, Message] = {
    "check": msg("Type or tap cards. Are they a series? Which card is the key, and what does not fit?"),
    "practise": msg("One exercise after another, with hints. The level follows how it goes."),
}


def check_context(language: str) -> dict[str, Any]:
    """Return what `web/check.html` shows."""
    return {"title": CHECK, "data": _data(language, "check")}


def practise_context(language: str, source: str) -> dict[str, Any]:
    """Return what `web/practise.html` shows.

    *source* is the address of items, as `exercises.practice` writes them, with {kind} and {level} in it.
    """
    kinds = puzzle_kinds().values()
    told = [
        {
            "name": kind.name,
            "teaches": str(say_html(kind.teaches, language)),
            "levels": [str(say_html(level, language)) for level in kind.levels],
        }
        for kind in kinds
    ]
    data = _data(language, "practise", source=source, kinds=told)
    return {"title": PRACTISE, "kinds": [{"name": kind.name, "title": kind.title} for kind in kinds], "data": data}


def _data(language: str, page: str, **more: Any) -> Any:
    from markupsafe import Markup

    return Markup(in_page({"language": language, "told": assets.told(page, language), **more}))
