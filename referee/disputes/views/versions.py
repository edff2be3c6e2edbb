"""The versions of a round, and the players' opinions on the newest."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from ...access.games import check_round, get_visit_or_404
from ...access.request import HttpRequest
from ...models import Seat
from ...play.services.game_state import read_game_state
from ...play.services.refusals import Refused
from ...play.views.form_values import typed_number
from ...play.views.responses import answer, unchanged
from ...play.views.rounds import round_answer
from ..pages.versions import shown_versions
from ..services.opinions import say_opinion


@require_http_methods(["GET", "HEAD"])
def versions(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Show what was confirmed when, and what each correction changed."""
    visit = get_visit_or_404(request, game_id)
    check_round(number)
    if same := unchanged(request, visit):
        return same
    table = read_game_state(visit.game)
    shown = shown_versions(table, table.rounds[number - 1])[::-1]
    context = {"page": {"table": table}, "round_number": number, "versions": shown}
    return answer(request, visit, "disputes/versions.html", context)


@require_POST
def opinion(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """Store whether a player agrees, or what is wrong."""
    visit = get_visit_or_404(request, game_id)
    check_round(number)
    place = typed_number(request, "place")
    seat = Seat.objects.filter(game=visit.game, place=place).exclude(player=None).first()
    if seat is None or not visit.may_speak_for(seat):
        raise PermissionDenied
    try:
        say_opinion(
            visit.game.pk,
            number,
            place,
            version=typed_number(request, "version"),
            agrees=request.POST.get("say") == "agree",
            words=request.POST.get("words", ""),
            by=visit.seat_id,
        )
    except Refused as refused:
        refusal = refused.message
        typed = {"place": place, "words": request.POST.get("words", "")}
        return round_answer(request, visit, number, refusal, opinion=typed)
    return redirect(f"{redirect('round', game_id, number).url}#opinions")
