"""What the entry page promises to a thumb: few taps, nothing jumps, nothing is cut off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.connection import tap
from tests.browser.driver import Sheet, cards_lie, sit
from tests.browser.places import too_wide
from tests.browser.targets import faults_of
from tests.factories import add, where

pytestmark = pytest.mark.django_db(transaction=True)

SUSHI_GO = {"ruleset": "sushi-go", "players": ["Ana", "Ben", "Cem", "Dov"]}
MASTER_MENU = {
    "ruleset": "sushi-go-party",
    "menu": "master-menu",
    "players": ["Ana", "Ben", "Cem", "Dov", "Eve"],
}
POINTS_PLATTER = {**MASTER_MENU, "menu": "points-platter"}
ROLL = {"ruleset": "sushi-roll", "players": ["Ana", "Ben"]}
GAMES = [
    MASTER_MENU,
    *(pytest.param(sheet, marks=pytest.mark.slow) for sheet in (SUSHI_GO, POINTS_PLATTER, ROLL)),
]


PLACES_OF_BUTTONS = """(foot) => Array.from(
    foot.querySelectorAll(".button"), ({offsetLeft, offsetTop}) => [offsetLeft, offsetTop])"""


def test_next_waits_for_the_taps_and_a_tap_counts_before_the_server_answers(phone: Page) -> None:
    sit(phone, SUSHI_GO)
    tap(phone, *["tempura", "sashimi", "maki-1"] * 2)
    phone.locator("#next").tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Ben")
    phone.goto("/")
    phone.get_by_role("link", name="Go on: Sushi Go!").tap()
    cards_lie(phone, 6)
    phone.route("**/taps/", lambda route: None)  # an answer that never comes
    phone.locator("#add-dumpling").tap()
    phone.locator("#add-dumpling").tap()
    expect(phone.locator("#add-dumpling .count")).to_have_text("2")
    expect(phone.locator(".progress")).to_have_text("8 of 8")


@pytest.mark.slow
def test_nothing_moves_while_a_round_is_tapped_in_and_undone(phone: Page) -> None:
    sit(phone, SUSHI_GO)
    # Chromium's own count of shifts takes the bar for moved when the notice above it grows.
    phone.evaluate(
        """() => {
            window.places = {};
            const look = () => {
                // What is to be checked stands above the cards that lie there.
                const strip = document.querySelector(".said > *") ? "" : ", .strip";
                for (const one of document.querySelectorAll(`.tile, .bar${strip}`)) {
                    const { left, top } = one.getBoundingClientRect();
                    const places = (window.places[one.id || one.className] ||= new Set());
                    places.add(`${Math.round(left)} ${Math.round(top)}`);
                }
                requestAnimationFrame(look);
            };
            look();
        }"""
    )
    for _ in range(2):
        for face in ("squid-nigiri", "maki-3", "tempura", "sashimi", "dumpling", "wasabi"):
            phone.locator(f"#add-{face}").tap()
    cards_lie(phone, 12)
    phone.locator("#undo").tap()
    cards_lie(phone, 11)
    places = phone.evaluate(
        "() => Object.entries(window.places).map(([what, all]) => [what, [...all]])"
    )
    assert {"add-wasabi", "strip", "bar"} <= {what for what, _ in places}
    assert [what for what in places if len(what[1]) > 1] == []
    for _ in range(11):  # more than ten actions are undone
        phone.locator("#undo").tap()
    cards_lie(phone, 0)
    expect(phone.locator("#undo")).to_be_disabled()


@pytest.mark.slow
def test_on_a_usual_phone_the_table_keeps_its_height_whatever_lies_there(phone: Page) -> None:
    game = sit(phone, {**MASTER_MENU, "players": ["Ana", "Ben"]})
    add(where(game), *["temaki", "tofu", "sashimi"] * 3)
    cards_lie(phone, 9)
    expect(phone.locator(".said > *")).to_have_count(0)
    full = phone.locator(".strip").bounding_box()
    for left in range(8, -1, -1):
        phone.locator(".strip .take").first.tap()
        cards_lie(phone, left)
    assert phone.locator(".strip").bounding_box() == full


@pytest.mark.parametrize("sheet", GAMES, ids=lambda sheet: sheet.get("menu", sheet["ruleset"]))
def test_every_tile_is_in_reach_and_nothing_wider_than_the_screen(
    open_phone: Callable[..., Page], sheet: Sheet
) -> None:
    page = open_phone(viewport={"width": 360, "height": 640})
    names = ["W" * 40, "Ben", "Cem", "Dov", "Eve"][: len(sheet["players"])]
    game = sit(page, {**sheet, "players": names})
    grid = page.locator(".grid").bounding_box()
    bar = page.locator(".bar").bounding_box()
    assert grid
    assert bar
    assert grid["y"] + grid["height"] <= bar["y"], "the bar covers the last tiles"
    add(where(game), "squid-nigiri")
    cards_lie(page, 1)
    assert faults_of(page) == []
    assert too_wide(page, 320, 360, 768, 1600, letters=(100, 200)) == []


@pytest.mark.slow
def test_seats_that_are_done_make_the_page_no_wider(open_phone: Callable[..., Page]) -> None:
    page = open_phone(viewport={"width": 360, "height": 640})
    players = ["Ana", "Ben", "Cem", "Dov", "Eve", "Fay", "Gus", "Hal"]
    menu = {"ruleset": "sushi-go-party", "menu": "my-first-meal", "players": players}
    game = sit(page, menu)
    add(where(game, 1, 8), *["tempura"] * 7)
    expect(page.locator(".seats .complete")).to_have_count(1)
    assert too_wide(page, 360) == []
    for name in players:  # nobody is hidden
        expect(page.locator(".seats a", has_text=name)).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_a_notice_lies_over_no_card_and_the_field_for_words_opens_beside_the_tiles(
    open_phone: Callable[..., Page],
) -> None:
    page = open_phone(viewport={"width": 360, "height": 640})
    game = sit(page, SUSHI_GO)
    add(where(game), *["maki-1", "maki-2", "maki-3", "tempura", "sashimi", "dumpling", "pudding"])
    cards_lie(page, 7)

    def place(selector: str) -> tuple[float, float]:
        box = page.locator(selector).bounding_box()
        assert box
        return box["y"], box["y"] + box["height"]

    page.get_by_role("link", name="Say or type what lies there").tap()
    words = page.get_by_role("textbox", name="Say or type what lies there")
    expect(words).to_be_focused()
    expect(words).to_be_in_viewport(ratio=1)
    assert place(".grid")[1] < place("#words")[0] < place(".strip")[0]
    assert place("#words")[0] - place(".words h2")[1] >= 7, "the ring covers the label"
    # What is typed stays, whatever is tapped; an empty field makes room for the cards again.
    words.fill("two eggs")
    page.get_by_role("button", name="Read it", exact=True).tap()
    expect(page.locator("#words-heard")).to_contain_text("egg")
    page.locator("#add-tempura").tap()
    cards_lie(page, 8)
    expect(words).to_be_in_viewport(ratio=1)
    words.fill("")
    expect(page.locator("#words-heard")).not_to_contain_text("egg")
    page.locator("h1").click()
    page.evaluate("() => document.activeElement.blur()")
    expect(words).not_to_be_in_viewport()
    page.route("**/taps/", lambda route: route.abort())
    page.locator("#add-pudding").tap()
    shown = page.locator('[data-notice="offline"]')
    expect(shown).to_be_visible()
    top, bottom = place('[data-notice="offline"]')
    assert bottom < place(".strip")[0] or top > place(".strip")[1]


@pytest.mark.slow
def test_the_foot_has_four_buttons_in_order_and_unfolds_the_rest_below_them(
    open_phone: Callable[..., Page],
) -> None:
    page = open_phone(viewport={"width": 360, "height": 640})
    sit(page, SUSHI_GO)
    foot = page.locator("footer")
    shown = foot.locator(":is(.button, .more a, .more button):visible")
    four = ["Round result", "Everybody’s cards", "Players and phones", "More …"]
    expect(shown).to_have_text(four)
    places = foot.evaluate(PLACES_OF_BUTTONS)
    foot.locator("summary").tap()
    expect(shown).to_have_text([*four, "Who did what", "Why these points?", "What if …?",
        "Set up round 1", "Names and seats", "Ask the referee", "Start page"])  # fmt: skip
    assert foot.evaluate(PLACES_OF_BUTTONS) == places
    # Keys are told of where one was pressed.
    page.keyboard.press("x")
    expect(foot.get_by_role("button", name="Shortcut keys")).to_be_visible()


@pytest.mark.slow
def test_a_phone_is_light_or_dark_as_it_was_switched(phone: Page) -> None:
    sit(phone, ROLL)
    paper = "() => getComputedStyle(document.body).backgroundColor"
    light = phone.evaluate(paper)
    phone.get_by_role("button", name="Dark").tap()
    expect(phone.locator("html")).to_have_attribute("data-look", "dark")
    expect(phone.locator("#board")).to_be_visible()
    dark = phone.evaluate(paper)
    assert dark != light
    phone.emulate_media(color_scheme="dark")
    phone.get_by_role("button", name="Light").tap()
    expect(phone.locator("html")).to_have_attribute("data-look", "light")
    assert phone.evaluate(paper) == light
    phone.get_by_role("button", name="Automatic").tap()
    expect(phone.locator("html:not([data-look])")).to_be_attached()
    assert phone.evaluate(paper) == dark
