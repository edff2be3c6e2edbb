"""Removes deleted data from the database's files too."""

from django.db import connection, transaction


def forget_old_pages() -> None:
    """Once the open transaction is committed, empty SQLite's write-ahead log into the database.

    The log keeps pages as they were before; `secure_delete` overwrites what the database's own
    pages held.
    """
    if connection.vendor == "sqlite":
        transaction.on_commit(_empty_log, robust=True)


def _empty_log() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
