"""Work in a process of its own: done or refused, and never in the way of what comes after it."""

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from referee.disputes.own_process import OwnProcess, OwnProcessError

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 20.0  # seconds; on a busy machine a process takes some to start
NICENESS = 10


@pytest.fixture
def make_process() -> Iterator[Callable[..., OwnProcess]]:
    """Makes processes that have ended when the test has."""
    made: list[OwnProcess] = []

    def make(**options: float) -> OwnProcess:
        made.append(OwnProcess(**options))
        return made[-1]

    yield make
    for process in made:
        process.end()


@pytest.fixture
def process(make_process: Callable[..., OwnProcess]) -> OwnProcess:
    return make_process()


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as pool:
        yield pool


def process_number(process: OwnProcess) -> int:
    return process.do("pid", os.getpid)


def wait_until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "what was waited for has not come"
        time.sleep(0.01)


def test_work_is_done_elsewhere_and_always_in_the_same_process(process):
    assert process.do("sum", sum, [1, 2, 3]) == 6
    number = process_number(process)
    assert number != os.getpid()
    assert process_number(process) == number


def test_no_process_is_started_before_there_is_work(process):
    before = len(psutil.Process().children(recursive=True))
    other = OwnProcess()
    assert len(psutil.Process().children(recursive=True)) == before
    other.end()
    with pytest.raises(OwnProcessError):
        other.do("sum", sum, [1])
    assert process.do("sum", sum, [1]) == 1
    assert len(psutil.Process().children(recursive=True)) > before


def test_what_the_work_raises_is_raised(process):
    with pytest.raises(KeyError, match="b"):
        process.do("key", {"a": 1}.__getitem__, "b")
    with pytest.raises(TimeoutError, match="its own"):
        process.do("late", _raise_timeout)
    assert process.do("sum", sum, [1]) == 1


def _raise_timeout() -> None:
    raise TimeoutError("its own")


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system has no niceness")
def test_everything_else_goes_first(process):
    assert process.do("nice", os.nice, 0) == min(19, os.nice(0) + NICENESS)


def test_a_ctrl_c_of_the_server_does_not_reach_it(process):
    number = process_number(process)
    os.kill(number, signal.SIGINT)
    assert process_number(process) == number


def test_a_process_that_was_killed_is_replaced(process):
    number = process_number(process)
    os.kill(number, signal.SIGKILL)
    assert process.do("sum", sum, [2, 2]) == 4
    assert process_number(process) != number


def test_work_goes_on_in_another_process_when_its_own_is_killed(process, threads):
    number = process_number(process)
    napping = threads.submit(process.do, "nap", time.sleep, 0.5)
    time.sleep(0.2)
    os.kill(number, signal.SIGKILL)
    assert napping.result(PATIENCE) is None
    assert process_number(process) != number


def test_work_that_kills_two_processes_is_given_up_and_the_next_is_done(process):
    with pytest.raises(OwnProcessError, match="died"):
        process.do("die", os._exit, 3)
    assert process.do("sum", sum, [2, 3]) == 5


def test_an_answer_that_takes_too_long_is_given_up(make_process):
    process = make_process(longest=1.5)
    number = process_number(process)
    start = time.monotonic()
    with pytest.raises(OwnProcessError, match="too long"):
        process.do("nap", time.sleep, 60)
    assert time.monotonic() - start < 5
    # Nobody waits for that work any more: its process ends, and another does what comes next.
    wait_until(lambda: not psutil.pid_exists(number))
    assert process.do("sum", sum, [1, 1]) == 2


def test_more_work_than_may_wait_is_refused_at_once(make_process, threads):
    process = make_process(most=2)
    process_number(process)
    napping = [threads.submit(process.do, f"nap {n}", time.sleep, 1) for n in range(2)]
    wait_until(lambda: len(process._under_way) == 2)
    start = time.monotonic()
    with pytest.raises(OwnProcessError, match="too much waits"):
        process.do("sum", sum, [1])
    assert time.monotonic() - start < 0.5
    assert [future.result(PATIENCE) for future in napping] == [None, None]
    assert process.do("sum", sum, [1]) == 1


def test_who_asks_for_the_same_gets_the_same_answer(make_process, threads):
    process = make_process(most=1)
    process_number(process)
    gate = threading.Barrier(8)

    def ask() -> int:
        gate.wait(PATIENCE)
        return process.do("same", _count_after_a_nap)

    asked: list[Future[int]] = [threads.submit(ask) for _ in range(8)]
    assert {future.result(PATIENCE) for future in asked} == {1}
    assert process.do("same", _count_after_a_nap) == 2


_numbers = itertools.count(1)


def _count_after_a_nap() -> int:
    time.sleep(0.3)
    return next(_numbers)


def test_its_end_does_not_wait_for_work_and_tells_who_waits(process, threads):
    number = process_number(process)
    napping = threads.submit(process.do, "nap", time.sleep, 15)
    wait_until(lambda: process._under_way)
    time.sleep(0.2)
    start = time.monotonic()
    process.end()
    with pytest.raises(OwnProcessError):
        napping.result(PATIENCE)
    assert time.monotonic() - start < 5
    wait_until(lambda: not psutil.pid_exists(number))


PARENT = """
import os, signal, sys, threading, time
from referee.disputes.own_process import OwnProcess
if __name__ == "__main__":
    process = OwnProcess()
    process.do("pid", os.getpid)
    if sys.argv[1] == "busy":
        threading.Thread(target=process.do, args=("nap", time.sleep, 15), daemon=True).start()
        time.sleep(0.3)
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("state", ["idle", "busy"])
def test_no_process_is_left_when_its_parent_is_killed(tmp_path, state):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen(
        [sys.executable, script, state],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        children = psutil.Process(parent.pid).children(recursive=True)
        assert children
        parent.kill()
    gone, alive = psutil.wait_procs(children, timeout=PATIENCE)
    assert (len(gone), alive) == (len(children), [])
