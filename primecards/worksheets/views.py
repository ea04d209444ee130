"""What the templates see of a sheet: the pupil's part, built without a look at any answer, and the answer key.

A template can print only what stands here, so no template, ours or a teacher's, can give an answer away to a pupil.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Protocol

from primecards.errors import PrintingError
from primecards.messages import Formula, Message, msg
from primecards.puzzles.exhibits import HundredChart
from primecards.puzzles.item import Aids, FromGame, Item
from primecards.puzzles.registry import asks_primes
from primecards.puzzles.responses import CardSet, Value
from primecards.worksheets.exhibit_views import Showing, holds_the_response, in_the_row, set_apart
from primecards.worksheets.parts import FramePart, LabelPart, Part, ScoresPart, Shape
from primecards.worksheets.response_views import behind_wrong_answers, notes, response_part


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
    def form(self) -> str: ...
    @property
    def pupil(self) -> str: ...
    @property
    def class_name(self) -> str: ...
    @property
    def entries(self) -> Sequence[Entry]: ...
    @property
    def story(self) -> Sequence[Message]: ...


@dataclass(frozen=True, slots=True)
class EntryView:
    """An exercise or an example as it is printed; `question` is None where its block has said it.

    `beside` is what stands at the start of the same row as the other parts: key cards, say.
    """

    role: str
    number: int | None
    question: Message | None
    points: int
    parts: tuple[Part, ...]
    beside: tuple[Part, ...] = ()
    steps: tuple[Message, ...] = ()
    empty_steps: int = 0
    notes: tuple[Message, ...] = ()
    behind: tuple[Message, ...] = ()
    tall: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A run of entries that ask the same: the question is said once."""

    instruction: Message | None
    entries: tuple[EntryView, ...]
    primes_list: bool = False
    starts_page: bool = False
    chart: bool = False


@dataclass(frozen=True, slots=True)
class InShort:
    """The answers of a sheet in short, in the order of their numbers, and the *form* if there are several."""

    answers: tuple[str, ...]
    form: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """A pupil in the overview: the *name*, and the *form*, or else the *seed* and the answers."""

    name: str
    form: str = ""
    seed: str = ""
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Overview:
    """A class set at a glance, or a part of it from the pupil of that *number* on: who got which sheet.

    *page* pages stand before it. The *code* is that of every sheet, up to its seed.
    """

    seats: tuple[Seat, ...]
    code: str
    number: int = 1
    forms: tuple[InShort, ...] = ()
    language: str = "en"
    title: str = ""
    school: str = ""
    class_name: str = ""
    page: int = 0


MOST_EMPTY_STEPS = 6  # room for thought, not a line to each sentence of ours
# Hebrew has letters of its own.
STORY = msg("The whole game, turn by turn")
FORM_NAMES = {"A": msg("Form A"), "B": msg("Form B"), "C": msg("Form C"), "D": msg("Form D")}


def without_telling_help(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Take the list and the marks of primes away from *entries* where an exercise without them asks which are prime."""
    given = tuple(entries)
    return tuple(_with_aids(entry, Aids()) for entry in given) if _would_tell(given) else given


def _would_tell(entries: Sequence[Entry]) -> bool:
    asked = (entry.item for entry in entries if entry.role == "exercise" and asks_primes(entry.item))
    return not all(item.aids.primes_list or item.aids.primes_marked for item in asked)


def _with_aids(entry: Entry, aids: Aids) -> Entry:
    return replace(entry, item=replace(entry.item, aids=aids))  # type: ignore[type-var]


def with_helpers(entries: Iterable[Entry], helpers: str) -> tuple[Entry, ...]:
    """Give *entries* the list of primes if *helpers* names it, and take it away if not; "auto": as their levels say.

    Raises PrintingError where the list is asked for and would tell the answers.
    """
    given = tuple(entries)
    if helpers == "auto":
        return without_telling_help(given)
    listed = "primes" in helpers.split(",")
    if listed and _would_tell(given):
        raise PrintingError(msg("The list of primes would tell the answers of this sheet: leave it out."))
    return tuple(
        _with_aids(entry, replace(entry.item.aids, primes_list=listed)) for entry in without_telling_help(given)
    )


def shows_chart(entries: Iterable[Entry], helpers: str) -> bool:
    """Whether *helpers* names a hundred chart to work with, and no exercise brings one of its own to write in."""
    exhibits = (exhibit for entry in entries for exhibit in entry.item.exhibits)
    return "chart" in helpers.split(",") and not any(isinstance(exhibit, HundredChart) for exhibit in exhibits)


CHART_IS_DROPPED = msg("The hundred chart is left out: the sheet has charts of its own to write in.")


def helper_chart_is_dropped(entries: Iterable[Entry], helpers: str) -> bool:
    """Whether *helpers* names a hundred chart that is not printed."""
    return "chart" in helpers.split(",") and not shows_chart(entries, helpers)


def pupil_blocks(entries: Iterable[Entry], shape: Shape, *, chart: bool = False) -> tuple[Block, ...]:
    """Show *entries* as the pupil gets them, the list of primes once, before the first block it is meant to help.

    A *chart* to work with stands before them all.
    """
    blocks: list[Block] = []
    helped = False
    for question, run in groupby(entries, key=lambda entry: entry.item.question):
        same = tuple(run)
        shared = _shared(question, len(same))
        helps = not helped and any(entry.item.aids.primes_list for entry in same)
        helped = helped or helps
        shown = tuple(_for_pupil(entry, shape, shared is None) for entry in same)
        blocks.append(Block(shared, shown, helps, chart=chart and not blocks))
    return tuple(blocks)


def answer_blocks(entries: Iterable[Entry], shape: Shape) -> tuple[Block, ...]:
    """Show *entries* with their answers marked in place; what the sheet itself has worked out is left away."""
    blocks = []
    to_answer = (entry for entry in entries if entry.role != "worked")
    for question, run in groupby(to_answer, key=lambda entry: entry.item.question):
        same = tuple(run)
        shared = _shared(question, len(same))
        blocks.append(Block(shared, tuple(_for_teacher(entry, shape, shared is None) for entry in same)))
    return tuple(blocks)


def _shared(question: Message, exercises: int) -> Message | None:
    """Say *question* once for all *exercises* of a block, unless it names a card of its own: that stays beside it."""
    return question if exercises > 1 and not _names_a_card(question) else None


def _names_a_card(question: Message) -> bool:
    values = [value for name, value in question.values if name not in ("n", "least")]
    return any(_names_a_card(value) if isinstance(value, Message) else True for value in values)


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
        empty_steps=min(len(item.solution) - len(steps), MOST_EMPTY_STEPS) if entry.role == "faded" else 0,
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
        notes=(*notes(item.answer, item.response, shape.language), *_told_origin(item)),
        behind=behind_wrong_answers(item) if entry.role == "exercise" else (),
    )


def _told_origin(item: Item) -> tuple[Message, ...]:
    return () if item.from_game is None else (provenance(item.from_game),)


def provenance(origin: FromGame) -> Message:
    """Tell a teacher from which played game an item comes."""
    return msg("From the played game {game}, turn {turn}.", game=Formula(origin.game), turn=origin.turn)


def _parts(item: Item, right: Value | None, shape: Shape, *, small: bool) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """List what stands apart in *item* and its other parts, with the answer *right* in its place if there is one."""
    showing = Showing(item, right, shape, small)
    beside, parts = set_apart(showing), in_the_row(showing)
    if not holds_the_response(item):
        looks = {FramePart: "stacked", ScoresPart: "close"}
        look = next((looks[type(part)] for part in (*beside, *parts) if type(part) in looks), "")
        place = response_part(
            item.response,
            right,
            shape.language,
            marked=showing.marked,
            per_row=showing.per_row,
            letters=showing.letters,
            look=look,
        )
        if place.name == "cards" and any(part.name == "card-row" for part in parts) and _offers(item):
            parts = (*parts, LabelPart("choose-from", msg("Choose from:")))
        parts = (*parts, place)
    return beside, parts


def _offers(item: Item) -> bool:
    return isinstance(item.response, CardSet) and item.response.choose_from is not None


def starts_by_count(entries: Sequence[Entry], per_page: int | None) -> frozenset[int]:
    """Find the places of the entries before which *per_page* exercises have filled a page, and there is one to come."""
    starts, exercises = set(), 0
    for place, entry in enumerate(entries):
        if entry.role == "exercise":
            if exercises == per_page:
                starts.add(place)
                exercises = 0
            exercises += 1
    return frozenset(starts)


def with_page_starts(blocks: Sequence[Block], starts: frozenset[int], tall: frozenset[int]) -> tuple[Block, ...]:
    """Start a new page before the entries whose places in the whole sheet are *starts*; each page says what it asks.

    The entries at the places *tall* may go over from page to page.
    """
    changed, first = [], 0
    for block in blocks:
        cuts = [place for place in range(len(block.entries)) if not place or first + place in starts]
        for cut, end in zip(cuts, [*cuts[1:], len(block.entries)], strict=True):
            helps, chart = block.primes_list and not cut, block.chart and not cut
            run = tuple(
                replace(entry, tall=place in tall) for place, entry in enumerate(block.entries[cut:end], first + cut)
            )
            changed.append(Block(block.instruction, run, helps, first + cut in starts, chart))
        first += len(block.entries)
    return tuple(changed)
