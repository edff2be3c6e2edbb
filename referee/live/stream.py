"""Sends one phone, or program, the newest version of its game as server-sent events, and what has
changed.

An idle stream costs one task, which waits for the phone to disconnect, and no thread; a second task
runs only while there is something to send. Changes meanwhile are sent as one, so a phone that reads
slowly holds nobody up and needs no queue.

An event's data is the version; and where no more than some tableaus have changed, the version since
which that is so, and each as "round-seat" with its last change: ``12``, or ``12 9 1-2:10,1-4:12``.
"""

import asyncio
import logging
import secrets
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from django.db import Error as DatabaseError
from django.db import connections

from ..access.clubs import stream_club, version_by_key
from ..access.games import note_hosts, stream_game
from ..hosting.body_limit import Receive, Send
from .memory_bus import Change

Headers = tuple[tuple[bytes, bytes], ...]
HEADERS: Headers = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-store, no-transform"),
    (b"x-accel-buffering", b"no"),  # proxies pass on each event at once
    (b"x-content-type-options", b"nosniff"),
)
MIN_RETRY, MAX_RETRY = 500, 1500
"""Milliseconds after which a phone reconnects; drawn for each, so that not all come at once."""
_ALIVE = b"event: alive\ndata: 1\n\n"
# A pool of its own leaves pages their threads when all phones reconnect at once.
_THREADS = ThreadPoolExecutor(max_workers=4, thread_name_prefix="live")

_log = logging.getLogger(__name__)


class Stream:
    """Streams one game to one phone. ``wake``, ``keep_alive`` and ``end`` never wait."""

    __slots__ = (
        "_due", "_game_id", "_has_to_look", "_headers", "_is_alive_due", "_is_ending", "_is_open",
        "_opened_by", "_send", "_sent_version", "_task",
    )  # fmt: skip

    def __init__(
        self, game_id: UUID, opened_by: str | UUID, send: Send, headers: Headers = HEADERS
    ) -> None:
        """Prepare the stream; a phone's token opens it, or the id of a key."""
        self._game_id = game_id
        self._opened_by = opened_by
        self._headers = headers
        self._send = send
        self._sent_version = -1
        self._due: Change | None = None
        self._has_to_look = self._is_ending = self._is_open = False
        self._is_alive_due = False
        self._task: asyncio.Task[None] | None = None

    @property
    def has_key(self) -> bool:
        return isinstance(self._opened_by, UUID)

    @property
    def token(self) -> str:
        """The token that has opened it, "" for a key."""
        return self._opened_by if isinstance(self._opened_by, str) else ""

    async def run(self, receive: Receive, version: int) -> None:
        """Send the version, then each change, until the phone disconnects or ``end`` is called."""
        await self._send({"type": "http.response.start", "status": 200, "headers": self._headers})
        retry = MIN_RETRY + secrets.randbelow(MAX_RETRY - MIN_RETRY)
        await self._write(b"retry: %d\n" % retry)
        self._is_open = True
        self.wake(Change(version))
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            if self._task is not None:
                self._task.cancel()

    def wake(self, change: Change) -> None:
        """Send the phone what is new to it; where the change says so, check its access first."""
        self._has_to_look |= change.look
        if change.version > self._sent_version:
            self._due = self._due | change if self._due else change
        self._go_on()

    def keep_alive(self) -> None:
        """Send a sign of life to the phone and the proxies in between."""
        self._is_alive_due = True
        self._go_on()

    def end(self) -> None:
        """End the stream; the phone reconnects, and its token is checked again."""
        self._is_ending = True
        self._go_on()

    def _go_on(self) -> None:
        if self._is_open and self._task is None and self._has_more():
            self._task = asyncio.get_running_loop().create_task(self._send_all())

    def _has_more(self) -> bool:
        is_due = self._is_alive_due or self._due is not None
        return is_due or self._has_to_look or self._is_ending

    async def _send_all(self) -> None:
        try:
            while self._is_open and self._has_more():
                await self._send_next()
        except OSError:
            self._is_open = False  # the phone has disconnected
        finally:
            self._task = None

    async def _send_next(self) -> None:
        if self._has_to_look and not self._is_ending:
            self._has_to_look = False
            try:
                version = await present_version(self._game_id, self._opened_by)
            except DatabaseError:
                _log.exception("a stream could not read the database")
                version = None
            if version is None:
                self._is_ending = True  # the phone has lost its access
            else:
                self.wake(Change(version))
        if self._is_ending:
            self._is_open = False
            await self._write(b"", more=False)
        # A wake-up during the look may ask to look again.
        elif self._due is not None and not self._has_to_look:
            change, self._due, self._is_alive_due = self._due, None, False
            self._sent_version = change.version
            data = str(change.version)
            if change.tableaus is not None:
                tableaus = sorted(change.tableaus.items())
                data += f" {change.since} " + ",".join(f"{key}:{at}" for key, at in tableaus)
            await self._write(f"id: {change.version}\nevent: version\ndata: {data}\n\n".encode())
        elif self._is_alive_due:
            self._is_alive_due = False
            await self._write(_ALIVE)

    async def _write(self, body: bytes, *, more: bool = True) -> None:
        await self._send({"type": "http.response.body", "body": body, "more_body": more})


async def note_hosts_here(tokens: Collection[str]) -> None:
    """Note of the games of these tokens that a host is there whose phone listens."""

    def note() -> None:
        try:
            note_hosts(tokens)
        except DatabaseError:  # the next time will do
            _log.warning("who is host could not be read", exc_info=True)
        finally:
            connections.close_all()

    await asyncio.get_running_loop().run_in_executor(_THREADS, note)


async def present_version(game_id: UUID, opened_by: str | UUID) -> int | None:
    """The version of a game, or of a club, None if a phone's token, or the key with that id, does
    not open its stream. Raises database errors."""

    def read_version() -> int | None:
        try:
            if isinstance(opened_by, UUID):
                return version_by_key(opened_by, game_id)
            opened = stream_game(opened_by) or stream_club(opened_by)
        finally:
            # Django does this only at the end of a request.
            connections.close_all()
        return opened[1] if opened is not None and opened[0] == game_id else None

    return await asyncio.get_running_loop().run_in_executor(_THREADS, read_version)
