"""Standings and nights follow the evening on a phone that only lies there."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import become
from tests.factories import GameFactory, add, confirm, finish, played, where

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_standings_follow_the_evening_also_where_they_are_filtered(phone: Page) -> None:
    game = GameFactory()
    add(where(game), "squid-nigiri")
    add(where(game, 1, 2), "tempura")
    confirm(game, 1, 2)
    played("", "squid-nigiri", "")
    become(phone).goto(f"/club/{game.night.club_id}/?players=2")
    expect(phone.get_by_text("No finished game fits this choice.")).to_be_visible()
    confirm(game, 3)
    expect(phone.locator("table.club-standings tbody th").first).to_have_text("Ana")


def test_a_night_follows_its_games(phone: Page) -> None:
    game = GameFactory()
    become(phone).goto(f"/night/{game.night_id}/")
    expect(phone.get_by_text("No game of this night is finished yet.")).to_be_visible()
    phone.evaluate("document.body.dataset.same = 'yes'")
    finish(game)
    expect(phone.locator("table.club-standings")).to_be_visible()
    GameFactory(setup__number=3)
    expect(phone.get_by_text("Not finished: it does not count yet.")).to_be_visible()
    assert phone.evaluate("document.body.dataset.same") == "yes"
