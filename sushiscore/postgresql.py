"""Locks that all servers and commands of a PostgreSQL respect, on whichever machine they run.

Each is held on a connection of its own, apart from the pool: it goes with its process.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from sushiscore import data

_SERVING, LONG_WORK, MIGRATING = 7_358_101, 7_358_102, 7_358_103
"""Names of locks, as PostgreSQL knows them in this one database."""
_held: list[Any] = []
"""Connections that hold databases as long as this process lives."""


def hold(database: BaseDatabaseWrapper, *, shared: bool = False) -> None:
    """Hold a database until this process ends; ``shared`` beside others that share it, as servers
    may that tell each other of changes.

    Raises:
        BlockingIOError: while another process holds it.
    """
    held = _connect(database, autocommit=True)
    lock = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    deadline = time.monotonic() + data.PATIENCE
    while not held.execute(f"SELECT {lock}(%s)", [_SERVING]).fetchone()[0]:
        if time.monotonic() > deadline:
            held.close()
            raise BlockingIOError
        time.sleep(0.05)
    _held.append(held)


@contextmanager
def alone(database: BaseDatabaseWrapper, lock: int, *, wait: bool = True) -> Iterator[None]:
    """Hold a lock, and wait until nobody else does.

    Raises:
        BlockingIOError: where somebody does, and this process is not to wait.
    """
    # A transaction's lock: behind a pooler such as pgbouncer, a session is not one's own.
    with _connect(database, autocommit=False) as held:
        held.execute("SET LOCAL lock_timeout = 0")
        held.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        if wait:
            held.execute("SELECT pg_advisory_xact_lock(%s)", [lock])
        elif not held.execute("SELECT pg_try_advisory_xact_lock(%s)", [lock]).fetchone()[0]:
            raise BlockingIOError
        yield


def _connect(database: Any, *, autocommit: bool) -> Any:
    """Connect as Django does. Raises django.db.OperationalError where nobody answers."""
    asked = {**database.get_connection_params(), "autocommit": autocommit}
    with database.wrap_database_errors:
        return database.Database.connect(**asked)
