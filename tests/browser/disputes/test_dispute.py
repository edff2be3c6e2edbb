"""A dispute on three phones: from "I get another number" to a correction that all agree to."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from referee.disputes.services.disputes import Claimed, dispute, withdraw_dispute
from referee.models import Game
from referee.play.services.confirming import reopen_round
from referee.play.services.joining import join
from referee.rules.mistakes import ClaimScope
from tests.browser.driver import cards_lie
from tests.factories import GameFactory, add, confirm, fill, say_ready, where

pytestmark = pytest.mark.django_db(transaction=True)

HOST, BEN, CEM = "phone of Ana", "phone of Ben", "phone of Cem"
ROUND = [
    ["dumpling", "dumpling", "dumpling", "maki-2", "tempura", "sashimi", *["chopsticks"] * 2],
    ["maki-3", "tempura", "pudding"],
    ["maki-1", "egg-nigiri"],
]


@pytest.fixture
def game() -> Game:
    """A game of three with a phone each, whose first round is confirmed: Ana has forgotten a
    dumpling."""
    game = GameFactory(phone=HOST, setup__number=3)
    for place, phone in enumerate((HOST, BEN, CEM), start=1):
        join(game.pk, phone, place)
    fill(game, [ROUND])
    for place in (1, 2, 3):
        say_ready(game.pk, 1, place, ready=True)
    confirm(game, 1)
    return game


@pytest.fixture
def at_the_result(game: Game, phone_of: Callable[[str], Page]) -> Callable[[str], Page]:
    """Opens somebody's phone on the result of the round."""

    def open_one(name: str) -> Page:
        page = phone_of(name)
        page.goto(f"/g/{game.pk}/r/1/")
        expect(page.get_by_role("heading", level=1)).to_contain_text("confirmed")
        return page

    return open_one


def test_a_dispute_from_the_claim_to_the_agreed_correction(
    game: Game, at_the_result: Callable[[str], Page]
) -> None:
    # Ana gets four points more than the referee, on her own phone.
    ana = at_the_result(HOST)
    ana.get_by_role("radio", name="Not right?").check()
    ana.get_by_role("link", name="I get another number").first.tap()
    ana.get_by_role("link", name="Dumplings").tap()
    expect(ana.get_by_role("heading", level=1)).to_have_text("Round 1, dumplings: 6")
    ana.get_by_role("button", name="10", exact=True).tap()
    expect(ana.get_by_role("heading", level=1)).to_have_text("10, not 6?")
    expect(ana.locator(".mistakes")).to_contain_text("One card more than was entered: dumpling")

    # Everybody hears of it. The host opens the round at her cards, and says why.
    ben, cem = at_the_result(BEN), at_the_result(CEM)
    for page in (ben, cem):
        expect(page.locator(".other-number")).to_contain_text(re.compile("Ana.? gets 10, not 6"))
    ana.get_by_role("link", name="Round 1").first.tap()
    ana.get_by_role("radio", name="Not right?").check()
    ana.get_by_label("Why? Everybody").fill("Ana’s fourth dumpling was missed")
    ana.get_by_role("button", name="Correct Ana’s cards").tap()
    for page in (ben, cem):
        said = page.locator(".reopened")
        expect(said).to_contain_text("Round 1 is open again")
        expect(said).to_contain_text("Ana’s fourth dumpling was missed")
    ana.locator("#add-dumpling").tap()
    cards_lie(ana, 9)
    ana.get_by_role("link", name="Round result").first.tap()
    ana.get_by_role("button", name="Confirm", exact=True).tap()
    expect(ana).to_have_url(re.compile(r"/r/2/1/$"))

    # It is confirmed anew, which the others see without a touch; everybody agrees.
    for page in (ben, cem):
        expect(page.locator(".reopened")).to_have_count(0)
        page.get_by_role("radio", name="Not right?").check()
        expect(page.get_by_role("link", name="version 2")).to_be_visible()
        page.get_by_role("button", name="Agreed").tap()
    ana.get_by_role("link", name="Round 1").first.tap()
    ana.get_by_role("radio", name="Not right?").check()
    expect(ana.locator("#opinions .agrees")).to_have_count(2)
    ana.get_by_role("button", name="Agreed").tap()
    for page in (ana, ben, cem):
        expect(page.locator("#opinions .agrees")).to_have_count(3)

    ana.goto(f"/g/{game.pk}/dispute/")
    expect(ana.get_by_role("link", name="10, not 6")).to_contain_text("settled")


@pytest.mark.slow
def test_who_disagrees_stays_where_they_are_and_is_heard_until_it_is_answered(
    game: Game, at_the_result: Callable[[str], Page], phone_of: Callable[[str], Page]
) -> None:
    join(game.pk, "television", None)
    ben, ana, television = at_the_result(BEN), at_the_result(HOST), phone_of("television")
    television.goto(f"/g/{game.pk}/scoreboard/")
    ben.set_viewport_size({"width": 360, "height": 640})
    ben.get_by_text("I disagree …").tap()
    button, bar = ben.get_by_role("button", name="I disagree"), ben.locator(".bar")
    ben.wait_for_function(
        "([a, b]) => a.getBoundingClientRect().bottom <= b.getBoundingClientRect().top",
        arg=[button.element_handle(), bar.element_handle()],
    )
    ben.get_by_label("What is wrong?").fill("Ana has four dumplings")
    before = ben.evaluate("() => scrollY")
    button.tap()
    said = ben.locator("#said-own")
    expect(said).to_contain_text("disagrees: Ana has four dumplings")
    expect(said).to_be_focused()
    expect(said).to_be_in_viewport()
    expect(button).to_be_hidden()
    assert before - ben.evaluate("() => scrollY") < 640 / 2  # the page has become shorter
    expect(ben.locator(".disagreed")).to_have_count(0)
    for page in (ana, television):
        expect(page.locator(".disagreed")).to_contain_text("“Ana has four dumplings”")

    reopen_round(game.pk, 1, reason="Ana’s fourth dumpling")
    add(where(game), "dumpling")
    confirm(game, 1)
    for page in (ana, television):
        expect(page.locator(".disagreed")).to_have_count(0)
    expect(ben.locator("#own-opinion")).to_contain_text("do you agree?")
    ben.get_by_role("button", name="Agreed").tap()
    expect(ben.locator("#own-opinion")).to_have_count(0)
    expect(ben.get_by_role("link", name="To round 2")).to_be_focused()


@pytest.mark.slow
def test_somebody_who_disagrees_says_what_is_wrong_and_hears_of_the_game_meanwhile(
    game: Game, at_the_result: Callable[[str], Page]
) -> None:
    ben, cem = at_the_result(BEN), at_the_result(CEM)
    section = cem.locator("#board")
    section.get_by_text("I disagree …").tap()
    section.get_by_role("button", name="I disagree").tap()
    expect(cem.get_by_role("alert")).to_have_text("Say in a few words what is wrong.")
    expect(cem.get_by_role("alert")).to_be_focused()
    expect(cem.get_by_role("alert")).to_be_in_viewport()
    section.get_by_label("What is wrong?").fill("Ben’s pudding was mine")
    section.get_by_role("button", name="I disagree").tap()
    expect(section.locator("#said-own")).to_contain_text("Ben’s pudding was mine")
    expect(ben.locator("#opinions .disagrees")).to_contain_text("Ben’s pudding")
    expect(ben.locator(".opinions").get_by_role("button")).to_have_count(1)  # for Ben alone
    # A page on which something was refused still hears of the game.
    ben.locator(".opinions").get_by_text("I disagree …").tap()
    ben.locator(".opinions").get_by_label("What is wrong?").fill(" ")
    ben.locator(".opinions").get_by_role("button", name="I disagree").tap()
    expect(ben.get_by_role("alert")).to_have_text("Say in a few words what is wrong.")
    reopen_round(game.pk, 1, reason="Ana’s fourth dumpling was missed")
    expect(ben.locator(".reopened")).to_contain_text("fourth dumpling")
    # The plate of the round above the board is full again as well.
    expect(ben.locator(".belt .plate").first).not_to_have_class(re.compile("eaten"))


@pytest.mark.slow
def test_forms_and_questions_stay_as_they_are_while_the_game_goes_on(
    game: Game, phone_of: Callable[[str], Page]
) -> None:
    ana = phone_of(HOST)
    ana.goto(f"/g/{game.pk}/dispute/?seat=2&part=1&type=maki")
    ana.get_by_text("Another number").tap()
    ana.get_by_label("What do you get?").fill("abc")
    ana.get_by_role("button", name="See what leads there").tap()
    expect(ana.get_by_role("alert")).to_contain_text("“abc” is not a whole number.")
    version = ana.locator("#board").get_attribute("data-version")
    add(where(game, 2, 2), "tempura")
    expect(ana.locator("#board")).not_to_have_attribute("data-version", str(version))
    expect(ana.get_by_label("What do you get?")).to_have_value("abc")
    expect(ana.get_by_role("heading", level=1)).to_contain_text("maki rolls")
    expect(ana.get_by_role("alert")).to_contain_text("“abc” is not a whole number.")
    # The question whether to confirm all the same follows the game.
    ana.goto(f"/g/{game.pk}/r/2/")
    ana.get_by_role("button", name=re.compile("^Confirm")).tap()
    expect(ana.locator(".asks")).to_contain_text(re.compile("Ben.? 1 of 9, .?Cem.? 0 of 9"))
    add(where(game, 2, 3), "tempura")
    expect(ana.locator(".asks")).to_contain_text(re.compile("Ben.? 1 of 9, .?Cem.? 1 of 9"))


@pytest.mark.slow
def test_a_dispute_that_is_taken_back_leads_who_looks_at_it_to_the_others(
    game: Game, phone_of: Callable[[str], Page]
) -> None:
    made = dispute(game.pk, uuid4(), Claimed(1, ClaimScope(1), 13))
    assert made is not None
    ben = phone_of(BEN)
    ben.goto(f"/g/{game.pk}/dispute/{made.pk}/")
    expect(ben.get_by_role("heading", level=1)).to_have_text("13, not 9?")
    withdraw_dispute(game.pk, made.pk)
    expect(ben.get_by_role("heading", level=1)).to_contain_text("Which number is different")
    expect(ben.get_by_text("That number is disputed no more.")).to_be_visible()
    expect(ben.locator('[data-notice="gone"]')).to_be_hidden()
