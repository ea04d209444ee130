"""Work spread over processes and clusters: the same results in the same order, wherever each was made.

Anything that has `submit`, as the executors of `concurrent.futures` do, can do the work; so can none, in this process.
"""

from __future__ import annotations

import atexit
import logging
import multiprocessing
import os
import re
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread, main_thread
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Protocol, TypeVar

from primecards.errors import OutOfRangeError, PrimecardsError, UnreadableError
from primecards.messages import Formula, msg

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
R = TypeVar("R")

TRIES = 3
AHEAD = 4  # tasks under way for each worker: enough that none waits while results are taken in order
PATIENCE = 10  # seconds for a cluster to answer
_ADDRESS = re.compile(r"[a-z]+://[^\s/]+:\d+")


class Executor(Protocol):
    """What can do work: an executor of `concurrent.futures`, of Dask, or what `workers` gives."""

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Begin to do function(*args)."""
        ...


@dataclass(frozen=True, slots=True)
class _Attempt(Generic[T]):
    task: T
    future: Future[Any]
    number: int = 1


def spread(
    function: Callable[[T], R], tasks: Iterable[T], *, executor: Executor | None = None, ahead: int | None = None
) -> Generator[R]:
    """Go through function(task) for each of *tasks*, in their order, the work being done by *executor* or right here.

    At most *ahead* tasks are under way or done and not yet taken, and no further task is asked for, so that there may
    be any number of them. Function, tasks and results travel by pickle. A task whose worker is lost is tried again;
    one that has lost three is given up with a PrimecardsError. What else a task raises is raised here. Whatever is
    under way when the caller stops is cancelled.

    >>> list(spread(abs, [-1, 2, -3]))
    [1, 2, 3]
    """
    if executor is None:
        for task in tasks:
            yield function(task)
        return
    most = ahead or AHEAD * getattr(executor, "count", os.cpu_count() or 1)
    lost, coming = _losses(), iter(tasks)
    waiting: deque[_Attempt[T]] = deque()
    try:
        while True:
            while len(waiting) < most:
                try:
                    task = next(coming)
                except StopIteration:
                    break
                waiting.append(_Attempt(task, _submit(executor, function, task)))
            if not waiting:
                return
            try:
                result = waiting[0].future.result()
            except lost:
                # Whatever else went with the same worker is begun again now, not when its turn comes.
                waiting = deque(_again(attempt, executor, function, lost) for attempt in waiting)
                continue
            waiting.popleft()
            yield result
    finally:
        for attempt in waiting:
            attempt.future.cancel()


def _losses() -> tuple[type[BaseException], ...]:
    """List the errors that tell of a lost worker and not of the task."""
    dask = sys.modules.get("distributed.scheduler")
    return (BrokenExecutor, CancelledError, *([dask.KilledWorker] if dask else []))


def _submit(executor: Executor, function: Callable[[T], R], task: T) -> Future[R]:
    try:
        return executor.submit(function, task)
    except BrokenExecutor as error:
        broken: Future[R] = Future()
        broken.set_exception(error)
        return broken


def _again(
    attempt: _Attempt[T], executor: Executor, function: Callable[[T], R], lost: tuple[type[BaseException], ...]
) -> _Attempt[T]:
    """Begin the task of *attempt* anew if its worker was lost; otherwise leave it as it is."""
    future = attempt.future
    if not future.done() or not (future.cancelled() or isinstance(future.exception(), lost)):
        return attempt
    if attempt.number == TRIES:
        raise PrimecardsError(
            msg("The work was given up: the same piece of it lost its worker {times} times.", times=TRIES)
        )
    return _Attempt(attempt.task, _submit(executor, function, attempt.task), attempt.number + 1)


# --- Workers ------------------------------------------------------------------------------------------------------


@contextmanager
def workers(processes: int = 1, cluster: str | None = None) -> Iterator[Executor | None]:
    """Give what `spread` takes as executor: so many *processes*, or the Dask *cluster* at an address.

    One process is this one: None. A script that asks for more keeps its own work under `if __name__ == "__main__"`,
    since each of them reads it anew. Raises OutOfRangeError for less than one, UnreadableError for what is no address,
    and PrimecardsError when Dask is not installed, nothing answers, or the workers there cannot do our work.
    """
    if cluster is not None:
        with _cluster(cluster) as client:
            yield _Cluster(client, cluster)
    elif isinstance(processes, bool) or not isinstance(processes, int) or processes < 1:
        raise OutOfRangeError(
            msg("{name} is a whole number from {least} up, not {value}.", name="processes", least=1,
                value=Formula(repr(processes)))
        )  # fmt: skip
    elif processes == 1:
        yield None
    else:
        pool = _Processes(processes)
        try:
            yield pool
        finally:
            pool.shutdown()


class _Processes:
    """A pool of processes that is made anew when one of them is lost."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = self._make()

    def _make(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.count,
            multiprocessing.get_context("spawn"),  # alike on every system, and safe beside threads
            initializer=_begin,
        )

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Begin to do function(*args) in one of the processes."""
        with _deaf_to_interrupts():
            try:
                return self._pool.submit(function, *args)
            except BrokenExecutor:
                self._pool.shutdown()
                self._pool = self._make()
                return self._pool.submit(function, *args)

    def shutdown(self) -> None:
        """Let every process end what it is doing, and nothing more."""
        self._pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave Ctrl-C to the parent, which stops the others, and end when it has been killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the parent to end; then end this process as well, which would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(main_thread().ident or 0, signal.SIGTERM)
        else:
            os._exit(1)


def _leave(*_: object) -> NoReturn:
    """End at once, whatever is under way, without its temporary files; SystemExit would be taken for a task's error."""
    atexit._run_exitfuncs()  # noqa: SLF001 - there is no public way
    os._exit(1)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let processes that start now be deaf to Ctrl-C from the first; here it is heard a moment later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Cluster:
    """The workers of a Dask cluster."""

    def __init__(self, client: Client, address: str) -> None:
        self._client, self._address = client, address

    @property
    def count(self) -> int:
        """How many tasks the cluster does at a time, as far as it has grown by now."""
        threads: int = sum(self._client.nthreads().values())
        return max(1, threads)

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Begin to do function(*args) somewhere in the cluster."""
        if self._client.status != "running":  # what is begun while the scheduler is looked for may never end
            raise _gone(self._address)
        # Not by Dask's own executor, which reports every task that an interrupt leaves undone. Its futures do all that
        # is asked of them here.
        future: Future[Any] = self._client.submit(function, *args, pure=False)
        return future


@contextmanager
def _cluster(address: str) -> Iterator[Client]:
    if not isinstance(address, str) or not _ADDRESS.fullmatch(address):
        raise UnreadableError(
            msg(
                "{address} is no address of a cluster; one looks like {example}.",
                address=Formula(str(address)[:60]),
                example=Formula("tcp://127.0.0.1:8786"),
            )
        )
    try:
        from distributed import Client
        from distributed.comm import CommClosedError
    except ImportError:
        raise PrimecardsError(
            msg("A cluster needs Dask: {command}", command=Formula("pip install 'primecards[cluster]'"))
        ) from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong, our errors say
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError):  # no such host, nobody there, or a protocol that is not known
        raise PrimecardsError(msg("No cluster answers at {address}.", address=Formula(address))) from None
    with client:
        try:
            _check_workers(client, address)
            yield client
        except (CommClosedError, CancelledError):
            raise _gone(address) from None


def _gone(address: str) -> PrimecardsError:
    return PrimecardsError(msg("The cluster at {address} has gone.", address=Formula(address)))


def _check_workers(client: Client, address: str) -> None:
    """Let one worker show that it can do our work, before there is much of it."""
    try:
        client.submit(_try_out, pure=False).result(timeout=PATIENCE)
    except TimeoutError:
        raise PrimecardsError(
            msg("The cluster at {address} has no worker that is free.", address=Formula(address))
        ) from None
    except (ImportError, AttributeError, RuntimeError) as error:
        reason = str(error).partition("\n")[0]
        raise PrimecardsError(
            msg("The cluster at {address} needs this version of primecards: {reason}", address=Formula(address),
                reason=reason)
        ) from None  # fmt: skip


def _try_out() -> None:
    """Do nothing, where primecards can be imported."""
