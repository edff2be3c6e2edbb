"""Phones with a service worker, and what lies in its storages."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests.browser.driver import COUNTED
from tests.live.serving import until

from .driver import Sheet, sit
from .real_server import Way

SUSHI_GO = {"ruleset": "sushi-go", "players": ["Ana", "Ben", "Cem"]}
PARTY = {"ruleset": "sushi-go-party", "menu": "master-menu", "players": [*"ABCDEFGH"]}
PAPER = "rgb(251, 247, 238)"
MAX_PAGES = 30
AWAY = "The server does not answer"
STORED = '[data-notice="stored"]'

# What lies in a storage of the worker, oldest first.
KEPT = """async (name) => (await (await caches.open(name)).keys())
    .map(({url}) => url.slice(location.origin.length))"""
# The page is not there for a moment while the worker puts a newer one in its place.
STORED_CARDS = f"""async () => {{
    const page = await (await caches.open("sushiscore pages")).match(location.pathname,
        {{ignoreVary: true}});
    const html = new DOMParser().parseFromString(await page?.text(), "text/html");
    return ({COUNTED})(html);
}}"""
# The newer worker has fetched the page for times without a server anew, and is at work.
NEWER_WORKER = """async (linked) => {
    const page = await (await caches.open("sushiscore files")).match("/offline/");
    const {active, installing, waiting} = await navigator.serviceWorker.ready;
    return (await page.text()).includes(linked) && !installing && !waiting
        && active.state === "activated";
}"""
ANSWER = """(url) => fetch(url).then((response) => response.status, () => "no answer")"""


def has_worker(page: Page) -> None:
    """Waits until the service worker has come."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def kept_pages(page: Page) -> list[str]:
    return list(page.evaluate(KEPT, "sushiscore pages"))


def kept_files(page: Page) -> list[str]:
    return list(page.evaluate(KEPT, "sushiscore files"))


def is_kept(page: Page, path: str) -> None:
    """Waits until a page is in the storage: the worker writes when it has answered."""
    until(lambda: path in kept_pages(page))


def path_of(page: Page) -> str:
    return urlsplit(page.url).path


def forget_http_cache(page: Page) -> None:
    """What the browser itself keeps of files is no help to a page from the worker's storage."""
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")


def is_dressed(page: Page) -> None:
    """The style sheet, the scripts and the pictures are there."""
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == PAPER
    assert page.evaluate("() => typeof outbox") == "object"
    sprite = page.locator("use").first.get_attribute("href")
    assert page.evaluate("(sprite) => fetch(sprite).then(({ok}) => ok)", sprite)


def start(phone: Page, game: Sheet = SUSHI_GO) -> str:
    """A new game on a phone that has the worker; the address of the game."""
    row = sit(phone, game)
    has_worker(phone)
    is_kept(phone, f"/g/{row.pk}/r/1/1/")
    return f"/g/{row.pk}/"


@contextmanager
def a_gateway(way: Way, status: int) -> Iterator[None]:
    """A proxy that terminates TLS, as it answers for a server that is away."""

    class Gateway(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(status)

        def log_message(self, *_said: object) -> None:
            pass

    way.cut()
    port = urlsplit(way.url).port
    assert port
    with ThreadingHTTPServer(("127.0.0.1", port), Gateway) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield
        server.shutdown()
