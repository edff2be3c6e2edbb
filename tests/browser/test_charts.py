"""Charts as Chromium's accessibility tree has them: a picture with a gist, and as a table."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from .reflow import unfold
from .shown import Screen, saved_pages, screen

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

CHARTS = {
    "a final table of Party": ("How the scores grew", "Points after every round and at the end"),
    "a night with a game that is not finished": (
        "Through the night",
        "Victories so far after every game",
    ),
    "a player with many games": ("Rating", "The rating after each game"),
}
"""By page: how the chart's name begins, and how its table's does."""


@pytest.fixture(scope="module")
def shown(browser: Browser) -> Iterator[Screen]:
    with screen(browser) as a_screen:
        yield a_screen


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


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_reads_as_its_table(shown: Screen, name: str) -> None:
    (wanted,) = [page for page in saved_pages() if page.name == name]
    shown.show(wanted)
    unfold(shown.page)
    heading, caption = CHARTS[name]
    tree = tree_of(shown.page)
    (chart,) = [node for node in tree if node["role"] in ("img", "image", "graphics-document")]
    assert chart["name"].startswith(heading)
    assert chart["name"].endswith("The table below has the figures.")
    assert not [child for child in chart["inside"] if not child["ignored"]]
    tables = [node for node in tree if node["role"] == "table"]
    assert [node for node in tables if node["name"].startswith(caption)]
    rows = shown.page.get_by_role("table", name=caption).get_by_role("rowheader")
    assert rows.count() >= 1
