"""What no operation can read is answered with an exact problem document, whatever it is: for all
operations of the description, so that what is new is taken in by itself."""

import json
from itertools import product
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.test import Client
from jsonschema import Draft202012Validator

from referee.api import schema
from referee.api.phones import row_mark
from referee.club.services.webhooks import make_webhook
from referee.hosting.body_limit import limit_body
from referee.models import Game, Proposal, Tournament
from referee.play.services.joining import join
from tests.api.openapi import OPERATIONS, PATHS

JSON, FORM = "application/json", "application/x-www-form-urlencoded"
IS_PROBLEM = Draft202012Validator(schema.PROBLEM)
PAGED = ("clubs", "players", "nights", "games", "tournaments")
KEY = "sushi_" + "x" * 43

READERS = ("score_create", "diagnose_create", "tap_create")
"""One operation of each way to read a body."""
# What is sent to operations that take a body, whether to all, and what it is answered.
BODIES: list[tuple[str, bytes, str, bool, int, str]] = [
    ("no JSON", b"{", JSON, True, 400, "not-json"),
    ("words", b"two tempura for Ana", JSON, False, 400, "not-json"),
    ("nothing", b"", JSON, True, 400, ""),
    ("no UTF-8", b'{"a": "\xff"}', JSON, False, 400, "not-utf-8"),
    ("half a character", rb'{"\ud800": "\udc00"}', JSON, True, 400, ""),
    ("half a character as it is", b'{"a": "\xed\xa0\x80"}', JSON, False, 400, "not-utf-8"),
    ("NaN", b'{"a": NaN}', JSON, False, 400, "not-a-number"),
    ("Infinity", b'{"a": [-Infinity]}', JSON, False, 400, "not-a-number"),
    ("a number of 5,000 digits", b'{"a": ' + b"9" * 5000 + b"}", JSON, False, 400, "not-a-number"),
    ("a name twice", b'{"a": 1, "a": 2}', JSON, False, 400, "repeated-name"),
    ("null", b"null", JSON, True, 400, ""),
    ("a text that holds JSON", b'"{}"', JSON, True, 400, ""),
    ("a number", b"17", JSON, True, 400, ""),
    ("lists in lists", b"[" * 100_000, JSON, False, 400, "nested-too-deep"),
    ("5 MB of lists in lists", b"[" * 5_000_000, JSON, False, 413, "too-long"),
    ("5 MB of an object", b'{"a":' * 1_000_000, JSON, False, 413, "too-long"),
    # What another site's form can send.
    ("a form", b"a=1", FORM, True, 415, "unsupported-media-type"),
    ("a file", b"{}", "multipart/form-data; boundary=x", True, 415, "unsupported-media-type"),
    ("text", b"{}", "text/plain", True, 415, "unsupported-media-type"),
    ("no content type", b"{}", "", True, 415, "unsupported-media-type"),
    ("XML", b"<a/>", "application/xml", False, 415, "unsupported-media-type"),
    ("no kind of content", b"{}", "nonsense", False, 415, "unsupported-media-type"),
]
# What stands in the address of each operation that reads, and what it is answered.
ADDRESSES = [
    ("a thousand parameters", "?" + "a=1&" * 1001, 400, "parse-error"),
    ("a key", f"?key={KEY}", 400, "key-in-address"),
    ("another format", "?format=xml", 404, "not-found"),
]


@pytest.fixture
def key(senders) -> Client:
    return Client(headers=senders["manage"]["headers"])


@pytest.fixture
def there(key) -> dict[str, Any]:
    """What stands in addresses: ids of rows that are there, or at least ids."""
    game = Game.objects.order_by("created_at").first()
    night, club = game.night, game.night.club
    make_webhook(club, uuid4(), "https://hooks.example/", ["game.finished"])
    rows = {"game": game, "night": night, "club": club, "player": club.players.first()}
    rows |= {"webhook": club.webhooks.get(), "merge": club, "delivery": club, "dispute": club}
    rows["proposal"] = Proposal.objects.create(
        round=game.rounds.first(), seat=game.seats.first(), changes=[], version=game.version
    )
    join(game.pk, "a watcher's", None)
    rows["tournament"] = tournament = Tournament.objects.get()
    ids = {f"{name}_id": row.pk for name, row in rows.items()}
    one, other = tournament.entrants.all()[:2]
    ids |= {"player_id": one.player_id, "other_id": other.player_id}
    ids["phone_id"] = row_mark(game.guests.get())
    return {**ids, "season_id": night.date.year, "ruleset": "sushi-go"}


def address(path: str, there: dict[str, Any]) -> str:
    """The address with ids of rows that are there; a 1 stands for what is not known."""
    named = {part[1:-1] for part in path.split("/") if part.startswith("{")}
    return path.format(**{name: there.get(name, 1) for name in named})


def refused(answer: Any, status: int, code: str, told: object) -> None:
    """The answer is the problem document of this status, with one code."""
    assert answer.status_code == status, (told, answer.content[:300])
    assert answer.headers["Content-Type"] == "application/problem+json", told
    document = answer.json()
    IS_PROBLEM.validate(document)
    assert document["status"] == status
    assert "Traceback" not in answer.content.decode()
    assert not code or [one["code"] for one in document["errors"]] == [code], (told, document)


def test_a_body_that_cannot_be_read_is_refused(key, there):
    for method, path, operation in OPERATIONS:
        own = operation["operationId"]
        if JSON not in operation.get("requestBody", {}).get("content", {}):
            continue
        who = Client() if own == "game_join" else key  # which is for who has none
        for name, body, kind, everywhere, status, code in BODIES:
            if not everywhere and own not in READERS:
                continue
            if own == "import_create" and status != 415:
                continue  # another process reads it
            is_list = own == "score_create" and body.startswith(b"[")
            answer = who.generic(method, address(path, there), body, content_type=kind)
            refused(answer, status, "" if is_list else code, (own, name))


def test_a_key_that_is_none_is_refused_by_every_operation(there):
    nobody = Client(headers={"Authorization": "Bearer sushi_none"})
    for method, path, operation in OPERATIONS:
        answer = nobody.generic(method, address(path, there), b"{}", content_type=JSON)
        refused(answer, 401, "no-such-key", operation["operationId"])


def test_an_address_that_makes_no_sense_is_refused_by_every_operation(key, there):
    for method, path, _operation in OPERATIONS:
        if method == "get" and path != "/api/v1/schema/":
            for name, query, status, code in ADDRESSES:
                refused(key.get(f"{address(path, there)}{query}"), status, code, (path, name))


def test_a_method_that_an_operation_has_not_is_refused_by_its_name(key, there):
    for path, methods in PATHS.items():
        for method in {"get", "post", "put", "patch", "delete", "trace", "foo"} - {*methods}:
            answer = key.generic(method.upper(), address(path, there))
            refused(answer, 405, "method-not-allowed", (method, path))
            allowed = answer.headers["Allow"].lower().split(", ")
            assert set(methods) <= set(allowed), path


def test_options_answers_with_the_methods_of_every_address(key, there):
    for path, methods in PATHS.items():
        answer = key.options(address(path, there))
        # The client of tests drops the body of a 204, the server breaks off the connection on one.
        assert (answer.status_code, answer.headers["Content-Length"]) == (204, "0"), path
        assert set(methods) <= set(answer.headers["Allow"].lower().split(", ")), path


def test_a_parameter_that_no_operation_has_is_refused_by_every_operation(key, there):
    for method, path, operation in OPERATIONS:
        answer = key.generic(method, f"{address(path, there)}?forma=1", b"{}", JSON)
        refused(answer, 400, "", operation["operationId"])
        faults = {one["path"]: one for one in answer.json()["errors"]}
        assert faults["forma"]["code"] == "unknown-parameter"
        assert "format" in faults["forma"]["message"]


def test_what_is_wrong_in_an_address_is_named_all_at_once(key):
    answer = key.get("/api/v1/nights/?nihgt=1&plyer=2&year=x&year=2026&club=&page_size=900")
    assert {one["path"]: one["code"] for one in answer.json()["errors"]} == {
        "nihgt": "unknown-parameter",
        "plyer": "unknown-parameter",
        "year": "repeated-name",
        "club": "missing",
    }
    assert "player" in answer.json()["errors"][1]["message"]


def test_an_address_or_version_that_is_not_there_is_not_found(key):
    for path in (
        *("/api/", "/api/v1/", "/api/v2/score/", "/api/v0/", "/api/v1//clubs/"),
        *("/api/v1/nothing/", "/api/v1/games/1/", "/api/v1/rulesets/%00/", "/api/v1/clubs/%ff/"),
    ):
        for method in ("GET", "POST", "DELETE", "OPTIONS"):
            refused(key.generic(method, path, b"{}"), 404, "not-found", (method, path))


def test_an_address_without_its_last_slash_is_named_with_it_and_nothing_is_redirected(key):
    for path in ("/api/v1/score", "/api/v1/clubs", "/api/v1/docs", f"/api/v1/games/{uuid4()}"):
        for method in ("GET", "POST", "PUT", "DELETE"):
            answer = key.generic(method, path, b"{}", JSON)
            refused(answer, 404, "not-found", (method, path))
            assert answer.json()["detail"].endswith(f" {path}/")


def test_a_page_size_that_no_page_has_is_refused(key):
    sizes = ("201", "1000000000", "0", "-1", "1e9", "", "50 ", "NaN", "0x10", "²")
    for name, size in product(PAGED, sizes):
        answer = key.get(f"/api/v1/{name}/", {"page_size": size})
        refused(answer, 400, "out-of-range" if size else "missing", (name, size))
        assert answer.json()["errors"][0]["path"] == "page_size"


def test_a_cursor_that_is_none_is_refused(key):
    cursors = ("x", "", "\0", "cD0x", "bz0tMQ==", "cD0=" * 1000, "\ud800")
    for name, cursor in product(PAGED, cursors):
        if (name, cursor) == ("players", "cD0x"):
            continue  # those after "1"
        answer = key.get(f"/api/v1/{name}/", {"cursor": cursor.encode("utf-8", "replace")})
        refused(answer, 400, "no-such-cursor" if cursor else "missing", (name, cursor))


def test_an_id_in_an_address_that_is_none_is_named(key, there):
    values = ("1", "\0", "sushi-go", "x" * 10_000, "²", "nan", "[]", "null")
    for method, path, operation in OPERATIONS:
        for parameter in operation.get("parameters", ()):
            if parameter.get("in") != "query" or parameter["schema"].get("format") != "uuid":
                continue
            for value in values:
                query = urlencode({parameter["name"]: value})
                answer = key.generic(method, address(path, there), b"{}", JSON, QUERY_STRING=query)
                refused(answer, 400, "", (path, value))
                faults = {one["path"]: one["code"] for one in answer.json()["errors"]}
                assert faults[parameter["name"]] == "not-a-uuid"


def test_what_is_no_key_gets_no_further_than_that(db):
    secrets = ("", "x", KEY, "\0", "é", "a b", "x" * 5000, "Bearer")
    for secret, kind in product(secrets, ("Bearer", "bearer", "BEARER ")):
        answer = Client(headers={"Authorization": f"{kind} {secret}"}).get("/api/v1/clubs/")
        refused(answer, 401, "no-such-key", secret)
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_body_over_the_servers_limit_is_refused_before_anybody_reads_it():
    async def never(*_args: object) -> None:
        raise AssertionError("this was read")

    async def sent(path: str) -> list[dict[str, Any]]:
        length = str(2 * settings.DATA_UPLOAD_MAX_MEMORY_SIZE).encode()
        scope = {"type": "http", "path": path, "headers": [(b"content-length", length)]}
        asked = ApplicationCommunicator(limit_body(never), scope)
        return [await asked.receive_output(5), await asked.receive_output(5)]

    for path in ("/api/v1/score/", "/api/v2/nothing/"):
        start, body = async_to_sync(sent)(path)
        assert start["status"] == 413
        assert dict(start["headers"])[b"content-type"] == b"application/problem+json"
        IS_PROBLEM.validate(json.loads(body["body"]))
