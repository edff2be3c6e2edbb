"""How far every seat's tableau of a round has come."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...rules import Problem, Severity
from ...rules.problems.checks import find_problems
from ...rules.scoring.lines import Claim
from ...rules.scoring.uramaki import settle_claims
from ..services.game_state import GameTable, holder_of
from .common import entry_url, is_missing_only, seat_names


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat's tableau at a glance.

    Attributes:
        seat: from 0; ``place`` is the same from 1.
        lying: the cards that are entered.
        claimed: the fewest cards that have been discarded with uramaki claims.
        state: ``empty``, ``partly``, ``complete`` or ``wrong``.
        is_held: a phone holds the seat.
        is_ready: its player has said "that's mine".
        may_be_all: what is missing may have been discarded during the round.
    """

    seat: int
    place: int
    name: str
    url: str
    lying: int
    claimed: int
    dealt: int
    state: str
    may_be_all: bool
    is_held: bool
    is_ready: bool

    @property
    def cards(self) -> int:
        """The cards that are accounted for."""
        return self.lying + self.claimed

    @property
    def is_waiting(self) -> bool:
        """Whether cards are still to be entered, as far as can be told."""
        return self.state == "empty" or (self.state == "partly" and not self.may_be_all)


def round_problems(table: GameTable, round_number: int) -> list[Problem]:
    """The problems of one round, as far as the game has come. Who has confirmed it has answered
    whether a nigiri lies on a wasabi."""
    answered = {"bare-wasabi"} if table.rounds[round_number - 1].is_confirmed else set()
    problems = find_problems(table.sheet_up_to(round_number))
    return [one for one in problems if one.round == round_number and one.code not in answered]


def claimed_cards(claimed: Sequence[Claim], seat: int) -> int:
    """The fewest cards that a seat has discarded with its settled uramaki claims: a claim of ten
    icons or more has taken at least a card for every five icons away."""
    return sum(-(-claim.icons // 5) for claim in claimed if claim.seat == seat and claim.place)


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
    short = {problem.player: problem for problem in problems if is_missing_only(problem)}
    states = []
    for seat, name in enumerate(seat_names(table)):
        gone = claimed_cards(claimed, seat)
        lying = len(round_.tableaus[seat])
        in_sheet = table.sheet.seats[seat]
        missing = short.get(in_sheet)
        state = "complete" if missing is None else "partly" if lying + gone else "empty"
        state = "wrong" if in_sheet in wrong else state
        url = entry_url(table, round_number, seat)
        may_be_all = missing is not None and missing.severity is Severity.WARNING
        is_held = holder_of(table.seats[seat]) is not None
        is_ready = table.tableaus[round_number - 1][seat].row.is_ready
        states.append(
            SeatState(
                seat,
                table.seats[seat].place,
                name,
                url,
                lying,
                gone,
                dealt,
                state,
                may_be_all,
                is_held,
                is_ready,
            )
        )
    return states
