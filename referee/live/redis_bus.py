"""Carries wake-ups between several server processes over Redis.

A separate thread sends, so a Redis that is down slows no tap. Phones at other processes then hear
late, but nothing wrong: every stream looks into the database with each try to reconnect, and once
more when the connection is back.
"""

import asyncio
import contextvars
import json
import logging
import secrets
import time
from threading import Condition, Thread
from uuid import UUID

import redis
import redis.asyncio
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

from ..hosting.metrics import BUS_LAG
from .memory_bus import Change, Listener, MemoryBus

CHANNEL = "sushiscore:changes"
CONNECT_SECONDS = 2.0
"""For connecting, and for sending a message."""
SILENCE_SECONDS = 15.0
"""After which Redis is pinged; after the same time again the connection counts as lost."""
FIRST_PAUSE_SECONDS = 0.25
MAX_PAUSE_SECONDS = 8.0
"""The pause between tries to reach a Redis that is down doubles up to this."""

_LAG = BUS_LAG.labels("redis")
_log = logging.getLogger(__name__)


class RedisBus(MemoryBus):
    """Wakes the listeners of this process at once, and those of others over Redis."""

    def __init__(self, url: str) -> None:
        """Prepare the bus, without connecting yet. Raises ValueError for an address that is no
        Redis's."""
        super().__init__()
        self._url = url
        self._outbox = _Outbox(url, sender=secrets.token_hex(8))
        self._receiving: asyncio.Task[None] | None = None

    def listen(self, game_id: UUID, listener: Listener) -> None:
        """Wake the listener from now on. The first one begins to receive from other processes."""
        super().listen(game_id, listener)
        task = self._receiving
        if task is None or task.done() or task.get_loop() != self._loop:
            # It logs for nobody: not with the id of the request that began it.
            self._receiving = asyncio.get_running_loop().create_task(
                self._receive(), context=contextvars.Context()
            )

    def publish(self, game_id: UUID, change: Change) -> None:
        """Wake the listeners of a game soon, here and in other processes."""
        super().publish(game_id, change)
        self._outbox.put(game_id, change, time.perf_counter())

    def is_reachable(self) -> bool:
        return self._outbox.is_reachable()

    async def _receive(self) -> None:
        pause = FIRST_PAUSE_SECONDS
        is_lost = False
        while True:
            try:
                async with (
                    redis.asyncio.Redis.from_url(
                        self._url,
                        socket_connect_timeout=CONNECT_SECONDS,
                        retry=AsyncRetry(NoBackoff(), 0),  # this loop retries
                    ) as client,
                    client.pubsub() as channel,
                ):
                    await channel.subscribe(CHANNEL)
                    pause, is_lost = FIRST_PAUSE_SECONDS, _log_state("receiving", is_lost, None)
                    await self._receive_from(channel)
            except (redis.RedisError, OSError) as error:
                is_lost = _log_state("receiving", is_lost, error)
                self.wake_everyone()
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_PAUSE_SECONDS)

    async def _receive_from(self, channel: PubSub) -> None:
        """Pass on what comes; raise when the connection is lost."""
        is_pinged = False
        while True:
            message = await channel.get_message(timeout=SILENCE_SECONDS)
            if message is None:
                if is_pinged:
                    raise redis.ConnectionError("Redis is silent.")
                await channel.ping()
            elif message["type"] == "subscribe":
                self.wake_everyone()  # messages before this moment were missed
            elif message["type"] == "message":
                self._pass_on(message["data"])
            is_pinged = message is None

    def _pass_on(self, text: bytes) -> None:
        try:
            message = json.loads(text)
            game_id, tableaus = UUID(str(message["game"])), message.get("tableaus")
            change = Change(
                int(message["version"]),
                int(message.get("since", 0)),
                None if tableaus is None else {str(key): int(at) for key, at in tableaus.items()},
                bool(message["access"]),
            )
            is_own = message["by"] == self._outbox.sender
            if is_own:
                _LAG.observe(time.perf_counter() - float(message["at"]))
        except (AttributeError, ValueError, KeyError, TypeError):
            _log.warning("an unreadable message came over Redis")
            return
        if not is_own:
            super().publish(game_id, change)


class _Outbox:
    """Sends the newest change of each game to Redis, in a thread of its own."""

    def __init__(self, url: str, sender: str) -> None:
        self.sender = sender
        self._client = redis.Redis.from_url(
            url,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=CONNECT_SECONDS,
            retry=Retry(NoBackoff(), 1),  # once more, on a new connection
        )
        self._waiting: dict[UUID, tuple[Change, float]] = {}
        """With the time of the oldest change that is in it."""
        self._changed = Condition()
        self._thread: Thread | None = None

    def put(self, game_id: UUID, change: Change, at: float) -> None:
        """Send a change soon, from any thread, without waiting for Redis."""
        with self._changed:
            before = self._waiting.get(game_id)
            if before:
                change, at = before[0] | change, min(before[1], at)
            self._waiting[game_id] = (change, at)
            # Started late, because a server may fork after loading the application.
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._send_all, name="live-redis", daemon=True)
                self._thread.start()
            self._changed.notify()

    def is_reachable(self) -> bool:
        """Whether Redis answers."""
        try:
            return bool(self._client.ping())
        except (redis.RedisError, OSError):
            return False

    def _send_all(self) -> None:
        pause = FIRST_PAUSE_SECONDS
        is_lost = False
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                game_id = next(iter(self._waiting))
                change, at = self._waiting.pop(game_id)
            message = {
                "game": game_id.hex,
                "version": change.version,
                "since": change.since,
                "tableaus": change.tableaus,
                "access": change.look,
                "by": self.sender,
                "at": at,  # by the sender's own clock
            }
            try:
                self._client.publish(CHANNEL, json.dumps(message))
            except (redis.RedisError, OSError) as error:
                is_lost = _log_state("sending", is_lost, error)
                self.put(game_id, change, at)
                time.sleep(pause)
                pause = min(2 * pause, MAX_PAUSE_SECONDS)
            else:
                pause, is_lost = FIRST_PAUSE_SECONDS, _log_state("sending", is_lost, None)


def _log_state(side: str, is_lost: bool, error: Exception | None) -> bool:
    """Log when Redis is lost and when it is back, not every try."""
    if error is not None and not is_lost:
        extra = {"side": side, "reason": str(error)}
        _log.warning(
            "Redis is lost: phones of other processes hear about changes late", extra=extra
        )
    elif error is None and is_lost:
        _log.info("Redis is back", extra={"side": side})
    return error is not None
