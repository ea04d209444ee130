"""The first sheet, cold: from a command line to a PDF, against WeasyPrint alone on the same HTML."""

import sys
import tempfile
from pathlib import Path

import primecards as pc
from primecards.worksheets.printing import Layout, to_html
from tests.benchmarks.measure import Bench, Side
from tests.benchmarks.process import PRIMECARDS, process

SPECS = ("find-key.1x3", "fits-key.2x3", "arrange-hand.2x2")
_FOLDER = tempfile.TemporaryDirectory(prefix="primecards-bench-")


def same_html(language: str) -> Path:
    """Write the HTML of the sheet, its answer key included, once."""
    sheet = pc.Worksheet.make(SPECS, seed="bench", language=language)
    path = Path(_FOLDER.name) / f"sheet-{language}.html"
    path.write_text(to_html(sheet, Layout()), encoding="utf-8")
    return path


def bare(language: str) -> Side:
    """Render that HTML in a new process by WeasyPrint alone."""
    page, target = same_html(language), Path(_FOLDER.name) / f"bare-{language}.pdf"
    program = f"from weasyprint import HTML; HTML({str(page)!r}).write_pdf({str(target)!r})"
    return Side("bare WeasyPrint", process(sys.executable, "-c", program))


def ours(language: str) -> Side:
    """Make and print the same sheet by the command line."""
    target = str(Path(_FOLDER.name) / f"ours-{language}.pdf")
    command = (*PRIMECARDS, "worksheet", *SPECS, "--seed", "bench", "--lang", language, "-o", target)
    return Side("primecards", process(*command))


BENCHES = tuple(
    Bench(f"the first sheet, cold, to PDF ({language})", ours(language), bare(language), within=1.6, rounds=7)
    for language in ("en", "he")
)
