"""The table of standings, for a club and for its nights."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ...models import Club, Player, Season
from ...standings.league import listed
from ...standings.ranking import ORDERS
from ...wording.choices import least_text, period_text
from ...wording.figures import (
    at_least_text,
    average_text,
    criteria_text,
    order_name,
    percent_text,
    place_points_text,
    rank_text,
    wins_text,
)
from ...wording.ratings import rating_meaning
from ..filters import FIRST_ORDER, StandingsFilter
from ..services.seasons import champions, is_over, leaders
from ..services.statistics import (
    Choice,
    Standing,
    best_games,
    club_sums,
    players_of,
    shown_ratings,
    standings,
)
from .standings_chart import standings_chart

MOST_ON_A_STEP = 3
"""So many names fit on a step of the podium."""


def standings_of(narrowed: StandingsFilter) -> list[Standing]:
    """Return the standings that a filter asks for, without hidden players."""
    club, choice = narrowed.club, narrowed.choice
    players = {pk: player for pk, player in players_of(club).items() if not player.is_hidden}
    ratings = shown_ratings(club, choice.last)
    sums = club_sums(club, choice, narrowed.counted_points, narrowed.own_tie_breaks)
    return standings(sums, players, ratings, narrowed.order, narrowed.least)


def club_standings(club: Club, data: Mapping[str, Any], *, links: bool = True) -> dict[str, Any]:
    """Return the page of the standings that an address asks for.

    Args:
        data: the address's query; where it makes no sense, the standings are of all games and
            the filter says what is wrong.
        links: whether names and best games lead to the club's pages.
    """
    narrowed = StandingsFilter(club, data)
    choice, season = narrowed.choice, narrowed.chosen_season
    rows = standings_of(narrowed)
    table = standings_table(
        rows,
        narrowed.order,
        least=narrowed.least,
        place_points=narrowed.counted_points,
        own_tie_breaks=narrowed.own_tie_breaks,
        best_games=best_games(club, choice) if links else None,
        games_query=narrowed.games_query,
        until=choice.last,
        queries=narrowed.order_queries,
    )
    is_all_of_it = season and choice == Choice(first=season.first, last=season.last)
    return {
        "club": club,
        "filter": narrowed,
        "heading": narrowed.heading(_("Standings")),
        "has_games": narrowed.span is not None,
        "query": narrowed.query(),
        "standings": table,
        "season": season_facts(season, {row.player.pk: row.player for row in rows})
        if season and is_all_of_it
        else None,
        # Drawn where it is shown: a file of the standings has none.
        "chart": cache(
            partial(
                standings_chart,
                club,
                choice,
                narrowed.order,
                rows,
                narrowed.counted_points,
                own_tie_breaks=narrowed.own_tie_breaks,
            )
        ),
    }


def season_facts(season: Season, players: Mapping[UUID, Player]) -> dict[str, Any]:
    """Return a season with who is champion, or leads it.

    ``now`` is who leads by the results as they are, where a champion that is kept is another.

    Args:
        players: who is ranked.
    """
    kept = champions(season)
    # A champion who was hidden since has lost nothing by that.
    first = leaders(season, {**players, **{title.player.pk: title.player for title in kept}})
    is_same = {title.player.pk for title in kept} == {title.player.pk for title in first}
    return {
        "season": season,
        "name": str(season),
        "days": "" if season.is_year else period_text(season.first, season.last),
        "is_over": is_over(season),
        "titles": kept or first,
        "now": [] if not kept or is_same else first,
        "is_gone": bool(kept) and not first,
        "query": urlencode({"year" if season.is_year else "season": season.key}),
    }


def standings_table(
    rows: Sequence[Standing],
    order: str = FIRST_ORDER,
    *,
    least: tuple[int, int] = (0, 0),
    place_points: tuple[int, ...] = (),
    own_tie_breaks: bool = False,
    best_games: Mapping[UUID, UUID] | None = None,
    games_query: Callable[..., str] | None = None,
    until: datetime.date | None = None,
    queries: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return the table of standings by a key of ``ORDERS``.

    Args:
        least: how many games, and on how many nights, it takes to have a rank.
        place_points: what each place is worth, where they are ranked by that.
        own_tie_breaks: whether a tie that a table itself broke counts as it decided.
        best_games: what the best games lead to, by player; None where nothing leads anywhere.
        games_query: makes the query of a list of these games, by a player and ``how``.
        until: the day at whose end the ratings were so; None for now.
        queries: by order that of the page with it, for the heads of the columns.
    """
    if best_games is None:
        games_query = None
    shown = [
        {
            **row._asdict(),
            "rank_text": rank_text(row.rank, tied=row.tied),
            "best_game": best_games and best_games.get(row.player.pk),
            "games_query": games_query(player=row.player.pk) if games_query else "",
            "won_query": games_query(player=row.player.pk, how="won") if games_query else "",
        }
        for row in rows
    ]
    return {
        "rows": shown,
        "podium": _podium(shown, order),
        "columns": _columns(order, queries or {}),
        "order": order,
        "drawn": _("Rating, at least") if order == "rating" else order_name(order),
        "criteria": criteria_text(ORDERS[order]),
        "least": least_text(*least),
        "own_tie_breaks": own_tie_breaks,
        "place_points": place_points_text(listed(place_points)) if place_points else "",
        "rating_meaning": rating_meaning(until),
        "has_links": best_games is not None,
    }


def _columns(order: str, queries: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the columns of figures: what each is called, the order that ranks by it, if any, the
    query that asks for that, and which way it is sorted, if it is."""
    columns = [
        ("games", "", pgettext("head of a narrow column", "Games")),
        ("wins", "wins", pgettext("head of a narrow column", "Wins")),
        ("won", "win-rate", pgettext("a share of games", "Won")),
        ("place", "place", order_name("place")),
        ("points", "points", order_name("points")),
        ("margin", "", _("Points ahead")),
        ("best", "", _("Best game")),
        ("rating", "rating", order_name("rating")),
    ]
    if order == "place-points":
        columns.insert(1, ("place-points", "place-points", order_name(order)))
    way = "ascending" if order == "place" else "descending"
    return [
        {
            "name": name,
            "head": head,
            "query": queries.get(by, ""),
            "sorted": way if by == order else "",
        }
        for name, by, head in columns
    ]


def _podium(rows: Sequence[Mapping[str, Any]], order: str) -> list[dict[str, Any]]:
    """Return the first three places with those who have them, a plate more for each better place;
    none where so many share a place that they do not fit on it."""
    ranks = {rank: [row for row in rows if row["rank"] == rank] for rank in (1, 2, 3)}
    if not ranks[1] or max(map(len, ranks.values())) > MOST_ON_A_STEP:
        return []
    return [
        {
            "place": rank,
            "rows": there,
            "value": ranked_by(there[0], order),
            "plates": range(4 - rank),
        }
        for rank, there in ranks.items()
        if there
    ]


def ranked_by(row: Mapping[str, Any], order: str) -> str:
    """Return what somebody is ranked by, in figures."""
    sums = row["sums"]
    if order == "rating":
        return at_least_text(row["rating"])
    if order == "place-points":
        return wins_text(sums.place_points)
    if order == "win-rate":
        return percent_text(sums.win_rate)
    if order == "place":
        return average_text(sums.average_place, 2)
    return average_text(sums.average_points) if order == "points" else wins_text(sums.won)
