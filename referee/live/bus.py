"""The bus of this process, which tells live streams of changes."""

from functools import cache
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from .memory_bus import Change, MemoryBus


@cache
def process_bus() -> MemoryBus:
    """The process's bus: over Redis if REDIS_URL is set; ImproperlyConfigured where that is no
    Redis."""
    if not settings.REDIS_URL:
        return MemoryBus()
    from .redis_bus import RedisBus  # only then is its library loaded

    try:
        return RedisBus(settings.REDIS_URL)
    except ValueError as error:
        raise ImproperlyConfigured(f"REDIS_URL is not an address of a Redis: {error}.") from error


def publish_evening(
    *, club_id: UUID, version: int, access_changed: bool, **_signal: object
) -> None:
    """Publish a change of a club's evening. Receives ``evening_changed``."""
    process_bus().publish(club_id, Change(version, look=access_changed))


def end_streams_of_key(*, key_id: UUID, **_signal: object) -> None:
    """End the streams of a key that was revoked. Receives ``key_revoked``."""
    process_bus().publish(key_id, Change(look=True))


def publish_change(
    *,
    game_id: UUID,
    version: int,
    since: int,
    tableaus: frozenset[str] | None,
    access_changed: bool,
    **_signal: object,
) -> None:
    """Publish a change of a game. Receives ``game_changed``, in the thread that made the change."""
    changed = None if tableaus is None else dict.fromkeys(tableaus, version)
    process_bus().publish(game_id, Change(version, since, changed, access_changed))
