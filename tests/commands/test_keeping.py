"""``manage.py backup``, ``migrate``, ``new_key``, and odd files in their way."""

import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event
from uuid import uuid4

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from referee.hosting import data, keeping
from referee.models import Game, Tap
from sushiscore import asgi
from tests.commands.files import mode, refused, rows
from tests.environments import KEY, python
from tests.factories import GameFactory, add, where
from tests.taps import add_card, undo

THREADS = 3


# ------------------------------------------------------------------------------- backup


def test_a_backup_while_games_go_on_holds_every_tap_of_before_it(folder, tmp_path):
    games = [GameFactory() for _ in range(THREADS)]
    acknowledged: list[str] = []
    is_enough, enough = Event(), 10

    def tap(game: Game) -> None:
        try:
            while not is_enough.is_set():
                id_ = uuid4()
                add_card(where(game), id_, "tempura")
                acknowledged.append(id_.hex)
                undo(where(game), uuid4())  # else a slow backup would meet a full tableau
        finally:
            connections.close_all()

    def back_up() -> set[str]:
        try:
            while len(acknowledged) < enough:
                is_enough.wait(0.01)
            before = set(acknowledged)
            call_command("backup", str(tmp_path / "copy"))
            return before
        finally:
            is_enough.set()
            connections.close_all()

    with ThreadPoolExecutor(THREADS + 1) as pool:
        taps = [pool.submit(tap, game) for game in games]
        before = pool.submit(back_up).result(60)
        for one in taps:
            one.result(60)
    copy = tmp_path / "copy"
    assert len(before) >= enough
    assert before <= {id_ for (id_,) in rows(copy, "SELECT id FROM referee_tap")}
    assert rows(copy, "PRAGMA integrity_check") == [("ok",)]
    assert rows(copy, "PRAGMA foreign_key_check") == []
    assert rows(copy, "SELECT key FROM sushiscore_backup") == [(KEY,)]
    assert mode(copy) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "var"]


def test_a_backup_replaces_nothing_and_is_named_by_the_time_in_a_folder(folder, tmp_path, capsys):
    there = tmp_path / "there"
    there.write_text("mine")
    assert "is there already" in refused("backup", str(there))
    assert there.read_text() == "mine"
    assert "No such file or directory" in refused("backup", str(tmp_path / "no" / "copy"))

    usb = tmp_path / "usb"
    usb.mkdir()
    call_command("backup", str(usb))
    (copy,) = usb.iterdir()
    assert copy.name.startswith("sushiscore-20")
    assert str(copy) in capsys.readouterr().out


def test_a_backup_that_ends_half_way_leaves_nothing(folder, tmp_path, monkeypatch):
    def full(path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(keeping, "_sync", full)
    assert "No space left on device" in refused("backup", str(tmp_path / "copy"))
    assert [path.name for path in tmp_path.iterdir()] == ["var"]


def test_a_backup_goes_through_a_pipe(folder, tmp_path, capfdbinary):
    game = GameFactory()
    call_command("backup", "-")
    (tmp_path / "piped").write_bytes(capfdbinary.readouterr().out)
    assert rows(tmp_path / "piped", "SELECT id FROM referee_game") == [(game.pk.hex,)]
    assert sorted(path.name for path in folder.glob(".*")) == []


def test_a_backup_without_a_key_says_so(folder, tmp_path, capsys):
    data.KEY_FILE.unlink()
    call_command("backup", str(tmp_path / "copy"))
    assert "There is no key" in capsys.readouterr().err


def test_postgresql_has_ways_of_its_own(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "vendor", "postgresql")
    assert "pg_dump" in refused("backup", str(tmp_path / "copy"))
    assert "pg_restore" in refused("restore", str(tmp_path / "copy"))
    assert [path.name for path in tmp_path.iterdir()] == ["var"]


# ------------------------------------------------------------------------------ migrate


NEWEST = max(name for app, name in MigrationLoader(None).disk_migrations if app == "referee")


def go_back() -> None:
    """To the database of before the newest migration."""
    before = MigrationLoader(None).graph.node_map["referee", NEWEST]
    (parent,) = (one.key[1] for one in before.parents if one.key[0] == "referee")
    call_command("migrate", "referee", parent, verbosity=0)


def test_before_migrations_there_is_a_copy_which_can_be_restored(folder, capsys):
    add(where(GameFactory()), "tempura")
    go_back()
    for copy in folder.glob("before-*"):
        copy.unlink()
    capsys.readouterr()
    call_command("migrate", verbosity=0)
    (copy,) = folder.glob("before-*.sqlite3")
    assert str(copy) in capsys.readouterr().err
    assert mode(copy) == 0o600
    assert ("referee", NEWEST) not in keeping.migrations_in(copy)
    assert rows(copy, "SELECT count(*) FROM referee_tap") == [(1,)]

    call_command("migrate", verbosity=0)  # there is nothing to do: no other copy
    assert list(folder.glob("before-*")) == [copy]
    call_command("restore", str(copy), "--force")
    assert ("referee", NEWEST) in keeping.migrations_in(data.DATABASE_FILE)
    assert Tap.objects.count() == 1


def test_the_newest_three_copies_stay_and_the_new_one_whatever_the_clock_says(folder):
    made = [keeping.copy_before_migrations(data.DATABASE_FILE, folder, KEY) for _ in range(4)]
    assert sorted(folder.glob("before-*")) == sorted(made[1:])
    for year in range(3000, 3003):
        (folder / f"before-{year}-01-01-000000.sqlite3").touch()
    last = keeping.copy_before_migrations(data.DATABASE_FILE, folder, KEY)
    assert sorted(path.name[:11] for path in folder.glob("before-*")) == sorted(
        [last.name[:11], "before-3001", "before-3002"]
    )


def test_without_room_for_a_copy_nothing_is_migrated(folder, monkeypatch):
    MigrationRecorder(connection).record_unapplied("referee", NEWEST)

    def full(*_any: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(keeping, "copy_database", full)
    assert "database or disk is full" in refused("migrate")
    assert ("referee", NEWEST) not in keeping.migrations_in(data.DATABASE_FILE)


def test_migrate_makes_folder_key_and_database_for_their_owner_alone(folder):
    connections.close_all()
    shutil.rmtree(folder)
    before = os.umask(0o022)
    try:
        call_command("migrate", verbosity=0)
    finally:
        os.umask(before)
    connections.close_all()
    assert mode(folder) == 0o700
    assert {path.name: mode(path) for path in folder.iterdir()} == {
        "secret.key": 0o600,
        "sushiscore.sqlite3": 0o600,
    }


# ------------------------------------------------- what lies where the database should


COMMANDS = (("export_club",), ("import_club", "club.json"), ("backup", "copy"))
MAKE_IT = (("migrate",), ("demo",))


def one_name(command: tuple[str, ...]) -> str:
    return command[0]


@pytest.mark.parametrize("command", COMMANDS, ids=one_name)
def test_without_a_database_a_command_says_so_and_makes_none(folder, command):
    connections.close_all()
    data.DATABASE_FILE.unlink()
    assert "There is no database" in refused(*command)
    assert [path.name for path in folder.iterdir()] == ["secret.key"]
    shutil.rmtree(folder)
    assert "There is no database" in refused(*command)
    assert not folder.exists()


@pytest.mark.parametrize("command", COMMANDS[:2], ids=one_name)
def test_a_database_that_is_behind_is_told_of(folder, command):
    MigrationRecorder(connection).record_unapplied("referee", NEWEST)
    assert "not up to date" in refused(*command)


def another_programs() -> bytes:
    with closing(sqlite3.connect(":memory:")) as other:
        other.execute("CREATE TABLE diary (day)")
        return other.serialize()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty, it has 0 bytes"),
        (b"Dear diary", "is not a database of SushiScore"),
        (another_programs(), "is not a database of SushiScore"),
    ],
    ids=["empty", "text", "database"],
)
def test_an_odd_file_in_the_databases_place_is_named_and_stays(folder, content, words):
    connections.close_all()
    data.DATABASE_FILE.write_bytes(content)
    for command in COMMANDS + MAKE_IT:
        said = refused(*command)
        assert f"{data.DATABASE_FILE} {words}" in said, command
        assert data.DATABASE_FILE.read_bytes() == content, command
        connections.close_all()


# ------------------------------------------------------------------------- key and modes


@pytest.mark.parametrize("key", [b"x", b"k" * 31, b"k" * 40 + b"\n" + b"k" * 40])
def test_a_server_does_not_start_with_what_can_be_no_key(folder, monkeypatch, key):
    data.KEY_FILE.write_bytes(key)
    data.make_data_folder()
    with pytest.raises(ImproperlyConfigured, match="can be no key, which has 32 characters"):
        asgi._everything()
    monkeypatch.setenv("DATABASE_URL", "postgres://elsewhere/sushiscore")
    assert "put the right file back" in data.missing_key()
    assert data.KEY_FILE.read_bytes() == key
    monkeypatch.setenv("SUSHISCORE_SECRET_KEY", KEY)
    assert data.missing_key() == ""


def test_a_key_is_the_same_in_every_locale(folder):
    written, read = r"data.make_key('\u20ac' * 40)", "print(ascii(data.read_key()))"
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for command in (written, read):
        code = f"from referee.hosting import data; {command}"
        done = python(code, SUSHISCORE_DATA=str(folder), **plain)
        assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ascii(data.read_key()) == ascii("\u20ac" * 40)
    data.KEY_FILE.write_bytes(b"\xff" * 40)
    assert data.read_key() == r"\xff" * 40


def test_a_key_that_is_missing_beside_a_database_is_not_replaced(folder, monkeypatch, capsys):
    data.KEY_FILE.unlink()
    data.make_data_folder()
    call_command("migrate", verbosity=0)
    assert not data.KEY_FILE.exists()
    assert "restore a backup" in data.missing_key()
    with pytest.raises(ImproperlyConfigured, match="is missing beside the database"):
        asgi._everything()
    monkeypatch.setenv("SUSHISCORE_SECRET_KEY", KEY)
    assert data.missing_key() == ""
    monkeypatch.delenv("SUSHISCORE_SECRET_KEY")

    data.KEY_FILE.write_text("\n")
    assert "is missing" in data.missing_key()
    call_command("new_key")
    assert data.missing_key() == ""
    assert len(data.read_key()) > 50
    key = data.read_key()
    assert "nothing was done" in refused("new_key")
    assert data.read_key() == key


def test_files_of_before_are_narrowed_and_others_left_alone(folder):
    wide = [folder / "sushiscore.sqlite3", folder / "secret.key", folder / "before-1.sqlite3"]
    wide += [folder / f"sushiscore.sqlite3{end}" for end in ("-wal", "-shm")]
    other = folder / "diary.txt"
    for path in (*wide, other):
        path.touch()
        path.chmod(0o644)
    folder.chmod(0o755)
    data.narrow()
    assert {mode(path) for path in wide} == {0o600}
    assert mode(folder) == 0o700
    assert mode(other) == 0o644


def test_a_folder_that_is_not_ours_or_everybodys_keeps_its_mode(folder, tmp_path, monkeypatch):
    folder.chmod(0o1777)
    data.narrow()
    assert mode(folder) == 0o1777
    strange = tmp_path / "strange"
    strange.mkdir()
    strange.chmod(0o755)
    monkeypatch.setattr(data, "DATA_DIR", strange)
    data.narrow()
    assert mode(strange) == 0o755


# ------------------------------------------------------------------- who holds the folder


def test_one_server_holds_a_folder_and_says_where_it_is(folder):
    assert data.served_at() is None
    with data.hold() as held:
        assert data.served_at() == ""
        data.note_address(held, "http://192.0.2.7:8123/")
        assert data.served_at() == "http://192.0.2.7:8123/"
        for shared in (False, True):
            with pytest.raises(BlockingIOError):
                data.hold(shared=shared)
    assert data.served_at() is None
    with data.hold(shared=True), data.hold(shared=True), pytest.raises(BlockingIOError):
        data.hold()


def test_the_demo_prints_where_the_server_is(folder, capsys):
    with data.hold() as held:
        data.note_address(held, "http://192.0.2.7:8123/")
        call_command("demo")
    said = capsys.readouterr().out
    assert said.count("http://192.0.2.7:8123/") == 3
    assert "make run" not in said
