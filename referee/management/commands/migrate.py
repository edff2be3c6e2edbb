"""``manage.py migrate``: Django's, with a copy of the database before anything is changed."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext as _
from django.utils.translation import override

from referee.management.database import check_age, is_there, pending_migrations
from referee.management.language import terminal_language
from referee.management.streams import fault

from ...hosting import data, keeping, postgresql


class Command(migrate.Command):
    """Makes the data folder too, where there is none."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Look at what lies there, make a copy if it is about to change, and migrate; who migrates
        meanwhile is waited for.

        Not in ``handle``: Django's own checks, which come before, open the database.
        """
        with override(terminal_language()), self._turn(connections[options["database"]]) as its:
            if its.vendor == "sqlite":
                self._prepare(its, **options)
            check_age(its)
            return super().execute(*args, **options)

    @contextmanager
    def _turn(self, connection: BaseDatabaseWrapper) -> Iterator[BaseDatabaseWrapper]:
        """Wait until nobody else migrates the database, and keep others waiting."""
        if connection.vendor == "postgresql":
            with postgresql.locked(connection, postgresql.MIGRATING):
                yield connection
            return
        path = Path(connection.settings_dict["NAME"])
        try:
            if path == data.DATABASE_FILE:
                data.make_data_folder()
            folder = os.open(path.parent, os.O_RDONLY)
        except OSError as error:
            words = _("The data folder %(folder)s cannot be used: %(reason)s.")
            raise fault(words, error, folder=path.parent) from error
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield connection
        finally:
            os.close(folder)

    def _prepare(self, connection: BaseDatabaseWrapper, **options: Any) -> None:
        path = Path(connection.settings_dict["NAME"])
        if not is_there(path):
            before = os.umask(0o077)
            try:
                connection.ensure_connection()  # makes the file, for its owner alone
            finally:
                os.umask(before)
        elif not (options["plan"] or options["check_unapplied"]) and (
            options["app_label"] or pending_migrations(connection)
        ):
            key = os.environ.get("SUSHISCORE_SECRET_KEY") or data.read_key()
            try:
                copy = keeping.copy_before_migrations(path, path.parent, key)
            except (OSError, sqlite3.Error) as error:
                words = _("No copy could be made before the database is changed: %(reason)s.")
                raise fault(words, error) from error
            words = _("The database is brought up to date; how it was before is in %(copy)s.")
            self.stderr.write(words % {"copy": copy})
