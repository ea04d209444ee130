"""The JSON API: what can be asked, and the answers, which are those of the command line's --json."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from primecards.errors import InputError, OutOfRangeError, UnreadableError
from primecards.messages import Formula, Message, msg
from primecards.puzzles.item import LEVELS
from primecards.puzzles.registry import MOST_MIN_SERIES, MOST_SEED, puzzle_kinds
from primecards.rules.numbers import HIGHEST
from primecards.rules.ruleset import BASIC, Rules
from primecards.rules.series import check_series
from primecards.web import jobs
from primecards.web.fields import (
    MOST_CARDS,
    Field,
    anything,
    cards,
    flag,
    from_query,
    language_field,
    one_of,
    read_all,
    text,
    texts,
    whole,
)
from primecards.web.guard import language_of
from primecards.web.workers import BusyError, Stopped, Workers
from primecards.worksheets.presets import PRESETS
from primecards.worksheets.spec import EXAMPLES, EXAMPLES_FROM, MOST_SHEET_SEED, ORDERS

MOST_SOLVED = 24
MOST_FIELDS = 200  # of a query string
MOST_DEPTH = 12  # lists in lists: more than any question has
MOST_SPECS, LONGEST_SPEC = 60, 200
LONGEST_HEADING = 120
SEED_PATTERN = "^[A-Za-z0-9._-]+$"
ID_PATTERN = r"^[^#]+#[A-Za-z0-9._-]+$"


@dataclass(frozen=True, slots=True)
class Question:
    """Something that can be asked: its *fields*, what *answer* does with their values, and whether that is quick.

    What is quick is done at once; all else by a process of its own.
    """

    name: str
    about: Message
    fields: Mapping[str, Field] = field(hash=False)
    answer: Callable[[dict[str, Any], str], dict[str, Any]]
    example: Mapping[str, Any] = field(hash=False)
    quick: bool = False


@lru_cache(maxsize=128)
def _rules(min_series: int) -> Rules:
    return replace(BASIC, min_series=min_series)


def check(values: dict[str, Any], language: str) -> dict[str, Any]:
    """Answer as `primecards check --json`, with the text of it if a language was asked for."""
    verdict = check_series(values["cards"], key=values["key"], rules=_rules(values["min_series"]))
    told = verdict.to_dict()
    if values["language"] is not None:
        told["text"] = [message.text(language) for message in verdict.messages]
        for fault, data in zip(verdict.faults, told["faults"], strict=True):
            data["text"] = [message.text(language) for message in fault.messages]
    return told


def named(*fields: Field) -> dict[str, Field]:
    """Return *fields* by name, and the field for the language after them."""
    return {one.name: one for one in (*fields, language_field())}


def _min_series(most: int) -> Field:
    return whole("min_series", msg("The least number of cards of a series."), BASIC.min_series, most, BASIC.min_series)


def questions() -> dict[str, Question]:
    """List what can be asked, by name."""
    kinds = tuple(puzzle_kinds())
    answers = flag("answers", msg("Whether to give the answers too; without them it is a pupil's copy."))
    found = (
        Question(
            "check",
            msg("Is it a valid series? Which cards can be its key? If it is none, every fault."),
            named(
                cards("cards", msg("The cards, as text or as a list; a wild card is w."), MOST_CARDS),
                whole("key", msg("Ask about this key only, a prime."), 1, HIGHEST),
                _min_series(MOST_CARDS),
            ),
            check,
            {"cards": [23, 3, 13, "w"], "language": "en"},
            quick=True,
        ),
        Question(
            "solve",
            msg("Lay all the cards in series, or as many as possible, and say which cards would let you go out."),
            named(
                cards("cards", msg("The cards, as text or as a list; a wild card is w."), MOST_SOLVED),
                one_of("rules", msg("Series of 3 at least, or of 4."), tuple(jobs.RULES), "basic"),
            ),
            jobs.solve,
            {"cards": "3 13 23 41 43 45 47 50"},
        ),
        Question(
            "item",
            msg("One exercise."),
            named(
                one_of("kind", msg("The kind of puzzle."), kinds, required=True),
                whole("level", msg("How hard, from 1 to 5."), LEVELS[0], LEVELS[-1], 1),
                text("seed", msg("The same seed makes the same exercise; without one, a fresh one."), MOST_SEED,
                     pattern=SEED_PATTERN),
                _min_series(MOST_MIN_SERIES),
                answers,
            ),
            jobs.item,
            {"kind": "find-key", "level": 3, "seed": "k7f2q9"},
        ),
        Question(
            "mark",
            msg("Points and feedback for a response to an exercise."),
            named(
                text("item", msg("The id of the exercise."), 100, required=True, pattern=ID_PATTERN),
                anything("response", msg("What was answered: text as people write it, or the JSON of its form.")),
                flag("hint", msg("Whether to say only the next step, not what is right.")),
            ),
            jobs.mark,
            {"item": "find-key.3#k7f2q9", "response": [41]},
        ),
        Question(
            "worksheet",
            msg("A sheet of exercises, all different, with its code."),
            named(
                texts("specs", msg("What to ask: KIND.LEVELxCOUNT, one or several; or the code of a sheet."),
                      MOST_SPECS, LONGEST_SPEC),
                one_of("preset", msg("A teaching sequence by name, to which specs may add."), tuple(PRESETS)),
                text("seed", msg("The same seed makes the same sheet; without one, a fresh one."), MOST_SHEET_SEED,
                     pattern=SEED_PATTERN),
                one_of("order", msg("Kind after kind, or mixed."), ORDERS),
                one_of("examples", msg("Worked examples before the first exercise of a kind, and twins to finish."),
                       EXAMPLES),
                one_of("examples_from", msg("Where examples come from: made for the purpose, or from played games."),
                       EXAMPLES_FROM),
                text("title", msg("The heading."), LONGEST_HEADING, ""),
                text("school", msg("The name above the heading."), LONGEST_HEADING, ""),
                answers,
            ),
            jobs.worksheet,
            {"specs": ["find-key.3x6", "fits-key.2x4"], "seed": "k7f2q9", "answers": True},
        ),
    )  # fmt: skip
    return {question.name: question for question in found}


# --- A request ----------------------------------------------------------------------------------------------------


async def read_json(request: Request) -> dict[str, Any]:
    """Read the body of *request*, a JSON object; raises InputError saying what it should be."""
    body = await request.body()
    try:
        data = _DECODER.decode(body.decode())
    except (ValueError, RecursionError):  # bytes that are no text are ValueErrors as well, and so are endless numbers
        raise UnreadableError(msg("The body is not JSON, such as {example}.", example=_EXAMPLE)) from None
    if not isinstance(data, dict):
        raise UnreadableError(msg("The body is a JSON object, such as {example}.", example=_EXAMPLE))
    if body.count(b"[") + body.count(b"{") > MOST_DEPTH and _depth(data) > MOST_DEPTH:
        raise OutOfRangeError(msg("The JSON is nested too deeply: at most {most} levels.", most=MOST_DEPTH))
    if b"\\u" in body:
        require_text(json.dumps(data, ensure_ascii=False))
    return data


_EXAMPLE = Formula('{"cards": "23 3 13"}')


def require_text(text: str) -> None:
    """Refuse halves of characters, which are no text and can be written nowhere."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UnreadableError(msg("The text has characters that are none.")) from None


def _no_constant(name: str) -> object:
    raise ValueError(name)


# Made once: to make one takes longer than what it does.
_DECODER = json.JSONDecoder(parse_constant=_no_constant)
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _depth(data: Any) -> int:
    """Measure how deeply *data* is nested."""
    depth, level = 0, [data]
    while level:
        depth += 1
        level = [
            part
            for one in level
            if isinstance(one, (dict, list))
            for part in (one.values() if isinstance(one, dict) else one)
        ]
    return depth


def read_pairs(request: Request) -> list[tuple[str, str]]:
    """Read the query string of *request*; raises InputError for one that is no text, or has too many fields."""
    query = request.scope["query_string"].decode("latin-1")
    try:
        return parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise UnreadableError(
            msg("The address cannot be read: it is UTF-8, with at most {most} fields.", most=MOST_FIELDS)
        ) from None


def answer_json(data: Any, status: int = 200, **headers: str) -> Response:
    """Answer with *data* as JSON."""
    return Response(_ENCODER.encode(data).encode(), status, headers, "application/json")


class Asker:
    """Answers one *question*, asked by GET with a query string or by POST with JSON; slow work is for *thinkers*."""

    def __init__(self, question: Question, thinkers: Workers) -> None:
        self.question, self._thinkers = question, thinkers

    async def answer(self, request: Request) -> Response:
        """Answer *request*; raises PrimecardsError for what is refused."""
        question = self.question
        if request.method == "POST":
            kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise WrongTypeError(msg("The body has to be application/json."))
            data = await read_json(request)
        else:
            data = from_query(question.fields, read_pairs(request))
        request.state.language = language = language_of(request.scope, data.get("language"))
        values = read_all(question.fields, data)
        if question.quick:
            return answer_json(question.answer(values, language))
        return answer_json(await done(request, self._thinkers, question.answer, values, language))


class WrongTypeError(InputError):
    """A body of a type that is not read."""


async def done(request: Request, workers: Workers, function: Callable[..., Any], *args: Any) -> Any:
    """Have *workers* do function(*args), and stop it when whoever sent *request* has gone.

    Raises what the function raises of ours, BusyError where there is no room, `ClientDisconnect` when nobody waits.
    """
    job = workers.submit(function, *args)
    finished = asyncio.wrap_future(job.future)
    leaving = asyncio.ensure_future(_gone(request))
    leaving.add_done_callback(_heard)
    try:
        await asyncio.wait((finished, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not finished.done():
            raise ClientDisconnect
        return finished.result()
    except Stopped:
        raise BusyError(msg("The server is being stopped.")) from None
    finally:
        leaving.cancel()
        if not finished.done():
            job.stop()
            finished.add_done_callback(_heard)


def _heard(ended: asyncio.Future[Any]) -> None:
    """Take note of how it ended, so that nobody is told that nobody did."""
    if not ended.cancelled():
        ended.exception()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
