"""Entering a tableau: the page, and the taps on it."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID
from zlib import crc32

from django import http
from django.contrib import messages
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect, reswap, trigger_client_event

from ...access.games import (
    Visit,
    check_place,
    check_round,
    entering_visit,
    get_visit_or_404,
    quick_visit_or_404,
)
from ...access.request import HttpRequest
from ..pages.announcements import changed_by_others, taps_announcement
from ..pages.common import entry_url
from ..pages.entry import entry_page, mark, open_question, others_mark, ranked, score_line
from ..pages.grid import following_cards, tiles
from ..pages.words import words_part
from ..services.game_state import GameState, SeatState, read_game_state, shown_state
from ..services.refusals import Refused
from ..services.taps import SentTap, take_taps
from .form_values import typed_id, typed_number
from .responses import answer, page_context, seat_or_404, tell, unchanged

GLANCE_SECONDS = 60
"""How long a glance is kept. The next change of the game makes another."""
_ANSWERED_ON = ("round", "everybody")
"""Pages of a round on which questions are answered."""


@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, game_id: UUID, number: int, place: int) -> HttpResponse:
    """A seat's tableau in one round; every button of the page posts here.

    Pages with a script send their taps to the interface instead, see ``api.taps``.
    """
    if request.method != "POST":
        return tableau_page(request, get_visit_or_404(request, game_id), number, place)
    posted = _posted_tap(request, number, place)
    visit = entering_visit(request, game_id, posted.seat)
    check_place(visit, number, place)
    check_place(visit, number, posted.seat)
    receipt = take_taps(visit.game.pk, visit.sender, [posted])
    refused = receipt.refused.get(posted.id)
    if receipt.late:
        refused = Refused("late", round=number)
    then = request.POST.get("then")
    if refused and then in _ANSWERED_ON:
        messages.warning(request, refused.message)
        address = reverse(then, args=[game_id, number])
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    if refused:
        return tableau_page(request, visit, number, place, refused.message)
    table = read_game_state(visit.game)
    tell(request, taps_announcement(table, visit.phone, [posted.id]))
    if posted.do.startswith("ready"):
        return redirect(entry_page(table, seat_or_404(table, number, place), visit)["next_url"])
    if posted.do.startswith("swap"):  # to where the cards are now
        return redirect("entry", game_id, number, int(posted.do.split(":")[1]))
    if then in _ANSWERED_ON:
        return redirect(then, game_id, number)
    return redirect("entry", game_id, number, place)


def _posted_tap(request: HttpRequest, number: int, place: int) -> SentTap:
    """The tap of a form: the pressed button's, or a claim in the uramaki race."""
    do = request.POST.get("do", "")
    if "icons" in request.POST:
        moment = request.POST.get("when", "")
        icons = typed_number(request, "icons")
        do = f"claim:{icons}:{moment}" if "-" in moment else f"claim:{icons}"
    seat = typed_number(request, "seat") if "seat" in request.POST else place
    return SentTap(typed_id(request.POST.get("tap", "")), number, seat, do)


def tableau_page(
    request: HttpRequest,
    visit: Visit,
    number: int,
    place: int,
    refusal: str = "",
    *,
    words: Mapping[str, Any] | None = None,
    status: int = 200,
    address: str = "",
) -> HttpResponse:
    """The page of a seat's tableau in a round.

    Args:
        refusal: why a tap was not taken; the status is 409 then.
        words: what stands in the field for words, as ``words_part`` takes it.
        address: where the page is to be had again, where not at the request's own.

    Raises:
        Http404: for a round or a seat that is none.
    """
    check_round(number)
    if same := unchanged(request, visit):
        return same
    if request.method == "POST":
        visit.game.refresh_from_db()
    table = shown_state(visit.game)
    seat = seat_or_404(table, number, place)
    version = request.headers.get("Heard", "")
    since = int(version) if re.fullmatch(r"[0-9]{1,9}", version) else visit.game.version
    context = {
        **_tableau_context(table, seat, visit, since=since, words=words or {}),
        "refusal": refusal,
        "icons": request.POST.get("icons", "") if refusal else "",
        "claimant": request.POST.get("seat", "") if refusal else "",
    }
    status = 409 if refusal else status
    return answer(request, visit, "play/entry.html", context, status=status, address=address)


def tableau_board(
    request: http.HttpRequest, visit: Visit, table: GameState, seat: SeatState, since: int
) -> str:
    """The changing part of a tableau's page, for the answer to taps on it."""
    context = _tableau_context(table, seat, visit, since=since, words={})
    context = page_context(visit, context, entry_url(seat)) | {"is_part": True}
    return render_to_string("play/entry.html#board", context, request)


def _tableau_context(
    table: GameState, seat: SeatState, visit: Visit, *, since: int, words: Mapping[str, Any]
) -> dict[str, Any]:
    page_question = partial(open_question, table, seat, visit)
    return {
        "page": entry_page(table, seat, visit),
        # The game's number up to which the phone has heard what others did.
        "changed_by_others": (
            partial(changed_by_others, seat, visit, since=since)
            if since < table.game.version
            else ""
        ),
        "place": seat.place,
        "words": words_part(
            seat, page_question=page_question, may_ask=True, may_enter=visit.may_enter, **words
        ),
    }


@require_safe
def glance(request: HttpRequest, game_id: UUID, number: int, place: int) -> HttpResponse:
    """What a tableau's page shows of the others: made once for each version and language.

    A page whose mark of the others, in the header ``Others``, is another now gets its whole board.
    Tiles come along for a page that shows some with another mark, in the header ``Tiles``.
    """
    visit = quick_visit_or_404(request, game_id)
    check_round(number)
    tiles_mark = request.headers.get("Tiles", "")
    key = f"glance-{game_id}-{number}-{place}-{visit.game.version}-{get_language()}"
    key += f"-{crc32(tiles_mark.encode())}"
    if (made := cache.get(key)) is None:
        table = shown_state(visit.game)
        seat = seat_or_404(table, number, place)
        made = str(others_mark(table, seat)), ""
        if made[0] == request.headers.get("Others"):
            brings = following_cards(seat)
            page = {
                "table": table,
                "round": seat.round,
                "seat": seat,
                "ranked": ranked(seat.round),
                "score": score_line(seat),
                "tiles": () if tiles_mark in ("", str(mark(brings))) else tiles(seat, brings),
                "tiles_mark": mark(brings),
            }
            made = made[0], render_to_string("play/entry.html#glance", {"page": page, "oob": True})
            cache.set(key, made, GLANCE_SECONDS)
    others, part = made
    if request.headers.get("Others") != others:
        address = reverse("entry", args=[game_id, number, place])
        return tableau_page(request, visit, number, place, address=address)
    response = HttpResponse(part)
    reswap(response, "none")  # its parts are swapped out of band
    return trigger_client_event(response, "board:shown", after="swap")
