"""The page on which one player's tableau is entered."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ...access.games import Visit
from ...rules import Result, score_sheet
from ...rules.cards import DISCARDED_WHEN_PLAYED
from ...rules.scoring.uramaki import ICONS_TO_CLAIM
from ...wording.announcements import score_told
from ...wording.names import type_name
from ..services.game_state import GameState, undoable_taps
from .common import (
    is_expected_of,
    is_missing_only,
    isolated,
    round_url,
    seat_names,
    shown_problem,
    shown_score,
    why_url,
)
from .grid import key_rows, tiles
from .history import entered_by_others
from .tableaus import piles, round_problems, seat_states


def race(
    table: GameState, round_number: int, result: Result, visit: Visit
) -> dict[str, Any] | None:
    """The race of the last round of a result; None where the game has no uramaki.

    It can be claimed for the seats for which the phone may enter cards.
    """
    if "uramaki" not in table.setting.types:
        return None
    won = {
        (claim.turn, claim.seat): claim.points
        for score in result.rounds[-1].players.values()
        for line in score.lines
        for claim in line.claims
    }
    names = seat_names(table)
    seats = {seat.pk: index for index, seat in enumerate(table.seats)}
    standing = table.claims[round_number - 1]
    turns = sorted({claim.position for claim in standing})
    claims = []
    for claim in standing:
        turn, seat = turns.index(claim.position) + 1, seats[claim.seat_id]
        place = table.seats[seat].place
        claims.append(
            {
                "id": claim.pk,
                "place": place,
                "name": names[seat],
                "icons": claim.icons,
                "turn": turn,
                "points": won.get((turn, seat), 0),
                "may_take_back": visit.may_enter(place),
            }
        )
    moments = [("", _("after all the others"))]
    for turn in range(len(turns), 0, -1):
        facts = {"turn": turn}
        moments.append((f"with-{turn}", _("on the same turn as claim %(turn)s") % facts))
        moments.append((f"before-{turn}", _("before claim %(turn)s") % facts))
    places = [seat.place for seat in table.seats]
    players = [one for one in zip(places, names, strict=True) if visit.may_enter(one[0])]
    return {"claims": claims, "players": players, "moments": moments}


def entry_page(table: GameState, round_number: int, seat: int, visit: Visit) -> dict[str, Any]:
    """Puts the page together for a seat (from 0) and a round (from 1)."""
    laid = table.tableaus[round_number - 1][seat]
    problems = round_problems(table, round_number)
    states = seat_states(table, round_number, problems)
    result = score_sheet(table.sheet_up_to(round_number))
    name = table.sheet.seats[seat]
    next_url, next_name = _next(table, round_number, states, seat, visit)
    place = table.seats[seat].place
    is_confirmed = table.rounds[round_number - 1].is_confirmed
    first = table.current_round
    shown_tiles = tiles(table, round_number, seat)
    standings = _standings(table, round_number, seat)
    score = shown_score(table, seat, result.rounds[-1].players[name])
    together = sum(played.players[name].total for played in result.rounds)
    return {
        "table": table,
        "round_number": round_number,
        "seat": states[seat],
        "seats": states,
        "is_complete": not any(state["is_waiting"] for state in states),
        # The first round before this one that is still open.
        "open_before": first if first is not None and first < round_number else None,
        "hint": _hint(table),
        "tap": uuid4(),
        "tiles": shown_tiles,
        "piles": piles(table, laid),
        "standings": standings,
        "compares": not table.setting.types.isdisjoint(_COMPARED),
        "can_undo": undoable_taps(laid.row, visit.phone).exists(),
        "score": score,
        "total_so_far": together,
        "problems": [
            shown_problem(table, problem, visit)
            for problem in problems
            if problem.concerns(name) and not is_missing_only(problem)
        ],
        "race": race(table, round_number, result, visit),
        "icons": max(ICONS_TO_CLAIM, laid.value.tally().get("uramaki", 0)),
        "next_url": next_url,
        "next_name": next_name,
        "is_confirmed": is_confirmed,
        "is_open": visit.may_enter(place) and not is_confirmed,
        "may_enter": visit.may_enter(place),
        "is_own": visit.holds(place),
        "is_ready": laid.row.is_ready,
        "others": entered_by_others(table, laid, visit),
        "why": why_url(table, seat),
        "keys": key_rows(shown_tiles),
        "score_in_words": score_told(
            score["total"], together, states[seat]["cards"], states[seat]["dealt"], standings
        ),
    }


def _next(
    table: GameState,
    round_number: int,
    states: Sequence[dict[str, Any]],
    seat: int,
    visit: Visit,
) -> tuple[str, str]:
    """The address and name of the next player whose tableau is not complete, and for whom this
    phone enters the cards; the round's result when there is none."""
    for state in [*states[seat + 1 :], *states[:seat]]:
        if state["is_waiting"] and is_expected_of(visit, table.seats[state["seat"]]):
            return state["url"], state["name"]
    return round_url(table, round_number), ""


def _hint(table: GameState) -> str:
    """What is not entered, although it was played: cards that leave the table at once."""
    played = DISCARDED_WHEN_PLAYED & table.setting.types
    if table.setting.rules.dice or not played:
        return ""
    if "takeout-box" in played:
        return _(
            "Takeout boxes and menus that were played are discarded: do not enter them. Enter the "
            "cards that a takeout box turned over, and turn them face down."
        )
    return _("Menus that were played are discarded: do not enter them.")


_COMPARED = ("maki", "temaki", "uramaki")
"""Types of which everybody's number is worth knowing while entering."""


def _standings(table: GameState, round_number: int, seat: int) -> list[str]:
    """Who has how many of the cards that are compared: this seat and the best of the others."""
    tallies = [tableau.tally() for tableau in table.sheet.rounds[round_number - 1].tableaus]
    names = [isolated(name) for name in seat_names(table)]
    words = []
    for type_ in _COMPARED:
        counts = [tally.get(type_, 0) for tally in tallies]
        if type_ in table.setting.types and any(counts):
            best = max((s for s in range(len(counts)) if s != seat), key=lambda s: counts[s])
            facts = {
                "card": capfirst(type_name(type_)),
                "mine": counts[seat],
                "name": names[best],
                "theirs": counts[best],
            }
            words.append(_("%(card)s: you %(mine)s, %(name)s %(theirs)s") % facts)
    return words
