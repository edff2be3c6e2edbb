"""Several servers on one PostgreSQL: who may start beside whom, and what is refused."""

from concurrent.futures import ThreadPoolExecutor

import psycopg

from scripts.server import lasting_port
from sushiscore.postgresql import MIGRATING
from tests.live.serving import PATIENCE, Phone, until
from tests.services.serving import status, tap


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
        ended = rows.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
        assert ended > (1,)
        taken = list(pool.map(lambda _n: tap(server.port, game), range(8)))
    assert {code for code, _id in taken} == {200}
    assert rows.execute("SELECT count(*) FROM referee_tap").fetchone() == (16,)
