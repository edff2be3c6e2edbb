"""How far every tableau of a round has come, its cards, and where the game goes on."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from ...access.games import Role, Visit
from ...models import Game
from ...rules import FACES, Problem, Severity
from ...rules.problems.checks import find_problems
from ...rules.scoring.lines import Claim
from ...rules.scoring.uramaki import settle_claims
from ...rules.wasabi_pairing import has_free_wasabi
from ...wording.items import card_name
from ..services.game_state import GameState, LaidTableau, holder_of, laid_card
from .common import entry_url, is_expected_of, is_missing_only, round_url, seat_names


def round_problems(table: GameState, round_number: int) -> list[Problem]:
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
    table: GameState, round_number: int, problems: Sequence[Problem]
) -> list[dict[str, Any]]:
    """Every seat's tableau in a round at a glance, given the round's problems.

    ``seat`` counts from 0, ``place`` from 1; ``lying`` cards are entered, ``claimed`` ones are the
    fewest that uramaki claims have discarded; ``state`` is ``empty``, ``partly``, ``complete`` or
    ``wrong``; ``is_waiting`` says whether cards are still to be entered, as far as can be told.
    """
    round_ = table.sheet.rounds[round_number - 1]
    claimed, _ = settle_claims(round_.claims)
    wrong = {
        problem.player
        for problem in problems
        if problem.severity is Severity.ERROR and not is_missing_only(problem)
    }
    short = {problem.player: problem for problem in problems if is_missing_only(problem)}
    states = []
    for seat, name in enumerate(seat_names(table)):
        gone, lying = claimed_cards(claimed, seat), len(round_.tableaus[seat])
        in_sheet = table.sheet.seats[seat]
        missing = short.get(in_sheet)
        state = "complete" if missing is None else "partly" if lying + gone else "empty"
        state = "wrong" if in_sheet in wrong else state
        # What is missing may have been discarded during the round.
        may_be_all = missing is not None and missing.severity is Severity.WARNING
        states.append(
            {
                "seat": seat,
                "place": table.seats[seat].place,
                "name": name,
                "url": entry_url(table, round_number, seat),
                "lying": lying,
                "claimed": gone,
                "cards": lying + gone,
                "dealt": table.setting.hand_size,
                "state": state,
                "is_waiting": state == "empty" or (state == "partly" and not may_be_all),
                "is_held": holder_of(table.seats[seat]) is not None,
                "is_ready": table.tableaus[round_number - 1][seat].row.is_ready,
            }
        )
    return states


def piles(table: GameState, laid: LaidTableau) -> list[list[dict[str, Any]]]:
    """Every item of the tableau, a card or a wasabi and the nigiri on it: each card with what can
    be done to it."""
    frees = table.setting.house_rules.flipped_nigiri_frees_wasabi
    cards = [laid_card(entry) for entry in laid.entries]
    free = has_free_wasabi(cards, flipped_nigiri_frees_wasabi=frees)
    shown = []
    for lying in laid.laid:
        pile = []
        for index in lying.cards:
            entry, card = laid.entries[index], cards[index]
            move = "off" if len(lying.cards) == 2 else "on" if free else ""
            pile.append(
                {
                    "id": entry.pk,
                    "card": entry.card,
                    "type": FACES[entry.face].type if entry.face else "takeout-box",
                    "icon": "face-down" if entry.flipped else entry.face,
                    "name": card_name(card.card),
                    "flipped": entry.flipped,
                    "can_flip": bool(entry.face) and "takeout-box" in table.setting.types,
                    "move": move if card.is_nigiri and not entry.flipped else "",
                }
            )
        shown.append(pile)
    return shown


def where_it_stands(table: GameState, visit: Visit) -> str:
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
    own_first = sorted(states, key=lambda state: not visit.holds(state["place"]))
    for state in own_first:
        if state["is_waiting"] and is_expected_of(visit, table.seats[state["seat"]]):
            return str(state["url"])
    return round_url(table, number)
