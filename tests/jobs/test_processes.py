"""Work in a process of its own: done or refused, and gone with who asked for it."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.db import IntegrityError
from psycopg.errors import CheckViolation

from referee.hosting.logs import LineFormatter
from referee.jobs import processes
from referee.jobs.processes import JobError, in_own_process

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds; on a busy machine a process takes some to start."""
LONG = 600.0
"""Seconds of a piece of work that is to be ended by somebody else."""


def do(work: Callable[..., Any], *args: object, **how: Any) -> Any:
    return in_own_process(work, *args, **{"seconds": PATIENCE, **how})


def children() -> set[int]:
    """The processes of this one that have not ended, but for the one that Python starts beside."""
    mine = psutil.Process().children(recursive=True)
    alive = {child.pid for child in mine if child.status() != psutil.STATUS_ZOMBIE}
    return alive - {resource_tracker._resource_tracker._pid}


def _touch_and_sleep(begun: Path) -> None:
    begun.touch()
    time.sleep(LONG)


def test_work_is_done_in_another_process_which_is_gone_afterwards():
    assert do(sum, [1, 2, 3]) == 6
    number = do(os.getpid)
    assert number != os.getpid()
    assert number not in children()


def test_what_the_work_raises_is_raised():
    with pytest.raises(KeyError, match="b"):
        do({"a": 1}.__getitem__, "b")
    with pytest.raises(TimeoutError, match="its own"):
        do(_raise_timeout)


def _raise_timeout() -> None:
    raise TimeoutError("its own")


def test_the_log_says_where_the_work_broke_off_and_nothing_of_a_row():
    try:
        do(_break_a_rule)
    except IntegrityError:
        record = logging.LogRecord("a", logging.ERROR, "", 1, "broken off", (), sys.exc_info())
    logged = LineFormatter().format(record)
    assert _break_a_rule.__name__ in logged
    assert "the rule" in logged
    assert "Mia" not in logged


def _break_a_rule() -> None:
    of_postgresql = CheckViolation("breaks the rule\nDETAIL: Failing row contains (Mia)")
    raise IntegrityError(*of_postgresql.args) from of_postgresql


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system has no niceness")
def test_everything_else_goes_first_unless_it_may_not_be_kept_waiting():
    assert do(os.nice, 0) == min(19, os.nice(0) + 10)
    assert do(os.nice, 0, niceness=0) == os.nice(0)


def test_a_ctrl_c_of_the_server_does_not_reach_it():
    assert do(_interrupt_oneself) == "still here"


def _interrupt_oneself() -> str:
    os.kill(os.getpid(), signal.SIGINT)
    return "still here"


def test_work_whose_process_is_killed_is_given_up():
    with pytest.raises(JobError, match="died"):
        do(os._exit, 3)


def test_an_answer_that_takes_too_long_is_given_up():
    before = children()
    with pytest.raises(JobError, match="too long"):
        do(time.sleep, LONG, seconds=1.5)
    assert children() <= before


def test_the_servers_end_does_not_wait_for_work_and_refuses_more(tmp_path):
    with ThreadPoolExecutor(1) as threads:
        working = threads.submit(do, _touch_and_sleep, tmp_path / "begun", seconds=LONG)
        deadline = time.monotonic() + PATIENCE
        while not (tmp_path / "begun").exists():
            assert time.monotonic() < deadline, "it has not begun"
            time.sleep(0.01)
        processes.end()
        with pytest.raises(JobError, match="died"):
            working.result(PATIENCE)
    before = children()
    with pytest.raises(JobError, match="the server ends"):
        do(sum, [1])
    assert children() == before


PARENT = """
import os, sys, threading, time
from referee.jobs import processes
if __name__ == "__main__":
    processes.in_own_process(os.getpid, seconds=60)
    if sys.argv[1] == "busy":
        long = {"target": processes.in_own_process, "args": (time.sleep, 600)}
        threading.Thread(**long, kwargs={"seconds": 600}).start()
        while not any(process.is_alive() for process in processes._running):
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
