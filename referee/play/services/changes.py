"""The news that a game or an evening has changed: sent once the change is committed, heard by
whoever is live."""

from uuid import UUID

from django.db import transaction
from django.db.models import F

from ...models import Club, Game, Key
from ..signals import evening_changed, game_changed, key_revoked

MAX_GAMES = 100
"""Of a club, whose streams look again when a phone no longer runs it; more than are open."""


def tell(
    game_id: UUID,
    version: int,
    *,
    since: int = 0,
    tableaus: frozenset[str] | None = None,
    access_changed: bool = False,
) -> None:
    """Sends the news when the transaction that is open has been committed; else at once.

    See ``game_changed`` for the arguments. A listener that fails does not undo what has been
    stored: phones then hear of the change with the next one, or when they ask.
    """

    def send() -> None:
        game_changed.send_robust(
            Game,
            game_id=game_id,
            version=version,
            since=since,
            tableaus=tableaus,
            access_changed=access_changed,
        )

    transaction.on_commit(send, robust=True)


def count_change(club_id: UUID) -> None:
    """Number a change of what a club's pages show, and send the news when it is committed. Call it
    in the transaction of the change."""
    clubs = Club.objects.filter(pk=club_id)
    clubs.update(version=F("version") + 1)
    tell_evening(club_id, clubs.values_list("version", flat=True).first() or 0)


def tell_evening(club_id: UUID, version: int, *, access_changed: bool = False) -> None:
    """Send the news of a club's evening when the transaction is committed; see
    ``evening_changed``."""

    def send() -> None:
        facts = {"club_id": club_id, "version": version, "access_changed": access_changed}
        evening_changed.send_robust(Club, **facts)

    transaction.on_commit(send, robust=True)


def tell_revoked(key_id: UUID) -> None:
    """Make the streams of a key look again when the transaction is committed."""
    transaction.on_commit(lambda: key_revoked.send_robust(Key, key_id=key_id), robust=True)


def tell_club(club_id: UUID) -> None:
    """Make the streams of a club and of its newest games look again who may hear them."""
    tell_evening(club_id, 0, access_changed=True)
    games = Game.objects.filter(night__club=club_id).order_by("-created_at")
    for game_id in games.values_list("pk", flat=True)[:MAX_GAMES]:
        tell(game_id, 0, access_changed=True)
