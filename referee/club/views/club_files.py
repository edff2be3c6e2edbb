"""Export and import of a club."""

from collections.abc import Iterable
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from ...access.clubs import club_visit
from ...access.games import new_phone, phone_of, remember_phone
from ...access.throttle import address_of
from ...hosting.body_limit import WAS_TOO_LARGE
from ...play.services.clubs import current_club
from ...play.services.refusals import Refused
from ...rules import Fault
from ...wording import fault_message
from ...wording.refusals import refusal_message
from ..services.files import imports
from ..services.files.export_club import archive_of
from ..services.files.import_club import can_import
from .downloads import Download, file_name

PATIENCE = 3.0
"""Seconds after which a page says how far a file is; most are read in by then."""
_STATUSES = {"too-many-imports": 429, "import-not-kept": 503, "imports-wait": 503}


@require_safe
def export(request: HttpRequest, club_id: UUID) -> Download:
    """Download the club file."""
    club = club_visit(request, club_id).club
    return Download(archive_of(club), file_name(club.name, "club.json"), "application/json")


@require_http_methods(["GET", "HEAD", "POST"])
def read_in(request: HttpRequest) -> HttpResponse:
    """Import a club file into the phone's club, or list its faults."""
    phone, is_sent = phone_of(request), request.method == "POST"
    if WAS_TOO_LARGE in request.META:
        return _page(request, phone, faults=[_too_large()], status=413)
    before = imports.unseen(phone)
    if before and not (is_sent and before[0].is_over):
        if is_sent:
            messages.info(request, _("A file of this phone is being read in; no other was taken."))
        return redirect("club-importing", before[0].id)
    if not is_sent:
        return _page(request, phone)
    if not phone:  # who does not hear the answer would never have what comes of the file
        return _page(request, phone, refused="no-cookie-yet", status=400)
    sent = request.FILES.get("file")
    if not isinstance(sent, UploadedFile):
        return _page(request, phone, missing=True, status=400)
    if (sent.size or 0) > settings.CLUB_FILE_MAX_SIZE:
        return _page(request, phone, faults=[_too_large()], status=413)
    try:
        kept = imports.take(phone, address_of(request), sent.chunks(), PATIENCE)
    except Refused as refused:
        status = _STATUSES.get(refused.code, 409)
        response = _page(request, phone, refused=refused.code, status=status)
        if status == 429:
            response.headers["Retry-After"] = str(refused.facts["seconds"])
        return response
    return redirect("club-importing", kept.id)


@require_safe
def reading(request: HttpRequest, import_id: str) -> HttpResponse:
    """Show the progress of an import, then the club or the faults."""
    phone, state = phone_of(request), imports.find(import_id)
    if state is None:
        raise Http404
    if not state.is_over:
        club = None if can_import(phone) else current_club(phone)
        return render(request, "club/club_importing.html", {"import": state, "club": club})
    if request.method == "GET":
        imports.mark_seen(state)
    if state.faults:
        return _page(request, phone, faults=state.faults, status=400)
    if state.refused:
        return _page(request, phone, refused=state.refused, status=409)
    words = ngettext("%(games)d game was read in.", "%(games)d games were read in.", state.games)
    messages.info(request, words % {"games": state.games})
    current = current_club(phone)
    if current and str(current.pk) != state.club:
        beside = _(
            "This is another club of this phone, as a game had begun in the one that it has. New "
            "games still go to that one; the settings of this club can change it."
        )
        messages.info(request, beside)
    return redirect("standings", state.club)


def _too_large() -> Fault:
    return Fault("", "file-too-large", wanted=str(settings.CLUB_FILE_MAX_SIZE // 1024**2))


def _page(
    request: HttpRequest,
    phone: str,
    *,
    status: int = 200,
    refused: str = "",
    faults: Iterable[Fault] = (),
    missing: bool = False,
) -> HttpResponse:
    context = {
        "refusal": refused and refusal_message(refused, {}),
        "faults": [fault_message(fault) for fault in faults],
        "missing": missing,
        "club": current_club(phone),
        "can_import": can_import(phone),
        "most": settings.CLUB_FILE_MAX_SIZE // 1024**2,
    }
    response = render(request, "club/club_import.html", context, status=status)
    if not phone:
        remember_phone(request, response, new_phone())
    return response
