"""A guest's phone goes on when the host has confirmed, by a button under the thumb."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.play.services.confirming import enter_tokens
from referee.play.services.joining import join
from tests.factories import GameFactory, add, confirm, where

pytestmark = pytest.mark.django_db(transaction=True)

BEN = "phone-of-ben"


def under_the_thumb(page: Page, name: str) -> Locator:
    """A link in the lower third of the screen, without scrolling."""
    link = page.get_by_role("link", name=name)
    expect(link).to_be_in_viewport(ratio=1)
    box, screen = link.bounding_box(), page.viewport_size
    assert box
    assert screen
    assert box["y"] > screen["height"] * 0.66
    assert box["width"] > screen["width"] * 0.5
    return link


def test_a_guest_goes_on_from_every_page_when_the_host_has_confirmed(
    phone_of: Callable[[str], Page],
) -> None:
    game = GameFactory(setup__roll=True)
    join(game.pk, BEN, 2)
    for number in (1, 2, 3):
        for seat in (1, 2):
            add(where(game, number, seat), "tempura")
    guest = phone_of(BEN)
    guest.goto(f"/g/{game.pk}/r/1/2/")
    confirm(game, 1)
    under_the_thumb(guest, "To round 2").tap()
    expect(guest).to_have_url(re.compile(r"/r/2/2/$"))
    expect(guest.locator("#add-tempura")).to_be_visible()

    guest.goto(f"/g/{game.pk}/r/2/")
    confirm(game, 2)
    under_the_thumb(guest, "To round 3").tap()
    expect(guest).to_have_url(re.compile(r"/r/3/2/$"))

    guest.goto(f"/g/{game.pk}/table/")
    confirm(game, 3)
    expect(guest.get_by_text("The host enters the tokens")).to_be_in_viewport(ratio=1)
    enter_tokens(game.pk, {})
    under_the_thumb(guest, "To the result").tap()
    expect(guest).to_have_url(re.compile(r"/result/$"))
    expect(guest.get_by_role("link", name="Ben, total: ")).to_be_visible()


@pytest.mark.slow
def test_a_guest_is_one_tap_from_their_next_tableau_wherever_they_look_at_the_round(
    phone_of: Callable[[str], Page],
) -> None:
    guests = {"phone of Ben": 2, "phone of Dan": 3, "phone of Eve": 4}
    game = GameFactory(setup__players=["Ana", "Ben", "Dan", "Eve"])
    pages = []
    for (name, place), looks_at in zip(guests.items(), ("", "1/", "cards/"), strict=True):
        join(game.pk, name, place)
        add(where(game, 1, place), "tempura")
        pages.append(phone_of(name))
        pages[-1].goto(f"/g/{game.pk}/r/1/{looks_at}")
    confirm(game, 1)
    for page, place in zip(pages, guests.values(), strict=True):
        under_the_thumb(page, "To round 2").tap()
        expect(page).to_have_url(re.compile(rf"/r/2/{place}/$"))
