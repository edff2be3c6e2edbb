"""A table of five, of which a round is said in one sentence, or typed, and read aloud."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.models import Game
from referee.play.services.joining import join
from referee.rules import tableau_text
from tests.browser.connection import row
from tests.browser.driver import PILES, cards_lie, sit
from tests.browser.targets import faults_of
from tests.factories import table_of

pytestmark = pytest.mark.django_db(transaction=True)

FIVE = {"players": ["Ana", "Ben", "Cem", "Dan", "Fay"]}
SAID = (
    "Ana two tempura, squid and four dumplings. Next, three maki with 2 and four sashimi. "
    "Cem has wasabi squid, two tempura and three sashimi, Dan: pudding, two maki with 1, "
    "a salmon and three dumplings. Fay, two pudding, two egg and three maki with 3"
)
# An Enter that comes sooner after an answer is shown asks to see it.
LOOKED_AT_MS = 800


def lying(game: Game) -> list[str]:
    return [tableau_text(seat.tableau) for seat in table_of(game).rounds[0].seats]


def test_one_sentence_enters_the_cards_of_five_with_two_taps(phone: Page) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    game = sit(phone, FIVE)
    phone.goto(f"/g/{game.pk}/r/1/")
    taps = 0

    def tap(name: str, role: str = "button") -> None:
        nonlocal taps
        phone.get_by_role(role, name=name, exact=True).tap()  # type: ignore[arg-type]  # any word
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


def test_by_keyboard_it_is_said_repeated_and_undone_and_those_whose_cards_they_are_see_it(
    host_of_five: Page, phone_of: Callable[[str], Page]
) -> None:
    game = Game.objects.get()
    dan, fay = (phone_of(name) for name in ("phone of Dan", "phone of Fay"))
    for place, page in ((4, dan), (5, fay)):
        join(game.pk, f"phone of {FIVE['players'][place - 1]}", place)
        page.goto(f"/g/{game.pk}/r/1/{place}/")
    host = host_of_five
    field = host.get_by_role("textbox", name="Say or type what lies there")
    host.keyboard.press("/")
    host.keyboard.type("Dan: two tempura, squid. Next. Faye: tempura, maki")
    said = host.locator("#words-said")
    expect(said).to_contain_text("Whose is this?")
    host.get_by_role("button", name="Fay", exact=True).press("Enter")
    expect(field).to_have_value("Dan: two tempura, squid. Fay: tempura, maki")
    expect(host.get_by_role("button", name="Enter for 2 players")).to_be_visible()
    host.get_by_role("button", name="Maki roll with 3 icons", exact=True).press("Enter")
    expect(host.get_by_text("Perhaps:")).to_have_count(0)
    # What each of them gets stands there before it is entered.
    expect(said).to_contain_text(
        re.compile("Dan: Understood: .*squid.*Fay: Understood: .*maki", re.S)
    )
    assert lying(game) == [""] * 5
    field.focus()
    host.wait_for_timeout(LOOKED_AT_MS)
    host.keyboard.press("Enter")
    expect(field).to_have_value("")
    piles = [page.locator(PILES) for page in (dan, fay)]
    expect(piles[0]).to_have_text(["Tempura", "Squid nigiri"])
    expect(piles[1]).to_have_text(["Tempura", "Maki roll with 3 icons"])
    assert lying(game) == ["", "", "", "squid-nigiri tempura*2", "maki-3 tempura"]
    # Fay has another maki; one more was a slip.
    host.keyboard.press("Escape")
    row(host, 5).click()
    expect(host.get_by_role("heading", level=1)).to_contain_text("Fay")
    for key, cards in ((",", 3), (",", 4), ("u", 3)):
        host.keyboard.press(key)
        cards_lie(host, cards)
        cards_lie(fay, cards)
    fay.locator("#add-pudding").tap()
    cards_lie(host, 4)
    assert lying(game)[3:] == ["squid-nigiri tempura*2", "maki-3*2 tempura pudding"]


@pytest.fixture
def host_of_five(open_phone: Callable[..., Page]) -> Page:
    """The host's desk, on the first tableau of a new game of five."""
    page = open_phone(viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False)
    sit(page, FIVE)
    return page
