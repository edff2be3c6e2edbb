"""Starting a game on a small phone: the taps that it takes, and what the page shows meanwhile."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from tests.browser.axe import has_no_fault
from tests.browser.driver import become
from tests.browser.reflow import ADD_STYLE, hidden_when_focused
from tests.browser.targets import faults_of
from tests.factories import GameFactory, played
from tests.play.views.joining import seated

pytestmark = pytest.mark.django_db(transaction=True)
SMALL = {"viewport": {"width": 360, "height": 640}}


def seats(page: Page) -> int:
    """The rows of seats that are to be seen."""
    return page.locator(".seats-form li:visible").count()


def test_three_players_start_with_two_taps_and_their_names(
    open_phone: Callable[..., Page],
) -> None:
    page = open_phone(**SMALL)
    page.goto("/new/sushi-go/")
    assert seats(page) == 1
    expect(page.get_by_label("Seat 1:")).to_be_focused()
    for number, name in enumerate(("Ana", "Ñandú 👩‍🍳", "עדי"), start=1):
        page.keyboard.insert_text(name)
        page.keyboard.press("Enter")
        expect(page.get_by_label(f"Seat {number + 1}:")).to_be_focused()
        assert seats(page) == number + 1
    page.get_by_role("button", name="Start the game").tap()
    page.wait_for_url("**/table/")
    assert seated(Game.objects.get()) == ["Ana", "Ñandú 👩‍🍳", "עדי"]


@pytest.mark.slow
def test_the_start_waits_for_enough_players_and_says_how_many(
    open_phone: Callable[..., Page],
) -> None:
    page = open_phone(**SMALL)
    page.goto("/new/sushi-go/")
    start = page.get_by_role("button", name="Start the game")
    expect(start).to_be_disabled()
    expect(start).to_have_accessible_description("Write down at least 2 players.")
    page.get_by_label("Seat 1:").fill("Ana")
    start.tap(force=True)
    expect(page.get_by_label("Seat 2:")).to_be_focused()
    page.get_by_label("Seat 2:").fill("Ben")
    expect(start).to_be_enabled()
    expect(start).to_have_accessible_description("")
    assert not Game.objects.exists()


@pytest.mark.slow
def test_a_name_is_not_shorter_than_its_line_with_letters_twice_as_large(
    open_phone: Callable[..., Page],
) -> None:
    GameFactory(setup__number=3)
    page = become(open_phone(**SMALL))
    page.goto("/new/sushi-go/")
    page.get_by_role("button", name="Same players as last time").tap()
    page.evaluate(ADD_STYLE, "html { font-size: 200% !important }")
    for number in (1, 2, 3, 4):
        box = page.get_by_label(f"Seat {number}:").bounding_box()
        assert box
        assert box["width"] > 250, number


def test_known_players_start_with_four_taps_or_two_and_can_be_moved(
    open_phone: Callable[..., Page],
) -> None:
    GameFactory(setup__number=3)
    page = become(open_phone(**SMALL))
    page.goto("/new/sushi-go/")
    for name in ("Cem", "Ana"):
        page.get_by_role("button", name=name, exact=True).tap()
    expect(page.get_by_role("button", name="Cem", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Same players as last time").tap()
    page.get_by_role("button", name="Move seat 3 up").tap()
    page.get_by_role("button", name="Take out seat 1").tap()
    expect(page.get_by_role("button", name="Cem", exact=True)).to_be_visible()
    page.get_by_role("button", name="Cem", exact=True).tap()
    page.get_by_role("button", name="Start the game").tap()
    page.wait_for_url("**/table/")
    assert seated(Game.objects.latest("created_at")) == ["Ben", "Ana", "Cem"]


@pytest.mark.slow
def test_an_own_menu_opens_its_cards_counts_them_and_greys_what_two_may_not_use(
    open_phone: Callable[..., Page],
) -> None:
    page = open_phone(**SMALL)
    page.goto("/new/sushi-go-party/")
    cards = page.locator(".own-cards")
    expect(cards).to_be_hidden()
    page.get_by_text("A menu of our own").tap()
    expect(cards).to_be_visible()
    appetizers = page.get_by_role("group", name="Appetizer")
    for card, number in (("tofu", 1), ("eel", 2), ("edamame", 3), ("eel", 2)):
        appetizers.get_by_text(card).tap()
        expect(appetizers.locator("output")).to_have_text(str(number))

    spoon, menu = (page.locator(".own label", has_text=card) for card in ("spoon", "menu"))
    lined = "text-decoration-line"
    for name, spoons, menus in (
        *(("Ana", "none", "none"), ("Ben", "line-through", "none"), ("Cem", "none", "none")),
        *(("Dan", "none", "none"), ("Eve", "none", "none"), ("Fay", "none", "none")),
        ("Gus", "none", "line-through"),
    ):
        page.locator(".seats-form input:placeholder-shown:visible").fill(name)
        expect(spoon).to_have_css(lined, spoons)
        expect(menu).to_have_css(lined, menus)
    page.get_by_text("Big Banquet").tap()
    expect(cards).to_be_hidden()


@pytest.mark.slow
def test_enter_goes_to_the_next_name_and_saves_nothing_once_a_round_is_confirmed(
    open_phone: Callable[..., Page],
) -> None:
    game = played("tempura", "", players=["Ana", "Ben"])
    page = become(open_phone(**SMALL))
    page.goto(f"/g/{game.pk}/seats/")
    page.get_by_label("Seat 1:").press("Enter")
    expect(page.get_by_label("Seat 2:")).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en", "es"])
def test_no_state_of_the_forms_shuts_anybody_out(
    open_phone: Callable[..., Page], locale: str
) -> None:
    played("tempura", "", players=["Ana", "Ben"])
    game = GameFactory(setup__number=3)
    page = become(open_phone(**SMALL, locale=locale))

    def look(state: str) -> None:
        has_no_fault(page, state)
        assert [*faults_of(page), *hidden_when_focused(page)] == [], state

    page.goto("/")
    look("a running game")
    page.goto("/new/sushi-go-party/")
    for chip in ("Ana", "Ben"):
        page.get_by_role("button", name=chip, exact=True).tap()
    look("two players")
    page.locator('[value="own"] + label').tap()
    look("an own menu")
    page.goto(f"/g/{game.pk}/seats/")
    page.locator("#id_player_1").fill("Zoe")
    page.locator(".main-action").tap()
    expect(page.locator("fieldset.note")).to_be_visible()
    look("a question")
