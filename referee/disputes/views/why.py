"""Every point of one player explained."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ...access.games import visit
from ...models import Seat
from ...play.services.game_state import read_table
from ...play.views.responses import answer, unchanged
from ..pages.why import why_page


@require_safe
def why(request: HttpRequest, game_id: UUID, place: int) -> HttpResponse:
    """Explain the points of the seat at a place (from 1)."""
    guest = visit(request, game_id)
    if not Seat.objects.filter(game=guest.game, place=place).exists():
        raise Http404
    if same := unchanged(request, guest):
        return same
    table = read_table(guest.game)
    seat = next(index for index, seat in enumerate(table.seats) if seat.place == place)
    return answer(request, guest, "disputes/why.html", {"page": why_page(table, seat)})
