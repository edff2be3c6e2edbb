"""What tells how the server fares: its health and its figures."""

import asyncio
import json
import logging
import re
import resource
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.core.signing import get_cookie_signer
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from referee.hosting import data, metrics
from referee.live.bus import process_bus
from referee.live.endpoint import Endpoint
from referee.live.memory_bus import Change, MemoryBus
from referee.live.redis_bus import RedisBus
from referee.models import Game
from sushiscore.asgi import application
from sushiscore.watching import Watch
from tests.factories import PHONE, GameFactory
from tests.serving.asking import Answer
from tests.serving.log_lines import logged

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "a-token-of-the-tests"
NAME = "Ximena"
SIGNED = get_cookie_signer(salt="phone" + "phone").sign(PHONE)

pytestmark = pytest.mark.django_db(transaction=True)


# ----------------------------------------------------------------------------------- health


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.parametrize("host", [b"localhost", b"127.0.0.1:8000", b"any.example", b""])
def test_health_is_told_under_any_name_as_text_without_cookies(path, host, settings):
    settings.HTTPS = True
    answer = Answer(path, [host])
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers


def test_ready_is_told_by_parts():
    assert Answer("/readyz").text == "database: ok\nmigrations: ok\nbus: ok\n"


def test_alive_asks_no_database_and_ready_says_that_it_is_gone(monkeypatch, tmp_path):
    connection.close()
    settings = {**connection.settings_dict, "NAME": tmp_path / "gone" / "nowhere.sqlite3"}
    if connection.vendor != "sqlite":
        settings = {**connection.settings_dict, "HOST": "127.0.0.1", "PORT": 1, "OPTIONS": {}}
    monkeypatch.setattr("django.db.connections.settings", {"default": settings})
    # Another thread, which has not connected yet.
    monkeypatch.setattr("sushiscore.watching._THREAD", ThreadPoolExecutor(1))
    with logged() as lines:
        ready = Answer("/readyz")
    assert Answer("/healthz").text == "alive\n"
    assert ready.status == 503
    assert ready.text == "database: cannot be used\nmigrations: unknown\nbus: ok\n"
    assert any("the database cannot be used" in line for line in lines)


def test_ready_says_how_many_migrations_are_missing():
    MigrationRecorder(connection).record_unapplied("auth", "0001_initial")
    try:
        answer = Answer("/readyz")
        assert answer.status == 503
        assert answer.text == "database: ok\nmigrations: 1 not applied\nbus: ok\n"
    finally:
        MigrationRecorder(connection).record_applied("auth", "0001_initial")


@contextmanager
def full_disk() -> Iterator[None]:
    """No file may grow."""
    allowed = resource.getrlimit(resource.RLIMIT_FSIZE)
    logging.disable()  # pytest keeps in a file what is written
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, allowed[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, allowed)
        logging.disable(logging.NOTSET)


def test_ready_writes_every_ten_seconds_at_most_and_says_that_the_disk_is_full(monkeypatch):
    if connection.vendor != "sqlite":
        pytest.skip("another database was chosen")
    written = []
    clock = SimpleNamespace(now=1000.0, time=lambda: clock.now)  # by which the cache goes

    def write(database: Path) -> None:
        written.append(database)
        data.try_to_write(database)

    for part in ("base", "locmem"):
        monkeypatch.setattr(f"django.core.cache.backends.{part}.time", clock)
    monkeypatch.setattr("sushiscore.watching.data", SimpleNamespace(try_to_write=write))
    Game.objects.exists()  # while somebody has it open, SQLite makes no new files to open it
    place = Path(connection.settings_dict["NAME"])
    before = set(place.parent.iterdir())
    assert [Answer("/readyz").status for _ in range(3)] == [200] * 3
    with full_disk():
        assert Answer("/readyz").status == 200
        assert written == [place.resolve()]
        clock.now += 10
        full = [Answer("/readyz") for _ in range(3)]
    assert {(answer.status, answer.text) for answer in full} == {
        (503, "database: cannot be written to\nmigrations: ok\nbus: ok\n")
    }
    clock.now += 10
    assert Answer("/readyz").status == 200
    assert len(written) == 3
    assert set(place.parent.iterdir()) <= before  # nothing is left


def test_a_newer_version_that_has_migrated_already_leaves_this_one_ready():
    MigrationRecorder(connection).record_applied("referee", "9999_of_tomorrow")
    try:
        assert Answer("/readyz").status == 200
    finally:
        MigrationRecorder(connection).record_unapplied("referee", "9999_of_tomorrow")


def test_ready_says_that_redis_does_not_answer(monkeypatch):
    monkeypatch.setattr(
        "sushiscore.watching.process_bus", lambda: RedisBus("redis://127.0.0.1:1/0")
    )
    answer = Answer("/readyz")
    assert (answer.status, answer.text.splitlines()[-1]) == (503, "bus: Redis does not answer")


def test_who_asks_while_a_database_hangs_shares_one_answer(monkeypatch):
    asked = []

    async def ask(watch):
        said = []

        async def send(event):
            said.append(event)

        scope = {"type": "http", "path": "/readyz", "headers": []}
        await watch(scope, None, send)
        return said[0]["status"], said[1]["body"]

    async def play():
        hangs = threading.Event()

        def parts():
            asked.append(1)
            hangs.wait(60)
            return {"database": "ok"}

        monkeypatch.setattr("sushiscore.watching._parts", parts)
        monkeypatch.setattr("sushiscore.watching.READY_SECONDS", 0.05)
        watch = Watch(application)
        answers = await asyncio.gather(*(ask(watch) for _ in range(5)))
        hangs.set()
        return answers

    answers = asyncio.run(play())
    assert {status for status, _body in answers} == {503}
    assert all(body.startswith(b"database: no answer") for _status, body in answers)
    assert len(asked) == 1


# -------------------------------------------------------------------------------------- figures


def figures() -> dict[tuple[str, tuple[str, ...]], float]:
    answer = Answer("/metrics", authorization=f"Bearer {TOKEN}")
    assert answer.status == 200
    return {
        (sample.name, tuple(sorted(sample.labels.values()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_figures_are_told_to_who_has_the_token_and_are_nowhere_without_one(settings):
    settings.METRICS_TOKEN = ""
    assert Answer("/metrics", authorization="Bearer ").status == 404
    settings.METRICS_TOKEN = TOKEN
    for wrong in ({}, {"authorization": TOKEN}, {"authorization": f"Bearer {TOKEN}s"}):
        refused = Answer("/metrics", **wrong)
        assert (refused.status, refused.headers["www-authenticate"]) == (401, "Bearer")
        assert "sushiscore_" not in refused.text
    told = Answer("/metrics", [b"prometheus.example"], authorization=f"Bearer {TOKEN}")
    assert told.headers["content-type"].startswith("text/plain; version=")
    assert "sushiscore_taps_total" in told.text


def test_requests_are_counted_by_view_and_status_and_addresses_make_no_labels(settings):
    settings.METRICS_TOKEN = TOKEN
    name, before = "sushiscore_request_seconds_count", figures()
    for path in ("/about/", "/about/", "/no-such-page/", "/another/", f"/g/{GameFactory().pk}/"):
        Answer(path)
    Answer("/about/", [b"stranger.example"])
    after = figures()

    def more(*labels: str) -> float:
        return after.get((name, labels), 0) - before.get((name, labels), 0)

    assert more("200", "about") == 2
    assert more("404", "other") == 2
    assert more("404", "game") == 1
    assert (
        sum(value for key, value in after.items() if key[0] == name)
        < sum(value for key, value in before.items() if key[0] == name) + 8
    )
    assert not any("no-such-page" in label for _name, labels in after for label in labels)


def test_taps_are_counted_by_what_became_of_them():
    game = GameFactory()
    client = Client(headers={"host": "localhost"})
    client.cookies["phone"] = SIGNED

    def count(became: str) -> float:
        return REGISTRY.get_sample_value("sushiscore_taps_total", {"became": became})

    before = [count(became) for became in ("taken", "late", "refused")]
    taps = [
        {"id": f"6f1ed002-ab55-4d0c-8f4d-9b0a4f3c1a{n:02}", "round": 1, "seat": seat, "do": do}
        for n, (seat, do) in enumerate([(1, "add:tempura"), (1, "add:pudding"), (9, "add:tempura")])
    ]
    client.post(f"/api/v1/games/{game.pk}/taps/", {"taps": taps}, "application/json")
    after = [count(became) for became in ("taken", "late", "refused")]
    assert [b - a for a, b in zip(before, after, strict=True)] == [2, 0, 1]


def test_a_slow_statement_is_counted_and_logged_without_what_is_put_into_it(monkeypatch, caplog):
    def count() -> float:
        return REGISTRY.get_sample_value("sushiscore_slow_statements_total")

    before = count()
    with logged() as lines:
        Game.objects.filter(location=NAME).exists()
    assert (count(), lines) == (before, [])
    monkeypatch.setattr(metrics, "SLOW_SECONDS", -1)
    Game.objects.filter(location=NAME).first()
    _taken, statement = caplog.records[-1].args
    assert len(statement) == 200  # of a long one no more
    assert statement.startswith('SELECT "referee_game"."id", ')
    with logged() as lines:
        Game.objects.filter(location=NAME).exists()
    assert count() == before + 2
    assert "a statement took" in lines[0]
    assert '"referee_game"."location" = %s' in lines[0]
    assert NAME not in "".join(lines)
    with connection.cursor() as cursor, logged() as lines:
        cursor.execute("CREATE TEMPORARY TABLE of_a_migration (id integer)")
    assert (count(), lines) == (before + 2, [])


def test_streams_count_by_the_games_that_they_are_about():
    endpoint = Endpoint(process_bus(), 10)
    endpoint._streams = {object(): path for path in ("/g/1/live/", "/club/2/live/")}
    endpoint._streams[object()] = "/g/1/live/"
    assert (len(endpoint), endpoint.tables()) == (3, 1)


def test_the_way_to_the_loop_that_wakes_streams_is_timed():
    heard = []

    class Ear:
        def wake(self, change):
            heard.append(change)

    async def play():
        bus, game = MemoryBus(), uuid4()
        bus.listen(game, Ear())
        await asyncio.to_thread(bus.publish, game, Change(1))
        while not heard:
            await asyncio.sleep(0.01)

    labels = {"bus": "memory"}
    before = REGISTRY.get_sample_value("sushiscore_bus_lag_seconds_count", labels)
    asyncio.run(play())
    assert REGISTRY.get_sample_value("sushiscore_bus_lag_seconds_count", labels) == before + 1


def test_the_dashboard_asks_for_figures_and_labels_that_exist(settings):
    settings.METRICS_TOKEN = TOKEN
    Answer("/about/")
    told = Answer("/metrics", authorization=f"Bearer {TOKEN}").text
    families = {one.name: one for one in text_string_to_metric_families(told)}
    names = {sample.name for one in families.values() for sample in one.samples} | {"up"}
    labels = {
        label for one in families.values() for sample in one.samples for label in sample.labels
    }
    dashboard = json.loads((ROOT / "deploy/grafana/sushiscore.json").read_text())
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    assert len(asked) > 10
    used = {
        name for one in asked for name in re.findall(r"\b(?:sushiscore|process)_\w+|\bup\b", one)
    }
    assert used - names == set()
    own = {name for name in names if name.startswith("sushiscore_")}
    kinds = {re.sub(r"_(bucket|count|sum|total|created)$", "", name) for name in own}
    assert {re.sub(r"_(bucket|count|sum|total)$", "", name) for name in used} >= kinds, "all shown"
    given = {label for one in asked for label in re.findall(r'(\w+)(?==~?"|!=")', one)}
    grouped = {
        label.strip()
        for one in asked
        for by in re.findall(r"by \(([^)]*)\)", one)
        for label in by.split(",")
    }
    assert given | grouped <= labels | {"job", "instance"}
