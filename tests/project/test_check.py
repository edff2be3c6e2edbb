"""`sushiscore --check` tells what would not work, and changes nothing."""

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from referee.hosting import data
from scripts.server import Server, lasting_port
from sushiscore import check, names
from tests.environments import ROOT, bare


def checked(
    folder: Path, *, before: Sequence[str] = (), **environment: str
) -> tuple[int, list[str]]:
    """How a check ended, and what it said that would not work."""
    usual = {"PORT": str(lasting_port()), "SUSHISCORE_BIND": "127.0.0.1"}
    done = subprocess.run(
        [*before, sys.executable, "-m", "sushiscore", "--check"],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=bare(SUSHISCORE_DATA=str(folder), **usual | environment),
        text=True,
    )
    assert "Traceback" not in done.stderr
    lines = done.stdout.splitlines()
    assert all(line.startswith(("ok  ", "no  ")) for line in lines)
    return done.returncode, [line[4:] for line in lines if line.startswith("no  ")]


def test_where_all_is_well_it_says_so_and_makes_nothing(tmp_path):
    assert checked(tmp_path / "data") == (0, [])
    assert list(tmp_path.iterdir()) == []


def test_everything_that_would_not_work_is_told_at_once(tmp_path):
    (tmp_path / "sushiscore.sqlite3").write_text("a letter")
    (tmp_path / "secret.key").write_text("".join(map(chr, range(48, 112))))
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        number = taken.getsockname()[1]
        code, told = checked(
            tmp_path,
            PORT=str(number),
            REDIS_URL=f"redis://127.0.0.1:{lasting_port()}",
            SUSHISCORE_HTTPS="1",
            SUSHISCORE_HOST="sushi.example",
        )
    assert code == 1
    wanted = [
        "SUSHISCORE_HOST is not a setting; did you mean SUSHISCORE_HOSTS?",
        f"port {number} is taken",
        f"{tmp_path / 'sushiscore.sqlite3'} is not a database of SushiScore",
        "the Redis of REDIS_URL cannot be used",
        "SUSHISCORE_HTTPS is 1, and SUSHISCORE_HOSTS names no host",
    ]
    assert all(expected in line for expected, line in zip(wanted, told, strict=True)), told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret.key", "sushiscore.sqlite3"]


def test_a_setting_that_makes_no_sense_is_told(tmp_path):
    code, [line] = checked(tmp_path, SUSHISCORE_TIME_ZONE="Mars")
    assert code == 1
    assert "SUSHISCORE_TIME_ZONE: 'Mars' is not a time zone" in line


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("SUSHISCORE_HOST", "is not a setting; did you mean SUSHISCORE_HOSTS?"),
        ("SUSHISCORE_PORT", "is not a setting; did you mean PORT?"),
        ("SUSHISCORE_DATABASE_URL", "is not a setting; did you mean DATABASE_URL?"),
        ("sushiscore_debugg", "is not a setting; did you mean SUSHISCORE_DEBUG?"),
        ("SUSHISCORE_QUUX", "is not a setting: docs/settings.md has them"),
        ("SUSHI_HOSTS", ""),
    ],
)
def test_a_name_that_is_no_setting_is_told_with_the_nearest(monkeypatch, name, told):
    monkeypatch.setenv(name, "1")
    assert list(names.unknown()) == ([f"{name} {told}"] if told else [])


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder's place."""
    folder = tmp_path / "data"
    monkeypatch.setattr(data, "DATA_DIR", folder)
    monkeypatch.setattr(data, "DATABASE_FILE", folder / "sushiscore.sqlite3")
    return folder


def test_a_data_folder_that_cannot_be_is_told(place):
    place.touch()
    with pytest.raises(SystemExit, match=f"the data folder {place} .*: Not a directory"):
        check.data_folder()


def test_a_full_volume_is_told(monkeypatch, place):
    monkeypatch.setattr(check, "ENOUGH_SPACE", 10**18)
    with pytest.raises(SystemExit, match="MB are free"):
        check.data_folder()


def test_a_file_that_may_not_be_written_to_is_told_beside_a_folder_that_may(monkeypatch, place):
    place.mkdir()
    data.DATABASE_FILE.touch()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(SystemExit, match=f"{data.DATABASE_FILE}: Permission denied"):
        check.data_folder()


@pytest.mark.slow
def test_a_whole_database_in_a_folder_that_is_closed_is_not_called_damaged(tmp_path):
    own = []
    if os.geteuid() == 0:  # whom no mode binds
        if not shutil.which("setpriv"):
            pytest.skip("setpriv is not here")
        own = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    database = tmp_path / "sushiscore.sqlite3"
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA journal_mode = WAL")
        opened.execute("CREATE TABLE django_migrations (app, name, applied)")
    (tmp_path / "secret.key").write_text("k" * 50)
    tmp_path.chmod(0o500)
    try:
        code, told = checked(tmp_path, before=own)
    finally:
        tmp_path.chmod(0o700)
    assert (code, told) == (
        1,
        [
            f"the data folder {tmp_path} cannot be used: Permission denied",
            f"the database {database} cannot be used: Permission denied",
        ],
    )


def test_whose_a_file_is_that_is_closed_to_this_user_is_told(monkeypatch, tmp_path):
    its, mine = tmp_path.stat().st_uid, os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: mine)
    error = PermissionError(13, "Permission denied", str(tmp_path / "hidden"))
    assert data.cause(error) == (
        f"{tmp_path}: Permission denied; it belongs to user {its}, and this is user {mine}"
    )


@pytest.mark.slow
def test_a_running_server_is_no_fault_and_a_newer_or_damaged_database_is(tmp_path):
    server = Server(tmp_path)
    server.start()
    try:
        server.wait()
        assert checked(tmp_path, PORT=str(server.port)) == (0, [])
    finally:
        server.stop()
    with closing(sqlite3.connect(server.database)) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('referee', '9999_dice', 0)"
        )
    _code, [line] = checked(tmp_path)
    assert "A newer SushiScore has changed this database (referee.9999_dice)" in line

    (tmp_path / "secret.key").unlink()
    with server.database.open("r+b") as file:
        file.seek(8192)
        file.write(b"\xff" * 8192)
    _code, [key, damage] = checked(tmp_path)
    assert "secret.key is missing beside the database" in key
    assert "damaged" in damage or "malformed" in damage
