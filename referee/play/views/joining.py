"""Coming to a table: by its code, its link or its QR code."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from ...access.games import phone_of, phone_or_new, remember_phone, visit_of
from ...access.throttle import address_of
from ...models import Game
from ..pages.table import join_page
from ..services.game_state import read_game_state
from ..services.joining import LONGEST_CODE, come, game_with_code
from ..services.refusals import Refused
from .form_values import typed_number

_STATUSES = {"too-many-codes": 429, "unknown-code": 404, "sent-away": 403}


@require_safe
def ask(request: HttpRequest) -> HttpResponse:
    """Asks for a code; a whole link, copied from the host's phone, is understood as well."""
    typed = request.GET.get("code", "").strip()
    if typed:
        # The end of the link. Dots alone would be no part of an address but a way up from it.
        code = typed.rstrip("/").rpartition("/")[2].strip(" .")
        return redirect("join-code", code[:LONGEST_CODE] or "-")
    return _ask(request)


@require_http_methods(["GET", "HEAD", "POST"])
def join_by_code(request: HttpRequest, code: str) -> HttpResponse:
    """The free seats of the game with that code; takes one, or watches."""
    phone = phone_or_new(request)
    try:
        game = game_with_code(code, phone, address_of(request))
    except Refused as refused:
        return _ask(request, code, refused)
    if request.method != "POST":
        return _choose(request, game)
    place = typed_number(request, "seat") if request.POST.get("seat") else None
    try:
        come(game, phone, place, address_of(request))
    except Refused as refused:
        return _choose(request, game, refused.message)
    response = redirect("game", game.pk)
    remember_phone(request, response, phone)
    return response


def _ask(request: HttpRequest, code: str = "", refused: Refused | None = None) -> HttpResponse:
    context = {"code": code, "refusal": refused.message if refused else ""}
    status = _STATUSES[refused.code] if refused else 200
    response = render(request, "play/join.html", context, status=status)
    if refused and "seconds" in refused.facts:
        response.headers["Retry-After"] = str(refused.facts["seconds"])
    return response


def _choose(request: HttpRequest, game: Game, refusal: str = "") -> HttpResponse:
    phone = phone_of(request)
    page = join_page(read_game_state(game), visit_of(phone, game.pk), phone)
    context = {"page": page, "refusal": refusal}
    return render(request, "play/join_seat.html", context, status=409 if refusal else 200)
