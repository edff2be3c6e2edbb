"""Every refusal as a problem document, with all faults at once."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import (
    NON_FIELD_ERRORS,
    ObjectDoesNotExist,
    PermissionDenied,
    SuspiciousOperation,
    ValidationError,
)
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import is_valid_path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views import defaults
from rest_framework import exceptions
from rest_framework.fields import get_error_detail
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import exception_handler

from referee.play.services.refusals import Refused
from referee.rules import Fault, SheetFaults
from referee.rules.problems.faults import MAX_FAULTS
from referee.wording import fault_place, fault_text

from ...hosting.problems import CONTENT_TYPE, fault, problem
from ...hosting.unavailable import server_error as page_of_server_error

_OF_DJANGO: dict[type[Exception], type[exceptions.APIException]] = {
    Http404: exceptions.NotFound,
    ObjectDoesNotExist: exceptions.NotFound,  # deleted by somebody else just now
    PermissionDenied: exceptions.PermissionDenied,
    SuspiciousOperation: exceptions.ParseError,  # as a thousand query parameters
}

_CONFLICT = 409
"""The status of what a service refuses because of how things are; of the rest it stands below."""
STATUSES = {
    **dict.fromkeys(("name-missing", "name-too-long", "name-unprintable", "name-of-dummy"), 400),
    **dict.fromkeys(("reason-missing", "words-missing", "words-too-long"), 400),
    **dict.fromkeys(("no-such-card", "no-such-tableau", "not-understood"), 400),
    **dict.fromkeys(("no-address", "address-port", "address-private", "events-missing"), 400),
    **dict.fromkeys(("not-yours", "sent-away"), 403),
    "unknown-code": 404,
    "too-many-taps": 413,
    "sent-otherwise": 422,
    **dict.fromkeys(("too-many-answers", "too-many-games", "too-many-imports"), 429),
    **dict.fromkeys(("too-many-codes", "too-many-watchers"), 429),
    **dict.fromkeys(("too-busy", "imports-wait", "import-not-kept"), 503),
}
_PLACES = {
    **dict.fromkeys(("name-missing", "name-too-long", "name-unprintable", "name-of-dummy"), "name"),
    **dict.fromkeys(("name-taken", "anonymous-stays"), "name"),
    **dict.fromkeys(("reason-missing", "words-too-long"), "reason"),
    **dict.fromkeys(("sent-otherwise", "under-way", "too-many-answers"), "Idempotency-Key"),
    **dict.fromkeys(("merge-with-self", "not-in-club"), "other"),
    **dict.fromkeys(("no-address", "address-port", "address-private"), "address"),
    "name-gone": "is_anonymous",
    **dict.fromkeys(("nobody-sits", "seat-taken", "game-over"), "seat"),
    **dict.fromkeys(("unknown-code", "sent-away"), "code"),
    "nothing-there": "part",
    "not-seated": "is_host",
    "number-right": "claimed",
    "corrected-meanwhile": "version",
    "night-there": "date",
    "season-taken": "since",
    "events-missing": "events",
}
"""The field, or header, that a refusal is about."""

_PLAIN_WORDS = {
    415: gettext_lazy("Send it as application/json."),
    429: gettext_lazy("That was a lot of requests; please wait a little."),
}
"""What REST framework says less plainly, by its status."""

_HEADERS = {406: "Accept", 415: "Content-Type"}
"""The header that a status is about."""

_CODES = {
    **dict.fromkeys(("required", "blank"), "missing"),
    **dict.fromkeys(("null", "not_a_list", "invalid"), "wrong-type"),
    **dict.fromkeys(("min_value", "max_value", "min_length"), "out-of-range"),
    "max_length": "too-many-characters",
    "invalid_choice": "no-such-choice",
    "unprintable-text": "name-unprintable",  # of other texts such signs are taken out
}
"""What REST framework's and Django's codes are called here."""


_WAIT = 5
"""Seconds after which what is too busy now may be tried again."""


class ProblemRenderer(JSONRenderer):
    """A problem document. Also where another kind of answer was asked for: refusals have no
    other."""

    media_type = CONTENT_TYPE


def refuse(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to a known exception, or None for a bug of ours.

    Refusals of services have their statuses and places above.
    """
    faults: list[dict[str, str]] = []
    if isinstance(error, Refused):
        faults = [fault(error.code, error.message, _PLACES.get(error.code, ""))]
        status = STATUSES.get(error.code, _CONFLICT)
        wait = error.facts.get("seconds", _WAIT if status == 503 else None)
    elif isinstance(error, SheetFaults):
        faults = [fault(it.code, fault_text(it), fault_place(it)) for it in error.faults]
        is_long = any(it.code in ("too-long", "file-too-large") for it in error.faults)
        status, wait = 413 if is_long else 400, None
    elif isinstance(error, ValidationError):  # of a row
        error = exceptions.ValidationError(get_error_detail(error))
    if faults:
        error = exceptions.APIException()
        error.status_code = status
        error.wait = wait  # type: ignore[attr-defined]  # of which its handler makes Retry-After
    for of_django, ours in _OF_DJANGO.items():
        if isinstance(error, of_django):
            error = ours()
    response = exception_handler(error, context)
    if response is None or not isinstance(error, exceptions.APIException):
        return None
    context["request"].accepted_renderer = ProblemRenderer()
    context["request"].accepted_media_type = CONTENT_TYPE
    own_words = str(_PLAIN_WORDS.get(response.status_code, ""))
    header = _HEADERS.get(response.status_code, "")
    faults = faults or list(_faults(error.detail, own_words, header))
    if more := len(faults[MAX_FAULTS:]):
        text = fault_text(Fault("", "more-faults", str(more)))
        faults[MAX_FAULTS:] = [fault("more-faults", text)]
    response.data = problem(response.status_code, faults)
    return response


def _faults(detail: Any, own_words: str, path: str = "") -> Iterator[dict[str, str]]:
    """The faults in what an exception of REST framework holds: a text with its code, or lists and
    objects of those by field."""
    if isinstance(detail, dict):
        for name, part in detail.items():
            is_whole = name in ("", "detail", "non_field_errors", NON_FIELD_ERRORS)
            inside = "" if is_whole else f"[{name}]" if isinstance(name, int) else f"{name}"
            dot = "." if path and inside and not inside.startswith(("[", ".", ",")) else ""
            yield from _faults(part, own_words, f"{path}{dot}{inside}")
    elif isinstance(detail, list):
        for at, part in enumerate(detail):
            is_text = isinstance(part, str)
            yield from _faults(part, own_words, path if is_text else f"{path}[{at}]")
    else:
        code = _CODES.get(detail.code, detail.code.replace("_", "-"))
        yield fault(code, own_words or detail, path)


def not_there(path: str) -> exceptions.NotFound:
    """The answer to an id of something that is not there for the sender, and that stands in a
    parameter or a body; without its path, the address seems to be meant."""
    words = exceptions.ErrorDetail(f"{exceptions.NotFound.default_detail}", "not-found")
    return exceptions.NotFound({path: [words]})


def _answer(status: int, code: str, message: str) -> HttpResponse:
    document = problem(status, [fault(code, message)])
    return JsonResponse(document, status=status, content_type=CONTENT_TYPE)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that Django does not take: below /api/ a problem document, else a page."""
    if not request.path.startswith("/api/"):
        return defaults.bad_request(request, exception)
    return _answer(400, "parse-error", _("This request cannot be read."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address that is none: below /api/ a problem document, else a page."""
    if not request.path.startswith("/api/"):
        return defaults.page_not_found(request, exception)
    message = _("There is nothing at this address.")
    if is_valid_path(with_slash := f"{request.path_info}/"):
        message = _("Write the address with a slash at its end: %(address)s")
        message %= {"address": with_slash}
    return _answer(404, "not-found", message)


def server_error(request: HttpRequest) -> HttpResponse:
    """A bug of ours, or a database that cannot be used: below /api/ never a page."""
    response = page_of_server_error(request)
    if not request.path.startswith("/api/") or response.status_code != 500:
        return response
    return _answer(500, "error", _("Something is wrong on the server."))
