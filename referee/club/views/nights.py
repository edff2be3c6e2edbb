"""The list of a club's nights, newest first, by year or as a search finds them."""

import datetime
import re
from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ...access.clubs import club_visit
from ...models import Game, GameNight, Placing, Player
from ...play.views.form_values import typed_day
from ...rules.names import name_key, without_accents
from ...standings.placing import WHOLE_WIN
from ..services.statistics import players_of

NIGHTS_A_PAGE = 12
NAMED_WINNERS = 3
"""So many who won on a night are named, those with the most victories."""
LONGEST_SEARCH = 60
"""Characters, as many as a night's name has."""


@require_safe
def nights(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show a club's nights, newest first, by year, as a search finds them, or around a date.

    A page begins at a date and no list of nights is counted, so a long history costs no more than a
    short one.
    """
    club = club_visit(request, club_id).club
    players = players_of(club)
    first, last = club.nights.aggregate(first=Min("date"), last=Max("date")).values()
    years = range(last.year, first.year - 1, -1) if first else range(0)
    year = request.GET.get("year", "")
    words = " ".join(request.GET.get("q", "").replace("\0", "").split())[:LONGEST_SEARCH]
    nights, query = club.nights.all(), {}
    if re.fullmatch("[0-9]{4}", year) and int(year) in years:
        nights, query["year"] = nights.filter(date__year=year), year
    if words:
        nights, query["q"] = _nights_with(nights, words, players), words
    before, after = (typed_day(request.GET.get(name, "")) for name in ("before", "after"))
    shown, is_last = _page(nights, before=before, after=after)
    has_newer = (nights.filter(date__gt=shown[0].date) if shown else nights).exists()
    games = Game.objects.filter(night__in=shown).values("night").order_by()
    is_over = Q(state=Game.State.FINISHED)
    counted = games.annotate(
        over=Count("pk", filter=is_over),
        on_paper=Count("pk", filter=Q(totals_only=True)),
        open=Count("pk", filter=~is_over),
    )
    fields = ("night", "over", "on_paper", "open")
    numbers = {night: counts for night, *counts in counted.values_list(*fields)}
    winners = _winners(shown, players)
    context = {
        "club": club,
        "years": years if len(years) > 1 else (),
        "year": int(query["year"]) if "year" in query else None,
        "words": words,
        "most": LONGEST_SEARCH,
        "nights": [
            (night, *numbers.get(night.pk, (0, 0, 0)), winners[night.pk]) for night in shown
        ],
        "older": urlencode(query | {"before": shown[-1].date}) if not is_last else "",
        "newer": urlencode(query | {"after": shown[0].date}) if shown and has_newer else "",
        "has_nights": first is not None,
        "is_beyond": not shown and has_newer,
    }
    return render(request, "club/nights.html", context)


def _nights_with(
    nights: QuerySet[GameNight], words: str, players: dict[UUID, Player]
) -> QuerySet[GameNight]:
    """Return the nights that the words are in, whatever the capitals and accents: the name, the
    place, that of a game, the name of who played."""
    sought = _plain(words)
    meant = [pk for pk, player in players.items() if sought in _plain(player.name)]
    played = Placing.objects.filter(night=OuterRef("pk"), player__in=meant)
    games = Game.objects.filter(night__in=nights).exclude(location="")
    named = nights.exclude(name="").order_by().values_list("name")
    located = nights.exclude(location="").order_by().values_list("location")
    written = named.union(located, games.order_by().values_list("location"))
    texts = [text for (text,) in written if sought in _plain(text)]
    elsewhere = games.filter(location__in=texts).values("night")
    there = Q(name__in=texts) | Q(location__in=texts) | Q(pk__in=elsewhere) | Q(Exists(played))
    return nights.filter(there)


@lru_cache(maxsize=8192)
def _plain(text: str) -> str:
    """Return a text as it is searched for; kept, as each search looks at all of them."""
    return without_accents(name_key(text))


def _page(
    nights: QuerySet[GameNight], *, before: datetime.date | None, after: datetime.date | None
) -> tuple[list[GameNight], bool]:
    """Return the nights of a page, newest first, and whether there are no older ones."""
    page: list[GameNight] = []
    if after:
        page = list(nights.filter(date__gt=after).order_by("date")[:NIGHTS_A_PAGE])[::-1]
        if len(page) == NIGHTS_A_PAGE:
            page += nights.filter(date__lt=page[-1].date).order_by("-date")[:1]
        else:  # so few that they are part of the newest page
            page = []
    if not page:
        until = nights.filter(date__lt=before) if before else nights
        page = list(until.order_by("-date")[: NIGHTS_A_PAGE + 1])
    return page[:NIGHTS_A_PAGE], len(page) <= NIGHTS_A_PAGE


def _winners(
    nights: list[GameNight], players: dict[UUID, Player]
) -> dict[UUID, tuple[list[tuple[Player, Fraction]], int]]:
    """Return by night who won the most with their victories, and how many others won too."""
    placings = Placing.objects.filter(night__in=nights, win__gt=0).order_by()
    rows = placings.values("night", "player").annotate(won=Sum("win"))
    won: defaultdict[UUID, list[tuple[Player, Fraction]]] = defaultdict(list)
    for night, player, parts in rows.values_list("night", "player", "won"):
        won[night].append((players[player], Fraction(parts, WHOLE_WIN)))
    for of_night in won.values():
        of_night.sort(key=lambda row: (-row[1], row[0].name))
    return defaultdict(
        lambda: ([], 0),
        {night: (of[:NAMED_WINNERS], len(of[NAMED_WINNERS:])) for night, of in won.items()},
    )
