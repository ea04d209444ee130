"""Sheets put together from pieces that were laid out once: what makes a class set fast.

    HTML of a sheet -> its pieces -> slabs (each laid out once) and reasons (set here) -> pages

The pages are those that WeasyPrint would make of the same HTML; a sheet of which that is not sure is left to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote

from primecards.worksheets.slabs import Card, Fragment, Letter, Slabs, UnplaceableError, numberless
from primecards.worksheets.spacing import PAPERS
from primecards.worksheets.typesetting import Paragraph, Reasons, Typesetter

G = TypeVar("G")
M = TypeVar("M")

ABOVE, BELOW, FOOT = 15.0, 32.0, 2.5  # millimetres: the margins of a page, and the foot below the text: paper.css
_MM = 96 / 25.4
_SHEET = re.compile(
    r"(?P<before>.*?<style>.*?</style>.*?)(?P<body><body[^>]*>)\s*"
    r"(?P<main><main class=\"(?P<part>pupil|answers)[^>]*>)\s*"
    r"(?P<foot><footer>.*?</footer>)\s*(?P<header><header>.*?</header>)(?P<blocks>.*)</main>\s*</body>\s*</html>\s*",
    re.DOTALL,
)
_BLOCK = re.compile(r'<section class="block(?P<starts> starts-page)?">(?P<inside>.*?)</section>', re.DOTALL)
_INSIDE = re.compile(
    r'(?P<helper>(?:(?!<p class="instruction">|<article ).)*)(?P<instruction><p class="instruction">.*?</p>)?'
    r"(?P<entries>(?:\s*<article .*?</article>)*)\s*",
    re.DOTALL,
)
_ENTRY = re.compile(r'<article class="(?P<looks>[a-z ]+)"(?: id="[a-z-]+")?>(?P<inside>.*?)</article>', re.DOTALL)
_ANSWER = re.compile(
    r'\s*<b class="no">(?P<no>.*?)</b>\s*(?P<marked><div class="marked">.*</div>)\s*'
    r'<div class="why">(?P<why>.*)</div>\s*',
    re.DOTALL,
)
_PAGE_NUMBER = re.compile(r'<span class="page-number"></span>')
_PAGE_COUNT = re.compile(r'<a class="page-count" href="[^"]*"></a>')
_CODE = re.compile(r'<span class="code">.*?</span>', re.DOTALL)
_PAGE = re.compile(r'(<span class="page">)(.*?</span>)(\s*<span class="qr">)', re.DOTALL)
_PICTURE = re.compile(r'<img src="data:image/svg\+xml[^,]*,([^"]*)" alt="[^"]*">')
_NO_PICTURE = "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>\" alt=''>"
_MODULES = re.compile(r'viewBox="0 0 (\d+) \d+"[^>]*>\s*<path[^>]* d="([^"]+)"')
_STEP = re.compile(r"([Mmh])\s*(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?")
RULE = "rule"
_UNSEEN = 'style="border-bottom-color: transparent"'


@dataclass(frozen=True, slots=True)
class Page:
    """What draws a page, the drawings that it calls by name, and what its glyphs stand for."""

    drawn: bytes
    red: dict[str, bytes]
    drawings: dict[str, bytes]
    letters: frozenset[Letter]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A piece with its cards, or an answer with its reasons and the cells beside them; it may have to begin a page.

    `joined`: no page ends before it.
    """

    piece: Fragment
    rows: tuple[tuple[Card, ...], ...] = ()
    number: Fragment | None = None
    reasons: tuple[Paragraph, ...] = ()
    starts: bool = False
    joined: bool = False


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A sheet or a key, taken apart."""

    entries: tuple[_Entry, ...]
    foot: str
    paged: bool


class Placer:
    """Puts sheets together that have one style sheet: *before* is what stands before the first element of a body."""

    def __init__(self, before: str, paper: str, folders: tuple[Path, ...], *, from_right: bool) -> None:
        self.size = tuple(side * _MM for side in PAPERS[paper])
        self._slabs = Slabs(before, f"{PAPERS[paper][0]}mm", folders, from_right=from_right)
        self._typesetter = Typesetter(self._slabs, '<main class="answers">', from_right=from_right)
        self._set: dict[int, Reasons] = {}

    def place(self, htmls: Sequence[str]) -> list[tuple[Page, ...] | None]:
        """Make the pages of each sheet; None for those that only WeasyPrint can make."""
        sheets = [_without_error(self._taken_apart, html) for html in htmls]
        given = [sheet for sheet in sheets if sheet is not None]
        self._slabs.forget()
        self._slabs.lay_out(piece for sheet in given for piece in self._pieces(sheet))
        self._typesetter.learn(paragraph for sheet in given for entry in sheet.entries for paragraph in entry.reasons)
        self._set = {
            id(entry): self._typesetter.set(entry.reasons)
            for sheet in given
            for entry in sheet.entries
            if entry.reasons
        }
        return [_without_error(self._pages, sheet) if sheet else None for sheet in sheets]

    # --- What a sheet is made of ----------------------------------------------------------------------------------

    def _taken_apart(self, html: str) -> _Sheet:
        found = _SHEET.fullmatch(html)
        if found is None:
            raise UnplaceableError
        main = found["main"]
        entries = [_Entry(Fragment(found["header"], main))]
        blocks = list(_BLOCK.finditer(found["blocks"]))
        if _BLOCK.sub("", found["blocks"]).strip():
            raise UnplaceableError
        answers = found["part"] == "answers"
        for number, block in enumerate(blocks):
            entries += self._block(block, main, answers=answers, first=not number, last=block is blocks[-1])
        return _Sheet(tuple(entries), found["foot"], not answers)

    def _block(self, block: re.Match[str], main: str, *, answers: bool, first: bool, last: bool) -> Iterator[_Entry]:
        inside = _INSIDE.fullmatch(block["inside"].strip())
        if inside is None:
            raise UnplaceableError
        before = '<section class="block">' if first else '<section class="block"></section><section class="block">'
        starts, joined = block["starts"] is not None, False
        for piece in (inside["helper"].strip(), inside["instruction"]):
            if piece:
                yield _Entry(Fragment(piece, main, before), starts=starts, joined=joined)
                starts, joined = False, True
        articles = list(_ENTRY.finditer(inside["entries"]))
        for article in articles:
            if "tall" in article["looks"].split():
                raise UnplaceableError
            joined = joined or (last and article is articles[-1])
            html = f'<article class="{article["looks"]}">{article["inside"]}</article>'
            yield (
                self._answer(article["inside"], main, joined) if answers else self._exercise(html, main, starts, joined)
            )
            starts, joined = False, False

    def _exercise(self, html: str, main: str, starts: bool, joined: bool) -> _Entry:
        piece, rows = numberless(html)
        return _Entry(Fragment(piece, main, '<section class="block">'), rows, starts=starts, joined=joined)

    def _answer(self, html: str, main: str, joined: bool) -> _Entry:
        """Take an answer apart: its number and what is right are pieces of their own, and so the reasons if need be."""
        found = _ANSWER.fullmatch(html)
        if found is None:
            raise UnplaceableError
        try:
            reasons, why = self._typesetter.read(found["why"]), ""
        except UnplaceableError:
            reasons, why = (), found["why"]
        marked, rows = numberless(found["marked"])
        number = _answer(main, found["no"], '<div class="marked"></div>', "")
        return _Entry(_answer(main, "", marked, why), rows, number, reasons, joined=joined)

    def _pieces(self, sheet: _Sheet) -> Iterator[Fragment]:
        for entry in sheet.entries:
            yield entry.piece
            if entry.number:
                yield entry.number
                yield _line(entry.piece.main)
        yield _foot_with(sheet.foot, code=True)
        yield from (_foot_with(sheet.foot, pages=(page + 1, pages)) for pages in (1, 2, 3) for page in range(pages))

    # --- Where everything stands ----------------------------------------------------------------------------------

    def _pages(self, sheet: _Sheet) -> tuple[Page, ...]:
        pages = list(self._shared_out(sheet))
        if sheet.paged and sum(entry.starts for entry in sheet.entries) + 1 != len(pages):
            raise UnplaceableError  # a page holds less than was reckoned
        code = _foot_with(sheet.foot, code=True)
        numbers = [_foot_with(sheet.foot, pages=(page + 1, len(pages))) for page in range(len(pages))]
        self._slabs.lay_out(numbers)
        picture = _PICTURE.search(sheet.foot)
        if picture is None:
            raise UnplaceableError
        name, modules, squares = _modules(picture[1])
        made = []
        for place, number in zip(pages, numbers, strict=True):
            red: dict[str, bytes] = {}
            drawn = [f"1 0 0 -1 0 {self.size[1] * 0.75:.6f} cm".encode(), b"q", b"0.75 0 0 0.75 0 0 cm"]
            letters: set[Letter] = set()
            for entry, y in place:
                drawn += self._drawn(entry, y, red, letters)
            drawn += self._foot(code, number, name, modules, letters)
            drawn.append(b"Q")
            drawings = {name: squares, RULE: self._typesetter.rule}
            made.append(Page(b"\n".join(drawn), red, drawings, frozenset(letters)))
        return tuple(made)

    def _foot(self, code: Fragment, number: Fragment, name: str, modules: int, letters: set[Letter]) -> Iterator[bytes]:
        top = self.size[1] - (BELOW - FOOT) * _MM
        whole, page = self._slabs[code], self._slabs[number]
        if whole.image is None:
            raise UnplaceableError
        letters |= whole.letters | page.letters
        yield from whole.drawn(top, (), {})
        yield from page.drawn(top + whole.height - page.height, (), {})
        x, y, wide, _ = whole.image
        module, y = wide / modules, y - whole.top + top
        yield f"q {module:.6f} 0 0 {module:.6f} {x:.6f} {y:.6f} cm /{name} Do Q".encode()

    def _drawn(self, entry: _Entry, y: float, red: dict[str, bytes], letters: set[Letter]) -> Iterator[bytes]:
        slab = self._slabs[entry.piece]
        letters |= slab.letters
        if entry.number is None:
            yield from slab.drawn(y, entry.rows, red)
            return
        number, line = self._slabs[entry.number], self._slabs[_line(entry.piece.main)]
        reasons = self._reasons(entry)
        letters |= number.letters | reasons.letters
        yield from line.drawn(y + self._height(entry) - line.height, (), red)
        yield from number.drawn(y, (), red)
        yield from slab.drawn(y, entry.rows, red)
        if reasons.drawn:
            yield from (f"q 1 0 0 1 0 {y:.6f} cm".encode(), *reasons.drawn, b"Q")
        if reasons.rule is not None:
            yield f"q 1 0 0 1 0 {y + reasons.rule:.6f} cm /{RULE} Do Q".encode()

    def _reasons(self, entry: _Entry) -> Reasons:
        return self._set[id(entry)] if id(entry) in self._set else Reasons((), 0, None, frozenset())

    def _height(self, entry: _Entry) -> float:
        height = self._slabs[entry.piece].height
        if entry.number is None:
            return height
        return max(height, self._slabs[entry.number].height, self._reasons(entry).height)

    def _shared_out(self, sheet: _Sheet) -> Iterator[list[tuple[_Entry, float]]]:
        """Share the entries of a sheet out over pages, as WeasyPrint does; say where each of them stands."""
        top, bottom = ABOVE * _MM, self.size[1] - BELOW * _MM
        page: list[tuple[_Entry, float]] = []
        y, below = top, 0.0
        for run in _runs(sheet.entries):
            placed, end, margin = self._stacked(run, y, below)
            if page and (run[0].starts or end > bottom + 1e-6):
                yield page
                page = []
                placed, end, margin = self._stacked(run, top, 0.0)
            if end > bottom + 1e-6:
                raise UnplaceableError
            page += placed
            y, below = end, margin
        yield page

    def _stacked(
        self, run: Sequence[_Entry], y: float, below: float
    ) -> tuple[list[tuple[_Entry, float]], float, float]:
        """Place entries one below the other from *y* on; return their places, the last one's end and its margin."""
        placed = []
        for entry in run:
            slab = self._slabs[entry.piece]
            y += max(below, slab.above)
            placed.append((entry, y))
            y += self._height(entry)
            below = slab.below
        return placed, y, below


def _runs(entries: Iterable[_Entry]) -> Iterator[list[_Entry]]:
    """Part entries where a page may end."""
    run: list[_Entry] = []
    for entry in entries:
        if run and not entry.joined:
            yield run
            run = []
        run.append(entry)
    yield run


def _answer(main: str, number: str, marked: str, why: str) -> Fragment:
    html = f'<b class="no">{number}</b>{marked}<div class="why">{why}</div>'
    return Fragment(f'<article class="entry" {_UNSEEN}>{html}</article>', main, '<section class="block">')


def _line(main: str) -> Fragment:
    """Return what has nothing but the line below an answer."""
    html = '<article class="entry"><b class="no"></b><div class="marked"></div><div class="why"></div></article>'
    return Fragment(html, main, '<section class="block">')


def _foot_with(foot: str, *, code: bool = False, pages: tuple[int, int] | None = None) -> Fragment:
    """Return the foot of a page with the *code* of the sheet alone, or the number of the page alone."""
    foot = _PICTURE.sub(_NO_PICTURE, foot)
    if not code:
        foot = _CODE.sub('<span class="code"></span>', foot)
    if pages is None:
        foot = _PAGE.sub(r"\1</span>\3", foot)
    else:
        foot = _PAGE_NUMBER.sub(f"<span>{pages[0]}</span>", foot)
        foot = _PAGE_COUNT.sub(f"<span>{pages[1]}</span>", foot)
    return Fragment(foot.replace("<footer>", '<footer style="position: static">', 1), "<main>")


@lru_cache(maxsize=64)
def _modules(address: str) -> tuple[str, int, bytes]:
    """Read a picture of a code: a name for it, how many modules it is wide, and what draws it, a module being 1."""
    from hashlib import sha256

    found = _MODULES.search(unquote(unescape(address)).replace("'", '"'))
    if found is None:
        raise UnplaceableError
    drawn, x, y = [b"0 0 0 RG 1 w"], 0.0, 0.0
    for step, first, second in _STEP.findall(found[2]):
        if step == "h":
            drawn.append(f"{x:g} {y:g} m {x + float(first):g} {y:g} l".encode())
            x += float(first)
        elif step == "M":
            x, y = float(first), float(second)
        else:
            x, y = x + float(first), y + float(second)
    drawn.append(b"S")
    squares = b"\n".join(drawn)
    return f"code-{sha256(squares).hexdigest()[:12]}", int(found[1]), squares


def _without_error(work: Callable[[G], M], given: G) -> M | None:
    """Do *work*, or find that it cannot be done here."""
    try:
        return work(given)
    except UnplaceableError:
        return None
