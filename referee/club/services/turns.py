"""Splits long work into short transactions, so that taps get a turn."""

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar

from django.db import OperationalError, connection, transaction

from ...hosting import data, postgresql

_LEAST_PAUSE = 0.11
"""Seconds. Who waits for SQLite looks every 100 ms or more often, so that nobody misses a pause."""
_LONGEST_WAIT = 120.0
"""Seconds."""
LET_PASS: ContextVar[Callable[[], object]] = ContextVar("let_pass", default=lambda: None)
"""Does what goes before the long work: called where that can be interrupted."""
_HOLDS_LOCK = ContextVar("holds_lock", default=False)


@contextmanager
def turn(*, pauses: bool = True) -> Iterator[None]:
    """Run one transaction of a long piece of work, then pause as long as it held the database, so
    that others write; then let others pass. Inside of somebody's transaction it is a part of that,
    without a pause."""
    if connection.in_atomic_block:
        yield
        return
    start = time.monotonic()
    with ExitStack() as held:
        while True:
            try:
                held.enter_context(transaction.atomic())
                break
            except OperationalError:  # long work waits longer for the database than taps do
                if time.monotonic() - start > _LONGEST_WAIT:
                    raise
                time.sleep(_LEAST_PAUSE)  # a database that is gone says so at once
        began = time.monotonic()
        yield
    if pauses:
        time.sleep(max(_LEAST_PAUSE, time.monotonic() - began))
        LET_PASS.get()()


@contextmanager
def long_work_lock(*, wait: bool = True) -> Iterator[bool]:
    """Keep other processes of the database from long work, and wait until none is at it.

    Yields:
        Whether nothing else is under way: False for what passes other work of this process.

    Raises:
        BlockingIOError: where another one is, and this one is not to wait.
    """
    if _HOLDS_LOCK.get():
        yield False
        return
    with ExitStack() as held:
        if connection.vendor == "postgresql":
            lock = postgresql.locked(connection, postgresql.LONG_WORK, wait=wait)
            held.enter_context(lock)
        else:
            data.DATA_DIR.mkdir(parents=True, exist_ok=True)
            file = held.enter_context((data.DATA_DIR / "long-work.lock").open("a"))
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        held.callback(_HOLDS_LOCK.reset, _HOLDS_LOCK.set(True))
        yield True
