"""Confirming a round in a real browser: in a hurry, with empty seats, and with Back."""

import re

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game, RoundScore
from tests.browser.driver import NO_REQUEST_SUBMIT, sit
from tests.browser.places import too_wide
from tests.factories import add, where

pytestmark = pytest.mark.django_db(transaction=True)

CONFIRM = re.compile("^Confirm")


@pytest.fixture
def game(phone: Page) -> Game:
    """A game of whose first round the host's phone shows the result."""
    game = sit(phone, {"players": ["Bartholomew the Third of Nigiri", "Maximiliane-Jo"]})
    add(where(game, 1, 1), "tempura")
    phone.goto(f"/g/{game.pk}/r/1/")
    return game


def test_a_double_tap_on_confirm_confirms_once_and_back_does_not_offer_it_again(
    phone: Page, game: Game
) -> None:
    add(where(game, 1, 2), "tempura")
    phone.add_init_script(NO_REQUEST_SUBMIT)
    phone.reload()
    button = phone.get_by_role("button", name=CONFIRM)
    button.dblclick(no_wait_after=True)
    expect(phone).to_have_url(re.compile(r".*/r/2/1/$"))
    expect(phone.locator(".plate.eaten")).to_have_count(1)
    assert RoundScore.objects.count() == 2
    phone.go_back()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1 confirmed")
    expect(button).to_have_count(0)


def test_a_double_tap_does_not_answer_the_question_about_empty_seats(
    phone: Page, game: Game
) -> None:
    """The answer's button is not where Confirm was: what lies there is no way past the question."""
    button = phone.get_by_role("button", name="Confirm all the same")
    confirm = button.bounding_box()
    assert confirm
    button.tap()
    expect(phone.get_by_text("has nothing yet. Confirm all the same?")).to_be_visible()
    sure = button.bounding_box()
    assert sure
    assert sure["y"] + sure["height"] < confirm["y"]
    assert not RoundScore.objects.exists()
    assert too_wide(phone, 320, 390) == []
    button.tap()
    expect(phone.locator(".plate.eaten")).to_have_count(1)
