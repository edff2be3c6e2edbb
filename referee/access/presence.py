"""Whether a host is at the table: one of its hosts' phones was seen within two minutes, as it asked
for a page or had its stream open. That is kept in the cache that all machines share: it changes all
the time, and is no row's business."""

from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar
from uuid import UUID

from django.core.cache import BaseCache, caches
from django.utils import timezone
from redis.exceptions import RedisError

from ..models import Game

T = TypeVar("T")

AWAY_AFTER = 120  # in seconds
_NOTED_EVERY = 20  # in seconds: taps come faster, and each would ask Redis


def note_host(game_id: UUID) -> None:
    """Note that a host of the game is here."""
    if caches["default"].add(f"host-noted:{game_id}", 1, _NOTED_EVERY):
        seconds = AWAY_AFTER + _NOTED_EVERY
        _kept(lambda cache: cache.set(f"host-here:{game_id}", 1, seconds))


def is_host_away(game: Game) -> bool:
    """Whether no host of the game was seen for two minutes; who has just begun it is there."""
    if timezone.now() - game.created_at < timedelta(seconds=AWAY_AFTER):
        return False
    return _kept(lambda cache: cache.get(f"host-here:{game.pk}")) is None


def _kept(action: Callable[[BaseCache], T]) -> T:
    try:
        return action(caches["counts"])
    except RedisError:  # this process alone knows then whom it has seen
        return action(caches["default"])
