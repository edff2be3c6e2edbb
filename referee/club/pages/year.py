"""The page of what a club plays, at a glance: who beats whom, months, nights, what came first."""

import datetime
from calendar import Calendar, monthrange
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils.dates import MONTHS, WEEKDAYS, WEEKDAYS_ABBR
from django.utils.formats import get_format
from django.utils.translation import gettext as _

from ...models import Club, Player
from ...wording.records import menu_in_words, played_often
from ..filters import MAX_MENUS, GamesFilter
from ..services import statistics

MOST_PLAYERS = 12
"""So many stand against each other, those with the most games: more are no table to look at."""


def year_page(club: Club, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the games that an address asks for come to, with a number of queries that does
    not grow with the games. Hidden players are not named."""
    narrowed = GamesFilter(club, data)
    choice = narrowed.choice
    players = {
        pk: player for pk, player in statistics.players_of(club).items() if not player.is_hidden
    }
    last, firsts = statistics.last_night(club, choice), statistics.first_games(club, choice)
    years = [begin.year for begin in reversed(statistics.years_of(club))]
    return {
        "club": club,
        "filter": narrowed,
        "heading": narrowed.heading(_("At a glance")),
        "has_games": narrowed.span is not None,
        "has_any": last is not None,
        "all_years": narrowed.query("season", "year", "month", "since", "until"),
        "other_years": [
            (year, narrowed.query("season", "month", "since", "until", year=year)) for year in years
        ]
        if len(years) > 1
        else [],
        "chosen_year": None if narrowed.chosen("month") else narrowed.chosen("year"),
        **_rivals(narrowed, players),
        "years": _years(narrowed, last) if last else [],
        "first_of_players": _latest_first(
            {player: firsts[who] for who, player in players.items() if who in firsts}
        ),
        **_menus(narrowed),
    }


def _rivals(narrowed: GamesFilter, players: Mapping[UUID, Player]) -> dict[str, Any]:
    """Return who beats whom: by row of the table a player, and against each of the others their
    games with the query of what a cell leads to: those in which the row's player was ahead, or all
    where there are none; no games against somebody whom they never met."""
    sums = statistics.club_sums(narrowed.club, narrowed.choice)
    played = sorted((who for who in players if who in sums), key=lambda who: -sums[who].games)
    shown = {who: players[who] for who in played[:MOST_PLAYERS]}
    met = statistics.all_rivalries(narrowed.club, shown, narrowed.choice)
    rows = []
    for one, player in shown.items():
        cells = []
        for other in shown:
            rivalry = met.get((one, other))
            how = "ahead" if rivalry and rivalry.ahead else None
            query = narrowed.games_query(player=one, against=other, how=how)
            cells.append((one == other, rivalry, query))
        rows.append((player, cells))
    return {
        "rivals": rows if met else [],
        "left_out": len(played) - len(shown),
    }


def _years(narrowed: GamesFilter, last: datetime.date) -> list[dict[str, Any]]:
    """Return the year of the last night; of a season or a stretch of days that began before, the
    year before it too. Each has its twelve months, with their games and nights."""
    choice = narrowed.choice
    first = max(choice.first.year, last.year - 1) if choice.first else last.year
    begin = datetime.date(first, 1, 1)
    since = max(choice.first, begin) if choice.first else begin
    nights = statistics.nights_of(narrowed.club, replace(choice, first=since))
    years = []
    for year in range(last.year, first - 1, -1):
        months = [_month(narrowed, nights, year, month) for month in range(1, 13)]
        years.append(
            {
                "year": year,
                "months": months,
                "games": sum(month["games"] for month in months),
                "most": max(month["games"] for month in months),
                "nights": sum(date.year == year for date in nights),
                "weekdays": [
                    (WEEKDAYS[day], WEEKDAYS_ABBR[day]) for day in _calendar().iterweekdays()
                ],
            }
        )
    return years


def _month(
    narrowed: GamesFilter,
    nights: Mapping[datetime.date, tuple[UUID, int]],
    year: int,
    month: int,
) -> dict[str, Any]:
    """Return a month's games with their query, and its weeks by number: the days, None for those of
    another month, with the night and its number of games where there was one."""
    choice = narrowed.choice
    first, last = (datetime.date(year, month, day) for day in (1, monthrange(year, month)[1]))
    games = sum(n for date, (_night, n) in nights.items() if first <= date <= last)
    days = {
        "since": max(first, choice.first or first),
        "until": min(last, choice.last or last),
    }
    of_days = dict.fromkeys(("season", "year", "month"), "") | days
    return {
        "name": MONTHS[month],
        "first": first,
        "games": games,
        "query": narrowed.games_query(**of_days),
        "weeks": [
            (
                week[-1].isocalendar().week,
                [(d, *nights.get(d, (None, 0))) if d.month == month else None for d in week],
            )
            for week in _calendar().monthdatescalendar(year, month)
        ],
    }


def _calendar() -> Calendar:
    """Return a calendar whose weeks begin as the language's do; Django counts from Sunday."""
    return Calendar((get_format("FIRST_DAY_OF_WEEK") - 1) % 7)


def _menus(narrowed: GamesFilter) -> dict[str, Any]:
    """Return the menus of Party that were played often, and the first game of each."""
    played = statistics.menus_of(narrowed.club, narrowed.choice)
    often = statistics.h_index(played.values())
    firsts = _latest_first(
        {
            menu_in_words(menu): first
            for menu, first in statistics.first_games_of_menus(
                narrowed.club, narrowed.choice
            ).items()
        }
    )
    return {
        "often": played_often(often) if often else "",
        "menus_often": [
            (menu_in_words(menu), games, narrowed.games_query(menu=menu))
            for menu, games in played.items()
            if games >= often
        ][:MAX_MENUS],
        "first_of_menus": firsts[:MAX_MENUS],
        "older_menus": max(0, len(firsts) - MAX_MENUS),
    }


def _latest_first(firsts: Mapping[Any, statistics.First]) -> list[tuple[Any, statistics.First]]:
    return sorted(firsts.items(), key=lambda first: first[1].date, reverse=True)
