"""Answers while the database is locked, full, read-only, broken or gone. Django hands every error
that nobody caught to `server_error`."""

import sys

from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views import defaults

from .problems import CONTENT_TYPE, fault, problem

RETRY_SECONDS = 5
"""After which whoever was told to come back may; a lock that lasts is waited for as long."""

# What SQLite says of the file and not of the question: perm, busy, locked, nomem, readonly, ioerr,
# corrupt, full, cantopen, protocol, nolfs, notadb.
_SQLITE_FAULTS = {3, 5, 6, 7, 8, 10, 11, 13, 14, 15, 22, 26}
# What PostgreSQL says of itself where psycopg takes it for a wrong question: read-only, as after a
# failover; no rights; no such table; damaged.
_READ_ONLY = "25006"
_POSTGRESQL_FAULTS = {_READ_ONLY, "42501", "42P01", "XX001", "XX002"}
_TOKEN = "csrfmiddlewaretoken"  # noqa: S105  # the field's name; the page gets a new token


def is_unavailable(error: object) -> bool:
    """Whether an error says that the database cannot be used now, not that a question to it is
    wrong. A missing table belongs here: something else lies in the database's place."""
    if not isinstance(error, DatabaseError):
        return False
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in _SQLITE_FAULTS or str(error).startswith("no such table")
    return (
        isinstance(error, OperationalError | InterfaceError)
        or _sqlstate(error) in _POSTGRESQL_FAULTS
    )


def _sqlstate(error: BaseException | None) -> str | None:
    """What PostgreSQL calls an error."""
    return getattr(getattr(error, "__cause__", None), "sqlstate", None)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an unhandled error: 503 if the database is unavailable, otherwise 500."""
    error = sys.exc_info()[1]
    if not is_unavailable(error):
        return defaults.server_error(request)
    close_read_only(error)
    sentence = _("The server cannot read or save anything just now; try again in a moment.")
    if request.path_info.startswith("/api/"):
        document = problem(503, [fault("unavailable", sentence)])
        response: HttpResponse = JsonResponse(document, status=503, content_type=CONTENT_TYPE)
    elif request.headers.get("HX-Request"):
        # Scripts leave the page as it is; this is for one that shows what it was answered.
        part = format_html('<p class="fault" role="status">{}</p>', sentence)
        response = HttpResponse(part, status=503)
    else:
        # What was sent can be sent again, but for a file or a password.
        is_secret = request.FILES or any("password" in name for name in request.POST)
        lists = [] if is_secret else request.POST.lists()
        fields = [(name, value) for name, values in lists for value in values if name != _TOKEN]
        context = {"sentence": sentence, "is_sent": request.method == "POST", "fields": fields}
        response = render(request, "503.html", context, status=503)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def close_read_only(error: BaseException | None) -> None:
    """Close the connection for good where PostgreSQL has said that it is read-only: its session
    stays so, and the pool makes another one."""
    if _sqlstate(error) == _READ_ONLY and connection.connection:
        connection.connection.close()
        connection.close()
