"""A tablet and a desk show side by side what a phone shows one below the other."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.places import edges
from tests.factories import PHONE, GameFactory, add, where

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height"), [(820, 1180), pytest.param(1280, 720, marks=pytest.mark.slow)]
)
def test_the_tiles_stand_beside_the_tableau_and_what_all_have(
    phone_of: Callable[[str], Page], width: int, height: int
) -> None:
    game = GameFactory()
    add(where(game), "wasabi", "squid-nigiri", "tempura")
    add(where(game, seat=2), "squid-nigiri", "squid-nigiri")
    page = phone_of(PHONE)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/g/{game.pk}/r/1/1/")
    others = page.get_by_role("region", name="Standings")
    expect(others.locator("strong")).to_have_text(["Total 9", "Total 6"])
    expect(others.locator(".pictured:visible")).to_have_text("×22 × squid nigiri")
    tiles, piles, beside, seats, bar = edges(
        page, ".whole-menu", "#strip", "#beside", "#seats", ".bar"
    )
    assert tiles[2] < min(piles[0], beside[0])
    assert seats[3] < tiles[1] < piles[1] < beside[1] < tiles[3] <= bar[1]
    assert (bar[3], bar[0] <= tiles[0], bar[2] >= piles[2]) == (height, True, True)
    (next_,) = edges(page, "#next")
    assert next_[2] - next_[0] < width / 2


@pytest.mark.slow
def test_reasons_stand_beside_the_points(phone_of: Callable[[str], Page]) -> None:
    game = GameFactory()
    add(where(game), "wasabi", "squid-nigiri", "tempura")
    page = phone_of(PHONE)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"/g/{game.pk}/r/1/")
    page.get_by_role("radio", name="Why?").check()
    expect(page.get_by_role("table", name="Points by card")).to_be_visible()
    points, reasons, bar = edges(page, ".ranks", ".closer", ".bar")
    assert max(points[2], bar[2]) < reasons[0]
    assert reasons[1] < points[1] < bar[1]
    assert bar[3] <= 720
