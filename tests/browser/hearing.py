"""What a screen reader would say by itself: every change of a live region, in its order."""

from playwright.sync_api import Page, expect

SOON = 8_000  # milliseconds: news are gathered, and five seconds apart

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
    """Listens to a page, from its beginning."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(LISTEN)

    def all(self) -> list[str]:
        """Everything that was said since the page came or since the last `forget`."""
        said: list[str] = self.page.evaluate("() => window.said")
        return said

    def forget(self) -> None:
        self.page.evaluate("() => { window.said = []; }")

    def hears(self, *words: str, timeout: float = SOON) -> None:
        """Waits until exactly these have been said, one after the other, and forgets them."""
        self.page.wait_for_function(
            "(number) => window.said.length >= number", arg=len(words), timeout=timeout
        )
        said = self.all()
        assert said == list(words), said
        self.forget()

    def hears_no_more(self, milliseconds: float) -> None:
        """Waits, and nothing is said meanwhile."""
        self.page.wait_for_timeout(milliseconds)
        assert self.all() == []


def stays_focused(page: Page, selector: str) -> None:
    """The focus is where it was."""
    expect(page.locator(selector)).to_be_focused()
