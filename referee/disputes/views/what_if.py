"""Pages to change cards in a copy and to make that a correction."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ...access.games import Visit, check_place, get_visit_or_404, host_visit
from ...access.request import HttpRequest
from ...models import MAX_WORDS
from ...play.services.game_state import read_game_state
from ...play.services.refusals import Refused
from ...play.services.taps import SentTap
from ...play.views.form_values import typed_id, typed_number
from ...play.views.responses import answer, seat_or_404, unchanged
from ...wording.refusals import refusal_message
from ..pages.what_if import what_if_page, what_if_url
from ..services.correcting import correct_round
from ..services.what_if import MAX_CHANGES, parse_trial, read_written


@require_safe
def what_if(request: HttpRequest, game_id: UUID, number: int, place: int) -> HttpResponse:
    """Show a seat's cards in a copy of a round, and the effect of the changes in the address.

    A button that was pressed leads to the address with one change more, or one fewer.
    """
    visit = get_visit_or_404(request, game_id)
    taps, fault = _read(request.GET.getlist("w"), number)
    if "do" not in request.GET:
        same = None if fault else unchanged(request, visit)
        return same or _page(request, visit, number, place, taps, fault=fault)
    seat = seat_or_404(read_game_state(visit.game), number, place)
    if request.GET["do"] == "undo:":
        return redirect(what_if_url(seat, taps[:-1]))
    pressed = SentTap(typed_id(request.GET.get("tap", "")), number, place, request.GET["do"])
    try:
        if len(taps) >= MAX_CHANGES:
            raise Refused("too-many-changes", changes=MAX_CHANGES)
        parse_trial(pressed.do)
    except Refused as refused:
        message = refused.message
        return _page(request, visit, number, place, taps, fault=message)
    return redirect(what_if_url(seat, [*taps, pressed]))


@require_POST
def correct(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Make a trial a correction and leave the round open for the host."""
    host = host_visit(request, game_id)
    place = typed_number(request, "place")
    check_place(host, number, place)
    taps, fault = _read(request.POST.getlist("w"), number)
    if fault:
        return _page(request, host, number, place, taps, fault=fault)
    reason, seen = request.POST.get("reason", ""), typed_number(request, "seen")
    try:
        is_new = correct_round(game_id, number, host.sender, taps, reason=reason, seen_version=seen)
    except Refused as refused:
        message = refused.message
        return _page(request, host, number, place, taps, refusal=message)
    if is_new:
        text = _("Round %(number)s has your changes now, and is open. Look, then confirm it.")
    else:  # a second tap, or Back
        text = _("These changes were made already. Nothing was changed twice.")
    messages.info(request, text % {"number": number})
    return redirect("round", game_id, number)


def _read(written: Sequence[str], number: int) -> tuple[list[SentTap], str]:
    """Return the changes in an address, and what is wrong with them in words, or "".

    What cannot be read is left out, and so is what is too much.
    """
    taps, fault = [], ""
    for text in dict.fromkeys(written):
        try:
            taps.append(read_written(text, number))
        except Refused:
            fault = _("A part of this address cannot be read. It was left out.")
    if len(taps) > MAX_CHANGES:
        fault = refusal_message("too-many-changes", {"changes": MAX_CHANGES})
    return taps[:MAX_CHANGES], fault


def _page(
    request: HttpRequest,
    visit: Visit,
    number: int,
    place: int,
    taps: Sequence[SentTap],
    *,
    fault: str = "",
    refusal: str = "",
) -> HttpResponse:
    visit.game.refresh_from_db()
    table = read_game_state(visit.game)
    context = {
        "page": what_if_page(table, seat_or_404(table, number, place), taps),
        "place": place,
        "fault": fault,
        "refusal": refusal,
        "reason": request.POST.get("reason", ""),
        "most_words": MAX_WORDS,
    }
    status = 409 if refusal else 400 if fault else 200
    return answer(request, visit, "disputes/what_if.html", context, status=status)
