"""From a number to its explanation, on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.models import Game
from tests.factories import fill

from .driver import Person

pytestmark = pytest.mark.django_db(transaction=True)

GAME = {"ruleset": "sushi-go", "players": ["Ana", "Ben", "Cem"]}
ROUNDS = [
    [["wasabi", "squid-nigiri", "maki-3"], ["dumpling"] * 5, ["sashimi"]],
    [["pudding"], ["tempura", "tempura"], ["sashimi"] * 6],
    [["egg-nigiri"], ["egg-nigiri"], ["egg-nigiri"]],
]
IN_VIEW = """(element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


def play(page: Page) -> str:
    """A finished game; returns its address."""
    Person(page).start(GAME)
    game = page.url.partition("/r/")[0]
    fill(Game.objects.get(), ROUNDS)
    for number in (1, 2, 3):
        page.goto(f"{game}/r/{number}/")
        with page.expect_navigation():
            page.get_by_role("button", name=re.compile("^Confirm")).tap()
        if page.get_by_role("button", name="Confirm all the same").count():
            with page.expect_navigation():
                page.get_by_role("button", name="Confirm all the same").tap()
    expect(page.locator("h1.verdict")).to_be_visible()
    return game


def follow(page: Page, link: Locator) -> Locator:
    """Taps a number; returns the place on the page of explanations where it leads."""
    points = link.inner_text()
    link.tap()
    expect(page).to_have_url(re.compile(r"/why/\d/#"))
    place = page.locator(f"[id='{page.url.rpartition('#')[2]}']")
    expect(place).to_contain_text(points)
    assert place.evaluate(IN_VIEW)
    page.go_back()
    return place


@pytest.fixture
def small_phone(open_phone: Callable[..., Page]) -> Page:
    """The narrowest phone, upright."""
    return open_phone(viewport={"width": 320, "height": 640})


def test_every_kind_of_number_leads_to_its_explanation(small_phone: Page) -> None:
    page = small_phone
    game = play(page)
    cell = "td a >> nth=-1"
    for address, where in (
        ("result/", f".final tr:has-text('Ben') >> {cell}"),
        ("result/", ".final tr:has-text('Ben') >> td a >> nth=0"),
        ("result/", ".podium .p1 .points a"),
        ("result/", f".by-type tbody tr:has-text('Pudding') >> {cell}"),
        ("r/2/", f".places tr:has-text('Cem') >> {cell}"),
        ("r/2/", f".by-type tbody tr:has-text('Sashimi') >> {cell}"),
        ("r/1/", f".by-type tfoot tr >> {cell}"),
        ("r/2/2/", ".score-line a >> nth=0"),
        ("r/2/2/", ".score-line a >> nth=1"),
    ):
        page.goto(f"{game}/{address}")
        follow(page, page.locator(where))
    page.goto(f"{game}/result/")
    page.locator(".growth summary").tap()
    follow(page, page.locator(f".running tr:has-text('Cem') >> {cell}"))


def test_a_number_says_what_it_is_to_who_cannot_see_the_page(small_phone: Page) -> None:
    page = small_phone
    game = play(page)
    page.goto(f"{game}/r/2/2/")
    expect(page.get_by_role("link", name="This round: 5, why?")).to_be_visible()
    expect(page.get_by_role("link", name="Together: 20, why?")).to_be_visible()
    page.goto(f"{game}/result/")
    expect(page.get_by_role("link", name="Ana: 22, why?")).to_be_visible()


def test_the_account_fits_on_the_narrowest_phone(small_phone: Page) -> None:
    page = small_phone
    game = play(page)
    for place in (1, 2, 3):
        page.goto(f"{game}/why/{place}/")
        assert page.evaluate("() => document.documentElement.scrollWidth") == 320


def test_the_account_follows_what_others_enter(
    phone: Page, open_phone: Callable[..., Page]
) -> None:
    Person(phone).start(GAME)
    game = phone.url.partition("/r/")[0]
    code = Game.objects.get().code
    other = open_phone()
    other.goto(f"/join/{code}/")
    with other.expect_navigation():
        other.get_by_role("button", name="Watch").tap()
    other.goto(f"{game}/why/1/")
    expect(other.locator("#total")).to_contain_text("0")
    phone.locator("#add-squid-nigiri").tap()
    expect(other.locator("#r1-nigiri")).to_contain_text("1 squid nigiri: 3 points")
    expect(other.locator("#total")).to_contain_text("3")


def test_from_an_explanation_to_another_number(small_phone: Page) -> None:
    page = small_phone
    game = play(page)
    page.goto(f"{game}/why/2/#r2-tempura")
    page.locator("#r2-tempura").get_by_role("link", name="I get another number").tap()
    expect(page).to_have_url(re.compile(r"/dispute/\?seat=2&part=2&type=tempura$"))
    expect(page.get_by_label("Whose number?")).to_have_value("2")
    expect(page.get_by_label("Which number?")).to_have_value("2:tempura")
