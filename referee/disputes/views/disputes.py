"""Pages to dispute a number and see which mistakes lead to it."""

import re
from contextlib import suppress
from typing import Any
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
from ..pages.disputes import dispute_page, explain, shown_plainly
from ..pages.numbers import number_page, numbers_page
from ..services.disputes import (
    Claimed,
    ask_host,
    dispute,
    may_end,
    tell_again,
    withdraw_dispute,
)

_PART = re.compile(r"[0-4]", re.ASCII)
_TYPE = re.compile(r"[a-z-]{1,30}", re.ASCII)
_NUMBER = re.compile(r"[+\-\N{MINUS SIGN}\N{EN DASH}]?\s?[0-9]{1,60}", re.ASCII)
_FIELDS = ("seat", "part", "type", "number")
_SUM = "sum"
"""In an address stands for the sum of a part, whose lines are all the same."""


@require_http_methods(["GET", "HEAD", "POST"])
def disputes(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Ask which number of a seat is different and what somebody gets instead; show what is disputed
    so far."""
    if request.method == "POST":
        return _ask(request, playing_visit(request, game_id))
    visit = get_visit_or_404(request, game_id)
    if same := unchanged(request, visit):
        return same
    return _page(request, visit, {field: request.GET.get(field, "") for field in _FIELDS})


def _page(
    request: HttpRequest,
    visit: Visit,
    typed: dict[str, str],
    refused: Refused | None = None,
    notice: str = "",
) -> HttpResponse:
    """The page of one number where there is that number, else of all of them."""
    visit.game.refresh_from_db()
    table = read_game_state(visit.game)
    own = visit.seat.place if visit.seat else table.seats[0].place
    place = next((it.place for it in table.seats if str(it.place) == typed["seat"]), own)
    template = "disputes/disputes.html"
    page: dict[str, Any] = {}
    if typed["type"]:
        with suppress(Refused):
            page = number_page(table, place, _scope(typed))
            template = "disputes/number.html"
    if not page:
        opened = int(typed["part"]) if _PART.fullmatch(typed["part"]) else 0
        page = numbers_page(table, place, opened) | {"disputes": shown_plainly(table)}
    context = {
        "page": page,
        "typed": typed,
        "fault": refused.message if refused else "",
        "told": notice,
        "dispute_id": uuid4(),
    }
    query = urlencode({field: typed[field] for field in ("seat", "part", "type")})
    return answer(
        request,
        visit,
        template,
        context,
        status=400 if refused else 200,
        address=f"{reverse('dispute', args=[visit.game.pk])}?{query}",
    )


def _ask(request: HttpRequest, visit: Visit) -> HttpResponse:
    typed = {field: request.POST.get(field, "").strip() for field in _FIELDS}
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
    scope = _scope(typed)
    if not (typed["seat"].isascii() and typed["seat"].isdigit() and len(typed["seat"]) < 3):
        raise Refused("nobody-sits")
    if not typed["number"]:
        raise Refused("number-missing")
    if not _NUMBER.fullmatch(typed["number"]):
        raise Refused("no-number", typed=typed["number"][:20])
    number = typed["number"].replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    return Claimed(int(typed["seat"]), scope, int(number.replace(" ", "")))


def _scope(typed: dict[str, str]) -> ClaimScope:
    """Which number is meant.

    Raises:
        Refused: ``nothing-there`` for what names none.
    """
    part, type_ = typed["part"], typed["type"] or _SUM
    if not (_PART.fullmatch(part) and _TYPE.fullmatch(type_)):
        raise Refused("nothing-there")
    return ClaimScope(int(part) or None, None if type_ == _SUM else type_)


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
    page = dispute_page(visit.game, row, visit)
    response = answer(request, visit, "disputes/dispute.html", {"page": page})
    if page["dispute"]["is_unavailable"]:  # a page that asks again may be told
        del response.headers["ETag"]
    return response
