"""Splits long work into short transactions, so that taps get a turn."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.db import OperationalError, connection, transaction

from sushiscore import data

_LEAST_PAUSE = 0.11
"""Seconds. Who waits for SQLite looks every 100 ms or more often, so that nobody misses a pause."""
_LONGEST_WAIT = 120.0
"""Seconds."""


@contextmanager
def turn() -> Iterator[None]:
    """One transaction of a long piece of work, and a pause as long as it held the database, in
    which others write. Inside of somebody's transaction it is a part of that, without a pause."""
    if connection.in_atomic_block:
        yield
        return
    with ExitStack() as held:
        _hold(held)
        began = time.monotonic()
        yield
    time.sleep(max(_LEAST_PAUSE, time.monotonic() - began))


def _hold(held: ExitStack) -> None:
    """Begin a transaction. Long work waits longer for it than taps do."""
    asked = time.monotonic()
    while True:
        try:
            held.enter_context(transaction.atomic())
        except OperationalError:
            if time.monotonic() - asked > _LONGEST_WAIT:
                raise
            time.sleep(_LEAST_PAUSE)  # a database that is gone says so at once
        else:
            return


@contextmanager
def alone(*, wait: bool = True) -> Iterator[None]:
    """Waits until no other process of the same data folder is at long work, and keeps others from
    it. A process that is killed keeps none.

    Raises:
        BlockingIOError: where another one is, and this one is not to wait.
    """
    data.DATA_DIR.mkdir(parents=True, exist_ok=True)
    with (data.DATA_DIR / "long-work.lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
