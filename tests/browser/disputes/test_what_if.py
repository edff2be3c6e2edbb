"""“What if …?” on a phone: the page stays where it is, and what is tried stays a try."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Route, expect

from referee.models import Entry, Game, Tap
from referee.play.services.joining import join
from tests.browser.driver import Sheet, cards_lie, sit
from tests.browser.targets import faults_of
from tests.factories import add, confirm, where
from tests.taps import flip

pytestmark = pytest.mark.django_db(transaction=True)

OWN = ["maki", "tempura", "sashimi", "dumpling", "wasabi", "takeout-box", "pudding"]
BOXES = {"ruleset": "sushi-go-party", "menu": OWN, "players": ["Ana", "Ben"]}
SUMMARY = ".moved-points"


def try_cards(page: Page, sheet: Sheet | None = None, *faces: str) -> Game:
    """Opens the try of the first seat of a new game, which has these cards."""
    game = sit(page, sheet)
    add(where(game), *faces)
    page.goto(f"/g/{game.pk}/what-if/1/1/")
    return game


@pytest.fixture
def trying(phone: Page) -> Page:
    """A phone that tries Ana's cards in a round in which she has a tempura."""
    game = sit(phone)
    add(where(game), "tempura")
    phone.reload()
    phone.locator("summary", has_text="More").tap()
    phone.get_by_role("link", name="What if …?").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("What if …?")
    phone.wait_for_load_state()  # the script that keeps the page in its place has run
    return phone


def test_a_card_is_tried_and_the_points_change_at_once_in_place(trying: Page) -> None:
    trying.set_viewport_size({"width": 320, "height": 480})
    trying.evaluate("() => { window.same = true; scrollTo(0, 250); }")
    trying.locator("#add-tempura").dispatch_event("click")
    expect(trying.locator(SUMMARY)).to_contain_text("+5")
    cards_lie(trying, 2)
    expect(trying.locator("#add-tempura .count")).to_have_text("2")
    assert Tap.objects.count() == 1
    assert trying.evaluate("() => [window.same, scrollY]") == [True, 250]


@pytest.mark.slow
def test_quick_presses_all_count_each_once(trying: Page) -> None:
    """Faster than any answer comes; each press is sent with what the one before has changed."""
    trying.evaluate(
        """() => {
            for (const face of ["tempura", "pudding", "tempura", "dumpling", "tempura"])
                document.getElementById(`add-${face}`).click();
        }"""
    )
    cards_lie(trying, 6)
    faces = re.findall(r"add:([a-z]+)", trying.url)
    assert faces == ["tempura", "pudding", "tempura", "dumpling", "tempura"]


@pytest.mark.slow
def test_back_and_undo_take_the_last_press_back(trying: Page) -> None:
    trying.locator("#add-pudding").tap()
    cards_lie(trying, 2)
    trying.locator("#add-dumpling").tap()
    cards_lie(trying, 3)
    trying.go_back()
    cards_lie(trying, 2)
    trying.go_forward()
    cards_lie(trying, 3)
    trying.go_back()
    cards_lie(trying, 2)
    trying.evaluate("() => { window.same = true; }")
    for number in (3, 4):
        trying.locator("#add-pudding").tap()
        cards_lie(trying, number)
    trying.evaluate(
        "() => { const undo = document.getElementById('undo'); undo.click(); undo.click(); }"
    )
    cards_lie(trying, 2)
    trying.locator("#undo").tap()
    expect(trying.locator("#undo")).to_have_count(0)
    cards_lie(trying, 1)
    assert trying.evaluate("() => window.same") is True


@pytest.mark.slow
def test_a_card_that_is_tapped_in_meanwhile_is_in_the_try_once_that_is_asked_for(
    trying: Page,
) -> None:
    trying.locator("#add-pudding").tap()
    cards_lie(trying, 2)
    address = trying.url
    add(where(Game.objects.get()), "dumpling")
    now = trying.get_by_role("link", name="Try it on what lies there now").first
    expect(now).to_be_visible()
    cards_lie(trying, 2)
    assert trying.url == address
    now.tap()
    cards_lie(trying, 3)
    expect(trying.locator("#add-dumpling .count")).to_have_text("1")
    expect(trying.locator("#add-pudding .count")).to_have_text("1")
    # Without a connection it is said, and a later press works.

    def cut(route: Route) -> None:
        route.abort()

    trying.route("**/what-if/**", cut)
    trying.locator("#add-pudding").tap()
    expect(trying.locator('[data-notice="offline"]')).to_be_visible()
    trying.unroute("**/what-if/**", cut)
    trying.locator("#add-pudding").tap()
    cards_lie(trying, 4)
    assert trying.url.count("w=") == 2


@pytest.mark.slow
def test_an_answer_that_was_asked_for_before_a_press_does_not_take_it_back(trying: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    trying.route(re.compile(r"/what-if/1/1/$"), hold)
    trying.evaluate("() => { window.renewed = refresh(); }")
    trying.locator("#add-pudding").tap()
    cards_lie(trying, 2)
    assert len(held) == 1
    held[0].continue_()
    trying.evaluate("() => window.renewed")
    cards_lie(trying, 2)


@pytest.mark.slow
def test_cards_that_lie_in_every_way_can_be_tried(phone: Page) -> None:
    game = try_cards(phone, BOXES, "salmon-nigiri", "wasabi", "squid-nigiri", "wasabi", "tempura")
    tempura = Entry.objects.get(face="tempura")
    flip(where(game), uuid4(), tempura.pk)
    phone.reload()
    taps = Tap.objects.count()
    for verb in ("bare", "on", "flip", "flip", "take"):
        buttons = phone.locator(f'.strip button[value^="{verb}:"]')
        before = phone.url
        buttons.first.tap()
        expect(phone).not_to_have_url(before)
    questions = re.compile("What lies on")
    expect(phone.locator(".said .note").filter(has_not_text=questions)).to_have_count(0)
    assert Tap.objects.count() == taps
    assert faults_of(phone) == []


@pytest.mark.slow
def test_the_host_makes_it_a_correction_of_a_confirmed_round(phone: Page) -> None:
    game = try_cards(phone, None, "tempura")
    join(game.pk, "phone of Ben", 2)
    confirm(game, 1)
    phone.reload()
    expect(phone.get_by_label("Why?")).to_have_count(0)  # there is nothing to correct yet
    phone.locator("#add-tempura").tap()
    expect(phone.locator(SUMMARY)).to_contain_text("+5")
    phone.get_by_label("Why?").fill("It lay under the napkin")
    phone.locator("#add-sashimi").tap()
    expect(phone.locator("#difference ~ ul")).to_contain_text("sashimi")
    phone.locator("#undo").tap()
    expect(phone.locator("#difference ~ ul")).not_to_contain_text("sashimi")
    expect(phone.get_by_label("Why?")).to_have_value("It lay under the napkin")
    phone.get_by_role("button", name="Turn it into a correction").tap()
    expect(phone).to_have_url(re.compile(r"/r/1/$"))
    expect(phone.get_by_text("The changes are made.")).to_be_visible()
    phone.goto(f"/g/{game.pk}/r/1/1/")
    cards_lie(phone, 2)
