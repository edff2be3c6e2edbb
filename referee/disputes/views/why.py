"""Every point of one player explained."""

from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from ...access.games import get_visit_or_404
from ...access.request import HttpRequest
from ...play.services.game_state import read_game_state
from ...play.views.responses import answer, seat_or_404, unchanged
from ..pages.why import why_page


@require_safe
def why(request: HttpRequest, game_id: UUID, place: int) -> HttpResponse:
    """Explain the points of the seat at a place."""
    visit = get_visit_or_404(request, game_id)
    if same := unchanged(request, visit):
        return same
    table = read_game_state(visit.game)
    page = why_page(table, seat_or_404(table, 1, place).place, visit)
    return answer(request, visit, "disputes/why.html", {"page": page})
