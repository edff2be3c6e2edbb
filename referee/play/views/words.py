"""Words: what one would say of a tableau's cards, shown as it was understood, and then entered."""

from functools import partial
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from ...access.games import Visit, entering_visit, visit
from ...wording.refusals import refusal_message
from ..pages.announcements import told_of_taps
from ..pages.words import WordsPart, entered_words, heard_part, words_part
from ..services.game_state import GameTable, read_table
from ..services.refusals import Refused
from ..services.taps import Sender
from ..services.words import Entered, enter_words, hear
from .entry import check_place, tableau_page


@require_http_methods(["GET", "HEAD", "POST"])
def words(request: HttpRequest, game_id: UUID, number: int, place: int) -> HttpResponse:
    """What was understood of ``words``; to post it enters that, if it is still what was shown.

    A page with a script asks with ``part`` for the field and what stands below it alone.
    """
    if request.method != "POST":
        guest = visit(request, game_id)
        check_place(guest, number, place)
        return _heard(request, guest, number, place, request.GET.get("words", ""))
    guest = entering_visit(request, game_id, place)
    check_place(guest, number, place)
    typed = request.POST.get("words", "").strip()
    try:
        entered = enter_words(
            guest.game.pk,
            number,
            place,
            Sender(guest.phone, guest.seat.pk if guest.seat else None),
            typed,
            language=get_language() or "",
            phrase=_id(request.POST.get("tap", "")),
            shown=request.POST.get("shown", ""),
        )
    except Refused as refused:
        return _heard(request, guest, number, place, typed, refused)
    return _done(request, guest, number, place, entered)


def _heard(
    request: HttpRequest,
    guest: Visit,
    number: int,
    place: int,
    typed: str,
    refused: Refused | None = None,
    done: str = "",
) -> HttpResponse:
    """The page with what was understood, and why it was not entered.

    Args:
        done: what was entered just now.
    """
    part = partial(_part, number, typed, refused, done)
    status = 409 if refused else 200
    if not _is_part(request):
        return tableau_page(request, guest, number, place, words=part, status=status)
    guest.game.refresh_from_db()
    table = read_table(guest.game)
    seat = next(index for index, row in enumerate(table.seats) if row.place == place)
    return _answer(request, part(table, seat), status)


def _part(
    number: int, typed: str, refused: Refused | None, done: str, table: GameTable, seat: int
) -> WordsPart:
    refusal = refusal_message(refused.code, refused.facts) if refused else ""
    if not typed.strip():
        return words_part(table, done=done, refusal=refusal)
    try:
        phrase = hear(table, number, seat, typed, get_language() or "", uuid4())
    except Refused as unheard:
        refusal = refusal_message(unheard.code, unheard.facts)
        return words_part(table, typed=typed, refusal=refusal)
    return heard_part(table, number, seat, phrase, done=done, refusal=refusal)


def _done(
    request: HttpRequest, guest: Visit, number: int, place: int, entered: Entered
) -> HttpResponse:
    """What was entered, and the words of which nothing came: they are to be said differently."""
    left = entered.phrase.left
    taps = [asked.id for asked in entered.phrase.asked]
    said = entered_words(entered, told_of_taps(guest.game, guest.phone, taps))
    if _is_part(request):
        return _heard(request, guest, number, place, left, done=said)
    messages.info(request, said)
    if not left:
        return redirect("entry", guest.game.pk, number, place)
    address = reverse("words", args=[guest.game.pk, number, place])
    return redirect(f"{address}?{urlencode({'words': left})}")


def _answer(request: HttpRequest, part: WordsPart, status: int = 200) -> HttpResponse:
    return render(request, "play/words.html", {"words": part}, status=status)


def _is_part(request: HttpRequest) -> bool:
    return "part" in (request.POST if request.method == "POST" else request.GET)


def _id(text: str) -> UUID:
    """The id that a phone made for its phrase; one that cannot be read is no other phrase's."""
    try:
        return UUID(text)
    except ValueError:
        return uuid4()
