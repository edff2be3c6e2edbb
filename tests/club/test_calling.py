"""Addresses that somebody typed are called once, shortly, and never in a private network."""

import asyncio
import socket
import subprocess
import threading
import time

import pytest

from referee.club import calling
from referee.club.calling import Answer, call, is_public, read_address
from referee.play.services.refusals import Refused
from tests.club.receiving import receiving
from tests.needed import needed

PRIVATE = [
    "0.0.0.1", "127.0.0.1", "127.255.0.9", "10.0.0.1", "172.16.0.1", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "255.255.255.255", "224.0.0.1", "240.0.0.1", "192.0.2.1",
    "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1",
    "::ffff:10.0.0.1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::10.0.0.1",
    "64:ff9b::10.0.0.1", "2002:a00:1::", "2001:0:a00:1::", "2001:db8::1",
]  # fmt: skip
PUBLIC = ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"]


def said(address: str) -> Answer:
    return asyncio.run(call(address, {"X": "y"}, b"{}"))


@pytest.fixture
def private(settings):
    settings.WEBHOOKS_PRIVATE = True


@pytest.fixture
def resolves(monkeypatch):
    """Lets a name mean something."""

    def as_(*addresses):
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 0)) for one in addresses]
        monkeypatch.setattr(calling.socket, "getaddrinfo", lambda *_args, **_options: found)

    return as_


@pytest.fixture
def called(monkeypatch):
    """The addresses to which a connection was made."""
    found = []

    async def connected(addresses, port, options):
        found.extend(addresses)
        raise OSError

    monkeypatch.setattr(calling, "_connected", connected)
    return found


@pytest.mark.parametrize("address", PRIVATE)
def test_what_is_not_of_the_internet_is_private(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_what_is_of_the_internet_is_public(address):
    assert is_public(address)


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_means_a_private_address_is_not_called(address, resolves, called):
    for addresses in ([address], [PUBLIC[0], address], [address, PUBLIC[0]]):
        resolves(*addresses)
        assert said("https://hooks.example/x") == Answer(None, "private")
    assert called == []


def test_the_address_that_was_looked_at_is_the_one_that_is_called(resolves, called):
    resolves(*PUBLIC)
    assert said("https://hooks.example/x") == Answer(None, "unreachable")
    assert called == PUBLIC[:3], "no name, which may mean something else by now"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        *((one, "no-address") for one in ("", "x", "ftp://a.example/", "javascript:1", "//a.b")),
        *((one, "no-address") for one in ("http://", "http://a b/", "https://a.example:99999/")),
        ("https://ana:secret@a.example/", "no-address"),
        ("http://a.example\r\nX: y/", "no-address"),
        *((f"https://a.example/{one}", "no-address") for one in ("\0", "\ud800", "\u202e")),
        ("https://a.example:25/", "address-port"),
        ("http://localhost/", "address-private"),
        ("http://x.localhost./", "address-private"),
        *((f"http://{one}/", "address-private") for one in ("127.0.0.1", "10.0.0.1", "[::1]")),
        ("http://[::ffff:10.0.0.1]/", "address-private"),
        ("http://169.254.169.254/latest/", "address-private"),
    ],
)
def test_what_cannot_be_called_is_refused_when_it_is_typed(typed, code):
    with pytest.raises(Refused, match=code):
        read_address(typed)
    assert said(typed) == Answer(None, "private")


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("https://a.example/x?y=z#part", (True, "a.example", 443, "/x?y=z")),
        ("http://a.example", (False, "a.example", 80, "/")),
        ("http://8.8.8.8:8080/", (False, "8.8.8.8", 8080, "/")),
        ("https://ñandú.example/é", (True, "xn--and-6ma2c.example", 443, "/%C3%A9")),
    ],
)
def test_what_can_be_called_is_taken(typed, place):
    assert read_address(typed) == place


def test_a_call_says_what_it_brings(private):
    with receiving() as receiver:
        assert said(receiver.address) == Answer(204, "")
    ((head, body),) = receiver.came
    assert (head["host"], head["x"], body) == (f"127.0.0.1:{receiver.port}", "y", b"{}")


@pytest.mark.parametrize(
    ("answer", "known"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", Answer(200, "")),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 OK\r\n\r\n", Answer(202, "")),
        (b"HTTP/1.1 500 No\r\n\r\n", Answer(500, "status")),
        (b"HTTP/1.1 410 Gone\r\n\r\n", Answer(410, "status")),
        (b"HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\n\r\n", Answer(302, "redirect")),
        (b"HTTP/1.1 307 Go\r\nLocation: /else\r\n\r\n", Answer(307, "redirect")),
        (b"hello\r\n\r\n", Answer(None, "no-http")),
        (b"", Answer(None, "no-http")),
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000, Answer(None, "no-http")),
        (b"HTTP/1.1 103 Early\r\n\r\n" * 5000, Answer(None, "no-http")),
    ],
)
def test_what_a_receiver_answers(private, answer, known):
    with receiving() as receiver:
        receiver.answer = answer
        assert said(receiver.address) == known
    assert len(receiver.came) == 1, "no redirect is followed"


@pytest.mark.parametrize("answer", [None, b"HTTP/1.1 200 OK\r\nX: " + b"x" * 9999])
def test_a_receiver_that_never_comes_to_an_end_is_left(private, monkeypatch, answer):
    """Byte by byte, each well within any wait for one."""
    monkeypatch.setattr(calling, "SECONDS", 0.2)
    with receiving() as receiver:
        receiver.answer, receiver.pieces, receiver.pause = answer, 1, 0.02
        began = time.monotonic()
        assert said(receiver.address) == Answer(None, "timed-out")
        assert time.monotonic() - began < 60


def test_names_that_are_none_and_ports_that_nobody_listens_on(private, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert said(f"http://127.0.0.1:{port}/") == Answer(None, "unreachable")

    def unknown(*_args, **_options):
        raise socket.gaierror

    monkeypatch.setattr(calling.socket, "getaddrinfo", unknown)
    assert said("http://hooks.example/") == Answer(None, "unknown-name")


def test_an_end_waits_for_no_lookup_and_not_too_many_wait_for_one(private, monkeypatch):
    is_left = []

    def look(*_args, **_options):
        is_left.append(threading.current_thread().daemon)
        raise socket.gaierror

    monkeypatch.setattr(calling.socket, "getaddrinfo", look)
    monkeypatch.setattr(calling, "_LOOKUPS", places := threading.Semaphore(1))
    for _ in range(2):
        assert said("http://hooks.example/") == Answer(None, "unknown-name")
        assert places.acquire(timeout=60)
        places.release()
    with places:
        assert said("http://hooks.example/") == Answer(None, "timed-out")
    assert is_left == [True, True]


def test_the_next_address_of_a_name_is_called_where_the_first_does_not_answer(private, resolves):
    with receiving() as receiver:
        resolves("127.0.0.9", "127.0.0.1")
        assert said(f"http://hooks.example:{receiver.port}/") == Answer(204, "")


def test_a_certificate_that_nobody_vouches_for_is_not_taken(private, tmp_path):
    both = tmp_path / "both.pem"
    needed("openssl")
    make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1"
    command = f"{make} -subj /CN=127.0.0.1 -keyout {both} -out {tmp_path}/cert.pem"
    subprocess.run(command.split(), check=True, capture_output=True)
    both.write_text(both.read_text() + (tmp_path / "cert.pem").read_text())
    with receiving(both) as receiver:
        address = receiver.address.replace("http:", "https:")
        assert said(address) == Answer(None, "certificate")
    assert receiver.came == []
