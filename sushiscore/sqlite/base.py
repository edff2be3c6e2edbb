"""The database connection."""

import sqlite3
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Refuses an empty file, which was a database before a full disk or a broken copy, and leaves
    a file that no longer lies in its place."""

    _opened: tuple[int, int, int] | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect, and make the file where there is none.

        Raises:
            OperationalError: where the file is empty.
        """
        path = Path(self.settings_dict["NAME"])
        # One in memory has no file: its name would be looked for where the caller stands.
        if not self.is_in_memory_db() and path.is_file() and path.stat().st_size == 0:
            raise sqlite3.OperationalError(f"{path} is empty")
        connection = super().get_new_connection(conn_params)
        self._opened = self._in_place()
        return connection

    def close_if_unusable_or_obsolete(self) -> None:
        """Close the connection also where its file was moved away, another one put there, or its
        mode changed: what is open already would be written to all the same."""
        if not self.in_atomic_block and self.connection and self._in_place() != self._opened:
            self.close()
        super().close_if_unusable_or_obsolete()

    def _in_place(self) -> tuple[int, int, int] | None:
        """What the file in the database's place is known by, None where there is none."""
        try:
            found = Path(self.settings_dict["NAME"]).stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino, found.st_mode
