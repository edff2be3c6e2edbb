"""Checks a stream's token or key and reads its game's version, outside the event loop."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from django.db import connections

from ..access.clubs import stream_club, version_by_key
from ..access.games import stream_game

# A pool of its own leaves pages their threads when all phones reconnect at once.
_THREADS = ThreadPoolExecutor(max_workers=4, thread_name_prefix="live")


async def present_version(game_id: UUID, opened_by: str | UUID) -> int | None:
    """The version of a game, or of a club, None if a phone's token, or the key with that id, does
    not open its stream. Raises database errors."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _look, game_id, opened_by)


def _look(game_id: UUID, opened_by: str | UUID) -> int | None:
    try:
        if isinstance(opened_by, UUID):
            return version_by_key(opened_by, game_id)
        found = stream_game(opened_by) or stream_club(opened_by)
    finally:
        # Django does this only at the end of a request.
        connections.close_all()
    return found[1] if found is not None and found[0] == game_id else None
