"""Confirming a round in a real browser: in a hurry, with empty seats, and with Back."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game, RoundScore
from referee.play.services.joining import join
from tests.browser.driver import NO_REQUEST_SUBMIT, become, sit
from tests.browser.places import too_wide
from tests.factories import OTHER_PHONE, add, where

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
    add(where(game, 1, 1), *["dumpling"] * 9)
    add(where(game, 1, 2), *["sashimi"] * 10)
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


@pytest.mark.slow
def test_a_double_tap_does_not_answer_the_question_about_empty_seats(
    phone: Page, game: Game
) -> None:
    """The answer's button is not where Confirm was: what lies there is no way past the question."""
    button = phone.get_by_role("button", name="Confirm all the same")
    confirm = button.bounding_box()
    assert confirm
    button.tap()
    asked = phone.get_by_role("alert").filter(has_text="0 of 10. Confirm all the same?")
    expect(asked).to_be_visible()
    sure = button.bounding_box()
    assert sure
    assert sure["y"] + sure["height"] < confirm["y"]
    assert not RoundScore.objects.exists()
    assert too_wide(phone, 320, 390) == []
    button.tap()
    expect(phone.locator(".plate.eaten")).to_have_count(1)


MOMENT = ".moment"
"""What is shown when a round is in."""
COVERS = "(moment) => moment.getBoundingClientRect().y === 0 && moment.clientHeight === innerHeight"
MOVED = "(rows) => rows.some((row) => row.getAnimations().length)"


def confirm_by(phone: Page) -> None:
    phone.get_by_role("button", name="Confirm all the same").tap()
    phone.get_by_role("button", name="Confirm all the same").tap()
    phone.wait_for_url("**/r/2/1/")


def test_a_round_that_is_in_has_its_moment_and_goes_on_by_itself(phone: Page, game: Game) -> None:
    confirm_by(phone)
    moment = phone.locator(MOMENT)
    expect(moment).to_contain_text("Round 1 is in")
    assert moment.evaluate(COVERS)
    assert phone.locator(f"{MOMENT} li").evaluate_all(MOVED)
    expect(moment).to_be_hidden()
    phone.get_by_role("button", name="egg nigiri").first.tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("1 of 10")
    phone.reload()
    expect(moment).to_have_count(0)


@pytest.mark.parametrize("by", ["tap", "key"])
def test_a_tap_or_a_key_skips_the_moment_and_does_nothing_else(
    phone: Page, game: Game, by: str
) -> None:
    # Where nothing moves on by itself, only a touch ends it.
    phone.add_init_script(
        "document.addEventListener('animationstart', ({ target }) => "
        "target.getAnimations().forEach((one) => one.pause()))"
    )
    confirm_by(phone)
    expect(phone.locator(MOMENT)).to_have_count(1)
    if by == "tap":
        phone.touchscreen.tap(180, 500)
    else:
        phone.keyboard.press("Shift")
    expect(phone.locator(MOMENT)).to_have_count(0)
    expect(phone.get_by_role("heading", level=1)).to_contain_text("0 of 10")


@pytest.mark.slow
def test_with_reduced_motion_there_is_no_moment(phone: Page, game: Game) -> None:
    phone.emulate_media(reduced_motion="reduce")
    confirm_by(phone)
    expect(phone.locator(MOMENT)).to_have_count(1)
    expect(phone.locator(MOMENT)).to_be_hidden()


@pytest.mark.slow
def test_a_guests_phone_sees_the_moment_when_its_page_follows(
    phone: Page, game: Game, open_phone: Callable[..., Page]
) -> None:
    join(game.pk, OTHER_PHONE, 2)
    guest = become(open_phone(), OTHER_PHONE)
    guest.add_init_script("""addEventListener("animationstart", ({ target }) => {
      if (target.matches(".moment")) window.hasSeen = target.textContent;
    });""")
    guest.goto(f"/g/{game.pk}/r/1/")
    confirm_by(phone)
    guest.wait_for_function("() => window.hasSeen?.includes('Round 1 is in')")
    expect(guest.get_by_role("heading", level=1)).to_have_text("Round 1 confirmed")
    guest.reload()
    expect(guest.locator(MOMENT)).to_have_count(0)
