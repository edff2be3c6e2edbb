"""The case file in a real browser: shared, read on a small phone, printed, and never kept."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.disputes.services.case_files import open_case_file
from referee.models import Game
from referee.play.services.joining import join
from tests.browser.driver import sit
from tests.browser.real_server import Way
from tests.browser.stored import AWAY, is_kept, kept_pages, start
from tests.factories import GameFactory, fill, finish
from tests.playing import play

pytestmark = pytest.mark.django_db(transaction=True)

CAN_SHARE = "navigator.share = (data) => { window.shared = data; return Promise.resolve(); };"
LONG = "Wilhelmine-Charlotte von und zu Hohenfel"
IS_SEEN = "(element) => element.checkVisibility()"
SMALLEST = {"width": 320, "height": 640}


@pytest.fixture
def game() -> Game:
    """A finished game of eight, of whom one has as long a name as there is."""
    game = GameFactory(
        setup__ruleset="sushi-go-party",
        setup__menu="cutthroat-combo",
        setup__players=(LONG, "Ben", "Cem", "Dan", "Eve", "Fay", "Gus", "Hal"),
    )
    fill(game, [[["tofu", "eel", "temaki", "pudding"], ["soy-sauce", "miso-soup"]] * 4] * 3)
    finish(game)
    return game


def address_of(game: Game) -> str:
    return f"/case/{open_case_file(game.pk).pk}/"


def share_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Share", exact=True)


def open_by_hand(page: Page) -> None:
    """From the first tableau of a new game to the link of its case file."""
    page.goto(f"/g/{sit(page).pk}/case/")
    page.get_by_role("button", name="Open the report").tap()
    expect(page.get_by_label("The link, to copy")).to_be_visible()


@pytest.mark.slow
def test_a_whole_game_of_three_prints_on_four_pages(phone: Page) -> None:
    sheet = json.loads(Path("examples/cutthroat-combo.json").read_text(encoding="utf-8"))
    assert len(sheet["players"]) == 3
    phone.goto(address_of(play(sheet)))
    paper = phone.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", paper)) <= 4


@pytest.mark.slow
def test_a_phone_that_can_share_offers_it_and_goes_on_after_every_change(
    open_phone: Callable[..., Page],
) -> None:
    phone = open_phone()
    phone.add_init_script(CAN_SHARE)
    open_by_hand(phone)
    expect(share_button(phone)).to_be_visible()
    board = phone.locator("#board")
    before = board.get_attribute("data-version")
    join(Game.objects.get().pk, "another phone", 2)
    expect(board).not_to_have_attribute("data-version", before or "")
    expect(share_button(phone)).to_be_visible()
    share_button(phone).tap()
    shared = phone.evaluate("() => window.shared")
    assert shared["url"] == phone.get_by_label("The link, to copy").input_value()
    assert shared["title"] == "Report of a game: Sushi Go!"


@pytest.mark.slow
def test_a_phone_that_cannot_share_has_the_link_to_copy(phone: Page) -> None:
    phone.add_init_script("delete Navigator.prototype.share;")
    open_by_hand(phone)
    expect(share_button(phone)).to_have_count(0)
    field = phone.get_by_label("The link, to copy")
    field.focus()
    assert phone.evaluate("() => getSelection().toString()") == field.input_value()


@pytest.mark.slow
@pytest.mark.parametrize("javascript", [True, False], ids=["with scripts", "without"])
def test_the_largest_game_fits_the_smallest_phone_and_is_unfolded_on_paper(
    open_phone: Callable[..., Page], game: Game, javascript: bool
) -> None:
    phone = open_phone(viewport=SMALLEST, java_script_enabled=javascript, color_scheme="dark")
    phone.goto(address_of(game))
    expect(phone.get_by_role("heading", name="Final table")).to_be_visible()
    assert phone.evaluate("() => document.documentElement.scrollWidth") == SMALLEST["width"]
    assert phone.locator("article").count() == 8 * 4
    expect(phone.get_by_role("link", name="Download the score sheet")).to_be_visible()
    expect(phone.get_by_role("button", name="Print")).to_have_count(1 if javascript else 0)
    assert not phone.locator(".taps li").first.evaluate(IS_SEEN)
    phone.emulate_media(media="print", color_scheme="dark")
    assert phone.locator(".taps li").first.evaluate(IS_SEEN)
    controls = phone.locator("a.button, button, nav, .top, .skip")
    assert controls.evaluate_all(f"(all) => all.filter({IS_SEEN}).length") == 0
    paper = "() => getComputedStyle(document.body).backgroundColor"
    assert phone.evaluate(paper) == "rgb(255, 255, 255)"


@pytest.mark.slow
def test_the_case_file_is_kept_on_no_phone(open_phone: Callable[..., Page], way: Way) -> None:
    phone = open_phone(base_url=way.url, service_workers="allow")
    start(phone)
    address = address_of(Game.objects.get())
    phone.goto(address)
    expect(phone.get_by_role("heading", name="Report of this game")).to_be_visible()
    phone.goto("/about/")
    is_kept(phone, "/about/")
    assert not [path for path in kept_pages(phone) if path.startswith("/case/")]
    way.cut()
    phone.goto(address)
    expect(phone.get_by_role("heading", level=1)).to_contain_text(AWAY)
