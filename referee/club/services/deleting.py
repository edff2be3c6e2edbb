"""Deletes a club with everything in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Model, QuerySet

from ...models import (
    CaseFile,
    Claim,
    Club,
    ClubPhone,
    Dispute,
    Entry,
    Game,
    GameNight,
    Guest,
    Helper,
    Invitation,
    LateTap,
    Opinion,
    Placing,
    Player,
    Reopening,
    Round,
    RoundScore,
    RoundVersion,
    Seat,
    SharedStandings,
    Tableau,
    Tap,
)
from ...play.services.changes import tell
from ...play.services.clubs import settle_current
from .. import long_work
from .forgetting import forget_old_pages
from .turns import turn


@dataclass(frozen=True, slots=True)
class Contents:
    """What goes with a club."""

    games: int
    players: int
    nights: int


def contents_of(club: Club) -> Contents:
    """Count what goes with a club, unfinished games included."""
    return Contents(
        Game.objects.filter(night__club=club).count(),
        Player.objects.filter(club=club).count(),
        GameNight.objects.filter(club=club).count(),
    )


@transaction.atomic
def delete_club(club_id: UUID) -> None:
    """Delete a club with its games, players, nights, links and helpers. Accounts stay.

    It is gone for everybody at once; :func:`remove_gone` takes its rows away afterwards. A phone
    that has no other club gets a new one with its next game. A club that is gone already stays so.
    """
    club = Club.objects.select_for_update().filter(pk=club_id, is_there=True).first()
    if club is None:
        return
    phones = list(ClubPhone.objects.filter(club=club).values_list("phone", flat=True))
    club.is_there = False
    club.save(update_fields=["is_there"])
    for model in RUN_BY:
        model._default_manager.filter(club=club).delete()
    settle_current(phones)
    transaction.on_commit(long_work.remove_gone)
    for game_id in Game.objects.filter(night__club=club).values_list("pk", flat=True):
        tell(game_id, 0, access_changed=True)


RUN_BY: tuple[type[Model], ...] = (ClubPhone, Helper, Invitation, SharedStandings)
"""What opens a club to somebody."""
_GAMES = 20
"""Games that are removed in one transaction."""
_ROWS = 1000


def is_anything_gone() -> bool:
    """Return whether :func:`remove_gone` has anything to do."""
    return Club.objects.filter(is_there=False).exists()


def remove_gone() -> None:
    """Remove the rows of deleted clubs and of killed imports.

    Others who write get a turn after every few games. Killed, it can be done again. Must be called
    while :func:`~referee.club.services.turns.alone`: a club that is being filled is taken for gone.
    """
    for club_id in list(Club.objects.filter(is_there=False).values_list("pk", flat=True)):
        _remove(club_id)


def _remove(club_id: UUID) -> None:
    """Remove games before players, because seats protect their players."""
    games = Game.objects.filter(night__club=club_id)
    while ids := list(games.values_list("pk", flat=True)[:_GAMES]):
        with turn():
            # A tap that was let in before holds its game until it is stored.
            list(Game.objects.select_for_update().filter(pk__in=ids).order_by("pk").values("pk"))
            Game.objects.filter(follows__in=ids).update(follows=None)
            for rows in _rows_of(ids):
                # Without reading them first, as `delete` would to find what hangs on them: nothing
                # does any more.
                rows._raw_delete(rows.db)
    _remove_some(Player.objects.filter(club=club_id))
    _remove_some(GameNight.objects.filter(club=club_id))
    with turn():
        Club.objects.filter(pk=club_id).delete()
        forget_old_pages()


def _remove_some(rows: QuerySet[Any]) -> None:
    while ids := list(rows.values_list("pk", flat=True)[:_ROWS]):
        with turn():
            rows.model._default_manager.filter(pk__in=ids).delete()


def _rows_of(games: Sequence[UUID]) -> Iterator[QuerySet[Any]]:
    """Return all rows of games, dependent rows first."""
    for held, path in _HELD:
        yield held._default_manager.filter(**{f"{path}in": games})


_HELD: tuple[tuple[type[Model], str], ...] = (
    (Entry, "tableau__round__game__"),
    (Claim, "round__game__"),
    (LateTap, "tableau__round__game__"),
    (Tap, "tableau__round__game__"),
    (Tableau, "round__game__"),
    (RoundScore, "version__round__game__"),
    (Opinion, "version__round__game__"),
    (RoundVersion, "round__game__"),
    (Reopening, "round__game__"),
    (Dispute, "game__"),
    (CaseFile, "game__"),
    (Guest, "game__"),
    (Round, "game__"),
    (Seat, "game__"),
    (Placing, "game__"),
    (Game, "pk__"),
)
"""What is in a game, by the way that leads there; nothing hangs on what stands before it."""
