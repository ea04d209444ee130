"""The files that pages use: scripts, styles and fonts, and the words that scripts say.

Scripts are small files put one after another; what they need of the rule book stands before them, as Python has it.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from primecards.languages import LANGUAGES
from primecards.puzzles import responses
from primecards.rules import cards
from primecards.rules.numbers import PRIMES
from primecards.rules.ruleset import MAX_WILD_CARDS
from primecards.words.catalogue import forms_of
from primecards.worksheets.printing import template_dir
from primecards.worksheets.response_views import OPTION_LABELS

RULES = ("words", "rules", "reading", "forms")
EXERCISES = ("words", "sealed", "rules", "feedback", "reading", "forms", "laying", "exercise")
PAGES = {"check": (*RULES, "check"), "practise": (*EXERCISES, "practise"), "sheet": (*EXERCISES, "sheet")}
STYLES = {"pages.css": ("web/pages.css",), "exercises.css": ("exhibits.css", "web/core.css")}
FONTS = ("Rubik-Regular", "Rubik-Bold", "Primecards-Cards", "Primecards-Cards-Marked")


def script(page: str) -> str:
    """Return the script of *page*: "check", "practise" or "sheet"."""
    folder = template_dir() / "web"
    parts = ((folder / f"{name}.js").read_text(encoding="utf-8") for name in PAGES[page])
    book = json.dumps(_book(), ensure_ascii=False, separators=(",", ":"))
    return _short("\n".join(('"use strict";', f"const BOOK = {book};", *parts)))


def _short(source: str) -> str:
    """Take out of scripts and styles the room at the start of lines and the comments that have lines to themselves."""
    without = re.sub(r"^[ ]*/\*.*?\*/[ ]*\n", "", source, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^[ ]+|^[ ]*//.*\n|^\n", "", without, flags=re.MULTILINE)


def _book() -> dict[str, Any]:
    """Return what the scripts need of the rule book."""
    return {
        "primes": PRIMES,
        "most_wilds": MAX_WILD_CARDS,
        "longest_text": cards.MAX_TEXT,
        "wild_words": cards.WILD_WORDS,
        "fillers": sorted(cards.FILLERS),
        "no_card": sorted(responses.NO_CARD),
        "no_number": sorted(responses.NO_NUMBER),
        "dashes": responses.DASHES,
        "letters": OPTION_LABELS,
    }


@cache
def told(page: str, language: str) -> dict[str, Any]:
    """Return what *language* has for every sentence that the script of *page* may say; English needs nothing."""
    from babel.messages.extract import extract

    if language == LANGUAGES[0]:
        return {}
    found = {}
    source = io.BytesIO(script(page).encode())
    for _, template, _, _ in extract("javascript", source, {"msg": None, "nmsg": (1, 2)}):
        one, many = (template, "") if isinstance(template, str) else template
        found[one] = forms_of(one, many, language)
    return found


def style(*names: str, font: Callable[[str], str]) -> str:
    """Return the style sheets *names* as one, `font(name)` being the address of a font."""
    folder = template_dir()
    css = "\n".join((folder / part).read_text(encoding="utf-8") for name in names for part in STYLES[name])
    return re.sub(r'url\("([\w-]+)\.ttf"\)', lambda found: f'url("{font(found[1])}")', _short(css))


def files() -> dict[str, bytes]:
    """Return every file that the pages Check and Practise ask for, by name: styles, scripts and fonts."""
    styles = {name: style(name, font="{}.woff2".format).encode() for name in STYLES}
    scripts = {f"{page}.js": script(page).encode() for page in ("check", "practise")}
    return {**styles, **scripts, **{f"{name}.woff2": font(name) for name in FONTS}}


@cache
def font(name: str, letters: str = "") -> bytes:
    """Return a font as WOFF2 with all its features and the letters that pages use, or for a single page *letters*."""
    from fontTools import subset

    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = ["*"]
    options.hinting = False
    options.notdef_outline = True
    options.recalc_timestamp = False
    chosen = subset.Subsetter(options)
    chosen.populate(text=_CARD_LETTERS if "Cards" in name else letters or _LETTERS)
    file = io.BytesIO()
    with subset.load_font(str(template_dir() / "fonts" / f"{name}.ttf"), options) as loaded:
        chosen.subset(loaded)
        subset.save_font(loaded, file, options)
    return file.getvalue()


_CARD_LETTERS = "0123456789 _w★wildחופשי"
HEBREW = "".join(map(chr, range(0x5D0, 0x5EB))) + "\u05be\u05f3\u05f4\u200e\u200f\u2066\u2067\u2068\u2069"
LATIN = "".join(map(chr, range(0x20, 0x7F))) + "–—‘’“”…×÷−·"
_LETTERS = LATIN + HEBREW + "".join(map(chr, range(0xA0, 0x180)))
