"""A host who plays enters for others too; and what others still enter, or sent too late."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game, Tableau
from referee.play.services.joining import join
from referee.play.services.late import set_late_taps_aside
from tests.browser.connection import Post, notice
from tests.browser.driver import cards_lie, new_game
from tests.factories import NAMES, PHONE, add, confirm, say_ready, where

pytestmark = pytest.mark.django_db(transaction=True)

BEN, CEM = "phone of Ben", "phone of Cem"
ENTERING = re.compile("still entering", re.I)


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


def test_three_enter_their_own_she_confirms_early_and_what_comes_late_is_added(
    phone_of: Callable[[str], Page],
) -> None:
    game = new_game({"players": list(NAMES[:3])})
    faces = ("dumpling", "tempura", "sashimi")
    for place, (name, face) in enumerate(zip((PHONE, BEN, CEM), faces, strict=True), start=1):
        join(game.pk, name, place)
        add(where(game, 1, place), *[face] * 8)
    host, ben, cem = (phone_of(name) for name in (PHONE, BEN, CEM))
    cem.set_viewport_size({"width": 360, "height": 640})
    for page, place in ((host, 1), (ben, 2), (cem, 1)):
        page.goto(f"/g/{game.pk}/r/1/{place}/")
    # Cem looks at Ana's cards: his own are under the thumb.
    to_own = cem.get_by_role("link", name="To my cards")
    box = to_own.bounding_box()
    assert box
    assert box["y"] > 560
    to_own.tap()
    expect(cem).to_have_url(re.compile("/r/1/3/$"))

    # Ana is told of those who enter, never of herself; and of Ben alone once Cem is ready.
    host.locator("#add-dumpling").tap()
    host.locator("button#complete").tap()
    expect(host).to_have_url(re.compile("/r/1/$"))
    told = host.get_by_text(ENTERING)
    expect(told).to_have_text(re.compile(r"^Still entering: .?Ben.? 8 of 9, .?Cem.? 8 of 9\.$"))
    cem.locator("#add-sashimi").tap()
    cem.locator("button#complete").tap()
    for page in (host, cem):
        told = page.get_by_text(ENTERING)
        expect(told).to_have_text(re.compile(r"^.?Ben.? is still entering: 8 of 9\.$"))
    post = Post(ben)
    post.is_open = False
    ben.locator("#add-tempura").tap()
    expect(notice(ben, "One tap waits to be sent.")).to_be_visible()
    all_the_same = host.get_by_role("button", name="Confirm all the same")
    all_the_same.tap()
    asked = host.get_by_role("alert").filter(has_text="Confirm all the same?")
    expect(asked).to_contain_text(re.compile("^.?Ben.? is still entering: 8 of 9"))
    expect(host.get_by_text("8 of 9")).to_have_count(1)
    all_the_same.tap()
    expect(host).to_have_url(re.compile("/r/2/1/$"))
    expect(cem.get_by_role("heading", level=1)).to_have_text("Round 1 confirmed")

    # Ben's last card comes: all three are told, and told no more once Ana has added it.
    post.mend()
    expect(notice(ben, "your tap is kept aside")).to_be_visible()
    late = [page.get_by_role("region", name="These taps came too late") for page in (host, cem)]
    expect(late[1]).to_contain_text("The host decides about them.")
    host.get_by_role("link", name="Taps for round 1 came too late").tap()
    expect(late[0].get_by_role("listitem")).to_have_text("Ben: add tempura (Ben)")
    late[0].get_by_role("button", name="Open the round again and add them").tap()
    for region in late:
        expect(region).to_have_count(0)
    expect(notice(ben, "your tap is kept aside")).to_be_hidden()
    cards_lie(ben, 9)
    unsaid = host.get_by_text("has not said")
    expect(unsaid).to_be_visible()
    ben.locator("button#complete").tap()
    expect(unsaid).to_have_count(0)
    host.get_by_role("button", name="Confirm", exact=True).tap()
    expect(host).to_have_url(re.compile("/r/2/1/$"))
    for page, place in ((ben, 2), (cem, 3)):
        page.get_by_role("link", name="To round 2").tap()
        expect(page).to_have_url(re.compile(f"/r/2/{place}/$"))


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


@pytest.mark.slow
def test_the_round_says_once_who_is_entering_above_the_fold_and_asks_about_the_same(
    phone_of: Callable[[str], Page],
) -> None:
    game = new_game({"ruleset": "sushi-go-party", "players": list(NAMES), "menu": "sushi-go"})
    join(game.pk, BEN, 2)
    full(game, 1)
    full(game, 2)
    ben, host = phone_of(BEN), phone_of(PHONE)
    for page in (ben, host):
        page.set_viewport_size({"width": 360, "height": 640})
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


@pytest.mark.slow
def test_the_notice_of_late_taps_ends_on_every_phone_once_they_are_set_aside(
    phone_of: Callable[[str], Page],
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
    set_late_taps_aside(game.pk, 1)
    expect(notice(ben, "your tap is kept aside")).to_be_hidden()
    expect(host.get_by_text("came too late:")).to_have_count(0)
    expect(cem.get_by_text("These taps came too late")).to_have_count(0)
