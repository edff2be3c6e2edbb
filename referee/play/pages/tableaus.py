"""How far every tableau of a round has come, its cards, and where the game goes on."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.urls import reverse
from django.utils.text import slugify

from ...access.games import Role, Visit
from ...models import Claim, Game
from ...rules import Problem, Severity, Tableau
from ...rules.cards import FACES
from ...rules.next_card import score_so_far
from ...rules.notation import tableau_text
from ...rules.problems.problem import warning
from ...rules.scoring.lines import Claim as SettledClaim
from ...rules.scoring.uramaki import settle_claims
from ...rules.tableau import Card, Item, item
from ...rules.wasabi_pairing import free_wasabi
from ...wording.items import card_name, counted, item_name
from ...wording.names import short_face_name
from ..services.game_state import GameState, LaidTableau, holder_of
from .common import (
    claims_by_number,
    entry_url,
    is_expected_of,
    is_missing_only,
    is_question,
    round_url,
    seat_names,
)


def round_problems(table: GameState, round_number: int) -> list[Problem]:
    """The problems of one round, as far as the game has come.

    Who has confirmed it has taken for true what was assumed of its wasabi; and what was answered
    before is not asked again, as it is of a sheet, which knows no answers. Nor does a sheet know
    whether the cards of a claim have left the table: if so, ten icons are another claim.
    """
    problems = table.result_up_to(round_number).problems
    found = [p for p in problems if p.round == round_number and p.code != "bare-wasabi"]
    for at, problem in enumerate(found):
        if problem.detail == "claimed" and problem.player:
            seat = table.sheet.seats.index(problem.player)
            if not claims_by_number(table, round_number, seat):
                found[at] = problem._replace(detail="unclaimed")
    if not table.rounds[round_number - 1].is_confirmed:
        for seat in range(len(table.seats)):
            found += wasabi_problems(table, round_number, seat)
    return found


def wasabi_problems(table: GameState, round_number: int, seat: int) -> list[Problem]:
    """What nobody has said of a seat's wasabi (from 0).

    A question for each of which nobody has said what lies on it (detail ``assumed``; the fact
    ``nigiri`` is taken to, "" for nothing). And where a wasabi was said to be bare before another
    nigiri came, that it counts as that (``before``). ``at`` is the wasabi's index among the cards,
    ``nth`` and ``of`` tell it from others.
    """
    laid = table.tableaus[round_number - 1][seat]
    cards, name = laid.cards, table.sheet.seats[seat]
    wasabi = [at for at, card in enumerate(cards) if card.is_wasabi]

    def problem(detail: str, at: int, nigiri: Iterable[int]) -> Problem:
        text = tableau_text(Tableau(item(cards[one].card) for one in nigiri))
        nth, of = wasabi.index(at) + 1, len(wasabi)
        where = (round_number, name)
        return warning("bare-wasabi", detail, *where, nigiri=text, at=at, nth=nth, of=of)

    found = [
        problem("assumed", one.wasabi, [] if one.assumed is None else [one.assumed])
        for one in laid.questions
    ]
    return [*found, *(problem("before", *since) for since in laid.nigiri_since_bare.items())]


def claimed_cards(table: GameState, round_number: int, seat: int) -> int:
    """How many cards a seat has discarded with its uramaki claims; where only the icons were said
    of a claim that has won a place, the fewest that have so many: one for every five."""
    return sum(
        row.cards or (-(-row.icons // 5) if won.place else 0)
        for row, won in settled_claims(table, round_number)
        if won.seat == seat
    )


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
    fewest that uramaki claims have discarded; ``state`` is ``empty``, ``partly``, ``complete``,
    ``asked`` where a question is open on all cards, or ``wrong``; ``questions`` are open: what lies
    on a wasabi, and who reached ten uramaki icons first;
    ``has_all``: every card is accounted for, or the player says so; ``is_waiting`` says whether
    cards are still to be entered, as far as can be told: some may have been discarded.
    """
    round_ = table.sheet.rounds[round_number - 1]
    missing = {one.player: one.severity for one in problems if is_missing_only(one)}
    wrong = {
        one.player
        for one in problems
        if one.severity is Severity.ERROR and not is_missing_only(one) and not is_question(one)
    }
    asked = Counter(one.player for one in problems if is_question(one))
    states = []
    for seat, (row, name) in enumerate(zip(table.seats, seat_names(table), strict=True)):
        player = table.sheet.seats[seat]
        lying, claimed = len(round_.tableaus[seat]), claimed_cards(table, round_number, seat)
        state = "partly" if lying + claimed else "empty"
        if player in wrong or player not in missing:
            state = "wrong" if player in wrong else "asked" if asked[player] else "complete"
        # What is missing by a warning alone may have been discarded during the round.
        is_short = state == "partly" and missing[player] is not Severity.WARNING
        is_ready = table.tableaus[round_number - 1][seat].row.is_ready
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
                "questions": asked[player],
                "is_waiting": state == "empty" or is_short,
                "is_held": holder_of(row) is not None,
                "is_ready": is_ready,
                "has_all": is_ready or state in ("complete", "asked", "wrong"),
            }
        )
    return states


def points_so_far(
    table: GameState, round_number: int, states: Sequence[dict[str, Any]]
) -> list[tuple[int, int]]:
    """What every seat's cards come to so far, in this round and in all."""
    *before, now = [one.players for one in table.result_up_to(round_number).rounds]
    is_complete = not any(state["is_waiting"] for state in states)
    points = []
    for name in table.sheet.seats:
        this_round = (now[name] if is_complete else score_so_far(now[name])).total
        points.append((this_round, sum(scores[name].total for scores in before) + this_round))
    return points


def others_to_swap_with(
    table: GameState, round_number: int, seat: int, visit: Visit
) -> list[dict[str, Any]]:
    """Whose the cards of a seat (from 0) may be, if they were entered under the wrong player: all
    others for whom the phone may enter; nobody where no cards lie or nothing can be changed."""
    laid, place = table.tableaus[round_number - 1][seat], table.seats[seat].place
    is_open = visit.may_enter(place) and not table.rounds[round_number - 1].is_confirmed
    return [
        {"place": row.place, "name": name, "do": f"swap:{row.place}:{laid.entries[0].card}"}
        for row, name in zip(table.seats, seat_names(table), strict=True)
        if is_open and laid.entries and row.place != place and visit.may_enter(row.place)
    ]


def current_states(table: GameState) -> list[dict[str, Any]]:
    """The tableaus of the round that is being played; none between the last one and the end."""
    number = table.current_round
    return seat_states(table, number, round_problems(table, number)) if number else []


def piles(table: GameState, laid: LaidTableau) -> list[dict[str, Any]]:
    """The cards that lie and look alike, pile by pile: first those whose first card came first.

    A pair on wasabi is one drawing. The buttons of a pile are for its newest card: ``entry``; of a
    pair the nigiri. ``cards`` are the cards of the pile by the taps that added them, newest last.
    """
    frees = table.setting.house_rules.flipped_nigiri_frees_wasabi
    free = free_wasabi(laid.cards, flipped_nigiri_frees_wasabi=frees)
    asked = {at for one in laid.questions for at in (one.wasabi, *one.may_lie)}
    may_flip = "takeout-box" in table.setting.types
    is_die = bool(table.setting.rules.dice)
    shown: dict[Item, dict[str, Any]] = {}
    for lying in laid.laid:
        entries = [laid.entries[index] for index in lying.cards]
        card, entry = lying.item.card, entries[-1]
        move = ""
        if lying.item.base:
            move = f"bare:{entries[0].pk}"
        elif lying.item.type == "nigiri" and free:
            move = f"on:{laid.entries[free[0]].pk}:{entry.pk}"
        # The faces of a die may differ in their number alone.
        short = short_face_name(card.face.slug) if card.face else ""
        pile = shown.setdefault(lying.item, {"cards": [], "is_newest": False, "is_asked": False})
        pile["cards"].append(entry.card)
        pile["is_newest"] |= laid.entries[-1] in entries
        pile["is_asked"] |= not asked.isdisjoint(lying.cards)
        pile |= {
            "id": slugify(lying.item.text.replace("+", "-on-")),
            "type": card.face.type if card.face else "takeout-box",
            # Fronts that are known tell cards apart that lie face down.
            "pictures": [
                *(picture for one in lying.item.cards for picture in _pictures(one)),
                *([card.face.slug] if card.face and card.flipped else []),
            ],
            "icons": short if is_die and card.face and f"{card.face.type}-2" in FACES else "",
            "name": item_name(lying.item),
            "card": card_name(card),
            "entry": entry.pk,
            "is_pair": lying.item.base is not None,
            "is_die": is_die,
            "flipped": card.flipped,
            "can_flip": may_flip and card.face is not None,
            "move": move,
        }
    return list(shown.values())


def stacks(tableau: Tableau) -> list[dict[str, Any]]:
    """Equal cards as one stack: the pictures of what lies in it, the icons of a die that has
    several, how often it lies there, and all that in words. A nigiri lies with its wasabi, a
    special order with what it copies."""
    return [
        {
            "icons": [icon for card in lying.cards for icon in _pictures(card)],
            "pips": lying.card.face.icons if lying.card.face and lying.card.face.die_only else 0,
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
