"""Entering a tableau: the page, and the taps on it."""

from dataclasses import replace
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from ..access import own_game, phone_of
from ..models import Game, Seat
from ..pages.entry import entry_page
from ..services import claims as claiming
from ..services import entering
from ..services.reading import read_table
from ..services.refusals import Refused
from ..services.tapping import Where
from ..wording.refusals import refusal_message
from .typed import typed_number


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, game_id: UUID, number: int, place: int) -> HttpResponse:
    """A seat's tableau in one round; every button of the page posts here.

    Never cached: the id of the next tap stands on the page, and with the browser's Back an id that
    has been sent would come again, so that the next tap was taken for the last one.
    """
    game = own_game(request, game_id)
    if request.method != "POST":
        return _page(request, game, number, place)
    where = Where(game.pk, number, place, phone_of(request))
    _check_place(game, number, place)
    try:
        _tap(where, request)
    except Refused as refused:
        return _page(request, game, number, place, refusal_message(refused.code, refused.facts))
    return _answer(request, game, number, place)


@require_POST
def claims(request: HttpRequest, game_id: UUID, number: int, place: int) -> HttpResponse:
    """Enters or withdraws a claim in the uramaki race."""
    game = own_game(request, game_id)
    _check_place(game, number, place)
    try:
        _claim(Where(game.pk, number, place, phone_of(request)), request)
    except Refused as refused:
        return _page(request, game, number, place, refusal_message(refused.code, refused.facts))
    return _answer(request, game, number, place)


def _claim(where: Where, request: HttpRequest) -> None:
    tap = _id(request.POST.get("tap", ""))
    withdrawn = request.POST.get("withdraw")
    if withdrawn:
        claiming.withdraw_claim(where, tap, _id(withdrawn))
        return
    if "seat" in request.POST:
        where = replace(where, seat=typed_number(request, "seat"))
        _check_seat(where.game, where.seat)
    relation, _dash, turn = request.POST.get("when", "").partition("-")
    turn_number = int(turn) if turn in ("1", "2", "3", "4", "5", "6", "7", "8", "9") else None
    claiming.claim_icons(
        where,
        tap,
        typed_number(request, "icons"),
        with_turn=turn_number if relation == "with" else None,
        before_turn=turn_number if relation == "before" else None,
    )


def _check_place(game: Game, number: int, place: int) -> None:
    if number not in (1, 2, 3):
        raise Http404
    _check_seat(game.pk, place)


def _check_seat(game_id: UUID, place: int) -> None:
    if not Seat.objects.filter(game=game_id, place=place).exists():
        raise Http404


def _answer(request: HttpRequest, game: Game, number: int, place: int) -> HttpResponse:
    """The changed part of the page for htmx; for a plain form the page anew."""
    if request.headers.get("HX-Request"):
        return _page(request, game, number, place)
    return redirect("entry", game.pk, number, place)


def _page(
    request: HttpRequest, game: Game, number: int, place: int, refusal: str = ""
) -> HttpResponse:
    _check_place(game, number, place)
    table = read_table(Game.objects.get(pk=game.pk))
    seat = next(index for index, seat in enumerate(table.seats) if seat.place == place)
    template = "referee/entry.html"
    if request.headers.get("HX-Request"):
        template += "#board"
    context = {
        "page": entry_page(table, number, seat),
        "refusal": refusal,
        "place": place,
        "icons": request.POST.get("icons", "") if refusal else "",
        "claimant": request.POST.get("seat", "") if refusal else "",
    }
    return render(request, template, context, status=409 if refusal else 200)


def _tap(where: Where, request: HttpRequest) -> None:
    """What the pressed button says: ``add:maki-3``, ``take:<entry>``, ``undo:`` …"""
    tap = _id(request.POST.get("tap", ""))
    verb, _colon, what = request.POST.get("do", "").partition(":")
    if verb == "add" and what == "flipped":
        entering.add_card(where, tap, "")
    elif verb == "add" and what:
        entering.add_card(where, tap, what)
    elif verb == "copy":
        entering.add_card(where, tap, what, copy=True)
    elif verb == "take":
        entering.take_away(where, tap, _id(what))
    elif verb == "flip":
        entering.flip(where, tap, _id(what))
    elif verb in ("on", "off"):
        entering.move(where, tap, _id(what), on_wasabi=verb == "on")
    elif verb == "undo":
        entering.undo(where, tap)
    else:
        raise Refused("not-understood")


def _id(text: str) -> UUID:
    """An id that a page made; one that cannot be read is of nothing that exists."""
    try:
        return UUID(text)
    except ValueError:
        return uuid4()
