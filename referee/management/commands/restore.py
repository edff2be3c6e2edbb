"""``manage.py restore`` goes back to a backup."""

import os
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandParser
from django.db import connections
from django.utils.translation import gettext as _

from referee.management.database import database_file, of_newer, why_not
from referee.management.language import TerminalCommand
from referee.management.streams import fault
from referee.wording import visible
from sushiscore import data, keeping


class Command(TerminalCommand):
    """Checks the backup and moves the old data aside."""

    help = "Put back the games and the key of a backup."
    needs_database = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", help=f"a file that {data.MANAGE} backup has made"
        )
        parser.add_argument(
            "--force", action="store_true", help="also where what is there now holds more"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Change nothing before every check has passed."""
        database = database_file()
        if database is None:
            words = _("The games lie in PostgreSQL, which pg_restore restores. Nothing was done.")
            raise fault(words)
        file = Path(options["file"]).absolute()
        try:
            data.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            with data.hold(), tempfile.TemporaryDirectory(prefix=".new-", dir=data.DATA_DIR) as new:
                aside = self._restore(file, Path(new) / "new", database, force=options["force"])
        except BlockingIOError as error:
            raise fault(_("SushiScore is running; end it first. Nothing was done.")) from error
        except (OSError, sqlite3.Error) as error:
            words = _("%(folder)s cannot be used: %(reason)s.")
            raise fault(words, error, folder=data.DATA_DIR) from error
        call_command("migrate", verbosity=0, interactive=False)
        self._tell(file, aside)

    def _restore(self, file: Path, new: Path, database: Path, *, force: bool) -> Path | None:
        """Put the backup in place. Return where the old data went."""
        try:
            key = keeping.read_copy(file, new)
        except (keeping.NotOursError, OSError) as error:
            raise why_not(file, error) from error
        self._check_age(file, new)
        if not force:
            self._check_loss(database, new)
        self._other_key = key
        connections.close_all()
        aside = database.with_name(f"replaced-{keeping.time_in_name()}")
        was_there = database.exists()
        try:
            keeping.put_in_place(new, database, key, aside)
        except sqlite3.OperationalError as error:
            words = _("Another program has %(path)s open; end it first. Nothing was done.")
            raise fault(words, path=database) from error
        return aside if was_there else None

    def _check_age(self, file: Path, new: Path) -> None:
        if of_newer(keeping.migrations_in(new)):
            raise fault(_("%(file)s was made by a newer SushiScore. Nothing was done."), file=file)

    def _check_loss(self, database: Path, new: Path) -> None:
        try:
            if not keeping.is_filled(database):
                return
            lost = keeping.rows_only_in(database, new)
        except (keeping.NotOursError, sqlite3.DatabaseError):
            return  # nothing can be read there; it is put aside
        if any(lost.values()):
            words = _(
                "The backup lacks %(games)d games, %(taps)d taps and %(rows)d other "
                "entries, or has older versions of them. Use --force to restore it; the "
                "present data is then kept aside. Nothing was done."
            )
            games, taps = lost.get("referee_game", 0), lost.get("referee_tap", 0)
            rows = sum(lost.values()) - games - taps
            raise fault(words, games=games, taps=taps, rows=rows)

    def _tell(self, file: Path, aside: Path | None) -> None:
        self.stdout.write(_("The games of %(file)s are back.") % {"file": visible(str(file))})
        if aside is not None:
            words = _("What was there before is in %(folder)s.")
            self.stdout.write(words % {"folder": visible(str(aside))})
        in_environment = os.environ.get("SUSHISCORE_SECRET_KEY")
        if in_environment and self._other_key not in ("", in_environment):
            words = _(
                "SUSHISCORE_SECRET_KEY differs from the backup's key. Remove it from the "
                "environment, so that phones are recognised again."
            )
            self.stderr.write(words)
        elif not in_environment and not data.read_key():
            words = _(
                "The backup has no key. “%(manage)s new_key” makes one, but phones are not "
                "recognised."
            )
            self.stderr.write(words % {"manage": data.MANAGE})
