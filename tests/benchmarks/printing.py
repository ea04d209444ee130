"""Sheets to PDF: the first one, cold, and a class of thirty, against what WeasyPrint makes of plainer HTML."""

import sys
import tempfile
from functools import cache, partial
from pathlib import Path

import primecards as pc
from primecards.worksheets.printing import Layout, to_pdf
from primecards.worksheets.worksheet import Worksheet
from tests.benchmarks.measure import Bench, Side
from tests.benchmarks.process import PRIMECARDS, process

SPECS = ("find-key.3x2", "fits-key.2x3", "arrange-hand.2x3")  # two pages, eight exercises of eight cards, and the key
PUPILS = 30
NAIVE = Layout(templates=(Path(__file__).parent / "naive",))  # cards as inline blocks
_FOLDER = tempfile.TemporaryDirectory(prefix="primecards-bench-")


def naive(language: str) -> Side:
    """Make the same sheet in a new process, and print it by WeasyPrint alone from plainer HTML."""
    target = Path(_FOLDER.name) / f"naive-{language}.pdf"
    program = f"""
import primecards as pc
from pathlib import Path
from primecards.worksheets.printing import Layout, _html
sheet = pc.Worksheet.make({SPECS!r}, seed="bench", language={language!r})
html = _html(sheet, Layout(templates=(Path({str(NAIVE.templates[0])!r}),)), "all", on_paper=True)
from weasyprint import HTML
HTML(string=html).write_pdf({str(target)!r}, pdf_variant="pdf/ua-1")
"""
    return Side("WeasyPrint, cards as inline blocks", process(sys.executable, "-c", program))


def ours(language: str) -> Side:
    """Make and print the same sheet by the command line."""
    target = str(Path(_FOLDER.name) / f"ours-{language}.pdf")
    command = (*PRIMECARDS, "worksheet", *SPECS, "--seed", "bench", "--lang", language, "-o", target)
    return Side("primecards", process(*command))


@cache
def sheets(language: str) -> tuple[Worksheet, ...]:
    """The sheets of a class."""
    return tuple(pc.Worksheet.make(SPECS, seed=f"pupil-{n}", language=language) for n in range(PUPILS))


def print_class(language: str, layout: Layout) -> None:
    """Print every sheet with its key, one after the other."""
    for sheet in sheets(language):
        to_pdf(sheet, layout)


def a_class(name: str, language: str, layout: Layout) -> Side:
    """Print a class in this process; one sheet is counted."""
    return Side(name, partial(print_class, language, layout), times=PUPILS)


BENCHES = (
    *(
        Bench(
            f"the first sheet, cold, to PDF ({language})",
            ours(language),
            naive(language),
            within=0.75,
            rounds=7,
        )
        for language in ("en", "he")
    ),
    *(
        Bench(
            f"a sheet of {PUPILS}, two pages and key, to PDF ({language})",
            a_class("card font", language, Layout()),
            a_class("cards as inline blocks", language, NAIVE),
            within=0.75,
            rounds=1,
        )
        for language in ("en", "he")
    ),
    Bench(
        "a sheet of a class in Hebrew against English",
        a_class("Hebrew", "he", Layout()),
        a_class("English", "en", Layout()),
        within=1.3,
        rounds=1,
    ),
)
