"""What phones in the hall see of an evening of several tables, and the hall's screen."""

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from ...access.games import phone_or_new, remember_phone
from ...access.request import HttpRequest
from ...access.throttle import address_of
from ...access.tournaments import TournamentVisit, tournament_visit
from ...club.views.csv_files import spreadsheet
from ...club.views.downloads import Download
from ...club.views.standings import stream_facts
from ...drawing.picture import MOST_PLAYERS, Picture, Placed
from ...hosting.network import reachable_address
from ...models import DrawnSeat, DrawnTable, Player, Tournament
from ...play.services.refusals import Refused
from ...play.views.joining import ask_for_code
from ...play.views.pictures import picture_answer
from ...rules import SheetFaults
from ...wording.chat import day_text
from ...wording.faults import fault_message
from ...wording.figures import order_name, rank_text, wins_text
from ...wording.nights import night_name
from ..pages.hall import evening_page, standings_shown, way_in
from ..services.entering import come_in, set_away, tournament_with_code, watch
from ..services.tables import start_table


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """By the code on the wall: each phone enters its name once, or only watches."""
    phone = phone_or_new(request)
    try:
        tournament = tournament_with_code(code, phone, address_of(request))
    except Refused as refused:
        return ask_for_code(request, code, refused)
    if request.method != "POST":
        known = tournament.visitors.filter(phone=phone).exclude(entrant=None)
        return (
            redirect("tournament", tournament.pk) if known.exists() else _who(request, tournament)
        )
    is_screen = request.POST.get("do") == "screen"
    try:
        if is_screen or request.POST.get("do") == "watch":
            watch(tournament.pk, phone)
        else:
            come_in(tournament.pk, phone, request.POST.get("name", ""))
    except Refused as refused:
        return _who(request, tournament, refused.message)
    except SheetFaults as error:
        return _who(request, tournament, " ".join(map(fault_message, error.faults)))
    response = redirect("hall" if is_screen else "tournament", tournament.pk)
    remember_phone(request, response, phone)
    return response


def _who(request: HttpRequest, tournament: Tournament, refusal: str = "") -> HttpResponse:
    """Asks who has the phone: of those who are expected, and have none yet, or somebody new."""
    expected = tournament.entrants.filter(visitor=None, is_away=False)
    names = expected.order_by("player__name").values_list("player__name", flat=True)
    context = {
        "tournament": tournament,
        "evening": night_name(tournament.night.name),
        "names": list(names),
        "longest": Player._meta.get_field("name").max_length,
        "typed": request.POST.get("name", ""),
        "refusal": refusal,
    }
    return render(request, "tournament/enter.html", context, status=409 if refusal else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def tournament(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The evening as a phone sees it: its own table first. Whoever has it may leave and be back."""
    visit = tournament_visit(request, tournament_id)
    if request.method == "POST":
        do = request.POST.get("do")
        if visit.entrant is None or do not in ("leave", "back"):
            raise PermissionDenied
        set_away(tournament_id, visit.entrant.pk, is_away=do == "leave")
        return redirect("tournament", tournament_id)
    page = evening_page(visit, request.GET.get("draw", ""))
    return _followed(request, visit, "tournament/evening.html", page)


@require_safe
@vary_on_headers("HX-Request")
def hall(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The hall's screen: the tables, the standings and the way in, to be read from afar."""
    visit = tournament_visit(request, tournament_id)
    page = evening_page(visit)
    page["way_in"] = way_in(visit.tournament, reachable_address(request))
    return _followed(request, visit, "tournament/hall.html", page)


def _followed(
    request: HttpRequest, visit: TournamentVisit, template: str, page: dict[str, Any]
) -> HttpResponse:
    """A page that follows the evening; for a page that is open already, the part that changes."""
    page |= stream_facts(visit.tournament.night.club, visit.phone)
    return render(request, f"{template}#answer" if request.htmx else template, page)


@require_POST
def start(request: HttpRequest, tournament_id: UUID, draw: int, table: int) -> HttpResponse:
    """Begins the game of a drawn table, for who sits there or organises."""
    visit = tournament_visit(request, tournament_id)
    seats = DrawnSeat.objects.filter(
        draw__tournament=tournament_id, draw__number=draw, table__number=table
    )
    sits_there = visit.entrant is not None and seats.filter(entrant=visit.entrant).exists()
    if not sits_there and not visit.runs:
        raise PermissionDenied
    try:
        game = start_table(tournament_id, draw, table, visit.phone)
    except DrawnTable.DoesNotExist:
        raise Http404 from None
    if sits_there:
        return redirect("game", game.pk)
    organises = request.POST.get("then") == "organise"
    return redirect("organise" if organises else "tournament", tournament_id)


@require_safe
def standings_csv(request: HttpRequest, tournament_id: UUID) -> Download:
    """Download the standings of the evening."""
    tournament = tournament_visit(request, tournament_id).tournament
    headings = (
        _("Place"),
        _("Player"),
        _("Points for places"),
        _("Wins"),
        _("Share of the points"),
        _("Games"),
    )
    rows = [
        (
            row.rank if row.games else "",
            entrant.player.name,
            row.points,
            row.wins,
            row.share if row.games else "",
            row.games,
        )
        for row, entrant in standings_shown(tournament)["rows"]
    ]
    name = f"{tournament.night.date.isoformat()}-standings.csv"
    return spreadsheet(tournament.night.club, name, [headings, *rows])


@require_safe
def picture(request: HttpRequest, tournament_id: UUID, language: str) -> HttpResponseBase:
    """Draw the first of the standings of the evening."""
    tournament = tournament_visit(request, tournament_id).tournament
    return picture_answer(request, language, lambda: _picture(tournament))


def _picture(tournament: Tournament) -> Picture | None:
    """The picture of an evening; None before a game is over."""
    rows = [one for one in standings_shown(tournament)["rows"] if one[0].games][:MOST_PLAYERS]
    if not rows:
        return None
    night = tournament.night
    placed = [
        Placed(rank_text(row.rank, tied=row.tied), entrant.player.name, wins_text(row.points))
        for row, entrant in rows
    ]
    first = sum(row.rank == 1 for row, _entrant in rows)
    return Picture(
        head=f"{night_name(night.name)} · {day_text(night.date)}",
        winners=[one.name for one in placed[:first]],
        figure=placed[0].figure,
        unit=order_name("place-points"),
        others=placed[first:],
    )
