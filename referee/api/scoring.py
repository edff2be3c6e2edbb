"""Sheets scored and claims diagnosed: uses no session and no database."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from referee.disputes.diagnosing import DiagnosisUnavailableError, explanations
from referee.rules import Fault, SheetFaults, score_sheet
from referee.rules.reading import read_value
from referee.wording import errors_document, result_document
from referee.wording.result import claims_document, printed, printed_line

from . import schema
from .base.limits import Limit
from .base.parsers import JSONParser
from .base.views import Operations


class SheetsParser(JSONParser):
    """Parses one sheet, or a list of them, which may be as long as any request."""

    longest_list = settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class ResultRenderer(JSONRenderer):
    """Writes a result byte for byte as ``manage.py score`` prints it, and those of a list as the
    lines of ``score --lines``."""

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        if isinstance(data, list):
            return ("[\n" + ",\n".join(map(printed_line, data)) + "\n]\n").encode()
        return printed(data).encode()


class ScoreLimit(Limit):
    """Allows enough for a table that scores after every card. Programs send lists, or use
    ``score --lines``."""

    name = "sheets"
    most = 300


class ListLimit(Limit):
    """Limits lists of sheets."""

    name = "lists"
    most = 30

    def allow_request(self, request: Request, view: object) -> bool:
        return not isinstance(request.data, list) or super().allow_request(request, view)


class ClaimsLimit(Limit):
    """Limits sheets with claims, because a diagnosis takes up to a second."""

    name = "claims"
    most = 20

    def allow_request(self, request: Request, view: object) -> bool:
        """Count only sheets with claims."""
        has_claims = isinstance(request.data, dict) and bool(request.data.get("claimed"))
        return not has_claims or super().allow_request(request, view)


class NoDiagnosisError(APIException):
    """The claims could not be diagnosed now; ``wait`` is in seconds."""

    status_code = 503
    default_code = "unavailable"
    default_detail = _("The claims could not be worked out now. Try again in a moment.")
    wait = 5


@contextmanager
def _diagnosing() -> Iterator[None]:
    try:
        yield
    except DiagnosisUnavailableError as error:
        raise NoDiagnosisError from error


def _of_a_list(document: object) -> dict[str, object]:
    """The result of a sheet in a list, or its faults. A list with many claims would take long."""
    try:
        sheet = read_value(document)
        if sheet.claimed:
            raise SheetFaults([Fault("claimed", "not-in-a-list")])
    except SheetFaults as error:
        return errors_document(error.faults)
    return result_document(score_sheet(sheet), explanations)


class ScoreViewSet(Operations):
    """Scores one sheet, or a list of up to 100."""

    parser_classes = [SheetsParser]
    renderer_classes = [ResultRenderer]
    throttle_classes = [ScoreLimit, ListLimit, ClaimsLimit]
    more_refusals = (503,)

    @extend_schema(
        request={"application/json": schema.SHEETS_SENT},
        responses={200: OpenApiResponse(schema.RESULTS, "The score, with every line explained.")},
    )
    def create(self, request: Request) -> Response:
        """Score a sheet, or a list of up to 100

        Takes a score sheet and answers with points, explanations, ranking and problems. Problems
        never stop the scoring; a sheet that cannot be read is refused with every fault at once. A
        list gets one answer a sheet, faults among them. The whole format stands in
        docs/score-sheet.md."""
        if not isinstance(request.data, list):
            result = score_sheet(read_value(request.data))
            with _diagnosing():
                return Response(result_document(result, explanations))
        if not 1 <= (number := len(request.data)) <= schema.MAX_SHEETS:
            wanted = f"1-{schema.MAX_SHEETS}"
            raise SheetFaults([Fault("", "out-of-range", str(number), wanted=wanted)])
        return Response([_of_a_list(document) for document in request.data])


class DiagnoseViewSet(Operations):
    """Finds the mistakes that explain what players claim to have."""

    throttle_classes = [ScoreLimit, ClaimsLimit]
    more_refusals = (503,)

    @extend_schema(
        request={"application/json": schema.SHEET},
        responses={
            200: OpenApiResponse(schema.DIAGNOSIS, "The totals, and what explains the claims.")
        },
    )
    def create(self, request: Request) -> Response:
        """Explain claimed totals

        Takes a score sheet with at least one claimed total, and answers which mistakes lead to
        those that are not right, the likeliest first. It may take some seconds."""
        sheet = read_value(request.data)
        if not sheet.claimed:
            raise SheetFaults([Fault("claimed", "missing")])
        with _diagnosing():
            diagnosis = claims_document(sheet, explanations)
        return Response({"totals": score_sheet(sheet).totals, "diagnosis": diagnosis})
