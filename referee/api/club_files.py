"""A whole club as a file: sent out, and read in."""

from collections.abc import Iterator, Mapping
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access.games import sender_of
from referee.access.throttle import address_of
from referee.club.services.files import imports
from referee.club.services.files.export_club import archive_of
from referee.club.views.downloads import Download, file_name
from referee.rules import Fault, SheetFaults
from referee.wording import fault_place, fault_text
from referee.wording.refusals import refusal_message

from ..hosting.problems import fault
from . import schema, serializers
from .club import ONE_CLUB, OfClubs
from .once import HEADER, ONCE_REFUSED, once
from .operations import described, reading

_PIECE = 64 * 1024
"""Bytes that are read at once."""


class ExportView(OfClubs):
    """A club as a file."""

    @reading(
        "Get a club as a file",
        "export",
        schema.CLUB_FILE,
        ONE_CLUB,
        said="The club file.",
        description="The club file as its page sends it; docs/club-file.md describes it.",
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The file, made while it is sent."""
        club = self.one_club()
        return Download(archive_of(club), file_name(club.name, "club.json"), "application/json")


class ClubFileParser(BaseParser):
    """Puts a club file aside; another process reads it."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Fill the view's file. Raises SheetFaults for a body that is too large."""
        file, most = (parser_context or {})["view"].file, settings.CLUB_FILE_MAX_SIZE
        while piece := stream.read(_PIECE):
            file.write(piece)
            if file.tell() > most:
                wrong = Fault("", "file-too-large", wanted=str(most // 1024**2))
                raise SheetFaults([wrong])
        return {}


class ImportsView(OfClubs):
    """Club files that are read in."""

    parser_classes = [ClubFileParser]
    file: IO[bytes]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Hold the file as long as the request takes."""
        with SpooledTemporaryFile(max_size=settings.FILE_UPLOAD_MAX_MEMORY_SIZE) as self.file:
            return super().dispatch(request, *args, **kwargs)

    def pieces(self, request: Request) -> Iterator[bytes]:
        """The file that was sent, from its beginning."""
        request.data  # noqa: B018  # its parser fills the file
        self.file.seek(0)
        while piece := self.file.read(_PIECE):
            yield piece

    @described(
        "Read in a club file",
        "import_club",
        serializers.Import,
        (400, 401, 415),
        HEADER,
        body=schema.CLUB_FILE,
        status=202,
        said="It is being read in; Location says where to ask how far.",
        refused={
            **ONCE_REFUSED,
            403: "The key may not do that, or another site's page has sent it.",
            409: "The phone's club has games, another file is being read in, or the "
            "request of this Idempotency-Key is under way.",
            413: "The file is too large.",
            429: "Too many files in an hour, or requests in a day.",
            503: "Other files are being read in, or it could not be kept: try again.",
        },
        description="With a key it becomes a club of its account: the newest one without games, or "
        "a new one. With a phone's cookie it goes into the phone's club, which has no games.",
    )
    @once
    def post(self, request: Request) -> Response:
        """Keep the file, and let another process read it in."""
        address = address_of(request._request)
        kept = imports.take(sender_of(request), address, self.pieces(request))
        at = reverse("api:import-state", args=[kept.id])
        return Response(_document(kept), 202, headers={"Location": at})


class ImportView(OfClubs):
    """A club file that is read in."""

    @reading("Ask how far a club file is read in", "import_state", serializers.Import)
    def get(self, request: Request, import_id: str) -> Response:
        """How far it is; with its faults, or the new club, at the end."""
        for state in imports.unseen(sender_of(request)):
            if state.id == import_id:
                return Response(_document(state))
        raise Http404


def _document(state: imports.Import) -> dict[str, Any]:
    faults = [fault(each.code, fault_text(each), fault_place(each)) for each in state.faults]
    if state.refused:
        faults = [fault(state.refused, refusal_message(state.refused, {}))]
    return {
        "id": state.id,
        "is_over": state.is_over,
        "games": state.games,
        "written": state.written,
        "club": state.club or None,
        "faults": faults,
    }
