"""One writer at a time for each game, and the event number that every change gets."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction

from ...models import Game
from .changes import tell


@contextmanager
def locked(game_id: UUID) -> Iterator[Game]:
    """The game, inside a transaction that locks its row (SQLite: the whole file).

    Raises:
        Game.DoesNotExist: for an id that is no game.
    """
    with transaction.atomic():
        games = Game.objects.select_for_update(of=("self",))
        yield games.get(pk=game_id, night__club__is_there=True)


def next_version(
    game: Game,
    *,
    changes: int = 1,
    tableaus: frozenset[str] | None = None,
    access_changed: bool = False,
) -> int:
    """Numbers the changes of a locked game (1 or more), and tells of the new version.

    Readers never see a number before all changes up to it are committed, because the row is locked
    until then.

    Args:
        tableaus: the only ones that have changed, each as "round-seat"; None for anything.
        access_changed: whether somebody may now see less or more than before.
    """
    since = game.version
    game.version += changes
    game.save(update_fields=["version"])
    tell(game.pk, game.version, since=since, tableaus=tableaus, access_changed=access_changed)
    return game.version
