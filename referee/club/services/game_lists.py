"""Finds the finished games behind a number of standings, records or a player's page."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, Q, QuerySet

from ...models import Club, Game, Placing
from ...standings.placing import WHOLE_WIN
from .statistics import ALL_GAMES, Choice, cached

GAMES_A_PAGE = 20
HOW = ("won", "ahead", "level", "behind")
"""What may be asked of a game: that it was won, shared victories too; or a better place than the
other player's, the same, or a worse one."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games a list shows: those of a choice in which somebody's result was so.

    Attributes:
        player: None for anybody.
        against: who else must have played, None for anybody.
        how: one of ``HOW``, "" for any.
        card: a card type with which the game was played, "" for any.
        figures: of the placing's fields, each with its value.
        nths: from the player's how-manyth game to which one, 0 for no bound.
    """

    choice: Choice = ALL_GAMES
    player: UUID | None = None
    against: UUID | None = None
    how: str = ""
    card: str = ""
    figures: tuple[tuple[str, int], ...] = ()
    nths: tuple[int, int] = (0, 0)

    def of(self, club: Club) -> QuerySet[Placing]:
        """Return the placings that fit; a game may have several."""
        rows = self.choice.of(club.placings.all()).filter(**dict(self.figures))
        if self.player:
            rows = rows.filter(player=self.player)
        if self.against:
            theirs = {"ahead": "gt", "level": "exact", "behind": "lt"}
            met = Q(game__placings__player=self.against)
            if self.how in theirs:
                met &= Q(**{f"game__placings__place__{theirs[self.how]}": F("place")})
            rows = rows.filter(met)
        if self.how == "won":
            rows = rows.filter(win__gt=0)
        if {"margin", "behind"} & {name for name, _value in self.figures}:
            rows = rows.filter(win=WHOLE_WIN)  # as the records of these are
        if self.card:
            rows = rows.filter(cards__has_key=self.card)
        first, last = self.nths
        if first:
            rows = rows.filter(nth__gte=first)
        return rows.filter(nth__lte=last) if last else rows


@cached
def count_games(club: Club, wanted: Wanted) -> int:
    """Return how many games these are."""
    return wanted.of(club).order_by().values("game").distinct().count()


def games_of_page(club: Club, wanted: Wanted, page: int) -> list[Game]:
    """Return the games of a page, from 1, the newest first, with nights and seats."""
    start = (page - 1) * GAMES_A_PAGE
    rows = wanted.of(club).order_by("-played_at", "-game").values_list("played_at", "game")
    ids = [game for _at, game in rows.distinct()[start : start + GAMES_A_PAGE]]
    games = Game.objects.select_related("night").prefetch_related("seats").in_bulk(ids)
    return [games[pk] for pk in ids if pk in games]
