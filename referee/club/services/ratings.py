"""Computes ratings from the games in order."""

from itertools import groupby
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from ...models import Game, Placing
from ...standings.rating import Rating, after_game
from .turns import turn

_BATCH = 2000


def rate_from(game: Game) -> None:
    """Rate a game and all later games of the club, which depend on it.

    For the newest game that is one game's work; for an old one its time grows with those since.
    """
    club, at = Placing.objects.filter(club=game.night.club_id), game.created_at
    # Two games may have begun at one moment: then their ids say which comes first.
    before = Q(played_at=at, game__lt=game.pk)
    _rate(
        club.filter(played_at__gte=at).exclude(before),
        club.filter(Q(played_at__lt=at) | before, played_at__lte=at),
    )


def rate_all(club_id: UUID) -> None:
    """Rate every game of a club."""
    club = Placing.objects.filter(club=club_id)
    _rate(club, club.none())


def _rate(games: QuerySet[Placing], earlier: QuerySet[Placing]) -> None:
    """Rate games in order, starting from the players' ratings before the first."""
    nth: dict[UUID, int] = {}
    ratings: dict[UUID, Rating] = {}
    changes: list[tuple[int, float, float, int]] = []
    in_order = games.order_by("played_at", "game").values_list("pk", "game", "player", "place")
    for _game, rows in groupby(in_order.iterator(_BATCH), key=lambda row: row[1]):
        placed = {player: (pk, place) for pk, _game_id, player, place in rows}
        for player in placed.keys() - nth.keys():
            before = earlier.filter(player=player).order_by("-played_at", "-game")
            last = before.values_list("nth", "mu", "sigma").first()
            nth[player] = last[0] if last else 0
            if last:
                ratings[player] = Rating(last[1], last[2])
        ratings |= after_game({who: place for who, (_pk, place) in placed.items()}, ratings)
        for player, (pk, _place) in placed.items():
            nth[player] += 1
            changes.append((nth[player], *ratings[player], pk))
    # One prepared statement for all: Django's bulk_update would write one with thousands of cases.
    table = connection.ops.quote_name(Placing._meta.db_table)
    for start in range(0, len(changes), _BATCH):
        with turn(), connection.cursor() as cursor:
            cursor.executemany(
                f"UPDATE {table} SET nth = %s, mu = %s, sigma = %s WHERE id = %s",  # noqa: S608  # no value is written into it, only the table's own name
                changes[start : start + _BATCH],
            )
