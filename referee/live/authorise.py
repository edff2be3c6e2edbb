"""Checks a stream's token or key and reads its game's version, outside the event loop."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from django.db import connections

from ..access.clubs import stream_club, version_by_key
from ..access.games import stream_game

# A pool of its own leaves pages their threads when all phones reconnect at once.
_THREADS = ThreadPoolExecutor(max_workers=4, thread_name_prefix="live")


async def present_version(game_id: UUID, token: str | UUID) -> int | None:
    """The version of a game, or of a club, None if the token, or the key with that id, does not
    open its stream. Raises database errors."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _look, game_id, token)


def _look(game_id: UUID, token: str | UUID) -> int | None:
    try:
        if isinstance(token, UUID):
            return version_by_key(token, game_id)
        found = stream_game(token) or stream_club(token)
    finally:
        # Django does this only at the end of a request.
        connections.close_all()
    return found[1] if found is not None and found[0] == game_id else None
