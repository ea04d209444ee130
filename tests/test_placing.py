"""Sheets put together from known pieces: they must be what WeasyPrint itself would have printed."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pikepdf
import pytest
from PIL import Image, ImageChops

from primecards.worksheets import placed_pdf, slabs
from primecards.worksheets.engine import write_together
from primecards.worksheets.placed_pdf import place_together
from primecards.worksheets.printing import Layout, _html
from primecards.worksheets.slabs import UnplaceableError, numberless
from primecards.worksheets.worksheet import Worksheet

PARTS = ("pupil", "answers")
NAMES = ("Noa Levi", "דנה כהן", "")
MIXED = ("find-key.1x3", "fits-key.2x3", "arrange-hand.2x2")
LOOKS = [
    ("en", "a4", "plain", MIXED),
    ("he", "a4", "plain", MIXED),
    ("en", "letter", "large-print", ("complete-series.3x2", "is-prime.2x2", "build-series.3x2")),
    ("he", "letter", "dyslexia", ("digit-place.2x2", "factor-pair.2x2", "odd-one-out.2x2")),
    ("he", "a4", "low-ink", ("wild-card.2x2", "arrange-hand.4x2", "hundred-chart.2x1")),
    ("en", "a4", "plain", ("bridge-cards.2x2", "score-hands.2x1", "take-or-draw.2x1", "find-mistake.2x1")),
]


@cache
def htmls(language: str, paper: str, style: str, specs: tuple[str, ...], part: str) -> tuple[str, ...]:
    sheets = (
        replace(Worksheet.make(specs, seed=f"placed-{number}", language=language), pupil=name, school="Herzl")
        for number, name in enumerate(NAMES)
    )
    return tuple(_html(sheet, Layout(paper, style), part, on_paper=True) for sheet in sheets)


def placed(pages: Sequence[str], paper: str, language: str) -> tuple[bytes, tuple[int, ...]]:
    return place_together(pages, paper, Layout().folders, from_right=language == "he")


def pictures(pdf: bytes) -> list[Image.Image]:
    """Every page in grey."""
    command = ["pdftoppm", "-gray", "-r", "60", "-"]
    left = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout
    found = []
    while left:
        _, size, _, dots = left.split(b"\n", 3)
        width, height = map(int, size.split())
        found.append(Image.frombytes("L", (width, height), dots[: width * height]))
        left = dots[width * height :]
    return found


def words(pdf: bytes) -> list[str]:
    done = subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True)
    return done.stdout.decode().split()


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("language", "paper", "style", "specs"), LOOKS)
def test_pages_from_known_pieces_are_those_that_weasyprint_prints(
    language: str, paper: str, style: str, specs: tuple[str, ...], part: str
) -> None:
    given = htmls(language, paper, style, specs, part)
    whole, pages = write_together(given, Layout().folders, from_right=language == "he")
    ours, our_pages = placed(given, paper, language)
    assert our_pages == pages
    for one, other in zip(pictures(ours), pictures(whole), strict=True):
        assert sum(ImageChops.difference(one, other).histogram()[61:]) <= 15
    assert words(ours) == words(whole)


def test_what_was_placed_before_changes_no_byte() -> None:
    first, second, third = htmls(*LOOKS[0], "answers")
    after_others = placed((third, second), "a4", "en"), placed((first,), "a4", "en")
    placed_pdf._placer.cache_clear()
    assert placed((first,), "a4", "en") == after_others[1]
    assert placed((third, second), "a4", "en") == after_others[0]


def test_what_is_forgotten_between_sheets_is_laid_out_anew_and_changes_no_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, third = htmls(*LOOKS[0], "pupil")
    kept = placed((first, second, third), "a4", "en")
    for most in (0, 3, 20):
        monkeypatch.setattr(slabs, "MOST_KEPT", most)
        placed_pdf._placer.cache_clear()
        assert placed((first,), "a4", "en")[1] == (2,)
        assert placed((first, second), "a4", "en")[1] == (2, 2)
        assert placed((first, second, third), "a4", "en") == kept


def test_a_name_with_letters_that_our_fonts_have_not_is_left_to_weasyprint() -> None:
    plain, *_ = htmls(*LOOKS[0], "pupil")
    pdf, pages = placed((plain, plain.replace("Noa Levi", "Noa 😀"), plain), "a4", "en")
    assert pages == (2, 2, 2)
    assert len(pikepdf.open(io.BytesIO(pdf)).pages) == 6


def test_the_numbers_of_cards_are_taken_out_and_kept_row_by_row() -> None:
    row = '<div class="cards primes">23 <b class="ring">6</b> 9</div>'
    wild = '<div class="cards">wild <b class="ring">4</b></div>'
    html, rows = numberless(row + wild)
    assert html == '<div class="cards">1 1 1</div><div class="cards">wild <b class="ring">2</b></div>'
    assert rows == (((23, True, False), (6, True, True), (9, True, False)), ((4, False, True),))
    with pytest.raises(UnplaceableError):
        numberless('<div class="cards">123</div>')
