"""The records and habits of a club."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ...access.clubs import club_visit
from ..pages.records import records_page


@require_safe
def records(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show the highest games and rounds, remarkable wins, and habits."""
    page = records_page(club_visit(request, club_id).club)
    return render(request, "club/records.html", page)
