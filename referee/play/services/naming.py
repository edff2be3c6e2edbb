"""Gives a player another name, in every game and on every score sheet that a dispute keeps."""

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet

from ...models import Dispute, Game, Player, Seat
from ...rules.reading import read_value
from ...rules.sheet import kept_document
from .clubs import locked_club
from .locking import next_version


@contextmanager
def held_players(club_id: UUID, *player_ids: UUID) -> Iterator[dict[UUID, Player]]:
    """Those of the players that are the club's, by id, in a transaction that locks their games,
    the club and themselves, in the same order as a confirmation does."""
    with transaction.atomic():
        seats = Seat.objects.filter(player__in=player_ids, player__club=club_id)
        games = Game.objects.filter(pk__in=seats.values("game")).order_by("pk")
        list(games.select_for_update().values_list("pk"))
        with locked_club(club_id):
            rows = Player.objects.filter(club=club_id).order_by("pk").select_for_update()
            yield rows.in_bulk(player_ids)


def call_player(player: Player, name: str) -> None:
    """Give a held player a name that is right, and that no other player of the club has."""
    player.name = name
    player.save(update_fields=["name", "is_anonymous"])
    write_into_sheets(Dispute.objects.filter(game__seats__player=player))
    tell_tables_of(player)


def write_into_sheets(disputes: QuerySet[Dispute]) -> None:
    """Write present names into the score sheets that disputes keep."""
    for row in disputes.select_related("game").prefetch_related("game__seats__player"):
        names = tuple(seat.player.name for seat in row.game.seats.all() if seat.player)
        sheet = read_value(row.sheet, is_kept=True)
        row.sheet = kept_document(dataclasses.replace(sheet, players=names, claimed={}))
        row.save(update_fields=["sheet"])


def tell_tables_of(player: Player) -> None:
    """Raise the version of a player's games and tell the phones at running ones."""
    games = Game.objects.filter(seats__player=player)
    for game in games.filter(state=Game.State.PLAYING):
        next_version(game)
    finished = games.exclude(state=Game.State.PLAYING)
    Game.objects.filter(pk__in=finished.values("pk")).update(version=F("version") + 1)
