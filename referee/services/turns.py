"""Long work in many short transactions, so that whoever taps meanwhile gets a turn."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from sushiscore import data

_LEAST_PAUSE = 0.11
"""Seconds. Who waits for SQLite looks every 100 ms or more often, so that nobody misses a pause."""


@contextmanager
def turn() -> Iterator[None]:
    """One transaction of a long piece of work, and a pause as long as it held the database, in
    which others write. Inside of somebody's transaction it is a part of that, without a pause."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        began = time.monotonic()
        yield
    time.sleep(max(_LEAST_PAUSE, time.monotonic() - began))


@contextmanager
def alone() -> Iterator[None]:
    """Waits until no other process of the same data folder is at long work, and keeps others from
    it. A process that is killed keeps none."""
    data.DATA_DIR.mkdir(parents=True, exist_ok=True)
    with (data.DATA_DIR / "long-work.lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
