"""Several servers on one PostgreSQL: who may start beside whom, and what is refused."""

import subprocess
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import psycopg
import pytest
from django.db import connection

from referee.hosting import postgresql
from referee.hosting.postgresql import _SERVING, MIGRATING
from scripts.server import RUN, lasting_port
from tests.live.serving import PATIENCE, Phone, until
from tests.services.serving import END_ALL, status, tap


def test_with_redis_two_servers_tell_each_other_of_taps(home):
    first, second = home.serving(), home.serving()
    game = home.game()
    with Phone(first.port, game.stream) as here, Phone(second.port, game.stream) as there:
        assert (here.version(), there.version()) == (0, 0)
        assert tap(first.port, game)[0] == 200
        assert (here.version(), there.version()) == (1, 1)
        assert tap(second.port, game)[0] == 200
        assert (here.version(), there.version()) == (2, 2)


def test_without_redis_a_second_server_is_refused_with_the_reason(home):
    home.serving(REDIS_URL="")
    told = "several processes need REDIS_URL"
    assert told in home.refused(REDIS_URL="")
    # The first tells nobody, whatever the second could.
    assert told in home.refused()


def test_beside_servers_with_redis_none_starts_without(home):
    home.serving()
    assert "several processes need REDIS_URL" in home.refused(REDIS_URL="")
    home.serving()


HELD = (
    "SELECT pid FROM pg_locks JOIN pg_database ON database = pg_database.oid"
    " WHERE locktype = 'advisory' AND datname = current_database() AND objid = %s AND granted = %s"
)


def test_after_a_restart_of_postgresql_a_server_holds_its_database_again(home, rows):
    server = home.serving(REDIS_URL="")
    before = rows.execute(HELD, [_SERVING, True]).fetchall()
    assert rows.execute(END_ALL).fetchone() > (0,)
    until(lambda: rows.execute(HELD, [_SERVING, True]).fetchall() not in ([], before))
    assert "several processes need REDIS_URL" in home.refused(REDIS_URL="")
    assert status(server) == 200


@pytest.mark.django_db
def test_who_finds_the_database_held_by_another_after_a_restart_is_told(monkeypatch):
    monkeypatch.setattr(postgresql, "_GHOST_SECONDS", 0.2)
    is_lost = Event()
    asked = connection.get_connection_params()
    admin, other = psycopg.connect(**asked, autocommit=True), psycopg.connect(**asked)
    with admin, other, ThreadPoolExecutor(1) as pool:
        postgresql.hold(connection, is_lost.set)
        [(pid,)] = admin.execute(HELD, [_SERVING, True]).fetchall()
        taken = pool.submit(other.execute, "SELECT pg_advisory_xact_lock(%s)", [_SERVING])
        until(lambda: admin.execute(HELD, [_SERVING, False]).fetchall())
        assert not is_lost.is_set()
        admin.execute("SELECT pg_terminate_backend(%s)", [pid])
        taken.result(PATIENCE)
        assert is_lost.wait(PATIENCE)


def test_of_a_machine_that_is_gone_postgresql_keeps_the_locks_for_half_a_minute():
    with postgresql._begin(connection) as begun:
        idle, interval, count = (
            int(begun.execute(f"SHOW tcp_keepalives_{name}").fetchone()[0])
            for name in ("idle", "interval", "count")
        )
    assert 0 < idle + interval * count < postgresql._GHOST_SECONDS


def test_a_server_that_was_killed_holds_nothing(home):
    server = home.serving(REDIS_URL="")
    server.kill()
    server.start()
    server.wait()
    assert status(server) == 200


def test_a_postgresql_that_does_not_answer_is_told(home):
    nowhere = f"postgres://ana:the-word@127.0.0.1:{lasting_port()}/sushi"
    line = home.refused(DATABASE_URL=nowhere)
    assert "the database sushi cannot be used" in line
    assert "refused" in line
    assert "the-word" not in line
    checked = subprocess.run(
        [*RUN, "--check"],
        capture_output=True,
        check=False,
        env=home.server(DATABASE_URL=nowhere).environment,
        text=True,
        timeout=PATIENCE,
    )
    assert (checked.returncode, checked.stderr) == (1, "")
    [line] = [line for line in checked.stdout.splitlines() if line.startswith("no  the database")]
    assert "sushi of 127.0.0.1 cannot be used: connection failed" in line
    assert "refused" in line


def test_a_redis_that_does_not_answer_is_told(home):
    line = home.refused(REDIS_URL=f"redis://:the-word@127.0.0.1:{lasting_port()}/0")
    assert "the Redis of REDIS_URL cannot be used" in line
    assert "the-word" not in line


def test_a_database_of_a_newer_version_is_refused_and_left_alone(home, rows):
    assert home.manage("migrate", "--verbosity=0").communicate(timeout=PATIENCE) == ("", "")
    rows.execute(
        "INSERT INTO django_migrations (app, name, applied) VALUES ('referee', '9999_soon', now())"
    )
    assert "A newer SushiScore has changed this database (referee.9999_soon)" in home.refused()


def test_who_migrates_waits_for_another_who_does(home, database, rows):
    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    tables = "SELECT count(*) FROM pg_tables WHERE tablename LIKE 'referee_%'"
    with psycopg.connect(database) as other:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATING])
        migrating = home.manage("migrate", "--verbosity=0")
        until(lambda: rows.execute(waiting).fetchone() == (1,))
        assert rows.execute(tables).fetchone() == (0,)
    assert migrating.communicate(timeout=PATIENCE) == ("", "")
    assert migrating.returncode == 0
    assert rows.execute(tables).fetchone() > (20,)


def test_two_that_migrate_at_once_both_end_well(home):
    both = [home.manage("migrate", "--verbosity=0") for _ in range(2)]
    assert [one.communicate(timeout=2 * PATIENCE) for one in both] == [("", ""), ("", "")]
    assert [one.returncode for one in both] == [0, 0]


def test_connections_that_postgresql_has_closed_are_replaced_and_nobody_sees_it(home, rows):
    server = home.serving()
    game = home.game()
    with ThreadPoolExecutor(8) as pool:
        assert {code for code, _id in pool.map(lambda _n: tap(server.port, game), range(8))} == {
            200
        }
        assert rows.execute(END_ALL).fetchone() > (1,)
        taken = list(pool.map(lambda _n: tap(server.port, game), range(8)))
    assert {code for code, _id in taken} == {200}
    assert rows.execute("SELECT count(*) FROM referee_tap").fetchone() == (16,)
