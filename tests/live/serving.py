"""A real server on loopback in a thread of the test's own, and phones that listen to it."""

import asyncio
import http.client
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from uuid import UUID

from django.core.asgi import get_asgi_application
from django.db import connections, transaction

from referee.access.games import stream_token, visit_of
from referee.live.bus import process_bus
from referee.live.endpoint import Endpoint, with_streams
from sushiscore.server import Bounds, Server

PATIENCE = 60
"""Seconds after which what has not come has failed; other work may keep the machine busy."""


@dataclass
class Served:
    """A running server: its port, and the streams that it holds."""

    port: int
    endpoint: Endpoint
    server: Server


@contextmanager
def serving(port: int = 0, limit: int = 100, bounds: Bounds | None = None) -> Iterator[Served]:
    """Serves SushiScore until the end of the block; then every connection is cut."""
    endpoint = Endpoint(process_bus(), limit)
    application = with_streams(get_asgi_application(), endpoint)
    server = Server(application, bounds)
    listening = socket.create_server(("127.0.0.1", port))
    thread = threading.Thread(
        target=lambda: asyncio.run(server.serve(sockets=[listening])), daemon=True
    )
    thread.start()
    until(lambda: server.started)
    try:
        yield Served(listening.getsockname()[1], endpoint, server)
    finally:
        server.force_exit = True
        server.handle_exit(signal.SIGTERM, None)
        thread.join(PATIENCE)
        assert not thread.is_alive()


def until(is_so: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Waits until it is so, and fails when it does not become so."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it did not become so"
        time.sleep(0.01)


class Phone:
    """A phone that has asked for a stream: the answer's status and headers, then its events."""

    def __init__(
        self, port: int, address: str, method: str = "GET", headers: dict[str, str] | None = None
    ) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._connection.request(method, address, headers=headers or {})
        self._answer = self._connection.getresponse()
        self.status = self._answer.status
        self.headers = self._answer.headers

    def __enter__(self) -> "Phone":
        return self

    def __exit__(self, *reason: object) -> None:
        self.go()

    def lines(self) -> list[str]:
        """The lines up to the next blank one; none at the stream's end."""
        lines = []
        while (line := self._answer.readline().decode()) not in ("\n", ""):
            lines.append(line.rstrip("\n"))
        return lines

    def version(self) -> int | None:
        """The next event's number, past signs of life; None when the stream has ended."""
        deadline = time.monotonic() + PATIENCE
        while lines := self.lines():
            assert time.monotonic() < deadline, "nothing but signs of life has come"
            if "event: version" in lines:
                said = dict(line.split(": ", 1) for line in lines)
                assert said["id"] == said["data"].split()[0]
                return int(said["id"])
        return None

    def text(self) -> str:
        """The whole of an answer that is no stream."""
        return self._answer.read().decode()

    def go(self) -> None:
        """Closes the connection."""
        self._answer.close()
        self._connection.close()


def token_of(phone: str, game_id: UUID) -> str:
    """What a page shows to the stream for that phone."""
    visit = visit_of(phone, game_id)
    assert visit is not None
    return stream_token(visit)


# A game, the address of its host's stream, and the host's cookie, made beside or before a server.
PREPARE = """
import json, os, uuid
os.environ["SUSHISCORE_LOG_TO"] = "stderr"  # a busy machine's slow statements
import django
django.setup()
from django.core.management import call_command
from django.core.signing import get_cookie_signer
from referee.access.games import visit_of
from referee.play.services.games import Setup, start_game
from referee.play.views.responses import stream_address
call_command("migrate", verbosity=0)
game = start_game("host", uuid.uuid4(), Setup("sushi-go", ("Ana", "Ben")))
cookie = get_cookie_signer(salt="phonephone").sign("host")
print(json.dumps([str(game.pk), stream_address(visit_of("host", game.pk)), cookie]))
"""


def address(game_id: UUID, token: str) -> str:
    return f"/g/{game_id}/live/?token={token}"


def elsewhere(*actions: Callable[[], object]) -> None:
    """Does each in a thread of its own, all at once, as the server does requests."""

    def act(action: Callable[[], object]) -> None:
        try:
            action()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(actions)) as pool:
        list(pool.map(act, actions, timeout=PATIENCE))


def rolled_back(action: Callable[[], object]) -> None:
    """Does it in a transaction that is rolled back."""

    class NeverMindError(Exception):
        pass

    with suppress(NeverMindError), transaction.atomic():
        action()
        raise NeverMindError
