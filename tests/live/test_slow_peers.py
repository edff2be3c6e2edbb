"""Nobody holds a connection by being slow, and nobody takes them all. Over real sockets."""

import json
import os
import socket
import sys
import time
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from subprocess import PIPE, Popen
from uuid import uuid4

import pytest

from scripts.server import lasting_port
from sushiscore.server import Bounds
from tests.factories import PHONE, GameFactory, add, where
from tests.live.serving import (
    PATIENCE,
    PREPARE,
    Phone,
    address,
    serving,
    token_of,
    until,
)

ROOT = Path(__file__).resolve().parents[2]
QUICK = Bounds(seconds=0.3, per_second=100_000, idle_seconds=1)
PAGE = "/about/"
HEAD = b"GET /about/ HTTP/1.1\r\nHost: localhost\r\n"
BODY = b"POST /join/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\ncode="
SCRIPT = b"GET /static/django_htmx/htmx-2.min.js HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def served():
    with serving(bounds=QUICK) as found:
        yield found


@contextmanager
def peer(served, *sent):
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as connection:
        for part in sent:
            connection.sendall(part)
        yield connection


def all_that_comes(connection):
    """Everything until the server closes."""
    return b"".join(iter(lambda: connection.recv(65_536), b""))


def test_no_part_of_an_answer_waits_until_the_peer_has_taken_the_one_before(served):
    """Else each answer would take 40 ms more: as long as a peer may wait before it says so."""
    with peer(served):
        until(lambda: served.server.server_state.connections)
        (connection,) = served.server.server_state.connections
        sent_by = connection.transport.get_extra_info("socket")
        assert sent_by.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def works(served):
    """Whether it answers; a request of a second is not always quick enough on a busy machine."""
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)) as connection:
        connection.request("GET", PAGE)
        return connection.getresponse().status == 200


@pytest.mark.parametrize("sent", [HEAD, HEAD[:1], BODY], ids=["half a head", "a byte", "a body"])
def test_what_is_half_sent_ends_with_408(served, sent, caplog):
    with peer(served, sent) as connection:
        said = all_that_comes(connection)
    assert said.startswith(b"HTTP/1.1 408 ")
    assert b"Connection: close" in said
    assert b"The request came too slowly." in said
    until(lambda: works(served))
    assert caplog.records == []


def test_what_is_no_http_is_answered_and_fills_no_log(served, caplog):
    for _ in range(3):
        with peer(served, b"sushi\r\n\r\n") as connection:
            assert all_that_comes(connection).startswith(b"HTTP/1.1 400 ")
    assert caplog.records == []


def test_who_says_nothing_is_not_waited_for(served):
    with peer(served) as connection:
        assert all_that_comes(connection) == b""


@pytest.mark.parametrize("begun", [HEAD + b"X-Slow: ", BODY], ids=["head", "body"])
def test_a_byte_now_and_then_gives_no_more_time(served, begun):
    with peer(served, begun) as connection:
        connection.settimeout(0.1)
        deadline = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < deadline, "it goes on for ever"
            try:
                connection.sendall(b"x")
                if said := connection.recv(1000):
                    break
            except TimeoutError:
                continue
    assert said.startswith(b"HTTP/1.1 408 ")


def test_a_second_request_on_the_same_connection_must_arrive_in_time_too():
    patient = Bounds(seconds=3, idle_seconds=PATIENCE)
    with serving(bounds=patient) as served, peer(served, SCRIPT) as connection:
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200 ")
        connection.sendall(HEAD)
        said = all_that_comes(connection)
    assert b"HTTP/1.1 408 " in said


def test_a_large_body_has_more_time_than_a_small_one():
    slow = Bounds(seconds=1, per_second=300_000 // PATIENCE, idle_seconds=1)
    large = BODY.replace(b"1000", b"300000")
    with serving(bounds=slow) as served, peer(served, large) as connection:
        connection.sendall(b"x" * 200_000)
        time.sleep(2 * slow.seconds)
        connection.sendall(b"x" * 100_000)
        connection.settimeout(PATIENCE)
        assert b"408" not in connection.recv(20)


def test_who_never_reads_an_answer_is_cut_off(served):
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.connect(("127.0.0.1", served.port))
        # Answers that nobody takes fill what the system holds, and then the server's own memory.
        connection.settimeout(0.5)
        deadline = time.monotonic() + PATIENCE
        is_open = True
        while is_open:
            assert time.monotonic() < deadline, "it is held for ever"
            try:
                connection.sendall(SCRIPT * 100)
            except TimeoutError:
                continue
            except (ConnectionResetError, BrokenPipeError):
                is_open = False
    until(lambda: works(served))


@pytest.mark.django_db(transaction=True)
def test_a_stream_outlives_every_bound():
    game, bounds = GameFactory(), Bounds(seconds=1, idle_seconds=1)
    path = address(game.pk, token_of(PHONE, game.pk))
    with serving(bounds=bounds) as served, Phone(served.port, path) as phone:
        assert phone.version() == 0
        time.sleep(2 * bounds.seconds)
        add(where(game), "tempura")
        assert phone.version() == 1


# --------------------------------------------------------------- too many at once

FEW_FILES = """
import resource

from sushiscore import run

resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
run.main()
"""
OTHERS = [f"127.0.0.{number}" for number in range(2, 10)]
"""Addresses of loopback that one machine can send from, as if it were several."""


class Taps:
    """A phone that taps over one connection, which it keeps."""

    def __init__(self, port, game, cookie):
        self._address = f"/api/v1/games/{game}/taps/"
        self._headers = {"Content-Type": "application/json", "Cookie": f"phone={cookie}"}
        self._connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._connection.auto_open = False
        self._seat = 1
        self._connection.connect()

    def tap(self):
        seat, self._seat = self._seat, 3 - self._seat
        tap = {"id": str(uuid4()), "round": 1, "seat": seat, "do": "add:tempura"}
        self._connection.request("POST", self._address, json.dumps({"taps": [tap]}), self._headers)
        with self._connection.getresponse() as answer:
            return json.load(answer)["taken"] == [tap["id"]]

    def close(self):
        self._connection.close()


def half_sent(port, address):
    connection = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
    connection.sendall(HEAD)
    return connection


def asked(port, address):
    """The answer to somebody who comes from that address."""
    with closing(half_sent(port, address)) as connection:
        connection.sendall(b"Connection: close\r\n\r\n")
        return all_that_comes(connection)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is of this machine on Linux alone")
def test_as_many_as_files_allow_come_in_the_next_are_refused_and_taps_go_on(tmp_path):
    port = lasting_port()
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    settings = {"DJANGO_SETTINGS_MODULE": "sushiscore.settings", "SUSHISCORE_DATA": str(tmp_path)}
    environment = {**kept, **settings, "PORT": str(port), "PYTHONPATH": f"{ROOT}"}
    log = tmp_path / "log"

    def python(code, **more):
        return Popen([sys.executable, "-c", code], cwd=ROOT, env=environment, text=True, **more)

    with log.open("w") as out, python(FEW_FILES, stdout=out, stderr=out) as server:
        try:
            until(lambda: "Ctrl-C" in log.read_text(), 60)
            with python(PREPARE, stdout=PIPE) as prepared:
                game, stream, cookie = json.loads(prepared.communicate()[0])
            with (
                closing(Taps(port, game, cookie)) as taps,
                Phone(port, stream) as phone,
                ExitStack() as attack,
            ):
                assert phone.version() == 0
                assert taps.tap()
                before = len(log.read_text())
                # One machine takes its part, and leaves room for the others.
                for _ in range(30):
                    attack.enter_context(half_sent(port, OTHERS[0]))
                refused = asked(port, OTHERS[0])
                assert b"200 OK" in asked(port, OTHERS[1])
                # Many machines take all.
                for _ in range(20):
                    for other in OTHERS:
                        attack.enter_context(half_sent(port, other))
                    assert taps.tap()
                assert asked(port, "127.0.0.99").startswith(b"HTTP/1.1 503 ")
                assert taps.tap()
                until(lambda: phone.version() == 22)
            until(lambda: b"200 OK" in asked(port, OTHERS[0]))
            written = log.read_text()[before:]
        finally:
            server.kill()
    assert refused.startswith(b"HTTP/1.1 503 ")
    assert b"Retry-After: 10" in refused
    assert refused.endswith(b"Too many connections are open; try again later.\n")
    lines = written.splitlines()
    assert [line for line in lines if "too many connections are open" not in line] == []
    assert 1 <= len(lines) <= 2, "one a minute"
