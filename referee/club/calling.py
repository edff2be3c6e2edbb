"""Calls an address that somebody typed: once, for a few seconds, and never into a private network.

The name is resolved here, every address that it has is looked at, and one of those is called: a
name that means something else a moment later changes nothing. No redirect is followed, no proxy of
the environment used, and of the answer only the status is read.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import Future
from functools import cache
from threading import Semaphore, Thread
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import h11
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.encoding import iri_to_uri

from ..play.services.refusals import Refused

SECONDS = 5.0
"""In all, from the name to the answer's status."""
CONNECT_SECONDS = 2.0
"""For one address; a name may have several, of which the first do not answer."""
MAX_READ = 16 * 1024
"""Bytes of an answer, until its status has come."""
_ADDRESSES = 3
_LOOKUPS = Semaphore(32)
"""At once; each waits for a resolver half a minute where a name's own servers are silent."""

_is_url = URLValidator(schemes=["http", "https"])


class Answer(NamedTuple):
    """What became of a call: the ``status``, None where none came; and ``fault``, "" for one of 200
    to 299: ``status`` for another one, ``redirect``, ``private``, ``unknown-name``,
    ``unreachable``, ``certificate``, ``no-tls``, ``no-http``, ``timed-out``."""

    status: int | None
    fault: str


class Place(NamedTuple):
    """Where an address leads; ``path`` with its query, all in ASCII."""

    is_safe: bool
    host: str
    port: int
    path: str


def read_address(typed: str) -> Place:
    """Return where an address leads that can be called.

    A name is not resolved here: what it means is looked up with each call.

    Raises:
        Refused: ``no-address``, ``address-port``, ``address-private``.
    """
    if not typed.isprintable():  # half a character cannot be stored, nor can a NUL
        raise Refused("no-address")
    try:
        _is_url(typed)
        parts = urlsplit(typed)
        host, port = str(parts.hostname).encode("idna").decode(), parts.port
    except (ValidationError, ValueError):
        raise Refused("no-address") from None
    if "@" in parts.netloc:
        raise Refused("no-address")
    is_safe = parts.scheme.lower() == "https"
    path = iri_to_uri((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
    place = Place(is_safe, host, port or (443 if is_safe else 80), path)
    if settings.WEBHOOKS_PRIVATE:
        return place
    if place.port < 1024 and place.port not in (80, 443):
        raise Refused("address-port")
    try:
        is_private = not is_public(host)
    except ValueError:  # a name
        is_private = host.rstrip(".").lower().endswith("localhost")
    if is_private:
        raise Refused("address-private")
    return place


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the internet's. Raises ValueError for what is none.

    One that holds an IPv4 address counts as that where systems call it by that
    (``::ffff:10.0.0.1``); other such (6to4, NAT64, those of ``::/96``) are nobody's address.
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if ip.sixtofour is not None or ip.teredo is not None or ip.is_site_local:
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


async def call(address: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """POST a body to an address; at most :data:`SECONDS`. Never raises for what is at the other
    end."""
    try:
        async with asyncio.timeout(SECONDS):
            return await _call(read_address(address), headers, body)
    except Refused:  # the setting has changed since it was typed
        return Answer(None, "private")
    except TimeoutError:
        return Answer(None, "timed-out")
    except ssl.SSLCertVerificationError:
        return Answer(None, "certificate")
    except ssl.SSLError:
        return Answer(None, "no-tls")
    except (h11.ProtocolError, EOFError):
        return Answer(None, "no-http")
    except (socket.gaierror, ValueError):
        return Answer(None, "unknown-name")
    except OSError:
        return Answer(None, "unreachable")


async def _call(place: Place, headers: Mapping[str, str], body: bytes) -> Answer:
    addresses = await asyncio.wrap_future(_look_up(place))
    unique = dict.fromkeys(addresses)
    if not settings.WEBHOOKS_PRIVATE and not all(map(is_public, unique)):
        return Answer(None, "private")
    tls = {"ssl": _context(), "server_hostname": place.host} if place.is_safe else {}
    reader, writer = await _connected(list(unique)[:_ADDRESSES], place.port, tls)
    try:
        connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_READ)
        host = f"[{place.host}]" if ":" in place.host else place.host
        if place.port != (443 if place.is_safe else 80):
            host += f":{place.port}"
        own = {"Host": host, "Content-Length": str(len(body)), "Connection": "close"}
        head = list({**own, **headers}.items())
        for event in (
            h11.Request(method="POST", target=place.path, headers=head),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            writer.write(connection.send(event) or b"")
        await writer.drain()
        status = await _status(connection, reader)
    finally:
        writer.transport.abort()
    if 200 <= status < 300:
        return Answer(status, "")
    return Answer(status, "redirect" if 300 <= status < 400 else "status")


def _look_up(place: Place) -> Future[list[str]]:
    """Look a name's addresses up, in a thread for which a server that ends does not wait, as it
    would for one of a pool. Raises TimeoutError where too many wait."""
    if not _LOOKUPS.acquire(blocking=False):
        raise TimeoutError
    looked: Future[list[str]] = Future()
    looked.set_running_or_notify_cancel()  # whoever waits no longer does not cancel it

    def look() -> None:
        try:
            rows = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
            looked.set_result([str(row[4][0]) for row in rows])
        except Exception as error:
            looked.set_exception(error)
        finally:
            _LOOKUPS.release()

    Thread(target=look, name="names", daemon=True).start()
    return looked


async def _connected(
    addresses: list[str], port: int, options: dict[str, Any]
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection to the first of these addresses that takes one.

    Args:
        options: TLS and the name it proves, or nothing.
    """
    for number, address in enumerate(addresses, start=1):
        try:
            async with asyncio.timeout(CONNECT_SECONDS if number < len(addresses) else None):
                return await asyncio.open_connection(address, port, limit=MAX_READ, **options)
        except ssl.SSLError:
            raise
        except OSError:  # TimeoutError too
            if number == len(addresses):
                raise
    raise OSError("a name without addresses")


async def _status(connection: h11.Connection, reader: asyncio.StreamReader) -> int:
    read = 0
    while True:
        event = connection.next_event()
        if isinstance(event, h11.Response):
            return event.status_code
        if event is h11.NEED_DATA:
            data = await reader.read(4096)
            read += len(data)
            if not data or read > MAX_READ:
                raise EOFError
            connection.receive_data(data)
        elif not isinstance(event, h11.InformationalResponse):
            raise EOFError


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()
