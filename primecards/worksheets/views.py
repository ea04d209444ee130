"""What the templates see of a sheet: the pupil's part, built without a look at any answer, and the answer key.

A template can print only what stands here, so no template, ours or a teacher's, can give an answer away to a pupil.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol, TypeAlias

from primecards.messages import Formula, Message, msg, nmsg
from primecards.puzzles.exhibits import CardRow, KeyCards
from primecards.puzzles.item import Answer, Item
from primecards.puzzles.responses import ArrangementResponse, Blanks, CardSet, Choice, Group, ResponseForm, Value
from primecards.rules.cards import Card
from primecards.words import card_list

# Numbers that are another card's when the card lies upside down; their line says which way is up.
READS_UPSIDE_DOWN = frozenset((6, 9, 66, 68, 86, 89, 98, 99))
OPTION_LABELS = {"en": "abcde", "he": "אבגדה"}
MOST_ANSWERS_SPELT_OUT = 6


class Entry(Protocol):
    """One place of a sheet: an item, its number if it has one, and whether it is to be done or shows how."""

    @property
    def item(self) -> Item: ...
    @property
    def number(self) -> int | None: ...
    @property
    def role(self) -> str: ...
    @property
    def shown_steps(self) -> int: ...


class Sheet(Protocol):
    """What is printed of a worksheet."""

    @property
    def title(self) -> str: ...
    @property
    def school(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def entries(self) -> Sequence[Entry]: ...


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn: its number (none on a wild or an empty card), the names of its look, a ring round it."""

    number: str
    look: str = ""
    ringed: bool = False


Rows: TypeAlias = tuple[tuple[Face, ...], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line to write on, after its label; *written* is what stands on it in the answer key."""

    label: Message | None = None
    written: str = ""


@dataclass(frozen=True, slots=True)
class OptionView:
    """An option with the letter it is printed under."""

    label: str
    text: Message
    ringed: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """An exhibit or the place for a response: `part-NAME.html` draws it.

    `boxes` says how many empty boxes stand in each line, `groups` which cards lie in the filled ones.
    """

    name: str
    rows: Rows = ()
    lines: tuple[Line, ...] = ()
    boxes: tuple[int, ...] = ()
    groups: tuple[Rows, ...] = ()
    options: tuple[OptionView, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryView:
    """An exercise or an example as it is printed; `question` is None where its block has said it.

    `beside` is what stands at the start of the same row as the other parts: the key cards.
    """

    role: str
    number: int | None
    question: Message | None
    points: int
    parts: tuple[Part, ...]
    beside: Part | None = None
    steps: tuple[Message, ...] = ()
    empty_steps: int = 0
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A run of entries that ask the same: the question is said once."""

    instruction: Message | None
    entries: tuple[EntryView, ...]
    primes_list: bool = False
    starts_page: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """How many cards fit a row of the sheet and of the answer key, and the letters of the options."""

    per_row: float
    per_key_row: float
    language: str

    def row(self, keys: int, *, small: bool) -> int:
        """How many cards fit a row beside so many key cards."""
        return int((self.per_key_row if small else self.per_row) - (keys + 0.5 if keys else 0))


def pupil_blocks(entries: Iterable[Entry], shape: Shape) -> tuple[Block, ...]:
    """Show *entries* as the pupil gets them, the list of primes once, before the first block it is meant to help."""
    blocks = []
    helped = False
    for question, run in groupby(entries, key=lambda entry: entry.item.question):
        same = tuple(run)
        shared = question if len(same) > 1 else None
        helps = not helped and any(entry.item.aids.primes_list for entry in same)
        helped = helped or helps
        blocks.append(Block(shared, tuple(_for_pupil(entry, shape, shared is None) for entry in same), helps))
    return tuple(blocks)


def answer_blocks(entries: Iterable[Entry], shape: Shape) -> tuple[Block, ...]:
    """Show *entries* with their answers marked in place; what the sheet itself has worked out is left away."""
    blocks = []
    to_answer = (entry for entry in entries if entry.role != "worked")
    for question, run in groupby(to_answer, key=lambda entry: entry.item.question):
        same = tuple(run)
        shared = question if len(same) > 1 else None
        blocks.append(Block(shared, tuple(_for_teacher(entry, shape, shared is None) for entry in same)))
    return tuple(blocks)


def _for_pupil(entry: Entry, shape: Shape, with_question: bool) -> EntryView:
    item = entry.item
    right = item.answer.sample if entry.role == "worked" else None
    beside, parts = _parts(item, right, shape, small=False)
    steps = {"worked": item.solution, "faded": item.solution[: entry.shown_steps]}.get(entry.role, ())
    return EntryView(
        role=entry.role,
        number=entry.number,
        question=item.question if with_question else None,
        points=item.points,
        parts=parts,
        beside=beside,
        steps=tuple(step.message for step in steps),
        empty_steps=len(item.solution) - len(steps) if entry.role == "faded" else 0,
    )


def _for_teacher(entry: Entry, shape: Shape, with_question: bool) -> EntryView:
    item = entry.item
    beside, parts = _parts(item, item.answer.sample, shape, small=True)
    return EntryView(
        role=entry.role,
        number=entry.number,
        question=item.question if with_question else None,
        points=item.points,
        parts=parts,
        beside=beside,
        steps=tuple(step.message for step in item.solution),
        notes=_notes(item.answer, item.response, shape.language),
    )


def _parts(item: Item, right: Value | None, shape: Shape, *, small: bool) -> tuple[Part | None, tuple[Part, ...]]:
    """List the key cards and the other parts of *item*, with the answer *right* in its place if there is one."""
    marked = item.aids.primes_marked
    keys = tuple(key for exhibit in item.exhibits if isinstance(exhibit, KeyCards) for key in exhibit.keys)
    per_row = shape.row(len(keys), small=small)
    parts = [
        Part("card-row", _rows([_face(card, marked) for card in exhibit.cards], per_row))
        for exhibit in item.exhibits
        # In the answer key, groups with their cards in them show the hand already.
        if isinstance(exhibit, CardRow) and not (small and isinstance(item.response, ArrangementResponse))
    ]
    parts.append(_response(item.response, right, marked, per_row, shape.language))
    return Part("key-cards", (tuple(_face(key, marked) for key in keys),)) if keys else None, tuple(parts)


def _response(form: ResponseForm, right: Value | None, marked: bool, per_row: int, language: str) -> Part:
    match form:
        case CardSet(choose_from=None, how_many=how_many):
            return _cards_to_write(how_many, right, marked, per_row)
        case CardSet(choose_from=cards):
            ring = frozenset(right or ())
            faces = [_face(card, marked, ringed=card in ring) for card in cards or ()]
            return Part("cards", _rows(faces, per_row))
        case ArrangementResponse(cards=cards, groups=groups):
            return _arrangement(len(cards), groups, right, marked, per_row)
        case Choice(options=options):
            letters = OPTION_LABELS[language]
            return Part(
                "choice",
                options=tuple(
                    OptionView(letter, option.text, ringed=option.id == right)
                    for letter, option in zip(letters, options, strict=False)
                ),
            )
        case Blanks(labels=labels):
            written = [str(value) for value in right] if right else [""] * len(labels)
            return Part("blanks", lines=tuple(Line(label, text) for label, text in zip(labels, written, strict=True)))


def _cards_to_write(how_many: int | None, right: Value | None, marked: bool, per_row: int) -> Part:
    if right is not None:
        faces = [_face(card, marked) for card in right if isinstance(card, Card)]
        return Part("cards", _rows(faces, per_row))
    if how_many is None:
        return Part("write-cards", lines=(Line(), Line()))
    return Part("cards", _rows([Face("", "empty")] * how_many, per_row))


def _arrangement(cards: int, groups: int, right: Value | None, marked: bool, per_row: int) -> Part:
    """Draw a box for each group, two or three beside one another if the largest group possible has room."""
    if right is not None:
        return Part(
            "filled", groups=tuple(_filled(group, marked, per_row) for group in right if isinstance(group, Group))
        )
    beside = 3 if groups == 3 and cards - 6 <= 4 else min(groups, 2)
    return Part("arrangement", boxes=tuple(min(beside, groups - done) for done in range(0, groups, beside)))


def _filled(group: Group, marked: bool, per_row: int) -> Rows:
    """Draw a group with its key ringed: a wild card where no card has the key's number."""
    key = next((card for card in group.cards if card == group.key), None)
    key = key if key is not None else next((card for card in group.cards if card.is_wild), None)
    faces = []
    for card in group.cards:
        faces.append(_face(card, marked, ringed=card is key))
        key = None if card is key else key  # of several wild cards only one is the key
    return _rows(faces, per_row)


def _face(card: Card, marked: bool, *, ringed: bool = False) -> Face:
    if card.is_wild:
        return Face("", "wild", ringed)
    looks = [look for look, has in (("prime", marked and card.is_prime), ("twin", card in READS_UPSIDE_DOWN)) if has]
    return Face(str(card), " ".join(looks), ringed)


def _rows(faces: Sequence[Face], per_row: int) -> Rows:
    """Share *faces* out over as few rows as hold them, as evenly as can be."""
    rows = max(1, -(-len(faces) // per_row))
    length = -(-len(faces) // rows)
    return tuple(tuple(faces[i : i + length]) for i in range(0, len(faces), length))


def _notes(answer: Answer, form: ResponseForm, language: str) -> tuple[Message, ...]:
    """Say what else is right, or that nothing is."""
    if answer.sample == () and isinstance(form, CardSet):
        return (msg("None of these cards is right."),)
    others = [value for value in answer.all or () if value != answer.sample]
    spelt = [_in_short(value, form, language) for value in others]
    if spelt and len(spelt) == answer.count - 1 <= MOST_ANSWERS_SPELT_OUT and all(spelt):
        return (msg("Also right: {answers}", answers=Formula(" · ".join(spelt))),)
    if answer.count > 1:
        return (nmsg("One other answer is right too.", "{n} other answers are right too.", answer.count - 1),)
    return ()


def _in_short(value: Value, form: ResponseForm, language: str) -> str:
    match form:
        case CardSet():
            return card_list(tuple(card for card in value if isinstance(card, int)))
        case Choice(options=options):
            ids = [option.id for option in options]
            return OPTION_LABELS[language][ids.index(str(value))]
        case Blanks():
            return ", ".join(str(number) for number in value)
        case ArrangementResponse():
            return ""


def with_page_starts(blocks: Sequence[Block], starts: frozenset[int]) -> tuple[Block, ...]:
    """Start a new page before the entries whose places in the whole sheet are *starts*; each page says what it asks."""
    changed, first = [], 0
    for block in blocks:
        cuts = [place for place in range(len(block.entries)) if not place or first + place in starts]
        for cut, end in zip(cuts, [*cuts[1:], len(block.entries)], strict=True):
            helps = block.primes_list and not cut
            changed.append(Block(block.instruction, block.entries[cut:end], helps, starts_page=first + cut in starts))
        first += len(block.entries)
    return tuple(changed)
