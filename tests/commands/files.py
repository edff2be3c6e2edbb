"""What commands that keep data do to files, and how they refuse."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def rows(file: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query).fetchall()


def refused(*command: str) -> str:
    """The one line in which a command ends."""
    with pytest.raises(CommandError) as caught:
        call_command(*command)
    assert "\n" not in str(caught.value)
    assert caught.value.returncode == 2
    return str(caught.value)
