"""Work in a process of its own: done or refused, and gone with who asked for it."""

import logging
import os
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

from referee.hosting.logs import LineFormatter
from referee.jobs import processes
from referee.jobs.processes import JobError, in_own_process
from tests.jobs.breaking import break_a_rule
from tests.jobs.work import LONG, interrupt_oneself, raise_timeout, touch_and_sleep

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds; on a busy machine a process takes some to start."""


def do(work: Callable[..., Any], *args: object, **how: Any) -> Any:
    return in_own_process(work, *args, **{"seconds": PATIENCE, **how})


def children() -> set[int]:
    """The processes of this one that have not ended, but for the one that Python starts beside."""
    mine = psutil.Process().children(recursive=True)
    alive = {child.pid for child in mine if child.status() != psutil.STATUS_ZOMBIE}
    return alive - {resource_tracker._resource_tracker._pid}


def test_work_is_done_behind_others_in_a_process_that_no_ctrl_c_ends_and_that_goes_with_it():
    number, niceness = do(interrupt_oneself)
    assert number != os.getpid()
    assert number not in children()
    assert niceness == min(19, os.nice(0) + 10)


def test_work_that_may_not_be_kept_waiting_goes_with_everything_else():
    assert do(os.nice, 0, niceness=0) == os.nice(0)


def test_what_the_work_raises_is_raised_and_not_taken_for_the_end_of_its_process():
    with pytest.raises(TimeoutError, match="its own"):
        do(raise_timeout)


def test_the_log_says_where_the_work_broke_off_and_nothing_of_a_row():
    try:
        do(break_a_rule)
    except IntegrityError:
        record = logging.LogRecord("a", logging.ERROR, "", 1, "broken off", (), sys.exc_info())
    logged = LineFormatter().format(record)
    assert break_a_rule.__name__ in logged
    assert "the rule" in logged
    assert "Mia" not in logged


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
        working = threads.submit(do, touch_and_sleep, tmp_path / "begun", seconds=LONG)
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
import sys, threading, time
from referee.jobs import processes
if __name__ == "__main__":
    long = {"target": processes.in_own_process, "args": (time.sleep, 600)}
    threading.Thread(**long, kwargs={"seconds": 600}).start()
    while not any(process.is_alive() for process in processes._running):
        time.sleep(0.01)
    print("ready", flush=True)
    sys.stdin.read()
"""


def test_no_process_is_left_when_its_parent_is_killed(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen(
        [sys.executable, script],
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
    _gone, alive = psutil.wait_procs(started, timeout=PATIENCE)
    assert alive == []
