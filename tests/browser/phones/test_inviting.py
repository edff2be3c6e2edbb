"""How other phones come to a table: offered right after the start, with seats that fill."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.models import Game
from tests.browser.driver import become
from tests.factories import NAMES, GameFactory

pytestmark = pytest.mark.django_db(transaction=True)
SMALL = {"viewport": {"width": 360, "height": 640}}
LONG = ("Maximiliano", "Francisco Javier", "Anna-Katharina", "Bartholomew J.")


def edge(thing: Locator, *, lower: bool = False) -> float:
    """Where something begins on the screen, or ends."""
    box = thing.bounding_box()
    assert box
    return box["y"] + box["height"] * lower


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("players", [LONG, NAMES], ids=len)
def test_the_way_to_a_table_is_whole_on_the_first_screen_of_a_small_phone(
    open_phone: Callable[..., Page], players: tuple[str, ...], locale: str
) -> None:
    game = GameFactory(setup__party=True, setup__players=players)
    page = become(open_phone(**SMALL, locale=locale))
    page.goto(f"/g/{game.pk}/table/")
    foot = edge(page.locator(".bar"))
    for shown in (".qr", ".code", ".ways a"):
        assert edge(page.locator(shown), lower=True) < foot, shown
    seats = page.locator(".at-table li")
    assert edge(seats.nth(1), lower=True) < foot
    for name in players:
        whole = page.locator(".at-table bdi", has_text=name)
        assert whole.evaluate("(name) => name.getClientRects().length") == 1, name


def test_a_seat_turns_green_as_its_phone_sits_down_and_one_tap_leads_to_the_cards(
    open_phone: Callable[..., Page],
) -> None:
    host, guest = open_phone(**SMALL), open_phone(**SMALL)
    host.goto("/new/sushi-go/")
    for number, name in enumerate(("Ana", "Ben"), start=1):
        host.get_by_label(f"Seat {number}:").fill(name)
    host.get_by_role("button", name="Start the game").tap()
    ben = host.locator(".at-table li", has_text="Ben")
    expect(ben).to_contain_text("you enter the cards")
    guest.goto(f"/join/{Game.objects.get().code}/")
    guest.get_by_role("button", name="Ben").tap()
    expect(ben).to_contain_text("own phone")
    expect(ben).to_have_class("sits")
    host.get_by_role("link", name="Enter the cards").tap()
    host.wait_for_url("**/r/1/1/")


@pytest.mark.slow
def test_what_is_wanted_now_and_then_opens_with_one_tap_and_stays_open(
    open_phone: Callable[..., Page],
) -> None:
    game = GameFactory(setup__number=3)
    page = become(open_phone(**SMALL))
    page.goto(f"/g/{game.pk}/table/")
    code = page.get_by_role("button", name="Draw a new code")
    expect(code).to_be_hidden()
    page.get_by_text("More", exact=True).tap()
    expect(code).to_be_visible()
    guest = open_phone(**SMALL)
    guest.goto(f"/join/{game.code}/")
    guest.get_by_role("button", name="Ben").tap()
    expect(page.get_by_role("button", name="Take the phone off the table: Ben")).to_be_visible()
