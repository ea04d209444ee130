"""WeasyPrint, started late and kept from looking anywhere but into the template folders."""

from __future__ import annotations

import atexit
import ctypes.util
import gc
import io
import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit
from urllib.request import url2pathname

from primecards.errors import PrintingError
from primecards.messages import Formula, msg
from primecards.worksheets.files import unwritable

OUR_FONTS = ("Rubik", "Primecards Cards")
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
    draws = (lambda document, pdf: under(pdf),) if under else ()  # noqa: ARG005 - a finisher gets both
    with _printing(folders) as lay_out:
        document = lay_out(html, pdf_variant="pdf/ua-1")
        pdf: bytes = document.write_pdf(finisher=_inked(from_right, _scopes, *draws), pdf_variant="pdf/ua-1")
    return pdf


def write_together(htmls: Sequence[str], folders: Sequence[Path], *, from_right: bool) -> tuple[bytes, tuple[int, ...]]:
    """Print several documents as one PDF, to be joined with others; return it, and the pages of each.

    Our fonts are whole in it, and so the same in all such files; of a font of the machine, which may have every Chinese
    letter, it has what is used. It has no tags.
    """
    with _printing(folders) as lay_out:
        documents = [lay_out(html) for html in htmls]
        together = documents[0].copy([page for document in documents for page in document.pages])
        together.fonts = _Fonts()
        pdf: bytes = together.write_pdf(full_fonts=True, finisher=_inked(from_right, _name_ligatures))
        pages = tuple(len(document.pages) for document in documents)
    # What was laid out is a knot of references; left to itself, Python unties it some hundred megabytes later.
    del documents, together
    gc.collect()
    return pdf, pages


class _Fonts(dict[Any, Any]):
    """The fonts of a document whose fonts are to be whole, those that are not ours excepted."""

    def __setitem__(self, key: Any, font: Any) -> None:
        super().__setitem__(key, font)
        if not font.family.startswith(OUR_FONTS):
            font.clean = partial(self._clean, font, font.clean)

    def _clean(self, font: Any, clean: Callable[[dict[int, str], bool], None], _: object, hinting: bool) -> None:
        alike = [other.to_unicode for other in self.values() if other.hash == font.hash]
        clean({glyph: text for letters in alike for glyph, text in letters.items()}, hinting)


@dataclass(frozen=True, slots=True)
class Painted:
    """What draws each layer of a page, with its box, and the fonts that are called by their names."""

    layers: tuple[tuple[tuple[bytes, ...], Any], ...]
    fonts: dict[str, Any]


def paint(html: str, folders: Sequence[Path]) -> Painted:
    """Lay out *html*, which has one page, and draw each of its layers by itself.

    A layer is an element of its own place and z-index: all may have the same place, and know nothing of each other.
    """
    with _printing(folders) as lay_out:
        from weasyprint.draw import draw_stacking_context
        from weasyprint.pdf.stream import Stream
        from weasyprint.stacking import StackingContext

        document = lay_out(html)
        (page,) = (page._page_box for page in document.pages)  # noqa: SLF001 - boxes are nowhere else
        fonts: dict[Any, Any] = {}
        names: dict[str, dict[str, Any]] = {kind: {} for kind in ("ExtGState", "XObject", "Pattern", "Shading")}
        names["ColorSpace"] = {}
        found = {box.element: box for box in page.descendants() if box.element_tag == "main"}
        layers = []
        for layer in StackingContext.from_box(page.children[0], page).zero_z_contexts:
            stream = Stream(fonts, (0, 0, page.width, page.height), names, {}, None, {}, None)
            draw_stacking_context(stream, layer)
            layers.append((tuple(_written_out(stream)), found[layer.box.element]))
        return Painted(tuple(layers), {font.hash: font for font in fonts.values()})


def _written_out(stream: Any) -> Iterator[bytes]:
    """Write what draws *stream*, groups that it only calls by their names included."""
    named = stream._resources  # noqa: SLF001 - a group has its own
    for item in stream.stream:
        written = item if isinstance(item, bytes) else item.data
        group = named["XObject"].get(written[1:-3].decode()) if written.endswith(b" Do") else None
        if group is None or not isinstance(group, type(stream)):
            yield written
        else:
            yield from (b"q", *_written_out(group), b"Q")


def _inked(from_right: bool, *others: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """Return what finishes a PDF: the colour of cards, and *others* after it."""
    from primecards.worksheets.card_ink import card_ink

    def finish(document: Any, pdf: Any) -> None:
        card_ink(document, pdf, from_right=from_right, file_of=file_of)
        for other in others:
            other(document, pdf)

    return finish


@contextmanager
def _printing(folders: Sequence[Path]) -> Iterator[Callable[..., Any]]:
    """Give what lays HTML out on pages, and say which file is refused if one is."""
    weasyprint = _load()

    def lay_out(html: str, **options: Any) -> Any:
        style, rest = _taken_out(html)
        read = _read_once(style, tuple(folders)) if style else {}
        return weasyprint.HTML(string=rest, url_fetcher=_fetcher(weasyprint, folders)).render(**read, **options)

    try:
        with _no_garbage_collection():
            yield lay_out
    except OSError as error:  # it keeps fonts in temporary files
        raise unwritable(Path(error.filename or tempfile.gettempdir()), error) from None
    except weasyprint.urls.FatalURLFetchingError as error:
        raise PrintingError(
            msg(
                "The templates ask for {url}: only files in the template folders can be printed.",
                url=Formula(str(error)[:200]),
            )
        ) from None


def _scopes(document: Any, pdf: Any) -> None:  # noqa: ARG001 - a finisher gets both
    """Say of every head of a table in a tagged PDF whether it heads a column or a row: WeasyPrint does not."""
    for page in document.pages:
        for box in page._page_box.descendants():  # noqa: SLF001 - there is no public way to the boxes
            if box.element_tag == "th" and (head := getattr(box, "mark", None)):
                head["A"]["Scope"] = "/Row" if box.element.get("scope") == "row" else "/Column"


def _name_ligatures(document: Any, pdf: Any) -> None:
    """Say what every glyph means: of fonts that are whole, WeasyPrint leaves out those that stand for several letters.

    Without it "fits" is found as "ts".
    """
    fonts = {bytes(one["BaseFont"]): one for one in pdf.objects if isinstance(one, dict) and "ToUnicode" in one}
    for font in document.fonts.values():
        if (entry := fonts.get(bytes(font.name))) is None:
            continue
        lines = pdf.objects[int(entry["ToUnicode"].split()[0])].stream
        named = {line[1:5] for line in lines if line.startswith(b"<")}
        more = [
            f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>".encode()
            for glyph, text in font.to_unicode.items()
            if f"{glyph:04x}".encode() not in named
        ]
        for start in range(0, len(more), 100):
            few = more[start : start + 100]
            place = lines.index(b"endcmap")
            lines[place:place] = [f"{len(few)} beginbfchar".encode(), *few, b"endbfchar"]


def _taken_out(html: str) -> tuple[str, str]:
    """Take the style sheet out of *html*, which begins with it; return both."""
    before, opened, after = html.partition("<style>")
    style, closed, rest = after.partition("</style>")
    return (style, before + rest) if opened and closed else ("", html)


def file_of(font: Any) -> bytes:
    """Return the whole file of a font that WeasyPrint uses."""
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
