"""Processes that do the work which takes long, and that can be stopped while they do it.

The process that answers requests does nothing that takes longer than a moment. A job is stopped by ending its process;
the next job gets a fresh one. Nothing here depends on an event loop: a job's future is one of `concurrent.futures`.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import traceback
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Condition, Thread
from typing import Any

from primecards.errors import PrimecardsError
from primecards.messages import Message, msg

_LOG = logging.getLogger("primecards.web")
_SPAWN = multiprocessing.get_context("spawn")  # alike on every system, and safe beside threads
SOON = 5  # seconds after which it is worth trying again


class BusyError(PrimecardsError):
    """There is no room for a further job; *seconds* from now there may be."""

    def __init__(self, message: Message, seconds: int = SOON) -> None:
        """Keep the *message* and after how many *seconds* to try again."""
        super().__init__(message)
        self.seconds = seconds


class Stopped(Exception):  # noqa: N818 - nothing has gone wrong
    """The job was stopped before it was done."""


class WorkFailed(Exception):  # noqa: N818 - the fault is ours, and it is in the log
    """The job raised what it should not, or its process was lost."""


class Job:
    """One piece of work: *future* has its result or raises its error, and `stop` ends it."""

    def __init__(self, owner: Workers, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.future: Future[Any] = Future()
        self.function, self.args = function, args
        self.stopped = False
        self.process: BaseProcess | None = None
        self._owner = owner

    def stop(self) -> None:
        """End the work, wherever it has come; without effect once it is done."""
        self._owner.stop(self)


class Workers:
    """At most *count* processes, each doing one job at a time; *room* for so many more jobs that wait for one.

    Every process begins by importing *modules*. A job that takes more than *patience* seconds is stopped.
    """

    def __init__(self, count: int, *, room: int = 0, patience: float = 60, modules: tuple[str, ...] = ()) -> None:
        self.count, self.room, self.patience, self.modules = count, room, patience, modules
        self._changed = Condition()
        self._waiting: deque[Job] = deque()
        self._under_way = 0
        self._closed = False
        self._processes: set[BaseProcess] = set()
        self._threads: list[Thread] = []

    def start(self) -> None:
        """Start the processes now, so that the first job need not wait for one."""
        with self._changed:
            if self._threads or self._closed:
                return
            self._threads = [Thread(target=self._run, daemon=True, name="worker") for _ in range(self.count)]
            for thread in self._threads:
                thread.start()

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Job:
        """Begin to do function(*args), which travel by pickle; raises BusyError where there is no room for it."""
        self.start()
        job = Job(self, function, args)
        with self._changed:
            if self._closed:
                raise BusyError(msg("The server is being stopped."))
            if self._under_way >= self.count + self.room:
                raise BusyError(msg("The server is busy. Please try again in a few seconds."))
            self._under_way += 1
            self._waiting.append(job)
            self._changed.notify()
        return job

    def stop(self, job: Job) -> None:
        """Stop *job*: see `Job.stop`."""
        with self._changed:
            job.stopped = True
            if job in self._waiting:
                self._waiting.remove(job)
                self._under_way -= 1
            elif job.process is not None:
                job.process.kill()
                return
            else:
                return
        job.future.set_exception(Stopped())

    def close(self) -> None:
        """End every process; jobs that are not done are stopped. All can be started again."""
        with self._changed:
            self._closed = True
            left = list(self._waiting)
            self._waiting.clear()
            for process in self._processes:
                process.kill()
            self._changed.notify_all()
        for job in left:
            job.future.set_exception(Stopped())
        for thread in self._threads:
            thread.join()
        with self._changed:
            self._threads, self._under_way, self._closed = [], 0, False

    # --- In the threads -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        """Do job after job, in a process of this thread's own."""
        worker = self._fresh()
        while (job := self._next()) is not None:
            answer = self._do(job, worker)
            if not worker.alive:
                self._end(worker)
                worker = self._fresh()
            with self._changed:
                self._under_way -= 1
            answer()
        self._end(worker)

    def _fresh(self) -> _Worker:
        worker = _Worker(self.modules)
        with self._changed:
            self._processes.add(worker.process)
            if self._closed:
                worker.process.kill()
        return worker

    def _end(self, worker: _Worker) -> None:
        with self._changed:
            self._processes.discard(worker.process)
        worker.end()

    def _next(self) -> Job | None:
        with self._changed:
            while not self._waiting:
                if self._closed:
                    return None
                self._changed.wait()
            return self._waiting.popleft()

    def _do(self, job: Job, worker: _Worker) -> Callable[[], None]:
        """Do *job*, and return what tells its future how it went."""
        with self._changed:
            job.process = None if job.stopped or self._closed else worker.process
        if job.process is None:
            return lambda: job.future.set_exception(Stopped())
        result: Any = None
        error: Exception | None = None
        try:
            result = worker.do(job.function, job.args, self.patience)
        except (PrimecardsError, WorkFailed) as raised:
            error = raised
        with self._changed:
            job.process = None
            if error is not None and (job.stopped or self._closed):
                error = Stopped()
        if isinstance(error, WorkFailed):
            _LOG.error("A job failed: %s", error)
        return lambda: job.future.set_exception(error) if error else job.future.set_result(result)


class _Worker:
    """A process, and the line to it."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        self._line, far = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_work, args=(far, modules), daemon=True)
        self.process.start()
        far.close()
        self.alive = True

    def do(self, function: Callable[..., Any], args: tuple[Any, ...], patience: float) -> Any:
        """Have function(*args) done; raises what it raises of ours, and WorkFailed for all else."""
        try:
            self._line.send((function, args))
            if not self._line.poll(patience):
                self.alive = False
                raise BusyError(msg("This takes too long here, and was stopped: ask for less at a time."))
            well, outcome = self._line.recv()
        except (EOFError, OSError):
            self.alive = False
            raise WorkFailed("its process was lost") from None
        if well:
            return outcome
        raise outcome if isinstance(outcome, PrimecardsError) else WorkFailed(outcome)

    def end(self) -> None:
        """End the process at once."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self._line.close()


def _work(line: Connection, modules: tuple[str, ...]) -> None:
    """Do what comes over the *line* until it is cut: the life of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    for module in modules:
        import_module(module)
    while True:
        try:
            function, args = line.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, function(*args))
        except PrimecardsError as refused:
            answer = (False, refused)
        except Exception:  # noqa: BLE001 - whatever it is, the process lives on and the server tells its log
            answer = (False, traceback.format_exc())
        try:
            line.send(answer)
        except OSError:
            return
