"""On a small phone: a squid that was tapped before its wasabi, uramaki that nobody claimed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.connection import tap
from tests.browser.driver import sit
from tests.browser.hearing import Hearing

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = {"width": 360, "height": 640}
ROUND = re.compile(r"/r/1/$")


@pytest.fixture
def small(open_phone: Callable[..., Page]) -> Page:
    return open_phone(viewport=SMALL)


def test_a_squid_tapped_before_the_wasabi_is_put_there_by_one_tap(small: Page) -> None:
    heard = Hearing(small)
    sit(small)
    tap(small, "squid-nigiri", "wasabi")
    heard.pass_time()
    question = small.locator(".said .note", has_text="squid nigiri lies beside a free wasabi")
    expect(question).to_be_visible()
    expect(small.locator("#score")).to_contain_text("This round, so far 3")
    asked = "Ana’s squid nigiri lies beside a free wasabi: on it?"
    heard.pass_time(9_000)
    # It is asked once, with the tap that brings it up.
    assert [said.split(" | ")[1:] for said in heard.all() if "on it?" in said] == [[asked]]
    yes = question.get_by_role("button", name="Yes: Squid nigiri on wasabi")
    box = yes.bounding_box()
    assert box
    assert box["y"] + box["height"] <= small.locator(".bar").bounding_box()["y"]
    assert small.evaluate("() => document.documentElement.scrollWidth") == SMALL["width"]
    yes.focus()
    yes.tap()
    heard.pass_time()
    expect(small.locator("#score")).to_contain_text("This round, so far 9")
    expect(question).to_have_count(0)
    expect(small.locator(".strip .pair .card")).to_have_count(2)
    # The focus goes with the nigiri, not to the top of the page.
    expect(small.get_by_role("button", name="Take off wasabi: squid nigiri")).to_be_focused()


@pytest.mark.slow
def test_eleven_icons_that_nobody_claimed_are_confirmed_only_all_the_same(small: Page) -> None:
    sit(small, {"ruleset": "sushi-go-party", "menu": "dinner-for-two", "players": ["Ana", "Ben"]})
    tap(small, "uramaki-5", "uramaki-3", "uramaki-3")
    fault = small.locator(".said .fault", has_text="11 uramaki icons cannot still lie there")
    expect(fault).to_be_visible()
    small.get_by_role("link", name="Result").tap()
    expect(small).to_have_url(ROUND)
    expect(small.locator(".problems .fault")).to_contain_text("who reached ten first?")
    expect(small.get_by_role("button", name=re.compile("^Confirm"))).to_have_text(
        "Confirm all the same"
    )
    small.get_by_role("link", name="Enter the claim").tap()
    expect(small.get_by_role("heading", name="Uramaki race")).to_be_in_viewport()
    expect(small.get_by_role("textbox", name="Icons")).to_have_value("11")
    small.get_by_role("button", name="Enter the claim").tap()
    expect(small.locator(".claims li")).to_contain_text("11 icons, 8 points")
    for left in (2, 1, 0):
        small.locator(".strip .take").first.tap()
        expect(small.locator(".strip .card")).to_have_count(left)
    expect(fault).to_have_count(0)
    expect(small.locator("#score")).to_contain_text("This round, so far 8")
    small.get_by_role("navigation", name="Rounds").get_by_role("link").first.tap()
    expect(small).to_have_url(ROUND)
    expect(small.get_by_role("button", name="Confirm the round")).to_be_visible()
