"""``manage.py backup`` copies everything into one file while games go on."""

import os
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from referee.management.database import check_there, database_file
from referee.management.language import TerminalCommand
from referee.management.streams import fault
from referee.wording import visible

from ...hosting import data
from ...hosting.keeping import copy_database, time_in_name


class Command(TerminalCommand):
    """Copies the present database with the key that identifies phones."""

    help = "Copy all games and the key into one file, while games go on."
    needs_database = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            metavar="FILE",
            help="the file to make; in a folder it is named by the time; - is standard output",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the backup; never replace a file."""
        database = database_file()
        if database is None:
            raise fault(_("The games lie in PostgreSQL, which pg_dump copies. Nothing was done."))
        check_there(database)
        key = os.environ.get("SUSHISCORE_SECRET_KEY") or data.read_key()
        if not key:
            words = _(
                "There is no key in %(folder)s. The backup has the games, but cannot "
                "recognise phones."
            )
            self.stderr.write(words % {"folder": visible(str(data.DATA_DIR))})
        if options["file"] == "-":
            self._to_output(database, key)
            return
        file = Path(options["file"]).absolute()
        if file.is_dir():
            file /= f"sushiscore-{time_in_name()}.sqlite3"
        self._copy(database, file, key)
        size = file.stat().st_size / 1_000_000
        said = {"file": visible(str(file)), "size": f"{size:.1f}"}
        self.stdout.write(_("All games and the key are in %(file)s (%(size)s MB).") % said)

    def _copy(self, database: Path, file: Path, key: str) -> None:
        if os.path.lexists(file):
            words = _("%(file)s is there already; choose another name. Nothing was done.")
            raise fault(words, file=file)
        try:
            copy_database(database, file, key)
        except (OSError, sqlite3.Error) as error:
            raise fault(_("%(file)s cannot be written: %(reason)s."), error, file=file) from error

    def _to_output(self, database: Path, key: str) -> None:
        if self.stdout.isatty():
            raise fault(_("A terminal cannot show a backup."))
        # Beside the database: there is room for it, and nobody else reads there.
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=database.parent) as folder:
            file = Path(folder) / "copy"
            self._copy(database, file, key)
            with file.open("rb") as copied, open(sys.stdout.fileno(), "wb", closefd=False) as out:
                shutil.copyfileobj(copied, out)
