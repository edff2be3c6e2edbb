"""Taps in a real browser: quick ones, unanswered ones, and forms without JavaScript."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from referee.models import Game
from tests.browser.connection import notice
from tests.browser.driver import PILES, cards_lie, sit
from tests.factories import add, where

pytestmark = pytest.mark.django_db(transaction=True)


SLOW_ANSWERS = """() => {
    const real = window.fetch;
    window.fetch = async (...request) => {
        const answer = await real(...request);
        await new Promise((go) => setTimeout(go, 150));
        return answer;
    };
}"""
# What the page says of the card and of the tableau, every time that anything changes on it.
WATCH_COUNTS = """(card) => {
    window.counts = [];
    const number = (place) => Number(document.querySelector(place)?.textContent ?? 0);
    new MutationObserver(() => {
        window.counts.push([number(`${card} .count`), number("[data-cards]")]);
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
PRESS_TWICE = """() => {
    for (const what of ["down", "up", "down"]) {
        const mouse = {pointerId: 1, isPrimary: true, bubbles: true};
        document.body.dispatchEvent(new PointerEvent(`pointer${what}`, mouse));
    }
}"""
LONG_MS = 600
SCROLLED_MS = 300
"""After which a page is still, and a finger on it is meant as a press."""
LIFT = """(tile, { scrolls, pans, moves, cancels, isFixed }) => {
    const at = (x) => ({bubbles: true, isPrimary: true, pointerId: 7, clientX: x, clientY: 9});
    if (scrolls) document.dispatchEvent(new Event("scroll"));
    if (pans) visualViewport.dispatchEvent(new Event("scroll"));
    tile.dispatchEvent(new PointerEvent("pointerdown", at(9)));
    if (moves) tile.dispatchEvent(new PointerEvent("pointermove", at(99)));
    tile.dispatchEvent(new PointerEvent(cancels ? "pointercancel" : "pointerup", at(9)));
    const lift = new TouchEvent("touchend", {bubbles: true, cancelable: !isFixed});
    return tile.dispatchEvent(lift) ? "left to the browser" : "pressed";
}"""
HOLD_AFTER_SCROLLING = """(tile, ms) => {
    const at = (x) => ({bubbles: true, isPrimary: true, pointerId: 7, clientX: x, clientY: 9});
    document.dispatchEvent(new Event("scroll"));
    tile.dispatchEvent(new PointerEvent("pointerdown", at(9)));
    tile.dispatchEvent(new PointerEvent("pointermove", at(11)));
    setTimeout(() => tile.dispatchEvent(new PointerEvent("pointerup", at(11))), ms);
}"""
PRESS = """async ([buttons, apart]) => {
    for (const button of buttons) {
        document.querySelector(button).click();
        await new Promise((go) => setTimeout(go, apart));
        // A busy machine draws later what the press has changed.
        if (apart) await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    }
}"""


def test_counts_never_go_back_while_taps_overtake_the_answers(host: Page) -> None:
    host.evaluate(SLOW_ANSWERS)
    host.evaluate(WATCH_COUNTS, "#add-tempura")
    host.evaluate(PRESS, [["#add-tempura"] * 8, 60])
    cards_lie(host, 8)
    counts = host.evaluate("() => window.counts")
    assert counts == sorted(counts)
    assert {tuple(count) for count in counts} >= {(n, n) for n in range(1, 9)}


def test_a_tap_whose_answer_is_lost_is_one_card(host: Page) -> None:
    stored: list[int] = []

    def lose_first_answer(route: Route) -> None:
        if route.request.method == "POST" and not stored:
            stored.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    host.route("**/taps/", lose_first_answer)
    host.locator("#add-sashimi").tap()
    expect(notice(host, "The server does not answer")).to_be_visible()
    expect(host.locator(PILES)).to_have_text(["Sashimi"])
    assert stored == [200]
    host.reload()
    cards_lie(host, 1)


@pytest.mark.slow
def test_everything_works_as_plain_forms(open_phone: Callable[..., Page]) -> None:
    page = open_phone(java_script_enabled=False)
    sit(page)
    for button in ("#add-wasabi", "#add-egg-nigiri", "#add-maki-3", "#add-maki-3"):
        page.locator(button).tap()
    cards_lie(page, 4)
    page.get_by_role("button", name="Take away: maki").last.tap()
    cards_lie(page, 3)
    page.get_by_role("button", name="Undo").tap()
    cards_lie(page, 4)
    expect(page.locator(".score-line strong").first).to_have_text("9")
    page.locator("#next").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ben")
    page.get_by_role("navigation", name="Rounds").get_by_role("link").first.tap()
    expect(page.get_by_text("4 of 10, ")).to_be_visible()
    page.get_by_role("button", name="Confirm all the same").tap()
    expect(page.get_by_text("0 of 10. Confirm all the same?")).to_be_visible()
    page.get_by_role("button", name="Confirm all the same").tap()
    expect(page.locator(".plate.eaten")).to_have_count(1)


@pytest.mark.slow
def test_an_answer_that_comes_while_a_finger_is_down_loses_no_tap(host: Page) -> None:
    place = host.locator("#add-sashimi").bounding_box()
    assert place
    host.route("**/taps/", lambda _route: None)  # held
    host.locator("#add-tempura").click()
    host.mouse.move(place["x"] + 20, place["y"] + 20)
    host.mouse.down()
    host.unroute("**/taps/")  # which lets it go on
    host.wait_for_function("() => outbox.waiting().length === 0")  # the answer is there
    host.evaluate("() => fetch(location.href)")  # in which it would have been shown
    assert not host.locator(PILES).count()  # nothing changes under a finger
    host.mouse.up()
    expect(host.locator(PILES)).to_have_text(["Tempura", "Sashimi"])


@pytest.mark.slow
def test_a_mouse_that_is_down_again_at_once_is_down(host: Page) -> None:
    host.evaluate(PRESS_TWICE)
    host.evaluate("() => pause(2 * CLICK_AFTER_MS)")
    assert host.evaluate("() => fingers.size") == 1


def test_quick_presses_of_minus_and_a_long_press_on_a_tile_take_one_card_each(
    host: Page, game: Game
) -> None:
    add(where(game), *["tempura"] * 5, "wasabi", "squid-nigiri")
    cards_lie(host, 7)
    tempura, count = host.locator("#add-tempura"), host.locator("#add-tempura .count")
    # Counted at once, on the tile too, and none twice: no answer has come yet.
    host.evaluate(SLOW_ANSWERS)
    minus, undo = "#take-tempura", "#undo"
    host.evaluate(PRESS, [[minus, minus, "#add-tempura", undo], 0])
    assert count.inner_text() == host.locator("#pile-tempura b .number").inner_text() == "3"
    assert host.locator("[data-cards]").inner_text() == "5"
    cards_lie(host, 5)
    # A wasabi under a nigiri goes, too.
    press_long(host, host.locator("#add-wasabi"))
    host.mouse.up()
    cards_lie(host, 4)
    expect(host.locator(PILES)).to_have_text(["Tempura", "Squid nigiri"])
    # Who moves the finger away wanted none of it, and a short press adds a card as ever.
    press_long(host, tempura, move=200)
    host.mouse.up()
    tempura.tap()
    cards_lie(host, 5)
    expect(count).to_have_text("4")


def press_long(page: Page, tile: Locator, move: int = 0) -> None:
    """Puts the finger on a tile, and leaves it there for long."""
    box = tile.bounding_box()
    assert box
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 12 + move, box["y"] + 10)
    page.wait_for_timeout(LONG_MS)


def test_a_lifted_finger_presses_at_once_but_not_while_the_page_scrolls_or_when_it_moved(
    host: Page,
) -> None:
    tempura = host.locator("#add-tempura")
    count = tempura.locator(".count")
    # No lift that is left to the browser presses anything here: what scripts make up has no click.
    for no_press in ("scrolls", "pans", "moves", "cancels", "isFixed"):
        assert tempura.evaluate(LIFT, {no_press: True}) == "left to the browser", no_press
        if no_press in ("scrolls", "pans"):
            host.wait_for_timeout(SCROLLED_MS)
    assert count.text_content() == "0"
    assert tempura.evaluate(LIFT, {}) == "pressed"
    assert count.text_content() == "1"
    cards_lie(host, 1)


@pytest.mark.slow
def test_a_finger_that_stays_takes_a_card_and_its_lift_adds_none(host: Page) -> None:
    tempura = host.locator("#add-tempura")
    tempura.tap()
    tempura.tap()
    cards_lie(host, 2)
    box = tempura.bounding_box()
    assert box
    finger = host.context.new_cdp_session(host)
    at = {"x": box["x"] + 10, "y": box["y"] + 10}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(tempura.locator(".count")).to_have_text("1")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    cards_lie(host, 1)
    tempura.tap()
    cards_lie(host, 2)


@pytest.mark.slow
def test_a_tap_takes_the_focus_from_what_is_open_for_it(host: Page) -> None:
    host.get_by_role("link", name="Say or type what lies there").click()
    expect(host.locator("#words")).to_be_focused()
    host.locator("#words-heard").focus()
    host.locator("#add-tempura").tap()
    expect(host.locator("#add-tempura")).to_be_focused()
    cards_lie(host, 1)


@pytest.mark.slow
def test_a_long_press_that_stops_a_scrolling_page_takes_a_card_though_the_finger_trembles(
    host: Page,
) -> None:
    tempura = host.locator("#add-tempura")
    tempura.tap()
    cards_lie(host, 1)
    tempura.evaluate(HOLD_AFTER_SCROLLING, LONG_MS)
    cards_lie(host, 0)


NOTE_TICKS = """() => {
    window.ticks = [];
    navigator.vibrate = (pattern) => window.ticks.push(pattern.length);
}"""


@pytest.mark.slow
def test_the_phone_ticks_and_twice_where_a_set_is_complete_whose_tile_says_what_it_brings(
    host: Page,
) -> None:
    host.evaluate(NOTE_TICKS)
    tempura = host.locator("#add-tempura")
    tempura.tap()
    cards_lie(host, 1)
    expect(tempura).not_to_have_class(re.compile("lit"))
    tempura.tap()
    expect(tempura).to_have_class(re.compile("lit"))
    said = tempura.evaluate("(tile) => getComputedStyle(tile, '::after').content")
    assert said == '"+5"'
    assert host.evaluate("() => window.ticks") == [1, 1, 3]
    host.locator("#add-dumpling").tap()
    cards_lie(host, 3)
    expect(tempura).not_to_have_class(re.compile("lit"))


@pytest.mark.slow
def test_nothing_ticks_or_lights_where_motion_is_not_welcome(
    open_phone: Callable[..., Page],
) -> None:
    page = open_phone(reduced_motion="reduce")
    sit(page)
    page.evaluate(NOTE_TICKS)
    for _ in range(2):
        page.locator("#add-tempura").tap()
    cards_lie(page, 2)
    tile = page.locator("#add-tempura")
    assert tile.evaluate("(tile) => getComputedStyle(tile, '::after').content") == "none"
    assert page.evaluate("() => window.ticks") == []
