"""Everybody's cards on one screen of a small phone, to be checked against the real table."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.driver import become, new_game
from tests.factories import NAMES, fill

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = {"viewport": {"width": 360, "height": 640}}
LONG = "Maximiliana Bartholomea "
HANDS = {
    2: ["wasabi", "squid-nigiri", "maki-3", *["maki-2", "tempura"] * 2, "dumpling", "pudding"],
    5: ["wasabi", "squid-nigiri", "maki-1", "tempura", "sashimi", "dumpling", "pudding"],
    8: ["egg-nigiri", "salmon-nigiri", "maki-2", "tempura", "sashimi", "miso-soup", "tea"],
}
"""Hands of which hardly two cards are alike, which take the most room."""


@pytest.mark.parametrize(
    ("locale", "players"),
    [
        ("es", 8),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in [("en", 2), ("en", 5), ("en", 8), ("es", 2), ("es", 5)]
        ),
    ],
)
def test_everybodys_cards_show_at_once_and_each_seat_is_one_tap_away(open_phone, locale, players):
    sheet = {"players": [LONG + name for name in NAMES[:players]]}
    if players == 8:
        sheet |= {"ruleset": "sushi-go-party", "menu": "my-first-meal"}
    game = new_game(sheet)
    fill(game, [[HANDS[players]] * players])
    page = become(open_phone(locale=locale, **SMALL))
    page.goto(f"/g/{game.pk}/r/1/")
    page.locator(".bar a").first.tap()
    rows = page.locator("#board tbody tr")
    expect(rows).to_have_count(players)
    bar = page.locator(".bar").bounding_box()
    for place in range(players):
        row, link = rows.nth(place).bounding_box(), rows.nth(place).locator("a").bounding_box()
        assert row["y"] + row["height"] <= bar["y"] + 1, f"seat {place + 1} of {players} is hidden"
        assert link["height"] >= 44
        lying = rows.nth(place).locator("li").all()
        assert len(lying) == len({*HANDS[players]}) - (players < 8)  # a squid on its wasabi
        assert all(one.bounding_box()["x"] + one.bounding_box()["width"] <= 360 for one in lying)
    assert not page.evaluate("scrollY")
    row = rows.last.bounding_box()
    page.touchscreen.tap(350, row["y"] + row["height"] - 4)  # anywhere in the row
    expect(page).to_have_url(re.compile(rf"/r/1/{players}/$"))
