"""What tells how the server fares: its health, its figures, and its log without anybody's name."""

import asyncio
import gc
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

import psycopg
import pytest
from django.core.signing import get_cookie_signer
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import DatabaseErrorWrapper
from django.test import Client
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from referee.hosting import data, metrics
from referee.hosting.logs import JsonFormatter, LineFormatter, OnceAMinute
from referee.live.bus import process_bus
from referee.live.endpoint import Endpoint
from referee.live.memory_bus import Change, MemoryBus
from referee.live.redis_bus import RedisBus
from referee.models import Game
from sushiscore.asgi import application
from sushiscore.watching import Watch
from tests.factories import PHONE, GameFactory

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "a-token-of-the-tests"
NAME, PASSWORD = "Ximena", "a long pass of words"
SIGNED = get_cookie_signer(salt="phone" + "phone").sign(PHONE)
FILTER = (ROOT / "deploy/fail2ban/sushiscore.conf").read_text()

pytestmark = pytest.mark.django_db(transaction=True)


class Answer:
    """What the whole of SushiScore answers to a request."""

    def __init__(self, path: str, *, client: str = "192.0.2.7", app=application, **headers: str):
        self.body = b""
        waiting = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive():
            if not waiting:
                await asyncio.Event().wait()  # nobody goes before the answer
            return waiting.pop()

        async def send(event):
            if event["type"] == "http.response.start":
                self.status = event["status"]
                self.headers = {name.decode(): value.decode() for name, value in event["headers"]}
            self.body += event.get("body", b"")

        headers = {"host": "127.0.0.1", **headers}
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [
                (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
            ],
            "server": ("127.0.0.1", 8000),
            "client": (client, 1),
            "scheme": "http",
            "http_version": "1.1",
        }
        asyncio.run(app(scope, receive, send))

    @property
    def text(self) -> str:
        return self.body.decode()


@contextmanager
def logged() -> Iterator[list[str]]:
    """The lines of the log, as they are written."""
    lines: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record):
            lines.extend([LineFormatter().format(record), JsonFormatter().format(record)])

    handler, root = Handler(), logging.getLogger()
    root.addHandler(handler)
    try:
        yield lines
    finally:
        root.removeHandler(handler)


# ----------------------------------------------------------------------------------- health


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "10.1.2.3", "any.example", ""])
def test_health_is_told_under_any_name_as_text_without_cookies(path, host, settings):
    settings.HTTPS = True
    answer = Answer(path, host=host)
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
        assert (answer.status, answer.text) == (
            503,
            "database: ok\nmigrations: 1 not applied\nbus: ok\n",
        )
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


class Clock:
    """The time that the cache goes by."""

    now = 1000.0

    def time(self) -> float:
        return self.now


def test_ready_writes_every_ten_seconds_at_most_and_says_that_the_disk_is_full(monkeypatch):
    if connection.vendor != "sqlite":
        pytest.skip("another database was chosen")
    clock, written = Clock(), []

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


# ---------------------------------------------------------------------------------- request ids


def test_every_answer_has_an_id_of_its_own():
    ids = [Answer(path).headers["x-request-id"] for path in ("/healthz", "/about/", "/about/")]
    assert len(set(ids)) == 3
    assert all(re.fullmatch(r"[0-9a-f]{16}", one) for one in ids)


def test_the_id_of_a_trusted_proxy_is_kept_and_nobody_elses(settings):
    settings.PROXIES = ["192.0.2.0/24"]
    given = "from-the.proxy_1"
    assert Answer("/about/", x_request_id=given).headers["x-request-id"] == given
    for others in (
        Answer("/about/", x_request_id=given, client="198.51.100.1"),
        Answer("/about/", x_request_id="too short"[:5]),
        Answer("/about/", x_request_id="x" * 65),
        Answer("/about/", x_request_id='with "quotes" in it'),
    ):
        assert re.fullmatch(r"[0-9a-f]{16}", others.headers["x-request-id"])


def test_every_line_of_a_request_has_its_id(monkeypatch):
    def fail(*_args):
        logging.getLogger("referee").warning("about to fail")
        raise ValueError("x")

    monkeypatch.setattr("referee.access.games.phone_of", fail)
    monkeypatch.setattr("referee.play.views.games.phone_of", fail, raising=False)
    with logged() as lines:
        answer = Answer("/")
    assert answer.status == 500
    request_id = answer.headers["x-request-id"]
    assert len(lines) >= 4
    assert all(f'request_id="{request_id}"' in line for line in lines[::2])
    assert all(json.loads(line)["request_id"] == request_id for line in lines[1::2])
    with logged() as lines:
        logging.getLogger("referee").warning("beside requests")
    assert not any("request_id" in line for line in lines)


# ----------------------------------------------------------------------------------------- logs


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ("/join/ACD346/", "/join/…/"),
        ("/case/tokentokentoken/", "/case/…/"),
        ("/shared/tokentokentoken/", "/shared/…/"),
        ("/club/invited/tokentokentoken/", "/club/invited/…/"),
        ("/g/6f1ed002-ab55-4d0c-8f4d-9b0a4f3c1a2b/", "/g/6f1ed002-ab55-4d0c-8f4d-9b0a4f3c1a2b/"),
        ("/Ximena/", "an address that is no page's"),
    ],
)
def test_an_error_is_logged_without_the_codes_and_tokens_of_its_address(
    path, written, monkeypatch, rf
):
    from django.core.handlers.exception import response_for_exception
    from django.urls import Resolver404, resolve

    request = rf.get(path, {"name": NAME})
    try:
        request.resolver_match = resolve(path)
    except Resolver404:
        request.resolver_match = None
    with logged() as lines:
        try:
            raise RuntimeError("it broke")
        except RuntimeError as error:
            response_for_exception(request, error)
    assert f"Internal Server Error: {written} " in lines[0].replace("\n", " ") + " "
    assert written in json.loads(lines[1])["event"]
    hidden = [word for word in ("ACD346", "tokentoken", NAME) if word in "".join(lines)]
    assert hidden == []


ROW = "\nDETAIL:  Key (name)=(Ximena\n\nof\u2028 Lima) already exists."
TOLD_OF_ROWS = {
    "another row has its name": psycopg.errors.UniqueViolation(f"its_one_name{ROW}"),
    "in the server's language": psycopg.errors.CheckViolation(
        "its_one_name\nDETALLE:  La fila que falla contiene (3, Ximena, Lima)."
    ),
    "it waited for a row": psycopg.errors.LockNotAvailable(
        'its_one_name\nCONTEXT:  SQL statement "INSERT … (Ximena)"\nPL/pgSQL function of Lima'
    ),
    "a value that is none": psycopg.errors.InvalidTextRepresentation(
        'invalid input syntax for type integer: "Ximena"\nCONTEXT:  portal with $1 = Lima'
    ),
}


class Backend:
    """What Django asks of a connection to PostgreSQL when it raises an error as its own."""

    Database, errors_occurred = psycopg, False


async def failing(error: psycopg.Error) -> None:
    with DatabaseErrorWrapper(Backend()):
        raise error


async def failing_in_a_group(error: psycopg.Error) -> None:
    async with asyncio.TaskGroup() as group:
        group.create_task(failing(error))


async def failing_unnoticed(error: psycopg.Error) -> None:
    asyncio.create_task(failing(error))  # noqa: RUF006  # so that nobody hears of it
    await asyncio.sleep(0)  # the task is done, and gone at the next turn
    await asyncio.sleep(0)


@pytest.mark.parametrize("error", TOLD_OF_ROWS.values(), ids=TOLD_OF_ROWS)
@pytest.mark.parametrize("fail", [failing, failing_in_a_group, failing_unnoticed])
def test_rows_that_postgresql_names_in_an_error_are_not_logged(error, fail):
    with logged() as lines:
        try:
            asyncio.run(fail(error))
        except (DatabaseError, ExceptionGroup) as failed:
            logging.getLogger("referee").exception("it failed: %s", failed)
            logging.getLogger("referee").warning("it failed: %r", failed)
        gc.collect()
    assert "its_one_name" in lines[0] or "for type integer: (" in lines[0]
    assert all("of the row is left out" in line for line in lines)
    assert [word for word in ("Ximena", "Lima") if word in "".join(lines)] == []


def test_a_database_that_cannot_be_used_is_told_without_its_rows():
    record = logging.makeLogRecord({"msg": "failed", "levelno": logging.ERROR})
    with pytest.raises(OperationalError) as caught:
        asyncio.run(failing(TOLD_OF_ROWS["it waited for a row"]))
    record.exc_info = (caught.type, caught.value, caught.tb)
    assert OnceAMinute().filter(record)
    line = LineFormatter().format(record)
    assert "the database cannot be used: its_one_name (what PostgreSQL says of" in line
    assert "Ximena" not in line


def log_in(name: str, password: str, address: str = "192.0.2.44") -> int:
    client = Client(headers={"host": "localhost"}, REMOTE_ADDR=address)
    return client.post("/account/log-in/", {"name": name, "password": password}).status_code


def test_an_evening_with_an_account_leaves_no_name_token_code_or_address_in_the_log():
    client = Client(headers={"host": "localhost"})
    with logged() as lines:
        page = client.get("/new/sushi-go/").content.decode()
        hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        seated = {**hidden, "player_1": NAME, "player_2": "Zoraida"}
        assert client.post("/new/sushi-go/", seated).status_code == 302
        game = Game.objects.get()
        client.post("/account/new/", {"name": NAME, "password": PASSWORD, "again": PASSWORD})
        assert log_in(NAME, "a wrong pass of words") == 400
        for _ in range(12):
            Client(headers={"host": "localhost"}).get("/join/ZZZZZZ/")
        client.get(f"/join/{game.code}/")
        client.get(f"/g/{game.pk}/", follow=True)
    assert any("wrong password" in line for line in lines), "the log is read"
    log = "\n".join(lines)
    for word in (NAME, "Zoraida", "pass of words", game.code, "ZZZZZZ", "192.0.2.44"):
        assert word not in log
    assert client.cookies["phone"].value not in log


@pytest.mark.parametrize("address", ["192.0.2.44", "2001:db8::7"])
def test_fail2ban_finds_the_address_of_every_wrong_log_in_where_the_setting_allows_it(
    settings, address
):
    patterns = [
        re.compile(line.replace("<ADDR>", r"(?P<address>[0-9a-f.:]+)"))
        for line in re.findall(r"^(?:failregex =| {12}) ?(\^.*)$", FILTER, re.MULTILINE)
    ]
    assert len(patterns) == 2

    def found(lines: list[str]) -> list[str]:
        met = (pattern.search(line) for line in lines for pattern in patterns)
        return [one["address"] for one in met if one]

    with logged() as lines:
        assert log_in(NAME, "wrong", address) == 400
    assert lines
    assert found(lines) == []
    settings.LOG_ADDRESSES = True
    with logged() as lines:
        statuses = [log_in(NAME, "wrong", address) for _ in range(7)]
    assert statuses[0] == 400
    assert statuses[-1] == 429
    # Once as a line, once as JSON; the try that makes the address wait is both.
    assert set(found(lines)) == {address}
    assert len(found(lines)) >= 2 * 7


def test_what_somebody_types_as_a_name_makes_nobody_elses_address_banned(settings):
    settings.LOG_ADDRESSES = True
    with logged() as lines:
        log_in('x" address="198.51.100.1"', "wrong")
    assert lines
    assert "198.51.100.1" not in "".join(lines)


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
    told = Answer("/metrics", authorization=f"Bearer {TOKEN}", host="prometheus.example")
    assert told.headers["content-type"].startswith("text/plain; version=")
    assert "sushiscore_taps_total" in told.text


def test_requests_are_counted_by_view_and_status_and_addresses_make_no_labels(settings):
    settings.METRICS_TOKEN = TOKEN
    name, before = "sushiscore_request_seconds_count", figures()
    for path in ("/about/", "/about/", "/no-such-page/", "/another/", f"/g/{GameFactory().pk}/"):
        Answer(path)
    Answer("/about/", host="stranger.example")
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


def test_a_slow_statement_is_counted_and_logged_without_what_is_put_into_it(monkeypatch):
    def count() -> float:
        return REGISTRY.get_sample_value("sushiscore_slow_statements_total")

    before = count()
    with logged() as lines:
        Game.objects.filter(location=NAME).exists()
    assert (count(), lines) == (before, [])
    monkeypatch.setattr(metrics, "SLOW_SECONDS", -1)
    with logged() as lines:
        Game.objects.filter(location=NAME).exists()
    assert count() == before + 1
    assert "a statement took" in lines[0]
    assert '"referee_game"."location" = %s' in lines[0]
    assert NAME not in "".join(lines)


def test_of_a_long_slow_statement_the_first_200_letters_are_logged(monkeypatch, caplog):
    monkeypatch.setattr(metrics, "SLOW_SECONDS", -1)
    Game.objects.filter(location=NAME).first()
    [record] = (one for one in caplog.records if one.name == "referee.hosting.metrics")
    _taken, statement = record.args
    assert len(statement) == 200
    assert statement.startswith('SELECT "referee_game"."id", ')


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
