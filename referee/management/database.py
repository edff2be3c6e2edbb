"""Checks the database for commands and explains what is wrong."""

from pathlib import Path

from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from referee.wording import visible
from sushiscore.keeping import NotOursError, is_filled

FAULTY = 2
"""The exit code where a command cannot begin."""


def database_file() -> Path | None:
    """Return where the SQLite database lies, None for another kind of database."""
    if connection.vendor != "sqlite":
        return None
    return Path(connection.settings_dict["NAME"])


def is_there(path: Path) -> bool:
    """Whether there is a database with tables at the place of the database.

    Raises:
        CommandError: for anything else that lies there, in words.
    """
    try:
        return is_filled(path)
    except (NotOursError, OSError) as error:
        raise CommandError(why_not(path, error), returncode=FAULTY) from error


def why_not(path: Path, error: Exception) -> str:
    """Say in one line what is wrong with a file that should hold a database."""
    reason = getattr(error, "reason", "")
    said = {"path": visible(str(path)), "reason": getattr(error, "strerror", None) or error}
    if reason == "empty":
        return (
            _(
                "%(path)s is empty, it has 0 bytes. Restore a backup, or remove the file to begin "
                "anew."
            )
            % said
        )
    if reason == "foreign":
        return _("%(path)s is no database of SushiScore.") % said
    if reason == "broken":
        return _("%(path)s is damaged: %(reason)s. Restore a backup.") % said
    return _("%(path)s cannot be used: %(reason)s.") % said


def check_database() -> None:
    """Check that the database is there and up to date.

    Raises:
        CommandError: with what to do where it is not.
    """
    path = database_file()
    if path is not None:
        check_there(path)
    try:
        executor = MigrationExecutor(connection)
        behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        words = _("The database cannot be used: %(reason)s.")
        raise CommandError(words % {"reason": one_line(error)}, returncode=FAULTY) from error
    if behind:
        words = _("The database is not up to date: “make run” or “manage.py migrate” changes that.")
        raise CommandError(words, returncode=FAULTY)


def check_there(path: Path) -> None:
    """Check that there is a database, of whatever version.

    Raises:
        CommandError: with what to do where there is none.
    """
    if not is_there(path):
        words = _("There is no database in %(folder)s yet: “make run” makes it.")
        raise CommandError(words % {"folder": visible(str(path.parent))}, returncode=FAULTY)


def one_line(error: Exception) -> str:
    """Return what an error says, in one line without its full stop."""
    return " ".join(str(error).split()).rstrip(".")


def why_unusable(error: DatabaseError) -> str:
    """Say in one line why a command ended with this error."""
    try:
        check_database()
    except CommandError as reason:
        return str(reason)
    return _("The database cannot be used: %(reason)s.") % {"reason": one_line(error)}
