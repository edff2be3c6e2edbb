"""Entering a tableau: the page, the taps on it, and the player's word that it is right."""

from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from ..access import Visit, entering_visit, visit
from ..models import Seat
from ..pages.entry import entry_page
from ..services.batches import Asked, take_batch
from ..services.readiness import say_ready
from ..services.reading import read_table
from ..services.refusals import Refused
from ..services.tapping import Sender
from ..wording.refusals import refusal_message
from .answers import answer, unchanged
from .typed import typed_number


@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, game_id: UUID, number: int, place: int) -> HttpResponse:
    """A seat's tableau in one round; every button of the page posts here.

    Pages with a script send their taps to the interface instead, see ``api.taps``.
    """
    if request.method != "POST":
        return _page(request, visit(request, game_id), number, place)
    posted = _asked(request, number, place)
    guest = entering_visit(request, game_id, posted.seat)
    _check_place(guest, number, place)
    _check_place(guest, number, posted.seat)
    sender = Sender(guest.phone, guest.seat.pk if guest.seat else None)
    receipt = take_batch(guest.game.pk, sender, [posted], guest.may_enter)
    if refused := receipt.refused.get(posted.id):
        message = refusal_message(refused.code, refused.facts)
        return _page(request, guest, number, place, message)
    if receipt.late:
        return _page(request, guest, number, place, refusal_message("late", {"round": number}))
    return redirect("entry", game_id, number, place)


@require_POST
def ready(request: HttpRequest, game_id: UUID, number: int, place: int) -> HttpResponse:
    """A player says of a tableau "that's mine, and right", or takes that back."""
    guest = entering_visit(request, game_id, place)
    _check_place(guest, number, place)
    is_ready = request.POST.get("ready") == "1"
    try:
        say_ready(guest.game.pk, number, place, ready=is_ready)
    except Refused as refused:
        return _page(request, guest, number, place, refusal_message(refused.code, refused.facts))
    return redirect(
        "round" if is_ready else "entry", game_id, number, *([] if is_ready else [place])
    )


def _asked(request: HttpRequest, number: int, place: int) -> Asked:
    """The tap of a form: the pressed button's, or a claim in the uramaki race."""
    do = request.POST.get("do", "")
    if "icons" in request.POST:
        moment = request.POST.get("when", "")
        icons = typed_number(request, "icons")
        do = f"claim:{icons}:{moment}" if "-" in moment else f"claim:{icons}"
    seat = typed_number(request, "seat") if "seat" in request.POST else place
    return Asked(_id(request.POST.get("tap", "")), number, seat, do)


def _check_place(guest: Visit, number: int, place: int) -> None:
    if number not in (1, 2, 3) or not Seat.objects.filter(game=guest.game, place=place).exists():
        raise Http404


def _page(
    request: HttpRequest, guest: Visit, number: int, place: int, refusal: str = ""
) -> HttpResponse:
    _check_place(guest, number, place)
    if same := unchanged(request, guest):
        return same
    guest.game.refresh_from_db()
    table = read_table(guest.game)
    seat = next(index for index, seat in enumerate(table.seats) if seat.place == place)
    context = {
        "page": entry_page(table, number, seat, guest),
        "refusal": refusal,
        "place": place,
        "icons": request.POST.get("icons", "") if refusal else "",
        "claimant": request.POST.get("seat", "") if refusal else "",
    }
    return answer(request, guest, "referee/entry.html", context, status=409 if refusal else 200)


def _id(text: str) -> UUID:
    """The id that a page made; one that cannot be read is no other tap's."""
    try:
        return UUID(text)
    except ValueError:
        return uuid4()
