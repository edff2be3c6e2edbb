"""``manage.py restore`` takes a backup, and nothing that is none."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader

from referee.hosting import data, keeping
from referee.models import Game, Tap
from tests.commands.files import mode, refused, rows
from tests.environments import KEY
from tests.factories import GameFactory, add, where
from tests.rows import first

BEFORE = Path(__file__).resolve().parents[2] / "tests/models/before.sql"


@pytest.fixture
def backup(folder, tmp_path) -> Path:
    """A backup that holds one game with one tap."""
    add(where(GameFactory()), "tempura")
    file = tmp_path / "backup"
    call_command("backup", str(file))
    return file


def test_what_is_newer_than_the_backup_goes_only_when_told_and_is_put_aside(folder, backup, capsys):
    (old,) = Game.objects.all()
    add(where(old), "sashimi", "eel")
    new = GameFactory()
    data.make_key("n" * 50)
    said = refused("restore", str(backup))
    assert "1 games, 2 taps" in said
    assert "--force" in said
    assert Game.objects.count() == 2
    assert not list(folder.glob("replaced-*"))

    call_command("restore", str(backup), "--force")
    assert list(Game.objects.all()) == [old]
    assert Tap.objects.count() == 1
    assert data.read_key() == KEY
    assert not connection.introspection.table_names(include_views=True).count("sushiscore_backup")
    (aside,) = folder.glob("replaced-*")
    assert str(aside) in capsys.readouterr().out
    assert rows(aside / "sushiscore.sqlite3", "SELECT count(*) FROM referee_game") == [(2,)]
    assert (aside / "secret.key").read_text().strip() == "n" * 50
    modes = [mode(path) for path in (data.DATABASE_FILE, data.KEY_FILE, aside)]
    assert modes == [0o600, 0o600, 0o700]
    # And back: what was put aside is a backup itself, with its key beside it.
    call_command("restore", str(aside / "sushiscore.sqlite3"))
    assert set(Game.objects.all()) == {old, new}
    assert data.read_key() == "n" * 50


def test_what_was_changed_since_the_backup_counts_as_newer(folder, backup):
    Game.objects.get().night.club.players.filter(name="Ana").update(name="Anna")
    assert "0 games, 0 taps and 1 other" in refused("restore", str(backup))


def test_a_backup_is_restored_into_a_folder_that_is_gone(folder, backup):
    connections.close_all()
    shutil.rmtree(folder)
    call_command("restore", str(backup))
    assert Game.objects.count() == Tap.objects.count() == 1
    assert data.read_key() == KEY
    assert mode(folder) == 0o700


def test_where_one_stands_does_not_matter(folder, backup, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path(":memory:").touch()  # what a folder closed to the service's user refuses to look for
    call_command("restore", str(backup))
    assert Game.objects.count() == 1


@pytest.mark.slow
def test_what_a_restore_that_was_killed_has_left_goes_with_the_next(folder, backup):
    left = folder / ".new-killed"
    left.mkdir()
    shutil.copy(backup, left)
    with data.hold():
        refused("restore", str(backup))
    assert left.exists()
    call_command("restore", str(backup))
    assert not left.exists()


def test_a_damaged_database_is_replaced_without_a_word_and_put_aside(folder, backup):
    connections.close_all()
    data.DATABASE_FILE.write_bytes(b"\0" * 10_000)
    (folder / "sushiscore.sqlite3-wal").write_bytes(b"of yesterday")
    call_command("restore", str(backup))
    assert Game.objects.count() == 1
    (aside,) = folder.glob("replaced-*")
    assert (aside / "sushiscore.sqlite3").read_bytes() == b"\0" * 10_000
    assert (aside / "sushiscore.sqlite3-wal").read_bytes() == b"of yesterday"


def spoil(file: Path, how: str) -> None:
    """Make a backup one that cannot be restored."""
    whole, middle = file.read_bytes(), file.stat().st_size // 2
    changed = {
        "empty": b"",
        "text": b"Dear diary",
        "cut off": whole[:middle],
        "damaged": whole[:middle] + b"\xff" * 20_000 + whole[middle + 20_000 :],
    }
    statement = {
        "other": "DROP TABLE django_migrations",
        "newer": "INSERT INTO django_migrations (app, name, applied) VALUES ('referee', '9', 0)",
    }
    if how in changed:
        file.write_bytes(changed[how])
    elif how in statement:
        with closing(sqlite3.connect(file)) as database, database:
            database.execute(statement[how])
    else:
        file.unlink()


def test_what_is_no_whole_backup_of_ours_is_refused_and_changes_nothing(folder, backup):
    whole = backup.read_bytes()
    for how, words in (
        ("empty", "is empty"),
        ("text", "not a database of SushiScore"),
        ("cut off", "is damaged"),
        ("damaged", "is damaged"),
        ("other", "not a database of SushiScore"),
        ("newer", "newer SushiScore"),
        ("gone", "No such file"),
    ):
        backup.write_bytes(whole)
        spoil(backup, how)
        assert words in refused("restore", str(backup), "--force"), how
        assert Game.objects.count() == 1, how
        assert not list(folder.glob("replaced-*")), how
        assert not list(folder.glob(".new-*")), how


def test_nothing_is_restored_under_a_server_or_another_program(folder, backup):
    with data.hold():
        assert "is running" in refused("restore", str(backup), "--force")
    with closing(sqlite3.connect(data.DATABASE_FILE)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("SELECT count(*) FROM referee_game").fetchone()
        assert "has" in (said := refused("restore", str(backup), "--force"))
        assert "open" in said
    assert not list(folder.glob("replaced-*"))
    call_command("restore", str(backup))


@pytest.mark.slow
def test_another_key_in_the_environment_is_told_of(folder, backup, monkeypatch, capsys):
    monkeypatch.setenv("SUSHISCORE_SECRET_KEY", "e" * 50)
    call_command("restore", str(backup))
    assert "SUSHISCORE_SECRET_KEY differs from" in capsys.readouterr().err


# ------------------------------------------------------------------- a file of a stranger's

STRANGE = {
    "a trigger": ("CREATE TRIGGER steal AFTER INSERT ON referee_tap BEGIN SELECT 1; END", "steal"),
    "a view": ("CREATE VIEW spy AS SELECT 1", "view spy"),
    "another table": ("CREATE TABLE diary (day)", "table diary"),
    "a virtual table": ("CREATE VIRTUAL TABLE search USING fts5 (word)", "table search"),
    "another index": ("CREATE INDEX mine ON referee_tap (id)", "index mine"),
    "an index is missing": ("DROP INDEX a_card_lies_in_one_way", "index a_card_lies_in_one_way"),
    "a column that is made": ("ALTER TABLE referee_tap ADD x AS (1)", "table referee_tap"),
    "another constraint": (
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, '>= 0', '>= -9')"
        " WHERE name = 'referee_round'",
        "table referee_round",
    ),
    "a table in the migrations' place": (
        "DROP TABLE django_migrations; CREATE TABLE django_migrations (app, name, x AS (1))",
        "table django_migrations",
    ),
    "a migration is missing": (
        "DELETE FROM django_migrations WHERE name = '0005_scores_of_versions'",
        "migration referee.0005_scores_of_versions",
    ),
    "a name with a line break": (
        'CREATE TRIGGER "a\nb\x1b" AFTER INSERT ON referee_tap BEGIN SELECT 1; END',
        r"trigger a b\x1b",
    ),
}
BROKEN = {
    "no text": "UPDATE django_migrations SET app = CAST(x'FF' AS TEXT) WHERE id = 1",
    "rows that name none": "PRAGMA foreign_keys = OFF; DELETE FROM referee_game",
    "a constraint is broken": (
        "PRAGMA ignore_check_constraints = ON; UPDATE referee_round SET number = number - 99"
    ),
}
KEYS = {
    "a letter": "UPDATE sushiscore_backup SET key = 'x'",
    "no text": "UPDATE sushiscore_backup SET key = zeroblob(50)",
    "two": "INSERT INTO sushiscore_backup SELECT key FROM sushiscore_backup",
    "lines": "UPDATE sushiscore_backup SET key = 'k' || char(10) || key",
}


def change(file: Path, statements: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.executescript(statements)


def test_what_sushiscore_does_not_make_is_refused_in_one_line_and_named(folder, backup):
    whole = backup.read_bytes()
    for how, (statements, named) in STRANGE.items():
        backup.write_bytes(whole)
        change(backup, statements)
        told = refused("restore", str(backup), "--force")
        assert told.startswith(f"{backup} differs from what SushiScore makes: "), how
        assert f"{named}. Nothing" in told, how
    for how, statements in BROKEN.items():
        backup.write_bytes(whole)
        change(backup, statements)
        assert f"{backup} is damaged: " in refused("restore", str(backup), "--force"), how
    for how, statements in KEYS.items():
        backup.write_bytes(whole)
        change(backup, statements)
        assert "a key has 32 characters or more" in refused("restore", str(backup), "--force"), how
    assert data.read_key() == KEY
    assert not list(folder.glob("replaced-*"))
    assert not list(folder.glob(".new-*"))
    assert Tap.objects.count() == 1


def test_what_sqlite_itself_notes_of_tables_is_no_strangers(folder, backup):
    change(backup, "ANALYZE")
    call_command("restore", str(backup))
    assert Tap.objects.count() == 1


@pytest.mark.slow
def test_an_older_versions_copy_is_restored_and_brought_up_to_date(folder, tmp_path):
    older = tmp_path / "older"
    change(older, BEFORE.read_text())
    call_command("restore", str(older), "--force")
    assert (Game.objects.count(), Tap.objects.count()) == (2, 11)


@pytest.mark.slow
def test_an_older_copy_whose_rows_no_migration_can_read_is_refused_in_one_line(folder, tmp_path):
    older = tmp_path / "older"
    change(older, BEFORE.read_text())
    change(older, "UPDATE referee_tap SET at = '2026-99-99 12:00:00'")
    told = refused("restore", str(older), "--force")
    assert f"{older} cannot be brought up to date: month must be" in told
    assert not list(folder.glob("replaced-*"))
    assert Game.objects.count() == 0  # as it was


@pytest.mark.slow
def test_the_copy_of_before_each_migration_can_be_restored(folder, tmp_path):
    """However migrations came to it, a database is made as those that they list make one."""
    connections.close_all()
    data.DATABASE_FILE.unlink()
    change(data.DATABASE_FILE, BEFORE.read_text())
    names = {name for app, name in MigrationLoader(None).disk_migrations if app == "referee"}
    later = sorted(name for name in names if name[:4] > "0013")
    assert len(later) > 15
    for name in later:
        call_command("migrate", "referee", name, verbosity=0)
        connections.close_all()
        applied = keeping.take_in(data.DATABASE_FILE, tmp_path / "part")
        assert ("referee", name) in applied
        keeping.check_copy(tmp_path / "part", applied)


@pytest.mark.parametrize("how", first(1, ["no row", "an empty one", "no table"]))
def test_a_backup_without_a_key_does_not_claim_that_all_is_back(folder, backup, capsys, how):
    change(
        backup,
        {
            "no row": "DELETE FROM sushiscore_backup",
            "an empty one": "UPDATE sushiscore_backup SET key = ''",
            "no table": "DROP TABLE sushiscore_backup",
        }[how],
    )
    call_command("restore", str(backup))
    told = capsys.readouterr()
    assert "are back, without the key that knows their phones" in told.out
    assert "only if the key that is in use here was theirs" in told.err
    data.KEY_FILE.unlink()
    call_command("restore", str(backup))
    assert "“manage.py new_key” makes another one: then no phone" in capsys.readouterr().err
    assert data.read_key() == ""


def test_a_backup_comes_through_a_pipe(folder, backup, capsys, monkeypatch):
    with backup.open("rb") as piped:
        monkeypatch.setattr("sys.stdin", piped)
        call_command("restore", "-")
        assert "The games of standard input are back." in capsys.readouterr().out
    assert Tap.objects.count() == 1
    assert data.read_key() == KEY
    with open(os.devnull, "rb") as piped:
        monkeypatch.setattr("sys.stdin", piped)
        assert "standard input is empty" in refused("restore", "-")
    assert not list(folder.glob(".new-*"))
