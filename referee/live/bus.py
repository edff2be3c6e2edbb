"""A bus that only wakes: whoever changes a game wakes the streams of its table.

It carries a number and no content. A wake-up that is lost, doubled or late therefore harms nobody:
the next one brings the newest number, and a phone that comes back asks for it.
"""

import asyncio
import contextlib
from collections.abc import Iterable
from functools import cache
from threading import Lock
from typing import Protocol
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


class Listener(Protocol):
    """Somebody who wants to know of a game's changes."""

    def wake(self, version: int, *, look: bool) -> None:
        """Called in the event loop; must neither wait nor raise.

        Args:
            version: the game's event number, 0 when it is not known.
            look: whether to look into the database before believing anything: access may have
                changed, or news may have been missed.
        """


class MemoryBus:
    """Wakes the listeners of this process, which all run in one event loop.

    ``publish`` may be called from any thread. It never waits for a listener: between a change and
    its delivery only the newest number of each game is kept.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tables: dict[UUID, set[Listener]] = {}
        self._news: dict[UUID, tuple[int, bool]] = {}

    def __len__(self) -> int:
        """How many listen."""
        return sum(map(len, self._tables.values()))

    def listen(self, game_id: UUID, listener: Listener) -> None:
        """Wakes the listener from now on. To be called in the event loop, as is ``forget``.

        Raises:
            RuntimeError: when others listen in another event loop.
        """
        loop = asyncio.get_running_loop()
        with self._lock:
            if self._loop is not loop:
                self._move_to(loop)
            self._tables.setdefault(game_id, set()).add(listener)

    def _move_to(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._tables and self._loop is not None and not self._loop.is_closed():
            raise RuntimeError("The listeners of a process share one event loop.")
        self._tables.clear()
        self._news.clear()
        self._loop = loop

    def forget(self, game_id: UUID, listener: Listener) -> None:
        """Wakes the listener no more; one that is not known is no mistake."""
        with self._lock:
            table = self._tables.get(game_id, set())
            table.discard(listener)
            if not table:
                self._tables.pop(game_id, None)
                self._news.pop(game_id, None)

    def publish(self, game_id: UUID, version: int, *, access_changed: bool) -> None:
        """Wakes the listeners of a game soon, from whichever thread."""
        self._wake_soon([game_id], version, look=access_changed)

    def wake_everyone(self) -> None:
        """Makes every listener look for itself: news may have been missed."""
        self._wake_soon(list(self._tables), 0, look=True)

    def _wake_soon(self, games: Iterable[UUID], version: int, *, look: bool) -> None:
        with self._lock:
            is_awaited = bool(self._news)
            for game_id in games:
                if game_id in self._tables:
                    newest, has_to_look = self._news.get(game_id, (0, False))
                    self._news[game_id] = max(newest, version), has_to_look or look
            if self._news and not is_awaited and self._loop is not None:
                # A loop that has ended has nobody left to wake.
                with contextlib.suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        with self._lock:
            news, self._news = self._news, {}
            woken = [(told, tuple(self._tables.get(game, ()))) for game, told in news.items()]
        for (version, look), listeners in woken:
            for listener in listeners:
                listener.wake(version, look=look)


@cache
def the_bus() -> MemoryBus:
    """The bus of this process: over Redis where the settings name one.

    Raises:
        ImproperlyConfigured: when they name something else.
    """
    if not settings.REDIS_URL:
        return MemoryBus()
    from .redis_bus import RedisBus

    try:
        return RedisBus(settings.REDIS_URL)
    except ValueError as error:
        raise ImproperlyConfigured(f"REDIS_URL is no address of a Redis: {error}.") from error


def hear_of_change(*, game_id: UUID, version: int, access_changed: bool, **_signal: object) -> None:
    """Receives ``services.changes.game_changed``, in the thread that has made the change."""
    the_bus().publish(game_id, version, access_changed=access_changed)
