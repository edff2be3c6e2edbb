"""Pages to dispute a number and see which mistakes lead to it."""

import re
from contextlib import suppress
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from ...access.games import Visit, get_visit_or_404, playing_visit
from ...access.request import HttpRequest
from ...models import Dispute
from ...play.services.game_state import read_game_state
from ...play.services.refusals import Refused
from ...play.views.form_values import typed_id
from ...play.views.responses import answer, unchanged
from ...rules.mistakes import ClaimScope
from ..diagnosing import DiagnosisUnavailableError
from ..pages.disputes import dispute_page, disputes_page, explain
from ..services.disputes import (
    Claimed,
    ask_host,
    dispute,
    may_end,
    tell_again,
    withdraw_dispute,
)

_WHAT = re.compile(r"([0-4])(?::([a-z-]{1,30}))?", re.ASCII)
_NUMBER = re.compile(r"[+\-\N{MINUS SIGN}\N{EN DASH}]?\s?[0-9]{1,60}", re.ASCII)
_FIELDS = {"nobody-sits": "seat", "nothing-there": "what"}
"""Which field of the form a refusal is about; the number, for those that are not here."""


@require_http_methods(["GET", "HEAD", "POST"])
def disputes(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the form and the disputed numbers."""
    if request.method == "POST":
        return _ask(request, playing_visit(request, game_id))
    visit = get_visit_or_404(request, game_id)
    if same := unchanged(request, visit):
        return same
    given = request.GET
    part, type_ = given.get("part", ""), given.get("type", "")
    what = given.get("what", f"{part}:{type_}" if type_ else part)
    chosen = {"seat": given.get("seat", ""), "what": what}
    if not chosen["seat"] and visit.seat:
        chosen["seat"] = str(visit.seat.place)
    return _page(request, visit, chosen)


def _page(
    request: HttpRequest,
    visit: Visit,
    typed: dict[str, str],
    refused: Refused | None = None,
    notice: str = "",
) -> HttpResponse:
    visit.game.refresh_from_db()
    page = disputes_page(read_game_state(visit.game), typed["seat"])
    context = {
        "page": page,
        "typed": typed,
        "fault": refused.message if refused else "",
        "wrong": _FIELDS.get(refused.code, "number") if refused else "",
        "told": notice,
        "dispute_id": uuid4(),
    }
    part, _colon, type_ = typed["what"].partition(":")
    query = urlencode({"seat": typed["seat"], "part": part, "type": type_})
    return answer(
        request,
        visit,
        "disputes/disputes.html",
        context,
        status=400 if refused else 200,
        address=f"{reverse('dispute', args=[visit.game.pk])}?{query}",
    )


def _ask(request: HttpRequest, visit: Visit) -> HttpResponse:
    typed = {field: request.POST.get(field, "").strip() for field in ("seat", "what", "number")}
    if "minus" in request.POST and typed["number"][:1].isdigit():
        typed["number"] = f"-{typed['number']}"
    by = visit.seat_id
    try:
        claimed = _read(typed)
        try:
            made = dispute(visit.game.pk, typed_id(request.POST.get("dispute", "")), claimed, by=by)
        except Refused as refused:
            if refused.code != "id-used":
                raise
            # A form that was sent before and says something else by now, as after Back.
            made = dispute(visit.game.pk, uuid4(), claimed, by=by)
    except Refused as refused:
        return _page(request, visit, typed, refused)
    if made is None:
        notice = Refused("number-right", number=typed["number"]).message
        return _page(request, visit, typed, notice=notice)
    try:
        explain(made, may_wait=False)
    except DiagnosisUnavailableError:
        # Every phone has heard of it, and looks again once it is known which line is likely wrong.
        with suppress(DiagnosisUnavailableError):
            explain(made)
            tell_again(visit.game.pk)
    response = redirect("dispute-one", visit.game.pk, made.pk)
    return HttpResponseClientRedirect(response.url) if request.htmx else response


def _read(typed: dict[str, str]) -> Claimed:
    """What somebody claims.

    Raises:
        Refused: ``number-missing``, ``no-number``, ``nobody-sits``, ``nothing-there``.
    """
    what = _WHAT.fullmatch(typed["what"])
    if what is None:
        raise Refused("nothing-there")
    if not (typed["seat"].isascii() and typed["seat"].isdigit() and len(typed["seat"]) < 3):
        raise Refused("nobody-sits")
    if not typed["number"]:
        raise Refused("number-missing")
    if not _NUMBER.fullmatch(typed["number"]):
        raise Refused("no-number", typed=typed["number"][:20])
    number = typed["number"].replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    scope = ClaimScope(int(what[1]) or None, what[2])
    return Claimed(int(typed["seat"]), scope, int(number.replace(" ", "")))


def _gone(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Lead to the other numbers. The page that was open may ask while its form is answered, and is
    led to the same place."""
    messages.info(request, _("That number is disputed no more."))
    return redirect("dispute", visit.game.pk)


@require_POST
def show_host(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponse:
    """Ask the host to look at a dispute; a host sees it already."""
    visit = playing_visit(request, game_id)
    is_there = visit.is_host or ask_host(visit.game.pk, dispute_id)
    return redirect("dispute-one", visit.game.pk, dispute_id) if is_there else _gone(request, visit)


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, game_id: UUID, dispute_id: UUID) -> HttpResponse:
    """Show a disputed number with its explanations; its author may withdraw it."""
    visit = get_visit_or_404(request, game_id)
    rows = Dispute.objects.filter(pk=dispute_id, game=visit.game)
    row = rows.select_related("seat__player", "by__player").first()
    if row is not None and request.method == "POST":
        if not may_end(visit, row):
            raise PermissionDenied
        withdraw_dispute(visit.game.pk, row.pk)
        row = None
    if row is None:  # taken back by this press, an earlier one, or another phone
        return _gone(request, visit)
    if same := unchanged(request, visit):
        return same
    chosen = request.GET.get("answer", "")
    answer_ = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 3 else None
    page = dispute_page(visit.game, row, visit, answer_)
    response = answer(request, visit, "disputes/dispute.html", {"page": page})
    if page["dispute"]["is_unavailable"]:  # a page that asks again may be told
        del response.headers["ETag"]
    return response
