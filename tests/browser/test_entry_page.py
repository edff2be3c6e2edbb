"""What the entry page promises to a thumb: few taps, nothing jumps, nothing is cut off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .driver import Person, in_order_of_play
from .targets import faults_of

pytestmark = pytest.mark.django_db(transaction=True)

SUSHI_GO = {"ruleset": "sushi-go", "players": ["Ana", "Ben", "Cem", "Dov"]}
MASTER_MENU = {
    "ruleset": "sushi-go-party",
    "menu": "master-menu",
    "players": ["Ana", "Ben", "Cem", "Dov", "Eve"],
}
POINTS_PLATTER = {**MASTER_MENU, "menu": "points-platter"}
ROLL = {"ruleset": "sushi-roll", "players": ["Ana", "Ben"]}
GAMES = [SUSHI_GO, MASTER_MENU, POINTS_PLATTER, ROLL]
CARDS = ".strip .card"


def test_a_tableau_takes_a_tap_a_card_and_one_to_the_next_player(phone: Page) -> None:
    person = Person(phone)
    person.start(SUSHI_GO)
    tableau = "wasabi+squid-nigiri salmon-nigiri maki-3 maki-2 tempura*2 pudding"
    taps = 0
    for card in in_order_of_play(tableau):
        assert card.face
        phone.locator(f"#add-{card.face.slug}").tap()
        taps += 1
    phone.locator("#next").tap()
    taps += 1
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Ben")
    phone.go_back()
    expect(phone.locator(CARDS)).to_have_count(8)
    assert taps == 8 + 1


def test_a_tap_is_counted_on_the_screen_before_the_server_answers(phone: Page) -> None:
    Person(phone).start(SUSHI_GO)
    phone.route("**/taps/", lambda route: None)  # an answer that never comes
    phone.locator("#add-tempura").tap()
    phone.locator("#add-tempura").tap()
    expect(phone.locator("#add-tempura .count")).to_have_text("2")
    expect(phone.locator(".progress")).to_have_text("2 of 8")


def test_nothing_moves_while_a_round_is_tapped_in(phone: Page) -> None:
    Person(phone).start(SUSHI_GO)
    phone.evaluate(
        """() => {
            window.shifts = 0;
            new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) window.shifts += entry.value;
            }).observe({type: "layout-shift", buffered: false});
        }"""
    )
    for _ in range(2):
        for face in ("squid-nigiri", "wasabi", "maki-3", "tempura", "sashimi", "dumpling"):
            phone.locator(f"#add-{face}").tap()
    expect(phone.locator(CARDS)).to_have_count(12)
    phone.locator("#undo").tap()
    expect(phone.locator(CARDS)).to_have_count(11)
    assert phone.evaluate("() => window.shifts") == 0


def test_of_forty_cards_in_a_row_two_hands_are_kept_and_said_to_be_too_many(phone: Page) -> None:
    Person(phone).start(SUSHI_GO)
    for _ in range(40):
        phone.locator("#add-tempura").tap()
    expect(phone.locator(CARDS)).to_have_count(16)
    expect(phone.get_by_text("A tableau holds 16 cards at most.").first).to_be_visible()
    expect(phone.get_by_text("too many").first).to_be_visible()
    phone.locator("#next").tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Ben")


def test_undo_takes_back_more_than_ten_actions(phone: Page) -> None:
    Person(phone).start(SUSHI_GO)
    for _ in range(12):
        phone.locator("#add-maki-1").tap()
    expect(phone.locator(CARDS)).to_have_count(12)
    for _ in range(12):
        phone.locator("#undo").tap()
    expect(phone.locator(CARDS)).to_have_count(0)
    expect(phone.locator("#undo")).to_be_disabled()


@pytest.mark.parametrize("sheet", GAMES, ids=lambda sheet: sheet.get("menu", sheet["ruleset"]))
def test_the_whole_menu_is_on_one_small_screen(open_phone: Callable[..., Page], sheet) -> None:
    page = open_phone(viewport={"width": 360, "height": 640})
    Person(page).start(sheet)
    page.evaluate("() => scrollTo(0, 0)")
    grid = page.locator(".grid").bounding_box()
    bar = page.locator(".bar").bounding_box()
    assert grid
    assert bar
    assert grid["y"] + grid["height"] <= bar["y"], "the bar covers the last tiles"


@pytest.mark.parametrize("sheet", GAMES, ids=lambda sheet: sheet.get("menu", sheet["ruleset"]))
@pytest.mark.parametrize("width", [320, 360, 768, 1600])
def test_nothing_is_wider_than_the_screen(
    open_phone: Callable[..., Page], sheet, width: int
) -> None:
    page = open_phone(viewport={"width": width, "height": 640})
    names = ["W" * 40, "Ben", "Cem", "Dov", "Eve"][: len(sheet["players"])]
    Person(page).start({**sheet, "players": names})
    page.locator("#add-squid-nigiri").tap()
    expect(page.locator(CARDS)).to_have_count(1)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("sheet", GAMES, ids=lambda sheet: sheet.get("menu", sheet["ruleset"]))
def test_every_target_is_large_enough_for_a_thumb(open_phone: Callable[..., Page], sheet) -> None:
    page = open_phone(viewport={"width": 360, "height": 640})
    Person(page).start(sheet)
    page.locator("#add-squid-nigiri").tap()
    expect(page.locator(CARDS)).to_have_count(1)
    assert faults_of(page) == []


def test_seats_that_are_done_make_the_page_no_wider(open_phone: Callable[..., Page]) -> None:
    page = open_phone(viewport={"width": 360, "height": 640})
    players = ["Ana", "Ben", "Cem", "Dov", "Eve", "Fay", "Gus", "Hal"]
    person = Person(page)
    person.start({"ruleset": "sushi-go-party", "menu": "my-first-meal", "players": players})
    person.open_seat(1, 8)
    for _ in range(7):
        page.locator("#add-tempura").tap()
    expect(page.locator(".seats .complete")).to_have_count(1)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("width", [320, 390])
def test_letters_of_twice_the_size_need_no_sideways_scroll(
    open_phone: Callable[..., Page], width: int
) -> None:
    page = open_phone(viewport={"width": width, "height": 700})
    Person(page).start(MASTER_MENU)
    page.locator("#add-squid-nigiri").tap()
    expect(page.locator(CARDS)).to_have_count(1)
    entry = page.url
    setup = entry.removesuffix("1/") + "setup/"
    for address in ("/", "/new/sushi-go-party/", entry, entry.removesuffix("1/"), setup, "/rules/"):
        page.goto(address)
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, address
