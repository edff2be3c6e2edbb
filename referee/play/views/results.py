"""The end of a game: Roll's tokens, and the final table."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from ...access.games import host_visit, visit
from ...models import Game
from ..forms import TokensForm
from ..pages.common import seat_names
from ..pages.results import final_page
from ..pages.suggestions import next_game
from ..pages.tableaus import where_it_stands
from ..services.confirming import enter_tokens
from ..services.game_state import read_game_state
from ..services.refusals import Refused
from .responses import answer, unchanged


@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Roll: the unused tokens, after which the game is finished."""
    game = host_visit(request, game_id).game
    table = read_game_state(game)
    if table.current_round is not None or not table.setting.rules.tokens:
        return redirect("game", game.pk)
    seats = [
        (seat.place, name, seat.tokens_left)
        for seat, name in zip(table.seats, seat_names(table), strict=True)
    ]
    form = TokensForm(seats, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            enter_tokens(game.pk, form.tokens())
        except Refused:  # a round was opened again meanwhile
            return redirect("game", game.pk)
        return redirect("result", game.pk)
    context = {"form": form, "table": table}
    return render(request, "play/tokens.html", context, status=400 if form.errors else 200)


@require_safe
def final(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The final table, the game's end explained, and who has won."""
    guest = visit(request, game_id)
    if same := unchanged(request, guest):
        return same
    table = read_game_state(guest.game)
    if guest.game.state != Game.State.FINISHED:
        return redirect(where_it_stands(table, guest))
    context = {"page": final_page(table), "next": next_game(guest)}
    return answer(request, guest, "play/result.html", context)
