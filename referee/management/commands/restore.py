"""``manage.py restore`` goes back to a backup."""

import os
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import connection, connections
from django.utils.translation import gettext as _

from referee.management.database import database_file, of_newer, why_not
from referee.management.language import TerminalCommand
from referee.management.streams import fault, open_input
from referee.wording import visible

from ...hosting import data, keeping


class Command(TerminalCommand):
    """Checks the backup and moves the old data aside."""

    help = "Put back the games and the key of a backup."
    needs_database = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            metavar="FILE",
            help=f"a file that {data.MANAGE} backup has made; - is standard input",
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
        named = options["file"]
        try:
            data.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            with data.hold():
                for left in data.DATA_DIR.glob(".new-*"):  # by one that was killed
                    shutil.rmtree(left)
                with tempfile.TemporaryDirectory(prefix=".new-", dir=data.DATA_DIR) as new:
                    file = Path(named).absolute()
                    if named == "-":
                        file, named = Path(new) / "input", _("standard input")
                        with open_input("-") as given, file.open("wb") as kept:
                            shutil.copyfileobj(given, kept)
                    key, aside = self._restore(
                        file, named, Path(new) / "new", database, force=options["force"]
                    )
        except BlockingIOError as error:
            raise fault(_("SushiScore is running; end it first. Nothing was done.")) from error
        except (OSError, sqlite3.Error) as error:
            words = _("%(folder)s cannot be used: %(reason)s.")
            raise fault(words, error, folder=data.DATA_DIR) from error
        data.narrow()
        self._report(visible(named), key, aside)

    def _restore(
        self, file: Path, named: str, new: Path, database: Path, *, force: bool
    ) -> tuple[str, Path | None]:
        """Put the backup in place. Return its key, and where the old data went."""
        try:
            applied = keeping.take_in(file, new)
            if of_newer(applied):
                words = _("%(file)s was made by a newer SushiScore. Nothing was done.")
                raise fault(words, file=visible(named))
            keeping.check_copy(new, applied)
            self._bring_up_to_date(new, named)
            key = keeping.take_key(new, file)
        except (keeping.NotOursError, OSError) as error:
            raise why_not(visible(named), error) from error
        if not force:
            self._check_loss(database, new)
        connections.close_all()
        aside = database.with_name(f"replaced-{keeping.time_in_name()}")
        was_there = database.exists()
        try:
            keeping.put_in_place(new, database, key, aside)
        except sqlite3.OperationalError as error:
            words = _("Another program has %(path)s open; end it first. Nothing was done.")
            raise fault(words, path=database) from error
        return key, aside if was_there else None

    def _bring_up_to_date(self, new: Path, named: str) -> None:
        """Apply the migrations that a backup lacks, before it is put in place."""
        place = connection.settings_dict["NAME"]
        connections.close_all()
        # Some migrations know this connection alone.
        connection.settings_dict["NAME"] = str(new)
        try:
            # Django's own: a copy of before is the backup.
            call_command(migrate.Command(), verbosity=0, interactive=False)
        except Exception as error:  # rows of a stranger's may bring about anything
            words = _("%(file)s cannot be brought up to date: %(reason)s. Nothing was done.")
            raise fault(words, error, file=visible(named)) from error
        finally:
            connections.close_all()
            connection.settings_dict["NAME"] = place

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

    def _report(self, file: str, key: str, aside: Path | None) -> None:
        words = _("The games of %(file)s are back.")
        if not key:
            words = _("The games of %(file)s are back, without the key that knows their phones.")
        self.stdout.write(words % {"file": file})
        if aside is not None:
            words = _("What was there before is in %(folder)s.")
            self.stdout.write(words % {"folder": visible(str(aside))})
        in_environment = os.environ.get("SUSHISCORE_SECRET_KEY")
        if in_environment and key not in ("", in_environment):
            words = _(
                "SUSHISCORE_SECRET_KEY differs from the backup's key. Remove it from the "
                "environment, so that phones are recognised again."
            )
            self.stderr.write(words)
        elif not key and (in_environment or data.read_key()):
            words = _(
                "Phones are recognised only if the key that is in use here was theirs; accounts "
                "open their clubs in any case."
            )
            self.stderr.write(words)
        elif not key:
            words = _(
                "SushiScore does not start without a key. Put %(name)s of that time into "
                "%(folder)s. If it is lost, “%(manage)s new_key” makes another one: then no phone "
                "is recognised, and only accounts open their clubs."
            )
            folder = visible(str(data.DATA_DIR))
            facts = {"name": data.KEY_FILE.name, "folder": folder, "manage": data.MANAGE}
            self.stderr.write(words % facts)
