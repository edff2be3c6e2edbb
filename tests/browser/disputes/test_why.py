"""From a number to its explanation, on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.models import Game
from tests.browser.driver import sit
from tests.browser.places import too_wide
from tests.factories import add, fill, finish, where

pytestmark = pytest.mark.django_db(transaction=True)

GAME = {"ruleset": "sushi-go", "players": ["Ana", "Ben", "Cem"]}
ROUNDS = [
    [["wasabi", "squid-nigiri", "maki-3"], ["dumpling"] * 5, ["sashimi"]],
    [["pudding"], ["tempura", "tempura"], ["sashimi"] * 6],
    [["egg-nigiri"], ["egg-nigiri"], ["egg-nigiri"]],
]

CELL = "td a >> nth=-1"
NUMBERS = [
    ("r/2/2/", ".score-line a >> nth=0"),
    ("result/", f".final tr:has-text('Ben') >> {CELL}"),
]
OTHER_NUMBERS = [
    ("result/", ".podium .p1 .points a"),
    ("result/", f".by-type tbody tr:has-text('Pudding') >> {CELL}"),
    ("r/2/", f".places tr:has-text('Cem') >> {CELL}"),
    ("r/1/", f".by-type tfoot tr >> {CELL}"),
    ("r/2/2/", ".score-line a >> nth=1"),
]
"""By page, where numbers stand that lead to their explanation."""


@pytest.fixture
def small_phone(open_phone: Callable[..., Page]) -> Page:
    """The narrowest phone, upright."""
    return open_phone(viewport={"width": 320, "height": 640})


@pytest.fixture
def game(small_phone: Page) -> str:
    """The address of a finished game of which the phone is the host."""
    game = sit(small_phone, GAME)
    fill(game, ROUNDS)
    finish(game)
    return f"/g/{game.pk}"


def follow(page: Page, link: Locator) -> Locator:
    """Taps a number; returns the place on the page of explanations where it leads."""
    points = link.inner_text()
    link.tap()
    expect(page).to_have_url(re.compile(r"/why/\d/#"))
    place = page.locator(f"[id='{page.url.rpartition('#')[2]}']")
    expect(place).to_contain_text(points)
    expect(place).to_be_in_viewport(ratio=1)
    page.go_back()
    return place


def test_numbers_lead_to_their_explanation_and_on_to_a_dispute(
    small_phone: Page, game: str
) -> None:
    page = small_phone
    for address, number in NUMBERS:
        page.goto(f"{game}/{address}")
        follow(page, page.locator(number))
    # From an explanation to another number.
    page.goto(f"{game}/why/2/#r2-tempura")
    page.get_by_role("link", name="I get another number").tap()
    expect(page).to_have_url(re.compile(r"/dispute/\?seat=2$"))
    expect(page.get_by_label("Whose number?")).to_have_value("2")


@pytest.mark.slow
def test_every_other_kind_of_number_does_too(small_phone: Page, game: str) -> None:
    page = small_phone
    for address, number in OTHER_NUMBERS:
        page.goto(f"{game}/{address}")
        follow(page, page.locator(number))
    page.goto(f"{game}/result/")
    page.locator(".growth summary").tap()
    follow(page, page.locator(f".running tr:has-text('Cem') >> {CELL}"))
    # It says what it is to who cannot see the page.
    page.goto(f"{game}/result/")
    expect(page.get_by_role("link", name="Ana: 22 points, why?")).to_be_visible()
    page.goto(f"{game}/r/2/2/")
    expect(page.get_by_role("link", name="This round: 5, why?")).to_be_visible()
    expect(page.get_by_role("link", name="Total: 20, why?")).to_be_visible()
    for place in (1, 2, 3):
        page.goto(f"{game}/why/{place}/")
        assert too_wide(page, 320) == []


@pytest.mark.slow
def test_the_account_follows_what_others_enter(host: Page) -> None:
    game = Game.objects.get()
    host.goto(f"/g/{game.pk}/why/1/")
    expect(host.locator("#total")).to_contain_text("0")
    add(where(game), "squid-nigiri")
    expect(host.locator("#r1-nigiri")).to_contain_text("1 squid nigiri: 3 points")
    expect(host.locator("#total")).to_contain_text("3")
