"""Buses as server processes have them, who listens to them, and a real Redis between them."""

import asyncio
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from referee.live.memory_bus import Change
from referee.live.redis_bus import RedisBus
from tests.live.serving import PATIENCE, until
from tests.needed import needed


class Ear:
    """Notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, bool]] = []

    def wake(self, change: Change) -> None:
        self.heard.append((change.version, change.look))


@contextmanager
def redis_server(port: int) -> Iterator[None]:
    program = needed("redis-server", "valkey-server")
    command = [program, "--port", str(port), "--save", "", "--appendonly", "no"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            until(lambda: _answers(port))
            yield
        finally:
            server.kill()


def _answers(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def two_processes(port: int) -> list[RedisBus]:
    """Two buses, as two processes have them."""
    return [RedisBus(f"redis://127.0.0.1:{port}/0") for _ in range(2)]


async def soon(is_so: Callable[[], object]) -> None:
    """Lets the event loop run until it is so, and fails when it does not become so."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it did not become so"
        await asyncio.sleep(0.01)
