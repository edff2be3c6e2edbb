"""Deleting a club with everything in it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Model, QuerySet

from ..models import (
    CardTally,
    CaseFile,
    Claim,
    Club,
    ClubPhone,
    Dispute,
    Entry,
    Game,
    GameNight,
    Guest,
    LateTap,
    MenuTally,
    Opinion,
    PairTally,
    Placing,
    Player,
    Reopening,
    Round,
    RoundScore,
    RoundVersion,
    Seat,
    Tableau,
    Tally,
    Tap,
)
from .changes import tell
from .clubs import settle_current


@dataclass(frozen=True, slots=True)
class Contents:
    """What goes with a club."""

    games: int
    players: int
    nights: int


def contents_of(club: Club) -> Contents:
    """How much goes with a club; games that are not finished are counted too."""
    return Contents(
        Game.objects.filter(night__club=club).count(),
        Player.objects.filter(club=club).count(),
        GameNight.objects.filter(club=club).count(),
    )


@transaction.atomic
def delete_club(club_id: UUID) -> None:
    """Deletes a club with its games, players, nights, links and helpers. Accounts stay.

    A phone that has no other club gets a new one with its next game. A club that is gone already
    stays so. Its time grows with the games.
    """
    games = Game.objects.filter(night__in=GameNight.objects.filter(club=club_id)).order_by("pk")
    # Games are held before their club and its sums, as by whoever finishes one.
    list(games.select_for_update().values_list("pk"))
    # With the club held nobody starts another game; those of a moment ago go as well.
    club = Club.objects.select_for_update().filter(pk=club_id).first()
    if club is None:
        return
    _delete_games(club_id)
    phones = list(ClubPhone.objects.filter(club=club).values_list("phone", flat=True))
    club.delete()
    settle_current(phones)


def _delete_games(club_id: UUID) -> None:
    """Games go before the players, who could not go while they sit in one."""
    games = Game.objects.filter(night__club=club_id)
    ids = list(games.values_list("pk", flat=True))
    for rows in _rows_of(club_id):
        # Without reading them first, as `delete` would to find what hangs on them: nothing does
        # any more. A club of 20,000 games has millions of them.
        rows._raw_delete(rows.db)
    for game_id in ids:
        tell(game_id, 0, access_changed=True)


def _rows_of(club_id: UUID) -> Iterator[QuerySet[Any]]:
    """Everything that games hold and leave behind, what hangs on others before those."""
    for derived in (Tally, CardTally, PairTally, MenuTally, Placing):
        yield derived._default_manager.filter(club=club_id)
    for held, path in _HELD:
        yield held._default_manager.filter(**{f"{path}night__club": club_id})


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
    (Game, ""),
)
"""What is in a game, by the way that leads there; nothing hangs on what stands before it."""
