"""Pages as they are seen: compared, as pictures, with pages that were looked at and found good.

`PRIMECARDS_BLESS=1 pytest tests/test_golden_pages.py` makes the pictures anew; look at each before it is kept.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from primecards.languages import LANGUAGES
from primecards.worksheets.deck import Deck
from primecards.worksheets.deck import to_pdf as deck_to_pdf
from primecards.worksheets.printing import STYLES, Layout, overview_to_pdf, to_pdf
from primecards.worksheets.views import Overview, Seat
from primecards.worksheets.worksheet import Worksheet
from tests.sheets import every_exhibit, every_form, with_examples

FOLDER = Path(__file__).parent / "golden" / "pages"
DPI = 48
LOUD = 24  # of 255: a pixel of the blurred pictures that differs by more stands out,
MOST_LOUD = 0.0006  # and so large a part of a page may: outlines are drawn a little differently by other versions

Document = tuple[Callable[[str], bytes], tuple[int, ...]]


def sheet(make: Callable[[str], Worksheet], layout: Layout, part: str) -> Callable[[str], bytes]:
    return lambda language: to_pdf(make(language), layout, part)


def overview(language: str) -> bytes:
    seats = tuple(Seat(name, "", "q7k4tgqc", ("23", "3, 13, 27")) for name in ("Noa", "Levi, Adam", "דנה כהן") * 6)
    shown = Overview(seats, "find-key.3x6", language=language, title="Digits", school="Herzl school", class_name="5b")
    return overview_to_pdf(shown, Layout())


DOCUMENTS: dict[str, Document] = {
    f"{name}-{style}": (sheet(make, Layout(paper, style), part), pages)
    for style, paper in zip(STYLES, ("a4", "letter", "a4", "letter"), strict=True)
    for name, make, part, pages in (
        ("forms", every_form, "pupil", (1,)),
        ("key", every_form, "answers", (1,)),
        ("exhibits", every_exhibit, "pupil", (1, 2)),
    )
} | {
    "cream": (sheet(every_form, Layout("a4", "dyslexia", cream=True), "pupil"), (1,)),
    "examples": (sheet(with_examples, Layout("letter", helpers="primes,chart"), "pupil"), (1,)),
    "deck": (lambda language: deck_to_pdf(Deck(language=language)), (1, 2, 23, 25)),
    "overview": (overview, (1,)),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_page_looks_as_it_did_when_it_was_looked_at(name: str, language: str, tmp_path: Path) -> None:
    make, pages = DOCUMENTS[name]
    drawn = pictures(make(language), max(pages), tmp_path)
    for page in pages:
        kept = FOLDER / f"{name}-{language}-{page}.png"
        if os.environ.get("PRIMECARDS_BLESS"):
            drawn[page - 1].save(kept, optimize=True)
        difference = loud_part(drawn[page - 1], picture(kept))
        assert difference <= MOST_LOUD, f"{kept.name}: {difference:.4%} of the page differs"


def pictures(pdf: bytes, last: int, folder: Path) -> list[Image.Image]:
    """Draw the pages up to *last* in grey."""
    program = ["pdftoppm", "-r", str(DPI), "-gray", "-png", "-l", str(last), "-", str(folder / "page")]
    subprocess.run(program, input=pdf, capture_output=True, check=True)
    return [picture(path) for path in sorted(folder.glob("page-*.png"))]


def picture(path: Path) -> Image.Image:
    with Image.open(path) as opened:
        return opened.convert("L")


def loud_part(one: Image.Image, other: Image.Image) -> float:
    """Say how much of a page stands out from the same page drawn before: 1 if they are not of one size."""
    if one.size != other.size:
        return 1.0
    blurred = (picture.filter(ImageFilter.GaussianBlur(1)) for picture in (one, other))
    counts = ImageChops.difference(*blurred).histogram()
    return sum(counts[LOUD:]) / sum(counts)


@pytest.mark.parametrize("change", ["a card gone", "a word moved", "a rule gone"])
def test_a_small_change_of_a_page_is_seen(change: str) -> None:
    kept = picture(FOLDER / "forms-plain-en-1.png")
    changed = kept.copy()
    draw = ImageDraw.Draw(changed)
    match change:
        case "a card gone":
            draw.rectangle((50, 115, 72, 147), fill=255)
        case "a word moved":
            changed.paste(kept.crop((20, 95, 120, 106)), (23, 97))
        case _:
            rows = [sum(kept.crop((0, y, kept.width, y + 1)).histogram()[:200]) for y in range(kept.height // 4)]
            line = rows.index(max(rows))
            draw.rectangle((0, line - 1, kept.width, line + 1), fill=255)
    assert loud_part(changed, kept) > MOST_LOUD
