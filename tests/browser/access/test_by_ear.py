"""Whole games by the accessibility tree alone: every control by its role and name, and what is
said of each step."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.live import memory_bus
from referee.models import Game
from tests.browser.connection import has_stream
from tests.browser.driver import Sheet, sit
from tests.browser.hearing import Hearing
from tests.factories import add, confirm, where

pytestmark = pytest.mark.django_db(transaction=True)

ANA = ("wasabi", "squid nigiri", "tempura", "tempura", "sashimi", "sashimi", "sashimi")
ANA_REST = ("maki roll with 3 icons", "maki roll with 3 icons", "pudding")
BEN = ("dumpling", "dumpling", "dumpling", "dumpling", "egg nigiri", "salmon nigiri")
BEN_REST = ("chopsticks", "maki roll with 2 icons", "maki roll with 1 icon", "pudding")


PARTY_MENU = ["uramaki", "tempura", "tofu", "onigiri", "special-order", "takeout-box", "fruit"]
GAMES: dict[str, Sheet] = {
    "party": {"ruleset": "sushi-go-party", "menu": PARTY_MENU, "players": ["Ana", "Ben"]},
    "roll": {"ruleset": "sushi-roll", "players": ["Ana", "Ben"]},
}
"""Games that are played as `heard` tells."""
NEWS_MS = 7_500  # longer than news wait for each other


def face_of(name: str) -> str:
    """The face of a card that is called so."""
    return re.sub(r" roll with (\d) icons?$", r"-\1", name).replace(" ", "-")


class Listener:
    """Finds controls by what they are called, and hears what is said."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hearing = Hearing(page)

    def find(self, role: str, name: str) -> Locator:
        """The one control of that role and name."""
        # Playwright's type lists the roles one by one.
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
        """A card's button: its name, then how many lie there, then what the next one brings."""
        return self.page.get_by_role("button", name=re.compile(rf"^{name}([ ,:].*)?$", re.I))

    def enter(self, *cards: str, hears: str) -> None:
        """Enters cards, and hears of all of them together."""
        for name in cards:
            self.card(name).click()
        self.hearing.hears(hears)


@pytest.fixture
def listener(another_phone: Callable[..., Page]) -> Listener:
    return Listener(another_phone())


@pytest.mark.slow
def test_a_whole_game_by_ear(listener: Listener) -> None:
    page, hearing = listener.page, listener.hearing
    page.goto("/")
    listener.follow("link", "Sushi Go! 2–5 players", "Sushi Go!")
    listener.sit_down("Ana", "Ben")

    listener.enter("wasabi", hears="wasabi; 1 of 10 cards")
    asked = "What lies on Ana’s wasabi? For now: squid nigiri."
    nigiri = f"squid nigiri on wasabi, 9 points; 2 of 10 cards | {asked}"
    listener.enter("squid nigiri", hears=nigiri)
    listener.enter("tempura", "tempura", hears="2 tempura, 5 points; 4 of 10 cards")
    listener.find("button", "Take off wasabi: squid nigiri").click()
    hearing.hears("squid nigiri off wasabi, 3 points; 4 of 10 cards")
    listener.find("button", "Undo").click()
    hearing.hears(f"Undone. Squid nigiri on wasabi, 9 points; 4 of 10 cards | {asked}")
    listener.find("button", "Squid nigiri on wasabi, as it counts now").click()
    hearing.hears("squid nigiri on wasabi; 4 of 10 cards")
    rest = "3 sashimi, 10 points; 2 times maki roll with 3 icons, 6 points; pudding; 10 of 10 cards"
    listener.enter(*ANA[4:], *ANA_REST, hears=rest)
    listener.find("button", "Read the score").dispatch_event("click")
    score = "This round: 30 points; total: 30 points; 10 of 10 cards; Maki rolls: Ana 6, Ben 0"
    score += "; 1 pudding, most so far"
    hearing.hears(score)
    listener.follow("link", "Next: Ben", "^.?Ben")
    listener.enter(*BEN, *BEN_REST, hears="10 cards added; 10 of 10 cards")
    listener.follow("link", "Round result", "Round 1")
    listener.follow("button", "Confirm the round", "^.?Ana")
    lead = "Ana leads with 30 points before puddings. That is 14 more than Ben."
    hearing.hears(f"Round 1 is confirmed. {lead}")
    # The other rounds are as this one.
    game = Game.objects.get()
    game.seats.update(in_order=True)
    for number in (2, 3):
        for place, hand in enumerate((ANA + ANA_REST, BEN + BEN_REST), start=1):
            add(where(game, number, place), *map(face_of, hand))
        if number == 2:
            confirm(game, 2)
    page.goto(f"/g/{game.pk}/r/3/")
    listener.follow("button", "Confirm the round", "Ana.? wins with 90 points")
    expect(page).to_have_title("Ana wins with 90 points. · SushiScore")
    hearing.hears("Round 3 is confirmed. Ana wins with 90 points.")
    expect(listener.find("button", "Rematch")).to_be_visible()


def steps(game: str, language: str) -> Iterator[tuple[str, str]]:
    """What is done or heard in a game of `heard`, in order: a verb, and the words in a language.

    A line has a verb, then the words in English, " = ", and the words in Spanish, which may stand
    on a line of their own.
    """
    text = (Path(__file__).parent / "heard" / f"{game}.txt").read_text(encoding="utf-8")
    for line in re.sub(r"\n +=", " =", text).splitlines():
        if line and not line.startswith("#"):
            verb, words = re.split(r"  +", line, maxsplit=1)
            yield verb, words.split(" = ")[language == "es"]


class Player(Listener):
    """Plays by a list of steps; another phone at the table looks on."""

    def __init__(self, page: Page, table: Page) -> None:
        super().__init__(page)
        self.table = Hearing(table)

    def looks_on(self) -> None:
        """Has the other phone look at the result of the first round."""
        self.table.page.context.add_cookies(self.page.context.cookies())  # type: ignore[arg-type]
        self.table.page.goto(re.sub(r"/1/$", "/", self.page.url))
        has_stream(self.table.page)

    def does(self, verb: str, words: str) -> str:
        """Takes a step, or tells what is heard instead."""
        label, _, value = words.partition(": ")
        match verb:
            case "press":
                name = re.compile(rf"^{re.escape(words)}([:,].*)?$", re.I)
                self.page.get_by_role("button", name=name).press("Enter")
            case "unfold":
                self.page.locator("summary", has_text=words).click()
            case "fill":
                whose, _, label = label.rpartition(", ")
                within = self.find("group", whose) if whose else self.page
                within.get_by_label(label, exact=True).fill(value)
            case "choose":
                self.find("combobox", label).select_option(value)
            case "follow":
                name = re.compile(rf"^{re.escape(words)}(?!\w)")
                ways = self.page.get_by_role("link", name=name)
                ways = ways.or_(self.page.get_by_role("button", name=name))
                with self.page.expect_navigation():
                    ways.first.click()
                self.page.wait_for_load_state()
            case "is on":
                expect(self.page).to_have_title(f"{words} · SushiScore")
            case "hears":
                return " | ".join(self.hearing.next_words())
            case "table hears":
                self.table.pass_time(NEWS_MS)
                said = " | ".join(self.table.all())
                self.table.forget()
                return said
        return words


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_other_whole_games_by_ear(
    another_phone: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, game: str, language: str
) -> None:
    monkeypatch.setattr(memory_bus, "APART_SECONDS", 0.0)  # the pages' clocks are not the server's
    player = Player(another_phone(locale=language), another_phone(locale=language))
    sit(player.page, GAMES[game])
    player.looks_on()
    wanted = list(steps(game, language))
    assert [(verb, player.does(verb, words)) for verb, words in wanted] == wanted


@pytest.mark.slow
def test_a_claim_a_special_order_and_a_turned_card_by_ear(listener: Listener) -> None:
    menu = ["uramaki", "tempura", "tofu", "dumpling", "special-order", "takeout-box", "fruit"]
    players = ["Ana", "Ben", "Cem"]
    sit(listener.page, {"ruleset": "sushi-go-party", "menu": menu, "players": players})
    listener.enter("tofu", hears="tofu, 2 points; 1 of 10 cards")
    listener.find("button", "Flip face down: tofu").click()
    listener.hearing.hears("tofu, face down, 2 points; 1 of 10 cards")
    listener.find("button", "Flip face up: tofu, face down").click()
    listener.hearing.hears("tofu, face up, 2 points; 1 of 10 cards")
    listener.enter("face-down card", hears="face-down card, 2 points; 2 of 10 cards")
    listener.find("button", "Undo").click()
    listener.hearing.hears("Undone. Face-down card taken away; 1 of 10 cards")
    listener.enter("tempura", hears="tempura, 0 points; 2 of 10 cards")
    order = listener.page.get_by_role("group").filter(has_text="Special order")
    order.click()
    order.get_by_role("button", name="Special order: tempura", exact=True).click()
    listener.hearing.hears("special order: tempura, 5 points; 3 of 10 cards")
    listener.find("button", "Take away: special order: tempura").click()
    listener.hearing.hears("special order: tempura taken away; 2 of 10 cards")
    listener.find("combobox", "Player").select_option("Ben")
    listener.find("textbox", "Icons").fill("12")
    listener.find("button", "Enter the claim").click()
    listener.hearing.hears("claim of Ben: 12 icons, 8 points; 3 of 10 cards")
