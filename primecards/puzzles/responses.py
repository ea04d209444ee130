"""The forms of response: a small closed set, and reading what pupils write in each.

A response's value is an option's id (choice), a tuple of cards in order (cards), a tuple of numbers and None (blanks)
or a tuple of groups (arrangement). Reading is forgiving and never silently wrong: what cannot be read raises
UnreadableError, which says what was read and what was not.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from primecards.errors import UnreadableError
from primecards.languages import LANGUAGES
from primecards.messages import Formula, Message, literal, msg
from primecards.rules.cards import (
    MAX_TEXT,
    WILD,
    Card,
    cards_from_json,
    cards_to_json,
    in_order,
    normalise,
    parse_cards,
    read_text,
)


@dataclass(frozen=True, slots=True)
class Option:
    """A choice on offer: its *id* a..e, its *value* in no language, its text, and the mistake that leads to it."""

    id: str
    value: Any = field(hash=False)
    text: Message
    mistake: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A series as a pupil gives it: the *cards* in order, and the *key* if one was named."""

    key: int | None
    cards: tuple[Card, ...]


Value: TypeAlias = "str | tuple[Card, ...] | tuple[int | None, ...] | tuple[Group, ...]"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of two to five labelled options."""

    options: tuple[Option, ...]
    form: str = "choice"


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of cards: chosen from *choose_from*, or written freely if that is None; *how_many* if the question says."""

    choose_from: tuple[Card, ...] | None = None
    how_many: int | None = None
    form: str = "cards"


@dataclass(frozen=True, slots=True)
class Blanks:
    """Whole numbers in order, one to a label; or the blanks of an *equation*, where each is a `_`: "51 = _ × _"."""

    labels: tuple[Message, ...]
    equation: str = ""
    form: str = "blanks"


@dataclass(frozen=True, slots=True)
class ArrangementResponse:
    """Groups of the *cards*, each with its key; room is drawn for *groups* of them."""

    cards: tuple[Card, ...]
    groups: int
    form: str = "arrangement"


ResponseForm: TypeAlias = Choice | CardSet | Blanks | ArrangementResponse


@dataclass(frozen=True, slots=True)
class Reading:
    """What was understood: the *value* (None: nothing was answered) and *notes* on what was odd about it."""

    value: Value | None
    notes: tuple[Message, ...] = ()


MOST_CARDS = 1_000
HEBREW_LETTERS = "אבגדה"
DASHES = ("-", "–", "—", "−")
NO_CARD = frozenset(
    (
        *("none", "none of them", "nothing", "no card", "no cards", "0", *DASHES),
        *("אין", "כלום", "אף אחד", "אף אחד מהם", "אף קלף"),
    )
)

_ROOM = " \t\n.,;:|/"  # between answers, and no answer by itself
_BETWEEN_NUMBERS = r"(?:[\s×x*·]|times|by|and|כפול|ו-(?=\d))+"
NO_NUMBER = frozenset(("none", "nothing", "אין", "כלום"))  # no tens, no points: 0


def read_response(form: ResponseForm, response: object, language: str = "en") -> Reading:
    """Read *response*, text or JSON, in the way of its *form*; options may be named as *language* has them.

    Raises UnreadableError for what cannot be read, OutOfRangeError for numbers that are no cards.
    """
    if isinstance(response, str):
        if len(response) > MAX_TEXT:
            raise UnreadableError(
                msg(
                    "The response is too long: {n} characters, at most {most} are read.", n=len(response), most=MAX_TEXT
                )
            )
        response = response.strip()
        if response[:1] in ("[", '"') or re.match(r'\{\s*"', response):
            response = _json(response, or_text=form.form == "cards")
    if isinstance(response, str) and not normalise(response).strip(_ROOM):
        return Reading(None)
    if response is None or response in ([], (), {}):
        return Reading(None)
    match form:
        case Choice():
            return Reading(_read_choice(form, response, language))
        case CardSet():
            return _read_card_set(response)
        case Blanks():
            numbers = _read_blanks(form, response)
            return Reading(numbers if any(number is not None for number in numbers) else None)
        case ArrangementResponse():
            return _read_groups(form, response)


def _json(text: str, *, or_text: bool) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        if or_text:  # [3, 13] with something that JSON has no word for, such as a ★
            return text
        raise UnreadableError(msg("Not read: {text}. It begins like JSON and is not.", text=text[:40])) from None


def _read_choice(form: Choice, response: object, language: str) -> str:
    said = _bare(str(response))
    for option, letter in zip(form.options, HEBREW_LETTERS, strict=False):
        if isinstance(response, dict) and response == option.value:
            return option.id
        texts = {_bare(option.text.text(spoken)) for spoken in (language, *LANGUAGES)}
        names = (option.id, letter, _bare(str(option.value)), *texts)
        if said in names:
            return option.id
    # Part of one option's text, and of no other's, is enough: "too few cards".
    part = re.compile(rf"(?<!\w){re.escape(said)}(?!\w)")
    meant = [
        option.id
        for option in form.options
        if len(said) > 1 and any(part.search(_bare(option.text.text(spoken))) for spoken in (language, *LANGUAGES))
    ]
    if len(meant) == 1:
        return meant[0]
    letters = HEBREW_LETTERS if language == "he" else (option.id for option in form.options)
    ids = Formula(" ".join(letter for letter, _ in zip(letters, form.options, strict=False)))
    raise UnreadableError(msg("Not read: {text}. Answer with one of {ids}.", text=str(response)[:40], ids=ids))


def _bare(text: str) -> str:
    return " ".join(normalise(text).split()).strip(" .()\"'׳")


def _read_card_set(response: object) -> Reading:
    if isinstance(response, str):
        if normalise(response).strip(" .") in NO_CARD:
            return Reading(())
        cards = read_text(response)
        if not cards:
            return Reading(None)
    else:
        cards = list(_cards(response))
    return Reading(in_order(cards), _repeats(cards))


def _repeats(cards: list[Card]) -> tuple[Message, ...]:
    repeated = tuple(sorted(card for card, times in Counter(cards).items() if card and times > 1))
    return (msg("You wrote {cards} more than once; each counts once.", cards=repeated),) if repeated else ()


def _cards(response: object) -> tuple[Card, ...]:
    """Read a JSON list of cards."""
    if not isinstance(response, (list, tuple, set, frozenset)):
        response = (response,)
    if len(response) > MOST_CARDS:
        raise UnreadableError(
            msg("The response is too long: {n} cards, at most {most} are read.", n=len(response), most=MOST_CARDS)
        )
    return tuple(
        card for value in response for card in (read_text(value) if isinstance(value, str) else parse_cards((value,)))
    )


def _read_blanks(form: Blanks, response: object) -> tuple[int | None, ...]:
    response = _without_labels(form, response) if isinstance(response, str) else response
    if form.equation and isinstance(response, str):
        # The whole equation, either way round: what was asked for stands on the side with more numbers.
        response = max(response.split("="), key=lambda side: len(re.findall(r"\d+", side))).strip()
    # Between commas nothing is a blank left empty; between spaces it is only room.
    between = r"\s*[,;]\s*" if isinstance(response, str) and re.search("[,;]", response) else _BETWEEN_NUMBERS
    parts = re.split(between, normalise(response)) if isinstance(response, str) else response
    if not isinstance(parts, (list, tuple)):
        parts = (parts,)
    numbers: list[int | None] = []
    for part in parts:
        written = str(part).strip()
        text = normalise(written)
        if part is None or text in ("", "_", "?", *DASHES):
            numbers.append(None)
        elif text in NO_NUMBER:
            numbers.append(0)
        elif isinstance(part, bool) or not re.fullmatch(r"[+-]?\d{1,9}", text):
            raise UnreadableError(_no_number(numbers, written))
        else:
            numbers.append(int(text))
    if len(numbers) > len(form.labels):
        raise UnreadableError(
            msg("Read {n} numbers, and there is room for {room}.", n=len(numbers), room=len(form.labels))
        )
    return tuple(numbers) + (None,) * (len(form.labels) - len(numbers))


def _without_labels(form: Blanks, response: str) -> str:
    """Take out of *response* what only names its numbers: "Noa 3, Dan 2"."""
    for label in form.labels:
        for language in LANGUAGES:
            response = response.replace(label.text(language), " ")
    return response


def _no_number(read: list[int | None], unread: str) -> Message:
    if not read:
        return msg("Not read: {unread}. Write whole numbers.", unread=unread[:40])
    numbers = Formula(", ".join("_" if n is None else str(n) for n in read))
    return msg("Read {read}; not read: {unread}. Write whole numbers.", read=numbers, unread=unread[:40])


def _read_groups(form: ArrangementResponse, response: object) -> Reading:
    if isinstance(response, str):
        parts = [part for part in re.split(r"[|/;\n]+", response) if part.strip(" .,")]
        named = [_read_group(part) for part in parts]
    elif isinstance(response, (list, tuple)):
        named = [_group_from_json(group) for group in response]
    else:
        raise UnreadableError(_how_to_write_groups(str(response)))
    named = [(key, cards) for key, cards in named if cards or key is not None]
    if not named:
        return Reading(None)
    notes: list[Message] = []
    groups = []
    written = [card for _, cards in named for card in cards]
    for key, cards in named:
        notes += _repeats(cards)
        # "23: 3 13" names the key and the others: the key card itself lies there too, unless it is laid elsewhere.
        if key is not None and key not in written and key in form.cards:
            cards = [*cards, Card(key)]
        groups.append(Group(key, in_order(cards)))
    return Reading(tuple(groups), tuple(notes))


def _read_group(text: str) -> tuple[int | None, list[Card]]:
    key_text, colon, cards = normalise(text).rpartition(":")
    if not colon:
        return None, read_text(cards)
    key = read_text(key_text)
    if len(key) != 1:
        raise UnreadableError(_how_to_write_groups(text))
    return int(key[0]) or None, read_text(cards)


def _group_from_json(group: object) -> tuple[int | None, list[Card]]:
    if isinstance(group, Group):
        return group.key, list(group.cards)
    if isinstance(group, dict) and set(group) <= {"key", "cards"} and isinstance(group.get("cards"), (list, tuple)):
        key = () if group.get("key") is None else _cards([group["key"]])
        if len(key) > 1:
            raise UnreadableError(_how_to_write_groups(str(group)))
        return int(key[0]) or None if key else None, list(_cards(group["cards"]))
    if isinstance(group, (list, tuple)):
        return None, list(_cards(group))
    raise UnreadableError(_how_to_write_groups(str(group)))


def _how_to_write_groups(text: str) -> Message:
    example = Formula("23: 3 13 23 | 41: 41 43 45 47")
    text = text.strip()
    return msg("Not read: {text}. Write each series with its key, such as {example}.", text=text[:40], example=example)


def value_to_json(value: Value | None) -> Any:
    """Write a response's value as JSON."""
    if value is None or isinstance(value, str):
        return value
    if value and isinstance(value[0], Group):
        return groups_to_json(group for group in value if isinstance(group, Group))
    return [
        "w" if part is WILD else part if part is None else int(part) for part in value if not isinstance(part, Group)
    ]


def groups_to_json(groups: Iterable[Group]) -> list[dict[str, Any]]:
    """Write groups as JSON: their keys and cards."""
    return [{"key": group.key, "cards": cards_to_json(group.cards)} for group in groups]


def groups_from_json(data: Iterable[dict[str, Any]]) -> tuple[Group, ...]:
    """Read back what `groups_to_json` wrote."""
    return tuple(Group(group["key"], cards_from_json(group["cards"])) for group in data)


def value_from_json(form: ResponseForm, data: Any) -> Value:
    """Read back what `value_to_json` wrote, for a response of *form*."""
    match form:
        case Choice():
            return str(data)
        case CardSet():
            return cards_from_json(data)
        case Blanks():
            return tuple(data)
        case ArrangementResponse():
            return groups_from_json(data)


def form_to_dict(form: ResponseForm, language: str) -> dict[str, Any]:
    """Write *form* as JSON, without anything that tells the answer."""
    match form:
        case Choice(options):
            shown = [{"id": o.id, "value": o.value, "text": o.text.text(language)} for o in options]
            return {"form": "choice", "options": shown}
        case CardSet(choose_from, how_many):
            cards = None if choose_from is None else cards_to_json(choose_from)
            return {"form": "cards", "choose_from": cards, "how_many": how_many}
        case Blanks(labels, equation):
            said = [label.text(language) for label in labels]
            return {"form": "blanks", "labels": said, **({"equation": equation} if equation else {})}
        case ArrangementResponse(cards_given, groups):
            return {"form": "arrangement", "cards": cards_to_json(cards_given), "groups": groups}


def form_from_dict(data: dict[str, Any], mistakes: list[dict[str, Any]]) -> ResponseForm:
    """Read a form back from its JSON; *mistakes* names the misconceptions behind the values of options."""
    match data["form"]:
        case "choice":
            options = data["options"]
            behind = {json.dumps(m["value"]): m["mistake"] for m in mistakes}
            return Choice(
                tuple(
                    Option(o["id"], o["value"], literal(o["text"]), behind.get(json.dumps(o["value"]))) for o in options
                )
            )
        case "cards":
            cards = data["choose_from"]
            return CardSet(None if cards is None else cards_from_json(cards), data["how_many"])
        case "blanks":
            return Blanks(tuple(literal(label) for label in data["labels"]), data.get("equation", ""))
        case _:
            return ArrangementResponse(cards_from_json(data["cards"]), data["groups"])
