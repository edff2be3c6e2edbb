"""The page of a night, with its name and its share link."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from ...access.clubs import night_visit
from ...access.games import visit_of
from ...access.request import HttpRequest
from ...hosting.network import reachable_address
from ...models import GameNight, Guest
from ...play.pages.suggestions import next_game
from ...play.services.games import is_tonight
from ...play.views.pictures import picture_answer
from ..pages.club import refusals_on, status_of, whole_link
from ..pages.night import night_board
from ..pages.picture import night_picture
from ..paper_forms import WordsForm
from ..services.nights import describe_night, words_mark
from ..services.sharing import close_link, link_of, open_link
from .standings import stream_facts


class NightForm(WordsForm):
    """A night's name, place and note; empty values remove them."""

    class Meta(WordsForm.Meta):
        model = GameNight
        fields = GameNight.WORDS


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def night(request: HttpRequest, night_id: UUID) -> HttpResponse:
    """Show a night's standings and games. Phones that run the club can name and share it."""
    visit = night_visit(request, night_id)
    night = visit.night
    form = NightForm(instance=night, initial={"seen": words_mark(night)})
    if request.method == "POST":
        do = request.POST.get("do", "")
        if not visit.runs or do not in ("name", "share", "withdraw"):
            raise PermissionDenied
        if do == "name":
            form = NightForm(request.POST)
        if not form.errors:
            with refusals_on(form):
                if do == "name":
                    describe_night(night.pk, **form.cleaned_data)
                elif do == "share":
                    open_link(night.club, night)
                elif close_link(night.club, night):
                    gone = _("The link is withdrawn. It shows nothing any more.")
                    messages.info(request, gone)
                at_link = "" if do == "name" else "#night-share"  # where its button was
                return redirect(reverse("night", args=[night.pk]) + at_link)
    own = Guest.objects.filter(game__night=night, phone=visit.phone, sent_away=False)
    may_see = None if visit.runs else set(own.values_list("game", flat=True))
    board = night_board(night, may_see=may_see, has_links=visit.runs)
    page = {"visit": visit, "club": night.club, "board": board, "form": form}
    page |= stream_facts(night.club, visit.phone)
    goes_on = visit.runs and is_tonight(night)
    page["may_have_tables"] = goes_on and not hasattr(night, "tournament")
    if visit.runs and (link := link_of(night.club, night)):
        page["share"] = whole_link(reachable_address(request), "shared", link.pk)
    # A game that was kept on paper says too little to be played again; and where several tables
    # play, their draws say what comes next.
    games = () if hasattr(night, "tournament") else board["games"]
    latest = next((game for game in games[::-1] if not game["totals_only"]), None)
    if latest and not latest["is_finished"] and latest["url"]:
        page["going_on"] = latest
    if latest and latest["is_finished"] and goes_on:
        game_visit = visit_of(visit.phone, latest["id"])
        page["next_game"] = next_game(game_visit) if game_visit else None
    template = "club/night.html#answer" if request.htmx else "club/night.html"
    return render(request, template, page, status=status_of(form))


@require_safe
def picture(request: HttpRequest, night_id: UUID, language: str) -> HttpResponseBase:
    """Draw a night's standings."""
    night = night_visit(request, night_id).night
    return picture_answer(request, language, lambda: night_picture(night_board(night)))
