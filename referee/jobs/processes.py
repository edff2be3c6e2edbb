"""Does work in a process of its own: in a thread it would hold up everybody's taps, as Python
computes in one thread at a time."""

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

R = TypeVar("R")

_spawn = multiprocessing.get_context("spawn")
_lock = threading.Lock()
_running: set[BaseProcess] = set()
_over = threading.Event()


class JobError(Exception):
    """The work was not done: it took too long, its process died, or the server ends."""


def in_own_process(
    work: Callable[..., R],
    *args: Any,
    seconds: float,
    niceness: int = 10,
    prepare: Callable[[], object] | None = None,
) -> R:
    """Return or raise what the work does.

    Args:
        work: pickled, as are its arguments and answer; the process imports what it needs and no
            more.
        niceness: how far other processes go first.
        prepare: is called in the process before the work is imported.
    """
    ours, theirs = _spawn.Pipe()
    process = _spawn.Process(target=_work, args=(niceness, prepare, theirs), daemon=True)
    with _lock:
        if _over.is_set():
            raise JobError("the server ends")
        process.start()
        _running.add(process)
    theirs.close()  # so that the other end's death is noticed
    try:
        ours.send((work, args))
        if not ours.poll(max(0.0, seconds)):
            raise JobError("it takes too long")
        answer: R | BaseException
        answer, cause = ours.recv()
    except (EOFError, OSError) as error:
        raise JobError("its process died") from error
    finally:
        process.kill()
        process.join()
        ours.close()
        _running.discard(process)
    if isinstance(answer, BaseException):
        raise answer from cause
    return answer


def end() -> None:
    """Kill all processes, and begin no other one."""
    with _lock:
        _over.set()
        for process in tuple(_running):
            process.kill()


def _work(niceness: int, prepare: Callable[[], object] | None, theirs: Connection) -> None:
    """Do the work in the other process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the server
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_die_with_the_server, daemon=True).start()
    if prepare is not None:
        prepare()
    work, args = theirs.recv()
    cause = None
    try:
        answer = work(*args)
    except Exception as error:
        # Neither is pickled with it: where it was raised, and PostgreSQL's own error, by which the
        # log knows what of it is about a row.
        error.add_note("".join(traceback.format_tb(error.__traceback__)))
        answer, cause = error, error.__cause__
    theirs.send((answer, cause))


def _die_with_the_server() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None  # noqa: S101  # only a spawned process calls it
    wait([parent.sentinel])
    os._exit(0)
