"""Runs uvicorn with limits on time and connections: it waits for ever for a request's end and for
who reads no answer, and accepts connections until the process may open no more files."""

import asyncio
import gc
import logging
import socket
from collections import Counter
from dataclasses import dataclass
from types import FrameType
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.server import ServerState

from referee.hosting.network import files_of_the_process, network_of
from referee.live.endpoint import STREAM_PATH

from .proxies import is_named

FILES_OF_A_REQUEST = 4
"""Its connection, and the database's three files in the thread that answers it."""
FILES_OF_A_STREAM = 1
FILES_KEPT_BACK = 96
"""For the database, the log, diagnosing, and those who are being refused."""
MAX_REFUSED = 16
"""At once; each is given a second to read why, unless another one comes."""
_AT_ONCE = 100  # connections that are looked at in one go
_QUEUE = 2048  # connections that wait in the system until they are accepted
_ACCEPTED_AT_ONCE = 4
"""On each socket. Between accepting and refusing lies some turn of the loop, in which more come."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Bounds:
    """How long a peer may take.

    Attributes:
        seconds: in which a request must be whole, from the connection or the answer before it, and
            in which a peer must take what is sent to it.
        per_second: bytes, for each of which they get that part of a second more.
        idle_seconds: after which a connection that was answered and asks no more is closed.
    """

    seconds: float = 20
    per_second: int = 4096
    idle_seconds: int = 5

    def allowed(self, size: int) -> float:
        return self.seconds + size / self.per_second


class State(ServerState):
    """The connections, and how many files they take."""

    def __init__(self, bounds: Bounds) -> None:
        super().__init__()
        self.bounds = bounds
        self.refused: dict[Connection, float] = {}
        self._most = max(files_of_the_process() - FILES_KEPT_BACK, 10 * FILES_OF_A_REQUEST)
        self._taken = 0
        self._taken_by: Counter[str] = Counter()

    def has_room(self, who: str) -> bool:
        """Whether one more connection may come, from there. One network gets no more than a
        quarter, so that no machine takes all; "" has no such bound."""
        mine = self._taken_by[who] + FILES_OF_A_REQUEST if who else 0
        return self._taken + FILES_OF_A_REQUEST <= self._most and mine <= self._most // 4

    def take(self, who: str, files: int) -> None:
        """Note that a connection from there takes so many files more, or fewer."""
        self._taken += files
        self._taken_by[who] += files
        if not self._taken_by[who]:
            del self._taken_by[who]


class Connection(H11Protocol):
    """A connection that ends when its peer is too slow, and is refused where there is no room."""

    server_state: State

    # asyncio calls it with a Transport; its type says any kind of one.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        # An answer's second part would else wait 40 ms for the peer. Not everywhere do connections
        # inherit it from the socket that listens.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._began = self.loop.time()
        self._received = self._files = 0
        self._unsent: tuple[float, int] | None = None
        peer = get_remote_addr(transport)
        self._who = "" if peer is None or is_named(peer[0]) else network_of(peer[0])
        if self.server_state.has_room(self._who):
            super().connection_made(transport)
            self._count_files()
            return
        refused = self.server_state.refused
        if len(refused) >= MAX_REFUSED:
            oldest = next(iter(refused))
            oldest.transport.abort()
            del refused[oldest]
        self.transport = transport
        refused[self] = self.loop.time()
        _log.warning("too many connections are open; one from %s was refused", self._who or "?")
        transport.write(
            _answer("503 Service Unavailable", "Too many connections are open; try again later.")
        )

    def data_received(self, data: bytes) -> None:
        if self in self.server_state.refused:
            self.transport.close()  # it has asked, and reads the answer
            return
        self._received += len(data)
        super().data_received(data)
        self._count_files()

    def on_response_complete(self) -> None:
        self._began, self._received = self.loop.time(), 0
        super().on_response_complete()
        self._count_files()

    def resume_writing(self) -> None:
        self._unsent = None  # most of it was taken; the next part has its own time
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.server_state.refused.pop(self, None) is None and self._files:
            self.server_state.take(self._who, -self._files)
            self._files = 0
            super().connection_lost(exc)

    def end_if_slow(self, now: float) -> None:
        """End the connection if its peer is too slow."""
        allowed = self.server_state.bounds.allowed
        if size := self.transport.get_write_buffer_size():
            self._unsent = self._unsent or (now, size)
            if now - self._unsent[0] > allowed(self._unsent[1]):
                self.transport.abort()
            return
        self._unsent = None
        is_incomplete = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        is_waited_for = is_incomplete and not (self.flow.read_paused or self.transport.is_closing())
        if is_waited_for and now - self._began > allowed(self._received):
            is_answering = self.cycle is not None and not self.cycle.response_complete
            if self._received and not (is_answering and self.cycle.response_started):
                self.transport.write(_answer("408 Request Timeout", "The request came too slowly."))
            self.transport.close()

    def _count_files(self) -> None:
        """Count the files that this connection may need: a stream needs only its own."""
        if self not in self.connections:
            return
        is_stream = (
            self.cycle is not None
            and not self.cycle.response_complete
            and STREAM_PATH.fullmatch(self.cycle.scope["path"])
        )
        files = FILES_OF_A_STREAM if is_stream else FILES_OF_A_REQUEST
        if files != self._files:
            self.server_state.take(self._who, files - self._files)
            self._files = files


def _answer(status: str, text: str) -> bytes:
    body = f"{text}\n".encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\n"
    head += f"Content-Length: {len(body)}\r\nRetry-After: 10\r\nConnection: close\r\n\r\n"
    return head.encode() + body


class Server(uvicorn.Server):
    """Serves an application, on sockets that are given to ``run`` or ``serve``."""

    server_state: State

    def __init__(self, application: Any, bounds: Bounds | None = None, **options: Any) -> None:
        bounds = bounds or Bounds()
        settings = {
            "access_log": False,
            "backlog": _ACCEPTED_AT_ONCE,
            "http": Connection,
            "lifespan": "off",
            "log_config": None,
            "loop": "asyncio",
            # Who the client is, sushiscore.proxies finds out.
            "proxy_headers": False,
            "server_header": False,
            "timeout_graceful_shutdown": 3,
            "timeout_keep_alive": bounds.idle_seconds,
            "ws": "none",
        }
        super().__init__(uvicorn.Config(application, **{**settings, **options}))
        self.server_state = State(bounds)
        self._waker: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept few connections at once, and let many wait."""
        # What is loaded by now stays; to look through it for garbage took a sixth of a tap's time.
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(_QUEUE)

    async def main_loop(self) -> None:
        """Look after the connections once a second, until it is to end. uvicorn's own loop looks
        ten times whether it is: a small processor is never left asleep."""
        loop, woken = self._waker = asyncio.get_running_loop(), asyncio.Event()
        while not await self.on_tick(counter=0):
            now = loop.time()
            for refused, since in tuple(self.server_state.refused.items()):
                if now - since > 1:
                    refused.transport.abort()
            for count, connection in enumerate(tuple(self.server_state.connections), start=1):
                if isinstance(connection, Connection):
                    connection.end_if_slow(now)
                if count % _AT_ONCE == 0:
                    await asyncio.sleep(0)
            timer = loop.call_later(1, woken.set)
            await woken.wait()
            timer.cancel()
            woken.clear()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note that it is to end, and wake the loop."""
        super().handle_exit(sig, frame)
        if self._waker:
            loop, woken = self._waker
            loop.call_soon_threadsafe(woken.set)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End everything; who is refused is not waited for."""
        for refused in tuple(self.server_state.refused):
            refused.transport.abort()
        # asyncio forgets to close who is accepted and not yet begun when the server closes, and
        # Python 3.13.0 prints a traceback for each: nobody more is accepted, these begin.
        for server in self.servers:
            for listening in server.sockets:
                asyncio.get_running_loop().remove_reader(listening)
        await asyncio.sleep(0)  # asyncio makes its transport
        await asyncio.sleep(0)  # it becomes a connection
        await super().shutdown(sockets)
