"""The history of a club: its nights, the newest first."""

import datetime
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from ...models import Club, Game, GameNight, Placing
from .night_games import NightGame, night_games

NIGHTS_A_PAGE = 10


@dataclass(frozen=True, slots=True)
class NightEntry:
    """A night with its games in order; none where all were deleted. ``name`` is "" for none."""

    id: UUID
    name: str
    date: datetime.date
    location: str
    games: Sequence[NightGame]


@dataclass(frozen=True, slots=True)
class NightsPage:
    """Everything that the page shows.

    ``older`` and ``newer`` are the dates before, or after, which the next page's nights lie; None
    where there are no more. ``is_empty``: the club has no night at all.
    """

    club: Club
    nights: Sequence[NightEntry]
    older: datetime.date | None
    newer: datetime.date | None
    is_empty: bool


def nights_page(
    club: Club, *, before: datetime.date | None = None, after: datetime.date | None = None
) -> NightsPage:
    """A page of the history: the newest nights, those before a date, or those after it.

    It reads as many rows for a long history as for a short one: a page begins at a date, and
    nothing is counted.
    """
    nights = GameNight.objects.filter(club=club)
    found = _after(nights, after) if after else []
    if not found:
        until = nights.filter(date__lt=before) if before else nights
        found = list(until.order_by("-date")[: NIGHTS_A_PAGE + 1])
    shown = found[:NIGHTS_A_PAGE]
    beyond = nights.filter(date__gt=shown[0].date) if shown else nights
    has_newer = beyond.exists()
    return NightsPage(
        club=club,
        nights=_entries(shown),
        older=shown[-1].date if len(found) > NIGHTS_A_PAGE else None,
        newer=shown[0].date if shown and has_newer else None,
        is_empty=not shown and not has_newer,
    )


def _after(nights: QuerySet[GameNight], date: datetime.date) -> list[GameNight]:
    """The nights next after a date, and the one before them; nothing where they are fewer than a
    page: that is the first one then."""
    newer = list(nights.filter(date__gt=date).order_by("date")[:NIGHTS_A_PAGE])
    if len(newer) < NIGHTS_A_PAGE:
        return []
    return [*reversed(newer), *nights.filter(date__lt=newer[0].date).order_by("-date")[:1]]


def _entries(nights: Sequence[GameNight]) -> list[NightEntry]:
    games: defaultdict[UUID, list[Game]] = defaultdict(list)
    shown = ("night", "ruleset", "menu", "variants", "state", "created_at")
    for game in Game.objects.filter(night__in=nights).order_by("created_at", "pk").only(*shown):
        games[game.night_id].append(game)
    winners: defaultdict[UUID, list[Placing]] = defaultdict(list)
    won = Placing.objects.filter(night__in=nights, win__gt=0).select_related("player")
    read = ("game", "night", "player__name", "place", "total", "win")
    for placing in won.order_by("played_at", "game", "pk").only(*read):
        winners[placing.night_id].append(placing)
    return [
        NightEntry(
            night.pk,
            night.name,
            night.date,
            night.location,
            night_games(games[night.pk], winners[night.pk], in_full=False),
        )
        for night in nights
    ]
