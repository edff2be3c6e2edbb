"""The table of standings: who stands where, by which criteria, and what it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse

from ...models import Player
from ...standings.ranking import ORDERS, Contender, ranked
from ...standings.rating import LEAST_GAMES, Rating
from ...standings.sums import Sums
from ...wording.figures import (
    average_text,
    criteria_text,
    order_name,
    rank_text,
    rating_text,
    signed_text,
    wins_text,
)
from ...wording.phrases import number


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A player's line. Figures are in words or signs; urls are "" where nothing is linked.

    ``rating`` is "" for who has not played often enough.
    """

    player: UUID
    name: str
    rank: str
    is_first: bool
    games: int
    wins: str
    place: str
    points: str
    margin: str
    best: str
    rating: str
    url: str = ""
    best_url: str = ""


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, the order it is in, and the orders to choose from with their names."""

    rows: Sequence[StandingsRow]
    order: str
    criteria: str
    orders: Sequence[tuple[str, str]]
    least_games: int = LEAST_GAMES


@dataclass(frozen=True, slots=True)
class Links:
    """What the names and best games lead to: the club's pages of players, and games by player."""

    club: UUID
    best: Mapping[UUID, UUID]


def standings(
    sums: Mapping[UUID, Sums],
    players: Mapping[UUID, Player],
    ratings: Mapping[UUID, Rating],
    order: str,
    *,
    links: Links | None = None,
) -> Standings:
    """The standings of those players who have sums, by a key of ``ORDERS``.

    Args:
        players: in the order in which equal ones are named; who is not among them is left out.
        ratings: of those whose rating is shown.
        links: None for a page that leads nowhere else.
    """
    contenders = {
        player: Contender(sums[player], ratings.get(player)) for player in players if player in sums
    }
    rows = [
        _row(players[line.who], contenders[line.who], line.rank, tied=line.tied, links=links)
        for line in ranked(contenders, order)
    ]
    orders = [(name, order_name(name)) for name in ORDERS]
    return Standings(rows, order, criteria_text(ORDERS[order]), orders)


def _row(
    player: Player, one: Contender, rank: int | None, *, tied: bool, links: Links | None
) -> StandingsRow:
    sums = one.sums
    best = links.best.get(player.pk) if links else None
    return StandingsRow(
        player=player.pk,
        name=player.name,
        rank=rank_text(rank, tied=tied),
        is_first=rank == 1,
        games=sums.games,
        wins=wins_text(sums.won),
        place=average_text(sums.average_place, 2),
        points=average_text(sums.average_points),
        margin=signed_text(sums.average_margin),
        best="" if sums.best is None else number(sums.best),
        rating=rating_text(one.rating) if one.rating else "",
        url=reverse("player", args=[links.club, player.pk]) if links else "",
        best_url=reverse("result", args=[best]) if best else "",
    )
