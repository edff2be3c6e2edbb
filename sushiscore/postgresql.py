"""Locks that all servers and commands of a PostgreSQL respect, on whichever machine they run.

Each is held on a connection of its own, apart from the pool: it goes with its process, and with a
restart of PostgreSQL.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sushiscore import data

_SERVING, LONG_WORK, MIGRATING = 7_358_101, 7_358_102, 7_358_103
"""Names of locks, as PostgreSQL knows them in this one database."""
_held: list[Any] = []
"""Connections that hold databases as long as this process lives."""


def hold(database: Any, *, shared: bool = False) -> None:
    """Hold a database until this process ends; ``shared`` beside others that share it, as servers
    may that tell each other of changes.

    Raises:
        BlockingIOError: while another process holds it.
    """
    held = _begin(database)
    lock = "pg_try_advisory_xact_lock_shared" if shared else "pg_try_advisory_xact_lock"
    deadline = time.monotonic() + data.PATIENCE
    with database.wrap_database_errors:
        while not held.execute(f"SELECT {lock}(%s)", [_SERVING]).fetchone()[0]:
            if time.monotonic() > deadline:
                held.close()
                raise BlockingIOError
            time.sleep(0.05)
    _held.append(held)


@contextmanager
def alone(database: Any, lock: int, *, wait: bool = True) -> Iterator[None]:
    """Hold a lock, and wait until nobody else does.

    Raises:
        BlockingIOError: where somebody does, and this process is not to wait.
    """
    held = _begin(database)
    try:
        with database.wrap_database_errors:
            if wait:
                held.execute("SELECT pg_advisory_xact_lock(%s)", [lock])
            elif not held.execute("SELECT pg_try_advisory_xact_lock(%s)", [lock]).fetchone()[0]:
                raise BlockingIOError
        yield
    finally:
        with suppress(database.Database.Error):  # nothing was written; it may be gone by now
            held.rollback()
        held.close()


def _begin(database: Any) -> Any:
    """Connect as Django does, and begin a transaction that may wait and rest for ever. A
    transaction's locks are its own behind a pooler such as pgbouncer, too; a session's are not.
    Raises django.db.OperationalError where nobody answers."""
    asked = {**database.get_connection_params(), "autocommit": False}
    with database.wrap_database_errors:
        begun = database.Database.connect(**asked)
        begun.execute("SET LOCAL lock_timeout = 0")
        begun.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        return begun
