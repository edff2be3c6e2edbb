"""Coming to a table: by its code, its link or its QR code."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from ...access.games import phone_of, phone_or_new, remember_phone, visit_of
from ...access.throttle import EVERYBODY, Throttle, address_of
from ...models import Game, Guest
from ..pages.table import join_page
from ..services.game_state import read_game_state
from ..services.joining import game_of_code, join
from ..services.refusals import Refused
from .form_values import typed_number

WRONG_CODES = Throttle("wrong-codes", most=10, seconds=60)
"""Right codes are not counted: a whole table joins from behind one address."""
ALL_WRONG_CODES = Throttle("all-wrong-codes", most=600, seconds=60)
"""Somebody guesses from many addresses. Each then has one wrong code, so that whoever types a right
one still gets in."""
A_WRONG_CODE = Throttle("a-wrong-code", most=1, seconds=60)
NEW_WATCHERS = Throttle("new-watchers", most=20, seconds=3600)
"""At one game, from one address."""
_STATUSES = {"too-many-codes": 429, "unknown-code": 404, "sent-away": 403}
LONGEST_CODE = 40  # letters of what is no code: it is shown again, so that it can be mended


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
        game = game_with_code(request, code, phone)
    except Refused as refused:
        return _ask(request, code, refused)
    if request.method != "POST":
        return _choose(request, game)
    place = typed_number(request, "seat") if request.POST.get("seat") else None
    try:
        come(request, game, phone, place)
    except Refused as refused:
        return _choose(request, game, refused.message)
    response = redirect("game", game.pk)
    remember_phone(request, response, phone)
    return response


def game_with_code(request: HttpRequest, code: str, phone: str) -> Game:
    """The game with a code, for a phone that may come; wrong codes are counted.

    Raises:
        Refused: ``too-many-codes``, with the ``seconds`` to wait; ``unknown-code``; ``sent-away``.
    """
    address = address_of(request)
    seconds = WRONG_CODES.seconds_to_wait(address)
    if not seconds and ALL_WRONG_CODES.seconds_to_wait(EVERYBODY):
        seconds = A_WRONG_CODE.seconds_to_wait(address)
    if seconds:
        raise Refused("too-many-codes", seconds=seconds)
    try:
        game = game_of_code(code)
    except Refused:
        WRONG_CODES.count(address)
        A_WRONG_CODE.count(address)
        ALL_WRONG_CODES.count(EVERYBODY)
        raise
    if Guest.objects.filter(game=game, phone=phone, sent_away=True).exists():
        raise Refused("sent-away")
    return game


def come(request: HttpRequest, game: Game, phone: str, place: int | None) -> None:
    """Let a phone in, to a seat (from 1) or to watch; watchers from one address are counted.

    Raises:
        Refused: ``too-many-watchers``, ``game-over``, and what :func:`join` is refused with.
    """
    is_new_watcher = place is None and visit_of(phone, game.pk) is None
    watchers = f"{game.pk}:{address_of(request)}"
    if is_new_watcher and NEW_WATCHERS.seconds_to_wait(watchers):
        raise Refused("too-many-watchers")
    if place is not None and game.state == Game.State.FINISHED:
        raise Refused("game-over")
    join(game.pk, phone, place)
    if is_new_watcher:
        NEW_WATCHERS.count(watchers)


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
