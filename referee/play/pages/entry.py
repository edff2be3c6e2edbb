"""The page on which one player's tableau is entered."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ...access.games import Visit
from ...rules import score_sheet
from ...rules.cards import DISCARDED_WHEN_PLAYED
from ...rules.scoring.uramaki import ICONS_TO_CLAIM
from ...wording.announcements import score_told
from ...wording.names import type_name
from ..services.game_state import GameState, undoable_taps
from .common import (
    is_expected_of,
    is_missing_only,
    isolated_names,
    round_url,
    seat_names,
    shown_problem,
    shown_scores,
    why_url,
)
from .grid import key_rows, tiles
from .history import entered_by_others
from .tableaus import piles, round_problems, seat_states, settled_claims


def race(table: GameState, round_number: int, visit: Visit) -> dict[str, Any] | None:
    """The race of a round, for the seats whose cards the phone may enter; None without uramaki."""
    if "uramaki" not in table.setting.types:
        return None
    seats = list(zip([seat.place for seat in table.seats], seat_names(table), strict=True))
    settled = settled_claims(table, round_number)
    claims = []
    for row, won in settled:
        place, name = seats[won.seat]
        claims.append(
            {
                "id": row.pk,
                "place": place,
                "name": name,
                "icons": row.icons,
                "turn": won.turn,
                "points": won.points,
                "may_take_back": visit.may_enter(place),
            }
        )
    moments = [("", _("after all the others"))]
    for turn in sorted({won.turn for _row, won in settled}, reverse=True):
        facts = {"turn": turn}
        moments.append((f"with-{turn}", _("on the same turn as claim %(turn)s") % facts))
        moments.append((f"before-{turn}", _("before claim %(turn)s") % facts))
    players = [(place, name) for place, name in seats if visit.may_enter(place)]
    return {"claims": claims, "players": players, "moments": moments}


def entry_page(table: GameState, round_number: int, seat: int, visit: Visit) -> dict[str, Any]:
    """The page for a seat (from 0) and a round (from 1)."""
    laid, place = table.tableaus[round_number - 1][seat], table.seats[seat].place
    problems = round_problems(table, round_number)
    states = seat_states(table, round_number, problems)
    rounds = score_sheet(table.sheet_up_to(round_number)).rounds
    name = table.sheet.seats[seat]
    (score,) = shown_scores(table, rounds[-1].players, only=seat)
    together = sum(played.players[name].total for played in rounds)
    standings = _standings(table, round_number, seat)
    next_url, next_name = _next(table, round_number, states, seat, visit)
    is_confirmed = table.rounds[round_number - 1].is_confirmed
    first = table.current_round
    shown_tiles = tiles(table, round_number, seat)
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
        "keys": key_rows(shown_tiles),
        "piles": piles(table, laid),
        "standings": standings,
        "compares": not table.setting.types.isdisjoint(_COMPARED),
        "can_undo": undoable_taps(laid.row, visit.phone).exists(),
        "score": score,
        "total_so_far": together,
        "score_in_words": score_told(
            score["total"], together, states[seat]["cards"], states[seat]["dealt"], standings
        ),
        "problems": [
            shown_problem(table, problem, visit)
            for problem in problems
            if problem.concerns(name) and not is_missing_only(problem)
        ],
        "race": race(table, round_number, visit),
        "icons": max(ICONS_TO_CLAIM, laid.value.tally().get("uramaki", 0)),
        "next_url": next_url,
        "next_name": next_name,
        "is_confirmed": is_confirmed,
        "is_open": visit.may_enter(place) and not is_confirmed,
        "may_enter": visit.may_enter(place),
        "is_own": visit.holds(place),
        "others": entered_by_others(table, laid, visit),
        "why": why_url(table, seat),
    }


def _next(
    table: GameState,
    round_number: int,
    states: Sequence[dict[str, Any]],
    seat: int,
    visit: Visit,
) -> tuple[str, str]:
    """The address and name of the next player for whom this phone still enters cards; else the
    round's result and ""."""
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
    names = list(isolated_names(table).values())
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
