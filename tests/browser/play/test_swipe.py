"""A finger that sweeps across the entry page turns to the next player or the one before."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driver import Person, cards_lie, sit

pytestmark = pytest.mark.django_db(transaction=True)

GAME = {"ruleset": "sushi-go", "players": ["Ana", "Ben", "Cem"]}
FAR = 160
"""Pixels that are a swipe beyond doubt."""


@pytest.fixture
def second_player(phone: Page) -> Page:
    """A phone on the tableau of Ben, between Ana and Cem."""
    game = sit(phone, GAME)
    phone.goto(f"/g/{game.pk}/r/1/2/")
    return phone


def sweep(page: Page, start: Locator, *, across: int = 0, down: int = 0) -> None:
    """Moves one finger from the middle of an element, as a touch screen reports it."""
    box = start.bounding_box()
    assert box
    x, y = min(box["x"] + box["width"] / 2, 320), box["y"] + box["height"] / 2
    screen = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    touch("touchStart", (x, y))
    for part in (0.25, 0.5, 0.75, 1):
        touch("touchMove", (x + across * part, y + down * part))
    touch("touchEnd")


def turned_to(page: Page, place: int) -> None:
    """The page of that seat, with no card on it."""
    expect(page).to_have_url(re.compile(rf"/r/1/{place}/$"))
    expect(page.locator("[data-cards]")).to_have_text("0")


def stays(page: Page) -> None:
    """Still Ben's page, which takes taps: a page that had been left would have no such button."""
    page.evaluate("() => fetch(location.href)")  # in which another page would have come
    count = page.locator("#add-tempura .count")
    before = int(count.inner_text() or 0)
    page.locator("#add-tempura").tap()
    expect(count).to_have_text(str(before + 1))
    expect(page).to_have_url(re.compile(r"/r/1/2/$"))


@pytest.mark.slow
def test_a_swipe_turns_the_page_and_presses_nothing(second_player: Page) -> None:
    for start, across, place in (
        (".score-line", -FAR, 3),
        ("#add-tempura", FAR, 1),
    ):
        sweep(second_player, second_player.locator(start), across=across, down=20)
        turned_to(second_player, place)
        second_player.go_back()
        turned_to(second_player, 2)
    # It waits for taps on their way.
    second_player.locator("#add-tempura").tap()
    sweep(second_player, second_player.locator(".score-line"), across=-FAR)
    turned_to(second_player, 3)
    second_player.go_back()
    cards_lie(second_player, 1)


@pytest.mark.slow
def test_other_movements_are_no_swipe(second_player: Page) -> None:
    """Short or steep ones, and those of two fingers."""
    screen = second_player.context.new_cdp_session(second_player)
    for kind, xs in (
        ("touchStart", (300, 340)),
        ("touchMove", (200, 240)),
        ("touchMove", (100, 140)),
        ("touchEnd", ()),
    ):
        points = [{"x": x, "y": 300, "id": number} for number, x in enumerate(xs)]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    for across, down in ((-60, 0), (60, 10), (-FAR, 150), (FAR, -120), (0, -FAR)):
        sweep(second_player, second_player.locator("h1"), across=across, down=down)
    stays(second_player)


@pytest.mark.slow
def test_there_is_nobody_before_the_first_nor_after_the_last(second_player: Page) -> None:
    person = Person(second_player)
    for place, across in ((1, FAR), (3, -FAR)):
        person.open_seat(1, place)
        second_player.wait_for_load_state()
        sweep(second_player, second_player.locator(".score-line"), across=across)
        second_player.locator("#add-tempura").tap()
        cards_lie(second_player, 1)
        expect(second_player).to_have_url(re.compile(rf"/r/1/{place}/$"))
