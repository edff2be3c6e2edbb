"""Words: what one would say of a tableau's cards, or of several, shown as it was understood, and
then entered."""

from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event

from ...access.games import Visit, check_place, entering_visit, get_visit_or_404
from ...access.request import HttpRequest
from ..pages.announcements import taps_announcement
from ..pages.entry import open_question
from ..pages.words import words_part
from ..services.game_state import read_game_state
from ..services.refusals import Refused
from ..services.table_words import TableTalk, enter_table_words
from ..services.taps import SentTap, take_taps
from ..services.words import Phrase, enter_words
from .entry import tableau_page
from .form_values import typed_id
from .responses import seat_or_404


@require_http_methods(["GET", "HEAD", "POST"])
def words(request: HttpRequest, game_id: UUID, number: int, place: int) -> HttpResponse:
    """What was understood of ``words``; to post it enters that, if it is still what was shown."""
    if request.method != "POST":
        visit = get_visit_or_404(request, game_id)
        check_place(visit, number, place)
        typed = request.GET.get("words", "")
        open_words = request.GET.get("asked", "")
        return _words_page(request, visit, number, place, typed=typed, open_words=open_words)
    visit = entering_visit(request, game_id, place)
    check_place(visit, number, place)
    typed = request.POST.get("words", "").strip()
    is_table = "table" in request.POST
    phrase: Phrase | TableTalk
    try:
        phrase, is_new = (enter_table_words if is_table else enter_words)(
            visit.game.pk,
            number,
            place,
            visit.sender,
            typed,
            language=get_language() or "",
            phrase=typed_id(request.POST.get("tap", "")),
            shown=request.POST.get("shown", ""),
        )
        if is_new and "done" in phrase.commands and not is_table:
            word = SentTap(uuid4(), number, place, "ready:")
            take_taps(visit.game.pk, visit.sender, [word])
    except Refused as refused:
        # What was typed may have been an answer; what it came to was sent.
        answer, open_words = request.POST.get("typed", typed), request.POST.get("asked", "")
        left_open = {"typed": answer, "open_words": open_words, "refusal": refused.message}
        return _words_page(request, visit, number, place, **left_open)
    table = read_game_state(visit.game)
    if is_new and phrase.commands and not phrase.left:
        last = phrase.shares[-1].seat if isinstance(phrase, TableTalk) else None
        following = (last.place if last else place) % len(table.seats) + 1
        address = reverse("round", args=[visit.game.pk, number])
        if "next" in phrase.commands:
            address = reverse("entry", args=[visit.game.pk, number, following])
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    announcement = taps_announcement(table, visit.phone, [tap.id for tap in phrase.taps])
    done = _("These words were entered already. Nothing was entered twice.")
    if is_new:
        # What was entered for several is sentences already.
        facts = {"cards": announcement.rstrip(".")}
        done = announcement if phrase.undoes else _("Entered: %(cards)s.") % facts
    if request.htmx:
        return _words_page(request, visit, number, place, left=phrase.left, done=done)
    messages.info(request, done)
    if not phrase.left:
        return redirect("entry", visit.game.pk, number, place)
    address = reverse("words", args=[visit.game.pk, number, place])
    return redirect(f"{address}?{urlencode({'words': phrase.left})}")


def _words_page(
    request: HttpRequest, visit: Visit, number: int, place: int, **words: Any
) -> HttpResponse:
    """The page with what was understood, what was entered just now, and why nothing was; the words
    as ``words_part`` takes them."""
    sent = request.POST if request.method == "POST" else request.GET
    status, done = 409 if "refusal" in words else 200, words.get("done")
    if not request.htmx:
        return tableau_page(request, visit, number, place, words=words, status=status)
    visit.game.refresh_from_db()
    table = read_game_state(visit.game)
    # The id is the same however often the words are sent, until they have been entered.
    tap = uuid4() if done else typed_id(sent.get("tap", ""))
    seat = seat_or_404(table, number, place)
    question = partial(open_question, table, seat, visit)
    part = words_part(seat, page_question=question, may_enter=visit.may_enter, **words)
    part |= {"tap": tap}
    response = render(
        request, "play/entry.html#heard", {"words": part, "is_part": True}, status=status
    )
    if done:
        return trigger_client_event(response, "words:entered", {"left": part["typed"]})
    return response
