"""The log: whole lines, once a minute, with a request's id and without anybody's name."""

import asyncio
import gc
import json
import logging
import re
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import psycopg
import pytest
from django.db import DatabaseError, OperationalError
from django.db.utils import DatabaseErrorWrapper
from django.test import Client

from referee.hosting.logs import MAX_EVENTS, SECONDS, JsonFormatter, LineFormatter, OnceAMinute
from referee.models import Game
from tests.environments import ROOT
from tests.rows import first
from tests.serving.asking import Answer
from tests.serving.log_lines import logged

NAME, PASSWORD = "Ximena", "a long pass of words"
FILTER = (ROOT / "deploy/fail2ban/sushiscore.conf").read_text()


def record(event: str, **extra: object) -> logging.LogRecord:
    return logging.getLogger("referee").makeRecord(
        "referee", logging.INFO, "file", 1, event, (), None, extra=extra
    )


def test_a_log_line_cannot_be_forged_by_a_name_with_a_line_break():
    line = LineFormatter().format(record("seat taken by Ana\n2026 error", name_given="Be\nn"))
    assert "\n" not in line
    assert 'name_given="Be\\nn"' in line


def test_a_json_log_holds_the_fields_that_were_given():
    said = json.loads(JsonFormatter().format(record("round confirmed", game="x", version=3)))
    assert said["event"] == "round confirmed"
    assert (said["level"], said["logger"]) == ("info", "referee")
    assert (said["game"], said["version"]) == ("x", 3)


def test_a_json_log_holds_a_traceback_in_one_line():
    failing = record("failed")
    try:
        raise ValueError("tempra")
    except ValueError as error:
        failing.exc_info = (ValueError, error, error.__traceback__)
    line = JsonFormatter().format(failing)
    assert "\n" not in line
    assert "ValueError: tempra" in json.loads(line)["traceback"]


# ---------------------------------------------------------------------------------- once a minute

LOG = logging.getLogger("referee.anything")


def warn(name: str) -> None:
    LOG.warning("wrong password for %s", name)


def test_the_same_event_is_written_once_a_minute_with_how_many_there_were():
    clock = SimpleNamespace(now=1000.0)
    with logged(OnceAMinute(clock=lambda: clock.now)) as lines:
        for number in range(312):
            warn(f"ana{number}")
            LOG.info("this is asked for")
        clock.now += SECONDS - 1
        warn("ben")
        clock.now += 1
        warn("cem")
        warn("dan")
        clock.now += SECONDS
        warn("eve")
    written = [json.loads(line) for line in lines[1::2]]
    warned = [(one["event"], one.get("and_more", 0)) for one in written if "wrong" in one["event"]]
    assert warned == [
        ("wrong password for ana0", 0),
        ("wrong password for cem", 312),
        ("wrong password for eve", 1),
    ]
    assert len(written) == 3 + (312 if LOG.isEnabledFor(logging.INFO) else 0)


def test_other_events_are_not_held_back_by_it():
    def fail(error: Exception) -> None:
        try:
            raise error
        except Exception:
            LOG.exception("it failed")

    with logged(OnceAMinute()) as lines:
        warn("ana")
        LOG.error("wrong password for %s", "ana")
        LOG.warning("another")
        logging.getLogger("referee.other").warning("another")
        fail(ValueError("a"))
        fail(ValueError("b"))
        fail(KeyError("a"))
        for ended in ("task 12 at 0x7f01 has ended", "task 13 at 0x7f02 has ended"):
            LOG.warning(ended)
    assert len(lines[::2]) == 7


def test_what_is_remembered_of_events_is_bounded():
    once_a_minute = OnceAMinute()
    with logged(once_a_minute):
        for number in range(MAX_EVENTS + 10):
            LOG.warning("event " + "x" * number)
    assert len(once_a_minute._events) == MAX_EVENTS


def test_many_threads_write_it_once():
    with logged(OnceAMinute()) as lines, ThreadPoolExecutor(8) as pool:
        list(pool.map(warn, map(str, range(2000))))
    assert len(lines[::2]) == 1


def test_the_log_has_the_filter(settings):
    for handler in settings.LOGGING["handlers"].values():
        assert handler["filters"] == ["once_a_minute"]


# ---------------------------------------------------------------------------------- request ids


@pytest.mark.django_db(transaction=True)
def test_every_answer_has_an_id_of_its_own():
    ids = [Answer(path).headers["x-request-id"] for path in ("/healthz", "/about/", "/about/")]
    assert len(set(ids)) == 3
    assert all(re.fullmatch(r"[0-9a-f]{16}", one) for one in ids)


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.parametrize("error", first(4, TOLD_OF_ROWS.values()), ids=TOLD_OF_ROWS)
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


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
def test_what_somebody_types_as_a_name_makes_nobody_elses_address_banned(settings):
    settings.LOG_ADDRESSES = True
    with logged() as lines:
        log_in('x" address="198.51.100.1"', "wrong")
    assert lines
    assert "198.51.100.1" not in "".join(lines)
