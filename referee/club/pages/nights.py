"""The list of a club's nights, newest first."""

import datetime
from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from ...models import Club, Game, GameNight, Placing
from .night import night_games

NIGHTS_A_PAGE = 10


def nights_page(
    club: Club, *, before: datetime.date | None = None, after: datetime.date | None = None
) -> dict[str, Any]:
    """Return a page of nights: the newest, those before a date, or those after it.

    It reads as many rows for a long history as for a short one: a page begins at a date, and
    nothing is counted. ``older`` and ``newer`` are the dates before, or after, which the next
    page's nights lie.
    """
    nights = GameNight.objects.filter(club=club)
    found = _after(nights, after) if after else []
    if not found:
        until = nights.filter(date__lt=before) if before else nights
        found = list(until.order_by("-date")[: NIGHTS_A_PAGE + 1])
    shown = found[:NIGHTS_A_PAGE]
    beyond = nights.filter(date__gt=shown[0].date) if shown else nights
    has_newer = beyond.exists()
    return {
        "club": club,
        "nights": _with_games(shown),
        "older": shown[-1].date if len(found) > NIGHTS_A_PAGE else None,
        "newer": shown[0].date if shown and has_newer else None,
        "is_empty": not shown and not has_newer,
    }


def _after(nights: QuerySet[GameNight], date: datetime.date) -> list[GameNight]:
    """The nights next after a date, and the one before them; nothing where they are fewer than a
    page: that is the first one then."""
    newer = list(nights.filter(date__gt=date).order_by("date")[:NIGHTS_A_PAGE])
    if len(newer) < NIGHTS_A_PAGE:
        return []
    return [*reversed(newer), *nights.filter(date__lt=newer[0].date).order_by("-date")[:1]]


def _with_games(nights: Sequence[GameNight]) -> list[tuple[GameNight, list[dict[str, Any]]]]:
    games: defaultdict[UUID, list[Game]] = defaultdict(list)
    shown = ("night", "ruleset", "menu", "variants", "state", "created_at")
    for game in Game.objects.filter(night__in=nights).order_by("created_at", "pk").only(*shown):
        games[game.night_id].append(game)
    won = Placing.objects.filter(night__in=nights, win__gt=0).select_related("player")
    read = ("game", "night", "player__name", "place", "total", "win")
    winners = list(won.order_by("played_at", "game", "pk").only(*read))
    return [(night, night_games(games[night.pk], winners, in_full=False)) for night in nights]
