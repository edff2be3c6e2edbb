"""PostgreSQL or Redis go away while servers run, and come back."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.conf import settings

from tests.browser.real_server import Way
from tests.live.serving import Phone, until
from tests.services.serving import END_ALL, status, tap


@contextmanager
def way(address: str, usual: int) -> Iterator[tuple[Way, str]]:
    """A way to a service, which can be cut, and the address on it."""
    where = urlsplit(address)
    made = Way(where.port or usual, where.hostname or "127.0.0.1")
    whom = where.netloc.rpartition("@")
    try:
        yield made, where._replace(netloc=f"{whom[0]}{whom[1]}127.0.0.1:{made.port}").geturl()
    finally:
        made.cut()


def test_while_postgresql_is_away_taps_are_asked_for_again_and_then_stored_once(home, rows):
    with way(home.database, 5432) as (there, its_address):
        server = home.serving(DATABASE_URL=its_address)
        game = home.game()
        taken = [tap(server.port, game)[1] for _ in range(3)]
        there.cut()
        codes = [tap(server.port, game, id_=(one := str(uuid4())))[0] for _ in range(3)]
        assert codes == [503] * 3
        assert status(server, f"/g/{game.id}/") in (404, 503)  # to whom it does not exist
        assert status(server, "/about/") == 200
        there.mend()
        until(lambda: tap(server.port, game, id_=one)[0] == 200)
        assert tap(server.port, game, id_=one)[0] == 200
    found = {str(id_) for (id_,) in rows.execute("SELECT id FROM referee_tap")}
    assert found == {*taken, one}


@contextmanager
def full(rows: Any) -> Iterator[None]:
    """A trigger says what PostgreSQL says when its disk is full."""
    rows.execute(
        "CREATE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$"
    )
    rows.execute("CREATE TRIGGER is_full BEFORE INSERT ON referee_tap EXECUTE FUNCTION is_full()")
    try:
        yield
    finally:
        rows.execute("DROP FUNCTION is_full CASCADE")


@contextmanager
def read_only(rows: Any) -> Iterator[None]:
    """Sessions that begin from now on may write nothing, and stay so; all others end."""
    name = rows.execute("SELECT quote_ident(current_database())").fetchone()[0]
    rows.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    try:
        rows.execute(END_ALL)
        yield
    finally:
        rows.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")


@pytest.mark.parametrize("fault", [full, read_only])
def test_while_postgresql_is_full_or_read_only_taps_are_asked_for_again_and_then_stored_once(
    home, rows, fault
):
    server, game = home.serving(), home.game()
    taken = [tap(server.port, game)[1] for _ in range(3)]
    waiting = [str(uuid4()) for _ in range(5)]
    with fault(rows):
        with ThreadPoolExecutor(5) as pool:  # on several connections
            tried = list(pool.map(lambda one: tap(server.port, game, id_=one), waiting))
        assert {code for code, _id in tried} == {503}
        assert status(server, "/about/") == 200
        if fault is read_only:
            until(lambda: status(server, "/readyz") == 503)
    until(lambda: status(server, "/readyz") == 200)
    for one in waiting:
        until(lambda one=one: tap(server.port, game, id_=one)[0] == 200)
    found = {str(id_) for (id_,) in rows.execute("SELECT id FROM referee_tap")}
    assert found == {*taken, *waiting}


def test_while_redis_is_away_taps_are_taken_and_others_told_once_it_is_back(home):
    with way(settings.REDIS_URL, 6379) as (there, its_address):
        servers = [home.serving(REDIS_URL=its_address) for _ in range(2)]
        game = home.game()
        with Phone(servers[1].port, game.stream) as phone:
            assert phone.version() == 0
            assert tap(servers[0].port, game)[0] == 200
            assert phone.version() == 1
            there.cut()
            assert tap(servers[0].port, game)[0] == 200
            there.mend()
            assert phone.version() == 2


def test_wrong_codes_are_counted_over_all_servers_and_by_each_while_redis_is_away(home):
    with way(settings.REDIS_URL, 6379) as (there, its_address):
        one, other = (home.serving(REDIS_URL=its_address) for _ in range(2))
        tried = [status(server, "/join/AAAAAA/") for server in (one, other) * 6]
        assert tried == [404] * 10 + [429] * 2
        there.cut()
        assert [status(one, "/join/AAAAAA/") for _ in range(12)] == [404] * 10 + [429] * 2
        there.mend()
        assert status(other, "/join/AAAAAA/") == 429
