"""One writer at a time for each game, and the event number that every change gets."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from uuid import UUID

from django.db import connection, transaction

from ...models import Game
from .changes import tell


@contextmanager
def locked(game_id: UUID) -> Iterator[Game]:
    """The game, inside a transaction that locks its row (SQLite: the whole file).

    Raises:
        Game.DoesNotExist: for an id that is no game.
    """
    with transaction.atomic():
        key = Game._meta.pk.get_db_prep_value(game_id, connection)
        game = next(iter(Game.objects.raw(_the_game(), [key])), None)
        if game is None:
            raise Game.DoesNotExist
        yield game


@cache
def _the_game() -> str:
    """Return the SQL that locks and reads a game, given its id. To write it takes Django longer
    than a database needs to answer, and each tap asks."""
    games = Game.objects.select_for_update(of=("self",))
    query = games.filter(pk=UUID(int=0), night__club__is_there=True).query
    return str(query.sql_with_params()[0])


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
