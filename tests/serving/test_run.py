"""`make run`: what it serves, and how it ends where it cannot serve."""

import fcntl
import os
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from referee.hosting.network import own_addresses
from scripts.server import lasting_port
from sushiscore import run
from tests.environments import ROOT, bare, fill, python
from tests.live.serving import until

PATIENCE = 60  # seconds
OWN = own_addresses()
"""Under which phones reach this machine; none without a network."""


def environment(data: Path, port: object, **more: str) -> dict[str, str]:
    return bare(SUSHISCORE_DATA=str(data), PORT=str(port), PYTHONUNBUFFERED="1", **more)


@pytest.fixture
def data_folder(tmp_path: Path, db: None) -> Path:
    """One with a key and a database that is up to date."""
    fill(tmp_path)
    return tmp_path


def start(data: Path, port: object, *how: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A start that ended by itself."""
    return subprocess.run(
        [sys.executable, *(how or ("-m", "sushiscore"))],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=environment(data, port, **more),
        text=True,
        timeout=PATIENCE,
    )


def refused(data: Path, port: object, *how: str, **more: str) -> str:
    """The one line with which a start ended."""
    done = start(data, port, *how, **more)
    assert done.returncode != 0
    assert done.stdout == ""
    assert done.stderr.startswith("run: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize("host", ["", "127.0.0.1"])
def test_a_taken_port_is_told(host):
    with closing(socket.create_server((host, 0))) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit, match=f"port {port} is taken"):
            run.bind(port, [])


@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is of this machine on Linux alone")
def test_a_port_is_taken_where_it_is_listened_on(tmp_path):
    with closing(socket.create_server(("127.0.0.2", 0))) as taken:
        port = taken.getsockname()[1]
        told = refused(tmp_path, port, SUSHISCORE_BIND="127.0.0.1,127.0.0.2")
    assert f"port {port} is taken" in told


@pytest.mark.parametrize("port", ["0", "65536", "-1", "٣"])
def test_a_port_that_is_no_port_is_told(monkeypatch, port):
    monkeypatch.setenv("PORT", port)
    with pytest.raises(SystemExit, match="from 1 to 65535"):
        run.wanted_port()


def test_make_run_fails_as_its_script_does_and_adds_no_more_than_makes_own_line(tmp_path):
    done = subprocess.run(
        ["make", "run"],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=environment(tmp_path, "sushi"),
        text=True,
        timeout=PATIENCE,
    )
    lines = done.stderr.splitlines()
    assert done.returncode != 0
    assert done.stdout == ""
    assert lines[0].startswith("run: PORT must be")
    assert [line for line in lines[1:] if not line.startswith("make")] == []


def test_a_data_folder_that_cannot_be_is_told_in_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    assert "cannot be used" in refused(tmp_path / "file" / "data", lasting_port())


def test_a_misspelt_name_is_told_and_stops_no_start(tmp_path):
    done = start(tmp_path, "sushi", SUSHISCORE_HOST="sushi.example")
    first, second = done.stderr.splitlines()
    assert first == "run: SUSHISCORE_HOST is not a setting; did you mean SUSHISCORE_HOSTS?"
    assert "PORT must be" in second


def test_a_database_that_cannot_be_opened_is_told_in_one_line(tmp_path):
    (tmp_path / "sushiscore.sqlite3").mkdir()
    assert "sushiscore.sqlite3 cannot be used" in refused(tmp_path, lasting_port())


def test_a_setting_that_makes_no_sense_is_told_in_one_line(tmp_path):
    line = refused(tmp_path, lasting_port(), SUSHISCORE_DEBUG="perhaps")
    assert "SUSHISCORE_DEBUG must be 1 or 0" in line


def test_a_database_of_a_newer_version_is_told_in_one_line_and_left_alone(data_folder):
    with closing(sqlite3.connect(data_folder / "sushiscore.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('referee', '9999_soon', '')"
        )
    line = refused(data_folder, lasting_port())
    assert "A newer SushiScore has changed this database (referee.9999_soon)" in line
    assert not list(data_folder.glob("before-*"))


MIGRATE_AND_WRITE = """
import time
import django

django.setup()
from django.core.management import call_command
from django.db import transaction

call_command("migrate", verbosity=0)
with transaction.atomic():
    time.sleep(2.5)
"""
WITH_LITTLE_PATIENCE = """
from django.conf import settings
from sushiscore.run import main

settings.DATABASES["default"]["OPTIONS"]["timeout"] = 0.1
main()
"""


@contextmanager
def running(data: Path, port: int, *how: str, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server on loopback, until the end of the block."""
    with subprocess.Popen(
        [sys.executable, *(how or ("-m", "sushiscore"))],
        cwd=ROOT,
        env=environment(data, port, SUSHISCORE_BIND="127.0.0.1", **more),
        stdout=subprocess.DEVNULL,
    ) as server:
        try:
            yield server
        finally:
            server.kill()


@pytest.mark.slow
def test_a_first_start_waits_for_another_process_that_migrates_and_then_writes(tmp_path):
    port = lasting_port()
    its = environment(tmp_path, port, DJANGO_SETTINGS_MODULE="sushiscore.settings")
    with subprocess.Popen([sys.executable, "-c", MIGRATE_AND_WRITE], cwd=ROOT, env=its) as other:
        until((tmp_path / "sushiscore.sqlite3").exists, PATIENCE)
        settings = {"DJANGO_SETTINGS_MODULE": "sushiscore.settings"}
        with running(tmp_path, port, "-c", WITH_LITTLE_PATIENCE, **settings) as server:
            until(lambda: server.poll() is not None or opens("127.0.0.1", port), PATIENCE)
            assert status(f"http://127.0.0.1:{port}/readyz") == 200
    assert other.returncode == 0


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:  # noqa: S310  # our own
            return answer.status
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("localhost", "SUSHISCORE_BIND: 'localhost' is not an address"),
        ("192.0.2.77", "address 192.0.2.77 cannot be used"),
    ],
)
def test_an_address_that_cannot_be_listened_on_is_told_in_one_line(tmp_path, named, told):
    assert told in refused(tmp_path, lasting_port(), SUSHISCORE_BIND=named)


def test_a_port_that_a_start_holds_refuses_whoever_asks_until_it_serves():
    (bound,) = run.bind(lasting_port(), ["127.0.0.1"])
    with bound:
        address, port = bound.getsockname()
        assert not opens(address, port)
        bound.listen()
        assert opens(address, port)


def opens(address: str, port: int) -> bool:
    with closing(socket.socket()) as probe:
        probe.settimeout(5)
        return probe.connect_ex((address, port)) == 0


def serve_once(
    data: Path,
    end: signal.Signals = signal.SIGINT,
    meanwhile: Callable[[int], object] = lambda _port: None,
    named: str = "",
) -> str:
    """Start, ask for a page, end with Ctrl-C or another signal; what was printed.

    It listens on the named addresses, else on all.
    """
    port = lasting_port()
    with subprocess.Popen(
        [sys.executable, "-m", "sushiscore"],
        cwd=ROOT,
        env=environment(data, port, SUSHISCORE_BIND=named),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        try:
            printed = ""
            while "Ctrl-C" not in printed:
                line = server.stdout.readline()
                assert line, printed
                printed += line
            assert status(f"http://127.0.0.1:{port}/static/django_htmx/htmx-2.min.js") == 200
            assert status(f"http://127.0.0.1:{port}/no-such-page/") == 404
            assert f":{port}/" in printed
            assert (data / "server.lock").read_text().strip() in printed
            meanwhile(port)
            assert [opens(address, port) for address in OWN] == [not named] * len(OWN)
        finally:
            server.send_signal(end)
            printed += server.communicate(timeout=PATIENCE)[0]
    assert server.returncode == 0, printed
    return printed


def test_it_serves_shows_a_code_ends_at_ctrl_c_and_begins_again_with_the_same_key(tmp_path):
    data = tmp_path / "var"

    def start_another(port: int) -> None:
        line = refused(data, lasting_port())
        assert "runs already" in line
        assert f":{port}/" in line

    printed = serve_once(data, meanwhile=start_another)
    assert ("▄▄▄▄▄" in printed) is bool(OWN)
    assert "Traceback" not in printed
    assert printed.endswith("SushiScore has ended.\n")
    key = (data / "secret.key").read_text()
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in data.glob("*")} == {
        "secret.key": 0o600,
        "server.lock": 0o600,
        "sushiscore.sqlite3": 0o600,
    }

    # Rows that a killed server left in its log; the one file holds them after a stop.
    keep_in_log(data / "sushiscore.sqlite3", "left")
    assert "SushiScore has ended." in serve_once(data, signal.SIGTERM)
    assert (data / "secret.key").read_text() == key
    copy = tmp_path / "copy"
    shutil.copyfile(data / "sushiscore.sqlite3", copy)
    with closing(sqlite3.connect(copy)) as copied:
        assert copied.execute("SELECT name FROM referee_club").fetchall() == [("left",)]


def told(folder: Path) -> str:
    """What a server says of its address to commands, once it does."""
    lock = folder / "server.lock"
    until(lambda: lock.exists() and lock.read_text(), PATIENCE)
    return lock.read_text()


def test_until_the_database_is_up_to_date_nobody_is_kept_waiting_for_an_answer(data_folder):
    port, folder = lasting_port(), os.open(data_folder, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)  # as one does that migrates: the server waits for its turn
    with running(data_folder, port):
        assert told(data_folder)
        assert not opens("127.0.0.1", port)
        os.close(folder)
        until(lambda: opens("127.0.0.1", port), PATIENCE)
        assert status(f"http://127.0.0.1:{port}/readyz") == 200


def test_behind_a_proxy_it_says_to_commands_by_which_name_people_open_it(tmp_path):
    hosts = "sushi.example, other.example"
    with running(tmp_path, lasting_port(), SUSHISCORE_HTTPS="1", SUSHISCORE_HOSTS=hosts):
        assert told(tmp_path) == "https://sushi.example/\n"


LEAVE_IN_LOG = """
import os, sqlite3, sys, uuid
opened = sqlite3.connect(sys.argv[1])
insert = "INSERT INTO referee_club (id, name, created_at, years) VALUES (?, ?, 0, '{}')"
opened.execute(insert, (uuid.uuid4().hex, sys.argv[2]))
opened.commit()
os._exit(0)
"""


def keep_in_log(database: Path, name: str) -> None:
    """Adds a club that stands in the write-ahead log alone."""
    subprocess.run([sys.executable, "-c", LEAVE_IN_LOG, database, name], check=True)


def test_a_key_that_is_missing_beside_a_database_is_told_in_one_line(tmp_path):
    with closing(sqlite3.connect(tmp_path / "sushiscore.sqlite3")) as database:
        database.execute("CREATE TABLE django_migrations (app, name)")
    line = refused(tmp_path, lasting_port())
    assert "secret.key is missing beside the database" in line
    assert "new_key" in line
    assert not (tmp_path / "secret.key").exists()


@pytest.mark.slow
def test_djangos_own_commands_end_in_one_line_beside_an_empty_file(tmp_path):
    file = tmp_path / "sushiscore.sqlite3"
    file.touch()
    done = start(tmp_path, 8000, "manage.py", "changepassword", "ana")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{file} is empty, it has 0 bytes")
    assert done.stderr.count("\n") == 1
    assert file.read_bytes() == b""


EVERY_STATEMENT_IS_SLOW = """
from referee.hosting import metrics
from sushiscore import __main__

metrics.SLOW_SECONDS = -1
__main__.manage(["manage.py", "export_club"])
"""


@pytest.mark.slow
def test_a_command_prints_none_of_the_databases_statements(data_folder):
    more = {"SUSHISCORE_DEBUG": "1", "SUSHISCORE_LOG_LEVEL": "DEBUG"}
    done = start(data_folder, lasting_port(), "-c", EVERY_STATEMENT_IS_SLOW, **more)
    assert (done.stdout, done.stderr) == ("", "CommandError: There is no club yet.\n")


STOP_WHILE_TIDYING_UP = """
import signal
from sushiscore import run

class Gone:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)

def show(*arguments, **options):
    Gone()  # what is raised there Python prints, and forgets

run.show = show
run.main()
"""


@pytest.mark.slow
def test_a_stop_that_comes_while_python_tidies_up_at_the_start_is_not_lost(data_folder):
    done = start(data_folder, lasting_port(), "-c", STOP_WHILE_TIDYING_UP)
    assert "KeyboardInterrupt" in done.stderr  # it was lost
    assert done.stdout.endswith("SushiScore has ended.\n")


END_BESIDE_ANOTHER = """
from sushiscore import run

run.show = lambda *arguments, **options: run.end_beside_another()
run.main()
"""


@pytest.mark.slow
def test_who_finds_that_another_process_has_taken_the_database_ends_in_one_line(data_folder):
    # Without a busy machine's slow statements.
    quiet = {"SUSHISCORE_LOG_LEVEL": "ERROR"}
    line = refused(data_folder, lasting_port(), "-c", END_BESIDE_ANOTHER, **quiet)
    assert line.startswith("run: SushiScore runs already with the database ")


@pytest.mark.slow
def test_on_loopback_alone_no_phone_is_invited_and_none_gets_in(tmp_path):
    printed = serve_once(tmp_path, named="127.0.0.1")
    assert "SushiScore is at http://127.0.0.1:" in printed
    assert "Only this machine can open it: SUSHISCORE_BIND names no other address." in printed
    assert "▄▄▄▄▄" not in printed
    assert "Also at" not in printed


def test_whoever_imports_it_can_still_choose_the_data_folder():
    """The benchmarks do, once they have been imported, and must not fill the checkout's own."""
    asked = "import sys, sushiscore.run; sys.exit('referee.hosting.data' in sys.modules)"
    assert python(asked).returncode == 0
