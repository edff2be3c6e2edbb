"""On a small phone: a squid that was tapped before its wasabi, uramaki that nobody claimed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.connection import bens, has_stream, tap
from tests.browser.driver import become, cards_lie, new_game, sit
from tests.browser.hearing import Hearing
from tests.factories import add, confirm, where

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = {"width": 360, "height": 640}


@pytest.fixture
def small(open_phone: Callable[..., Page]) -> Page:
    return open_phone(viewport=SMALL)


@pytest.fixture
def small_by_stream(another_phone: Callable[..., Page]) -> Page:
    return another_phone(viewport=SMALL)


@pytest.mark.slow
def test_a_squid_tapped_before_the_wasabi_is_put_there_by_one_tap(small: Page) -> None:
    heard = Hearing(small)
    sit(small)
    tap(small, "squid-nigiri", "wasabi")
    heard.pass_time()
    asked = "What lies on Ana’s wasabi? For now: nothing."
    question = small.locator(".said .note", has_text="What lies on")
    expect(question).to_be_visible()
    expect(small.locator("#score")).to_contain_text("So far 3")
    expect(small.locator("#next")).to_have_text("Next: Ben · 1 question open")
    heard.pass_time(9_000)
    # It is asked once, with the tap that brings it up.
    assert [said.split(" | ")[1:] for said in heard.all() if "What lies" in said] == [[asked]]
    squid = question.get_by_role("button", name="Squid nigiri on wasabi")
    fits(small, question, squid, question.get_by_role("button", name="Nothing lies on the wasabi"))
    squid.focus()
    squid.tap()
    heard.pass_time()
    expect(small.locator("#score")).to_contain_text("So far 9")
    expect(small.locator("#next")).to_have_text("Next: Ben")
    expect(question).to_have_count(0)
    expect(small.locator(".pile.pair")).to_have_count(1)
    # The focus goes on with the card that was tapped last, not to the top of the page.
    expect(small.locator("#add-wasabi")).to_be_focused()


def fits(page: Page, *what: Locator) -> None:
    """All of it is seen on the first screen, above the buttons, and nothing is wider."""
    for one in what:  # so that the board is the one with the question
        expect(one).to_be_visible()
    top = page.locator(".bar").bounding_box()
    assert top
    for one in what:
        box = one.bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= top["y"] + 1
        assert min(box["height"], box["width"]) >= 44 or not one.get_attribute("value")
    assert page.evaluate("() => scrollY") == 0
    assert page.evaluate("() => document.documentElement.scrollWidth") == SMALL["width"]


@pytest.mark.parametrize("locale", ["en", pytest.param("es", marks=pytest.mark.slow)])
def test_which_nigiri_lies_on_the_wasabi_is_one_tap_and_is_known_to_other_phones(
    open_phone: Callable[..., Page], locale: str
) -> None:
    """Squid and salmon, then the wasabi: which of them is said, and for a second one none."""
    small = open_phone(viewport=SMALL, locale=locale)
    game = sit(small)
    tap(small, "squid-nigiri", "salmon-nigiri", "wasabi")
    answers = small.locator(".said .asked ~ button:not(.order)")
    expect(answers).to_have_count(3)
    fits(small, *answers.all())
    expect(small.locator(".pile.asked")).to_have_count(3)
    answers.nth(1).tap()
    expect(answers).to_have_count(0)
    expect(small.locator(".pile.asked")).to_have_count(0)
    expect(small.locator("#score strong").first).to_have_text("11")
    tap(small, "wasabi")
    expect(answers).to_have_count(2)
    answers.last.tap()
    expect(answers).to_have_count(0)
    for page in (small, become(open_phone(viewport=SMALL))):
        page.goto(f"/g/{game.pk}/r/1/1/")
        cards_lie(page, 4)
        expect(page.locator(".said .asked")).to_have_count(0)
        page.goto(f"/g/{game.pk}/r/1/")
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator(".problems button")).to_have_count(0)


@pytest.mark.parametrize("locale", ["en", pytest.param("es", marks=pytest.mark.slow)])
def test_ten_icons_are_claimed_by_one_tap_on_the_first_screen(
    open_phone: Callable[..., Page], locale: str
) -> None:
    small = open_phone(viewport=SMALL, locale=locale)
    sit(small, {"ruleset": "sushi-go-party", "menu": "dinner-for-two", "players": ["Ana", "Ben"]})
    tap(small, "uramaki-5", "uramaki-3", "uramaki-3")
    claim = small.locator(".said button[value^=claim]")
    fits(small, claim, small.locator(".said .asked"), small.locator("#compared"))
    claim.tap()
    cards_lie(small, 0)
    expect(small.locator(".said .asked")).to_have_count(0)
    expect(small.locator("#score strong").first).to_have_text("8")
    expect(small.locator("#compared")).to_contain_text(re.compile(r"1\.º? Ana 8"))
    small.locator("#undo").tap()
    cards_lie(small, 3)
    claim.tap()
    cards_lie(small, 0)
    # Ben's were reached before; the result waits for the answer.
    small.locator("#seats a").nth(1).tap()
    expect(small.locator("#seats a").nth(1)).to_have_attribute("aria-current", "page")
    tap(small, "uramaki-5", "uramaki-5")
    expect(claim).to_have_count(3)
    fits(small, *claim.all())
    small.goto(re.sub(r"/2/$", "/", small.url))
    expect(small.locator("form.bar")).to_have_count(0)
    small.locator(".problems button").last.tap()
    expect(small.locator(".problems button")).to_have_count(0)
    expect(small.locator("form.bar button")).to_be_visible()
    expect(small.locator("#row-1 .points")).to_have_text("8")
    expect(small.locator("#row-0 .points")).to_have_text("5")


PILED = [
    # More egg nigiri than there can be, and wasabi, on phones of two heights.
    ({"ruleset": "sushi-roll", "number": 4}, 6, 640),
    *(
        pytest.param(setup, eggs, height, marks=pytest.mark.slow)
        for setup, eggs, height in [
            ({"ruleset": "sushi-roll", "number": 4}, 6, 844),
            ({"ruleset": "sushi-go", "number": 4}, 6, 640),
            ({"ruleset": "sushi-go-party", "menu": "sushi-go", "number": 6}, 5, 640),
        ]
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("setup", "eggs", "height"), PILED)
def test_what_is_asked_is_whole_in_view_and_says_how_many_more_there_are(
    open_phone: Callable[..., Page], setup: dict[str, object], eggs: int, height: int
) -> None:
    page = open_phone(viewport={"width": 360 if height == 640 else 390, "height": height})
    sit(page, setup)
    tap(page, *["egg-nigiri"] * eggs, "wasabi", "wasabi")
    notes = page.locator(".said > p")
    expect(notes.nth(2)).to_be_attached()
    first = notes.first
    expect(first).to_contain_text(f"{notes.count() - 1} more below.")
    top = page.locator(".bar").bounding_box()
    for part in (first, *first.locator("button").all()):
        box = part.bounding_box()
        assert box
        assert top
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= top["y"] + 1
    assert first.evaluate("one => one.scrollHeight <= one.clientHeight")
    # What is below comes into view, whole, by scrolling.
    notes.last.scroll_into_view_if_needed()
    expect(notes.last).to_be_in_viewport(ratio=0.99)


@pytest.mark.slow
def test_a_tap_on_a_token_field_selects_what_stands_in_it(small: Page) -> None:
    game = new_game({"ruleset": "sushi-roll", "players": ["Ana", "Ben"]})
    confirm(game, 1, 2, 3)
    become(small).goto(f"/g/{game.pk}/tokens/")
    field = small.get_by_role("spinbutton").first
    expect(field).to_have_value("0")
    field.tap()
    small.keyboard.type("3")
    expect(field).to_have_value("3")


@pytest.mark.slow
def test_an_answer_on_the_result_that_is_pressed_twice_answers_no_other_question(
    small_by_stream: Page,
) -> None:
    small = small_by_stream
    game = sit(small)
    add(where(game), "wasabi", "squid-nigiri", "wasabi", "egg-nigiri", *["tempura"] * 6)
    add(bens(game), *["dumpling"] * 10)
    small.goto(f"/g/{game.pk}/r/1/")
    asked = small.locator(".problems > li")
    expect(asked).to_have_count(2)
    squid = small.get_by_role("button", name="Squid nigiri on wasabi, as it counts now")
    with small.expect_response("**/r/1/1/"):
        squid.evaluate("(button) => { button.click(); button.click(); }")
    expect(asked).to_have_count(1)
    small.wait_for_load_state("networkidle")
    expect(asked).to_have_count(1)
    expect(small.locator("#row-0")).to_contain_text("27")


@pytest.mark.slow
def test_an_answer_on_the_result_whose_board_is_there_already_is_shown_once(
    small_by_stream: Page,
) -> None:
    small = small_by_stream
    game = sit(small)
    add(where(game), "wasabi", "squid-nigiri", *["tempura"] * 8)
    add(bens(game), *["dumpling"] * 10)
    small.goto(f"/g/{game.pk}/r/1/")
    has_stream(small)

    def late(route: Route) -> None:
        answer = route.fetch()
        small.wait_for_function("() => !document.querySelector('.problems')")
        route.fulfill(response=answer)

    small.route("**/r/1/1/", late)
    with small.expect_response("**/r/1/1/"):
        small.get_by_role("button", name="Nothing lies on the wasabi").tap()
    small.wait_for_load_state("networkidle")
    expect(small.locator("[id=board]")).to_have_count(1)


@pytest.mark.slow
def test_an_answer_on_the_result_that_is_not_sent_is_not_said_to_be_kept(
    small_by_stream: Page,
) -> None:
    small = small_by_stream
    game = sit(small)
    add(where(game), "wasabi", "squid-nigiri")
    small.goto(f"/g/{game.pk}/r/1/")
    has_stream(small)
    small.context.set_offline(True)
    small.get_by_role("button", name="Nothing lies on the wasabi").tap()
    notice = small.locator('[data-notice="offline"]')
    expect(notice).to_contain_text("What you press is not sent")
    expect(notice).not_to_contain_text("is kept on this phone")


@pytest.mark.slow
def test_the_first_link_leads_on_when_the_round_is_confirmed_meanwhile(
    small_by_stream: Page,
) -> None:
    small = small_by_stream
    game = sit(small)
    has_stream(small)
    first = small.locator("a.skip").first
    expect(first).to_have_attribute("href", "#add-egg-nigiri")
    confirm(game, 1)
    expect(small.locator("#tiles")).to_have_count(0)
    expect(first).to_have_attribute("href", "#main")
