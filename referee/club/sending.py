"""Sends webhooks, in the server's event loop and outside requests.

What is due lies in the database, so nothing is lost when a server ends. Each process sends; a
webhook is claimed by one of them at a time.
"""

import asyncio
import base64
import hashlib
import hmac
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connections

from .calling import call

if TYPE_CHECKING:
    from ..models import Delivery

T = TypeVar("T")

AT_ONCE = 16
"""Calls of one process; each is a connection and no thread."""
POLL_SECONDS = 10.0
"""Between two looks for what is to be tried again, or was left by another process."""
_FORGET_SECONDS = 3600.0
_THREAD = ThreadPoolExecutor(1, "webhooks")
_log = logging.getLogger(__name__)
_news: dict[asyncio.AbstractEventLoop, asyncio.Event] = {}
"""By the loop of this process that sends."""


def wake() -> None:
    """Send soon what is due, from any thread. Where nobody sends, as in a command, a server finds
    it."""
    for loop, event in tuple(_news.items()):
        with suppress(RuntimeError):  # the server has just ended
            loop.call_soon_threadsafe(event.set)


async def run() -> None:
    """Send what is due, until it is cancelled."""
    from .services import webhooks

    loop = asyncio.get_running_loop()
    news = _news[loop] = asyncio.Event()
    calls: set[asyncio.Task[None]] = set()
    next_clearing = 0.0
    try:
        while True:
            news.clear()
            try:
                if time.monotonic() >= next_clearing:
                    await _rows(webhooks.forget_old)
                    next_clearing = time.monotonic() + _FORGET_SECONDS
                room = AT_ONCE - len(calls)
                taken = await _rows(partial(webhooks.take_due, room)) if room else []
            except Exception:  # whatever it is, it is tried again: nobody else would begin anew
                _log.exception("what webhooks are to be told could not be read")
                taken = []
            for delivery in taken:
                task = asyncio.create_task(send(delivery))
                calls.add(task)
                task.add_done_callback(calls.discard)
                task.add_done_callback(lambda _done: news.set())
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await news.wait()
    finally:
        del _news[loop]
        for task in calls:
            task.cancel()


async def send(delivery: "Delivery") -> None:
    """Send one delivery that was claimed, and note what became of it."""
    from .services import webhooks

    body = delivery.body.encode()
    answer = await call(delivery.webhook.address, headers_of(delivery, int(time.time())), body)
    try:
        await _rows(partial(webhooks.settle, delivery, answer))
    except DatabaseError:
        # It is sent once more then; who listens knows it by its id.
        _log.exception("what became of a webhook's delivery could not be stored")


def headers_of(delivery: "Delivery", now: int) -> dict[str, str]:
    """Return the headers, signed as https://www.standardwebhooks.com says.

    Args:
        now: seconds since 1970.
    """
    signed = f"{delivery.pk}.{now}.{delivery.body}".encode()
    key = base64.b64decode(delivery.webhook.secret.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return {
        "Content-Type": "application/json",
        "User-Agent": f"SushiScore/{settings.VERSION}",
        "webhook-id": str(delivery.pk),
        "webhook-timestamp": str(now),
        "webhook-signature": f"v1,{signature}",
    }


async def _rows(work: Callable[[], T]) -> T:
    def done() -> T:
        try:
            return work()
        finally:
            # Django does this only at the end of a request.
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(_THREAD, done)
