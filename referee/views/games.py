"""A game's own address: it leads to where the game stands."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from ..access import own_game
from ..pages.where import where_it_stands
from ..services.reading import read_table


@require_safe
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """To the next tableau, the round's result, the tokens or the final result."""
    return redirect(where_it_stands(read_table(own_game(request, game_id))))
