"""Sends one phone the newest version of its game as server-sent events.

An idle stream costs one task, which waits for the phone to disconnect, and no thread; a second task
runs only while there is something to send. Changes meanwhile only replace the version to send, so a
phone that reads slowly holds nobody up and needs no queue.
"""

import asyncio
import logging
import secrets
from uuid import UUID

from django.db import Error as DatabaseError

from sushiscore.body_limit import Receive, Send

from .authorise import present_version

HEADERS = (
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
        "_game_id", "_has_to_look", "_is_alive_due", "_is_ending", "_is_open", "_newest", "_send",
        "_task", "_token", "_told",
    )  # fmt: skip

    def __init__(self, game_id: UUID, token: str, send: Send) -> None:
        self._game_id = game_id
        self._token = token
        self._send = send
        self._newest = self._told = -1
        self._has_to_look = self._is_ending = self._is_open = False
        self._is_alive_due = False
        self._task: asyncio.Task[None] | None = None

    async def run(self, receive: Receive, version: int) -> None:
        """Send the version, then each change, until the phone disconnects or ``end`` is called."""
        await self._send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        retry = MIN_RETRY + secrets.randbelow(MAX_RETRY - MIN_RETRY)
        await self._write(b"retry: %d\n" % retry)
        self._is_open = True
        self.wake(version, look=False)
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            if self._task is not None:
                self._task.cancel()

    def wake(self, version: int, *, look: bool) -> None:
        """Send a version that is new to the phone; with ``look`` check its access first."""
        self._newest = max(self._newest, version)
        self._has_to_look |= look
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
        is_news = self._newest > self._told
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
        elif self._newest > self._told and not self._has_to_look:
            self._told, self._is_alive_due = self._newest, False
            await self._write(b"id: %d\nevent: version\ndata: %d\n\n" % (self._told, self._told))
        elif self._is_alive_due:
            self._is_alive_due = False
            await self._write(_ALIVE)

    async def _look(self) -> None:
        """Read the newest version, or end the stream if the phone lost its access."""
        try:
            version = await present_version(self._game_id, self._token)
        except DatabaseError:
            _log.exception("a stream could not read the database")
            version = None
        if version is None:
            self._is_ending = True
        else:
            self._newest = max(self._newest, version)

    async def _write(self, body: bytes, *, more: bool = True) -> None:
        await self._send({"type": "http.response.body", "body": body, "more_body": more})
