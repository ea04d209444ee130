"""A sheet as Markdown, for teachers who go on editing it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from primecards.messages import Formula, Message, msg, nmsg
from primecards.puzzles.exhibits import CardRow, KeyCards
from primecards.puzzles.responses import ArrangementResponse, Blanks, CardSet, Choice, Group
from primecards.rules.cards import Card
from primecards.rules.numbers import PRIMES
from primecards.words import WILD_SIGN, say

if TYPE_CHECKING:
    from primecards.puzzles.item import Item
    from primecards.worksheets.worksheet import Entry, Worksheet


def to_markdown(sheet: Worksheet, part: str) -> str:
    """Write *part* of *sheet* ("pupil", "answers" or "all") as Markdown."""
    lines: list[str] = []
    if part != "answers":
        lines += _pupil(sheet)
    if part != "pupil":
        lines += _answers(sheet)
    return "\n".join(lines).rstrip() + "\n"


def _pupil(sheet: Worksheet) -> Iterator[str]:
    def words(message: Message) -> str:
        return say(message, sheet.language)

    yield f"# {_literal(sheet.title) if sheet.title else words(msg('Worksheet'))}"
    yield ""
    blanks = (msg("Name"), msg("Class"), msg("Date"), msg("Score"))
    yield " ".join(f"{words(label)}: {'_' * 12}" for label in blanks)
    yield ""
    if any(entry.item.aids.primes_list for entry in sheet.entries):
        yield f"*{words(msg('Prime numbers'))}: {words(msg('{cards}', cards=PRIMES))}*"
        yield ""
    for entry in sheet.entries:
        yield from _entry(entry, sheet.language)
        yield ""
    yield f"`{sheet.code}`"
    yield ""


def _entry(entry: Entry, language: str) -> Iterator[str]:
    heading = f"**{entry.number}.**" if entry.number else f"**{say(msg('Worked example'), language)}**"
    stem, *lines = item_lines(entry.item, room=entry.role != "worked")
    yield f"{heading} {stem}"
    yield from lines
    if entry.role != "exercise":
        yield ""
        for place, step in enumerate(entry.item.solution, 1):
            yield f"{place}. {step.message.text(language) if place <= entry.shown_steps else '_' * 30}"


def item_lines(item: Item, *, room: bool = True) -> Iterator[str]:
    """Write *item* as text: its stem, what it shows, and what to choose from, or *room* to write."""
    language = item.language
    yield item.stem
    for exhibit in item.exhibits:
        yield ""
        match exhibit:
            case CardRow(cards):
                yield _cards(cards)
            case KeyCards(keys):
                yield f"{say(msg('Key card'), language)}: {_cards(keys)}"
    match item.response:
        case CardSet(choose_from) if choose_from is not None:
            yield from ("", _cards(choose_from))
        case Choice(options):
            yield ""
            yield from (f"- {option.id}) {option.text.text(language)}" for option in options)
        case CardSet() if room:
            yield from ("", "_" * 20)
        case Blanks(labels) if room:
            yield ""
            yield from (f"- {label.text(language)} {'_' * 8}" for label in labels)
        case ArrangementResponse(groups=groups) if room:
            yield ""
            line = say(msg("Key: {key} Series: {cards}", key=Formula("_" * 5), cards=Formula("_" * 30)), language)
            yield from (f"- {line}" for _ in range(groups))


def answer_lines(item: Item) -> Iterator[str]:
    """Write the answer to *item* and its worked solution as text."""
    yield _value(item.answer.sample) or say(msg("none"), item.language)
    if item.answer.count > 1:
        others = nmsg("One other answer is right too.", "{n} other answers are right too.", item.answer.count - 1)
        yield say(others, item.language)
    yield ""
    yield from (f"- {step.message.text(item.language)}" for step in item.solution)


def _answers(sheet: Worksheet) -> Iterator[str]:
    yield f"## {say(msg('Answer key'), sheet.language)} `{sheet.code}`"
    for entry in sheet.entries:
        if entry.number:
            answer, *steps = answer_lines(entry.item)
            yield ""
            yield f"**{entry.number}.** {answer}"
            yield from steps


def _value(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value and isinstance(value[0], Group):
        return "  ".join(f"**{group.key}**: {_cards(group.cards)}" for group in value)
    return _cards(value)


def _cards(cards: tuple[Card | int | None, ...]) -> str:
    return " ".join(f"[{WILD_SIGN if card == 0 else card}]" for card in cards)


def _literal(text: str) -> str:
    """Show a teacher's *text* as it is, whatever it means to Markdown."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!<>|])", r"\\\1", " ".join(text.split()))
