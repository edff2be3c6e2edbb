"""Nine tempura of eight on the table: a thumb gets from the round to each player who has some."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Person, sit
from tests.browser.places import too_wide
from tests.browser.targets import faults_of
from tests.factories import add, where

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = ["Ana", "Bernadette-Alexandra", "Cem", "Dora"]
TEMPURA = [4, 3, 0, 2]
ASKED = "Who has one too many? Ana 4, Bernadette-Alexandra 3, Dora 2."


@pytest.mark.slow
def test_the_round_leads_to_everybody_who_has_some(phone: Page) -> None:
    page = phone
    game = sit(page, {"ruleset": "sushi-go-party", "menu": "sushi-go", "players": PLAYERS})
    for place, cards in enumerate(TEMPURA, start=1):
        add(where(game, 1, place), *(["tempura"] * cards or ["maki-1"]))
    page.goto(f"/g/{game.pk}/r/1/")
    problem = page.locator(".problems > li", has_text="9 tempura lie on the table")
    expect(problem).to_contain_text(ASKED)
    expect(problem.get_by_role("link")).to_have_text([PLAYERS[0], PLAYERS[1], PLAYERS[3]])
    assert too_wide(page, 320, 360) == []
    assert faults_of(page) == []
    problem.get_by_role("link", name="Cards of Dora").tap()
    expect(page).to_have_url(re.compile(r"/r/1/4/$"))
    expect(page.locator(".said .fault")).to_contain_text("9 tempura lie on the table")
    Person(page).open_seat(1, 3)
    expect(page.locator(".said .fault")).to_have_count(0)
