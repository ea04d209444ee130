"""The application: every address that is answered, and what stands round it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from primecards.errors import PrimecardsError
from primecards.languages import LANGUAGES
from primecards.messages import Formula, Message, msg
from primecards.web import api, api_page, openapi, pupil_pages
from primecards.web.api import Question
from primecards.web.guard import Guard, is_data, language_of
from primecards.web.make_sheet import SheetPages
from primecards.web.pages import Assets, page
from primecards.web.play_pages import PlayPages
from primecards.web.practice_pages import PupilPages
from primecards.web.workers import BusyError, Workers, WorkFailed

if TYPE_CHECKING:
    from starlette.types import Scope

API = "/api/v1"
THINKERS = 2
ROOM = 64  # questions that may wait for a thinker
GONE = 499  # what servers log of a client who did not wait; nobody gets it


def create_app(printers: int = 2) -> Starlette:
    """Make the application, which prints at most *printers* files at a time."""
    thinking = Workers(THINKERS, room=ROOM, patience=20, modules=("primecards.web.jobs", "primecards.web.playing"))
    printing = Workers(printers, patience=120, modules=("primecards.web.jobs", "weasyprint"))
    questions = api.questions()

    @asynccontextmanager
    async def working(_: Starlette) -> AsyncIterator[None]:
        for workers in (thinking, printing):
            workers.start()
        try:
            yield
        finally:
            for workers in (thinking, printing):
                workers.close()

    app = Starlette(
        routes=[
            *_api(questions, thinking),
            Route("/", _home),
            *PupilPages(thinking).routes(),
            *SheetPages(thinking, printing).routes(),
            *PlayPages(thinking).routes(),
            Route("/api", lambda request: api_page.tell(request, questions, API)),
            Route("/assets/{name}", Assets().answer),
        ],
        middleware=[Middleware(Guard, refuse=refusal)],
        exception_handlers={
            PrimecardsError: _refused,
            HTTPException: _no_such,
            ClientDisconnect: _left,
            WorkFailed: _failed,
            Exception: _failed,
        },
        lifespan=working,
    )
    app.router.redirect_slashes = False  # every page has one address
    return app


def _api(questions: Mapping[str, Question], thinking: Workers) -> list[Route]:
    @lru_cache(maxsize=len(LANGUAGES))
    def described(language: str) -> Response:
        return api.answer_json(openapi.document(questions, API, language))

    async def describe(request: Request) -> Response:
        return described(language_of(request.scope, request.query_params.get("language")))

    async def item_schema(_: Request) -> Response:
        return api.answer_json(openapi.item_schema())

    return [
        *(
            Route(f"{API}/{name}", api.Asker(question, thinking).answer, methods=["GET", "POST"], name=name)
            for name, question in questions.items()
        ),
        Route(f"{API}/openapi.json", describe),
        Route(f"{API}/item-schema.json", item_schema),
    ]


ABOUT = {
    **pupil_pages.ABOUT,
    "sheet": msg("Choose exercises, look at the sheet, and print it with its answer key."),
    "play": msg("The card game, against players of the computer's, with hints."),
    "api": msg("The same questions and answers for other tools, as JSON."),
}


async def _home(request: Request) -> Response:
    return page(request, "start.html", msg("Primes, digits and cards"), about=ABOUT)


# --- Refusals -----------------------------------------------------------------------------------------------------


def refusal(scope: Scope, status: int, message: Message, **headers: str) -> Response:
    """Answer that something is refused, in the reader's language: JSON for programs, a page for people."""
    language = scope.get("state", {}).get("language") or language_of(scope)
    if status in (408, 413, 414):  # what was not read of the request is never read
        headers["connection"] = "close"
    if is_data(scope):
        return api.answer_json({"error": message.text(language)}, status, **headers)
    request = Request(scope)
    again = str(request.url.replace(scheme="", netloc="")) if status == 503 and request.method == "GET" else ""
    return page(request, "refused.html", REFUSED, status, headers, why=message, again=again)


REFUSED = msg("This did not work")


_STATUS = {BusyError: 503, api.WrongTypeError: 415}


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, PrimecardsError)
    headers = {"retry-after": str(error.seconds)} if isinstance(error, BusyError) else {}
    return refusal(request.scope, _STATUS.get(type(error), 400), error.message, **headers)


async def _no_such(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        message = msg("{method} is not possible at this address.", method=Formula(request.method[:20]))
    else:
        message = openapi.NOT_FOUND
    return refusal(request.scope, error.status_code, message, **dict(error.headers or {}))


async def _left(request: Request, error: Exception) -> Response:  # noqa: ARG001 - a handler gets both
    return Response(status_code=GONE)


async def _failed(request: Request, error: Exception) -> Response:  # noqa: ARG001 - a handler gets both
    return refusal(request.scope, 500, msg("Something went wrong here. It is not your fault, and it has been noted."))
