"""Coming to a table: by its code, its link or its QR code."""

import json
import re
import time

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from ...access.games import mark_of, phone_of, phone_or_new, remember_phone, visit_of
from ...access.presence import is_host_away
from ...access.request import HttpRequest
from ...access.throttle import address_of
from ...models import Game
from ..pages.table import join_page
from ..services.game_state import read_game_state
from ..services.joining import LONGEST_CODE, come, game_with_code
from ..services.refusals import Refused
from .form_values import typed_number

FOLLOWED_SECONDS = 30 * 60
"""How long a page of seats follows who sits down; then it waits for somebody to look again."""
_STATUSES = {"too-many-codes": 429, "unknown-code": 404, "sent-away": 403, "sent-out": 403}


@require_safe
def ask(request: HttpRequest) -> HttpResponse:
    """Asks for a code; a whole link, copied from the host's phone, is understood as well."""
    typed = request.GET.get("code", "").strip()
    if typed:
        # The end of the link. Dots alone would be no part of an address but a way up from it.
        code = typed.rstrip("/").rpartition("/")[2].strip(" .")
        return redirect("join-code", code[:LONGEST_CODE] or "-")
    return ask_for_code(request)


@require_http_methods(["GET", "HEAD", "POST"])
def join_by_code(request: HttpRequest, code: str) -> HttpResponse:
    """The seats of the game with that code; takes a free one, asks the host for one that is taken,
    or watches. An open page asks every two seconds for the part that changes."""
    phone = phone_or_new(request)
    try:
        game = game_with_code(code, phone, address_of(request))
    except Refused as refused:
        if refused.code == "code-of-hall":
            return redirect("tournament-enter", code)
        if request.htmx and "seconds" in refused.facts:
            return HttpResponse(status=204)  # it asks again: other phones have typed wrong codes
        return ask_for_code(request, code, refused)
    if request.method != "POST":
        return _choose(request, game)
    place, asks_for = (
        typed_number(request, name) if request.POST.get(name) else None for name in ("seat", "asks")
    )
    try:
        come(game, phone, place, address_of(request), asks_for=asks_for)
    except Refused as refused:
        return _choose(request, game, refused.message)
    response = redirect("game", game.pk)
    remember_phone(request, response, phone)
    return response


def ask_for_code(
    request: HttpRequest, code: str = "", refused: Refused | None = None
) -> HttpResponse:
    context = {"code": code, "refusal": refused.message if refused else ""}
    if request.htmx:  # the code is the game's no longer: the page stops asking
        return render(request, "play/join_seat.html#ended", context)
    status = _STATUSES[refused.code] if refused else 200
    response = render(request, "play/join.html", context, status=status)
    if refused and "seconds" in refused.facts:
        response.headers["Retry-After"] = str(refused.facts["seconds"])
    return response


def _choose(request: HttpRequest, game: Game, refusal: str = "") -> HttpResponse:
    phone, now = phone_of(request), int(time.time())
    asked = request.GET.get("since", "")
    since = int(asked) if re.fullmatch("[0-9]{1,10}", asked) else now
    is_followed = now - since < FOLLOWED_SECONDS
    # Whatever changes at a table changes the game's version, but for who is there.
    away = is_host_away(game)
    tag = f'"{game.version}-{is_followed:d}-{away:d}-{mark_of(phone)}-{get_language()}"'
    if request.htmx and request.headers.get("If-None-Match") == tag:
        return HttpResponse(status=304)
    if request.htmx and game.state == Game.State.FINISHED:
        return HttpResponseClientRefresh()  # to the result
    page = join_page(read_game_state(game), visit_of(phone, game.pk), phone)
    context = {
        "page": page,
        "host_is_away": away,
        "refusal": refusal,
        "since": since,
        "is_followed": is_followed,
        "if_none_match": json.dumps({"If-None-Match": tag}),
    }
    name = f"play/join_seat.html{'#who' if request.htmx else ''}"
    return render(request, name, context, status=409 if refusal else 200)
