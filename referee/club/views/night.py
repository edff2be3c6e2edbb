"""The page of a night, with its name and its share link."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from sushiscore.network import reachable_address

from ...access.clubs import NightVisit, night_visit
from ...models import Club, GameNight
from ..night_form import NightForm
from ..pages.night import night_page
from ..services.nights import describe_night
from ..services.sharing import close_link, open_link


@require_http_methods(["GET", "HEAD", "POST"])
def night(request: HttpRequest, night_id: UUID) -> HttpResponse:
    """Show a night's standings and games. Phones that run the club can name and share it."""
    visit = night_visit(request, night_id)
    if request.method == "POST":
        return _change(request, visit)
    return _page(request, visit, _form(visit))


def _form(visit: NightVisit) -> NightForm:
    night = visit.night
    return NightForm(initial={"name": night.name, "location": night.location})


def _page(request: HttpRequest, visit: NightVisit, form: NightForm) -> HttpResponse:
    page = night_page(visit, reachable_address(request)) | {"form": form}
    return render(request, "club/night.html", page, status=400 if form.errors else 200)


def _change(request: HttpRequest, visit: NightVisit) -> HttpResponse:
    do = request.POST.get("do", "")
    if not visit.runs or do not in ("name", "share", "withdraw"):
        raise PermissionDenied
    night = visit.night
    if do == "name":
        form = NightForm(request.POST)
        if not form.is_valid():
            return _page(request, visit, form)
        describe_night(night.pk, form.cleaned_data["name"], form.cleaned_data["location"])
    elif do == "share":
        _share(night)
    elif close_link(night.club, night):
        messages.info(request, _("The link is withdrawn. It shows nothing any more."))
    return redirect("night", night.pk)


def _share(night: GameNight) -> None:
    try:
        open_link(night.club, night)
    except Club.DoesNotExist:  # deleted by another phone just now
        raise Http404 from None
