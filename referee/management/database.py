"""Checks the database for commands and explains what is wrong."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from ..hosting.data import KEY_LENGTH, MANAGE, RUN
from ..hosting.keeping import NotOursError, is_filled
from .streams import fault


def database_file() -> Path | None:
    """Return where the SQLite database lies, None for another kind of database."""
    if connection.vendor != "sqlite":
        return None
    return Path(connection.settings_dict["NAME"])


def is_there(path: Path) -> bool:
    """Return whether there is a database with tables at the place of the database.

    Raises:
        CommandError: for anything else that lies there.
    """
    try:
        return is_filled(path)
    except (NotOursError, OSError, sqlite3.Error) as error:
        raise why_not(path, error) from error


def why_not(path: Path | str, error: Exception) -> CommandError:
    """Return what is wrong with a file that should hold a database."""
    words = {
        "empty": _(
            "%(path)s is empty, it has 0 bytes. Restore a backup, or remove the file to begin anew."
        ),
        "foreign": _("%(path)s is not a database of SushiScore."),
        "broken": _("%(path)s is damaged: %(reason)s. Restore a backup."),
        "strange": _("%(path)s differs from what SushiScore makes: %(reason)s. Nothing was done."),
        "key": _(
            "The key in %(path)s is none: a key has %(length)d characters or more. Nothing was"
            " done."
        ),
        "": _("%(path)s cannot be used: %(reason)s."),
    }
    reason = getattr(error, "reason", "")
    return fault(words[reason], error, path=path, length=KEY_LENGTH)


def check_database() -> None:
    """Check that the database is there and up to date. Raises CommandError where it is not."""
    path = database_file()
    if path is not None:
        check_there(path)
    check_up_to_date(connection)


def check_up_to_date(connection: BaseDatabaseWrapper) -> None:
    """Check that every migration was applied to a database. Raises CommandError where not."""
    try:
        pending = pending_migrations(connection)
    except DatabaseError as error:
        raise fault(_("The database cannot be used: %(reason)s."), error) from error
    if pending:
        raise fault(
            _("The database is not up to date: “%(run)s” or “%(manage)s migrate” changes that."),
            run=RUN,
            manage=MANAGE,
        )


def pending_migrations(connection: BaseDatabaseWrapper) -> list[tuple[Migration, bool]]:
    """Return the migrations that were not applied to a database, in order."""
    executor = MigrationExecutor(connection)
    return executor.migration_plan(executor.loader.graph.leaf_nodes())


def check_age(connection: BaseDatabaseWrapper) -> None:
    """Check that no newer SushiScore has changed a database. Raises CommandError where it has."""
    if newer := of_newer(MigrationRecorder(connection).applied_migrations()):
        app, name = max(newer)
        words = _(
            "A newer SushiScore has changed this database (%(change)s): start that one, or restore"
            " a backup of before. Nothing was done."
        )
        raise fault(words, change=f"{app}.{name}")


def of_newer(applied: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return those of the applied migrations, as app and name, that a newer SushiScore has made."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    # What an app has applied that SushiScore used once, and does no more, is of an older one; so is
    # one that only stood for others, which are applied beside it.
    ours = {(app, name) for app, name in applied if app in loader.migrated_apps}
    known = set(loader.disk_migrations or ())
    return {(app, name) for app, name in ours if "_squashed_" not in name} - known


def check_there(path: Path) -> None:
    """Check that there is a database, of whatever version. Raises CommandError where not."""
    if not is_there(path):
        words = _("There is no database in %(folder)s yet: “%(run)s” makes it.")
        raise fault(words, folder=path.parent, run=RUN)


def why_unusable(error: DatabaseError) -> str:
    """Say in one line why a command ended with this error."""
    try:
        check_database()
    except CommandError as reason:
        return str(reason)
    return str(fault(_("The database cannot be used: %(reason)s."), error))
