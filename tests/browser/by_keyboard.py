"""A person who has a keyboard and nothing else, and who must always see where they are."""

import re

from playwright.sync_api import Page, expect

FOCUS = """() => {
    const at = document.activeElement;
    const label = at.labels && at.labels[0];
    const read = (label || at).cloneNode(true);
    read.querySelectorAll("[aria-hidden]").forEach((drawn) => drawn.remove());
    const words = at.getAttribute("aria-label") || read.textContent || "";
    const style = getComputedStyle(at);
    const box = at.getBoundingClientRect();
    const strip = 4; // pixels inside an edge: enough of it to be found
    const points = [
        [box.left + box.width / 2, box.top + box.height / 2],
        [box.left + strip, box.top + strip], [box.right - strip, box.top + strip],
        [box.left + strip, box.bottom - strip], [box.right - strip, box.bottom - strip],
    ];
    const seen = points.some(([x, y]) => {
        const there = document.elementFromPoint(x, y);
        const around = "label, summary";
        return there && (at.contains(there) || there.contains(at) && there.matches(around));
    });
    return {
        tag: at.tagName,
        name: words.trim().replace(/\\s+/g, " ").replace(/[\\u2068\\u2069]/g, ""),
        outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
        seen,
    };
}"""
MAX_STOPS = 120


class Typist:
    """Presses keys on one page. Whatever has the focus must be seen and outlined."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.stops = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self) -> str:
        """The name of what has the focus."""
        at = self.page.evaluate(FOCUS)
        assert at["tag"] not in ("BODY", "HTML"), "the focus is lost"
        assert at["outlined"], f"no outline: {at}"
        assert at["seen"], f"out of sight: {at}"
        return str(at["name"])

    def tab_to(self, name: str, key: str = "Tab") -> None:
        """Goes from stop to stop until one whose name begins so; fails at the page's end."""
        passed = []
        for _ in range(MAX_STOPS):
            self.press(key)
            self.stops += 1
            passed.append(self.focused())
            if re.match(rf"{re.escape(name)}\b", passed[-1]):
                return
        raise AssertionError(f"{name} is not among {passed}")

    def go(self, name: str, key: str = "Enter") -> None:
        """Follows a link or presses a button that leads to another page, and waits for it."""
        self.tab_to(name)
        with self.page.expect_navigation():
            self.press(key)
        self.page.wait_for_load_state()

    def leave(self, key: str) -> None:
        """Presses a key that leads to another page, and waits for it."""
        with self.page.expect_navigation():
            self.press(key)
        self.page.wait_for_load_state()

    def is_on(self, heading: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(heading)
