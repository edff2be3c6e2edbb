"""Imports a club file into the phone's club, or into a new one."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Model

from ...models import Club, ClubPhone, Game, GameNight, Helper, Invitation, Player, SharedStandings
from ...play.services.clubs import club_for, current_club
from ...play.services.refusals import Refused
from .deleting import RUN_BY, remove_gone
from .import_games import store_games
from .read_club_file import Archive
from .turns import alone, turn

ROWS = 500
"""Players, nights or ids of games that are written or looked up at once."""


def _nobody(_games: int) -> None:
    """Ignore the progress."""


def import_to_phone(
    phone: Callable[[], str], archive: Archive, told: Callable[[int], None] = _nobody
) -> Club:
    """Import a file into the phone's current club, or into a new one.

    Where that club has games, or one begins there meanwhile, it stays as it is: the club of the
    file comes beside it, and new games go on to the one that has them.

    Nobody sees the club before all of it is there. One import at a time: it waits for others.

    Args:
        phone: says what the phone is called, when its club is asked for.
        told: hears how many games are written, and may refuse more.

    Raises:
        Refused: ``import-stopped`` for a club that was deleted meanwhile. Nothing is changed then.
    """
    with alone():
        remove_gone()
        whole, stand_in = _put_aside(phone)
        try:
            _fill(whole, archive, told)
            return _show(whole, stand_in, archive)
        except Refused:
            remove_gone()
            raise


def can_import(phone: str) -> bool:
    """Return whether a phone may import: it has no club, or one without games."""
    club = current_club(phone)
    return club is None or not Game.objects.filter(night__club=club).exists()


def import_as_new(archive: Archive, told: Callable[[int], None] = _nobody) -> Invitation:
    """Make a club from a file, and return a link by which an account can own it."""
    with alone():
        remove_gone()
        club = Club.objects.create(name=archive.name, is_there=False)
        _fill(club, archive, told)
        with turn():
            Club.objects.filter(pk=club.pk).update(is_there=True)
            return Invitation.objects.create(club=club)


@turn()
def _put_aside(phone: Callable[[], str]) -> tuple[Club, Club]:
    """The phone's club, to be filled; and another one that stands in its place until then, with
    everything that it has."""
    called = phone()
    club = club_for(called)
    if Game.objects.filter(night__club=club).exists():
        club = Club.objects.create()
        ClubPhone.objects.create(club=club, phone=called, is_current=False)
    stand_in = Club.objects.create(name=club.name)
    of_a_club: tuple[type[Model], ...] = (*RUN_BY, Player, GameNight)
    for model in of_a_club:
        model._default_manager.filter(club=club).update(club=stand_in)
    Club.objects.filter(pk=club.pk).update(is_there=False)
    return club, stand_in


@turn()
def _show(whole: Club, stand_in: Club, archive: Archive) -> Club:
    """Put the filled club back in its place, with what was added meanwhile.

    Not with the phone's current club: the phone may have another id by now, or another club.
    """
    own = Club.objects.select_for_update().filter(pk=stand_in.pk, is_there=True).first()
    if own is None:
        raise Refused("import-stopped")
    whole.name, whole.is_there = archive.name or own.name, True
    whole.save(update_fields=["name", "is_there"])
    if Game.objects.filter(night__club=own).exists():
        _run_too(whole, own)
        return whole
    players, nights = Player.objects.filter(club=own), GameNight.objects.filter(club=own)
    there = Player.objects.filter(club=whole)
    players.exclude(name__in=there.values("name")).update(club=whole)
    for night in nights.filter(date__in=GameNight.objects.filter(club=whole).values("date")):
        same = GameNight.objects.get(club=whole, date=night.date)
        SharedStandings.objects.filter(night=night).update(night=same)
        night.delete()
    nights.update(club=whole)
    for model in RUN_BY:
        model._default_manager.filter(club=own).update(club=whole)
    own.delete()
    return whole


def _run_too(club: Club, own: Club) -> None:
    """Let everybody who runs one club run another too; their current club stays."""
    ClubPhone.objects.bulk_create(
        ClubPhone(club=club, phone=row.phone, account=row.account, is_current=False)
        for row in own.phones.select_related("account")
    )
    Helper.objects.bulk_create(
        Helper(club=club, account=row.account, is_owner=row.is_owner)
        for row in own.helpers.select_related("account")
    )


def _fill(club: Club, archive: Archive, told: Callable[[int], None]) -> None:
    _add(Player, club, archive.players)
    _add(GameNight, club, archive.nights)
    called = _new_ids(club, archive.ids)
    past_games = (
        replace(
            past,
            id=called.get(past.id.hex, past.id),
            follows=past.follows and called.get(past.follows.hex, past.follows),
        )
        for past in archive.games()
    )
    store_games(club, past_games, told)


def _add(model: type[Model], club: Club, rows: Sequence[Any]) -> None:
    for start in range(0, len(rows), ROWS):
        batch = rows[start : start + ROWS]
        for row in batch:
            row.club = club
        with turn():
            model._default_manager.bulk_create(batch)


def _new_ids(club: Club, ids: Sequence[UUID]) -> dict[str, UUID]:
    """Other ids for the games whose own another club of this server has: the file of a club can be
    read beside the club itself."""
    taken: list[UUID] = []
    for start in range(0, len(ids), ROWS):
        batch = Game.objects.filter(pk__in=ids[start : start + ROWS])
        taken += batch.values_list("pk", flat=True)
    return {game.hex: uuid5(club.pk, game.hex) for game in taken}
