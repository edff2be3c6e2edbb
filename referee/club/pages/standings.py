"""The table of standings, for a club and for its nights."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from ...models import Club, Player
from ...standings.ranking import ORDERS, Contender, ranked
from ...standings.rating import LEAST_GAMES, Rating
from ...standings.sums import Sums
from ...wording.figures import criteria_text, rank_text
from ..filters import FIRST_ORDER, StandingsFilter
from ..services.statistics import best_games, club_sums, players_of, shown_ratings, span_of


def club_standings(club: Club, asked: Mapping[str, Any], *, links: bool = True) -> dict[str, Any]:
    """Return the standings that an address asks for, without hidden players.

    Args:
        asked: the address's query; where it makes no sense, the standings are of all games and
            the filter says what is wrong.
        links: whether names and best games lead to the club's pages.
    """
    span = span_of(club)
    narrowed = StandingsFilter(span, asked)
    choice = narrowed.choice
    return {
        "club": club,
        "filter": narrowed,
        "has_games": span is not None,
        "query": urlencode({name: value for name, value in asked.items() if value}),
        "standings": standings_table(
            club_sums(club, choice),
            {pk: one for pk, one in players_of(club).items() if not one.is_hidden},
            shown_ratings(club),
            narrowed.order,
            best_games=best_games(club, choice) if links else None,
        ),
    }


def standings_table(
    sums: Mapping[UUID, Sums],
    players: Mapping[UUID, Player],
    ratings: Mapping[UUID, Rating],
    order: str = FIRST_ORDER,
    *,
    best_games: Mapping[UUID, UUID] | None = None,
) -> dict[str, Any]:
    """Return the standings of the players with sums, by a key of ``ORDERS``.

    Args:
        players: in the order in which equal ones are named; who is not among them is left out.
        ratings: of those whose rating is shown.
        best_games: what the best games lead to, by player; None where nothing leads anywhere.
    """
    contenders = {pk: Contender(sums[pk], ratings.get(pk)) for pk in players if pk in sums}
    rows = [
        {
            "player": players[who],
            "place": rank,
            "rank": rank_text(rank, tied=tied),
            "sums": contenders[who].sums,
            "rating": contenders[who].rating,
            "best_game": best_games and best_games.get(who),
        }
        for rank, tied, who in ranked(contenders, order)
    ]
    return {
        "rows": rows,
        "criteria": criteria_text(ORDERS[order]),
        "least_games": LEAST_GAMES,
        "has_links": best_games is not None,
    }
