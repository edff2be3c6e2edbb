"""A host who plays enters for others too; and what others still enter, or sent too late."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game, RoundScore, Tableau
from referee.play.services.joining import join
from referee.play.services.late import add_late_taps, set_late_taps_aside
from tests.browser.connection import notice
from tests.browser.driver import new_game
from tests.factories import NAMES, PHONE, add, confirm, say_ready, where

pytestmark = pytest.mark.django_db(transaction=True)

BEN, CEM = "phone of Ben", "phone of Cem"


def full(game: Game, *places: int) -> None:
    """Enters all seven cards of these seats; no more of a kind than the box holds."""
    kinds = ("dumpling", "tempura", "sashimi", "dumpling", "tempura")
    for place in places:
        add(where(game, 1, place), *[kinds[place - 1]] * 7)


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game of five whose host sits as Ana; the others have no phones."""
    game = new_game({"players": list(NAMES[:5])})
    join(game.pk, PHONE, 1)
    return game


def test_she_goes_round_the_table_with_one_tap_each_and_is_asked_nothing(
    game: Game, phone_of: Callable[[str], Page]
) -> None:
    add(where(game, 1, 1), *["dumpling"] * 6)
    host = phone_of(PHONE)
    host.goto(f"/g/{game.pk}/r/1/1/")
    expect(host.locator("#next")).to_have_text("Next: Ben")
    host.locator("#add-dumpling").tap()  # the last card, of which the server may not know yet
    for here, name in enumerate(NAMES[1:5], start=2):
        host.locator("#next").tap()
        expect(host).to_have_url(re.compile(f"/r/1/{here}/$"))
        expect(host.get_by_role("heading", level=1)).to_contain_text(name)
        full(game, here)
        expect(host.locator(".progress")).to_have_text("7 of 7")
    assert Tableau.objects.get(round__number=1, seat__place=1).is_ready
    host.locator("#next").tap()
    host.get_by_role("button", name="Confirm", exact=True).tap()
    expect(host).to_have_url(re.compile("/r/2/1/$"))
    # Five tableaus and a confirmation: six taps beside those of the cards.


@pytest.mark.slow
def test_who_comes_back_to_her_own_cards_last_says_so_by_going_on(
    game: Game, phone_of: Callable[[str], Page]
) -> None:
    full(game, 2, 3, 4, 5)
    host = phone_of(PHONE)
    host.goto(f"/g/{game.pk}/r/1/1/")
    expect(host.locator("#next")).to_have_text("Round result")
    full(game, 1)
    button = host.get_by_role("button", name="Round result")
    button.tap()
    expect(host).to_have_url(re.compile("/r/1/$"))
    assert Tableau.objects.get(round__number=1, seat__place=1).is_ready


@pytest.mark.slow
def test_who_goes_by_another_way_is_not_asked_to_wait_for_herself(
    game: Game, phone_of: Callable[[str], Page]
) -> None:
    full(game, 1, 2, 3, 4, 5)
    host = phone_of(PHONE)
    host.goto(f"/g/{game.pk}/r/1/")
    expect(host.get_by_text("complete")).to_have_count(0)
    host.get_by_role("button", name="Confirm", exact=True).tap()
    expect(host).to_have_url(re.compile("/r/2/1/$"))


def test_without_scripts_too(game: Game, open_phone: Callable[..., Page]) -> None:
    from tests.browser.driver import become

    full(game, 1)
    host = become(open_phone(java_script_enabled=False), PHONE)
    host.goto(f"/g/{game.pk}/r/1/1/")
    host.get_by_role("button", name="Next: Ben").tap()
    expect(host).to_have_url(re.compile("/r/1/2/$"))
    assert Tableau.objects.get(round__number=1, seat__place=1).is_ready


def test_the_round_says_once_who_is_entering_above_the_fold_and_asks_about_the_same(
    phone_of: Callable[[str], Page],
) -> None:
    game = new_game({"ruleset": "sushi-go-party", "players": list(NAMES), "menu": "sushi-go"})
    join(game.pk, BEN, 2)
    full(game, 1)
    full(game, 2)
    ben, host = phone_of(BEN), phone_of(PHONE)
    for page in (ben, host):
        page.set_viewport_size({"width": 360, "height": 640})  # type: ignore[arg-type]
        page.goto(f"/g/{game.pk}/r/1/")
        told = page.get_by_text("Still entering:")
        expect(told).to_have_count(1)
        expect(told).to_contain_text(re.compile("Cem.? 0 of 7.*Hal.? 0 of 7.*Ben.? has not said"))
        place = told.bounding_box()
        assert place
        assert place["y"] + place["height"] < 640 - 64
        expect(page.get_by_text("of 7")).to_have_count(1)
    host.get_by_role("button", name="Confirm all the same").tap()
    asked = host.get_by_role("alert").filter(has_text="Confirm all the same?")
    expect(asked).to_contain_text(re.compile("Cem.? 0 of 7.*Hal.? 0 of 7.*Ben.? has not said"))
    say_ready(game.pk, 1, 2, ready=True)
    expect(asked).not_to_contain_text("Ben")
    expect(host.get_by_text("Still entering:")).to_have_count(1)


@pytest.mark.parametrize("decide", [add_late_taps, set_late_taps_aside])
def test_the_notice_of_late_taps_ends_on_every_phone_once_they_are_decided(
    phone_of: Callable[[str], Page], decide: Callable[..., object]
) -> None:
    game = new_game({"players": list(NAMES[:3])})
    join(game.pk, BEN, 2)
    join(game.pk, CEM, 3)
    host, ben, cem = (phone_of(name) for name in (PHONE, BEN, CEM))
    ben.goto(f"/g/{game.pk}/r/1/2/")
    ben.route("**/taps/", lambda route: route.abort())
    ben.locator("#add-tempura").tap()
    confirm(game, 1)
    host.goto(f"/g/{game.pk}/r/2/1/")
    cem.goto(f"/g/{game.pk}/r/1/")
    ben.unroute("**/taps/")
    ben.evaluate("() => dispatchEvent(new Event('online'))")
    expect(notice(ben, "your tap is kept aside")).to_be_visible()
    expect(host.get_by_text("came too late")).to_be_visible()
    expect(cem.get_by_text("These taps came too late")).to_be_visible()
    expect(ben.locator("#board")).to_have_attribute("data-late", "")
    expect(notice(ben, "your tap is kept aside")).to_be_visible()
    decide(game.pk, 1)
    expect(notice(ben, "your tap is kept aside")).to_be_hidden()
    expect(host.get_by_text("came too late:")).to_have_count(0)
    expect(cem.get_by_text("These taps came too late")).to_have_count(0)


@pytest.mark.slow
def test_a_guest_on_anothers_cards_goes_to_their_own_by_the_main_button(
    game: Game, phone_of: Callable[[str], Page]
) -> None:
    join(game.pk, BEN, 2)
    ben = phone_of(BEN)
    ben.set_viewport_size({"width": 360, "height": 640})  # type: ignore[arg-type]
    ben.goto(f"/g/{game.pk}/r/1/1/")
    button = ben.get_by_role("link", name="To my cards")
    place = button.bounding_box()
    assert place
    assert place["y"] > 560
    button.tap()
    expect(ben).to_have_url(re.compile("/r/1/2/$"))
    assert not RoundScore.objects.exists()
