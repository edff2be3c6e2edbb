"""Every refusal in one form, the one that an unreadable sheet gets: ``{"errors": […]}``."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import exception_handler

from referee.wording import errors_document

from .parsers import UnreadableSheetError


def refuse(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to a known exception, or None for a bug of ours.

    A view says the statuses in ``refusals`` in its own words.
    """
    response = exception_handler(error, context)
    if response is None:
        return None
    # JSON also where another kind of answer was asked for: refusals have no other.
    context["request"].accepted_renderer = JSONRenderer()
    context["request"].accepted_media_type = JSONRenderer.media_type
    own_words = getattr(context["view"], "refusals", {}).get(response.status_code)
    if own_words is None and isinstance(error, UnreadableSheetError):
        response.data = errors_document(error.faults)
    else:
        detail = response.data.get("detail", "") if isinstance(response.data, dict) else ""
        message = str(own_words or detail)
        response.data = {"errors": [{"place": "", "message": message}]}
    return response


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address that is none: below /api/ answered in the form of its refusals, else by a page."""
    if not request.path.startswith("/api/"):
        return page_not_found(request, exception)
    message = _("There is nothing at this address.")
    return JsonResponse({"errors": [{"place": "", "message": message}]}, status=404)
