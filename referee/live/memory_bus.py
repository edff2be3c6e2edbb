"""Wakes the streams of a game in this process when the game changes.

A wake-up carries the game's version and no content, so one that is lost, doubled or late does no
harm: the next one brings the newest version, and a phone that reconnects asks for it. It names the
tableaus that have changed and since which version: who shows an older version asks for everything.

The first change of a game wakes at once, those that follow quickly wake together: so its phones
fetch once, and the same.
"""

import asyncio
import contextlib
import time
from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple, Protocol
from uuid import UUID

from ..hosting.metrics import BUS_LAG

APART_SECONDS = 1.0
"""Between two wake-ups of a game that are not about access."""
_LAG = BUS_LAG.labels("memory")


class Change(NamedTuple):
    """What wakes a stream.

    ``version`` is the game's, 0 when it is not known; after the version ``since`` only these
    ``tableaus`` have changed, each as "round-seat" with its last version, None for anything.
    ``look``: check access and version in the database first, for access may have changed, or
    wake-ups may have been missed.
    """

    version: int = 0
    since: int = 0
    tableaus: Mapping[str, int] | None = None
    look: bool = False

    def __or__(self, other: "Change") -> "Change":
        """Both changes as one; anything may have changed between two that leave a gap."""
        first, last = sorted((self, other), key=lambda change: change.since)
        tableaus = None
        if first.tableaus is not None and last.tableaus is not None and last.since <= first.version:
            tableaus = {**first.tableaus, **last.tableaus}
        look = self.look or other.look
        return Change(max(self.version, other.version), first.since, tableaus, look)


class Listener(Protocol):
    """Is woken by a game's changes."""

    def wake(self, change: Change) -> None:
        """Take a change, in the event loop; must neither wait nor raise."""


class MemoryBus:
    """Wakes the listeners of this process, which share one event loop. ``publish`` may be called
    from any thread and never waits: until delivery only the newest version of each game is kept."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: dict[UUID, set[Listener]] = {}
        self._due: dict[UUID, Change] = {}
        self._delivered: dict[UUID, float] = {}

    def __len__(self) -> int:
        return sum(map(len, self._listeners.values()))

    def listen(self, game_id: UUID, listener: Listener) -> None:
        """Wake the listener from now on. Call this and ``forget`` in the one event loop of them
        all."""
        loop = asyncio.get_running_loop()
        with self._lock:
            if self._loop is not loop:
                if self._listeners and self._loop is not None and not self._loop.is_closed():
                    raise RuntimeError("The listeners of a process share one event loop.")
                self._listeners.clear()
                self._due.clear()
                self._loop = loop
            self._listeners.setdefault(game_id, set()).add(listener)

    def forget(self, game_id: UUID, listener: Listener) -> None:
        """Stop waking the listener; unknown ones are ignored."""
        with self._lock:
            listeners = self._listeners.get(game_id, set())
            listeners.discard(listener)
            if not listeners:
                self._listeners.pop(game_id, None)
                self._due.pop(game_id, None)
                self._delivered.pop(game_id, None)

    def publish(self, game_id: UUID, change: Change) -> None:
        """Wake the listeners of a game soon, from any thread."""
        with self._lock:
            if self._loop is None or game_id not in self._listeners:
                return
            before = self._due.get(game_id)
            self._due[game_id] = before | change if before else change
            if before and not change.look:
                return  # its delivery is due already
            # A closed loop has no listeners left.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._deliver, game_id, time.perf_counter())

    def is_reachable(self) -> bool:
        """Whether changes reach every process; must be called in a thread, for it may wait."""
        return True

    def wake_everyone(self) -> None:
        """Make every listener look into the database: wake-ups may have been missed."""
        for game_id in tuple(self._listeners):
            MemoryBus.publish(self, game_id, Change(look=True))  # only here, whatever else it is

    def _deliver(self, game_id: UUID, published: float | None = None) -> None:
        """Wake a game's listeners, or do it later where they have only just been woken."""
        if published is not None:
            _LAG.observe(time.perf_counter() - published)
        loop = asyncio.get_running_loop()
        with self._lock:
            change, listeners = self._due.get(game_id), tuple(self._listeners.get(game_id, ()))
            if change is None:
                return
            rest = self._delivered.get(game_id, -APART_SECONDS) + APART_SECONDS - loop.time()
            if rest > 0 and not change.look:
                loop.call_later(rest, self._deliver, game_id)
                return
            del self._due[game_id]
            self._delivered[game_id] = loop.time()
        for listener in listeners:
            listener.wake(change)
