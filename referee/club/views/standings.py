"""The standings of a club."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ...access.clubs import club_visit
from ...access.games import phone_of
from ...play.services.clubs import current_club
from ..pages.standings import club_standings
from ..services import imports


@require_safe
def club(request: HttpRequest) -> HttpResponse:
    """To the standings of the club that this phone runs, or to what becomes of a file that it sent;
    says so where it runs none."""
    phone = phone_of(request)
    if one := imports.untold(phone):
        return redirect("club-importing", one.id)
    current = current_club(phone)
    if current is None:
        return render(request, "club/club_none.html")
    return redirect("standings", current.pk)


@require_safe
def standings(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show the standings of all games, or of those that the address selects."""
    visit = club_visit(request, club_id)
    page = club_standings(visit.club, request.GET)
    status = 400 if page["filter"].errors else 200
    return render(request, "club/standings.html", page, status=status)
