"""Check and Practise, as the server gives them: the pages work in the browser, exercises come one at a time."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from primecards.messages import msg
from primecards.puzzles.item import LEVELS
from primecards.puzzles.registry import puzzle_kinds
from primecards.web import jobs, pupil_pages
from primecards.web.api import SEED_PATTERN, answer_json, done, named, read_pairs
from primecards.web.fields import from_query, one_of, read_all, text, whole
from primecards.web.guard import ITEM_PATH, language_of
from primecards.web.pages import page, page_language
from primecards.web.workers import Workers


class PupilPages:
    """The pages Check and Practise; *thinkers* make the exercises."""

    def __init__(self, thinkers: Workers) -> None:
        self._thinkers = thinkers
        self._fields = named(
            one_of("kind", msg("The kind of puzzle."), tuple(puzzle_kinds()), required=True),
            whole("level", msg("How hard, from 1 to 5."), LEVELS[0], LEVELS[-1], 1),
            text(
                "seed",
                msg("The same seed makes the same exercise; without one, a fresh one."),
                40,
                pattern=SEED_PATTERN,
            ),
        )

    def routes(self) -> list[Route]:
        """List the addresses of the pages."""
        return [
            Route("/check", self.check),
            Route("/practise", self.practise),
            Route(ITEM_PATH, self.item),
        ]

    async def check(self, request: Request) -> Response:
        """Show the page that says whether cards are a series."""
        return page(request, "check.html", **pupil_pages.check_context(page_language(request)))

    async def practise(self, request: Request) -> Response:
        """Show the page that asks one exercise after another."""
        language = page_language(request)
        source = f"{ITEM_PATH.lstrip('/')}?kind={{kind}}&level={{level}}&language={language}"
        return page(request, "practise.html", **pupil_pages.practise_context(language, source))

    async def item(self, request: Request) -> Response:
        """Answer with an exercise for the page Practise: sealed, so that the page can mark and holds no answer."""
        data = from_query(self._fields, read_pairs(request))
        language = request.state.language = language_of(request.scope, data.get("language"))
        values = read_all(self._fields, data)
        return answer_json(await done(request, self._thinkers, jobs.practice_item, values, language))
