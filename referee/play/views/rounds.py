"""The result of a round, confirming it and opening it again; what is left; the final result."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ...access.games import Visit, check_place, check_round, get_visit_or_404, host_visit
from ...access.request import HttpRequest
from ...models import Game
from ...wording.phrases import isolated, name_list, sentences
from ..forms import CountedForm, LeftForm
from ..pages.announcements import corrected_points, standing_announcement
from ..pages.common import shown_problem
from ..pages.corrections import corrections_of
from ..pages.results import final_page, round_page
from ..pages.suggestions import next_game
from ..pages.tableaus import others_to_swap_with, stacks, where_it_stands
from ..services.confirming import (
    Confirmation,
    confirm_round,
    count_round,
    enter_tokens,
    reopen_round,
)
from ..services.game_state import read_game_state
from ..services.late import add_late_taps, set_late_taps_aside
from ..services.laying import leave_as_it_was
from ..services.refusals import Refused
from .form_values import typed_number
from .responses import answer, tell, unchanged

_PLACES = frozenset("123456789")
_OUTCOMES = {
    Confirmation.NEW: gettext_lazy("Round %(number)s is confirmed."),
    Confirmation.CORRECTED: gettext_lazy("Round %(number)s is corrected and confirmed anew."),
    Confirmation.UNCHANGED: gettext_lazy(
        "Nothing was changed: round %(number)s stands as it was confirmed before."
    ),
    # A second tap, Back, or a page that has been open for long.
    Confirmation.ALREADY: gettext_lazy(
        "Round %(number)s is confirmed already. Nothing was counted twice."
    ),
}


@require_safe
def round_result(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Everybody's points in a round, each line explained."""
    visit = get_visit_or_404(request, game_id)
    asks = visit.is_host and request.GET.get("asks") == "1"
    # Whose cards are wrong: who comes from them corrects these first.
    place = request.GET.get("correct", "")
    correcting = int(place) if place in _PLACES else 0
    return unchanged(request, visit) or round_answer(
        request, visit, number, asks=asks, correcting=correcting
    )


@require_safe
def everybody(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Everybody's cards of a round on one screen, to be checked against the real table."""
    visit = get_visit_or_404(request, game_id)
    check_round(number)
    if same := unchanged(request, visit):
        return same
    table = read_game_state(visit.game)
    round_ = table.rounds[number - 1]
    seats = [
        (seat, stacks(seat.tableau), others_to_swap_with(seat, visit)) for seat in round_.seats
    ]
    bare = [problem for problem in round_.problems if problem.code == "bare-wasabi"]
    page = {
        "table": table,
        "round": round_,
        "seats": seats,
        "may_swap": any(others for _seat, _stacks, others in seats),
        "tap": uuid4(),
        "problems": [shown_problem(table, problem, visit) for problem in bare],
    }
    return answer(request, visit, "play/everybody.html", {"page": page})


@require_POST
def confirm(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Freezes the round and goes on to the next; asks first where somebody's cards are missing, or
    nobody has said what lies on a wasabi."""
    host = host_visit(request, game_id)
    check_round(number)
    # Whose names stood on the page: somebody else may be missing by now.
    named = [int(place) for place in request.POST.getlist("named") if place in _PLACES]
    seen = typed_number(request, "seen")
    try:
        if request.POST.get("do") == "leave":
            outcome = leave_as_it_was(game_id, number, host.sender, seen_version=seen)
        else:
            outcome = confirm_round(
                host.game.pk,
                number,
                seen_version=seen,
                sure=request.POST.get("sure") == "1",
                asked_about=named if "named" in request.POST else None,
                by=host.seat_id,
            )
    except Refused as refused:
        if refused.code in ("seats-empty", "not-ready", "questions-open"):
            return round_answer(request, host, number, asks=True)
        return round_answer(request, host, number, refused.message)
    return _after_confirming(request, game_id, number, outcome)


@require_POST
def count(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Notes the points that the table has counted by itself, and confirms the round with them."""
    host = host_visit(request, game_id)
    check_round(number)
    round_ = read_game_state(host.game).rounds[number - 1]
    form = CountedForm(round_, request.POST)
    if not form.is_valid():
        wrong = name_list([isolated(str(form[name].label)) for name in form.errors])
        refusal = _("Nothing was noted: look at the points of %(names)s.") % {"names": wrong}
        return round_answer(request, host, number, refusal, counting=form)
    seen = typed_number(request, "seen")
    try:
        outcome = count_round(game_id, number, form.points(), seen_version=seen, by=host.seat_id)
    except Refused as refused:
        return round_answer(request, host, number, refused.message, counting=form)
    return _after_confirming(request, game_id, number, outcome)


def _after_confirming(
    request: HttpRequest, game_id: UUID, number: int, outcome: Confirmation
) -> HttpResponse:
    """Says what became of a round, and leads on."""
    words = _OUTCOMES[outcome] % {"number": number}
    if outcome not in (Confirmation.NEW, Confirmation.CORRECTED):
        messages.success(request, words)
        return redirect("game", game_id)
    table = read_game_state(Game.objects.get(pk=game_id))
    standing = standing_announcement(table)
    if outcome is Confirmation.NEW:
        # To be heard; to be seen, the belt of the next page moves on.
        messages.success(request, sentences([words, standing]), extra_tags="round-over")
        return redirect("game", game_id)
    corrected = corrected_points(table).get(number, words)
    there = reverse("versions", args=[game_id, number])
    link = format_html('{} <a href="{}">{}</a>', corrected, there, _("What changed"))
    messages.success(request, link)
    tell(request, standing)
    return redirect("game", game_id)


@require_POST
def late(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """What becomes of taps that arrived after the round was confirmed."""
    host = host_visit(request, game_id)
    check_round(number)
    decision = request.POST.get("late")
    if decision not in ("add", "aside"):
        return redirect("round", game_id, number)
    # Nothing is told where somebody has decided already.
    if decision == "add":
        made, aside = add_late_taps(host.game.pk, number)
        if made or aside:
            text = ngettext(
                "%(taps)d tap is added. Look, then confirm round %(number)s.",
                "%(taps)d taps are added. Look, then confirm round %(number)s.",
                made,
            )
            messages.info(request, text % {"taps": made, "number": number})
        text = ngettext(
            "%(taps)d tap no longer fits and is set aside.",
            "%(taps)d taps no longer fit and are set aside.",
            aside,
        )
    else:
        aside = set_late_taps_aside(host.game.pk, number)
        text = ngettext("%(taps)d tap is set aside.", "%(taps)d taps are set aside.", aside)
    if aside:
        messages.info(request, text % {"taps": aside})
    return redirect("round", game_id, number)


@require_POST
def reopen(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Opens a confirmed round for a correction, with the reason for everybody to read, and leads to
    the cards that are wrong."""
    host = host_visit(request, game_id)
    check_round(number)
    reason, place = request.POST.get("reason", ""), None
    if "place" in request.POST:
        place = typed_number(request, "place")
        check_place(host, number, place)
    try:
        is_opened = reopen_round(
            host.game.pk,
            number,
            reason=reason,
            place=place,
            seen=typed_number(request, "version") if "version" in request.POST else None,
            by=host.seat_id,
        )
    except Refused as refused:
        message = refused.message
        return round_answer(request, host, number, message, correcting=place or 0, reason=reason)
    message = _("Round %(number)s is open already. Correct it, then confirm it.")
    if is_opened:
        message = _("Round %(number)s is open again. Correct it, then confirm it.")
    tell(request, message % {"number": number})  # to be seen, the page has a note
    if place:
        return redirect("entry", game_id, number, place)
    return redirect("round", game_id, number)


def round_answer(
    request: HttpRequest,
    visit: Visit,
    number: int,
    refusal: str = "",
    *,
    asks: bool = False,
    correcting: int = 0,
    **typed: object,
) -> HttpResponse:
    """The page of a round, with why something was refused.

    Args:
        asks: whether to ask first about seats that are missing, and open questions.
        correcting: the place of the seat whose cards are to be corrected, 0 for none.
        typed: what was typed into the refused form, to stand there again.
    """
    check_round(number)
    visit.game.refresh_from_db()
    table = read_game_state(visit.game)
    page = round_page(table, table.rounds[number - 1], visit)
    round_ = page["round"]
    # Who keeps points alone has entered no cards.
    may_count = visit.is_host and page["is_current"] and not round_.has_cards
    to_correct = sorted(page["round"].seats, key=lambda seat: seat.place != correcting)
    asks = asks and bool(page["missing"]) and not page["round"].is_confirmed
    # Which tab is open: what was typed there stands there again.
    context = {
        "page": {**page, "to_correct": to_correct},
        "refusal": refusal,
        "asks": asks,
        "counting": CountedForm(round_) if may_count else None,
        "is_wrong": bool(correcting or typed.keys() & {"opinion", "reason"}),
        **typed,
    }
    status = 409 if request.method == "POST" else 200
    address = reverse("round", args=[visit.game.pk, number]) + ("?asks=1" if asks else "")
    return answer(request, visit, "play/round.html", context, status=status, address=address)


@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What is left at the end, after which the game is finished: Roll's unused tokens; and where a
    round was counted without cards, how many desserts everybody has."""
    game = host_visit(request, game_id).game
    table = read_game_state(game)
    is_asked = table.sheet.has_counted or table.setting.rules.tokens
    if table.current_round is not None or not is_asked:
        return redirect("game", game.pk)
    form = LeftForm(table, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            enter_tokens(game.pk, form.tokens(), form.desserts())
        except Refused:  # a round was opened again meanwhile
            return redirect("game", game.pk)
        tell(request, standing_announcement(read_game_state(Game.objects.get(pk=game.pk))))
        return redirect("result", game.pk)
    context = {"form": form, "table": table}
    return render(request, "play/tokens.html", context, status=400 if form.errors else 200)


@require_safe
def final(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The final table, the game's end explained, and who has won."""
    visit = get_visit_or_404(request, game_id, even_totals=True)
    if visit.game.totals_only:
        return redirect("totals", game_id)
    if same := unchanged(request, visit):
        return same
    table = read_game_state(visit.game)
    if visit.game.state != Game.State.FINISHED:
        return redirect(where_it_stands(table, visit))
    context = {
        "page": final_page(table),
        "next": next_game(visit),
        "corrections": corrections_of(visit.game),
    }
    return answer(request, visit, "play/result.html", context)
