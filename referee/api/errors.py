"""Every refusal in one form, the one that an unreadable sheet gets: ``{"errors": […]}``."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.response import Response
from rest_framework.views import exception_handler

from referee.wording import errors_document

from .parsers import UnreadableSheetError


def refuse(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer for an exception that REST framework knows; None for one that is our bug."""
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, UnreadableSheetError):
        response.data = errors_document(error.faults)
    else:
        response.data = {"errors": [{"place": "", "message": _words(response)}]}
    return response


def _words(response: Response) -> str:
    if response.status_code == 415:
        return _("Send the score sheet as application/json.")
    if response.status_code == 429:
        return _("That was a lot of sheets; please wait a little.")
    detail = response.data.get("detail", "") if isinstance(response.data, dict) else ""
    return str(detail)
