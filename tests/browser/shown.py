"""Every saved page in one browser page, as a phone would have it.

The pages that Django's test client got are served again at their own addresses, with their own
headers, by a server beside the real static files: styles, scripts and the content security policy
are the real ones. The live stream opens and says nothing; a page that asks for a part is told that
there is nothing new.
"""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import uvicorn
from django.utils.html import escape
from playwright.sync_api import Browser, Page

from sushiscore.asgi import application
from tests.pages.every_page import every_page
from tests.pages.table import MARKUP

NEEDLESS = {"content-length", "set-cookie"}
STREAM = [(b"content-type", b"text/event-stream")]
SHAPE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "locale": "en",
    "service_workers": "block",
    # Plates that are still on their way would be measured where they do not stay.
    "reduced_motion": "reduce",
}


@dataclass
class Saved:
    """A page in one of its states: what it shows, and how the server sent it."""

    name: str
    address: str
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def saved(name: str, answer: Any) -> Saved:
    """An answer of the test client, kept; with the address that a browser would show for it."""
    request = answer.request
    query = request.get("QUERY_STRING", "")
    headers = [
        (key.lower().encode(), value.encode())
        for key, value in answer.headers.items()
        if key.lower() not in NEEDLESS
    ]
    address = request["PATH_INFO"] + (f"?{query}" if query else "")
    # The markup after names makes them longer than what the screens are measured with.
    body = answer.content.replace(escape(MARKUP).encode(), b"")
    return Saved(name, address, answer.status_code, headers, body)


@cache
def saved_pages(**headers: str) -> list[Saved]:
    """Every page in every state; headers go along with every request, such as a language's."""
    return [saved(name, answer) for name, answer in every_page(**headers)]


class SavedPages:
    """An ASGI application that sends the page that is on show, and the real static files."""

    on_show: Saved | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["path"].startswith("/static/"):
            await application(scope, receive, send)
        elif dict(scope["headers"]).get(b"accept") == b"text/event-stream":
            await send({"type": "http.response.start", "status": 200, "headers": STREAM})
            await send({"type": "http.response.body", "body": b": hello\n\n", "more_body": True})
            with suppress(asyncio.CancelledError):
                await receive()  # ends with the connection
                await receive()
        else:
            page = self.on_show
            is_it = page is not None and scope["path"] == page.address.partition("?")[0]
            is_it = is_it and b"hx-request" not in dict(scope["headers"])
            status, headers, body = (
                (page.status, page.headers, page.body) if page and is_it else (204, [], b"")
            )
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": body})


@dataclass
class Screen:
    """A browser page on which saved pages are shown, one after the other."""

    page: Page
    pages: SavedPages
    server: str

    def show(self, wanted: Saved) -> None:
        """Opens a saved page at its address; ends when its scripts have run."""
        self.pages.on_show = wanted
        self.page.goto(self.server + wanted.address, wait_until="domcontentloaded")


@contextmanager
def screen(browser: Browser, **options: Any) -> Iterator[Screen]:
    """A screen of 390 × 844 pixels; options go to Playwright's ``new_context``.

    A break of the content security policy and a script's error end the test.
    """
    pages = SavedPages()
    config = uvicorn.Config(pages, lifespan="off", log_config=None, ws="none")
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(
        target=lambda: asyncio.run(server.serve(sockets=[listening])), daemon=True
    )
    thread.start()
    shape = {**SHAPE, **options}
    context = browser.new_context(**shape)
    context.set_default_timeout(60_000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if "Security Policy" in said.text else None,
    )
    try:
        yield Screen(page, pages, f"http://localhost:{listening.getsockname()[1]}")
        assert not complaints, complaints
    finally:
        context.close()
        server.should_exit = server.force_exit = True
        thread.join(10)
