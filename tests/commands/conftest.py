"""A data folder of a test's own."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection, connections

from referee.hosting import data, keeping
from tests.commands.files import KEY


@pytest.fixture
def folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transactional_db: None
) -> Iterator[Path]:
    """A data folder with a key and a database of its own, which all connections lead to."""
    var = tmp_path / "var"
    var.mkdir(mode=0o700)
    for name, file in (
        ("DATA_DIR", ""),
        ("KEY_FILE", "secret.key"),
        ("DATABASE_FILE", "sushiscore.sqlite3"),
        ("LOCK_FILE", "server.lock"),
    ):
        monkeypatch.setattr(data, name, var / file)
    monkeypatch.setattr(data, "PATIENCE", 0)
    monkeypatch.delenv("SUSHISCORE_SECRET_KEY", raising=False)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    if connection.vendor != "sqlite":
        pytest.skip("another database was chosen")
    data.make_key(KEY)
    tests = connection.settings_dict["NAME"]
    keeping.copy_database(Path(tests), var / "sushiscore.sqlite3", KEY)
    with closing(sqlite3.connect(data.DATABASE_FILE)) as copied:
        copied.execute("DROP TABLE sushiscore_backup")
    connections.close_all()
    connection.settings_dict["NAME"] = str(data.DATABASE_FILE)
    yield var
    connections.close_all()
    connection.settings_dict["NAME"] = tests
