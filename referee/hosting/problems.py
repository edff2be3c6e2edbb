"""Problem documents (RFC 9457): the one form in which everything below /api/ is refused."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

CONTENT_TYPE = "application/problem+json"
_TITLES = {
    400: _("Bad request"),
    401: _("Unauthorised"),
    403: _("Forbidden"),
    404: _("Not found"),
    405: _("Method not allowed"),
    406: _("Not acceptable"),
    409: _("Conflict"),
    412: _("Precondition failed"),
    413: _("Content too large"),
    415: _("Unsupported media type"),
    422: _("Unprocessable content"),
    429: _("Too many requests"),
    500: _("Server error"),
    503: _("Service unavailable"),
}


def fault(code: str, message: str, path: str = "") -> dict[str, str]:
    """One fault; ``path`` is "" for the whole request."""
    return {"path": path, "code": code, "message": str(message)}


def problem(status: int, faults: Iterable[dict[str, str]]) -> dict[str, Any]:
    """The document of a refusal with its faults, at least one, in the language in use."""
    errors = list(faults)
    path, message = errors[0]["path"], errors[0]["message"]
    return {
        "type": "about:blank",
        "title": str(_TITLES[status]),
        "status": status,
        "detail": f"{path}: {message}" if path else message,
        "errors": errors,
    }
