"""Deletes a club with everything in it."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Model, QuerySet

from ... import models
from ...jobs.runner import ask
from ...models import Club, Game, GameNight, Job, Player, Season
from ...play.services.changes import tell, tell_evening
from ...play.services.clubs import settle_current
from .forgetting import forget_old_pages
from .turns import turn

BESIDE_GAMES: tuple[type[Model], ...] = (
    models.ClubPhone,
    models.Helper,
    models.Invitation,
    models.Calendar,
    models.SharedStandings,
    models.Webhook,
    models.PastFile,
)
"""What a club has beside its players, nights and seasons: who may see it, and who is told."""
_GAMES = 20
"""Games that are removed in one transaction."""
_ROWS = 1000
_HELD: tuple[tuple[type[Model], str], ...] = (
    (models.Entry, "tableau__round__game__in"),
    (models.Claim, "round__game__in"),
    (models.Counted, "round__game__in"),
    (models.LateTap, "tableau__round__game__in"),
    (models.Tap, "tableau__round__game__in"),
    (models.Tableau, "round__game__in"),
    (models.RoundScore, "version__round__game__in"),
    (models.Opinion, "version__round__game__in"),
    (models.RoundVersion, "round__game__in"),
    (models.Reopening, "round__game__in"),
    (models.Dispute, "game__in"),
    (models.Proposal, "round__game__in"),
    (models.Correction, "game__in"),
    (models.Merge.games.through, "game__in"),
    (models.CaseFile, "game__in"),
    (models.Hosting, "game__in"),
    (models.Guest, "game__in"),
    (models.Round, "game__in"),
    (models.Seat, "game__in"),
    (models.Placing, "game__in"),
    (models.Delivery, "game__in"),
    (models.DrawnSeat, "table__game__in"),
    (models.DrawnTable, "game__in"),
    (Game, "pk__in"),
)
"""The rows of games, dependent rows first, and how they are found."""


class Contents(NamedTuple):
    """What goes with a club, unfinished games included."""

    games: int
    players: int
    nights: int


def contents_of(club: Club) -> Contents:
    """Count what goes with a club."""
    games = Game.objects.filter(night__club=club)
    return Contents(games.count(), club.players.count(), club.nights.count())


@transaction.atomic
def delete_club(club_id: UUID) -> None:
    """Delete a club with its games, players, nights, links and helpers. Accounts stay.

    It is gone for everybody at once; :func:`remove_gone` removes its rows afterwards. A phone
    that has no other club gets a new one with its next game. A club that is gone already stays so.
    """
    club = Club.objects.select_for_update().filter(pk=club_id, is_there=True).first()
    if club is None:
        return
    phones = list(club.phones.values_list("phone", flat=True))
    club.is_there = False
    club.save(update_fields=["is_there"])
    for model in BESIDE_GAMES:
        model._default_manager.filter(club=club).delete()
    settle_current(phones)
    ask(Job.Kind.REMOVE, club_id)
    tell_evening(club_id, 0, access_changed=True)
    for game_id in Game.objects.filter(night__club=club).values_list("pk", flat=True):
        tell(game_id, 0, access_changed=True)


def remove_what_is_left() -> None:
    """Ask for the removal of all clubs that are gone, those of killed imports too."""
    ask(Job.Kind.REMOVE, *Club.objects.filter(is_there=False).values_list("pk", flat=True))


def remove_gone(*clubs: UUID) -> None:
    """Remove the rows of deleted clubs and of killed imports, or of those of them that are named.

    Others who write get a turn after every few games. Killed, it can be done again. Without names
    call it under :func:`~referee.club.services.turns.long_work_lock`, before anything else: a club
    that is being filled is taken for gone.
    """
    gone = Club.objects.filter(is_there=False)
    gone = gone.filter(pk__in=clubs) if clubs else gone
    for club_id in list(gone.values_list("pk", flat=True)):
        games = Game.objects.filter(night__club=club_id)
        while ids := list(games.values_list("pk", flat=True)[:_GAMES]):
            with turn():
                # A tap that was let in before holds its game until it is stored.
                held = Game.objects.select_for_update().filter(pk__in=ids).order_by("pk")
                list(held.values("pk"))
                Game.objects.filter(follows__in=ids).update(follows=None)
                for rows in _rows_of(ids):
                    rows._raw_delete(rows.db)  # nothing hangs on them any more: no need to look
        _remove_some(Season.objects.filter(club=club_id))
        _remove_some(
            Player.objects.filter(club=club_id)
        )  # whom seats and titles protected until now
        _remove_some(GameNight.objects.filter(club=club_id))
        with turn():
            Club.objects.filter(pk=club_id).delete()
            forget_old_pages()


def _rows_of(games: Sequence[UUID]) -> Iterator[QuerySet[Any]]:
    """Return all rows of games, dependent rows first."""
    for held, path in _HELD:
        yield held._default_manager.filter(**{path: games})


def _remove_some(rows: QuerySet[Any]) -> None:
    while ids := list(rows.values_list("pk", flat=True)[:_ROWS]):
        with turn():
            rows.model._default_manager.filter(pk__in=ids).delete()
