"""How a page of a game answers: whole, or its changing part to a page that is open already."""

from collections.abc import Mapping
from functools import cache, partial
from hashlib import sha256
from time import time
from typing import Any
from uuid import UUID

from django import http
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django_htmx.http import trigger_client_event

from ...access.games import Visit, stream_token
from ...access.presence import is_host_away
from ...access.request import HttpRequest
from ...rules import RULESETS
from ..pages.evening import evening_of
from ..pages.history import late_taps
from ..pages.hosts import host_changes, may_take_over
from ..pages.results import round_is_in
from ..pages.suggestions import next_begun
from ..pages.table import wishes
from ..services.game_state import GameState, SeatState
from ..services.versions import disagreeing, newest_versions, open_reopenings

_FOR_EARS = "heard"
"""Marks a message that is for the ears alone."""


def seat_or_404(table: GameState, number: int, place: int) -> SeatState:
    """The seat at a place in a round. Raises Http404 where there is none."""
    if (seat := table.seat(number, place)) is None:
        raise Http404
    return seat


def unchanged(request: HttpRequest, visit: Visit) -> HttpResponse | None:
    """The answer 304 to a page that asks for its changing part and shows it already, else None."""
    if not request.htmx:
        return None
    answer = get_conditional_response(request, etag=etag(request, visit))
    return answer if answer is not None and answer.status_code == 304 else None


def etag(request: HttpRequest, visit: Visit) -> str:
    """The tag of what a phone sees: the game's version, its language, what it may do, its query.
    Another hour brings the board anew, with a newer token for its stream; and a player's the way to
    take over, once no host is there."""
    place = visit.seat.place if visit.seat else 0
    anyone = visit.game.anyone_enters
    query = request.META.get("QUERY_STRING", "")
    digest = sha256(query.encode()).hexdigest()[:16] if query else ""
    hour = int(time()) // 3600
    role = visit.role.value
    if visit.seat and not visit.is_host and is_host_away(visit.game):
        role = "alone"
    return f'"{visit.game.version}-{role}-{place}-{anyone:d}-{hour}-{get_language()}{digest}"'


def answer(
    request: HttpRequest,
    visit: Visit,
    template: str,
    context: Mapping[str, Any],
    *,
    status: int = 200,
    address: str = "",
) -> HttpResponse:
    """A page of a game, or its part ``board`` for a page that is open already.

    Args:
        address: where the page is to be had again, for a form that was refused at its own address.
    """
    context = page_context(visit, context, address or request.get_full_path())
    context["just_in"] = _just_in(request, context["page"])
    name = f"{template}#board" if request.htmx else template
    response = render(request, name, {**context, "is_part": bool(request.htmx)}, status=status)
    response.headers["Vary"] = "Cookie, HX-Request, Accept-Language"
    if status == 200:
        response.headers["ETag"] = etag(request, visit)
    # What a form has done is said at once; what only follows the game sends the header Heard.
    if request.htmx and "Heard" not in request.headers:
        words = " ".join(map(str, messages.get_messages(request)))
        if words:
            trigger_client_event(response, "announce", {"words": words}, after="swap")
    return response


def _just_in(request: HttpRequest, page: Mapping[str, Any]) -> dict[str, Any] | None:
    """The round before the one that is played, where it was confirmed since the phone has shown
    its last page. On other pages than that round's nothing is known of when that was."""
    table: GameState | None = page.get("table")
    if table is None or table.current_round is None or table.current_round.number == 1:
        return None
    last = table.rounds[table.current_round.number - 2]
    if request.htmx:
        heard = request.headers.get("Heard", "")
        is_followed = page.get("round") is last and last.version == 1 and heard.isdecimal()
        is_new = is_followed and int(heard[:9]) < newest_versions(table)[last.number].number
    else:
        tags = [message.extra_tags for message in messages.get_messages(request)]
        is_new = "round-over" in tags
    return round_is_in(table, last) if is_new else None


def tell(request: http.HttpRequest, words: str) -> None:
    """Have words read aloud on the next page. It is seen there anyway, so nobody is shown them; and
    of several taps before it the last one's are enough."""
    for message in list(messages.get_messages(request)):
        if message.extra_tags != _FOR_EARS:
            messages.add_message(request, message.level, message.message, message.extra_tags)
    messages.info(request, words, extra_tags=_FOR_EARS)


def page_context(visit: Visit, context: Mapping[str, Any], address: str) -> dict[str, Any]:
    """What a page of a game shows; what all of them need is read where it is asked for."""
    table = context["page"].get("table")
    rounds = table.rounds if table else list(visit.game.rounds.all())
    late = cache(partial(late_taps, visit)) if any(r.version for r in rounds) else frozenset
    return {
        **context,
        "visit": visit,
        "dice": bool(RULESETS[visit.game.ruleset].dice),
        "stream": stream_address(visit),
        "address": address,
        # Taps are late, and rounds open again, only after a round was confirmed.
        "disagreements": (
            cache(partial(disagreeing, visit.game))
            if any(r.version and r.is_confirmed for r in rounds)
            else ()
        ),
        # The host is to decide about them; who sent them is told until that is done.
        "late_rounds": lambda: sorted(
            {number for number, _phone in late()} if visit.is_host else ()
        ),
        "is_late": lambda: any(phone == visit.phone for _, phone in late()),
        "open_again": (
            cache(partial(open_reopenings, visit.game))
            if any(r.version and not r.is_confirmed for r in rounds)
            else ()
        ),
        "wishes": cache(partial(wishes, table, visit)),
        "next_begun": cache(partial(next_begun, visit)),
        "evening": cache(partial(evening_of, visit)),
        "host_changes": cache(partial(host_changes, visit)) if visit.newest_hosting_id else (),
        "may_take_over": cache(partial(may_take_over, visit)),
    }


def stream_address(visit: Visit) -> str:
    """Where the page hears of changes."""
    return f"{live_path(visit.game.pk)}?token={stream_token(visit)}"


def live_path(game_id: UUID) -> str:
    """The live stream's path, which is served beside the pages."""
    return f"{reverse('game', args=[game_id])}live/"
