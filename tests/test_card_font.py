"""The card font: which text makes which card, how it looks, and what a PDF holds of it."""

from __future__ import annotations

import io
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from primecards.puzzles.item import Aids
from primecards.rules.numbers import PRIMES
from primecards.worksheets import engine
from primecards.worksheets.printing import template_dir, to_pdf
from tests.sheets import find_key, sheet

FONTS = template_dir() / "fonts"
NAMES = ("Primecards-Cards", "Primecards-Cards-Light", "Primecards-Cards-Marked")


def shaped(text: str, features: str = "", font: str = NAMES[0]) -> dict[str, str]:
    """Typeset *text* and return what each piece of it became, by the font's names for its glyphs."""
    weasyprint = engine._load()
    names = TTFont(FONTS / f"{font}.ttf").getGlyphOrder()
    found: dict[str, str] = {}

    def look(document: Any, pdf: Any) -> None:
        for used in document.fonts.values():
            found.update({text: names[glyph] for glyph, text in used.to_unicode.items()})

    address = (FONTS / f"{font}.ttf").as_uri()
    page = (
        f"<html lang='en'><style>@font-face {{ font-family: F; src: url('{address}') }} "
        f"p {{ font-family: F; font-feature-settings: {features or 'normal'} }}</style><p>{text}</p>"
    )
    weasyprint.HTML(string=page).write_pdf(finisher=look)
    return found


def test_each_number_of_the_deck_is_a_card_and_no_other_is() -> None:
    cards = shaped(" ".join(map(str, range(1, 100))))
    assert {text: name for text, name in cards.items() if text != " "} == {str(n): f"c{n}" for n in range(1, 100)}
    for text in ("0", "00", "07", "100", "123", "2301"):
        assert not any(name[0] in "cmst" and name[1:].isdigit() for name in shaped(text).values())


@pytest.mark.parametrize(
    ("text", "name"), [("w", "w.star"), ("★", "w.star"), ("wild", "w.wild"), ("חופשי", "w.hofshi")]
)
def test_a_wild_card_is_typed_as_a_letter_a_star_or_its_word(text: str, name: str) -> None:
    first, *others = (shaped(f"23 {text} 5")[letter] for letter in text)
    assert first == name
    assert all(other.endswith(".hidden") for other in others)


def test_an_underscore_is_an_empty_card() -> None:
    assert shaped("_ 5") == {"_": "empty", " ": "space", "5": "c5"}


def test_primes_are_marked_only_where_it_is_asked() -> None:
    every = " ".join(map(str, range(1, 100)))
    marked = {number for number in range(1, 100) if shaped(every, '"ss01"')[str(number)] == f"m{number}"}
    assert marked == set(PRIMES)
    assert shaped("4 23", '"ss02", "ss03"') == {"4": "os4", " ": "space.small", "23": "os23"}
    assert shaped("4 23", font=NAMES[2]) == {"4": "c4", " ": "space", "23": "m23"}


@pytest.mark.parametrize("name", NAMES)
def test_numbers_that_read_as_another_upside_down_have_a_line_in_every_place(name: str) -> None:
    glyphs = TTFont(FONTS / f"{name}.ttf")["glyf"]
    lines = {
        number: [part.glyphName for part in glyphs[f"c{number}"].components].count("line") for number in range(1, 100)
    }
    assert {number for number, count in lines.items() if count} == {6, 9, 66, 68, 86, 89, 98, 99}
    assert set(lines.values()) == {0, 3}


@pytest.mark.parametrize("name", NAMES)
def test_anybody_may_install_and_embed_the_font(name: str) -> None:
    font = TTFont(FONTS / f"{name}.ttf")
    assert font["OS/2"].fsType == 0
    assert font["name"].getDebugName(1) == name.replace("-", " ")
    assert "Rubik Project Authors" in font["name"].getDebugName(0)
    assert "Open Font License" in font["name"].getDebugName(13)


def test_the_fonts_are_what_the_script_makes(tmp_path: Path) -> None:
    for needed in ("build_cards.py", "Rubik-Bold.ttf"):
        (tmp_path / needed).write_bytes((Path(__file__).parents[1] / "templates" / "fonts" / needed).read_bytes())
    subprocess.run([sys.executable, str(tmp_path / "build_cards.py")], capture_output=True, check=True)
    for name in NAMES:
        assert (tmp_path / f"{name}.ttf").read_bytes() == (FONTS / f"{name}.ttf").read_bytes()


# --- In a PDF -----------------------------------------------------------------------------------------------------


@cache
def first_page(language: str, *, marked: bool) -> Any:
    item = find_key(language, "23 6 89 9 w", aids=Aids(primes_marked=marked))
    return PdfReader(io.BytesIO(to_pdf(sheet((item,), language), part="pupil"))).pages[0]


def test_the_red_of_marked_primes_is_decoration_and_each_card_is_written_once() -> None:
    content = first_page("en", marked=True).get_contents().get_data().decode("latin-1")
    drawn = [line.split("/card-")[1].split()[0] for line in content.splitlines() if "/card-" in line]
    assert drawn == ["r23", "r89"]
    assert first_page("en", marked=True).extract_text().count("89") == 1
    assert "/card-" not in first_page("en", marked=False).get_contents().get_data().decode("latin-1")


@pytest.mark.parametrize("marked", [True, False])
def test_cards_are_drawn_in_the_order_in_which_they_are_read(marked: bool) -> None:
    for language in ("en", "he"):
        words = first_page(language, marked=marked).extract_text().split()
        cards = [word for word in words if word in ("23", "6", "89", "9")]
        assert cards == ["23", "6", "89", "9"]
