"""Pages that shut nobody out: each is opened once and asked everything.

What axe-core can find (WCAG 2.2 AA and good practice, in light and dark; what axe cannot decide is
measured, or named), forced colours, targets for a thumb, large letters, a high zoom, lines that are
wide apart. All is unfolded. 200 % letters are those that a browser is set to; a window of 1280 ×
1024 pixels at 400 % is 320 × 256 of a page's.
"""

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import targets
from tests.browser.axe import CONTRAST, EVERYTHING, ask, axe_source
from tests.browser.contrast import Eye
from tests.browser.forced_colours import faults_in_forced_colours
from tests.browser.reflow import (
    faults_of_letters,
    hidden_when_focused,
    no_spacing,
    set_letters,
    space_out,
    unfold,
)
from tests.browser.shown import Saved, Screen, saved, saved_pages, screen
from tests.pages.game_pages import full_pages

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

TALL = {"width": 390, "height": 5000}
"""So tall that nothing has to be scrolled to, and nothing that sticks lies over anything."""
ZOOMED = {"width": 320, "height": 256}
WAYS: dict[str, tuple[dict[str, int], int, Callable[[Page], None]]] = {
    "400 %": (ZOOMED, 16, no_spacing),
    "200 % letters": ({"width": 390, "height": 844}, 32, no_spacing),
    "small phone": ({"width": 360, "height": 640}, 16, no_spacing),
    "spaced out": ({"width": 320, "height": 844}, 16, space_out),
    "tablet": ({"width": 820, "height": 1180}, 16, no_spacing),
    "laptop": ({"width": 1280, "height": 720}, 16, no_spacing),
    "television": ({"width": 1920, "height": 1080}, 16, no_spacing),
}
"""Ways to look at a page: the window, the size of letters, and what is done to the lines."""
HARDEST = ("400 %", "200 % letters")
SCROLLED = {"runOnly": {"type": "rule", "values": ["scrollable-region-focusable"]}}
FULL = {
    "the first page": (3, 0),
    "a tableau with problems": (20, 0),
    "flipped cards": (10, 0),
    "a round with a race": (3, 0),
    "a final table of Party": (3, 1),
    "the form of sushi-go-party": (3, 0),
    "a result on which opinions differ": (0, 0),
    "the scoreboard of the host": (0, 0),
    "a disputed number": (3, 0),
    "the case file of a game that is over": (0, 0),
    "the records of a club": (0, 0),
    "the settings of a club that is shared": (3, 0),
    "a night with a game that is not finished": (0, 1),
    "a player with many games": (3, 1),
    "a new account with a poor password": (0, 0),
}
"""The fullest page of every kind; how many frames and charts each has at least. `make test` looks
at a few of these in two ways; `make test-slow` at all pages in all ways."""
CHARTS = {
    "a final table of Party": ("How the scores grew", "Points after every round and at the end"),
    "a night with a game that is not finished": (
        "Through the night",
        "Victories so far after every game",
    ),
    "a player with many games": ("Rating", "The rating after each game"),
}
"""By page: how the chart's name begins, and how its table's does."""


def words_of(finding: dict[str, str]) -> str:
    return f"{finding['rule']}: {finding['html']} ({finding['why'][:200]})"


def faults_now(page: Page, eye: Eye, options: dict[str, object]) -> list[str]:
    """Everything that is wrong with the page as it is now."""
    found = ask(page, options)
    assert found["rules"], "no rule applied: the page has not come"
    faults = [words_of(finding) for finding in found["violations"]]
    for finding in found["incomplete"]:
        if finding["rule"] == "color-contrast":
            faults += filter(None, [eye.fault(page, finding["where"])])
        elif not is_sign(page, finding):
            faults.append(f"undecided: {words_of(finding)}")
    return faults


def is_sign(page: Page, finding: dict[str, str]) -> bool:
    """Whether what axe could not compare with a name is no word that anyone would say, such as × or
    ?, or is a digit and in the name: of one sign axe cannot tell."""
    if finding["rule"] != "label-content-name-mismatch":
        return False
    shown = page.locator(finding["where"])
    said, name = shown.inner_text().split(), shown.get_attribute("aria-label") or ""
    return said == [one for one in said if not one.isalnum() or one in re.findall(r"\w+", name)]


def faults_of_looks(page: Page, eye: Eye) -> list[str]:
    """What axe finds on the page in light and in dark."""
    light = faults_now(page, eye, EVERYTHING)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    dark = [f"dark: {fault}" for fault in faults_now(page, eye, CONTRAST)]
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return light + dark


def faults_of_ways(page: Page, ways: Iterable[str]) -> list[str]:
    """What cannot be read or reached in each of the ways of looking at the page."""
    faults = []
    for way in ways:
        window, letters, space = WAYS[way]
        set_letters(page, letters)
        page.set_viewport_size(window)  # type: ignore[arg-type]  # two numbers, as it wants
        space(page)
        page.evaluate("() => { dispatchEvent(new Event('resize')); }")
        found = faults_of_letters(page)
        scrolled = ask(page, SCROLLED)["violations"]
        found += [f"no way to scroll: {one['html']}" for one in scrolled]
        found += hidden_when_focused(page)
        faults += [f"{way}: {fault}" for fault in found]
    no_spacing(page)
    return faults


def faults_of(browser: Browser, pages: list[Saved], ways: Iterable[str] = WAYS) -> list[str]:
    """The faults of pages, each once, with the first page that has it."""
    wrong: dict[str, str] = {}
    with screen(browser, viewport=TALL) as a_screen:
        page = a_screen.page
        page.add_init_script(axe_source())
        eye = Eye(browser.new_page(), {})
        for wanted in pages:
            page.set_viewport_size(TALL)  # type: ignore[arg-type]  # two numbers, as it wants
            set_letters(page, 16)
            a_screen.show(wanted)
            unfold(page)
            faults = [*page.evaluate(targets.ZOOMING)]
            faults += faults_of_looks(page, eye)
            faults += faults_in_forced_colours(page, *FULL.get(wanted.name, (0, 0)))
            faults += targets.faults_of(page) if wanted.name in FULL else []
            faults += faults_of_ways(page, ways)
            for fault in faults:
                wrong.setdefault(fault, wanted.name)
        eye.blank.close()
    return [f"{page}: {fault}" for fault, page in wrong.items()]


def pages_of(language: str) -> list[Saved]:
    pages = saved_pages(**{"Accept-Language": language})
    assert {page.name for page in pages} >= set(FULL)
    return pages


def test_full_pages_shut_nobody_out(browser: Browser) -> None:
    longer_words = [saved(*page) for page in full_pages(**{"Accept-Language": "es"})]
    assert faults_of(browser, longer_words, HARDEST) == []
    _tableau, final_table = islice(full_pages(), 2)
    with screen(browser) as a_screen:
        reads_as_its_table(a_screen, saved(*final_table))


@pytest.mark.slow
def test_charts_read_as_their_tables(browser: Browser) -> None:
    pages = {page.name: page for page in pages_of("en")}
    with screen(browser) as a_screen:
        for name in CHARTS:
            reads_as_its_table(a_screen, pages[name])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("language", ["en", "es"])
def test_no_page_shuts_anybody_out(browser: Browser, language: str, part: int) -> None:
    assert faults_of(browser, pages_of(language)[part::4]) == []


def tree_of(page: Page) -> list[dict[str, Any]]:
    """Chromium's accessibility tree: role, name, and roles of what is inside, of each node."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    return [
        {
            "role": node.get("role", {}).get("value"),
            "name": node.get("name", {}).get("value", ""),
            "inside": [by_id[child] for child in node.get("childIds", ()) if child in by_id],
        }
        for node in nodes
        if not node["ignored"]
    ]


def reads_as_its_table(shown: Screen, wanted: Saved) -> None:
    """In Chromium's accessibility tree a chart is a picture with a gist, and a table below it."""
    shown.show(wanted)
    shown.page.set_viewport_size({"width": 1280, "height": 800})  # with all parts of a long page
    unfold(shown.page)
    heading, caption = CHARTS[wanted.name]
    tree = tree_of(shown.page)
    pictures = [node for node in tree if node["role"] in ("img", "image", "graphics-document")]
    (chart,) = [node for node in pictures if node["name"].startswith(heading)]
    assert chart["name"].rstrip().endswith("The table below has the figures.")
    assert not [child for child in chart["inside"] if not child["ignored"]]
    tables = [node for node in tree if node["role"] == "table"]
    assert [node for node in tables if node["name"].startswith(caption)]
    rows = shown.page.get_by_role("table", name=caption).get_by_role("rowheader")
    assert rows.count() >= 1
