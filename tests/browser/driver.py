"""A person who taps the game of a score sheet into a phone, card by card."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.core.signing import get_cookie_signer
from playwright.sync_api import Locator, Page, expect

from referee.rules import parse_tableau
from referee.rules.tableau import Card

if TYPE_CHECKING:
    from referee.models import Game

Sheet = dict[str, Any]

PILES = ".pile > .sr > span:first-child"
"""What the piles on the table are called."""
COUNTED = """(page) => [...page.querySelectorAll(".pile")].reduce(
    (sum, {classList, dataset}) =>
        sum + dataset.ids.split(" ").length * (classList.contains("pair") ? 2 : 1), 0)"""
"""How many cards the piles of a page are."""

NO_REQUEST_SUBMIT = "delete HTMLFormElement.prototype.requestSubmit"
"""As on iOS before 16."""

RULESET_LINKS = {
    "sushi-go": re.compile(r"^Sushi Go! .*players"),
    "sushi-go-party": re.compile(r"^Sushi Go Party! .*players"),
    "sushi-roll": re.compile(r"^Sushi Roll .*players"),
}


def become(page: Page, name: str = "") -> Page:
    """Makes a page's phone the one of that id, by default that of the games that tests make."""
    from tests.factories import PHONE  # which needs Django, as scripts that only tap do not

    signed = get_cookie_signer(salt="phone" + "phone").sign(name or PHONE)
    cookie = {"name": "phone", "value": signed, "domain": "localhost", "path": "/"}
    page.context.add_cookies([cookie])  # type: ignore[list-item]  # a plain dict will do
    return page


def sit(page: Page, sheet: Sheet | None = None) -> "Game":
    """Puts a phone at the first tableau of a new game, of which it is the host."""
    game = new_game(sheet or {})
    become(page).goto(f"/g/{game.pk}/r/1/1/")
    return game


def new_game(sheet: Sheet) -> "Game":
    """A game as the setup of a score sheet has it; of Ana and Ben without one."""
    from tests.factories import GameFactory

    return GameFactory(**{f"setup__{name}": value for name, value in sheet.items()})


def cards_lie(page: Page, number: int) -> None:
    """Waits until the server's board shows so many cards on the table."""
    page.wait_for_function(f"(number) => ({COUNTED})(document) === number", arg=number)


class Person:
    """Taps on one page. Every step waits for what a person would see before going on."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def start(self, sheet: Sheet) -> None:
        """From the first page to the first tableau."""
        page = self.page
        page.goto("/")
        page.get_by_role("link", name=RULESET_LINKS[sheet["ruleset"]]).click()
        for number, name in enumerate(sheet["players"], start=1):
            page.get_by_label(f"Seat {number}:").fill(name)
        if sheet["ruleset"] == "sushi-go-party":
            self._choose_menu(sheet["menu"])
        if sheet.get("variants"):
            page.locator("summary", has_text="Variants").click()
        for variant in sheet.get("variants", []):
            page.locator(f'input[value="{variant}"]').check()
        if sheet.get("house_rules"):
            page.get_by_text("House rules").click()
        for switch, value in sheet.get("house_rules", {}).items():
            page.locator(f'[name="rule_{switch}"]').set_checked(value)
        page.get_by_role("button", name="Start the game").click()
        page.get_by_role("link", name=re.compile("^Enter the (cards|dice)$")).click()
        page.wait_for_url("**/r/1/**")  # the page before it has a board, too
        expect(page.locator("#board")).to_be_visible()
        page.wait_for_load_state()  # the script that gathers taps has run

    def _choose_menu(self, menu: str | list[str]) -> None:
        if isinstance(menu, str):
            self.page.locator(f'[name="menu"][value="{menu}"] + label').click()
            return
        self.page.locator('[name="menu"][value="own"] + label').click()
        for type_ in menu:
            self.page.locator(f'[name^="own_"][value="{type_}"]').check()

    def enter_round(self, sheet: Sheet, number: int) -> None:
        """All tableaus of a round (from 1), then its confirmation."""
        round_ = sheet["rounds"][number - 1]
        seats = [*sheet["players"], *(["dummy"] if "two-player-dummy" in sheet["variants"] else [])]
        for place, name in enumerate(seats, start=1):
            self.open_seat(number, place)
            self.enter_tableau(round_["tableaus"].get(name, ""))
        self.enter_claims(sheet, number)
        self.confirm(number)

    def enter_claims(self, sheet: Sheet, number: int) -> None:
        """The uramaki race of a round, in order, each claim on its player's page."""
        seats = sheet["players"]
        for turn in sheet["rounds"][number - 1].get("uramaki_claims", []):
            for claimant, (name, icons) in enumerate(turn.items()):
                self.open_seat(number, seats.index(name) + 1)
                self._claim(icons, same_turn=claimant > 0)

    def open_seat(self, number: int, place: int) -> None:
        """The page of a seat (from 1) in the round that is open, by its tab."""
        address = re.compile(rf".*/r/{number}/{place}/$")
        if not address.match(self.page.url):
            self.page.get_by_role("navigation", name="Players").get_by_role("link").nth(
                place - 1
            ).tap()
        expect(self.page).to_have_url(address)

    def enter_tableau(self, text: str) -> None:
        """Taps every card of a tableau, and waits until the page has counted them. The first
        question about wasabi is answered for the whole game: cards come in the order of play."""
        for already, card in enumerate(in_order_of_play(text)):
            self._enter_card(card, already)
        cards = len(parse_tableau(text))
        cards_lie(self.page, cards)
        if (in_order := self.page.locator("#in-order")).count():
            in_order.tap()
            expect(in_order).to_have_count(0)

    def _enter_card(self, card: Card, already: int) -> None:
        page = self.page
        if card.face is None:
            page.locator("#add-flipped").tap()
        elif card.copy:
            page.locator("#tile-special-order summary").tap()
            page.locator(f"#copy-{card.face.slug}").tap()
            cards_lie(page, already + 1)
        else:
            page.locator(f"#add-{card.face.slug}").tap()
        if card.flipped and card.face is not None:
            self._settle()
            page.locator(".pile.newest [id^=flip-]").tap()
            self._settle()

    def _settle(self) -> None:
        """Waits until every tap so far has been answered."""
        self.page.evaluate("() => outbox.idle().then(refresh)")

    def _claim(self, icons: int, *, same_turn: bool) -> None:
        claims = self.page.locator(".claims li")
        before = claims.count()
        self.page.get_by_role("textbox", name="Icons").fill(str(icons))
        if same_turn:
            turn = self.page.get_by_label("When").locator('[value^="with-"]').first
            self.page.get_by_label("When").select_option(turn.get_attribute("value"))
        self.page.get_by_role("button", name="Enter the claim").tap()
        expect(claims).to_have_count(before + 1)

    def confirm(self, number: int) -> None:
        """Opens the round's result and confirms it."""
        self.page.get_by_role("navigation", name="Rounds").get_by_role("link").nth(number - 1).tap()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(f"Round {number}")
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=re.compile("^Confirm")).tap()

    def enter_tokens(self, sheet: Sheet) -> None:
        """Roll's unused tokens."""
        expect(self.page.get_by_role("heading", name="Unused tokens")).to_be_visible()
        for place, name in enumerate(sheet["players"], start=1):
            for token, number in sheet.get("tokens_left", {}).get(name, {}).items():
                self.page.locator(f'[name="{token}_{place}"]').fill(str(number))
        self.page.get_by_role("button", name="Who has won?").tap()

    def play(self, sheet: Sheet) -> Locator:
        """A whole game; returns the heading that says who has won."""
        sheet = {"variants": [], **sheet}
        self.start(sheet)
        for number in range(1, len(sheet["rounds"]) + 1):
            self.enter_round(sheet, number)
        if sheet["ruleset"] == "sushi-roll":
            self.enter_tokens(sheet)
        verdict = self.page.locator("h1.verdict")
        expect(verdict).to_be_visible()
        return verdict


def in_order_of_play(text: str) -> Iterator[Card]:
    """The cards of a tableau in an order in which they may have been played.

    Nigiri that lie bare come before any wasabi, those on wasabi right after one; special orders
    come after what they copy, and bare wasabi last.
    """
    pairs, singles = [], []
    for entry, number in parse_tableau(text).items():
        (pairs if entry.base else singles).extend([entry] * number)
    bare_wasabi = [e for e in singles if e.type == "wasabi" and not e.card.copy]
    copied_wasabi = [e for e in singles if e.type == "wasabi" and e.card.copy]
    plain = [e for e in singles if e.type != "wasabi" and not e.card.copy]
    copies = [e for e in singles if e.type != "wasabi" and e.card.copy]
    pairs.sort(key=lambda e: (e.base.copy, e.card.copy))
    for entry in [*plain, *copies, *pairs, *bare_wasabi, *copied_wasabi]:
        yield from entry.cards
