"""A game's own address, which leads to where the game stands; throwing a game away."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ...access.games import host_visit, visit
from ...wording.names import ruleset_name
from ..pages.common import seat_names
from ..pages.tableaus import where_it_stands
from ..services.game_state import read_game_state
from ..services.games import delete_game


@require_safe
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """To the next tableau, the round's result, the tokens or the final result."""
    guest = visit(request, game_id)
    return redirect(where_it_stands(read_game_state(guest.game), guest))


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Asks once, then throws the game away with everything in it."""
    game = host_visit(request, game_id).game
    if request.method == "POST":
        delete_game(game.pk)
        messages.info(request, _("The game is deleted."))
        return redirect("home")
    context = {
        "game": game,
        "name": ruleset_name(game.ruleset),
        "players": seat_names(read_game_state(game)),
    }
    return render(request, "play/delete.html", context)
