"""A club as one file: to keep, and read in again."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from sushiscore.body_limit import WAS_TOO_LARGE

from ..access import phone_of, phone_or_new, remember_phone
from ..access_club import club_visit
from ..rules import Fault, SheetFaults
from ..services.archive import archive_of, can_import, import_to_phone
from ..services.clubs import current_club
from ..services.reading_archive import read_archive
from ..services.refusals import Refused
from ..wording import fault_message
from ..wording.refusals import refusal_message
from .downloads import Download, file_name


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
    try:
        archive = read_archive(sent.read())
        phone = phone_or_new(request)
        club = import_to_phone(phone, archive)
    except SheetFaults as error:
        return _page(request, phone, faults=error.faults, status=400)
    except Refused as refused:
        words = refusal_message(refused.code, refused.facts)
        return _page(request, phone, refusal=words, status=409)
    number = len(archive.ids)
    words = ngettext("%(games)d game was read in.", "%(games)d games were read in.", number)
    messages.info(request, words % {"games": number})
    response = redirect("standings", club.pk)
    remember_phone(request, response, phone)
    return response


def _too_large() -> Fault:
    return Fault("", "page-takes-less", wanted=str(settings.CLUB_FILE_MAX_SIZE // 1024**2))


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
