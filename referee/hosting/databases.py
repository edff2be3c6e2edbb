"""How a database is used, by its address: what Django's DATABASES says of one."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import environ

THREADS = 32
"""Requests that a process answers at once, and connections that it has at most; more wait."""


def sqlite_in(file: Path) -> dict[str, Any]:
    """Return the settings of an SQLite database in a file."""
    return {
        "ENGINE": "sushiscore.sqlite",
        "NAME": file,
        "CONN_MAX_AGE": None,
        # IMMEDIATE: a transaction that reads before it writes would else fail at once, busy timeout
        # or not, when another has written meanwhile.
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            # Seconds, fewer than a phone waits for an answer: it hears that it is to try again.
            "timeout": 5,
            # NORMAL: a killed server loses nothing; a power cut may take the newest changes,
            # acknowledged ones too, and leaves the file whole.
            # secure_delete: a name that somebody took away is overwritten, not just let go.
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON;"
            ),
        },
        # A file, not memory: the locks and the journal that the tests meet are the real ones.
        "TEST": {"NAME": file.with_name("test.sqlite3")},
    }


def postgresql_at(address: str) -> dict[str, Any]:
    """Return the settings of a PostgreSQL at an address, postgres://….

    Raises:
        ValueError: for an address that is none.
        ImproperlyConfigured: where the libraries are missing.
    """
    if not address.startswith(("postgres://", "postgresql://")):
        raise ValueError("not PostgreSQL's")
    try:
        parts: dict[str, Any] = environ.Env.db_url_config(address)
    except environ.ImproperlyConfigured as error:
        raise ValueError from error
    if not parts["NAME"]:
        raise ValueError("no name")
    if not find_spec("psycopg_pool"):
        raise environ.ImproperlyConfigured(
            "PostgreSQL needs libraries that are not there: "
            "install sushiscore[postgres] as docs/deploy.md says."
        )
    return {
        **parts,
        # A connection is looked at before it is used: one that PostgreSQL's restart has closed is
        # replaced, and nobody sees it.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            # What the address says (?sslmode=require) goes before these. Where a timeout strikes,
            # a phone hears that it is to try again.
            "connect_timeout": 5,
            # A machine that is gone closes nothing. In milliseconds, then in seconds.
            "tcp_user_timeout": 5000,
            "keepalives_idle": 15,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "options": "-c lock_timeout=5s -c idle_in_transaction_session_timeout=60s",
            **parts.get("OPTIONS", {}),
            # PostgreSQL reads a statement once and soon plans it once, not for each tap: that takes
            # half the time. Behind pgbouncer, where a transaction may come to any connection, it
            # does so for each.
            "server_side_binding": True,
            "prepare_threshold": None if parts.get("DISABLE_SERVER_SIDE_CURSORS") else 3,
            # After a failed try to connect, the next request tries again.
            "pool": {"min_size": 1, "max_size": THREADS, "timeout": 5, "reconnect_timeout": 1},
        },
    }
