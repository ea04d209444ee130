"""A sheet as Markdown, for teachers who go on editing it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from primecards.messages import Formula, Message, msg, nmsg
from primecards.puzzles.responses import ArrangementResponse, Blanks, CardSet, Choice, Group, Value
from primecards.rules.numbers import PRIMES
from primecards.words import say
from primecards.worksheets.exhibit_views import holds_the_response
from primecards.worksheets.markdown_exhibits import card_signs, chart_lines, exhibit_lines
from primecards.worksheets.printing import Layout
from primecards.worksheets.response_views import OPTION_LABELS, behind_wrong_answers, filled
from primecards.worksheets.views import FORM_NAMES, STORY, provenance, shows_chart, with_helpers

if TYPE_CHECKING:
    from primecards.puzzles.item import Item
    from primecards.worksheets.views import Entry, Sheet


def to_markdown(sheet: Sheet, part: str, layout: Layout | None = None) -> str:
    """Write *part* of *sheet* ("pupil", "answers" or "all") as Markdown, with the points and helpers of *layout*."""
    lines: list[str] = []
    if part != "answers":
        lines += _pupil(sheet, layout or Layout())
    if part != "pupil":
        lines += _answers(sheet)
    return "\n".join(lines).rstrip() + "\n"


def _pupil(sheet: Sheet, layout: Layout) -> Iterator[str]:
    def words(message: Message) -> str:
        return say(message, sheet.language)

    if sheet.school:
        yield from (_literal(sheet.school), "")
    heading = words(msg("Worksheet"))
    form = f" – {words(FORM_NAMES[sheet.form])}" if sheet.form else ""
    yield f"# {_literal(sheet.title) if sheet.title else heading}{form}"
    yield ""
    if any(entry.number for entry in sheet.entries):
        blanks = (msg("Name"), msg("Class"), msg("Date"), msg("Score"))
        yield " ".join(f"{words(label)}: {'_' * 12}" for label in blanks)
        yield ""
    entries = with_helpers(sheet.entries, layout.helpers)
    if any(entry.item.aids.primes_list for entry in entries):
        yield "*" + words(msg("The prime numbers: {primes}.", primes=PRIMES)) + "*"
        yield ""
    if shows_chart(entries, layout.helpers):
        yield from (*chart_lines(sheet.language), "")
    for entry in sheet.entries:
        yield from _entry(entry, sheet.language, points=layout.points)
        yield ""
    if sheet.story:
        yield from (f"**{words(STORY)}**", "")
        for line in sheet.story:
            yield from (words(line), "")
    yield f"`{sheet.code}`"
    yield ""


def _entry(entry: Entry, language: str, *, points: bool) -> Iterator[str]:
    example = msg("Worked example") if entry.role == "worked" else msg("Finish this example")
    heading = f"**{entry.number}.**" if entry.number else f"**{say(example, language)}**"
    stem, *lines = item_lines(entry.item, room=entry.role != "worked")
    worth = nmsg("{n} point", "{n} points", entry.item.points).text(language)
    yield f"{heading} {stem}{f' ({worth})' if points and entry.number else ''}"
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
        shown = list(exhibit_lines(exhibit, item, room=room))
        yield from ["", *shown] if shown else []
    match item.response:
        case CardSet(choose_from) if choose_from is not None:
            yield from ("", card_signs(choose_from))
        case Choice(options):
            yield ""
            letters = OPTION_LABELS[language]
            yield from (f"- {letter}) {o.text.text(language)}" for letter, o in zip(letters, options, strict=False))
        case CardSet() if room and not holds_the_response(item):
            yield from ("", "_" * 20)
        case Blanks(equation=equation) if room and equation:
            yield from ("", _from_the_left(equation.replace("_", "_" * 6), language))
        case Blanks(labels) if room:
            yield ""
            yield from (f"- {label.text(language)} {'_' * 8}" for label in labels)
        case ArrangementResponse(groups=groups) if room:
            yield ""
            line = say(msg("Key: {key} Series: {cards}", key=Formula("_" * 5), cards=Formula("_" * 30)), language)
            yield from (f"- {line}" for _ in range(groups))


def answer_lines(item: Item) -> Iterator[str]:
    """Write the answer to *item* and its worked solution as text."""
    yield _value(item, item.answer.sample) or say(msg("none"), item.language)
    if item.answer.count > 1:
        others = nmsg("One other answer is right too.", "{n} other answers are right too.", item.answer.count - 1)
        yield say(others, item.language)
    yield ""
    yield from (f"- {step.message.text(item.language)}" for step in item.solution)
    for mistake in behind_wrong_answers(item):
        yield f"- *{mistake.text(item.language)}*"
    if item.from_game is not None:
        yield f"- {say(provenance(item.from_game), item.language)}"


def _answers(sheet: Sheet) -> Iterator[str]:
    heading = say(msg("Answer key"), sheet.language)
    form = f" – {say(FORM_NAMES[sheet.form], sheet.language)}" if sheet.form else ""
    yield f"## {heading}{form} `{sheet.code}`"
    for entry in sheet.entries:
        if entry.number:
            answer, *steps = answer_lines(entry.item)
            yield ""
            yield f"**{entry.number}.** {answer}"
            yield from steps


def _value(item: Item, value: Value) -> str:
    match item.response:
        case Choice(options):
            return OPTION_LABELS[item.language][[option.id for option in options].index(str(value))]
        case Blanks(labels, equation):
            if equation:
                return _from_the_left(filled(equation, value), item.language)
            return " · ".join(f"{label.text(item.language)} {n}" for label, n in zip(labels, value, strict=True))
        case CardSet():
            return card_signs([card for card in value if isinstance(card, int)])
        case ArrangementResponse():
            groups = [group for group in value if isinstance(group, Group)]
            return "  ".join(f"**{group.key}**: {card_signs(group.cards)}" for group in groups)


def _from_the_left(text: str, language: str) -> str:
    return say(msg("{cards}", cards=Formula(text)), language)


def _literal(text: str) -> str:
    """Show a teacher's *text* as it is, whatever it means to Markdown."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!<>|])", r"\\\1", " ".join(text.split()))
