"""Whom SushiScore believes, and what it listens on, by SUSHISCORE_PROXIES and SUSHISCORE_BIND."""

import asyncio
import ipaddress

import pytest

from referee.hosting import network
from referee.hosting.network import bound_addresses, network_of, own_addresses
from sushiscore import proxies

NAMED = "10.0.0.0/8,192.0.2.1,2001:db8::/32"


@pytest.fixture
def named(settings):
    settings.PROXIES = NAMED.split(",")


def seen(peer, *headers, scheme="http"):
    """The client's address and the scheme as the application has them."""
    found = {}

    async def application(scope, _receive, _send):
        found.update(scope)

    scope = {"type": "http", "scheme": scheme, "headers": headers}
    scope["client"] = None if peer is None else (peer, 5)
    asyncio.run(proxies.believe_proxies(application)(scope, None, None))
    return found["client"] and found["client"][0], found["scheme"]


def passed_on(*addresses):
    return (b"x-forwarded-for", ", ".join(addresses).encode())


@pytest.mark.parametrize(
    ("peer", "addresses", "client"),
    [
        ("192.0.2.1", ["198.51.100.7"], "198.51.100.7"),
        ("10.9.9.9", ["198.51.100.7"], "198.51.100.7"),
        ("2001:db8::1", ["2a00::7"], "2a00::7"),
        # The client chose what stands on the left.
        ("192.0.2.1", ["203.0.113.9", "198.51.100.7"], "198.51.100.7"),
        ("192.0.2.1", ["203.0.113.9", "198.51.100.7", "10.0.0.2"], "198.51.100.7"),
        ("192.0.2.1", ["198.51.100.7:4711"], "198.51.100.7"),
        ("192.0.2.1", [], "192.0.2.1"),
        ("192.0.2.2", ["198.51.100.7"], "192.0.2.2"),
        (None, ["198.51.100.7"], None),
    ],
)
def test_the_client_is_the_last_address_that_is_no_named_proxys(named, peer, addresses, client):
    headers = [passed_on(*addresses)] if addresses else []
    assert seen(peer, *headers) == (client, "http")


@pytest.mark.parametrize(
    ("peer", "proto", "scheme"),
    [
        ("192.0.2.1", b"https", "https"),
        ("192.0.2.1", b"http", "http"),
        ("192.0.2.1", b"sushi", "http"),
        ("192.0.2.2", b"https", "http"),
        (None, b"https", "http"),
    ],
)
def test_only_a_named_proxy_says_that_it_was_https(named, peer, proto, scheme):
    assert seen(peer, (b"x-forwarded-proto", proto))[1] == scheme


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("127.0.0.1", ["127.0.0.1"]),
        (" 127.0.0.1 , ::1, [2001:db8::7]", ["127.0.0.1", "::1", "2001:db8::7"]),
        ("127.0.0.1,127.0.0.1", ["127.0.0.1"]),
        ("127.0.0.1,0.0.0.0,::1", ["0.0.0.0", "::1"]),  # noqa: S104  # only compared
    ],
)
def test_bind_names_addresses_each_once(monkeypatch, text, found):
    monkeypatch.setenv("SUSHISCORE_BIND", text)
    assert bound_addresses() == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["192.168.1.7"]),
        ("127.0.0.1", []),
        ("127.0.0.1,10.0.0.5", ["10.0.0.5"]),
        ("0.0.0.0", ["192.168.1.7"]),  # noqa: S104  # only compared
        ("::", ["2001:db8::7"]),
    ],
)
def test_others_open_only_what_is_listened_on(monkeypatch, text, found):
    def of_family(family):
        wanted = 4 if family == network.socket.AF_INET else 6
        own = ["192.168.1.7", "2001:db8::7"]
        return [one for one in own if ipaddress.ip_address(one).version == wanted]

    monkeypatch.setattr(network, "_addresses", of_family)
    monkeypatch.setenv("SUSHISCORE_BIND", text)
    assert own_addresses() == found


def test_a_home_is_an_ipv4_address_or_a_64_of_ipv6():
    assert network_of("192.0.2.1") == network_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert network_of("2001:db8::1") == network_of("2001:db8::2%eth0") == "2001:db8::/64"
    assert network_of("") == network_of("a socket") == ""
