"""Taps while the page's scripts are still on their way."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.connection import stored
from tests.browser.driver import become, cards_lie, new_game
from tests.live.serving import until

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = "/js/early.js"
"""The one script for which the tiles wait."""


@contextmanager
def scripts_are_late(page: Page, *, first_too: bool = False) -> Iterator[list[str]]:
    """The page of a tableau of which no script comes before the end of the block; the addresses of
    those that have been asked for."""
    held: list[str] = []

    def hold(route: Route) -> None:
        request = route.request
        if request.resource_type == "script" and (first_too or FIRST not in request.url):
            held.append(request.url)
        else:
            route.continue_()

    page.context.route("**/*", hold)
    become(page).goto(f"/g/{new_game({}).pk}/r/1/1/", wait_until="commit")
    yield held
    page.context.unroute("**/*")  # which lets them go on


def press(page: Page, *faces: str) -> None:
    """Presses tiles faster than a server answers forms."""
    page.locator("#add-" + faces[0]).wait_for()
    page.evaluate(
        "(faces) => faces.forEach((face) => document.querySelector(`#add-${face}`).click())", faces
    )


def test_presses_before_the_scripts_have_come_show_at_once_and_count_once_each(phone: Page) -> None:
    with scripts_are_late(phone):
        press(phone, "tempura", "dumpling", "sashimi", "dumpling", "pudding")
        expect(phone.locator("#add-dumpling .count")).to_have_text("2")
    cards_lie(phone, 5)
    expect(phone.locator("#add-dumpling .count")).to_have_text("2")
    expect(phone.locator(".progress")).to_have_text("5 of 10")
    assert stored() == ["tempura", "dumpling", "sashimi", "dumpling", "pudding"]
    phone.locator("#add-tempura").tap()
    cards_lie(phone, 6)


@pytest.mark.slow
def test_no_tile_is_shown_before_the_script_that_holds_early_presses(phone: Page) -> None:
    with scripts_are_late(phone, first_too=True) as held:
        until(lambda: phone.wait_for_timeout(20) or len(held) > 8)
        expect(phone.locator("#add-tempura")).to_have_count(0)
    phone.locator("#add-tempura").tap()
    cards_lie(phone, 1)


@pytest.mark.slow
def test_who_leaves_before_early_presses_were_counted_is_asked(phone: Page) -> None:
    asked: list[str] = []
    phone.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    with scripts_are_late(phone):
        phone.locator("#add-tempura").tap()
        with phone.expect_event("dialog"):
            phone.close(run_before_unload=True)
    assert asked == ["beforeunload"]
    cards_lie(phone, 1)


@pytest.mark.slow
def test_where_the_other_scripts_cannot_be_had_a_press_is_sent_as_a_form(phone: Page) -> None:
    phone.context.route(
        "**/js/*.js*",
        lambda route: route.continue_() if FIRST in route.request.url else route.abort(),
    )
    become(phone).goto(f"/g/{new_game({}).pk}/r/1/1/")
    phone.locator("#add-tempura").tap()
    cards_lie(phone, 1)
    phone.locator("#add-tempura").tap()
    cards_lie(phone, 2)


@pytest.mark.slow
def test_without_scripts_a_form_that_is_sent_twice_is_one_tap(
    open_phone: Callable[..., Page],
) -> None:
    page = open_phone(java_script_enabled=False)
    become(page).goto(f"/g/{new_game({}).pk}/r/1/1/")
    page.locator("#add-tempura").dblclick()
    cards_lie(page, 1)
    assert stored() == ["tempura"]
