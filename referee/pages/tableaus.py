"""How far every seat's tableau of a round has come."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..rules import Problem, Severity
from ..rules.problems import find_problems
from ..rules.scoring.uramaki import settle_claims
from ..services.reading import GameTable
from .common import entry_url, is_missing_only, seat_names


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat's tableau at a glance.

    Attributes:
        cards: the cards that are entered, and at least discarded with uramaki claims.
        state: ``empty``, ``partly``, ``complete`` or ``wrong``.
    """

    seat: int
    name: str
    url: str
    cards: int
    dealt: int
    state: str

    @property
    def missing(self) -> int:
        """Cards still to be entered."""
        return max(0, self.dealt - self.cards)


def round_problems(table: GameTable, round_number: int) -> list[Problem]:
    """The problems of one round, as far as the game has come."""
    problems = find_problems(table.sheet_up_to(round_number))
    return [problem for problem in problems if problem.round == round_number]


def seat_states(
    table: GameTable, round_number: int, problems: Sequence[Problem]
) -> list[SeatState]:
    """Every seat's state in one round, given the round's problems."""
    round_ = table.sheet.rounds[round_number - 1]
    claimed, _ = settle_claims(round_.claims)
    dealt = table.setting.hand_size
    wrong = {
        problem.player
        for problem in problems
        if problem.severity is Severity.ERROR and not is_missing_only(problem)
    }
    short = {problem.player for problem in problems if is_missing_only(problem)}
    states = []
    for seat, name in enumerate(seat_names(table)):
        # A claim of ten icons or more has taken at least a card for every five icons away.
        gone = sum(-(-claim.icons // 5) for claim in claimed if claim.seat == seat and claim.place)
        cards = len(round_.tableaus[seat]) + gone
        in_sheet = table.sheet.seats[seat]
        complete = cards >= dealt or in_sheet not in short
        state = "complete" if complete else "partly" if cards else "empty"
        state = "wrong" if in_sheet in wrong else state
        url = entry_url(table, round_number, seat)
        states.append(SeatState(seat, name, url, cards, dealt, state))
    return states
