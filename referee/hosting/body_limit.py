"""Limits request bodies before anything parses them.

Django holds DATA_UPLOAD_MAX_MEMORY_SIZE only where `request.body` or a form is read; a body that
Django REST framework parses, or nobody reads, it would write to disk at any length. It gathers a
body before anything looks at it, so what all together may hold is bounded too.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings

from .problems import CONTENT_TYPE, fault, problem

Event = Mapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

MAX_AT_ONCE = 96 * 1024 * 1024
"""Bytes of all bodies together, until they are answered: who sends many and ends none would else
fill the memory, and with club files the disk."""
ALWAYS_TAKEN = 64 * 1024
"""Bytes of each that do not count: taps and forms come through whoever sends what."""
MAX_POURED_AWAY = 64 * 1024 * 1024
"""Bytes of a file that is too large that are taken off the wire, so that its sender sees a page
that says so; browsers show none while they are still sending."""
_POUR_SECONDS = 60
WAS_TOO_LARGE = "HTTP_X_WAS_TOO_LARGE"
"""Stands in the request's META where a page is to say that the file for it was too large."""
_FORM_AROUND_A_FILE = 64 * 1024
_MARK = WAS_TOO_LARGE.removeprefix("HTTP_").replace("_", "-").lower().encode()
CLOSE = (b"connection", b"close")
_TOO_LARGE = 413, "The request is larger than this server takes.", CLOSE
_TOO_MUCH = (
    503,
    "Others are sending much just now; try again in a minute.",
    CLOSE,
    (b"retry-after", b"60"),
)


class _RefusedError(Exception):
    """More of a body has come than may; with the arguments of ``refuse``."""


def limit_body(application: Application) -> Application:
    """The application, answering 413 to every request whose body is over the limit, and 503 to a
    large one while all together are."""
    held = 0
    pages = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    club_file = settings.CLUB_FILE_MAX_SIZE + _FORM_AROUND_A_FILE

    async def limited(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        nonlocal held
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        path = scope.get("path", "")
        takes_files = re.fullmatch(settings.TAKE_FILES, path) is not None
        limit = club_file if takes_files else pages
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > limit:
            has_ended = takes_files and await _pour_away(receive)
            if has_ended and not path.startswith("/api/"):
                await application(*_without_file(scope, receive), send)
            else:
                await refuse(send, *_TOO_LARGE, path=path)
            return
        seen = counts = 0
        started = False

        async def counted() -> Event:
            nonlocal seen, counts, held
            event = await receive()
            if event["type"] == "http.request":
                seen += len(event.get("body", b""))
                if seen > limit:
                    raise _RefusedError(*_TOO_LARGE)
                held -= counts
                counts = max(0, seen - ALWAYS_TAKEN)
                held += counts
                if counts and held > MAX_AT_ONCE:
                    raise _RefusedError(*_TOO_MUCH)
            return event

        async def noticed(event: Event) -> None:
            nonlocal started
            started = True
            await send(event)

        try:
            await application(scope, counted, noticed)
        except _RefusedError as refused:
            if not started:
                await refuse(send, *refused.args, path=path)
        finally:
            held -= counts

    return limited


async def _pour_away(receive: Receive) -> bool:
    """Receive a body without keeping it; return whether it came to its end: not where it is larger,
    or slower, than anybody's file."""
    seen = 0
    try:
        async with asyncio.timeout(_POUR_SECONDS):
            while seen <= MAX_POURED_AWAY:
                event = await receive()
                seen += len(event.get("body", b""))
                if event["type"] != "http.request" or not event.get("more_body"):
                    return event["type"] == "http.request"
    except TimeoutError:
        pass
    return False


def _without_file(scope: dict[str, Any], receive: Receive) -> tuple[dict[str, Any], Receive]:
    """Redirect to the same address without the file; the page then says that it was too large."""
    kept = [header for header in scope["headers"] if not header[0].startswith(b"content-")]
    waiting = [{"type": "http.request", "body": b"", "more_body": False}]

    async def nothing_more() -> Event:
        return waiting.pop() if waiting else await receive()

    return {**scope, "method": "GET", "headers": [*kept, (_MARK, b"1")]}, nothing_more


_CODES = {
    400: "parse-error",
    403: "permission-denied",
    413: "too-long",
    429: "throttled",
    503: "unavailable",
}


async def refuse(
    send: Send, status: int, reason: str, *headers: tuple[bytes, bytes], path: str = ""
) -> None:
    """Answer with a line of text, beside Django; below /api/ with a problem document in English."""
    if path.startswith("/api/"):
        document = problem(status, [fault(_CODES[status], reason)])
        await answer(send, status, json.dumps(document).encode(), *headers, kind=CONTENT_TYPE)
    else:
        await answer(send, status, f"{reason}\n".encode(), *headers)


async def answer(
    send: Send,
    status: int,
    body: bytes,
    *headers: tuple[bytes, bytes],
    kind: str = "text/plain; charset=utf-8",
) -> None:
    """Answer beside Django, with what nobody may keep."""
    all_headers = [
        (b"content-type", kind.encode()),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        *headers,
    ]
    await send({"type": "http.response.start", "status": status, "headers": all_headers})
    await send({"type": "http.response.body", "body": body})
