"""The result of a round; confirming it and opening it again."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from ..access import own_game
from ..models import Game
from ..pages.results import round_page
from ..services.confirming import confirm_round, reopen_round
from ..services.reading import read_table
from ..services.refusals import Refused
from ..wording.refusals import refusal_message
from .typed import typed_number


@never_cache  # after Back, the page shows the round as it is then
@require_safe
def round_result(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Everybody's points in a round, each line explained."""
    game = own_game(request, game_id)
    return _page(request, game, number)


@require_POST
def confirm(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Freezes the round and goes on to the next; asks first where somebody's cards are missing."""
    game = own_game(request, game_id)
    _check(number)
    seen, sure = typed_number(request, "seen"), request.POST.get("sure") == "1"
    try:
        is_new = confirm_round(game.pk, number, seen_version=seen, may_be_empty=sure)
    except Refused as refused:
        if refused.code == "seats-empty":
            return _page(request, game, number, asks=True)
        return _page(request, game, number, refusal_message(refused.code, refused.facts))
    if is_new:
        # To be heard; to be seen, the belt of the next page moves on.
        message = _("Round %(number)s is confirmed.")
        messages.success(request, message % {"number": number}, extra_tags="round-over")
    else:  # a second tap, Back, or a page that has been open for long
        message = _("Round %(number)s is confirmed already. Nothing was counted twice.")
        messages.info(request, message % {"number": number})
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


def _page(
    request: HttpRequest, game: Game, number: int, refusal: str = "", *, asks: bool = False
) -> HttpResponse:
    _check(number)
    page = round_page(read_table(Game.objects.get(pk=game.pk)), number)
    context = {"page": page, "refusal": refusal, "asks": asks}
    return render(request, "referee/round.html", context, status=409 if refusal or asks else 200)
