"""``GET /g/<game>/live/?token=…`` as a bare ASGI application, beside Django's.

Django gives every stream that it serves a thread and several times the memory. Nothing of its
middleware is needed here: a signed token says who asks, and the answer holds one number.
"""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from django.db import Error as DatabaseError

from .authorise import present_version
from .bus import MemoryBus, the_bus
from .stream import HEADERS, Receive, Send, Stream

Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

KEEP_ALIVE_SECONDS = 20.0
"""Proxies and phones give a silent stream up after half a minute or more."""
MOST_STREAMS = 10_000
"""In one process; see ``most_streams``."""
MOST_STREAMS_OF_A_PHONE = 12
"""To one game: a browser opens no more than six, and some that a phone has lost may yet linger."""
RETRY_SECONDS = 10
_AT_ONCE = 100  # streams that are kept alive in one go
STREAM_PATH = re.compile(r"/g/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/live/")

_log = logging.getLogger(__name__)


def most_streams() -> int:
    """How many streams this process may hold: three in four of the files that it may open."""
    try:
        import resource
    except ImportError:  # not on Windows, which has no such limit
        return MOST_STREAMS
    files, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_STREAMS if files == resource.RLIM_INFINITY else min(MOST_STREAMS, files * 3 // 4)


class Endpoint:
    """Every stream of this process."""

    def __init__(self, bus: MemoryBus, most: int) -> None:
        self._bus = bus
        self._most = most
        self._streams: set[Stream] = set()
        self._phones: Counter[str] = Counter()
        self._ticker: asyncio.Task[None] | None = None
        self._is_ending = False

    def __len__(self) -> int:
        """How many streams are open or about to be."""
        return len(self._streams)

    async def answer(
        self, game_id: UUID, scope: dict[str, Any], receive: Receive, send: Send
    ) -> None:
        """Opens a stream, or says why not: 403, 405, or 503 where there are too many."""
        if scope["method"] not in ("GET", "HEAD"):
            await _refuse(send, 405, "Only GET opens a stream.", (b"allow", b"GET, HEAD"))
            return
        token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if self._is_ending or len(self._streams) >= self._most:
            await _refuse(send, 503, "Too many streams are open; try again later.", _LATER)
            return
        stream = Stream(game_id, token, send)
        # Before the version is read: a change in between wakes the stream.
        self._bus.listen(game_id, stream)
        self._streams.add(stream)
        try:
            version = await self._checked(game_id, token, send)
            if version is None:
                return
            if scope["method"] == "HEAD":
                await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
                await send({"type": "http.response.body", "body": b""})
                return
            await self._run(stream, _holder(token), receive, version)
        finally:
            self._bus.forget(game_id, stream)
            self._streams.discard(stream)

    def end(self) -> None:
        """Ends every stream, and opens none any more: the server is about to stop."""
        self._is_ending = True
        for stream in tuple(self._streams):
            stream.end()

    async def _checked(self, game_id: UUID, token: str, send: Send) -> int | None:
        """The game's version for who may hear of it; None for who has been refused."""
        try:
            version = await present_version(game_id, token)
        except DatabaseError:
            _log.exception("a stream could not look into the database")
            await _refuse(send, 503, "The database does not answer; try again later.", _LATER)
            return None
        if version is None:
            await _refuse(send, 403, "This address opens no stream; load the page again.")
        elif self._phones[_holder(token)] >= MOST_STREAMS_OF_A_PHONE:
            await _refuse(send, 503, "This phone has too many streams open; close some.", _LATER)
            return None
        return version

    async def _run(self, stream: Stream, phone: str, receive: Receive, version: int) -> None:
        if self._ticker is None or self._ticker.done():
            self._ticker = asyncio.get_running_loop().create_task(self._keep_alive())
        self._phones[phone] += 1
        try:
            await stream.run(receive, version)
        finally:
            self._phones[phone] -= 1
            if not self._phones[phone]:
                del self._phones[phone]

    async def _keep_alive(self) -> None:
        """One clock for all streams; it ends with the last one."""
        while self._streams:
            await asyncio.sleep(KEEP_ALIVE_SECONDS)
            for count, stream in enumerate(tuple(self._streams), start=1):
                stream.keep_alive()
                if count % _AT_ONCE == 0:
                    await asyncio.sleep(0)


@cache
def the_endpoint() -> Endpoint:
    """The one of this process."""
    return Endpoint(the_bus(), most_streams())


def beside(application: Application, endpoint: Endpoint) -> Application:
    """The application, with the streams' addresses answered by the endpoint."""

    async def routed(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        found = STREAM_PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            await application(scope, receive, send)
        else:
            await endpoint.answer(UUID(found[1]), scope, receive, send)

    return routed


_LATER = (b"retry-after", b"%d" % RETRY_SECONDS)


def _holder(token: str) -> str:
    """What a token says without its time and signature: a game and a phone."""
    return token.rsplit(":", 2)[0]


async def _refuse(send: Send, status: int, reason: str, *headers: tuple[bytes, bytes]) -> None:
    body = f"{reason}\n".encode()
    about = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        *headers,
    ]
    await send({"type": "http.response.start", "status": status, "headers": about})
    await send({"type": "http.response.body", "body": body})
