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
from uuid import UUID

from django.db import Error as DatabaseError

from ..hosting.body_limit import Receive, Send
from .authorise import present_version
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

_log = logging.getLogger(__name__)


class Stream:
    """Streams one game to one phone. ``wake``, ``keep_alive`` and ``end`` never wait."""

    __slots__ = (
        "_game_id", "_has_to_look", "_headers", "_is_alive_due", "_is_ending", "_is_open", "_news",
        "_opened_by", "_send", "_task", "_told",
    )  # fmt: skip

    def __init__(
        self, game_id: UUID, opened_by: str | UUID, send: Send, headers: Headers = HEADERS
    ) -> None:
        """Prepare the stream; a phone's token opens it, or the id of a key."""
        self._game_id = game_id
        self._opened_by = opened_by
        self._headers = headers
        self._send = send
        self._told = -1
        self._news: Change | None = None
        self._has_to_look = self._is_ending = self._is_open = False
        self._is_alive_due = False
        self._task: asyncio.Task[None] | None = None

    @property
    def has_key(self) -> bool:
        return isinstance(self._opened_by, UUID)

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
        """Tell the phone what is new to it; where the change says so, check its access first."""
        self._has_to_look |= change.look
        if change.version > self._told:
            self._news = self._news | change if self._news else change
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
            self._task = asyncio.get_running_loop().create_task(self._speak())

    def _has_more(self) -> bool:
        is_news = self._news is not None
        return is_news or self._has_to_look or self._is_ending or self._is_alive_due

    async def _speak(self) -> None:
        try:
            while self._is_open and self._has_more():
                await self._speak_once()
        except OSError:
            self._is_open = False  # the phone has disconnected
        finally:
            self._task = None

    async def _speak_once(self) -> None:
        if self._has_to_look and not self._is_ending:
            self._has_to_look = False
            await self._look()
        if self._is_ending:
            self._is_open = False
            await self._write(b"", more=False)
        # A wake-up during the look may ask to look again.
        elif self._news is not None and not self._has_to_look:
            news, self._news, self._is_alive_due = self._news, None, False
            self._told = news.version
            data = str(news.version)
            if news.tableaus is not None:
                changed = ",".join(f"{one}:{at}" for one, at in sorted(news.tableaus.items()))
                data += f" {news.since} {changed}"
            await self._write(f"id: {self._told}\nevent: version\ndata: {data}\n\n".encode())
        elif self._is_alive_due:
            self._is_alive_due = False
            await self._write(_ALIVE)

    async def _look(self) -> None:
        """Read the newest version, or end the stream if the phone lost its access."""
        try:
            version = await present_version(self._game_id, self._opened_by)
        except DatabaseError:
            _log.exception("a stream could not read the database")
            version = None
        if version is None:
            self._is_ending = True
        else:
            self.wake(Change(version))

    async def _write(self, body: bytes, *, more: bool = True) -> None:
        await self._send({"type": "http.response.body", "body": body, "more_body": more})
