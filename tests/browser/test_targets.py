"""Every control on every main page: large enough for a thumb, and a thumb's slip from the next."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .driver import Person
from .targets import faults_of

pytestmark = pytest.mark.django_db(transaction=True)

CARDS = ".strip .card"
PARTY = {"ruleset": "sushi-go-party", "menu": "points-platter", "players": ["Ana", "Ben", "Cem"]}
ROLL = {"ruleset": "sushi-roll", "players": ["Ana", "Ben"]}
GO = {"ruleset": "sushi-go", "players": ["Ana", "Ben"]}


@pytest.fixture
def small_phone(open_phone: Callable[..., Page]) -> Page:
    """A phone of 360 × 640 pixels, upright."""
    return open_phone(viewport={"width": 360, "height": 640})


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/new/sushi-go/",
        "/new/sushi-go-party/",
        "/new/sushi-roll/",
        "/rules/",
        "/rules/sushi-go-party/",
        "/about/",
        "/club/",
        "/account/new/",
        "/account/log-in/",
        "/account/password/",
    ],
)
def test_the_targets_of_a_page_without_a_game(small_phone: Page, address: str) -> None:
    small_phone.goto(address)
    assert faults_of(small_phone) == []


def test_the_targets_of_a_start_page_with_games(small_phone: Page) -> None:
    for players in (["Ana", "Ben"], ["Cem", "Dov"]):
        Person(small_phone).start({**GO, "players": players})
    small_phone.goto("/")
    expect(small_phone.locator(".games a")).to_have_count(2)
    assert faults_of(small_phone) == []


def test_the_targets_of_a_new_game_that_cannot_start(small_phone: Page) -> None:
    small_phone.goto("/new/sushi-go-party/")
    small_phone.get_by_role("button", name="Start the game").tap()
    expect(small_phone.get_by_role("alert")).to_be_visible()
    assert faults_of(small_phone) == []


@pytest.mark.parametrize("sheet", [GO, PARTY, ROLL], ids=lambda sheet: sheet["ruleset"])
def test_the_targets_of_the_entry_page(small_phone: Page, sheet: dict[str, Any]) -> None:
    Person(small_phone).start(sheet)
    assert faults_of(small_phone) == []


def lay_cards_of_every_kind(page: Page) -> None:
    """A nigiri that could go onto a wasabi, one that lies on one, a card face down."""
    page.locator("#add-salmon-nigiri").tap()
    page.locator("#add-wasabi").tap()
    page.locator("#add-squid-nigiri").tap()
    page.locator("#add-wasabi").tap()
    page.locator("#add-tempura").tap()
    expect(page.locator(CARDS)).to_have_count(5)
    page.get_by_role("button", name="Turn face down: tempura").tap()
    expect(page.locator(".strip .flipped")).to_have_count(1)
    expect(page.locator('[id^="on-"]')).to_have_count(1)
    expect(page.locator('[id^="off-"]')).to_have_count(1)


@pytest.fixture
def with_cards(small_phone: Page) -> Page:
    """The entry page of a game with takeout boxes, cards of every kind on the table."""
    own = ["maki", "tempura", "sashimi", "dumpling", "wasabi", "takeout-box", "pudding"]
    Person(small_phone).start({**PARTY, "players": ["Ana", "Ben"], "menu": own})
    lay_cards_of_every_kind(small_phone)
    return small_phone


def test_the_targets_of_cards_on_the_table(with_cards: Page) -> None:
    assert faults_of(with_cards) == []


def test_the_strip_is_one_row_that_keeps_its_height(with_cards: Page) -> None:
    strip = with_cards.locator(".strip").bounding_box()
    tops = with_cards.locator(CARDS).evaluate_all(
        "(cards) => [...new Set(cards.map((card) => card.getBoundingClientRect().top))]"
    )
    assert len(tops) == 1
    while with_cards.locator(CARDS).count():
        count = with_cards.locator(CARDS).count()
        with_cards.locator(".strip .take").first.tap()
        expect(with_cards.locator(CARDS)).to_have_count(count - 1)
    empty = with_cards.locator(".strip").bounding_box()
    assert strip
    assert empty
    assert empty["height"] == strip["height"]


def test_the_targets_of_a_round_and_what_leads_on_from_it(with_cards: Page) -> None:
    page = with_cards
    entry = page.url
    result = entry.removesuffix("1/")
    for place in (1, 2):
        Person(page).open_seat(1, place)
        page.locator("#add-maki-2").tap()
    expect(page.locator(CARDS)).to_have_count(1)
    for address in (result, f"{result}setup/", *around(entry)):
        page.goto(address)
        assert faults_of(page) == [], address
    page.goto(entry)
    Person(page).confirm(1)
    page.goto(result)
    expect(page.get_by_text("Open again to correct it")).to_be_visible()
    assert faults_of(page) == []
    page.goto(entry)
    assert faults_of(page) == [], "confirmed"


def test_the_targets_of_a_dispute_and_its_correction(with_cards: Page) -> None:
    page = with_cards
    result = page.url.removesuffix("1/")
    game = page.url.partition("r/1/")[0]
    Person(page).confirm(1)
    page.get_by_role("button", name="Confirm all the same").tap()
    page.wait_for_url("**/r/2/**")
    page.goto(f"{game}dispute/?seat=1&part=1")
    page.get_by_role("button", name="Find the mistake").tap()
    expect(page.get_by_role("alert")).to_have_text("Write the number that you get.")
    assert faults_of(page) == [], "no number"
    page.get_by_label("What do you get?").fill("14")
    page.get_by_role("button", name="Find the mistake").tap()
    expect(page.locator(".mistakes > li").first).to_be_visible()
    assert faults_of(page) == [], "mistakes"
    page.goto(result)
    page.get_by_text("Open again to correct it").tap()
    page.get_by_label("Why?").fill("a tempura was missed")
    page.get_by_role("button", name="Open round 1 again").tap()
    expect(page.locator(".reopened")).to_be_visible()
    for address in (result, f"{result}1/", f"{result}versions/", f"{game}table/"):
        page.goto(address)
        expect(page.locator(".reopened")).to_be_visible()
        assert faults_of(page) == [], address
    page.goto(f"{result}1/")
    page.locator("#add-tempura").tap()
    expect(page.locator(CARDS)).to_have_count(6)
    Person(page).confirm(1)
    page.get_by_role("button", name="Confirm all the same").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Versions of round 1")
    for address in (result, f"{result}versions/", f"{game}dispute/"):
        page.goto(address)
        assert faults_of(page) == [], address


def test_a_number_is_excused_only_where_its_page_has_a_link_of_full_size(small_phone: Page) -> None:
    page = small_phone
    Person(page).start(GO)
    page.locator("#add-squid-nigiri").tap()
    expect(page.locator(CARDS)).to_have_count(1)
    page.goto(page.url.removesuffix("1/"))
    numbers = page.locator(".standing td a").count()
    assert numbers == 2
    assert faults_of(page) == []
    page.locator(".explained .seats li").first.evaluate("(link) => link.remove()")
    assert any(fault.startswith("small: A") for fault in faults_of(page))


def around(entry: str) -> list[str]:
    """The pages of a game beside its rounds, from the address of a tableau."""
    game = entry.partition("/r/")[0]
    return [f"{game}/rules/", f"{game}/delete/", f"{game}/why/1/", f"{game}/case/"]


@pytest.mark.parametrize("sheet", [GO, ROLL], ids=lambda sheet: sheet["ruleset"])
def test_the_targets_of_a_games_end(small_phone: Page, sheet: dict[str, Any]) -> None:
    page = small_phone
    person = Person(page)
    person.start(sheet)
    for number in (1, 2, 3):
        for place in (1, 2):
            person.open_seat(number, place)
            page.locator("#add-squid-nigiri").tap()
            expect(page.locator(CARDS)).to_have_count(1)
        person.confirm(number)
    if sheet is ROLL:
        expect(page.get_by_role("heading", name="Unused tokens")).to_be_visible()
        assert faults_of(page) == [], "tokens"
        person.enter_tokens({"players": []})
    expect(page.locator("h1.verdict")).to_be_visible()
    assert faults_of(page) == [], "result"
    page.goto(page.url.replace("result/", "why/1/"))
    assert faults_of(page) == [], "why"
    page.goto(page.url.replace("why/1/", "case/"))
    page.get_by_role("button", name="Open the case file").tap()
    expect(page.get_by_role("button", name="Close the case file")).to_be_visible()
    assert faults_of(page) == [], "the case file's link"
    page.get_by_role("link", name="Look at it").tap()
    expect(page.get_by_role("heading", name="Final table")).to_be_visible()
    assert faults_of(page) == [], "case file"
