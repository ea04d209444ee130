"""Words: every sentence has its Hebrew, with the same places, the right plural and the right direction."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.extract import extract
from babel.messages.pofile import read_po
from jinja2.ext import babel_extract

import primecards as pc
from primecards.messages import Formula, Message, literal, msg, nmsg
from primecards.rules.cards import parse_cards
from primecards.words import LANGUAGES, catalogue, say, say_html
from primecards.worksheets.printing import template_dir

PACKAGE = Path(pc.__file__).parent
LTR, OWN, END = "\u2066", "\u2068", "\u2069"


@cache
def hebrew() -> Catalog:
    with (catalogue.FOLDER / "he.po").open("rb") as file:
        return read_po(file, locale="he")


def entries() -> list[Entry]:
    return [entry for entry in hebrew() if entry.id]


def forms(entry: Entry) -> tuple[str, ...]:
    return (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())


def ids(entry: Entry) -> tuple[str, ...]:
    return (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)


def in_code() -> Iterator[tuple[str, ...]]:
    """Every template of the modules: (one,) or (one, many)."""
    for path in PACKAGE.rglob("*.py"):
        if "templates" in path.parts:
            continue
        with path.open("rb") as file:
            for _, template, _, _ in extract("python", file, {"msg": None, "nmsg": (1, 2)}):
                yield (template,) if isinstance(template, str) else template


def in_templates() -> Iterator[tuple[str, ...]]:
    for path in template_dir().rglob("*.js"):
        with path.open("rb") as file:
            for _, said, _, _ in extract("javascript", file, {"msg": None, "nmsg": (1, 2)}):
                yield (said,) if isinstance(said, str) else said
    for path in template_dir().rglob("*.html"):
        with path.open("rb") as file:
            for _, _, template, _ in babel_extract(file, ("_", "ngettext"), [], {"trimmed": "true", "silent": "false"}):
                yield (template,) if isinstance(template, str) else tuple(part for part in template or () if part)


def places(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def values_by_template() -> dict[str, set[str]]:
    """The names of the values that each msg(...) and nmsg(...) in the code gives its template."""
    given: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        if "templates" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("msg", "nmsg"):
                names = {keyword.arg for keyword in node.keywords if keyword.arg}
                names |= {"n"} if node.func.id == "nmsg" else set()
                if node.args and isinstance(node.args[0], ast.Constant):
                    template = str(node.args[0].value)
                    given[template] = given.get(template, names) & names
    return given


# --- The catalogue ------------------------------------------------------------------------------------------------


def test_every_template_of_the_code_and_of_the_pages_is_in_the_catalogue_and_none_that_is_unused() -> None:
    wanted = {parts[0] for parts in (*in_code(), *in_templates())}
    assert len(wanted) > 100
    there = {ids(entry)[0] for entry in entries()}
    assert sorted(wanted - there) == []
    assert sorted(there - wanted) == []


def test_every_template_is_written_out_where_it_is_used_so_that_it_can_be_collected() -> None:
    hidden = []
    for path in PACKAGE.rglob("*.py"):
        if "templates" in path.parts or path.name == "messages.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("msg", "nmsg")):
                continue
            templates = node.args[: 2 if node.func.id == "nmsg" else 1]
            if not all(isinstance(part, ast.Constant) for part in templates):
                hidden.append(f"{path.name}:{node.lineno}")
    # The two that say what a template asks for: templates are collected by themselves.
    assert [where for where in hidden if not where.startswith("printing.py")] == []
    assert len(hidden) == 2


def test_no_translation_is_empty_fuzzy_or_obsolete() -> None:
    assert not hebrew().obsolete
    for entry in entries():
        assert not entry.fuzzy, entry.id
        assert all(forms(entry)), entry.id
        assert entry.string != entry.id or not re.search("[a-z]{2}", re.sub(r"\{\w*\}", "", ids(entry)[0])), entry.id


def test_every_translation_has_the_places_of_its_template_or_others_that_the_message_carries() -> None:
    carried = values_by_template()
    for entry in entries():
        template = ids(entry)[0]
        known = set().union(*map(places, ids(entry)))
        for form in forms(entry):
            extra = places(form) - known
            assert extra <= carried.get(template, set()), (template, extra)
            # A plural form that says its number in words needs no {n}.
            left_out = known - places(form) - {"n"}
            assert not left_out or carried.get(template, set()) > known, (template, left_out)


def test_a_place_is_left_out_of_a_translation_only_where_the_number_is_said_in_words() -> None:
    for entry in entries():
        for number, form in enumerate(forms(entry)):
            if "n" in set().union(*map(places, ids(entry))) and "n" not in places(form):
                assert len(forms(entry)) > 1
                assert number < 2, entry.id


def test_every_translation_is_hebrew_without_vowel_points_and_ends_as_its_template_ends() -> None:
    for entry in entries():
        for form in forms(entry):
            letters = re.sub(r"\{\w*\}", "", form)
            assert re.search("[א-ת]", letters) or not re.search("[A-Za-z]", re.sub(r"\{\w*\}", "", ids(entry)[0])), (
                entry.id
            )
            assert not re.search("[\u0591-\u05bd\u05bf-\u05c7]", form), entry.id
            assert "  " not in form.strip()
            indent = len(ids(entry)[0]) - len(ids(entry)[0].lstrip())
            assert form == " " * indent + form.strip()
            last = ids(entry)[-1][-1]
            assert form[-1] == last or last not in ".?:", (entry.id, form)


def test_a_plural_has_three_forms_and_one_and_two_are_said_in_words() -> None:
    plurals = [entry for entry in entries() if len(ids(entry)) == 2]
    assert len(plurals) > 5
    assert hebrew().num_plurals == 3
    for entry in plurals:
        assert len(forms(entry)) == 3
        if "{n}" in forms(entry)[2]:
            assert "{n}" not in forms(entry)[0]
            assert "{n}" not in forms(entry)[1]
            assert re.search("ש[נת]י|שניים|שתיים|שתי", forms(entry)[1]), entry.id
            assert re.search("אח[דת]|אין|נקודה|כאן|קלף", forms(entry)[0]), entry.id


def test_a_message_with_a_plural_is_told_in_the_form_of_its_number() -> None:
    def cards(n: int) -> Message:
        return nmsg(
            "One card is in no series yet: {cards}.", "{n} cards are in no series yet: {cards}.", n, cards=(5, 6)
        )

    told = [cards(n).text("he").split(" עדיין")[0] for n in (1, 2, 5, 11)]
    assert told == ["קלף אחד", "שני קלפים", "5 קלפים", "11 קלפים"]
    assert [cards(n).text()[:8] for n in (1, 2, 5)] == ["One card", "2 cards ", "5 cards "]
    points = [str(say(nmsg("{n} point", "{n} points", n), "he")) for n in (1, 2, 3)]
    assert points == ["נקודה אחת", "שתי נקודות", "3 נקודות"]


# --- The terms ----------------------------------------------------------------------------------------------------

TERMS = [
    ("worksheets?", "דף עבודה"),
    ("answer keys?", "דף תשובות"),
    ("wild cards?", "חופשי"),
    ("key cards?", "מפתח"),
    ("units digits?", "ספרת האחדות|ספרות האחדות|ספרת אחדות"),
    ("tens digits?", "ספרת העשרות|ספרות העשרות|ספרת עשרות"),
    ("series", "סדר"),
    ("primes?", "ראשוני"),
    ("hundred chart", "לוח המאה"),
    ("exposed card", "הקלף החשוף"),
    ("discards?", "להניח|מניח|תניחו|הניחו|הונח"),
    ("worked examples?", "דוגמה פתורה|דוגמאות פתורות"),
    ("winner", "מנצח"),
    ("hand", "יד"),
    ("levels?", "רמ"),
    ("points", "נקוד|ניקוד"),
]


@pytest.mark.parametrize(("english", "terms"), TERMS)
def test_the_terms_are_those_that_were_agreed(english: str, terms: str) -> None:
    word = re.compile(rf"\b{english}\b", re.IGNORECASE)
    for entry in entries():
        shown = re.sub(r"\{\w*\}|KIND\.LEVELxCOUNT", "", ids(entry)[0])
        if word.search(shown):
            for form in forms(entry):
                assert re.search(terms, form), (entry.id, form)


def test_the_answer_key_is_never_called_by_the_word_for_a_key_card() -> None:
    for entry in entries():
        for form in forms(entry):
            assert "מפתח תשובות" not in form
            assert "מפתח התשובות" not in form
            assert not re.search("ספרה (ה?ראשונה|ה?שנייה)", form)


def test_pupils_are_told_what_to_do_in_the_plural_without_slashes() -> None:
    for entry in entries():
        for form in forms(entry):
            assert not re.search("[א-ת]/[א-ת]", form), form


def test_a_prefix_joins_a_number_with_a_maqaf() -> None:
    for entry in entries():
        for form in forms(entry):
            assert not re.search(r"(?<![א-ת])[בלמהוכש]-?(?:\{|\d)", form), form
            assert not re.search(r"[א-ת]-[א-ת\d{]", form), form


def test_the_stems_are_the_models() -> None:
    stems = {
        "find-key": {
            "הקלפים האלה הם סדרה. איזה קלף יכול להיות קלף המפתח?",
            "הקלפים האלה הם סדרה. הקיפו את כל הקלפים שיכולים להיות קלף המפתח.",
        },
        "arrange-hand": {
            "סדרו את כל הקלפים בסדרות, והקיפו בכל סדרה את קלף המפתח.",
            "סדרו את כל הקלפים בסדרות של 4 קלפים לפחות, והקיפו בכל סדרה את קלף המפתח.",
        },
    }
    for kind, expected in stems.items():
        assert {pc.make_item(kind, level=level, seed="a", language="he").stem for level in range(1, 6)} == expected
    fits = pc.make_item("fits-key", level=1, seed="a", language="he")
    assert fits.stem == f"קלף המפתח הוא {fits.given['key']}. הקיפו את כל הקלפים שמתאימים לסדרה שלו."


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (
            "23 27 57",
            "57 אינו מתאים לקלף המפתח 23: ספרת האחדות שלו 7 ולא 3, וספרת העשרות שלו 5 ולא 2.",
        ),
        ("51 57 21", f"51 אינו ראשוני: {LTR}51 = 3 × 17{END}."),
        ("1 4 6", "ל־1 יש רק מחלק אחד, ולכן הוא אינו ראשוני."),
        ("23 3 13", f"זו סדרה נכונה. כל אחד מהקלפים האלה יכול להיות קלף המפתח: {LTR}3, 13, 23{END}."),
        ("23", "בסדרה יש לפחות 3 קלפים, וכאן יש קלף אחד בלבד."),
        ("23 3", "בסדרה יש לפחות 3 קלפים, וכאן יש שני קלפים בלבד."),
    ],
)
def test_reasons_are_the_models(cards: str, says: str) -> None:
    assert says in pc.check_series(cards).explain("he").splitlines()


# --- Directions ---------------------------------------------------------------------------------------------------


def test_equations_ranges_and_card_lists_keep_their_order_in_hebrew_text() -> None:
    said = say(msg("{equation} is not prime.", equation=Formula("91 = 7 × 13"), number=91), "he")
    assert said == f"91 אינו ראשוני: {LTR}91 = 7 × 13{END}."
    said = say(msg("Left over: {cards}.", cards=parse_cards("3 13 w")), "he")
    assert said == f"נשארו: {LTR}3, 13, ★{END}."
    assert say(msg("Left over: {cards}.", cards=(23,)), "he") == "נשארו: 23."
    assert say(msg("Left over: {cards}.", cards=parse_cards("w")), "he") == "נשארו: ★."


def test_english_text_has_no_marks() -> None:
    for message in (
        msg("{equation} is not prime.", equation=Formula("91 = 7 × 13")),
        msg("Left over: {cards}.", cards=parse_cards("3 13 w")),
        msg("There is no language {name}; there are {names}.", name="דנה", names=Formula("en, he")),
    ):
        assert not set(say(message)) & {LTR, OWN, END}


@pytest.mark.parametrize("name", ["Dana (3)", "דנה (כיתה ג2)", "<b>x</b>", "{n}", "100%", "a & b"])
def test_inserted_names_keep_their_own_direction_and_are_never_read_as_templates_or_markup(name: str) -> None:
    message = msg("There is no language {name}; there are {names}.", name=name, names=Formula("en, he"))
    assert f"{OWN}{name}{END}" in say(message, "he")
    assert name in say(message, "en")
    for language in LANGUAGES:
        shown = str(say_html(message, language))
        assert re.search(rf"<bdi>{re.escape(escaped(name))}</bdi>", shown)
        assert '<bdi dir="ltr" class="formula short">en, he</bdi>' in shown
        assert "<b>" not in shown


def escaped(text: str) -> str:
    from markupsafe import escape

    return str(escape(text))


def test_html_isolates_numbers_equations_and_lists_from_left_to_right() -> None:
    message = msg(
        "{reason} A key is one of the primes {primes}.",
        reason=msg("{equation} is not prime.", equation=Formula("9 = 3 × 3"), number=9),
        primes=(2, 3),
    )
    shown = str(say_html(message, "he"))
    for inside in ('number">9', 'formula short">9 = 3 × 3', 'formula short">2, 3'):
        assert f'<bdi dir="ltr" class="{inside}</bdi>' in shown
    text = re.sub(r"<bdi[^>]*>.*?</bdi>", "", shown)
    assert not re.search(r"\d", text)


def test_no_line_ends_between_a_prefix_and_the_number_or_the_short_list_after_it() -> None:
    shared = "Key {key}: the units digit {unit} is shared by {units}."
    in_reason = msg("{reason} A key is one of the primes {primes}.", reason=msg(shared, key=23, unit=3, units=(13, 33)),
                    primes=(2, 3))  # fmt: skip
    joined = '<span class="joined">ול־<bdi dir="ltr" class="formula short">13, 33</bdi></span>'
    for message in (in_reason, msg(shared, key=23, unit=3, units=(13, 33))):
        assert str(say_html(message, "he")).count(joined) == 1
        assert str(say_html(message, "he")).count("<span") == 1
        assert "<span" not in say_html(message, "en")
    long = parse_cards([*range(1, 30)])
    assert "<span" not in say_html(msg(shared, key=23, unit=3, units=long), "he")


def test_literal_text_is_said_as_it_stands_in_every_language() -> None:
    for text in ("a {b} {{c}} 100%", "{", "}", "", "{0}", "שלום {n}", "Name", "So no card fits.", "Worksheet"):
        assert say(literal(text)) == text
        assert say(literal(text), "he") == text, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_every_kind_is_isolated_and_fills_every_place(language: str) -> None:
    seen: Counter[str] = Counter()
    for kind in pc.puzzle_kinds():
        for level in (1, 2, 3, 4, 5):
            for seed in range(6):
                item = pc.make_item(kind, level=level, seed=f"w{seed}", language=language)
                for message in (item.question, *(step.message for step in item.solution)):
                    text, html = say(message, language), str(say_html(message, language))
                    seen[message.template] += 1
                    assert not re.search(r"[{}]", text)
                    assert text.count(LTR) + text.count(OWN) == text.count(END)
                    if language == "he":
                        bare = re.sub(f"{LTR}[^{END}]*{END}", "", text)
                        assert not re.search(r"[=×]|\d, \d+, \d", bare), text
                    else:
                        assert not set(text) & {LTR, OWN, END}
                    assert html.count("<bdi") == html.count("</bdi>")
    assert len(seen) > 20


def test_a_language_that_is_not_there_is_refused_with_those_that_are() -> None:
    for say_it in (say, say_html, Message.text):
        with pytest.raises(pc.UnknownNameError, match="en, he"):
            say_it(msg("Name"), "fr")


def test_errors_are_told_in_hebrew_too() -> None:
    with pytest.raises(pc.InputError) as caught:
        pc.check_series("3 banana 100x")
    text = caught.value.message.text("he")
    assert text.startswith("נקרא: 3; לא נקרא: ")
    assert f"{OWN}banana, 100x{END}" in text
    assert f"{LTR}1–99{END}" in text
