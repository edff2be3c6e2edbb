"""Pages to change cards in a copy and to make that a correction."""

from collections.abc import Sequence
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ...access.games import Role, Visit, check_place, check_round, get_visit_or_404, host_visit
from ...access.request import HttpRequest
from ...models import MAX_WORDS
from ...play.services.game_state import read_game_state
from ...play.services.joining import others_are_there
from ...play.services.refusals import Refused
from ...play.services.taps import SentTap
from ...play.views.form_values import typed_id, typed_number
from ...play.views.responses import answer, seat_or_404, unchanged
from ...wording.refusals import refusal_message
from ..pages.proposals import host_name, shown_proposal
from ..pages.what_if import what_if_page, what_if_url
from ..services.correcting import correct_round
from ..services.proposals import decline, forget, proposals_of, propose, tried_on
from ..services.what_if import MAX_CHANGES, parse_trial, read_written


@require_safe
def what_if(request: HttpRequest, game_id: UUID, number: int, place: int) -> HttpResponse:
    """Show a seat's cards in a copy of a round, and the effect of the changes in the address.

    They are tried on the round as it lay when the address was made; without its number, as it lies
    now. A button that was pressed leads to the address with one change more, or one fewer.
    """
    visit = get_visit_or_404(request, game_id)
    check_round(number)
    taps, fault = _read(request.GET.getlist("w"), number)
    if "do" not in request.GET:
        same = None if fault else unchanged(request, visit)
        return same or _page(request, visit, number, place, taps, fault=fault)
    table = read_game_state(visit.game)
    seat = seat_or_404(tried_on(table, number, _tried_at(request, visit)), number, place)
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
        text = _("The changes are made. Look, then confirm round %(number)s.")
    else:  # a second tap, or Back
        text = _("These changes were made already. Nothing was changed twice.")
    messages.info(request, text % {"number": number})
    return redirect("round", game_id, number)


@require_POST
def send(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Send a trial to the host as a proposal."""
    visit = get_visit_or_404(request, game_id)
    if visit.role is not Role.PLAYER or visit.seat_id is None:
        raise PermissionDenied
    place = typed_number(request, "place")
    check_place(visit, number, place)
    taps, fault = _read(request.POST.getlist("w"), number)
    if fault:
        return _page(request, visit, number, place, taps, fault=fault)
    proposal_id, version = typed_id(request.POST.get("proposal", "")), typed_number(request, "at")
    by = visit.seat_id
    try:
        made = propose(game_id, proposal_id, number, place, taps, version=version, by=by)
    except Refused as refused:
        return _page(request, visit, number, place, taps, refusal=refused.message)
    visit.game.refresh_from_db()
    return redirect(f"{shown_proposal(read_game_state(visit.game), made, visit)['url']}#correct")


@require_POST
def answer_proposal(request: HttpRequest, game_id: UUID, proposal_id: UUID) -> HttpResponse:
    """Decline a proposal, as the host; forget it, as who has made it."""
    visit = get_visit_or_404(request, game_id)
    row = proposals_of(visit.game).filter(pk=proposal_id).first()
    may_forget = row is not None and visit.holds(row.by.place if row.by else 0)
    if may_forget:
        forget(game_id, proposal_id)
    elif visit.is_host:
        decline(game_id, proposal_id)
    elif row is not None or visit.role is Role.WATCHER:
        raise PermissionDenied
    return redirect("game", game_id)


def _tried_at(request: HttpRequest, visit: Visit) -> int:
    """The event number of the game in the address of a trial, or that of the page that was posted;
    the present one where there is none."""
    text = request.GET.get("at", "") or request.POST.get("at", "")
    if text.isascii() and text.isdigit() and len(text) < 10:
        return min(int(text), visit.game.version)
    return visit.game.version


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
    now = read_game_state(visit.game)
    table = tried_on(now, number, _tried_at(request, visit))
    seat = seat_or_404(now, number, place)
    page = what_if_page(table, seat_or_404(table, number, place), taps)
    proposals = proposals_of(visit.game).filter(round=seat.round.row, changes=page["actions"])
    proposed = (proposals if visit.is_host else proposals.filter(by=visit.seat_id)).last()
    context = {
        "page": page,
        "lying": now,
        "place": place,
        "fault": fault,
        "refusal": refusal,
        "reason": request.POST.get("reason", ""),
        "most_words": MAX_WORDS,
        # Where the round lies otherwise by now.
        "tried_now": what_if_url(seat, taps) if table is not now else "",
        "asks_reason": visit.is_host and seat.round.is_confirmed and others_are_there(visit.game),
        "proposal": shown_proposal(now, proposed, visit) if proposed else None,
        "proposal_id": uuid4(),
        "host": "" if visit.is_host else host_name(now),
    }
    status = 409 if refusal else 400 if fault else 200
    return answer(request, visit, "disputes/what_if.html", context, status=status)
