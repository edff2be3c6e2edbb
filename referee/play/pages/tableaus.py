"""How far every tableau of a round has come, its cards, and where the game goes on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from ...access.games import Role, Visit
from ...models import Entry, Game
from ...rules import FACES, Problem, Severity
from ...rules.problems.checks import find_problems
from ...rules.scoring.lines import Claim
from ...rules.scoring.uramaki import settle_claims
from ...rules.wasabi_pairing import Laid, has_free_wasabi
from ...wording.items import card_name
from ..services.game_state import GameTable, LaidTableau, holder_of, laid_card
from .common import entry_url, is_expected_of, is_missing_only, round_url, seat_names


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


def piles(table: GameTable, laid: LaidTableau) -> list[Sequence[dict[str, Any]]]:
    """Every item of the tableau: a card, or a wasabi and the nigiri on it."""
    return [_pile(table, laid, lying) for lying in laid.laid]


def _pile(table: GameTable, laid: LaidTableau, lying: Laid) -> list[dict[str, Any]]:
    entries = [laid.entries[index] for index in lying.cards]
    on_wasabi = len(entries) == 2
    frees = table.setting.house_rules.flipped_nigiri_frees_wasabi
    cards = [laid_card(entry) for entry in laid.entries]
    free = has_free_wasabi(cards, flipped_nigiri_frees_wasabi=frees)
    can_flip = "takeout-box" in table.setting.types
    return [_chip(entry, on_wasabi=on_wasabi, free=free, can_flip=can_flip) for entry in entries]


def _chip(entry: Entry, *, on_wasabi: bool, free: bool, can_flip: bool) -> dict[str, Any]:
    is_nigiri = bool(entry.face) and FACES[entry.face].type == "nigiri" and not entry.flipped
    move = ("off" if on_wasabi else "on" if free else "") if is_nigiri else ""
    type_ = FACES[entry.face].type if entry.face else "takeout-box"
    icon = "face-down" if entry.flipped else entry.face
    can_flip = can_flip and bool(entry.face)
    name = card_name(laid_card(entry).card)
    return {
        "id": entry.pk,
        "card": entry.card,
        "type": type_,
        "icon": icon,
        "name": name,
        "flipped": entry.flipped,
        "can_flip": can_flip,
        "move": move,
    }


def where_it_stands(table: GameTable, visit: Visit) -> str:
    """The address of the next thing for a phone to do or to watch, or of the final result."""
    number = table.current_round
    if number is None:
        if table.game.state == Game.State.FINISHED:
            return reverse("result", args=[table.game.pk])
        if visit.is_host:
            return reverse("tokens", args=[table.game.pk])
        return round_url(table, len(table.rounds))
    if visit.role is Role.WATCHER:
        return reverse("scoreboard", args=[table.game.pk])
    # One's own cards first; the host goes on to those of seats that no phone holds.
    states = seat_states(table, number, round_problems(table, number))
    own_first = sorted(states, key=lambda state: not visit.holds(table.seats[state.seat].place))
    for state in own_first:
        if state.is_waiting and is_expected_of(visit, table.seats[state.seat]):
            return state.url
    return round_url(table, number)
