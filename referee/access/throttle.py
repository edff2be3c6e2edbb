"""Limits on how often somebody may try something, counted in the cache: over all processes with
REDIS_URL, else in this one."""

import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.core.cache import BaseCache, caches
from django.http import HttpRequest
from redis.exceptions import RedisError

from ..hosting.network import network_of

EVERYBODY = "everybody"
"""Counts the tries of all addresses together."""

_log = logging.getLogger(__name__)


def address_of(request: HttpRequest) -> str:
    """The network whose tries are counted together; see :func:`network_of`."""
    return network_of(request.META.get("REMOTE_ADDR", ""))


@dataclass(frozen=True, slots=True)
class Throttle:
    """Allows ``most`` tries in ``seconds``, counted from the first try."""

    name: str
    most: int
    seconds: int

    def seconds_to_wait(self, who: str) -> int:
        """How long to wait before the next try; 0 for not at all."""
        return self._counted(self._left, who)

    def count(self, who: str) -> None:
        self._counted(self._note, who)

    def wait_or_count(self, who: str) -> int:
        """Count a try that is allowed and return 0, else how many seconds to wait."""
        seconds = self.seconds_to_wait(who)
        if not seconds:
            self.count(who)
        return seconds

    def take(self, who: str) -> tuple[int, int]:
        """Count a try; return how many more are allowed, -1 where this one is not, and in how many
        seconds they are counted anew."""
        tries = self._counted(self._note, who)
        return max(self.most - tries, -1), self._counted(self._anew, who)

    def forget(self, who: str) -> None:
        self._counted(self._drop, who)

    def _counted(self, action: Callable[[BaseCache, str, float], int], who: str) -> int:
        key, now = f"throttle:{self.name}:{who}", time.time()
        try:
            return action(caches["counts"], key, now)
        except RedisError:
            _log.warning("Redis does not answer; tries are counted in this process alone")
            return action(caches["default"], key, now)

    def _left(self, cache: BaseCache, key: str, now: float) -> int:
        if self._since(cache, key, now) is None or cache.get(key, 0) < self.most:
            return 0
        return self._anew(cache, key, now)

    def _anew(self, cache: BaseCache, key: str, now: float) -> int:
        since = self._since(cache, key, now)
        return self.seconds if since is None else math.ceil(since + self.seconds - now) or 1

    def _note(self, cache: BaseCache, key: str, now: float) -> int:
        if self._since(cache, key, now) is None:
            if cache.get(f"{key}:since") is not None:
                self._drop(cache, key, now)  # it is of a clock that was set back
            # Of those that begin to count at once, in whichever process, none begins anew.
            cache.add(key, 0, self.seconds)
            cache.add(f"{key}:since", now, self.seconds)
        try:
            return cache.incr(key)
        except ValueError:  # it ran out just now
            return 0

    def _drop(self, cache: BaseCache, key: str, now: float) -> int:
        cache.delete_many([key, f"{key}:since"])
        return 0

    def _since(self, cache: BaseCache, key: str, now: float) -> float | None:
        """When the tries began to count; None where none counts. A clock that was set back makes
        nobody wait: what began in the future is forgotten."""
        since = cache.get(f"{key}:since")
        return since if since is not None and 0 <= now - since < self.seconds else None
