"""One writer at a time for each game, and the event number that every change gets."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction

from ...models import Game
from .changes import tell


@contextmanager
def locked(game_id: UUID) -> Iterator[Game]:
    """The game, inside a transaction that holds its row.

    PostgreSQL locks the row; SQLite's immediate transactions lock the whole file, to the same end.

    Raises:
        Game.DoesNotExist: for an id that is no game.
    """
    with transaction.atomic():
        games = Game.objects.select_for_update(of=("self",))
        yield games.get(pk=game_id, night__club__is_there=True)


def next_version(game: Game, *, changes: int = 1, access_changed: bool = False) -> int:
    """Numbers the changes of a locked game: raises its version by as many, and tells of it.

    Args:
        changes: how many, 1 or more; the last one's number is the new version.
        access_changed: whether somebody may now see less or more than before.

    Returns:
        The new version. Readers never see a number before all changes up to it are committed,
        because the row is locked until then.
    """
    game.version += changes
    game.save(update_fields=["version"])
    tell(game.pk, game.version, access_changed=access_changed)
    return game.version
