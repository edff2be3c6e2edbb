"""Whether the server is alive and ready, its figures, and an id for each request."""

import asyncio
import functools
import hmac
import logging
import re
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import Error as DatabaseError
from django.db import connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from referee.hosting import data
from referee.hosting.body_limit import Application, Event, Receive, Send
from referee.hosting.logs import REQUEST_ID
from referee.hosting.metrics import REQUESTS, VIEW
from referee.hosting.unavailable import close_read_only
from referee.live.bus import the_bus

from .proxies import is_named

READY_SECONDS = 5.0
WRITE_SECONDS = 10
"""For which it is not tried again whether the database can be written to."""
_ID = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_THREAD = ThreadPoolExecutor(1, "ready")

_log = logging.getLogger(__name__)


class Watch:
    """An application, and before it ``/healthz``, ``/readyz`` and ``/metrics``, which need no host
    name, no cookie and no turn among the requests.

    Every request gets an id: its trusted proxy's ``X-Request-ID``, or a new one. It stands in each
    line that the request logs, and in the answer.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._asked: asyncio.Future[dict[str, str]] | None = None

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        began = time.perf_counter()
        request_id = _given_id(scope) or secrets.token_hex(8)
        REQUEST_ID.set(request_id)

        async def noted(event: Event) -> None:
            if event["type"] == "http.response.start":
                taken = time.perf_counter() - began
                REQUESTS.labels(scope.get(VIEW, "other"), event["status"]).observe(taken)
                header = (b"x-request-id", request_id.encode())
                event = {**event, "headers": [*event["headers"], header]}
            await send(event)

        match scope["path"]:
            case "/healthz":
                await _say(noted, 200, b"alive\n")
            case "/readyz":
                state = await self._readiness()
                lines = "".join(f"{part}: {said}\n" for part, said in state.items())
                is_ready = set(state.values()) == {"ok"}
                await _say(noted, 200 if is_ready else 503, lines.encode())
            case "/metrics" if settings.METRICS_TOKEN:
                await _tell_figures(scope, noted)
            case _:
                await self._application(scope, receive, noted)

    async def _readiness(self) -> dict[str, str]:
        """What each part says; who asks meanwhile shares the answer."""
        if self._asked is None or self._asked.done():
            self._asked = asyncio.get_running_loop().run_in_executor(_THREAD, _parts)
        try:
            async with asyncio.timeout(READY_SECONDS):
                return await asyncio.shield(self._asked)
        except TimeoutError:
            return {"database": f"no answer within {READY_SECONDS:.0f} s"}


def _given_id(scope: dict[str, Any]) -> str:
    """The id that a trusted proxy sent with the request, or ""."""
    for name, value in scope["headers"]:
        if name == b"x-request-id" and _ID.fullmatch(value):
            return str(value.decode()) if is_named((scope.get("client") or ("",))[0]) else ""
    return ""


async def _tell_figures(scope: dict[str, Any], send: Send) -> None:
    given = dict(scope["headers"]).get(b"authorization", b"")
    if hmac.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode()):
        await _say(send, 200, await asyncio.to_thread(generate_latest), CONTENT_TYPE_LATEST)
    else:
        await _say(send, 401, b"Send the token: Authorization: Bearer ...\n")


def _parts() -> dict[str, str]:
    """What database, migrations and bus say: "ok", or what is wrong, without names of machines."""
    said = {"database": "ok", "migrations": "ok"}
    try:
        missing = _migrations() - set(MigrationRecorder(connection).applied_migrations())
        if missing:
            said["migrations"] = f"{len(missing)} not applied"
        said["database"] = str(cache.get_or_set("sushiscore.writing", _writing, WRITE_SECONDS))
    except DatabaseError:
        _log.exception("the database is not ready")
        said = {"database": "cannot be used", "migrations": "unknown"}
    finally:
        # Django does this only at the end of a request.
        connections.close_all()
    return said | {"bus": "ok" if the_bus().is_reachable() else "Redis does not answer"}


def _writing() -> str:
    """Say whether the database and its disk take what is written, and leave nothing of it."""
    try:
        if connection.vendor == "sqlite":
            data.try_to_write(Path(connection.settings_dict["NAME"]).resolve())
        else:
            with transaction.atomic(), connection.cursor() as cursor:
                # Refused where nothing may be written.
                cursor.execute("SELECT FROM django_migrations WHERE false FOR UPDATE")
                # What does not fit into the memory goes to a file that is gone at once.
                cursor.execute("SET LOCAL work_mem = 64")
                cursor.execute("SELECT count(*) FROM generate_series(1, 10000)")
    except OSError as error:
        _log.error("the database cannot be written to: %s", error.strerror)
    except DatabaseError as error:
        _log.exception("the database cannot be written to")
        close_read_only(error)
    else:
        return "ok"
    return "cannot be written to"


@functools.cache
def _migrations() -> set[tuple[str, str]]:
    """The migrations of this version, as app and name."""
    loader = MigrationLoader(None)
    return set(loader.graph.nodes)


async def _say(
    send: Send, status: int, body: bytes, kind: str = "text/plain; charset=utf-8"
) -> None:
    about = [
        (b"content-type", kind.encode()),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
    ]
    if status == 401:
        about.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": about})
    await send({"type": "http.response.body", "body": body})
