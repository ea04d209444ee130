"""The catalogues, read as they are written: there is no compiled copy that could be out of date."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

FOLDER = Path(__file__).with_name("catalogues")


def translate(template: str, plural: str, n: int, language: str) -> str:
    """Find what *language* has for a template, or its form for *n* if it counts; the English where it has none."""
    catalogue, form = load(language)
    entry = catalogue.get(template)
    if entry is None or not entry.string:
        return plural if plural and n != 1 else template
    if isinstance(entry.string, str):
        return entry.string
    return entry.string[form(n)] or plural


def forms_of(template: str, plural: str, language: str) -> str | list[str]:
    """Return what *language* has for a template, or all its forms if it counts, for those who choose for themselves."""
    if language == "en":
        return [template, plural] if plural else template
    entry = load(language)[0].get(template)
    if entry is None or not entry.string:
        return [template, plural] if plural else template
    return entry.string if isinstance(entry.string, str) else list(entry.string)


@cache
def load(language: str) -> tuple[Catalog, Callable[[int], int]]:
    """Read the catalogue of *language*, with the rule that picks a plural form for a number."""
    from babel.messages.pofile import read_po

    with (FOLDER / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    return catalogue, c2py(catalogue.plural_expr)
