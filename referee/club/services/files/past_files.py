"""Enters what is in a file of past games, and takes it back."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from ....models import Club, Game, GameNight, PastFile, Placing, Player
from ....play.services.changes import count_change, tell
from ....play.services.clubs import locked_club
from ..counting import results_changed
from ..nights import words_mark
from ..paper import enter_games
from ..ratings import rate_from
from ..seasons import close_seasons
from .import_games import Rows
from .past_games import Found


def enter_file(found: Found) -> int:
    """Enter what is new in a file, all of it or nothing; return how many games that is.

    Raises:
        Club.DoesNotExist: for a club that is gone.
    """
    games = [(each.id, each.game) for each in found.games]
    return enter_games(found.club.pk, games, skip_same=True, note_added=_keep)


def _keep(club: Club, ready: Sequence[Rows]) -> None:
    """Note what came with a file."""
    nights = [night for rows in ready for night in rows[GameNight]]
    PastFile.objects.create(
        club=club,
        games=[str(game.pk) for rows in ready for game in rows[Game]],
        players=[str(player.pk) for rows in ready for player in rows[Player]],
        nights={str(night.pk): words_mark(night) for night in nights},
    )


def take_back(club_id: UUID, file_id: UUID) -> tuple[int, int]:
    """Take back what came with a file of past games: its games but those that were corrected or
    described since, players who sit in no game now, and nights without games of which nothing else
    was written.

    Returns:
        How many games are gone, and how many stay.

    Raises:
        Club.DoesNotExist: for a club that is gone.
    """
    file = PastFile.objects.filter(pk=file_id, club=club_id).first()
    if file is None:
        return 0, 0
    with transaction.atomic():
        of_file = Game.objects.filter(pk__in=file.games, night__club=club_id).order_by("pk")
        locked_games = list(of_file.select_for_update(of=("self",)).select_related("night"))
        games = [game for game in locked_games if game.version == 0]
        ids = [game.pk for game in games]
        with locked_club(club_id) as club:
            if not PastFile.objects.filter(pk=file_id).delete()[0]:
                return 0, 0  # somebody else was faster
            if games:
                close_seasons(club)
                Placing.objects.filter(game__in=ids).delete()
                rate_from(min(games, key=lambda game: (game.created_at, game.pk.hex)))
                results_changed(club, {game.night.date for game in games})
                Game.objects.filter(pk__in=ids).delete()
            unseated = {"seats": None, "titles": None, "entries": None}
            club.players.filter(pk__in=file.players, **unseated).delete()
            unused = {"games": None, "shared": None, "tournament": None}
            bare = club.nights.filter(pk__in=[*file.nights], **unused)
            bare_ids = [n.pk for n in bare if words_mark(n) == file.nights[str(n.pk)]]
            club.nights.filter(pk__in=bare_ids).delete()
            count_change(club_id)
        for game_id in ids:
            tell(game_id, 0, access_changed=True)
    return len(ids), len(locked_games) - len(ids)
