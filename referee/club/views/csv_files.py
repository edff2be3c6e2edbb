"""Standings and games for spreadsheets."""

from uuid import UUID

from django.http import Http404, HttpRequest
from django.views.decorators.http import require_safe

from ...access.clubs import club_visit
from ..pages.csv_files import games_table, standings_table, written
from .downloads import Download, file_name

_TYPE = "text/csv; charset=utf-8"


@require_safe
def standings(request: HttpRequest, club_id: UUID) -> Download:
    """Download the standings of the page with the same query."""
    club = club_visit(request, club_id).club
    table = standings_table(club, request.GET)
    if table is None:
        raise Http404
    return Download(written(table), file_name(club.name, "standings.csv"), _TYPE)


@require_safe
def games(request: HttpRequest, club_id: UUID) -> Download:
    """Download every finished game, one row a player."""
    club = club_visit(request, club_id).club
    return Download(written(games_table(club)), file_name(club.name, "games.csv"), _TYPE)
