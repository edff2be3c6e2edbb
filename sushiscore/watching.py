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
from referee.hosting.body_limit import Application, Event, Receive, Send, answer, refuse
from referee.hosting.logs import REQUEST_ID
from referee.hosting.metrics import REQUESTS, VIEW
from referee.hosting.unavailable import close_read_only
from referee.live.bus import process_bus

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
        self._readiness: asyncio.Future[dict[str, str]] | None = None

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        began = time.perf_counter()
        headers = dict(scope["headers"])
        request_id = secrets.token_hex(8)
        given_id = headers.get(b"x-request-id", b"")
        if _ID.fullmatch(given_id) and is_named((scope.get("client") or ("",))[0]):
            request_id = given_id.decode()
        REQUEST_ID.set(request_id)

        async def send_with_id(event: Event) -> None:
            if event["type"] == "http.response.start":
                taken = time.perf_counter() - began
                REQUESTS.labels(scope.get(VIEW, "other"), event["status"]).observe(taken)
                header = (b"x-request-id", request_id.encode())
                event = {**event, "headers": [*event["headers"], header]}
            await send(event)

        match scope["path"]:
            case "/healthz":
                await answer(send_with_id, 200, b"alive\n")
            case "/readyz":
                state = await self._state()
                lines = "".join(f"{part}: {word}\n" for part, word in state.items())
                is_ready = set(state.values()) == {"ok"}
                await answer(send_with_id, 200 if is_ready else 503, lines.encode())
            case "/metrics" if settings.METRICS_TOKEN:
                wanted = f"Bearer {settings.METRICS_TOKEN}".encode()
                if hmac.compare_digest(headers.get(b"authorization", b""), wanted):
                    figures = await asyncio.to_thread(generate_latest)
                    await answer(send_with_id, 200, figures, kind=CONTENT_TYPE_LATEST)
                else:
                    why = "Send the token: Authorization: Bearer ..."
                    await refuse(send_with_id, 401, why, (b"www-authenticate", b"Bearer"))
            case _:
                await self._application(scope, receive, send_with_id)

    async def _state(self) -> dict[str, str]:
        """How each part is; who asks meanwhile shares the answer."""
        if self._readiness is None or self._readiness.done():
            self._readiness = asyncio.get_running_loop().run_in_executor(_THREAD, _parts)
        try:
            async with asyncio.timeout(READY_SECONDS):
                return await asyncio.shield(self._readiness)
        except TimeoutError:
            return {"database": f"no answer within {READY_SECONDS:.0f} s"}


def _parts() -> dict[str, str]:
    """Database, migrations and bus: "ok", or what is wrong, without names of machines."""
    state = {"database": "ok", "migrations": "ok"}
    try:
        missing = _migrations() - set(MigrationRecorder(connection).applied_migrations())
        if missing:
            state["migrations"] = f"{len(missing)} not applied"
        state["database"] = str(cache.get_or_set("sushiscore.writing", _writing, WRITE_SECONDS))
    except DatabaseError:
        _log.exception("the database is not ready")
        state = {"database": "cannot be used", "migrations": "unknown"}
    finally:
        # Django does this only at the end of a request.
        connections.close_all()
    return state | {"bus": "ok" if process_bus().is_reachable() else "Redis does not answer"}


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
    return set(MigrationLoader(None).graph.nodes)
