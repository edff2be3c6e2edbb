"""What to do at the table before a round."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ...access.games import visit
from ..pages.setup_card import setup_page
from ..services.game_state import read_table


@require_safe
def setup_card(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """The setup card of a round."""
    table = read_table(visit(request, game_id).game)
    try:
        page = setup_page(table, number)
    except ValueError:
        raise Http404 from None
    return render(request, "rules/setup_card.html", {"page": page})
