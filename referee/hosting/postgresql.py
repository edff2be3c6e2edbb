"""Locks that all servers and commands of a PostgreSQL respect, on whichever machine they run.

Each is held on a connection of its own, apart from the pool: it goes with its process.
"""

import logging
import selectors
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

from django.db import DatabaseError

from . import data

_SERVING, LONG_WORK, MIGRATING = 7_358_101, 7_358_102, 7_358_103
"""Names of locks, as PostgreSQL knows them in this one database."""
_GHOST_SECONDS = 60.0
"""Seconds in which PostgreSQL notices that nobody is at the other end of a connection."""

_log = logging.getLogger(__name__)


def hold(database: Any, lost: Callable[[], object], *, shared: bool = False) -> None:
    """Hold a database until this process ends; ``shared`` beside others that share it, as servers
    may that tell each other of changes.

    A restart of PostgreSQL lets go of it, so it is taken again. ``lost`` is called from a thread
    where another process was quicker.

    Raises:
        BlockingIOError: while another process holds it.
    """
    held = _take(database, shared, data.PATIENCE)
    Thread(target=_keep, args=(held, database, lost, shared), daemon=True).start()


def _keep(held: Any, database: Any, lost: Callable[[], object], shared: bool) -> None:
    """Look after a connection that holds a database, and replace it when it ends."""
    while True:
        with selectors.DefaultSelector() as until:
            until.register(held, selectors.EVENT_READ)
            # PostgreSQL sends something only when it ends the connection or reads its settings anew
            until.select()
        try:
            held.execute("SELECT 1")
            continue
        except database.Database.Error:
            held.close()
        _log.warning("PostgreSQL has ended the connection that holds the database")
        while held.closed:
            try:
                # PostgreSQL may still hold the lock for the connection that ended.
                held = _take(database, shared, _GHOST_SECONDS)
            except DatabaseError:
                time.sleep(1)
            except BlockingIOError:
                lost()
                return
        _log.warning("the database is held again")


def _take(database: Any, shared: bool, patience: float) -> Any:
    """Connect and hold the database. Raises BlockingIOError where others do all the time."""
    held = _begin(database)
    lock = "pg_try_advisory_xact_lock_shared" if shared else "pg_try_advisory_xact_lock"
    deadline = time.monotonic() + patience
    with database.wrap_database_errors:
        while not held.execute(f"SELECT {lock}(%s)", [_SERVING]).fetchone()[0]:
            if time.monotonic() > deadline:
                held.close()
                raise BlockingIOError
            time.sleep(0.05)
    return held


@contextmanager
def locked(database: Any, lock: int, *, wait: bool = True) -> Iterator[None]:
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
    parameters = {**database.get_connection_params(), "autocommit": False}
    with database.wrap_database_errors:
        begun = database.Database.connect(**parameters)
        begun.execute(
            "SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;"
            # Of a machine that is gone PostgreSQL would keep the locks for two hours.
            "SET LOCAL tcp_keepalives_idle = 15; SET LOCAL tcp_keepalives_interval = 5;"
            "SET LOCAL tcp_keepalives_count = 3"
        )
        return begun
