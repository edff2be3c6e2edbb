"""``GET /g/<game>/live/?token=…``, and the same of a club, as a bare ASGI application, beside
Django's.

Django would need a thread and several times the memory for each stream, and its middleware is not
needed: a signed token says who asks, and the answer holds one number.
"""

import asyncio
import logging
import re
from collections import Counter
from functools import cache
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from django.db import Error as DatabaseError

from sushiscore.body_limit import Application, Receive, Send, refuse
from sushiscore.metrics import STREAMS, TABLES, VIEW
from sushiscore.network import files_of_the_process

from .authorise import present_version
from .bus import the_bus
from .memory_bus import MemoryBus
from .stream import HEADERS, Stream

KEEP_ALIVE_SECONDS = 20.0
"""Proxies and phones close a silent stream after half a minute or more."""
MAX_STREAMS = 10_000
"""In one process, which must be allowed a third more open files."""
MAX_STREAMS_PER_PHONE = 12
"""To one game. A browser opens up to six, and some that the phone has lost may linger."""
RETRY_SECONDS = 10
_AT_ONCE = 100  # streams kept alive before other tasks get a turn
STREAM_PATH = re.compile(r"/(?:g|club)/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/live/")

_log = logging.getLogger(__name__)


class Endpoint:
    """Holds all streams of this process, at most ``limit``."""

    def __init__(self, bus: MemoryBus, limit: int) -> None:
        self._bus = bus
        self._limit = limit
        self._streams: dict[Stream, str] = {}
        """With their addresses."""
        self._phones: Counter[str] = Counter()
        self._ticker: asyncio.Task[None] | None = None
        self._is_ending = False

    def __len__(self) -> int:
        return len(self._streams)

    def tables(self) -> int:
        """How many games the streams are about; the others are about clubs."""
        return len({path for path in tuple(self._streams.values()) if path.startswith("/g/")})

    async def answer(
        self, game_id: UUID, scope: dict[str, Any], receive: Receive, send: Send
    ) -> None:
        """Run a stream until it ends, or refuse it: 403, 405, or 503 if there are too many."""
        if scope["method"] not in ("GET", "HEAD"):
            await refuse(send, 405, "Only GET opens a stream.", (b"allow", b"GET, HEAD"))
            return
        token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if self._is_ending or len(self._streams) >= self._limit:
            await refuse(send, 503, "Too many streams are open; try again later.", _LATER)
            return
        stream = Stream(game_id, token, send)
        # Listen before reading the version, so that a change in between is not missed.
        self._bus.listen(game_id, stream)
        self._streams[stream] = scope["path"]
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
            self._streams.pop(stream, None)

    def end(self) -> None:
        """End all streams and open no more, because the server stops."""
        self._is_ending = True
        for stream in tuple(self._streams):
            stream.end()

    async def _checked(self, game_id: UUID, token: str, send: Send) -> int | None:
        """The game's version, or None after refusing the phone."""
        try:
            version = await present_version(game_id, token)
        except DatabaseError:
            _log.exception("a stream could not read the database")
            await refuse(send, 503, "The database does not answer; try again later.", _LATER)
            return None
        if version is None:
            await refuse(send, 403, "This address opens no stream; load the page again.")
        elif self._phones[_holder(token)] >= MAX_STREAMS_PER_PHONE:
            await refuse(send, 503, "This phone has too many streams open; close some.", _LATER)
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
        """Send `alive` to all streams until the last one ends."""
        while self._streams:
            await asyncio.sleep(KEEP_ALIVE_SECONDS)
            for count, stream in enumerate(tuple(self._streams), start=1):
                stream.keep_alive()
                if count % _AT_ONCE == 0:
                    await asyncio.sleep(0)


@cache
def the_endpoint() -> Endpoint:
    endpoint = Endpoint(the_bus(), min(MAX_STREAMS, files_of_the_process() * 3 // 4))
    STREAMS.set_function(endpoint.__len__)
    TABLES.set_function(endpoint.tables)
    return endpoint


def beside(application: Application, endpoint: Endpoint) -> Application:
    """Wrap an application so that the endpoint answers the streams' addresses."""

    async def routed(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        found = STREAM_PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            await application(scope, receive, send)
        else:
            scope[VIEW] = "live"
            await endpoint.answer(UUID(found[1]), scope, receive, send)

    return routed


_LATER = (b"retry-after", b"%d" % RETRY_SECONDS)


def _holder(token: str) -> str:
    """A token without its time and signature: a game and a phone."""
    return token.rsplit(":", 2)[0]
