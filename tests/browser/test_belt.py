"""The belt of three plates: it moves on by one when a round ends, once, and for nobody else."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from .driver import Person

pytestmark = pytest.mark.django_db(transaction=True)

GAME = {"ruleset": "sushi-go", "players": ["Ana", "Ben"]}
CARDS = ".strip .card"
MOVING = re.compile(r"\bmoves\b")
PITCH_PX = 48 + 8

# Where the plates stand at the start of the movement and at its end; [] where nothing moves.
COURSE = """() => document.getAnimations()
    .filter((one) => one.animationName === "one-plate-on" && one.effect.target.matches("ol"))
    .map((one) => {
      const plate = document.querySelector(".plate");
      const { delay, duration } = one.effect.getTiming();
      one.pause();
      return [delay, delay + duration].map((time) => {
        one.currentTime = time;
        return plate.getBoundingClientRect().x;
      });
    })"""


def end_a_round(page: Page, number: int) -> None:
    """Enters a card for both and confirms; leaves the page that comes next."""
    person = Person(page)
    for place in (1, 2):
        person.open_seat(number, place)
        page.locator("#add-tempura").tap()
        expect(page.locator(CARDS)).to_have_count(1)
    person.confirm(number)
    expect(page.locator(".plate.eaten")).to_have_count(number)


def test_the_belt_moves_on_by_one_plate_when_a_round_ends_and_only_then(phone: Page) -> None:
    Person(phone).start(GAME)
    assert phone.evaluate(COURSE) == []
    end_a_round(phone, 1)
    expect(phone.locator(".belt")).to_have_class(MOVING)
    (course,) = phone.evaluate(COURSE)
    start, end = course
    assert start - end == pytest.approx(PITCH_PX)
    phone.reload()
    expect(phone.locator(".belt")).not_to_have_class(MOVING)
    assert phone.evaluate(COURSE) == []
    at_rest = phone.locator(".plate").first.bounding_box()
    assert at_rest
    assert end == pytest.approx(at_rest["x"])


def test_the_belt_moves_on_to_the_result_of_the_game(phone: Page) -> None:
    Person(phone).start(GAME)
    for number in (1, 2, 3):
        end_a_round(phone, number)
    expect(phone.locator("h1.verdict")).to_be_visible()
    assert len(phone.evaluate(COURSE)) == 1
    phone.get_by_role("navigation", name="Rounds").get_by_role("link").first.tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Round 1")
    assert phone.evaluate(COURSE) == []


def without_news(route: Route) -> None:
    """A page that hears nothing of what the others do, as on a bad network."""
    is_news = "/live/" in route.request.url or route.request.headers.get("hx-request")
    route.abort() if is_news else route.continue_()


def test_a_round_that_was_confirmed_before_moves_nothing(open_phone: Callable[..., Page]) -> None:
    """Two who look at one result both confirm it: the belt goes one plate on, not two."""
    phone = open_phone()
    Person(phone).start(GAME)
    for place in (1, 2):
        Person(phone).open_seat(1, place)
        phone.locator("#add-tempura").tap()
        expect(phone.locator(CARDS)).to_have_count(1)
    result = phone.url.removesuffix("2/")
    other = phone.context.new_page()
    other.route("**/*", without_news)
    other.goto(result)
    phone.goto(phone.url)
    Person(phone).confirm(1)
    expect(phone.locator(".belt")).to_have_class(MOVING)
    other.get_by_role("button", name=re.compile("^Confirm")).tap()
    expect(other.get_by_text("Nothing was counted twice")).to_be_visible()
    assert other.evaluate(COURSE) == []


def test_the_belt_stands_still_for_whoever_wants_no_motion(
    open_phone: Callable[..., Page],
) -> None:
    phone = open_phone(reduced_motion="reduce")
    Person(phone).start(GAME)
    end_a_round(phone, 1)
    assert phone.evaluate("() => document.getAnimations().length") == 0
    expect(phone.locator(".belt")).to_have_class(MOVING)


def test_the_movement_shifts_nothing_else(phone: Page) -> None:
    phone.add_init_script(
        """window.shifts = 0;
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shifts += entry.value;
        }).observe({type: "layout-shift", buffered: true});"""
    )
    Person(phone).start(GAME)
    end_a_round(phone, 1)
    phone.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
    assert phone.evaluate("() => window.shifts") == 0
    assert phone.evaluate("() => document.documentElement.scrollWidth") == 390


def test_the_end_of_a_round_is_said_too_and_takes_no_room(phone: Page) -> None:
    """Whoever does not see the belt hears it."""
    Person(phone).start(GAME)
    top = phone.locator("#board").bounding_box()
    end_a_round(phone, 1)
    expect(phone.get_by_role("status").filter(has_text="Round 1 is confirmed.")).to_be_attached()
    assert phone.locator("#board").bounding_box() == top
    phone.reload()
    expect(phone.get_by_text("Round 1 is confirmed.")).to_have_count(0)


def test_every_plate_says_its_round_without_colours(phone: Page) -> None:
    Person(phone).start(GAME)
    end_a_round(phone, 1)
    plates = phone.get_by_role("navigation", name="Rounds").get_by_role("link")
    expect(plates).to_have_count(3)
    names = ["Round 1 confirmed", "Round 2", "Round 3"]
    for plate, name in zip(plates.all(), names, strict=True):
        expect(plate).to_have_accessible_name(name)
    expect(plates.nth(1)).to_have_attribute("aria-current", "step")
    expect(phone.locator(".plate .dish")).to_have_count(2)
