"""Sheets to print in tests: items put together by hand, in both languages, and what was laid out of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from primecards.messages import Formula, Message, literal, msg
from primecards.puzzles.exhibits import CardRow, KeyCards
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Step
from primecards.puzzles.responses import ArrangementResponse, Blanks, CardSet, Choice, Group, Option
from primecards.rules.cards import Card, parse_cards
from primecards.worksheets import engine, printing
from primecards.worksheets.printing import Layout
from primecards.worksheets.worksheet import Entry, Worksheet

CODE = "find-key.3x6+fits-key.2x4#k7f2q9"
STEMS = {
    "find": ("Which card can be the key of this series?", "הקלפים האלה הם סדרה. איזה קלף יכול להיות קלף המפתח?"),
    "fits": (
        "The key is {key}. Circle every card that fits.",
        "קלף המפתח הוא {key}. הקיפו את כל הקלפים שמתאימים לסדרה שלו.",
    ),
    "arrange": ("Put every card in a series.", "סדרו את כל הקלפים בסדרות, והקיפו בכל סדרה את קלף המפתח."),
    "valid": ("Are these cards a series? If not, why not?", "האם הקלפים האלה הם סדרה? אם לא, מדוע?"),
    "digits": ("What are the digits of {number}?", "מהן ספרות המספר {number}?"),
    "complete": ("Write the cards that are missing.", "השלימו את הסדרה: כתבו את הקלפים החסרים."),
    "step": ("The primes here: {cards}. And {formula}.", "הראשוניים כאן: {cards}. וגם {formula}."),
    "yes": ("It is a series.", "זו סדרה."),
    "no": ("No: one card does not fit the key.", "לא: קלף אחד אינו מתאים לקלף המפתח."),
    "tens": ("tens digit", "ספרת העשרות"),
}


def say(name: str, language: str, **values: Any) -> Message:
    return msg(STEMS[name][language == "he"], **values)


def item(question: Message, response: Any, answer: Answer, *exhibits: Any, language: str = "en", **more: Any) -> Item:
    step = Step(say("step", language, cards=parse_cards("13 23"), formula=Formula("91 = 7 × 13")))
    given = {"solution": (step, step, step), "difficulty": Difficulty(1), "level": 3, **more}
    return Item(question, {}, exhibits, response, answer, **given)


def find_key(language: str, cards: str = "23 6 89 9", right: str = "23", **more: Any) -> Item:
    answer = Answer.of(*((card,) for card in parse_cards(right)))
    return item(say("find", language), CardSet(parse_cards(cards), 1), answer, language=language, **more)


def fits_key(language: str, key: int = 23, cards: str = "13 20 57 w 98 66", right: str = "13 20", **more: Any) -> Item:
    response, answer = CardSet(parse_cards(cards)), Answer.of(parse_cards(right))
    return item(say("fits", language, key=key), response, answer, KeyCards((Card(key),)), language=language, **more)


def arrange(language: str, *groups: str, **more: Any) -> Item:
    hand = tuple(Group(int(parse_cards(group)[0]), parse_cards(group)) for group in groups)
    cards = tuple(card for group in hand for card in group.cards)
    response, answer = ArrangementResponse(cards, len(groups)), Answer(None, 214, hand)
    return item(say("arrange", language), response, answer, CardRow(cards), language=language, **more)


def every_form(language: str) -> Worksheet:
    """One exercise and more of every response form and exhibit, wild cards and long hands among them."""
    options = (Option("a", "valid", say("yes", language)), Option("b", "does-not-fit", say("no", language)))
    row = CardRow(parse_cards("23 66 9"))
    items = (
        find_key(language),
        find_key(language, "2 3 5 7 11 13 17", "2 3"),
        fits_key(language),
        fits_key(language, 7, "1 2 3 4 5 6 8 17 27 37 47 98", "1 2"),
        arrange(language, "23 13 20 w 3 21 22"),
        arrange(language, "23 13 20 3", "47 41 w"),
        arrange(language, "23 13 20 3 21", "47 41 57 67 77", "89 w 9 99"),
        item(say("valid", language), Choice(options), Answer.of("b"), row, language=language),
        item(
            say("digits", language, number=47),
            Blanks((say("tens", language),) * 2),
            Answer.of((4, 7)),
            language=language,
        ),
        item(say("complete", language), CardSet(None, 2), Answer.of(parse_cards("13 43")), row, language=language),
        item(say("complete", language), CardSet(None), Answer.of(parse_cards("13 43")), row, language=language),
    )
    return sheet(items, language)


def mixed(language: str, count: int) -> Worksheet:
    """*count* exercises of very different heights, one after the other."""
    makers = (find_key, fits_key, lambda language: arrange(language, "23 13 20 3", "47 41 57"))
    return sheet(tuple(makers[place % 3](language) for place in range(count)), language)


def alike(language: str, count: int) -> Worksheet:
    """*count* exercises of one question, said once, with the list of primes."""
    return sheet((find_key(language, level=1, aids=Aids(primes_list=True)),) * count, language)


def with_examples(language: str) -> Worksheet:
    entries = []
    for place, shown in enumerate((find_key(language), fits_key(language))):
        entries += [Entry(shown, None, "worked", 3), Entry(shown, None, "faded", 1)]
        entries += [Entry(shown, 2 * place + number) for number in (1, 2)]
    return Worksheet(CODE, tuple(entries), language)


def sheet(items: tuple[Item, ...], language: str = "en", title: str = "", school: str = "") -> Worksheet:
    return Worksheet(CODE, tuple(Entry(item, n) for n, item in enumerate(items, 1)), language, title, school)


def plain_item(text: str) -> Item:
    return item(literal(text), CardSet(parse_cards("23 13 3"), 1), Answer.of(parse_cards("23")))


@dataclass(frozen=True)
class Box:
    """A laid-out box of an element: where it is on which page, in millimetres from the page's corner."""

    page: int
    element: Any
    left: float
    top: float
    right: float
    bottom: float

    @property
    def name(self) -> str:
        return str(self.element.get("class") or "")


@cache
def laid_out(sheet: Worksheet, layout: Layout, part: str = "pupil") -> tuple[int, tuple[Box, ...]]:
    """Lay *sheet* out and return the number of pages and the boxes of the text (not the margins')."""
    import weasyprint

    html = printing._html(sheet, layout, part, on_paper=True)
    document = weasyprint.HTML(string=html, url_fetcher=engine._fetcher(weasyprint, layout.folders)).render()
    found: dict[tuple[int, Any], Box] = {}  # the outermost of an element's boxes is the first
    for number, page in enumerate(document.pages):
        for box in page._page_box.children[0].descendants():
            if isinstance(box.element_tag, str) and box.element_tag not in ("html", "body", "main"):
                found.setdefault((number, box.element), _measured(number, box))
    return len(document.pages), tuple(found.values())


def _measured(page: int, box: Any) -> Box:
    mm = 25.4 / 96
    x, y = box.border_box_x() * mm, box.border_box_y() * mm
    return Box(page, box.element, x, y, x + box.border_width() * mm, y + box.border_height() * mm)
