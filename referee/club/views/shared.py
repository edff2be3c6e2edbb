"""Shared standings, for everybody with the link."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from ...access.clubs import SharingEndedError, open_standings
from ...models import Club, GameNight
from ..pages.night import night_board
from ..pages.standings import club_standings


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show the present standings of a club or a night, without links to other pages.

    The page is made without the request: it is the same for everybody with the link, and takes no
    message that is meant for the page that a club's phone opens next.
    """
    try:
        found = open_standings(token)
    except SharingEndedError:
        return _unlisted(HttpResponse(render_to_string("club/shared_ended.html"), status=410))
    return _night(found.club, found.night) if found.night else _club(found.club, request)


def _club(club: Club, request: HttpRequest) -> HttpResponse:
    page = club_standings(club, request.GET, links=False)
    text = render_to_string("club/shared_club.html", page)
    return _unlisted(HttpResponse(text, status=400 if page["filter"].errors else 200))


def _night(club: Club, night: GameNight) -> HttpResponse:
    context = {"board": night_board(night), "club": club}
    return _unlisted(HttpResponse(render_to_string("club/shared_night.html", context)))


def _unlisted(response: HttpResponse) -> HttpResponse:
    """Tell search engines not to list an answer."""
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
