"""Two phones at a table go from one game to the next."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from referee.play.services.joining import join
from tests.browser.driver import become
from tests.browser.targets import faults_of
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


def test_the_host_taps_rematch_and_the_other_phone_is_shown_the_way_to_its_seat(
    host: Page, game: Game, ben: Page
) -> None:
    expect(ben.get_by_text("When the host starts the next game")).to_be_visible()
    expect(ben.get_by_role("button", name="Rematch")).to_have_count(0)
    host.goto(f"/g/{game.pk}/result/")
    host.get_by_role("button", name="Rematch", exact=True).tap()
    # Ben sits first now, and his phone enters his cards; the host's begins with Ana, on seat 2.
    new = re.compile(rf"/g/(?!{game.pk})[-0-9a-f]+/r/1/2/$")
    expect(host).to_have_url(new)

    way = ben.get_by_role("link", name="Next game")
    expect(way.first).to_be_visible()
    way.first.tap()
    expect(ben).to_have_url(re.compile(r"/r/1/1/$"))
    expect(ben.get_by_role("heading", level=1)).to_contain_text("Ben")
    ben.locator("#add-tempura").tap()
    seat = host.get_by_role("navigation", name="Players").get_by_role("link").nth(0)
    expect(seat).to_contain_text("1/10")
    assert Game.objects.filter(follows=game).count() == 1

    host.goto(f"/g/{game.pk}/result/")
    assert faults_of(host) == []
    host.get_by_role("link", name="Next game").first.tap()
    expect(host).to_have_url(new)


@pytest.mark.slow
def test_a_late_comer_sits_down_and_a_menu_is_chosen_without_losing_a_name(
    host: Page, game: Game, ben: Page
) -> None:
    host.goto(f"/g/{game.pk}/result/")
    host.get_by_role("link", name="Change players or menu").tap()
    expect(host.get_by_label("Seat 1:")).to_have_value("Ben")
    assert faults_of(host) == []
    host.get_by_label("Seat 3:").fill("Zoe")
    host.get_by_role("button", name="Sushi Go Party! instead").tap()
    expect(host.get_by_role("heading", level=1)).to_have_text("Sushi Go Party!")
    host.get_by_text("Let SushiScore choose one").tap()
    host.get_by_role("button", name="Not played this month").tap()
    expect(host.get_by_role("status").filter(has_text="It is chosen below.")).to_be_in_viewport()
    chosen = host.locator('[name="menu"]:checked').get_attribute("value")
    host.get_by_role("button", name="Start the game").tap()
    expect(host).to_have_url(re.compile(r"/r/1/2/$"))

    new = Game.objects.get(follows=game)
    assert new.menu == chosen
    assert [seat.player and seat.player.name for seat in new.seats.all()] == ["Ben", "Ana", "Zoe"]
    ben.get_by_role("link", name="Next game").first.tap()
    expect(ben).to_have_url(re.compile(rf"/g/{new.pk}/r/1/1/$"))
