"""Taps in a real browser: quick ones, unanswered ones, and forms without JavaScript."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from .connection import notice
from .driver import Person

pytestmark = pytest.mark.django_db(transaction=True)

GAME = {"ruleset": "sushi-go", "players": ["Ana", "Ben"]}
CARDS = ".strip .card"
PARTY = {"ruleset": "sushi-go-party", "menu": "points-platter", "players": ["Ana", "Ben", "Cem"]}

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
PRESS = """async ([buttons, apart]) => {
    for (const button of buttons) {
        document.querySelector(button).click();
        await new Promise((go) => setTimeout(go, apart));
    }
}"""


@pytest.fixture
def at_the_table(phone: Page) -> Page:
    """A phone on the first tableau of a new game."""
    Person(phone).start(GAME)
    return phone


def test_taps_faster_than_the_answers_are_all_counted(at_the_table: Page) -> None:
    at_the_table.evaluate(
        "() => { for (let n = 0; n < 9; n += 1) document.querySelector('#add-tempura').click(); }"
    )
    expect(at_the_table.locator(CARDS)).to_have_count(9)
    expect(at_the_table.locator(".progress")).to_have_text("9 of 10")


def test_counts_never_go_back_while_taps_overtake_the_answers(at_the_table: Page) -> None:
    at_the_table.evaluate(SLOW_ANSWERS)
    at_the_table.evaluate(WATCH_COUNTS, "#add-tempura")
    at_the_table.evaluate(PRESS, [["#add-tempura"] * 8, 60])
    expect(at_the_table.locator(CARDS)).to_have_count(8)
    counts = at_the_table.evaluate("() => window.counts")
    assert counts == sorted(counts)
    assert {tuple(count) for count in counts} >= {(n, n) for n in range(1, 9)}


def test_a_refusal_takes_nothing_from_the_taps_after_it(at_the_table: Page) -> None:
    at_the_table.evaluate("() => { document.querySelector('#add-sashimi').value = 'add:lobster'; }")
    at_the_table.evaluate(SLOW_ANSWERS)
    at_the_table.evaluate(WATCH_COUNTS, "#add-tempura")
    at_the_table.evaluate(PRESS, [["#add-sashimi", "#add-tempura", "#add-tempura"], 0])
    refusal = at_the_table.get_by_role("alert").filter(has_text="There is no card “lobster”.")
    expect(refusal).to_be_visible()
    expect(at_the_table.locator(CARDS)).to_have_text(["Tempura ×", "Tempura ×"])
    tempura = [count for count, _cards in at_the_table.evaluate("() => window.counts")]
    assert tempura == sorted(tempura)
    assert tempura[-1] == 2
    expect(refusal).to_be_visible()  # it stays until the next tap
    at_the_table.locator("#add-tempura").tap()
    expect(at_the_table.locator(CARDS)).to_have_count(3)
    expect(refusal).to_be_hidden()


def test_what_is_being_typed_outlives_the_answer_to_a_tap(phone: Page) -> None:
    Person(phone).start(PARTY)
    icons = phone.get_by_role("textbox", name="Icons")
    icons.fill("12")
    phone.locator("#add-tea").click()
    expect(phone.locator(CARDS)).to_have_count(1)
    expect(icons).to_have_value("12")
    phone.get_by_role("button", name="Enter the claim").tap()
    expect(phone.locator(".claims li")).to_contain_text("12 icons")
    expect(icons).to_have_value("10")


def test_a_tap_that_does_not_reach_the_server_is_sent_again(at_the_table: Page) -> None:
    failed: list[str] = []

    def fail_once(route: Route) -> None:
        if route.request.method == "POST" and not failed:
            failed.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    at_the_table.route("**/taps/", fail_once)
    at_the_table.locator("#add-sashimi").tap()
    at_the_table.locator("#add-tempura").tap()
    expect(notice(at_the_table, "The server does not answer")).to_be_visible()
    expect(at_the_table.locator(CARDS)).to_have_text(["Sashimi ×", "Tempura ×"])
    assert failed


def test_a_tap_whose_answer_is_lost_is_one_card(at_the_table: Page) -> None:
    stored: list[int] = []

    def lose_first_answer(route: Route) -> None:
        if route.request.method == "POST" and not stored:
            stored.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    at_the_table.route("**/taps/", lose_first_answer)
    at_the_table.locator("#add-sashimi").tap()
    expect(notice(at_the_table, "The server does not answer")).to_be_visible()
    expect(at_the_table.locator(CARDS)).to_have_text(["Sashimi ×"])
    assert stored == [200]
    at_the_table.reload()
    expect(at_the_table.locator(CARDS)).to_have_count(1)


def test_the_next_player_waits_for_taps_on_their_way(at_the_table: Page) -> None:
    at_the_table.locator("#add-tempura").tap()
    at_the_table.locator("#next").tap()
    expect(at_the_table.get_by_role("heading", level=1)).to_contain_text("Ben")
    at_the_table.go_back()
    expect(at_the_table.locator(CARDS)).to_have_count(1)


def test_nigiri_land_on_wasabi_and_can_be_moved_off_and_on(at_the_table: Page) -> None:
    at_the_table.locator("#add-wasabi").tap()
    at_the_table.locator("#add-squid-nigiri").tap()
    score = at_the_table.locator(".score-line strong").first
    expect(score).to_have_text("9")
    at_the_table.get_by_role("button", name="Take off wasabi").tap()
    expect(score).to_have_text("3")
    at_the_table.get_by_role("button", name="Put onto wasabi").tap()
    expect(score).to_have_text("9")
    at_the_table.get_by_role("button", name="Take away: wasabi").tap()
    expect(score).to_have_text("3")
    at_the_table.get_by_role("button", name="Undo").tap()
    expect(score).to_have_text("9")


def test_a_game_goes_on_where_it_was_left(at_the_table: Page) -> None:
    at_the_table.locator("#add-tempura").tap()
    expect(at_the_table.locator(CARDS)).to_have_count(1)
    at_the_table.goto("/")
    at_the_table.get_by_role("link", name="Sushi Go! Ana").tap()
    expect(at_the_table.locator(CARDS)).to_have_count(1)


def test_everything_works_as_plain_forms(open_phone: Callable[..., Page]) -> None:
    page = open_phone(java_script_enabled=False)
    Person(page).start(GAME)
    for button in ("#add-wasabi", "#add-egg-nigiri", "#add-maki-3", "#add-maki-3"):
        page.locator(button).tap()
    expect(page.locator(CARDS)).to_have_count(4)
    page.get_by_role("button", name="Take away: maki").last.tap()
    expect(page.locator(CARDS)).to_have_count(3)
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(CARDS)).to_have_count(4)
    expect(page.locator(".score-line strong").first).to_have_text("9")
    page.locator("#next").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ben")
    page.get_by_role("navigation", name="Rounds").get_by_role("link").first.tap()
    expect(page.get_by_text("has 4").first).to_be_visible()
    page.get_by_role("button", name="Confirm all the same").tap()
    expect(page.get_by_text("has no cards yet. Confirm all the same?")).to_be_visible()
    page.get_by_role("button", name="Confirm all the same").tap()
    expect(page.locator(".plate.eaten")).to_have_count(1)


def test_an_answer_that_comes_while_a_finger_is_down_loses_no_tap(at_the_table: Page) -> None:
    place = at_the_table.locator("#add-sashimi").bounding_box()
    assert place
    at_the_table.locator("#add-tempura").click()
    at_the_table.mouse.move(place["x"] + 20, place["y"] + 20)
    at_the_table.mouse.down()
    at_the_table.wait_for_timeout(700)  # the answer to the first tap is long there
    at_the_table.mouse.up()
    expect(at_the_table.locator(CARDS)).to_have_text(["Tempura ×", "Sashimi ×"])
