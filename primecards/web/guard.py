"""What stands before every page and answer: bounds on requests, and the headers that keep browsers careful."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from primecards.languages import LANGUAGES
from primecards.messages import Message, msg

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send
    from starlette.types import Message as Event

MOST_BODY = 64 * 1024
MOST_ADDRESS = 8_000
ITEM_PATH = "/practise/item"  # which scripts ask
PATIENCE = 20.0  # seconds for a body to arrive

# Everything from here and nothing from elsewhere; no script or style inside a page, so that none can be slipped in.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
_ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class _TooLong(Exception):  # noqa: N818 - it never leaves this file
    """The body is longer than is read."""


class _TooSlow(Exception):  # noqa: N818 - it never leaves this file
    """The body does not come."""


class Guard:
    """Lets *app* see only requests of bounded size, and gives every answer its headers.

    *refuse* makes the answer to a request that is refused: of a path, a status and a message.
    """

    def __init__(self, app: ASGIApp, refuse: Callable[[Scope, int, Message], Response]) -> None:
        self._app, self._refuse = app, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        careful = _careful(send, is_data(scope))
        if scope["method"] == "OPTIONS" and is_data(scope) and _asks_whether(scope):
            await _allowed(scope, receive, careful)
            return
        if len(scope["query_string"]) + len(scope["raw_path"] or b"") > MOST_ADDRESS:
            too_long = msg("The address is too long: at most {most} characters are read.", most=MOST_ADDRESS)
            await self._refuse(scope, 414, too_long)(scope, receive, careful)
            return
        length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if not length.isdigit() or len(length) > 9 or int(length) > MOST_BODY:
            await self._refuse(scope, 413, _TOO_LONG)(scope, receive, careful)
            return
        # Nothing answers before it has read the body, so that there is still time to refuse it.
        try:
            await self._app(scope, _bounded(receive), careful)
        except _TooLong:
            await self._refuse(scope, 413, _TOO_LONG)(scope, receive, careful)
        except _TooSlow:
            await self._refuse(scope, 408, _TOO_SLOW)(scope, receive, careful)


def _asks_whether(scope: Scope) -> bool:
    """Whether a browser asks, before a page of another site may ask, whether it may."""
    return any(name == b"access-control-request-method" for name, _ in scope["headers"])


async def _allowed(scope: Scope, receive: Receive, send: Send) -> None:
    from starlette.responses import Response

    headers = {
        "access-control-allow-methods": "GET, POST",
        "access-control-allow-headers": "content-type",
        "access-control-max-age": "86400",
    }
    await Response(status_code=204, headers=headers)(scope, receive, send)


_TOO_LONG = msg("The request is too long: at most {most} kB are read.", most=MOST_BODY // 1024)
_TOO_SLOW = msg("The request took too long to arrive.")


def _bounded(receive: Receive) -> Receive:
    """Count the body that *receive* brings, and wait for it no longer than it should take."""
    length = 0
    complete = False

    async def bounded() -> Event:
        nonlocal length, complete
        if complete:
            return await receive()
        try:
            async with asyncio.timeout(PATIENCE):
                event = await receive()
        except TimeoutError:
            raise _TooSlow from None
        if event["type"] == "http.request":
            length += len(event.get("body", b""))
            complete = not event.get("more_body", False)
            if length > MOST_BODY:
                raise _TooLong
        return event

    return bounded


def _careful(send: Send, data: bool) -> Send:
    """Add to the headers of an answer whatever it has not set itself."""

    async def careful(event: Event) -> None:
        if event["type"] == "http.response.start":
            headers = list(event["headers"])
            own = not data and any(name == _POLICY for name, _ in headers)
            headers += _DATA_HEADERS if data else _OWN_HEADERS if own else _PAGE_HEADERS
            event["headers"] = headers
        await send(event)

    return careful


def _raw(policy: str, **more: str) -> list[tuple[bytes, bytes]]:
    named = {**_ALWAYS, "content-security-policy": policy, **{name.replace("_", "-"): more[name] for name in more}}
    return [(name.encode(), value.encode()) for name, value in named.items()]


_POLICY = b"content-security-policy"
_PAGE_HEADERS = _raw(PAGE_POLICY, cross_origin_resource_policy="same-origin")
_OWN_HEADERS = [pair for pair in _PAGE_HEADERS if pair[0] != _POLICY]
# Tools on other sites may ask as well: there is nothing here that belongs to whoever asks.
_DATA_HEADERS = _raw(DATA_POLICY, access_control_allow_origin="*", cross_origin_resource_policy="cross-origin")


def is_data(scope: Scope) -> bool:
    """Whether programs are answered there, and not people."""
    path: str = scope["path"]
    return path.startswith("/api/") or path == ITEM_PATH


def language_of(scope: Scope, asked: object = None) -> str:
    """Choose the language of an answer: the one *asked* for if we speak it, else what the reader's browser prefers."""
    if isinstance(asked, str) and asked in LANGUAGES:
        return asked
    for name, value in scope["headers"]:
        if name == b"accept-language":
            return _preferred(value.decode("latin-1")[:200])
    return LANGUAGES[0]


@lru_cache(maxsize=256)
def _preferred(header: str) -> str:
    """Choose from an Accept-Language header."""
    best, weight = LANGUAGES[0], 0.0
    for part in header.split(","):
        name, _, rest = part.strip().partition(";")
        language = {"iw": "he"}.get(name[:2].lower(), name[:2].lower())
        try:
            own = float(rest.strip().removeprefix("q=") or 1)
        except ValueError:
            own = 0.0
        if language in LANGUAGES and own > weight:
            best, weight = language, own
    return best
