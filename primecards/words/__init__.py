"""Every sentence a person reads, in the reader's language and direction.

English templates are the ids; `catalogues/LANGUAGE.po` holds the others (Babel; `make words` collects the templates).
Numbers, equations and card lists keep their left-to-right order in Hebrew, and inserted names their own direction.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from primecards.languages import DIRECTIONS, LANGUAGES, require_language
from primecards.messages import Formula, Message, Value, Verbatim

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["DIRECTIONS", "LANGUAGES", "WILD_SIGN", "card_list", "require_language", "say", "say_html"]

WILD_SIGN = "★"
LONGEST_IN_ONE_PIECE = 40  # letters of an equation or a list of cards that no line breaks: it would be hard to read
# Unicode isolates: what is between them keeps its own direction in plain text.
_LTR, _OWN, _END = MARKS = "\u2066\u2068\u2069"
# A prefix, and the number or short list that a maqaf joins it with.
_JOINED = re.compile(r'[^\s<>]*־<bdi dir="ltr" class="(?:number|formula short)">[^<]*</bdi>')


def say(message: Message, language: str = "en") -> str:
    """Say *message* in *language* as plain text."""
    template = _template(message, require_language(language))
    return template.format_map({name: _plain(value, language) for name, value in message.values})


def say_html(message: Message, language: str = "en") -> Markup:
    """Say *message* in *language* as HTML, its values isolated in `<bdi>` and its numbers marked by a class.

    A number and the prefix before it are joined: no line ends between them.
    """
    from markupsafe import Markup

    said = str(_said_html(message, require_language(language)))
    return Markup(_JOINED.sub(r'<span class="joined">\g<0></span>', said))


def _said_html(message: Message, language: str) -> Markup:
    from markupsafe import Markup, escape

    template = str(escape(_template(message, language)))
    return Markup(template.format_map({name: _html(value, language) for name, value in message.values}))


def _template(message: Message, language: str) -> str:
    n = next((value for name, value in message.values if name == "n" and isinstance(value, int)), 1)
    if language == "en":
        return message.plural if message.plural and n != 1 else message.template
    from primecards.words.catalogue import translate

    return translate(message.template, message.plural, n, language)


def card_list(cards: tuple[int, ...]) -> str:
    """Write *cards* one after another, wild cards as stars."""
    return ", ".join(str(int(card)) if card else WILD_SIGN for card in cards)


def _plain(value: Value, language: str) -> str:
    isolate = DIRECTIONS[language] == "rtl"
    if isinstance(value, Message):
        return say(value, language)
    if isinstance(value, Verbatim):
        return _visible(value.text, kept=MARKS)
    if isinstance(value, Formula):
        return f"{_LTR}{_visible(value.text)}{_END}" if isolate else _visible(value.text)
    if isinstance(value, tuple):
        listed = card_list(value)
        return f"{_LTR}{listed}{_END}" if isolate and len(value) > 1 else listed
    if isinstance(value, int):
        return card_list((value,)) if value == 0 and type(value) is not int else str(int(value))
    return f"{_OWN}{_visible(value)}{_END}" if isolate else _visible(value)


def _visible(text: str, kept: str = "") -> str:
    """Replace what a terminal would obey and not show: control characters, line ends, direction marks not *kept*."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in kept else "\N{REPLACEMENT CHARACTER}" for c in text)


def _html(value: Value, language: str) -> Markup:
    from markupsafe import Markup, escape

    if isinstance(value, Message):
        return _said_html(value, language)
    if isinstance(value, Verbatim):
        return escape(value.text)
    if isinstance(value, Formula | tuple):
        text = value.text if isinstance(value, Formula) else card_list(value)
        short = " short" if len(text) <= LONGEST_IN_ONE_PIECE else ""
        return Markup('<bdi dir="ltr" class="formula{}">{}</bdi>').format(short, text)
    if isinstance(value, int):
        return Markup('<bdi dir="ltr" class="number">{}</bdi>').format(_plain(value, "en"))
    return Markup("<bdi>{}</bdi>").format(value)
