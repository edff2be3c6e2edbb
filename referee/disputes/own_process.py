"""Work that would hold up everybody's taps, done in one process beside the server's.

A thread would not do: the work is pure Python, and one thread computes at a time. The process
gives way to everything else, does one thing after the other, and ends with the server, however that
ends. What it is given and gives back is pickled; it imports what it works with and no more.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection, wait
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

LONGEST = 20.0
"""Seconds after which an answer is given up, the wait for others' work included."""
MOST = 8
"""Pieces of work that wait or are worked at; more are refused at once."""
_NICENESS = 10
_ATTEMPTS = 2


class OwnProcessError(Exception):
    """The work was not done: too much waits, it took too long, or the process died over it."""


class OwnProcess:
    """A process that is started when it is first needed, and replaced when it has died.

    Safe to use from several threads.

    Args:
        longest: seconds that an answer may take.
        most: pieces of work that may wait at once.
    """

    def __init__(self, longest: float = LONGEST, most: int = MOST) -> None:
        self._longest = longest
        self._most = most
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._leash: Connection | None = None
        self._under_way: dict[Hashable, tuple[ProcessPoolExecutor, Future[Any]]] = {}
        self._is_over = False

    def do(self, key: Hashable, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What ``work`` returns or raises, done in the other process. Waits for it.

        Who asks for something that is under way already, by its key, gets the same answer. Where
        the process dies over the work, another one is given the rest of the time.

        Raises:
            OwnProcessError: when it was not done.
        """
        deadline = time.monotonic() + self._longest
        for _attempt in range(_ATTEMPTS):
            pool, future = self._asked(key, work, args, kwargs)
            try:
                answer: R = future.result(max(0.0, deadline - time.monotonic()))
            except BrokenProcessPool:
                self._drop(pool)
            except TimeoutError as error:
                if future.done():  # the work's own
                    raise
                raise OwnProcessError("it takes too long") from error
            else:
                return answer
        raise OwnProcessError("the process died over it")

    def begin(
        self, key: Hashable, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> "Future[R]":
        """Begins what :meth:`do` does, and does not wait for it.

        Raises:
            OwnProcessError: when it was not begun.
        """
        future: Future[R] = self._asked(key, work, args, kwargs)[1]
        return future

    def end(self) -> None:
        """Ends the process at once, whatever it is at; nothing is done any more."""
        with self._lock:
            self._is_over = True
            pool, self._pool = self._pool, None
            if self._leash is not None:
                self._leash.close()
        if pool is not None:
            pool.shutdown()  # of a process that is gone: it takes no time

    def _asked(
        self, key: Hashable, work: Callable[..., R], args: Any, kwargs: Any
    ) -> tuple[ProcessPoolExecutor, "Future[R]"]:
        with self._lock:
            under_way = {k: asked for k, asked in self._under_way.items() if not asked[1].done()}
            self._under_way = under_way
            if key in under_way:
                return under_way[key]
            if len(under_way) >= self._most:
                raise OwnProcessError("too much waits already")
            under_way[key] = self._submit(work, args, kwargs)
            return under_way[key]

    def _submit(
        self, work: Callable[..., R], args: Any, kwargs: Any
    ) -> tuple[ProcessPoolExecutor, "Future[R]"]:
        for _attempt in range(_ATTEMPTS):
            if self._is_over:
                break
            pool = self._pool = self._pool or self._new_pool()
            try:
                return pool, pool.submit(_within, self._longest, work, *args, **kwargs)
            except BrokenProcessPool:  # it died since, of no work
                self._pool = None
            except RuntimeError:  # Python is about to end
                break
        raise OwnProcessError("the process is gone")

    def _new_pool(self) -> ProcessPoolExecutor:
        spawn = multiprocessing.get_context("spawn")
        held, self._leash = spawn.Pipe(duplex=False)
        return ProcessPoolExecutor(1, spawn, _begin, (held,))

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is pool:
                self._pool = None


# ------------------------------------------------------------------ in the other process


def _begin(leash: Connection) -> None:
    """Gives way to other processes, leaves Ctrl-C to the server, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    threading.Thread(target=_end_with_the_server, args=(leash,), daemon=True).start()


def _end_with_the_server(leash: Connection) -> None:
    """Both tell of the server's end, a SIGKILL's too; the leash is also let go by ``end``."""
    parent = multiprocessing.parent_process()
    wait([leash, *([parent.sentinel] if parent else [])])
    os._exit(0)


def _within(seconds: float, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Does the work, or ends the process: nobody waits for it then, and others may."""
    alarm = threading.Timer(seconds, os._exit, (1,))
    alarm.daemon = True
    alarm.start()
    try:
        return work(*args, **kwargs)
    finally:
        alarm.cancel()
