"""Sheets to print in tests: items put together by hand, in both languages, and what was laid out of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from primecards.messages import Formula, Message, literal, msg
from primecards.puzzles.exhibits import (
    CardRow,
    FinishedGame,
    HundredChart,
    KeyCards,
    LaidSeries,
    PlaceValueFrame,
    PlayerHand,
    ScoreTable,
    TwoFamilies,
    Upcard,
)
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Step
from primecards.puzzles.responses import ArrangementResponse, Blanks, CardSet, Choice, Group, Option
from primecards.rules.cards import Card, parse_cards
from primecards.rules.numbers import fits
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
    "shade": (
        "Shade in the chart every number that fits the key {key}.",
        "צבעו בלוח המאה את כל המספרים שמתאימים לקלף המפתח {key}.",
    ),
    "place": ("Write the digits into the frame, and answer.", "כתבו את הספרות בטבלה, וענו על השאלות."),
    "the-tens": ("The tens digit of {number}:", "ספרת העשרות של {number}:"),
    "the-units": ("The units digit of {number}:", "ספרת האחדות של {number}:"),
    "bridge": (
        "Which cards fit both keys? Circle them.",
        "הקיפו את הקלפים שמתאימים גם לקלף המפתח {a} וגם לקלף המפתח {b}.",
    ),
    "mistake": ("There is one mistake here. Find it.", "בפתרון הזה יש טעות אחת. מצאו אותה."),
    "at-card": ("{card} does not fit the key {key}", "{card} אינו מתאים לקלף המפתח {key}"),
    "take": (
        "Can you go out by taking the exposed card?",
        "הקלף החשוף הוא {a}. האם אפשר לסיים אם לוקחים אותו? איזה קלף תניחו?",
    ),
    "and-leave": ("Take it, and discard {card}", "לקחת אותו, ולהניח את {card}"),
    "no-use": ("Leave it", "לא לקחת אותו"),
    "score": ("How many points has each player?", "כמה נקודות קיבל כל שחקן?"),
    "prove": ("Show that {number} is not prime.", "הראו שהמספר {number} אינו ראשוני."),
    "factor": ("factor", "גורם"),
    "too-few": (
        "No: these cards are too few for a series, which has three cards or more, one of them the key",
        "לא: אלה מעט מדי קלפים לסדרה, שבה יש שלושה קלפים או יותר, ואחד מהם הוא קלף המפתח",
    ),
}


def say(name: str, language: str, **values: Any) -> Message:
    return msg(STEMS[name][language == "he"], **values)


def item(question: Message, response: Any, answer: Answer, *exhibits: Any, language: str = "en", **more: Any) -> Item:
    step = Step(say("step", language, cards=parse_cards("13 23"), formula=Formula("91 = 7 × 13")))
    given = {"solution": (step, step, step), "difficulty": Difficulty(1), "level": 3, "language": language, **more}
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


def shade(language: str, *keys: int, **more: Any) -> Item:
    """Shade the hundred chart."""
    right = parse_cards([n for n in range(1, 100) if all(fits(n, key) and n != key for key in keys)])
    shown = (KeyCards(parse_cards(keys)), HundredChart())
    return item(say("shade", language, key=keys[0]), CardSet(None), Answer.of(right), *shown, language=language, **more)


def digits(language: str, *numbers: int, **more: Any) -> Item:
    """Tell the digits of numbers."""
    labels = [say(name, language, number=number) for number in numbers for name in ("the-tens", "the-units")]
    right = tuple(digit for number in numbers for digit in divmod(number, 10))
    frame = PlaceValueFrame(numbers)
    return item(say("place", language), Blanks(tuple(labels)), Answer.of(right), frame, language=language, **more)


def bridge(language: str, first: int, second: int, cards: str, **more: Any) -> Item:
    """Choose the cards that fit two keys."""
    right = tuple(card for card in parse_cards(cards) if fits(card, first) and fits(card, second))
    question, response = say("bridge", language, a=first, b=second), CardSet(parse_cards(cards))
    families = TwoFamilies((Card(first), Card(second)))
    return item(question, response, Answer.of(right), families, language=language, **more)


def find_mistake(language: str, **more: Any) -> Item:
    """Find the card laid wrong: 57, under a key that is no prime and does not lie there."""
    groups = (Group(23, parse_cards("23 13 57 w")), Group(51, parse_cards("41 50 w")))
    options = tuple(
        Option(letter, card, say("at-card", language, card=card, key=23))
        for letter, card in zip("abcd", (13, 57, 41, 50), strict=True)
    )
    response, shown = Choice(options), LaidSeries(groups)
    return item(say("mistake", language), response, Answer.of("b"), shown, language=language, **more)


def take(language: str, **more: Any) -> Item:
    """Take the exposed card or leave it."""
    leave = Option("a", "leave", say("no-use", language))
    options = tuple(
        Option(letter, f"discard-{card}", say("and-leave", language, card=card))
        for letter, card in zip("bcd", (57, 20, 9), strict=True)
    )
    shown = (CardRow(parse_cards("23 13 20 41 43 57 9")), Upcard(Card(47)))
    question, response = say("take", language, a=47), Choice((leave, *options))
    return item(question, response, Answer.of("b"), *shown, language=language, **more)


HANDS = (
    PlayerHand("Noa", parse_cards("23 13 20 41 43 47 w"), winner=True),
    PlayerHand("Dan", parse_cards("2 66 9 51 57 w 88")),
    PlayerHand("Maya", parse_cards("3 5 7 11 99 68 40")),
)


def score(language: str, **more: Any) -> Item:
    """Count the points of one game."""
    response, table = Blanks(tuple(msg(h.player) for h in HANDS)), ScoreTable((FinishedGame("keys", HANDS),))
    return item(say("score", language), response, Answer.of((0, 2, 4)), table, language=language, **more)


def match(language: str, **more: Any) -> Item:
    """Add up the points of three games."""
    names = tuple(hand.player for hand in HANDS)
    games = (FinishedGame("keys", HANDS), FinishedGame("places", (), names), FinishedGame("places", (), names[::-1]))
    response = Blanks(tuple(msg(name) for name in names))
    return item(
        say("score", language), response, Answer.of((3, 6, 7)), ScoreTable(games), language=language, points=3, **more
    )


def not_prime(language: str, number: int, **more: Any) -> Item:
    """Write a number as a product."""
    response = Blanks((say("factor", language),) * 2, f"{number} = _ × _")
    answer = Answer.of((3, number // 3), (number // 3, 3))
    return item(say("prove", language, number=number), response, answer, language=language, **more)


def long_options(language: str, **more: Any) -> Item:
    """Choose among sentences, one of which takes more than a line."""
    texts = [say(name, language) for name in ("yes", "no", "too-few")]
    options = tuple(Option(letter, text.template, text) for letter, text in zip("abc", texts, strict=True))
    row = CardRow(parse_cards("23 66"))
    return item(say("valid", language), Choice(options), Answer.of("c"), row, language=language, **more)


def every_exhibit(language: str, **more: Any) -> Worksheet:
    """One exercise and more for each exhibit that `every_form` has not."""
    items = (
        shade(language, 23, **more),
        shade(language, 7, 47, **more),
        digits(language, 47, 7, **more),
        bridge(language, 23, 41, "21 43 13 20 40 66 98 3", **more),
        bridge(language, 3, 29, "9 23 99 20 66", **more),
        find_mistake(language, **more),
        take(language, **more),
        score(language, **more),
        match(language, **more),
        not_prime(language, 51, **more),
        not_prime(language, 87, **more),
        long_options(language, **more),
    )
    return sheet(items, language)


def worked(items: Iterable[Item], language: str) -> Worksheet:
    """Show *items* as worked examples, and the first of them to be done."""
    shown = tuple(items)
    examples = tuple(Entry(one, None, "worked", len(one.solution)) for one in shown)
    return Worksheet(CODE, (*examples, Entry(shown[0], 1)), language)


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


def cards_in(element: Any) -> list[str]:
    """The cards in *element*, row by row, as they are read."""
    return " ".join(str(row.text_content()) for row in element.find_class("cards")).split()


@lru_cache(maxsize=1)
def _document(sheet: Worksheet, layout: Layout, part: str) -> Any:
    import weasyprint

    html = printing._html(sheet, layout, part, on_paper=True)
    return weasyprint.HTML(string=html, url_fetcher=engine._fetcher(weasyprint, layout.folders)).render()


def lay_out(sheet: Worksheet, layout: Layout, part: str = "pupil") -> tuple[int, tuple[Box, ...]]:
    """Lay *sheet* out and return the number of pages and the boxes of the text (not the margins')."""
    pages = _document(sheet, layout, part).pages
    found: dict[tuple[int, Any], Box] = {}  # the outermost of an element's boxes is the first
    for number, page in enumerate(pages):
        for box in page._page_box.children[0].descendants():
            if isinstance(box.element_tag, str) and box.element_tag not in ("html", "body", "main"):
                found.setdefault((number, box.element), _measured(number, box))
    return len(pages), tuple(found.values())


laid_out = cache(lay_out)


def inked(sheet: Worksheet, layout: Layout, part: str = "pupil") -> tuple[Box, ...]:
    """Lay *sheet* out and return what has ink of its own: runs of text, frames and fills, each as a box."""
    found = []
    for number, page in enumerate(_document(sheet, layout, part).pages):
        for box in page._page_box.children[0].descendants(placeholders=True):
            if getattr(box, "text", "").strip():
                found.append(_measured(number, box))
            elif isinstance(box.element_tag, str) and box.element_tag not in ("html", "body", "main", "article"):
                drawn = any(box.style[f"border_{side}_width"] for side in ("top", "right", "bottom", "left"))
                if drawn or box.style["background_color"].alpha:
                    found.append(_measured(number, box))
    return tuple(found)


def type_sizes(sheet: Worksheet, layout: Layout, part: str) -> dict[str, float]:
    """Lay *sheet* out and return the texts that can be seen, each with the size of its type in points."""
    boxes = (box for page in _document(sheet, layout, part).pages for box in page._page_box.descendants())
    seen = [box for box in boxes if getattr(box, "text", "").strip() and box.style["color"].alpha]
    return {box.text: box.style["font_size"] * 72 / 96 for box in seen}


def small_type(sheet: Worksheet, layout: Layout, least: float) -> set[tuple[str, str, float]]:
    """Lay the pupil's part of *sheet* out; return what is set in type smaller than *least* points, but for cards.

    Each is the class of its element, the text and the size.
    """
    boxes = (box for page in _document(sheet, layout, "pupil").pages for box in page._page_box.descendants(True))
    seen = ((box.element, box.text, box.style) for box in boxes if getattr(box, "text", "").strip())
    texts = ((str(element.get("class")), text, style["font_size"] * 72 / 96) for element, text, style in seen)
    return {one for one in texts if one[2] < least - 0.01 and not {"cards", "ring"} & set(one[0].split())}


def _measured(page: int, box: Any) -> Box:
    mm = 25.4 / 96
    x, y = box.border_box_x() * mm, box.border_box_y() * mm
    return Box(page, box.element, x, y, x + box.border_width() * mm, y + box.border_height() * mm)
