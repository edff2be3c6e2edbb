"""One phone for a table of five: a round is said in one sentence, or typed, and read aloud."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from referee.rules import tableau_text
from tests.browser.driver import sit
from tests.browser.targets import faults_of
from tests.factories import table_of

pytestmark = pytest.mark.django_db(transaction=True)

FIVE = {"players": ["Ana", "Ben", "Cem", "Dan", "Fay"]}
SAID = (
    "Ana two tempura, squid and four dumplings. Next, three maki with 2 and four sashimi. "
    "Cem has wasabi squid, two tempura and three sashimi, Dan: pudding, two maki with 1, "
    "a salmon and three dumplings. Fay, two pudding, two egg and three maki with 3"
)


def lying(game: Game) -> list[str]:
    return [tableau_text(seat.tableau) for seat in table_of(game).rounds[0].seats]


def test_one_sentence_enters_the_cards_of_five_with_two_taps(phone: Page) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    game = sit(phone, FIVE)
    phone.goto(f"/g/{game.pk}/r/1/")
    taps = 0

    def tap(name: str, role: str = "button") -> None:
        nonlocal taps
        phone.get_by_role(role, name=name, exact=True).tap()  # type: ignore[arg-type]
        taps += 1

    tap("Words for the whole table", "link")
    field = phone.get_by_role("textbox", name="Say or type what lies there")
    expect(field).to_be_in_viewport()
    field.fill(SAID)
    enter = phone.get_by_role("button", name="Enter for 5 players")
    expect(enter).to_be_visible()
    expect(phone.locator("#words-said")).to_contain_text("Cem: Understood: squid nigiri on wasabi,")
    assert faults_of(phone) == []
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert lying(game) == [""] * 5
    tap("Enter for 5 players")
    expect(field).to_have_value("")
    expect(phone.locator("#words-said")).to_contain_text("Entered: Ana: ")
    assert lying(game) == [
        "squid-nigiri tempura*2 dumpling*4",
        "maki-2*3 sashimi*4",
        "wasabi+squid-nigiri tempura*2 sashimi*3",
        "salmon-nigiri maki-1*2 dumpling*3 pudding",
        "egg-nigiri*2 maki-3*3 pudding*2",
    ]
    expect(phone.locator("#next")).to_have_text("Round result")
    assert taps == 2


@pytest.mark.slow
def test_by_keyboard_a_name_that_is_asked_about_is_answered_and_enter_enters(
    host_of_five: Page,
) -> None:
    game = Game.objects.get()
    field = host_of_five.get_by_role("textbox", name="Say or type what lies there")
    host_of_five.keyboard.press("/")
    host_of_five.keyboard.type("Dan: squid. Faye: tempura, maki")
    expect(host_of_five.locator("#words-said")).to_contain_text("Whose is this?")
    host_of_five.get_by_role("button", name="Fay", exact=True).press("Enter")
    expect(field).to_have_value("Dan: squid. Fay: tempura, maki")
    expect(host_of_five.get_by_role("button", name="Enter for 2 players")).to_be_visible()
    host_of_five.get_by_role("button", name="Maki roll with 3 icons", exact=True).press("Enter")
    expect(field).to_have_value("Dan: squid. Fay: tempura, maki roll with three icons")
    expect(host_of_five.get_by_text("Perhaps:")).to_have_count(0)
    field.focus()
    host_of_five.keyboard.press("Enter")
    host_of_five.keyboard.press("Enter")
    expect(field).to_have_value("")
    assert lying(game) == ["", "", "", "squid-nigiri", "maki-3 tempura"]


@pytest.fixture
def host_of_five(open_phone: Callable[..., Page]) -> Page:
    """The host's desk, on the first tableau of a new game of five."""
    page = open_phone(viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False)
    sit(page, FIVE)
    return page
