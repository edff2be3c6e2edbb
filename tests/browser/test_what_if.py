"""“What if …?” on a phone: the page stays where it is, and what is tried stays a try."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from referee.models import Tap

from .driver import Person
from .test_targets import faults_of, lay_cards_of_every_kind

pytestmark = pytest.mark.django_db(transaction=True)

GO = {"ruleset": "sushi-go", "players": ["Ana", "Ben"]}
EIGHT = {
    "ruleset": "sushi-go-party",
    "menu": "my-first-meal",
    "players": ["W" * 40, "Ben", "Cem", "Dov", "Eve", "Fay", "Gus", "Hal"],
}
OWN = ["maki", "tempura", "sashimi", "dumpling", "wasabi", "takeout-box", "pudding"]
BOXES = {"ruleset": "sushi-go-party", "menu": OWN, "players": ["Ana", "Ben"]}
CARDS = ".strip .card"
SUMMARY = ".moved-points"


def lay(page: Page, *faces: str) -> None:
    """Cards of the seat that the page shows, which has none yet."""
    for face in faces:
        page.locator(f"#add-{face}").tap()
    expect(page.locator(CARDS)).to_have_count(len(faces))
    page.evaluate("() => outbox.idle().then(refresh)")


def ask_what_if(page: Page) -> None:
    page.get_by_role("link", name="What if …?").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("What if …?")
    page.wait_for_load_state()  # the script that keeps the page in its place has run


def confirm_round_one(page: Page) -> None:
    """A round in which Ana and Ben have a tempura each, confirmed; then Ben's cards."""
    Person(page).start(GO)
    for place in (1, 2):
        Person(page).open_seat(1, place)
        lay(page, "tempura")
    entry = page.url
    Person(page).confirm(1)
    page.goto(entry)


@pytest.fixture
def trying(phone: Page) -> Page:
    """A phone that tries Ana's cards in a round in which she has a tempura."""
    Person(phone).start(GO)
    lay(phone, "tempura")
    ask_what_if(phone)
    return phone


def test_a_card_is_tried_and_the_points_change_at_once(trying: Page) -> None:
    trying.locator("#add-tempura").tap()
    expect(trying.locator(SUMMARY)).to_contain_text("+5")
    expect(trying.locator(CARDS)).to_have_count(2)
    expect(trying.locator("#add-tempura .count")).to_have_text("2")
    assert Tap.objects.count() == 1


def test_the_page_stays_where_it_is_and_is_not_loaded_anew(open_phone: Callable[..., Page]) -> None:
    page = open_phone(viewport={"width": 320, "height": 480})
    Person(page).start(GO)
    lay(page, "tempura")
    ask_what_if(page)
    page.evaluate("() => { window.same = true; scrollTo(0, 250); }")
    page.locator("#add-pudding").dispatch_event("click")
    expect(page.locator(CARDS)).to_have_count(2)
    assert page.evaluate("() => [window.same, scrollY]") == [True, 250]


def test_quick_presses_all_count_each_once(trying: Page) -> None:
    """Faster than any answer comes; each press is sent with what the one before has changed."""
    trying.evaluate(
        """() => {
            for (const face of ["tempura", "pudding", "tempura", "dumpling", "tempura"])
                document.getElementById(`add-${face}`).click();
        }"""
    )
    expect(trying.locator(CARDS)).to_have_count(6)
    faces = re.findall(r"add:([a-z]+)", trying.url)
    assert faces == ["tempura", "pudding", "tempura", "dumpling", "tempura"]


def test_back_takes_the_last_press_back_and_forward_makes_it_again(trying: Page) -> None:
    trying.locator("#add-pudding").tap()
    expect(trying.locator(CARDS)).to_have_count(2)
    trying.locator("#add-dumpling").tap()
    expect(trying.locator(CARDS)).to_have_count(3)
    trying.go_back()
    expect(trying.locator(CARDS)).to_have_count(2)
    trying.go_forward()
    expect(trying.locator(CARDS)).to_have_count(3)
    trying.go_back()
    trying.go_back()
    expect(trying.locator(CARDS)).to_have_count(1)
    trying.go_back()
    expect(trying).to_have_url(re.compile(r"/r/1/1/$"))


def test_undo_takes_back_one_press_after_another(trying: Page) -> None:
    trying.evaluate("() => { window.same = true; }")
    for _ in range(3):
        trying.locator("#add-pudding").tap()
    expect(trying.locator(CARDS)).to_have_count(4)
    trying.evaluate(
        "() => { const undo = document.getElementById('undo'); undo.click(); undo.click(); }"
    )
    expect(trying.locator(CARDS)).to_have_count(2)
    trying.locator("#undo").tap()
    expect(trying.locator("#undo")).to_have_count(0)
    expect(trying.locator(CARDS)).to_have_count(1)
    assert trying.evaluate("() => window.same") is True


def test_a_card_that_is_tapped_in_meanwhile_is_in_the_try_too(
    trying: Page, open_phone: Callable[..., Page]
) -> None:
    trying.locator("#add-pudding").tap()
    expect(trying.locator(CARDS)).to_have_count(2)
    address = trying.url
    other = trying.context.new_page()
    other.goto(address.partition("/what-if/")[0] + "/r/1/1/")
    other.locator("#add-dumpling").tap()
    expect(trying.locator(CARDS)).to_have_count(3)
    expect(trying.locator("#add-dumpling .count")).to_have_text("1")
    expect(trying.locator("#add-pudding .count")).to_have_text("1")
    assert trying.url == address


def test_an_answer_that_was_asked_for_before_a_press_does_not_take_it_back(trying: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    trying.route(re.compile(r"/what-if/1/1/$"), hold)
    trying.evaluate("() => { window.renewed = refresh(); }")
    trying.locator("#add-pudding").tap()
    expect(trying.locator(CARDS)).to_have_count(2)
    assert len(held) == 1
    held[0].continue_()
    trying.evaluate("() => window.renewed")
    assert trying.locator(CARDS).count() == 2


def test_without_a_connection_it_is_said_and_a_later_press_works(trying: Page) -> None:
    def cut(route: Route) -> None:
        route.abort()

    trying.route("**/what-if/**", cut)
    trying.locator("#add-pudding").tap()
    expect(trying.locator('[data-notice="offline"]')).to_be_visible()
    trying.unroute("**/what-if/**", cut)
    trying.locator("#add-pudding").tap()
    expect(trying.locator(CARDS)).to_have_count(2)
    assert trying.url.count("w=") == 1


def test_cards_that_lie_in_every_way_can_be_tried(phone: Page) -> None:
    Person(phone).start(BOXES)
    lay_cards_of_every_kind(phone)
    phone.evaluate("() => outbox.idle().then(refresh)")
    taps = Tap.objects.count()
    ask_what_if(phone)
    for verb in ("off", "on", "flip", "flip", "take"):
        buttons = phone.locator(f'.strip button[value^="{verb}:"]')
        before = phone.url
        buttons.first.tap()
        expect(phone).not_to_have_url(before)
    questions = re.compile("lies beside")
    expect(phone.locator(".said .note").filter(has_not_text=questions)).to_have_count(0)
    assert Tap.objects.count() == taps


def test_the_host_makes_it_a_correction_of_a_confirmed_round(phone: Page) -> None:
    confirm_round_one(phone)
    entry = phone.url
    ask_what_if(phone)
    phone.locator("#add-tempura").tap()
    expect(phone.locator(SUMMARY)).to_contain_text("+5")
    phone.get_by_label("Why?").fill("It lay under the napkin")
    phone.get_by_role("button", name="Turn it into a correction").tap()
    expect(phone).to_have_url(re.compile(r"/r/1/$"))
    expect(phone.get_by_text("Round 1 has your changes now")).to_be_visible()
    phone.goto(entry)
    expect(phone.locator(CARDS)).to_have_count(2)


def test_what_was_typed_stays_when_the_board_is_renewed(phone: Page) -> None:
    confirm_round_one(phone)
    ask_what_if(phone)
    phone.get_by_label("Why?").fill("A napkin")
    phone.locator("#add-tempura").tap()
    expect(phone.locator(SUMMARY)).to_contain_text("+5")
    expect(phone.get_by_label("Why?")).to_have_value("A napkin")


def test_it_works_without_a_script(open_phone: Callable[..., Page], phone: Page) -> None:
    Person(phone).start(GO)
    lay(phone, "tempura")
    plain = open_phone(java_script_enabled=False)
    plain.context.add_cookies(phone.context.cookies())
    plain.goto(phone.url)
    plain.get_by_role("link", name="What if …?").tap()
    plain.locator("#add-tempura").tap()
    expect(plain.locator(SUMMARY)).to_contain_text("+5")
    plain.get_by_role("link", name="Undo").tap()
    expect(plain.locator(CARDS)).to_have_count(1)


@pytest.mark.parametrize("width", [320, 360, 768])
@pytest.mark.parametrize("sheet", [GO, EIGHT], ids=["2", "8"])
def test_nothing_is_wider_than_the_screen(
    open_phone: Callable[..., Page], sheet: dict[str, Any], width: int
) -> None:
    page = open_phone(viewport={"width": width, "height": 640})
    Person(page).start(sheet)
    ask_what_if(page)
    page.locator("#add-maki-3").tap()
    expect(page.locator(CARDS)).to_have_count(1)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("sheet", [GO, EIGHT, BOXES], ids=["2", "8", "boxes"])
def test_every_target_is_large_enough_for_a_thumb(
    open_phone: Callable[..., Page], sheet: dict[str, Any]
) -> None:
    page = open_phone(viewport={"width": 360, "height": 640})
    Person(page).start(sheet)
    if sheet is BOXES:
        lay_cards_of_every_kind(page)
    page.evaluate("() => outbox.idle().then(refresh)")
    entry = page.url
    ask_what_if(page)
    page.locator("#add-maki-3").tap()
    expect(page.locator("#undo")).to_be_visible()
    assert faults_of(page) == []
    page.goto(entry)
    assert faults_of(page) == [], "cards"
