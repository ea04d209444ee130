"""How soon an interactive sheet can be used, in headless Chromium."""

import shutil
import tempfile
from functools import cache
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import primecards as pc
from tests.benchmarks.games import limit
from tests.benchmarks.measure import Bench, Side
from tests.browser import FLAGS
from tests.test_interactive import SPECS

USABLE_WITHIN = 0.2  # seconds


@cache
def page() -> Page:
    """A window that stays open to the end of the process."""
    browser = sync_playwright().start().chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
    return browser.new_page()


@cache
def sheet(language: str) -> str:
    """The address of a sheet of twelve exercises with every response form."""
    made = pc.Worksheet.make(SPECS, seed="bench", language=language)
    return pc.write_interactive(made, Path(tempfile.mkdtemp()) / f"{language}.html").as_uri()


def opened(language: str) -> Side:
    """From asking for the file to the end of its scripts, by the browser's own clock."""

    def run() -> float:
        page().goto(sheet(language))
        (entry,) = page().evaluate("performance.getEntriesByType('navigation').map((one) => one.toJSON())")
        return float(entry["domContentLoadedEventEnd"]) / 1000

    return Side("primecards", run)


BENCHES = tuple(
    Bench(
        f"an interactive sheet of 12 exercises ({language}), ready to use",
        opened(language),
        limit(USABLE_WITHIN * 1e6),
        within=1,
    )
    for language in ("en", "he")
)
