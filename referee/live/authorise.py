"""What a stream reads from the database, away from the event loop."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from django.db import connections

from ..access.games import stream_game

# Of its own, so that a whole network's phones that reconnect at once leave the pages their threads.
_THREADS = ThreadPoolExecutor(max_workers=4, thread_name_prefix="live")


async def present_version(game_id: UUID, token: str) -> int | None:
    """The event number of the game that a token opens the stream of.

    None where the token opens nothing (see ``access.stream_game``), or another game.

    Raises:
        django.db.Error: when the database cannot be read.
    """
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _look, game_id, token)


def _look(game_id: UUID, token: str) -> int | None:
    try:
        found = stream_game(token)
    finally:
        # No request ends here that would do it.
        connections.close_all()
    return found[1] if found is not None and found[0] == game_id else None
