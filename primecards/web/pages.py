"""Pages: a template, what it shows, and the files that pages use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from primecards.languages import LANGUAGES
from primecards.messages import Message, msg
from primecards.web import assets, site
from primecards.web.guard import language_of
from primecards.worksheets.printing import template_dir, to_page

if TYPE_CHECKING:
    from starlette.requests import Request

_TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".woff2": "font/woff2"}
_SCRIPTS = ("make-sheet.js", "play.js")  # beside those of the pages that need no server


@dataclass(frozen=True, slots=True)
class Door:
    """A page that every other one leads to."""

    address: str
    title: Message


DOORS = (
    *(Door(name, title) for name, title in site.PAGES),
    Door("sheet", msg("Make a sheet")),
    Door("play", msg("Play")),
    Door("api", msg("For programs")),
)


def page(
    request: Request,
    template: str,
    title: Message,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **shown: Any,
) -> Response:
    """Answer *request* with a page in its language."""
    language = page_language(request)
    # Pages may be one folder down (a game), so links are told how to come up again.
    up = "../" * (request.url.path.count("/") - 1)
    query = [(name, value) for name, value in request.query_params.multi_items() if name != "lang"]
    context = {
        "title": title,
        "language": language,
        "up": up,
        "doors": DOORS,
        "here": request.url.path.strip("/").partition("/")[0],
        "lang": urlencode({"lang": language}),
        "others": [
            (code, site.NAMES_OF_LANGUAGES[code], "?" + urlencode([*query, ("lang", code)]))
            for code in LANGUAGES
            if code != language
        ],
        **shown,
    }
    html = to_page(f"web/{template}", context, language)
    return HTMLResponse(html, status, {"content-language": language, "vary": "accept-language", **(headers or {})})


def page_language(request: Request) -> str:
    """Choose the language of the page that *request* asks for."""
    chosen: str | None = getattr(request.state, "language", None)
    return chosen or language_of(request.scope, request.query_params.get("lang"))


class Assets:
    """The files that pages use, read once."""

    def __init__(self) -> None:
        own = {name: (template_dir() / "web" / name).read_bytes() for name in _SCRIPTS}
        self._files = {**assets.files(), **own}

    async def answer(self, request: Request) -> Response:
        """Answer with a file; one that the browser has already is not sent again."""
        content = self._files.get(name := request.path_params["name"])
        if content is None:
            raise HTTPException(404)
        headers = {"etag": f'"{sha256(content).hexdigest()[:20]}"', "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=_TYPES[name[name.rindex(".") :]])
