"""How far every tableau of a round has come, its cards, and where the game goes on."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from ...access.games import Role, Visit
from ...models import Claim, Game
from ...rules import FACES, Problem, RoundSheet, Severity, Tableau
from ...rules.problems.checks import find_problems
from ...rules.scoring.lines import Claim as SettledClaim
from ...rules.scoring.uramaki import settle_claims
from ...rules.tableau import Card
from ...rules.wasabi_pairing import has_free_wasabi
from ...wording.items import card_name, counted
from ..services.game_state import GameState, LaidTableau, holder_of
from .common import entry_url, is_expected_of, is_missing_only, round_url, seat_names


def round_problems(table: GameState, round_number: int) -> list[Problem]:
    """The problems of one round, as far as the game has come.

    Who has confirmed it has answered whether a nigiri lies on a wasabi.
    """
    answered = {"bare-wasabi"} if table.rounds[round_number - 1].is_confirmed else set()
    problems = find_problems(table.sheet_up_to(round_number))
    return [one for one in problems if one.round == round_number and one.code not in answered]


def claimed_cards(round_: RoundSheet, seat: int) -> int:
    """The fewest cards that a seat has discarded with its settled uramaki claims: one for every
    five icons."""
    claimed, _places = settle_claims(round_.claims)
    return sum(-(-claim.icons // 5) for claim in claimed if claim.seat == seat and claim.place)


def settled_claims(table: GameState, round_number: int) -> list[tuple[Claim, SettledClaim]]:
    """The claims of a round in their order, each with what it has won."""
    claims, _places = settle_claims(table.sheet.rounds[round_number - 1].claims)
    won = {(claim.turn, table.seats[claim.seat].pk): claim for claim in claims}
    rows = table.claims[round_number - 1]
    turns = sorted({row.position for row in rows})
    return [(row, won[turns.index(row.position) + 1, row.seat_id]) for row in rows]


def seat_states(
    table: GameState, round_number: int, problems: Sequence[Problem]
) -> list[dict[str, Any]]:
    """Every seat's tableau in a round at a glance, given the round's problems.

    ``seat`` counts from 0, ``place`` from 1; ``lying`` cards are entered, ``claimed`` ones are the
    fewest that uramaki claims have discarded; ``state`` is ``empty``, ``partly``, ``complete`` or
    ``wrong``; ``is_waiting`` says whether cards are still to be entered, as far as can be told.
    """
    round_ = table.sheet.rounds[round_number - 1]
    missing = {one.player: one.severity for one in problems if is_missing_only(one)}
    wrong = {
        one.player
        for one in problems
        if one.severity is Severity.ERROR and not is_missing_only(one)
    }
    states = []
    for seat, (row, name) in enumerate(zip(table.seats, seat_names(table), strict=True)):
        player = table.sheet.seats[seat]
        lying, claimed = len(round_.tableaus[seat]), claimed_cards(round_, seat)
        state = "partly" if lying + claimed else "empty"
        if player in wrong or player not in missing:
            state = "wrong" if player in wrong else "complete"
        # What is missing by a warning alone may have been discarded during the round.
        is_short = state == "partly" and missing[player] is not Severity.WARNING
        states.append(
            {
                "seat": seat,
                "place": row.place,
                "name": name,
                "url": entry_url(table, round_number, seat),
                "lying": lying,
                "claimed": claimed,
                "cards": lying + claimed,
                "dealt": table.setting.hand_size,
                "state": state,
                "is_waiting": state == "empty" or is_short,
                "is_held": holder_of(row) is not None,
                "is_ready": table.tableaus[round_number - 1][seat].row.is_ready,
            }
        )
    return states


def current_states(table: GameState) -> list[dict[str, Any]]:
    """The tableaus of the round that is being played; none between the last one and the end."""
    number = table.current_round
    return seat_states(table, number, round_problems(table, number)) if number else []


def piles(table: GameState, laid: LaidTableau) -> list[list[dict[str, Any]]]:
    """The cards of every item (a card, or a wasabi and the nigiri on it), with their buttons."""
    frees = table.setting.house_rules.flipped_nigiri_frees_wasabi
    cards = laid.cards
    free = has_free_wasabi(cards, flipped_nigiri_frees_wasabi=frees)
    shown = []
    for lying in laid.laid:
        move = "off" if len(lying.cards) == 2 else "on" if free else ""
        rows = [(laid.entries[index], cards[index]) for index in lying.cards]
        pile = [
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
            for entry, card in rows
        ]
        shown.append(pile)
    return shown


def stacks(tableau: Tableau) -> list[dict[str, Any]]:
    """Equal cards as one stack: the pictures of what lies in it, how often it lies there, and both
    in words. A nigiri lies with its wasabi, a special order with what it copies."""
    return [
        {
            "icons": [icon for card in lying.cards for icon in _pictures(card)],
            "number": number,
            "words": counted(lying, number),
        }
        for lying, number in tableau.items()
    ]


def _pictures(card: Card) -> list[str]:
    if card.flipped or card.face is None:
        return ["face-down"]
    return ["special-order", card.face.slug] if card.copy else [card.face.slug]


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
    for state in sorted(current_states(table), key=lambda state: not visit.holds(state["place"])):
        if state["is_waiting"] and is_expected_of(visit, table.seats[state["seat"]]):
            return str(state["url"])
    return round_url(table, number)
