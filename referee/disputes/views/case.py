"""The case file: its link, for the table; and the file itself, for whoever has the link."""

import json
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ...access.games import CaseClosedError, get_visit_or_404, open_case
from ...access.request import HttpRequest
from ...drawing.qr import qr_code
from ...hosting.network import reachable_address
from ...play.pages.picture import result_picture
from ...play.services.game_state import read_game_state
from ...play.services.refusals import Refused
from ...play.views.pictures import picture_answer
from ...play.views.responses import answer, unchanged
from ...rules import sheet_document
from ...wording.names import ruleset_name
from ..pages.case_file import case_file_page
from ..pages.case_sheet import sheet_of_case
from ..services.case_files import case_file_of, close_case_file, open_case_file


@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the case file's link; the host opens and closes it."""
    visit = get_visit_or_404(request, game_id)
    if request.method == "POST":
        do = request.POST.get("do", "")
        if not visit.runs_club or do not in ("open", "close"):
            raise PermissionDenied
        if do == "open":
            open_case_file(game_id)
        elif close_case_file(game_id):
            messages.info(request, _("The report is closed. Its link shows nothing any more."))
        return redirect("case", game_id)
    if same := unchanged(request, visit):
        return same
    case = case_file_of(game_id)
    link = reachable_address(request) + reverse("case-file", args=[case.pk]) if case else ""
    page = {
        "game": visit.game,
        "name": ruleset_name(visit.game.ruleset),
        "case": case,
        "link": link,
        "qr_code": qr_code(link) if link else "",
    }
    return answer(request, visit, "disputes/case.html", {"page": page})


@require_safe
def case_file(request: HttpRequest, token: str) -> HttpResponse:
    """Show the whole game to anybody with the link."""
    try:
        game = open_case(token).game
    except CaseClosedError:
        return _closed()
    table = read_game_state(game)
    context = {
        "page": case_file_page(table),
        "token": token,
        "picture": result_picture(table),
        "origin": reachable_address(request),
    }
    return _unlisted(HttpResponse(render_to_string("disputes/case_file.html", context)))


@require_safe
def case_picture(request: HttpRequest, token: str, language: str) -> HttpResponseBase:
    """Draw the result of a game that is over, for anybody with the link."""
    try:
        game = open_case(token).game
    except CaseClosedError:
        return HttpResponse(status=410)
    return picture_answer(request, language, lambda: result_picture(read_game_state(game)))


@require_safe
def case_sheet(request: HttpRequest, token: str) -> HttpResponse:
    """Download the score sheet, for anybody with the link."""
    try:
        game = open_case(token).game
    except CaseClosedError:
        return _closed()
    sheet = sheet_of_case(read_game_state(game))
    if sheet.has_counted:
        words = Refused("counted-without-cards").message
        return _unlisted(HttpResponse(words, status=409, content_type="text/plain"))
    document = sheet_document(sheet)
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    name = f"sushiscore-{game.ruleset}-{game.day.isoformat()}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return _unlisted(HttpResponse(text, content_type="application/json", headers=headers))


def _closed() -> HttpResponse:
    return _unlisted(HttpResponse(render_to_string("disputes/case_closed.html"), status=410))


def _unlisted(response: HttpResponse) -> HttpResponse:
    """An answer that no search engine lists.

    The pages are made without the request: they are the same for everybody, and take no message
    that is meant for the page that the host opens next.
    """
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
