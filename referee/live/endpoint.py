"""``GET /g/<game>/live/?token=…``, and the same of a club, as a bare ASGI application, beside
Django's.

Django would need a thread and several times the memory for each stream, and its middleware is not
needed: a signed token says who asks, and the answer holds one number. Of the streams that programs
ask for (``/api/v1/games/<game>/stream/``) Django says who may have one, and the rest is the same.
"""

import asyncio
import itertools
import logging
import re
from collections import Counter
from functools import cache
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from django.db import Error as DatabaseError

from referee.access.games import STREAM

from ..hosting.body_limit import Application, Event, Receive, Send, refuse
from ..hosting.metrics import STREAMS, TABLES, VIEW
from ..hosting.network import files_of_the_process
from .bus import process_bus
from .memory_bus import Change, MemoryBus
from .stream import HEADERS, Headers, Stream, note_hosts_here, present_version

KEEP_ALIVE_SECONDS = 20.0
"""Proxies and phones close a silent stream after half a minute or more."""
MAX_STREAMS = 10_000
"""In one process, which must be allowed a third more open files."""
MAX_STREAMS_PER_PHONE = 12
"""To one game. A browser's pages share one, and some that the phone has lost may linger."""
MAX_STREAMS_PER_KEY = 24
"""To all games and clubs, in one process."""
LOOK_EVERY = 3
"""Signs of life, after which a stream with a key looks whether the key still opens it."""
RETRY_SECONDS = 10
_AT_ONCE = 100  # streams kept alive before other tasks get a turn
_ID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
STREAM_PATH = re.compile(rf"/(?:g|club)/{_ID}/live/|/api/v1/(?:games|clubs)/{_ID}/stream/")

_log = logging.getLogger(__name__)


class Endpoint:
    """Holds all streams of this process, at most ``limit``."""

    def __init__(self, bus: MemoryBus, limit: int) -> None:
        self._bus = bus
        self._limit = limit
        self._streams: dict[Stream, str] = {}
        """With their addresses."""
        self._holders: Counter[str | UUID] = Counter()
        self._ticker: asyncio.Task[None] | None = None
        self._is_ending = False

    def __len__(self) -> int:
        return len(self._streams)

    def tables(self) -> int:
        """How many games the streams are about; the others are about clubs."""
        paths = tuple(self._streams.values())
        return len({path.split("/")[-3] for path in paths if "club" not in path})

    async def answer(
        self, game_id: UUID, scope: dict[str, Any], receive: Receive, send: Send
    ) -> None:
        """Run a phone's stream until it ends, or refuse it: 403, 405, or 503 if there are too
        many."""
        if scope["method"] not in ("GET", "HEAD"):
            await refuse(send, 405, "Only GET opens a stream.", (b"allow", b"GET, HEAD"))
            return
        token = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        await self._open(game_id, token, scope, receive, send, HEADERS)

    async def answer_program(
        self,
        application: Application,
        game_id: UUID,
        scope: dict[str, Any],
        receive: Receive,
        send: Send,
    ) -> None:
        """Run a program's stream where the application lets it in; else that says why not. 429 for
        a key with too many streams."""
        headers: Headers | None = None

        async def unless_it_opens(event: Event) -> None:
            nonlocal headers
            # OPTIONS is answered with 200 too, by CORS's middleware or REST framework.
            opens = event["type"] == "http.response.start" and event["status"] == 200
            if opens and STREAM in scope:
                headers = tuple(pair for pair in event["headers"] if pair[0].lower() not in _OWN)
            elif headers is None:
                await send(event)

        await application(scope, receive, unless_it_opens)
        if headers is not None:
            await self._open(game_id, scope[STREAM], scope, receive, send, HEADERS + headers)

    async def _open(
        self,
        game_id: UUID,
        opened_by: str | UUID,
        scope: dict[str, Any],
        receive: Receive,
        send: Send,
        headers: Headers,
    ) -> None:
        path = scope["path"]
        if self._is_ending or len(self._streams) >= self._limit:
            why = "Too many streams are open; try again later."
            await refuse(send, 503, why, _LATER, path=path)
            return
        stream, holder = Stream(game_id, opened_by, send, headers), _holder(opened_by)
        # Listen before reading the version, so that a change in between is not missed. A key's
        # streams are also woken when it is revoked.
        topics = [game_id, opened_by] if isinstance(opened_by, UUID) else [game_id]
        for topic in topics:
            self._bus.listen(topic, stream)
        self._streams[stream] = path
        try:
            version = await self._checked(game_id, opened_by, send, path)
            if version is None:
                return
            if scope["method"] == "HEAD":
                await send({"type": "http.response.start", "status": 200, "headers": headers})
                await send({"type": "http.response.body", "body": b""})
                return
            if self._ticker is None or self._ticker.done():
                self._ticker = asyncio.get_running_loop().create_task(self._keep_alive())
            self._holders[holder] += 1
            try:
                await stream.run(receive, version)
            finally:
                self._holders[holder] -= 1
                if not self._holders[holder]:
                    del self._holders[holder]
        finally:
            for topic in topics:
                self._bus.forget(topic, stream)
            self._streams.pop(stream, None)

    def end(self) -> None:
        """End all streams and open no more, because the server stops."""
        self._is_ending = True
        for stream in tuple(self._streams):
            stream.end()

    async def _checked(
        self, game_id: UUID, opened_by: str | UUID, send: Send, path: str
    ) -> int | None:
        """The game's version, or None after refusing the phone or the key."""
        try:
            version = await present_version(game_id, opened_by)
        except DatabaseError:
            _log.exception("a stream could not read the database")
            why = "The database does not answer; try again later."
            await refuse(send, 503, why, _LATER, path=path)
            return None
        if version is None:
            why = "This address opens no stream; load the page again."
            await refuse(send, 403, why, path=path)
            return None
        is_key = isinstance(opened_by, UUID)
        most = MAX_STREAMS_PER_KEY if is_key else MAX_STREAMS_PER_PHONE
        if self._holders[_holder(opened_by)] >= most:
            why = f"{'A key' if is_key else 'A phone'} may have {most} streams open; close some."
            await refuse(send, 429 if is_key else 503, why, _LATER, path=path)
            return None
        return version

    async def _keep_alive(self) -> None:
        """Send `alive` to all streams until the last one ends; those with a key look again now and
        then, should they have missed that it was revoked. Whose streams are hosts', is noted."""
        for beat in itertools.count(1):
            if not self._streams:
                break
            await asyncio.sleep(KEEP_ALIVE_SECONDS)
            for count, stream in enumerate(tuple(self._streams), start=1):
                stream.keep_alive()
                if beat % LOOK_EVERY == 0 and stream.has_key:
                    stream.wake(Change(look=True))
                if count % _AT_ONCE == 0:
                    await asyncio.sleep(0)
            of_games = (one for one, path in self._streams.items() if "club" not in path)
            await note_hosts_here([stream.token for stream in of_games if stream.token])


@cache
def process_endpoint() -> Endpoint:
    """The process's endpoint, which its figures count."""
    endpoint = Endpoint(process_bus(), min(MAX_STREAMS, files_of_the_process() * 3 // 4))
    STREAMS.set_function(endpoint.__len__)
    TABLES.set_function(endpoint.tables)
    return endpoint


def with_streams(application: Application, endpoint: Endpoint) -> Application:
    """Wrap an application so that the endpoint answers the streams' addresses."""

    async def routed(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        path = STREAM_PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if path is None:
            await application(scope, receive, send)
        elif path[1]:
            scope[VIEW] = "live"
            await endpoint.answer(UUID(path[1]), scope, receive, send)
        else:
            await endpoint.answer_program(application, UUID(path[2]), scope, receive, send)

    return routed


_LATER = (b"retry-after", b"%d" % RETRY_SECONDS)
_OWN = {b"content-length", *(name for name, _value in HEADERS)}
"""Headers that a stream has itself."""


def _holder(opened_by: str | UUID) -> str | UUID:
    """A token without its time and signature: a game and a phone; of a key the id."""
    return opened_by.rsplit(":", 2)[0] if isinstance(opened_by, str) else opened_by
