"""One writer at a time for each game, and the event number that every change gets."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction

from ..models import Game


@contextmanager
def locked(game_id: UUID) -> Iterator[Game]:
    """The game, inside a transaction that holds its row.

    PostgreSQL locks the row; SQLite's immediate transactions lock the whole file, to the same end.

    Raises:
        Game.DoesNotExist: for an id that is no game.
    """
    with transaction.atomic():
        yield Game.objects.select_for_update().get(pk=game_id)


def next_version(game: Game) -> int:
    """Numbers a change of a locked game: raises its version by one and returns it."""
    game.version += 1
    game.save(update_fields=["version"])
    return game.version
