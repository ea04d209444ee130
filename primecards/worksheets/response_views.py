"""How the place for a response is shown: empty for the pupil, with the answer marked in it in an answer key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from math import ceil

from primecards.messages import Formula, Message, literal, msg, nmsg
from primecards.puzzles.item import Answer, Item
from primecards.puzzles.mistakes import title_of
from primecards.puzzles.responses import ArrangementResponse, Blanks, CardSet, Choice, Group, ResponseForm, Value
from primecards.rules.cards import Card
from primecards.words import card_list
from primecards.worksheets.parts import (
    BoxesPart,
    CardsPart,
    EquationPart,
    Face,
    GroupsPart,
    GroupView,
    Line,
    LinesPart,
    OptionsPart,
    OptionView,
    Part,
    face,
    in_rows,
    laid_out,
)

OPTION_LABELS = {"en": "abcde", "he": "אבגדה"}
MOST_ROWS_DRAWN = 1  # of cards that are to be written
MOST_CARDS_SPELT_OUT = 24  # in the answers that are right as well
MOST_CARDS_NAMED = 6  # as led to by one mistake
LETTERS_BESIDE_AN_OPTION = 10  # its own letter, and the room to the next
COLUMNS = {5: (3, 2), 4: (2,), 3: (2,)}  # that so many options may stand in


def response_part(
    form: ResponseForm, right: Value | None, language: str, *, marked: bool, per_row: int, letters: float, look: str
) -> Part:
    """Show the place for a response of *form*, with *right* in it, where so many cards and *letters* fit a line."""
    match form:
        case CardSet(choose_from=None, how_many=how_many):
            return _cards_to_write(how_many, right, marked, per_row, letters)
        case CardSet(choose_from=cards):
            ring = frozenset(right or ())
            faces = [face(card, marked, ringed=card in ring) for card in cards or ()]
            return CardsPart("cards", in_rows(faces, per_row))
        case ArrangementResponse(cards=cards, groups=groups):
            return _arrangement(len(cards), groups, right, marked, per_row)
        case Choice():
            return _choice(form, right, language, letters)
        case Blanks(labels=labels, equation=equation):
            written = [str(value) for value in right] if right else [""] * len(labels)
            lines = tuple(Line(label, text) for label, text in zip(labels, written, strict=True))
            if equation:
                return EquationPart("equation", tuple(equation.split("_")), lines)
            return LinesPart("blanks", lines, look)


def _cards_to_write(how_many: int | None, right: Value | None, marked: bool, per_row: int, letters: float) -> Part:
    if right is not None:
        cards = [card for card in right if isinstance(card, Card)]
        if len(cards) > per_row * MOST_ROWS_DRAWN:  # then as a pupil writes them
            return LinesPart("write-cards", tuple(Line(written=line) for line in _on_lines(cards, letters)))
        return CardsPart("cards", in_rows([face(card, marked, ringed=True) for card in cards], per_row))
    if how_many is None:
        return LinesPart("write-cards", (Line(), Line()))
    return CardsPart("cards", in_rows([Face("", "empty")] * how_many, per_row))


def _on_lines(cards: Sequence[Card], letters: float) -> Iterator[str]:
    """Write *cards* on as few lines as hold them, evenly; each takes four letters with what stands between."""
    lines = ceil(len(cards) * 4 / letters)
    each = ceil(len(cards) / lines)
    return (card_list(tuple(cards[start : start + each])) for start in range(0, len(cards), each))


def _arrangement(cards: int, groups: int, right: Value | None, marked: bool, per_row: int) -> Part:
    """Draw a box for each group, two or three beside one another if the largest group possible has room."""
    if right is not None:
        laid = (group for group in right if isinstance(group, Group))
        return GroupsPart("filled", tuple(GroupView(laid_out(group, marked, per_row)) for group in laid))
    beside = 3 if groups == 3 and cards - 6 <= 4 else min(groups, 2)
    return BoxesPart("arrangement", tuple(min(beside, groups - done) for done in range(0, groups, beside)))


def _choice(form: Choice, right: Value | None, language: str, letters: float) -> Part:
    """Show options on one line if all of them fit, else in columns if each fits one, else one below the other."""
    options = tuple(
        OptionView(letter, option.text, ringed=option.id == right)
        for letter, option in zip(OPTION_LABELS[language], form.options, strict=False)
    )
    widths = [len(option.text.text(language)) + LETTERS_BESIDE_AN_OPTION for option in options]
    in_columns = (columns for columns in COLUMNS.get(len(options), ()) if max(widths) * columns <= letters)
    return OptionsPart("choice", options, 0 if sum(widths) <= letters else next(in_columns, 1))


def notes(answer: Answer, form: ResponseForm, language: str) -> tuple[Message, ...]:
    """Say what else is right, or that nothing is."""
    if answer.sample == () and isinstance(form, CardSet):
        return (msg("None of these cards is right."),)
    others = [value for value in answer.all or () if value != answer.sample]
    either_way = isinstance(form, Blanks) and bool(form.equation)
    if either_way:  # of a product and its mirror image one is enough
        others = [value for value in others if value[0] <= value[1] and value[::-1] != answer.sample]  # type: ignore[operator]
    spelt = [in_short(value, form, language) for value in others]
    told = [msg("The factors may change places.")] if either_way and answer.count > len(spelt) + 1 else []
    if answer.all and sum(map(_size, others)) <= MOST_CARDS_SPELT_OUT:
        return (*told, *([msg("Also right: {answers}", answers=_in_a_row(spelt))] if spelt else []))
    if answer.count > 1:
        return (nmsg("One other answer is right too.", "{n} other answers are right too.", answer.count - 1),)
    return ()


def behind_wrong_answers(item: Item) -> tuple[Message, ...]:
    """Name the misconception behind each wrong option of *item*, or behind wrong cards, once for all that share it."""
    form = item.response
    named: dict[str, list[str]] = {}
    if isinstance(form, Choice):
        behind: list[tuple[str, str | None]] = [
            (letter, option.mistake)
            for letter, option in zip(OPTION_LABELS[item.language], form.options, strict=False)
            if option.id != item.answer.sample
        ]
    else:
        behind = [(card_list((value,)), mistake) for value, mistake in item.mistakes if isinstance(value, Card)]
    for answer, mistake in behind:
        if mistake is not None and title_of(mistake) != title_of(""):
            named.setdefault(mistake, []).append(answer)
    return tuple(
        msg("{answers}: {mistake}", answers=_answers(given, form), mistake=title_of(mistake))
        for mistake, given in named.items()
    )


def _answers(given: list[str], form: ResponseForm) -> Message:
    """List letters of options, or the first few cards: in the reader's direction, or in that of numbers."""
    listed = ", ".join(given[:MOST_CARDS_NAMED]) + (" …" if len(given) > MOST_CARDS_NAMED else "")
    return literal(listed) if isinstance(form, Choice) else msg("{answer}", answer=Formula(listed))


def _in_a_row(answers: list[str]) -> Message:
    """Put *answers* in a row that may break between them."""
    first, *others = (msg("{answer}", answer=Formula(answer)) for answer in answers)
    return reduce(lambda row, answer: msg("{row} · {answer}", row=row, answer=answer), others, first)


def _size(value: Value) -> int:
    """Count the cards or numbers that *value* names."""
    return sum(len(part.cards) if isinstance(part, Group) else 1 for part in value)


def in_short(value: Value, form: ResponseForm, language: str) -> str:
    """Write an answer as one line of text."""
    match form:
        case CardSet():
            return card_list(tuple(card for card in value if isinstance(card, int)))
        case Choice(options=options):
            ids = [option.id for option in options]
            return OPTION_LABELS[language][ids.index(str(value))]
        case Blanks(equation=equation):
            return filled(equation, value) if equation else ", ".join(str(number) for number in value)
        case ArrangementResponse():
            groups = (group for group in value if isinstance(group, Group))
            return " | ".join(f"{group.key}: {card_list(group.cards)}" for group in groups)


def filled(equation: str, value: Value) -> str:
    """Write the numbers of *value* into the blanks of *equation*."""
    numbers = iter(value)
    return "".join(str(next(numbers)) if letter == "_" else letter for letter in equation)
