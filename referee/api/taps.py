"""Taps from a phone's outbox: stored, and acknowledged by their ids."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from referee.access import visit
from referee.pages.told import told_of_taps
from referee.services.batches import MOST_TAPS, Asked, take_batch
from referee.services.tapping import Receipt, Sender
from referee.wording.refusals import refusal_message

from . import schema
from .errors import refuse
from .parsers import SheetParser
from .serializers import TapsSerializer


class TooManyTapsError(APIException):
    """A batch that no phone sends; nothing of it was stored."""

    status_code = 413
    default_code = "too-many-taps"

    def __init__(self) -> None:
        super().__init__(refusal_message("too-many-taps", {"taps": MOST_TAPS}))


class TapsView(APIView):
    """The taps of a phone at a table, known by its cookie.

    Other sites cannot send here: the cookie stays with its own site, and what is no JSON is
    refused, so a browser would ask first and be told no.
    """

    # Strict JSON, nested as it may; no batch that a phone sends is longer than a score sheet.
    parser_classes = [SheetParser]

    @extend_schema(
        operation_id="taps",
        summary="Enter taps",
        description="Stores taps in their order. A tap that was sent before counts once.",
        request=TapsSerializer,
        responses={
            200: OpenApiResponse(schema.RECEIPT, "What became of each tap."),
            400: OpenApiResponse(schema.ERRORS, "The taps cannot be read: every fault."),
            404: OpenApiResponse(schema.ERRORS, "There is no such game for this phone."),
            413: OpenApiResponse(schema.ERRORS, f"More than {MOST_TAPS} taps."),
            415: OpenApiResponse(schema.ERRORS, "The taps are not sent as application/json."),
            503: OpenApiResponse(schema.ERRORS, "Nothing can be stored now: try again."),
        },
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Stores each tap, keeps it aside, or refuses it; 404 for who is not at the table."""
        guest = visit(request, game_id)
        sent = request.data.get("taps") if isinstance(request.data, dict) else None
        if isinstance(sent, list) and len(sent) > MOST_TAPS:
            raise TooManyTapsError
        serializer = TapsSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        asked = [Asked(**tap) for tap in serializer.validated_data["taps"]]
        sender = Sender(guest.phone, guest.seat.pk if guest.seat else None)
        document = _document(receipt := take_batch(game_id, sender, asked, guest.may_enter))
        unsaid = serializer.validated_data.get("unsaid")
        if unsaid is not None:
            taps = {*receipt.taken, *unsaid}
            document["told"] = told_of_taps(guest.game, guest.phone, taps)
        return Response(document)

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response | None]:
        """Refusals have one form, whatever refuses."""
        return _refuse


def _document(receipt: Receipt) -> dict[str, object]:
    return {
        "version": receipt.version,
        "taken": receipt.taken,
        "late": receipt.late,
        "refused": [
            {
                "id": tap,
                "code": refused.code,
                "message": refusal_message(refused.code, refused.facts),
            }
            for tap, refused in receipt.refused.items()
        ],
    }


def _refuse(error: Exception, context: dict[str, Any]) -> Response | None:
    response = refuse(error, context)
    if response is not None and isinstance(error, ValidationError):
        response.data = {"errors": list(_faults(error.detail))}
    elif response is not None and response.status_code == 413:
        message = refusal_message("too-many-taps", {"taps": MOST_TAPS})
        response.data = {"errors": [{"place": "", "message": message}]}
    elif response is not None and response.status_code == 415:
        message = _("Send the taps as application/json.")
        response.data = {"errors": [{"place": "", "message": message}]}
    return response


def _faults(detail: Any, place: str = "") -> Iterator[dict[str, str]]:
    """Every fault with its place, as ``taps[3].id``."""
    if isinstance(detail, dict):
        for name, within in detail.items():
            if isinstance(name, int):  # of a list's items only the faulty ones are there
                yield from _faults(within, f"{place}[{name}]")
            elif name == "non_field_errors":
                yield from _faults(within, place)
            else:
                yield from _faults(within, f"{place}.{name}".lstrip("."))
    elif isinstance(detail, list):
        for index, within in enumerate(detail):
            is_message = isinstance(within, str)
            yield from _faults(within, place if is_message else f"{place}[{index}]")
    else:
        yield {"place": place, "message": str(detail)}
