"""The database connection."""

import sqlite3
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Refuses an empty file, which was a database before a full disk or a broken copy."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect, and make the file where there is none.

        Raises:
            OperationalError: where the file is empty.
        """
        path = Path(self.settings_dict["NAME"])
        if path.is_file() and path.stat().st_size == 0:
            raise sqlite3.OperationalError(f"{path} is empty")
        return super().get_new_connection(conn_params)
