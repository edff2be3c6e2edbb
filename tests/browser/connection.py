"""What tests of the connection share: a post that loses taps, and what a page says of itself."""

import json
import time
from typing import Any

from playwright.sync_api import Locator, Page, Route

from referee.models import Entry, Game
from tests.browser.real_server import Way
from tests.conftest import LIMIT
from tests.factories import OTHER_PHONE
from tests.taps import Where

GAME = {"ruleset": "sushi-go", "players": ["Ana", "Ben"]}
WAITING = "() => outbox.waiting().map((tap) => tap.do)"
NOTE_STREAM = """window.EventSource = class extends EventSource {
    constructor(address) {
        super(address);
        this.addEventListener("open", () => { window.hasStream = true; });
        this.addEventListener("version", ({ data }) => { window.told = Number.parseInt(data); });
    }
};
"""
NO_POLLING = "window.setInterval = () => 0;"
HIDING = """Object.defineProperty(document, "visibilityState",
    { get: () => (window.isLookedAt === false ? "hidden" : "visible") });"""
LOOK = """(isLookedAt) => {
    window.isLookedAt = isLookedAt;
    document.dispatchEvent(new Event("visibilitychange"));
}"""


ONLINE = "() => { dispatchEvent(new Event('online')); }"


def reconnect(page: Page, way: Way) -> None:
    """Lets everything through again; the phone notices that it has its network back."""
    way.mend()
    page.evaluate(ONLINE)


class Post:
    """What lies between a phone's pages and the server's door for taps.

    Attributes:
        is_open: whether it lets anything through; ``instead``: what it answers else, None: nothing.
        batches: the taps of each request, also of those that did not get through; ``at``: when.
    """

    def __init__(self, page: Page) -> None:
        self.is_open = True
        self.instead: dict[str, Any] | None = None
        self.batches: list[list[str]] = []
        self.at: list[float] = []
        self._page = page
        page.context.route("**/taps/", self._carry)

    def mend(self) -> None:
        """Lets everything through again; the phone notices that it has its network back."""
        self.is_open = True
        self._page.evaluate(ONLINE)

    def _carry(self, route: Route) -> None:
        self.batches.append(
            [tap["do"] for tap in json.loads(route.request.post_data or "")["taps"]]
        )
        self.at.append(time.monotonic())
        if self.is_open:
            route.continue_()
        elif self.instead:
            route.fulfill(**self.instead)
        else:
            route.abort()


def notice(page: Page, words: str) -> Locator:
    return page.locator("#notices p", has_text=words)


def tap(page: Page, *faces: str) -> None:
    page.wait_for_load_state()  # the script that gathers taps has run
    for face in faces:
        page.locator(f"#add-{face}").tap()


def stored(seat: int = 1) -> list[str]:
    """The cards that lie in a tableau of the database, in the order of their taps."""
    entries = Entry.objects.filter(tableau__seat__place=seat, withdrawn_by=None)
    return list(entries.order_by("added_by__number").values_list("face", flat=True))


def wait_until_stored(page: Page, cards: int, seat: int = 1) -> list[str]:
    deadline = time.monotonic() + LIMIT / 1000
    while len(found := stored(seat)) < cards and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    return found


def bens(game: Game, number: int = 1) -> Where:
    """Ben's tableau, as another phone than the host's enters it."""
    return Where(game.pk, number, 2, OTHER_PHONE)


def row(page: Page, place: int) -> Locator:
    """What the row of players says of a seat."""
    links = page.get_by_role("navigation", name="Players").get_by_role("link")
    return links.nth(place - 1)


def has_stream(page: Page) -> None:
    """Waits until the page has its stream, so that nothing comes by polling."""
    page.wait_for_function("() => window.hasStream")
