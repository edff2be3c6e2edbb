"""The page of a night, with its name and its share link."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from ...access.clubs import night_visit
from ...access.request import HttpRequest
from ...hosting.network import reachable_address
from ...models import Club, GameNight
from ...play.services.refusals import Refused
from ..pages.night import night_page
from ..paper_forms import WordsForm
from ..services.nights import describe_night, words_mark
from ..services.sharing import close_link, open_link
from .standings import evening


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
    form, refusal = NightForm(instance=night, initial={"seen": words_mark(night)}), ""
    if request.method == "POST":
        do = request.POST.get("do", "")
        if not visit.runs or do not in ("name", "share", "withdraw"):
            raise PermissionDenied
        if do == "name":
            form = NightForm(request.POST)
            if form.is_valid():
                try:
                    describe_night(night.pk, **form.cleaned_data)
                except Refused as refused:
                    refusal = refused.message
        elif do == "share":
            try:
                open_link(night.club, night)
            except Club.DoesNotExist:  # deleted by another phone just now
                raise Http404 from None
        elif close_link(night.club, night):
            messages.info(request, _("The link is withdrawn. It shows nothing any more."))
        if not form.errors and not refusal:
            return redirect("night", night.pk)
    page = night_page(visit, reachable_address(request)) | {"form": form, "refusal": refusal}
    page |= evening(night.club, visit.phone)
    template = "club/night.html#answer" if request.htmx else "club/night.html"
    status = 409 if refusal else 400 if form.errors else 200
    return render(request, template, page, status=status)
