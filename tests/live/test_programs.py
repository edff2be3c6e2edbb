"""Programs with keys at a real server on loopback: what they follow, and until when."""

import asyncio
import json
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.signing import get_cookie_signer

from referee.club.services.accounts import create_account, delete_account
from referee.club.services.helping import invite, take_away_helper, take_invitation
from referee.club.services.keys import make_key, revoke_keys
from referee.live import bus as bus_module
from referee.live import endpoint as endpoint_module
from referee.live.bus import process_bus
from referee.live.stream import Stream
from referee.models import Helper, Key
from scripts.server import lasting_port
from tests.factories import (
    OTHER_PHONE,
    PASSWORD,
    PHONE,
    GameFactory,
    add,
    finish,
    version_of,
    where,
)
from tests.live.buses import redis_server, soon, two_processes
from tests.live.serving import Phone, address, elsewhere, serving, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick_passwords")]


@pytest.fixture
def game():
    return GameFactory()


@pytest.fixture
def ana(game):
    return create_account(PHONE, "Ana", PASSWORD)


@pytest.fixture
def follow(opened):
    """Opens the stream of a game with a key."""

    def open_one(path, secret, **how):
        headers = {"Authorization": f"Bearer {secret}", **how.pop("headers", {})}
        return opened(f"/api/v1/{path}", headers=headers, **how)

    return open_one


def key(account, scope="read"):
    return make_key(account, uuid4(), "The bot", scope)


def codes(answer):
    assert answer.headers["Content-Type"] == "application/problem+json"
    return [one["code"] for one in json.loads(answer.text())["errors"]]


def test_a_program_hears_of_a_game_what_a_phone_does(game, ana, follow):
    program = follow(f"games/{game.pk}/stream/", key(ana))
    assert program.status == 200
    assert program.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert "no-transform" in program.headers["Cache-Control"]
    assert len(program.headers.get_all("Cache-Control")) == 1
    assert program.headers["Content-Length"] is program.headers["Content-Encoding"] is None
    assert program.version() == version_of(game)
    for _tofu in range(2):  # Redis may tell of the first only with the second
        elsewhere(lambda: add(where(game), "tofu"))
        lines = program.lines()
    assert lines[1] == "event: version"
    since = (" 1 1-1:2", " 0 1-1:2") if settings.REDIS_URL else " 1 1-1:2"
    assert lines[2].endswith(since), "only that tableau has changed"


def test_a_program_hears_of_the_evenings_of_a_club(game, ana, follow):
    program = follow(f"clubs/{game.night.club_id}/stream/", key(ana))
    before = program.version()
    elsewhere(lambda: finish(game))
    assert program.version() > before


def test_a_phone_comes_by_its_cookie(game, opened):
    cookie = f"phone={get_cookie_signer(salt='phonephone').sign(PHONE)}"
    for path in (f"games/{game.pk}/stream/", f"clubs/{game.night.club_id}/stream/"):
        phone = opened(f"/api/v1/{path}", headers={"Cookie": cookie})
        assert phone.status == 200
        assert phone.version() is not None


def test_a_page_of_a_site_that_is_named_follows_with_a_key(game, ana, settings):
    first, *others = settings.MIDDLEWARE
    settings.MIDDLEWARE = [first, "corsheaders.middleware.CorsMiddleware", *others]
    settings.CORS_ALLOWED_ORIGINS = [origin := "https://league.example"]
    asks = {"Origin": origin, "Access-Control-Request-Method": "GET"}
    asks["Access-Control-Request-Headers"] = "authorization"
    comes = {"Origin": origin, "Authorization": f"Bearer {key(ana)}"}
    with serving() as served:
        for path in (f"games/{game.pk}/stream/", f"clubs/{game.night.club_id}/stream/"):
            for method, headers in (("OPTIONS", asks), ("GET", comes)):
                with Phone(served.port, f"/api/v1/{path}", method, headers) as page:
                    assert page.status == 200
                    assert page.headers["Access-Control-Allow-Origin"] == origin


def test_nobody_follows_what_is_not_theirs(game, ana, follow, opened):
    eve = create_account(OTHER_PHONE, "Eve", PASSWORD)
    GameFactory(phone=OTHER_PHONE)
    for path in (f"games/{game.pk}/stream/", f"clubs/{game.night.club_id}/stream/"):
        assert (follow(path, key(ana)).status, follow(path, key(eve)).status) == (200, 404)
        none, nobody = follow(path, "sushi_x"), opened(f"/api/v1/{path}")
        assert (none.status, nobody.status) == (401, 401)
        assert (codes(none), codes(nobody)) == (["no-such-key"], ["not-authenticated"])
        assert codes(follow(f"{path}?key={key(ana)}", key(ana))) == ["key-in-address"]
        assert follow(path, key(ana, "manage"), method="POST").status == 405
        head = follow(path, key(ana), method="HEAD")
        assert (head.status, head.text()) == (200, "")
    wrong = follow(f"games/{game.pk}/stream/", key(ana), headers={"Accept": "application/json"})
    assert codes(wrong) == ["not-acceptable"]


def test_the_id_of_a_key_is_no_token_of_a_page(game, ana, opened):
    key(ana)
    assert opened(address(game.pk, str(Key.objects.get().pk))).status == 403


def test_a_revoked_key_ends_its_streams_and_no_others(game, ana, follow, served):
    first, second = key(ana), key(ana)
    paths = (f"games/{game.pk}/stream/", f"clubs/{game.night.club_id}/stream/")
    ended, kept = ([follow(path, secret) for path in paths] for secret in (first, second))
    assert None not in [one.version() for one in ended + kept]
    which = Key.objects.order_by("made_at").first().pk
    elsewhere(lambda: revoke_keys(ana, which))
    assert [one.version() for one in ended] == [None, None]
    until(lambda: len(served.endpoint) == 2)
    elsewhere(lambda: add(where(game), "tofu"))
    assert kept[0].version() == version_of(game)
    assert follow(paths[0], first).status == 401


def test_an_account_that_is_deleted_ends_the_streams_of_its_keys(game, ana, follow):
    program = follow(f"games/{game.pk}/stream/", key(ana))
    assert program.version() is not None
    elsewhere(lambda: delete_account(PHONE, ana, with_clubs=False))
    assert program.version() is None


def test_who_helps_no_longer_hears_no_more(game, follow):
    ben = create_account("Ben's phone", "Ben", PASSWORD, with_club=False)
    take_invitation(invite(game.night.club).pk, "Ben's phone", ben)
    program = follow(f"games/{game.pk}/stream/", key(ben))
    assert program.version() is not None
    elsewhere(lambda: take_away_helper(game.night.club, Helper.objects.get(account=ben).pk))
    assert program.version() is None


def test_a_stream_that_missed_the_end_of_its_key_looks_for_itself(game, ana, follow, monkeypatch):
    monkeypatch.setattr(endpoint_module, "KEEP_ALIVE_SECONDS", 0.05)
    program = follow(f"games/{game.pk}/stream/", key(ana))
    assert program.version() is not None
    elsewhere(lambda: Key.objects.all().delete())
    assert program.version() is None


def test_a_key_has_so_many_streams_and_no_more(game, ana, follow, monkeypatch):
    monkeypatch.setattr(endpoint_module, "MAX_STREAMS_PER_KEY", 2)
    secret, path = key(ana), f"games/{game.pk}/stream/"
    assert follow(path, secret).version() == version_of(game)
    assert follow(f"clubs/{game.night.club_id}/stream/", secret).version() is not None
    refused = follow(path, secret)
    assert (refused.status, refused.headers["Retry-After"]) == (429, "10")
    assert codes(refused) == ["throttled"]
    assert follow(path, key(ana)).status == 200


def test_a_full_server_says_so_as_a_problem(game, ana):
    with serving(limit=0) as full:
        how = {"headers": {"Authorization": f"Bearer {key(ana)}"}}
        with Phone(full.port, f"/api/v1/games/{game.pk}/stream/", **how) as refused:
            assert refused.status == 503
            assert codes(refused) == ["unavailable"]


def test_streams_of_programs_count_as_tables_and_leave_nothing(game, ana, follow, served):
    programs = [follow(f"games/{game.pk}/stream/", key(ana)) for _ in range(2)]
    programs.append(follow(f"clubs/{game.night.club_id}/stream/", key(ana)))
    assert None not in [one.version() for one in programs]
    assert (len(served.endpoint), served.endpoint.tables()) == (3, 1)
    for one in programs:
        one.go()
    until(lambda: len(served.endpoint) == len(process_bus()) == 0)


def test_a_key_that_is_revoked_at_one_process_ends_its_streams_at_another(monkeypatch, game, ana):
    sent = []

    async def send(event):
        sent.append(event)

    async def play(here, there):
        gone = asyncio.Event()

        async def receive():
            await gone.wait()
            return {"type": "http.disconnect"}

        stream = Stream(game.pk, which, send)
        there.listen(which, stream)
        running = asyncio.create_task(stream.run(receive, 1))
        await soon(lambda: there._receiving is not None and len(sent) > 1)
        monkeypatch.setattr(bus_module, "process_bus", lambda: here)
        await asyncio.to_thread(elsewhere, lambda: revoke_keys(ana, which))
        await soon(
            lambda: sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}
        )
        gone.set()
        await running

    key(ana)
    which = Key.objects.get().pk
    port = lasting_port()
    with redis_server(port):
        asyncio.run(play(*two_processes(port)))
