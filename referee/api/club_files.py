"""A whole club as a file: sent out, and read in."""

from collections.abc import Iterator, Mapping
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
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
from .base.once import once
from .base.views import ClubQuery, Create, OfClubs
from .schema import CLUB_FILE

_PIECE = 64 * 1024
"""Bytes that are read at once."""


class ExportViewSet(OfClubs):
    """A club as a file."""

    query_class = ClubQuery

    @extend_schema(responses=OpenApiResponse(CLUB_FILE, "The club file."))
    def retrieve(self, request: Request) -> HttpResponseBase:
        """Get a club as a file.

        The file is the one that its page sends, made while it is sent; docs/club-file.md describes
        it.
        """
        club = self.one_club(self.query.get("club"))
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


class FaultSerializer(serializers.Serializer[Any]):
    path = serializers.CharField(allow_blank=True, help_text="Empty for the whole file.")
    code = serializers.CharField(help_text="The same in every language.")
    message = serializers.CharField()


class ImportSerializer(serializers.Serializer[Any]):
    """A club file that is read in; it is over with ``club`` or with ``faults``."""

    id = serializers.CharField()
    is_over = serializers.BooleanField()
    games = serializers.IntegerField(help_text="In the file; 0 while nobody knows.")
    written = serializers.IntegerField(help_text="So many of them are read in.")
    club = serializers.SerializerMethodField(help_text="The id, once all of it is there.")
    faults = serializers.SerializerMethodField(help_text="Why nothing was read in.")

    def get_club(self, state: imports.Import) -> UUID | None:
        return UUID(state.club) if state.club else None

    @extend_schema_field(FaultSerializer(many=True))
    def get_faults(self, state: imports.Import) -> list[dict[str, str]]:
        if state.refused:
            return [fault(state.refused, refusal_message(state.refused, {}))]
        return [fault(each.code, fault_text(each), fault_place(each)) for each in state.faults]


class ImportViewSet(Create, mixins.RetrieveModelMixin, OfClubs):
    """Club files that are read in."""

    serializer_class = ImportSerializer
    lookup_url_kwarg = "import_id"
    lookup_value_converter = "slug"
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

    @extend_schema(request={"application/json": CLUB_FILE}, responses={202: ImportSerializer})
    @once
    def create(self, request: Request) -> Response:
        """Read in a club file.

        With a key it becomes a club of its account: the newest one without games, or a new one.
        With a phone's cookie it goes into the phone's club, which has no games. 20 files an hour
        are taken from one address.
        """
        address = address_of(request._request)
        state = imports.take(sender_of(request), address, self.pieces(request))
        data = self.get_serializer(state).data
        return Response(data, 202, headers=self.get_success_headers(data))

    def get_object(self) -> imports.Import:
        """What the same key or phone has sent. Raises Http404 for all else."""
        for state in imports.unseen(sender_of(self.request)):
            if state.id == self.kwargs["import_id"]:
                return state
        raise Http404

    def retrieve(self, request: Request, import_id: str) -> Response:
        """Ask how far a club file is read in."""
        return super().retrieve(request, import_id)
