"""A database that cannot be used: 503 in the asker's form, nothing half-written, one log line."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from django.core.signing import get_cookie_signer
from django.db import (
    DatabaseError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
    connection,
)
from django.db.utils import DatabaseErrorWrapper
from django.test import AsyncClient, Client
from django.urls import reverse

from referee.hosting.logs import OnceAMinute
from referee.hosting.unavailable import is_unavailable
from referee.models import Entry, Game, Tap
from tests.factories import PHONE, GameFactory
from tests.serving.log_lines import logged

Fault = Callable[[], "Iterator[None]"]
SENTENCE = "The server cannot read or save anything just now; try again in a moment."
FRASE = (
    "El servidor no puede leer ni guardar nada ahora mismo; prueba otra vez dentro de un momento."
)
SIGNED = get_cookie_signer(salt="phone" + "phone").sign(PHONE)

pytestmark = pytest.mark.django_db(transaction=True)


def ask(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@contextmanager
def locked() -> Iterator[None]:
    """Another program holds the lock, and the server's patience is over at once."""
    ask("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.rollback()


@contextmanager
def full() -> Iterator[None]:
    """The file has no room left, and may not grow by a page."""
    ask("VACUUM")
    ask("PRAGMA max_page_count = 1")  # which is then what it has
    yield
    ask("PRAGMA max_page_count = 1000000")


@contextmanager
def read_only() -> Iterator[None]:
    """Nothing may be written."""
    ask("PRAGMA query_only = 1")
    yield
    ask("PRAGMA query_only = 0")


@contextmanager
def lies_at(path: Path) -> Iterator[None]:
    """The server's file is another one."""
    connection.close()
    connection.settings_dict["OPTIONS"]["database"] = f"{path.as_uri()}?mode=rw"
    try:
        yield
    finally:
        connection.close()
        del connection.settings_dict["OPTIONS"]["database"]


@pytest.fixture
def gone(tmp_path: Path) -> Fault:
    """The file has been taken away."""
    return lambda: lies_at(tmp_path / "gone")


@pytest.fixture
def fault(request: pytest.FixtureRequest, tmp_path: Path) -> Fault:
    """One of all the faults."""
    (tmp_path / "empty").touch()
    (tmp_path / "garbage").write_bytes(b"no database" * 1000)
    return {
        "locked": locked,
        "full": full,
        "read-only": read_only,
        "gone": lambda: lies_at(tmp_path / "gone"),
        "empty": lambda: lies_at(tmp_path / "empty"),
        "garbage": lambda: lies_at(tmp_path / "garbage"),
    }[request.param]


every_fault = pytest.mark.parametrize(
    "fault", ["locked", "full", "read-only", "gone", "empty", "garbage"], indirect=True
)


@pytest.fixture
def game() -> Game:
    return GameFactory(setup__number=5)


@pytest.fixture
def client() -> Client:
    """The host's phone, which gets the answer for an error as phones do."""
    client = Client(raise_request_exception=False)
    client.cookies["phone"] = SIGNED
    return client


def send(client: Client, game: Game, taps: list[UUID]):
    document = [
        {"id": str(tap), "round": 1, "seat": 1 + number % 5, "do": "add:tempura"}
        for number, tap in enumerate(taps)
    ]
    address = reverse("api:tap-list", args=[game.pk])
    return client.post(address, {"taps": document}, content_type="application/json")


@every_fault
def test_taps_are_asked_for_again_and_then_stored_once(client: Client, game: Game, fault: Fault):
    taps = [uuid4() for _ in range(50)]  # more than one page has room for
    with fault():
        answer = send(client, game, taps)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.headers["Content-Type"] == "application/problem+json"
    told = {"path": "", "code": "unavailable", "message": SENTENCE}
    assert answer.json()["errors"] == [told]
    assert (Tap.objects.count(), Entry.objects.count()) == (0, 0)
    again = send(client, game, taps)
    assert again.status_code == 200
    assert sorted(again.json()["taken"]) == sorted(map(str, taps))
    assert (Tap.objects.count(), Entry.objects.count()) == (50, 50)


def test_a_page_says_it_on_a_whole_page_in_the_phones_language(client, game, gone):
    with gone():
        answer = client.get(f"/g/{game.pk}/table/", headers={"Accept-Language": "es"})
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "no-store" in answer.headers["Cache-Control"]
    page = answer.content.decode()
    assert FRASE in page
    assert page.lstrip().startswith("<!DOCTYPE html>")
    assert re.search(
        r'<html\s+data-taps="', page
    )  # with its scripts, which send the taps that wait
    assert "Content-Security-Policy" in answer.headers


def test_a_part_of_a_page_is_answered_with_a_part(client, game, gone):
    with gone():
        answer = client.get(f"/g/{game.pk}/table/", headers={"HX-Request": "true"})
    assert answer.status_code == 503
    assert answer.content.decode() == f'<p class="fault" role="status">{SENTENCE}</p>'


def test_a_page_is_left_as_it_is_and_says_that_it_has_no_answer(client):
    page = client.get("/rules/sushi-go/").content.decode()
    config = json.loads(re.search(r"name=\"htmx-config\"\s+content='([^']*)'", page)[1])
    rule = next(r for r in config["responseHandling"] if re.search(r["code"], "503"))
    assert (rule["swap"], rule["error"]) == (False, True)
    assert re.search(r'data-notice="failed" hidden>\s*The server does not answer\.', page)


def test_the_form_of_a_page_without_scripts_can_be_sent_again(game):
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["phone"] = SIGNED
    address = f"/g/{game.pk}/r/1/1/"
    token = client.get(address).context["csrf_token"]
    tap = str(uuid4())
    fields = {"csrfmiddlewaretoken": str(token), "tap": tap, "do": "add:tempura", "x": '"<&'}
    with locked():
        answer = client.post(address, fields)
    assert answer.status_code == 503
    assert "go back, where it stands as you typed it" in answer.content.decode()
    assert f'<form method="post" action="{address}">' in answer.content.decode()
    assert answer.content.decode().count("csrfmiddlewaretoken") == 1
    assert 'name="x" value="&quot;&lt;&amp;"' in answer.content.decode()
    assert not Tap.objects.exists()
    ask("PRAGMA busy_timeout = 5000")
    fields = dict(answer.context["fields"]) | {"csrfmiddlewaretoken": answer.context["csrf_token"]}
    assert client.post(address, fields).status_code == 302
    assert [str(tap.pk) for tap in Tap.objects.all()] == [tap]


def test_a_password_is_in_no_page(client, gone):
    fields = {"username": "ana", "password": "correct horse"}
    with gone():
        answer = client.post("/account/log-in/", fields)
    assert answer.status_code == 503
    assert "It is not lost" in answer.content.decode()
    assert "correct horse" not in answer.content.decode()
    assert "<form" not in answer.content.decode()


def in_a_middleware(get_response):
    def failing(request):
        raise OperationalError("database is locked")

    return failing


@pytest.mark.parametrize("place", ["first", "last"])
def test_an_error_in_a_middleware_is_answered_alike(client, settings, place):
    name = f"{__name__}.in_a_middleware"
    rest = settings.MIDDLEWARE
    settings.MIDDLEWARE = [name, *rest] if place == "first" else [*rest, name]
    answer = client.get("/rules/")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert SENTENCE in answer.content.decode()


def test_under_asgi_it_is_answered_alike(game, monkeypatch):
    def failing(*args, **kwargs):
        raise OperationalError("disk I/O error")

    monkeypatch.setattr("referee.access.games.visit_of", failing)
    client = AsyncClient(raise_request_exception=False)
    answer = asyncio.run(client.get(f"/g/{game.pk}/table/"))
    assert answer.status_code == 503
    assert SENTENCE in answer.content.decode()


def test_what_needs_no_database_is_there_all_the_same(client, gone):
    with gone():
        assert client.get("/rules/sushi-go/").status_code == 200
        assert client.get("/static/js/outbox.js").status_code == 200


def test_another_error_is_still_our_fault(client, game, monkeypatch):
    def failing(*args, **kwargs):
        raise ValueError("not the database")

    monkeypatch.setattr("referee.access.games.visit_of", failing)
    answer = client.get(f"/g/{game.pk}/table/")
    assert answer.status_code == 500
    assert "Retry-After" not in answer.headers


def real(sql: str) -> OperationalError:
    """What Django raises for a query."""
    with pytest.raises(OperationalError) as caught:
        ask(sql)
    return caught.value


def test_a_wrong_question_is_not_the_databases_fault():
    assert not is_unavailable(real("SELECT FROM WHERE"))
    assert not is_unavailable(real("SELECT nothing FROM referee_game"))
    assert is_unavailable(real("SELECT * FROM nowhere"))
    assert not is_unavailable(ProgrammingError("the backend was used wrongly"))
    assert not is_unavailable(ValueError("database is locked"))


def test_a_database_elsewhere_that_does_not_answer_counts_too():
    assert is_unavailable(OperationalError("connection refused"))
    assert is_unavailable(InterfaceError("connection already closed"))


class Wrapped:
    """What Django asks of a connection to PostgreSQL when it raises an error as its own."""

    Database = psycopg
    errors_occurred = False


@pytest.mark.parametrize("sqlstate", ["53100", "25006"], ids=["full", "read-only"])
def test_a_postgresql_that_is_full_or_read_only_counts_too(sqlstate):
    with pytest.raises(DatabaseError) as caught, DatabaseErrorWrapper(Wrapped()):
        raise psycopg.errors.lookup(sqlstate)
    assert is_unavailable(caught.value)


def test_it_is_one_line_of_the_log_whoever_asks(client, game, gone):
    with gone(), logged(OnceAMinute()) as lines:
        for _ in range(5):
            client.get(f"/g/{game.pk}/table/")
            send(client, game, [uuid4()])
            client.get(f"/g/{game.pk}/", headers={"HX-Request": "true"})
    (line, _as_json) = lines
    assert line.endswith("the database cannot be used: unable to open database file")
