"""The result of a round; confirming it and opening it again."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ..access import own_game
from ..models import Game
from ..pages.results import round_page
from ..services.confirming import confirm_round, reopen_round
from ..services.reading import read_table
from ..services.refusals import Refused
from ..wording.refusals import refusal_message
from .typed import typed_number


@require_safe
def round_result(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Everybody's points in a round, each line explained."""
    game = own_game(request, game_id)
    return _page(request, game, number)


@require_POST
def confirm(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Freezes the round and goes on to the next."""
    game = own_game(request, game_id)
    _check(number)
    try:
        confirm_round(game.pk, number, seen_version=typed_number(request, "seen"))
    except Refused as refused:
        return _page(request, game, number, refusal_message(refused.code, refused.facts))
    return redirect("game", game.pk)


@require_POST
def reopen(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Opens a confirmed round for a correction."""
    game = own_game(request, game_id)
    _check(number)
    reopen_round(game.pk, number)
    message = _("Round %(number)s is open again. Correct it, then confirm it.")
    messages.info(request, message % {"number": number})
    return redirect("round", game.pk, number)


def _check(number: int) -> None:
    if number not in (1, 2, 3):
        raise Http404


def _page(request: HttpRequest, game: Game, number: int, refusal: str = "") -> HttpResponse:
    _check(number)
    page = round_page(read_table(Game.objects.get(pk=game.pk)), number)
    context = {"page": page, "refusal": refusal}
    return render(request, "referee/round.html", context, status=409 if refusal else 200)
