"""Somebody who knows how the cards lay and answers what the pages ask."""

from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from referee.access.games import Role, Visit
from referee.models import Entry, Game
from referee.play.pages.common import shown_problem
from referee.play.pages.entry import entry_page
from referee.play.pages.results import round_page
from referee.play.services.game_state import GameState, SeatState, laid_card
from referee.rules import parse_tableau
from tests.factories import PHONE, table_of
from tests.taps import Where, tap

Problems = list[dict[str, Any]]
Page = Callable[[GameState, SeatState, Visit], Problems]


def entry(table: GameState, seat: SeatState, visit: Visit) -> Problems:
    return list(entry_page(table, seat, visit)["problems"])


def everybody(table: GameState, seat: SeatState, visit: Visit) -> Problems:
    problems = [one for one in seat.round.problems if one.code == "bare-wasabi"]
    return [shown_problem(table, problem, visit) for problem in problems]


def result(table: GameState, seat: SeatState, visit: Visit) -> Problems:
    return list(round_page(table, seat.round, visit)["problems"])


class Person:
    """Somebody with cards of which is known how they lay: ``text``, as on a score sheet.

    ``is_patient``: says nothing of a wasabi until that is true whatever comes: what lies there, or
    nothing once every nigiri that lay on a wasabi is said to. Who is not says "nothing" as soon as
    nothing that has been tapped lies there.
    """

    def __init__(self, at: Where, text: str, *, is_patient: bool = True) -> None:
        self.at, self.is_patient = at, is_patient
        lying = [one for one, number in parse_tableau(text).items() for _ in range(number)]
        self.cards = [card for one in lying for card in one.cards]
        self.on_wasabi = Counter(one.card for one in lying if one.base)
        self.answers: Counter[UUID] = Counter()
        """How often each card that is a wasabi was answered for."""

    @property
    def seat(self) -> SeatState:
        table = table_of(Game.objects.get(pk=self.at.game))
        return table.rounds[self.at.round - 1].seats[self.at.seat - 1]

    def asked(self, page: Page = entry) -> Problems:
        """What a page asks that can be answered there."""
        visit = Visit(Game.objects.get(pk=self.at.game), PHONE, Role.HOST, None)
        table = table_of(visit.game)
        seat = table.rounds[self.at.round - 1].seats[self.at.seat - 1]
        return [problem for problem in page(table, seat, visit) if problem["answers"]]

    def offered(self) -> list[str]:
        """The taps of the entry page's answers."""
        return [one["do"] for problem in self.asked() for one in problem["answers"]]

    def answer(self, page: Page = entry) -> None:
        """Answers what a page asks, as far as the truth is among the answers."""
        while do := next(filter(None, map(self._wanted, self.asked(page))), ""):
            wasabi = Entry.objects.get(pk=do.split(":")[1])
            self.answers[wasabi.card] += 1
            tap(self.at, uuid4(), do)

    def _wanted(self, problem: dict[str, Any]) -> str:
        """The true answer, "" where none is for sure; bare comes last."""
        laid = self.seat.laid
        said = Counter(
            pile.item.card
            for pile in laid.laid
            if pile.item.base and laid.entries[pile.cards[0]].is_known
        )
        missing = self.on_wasabi - said
        for one in problem["answers"]:
            verb, _colon, what = one["do"].partition(":")
            if verb == "on":
                nigiri = next(e for e in laid.entries if str(e.pk) == what.split(":")[1])
                if missing[laid_card(nigiri).card]:
                    return str(one["do"])
            # Where a wasabi counts as bare, that was said.
            elif verb == "bare" and "Somebody said nothing" not in problem["message"]:
                return "" if missing and self.is_patient else str(one["do"])
        return ""
