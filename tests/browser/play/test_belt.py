"""The belt of three plates: it moves on by one when a round ends, once, and for nobody else."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from referee.models import Game
from tests.browser.driver import become, sit
from tests.factories import add, confirm, say_ready, where

pytestmark = pytest.mark.django_db(transaction=True)

MOVING = re.compile(r"\bmoves\b")
PITCH_PX = 48 + 8

# Notes as a belt starts to move where its plates stand then and at the end: afterwards, on a busy
# machine, the movement may be over before a test can look.
NOTE_COURSES = """
    window.courses = [];
    document.addEventListener("animationstart", (event) => {
      if (event.animationName !== "one-plate-on" || !event.target.matches("ol")) return;
      const plate = document.querySelector(".plate");
      for (const one of event.target.getAnimations()) {
        one.pause();
        const { delay, duration } = one.effect.getTiming();
        window.courses.push([delay, delay + duration].map((time) => {
          one.currentTime = time;
          return plate.getBoundingClientRect().x;
        }));
        one.finish();
      }
    });"""


def courses(page: Page) -> list[tuple[float, float]]:
    """The start and the end of each movement of this page's belt so far, in pixels."""
    noted: list[tuple[float, float]] = page.evaluate("() => window.courses")
    return noted


def at_the_result(page: Page) -> Game:
    """Puts the host's phone at the result of a first round; in each round both have a card,
    and say that these are all."""
    page.context.add_init_script(NOTE_COURSES)
    game = sit(page)
    for number in (1, 2, 3):
        for place in (1, 2):
            add(where(game, number, place), "tempura")
            say_ready(game.pk, number, place, ready=True)
    page.goto(f"/g/{game.pk}/r/1/")
    return game


def confirm_on(page: Page, number: int) -> None:
    page.get_by_role("button", name=re.compile("^Confirm")).tap()
    expect(page.locator(".plate.eaten")).to_have_count(number)


@pytest.mark.slow
def test_the_belt_moves_on_by_one_plate_when_a_round_ends_and_only_then(phone: Page) -> None:
    game = at_the_result(phone)
    assert courses(phone) == []
    confirm_on(phone, 1)
    expect(phone.locator(".belt")).to_have_class(MOVING)
    phone.wait_for_function("() => window.courses.length")
    ((start, end),) = courses(phone)
    assert start - end == pytest.approx(PITCH_PX)
    # Whoever does not see the belt hears it.
    expect(phone.get_by_role("status").filter(has_text="Round 1 is confirmed.")).to_be_attached()
    phone.reload()
    expect(phone.locator(".belt")).not_to_have_class(MOVING)
    expect(phone.get_by_text("Round 1 is confirmed.")).to_have_count(0)
    assert courses(phone) == []
    at_rest = phone.locator(".plate").first.bounding_box()
    assert at_rest
    assert end == pytest.approx(at_rest["x"])
    # Every plate says its round, without colours too.
    plates = phone.get_by_role("navigation", name="Rounds").get_by_role("link")
    expect(plates).to_have_count(3)
    for plate, name in zip(plates.all(), ["Round 1 confirmed", "Round 2", "Round 3"], strict=True):
        expect(plate).to_have_accessible_name(name)
    expect(plates.nth(1)).to_have_attribute("aria-current", "step")
    expect(phone.locator(".plate .dish")).to_have_count(2)
    # It moves on to the result of the game.
    phone.goto("about:blank")  # a page of the game would go along by itself
    confirm(game, 2)
    phone.goto(f"/g/{game.pk}/r/3/")
    confirm_on(phone, 3)
    expect(phone.locator("h1.verdict")).to_be_visible()
    phone.wait_for_function("() => window.courses.length")
    assert len(courses(phone)) == 1
    phone.goto(f"/g/{game.pk}/r/1/")
    assert courses(phone) == []


def without_news(route: Route) -> None:
    """A page that hears nothing of what the others do, as on a bad network."""
    is_news = "/live/" in route.request.url or route.request.headers.get("hx-request")
    route.abort() if is_news else route.continue_()


@pytest.mark.slow
def test_a_round_that_was_confirmed_before_moves_nothing(phone: Page) -> None:
    """Two who look at one result both confirm it: the belt goes one plate on, not two."""
    at_the_result(phone)
    other = phone.context.new_page()
    other.route("**/*", without_news)
    other.goto(phone.url)
    confirm_on(phone, 1)
    expect(phone.locator(".belt")).to_have_class(MOVING)
    other.get_by_role("button", name=re.compile("^Confirm")).tap()
    expect(other.get_by_text("Nothing was counted twice")).to_be_visible()
    assert courses(other) == []


@pytest.mark.slow
def test_the_movement_shifts_nothing_else_and_can_be_done_without(
    phone: Page, open_phone: Callable[..., Page]
) -> None:
    phone.add_init_script(
        """window.shifts = 0;
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shifts += entry.value;
        }).observe({type: "layout-shift", buffered: true});"""
    )
    game = at_the_result(phone)
    confirm_on(phone, 1)
    phone.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
    assert phone.evaluate("() => window.shifts") == 0
    assert phone.evaluate("() => document.documentElement.scrollWidth") == 390
    calm = become(open_phone(reduced_motion="reduce"))
    calm.goto(f"/g/{game.pk}/r/2/")
    confirm_on(calm, 2)
    assert calm.evaluate("() => document.getAnimations().length") == 0
    expect(calm.locator(".belt")).to_have_class(MOVING)
