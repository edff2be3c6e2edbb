"""What a club's games come to: standings, nights, records; and the standings that it shares."""

import datetime
import re
from hashlib import sha256
from typing import Any
from uuid import UUID

from csp.decorators import csp_replace
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from ...access.clubs import SharingEndedError, club_stream_token, club_visit, open_standings
from ...access.games import phone_of
from ...access.request import HttpRequest
from ...hosting.network import reachable_address
from ...models import Club, Game, Placing, SharedStandings
from ...play.services.clubs import current_club
from ...play.views.pictures import picture_answer
from ...wording.nights import night_name
from ...wording.records import games_text
from ..filters import GameListFilter
from ..pages.night import night_board, night_games
from ..pages.picture import night_picture, standings_picture
from ..pages.records import records_page
from ..pages.standings import club_standings
from ..pages.year import year_page
from ..services.files import imports

GAMES_A_PAGE = 20
MOST_NIGHTS = 500
"""Of a calendar, the latest."""


@require_safe
def club(request: HttpRequest) -> HttpResponse:
    """Redirect to the standings of the phone's club, or to the import that it has not seen end."""
    phone = phone_of(request)
    for state in imports.unseen(phone):
        return redirect("club-importing", state.id)
    current = current_club(phone)
    if current is None:
        return render(request, "club/club_none.html")
    return redirect("standings", current.pk)


@require_safe
@vary_on_headers("HX-Request")
def standings(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show the standings of all games, or of those that the address selects."""
    visit = club_visit(request, club_id)
    page = club_standings(visit.club, request.GET) | stream_facts(visit.club, visit.phone)
    return shown(request, "club/standings.html", page)


def stream_facts(club: Club, phone: str) -> dict[str, Any]:
    """Return what a page follows the club by: its version when the page was made, and the address
    of the stream that brings the next ones."""
    token = club_stream_token(club.pk, phone)
    path = f"{reverse('standings', args=[club.pk])}live/?token={token}"
    return {"stream": path if token else "", "version": club.version}


def shown(request: HttpRequest, template: str, page: dict[str, Any]) -> HttpResponse:
    """Show a page with a filter, or to a script the part that is filtered, which goes into the
    browser's history under its shortest address."""
    of_list = page.get("page")
    query = page["filter"].query(page=of_list.number if of_list and of_list.number > 1 else "")
    status = 400 if page["filter"].errors else 200
    if request.htmx:
        template, page = "club/shown.html", page | {"part": f"{template}#shown"}
    answer = render(request, template, page, status=status)
    address = request.path + (f"?{query}" if query else "")
    if request.htmx and request.htmx.current_url_abs_path != address:
        answer["HX-Push-Url"] = address
    return answer


@require_safe
@vary_on_headers("HX-Request")
def records(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show the highest games and rounds, remarkable wins, and habits."""
    page = records_page(club_visit(request, club_id).club, request.GET)
    return shown(request, "club/records.html", page)


@require_safe
@vary_on_headers("HX-Request")
def year(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show who beats whom, games a month, the nights of a year, and what was played first."""
    page = year_page(club_visit(request, club_id).club, request.GET)
    return shown(request, "club/year.html", page)


@require_safe
@vary_on_headers("HX-Request")
def games(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """List the finished games behind a number, newest first."""
    club = club_visit(request, club_id).club
    narrowed = GameListFilter(club, request.GET)
    newest = narrowed.placings().order_by("-played_at", "-game")
    pages = Paginator(newest.values_list("game", "played_at").distinct(), GAMES_A_PAGE)
    typed = request.GET.get("page", "")
    page = pages.get_page(max(1, int(typed)) if re.fullmatch("[0-9]{1,9}", typed) else 1)
    ids = [game for game, _at in page]
    rows = Game.objects.select_related("night", "tie_winner").prefetch_related("seats").in_bulk(ids)
    listed = [rows[pk] for pk in ids if pk in rows]
    placings = Placing.objects.filter(game__in=listed).select_related("player").order_by("pk")
    context = {
        "club": club,
        "filter": narrowed,
        "heading": narrowed.heading(_("Games")),
        "games": list(zip(listed, night_games(listed, placings), strict=True)),
        "page": page,
        "newer": narrowed.query(page=page.number - 1) if page.number > 1 else "",
        "older": narrowed.query(page=page.number + 1) if page.has_next() else "",
    }
    return shown(request, "club/games.html", context)


@require_safe
def picture(request: HttpRequest, club_id: UUID, language: str) -> HttpResponseBase:
    """Draw the standings that the same query shows on their page."""
    club = club_visit(request, club_id).club

    return picture_answer(
        request,
        language,
        lambda: standings_picture(club_standings(club, request.GET, links=False)),
    )


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show the present standings of a club or a night, without links to other pages.

    The page is made without the request: it is the same for everybody with the link, and takes no
    message that is meant for the page that a club's phone opens next.
    """
    status = 200
    try:
        link = open_standings(token)
    except SharingEndedError:
        page, status = render_to_string("club/shared/ended.html"), 410
    else:
        context = _behind(link, request.GET)
        context |= {"token": token, "origin": reachable_address(request)}
        name = "night" if link.night else "club"
        page = render_to_string(f"club/shared/{name}.html", context)
        status = 400 if not link.night and context["filter"].errors else 200
    return _by_link(page, status)


@require_safe
def shared_picture(request: HttpRequest, token: str, language: str) -> HttpResponseBase:
    """Draw what a shared page shows."""
    try:
        link = open_standings(token)
    except SharingEndedError:
        return HttpResponse(status=410)
    return picture_answer(request, language, lambda: _behind(link, request.GET)["picture"])


def _behind(link: SharedStandings, query: QueryDict) -> dict[str, Any]:
    """Return what a link shows, and the picture of it."""
    if link.night:
        board = night_board(link.night)
        return {"board": board, "club": link.club, "picture": night_picture(board)}
    page = club_standings(link.club, query, links=False)
    return page | {"picture": standings_picture(page)}


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # of views without arguments
def embedded(request: HttpRequest, token: str) -> HttpResponse:
    """Show shared standings by themselves, in a frame of any other page; made as :func:`shared`."""
    status = 200
    try:
        link = open_standings(token)
    except SharingEndedError:
        context, status = {}, 410
    else:
        if link.night:
            board = night_board(link.night)
            context = {"heading": board["name"], "standings": board.get("standings")}
        else:
            context = club_standings(link.club, request.GET, links=False)
            context["heading"] = link.club.name or context["heading"]
            for column in context["standings"]["columns"]:
                column["query"] = ""  # a head that sorts would lead out of the frame
            status = 400 if context["filter"].errors else 200
        context["token"] = token
    return _by_link(render_to_string("club/shared/embed.html", context), status)


@require_safe
@cache_control(private=True, no_cache=True)
def calendar(request: HttpRequest, token: str) -> HttpResponseBase:
    """Tell calendars of a club's nights; 304 while they are the same."""
    nights = _calendar_of(get_object_or_404(Club, calendar=token, is_there=True))
    answer = _by_link(nights, kind="text/calendar; charset=utf-8")
    answer["ETag"] = etag = quote_etag(sha256(nights).hexdigest())
    return get_conditional_response(request, etag, response=answer) or answer


def _calendar_of(club: Club) -> bytes:
    """Return a club's nights for calendars (iCalendar, RFC 5545). The same nights make the same
    bytes, in one language."""
    import icalendar  # noqa: PLC0415  # its library takes half a second to load, and few ask

    calendar = icalendar.Calendar()
    calendar.add("PRODID", "-//SushiScore//nights//EN")
    calendar.add("VERSION", "2.0")
    calendar.add("X-WR-CALNAME", club.name or "SushiScore")
    nights = club.nights.annotate(played=Count("games")).order_by("-date", "pk")
    for night in nights[:MOST_NIGHTS]:
        event = icalendar.Event()
        event.add("UID", f"{night.pk}@sushiscore")
        # When it was put down is not known; the day stays the same.
        event.add("DTSTAMP", datetime.datetime.combine(night.date, datetime.time(), datetime.UTC))
        event.add("DTSTART", night.date)
        event.add("DTEND", night.date + datetime.timedelta(days=1))
        event.add("SUMMARY", night_name(night.name))
        if night.location:
            event.add("LOCATION", night.location)
        event.add("DESCRIPTION", games_text(night.played))
        event.add("TRANSP", "TRANSPARENT")
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def _by_link(page: str | bytes, status: int = 200, kind: str | None = None) -> HttpResponse:
    """Answer whoever has a link; searches and other sites do not learn it."""
    headers = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}
    return HttpResponse(page, kind, status, headers=headers)
