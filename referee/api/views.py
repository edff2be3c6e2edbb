"""The network interface: a score sheet in, its result out. Knows no session and no database."""

from typing import Any

from csp.decorators import csp_update
from django.conf import settings
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
)
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

from referee.disputes.diagnosing import DiagnosisUnavailable, explanations
from referee.rules import SheetFaults, score_sheet
from referee.rules.phrases import read_request
from referee.rules.reading import read_value
from referee.wording import phrase_document, result_document

from . import schema
from .parsers import SheetParser, UnreadableSheetError


class ScoreThrottle(AnonRateThrottle):
    """Allows enough for a table that scores after every card. Programs use ``score --lines``."""

    rate = "300/min"


class ClaimsThrottle(AnonRateThrottle):
    """Limits sheets with claims, because a diagnosis takes up to a second."""

    scope = "claims"
    rate = "20/min"

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count only sheets with claims."""
        has_claims = isinstance(request.data, dict) and bool(request.data.get("claimed"))
        return not has_claims or bool(super().allow_request(request, view))


class NoDiagnosisError(APIException):
    """The claims could not be diagnosed now; ``wait`` is in seconds."""

    status_code = 503
    default_code = "unavailable"
    default_detail = _("The claims could not be worked out now. Try again in a moment.")
    wait = 5


class ScoreView(APIView):
    """Scores one sheet."""

    parser_classes = [SheetParser]
    throttle_classes = [ScoreThrottle, ClaimsThrottle]
    refusals = {
        415: _("Send the score sheet as application/json."),
        429: _("That was a lot of sheets; please wait a little."),
    }

    @extend_schema(
        operation_id="score",
        summary="Score a sheet",
        description=schema.DESCRIPTION,
        request={"application/json": schema.SHEET},
        responses={
            200: OpenApiResponse(schema.RESULT, "The score, with every line explained."),
            **schema.refused(
                {
                    400: "The sheet cannot be read: every fault.",
                    413: "The sheet is too long.",
                    415: "The sheet is not sent as application/json.",
                    429: "Too many sheets in a minute.",
                    503: "Claims cannot be diagnosed now: try again.",
                }
            ),
        },
        examples=[
            OpenApiExample("A first round", value=schema.EXAMPLE, request_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """The result of the sheet in the body; 400 with every fault where it cannot be read."""
        try:
            result = score_sheet(read_value(request.data))
        except SheetFaults as error:
            raise UnreadableSheetError(error) from error
        try:
            return Response(result_document(result, explanations))
        except DiagnosisUnavailable as error:
            raise NoDiagnosisError from error


class PhrasesThrottle(AnonRateThrottle):
    """Allows enough for a program that reads as somebody types."""

    scope = "phrases"
    rate = "300/min"


class PhrasesView(APIView):
    """Reads one phrase."""

    parser_classes = [SheetParser]
    throttle_classes = [PhrasesThrottle]
    refusals = {
        415: _("Send the phrase as application/json."),
        429: _("That was a lot of phrases; please wait a little."),
    }

    @extend_schema(
        operation_id="phrases",
        summary="Read a phrase",
        description="Reads what somebody says of the cards that lie in front of a player. What is "
        "doubtful is asked back, and nothing of it is entered.",
        request={"application/json": schema.PHRASE},
        responses={
            200: OpenApiResponse(schema.READ_PHRASE, "What lies there when it has been done."),
            **schema.refused(
                {
                    400: "The request cannot be read: every fault.",
                    413: "The request is too long.",
                    415: "The request is not sent as application/json.",
                    429: "Too many phrases in a minute.",
                }
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """What the phrase in the body comes to, asked in its own language."""
        try:
            phrase = read_request(request.data)
        except SheetFaults as error:
            raise UnreadableSheetError(error) from error
        with override(phrase.language):
            return Response(phrase_document(phrase))


class SchemaView(SpectacularAPIView):
    """The interface as an OpenAPI description, for programmers: in one language for everybody."""

    @extend_schema(
        operation_id="schema",
        summary="Get this description",
        parameters=[
            OpenApiParameter(
                "format", enum=["json", "yaml", ""], description="YAML where nothing is named."
            )
        ],
        responses={
            200: OpenApiResponse(schema.OPENAPI, "The interface as an OpenAPI description."),
            **schema.refused(
                {
                    404: "?format= names another format than json and yaml.",
                    406: "Another answer than JSON or YAML was asked for.",
                }
            ),
        },
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The description in the settings' language, whatever the request asks for."""
        with override(settings.LANGUAGE_CODE):
            described: Response = super().get(request, *args, **kwargs)
            return described


# Swagger UI's style sheet holds its small pictures itself, as data: addresses.
@method_decorator(csp_update({"img-src": ["'self'", "data:"]}), name="dispatch")
class DocsView(SpectacularSwaggerSplitView):
    """The same to read and to try out; its script is a request of its own, for the strict CSP."""

    url_name = "api:schema"
    template_name = "api/docs.html"
