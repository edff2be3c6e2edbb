"""Work in a process of its own: done or refused, and never in the way of what comes after it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import resource_tracker
from pathlib import Path

import psutil
import pytest

from referee.disputes.own_process import OwnProcess, OwnProcessError

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds; on a busy machine a process takes some to start."""
LONG = 600.0
"""Seconds of a piece of work that is to be ended by somebody else."""
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


def wait_until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "what was waited for has not come"
        time.sleep(0.01)


def children() -> set[int]:
    """The processes of this one that have not ended."""
    return {
        child.pid
        for child in psutil.Process().children(recursive=True)
        if child.status() != psutil.STATUS_ZOMBIE
    }


def busy(process: OwnProcess, threads: ThreadPoolExecutor, tmp_path: Path) -> "Future[None]":
    """Work that goes on until somebody ends it, and has begun."""
    begun = tmp_path / "begun"
    working = threads.submit(process.do, "long", _touch_and_sleep, begun)
    wait_until(begun.exists)
    return working


def _touch_and_sleep(begun: Path) -> None:
    begun.touch()
    time.sleep(LONG)


def wait_for_gate(begun: Path, gate: Path) -> int:
    """Work that goes on until a file is there; a number of its own each time."""
    with begun.open("a") as file:
        file.write(".")
    while not gate.exists():
        time.sleep(0.01)
    return len(begun.read_text())


def test_work_is_done_in_another_process_which_is_gone_afterwards(process):
    assert process.do("sum", sum, [1, 2, 3]) == 6
    number = process.do("pid", os.getpid)
    assert number != os.getpid()
    assert number not in children()


def test_no_process_is_started_before_there_is_work(make_process):
    before = children()
    process = make_process()
    assert children() == before
    process.end()
    with pytest.raises(OwnProcessError):
        process.do("sum", sum, [1])
    assert children() == before


def test_what_the_work_raises_is_raised(process):
    with pytest.raises(KeyError, match="b"):
        process.do("key", {"a": 1}.__getitem__, "b")
    with pytest.raises(TimeoutError, match="its own"):
        process.do("late", _raise_timeout)
    assert process.do("sum", sum, [1]) == 1


def _raise_timeout() -> None:
    raise TimeoutError("its own")


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system has no niceness")
def test_everything_else_goes_first_unless_it_may_not_be_kept_waiting(process, make_process):
    assert process.do("nice", os.nice, 0) == min(19, os.nice(0) + NICENESS)
    assert make_process(niceness=0).do("nice", os.nice, 0) == os.nice(0)


def test_a_ctrl_c_of_the_server_does_not_reach_it(process):
    assert process.do("interrupt", _interrupt_oneself) == "still here"


def _interrupt_oneself() -> str:
    os.kill(os.getpid(), signal.SIGINT)
    return "still here"


def test_work_whose_process_is_killed_is_given_up_and_the_next_is_done(process):
    with pytest.raises(OwnProcessError, match="died"):
        process.do("die", os._exit, 3)
    assert process.do("sum", sum, [2, 3]) == 5


def test_an_answer_that_takes_too_long_is_given_up(make_process):
    process = make_process(max_seconds=1.5)
    before = children()
    with pytest.raises(OwnProcessError, match="too long"):
        process.do("sleep", time.sleep, LONG)
    assert children() <= before | children_of_multiprocessing()


def children_of_multiprocessing() -> set[int]:
    """The process that Python starts beside the first one."""
    return {resource_tracker._resource_tracker._pid}


def test_one_piece_of_work_is_done_after_the_other(process, threads, tmp_path):
    marks = tmp_path / "marks"
    asked = [threads.submit(process.do, n, _enter_and_leave, marks) for n in range(4)]
    for future in asked:
        future.result(PATIENCE)
    assert marks.read_text() == "in out " * 4


def _enter_and_leave(marks: Path) -> None:
    for mark in ("in ", "out "):
        with marks.open("a") as file:
            file.write(mark)
        time.sleep(0.05)


def test_more_work_than_the_queue_takes_is_refused(make_process, tmp_path):
    process = make_process(max_queue=2, max_seconds=LONG)
    begun, gate = tmp_path / "begun", tmp_path / "gate"
    waiting = [process.begin(n, wait_for_gate, begun, gate) for n in range(2)]
    with pytest.raises(OwnProcessError, match="too much waits"):
        process.do("sum", sum, [1])
    assert not any(future.done() for future in waiting), "it was refused at once"
    gate.touch()
    assert [future.result(PATIENCE) for future in waiting] == [1, 2]
    assert process.do("sum", sum, [1]) == 1


def test_who_asks_for_the_same_gets_the_same_answer(make_process, tmp_path):
    process = make_process(max_queue=1)
    begun, gate = tmp_path / "begun", tmp_path / "gate"
    asked = [process.begin("same", wait_for_gate, begun, gate) for _ in range(8)]
    gate.touch()
    assert {future.result(PATIENCE) for future in asked} == {1}
    assert process.do("same", wait_for_gate, begun, gate) == 2


def test_its_end_does_not_wait_for_work_and_tells_who_waits(make_process, threads, tmp_path):
    process = make_process(max_seconds=LONG)
    working = busy(process, threads, tmp_path)
    waiting = threads.submit(process.do, "sum", sum, [1])
    wait_until(lambda: len(process._queue) == 2)
    process.end()
    for future in (working, waiting):
        with pytest.raises(OwnProcessError):
            future.result(PATIENCE)


PARENT = """
import sys, os, time
from referee.disputes.own_process import OwnProcess
if __name__ == "__main__":
    process = OwnProcess(max_seconds=600)
    process.do("pid", os.getpid)
    if sys.argv[1] == "busy":
        process.begin("sleep", time.sleep, 600)
        while process._process is None or not process._process.is_alive():
            time.sleep(0.01)
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
        started = psutil.Process(parent.pid).children(recursive=True)
        assert started
        parent.kill()
    gone, alive = psutil.wait_procs(started, timeout=PATIENCE)
    assert (len(gone), alive) == (len(started), [])
