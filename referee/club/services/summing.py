"""What the standings of a club, a period or a night are made of, read from the rows."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Lower

from ...models import Placing, Player, Tally
from ...standings.rating import LEAST_GAMES, Rating
from ...standings.sums import Sums


@dataclass(frozen=True, slots=True)
class Choice:
    """Which games count.

    Attributes:
        period: "" for all time, a year ("2026") or a month ("2026-11"), by the nights' dates.
        ruleset: "" for all.
        players: how many people played, 0 for any number.
        first, last: days, both included, None for open ends; with either, ``period`` is not
            looked at.
    """

    period: str = ""
    ruleset: str = ""
    players: int = 0
    first: datetime.date | None = None
    last: datetime.date | None = None

    @property
    def is_range(self) -> bool:
        """Whether it is a stretch of days, for which no sums are kept."""
        return self.first is not None or self.last is not None


def club_sums(club_id: UUID, choice: Choice) -> dict[UUID, Sums]:
    """Everybody's sums in a club, by player; who has no such game is not in it.

    Read from the sums that are kept, one row a player. A stretch of days is summed up from its
    games: its time grows with them.
    """
    if choice.is_range:
        return _sums(_in_range(club_id, choice))
    rows = Tally.objects.filter(
        club=club_id, period=choice.period, ruleset=choice.ruleset, players=choice.players
    )
    values = rows.values_list(
        "player", "games", "wins", "places", "points", "margins", "best__total",
        "best_round__best_round",
    )  # fmt: skip
    return {player: Sums(*sums) for player, *sums in values}


def night_sums(night_id: UUID) -> dict[UUID, Sums]:
    """Everybody's sums on a night, by player."""
    return _sums(Placing.objects.filter(night=night_id))


def placings_of_night(night_id: UUID) -> list[Placing]:
    """The results of a night, in the order of its games, with players and games."""
    rows = Placing.objects.filter(night=night_id).select_related("player", "game")
    return list(rows.order_by("played_at", "game", "place", "pk"))


def best_games(club_id: UUID, choice: Choice) -> dict[UUID, UUID]:
    """The game in which each player had the most points, by player; only of sums that are kept."""
    rows = Tally.objects.filter(
        club=club_id, period=choice.period, ruleset=choice.ruleset, players=choice.players
    )
    return dict(rows.values_list("player", "best__game"))


def shown_ratings(club_id: UUID) -> dict[UUID, Rating]:
    """The ratings of all who have played often enough for one, by player."""
    latest = Placing.objects.filter(player=OuterRef("pk")).order_by("-played_at", "-game")
    rated = Player.objects.filter(club=club_id).annotate(
        nth=Subquery(latest.values("nth")[:1]),
        mu=Subquery(latest.values("mu")[:1]),
        sigma=Subquery(latest.values("sigma")[:1]),
    )
    rows = rated.filter(nth__gte=LEAST_GAMES).values_list("pk", "mu", "sigma")
    return {player: Rating(mu, sigma) for player, mu, sigma in rows}


def players_of(club_id: UUID) -> dict[UUID, Player]:
    """Everybody that the club knows, hidden ones too, by name."""
    players = Player.objects.filter(club=club_id).order_by(Lower("name"), "name")
    return {player.pk: player for player in players}


def span_of(club_id: UUID) -> tuple[datetime.date, datetime.date] | None:
    """The dates of the first and the last finished game's nights; None without any."""
    dates = Placing.objects.filter(club=club_id).values_list("date", flat=True)
    first, last = dates.order_by("date").first(), dates.order_by("-date").first()
    return (first, last) if first and last else None


def _in_range(club_id: UUID, choice: Choice) -> QuerySet[Placing]:
    rows = Placing.objects.filter(club=club_id)
    if choice.first is not None:
        rows = rows.filter(date__gte=choice.first)
    if choice.last is not None:
        rows = rows.filter(date__lte=choice.last)
    if choice.ruleset:
        rows = rows.filter(ruleset=choice.ruleset)
    return rows.filter(players=choice.players) if choice.players else rows


def _sums(rows: QuerySet[Placing]) -> dict[UUID, Sums]:
    summed: Mapping[str, Count | Sum | Max] = {
        "all_games": Count("pk"),
        "all_wins": Sum("win"),
        "all_places": Sum("place"),
        "all_points": Sum("total"),
        "all_margins": Sum("margin"),
        "most": Max("total"),
        "most_in_a_round": Max("best_round"),
    }
    values = rows.order_by().values("player").annotate(**summed).values_list("player", *summed)
    return {player: Sums(*sums) for player, *sums in values}
