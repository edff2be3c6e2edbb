"""Long pages of a club: on a phone one part at a time, chosen by links; on a desk all of it."""

import pytest
from playwright.sync_api import Page, expect

from referee.models import Player
from tests.browser.driver import become
from tests.factories import played


@pytest.mark.parametrize(
    ("page", "first", "link", "other"),
    [
        ("players/{player}/", "All games", "Rating", "Rating"),
        ("records/", "Sushi Go!", "Habits", "Habits"),
    ],
)
def test_a_long_page_shows_one_part_on_a_phone(
    phone: Page, page: str, first: str, link: str, other: str
) -> None:
    for _ in range(6):
        game = played("squid-nigiri tempura*2", "egg-nigiri")
    player = Player.objects.get(name="Ana").pk
    become(phone).goto(f"/club/{game.night.club_id}/{page.format(player=player)}")
    heading = {name: phone.get_by_role("heading", name=name, exact=True) for name in (first, other)}
    parts = phone.get_by_role("navigation", name="On this page")
    expect(heading[first]).to_be_visible()
    expect(heading[other]).to_be_hidden()
    parts.get_by_role("link", name=link, exact=True).tap()
    expect(heading[other]).to_be_visible()
    expect(heading[first]).to_be_hidden()
    phone.set_viewport_size({"width": 1280, "height": 800})
    expect(heading[first]).to_be_visible()
    expect(heading[other]).to_be_visible()
    expect(parts).to_be_hidden()
