"""What the API may be asked: each field once, from which requests are read and the OpenAPI document is written.

A `Field` holds the JSON Schema of its values and what reads one. A query string brings text; *from_text* makes of it
what JSON would have brought, so that both are then read alike.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from primecards.errors import OutOfRangeError, UnknownNameError, UnreadableError
from primecards.languages import LANGUAGES, require_language
from primecards.messages import Formula, Message, msg
from primecards.rules.cards import MAX_TEXT, Card, cards_from_json, parse_cards
from primecards.rules.numbers import HIGHEST
from primecards.rules.ruleset import MAX_WILD_CARDS, allowed_range

MOST_CARDS = HIGHEST + MAX_WILD_CARDS
EXAMPLE_CARDS = Formula("23 3 13 w")
_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_TRUE, _FALSE = ("true", "1", "yes", "on"), ("false", "0", "no", "off")


def _as_it_is(texts: Sequence[str]) -> Any:
    return texts[0]


@dataclass(frozen=True, slots=True)
class Field:
    """One value that can be given: what it is *about*, its *schema*, and how it is read.

    *read* takes a JSON value and returns what our functions want, or raises InputError saying what is allowed.
    """

    name: str
    about: Message
    schema: Mapping[str, Any] = field(hash=False)
    read: Callable[[Any], Any]
    default: Any = None
    required: bool = False
    several: bool = False
    from_text: Callable[[Sequence[str]], Any] = _as_it_is


def shown(value: object) -> Formula:
    """Show a *value* that was refused, cut where it is long; a text that could be taken for a number is quoted."""
    text = value if isinstance(value, str) and not _NUMBER.fullmatch(value) else json.dumps(value, ensure_ascii=False)
    return Formula(text[:20] or '""')


# --- The kinds of field -------------------------------------------------------------------------------------------


def whole(
    name: str, about: Message, least: int, most: int, default: int | None = None, *, called: Message | None = None
) -> Field:
    """Make a field for a whole number from *least* to *most*, which refusals name or say as it is *called*."""

    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise OutOfRangeError(allowed_range(called or name, shown(value).text, least, most))
        return value

    def from_text(texts: Sequence[str]) -> Any:
        return int(texts[0]) if _NUMBER.fullmatch(texts[0]) else texts[0]

    return Field(
        name, about, {"type": "integer", "minimum": least, "maximum": most}, read, default, from_text=from_text
    )


def one_of(
    name: str,
    about: Message,
    allowed: Sequence[str],
    default: str | None = None,
    *,
    required: bool = False,
    called: Message | None = None,
) -> Field:
    """Make a field for one of the names that are *allowed*; *called* as in `whole`."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in allowed:
            names = Formula(", ".join(allowed))
            raise UnknownNameError(
                msg("{name} is one of {names}, not {value}.", name=called or name, names=names, value=shown(value))
            )
        return value

    return Field(name, about, {"enum": list(allowed)}, read, default, required)


def text(
    name: str,
    about: Message,
    most: int,
    default: str | None = None,
    *,
    required: bool = False,
    pattern: str | None = None,
    called: Message | None = None,
) -> Field:
    """Make a field for a text of at most *most* characters, of which *pattern* says which are allowed."""

    def read(value: Any) -> str:
        return _text(called or name, value, most)

    schema = {"type": "string", "maxLength": most, **({"pattern": pattern} if pattern else {})}
    return Field(name, about, schema, read, default, required)


def flag(name: str, about: Message) -> Field:
    """Make a field for true or false, false if it is not given."""

    def read(value: Any) -> bool:
        if not isinstance(value, bool):
            raise UnreadableError(msg("{name} is true or false, not {value}.", name=name, value=shown(value)))
        return value

    def from_text(texts: Sequence[str]) -> Any:
        word = texts[0].lower()
        return True if word in _TRUE else False if word in _FALSE else texts[0]

    return Field(name, about, {"type": "boolean"}, read, default=False, from_text=from_text)


def texts(name: str, about: Message, most: int, length: int, *, required: bool = False) -> Field:
    """Make a field for a list of at most *most* texts of at most *length* characters."""

    def read(value: Any) -> tuple[str, ...]:
        given = [value] if isinstance(value, str) else value
        if not isinstance(given, list):
            raise UnreadableError(msg("{name} is a list of texts, not {value}.", name=name, value=shown(value)))
        if not 1 <= len(given) <= most:
            raise OutOfRangeError(
                msg(
                    "{name} is a list of {least} to {most} texts, not of {n}.",
                    name=name,
                    least=1,
                    most=most,
                    n=len(given),
                )
            )
        return tuple(_text(name, one, length) for one in given)

    one = {"type": "string", "maxLength": length}
    schema = {"oneOf": [one, {"type": "array", "items": one, "minItems": 1, "maxItems": most}]}
    return Field(name, about, schema, read, None, required, several=True, from_text=list)


def cards(name: str, about: Message, most: int) -> Field:
    """Make a field for at most *most* cards, as text or as a list."""

    def read(value: Any) -> tuple[Card, ...]:
        if isinstance(value, list) and len(value) > MOST_CARDS:
            raise OutOfRangeError(_too_many(len(value), most))
        if not isinstance(value, (str, list)):
            raise UnreadableError(
                msg("{name} is text such as {example}, or a list, not {value}.", name=name, example=EXAMPLE_CARDS,
                    value=shown(value))
            )  # fmt: skip
        # In a list a wild card is "w", as it is in every answer of ours.
        read = parse_cards(value if isinstance(value, str) else cards_from_json(value))
        if len(read) > most:
            raise OutOfRangeError(_too_many(len(read), most))
        return read

    one = {"oneOf": [{"type": "integer", "minimum": 1, "maximum": HIGHEST}, {"const": "w"}]}
    schema = {"oneOf": [{"type": "string", "maxLength": MAX_TEXT}, {"type": "array", "items": one, "maxItems": most}]}
    return Field(name, about, schema, read, None, required=True)


def anything(name: str, about: Message) -> Field:
    """Make a field that takes any JSON value, and has to be there."""
    return Field(name, about, {}, lambda value: value, required=True)


def language_field() -> Field:
    """Make the field for the language of the answer."""
    about = msg("The language of the answer; if it is not given, that of the Accept-Language header, or English.")
    return Field("language", about, {"enum": list(LANGUAGES)}, _language)


def _language(value: Any) -> str:
    return require_language(value if isinstance(value, str) else shown(value).text)


def _text(name: str | Message, value: Any, most: int) -> str:
    if not isinstance(value, str):
        raise UnreadableError(msg("{name} is text, not {value}.", name=name, value=shown(value)))
    if len(value) > most:
        raise OutOfRangeError(msg("{name} has at most {most} characters, not {n}.", name=name, most=most, n=len(value)))
    return value


def _too_many(given: int, most: int) -> Message:
    return msg("At most {most} cards are read here, not {n}.", most=most, n=given)


# --- Reading a request --------------------------------------------------------------------------------------------


def read_all(fields: Mapping[str, Field], data: Mapping[str, Any]) -> dict[str, Any]:
    """Read *data* by *fields*: a value for every field, its default where it was not given.

    Raises InputError for what is not allowed, is missing, or is no field at all.
    """
    for name in data:
        if name not in fields:
            raise UnknownNameError(
                msg("There is no field {name}; there are {names}.", name=name[:30], names=Formula(", ".join(fields)))
            )
    values: dict[str, Any] = {}
    for name, one in fields.items():
        if name in data:
            values[name] = one.read(data[name])
        elif one.required:
            raise UnreadableError(msg("{name} is missing.", name=Formula(name)))
        else:
            values[name] = one.default
    return values


def from_query(fields: Mapping[str, Field], pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Make of a query string's *pairs* the data that JSON would have brought.

    Raises UnreadableError for a field given twice that has one value.
    """
    given: dict[str, list[str]] = {}
    for name, value in pairs:
        given.setdefault(name, []).append(value)
    data: dict[str, Any] = {}
    for name, values in given.items():
        one = fields.get(name)
        if one is not None and len(values) > 1 and not one.several:
            raise UnreadableError(msg("{name} is given {n} times, and once is enough.", name=name, n=len(values)))
        data[name] = one.from_text(values) if one is not None else values[0]
    return data
