"""Pages that were put together from pieces, as a PDF for the printer."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from primecards.worksheets.card_ink import FAMILY, RED_BOX
from primecards.worksheets.engine import write_together
from primecards.worksheets.pdf_join import joined, letters_in, to_unicode
from primecards.worksheets.placing import Page, Placer
from primecards.worksheets.slabs import NUMBERED, card_font

_SHARED = re.compile(r".*?<body[^>]*>", re.DOTALL)  # what the sheets of a class have alike
_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_STATE = re.compile(rb"/([aA][0-9.]+) gs")
_EVERYWHERE = (0, -10, 9000, 9000)
# More than one letter of each: WeasyPrint says of a font whether all the letters used are equally wide.
_ALL_FONTS = '<main><h1>ail</h1><p>ail</p><div class="cards">1 2</div></main></body></html>'


def place_together(
    htmls: Sequence[str], paper: str, folders: tuple[Path, ...], *, from_right: bool
) -> tuple[bytes, tuple[int, ...]]:
    """Print several sheets as `write_together` does, and with the same pages, but put together from known pieces."""
    before = _SHARED.search(htmls[0])
    if before is None or any(not _same_head(html, before) for html in htmls):
        return write_together(htmls, folders, from_right=from_right)
    head = _TITLE.sub("", before[0])
    placer = _placer(head, paper, folders, from_right=from_right)
    placed = placer.place(htmls)
    files: list[bytes] = []
    pages: list[int] = []
    # Sheets that were placed, one after another, go into one file; joined with those that were not.
    for is_placed, run in groupby(zip(htmls, placed, strict=True), key=lambda pair: pair[1] is not None):
        some = list(run)
        if is_placed:
            made = [page for _, sheet in some for page in sheet or ()]
            files.append(write_pages(made, head, folders, from_right=from_right))
            pages += [len(sheet or ()) for _, sheet in some]
            continue
        for html, _ in some:
            file, own = write_together([html], folders, from_right=from_right)
            files.append(file)
            pages += own
    return files[0] if len(files) == 1 else joined(files)[0], tuple(pages)


@lru_cache(maxsize=4)
def _placer(head: str, paper: str, folders: tuple[Path, ...], *, from_right: bool) -> Placer:
    return Placer(head, paper, folders, from_right=from_right)


def _same_head(html: str, head: re.Match[str]) -> bool:
    other = _SHARED.search(html)
    return other is not None and _TITLE.sub("", other[0]) == _TITLE.sub("", head[0])


def write_pages(pages: Sequence[Page], before: str, folders: tuple[Path, ...], *, from_right: bool) -> bytes:
    """Write *pages* as a PDF without tags, its fonts whole; *before* is the HTML before their first element."""
    import pikepdf

    pdf = pikepdf.open(io.BytesIO(_with_fonts(before, folders, from_right=from_right)))
    sample = pdf.pages[0]
    fonts = sample.obj["/Resources"]["/Font"]
    for name, more in _by_font(pages).items():
        font = fonts[f"/{name}"]
        known = dict(letters_in(font["/ToUnicode"].read_bytes()))
        if more := {glyph: text for glyph, text in more.items() if glyph not in known}:
            font["/ToUnicode"] = pdf.make_stream(to_unicode(known | more))
    drawings = {name: _drawing(pdf, drawn, RED_BOX) for page in pages for name, drawn in page.red.items()}
    drawings |= {name: _drawing(pdf, drawn, _EVERYWHERE) for page in pages for name, drawn in page.drawings.items()}
    states = {name for page in pages for name in _STATE.findall(page.drawn)}
    resources = pikepdf.Dictionary(
        Font=fonts,
        XObject=pikepdf.Dictionary({f"/{name}": drawings[name] for name in sorted(drawings)}),
        ExtGState=pikepdf.Dictionary({f"/{name.decode()}": _state(name.decode()) for name in sorted(states)}),
    )
    shared = pdf.make_indirect(resources)
    for page in pages:
        made = pikepdf.Dictionary(
            {key: value for key, value in sample.obj.items() if key not in ("/Parent", "/Annots")}
        )
        made["/Resources"] = shared
        made["/Contents"] = pdf.make_stream(page.drawn)
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(made)))
    del pdf.pages[0]
    target = io.BytesIO()
    pdf.save(target, deterministic_id=True)
    return target.getvalue()


def _state(name: str) -> Any:
    """Return the state that WeasyPrint gives this name: how opaque fills are, or lines."""
    import pikepdf

    return pikepdf.Dictionary({"/CA" if name.startswith("A") else "/ca": float(name[1:])})


def _drawing(pdf: Any, drawn: bytes, box: Iterable[int]) -> Any:
    import pikepdf

    return pdf.make_stream(
        drawn,
        Type=pikepdf.Name.XObject,
        Subtype=pikepdf.Name.Form,
        BBox=pikepdf.Array(box),
        Resources=pikepdf.Dictionary(),
    )


def _by_font(pages: Iterable[Page]) -> dict[str, dict[bytes, bytes]]:
    found: dict[str, dict[bytes, bytes]] = {}
    for name, glyph, text in sorted({letter for page in pages for letter in page.letters}):
        if text:
            found.setdefault(name, {}).setdefault(f"{glyph:04x}".encode(), text.encode("utf-16-be").hex().encode())
    return found


@lru_cache(maxsize=4)
def _with_fonts(before: str, folders: tuple[Path, ...], *, from_right: bool) -> bytes:
    """Make a PDF that has all fonts of sheets, in which every card is found by its number."""
    import pikepdf

    pdf = pikepdf.open(io.BytesIO(write_together([before + _ALL_FONTS], folders, from_right=from_right)[0]))
    for font in pdf.pages[0].obj["/Resources"]["/Font"].values():
        if FAMILY.replace(" ", "-") not in str(font["/BaseFont"]):
            continue
        file = font["/DescendantFonts"][0]["/FontDescriptor"]["/FontFile2"].read_bytes()
        known = dict(letters_in(font["/ToUnicode"].read_bytes()))
        for glyph, name in enumerate(card_font(file).names):
            if found := NUMBERED.fullmatch(name):
                known[f"{glyph:04x}".encode()] = found[3].encode("utf-16-be").hex().encode()
        font["/ToUnicode"] = pdf.make_stream(to_unicode(known))
    target = io.BytesIO()
    pdf.save(target, deterministic_id=True)
    return target.getvalue()
