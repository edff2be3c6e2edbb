"""Runs work that takes long in a process of its own, one piece at a time.

In a thread it would hold up everybody's taps: Python computes in one thread at a time. Work and
answer are pickled; the process imports what the work needs and no more.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_spawn = multiprocessing.get_context("spawn")


class OwnProcessError(Exception):
    """The work was not done: the queue is full, it took too long, or its process died."""


class OwnProcess:
    """Starts a process for each piece of work. Safe to use from several threads.

    An answer takes at most ``max_seconds``, the wait in the queue included; at most ``max_queue``
    pieces of work wait or run. ``niceness`` is how far other processes go first.
    """

    def __init__(self, max_seconds: float = 20.0, max_queue: int = 8, niceness: int = 10) -> None:
        self._max_seconds = max_seconds
        self._max_queue = max_queue
        self._niceness = niceness
        self._lock = threading.Lock()
        self._queue: dict[Hashable, Future[Any]] = {}
        self._runner = ThreadPoolExecutor(max_workers=1)
        self._process: BaseProcess | None = None
        self.is_over = False

    def do(self, key: Hashable, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the work, wait for it, and return or raise what it does."""
        try:
            return self.begin(key, work, *args, **kwargs).result()
        except CancelledError as error:
            raise OwnProcessError("the server ends") from error

    def begin(
        self, key: Hashable, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> "Future[R]":
        """Queue the work. Work with the key of some in the queue shares its answer."""
        with self._lock:
            if key in self._queue:
                return self._queue[key]
            if len(self._queue) >= self._max_queue:
                raise OwnProcessError("too much waits already")
            deadline = time.monotonic() + self._max_seconds
            try:
                future = self._runner.submit(self._run, deadline, work, args, kwargs)
            except RuntimeError as error:
                raise OwnProcessError("the server ends") from error
            self._queue[key] = future
        future.add_done_callback(lambda _done: self._queue.pop(key))
        return future

    def end(self) -> None:
        """Kill the process and refuse all work, that in the queue too."""
        with self._lock:
            self.is_over = True
            self._runner.shutdown(wait=False, cancel_futures=True)
            if self._process is not None:
                self._process.kill()

    def _run(self, deadline: float, work: Callable[..., R], args: Any, kwargs: Any) -> R:
        answers, there = _spawn.Pipe(duplex=False)
        given = (self._niceness, there, work, args, kwargs)
        process = _spawn.Process(target=_work, args=given, daemon=True)
        with self._lock:
            if self.is_over:
                raise OwnProcessError("the server ends")
            process.start()
            self._process = process
        there.close()  # so that the other end's death is noticed
        try:
            if not answers.poll(max(0.0, deadline - time.monotonic())):
                raise OwnProcessError("it takes too long")
            answer: R | BaseException = answers.recv()
        except EOFError as error:
            raise OwnProcessError("its process died") from error
        finally:
            process.kill()
            process.join()
            answers.close()
        if isinstance(answer, BaseException):
            raise answer
        return answer


def _work(
    niceness: int, there: Connection, work: Callable[..., object], args: Any, kwargs: Any
) -> None:
    """Do the work in the other process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the server
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_die_with_the_server, daemon=True).start()
    try:
        answer = work(*args, **kwargs)
    except Exception as error:
        answer = error
    there.send(answer)


def _die_with_the_server() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None  # noqa: S101  # only a spawned process calls it
    wait([parent.sentinel])
    os._exit(0)
