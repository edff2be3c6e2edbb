"""The list of a club's nights, newest first."""

import datetime
from collections import defaultdict
from typing import Any
from uuid import UUID

from ...models import Club, Game, GameNight, Placing
from .night import night_games

NIGHTS_A_PAGE = 10


def nights_page(
    club: Club, *, before: datetime.date | None = None, after: datetime.date | None = None
) -> dict[str, Any]:
    """Return a page of nights: the newest, those before a date, or those after it.

    A page begins at a date and nothing is counted, so a long history costs no more than a short
    one. ``older`` and ``newer`` are the dates for the pages before and after.
    """
    nights = GameNight.objects.filter(club=club)
    found: list[GameNight] = []
    if after:
        found = list(nights.filter(date__gt=after).order_by("date")[:NIGHTS_A_PAGE])[::-1]
        if len(found) == NIGHTS_A_PAGE:
            found += nights.filter(date__lt=found[-1].date).order_by("-date")[:1]
        else:  # so few that they are part of the newest page
            found = []
    if not found:
        until = nights.filter(date__lt=before) if before else nights
        found = list(until.order_by("-date")[: NIGHTS_A_PAGE + 1])
    shown = found[:NIGHTS_A_PAGE]
    has_newer = (nights.filter(date__gt=shown[0].date) if shown else nights).exists()
    games: defaultdict[UUID, list[Game]] = defaultdict(list)
    of_shown = Game.objects.filter(night__in=shown).order_by("created_at", "pk")
    for game in of_shown.defer("house_rules", "code", "code_since", "follows"):
        games[game.night_id].append(game)
    won = Placing.objects.filter(night__in=shown, win__gt=0).select_related("player")
    won = won.order_by("played_at", "game", "pk")
    winners = list(won.only("game", "night", "player__name", "place", "total", "win"))
    return {
        "club": club,
        "nights": [(one, night_games(games[one.pk], winners, in_full=False)) for one in shown],
        "older": shown[-1].date if len(found) > NIGHTS_A_PAGE else None,
        "newer": shown[0].date if shown and has_newer else None,
        "is_empty": not shown and not has_newer,
    }
