"""A database of an older SushiScore, at its thirteenth migration, is upgraded."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
BEFORE = ROOT / "tests/models/before.sql"
GAME = "2214eb46099e4965aecdca9097c871fe"


def migrated(folder: Path) -> sqlite3.Connection:
    """Run every migration on a data folder; return its database."""
    subprocess.run(
        [sys.executable, ROOT / "manage.py", "migrate", "--verbosity=0"],
        env=os.environ | {"SUSHISCORE_DATA": str(folder), "DATABASE_URL": ""},
        check=True,
    )
    return sqlite3.connect(folder / "sushiscore.sqlite3")


def columns(database: sqlite3.Connection) -> set[tuple[str, str, str, int]]:
    """Return every column: its table, name, type, and whether it may be null."""
    return set(
        database.execute(
            'SELECT m.name, c.name, c.type, c."notnull" FROM sqlite_master m, '
            "pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name LIKE 'referee%'"
        )
    )


def indexes(database: sqlite3.Connection) -> set[tuple[str, str]]:
    """Return the name and definition of each index."""
    return set(
        database.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL "
            "AND tbl_name LIKE 'referee%'"
        )
    )


@pytest.mark.django_db
def test_an_older_database_becomes_like_a_new_one_and_keeps_its_games(tmp_path):
    if connection.vendor != "sqlite":
        pytest.skip("another database was chosen")
    new = sqlite3.connect(connection.settings_dict["NAME"])  # every migration has made it
    (tmp_path / "old").mkdir()
    before = sqlite3.connect(tmp_path / "old/sushiscore.sqlite3")
    before.executescript(BEFORE.read_text())
    # Of an app that SushiScore used once, and one that stood for others: no newer version has made
    # them.
    for gone in (("axes", "0001"), ("referee", "0001_squashed_0014_statistics_from_placings")):
        before.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, 0)", gone)
    before.commit()
    before.close()
    old = migrated(tmp_path / "old")
    assert columns(old) == columns(new)
    assert indexes(old) == indexes(new)
    totals = "SELECT total FROM referee_placing WHERE game_id = ? ORDER BY total"
    assert old.execute(totals, [GAME]).fetchall() == [(13,), (14,)]
    counts = "SELECT (SELECT count(*) FROM referee_tap), (SELECT count(*) FROM referee_entry)"
    # And the wasabi once more, from when a nigiri lay on it.
    assert old.execute(counts).fetchone() == (11, 12)
