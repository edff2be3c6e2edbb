"""Two phones at a table go from one game to the next."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from referee.play.services.joining import join
from tests.browser.driver import become
from tests.factories import OTHER_PHONE, finish

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ben(host: Page, game: Game, another_phone: Callable[..., Page]) -> Page:
    """The phone on Ben's seat, which looks at the result of the game."""
    page = become(another_phone(), OTHER_PHONE)
    join(game.pk, OTHER_PHONE, 2)
    finish(game)
    page.goto(f"/g/{game.pk}/result/")
    return page


@pytest.mark.slow
def test_the_host_taps_rematch_and_the_other_phone_is_led_to_its_seat(
    host: Page, game: Game, ben: Page
) -> None:
    expect(ben.get_by_text("When the host starts the next game")).to_be_visible()
    expect(ben.get_by_role("button", name="Rematch")).to_have_count(0)
    host.wait_for_url("**/result/")  # it was on a tableau when the game ended
    host.get_by_role("button", name="Rematch", exact=True).tap()
    # Ben sits first now, and his phone enters his cards; the host's begins with Ana, on seat 2.
    expect(host).to_have_url(re.compile(rf"/g/(?!{game.pk})[-0-9a-f]+/r/1/2/$"))

    expect(ben).to_have_url(re.compile(r"/r/1/1/$"))
    expect(ben.get_by_role("heading", level=1)).to_contain_text("Ben")
    ben.locator("#add-tempura").tap()
    seat = host.get_by_role("navigation", name="Players").get_by_role("link").nth(0)
    expect(seat).to_contain_text("1/10")
    assert Game.objects.filter(follows=game).count() == 1
