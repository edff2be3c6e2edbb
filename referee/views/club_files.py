"""A club as one file: to keep, and read in again."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from sushiscore.body_limit import WAS_TOO_LARGE

from .. import long_work
from ..access import phone_of, phone_or_new, remember_phone
from ..access_club import club_visit
from ..rules import Fault
from ..services import imports
from ..services.archive import archive_of, can_import
from ..services.clubs import current_club
from ..throttle import Throttle, address_of
from ..wording import fault_message
from ..wording.refusals import refusal_message
from .downloads import Download, file_name

IMPORTS = Throttle("imports", most=20, seconds=3600)
"""Files of one address."""
PATIENCE = 3.0
"""Seconds after which a page says how far a file is; most are read in by then."""


@require_safe
def export(request: HttpRequest, club_id: UUID) -> Download:
    """Everything of a club as one file."""
    club = club_visit(request, club_id).club
    name = file_name(club.name, "club.json")
    return Download(archive_of(club), name, "application/json")


@require_http_methods(["GET", "HEAD", "POST"])
def read_in(request: HttpRequest) -> HttpResponse:
    """Reads a club file into the phone's club, or says what is wrong with it."""
    phone = phone_of(request)
    if WAS_TOO_LARGE in request.META:
        return _page(request, phone, faults=[_too_large()], status=413)
    if request.method != "POST":
        return _page(request, phone)
    sent = request.FILES.get("file")
    if not isinstance(sent, UploadedFile):
        return _page(request, phone, missing=True, status=400)
    if (sent.size or 0) > settings.CLUB_FILE_MAX_SIZE:
        return _page(request, phone, faults=[_too_large()], status=413)
    seconds = IMPORTS.seconds_to_wait(address_of(request))
    if seconds:
        response = _refused(request, phone, "too-many-imports", 429)
        response.headers["Retry-After"] = str(seconds)
        return response
    if not can_import(phone):
        return _refused(request, phone, "club-has-games", 409)
    IMPORTS.count(address_of(request))
    phone = phone_or_new(request)
    try:
        kept = imports.keep(phone, sent.chunks())
    except OSError:
        return _refused(request, phone, "import-not-kept", 503)
    try:
        long_work.read_in(kept, PATIENCE)
    except long_work.TooMuchWaits:
        return _refused(request, phone, "imports-wait", 503)
    response = _how_far(request, phone, kept.id)
    remember_phone(request, response, phone)
    return response


@require_safe
def reading(request: HttpRequest, import_id: str) -> HttpResponse:
    """How far a file is that this phone has sent; at its end the club, or what is wrong with it."""
    return _how_far(request, phone_of(request), import_id)


def _how_far(request: HttpRequest, phone: str, import_id: str) -> HttpResponse:
    one = imports.found(import_id, phone)
    if one is None:
        raise Http404
    if one.faults:
        return _page(request, phone, faults=one.faults, status=400)
    if one.refused:
        return _refused(request, phone, one.refused, 409)
    if not one.is_over and request.method == "POST":
        return redirect("club-importing", one.id)
    if not one.is_over:
        return render(request, "referee/club_importing.html", {"one": one})
    words = ngettext("%(games)d game was read in.", "%(games)d games were read in.", one.games)
    messages.info(request, words % {"games": one.games})
    return redirect("standings", one.club)


def _refused(request: HttpRequest, phone: str, code: str, status: int) -> HttpResponse:
    return _page(request, phone, refusal=refusal_message(code, {}), status=status)


def _too_large() -> Fault:
    return Fault("", "file-too-large", wanted=str(settings.CLUB_FILE_MAX_SIZE // 1024**2))


def _page(request: HttpRequest, phone: str, *, status: int = 200, **said: Any) -> HttpResponse:
    faults = said.pop("faults", ())
    context = {
        **said,
        "faults": [fault_message(fault) for fault in faults],
        "club": current_club(phone),
        "can_import": can_import(phone),
        "most": settings.CLUB_FILE_MAX_SIZE // 1024**2,
    }
    return render(request, "referee/club_import.html", context, status=status)
