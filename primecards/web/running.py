"""The server as a process: its address, the requests it will not read, and its end."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import closing

from primecards.errors import PrimecardsError
from primecards.messages import Formula, msg

MOST_HEAD = 32 * 1024  # bytes of a request before its body
MOST_CONNECTIONS = 500
PATIENCE = 2  # seconds in which answers under way may be finished when the server is stopped


def require_web() -> None:
    """Raise PrimecardsError, which says how to get them, where the libraries of the server are missing."""
    try:
        import starlette  # noqa: F401 - whether it is there
        import uvicorn  # noqa: F401
    except ImportError:
        raise PrimecardsError(
            msg("The server needs Starlette and Uvicorn: {command}", command=Formula("pip install 'primecards[web]'"))
        ) from None


def serve(host: str, port: int, printers: int, tell: Callable[[str], None]) -> None:
    """Answer at *host* and *port* (0: any that is free) until Ctrl-C; *tell* gets the address once it answers.

    Raises PrimecardsError where the libraries are missing or the address cannot be had.
    """
    require_web()
    import uvicorn

    from primecards.web.app import create_app

    with closing(_listen(host, port)) as listening:
        config = uvicorn.Config(
            create_app(printers=printers),
            http=_protocol(),
            ws="none",
            log_level="error",
            access_log=False,
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=PATIENCE,
        )
        server = uvicorn.Server(config)
        tell(_address(host, listening))
        try:
            server.run(sockets=[listening])
        except KeyboardInterrupt:  # Uvicorn raises it again once all is put away
            return


def _listen(host: str, port: int) -> socket.socket:
    try:
        (family, *_, address), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        listening = socket.socket(family)
    except (OSError, UnicodeError):
        raise _unusable(host, port, "there is no such address here") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise _unusable(host, port, error.strerror or str(error)) from None
    return listening


def _unusable(host: str, port: int, reason: str) -> PrimecardsError:
    return PrimecardsError(
        msg(
            "The server cannot listen at {address}: {reason}. Give another --host or --port; --port 0 takes any "
            "that is free.",
            address=Formula(f"{host[:60]}:{port}"),
            reason=reason,
        )
    )


def _address(host: str, listening: socket.socket) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{listening.getsockname()[1]}/"


def _protocol() -> type | str:
    """Return what reads requests: quickly with httptools, which itself reads headers without end."""
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ImportError:
        return "h11"

    class Bounded(HttpToolsProtocol):
        """Refuses a request whose head is too long."""

        _head, _read, _ended = True, 0, False

        def data_received(self, data: bytes) -> None:
            self._ended = False
            super().data_received(data)
            # Of what came with the end of a body nobody knows how much belongs to the next head.
            if self._head and not self._ended and not self.transport.is_closing():
                self._read += len(data)
                if self._read > MOST_HEAD:
                    self.send_400_response("The head of the request is too long.")

        def on_message_begin(self) -> None:
            self._head, self._read = True, 0
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            self._head = False
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._head, self._read, self._ended = True, 0, True
            super().on_message_complete()

    return Bounded
