"""The page that makes sheets: its form, the preview, and the files to download."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from primecards.errors import InputError, NotEnoughItemsError, PrintingError
from primecards.messages import Message, msg
from primecards.puzzles.registry import puzzle_kinds
from primecards.web import jobs, sheet_form
from primecards.web.api import done, read_pairs
from primecards.web.pages import page, page_language
from primecards.web.sheet_form import Form
from primecards.web.site import NAMES_OF_LANGUAGES
from primecards.web.workers import BusyError, Workers
from primecards.worksheets.presets import PRESETS

TITLE = msg("Make a sheet")
# What a choice is called where its own name is no word of the reader's.
CHOICES: Mapping[str, Mapping[str, Message | str]] = {
    "paper": {"a4": "A4", "letter": "Letter"},
    "style": {
        "plain": msg("plain"),
        "large-print": msg("large print"),
        "low-ink": msg("low on ink"),
        "dyslexia": msg("for dyslexic readers"),
    },
    "helpers": {
        "auto": msg("the list of primes, where the level shows it"),
        "none": msg("none"),
        "primes": msg("the list of primes"),
        "chart": msg("a hundred chart"),
        "primes,chart": msg("the list of primes and a hundred chart"),
    },
    "examples": {
        "none": msg("none"),
        "worked": msg("worked out"),
        "faded": msg("worked out, then twins to finish"),
    },
    "examples_from": {"generator": msg("made for the purpose"), "games": msg("played games")},
    "order": {"block": msg("kind after kind"), "interleave": msg("mixed")},
}


@dataclass(frozen=True, slots=True)
class Download:
    """A file that the page offers: where it is, which *part* of the sheet it holds, and what it is called."""

    address: str
    part: str
    title: Message


DOWNLOADS = (
    Download("sheet.pdf", "all", msg("PDF with answer key")),
    Download("sheet.pdf", "pupil", msg("PDF for pupils")),
    Download("sheet.pdf", "answers", msg("PDF of the answer key")),
    Download("sheet.html", "interactive", msg("Interactive, to answer in a browser")),
    Download("sheet.html", "all", msg("Web page")),
    Download("sheet.docx", "all", msg("Word")),
)


class SheetPages:
    """The page that makes sheets; *thinkers* make them, and *printers* print them."""

    def __init__(self, thinkers: Workers, printers: Workers) -> None:
        self._thinkers, self._printers = thinkers, printers

    def routes(self) -> list[Route]:
        """List the addresses of the page."""
        return [
            Route("/sheet", self.show),
            Route("/preview", self.preview),
            *(Route(f"/sheet{kind}", self.download, name=kind) for kind in (".pdf", ".html", ".docx")),
        ]

    async def show(self, request: Request) -> Response:
        """Show the form, and the sheet that it asks for."""
        pairs = read_pairs(request)
        form = _form(request, pairs)
        given = dict(pairs)
        if do := given.get("do", ""):
            try:
                changed = sheet_form.changed(form, do, given.get("preset", ""))
            except InputError as refused:
                return self._page(request, form.refused("preset", refused.message))
            return RedirectResponse(f"sheet?{_address(request, changed)}#rows", 303)
        form, code = await self._tried(request, form)
        return self._page(request, form, code)

    async def preview(self, request: Request) -> Response:
        """Show the first sheet with its answer key, as a page that can do nothing else."""
        form = _form(request, read_pairs(request))
        if form.order is None:
            return await self.show(request)
        html = await done(request, self._thinkers, jobs.page_of, form.order)
        return HTMLResponse(html, headers={"content-security-policy": preview_policy(html)})

    async def download(self, request: Request) -> Response:
        """Hand out a file; what is wrong is said on the page, with all that was typed."""
        pairs = read_pairs(request)
        form = _form(request, pairs)
        part = dict(pairs).get("part", "all")
        parts = ("all", "pupil", "answers", *(("interactive",) if request.url.path.endswith(".html") else ()))
        part = part if part in parts else "all"
        form, code = await self._tried(request, form)
        if form.order is None:
            return self._page(request, form, code, status=400)
        file_type = request.url.path[len("/sheet") :]
        workers = self._thinkers if file_type == ".html" else self._printers
        try:
            file = await done(request, workers, jobs.file_of, form.order, file_type, part)
        except BusyError as busy:
            again = str(busy.seconds)
            refused = form.refused("sheet", busy.message)
            return self._page(request, refused, code, status=503, headers={"retry-after": again})
        name = f"attachment; filename*=UTF-8''{quote(file.name)}"
        return Response(file.content, headers={"content-disposition": name}, media_type=file.media_type)

    async def _tried(self, request: Request, form: Form) -> tuple[Form, str]:
        """Make the sheet, to see that it can be; return the form, with the problem if there is one, and the code."""
        if form.order is None:
            return form, ""
        try:
            codes = await done(request, self._thinkers, jobs.codes_of, form.order)
        except (NotEnoughItemsError, InputError) as refused:
            return form.refused("sheet", refused.message), ""
        except PrintingError as refused:
            return form.refused("helpers", refused.message), ""
        return form, codes[0]

    def _page(
        self,
        request: Request,
        form: Form,
        code: str = "",
        status: int = 200,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        kinds = puzzle_kinds()
        levels = [
            kinds[row.kind].levels[int(row.level) - 1]
            if row.kind in kinds and row.level in "12345" and row.level
            else None
            for row in form.rows
        ]
        return page(
            request,
            "make-sheet.html",
            TITLE,
            status,
            headers,
            form=form,
            levels=levels,
            code=code,
            fields=sheet_form.fields(),
            row_fields=sheet_form.row_fields(),
            most_rows=sheet_form.MOST_ROWS,
            kinds=kinds,
            presets=PRESETS,
            choices=CHOICES,
            languages=NAMES_OF_LANGUAGES,
            downloads=DOWNLOADS,
            query=form.query,
            link=f"{request.url.replace(query='', path='/sheet')}?{_address(request, form)}",
        )


def _form(request: Request, pairs: list[tuple[str, str]]) -> Form:
    language = page_language(request)
    asked = {name for name, _ in pairs}
    return sheet_form.read_form(pairs, language) if asked - {"lang"} else sheet_form.new_form(language)


def _address(request: Request, form: Form) -> str:
    return f"{form.query}&{urlencode({'lang': page_language(request)})}"


def preview_policy(html: str) -> str:
    """Return the Content-Security-Policy of a sheet shown in a frame: its own style, known by its hash, and no more."""
    style = html.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; font-src data:; img-src data:; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'self'; sandbox"
    )
