"""From a number to its explanation, on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from tests.browser.driver import become, new_game
from tests.factories import add, finish, where

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_number_leads_to_its_explanation_and_on_to_a_dispute(phone: Page) -> None:
    page, game = become(phone), new_game({})
    page.set_viewport_size({"width": 320, "height": 640})
    add(where(game, 1, 2), "tempura", "tempura")
    finish(game)
    page.goto(f"/g/{game.pk}/result/")
    number = page.locator("li:has-text('Ben') .points a")
    points = number.inner_text()
    number.tap()
    expect(page).to_have_url(re.compile(r"/why/2/#"))
    place = page.locator(f"[id='{page.url.rpartition('#')[2]}']")
    expect(place).to_contain_text(points)
    expect(place).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="I get another number").first.tap()
    expect(page).to_have_url(re.compile(r"/dispute/\?seat=2&part=0$"))
    expect(page.get_by_text("The numbers of Ben")).to_be_visible()


@pytest.mark.slow
def test_the_round_that_an_address_names_is_unfolded_and_what_brought_nothing_with_it(
    phone: Page,
) -> None:
    page, game = become(phone), new_game({})
    add(where(game, 1, 2), "tempura", "tempura", "chopsticks")
    finish(game)
    page.goto(f"/g/{game.pk}/why/2/")
    expect(page.locator("#r1")).to_be_hidden()
    expect(page.get_by_role("heading", name="Round 1")).to_contain_text("5")
    page.goto(f"/g/{game.pk}/why/2/#r1")
    expect(page.locator("#r1-tempura")).to_be_visible()
    expect(page.locator("#r1-chopsticks")).to_be_hidden()
    expect(page.locator("#r2")).to_be_hidden()
    page.goto(f"/g/{game.pk}/why/2/#r1-chopsticks")
    expect(page.locator("#r1-chopsticks")).to_be_in_viewport()


@pytest.mark.slow
def test_the_account_follows_what_others_enter(host: Page) -> None:
    game = Game.objects.get()
    host.goto(f"/g/{game.pk}/why/1/#r1")
    expect(host.locator("#total")).to_contain_text("0")
    add(where(game), "squid-nigiri")
    expect(host.locator("#r1-nigiri")).to_contain_text("1 squid nigiri: 3 points")
    expect(host.locator("#total")).to_contain_text("3")
