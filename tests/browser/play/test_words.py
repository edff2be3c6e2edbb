"""What one would say, typed or dictated: shown and spoken while one types, then entered.

Everything is found by its role and name, as somebody who cannot see the page finds it.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from referee.models import Game
from referee.play.services.confirming import confirm_round
from tests.browser.driver import NO_REQUEST_SUBMIT, cards_lie
from tests.browser.targets import faults_of
from tests.factories import add, version_of, where

pytestmark = pytest.mark.django_db(transaction=True)


def field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Say or type what lies there")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def expect_spoken(page: Page, words: str | re.Pattern[str]) -> None:
    """What the live region below the field says."""
    expect(page.get_by_role("status").filter(has_text=words)).to_have_count(1)


@pytest.mark.slow
def test_a_late_answer_to_a_question_is_not_shown_over_what_was_entered(host: Page) -> None:
    field(host).fill("two tempura")
    expect(button(host, "Enter 2 cards")).to_be_visible()
    host.route("**/words/?*", lambda _route: None)  # the answer takes its time
    field(host).focus()
    host.evaluate("() => { performance.now = () => 0; }")  # "only just shown", however slow we are
    host.keyboard.press("Enter")
    host.evaluate("() => { delete performance.now; }")
    with host.expect_event("requestfailed"):  # nobody waits for it any more
        host.keyboard.press("Enter")
    expect_spoken(host, re.compile(r"^\s*Entered: "))


@pytest.mark.slow
def test_what_is_not_understood_stays_and_the_nearest_card_is_a_button(host: Page) -> None:
    field(host).fill("two tempura, xyzzy, maki")
    expect_spoken(host, "Not understood: xyzzy. Not understood: maki; perhaps maki roll with 1")
    assert faults_of(host) == []
    host.get_by_role("group", name="Not understood. Perhaps:").get_by_role(
        "button", name="Maki roll with 3 icons", exact=True
    ).click()
    expect_spoken(host, "Understood: 2 × tempura, maki roll with 3 icons. Not understood: xyzzy.")
    button(host, "Enter 3 cards").click()
    cards_lie(host, 3)
    expect(field(host)).to_have_value("xyzzy")
    expect_spoken(host, re.compile(r"^\s*Entered: .*Not understood: xyzzy\.\s*$"))
    field(host).fill("")
    expect(host.get_by_text("Not understood")).to_have_count(0)


@pytest.mark.slow
def test_nothing_is_lost_while_the_server_is_away_or_other_phones_enter(host: Page) -> None:
    """Nor is an answer shown to words that stand there no longer."""
    game = Game.objects.get()
    silent = host.locator(".fault", has_text="The server does not answer. Your words stay")
    host.route("**/words/**", lambda route: route.abort())
    field(host).fill("squid")
    expect(silent).to_be_visible()
    host.unroute("**/words/**")
    kept: list[Route] = []

    def keep(route: Route) -> None:
        kept.append(route)

    host.route("**/words/?words=squid**", keep)
    host.get_by_role("button", name="Read it", exact=True).click()
    field(host).fill("salmon")
    expect_spoken(host, "Understood: salmon nigiri.")
    assert kept
    for route in kept:
        route.continue_()
    host.evaluate("() => fetch(location.href)")  # an answer that came late would be shown by now
    expect_spoken(host, "Understood: salmon nigiri. 1 more; then 1 of 10 cards.")
    add(where(game), "wasabi")
    expect_spoken(host, "Understood: salmon nigiri on wasabi. 1 more; then 2 of 10 cards.")
    expect(field(host)).to_have_value("salmon")
    host.route("**/words/", lambda route: route.abort())
    button(host, "Enter 1 card").click()
    expect(silent).to_be_visible()
    expect(field(host)).to_have_value("salmon")
    host.unroute("**/words/")
    button(host, "Enter 1 card").click()
    cards_lie(host, 2)
    expect(field(host)).to_have_value("")


@pytest.mark.slow
def test_a_confirmed_round_takes_no_words_and_keeps_them(host: Page) -> None:
    """The cards' buttons go; what somebody was typing stays."""
    game = Game.objects.get()
    field(host).fill("tempura")
    expect(button(host, "Enter 1 card")).to_be_visible()
    confirm_round(game.pk, 1, seen_version=version_of(game))
    expect(host.get_by_text("what lay here is shown, and cannot be changed")).to_be_visible()
    expect(field(host)).to_have_value("tempura")
    expect(button(host, "Enter 1 card")).to_have_count(0)


@pytest.mark.slow
def test_who_goes_on_with_words_that_are_not_entered_is_led_to_their_button(host: Page) -> None:
    field(host).fill("two tempura")
    enter = host.get_by_role("button", name="Enter 2 cards")
    expect(enter).to_be_visible()
    host.locator("#next").tap()
    expect(enter).to_be_focused()
    expect(host.locator("#words-waiting")).to_be_in_viewport()
    cards_lie(host, 0)
    host.locator("#next").tap()
    expect(host.get_by_role("heading", level=1)).to_contain_text("Ben")


@pytest.mark.slow
def test_a_question_about_words_is_answered_in_the_empty_field(host: Page) -> None:
    """Nothing that stays in the field unread stands in front of the answer."""
    hearing_of = re.compile("Entered: squid nigiri.* Which nigiri lies on the wasabi")
    host.evaluate(NO_REQUEST_SUBMIT)
    field(host).focus()
    host.keyboard.type("squid nigiri, wasabi")
    expect_spoken(host, "Which nigiri lies on the wasabi: squid nigiri, or none?")
    host.keyboard.press("Enter")  # what has only just come is shown once more
    host.keyboard.press("Enter")
    cards_lie(host, 1)
    expect_spoken(host, hearing_of)
    expect(field(host)).to_have_value("")
    host.keyboard.type("squid nigiri")
    expect_spoken(host, "Understood: squid nigiri on wasabi. 1 more; then 2 of 10 cards.")
    host.keyboard.press("Enter")
    host.keyboard.press("Enter")
    cards_lie(host, 2)
    expect(host.get_by_role("button", name="Take off wasabi: squid nigiri")).to_be_visible()
    expect(host.get_by_text("Which nigiri")).to_have_count(0)


@pytest.mark.slow
def test_enter_on_what_is_not_understood_says_so_again_and_the_next_words_replace_it(
    host: Page,
) -> None:
    field(host).focus()
    host.keyboard.type("xyzzy")
    expect_spoken(host, "Not understood: xyzzy.")
    announced = host.locator("#said")
    host.keyboard.press("Enter")
    host.keyboard.press("Enter")
    expect(announced).to_have_text("Not understood: xyzzy.")
    host.keyboard.type("two tempura, plugh")
    expect(field(host)).to_have_value("two tempura, plugh")
    expect_spoken(host, "Not understood: plugh.")
    host.keyboard.press("Enter")
    host.keyboard.press("Enter")
    cards_lie(host, 2)
    expect_spoken(host, re.compile(r"^\s*Entered: 2 tempura.*Not understood: plugh"))
    host.keyboard.type("pudding")
    expect(field(host)).to_have_value("pudding")


def test_yes_and_no_in_the_field_answer_the_question_that_the_page_asks(host: Page) -> None:
    host.locator("#add-wasabi").click()
    host.locator("#add-squid-nigiri").click()
    cards_lie(host, 2)
    expect(host.locator("#question")).to_be_visible()
    field(host).focus()
    host.keyboard.type("no")
    expect_spoken(host, "Understood: Nothing lies on the wasabi.")
    host.keyboard.press("Enter")
    host.keyboard.press("Enter")
    expect(host.locator("#question")).to_have_count(0)
    expect(button(host, "Put onto wasabi: squid nigiri")).to_be_visible()
    expect(field(host)).to_have_value("")
    expect(field(host)).to_be_focused()
    host.keyboard.type("yes")
    expect_spoken(host, "Nothing is asked here now.")
