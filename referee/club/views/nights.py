"""The history of a club."""

import datetime
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_safe

from ...access.clubs import club_visit
from ..pages.nights import nights_page


@require_safe
def nights(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show a club's nights, newest first, or those before or after a date."""
    club = club_visit(request, club_id).club
    page = nights_page(club, before=_date(request, "before"), after=_date(request, "after"))
    return render(request, "club/nights.html", page)


def _date(request: HttpRequest, name: str) -> datetime.date | None:
    """Return the date in the address, or None."""
    try:
        return parse_date(request.GET.get(name, ""))
    except ValueError:  # written like a day, as the thirtieth of February
        return None
