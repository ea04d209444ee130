"""The languages this library speaks, and the direction each is read in."""

from __future__ import annotations

from primecards.errors import UnknownNameError
from primecards.messages import Formula, msg

DIRECTIONS = {"en": "ltr", "he": "rtl"}
LANGUAGES = tuple(DIRECTIONS)


def require_language(language: str) -> str:
    """Return *language*, or raise UnknownNameError saying which there are."""
    if language not in DIRECTIONS:
        raise UnknownNameError(
            msg(
                "There is no language {name}; there are {names}.",
                name=str(language)[:20],
                names=Formula(", ".join(LANGUAGES)),
            )
        )
    return language
