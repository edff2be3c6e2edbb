"""The page of a club's standings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from ...models import Club
from ..filters import StandingsFilter
from ..services.statistics import best_games, club_sums, players_of, shown_ratings, span_of
from .standings import Links, Standings, standings


@dataclass(frozen=True, slots=True)
class ClubStandings:
    """Everything that the page shows.

    ``has_games``: whether the club has finished a game at all. ``query`` is the filter as an
    address carries it on, "" for none.
    """

    filter: StandingsFilter
    standings: Standings
    has_games: bool
    query: str


def club_standings(club: Club, asked: Mapping[str, Any], *, links: bool = True) -> ClubStandings:
    """The standings that an address asks for. Hidden players are left out.

    Args:
        asked: the address's query; where it makes no sense, the standings are of all games and
            the filter says what is wrong.
        links: whether names and best games lead to the club's pages.
    """
    span = span_of(club)
    narrowed = StandingsFilter(span, asked)
    choice = narrowed.choice
    shown = {pk: one for pk, one in players_of(club).items() if not one.is_hidden}
    best = best_games(club, choice) if links else {}
    return ClubStandings(
        filter=narrowed,
        standings=standings(
            club_sums(club, choice),
            shown,
            shown_ratings(club),
            narrowed.order,
            links=Links(club.pk, best) if links else None,
        ),
        has_games=span is not None,
        query=urlencode({name: value for name, value in asked.items() if value}),
    )
