"""``manage.py copy_from`` moves everything from one kind of database to the other."""

import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import CommandParser
from django.db import DatabaseError, connection, connections
from django.db.models import Model
from django.utils.translation import gettext as _

from referee.management.database import check_age, check_up_to_date, is_there
from referee.management.language import TerminalCommand
from referee.management.streams import fault
from referee.models import Game, Job, Player, Tap

from ...hosting import data, postgresql
from ...hosting.copying import CountsDifferError, copy_rows
from ...hosting.databases import postgresql_at, sqlite_in

_SOURCE = "source"


class Command(TerminalCommand):
    """Copies every row into the present database, which must be empty, and counts both."""

    help = "Copy all games, players, accounts and links from another database into this empty one."
    needs_database = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "source",
            metavar="FROM",
            help="postgres://user:password@host:port/name, or an SQLite file",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Change nothing in the source, and nothing here unless all of it is copied."""
        connections.settings[_SOURCE] = self._settings_of(options["source"])
        connections.configure_settings(connections.settings)
        try:
            data.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            with data.hold():
                self._check()
                copied = copy_rows(_SOURCE, Job)
        except CountsDifferError as error:
            words = _("%(table)s has %(there)d rows there, %(here)d here: nothing is copied.")
            raise fault(words, **vars(error)) from error
        except BlockingIOError as error:
            raise fault(_("SushiScore is running; end it first. Nothing was done.")) from error
        except OSError as error:
            words = _("%(folder)s cannot be used: %(reason)s.")
            raise fault(words, error, folder=data.DATA_DIR) from error
        except (DatabaseError, sqlite3.Error, ImproperlyConfigured) as error:
            raise fault(_("The database cannot be used: %(reason)s."), error) from error
        self._report(copied)

    def _settings_of(self, source: str) -> dict[str, Any]:
        if "://" not in source:
            file = Path(source).absolute()
            if not is_there(file):
                raise fault(_("There is no database in %(path)s."), path=file)
            return sqlite_in(file)
        try:
            return postgresql_at(source)
        except ValueError as error:
            words = _("A PostgreSQL’s address is postgres://user:password@host:port/name.")
            raise fault(words) from error

    def _check(self) -> None:
        """Keep servers out, and check that everything is as new as it must be, and this empty."""
        for database in (connections[_SOURCE], connection):
            if database.vendor == "postgresql":
                postgresql.hold(database, lost=lambda: None)  # the copying fails by itself
        check_age(connections[_SOURCE])
        check_up_to_date(connections[_SOURCE])
        call_command("migrate", verbosity=0, interactive=False)
        filled: list[type[Model]] = [User, *apps.get_app_config("referee").get_models()]
        # A server that has run here has asked for jobs; they are no games.
        if any(model._base_manager.exists() for model in filled if model is not Job):
            words = _("There is something already where the games should go. Nothing was done.")
            raise fault(words)

    def _report(self, copied: Counter[type[Model]]) -> None:
        words = _(
            "Copied, and counted in both databases: games %(games)d, taps %(taps)d, players"
            " %(players)d, accounts %(accounts)d, rows in all %(rows)d."
        )
        models = {"games": Game, "taps": Tap, "players": Player, "accounts": User}
        counts = {name: copied[model] for name, model in models.items()}
        self.stdout.write(words % {**counts, "rows": copied.total()})
