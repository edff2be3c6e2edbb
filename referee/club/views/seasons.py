"""The seasons of a club: their champions, and how they are made and changed."""

from collections.abc import Sequence
from typing import Any
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
from ...models import Club, Season
from ...play.services.refusals import Refused
from ...wording.phrases import isolated
from ..pages.club import refusal_text
from ..pages.seasons import season_page, seasons_page
from ..services.seasons import (
    change_season,
    crown,
    delete_season,
    make_season,
    season_of,
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
        if self.is_bound:
            self.instance.name = None  # where it cannot be read, its row says nothing of it


@require_http_methods(["GET", "HEAD", "POST"])
def seasons(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """List the seasons of a club with their champions; make one."""
    club, refusal = club_visit(request, club_id).club, ""
    form = SeasonForm()
    if request.method == "POST":
        form = SeasonForm(request.POST)
        if form.is_valid():
            try:
                made = make_season(club.pk, **form.cleaned_data)
            except Club.DoesNotExist:  # deleted by another phone just now
                raise Http404 from None
            except Refused as refused:
                refusal = refusal_text(refused)
            else:
                return redirect("season", club.pk, made.key)
    page = seasons_page(club) | {"form": form, "refusal": refusal}
    status = 409 if refusal else 400 if form.errors else 200
    return render(request, "club/seasons/all.html", page, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def season(request: HttpRequest, club_id: UUID, key: str) -> HttpResponse:
    """Show a season with its champion and standings; change, crown or delete it."""
    club = club_visit(request, club_id).club
    refusal = ""
    try:
        one = season_of(club, key)
    except Season.DoesNotExist:
        raise Http404 from None
    kind = CriteriaForm if one.is_year else SeasonForm
    form = kind(instance=one)
    if request.method == "POST":
        do = request.POST.get("do", "")
        if do not in ("change", "crown", "delete"):
            raise PermissionDenied
        if do == "change":
            form = kind(request.POST)
        if not form.errors:
            try:
                return _change(request, one, do, form)
            except (Club.DoesNotExist, Season.DoesNotExist):  # deleted by another phone just now
                raise Http404 from None
            except Refused as refused:
                refusal = refusal_text(refused)
    page = season_page(club, one) | {"form": form, "refusal": refusal}
    status = 409 if refusal else 400 if form.errors else 200
    return render(request, "club/seasons/one.html", page, status=status)


def _change(request: HttpRequest, one: Season, do: str, form: CriteriaForm) -> HttpResponse:
    if do == "change":
        one = change_season(one, **form.cleaned_data)
    elif do == "crown":
        one = crown(one)
    else:
        delete_season(one)
        if not one.is_year:
            said = _("The season %(name)s is deleted. Its games are still there.")
            messages.info(request, said % {"name": isolated(one.name)})
            return redirect("seasons", one.club_id)
    return redirect("season", one.club_id, one.key)
