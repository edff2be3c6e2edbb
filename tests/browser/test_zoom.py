"""Every page can be read and used in large letters, at a high zoom, and with the lines wide apart.

200 % letters are those that a browser is set to; a window of 1280 × 1024 pixels at 400 % is 320 ×
256 of a page's. All is unfolded, and every control that gets the focus can be seen.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from .axe import ask, axe_source
from .reflow import faults_of_letters, hidden_when_focused, set_letters, space_out, unfold
from .shown import Saved, saved_pages, screen

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

ZOOMED = {"width": 320, "height": 256}
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 640}
SAMPLE = 15
"""One page of so many in `make test`, beside the fullest; all of them in `make test-slow`."""
FULL = {
    "a tableau with problems",
    "flipped cards",
    "dice",
    "a round with a race",
    "a result on which opinions differ",
    "the scoreboard of the host",
    "a disputed number",
    "versions of a round that is open again",
    "the case file of a game that is over",
    "the records of a club",
    "a player with many games",
}
SCROLLED = {"runOnly": {"type": "rule", "values": ["scrollable-region-focusable"]}}


def pages_of(language: str, every: int) -> list[Saved]:
    pages = saved_pages(**{"Accept-Language": language})
    assert {page.name for page in pages} >= FULL
    return [page for nth, page in enumerate(pages) if nth % every == 0 or page.name in FULL]


def faults_with(
    browser: Browser,
    pages: list[Saved],
    viewport: dict[str, int],
    letters: int = 16,
    also: Callable[[Page], None] = unfold,
) -> dict[str, list[str]]:
    """Faults by page, in a window and letters of a size, with what is done to the page."""
    wrong: dict[str, list[str]] = {}
    with screen(browser, viewport=viewport) as a_screen:
        page = a_screen.page
        page.add_init_script(axe_source())
        set_letters(page, letters)
        for wanted in pages:
            a_screen.show(wanted)
            unfold(page)
            also(page)
            faults = faults_of_letters(page)
            faults += [
                f"no way to scroll: {one['html']}" for one in ask(page, SCROLLED)["violations"]
            ]
            faults += hidden_when_focused(page)
            if faults:
                wrong[wanted.name] = faults
    return wrong


def every_way(browser: Browser, pages: list[Saved]) -> list[str]:
    """The faults of pages in each of the ways of looking at them, each once, with a page."""
    ways: dict[str, dict[str, Any]] = {
        "400 %": {"viewport": ZOOMED},
        "200 % letters": {"viewport": PHONE, "letters": 32},
        "spaced out": {"viewport": {"width": 320, "height": 844}, "also": space_out},
        "small phone": {"viewport": SMALL},
    }
    wrong: dict[str, str] = {}
    for way, options in ways.items():
        for name, faults in faults_with(browser, pages, **options).items():
            for fault in faults:
                wrong.setdefault(f"{way}: {fault}", name)
    return [f"{fault} on: {name}" for fault, name in wrong.items()]


@pytest.mark.parametrize("language", ["en", "es"])
def test_pages_can_be_read_at_200_and_400_percent(browser: Browser, language: str) -> None:
    assert every_way(browser, pages_of(language, SAMPLE)) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_can_be_read_at_200_and_400_percent(browser: Browser, language: str) -> None:
    assert every_way(browser, pages_of(language, 1)) == []


BAD = b"""<!doctype html><html lang="en"><head><title>x</title>
<link rel="stylesheet" href="/static/css/sushiscore.css"></head><body><main><h1>x</h1>
<p id="wide">a line</p><p id="cut">a line that is cut off</p><p id="one">one</p><p id="two">two</p>
<a href="/" id="under">under</a><div id="lid">lid</div></main></body></html>"""
WORSEN = """() => {
  const style = (id, css) => { document.getElementById(id).style.cssText = css; };
  style("wide", "width: 600px");
  style("cut", "width: 40px; white-space: nowrap; overflow: hidden");
  style("two", "position: relative; top: -2.3rem");
  style("lid", "position: fixed; inset: 0; background: white");
}"""


def test_the_faults_that_are_looked_for_would_be_found(browser: Browser) -> None:
    with screen(browser, viewport=ZOOMED) as a_screen:
        page = a_screen.page
        a_screen.show(Saved("bad", "/bad/", 200, [(b"content-type", b"text/html")], BAD))
        assert faults_of_letters(page) == []
        page.evaluate(WORSEN)
        found = " ".join([*faults_of_letters(page), *hidden_when_focused(page)])
        set_letters(page, 32)
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    for fault in ("wide: 6", "cut: ", "over: ", "hidden focus: A under"):
        assert fault in found, found
