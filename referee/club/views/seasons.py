"""The seasons of a club: their champions, and how they are made and changed."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ...access.clubs import club_visit
from ...access.request import HttpRequest
from ...models import Season
from ...wording.phrases import isolated
from ..pages.club import refusals_on, status_of
from ..pages.standings import season_facts, standings_table
from ..services.seasons import (
    change_season,
    crown,
    delete_season,
    make_season,
    season_of,
    seasons_of,
)
from ..services.statistics import (
    Choice,
    best_games,
    club_sums,
    players_of,
    shown_ratings,
    standings,
)


class CriteriaForm(forms.ModelForm):
    """What a season is ranked by, and who has a rank."""

    class Meta:
        model = Season
        fields: Sequence[str] = Season.CRITERIA


class SeasonForm(CriteriaForm):
    """A season that is no calendar year: its name and days too."""

    class Meta(CriteriaForm.Meta):
        fields = Season.FACTS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = True
        self.fields["name"].error_messages["required"] = _("Write a name.")
        if self.is_bound:
            self.instance.name = None  # where it cannot be read, its row says nothing of it


@require_http_methods(["GET", "HEAD", "POST"])
def seasons(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """List the seasons of a club, the latest first, with their champions; make one."""
    club, form = club_visit(request, club_id).club, SeasonForm(request.POST or None)
    if form.is_valid():
        with refusals_on(form):
            made = make_season(club.pk, **form.cleaned_data)
            return redirect("season", club.pk, made.key)
    players = {pk: player for pk, player in players_of(club).items() if not player.is_hidden}
    facts = [season_facts(season, players) for season in seasons_of(club)]
    page = {
        "club": club,
        "running": [season for season in facts if not season["is_over"]],
        "past": [season for season in facts if season["is_over"]],
        "form": form,
    }
    return render(request, "club/seasons/all.html", page, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def season(request: HttpRequest, club_id: UUID, key: str) -> HttpResponse:
    """Show a season with its champion and its standings by its own criteria; change, crown or
    delete it."""
    club = club_visit(request, club_id).club
    try:
        season = season_of(club, key)
    except Season.DoesNotExist:
        raise Http404 from None
    kind = CriteriaForm if season.is_year else SeasonForm
    form, do = kind(instance=season), request.POST.get("do", "")
    if request.method == "POST" and do not in ("change", "crown", "delete"):
        raise PermissionDenied
    if do == "change":
        form = kind(request.POST)
    if request.method == "POST" and not form.errors:
        with refusals_on(form):
            if do == "change":
                season = change_season(season, **form.cleaned_data)
            elif do == "crown":
                season = crown(season)
            else:
                delete_season(season)
                if not season.is_year:
                    gone = _("The season %(name)s is deleted. Its games are still there.")
                    messages.info(request, gone % {"name": isolated(season.name)})
                    return redirect("seasons", club.pk)
            return redirect("season", club.pk, season.key)
    players = {pk: player for pk, player in players_of(club).items() if not player.is_hidden}
    choice = Choice(first=season.first, last=season.last)
    least = season.least_games, season.least_nights
    facts = season_facts(season, players)
    page = {
        "club": club,
        "told": facts,
        "may_crown": facts["is_over"]
        and facts["titles"]
        and (facts["now"] or not season.closed_at),
        "standings": standings_table(
            standings(
                club_sums(club, choice, season.counted_points, season.own_tie_breaks),
                players,
                shown_ratings(club, season.last),
                season.by,
                least,
            ),
            season.by,
            least=least,
            place_points=season.counted_points,
            own_tie_breaks=season.own_tie_breaks,
            best_games=best_games(club, choice),
            until=season.last,
            games_query=lambda **of: urlencode({"since": season.first, "until": season.last, **of}),
        ),
        "form": form,
    }
    return render(request, "club/seasons/one.html", page, status=status_of(form))
