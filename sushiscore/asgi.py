"""What `sushiscore.server` serves."""

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, nullcontext
from typing import IO, Any

import django
from asgiref.sync import sync_to_async
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.core.signals import request_started
from django.db import close_old_connections, reset_queries
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from referee.hosting.body_limit import Application, limit_body
from referee.hosting.data import missing_key
from referee.hosting.databases import THREADS
from referee.hosting.metrics import UNDER_WAY, VIEW
from sushiscore.hosts import refuse_bad_hosts

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sushiscore.settings")

MAKES_ROOM_S = 0.02
"""After so long a request is slow, or waits for something: the next one is begun beside it."""

SWITCHES_S = 0.0005
"""A thread gets its turn after so long. With Python's five thousandths, one that held SQLite's only
lock waited for all others after each statement: right after a start for seconds in all, until the
others gave up. A tap takes the processor as long with either."""


class Handler(ASGIHandler):
    """Answers a request in one thread, from the first middleware to the view.

    Some middleware is synchronous, and so are all views. Django's own handler would go to the event
    loop and back for the rest, and start a thread for each request, which took a third of the
    server's time when many tap. The threads stay, and so do their connections to the database.

    Quick requests are answered one after the other: when forty phones tap at once, threads that
    take turns need twice the processor's time for the same. Of pages that wait, one at most stands
    before a tap, however many strangers ask for.
    """

    def __init__(self) -> None:
        super().__init__()
        sys.setswitchinterval(SWITCHES_S)
        # They would look after the connections of a thread that has none, once for each request;
        # _respond looks after those of the thread that answers.
        request_started.disconnect(reset_queries)
        request_started.disconnect(close_old_connections)
        self._threads = ThreadPoolExecutor(THREADS, "requests")
        # One for each event loop: a server has one, only tests run several.
        self._turns: dict[asyncio.AbstractEventLoop, tuple[asyncio.Lock, asyncio.Lock]] = {}
        self._under_way: set[HttpRequest] = set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.handle(scope, receive, send)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    def create_request(
        self, scope: Any, body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """Say how long a body is that came in chunks: where nothing says it, Django's forms and
        REST framework take it for none."""
        made = super().create_request(scope, body_file)
        request = made[0]
        if request is not None and "CONTENT_LENGTH" not in request.META:
            request.META["CONTENT_LENGTH"] = str(body_file.seek(0, os.SEEK_END))
            body_file.seek(0)
        return made

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        respond = sync_to_async(self._respond, thread_sensitive=False, executor=self._threads)
        getattr(request, "scope", {})[UNDER_WAY] = self._under_way
        self._under_way.add(request)
        loop = asyncio.get_running_loop()
        turn, pages = self._turns.setdefault(loop, (asyncio.Lock(), asyncio.Lock()))
        try:
            is_tap = request.method == "POST" and request.path.endswith("/taps/")
            async with nullcontext() if is_tap else pages:
                await turn.acquire()
            with ExitStack() as held:
                held.callback(turn.release)
                held.callback(loop.call_later(MAKES_ROOM_S, held.close).cancel)
                # In this task: what is sent piece by piece is in the request's language.
                return await respond(request)
        finally:
            self._under_way.discard(request)

    def _respond(self, request: HttpRequest) -> HttpResponseBase:
        close_old_connections()
        try:
            response = self.get_response(request)
            if request.resolver_match is not None:
                getattr(request, "scope", {})[VIEW] = request.resolver_match.view_name
            return response
        finally:
            close_old_connections()


def _everything() -> Application:
    if reason := missing_key():
        raise ImproperlyConfigured(reason)
    django.setup(set_prefix=False)
    pages = limit_body(Handler())
    # Models can be imported once Django is set up, as it is from here on.
    from referee.live.endpoint import process_endpoint, with_streams
    from sushiscore.proxies import believe_proxies
    from sushiscore.watching import Watch

    return Watch(believe_proxies(refuse_bad_hosts(with_streams(pages, process_endpoint()))))


application = _everything()
