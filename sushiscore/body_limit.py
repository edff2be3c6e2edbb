"""No request body over the limit is read, whoever would have parsed it.

Django holds DATA_UPLOAD_MAX_MEMORY_SIZE only where `request.body` or a form is read; a body that
Django REST framework parses, or one that nobody reads, it would write to disk at any length.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings

Event = Mapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]


class _TooLargeError(Exception):
    """More of a body has come than may."""


def limit_body(application: Application) -> Application:
    """The application, answering 413 to every request whose body is over the limit."""
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    async def limited(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > limit:
            await _refuse(send)
            return
        seen = 0
        started = False

        async def counted() -> Event:
            nonlocal seen
            event = await receive()
            if event["type"] == "http.request":
                seen += len(event.get("body", b""))
                if seen > limit:
                    raise _TooLargeError
            return event

        async def noticed(event: Event) -> None:
            nonlocal started
            started = True
            await send(event)

        try:
            await application(scope, counted, noticed)
        except _TooLargeError:
            if not started:
                await _refuse(send)

    return limited


async def _refuse(send: Send) -> None:
    """Answer 413 without reading on."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    body = b"The request is larger than this server takes.\n"
    await send({"type": "http.response.body", "body": body})
