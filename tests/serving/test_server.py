"""What the server itself answers for: headers, static files, the size of a request, logs."""

import asyncio
import contextlib
import gc
import json
import socket
import threading
import time
from collections.abc import Callable
from http import HTTPStatus

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient, Client
from django.utils import translation

from referee.hosting import body_limit
from referee.hosting.body_limit import limit_body
from referee.hosting.network import by_likelihood
from sushiscore import asgi
from sushiscore.server import Server

SCRIPT = "/static/django_htmx/htmx-2.min.js"
LIMIT = settings.DATA_UPLOAD_MAX_MEMORY_SIZE


@pytest.fixture
def answer():
    return Client().get(SCRIPT)


def test_static_files_are_served_whole_from_where_they_lie(answer):
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert len(answer.content) == int(answer.headers["Content-Length"]) > 10_000


def test_static_files_are_served_under_asgi_without_a_warning(answer, recwarn):
    served = asyncio.run(AsyncClient().get(SCRIPT))
    assert served.content == answer.content
    assert [str(warning.message) for warning in recwarn] == []


def test_the_content_security_policy_allows_nothing_inline(answer):
    policy = answer.headers["Content-Security-Policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["default-src"] == "'self'"
    assert parts["frame-ancestors"] == parts["base-uri"] == "'none'"
    assert parts["form-action"] == "'self'"
    assert "unsafe" not in policy


def test_over_plain_http_nothing_is_promised_that_needs_https(answer):
    assert "Strict-Transport-Security" not in answer.headers
    assert "Cross-Origin-Opener-Policy" not in answer.headers
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/club", "/nothing/", "/club/", "/api/v1/score/", SCRIPT])
def test_every_answer_denies_its_scripts_what_none_of_them_uses(address):
    policy = Client().get(address).headers["Permissions-Policy"].split(", ")
    assert {"camera=()", "microphone=()", "geolocation=()"} <= set(policy)
    # taps.js and share.js, which browsers let share unless they are told not to
    used = {"screen-wake-lock=(self)", "clipboard-write=(self)"}
    assert {one for one in policy if not one.endswith("=()")} == used


def post(chunks: list[bytes], headers: list[tuple[bytes, bytes]]) -> tuple[int, int]:
    """Send a body to an application that reads all of it; the status, and the bytes it got."""
    waiting = list(chunks)
    got = 0
    statuses = []

    async def application(scope, receive, send):
        nonlocal got
        more = True
        while more:
            event = await receive()
            got += len(event["body"])
            more = event["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive():
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

    async def send(event):
        if event["type"] == "http.response.start":
            statuses.append(event["status"])

    asyncio.run(limit_body(application)({"type": "http", "headers": headers}, receive, send))
    assert len(statuses) == 1
    return statuses[0], got


@pytest.mark.parametrize("announced", [True, False])
def test_a_body_at_the_limit_is_read_and_one_byte_more_is_refused(announced):
    def headers(length):
        return [(b"content-length", str(length).encode())] if announced else []

    half = b"x" * (LIMIT // 2)
    assert post([half, half], headers(LIMIT)) == (200, LIMIT)
    status, got = post([half, half, b"x"], headers(LIMIT + 1))
    assert status == 413
    assert got <= (0 if announced else LIMIT)


def test_a_body_that_is_too_large_for_the_interface_is_refused_with_a_problem_document():
    said = {}

    async def send(event):
        said.update(event)

    scope = {"type": "http", "path": "/api/v1/score/", "headers": [(b"content-length", b"9999999")]}
    asyncio.run(limit_body(None)(scope, None, send))
    assert said["status"] == 413
    assert dict(said["headers"])[b"content-type"] == b"application/problem+json"
    assert json.loads(said["body"])["errors"][0]["code"] == "too-long"


def test_a_length_that_is_no_number_does_not_get_round_the_limit():
    status, _ = post([b"x" * LIMIT, b"x"], [(b"content-length", b"-1")])
    assert status == 413


def test_who_sends_many_large_bodies_and_ends_none_fills_no_memory(monkeypatch):
    monkeypatch.setattr(body_limit, "MAX_AT_ONCE", 3_000_000)
    goes_on = asyncio.Event()
    took = []

    async def read_all(scope, receive, send):
        while (event := await receive())["more_body"]:
            took.append(len(event["body"]))
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def answered(application, *pieces):
        waiting, said = [*pieces, b""], {}

        async def receive():
            if len(waiting) == 1:
                await goes_on.wait()
            return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

        async def send(event):
            said.update(event)

        await application({"type": "http", "path": "/join/", "headers": []}, receive, send)
        return said

    async def everything():
        application = limit_body(read_all)
        slow = [asyncio.ensure_future(answered(application, b"x" * 1_000_000)) for _ in range(9)]
        await asyncio.sleep(0)
        assert sum(took) <= 3_300_000
        tap = asyncio.ensure_future(answered(application, b"x" * 60_000))
        await asyncio.sleep(0)
        goes_on.set()
        statuses = [(await one)["status"] for one in slow]
        assert sorted(statuses) == [200] * 3 + [503] * 6
        refused = await slow[statuses.index(503)]
        assert refused["body"].startswith(b"Others are sending much just now")
        assert (await tap)["status"] == 200
        # What was answered counts no more.
        for _ in range(5):
            assert (await answered(application, b"x" * 2_000_000))["status"] == 200

    asyncio.run(everything())


def answered(
    requests: int, answer: Callable[[HttpRequest], HttpResponse], monkeypatch: pytest.MonkeyPatch
) -> list[int]:
    """Let that many requests come at once, and again in another event loop; the statuses of their
    answers."""
    handler = asgi.Handler()
    monkeypatch.setattr(handler, "get_response", answer)

    async def all_at_once() -> list[int]:
        coming = [handler.get_response_async(HttpRequest()) for _ in range(requests)]
        return [found.status_code for found in await asyncio.gather(*coming)]

    return asyncio.run(all_at_once()) + asyncio.run(all_at_once())


def test_quick_requests_are_answered_one_after_the_other(monkeypatch):
    monkeypatch.setattr(asgi, "MAKES_ROOM_S", 60)
    under_way: list[HttpRequest] = []
    beside: list[int] = []

    def answer(request: HttpRequest) -> HttpResponse:
        under_way.append(request)
        time.sleep(0.005)
        beside.append(len(under_way))
        under_way.remove(request)
        return HttpResponse()

    assert answered(10, answer, monkeypatch) == 20 * [HTTPStatus.OK]
    assert beside == 20 * [1]


def test_a_tap_waits_behind_one_page_however_many_wait(monkeypatch):
    monkeypatch.setattr(asgi, "MAKES_ROOM_S", 60)
    handler, order = asgi.Handler(), []
    monkeypatch.setattr(
        handler, "get_response", lambda request: order.append(request.path) or HttpResponse()
    )

    async def all_at_once() -> None:
        requests = [HttpRequest() for _ in range(9)]
        for number, request in enumerate(requests):
            request.path = f"/rules/{number}/" if number < 8 else "/api/v1/games/1/taps/"
            request.method = "GET" if number < 8 else "POST"
        await asyncio.gather(*(handler.get_response_async(one) for one in requests))

    asyncio.run(all_at_once())
    assert len(order) == 9
    assert order.index("/api/v1/games/1/taps/") <= 2


def test_a_request_that_waits_holds_up_no_other_one(monkeypatch):
    goes_on = threading.Barrier(5, timeout=10)

    def answer(_request: HttpRequest) -> HttpResponse:
        goes_on.wait()  # for all the others
        return HttpResponse()

    assert answered(5, answer, monkeypatch) == 10 * [HTTPStatus.OK]


def test_what_is_sent_piece_by_piece_keeps_the_language_of_its_request(monkeypatch):
    handler = asgi.Handler()

    def answer(_request: HttpRequest) -> HttpResponse:
        translation.activate("es")
        return HttpResponse()

    monkeypatch.setattr(handler, "get_response", answer)

    async def language_after_the_view() -> str:
        await handler.get_response_async(HttpRequest())
        return translation.get_language()

    assert asyncio.run(language_after_the_view()) == "es"


@pytest.mark.parametrize("goes", ["while it waits for its turn", "while it is answered"])
def test_who_goes_away_keeps_nobody_from_being_answered(goes, monkeypatch):
    monkeypatch.setattr(asgi, "MAKES_ROOM_S", 60)
    handler = asgi.Handler()
    goes_on = threading.Event()
    answered_for = []

    def answer(request: HttpRequest) -> HttpResponse:
        answered_for.append(request)
        goes_on.wait(10)
        return HttpResponse()

    monkeypatch.setattr(handler, "get_response", answer)

    async def everything() -> None:
        gone, first, last = HttpRequest(), HttpRequest(), HttpRequest()
        order = [first, gone] if goes == "while it waits for its turn" else [gone, first]
        coming = {one: asyncio.ensure_future(handler.get_response_async(one)) for one in order}
        while not answered_for:
            await asyncio.sleep(0.001)
        coming[gone].cancel()
        goes_on.set()
        assert (await asyncio.wait_for(coming[first], 10)).status_code == HTTPStatus.OK
        found = await asyncio.wait_for(handler.get_response_async(last), 10)
        assert found.status_code == HTTPStatus.OK
        assert (gone in answered_for) == (goes == "while it is answered")

    asyncio.run(everything())


def test_a_phones_address_comes_before_those_of_containers_and_public_networks():
    found = [
        ("lo", "127.0.0.1"),
        ("docker0", "172.17.0.1"),
        ("eth1", "203.0.113.9"),
        ("eth0", "192.168.1.7"),
        ("wlan0", "10.0.0.3"),
        ("wlan1", "169.254.3.3"),
    ]
    assert by_likelihood(found)[:2] == ["10.0.0.3", "192.168.1.7"]
    assert by_likelihood(found)[-1] == "172.17.0.1"
    assert not {"127.0.0.1", "169.254.3.3"} & set(by_likelihood(found))


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.filterwarnings("default::ResourceWarning")
def test_who_comes_while_it_ends_is_closed(recwarn, turns):
    """Whatever turn of the loop the connection has come to."""

    async def come_and_end() -> bytes:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            server = Server(asgi.application, timeout_graceful_shutdown=0)
            server.config.load()
            server.lifespan = server.config.lifespan_class(server.config)
            await server.startup([listening])
            with socket.create_connection(listening.getsockname(), timeout=60) as peer:
                for _turn in range(turns):
                    await asyncio.sleep(0)
                await server.shutdown([listening])
                with contextlib.suppress(ConnectionResetError):  # never accepted
                    return peer.recv(1)
        return b""

    assert asyncio.run(come_and_end()) == b""
    gc.collect()
    assert [str(told.message) for told in recwarn if "unclosed" in str(told.message)] == []
