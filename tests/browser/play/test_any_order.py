"""Whole games of every kind: each tableau is tapped in random order, quickly or slowly, and what is
asked is answered truthfully, there or on the result. Every total is the simulator's."""

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.models import Entry, Game
from referee.play.services.game_state import laid_card
from referee.rules import parse_tableau, read_sheet, score_sheet
from referee.rules.cards import NAMED_MENUS
from referee.rules.tableau import Card
from tests import simulation
from tests.browser.driver import Person, Sheet, cards_lie
from tests.factories import table_of

pytestmark = pytest.mark.django_db(transaction=True)

PACES = (25, 400, 700)
"""Milliseconds between two taps."""


class Child(Person):
    """Somebody with stacks of cards, who knows how they lay, and taps them as they come."""

    def __init__(self, page: Page, rng: Random, pace: int, *, answers_later: bool) -> None:
        super().__init__(page)
        self.rng, self.pace, self.answers_later = rng, pace, answers_later
        self.on_wasabi: dict[int, Counter[Card]] = {}
        """What lies on wasabi in the round, by the seat's place."""

    def enter_tableau(self, text: str) -> None:
        place = int(self.page.url.rstrip("/").rpartition("/")[2])
        lying = [one for one, number in parse_tableau(text).items() for _ in range(number)]
        self.on_wasabi[place] = Counter(one.card for one in lying if one.base)
        cards = [card for one in lying for card in one.cards]
        self.rng.shuffle(cards)
        cards.sort(key=lambda card: card.copy)  # what is copied lies there before
        for already, card in enumerate(cards):
            self._enter_card(card, already)
            self.page.wait_for_timeout(self.pace)
        cards_lie(self.page, len(cards))
        self._settle()
        if not self.answers_later:
            self._answer(".said > p")

    def confirm(self, number: int) -> None:
        self.page.get_by_role("navigation", name="Rounds").get_by_role("link").nth(number - 1).tap()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(f"Round {number}")
        self._answer(".problems > li")
        expect(self.page.get_by_text("question open")).to_have_count(0)
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=re.compile("^Confirm")).tap()
        assert "/confirm/" not in self.page.url

    def _answer(self, notes: str) -> None:
        """Answers until nothing that is asked is still to be said."""
        while button := self._wanted(self.page.locator(notes)):
            value = button.get_attribute("value")
            button.tap()
            expect(self.page.locator(f'{notes} [value="{value}"]')).to_have_count(0)
            self.page.wait_for_load_state()
            self._settle()

    def _wanted(self, notes: Locator) -> Locator | None:
        """The button of the next true answer."""
        here = re.search(r"/g/([0-9a-f-]{36})/r/(\d)/", self.page.url)
        assert here
        table = table_of(Game.objects.get(pk=here[1]))
        for note in notes.all():
            answers = note.locator('button[value^="on:"], button[value^="bare:"]').all()
            if not answers:
                continue
            ids = str(answers[0].get_attribute("value")).split(":")
            wasabi = Entry.objects.select_related("tableau__seat").get(pk=ids[1])
            seat = wasabi.tableau.seat
            laid = table.seat(int(here[2]), seat.place).laid
            said = Counter(
                pile.item.card
                for pile in laid.laid
                if pile.item.base and laid.entries[pile.cards[0]].is_known
            )
            missing = self.on_wasabi[seat.place] - said
            for answer in answers:
                verb, *ids = str(answer.get_attribute("value")).split(":")
                if verb == "on" and missing[laid_card(Entry.objects.get(pk=ids[1])).card]:
                    return answer
                if verb == "bare" and "counts as bare" not in note.inner_text():
                    return answer
        return None


def games() -> list[Any]:
    """A game of every ruleset and menu, of two to eight players, each at another pace."""
    kinds: list[tuple[str, Callable[[Random], simulation.Game]]] = [
        *((f"sushi-go for {n}", lambda rng, n=n: simulation.sushi_go_game(rng, n)) for n in (2, 4)),
        ("sushi-roll for 3", lambda rng: simulation.sushi_roll_game(rng, 3)),
        ("sushi-roll for 5", lambda rng: simulation.sushi_roll_game(rng, 5)),
        *(
            (menu, lambda rng, menu=menu: simulation.party_game(rng, _players(rng, menu), menu))
            for menu in NAMED_MENUS
        ),
        ("my-first-meal for 8", lambda rng: simulation.party_game(rng, 8, "my-first-meal")),
    ]
    return [
        pytest.param(play, PACES[at % 3], at % 2 == 1, id=name)
        for at, (name, play) in enumerate(kinds)
    ]


def _players(rng: Random, menu: str) -> int:
    return rng.choice(simulation.legal_players(NAMED_MENUS[menu])[:5])


@pytest.mark.slow
@pytest.mark.parametrize(("play", "pace", "answers_later"), games())
def test_a_game_tapped_in_any_order_comes_out_as_it_lay(
    phone: Page,
    play: Callable[[Random], simulation.Game],
    pace: int,
    *,
    answers_later: bool,
    request: pytest.FixtureRequest,
) -> None:
    rng = Random(request.node.callspec.id)
    sheet: Sheet = {"variants": [], **play(rng).document}
    Child(phone, rng, pace, answers_later=answers_later).play(sheet)
    shown = {
        row.locator("th").inner_text(): int(row.locator(".points").inner_text().replace("−", "-"))
        for row in phone.locator("table.standing tbody tr").all()
    }
    assert shown == dict(score_sheet(read_sheet(sheet)).totals)
