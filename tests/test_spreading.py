"""Work spread over processes: in order, little at a time, again when a worker is lost, and refused in one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from primecards import OutOfRangeError, PrimecardsError, UnreadableError, spreading
from primecards.spreading import spread, workers


def square(number: int) -> int:
    return number * number


def process_of(_: int) -> int:
    return os.getpid()


def die_the_first_time(task: tuple[str, int]) -> int:
    """Be killed over task 3, once for all."""
    folder, number = task
    if number == 3:
        try:
            (Path(folder) / "died").touch(exist_ok=False)
        except FileExistsError:
            return number
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number: int) -> None:
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)


def refuse(number: int) -> int:
    if number == 2:
        raise LookupError("not two")
    return number


def interrupted(_: int) -> bool:
    """Whether Ctrl-C would reach this process: the terminal sends it to all."""
    os.kill(os.getpid(), signal.SIGINT)
    return True


class Late:
    """An executor whose work is done when somebody asks for it, by the last task begun first."""

    def __init__(self) -> None:
        self.under_way = self.most = 0
        self.cancelled = 0

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        outer = self

        class Later(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                if not self.done():
                    outer.under_way -= 1
                    self.set_result(function(*args))
                return super().result(timeout)

            def cancel(self) -> bool:
                outer.cancelled += 1
                return super().cancel()

        return Later()


class Losing:
    """An executor that loses every worker."""

    def __init__(self, at_once: bool) -> None:
        self.at_once, self.begun = at_once, 0

    def submit(self, _function: Callable[..., Any], /, *_args: Any) -> Future[Any]:
        self.begun += 1
        if self.at_once:
            raise BrokenExecutor
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor())
        return future


# --- Order and bounds ---------------------------------------------------------------------------------------------


def test_results_come_in_the_order_of_the_tasks_wherever_they_are_made() -> None:
    expected = [square(number) for number in range(200)]
    assert list(spread(square, range(200))) == expected
    with ThreadPoolExecutor(3) as threads:
        assert list(spread(square, range(200), executor=threads)) == expected
    with workers(2) as processes:
        assert list(spread(square, range(200), executor=processes)) == expected
        assert os.getpid() not in set(spread(process_of, range(20), executor=processes))
    with workers(1) as none:
        assert none is None


def test_no_task_is_asked_for_before_there_is_room_for_it() -> None:
    asked = 0

    def tasks() -> Iterator[int]:
        nonlocal asked
        while True:
            asked += 1
            yield asked

    late = Late()
    results = spread(square, tasks(), executor=late, ahead=7)
    assert asked == 0
    for number in range(1, 1000):
        assert next(results) == square(number)
        assert asked <= number + 7
    assert late.most == 7
    results.close()
    assert late.cancelled == 6
    results = spread(square, tasks())
    asked = 0
    assert [next(results), next(results)] == [1, 4]
    assert asked == 2


def test_what_a_task_raises_is_raised_at_its_turn() -> None:
    with workers(2) as processes:
        results = spread(refuse, range(5), executor=processes)
        assert [next(results), next(results)] == [0, 1]
        with pytest.raises(LookupError, match="not two"):
            next(results)


# --- Workers that are lost ----------------------------------------------------------------------------------------


def test_a_task_whose_process_was_killed_is_done_by_another(tmp_path: Path) -> None:
    with workers(2) as processes:
        tasks = [(str(tmp_path), number) for number in range(12)]
        assert list(spread(die_the_first_time, tasks, executor=processes)) == list(range(12))
    assert (tmp_path / "died").exists()


def test_a_task_that_kills_its_process_again_and_again_is_given_up() -> None:
    with workers(2) as processes:
        results = spread(die, [1], executor=processes)
        with pytest.raises(PrimecardsError, match="lost its worker 3 times"):
            next(results)
        assert list(spread(square, [4], executor=processes)) == [16]


@pytest.mark.parametrize("at_once", [False, True])
def test_an_executor_that_loses_every_worker_is_given_up_after_three_tries(at_once: bool) -> None:
    losing = Losing(at_once)
    with pytest.raises(PrimecardsError, match="lost its worker 3 times"):
        list(spread(square, [1], executor=losing))
    assert losing.begun == 3


def test_the_processes_are_deaf_to_ctrl_c() -> None:
    with workers(2) as processes:
        assert all(spread(interrupted, range(8), executor=processes))


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux for the children of a process")
@pytest.mark.parametrize("end", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_no_process_outlives_a_command_that_is_told_to_end_or_is_killed(end: str, tmp_path: Path) -> None:
    number = int(getattr(signal, end))
    heard = "" if end == "SIGKILL" else f"signal.signal({number}, signal.SIG_DFL)"  # it may be ignored, as under nohup
    program = f"import signal, sys; {heard}\nfrom primecards.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", program, "simulate", "--games", "10000000", "--processes", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(tmp_path)}) as parent:
        while len(processes := children(parent.pid)) < 3:  # Python's own tracker of what is shared is one as well
            assert parent.poll() is None
            time.sleep(0.05)
        parent.send_signal(number)
        _, said = parent.communicate(timeout=60)
    if end == "SIGKILL":
        assert parent.returncode == -signal.SIGKILL
    else:
        assert (parent.returncode, said) == (128 + number, b"")
    until = time.monotonic() + 60
    while any(Path(f"/proc/{process}").exists() for process in processes):
        assert time.monotonic() < until, processes
        time.sleep(0.05)
    assert list(tmp_path.iterdir()) == []


def children(process: int) -> list[int]:
    """The processes that *process* has started."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


# --- Refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, -1, True, 1.5])
def test_an_impossible_number_of_processes_is_refused(count: Any) -> None:
    with pytest.raises(OutOfRangeError, match="processes is a whole number from 1 up"), workers(count):
        pass


@pytest.mark.parametrize("address", ["", "here", "127.0.0.1:8786", "tcp://host", "tcp://:x", "tcp://a b:1"])
def test_what_is_no_address_of_a_cluster_is_refused(address: str) -> None:
    with pytest.raises(UnreadableError, match="is no address of a cluster; one looks like tcp://"), workers(1, address):
        pass


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://127.0.0.1:1", "tcp://nowhere.invalid:8786"])
def test_a_cluster_that_does_not_answer_is_told_so_in_time(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "PATIENCE", 1)
    started = time.monotonic()
    with pytest.raises(PrimecardsError, match=f"No cluster answers at {address}"), workers(1, address):
        pass
    assert time.monotonic() - started < 15


def test_without_dask_the_command_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(PrimecardsError, match=r"pip install 'primecards\[cluster\]'"), workers(1, "tcp://127.0.0.1:1"):
        pass
