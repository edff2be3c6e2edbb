"""What a screen reader would say by itself: every change of a live region, in its order."""

import time

from playwright.sync_api import Page, Request

from tests.conftest import LIMIT

STEP = 300  # milliseconds that pass at once while nothing is on its way

LISTEN = """(() => {
    window.said = [];
    const tidy = (text) => text.trim().replace(/\\s+/g, " ").replace(/[\\u2068\\u2069]/g, "");
    // Sentences in paragraphs of their own are read with a pause between them.
    const words = (node) => {
        const inside = node.querySelectorAll(":scope > p");
        const parts = inside.length ? inside : [node];
        return Array.from(parts, (part) => tidy(part.textContent)).join(" | ");
    };
    const live = "[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])";
    const regionOf = (node) => {
        const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
        return element && element.closest(live);
    };
    const listen = () => new MutationObserver((records) => {
        const regions = new Set();
        for (const { target, type, addedNodes } of records) {
            const region = regionOf(target);
            if (region && (type !== "childList" || addedNodes.length)) regions.add(region);
            for (const node of type === "childList" ? addedNodes : []) {
                if (node.nodeType !== Node.ELEMENT_NODE) continue;
                for (const one of [node, ...node.querySelectorAll(live)]) {
                    if (one.matches(live)) regions.add(one);
                }
            }
        }
        for (const region of regions) {
            const hidden = region.closest("[hidden]") || !region.checkVisibility();
            if (!hidden && words(region)) window.said.push(words(region));
        }
    }).observe(document.body, {
        subtree: true, childList: true, characterData: true,
        attributes: true, attributeFilter: ["hidden", "role", "aria-live"],
    });
    if (document.body) listen();
    else addEventListener("DOMContentLoaded", listen);
})()"""


class Hearing:
    """Listens to a page, from its beginning. The page's clock is the test's.

    It stands still but in `hears` and `hears_no_more`, and there while a request is on its way: so
    what is tapped in one go is said in one go, and no answer comes too late, on any machine.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._on_its_way: set[Request] = set()
        now = time.time()
        page.clock.install(time=now)
        page.clock.pause_at(now + 1)
        page.add_init_script(LISTEN)
        page.on("request", self._sent)
        page.on("requestfinished", self.wait_not_for)
        page.on("requestfailed", self.wait_not_for)
        page.on("domcontentloaded", lambda _page: self._on_its_way.clear())

    def _sent(self, request: Request) -> None:
        if "/live/" not in request.url:
            self._on_its_way.add(request)

    def wait_not_for(self, request: Request) -> None:
        """Lets time pass also while this request has no answer, or when it has one."""
        self._on_its_way.discard(request)

    def _step(self, milliseconds: int = STEP) -> None:
        """Waits for what is on its way, then lets a little time pass on the page."""
        deadline = time.monotonic() + LIMIT / 1000
        self.page.wait_for_timeout(20)  # in which requests and answers are noticed
        while self._on_its_way:
            assert time.monotonic() < deadline, self._on_its_way
            self.page.wait_for_timeout(20)
        self.page.clock.run_for(milliseconds)

    def pass_time(self, milliseconds: int = 2 * STEP) -> None:
        """Lets the page's time go on: taps are sent, and what comes back is shown."""
        while milliseconds > 0:
            self._step(min(milliseconds, 2 * STEP))
            milliseconds -= 2 * STEP

    def all(self) -> list[str]:
        """Everything that was said since the page came or since the last `forget`."""
        said: list[str] = self.page.evaluate("() => window.said")
        return said

    def forget(self) -> None:
        self.page.evaluate("() => { window.said = []; }")

    def hears(self, *words: str) -> None:
        """Waits until exactly these have been said, one after the other, and forgets them."""
        said = self.next_words(len(words))
        assert said == list(words), said

    def next_words(self, number: int = 1) -> list[str]:
        """Waits until so much has been said, and forgets it."""
        deadline = time.monotonic() + LIMIT / 1000
        while len(self.all()) < number and time.monotonic() < deadline:
            self._step()
        said = self.all()
        self.forget()
        return said

    def hears_no_more(self, milliseconds: int) -> None:
        """Lets time pass, and nothing is said meanwhile."""
        self.pass_time(milliseconds)
        assert self.all() == []
