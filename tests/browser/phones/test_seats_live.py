"""Who sits where, on every phone at once: seats that become free, and one that is asked for."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game, Guest
from referee.play.services.joining import free_seat, join
from tests.browser.places import too_wide
from tests.factories import PHONE, GameFactory

pytestmark = pytest.mark.django_db(transaction=True)

OLD = "Ben's old phone"


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game of three; a phone holds Ben's seat."""
    game = GameFactory(setup__number=3)
    join(game.pk, OLD, 2)
    return game


@pytest.fixture
def host(game: Game, phone_of: Callable[[str], Page]) -> Page:
    """The host's phone, on the cards of somebody else."""
    page = phone_of(PHONE)
    page.goto(f"/g/{game.pk}/r/1/1/")
    return page


@pytest.fixture
def new(game: Game, open_phone: Callable[..., Page]) -> Page:
    """A new phone that has scanned the code."""
    page = open_phone(viewport={"width": 360, "height": 640})
    page.goto(f"/join/{game.code}/")
    return page


def test_a_phone_asks_for_a_seat_and_all_three_are_told_at_once(
    game: Game, host: Page, new: Page, phone_of: Callable[[str], Page]
) -> None:
    old = phone_of(OLD)
    old.goto(f"/g/{game.pk}/r/1/2/")
    chairs = new.locator(".chairs li")
    expect(chairs.nth(2)).to_contain_text("take this seat")
    join(game.pk, "phone of Cem", 3)
    expect(chairs.nth(2)).to_contain_text("taken")
    assert too_wide(new, 320, 360) == []
    free_seat(game.pk, 3)
    expect(chairs.nth(2)).to_contain_text("take this seat")
    new.get_by_role("button", name="That’s me : Ben").tap()
    expect(new.get_by_text("The host is asked whether you are")).to_be_visible()
    give = host.get_by_role("button", name="Give it the seat")
    expect(host.locator("#said")).to_contain_text("A phone says it is Ben’s")
    host.locator("#add-tempura").tap()
    give.tap()
    expect(give).to_have_count(0)
    expect(host.get_by_role("heading", level=1)).to_contain_text("Ana 1 of 9")
    expect(old.get_by_text("to another phone: you watch now")).to_be_visible()
    expect(old.locator("#add-tempura")).to_have_count(0)
    expect(new.get_by_text("now", exact=False).first).to_contain_text("You are")
    new.get_by_role("button", name="To my cards").tap()
    expect(new).to_have_url(re.compile("/r/1/2/$"))
    new.locator("#add-tempura").tap()
    expect(new.get_by_role("heading", level=1)).to_contain_text("Ben 1 of 9")
    old.get_by_role("button", name="Understood").tap()
    expect(old.locator(".wish")).to_have_count(0)


@pytest.mark.slow
def test_no_is_told_and_a_seat_that_becomes_free_is_had(game: Game, host: Page, new: Page) -> None:
    new.get_by_role("button", name="That’s me : Ben").tap()
    host.get_by_role("button", name="No : Ben").tap()
    expect(new.get_by_text("The host says no")).to_be_visible()
    new.get_by_role("button", name="Understood").tap()
    expect(new.locator(".wish")).to_have_count(0)
    new.goto(f"/join/{game.code}/")
    new.get_by_role("button", name="That’s me : Ben").tap()
    expect(host.get_by_role("button", name="Give it the seat")).to_be_visible()
    free_seat(game.pk, 2)
    expect(new.get_by_role("button", name="To my cards")).to_be_visible()
    expect(host.get_by_role("button", name="Give it the seat")).to_have_count(0)
    assert Guest.objects.get(seat__place=2).phone != OLD


@pytest.mark.slow
def test_when_nothing_changes_the_page_of_seats_fetches_nothing(new: Page) -> None:
    with new.expect_response(re.compile("/join/.*since=")) as asked:
        pass
    assert asked.value.status == 304
    expect(new.get_by_role("heading", level=1)).to_have_text("Who are you?")
