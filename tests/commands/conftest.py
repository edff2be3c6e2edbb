"""A data folder of a test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection, connections

from referee.hosting import data
from tests.environments import fill


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
    tests = connection.settings_dict["NAME"]
    fill(var)
    connections.close_all()
    connection.settings_dict["NAME"] = str(data.DATABASE_FILE)
    yield var
    connections.close_all()
    connection.settings_dict["NAME"] = tests
