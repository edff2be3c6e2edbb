"""Who is at the table, the scoreboard, and who did what."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from ...access.games import Visit, club_host_visit, get_visit_or_404, visit_of
from ...access.request import HttpRequest
from ...hosting.network import reachable_address
from ...models import Game
from ..forms import SEAT_FIELDS, PlayersForm, seats_typed
from ..pages.history import tableau_history
from ..pages.hosts import host_history
from ..pages.table import scoreboard_page, table_page
from ..services import hosts, joining
from ..services.clubs import known_players
from ..services.game_state import read_game_state
from ..services.refusals import Refused
from ..services.seating import change_seats, people_mark
from .form_values import typed_number
from .responses import answer, seat_or_404, unchanged


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Who is at the table, and how others get there; the host decides, anybody may leave, and a
    player may take over from a host who is away."""
    visit = get_visit_or_404(request, game_id)
    if request.method == "POST":
        return _change(request, visit)
    if same := unchanged(request, visit):
        return same
    page = table_page(read_game_state(visit.game), visit, reachable_address(request))
    return answer(request, visit, "play/table.html", {"page": page})


def _change(request: HttpRequest, visit: Visit) -> HttpResponse:
    game_id, do = visit.game.pk, request.POST.get("do", "")
    # The button of a note names the phone, or the host, as well.
    for name in ("give", "refuse", "no", "no-host", "leave-so"):
        do = name if name in request.POST else do
    # What stands on every page of the game leads back there.
    here = request.POST.get("then", "")
    if not here.startswith(reverse("game", args=[game_id])):
        here = reverse("table", args=[game_id])
    if do == "leave":
        joining.leave(game_id, visit.phone)
        if visit.runs_club:
            return redirect("table", game_id)
        messages.info(request, _("You have left the table. What you entered stays."))
        return redirect("home")
    number = typed_number(request, "which" if "which" in request.POST else do)
    changes = _changes(visit, number)
    told = {
        "send-away": _(
            "The phone is off the table. Who still knows the code can come back with another "
            "phone: draw a new code to prevent that."
        ),
        "let-back": _("The phone is let back: it watches."),
        "code": _("There is a new code. The old one lets nobody in any more."),
        "anyone": _("Every player may enter for everybody."),
        "own": _("Every player enters what is their own. You may enter for everybody."),
    }
    if do not in changes:
        raise PermissionDenied
    try:
        changes[do]()
    except Refused as refused:
        messages.warning(request, refused.message)
    else:
        if do in told:
            messages.info(request, told[do])
    here = reverse("game", args=[game_id]) if do == "go" else here
    return HttpResponseClientRedirect(here) if do == "go" and request.htmx else redirect(here)


def _changes(visit: Visit, number: int) -> dict[str, Callable[[], object]]:
    """What a phone may change at the table, each by the name of its button; ``number``: of what."""
    game_id, by = visit.game.pk, visit.seat_id
    of_hosts: dict[str, Callable[[], object]] = {
        "give": lambda: joining.answer_wish(game_id, number, gets=True),
        "refuse": lambda: joining.answer_wish(game_id, number, gets=False),
        "free": lambda: joining.free_seat(game_id, number),
        "send-away": lambda: joining.send_away(game_id, number),
        "let-back": lambda: joining.let_back(game_id, number),
        "code": lambda: joining.change_code(game_id),
        "anyone": lambda: joining.let_anyone_enter(game_id, anyone=True),
        "own": lambda: joining.let_anyone_enter(game_id, anyone=False),
        "host": lambda: hosts.hand_over(game_id, number, by=by),
        "no-host": lambda: hosts.end_hosting(game_id, number, by=by),
    }
    changes = of_hosts if visit.is_host else {}
    # Whoever was given a seat goes on to its cards.
    changes["end-wish"] = changes["go"] = lambda: joining.end_wish(game_id, visit.phone)
    if visit.runs_club:
        changes["leave-so"] = lambda: hosts.leave_it_so(game_id, number)
    if visit.is_host or visit.seat:
        changes["no"] = lambda: hosts.say_no(game_id, number, by=by)
    if visit.seat:
        changes["take-over"] = lambda: hosts.take_over(game_id, visit.phone)
    return changes


@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Renames players; adds, takes out and moves them until a round is confirmed."""
    visit = club_host_visit(request, game_id)
    game = visit.game
    sitting = game.seats.exclude(player=None).values_list("player__name", "place")
    rows = zip(SEAT_FIELDS, sitting, strict=False)
    fields = {field: value for row in rows for field, value in zip(*row, strict=True)}
    form = PlayersForm(game, initial=fields)
    refusal: Refused | None = None
    is_over = game.state == Game.State.FINISHED
    if request.method == "POST" and request.POST.keys() & {"add", "up", "out"}:
        form = PlayersForm(game, initial=seats_typed(request.POST))
    elif request.method == "POST":
        names = game.night.club.players.values_list("name", flat=True)
        form = PlayersForm(game, request.POST, known=names)
        if form.is_valid():
            try:
                change_seats(
                    game.pk,
                    form.sitting,
                    seen=request.POST.get("people", ""),
                    reason=request.POST.get("reason", ""),
                    by=visit.seat_id,
                )
            except Refused as refused:
                refusal = refused
            else:
                messages.info(request, _("It is as you say now. Everybody’s phone shows it."))
                return redirect("result" if is_over else "table", game.pk)
    context = {
        "game": game,
        "form": form,
        "refusal": refusal,
        "known_players": known_players(game.night.club) if form.may_move or is_over else [],
        "is_over": is_over,
        # A form that was refused still says what its page had shown.
        "people": request.POST.get("people") or people_mark(game),
        "reason": request.POST.get("reason", ""),
    }
    status = 409 if refusal else 400 if form.errors else 200
    return render(request, "play/seats.html", context, status=status)


@require_safe
def scoreboard(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The game at a glance, for a tablet or a television in the middle of the table."""
    visit = get_visit_or_404(request, game_id)
    if same := unchanged(request, visit):
        return same
    before = visit.game.follows_id
    context = {
        "page": scoreboard_page(read_game_state(visit.game), reachable_address(request)),
        "last_game": before if before and visit_of(visit.phone, before) else None,
    }
    return answer(request, visit, "play/scoreboard.html", context)


@require_safe
def history(request: HttpRequest, game_id: UUID, number: int, place: int) -> HttpResponse:
    """Who entered, took away and flipped what in a tableau, and when."""
    visit = get_visit_or_404(request, game_id)
    if same := unchanged(request, visit):
        return same
    table = read_game_state(visit.game)
    seat = seat_or_404(table, number, place)
    page = {
        "table": table,
        "seat": seat,
        "taps": tableau_history(table, seat),
        "hosts": host_history(table.game),
    }
    return answer(request, visit, "play/history.html", {"page": page})
