"""WeasyPrint, started late and kept from looking anywhere but into the template folders."""

from __future__ import annotations

import atexit
import ctypes.util
import gc
import io
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit
from urllib.request import url2pathname

from primecards.errors import PrintingError
from primecards.messages import Formula, msg

MENDS_PANGO = {
    "Debian, Ubuntu": "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    "Fedora": "sudo dnf install pango harfbuzz",
    "macOS": "brew install pango",
    "Windows (MSYS2)": "pacman -S mingw-w64-ucrt-x86_64-pango",
}


def write_pdf(
    html: str, folders: Sequence[Path], *, from_right: bool, under: Callable[[Any], None] | None = None
) -> bytes:
    """Print *html*, which may use files of *folders* and nothing else, as a tagged PDF; its rows run *from_right*?

    *under* gets the file before it is written, to draw under what is on its pages.
    """
    weasyprint = _load()
    from primecards.worksheets.card_ink import card_ink

    def finish(document: Any, pdf: Any) -> None:
        card_ink(document, pdf, from_right=from_right, file_of=_file_of)
        if under:
            under(pdf)

    try:
        with _no_garbage_collection():
            style, rest = _taken_out(html)
            page: Any = weasyprint.HTML(string=rest, url_fetcher=_fetcher(weasyprint, folders))
            pdf: bytes = page.write_pdf(
                pdf_variant="pdf/ua-1",
                finisher=finish,
                **(_read_once(style, tuple(folders)) if style else {}),
            )
    except weasyprint.urls.FatalURLFetchingError as error:
        raise PrintingError(
            msg(
                "The templates ask for {url}: only files in the template folders can be printed.",
                url=Formula(str(error)[:200]),
            )
        ) from None
    return pdf


def _taken_out(html: str) -> tuple[str, str]:
    """Take the style sheet out of *html*, which begins with it; return both."""
    before, opened, after = html.partition("<style>")
    style, closed, rest = after.partition("</style>")
    return (style, before + rest) if opened and closed else ("", html)


def _file_of(font: Any) -> bytes:
    from weasyprint.text.fonts import get_hb_object_data

    data: bytes = get_hb_object_data(font.hb_face)
    return data


@lru_cache(maxsize=4)
def _read_once(style: str, folders: tuple[Path, ...]) -> dict[str, Any]:
    """Read a style sheet and its fonts: the same for all sheets of a class, and an eighth of the time of one."""
    weasyprint = _load()
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    return {
        "stylesheets": [weasyprint.CSS(string=style, font_config=fonts, url_fetcher=_fetcher(weasyprint, folders))],
        "font_config": fonts,
    }


atexit.register(_read_once.cache_clear)  # fonts cannot be let go of later, when modules are gone


def _load() -> ModuleType:
    try:
        # WeasyPrint prints advice of its own before it fails.
        with _no_search_for_libraries(), redirect_stdout(io.StringIO()):
            import weasyprint
            import weasyprint.urls
    except OSError:
        raise PrintingError(
            msg(
                "PDF needs the Pango library: {commands}. HTML (-o FILE.html) works without it.",
                commands=Formula("; ".join(f"{where}: {command}" for where, command in MENDS_PANGO.items())),
            )
        ) from None
    module: ModuleType = weasyprint
    return module


@contextmanager
def _no_search_for_libraries() -> Iterator[None]:
    """Spare Linux the search for names that libraries have on other systems.

    WeasyPrint tries every system's name of a library in turn. What ctypes then does for each one not found, where gcc
    is installed, is to run the compiler; the names that Linux has are opened directly and never searched for.
    """
    if not sys.platform.startswith("linux"):
        yield
        return
    search = ctypes.util.find_library
    ctypes.util.find_library = lambda name: None  # noqa: ARG005 - the name is a keyword
    try:
        yield
    finally:
        ctypes.util.find_library = search


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Make no search for garbage while a document is laid out: it finds none, and takes a quarter of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _fetcher(weasyprint: ModuleType, folders: Sequence[Path]) -> Any:
    """Make what opens `data:` addresses and the files of *folders*, and refuses every other address."""
    allowed = [folder.resolve() for folder in folders]
    urls: Any = weasyprint.urls

    def fetch(url: str) -> Any:
        if url.startswith("data:"):
            kind, _, data = url.removeprefix("data:").partition(",")
            body = b64decode(data) if kind.endswith(";base64") else unquote_to_bytes(data)
            return urls.URLFetcherResponse(url, body, {"Content-Type": kind.split(";")[0] or "text/plain"})
        if url.startswith("file:"):
            path = Path(url2pathname(urlsplit(url).path)).resolve()
            if any(path.is_relative_to(folder) for folder in allowed) and path.is_file():
                return urls.URLFetcherResponse(url, path.read_bytes())
        raise urls.FatalURLFetchingError(url)

    return fetch
