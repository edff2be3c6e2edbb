"""The seasons of a club, and the page of each."""

from typing import Any
from urllib.parse import urlencode

from ...models import Club, Season
from ..services.seasons import seasons_of
from ..services.statistics import (
    Choice,
    best_games,
    club_sums,
    players_of,
    shown_ratings,
)
from .standings import season_facts, standings_table


def season_page(club: Club, season: Season) -> dict[str, Any]:
    """Return the page of a season, with its standings by its own criteria."""
    players = {pk: one for pk, one in players_of(club).items() if not one.is_hidden}
    choice = Choice(first=season.first, last=season.last)
    told = season_facts(season, players)
    return {
        "club": club,
        "told": told,
        "may_crown": told["is_over"] and told["titles"] and (told["now"] or not season.closed_at),
        "standings": standings_table(
            club_sums(club, choice),
            players,
            shown_ratings(club, season.last),
            season.by,
            least=(season.least_games, season.least_nights),
            best_games=best_games(club, choice),
            until=season.last,
            games_query=lambda **of: urlencode({"first": season.first, "last": season.last, **of}),
        ),
    }


def seasons_page(club: Club) -> dict[str, Any]:
    """Return the seasons that go on and those that are over, the latest first."""
    players = {pk: one for pk, one in players_of(club).items() if not one.is_hidden}
    told = [season_facts(season, players) for season in seasons_of(club)]
    return {
        "club": club,
        "running": [one for one in told if not one["is_over"]],
        "past": [one for one in told if one["is_over"]],
    }
