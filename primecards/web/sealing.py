"""Items for a page that marks by itself: without an answer, a solution or a mistake in clear.

What a response earns, and what there is to say about it, is sealed under that response: whoever has not given it has
not the key. Where a plain rule decides (a series, an arrangement, a product) nothing is sealed but the hint and the
worked solution. Those open to a press of a button, so they are only out of sight; and whoever writes a program that
tries all responses opens everything. It keeps answers from pupils who look into the file, and from nobody else.

A message is packed as the number of its words and its values; words are listed once for all items, so the pieces are
the same in every language.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeAlias

from primecards.errors import PrintingError
from primecards.languages import require_language
from primecards.messages import Formula, Message, Value, Verbatim, msg
from primecards.puzzles.exhibits import HundredChart, KeyCards
from primecards.puzzles.item import FORMAT, Item, Kind
from primecards.puzzles.marking import mark_item, why_missing, why_wrong
from primecards.puzzles.registry import find_kind
from primecards.puzzles.responses import ArrangementResponse, Blanks, CardSet, Choice, ResponseForm
from primecards.rules.cards import NUMBER_CARDS, WILD
from primecards.words.catalogue import forms_of

Packed: TypeAlias = "list[Any]"
Piece: TypeAlias = "tuple[str, Any]"  # what it belongs to, and what is said of that

MOST_WRITTEN = 110  # numbers up to here are tried for what there is to say of them alone
_ANY_OTHER = 999_999  # a number nobody has anything to say about


@dataclass(slots=True, frozen=True)
class Words:
    """The words of many messages, each once, by template and names of values."""

    known: dict[tuple[str, str, tuple[str, ...]], int] = field(default_factory=dict)

    def pack(self, message: Message) -> Packed:
        """Write *message* as the number of its words and its values."""
        names = tuple(name for name, _ in message.values)
        number = self.known.setdefault((message.template, message.plural, names), len(self.known))
        return [number, *(self._value(value) for _, value in message.values)]

    def _value(self, value: Value) -> Any:
        match value:
            case Message():
                return self.pack(value)
            case Verbatim(text):
                return f"x{text}"
            case Formula(text):
                return f"f{text}"
            case tuple():
                return "c" + ",".join(str(int(card)) for card in value)
            case int():
                return "w" if value is WILD else int(value)
            case _:
                return f"s{value}"

    def told(self, language: str) -> list[Any]:
        """List the words in *language*: text, or a form for each sort of number, and the names of the values."""
        return [[forms_of(template, plural, language), list(names)] for template, plural, names in self.known]


@dataclass(slots=True, frozen=True)
class Sealed:
    """Sealed items as JSON, and the words of all their sentences."""

    items: tuple[dict[str, Any], ...]
    words: Words

    @classmethod
    def of(cls, items: Iterable[Item]) -> Sealed:
        """Seal *items*; raises PrintingError for one that a page cannot mark."""
        words = Words()
        return cls(tuple(_sealed(item, words) for item in items), words)

    def told(self, language: str) -> dict[str, Any]:
        """Write the items as JSON for a page in *language*."""
        words = self.words.told(require_language(language))
        told = _close("", "words", words)  # in clear they would tell what feedback there is
        return {"format": FORMAT, "language": language, "items": list(self.items), "words": told}


def _sealed(item: Item, words: Words) -> dict[str, Any]:
    """Write *item* with every piece that a response opens."""
    kind = find_kind(item.kind)
    by = _rule(item, kind)
    salt = sha256(f"primecards|{item.id}".encode()).hexdigest()[:12]
    pieces = [("hint", words.pack(kind.hint)), ("solution", [words.pack(step.message) for step in item.solution])]
    pieces += _pieces(item, kind, by, words)
    closed = sorted(_seal(salt, what, said) for what, said in pieces)
    return {
        "id": item.id,
        "kind": item.kind,
        "level": item.level,
        "points": item.points,
        "min_series": item.rules.min_series,
        "marked": item.aids.primes_marked,
        "chart": any(isinstance(exhibit, HundredChart) for exhibit in item.exhibits),
        "given": sorted({int(key) for e in item.exhibits if isinstance(e, KeyCards) for key in e.keys}),
        "question": words.pack(item.question),
        "response": _form(item.response, words),
        "by": by,
        "salt": salt,
        "sealed": dict(closed),
    }


def _rule(item: Item, kind: Kind) -> str:
    """Name how the page marks *item*: a rule, or the pieces of what."""
    if kind.page_rule:
        return kind.page_rule
    match item.response:
        case ArrangementResponse():
            return "arrangement"
        case Choice():
            return "options"
        case Blanks() if not kind.score:
            return "blanks"
        case CardSet() if not kind.score and not kind.review:
            return "cards"
        case _:
            raise PrintingError(msg("A page cannot mark items of the kind {kind} by itself.", kind=Formula(kind.name)))


def _form(form: ResponseForm, words: Words) -> dict[str, Any]:
    match form:
        case Choice(options):
            return {"form": "choice", "options": [[option.id, words.pack(option.text)] for option in options]}
        case CardSet(choose_from, how_many):
            cards = None if choose_from is None else [int(card) for card in choose_from]
            return {"form": "cards", "choose_from": cards, "how_many": how_many}
        case Blanks(labels, equation):
            return {"form": "blanks", "labels": [words.pack(label) for label in labels], "equation": equation}
        case ArrangementResponse(cards_given, groups):
            return {"form": "arrangement", "cards": [int(card) for card in cards_given], "groups": groups}


def _pieces(item: Item, kind: Kind, by: str, words: Words) -> Iterator[Piece]:
    match by:
        case "options":
            yield from _of_options(item, kind, words)
        case "cards":
            yield from _of_cards(item, kind, words)
        case "blanks":
            yield from _of_blanks(item, kind, words)


def _of_options(item: Item, kind: Kind, words: Words) -> Iterator[Piece]:
    """Seal the whole mark of every option; before the worked solution stands what is behind the mistake."""
    assert isinstance(item.response, Choice)
    steps = {step.message for step in item.solution}
    for option in item.response.options:
        mark = mark_item(item, option.id, kind)
        said = mark.messages[1:]  # the opening follows from the points
        first = next((place for place, message in enumerate(said) if message in steps), len(said))
        points = [mark.points.numerator, mark.points.denominator]
        yield f"option:{option.id}", [points, first, [words.pack(message) for message in said]]


def _of_cards(item: Item, kind: Kind, words: Words) -> Iterator[Piece]:
    """Seal for each card in which of the right sets it is, and what is said of it: why it is wrong, or why right."""
    assert isinstance(item.response, CardSet)
    sets = item.answer.all or (item.answer.sample,)
    offered = item.response.choose_from
    for card in dict.fromkeys((*NUMBER_CARDS, WILD) if offered is None else offered):
        among = [place for place, right in enumerate(sets) if card in right]
        said = why_missing(item, card, kind) if among else why_wrong(item, card, kind)
        yield f"card:{card}", [among, [words.pack(message) for message in said]]


def _of_blanks(item: Item, kind: Kind, words: Words) -> Iterator[Piece]:
    """Seal for each number in a blank of which right responses it is, and what is said of it."""
    rights = item.answer.all or (item.answer.sample,)
    for place in range(len(rights[0])):
        default = _reviewed(item, kind, place, _ANY_OTHER, words)
        yield f"blank:{place}", [[], *default]
        wanted = {right[place]: None for right in rights}
        for number in dict.fromkeys((None, *range(MOST_WRITTEN), *wanted)):
            among = [which for which, right in enumerate(rights) if right[place] == number]
            reviewed = ([0, []]) if among and len(rights) == 1 else _reviewed(item, kind, place, number, words)
            if among or reviewed != default:
                yield f"blank:{place}:{'null' if number is None else number}", [among, *reviewed]


def _reviewed(item: Item, kind: Kind, place: int, number: int | None, words: Words) -> list[Any]:
    """Review *number* in the blank at *place*, all others being right: first what is behind a mistake."""
    if kind.review is None:
        return [0, []]
    response = list(item.answer.sample)
    response[place] = number
    said = list(kind.review(item, tuple(response)))
    first = next((i for i, (_, mistake) in enumerate(said) if mistake is None), len(said))
    return [first, [words.pack(message) for message, _ in said]]


# --- Sealing ------------------------------------------------------------------------------------------------------


def _seal(salt: str, what: str, said: Any) -> tuple[str, str]:
    """Return the name of a piece, which tells nothing of what it belongs to, and the piece sealed."""
    name = sha256(f"{salt}|name|{what}".encode()).digest()[:6]
    return b64encode(name).decode(), _close(salt, what, said)


def _close(salt: str, what: str, said: Any) -> str:
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
    blocks = range(-(-len(text) // 32))
    stream = b"".join(sha256(f"{salt}|open|{what}|{block}".encode()).digest() for block in blocks)
    return b64encode(bytes(a ^ b for a, b in zip(text, stream, strict=False))).decode()
