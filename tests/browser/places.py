"""Where parts of a page stand, and whether it is wider than its window."""

from collections.abc import Iterable

from playwright.sync_api import Page

EDGES = """(parts) => parts.map((part) => {
  const { left, top, right, bottom } = document.querySelector(part).getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})"""


def edges(page: Page, *parts: str) -> list[list[int]]:
    """The left, top, right and bottom edge of each part, in pixels of the window."""
    return list(page.evaluate(EDGES, parts))


def too_wide(page: Page, *widths: int, letters: Iterable[int] = (100,)) -> list[str]:
    """The letters (in per cent) and widths of the window with which the page scrolls sideways."""
    found = []
    for size in letters:
        page.evaluate("(size) => { document.documentElement.style.fontSize = `${size}%`; }", size)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 640})
            if page.evaluate("() => document.documentElement.scrollWidth") > width:
                found.append(f"{size} %, {width} px")
    return found
