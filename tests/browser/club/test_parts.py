"""Pages of a club: on a phone one part at a time and the way about in one row, on a desk all of it
side by side."""

import datetime

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from referee.models import Player
from tests.browser.driver import become
from tests.browser.places import edges
from tests.factories import played

# Between what stands one below the other in a column, in pixels, where it is more than four lines.
HOLES = """() => [...document.querySelectorAll(".group")].flatMap(({ previousElementSibling: one,
    offsetTop }) => one ? [offsetTop - one.offsetTop - one.offsetHeight] : []).filter((gap) =>
    gap > 70)"""


@pytest.mark.parametrize(
    ("page", "first", "link", "other"),
    [
        ("players/{player}/", "All games", "Rating", "Rating"),
        pytest.param("records/", "Sushi Go!", "Habits", "Habits", marks=pytest.mark.slow),
        pytest.param(
            "year/", "Who beats whom", "Firsts", "First games of players", marks=pytest.mark.slow
        ),
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
    assert phone.evaluate(HOLES) == []


@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.slow)])
def test_the_way_about_a_club_is_one_row_on_a_phone(phone: Page, width: int) -> None:
    club = played("squid-nigiri", "egg-nigiri").night.club_id
    phone.set_viewport_size({"width": width, "height": 700})
    become(phone).goto(f"/club/{club}/")
    links = phone.get_by_role("navigation", name="The club").get_by_role("link")
    expect(links).to_have_count(5)
    boxes = [box for box in (link.bounding_box() for link in links.all()) if box]
    assert len({box["y"] for box in boxes}) == 1
    assert boxes[0]["x"] >= 0
    assert boxes[-1]["x"] + boxes[-1]["width"] <= width


@pytest.mark.slow
def test_podium_and_table_come_first_and_on_a_desk_the_picture_stands_beside_them(
    phone: Page,
) -> None:
    for day in (1, 2):
        at = timezone.now() - datetime.timedelta(days=day)
        club = played("squid-nigiri", "egg-nigiri", at=at).night.club_id
    phone.set_viewport_size({"width": 360, "height": 640})
    become(phone).goto(f"/club/{club}/")
    expect(phone.locator(".step.p1 .points")).to_be_in_viewport(ratio=1)
    expect(phone.locator(".club-standings tbody tr").first).to_be_in_viewport(ratio=1)
    phone.set_viewport_size({"width": 1280, "height": 800})
    podium, filter_, table, picture = edges(
        phone, ".podium", "#filter", "table.club-standings", ".growth svg"
    )
    assert podium[1] < filter_[1] < table[1]
    assert table[2] < picture[0]
    assert picture[1] < table[1]


@pytest.mark.slow
def test_the_settings_are_folded_and_what_an_address_names_is_not(phone: Page) -> None:
    club = played("squid-nigiri", "egg-nigiri").night.club_id
    become(phone).goto(f"/club/{club}/settings/")
    expect(phone.get_by_role("heading", level=2)).to_have_count(0)
    for place, heading in (("phones", "Its phones"), ("export-and-import", "Export and import")):
        phone.goto(f"/club/{club}/settings/#{place}")
        expect(phone.get_by_role("heading", name=heading)).to_be_in_viewport()
