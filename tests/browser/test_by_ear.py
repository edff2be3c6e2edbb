"""A whole game by the accessibility tree alone: every control by its role and name, and what is
said of each step."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .hearing import Hearing

pytestmark = pytest.mark.django_db(transaction=True)

ANA = ("wasabi", "squid nigiri", "tempura", "tempura", "sashimi", "sashimi", "sashimi")
ANA_REST = ("maki roll with 3 icons", "maki roll with 3 icons", "pudding")
BEN = ("dumpling", "dumpling", "dumpling", "dumpling", "egg nigiri", "salmon nigiri")
BEN_REST = ("chopsticks", "maki roll with 2 icons", "maki roll with 1 icon", "pudding")


class Listener:
    """Finds controls by what they are called, and hears what is said."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hearing = Hearing(page)

    def find(self, role: str, name: str) -> Locator:
        """The one control of that role and name."""
        return self.page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]

    def follow(self, role: str, name: str, leads_to: str) -> None:
        """Presses what leads to a page, and waits for its heading."""
        self.find(role, name).click()
        heading = self.page.get_by_role("heading", level=1)
        expect(heading).to_have_accessible_name(re.compile(leads_to))
        self.page.wait_for_load_state()

    def sit_down(self, *names: str) -> None:
        """Names the players, and starts the game."""
        for place, name in enumerate(names, start=1):
            self.find("combobox", f"Seat {place}:").fill(name)
        self.follow("button", "Start the game", f"^.?{names[0]}")

    def card(self, name: str) -> Locator:
        """A card's button: its name, then what it brings, then how many lie there."""
        return self.page.get_by_role("button", name=re.compile(rf"^{name}([ ,;].*)?$", re.I))

    def enter(self, *cards: str, hears: str) -> None:
        """Enters cards, and hears of all of them together."""
        for name in cards:
            self.card(name).click()
        self.hearing.hears(hears)


@pytest.fixture
def listener(another_phone: Callable[..., Page]) -> Listener:
    return Listener(another_phone())


def test_a_whole_game_by_ear(listener: Listener) -> None:
    page, hearing = listener.page, listener.hearing
    page.goto("/")
    listener.follow("link", "Sushi Go! 2–5 players", "Sushi Go!")
    listener.sit_down("Ana", "Ben")

    listener.enter("wasabi", hears="wasabi; 1 of 10 cards")
    nigiri = "squid nigiri on wasabi, 9 points; 2 of 10 cards"
    listener.enter("squid nigiri", hears=nigiri)
    listener.enter("tempura", "tempura", hears="2 tempura, 5 points; 4 of 10 cards")
    listener.find("button", "Take off wasabi: squid nigiri").click()
    hearing.hears("squid nigiri off wasabi, 3 points; 4 of 10 cards")
    listener.find("button", "Undo").click()
    hearing.hears("squid nigiri on wasabi, 9 points; 4 of 10 cards")
    rest = "3 sashimi, 10 points; 2 times maki roll with 3 icons, 6 points; pudding; 10 of 10 cards"
    listener.enter(*ANA[4:], *ANA_REST, hears=rest)
    listener.find("button", "Read the score").dispatch_event("click")
    score = "This round: 30 points; together: 30 points; 10 of 10 cards; Maki rolls: you 6, Ben 0"
    hearing.hears(score)
    for number in (1, 2, 3):
        if number > 1:
            hearing.hears(f"Round {number - 1} is confirmed.")
            listener.enter(*ANA, *ANA_REST, hears="10 cards added; 10 of 10 cards")
        listener.follow("link", "Next: Ben", "^.?Ben")
        listener.enter(*BEN, *BEN_REST, hears="10 cards added; 10 of 10 cards")
        listener.follow("link", "Round result", f"Round {number}")
        leads_to = "Ana.? wins with 90 points" if number == 3 else "^.?Ana"
        listener.follow("button", "Confirm the round", leads_to)
    expect(listener.find("button", "Rematch")).to_be_visible()


def start_party(listener: Listener, menu: str) -> None:
    listener.page.goto("/")
    listener.follow("link", "Sushi Go Party! 2–8 players", "Sushi Go Party!")
    listener.page.get_by_role("radio", name=re.compile(f"^{menu}")).check()
    listener.sit_down("Ana", "Ben", "Cem")


def test_a_special_order_and_a_claim_by_ear(listener: Listener) -> None:
    start_party(listener, "Points Platter")
    listener.enter("tea", hears="tea, 1 point; 1 of 10 cards")
    order = listener.page.get_by_role("group").filter(has_text="Special order")
    order.click()
    order.get_by_role("button", name="Tea", exact=True).click()
    listener.hearing.hears("special order: tea, 4 points; 2 of 10 cards")
    listener.find("button", "Take away: special order: tea").click()
    listener.hearing.hears("special order: tea taken away; 1 of 10 cards")
    listener.find("combobox", "Player").select_option("Ben")
    listener.find("textbox", "Icons").fill("12")
    listener.find("button", "Enter the claim").click()
    listener.hearing.hears("claim of Ben: 12 icons, 8 points; 3 of 10 cards")


def test_a_turned_card_by_ear(listener: Listener) -> None:
    start_party(listener, "Master Menu")
    listener.enter("tofu", hears="tofu, 2 points; 1 of 10 cards")
    listener.find("button", "Turn face down: tofu").click()
    listener.hearing.hears("tofu, face down; 1 of 10 cards")
    listener.find("button", "Turn face up: tofu, face down").click()
    listener.hearing.hears("tofu, face up; 1 of 10 cards")
    listener.enter("face-down card", hears="face-down card, 2 points; 2 of 10 cards")
