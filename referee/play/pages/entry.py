"""The page on which one player's tableau is entered."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Any
from uuid import uuid4
from zlib import crc32

from django.utils.text import capfirst

from ...access.games import Visit
from ...rules import Problem
from ...rules.cards import DISCARDED_WHEN_PLAYED
from ...rules.next_card import score_so_far
from ...rules.rulesets import fewest_lose
from ...rules.scoring.plan import tiebreak
from ...rules.scoring.uramaki import ICONS_TO_CLAIM, PRIZES, claimed_sets, settle_claims
from ...rules.table_setup import setup_for
from ...wording.catalogue import gettext as _
from ...wording.names import tiebreak_count, type_name
from ...wording.phrases import series
from ...wording.standing import dessert, desserts_standing, score_announcement
from ..services.claims import uramaki_icons
from ..services.game_state import NOT_UNDONE, GameState, LaidTableau, undoable_taps
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
from .grid import following_cards, key_rows, tiles
from .history import entered_by_others
from .tableaus import (
    others_to_swap_with,
    piles,
    points_so_far,
    round_problems,
    seat_states,
    settled_claims,
)


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
                "rank": won.place,
                "points": won.points,
                "may_take_back": visit.may_enter(place),
            }
        )
    moments = [("", _("after all the others"))]
    for turn in sorted({won.turn for _row, won in settled}, reverse=True):
        facts = {"names": series(seats[won.seat][1] for _row, won in settled if won.turn == turn)}
        moments.append((f"with-{turn}", _("on the same turn as %(names)s") % facts))
        moments.append((f"before-{turn}", _("before %(names)s") % facts))
    players = [(place, name) for place, name in seats if visit.may_enter(place)]
    return {"claims": claims, "players": players, "moments": moments}


def race_standing(table: GameState, round_number: int) -> str:
    """Who has which place of the race, as they are paid: "Race: 1. Ana 8, next gets 5"."""
    claims, used = settle_claims(table.sheet.rounds[round_number - 1].claims)
    names = list(isolated_names(table).values())
    told = []
    for place, tied in groupby((one for one in claims if one.place), key=lambda one: one.place):
        won = list(tied)
        facts = {"place": place, "names": series(names[one.seat] for one in won)}
        told.append(_("%(place)s. %(names)s %(points)s") % {**facts, "points": won[0].points})
    if used < len(PRIZES):
        told.append(_("next gets %(points)s") % {"points": PRIZES[used]})
    return _("Race: %(places)s") % {"places": series(told)}


def entry_page(table: GameState, round_number: int, seat: int, visit: Visit) -> dict[str, Any]:
    """The page for a seat (from 0) and a round (from 1)."""
    laid, place = table.tableaus[round_number - 1][seat], table.seats[seat].place
    problems = round_problems(table, round_number)
    states = seat_states(table, round_number, problems)
    scores = table.result_up_to(round_number).rounds[-1].players
    if any(state["is_waiting"] for state in states):
        scores = {name: score_so_far(score) for name, score in scores.items()}
    points = points_so_far(table, round_number, states)
    next_url, next_name = _next(table, round_number, states, seat, visit)
    is_confirmed = table.rounds[round_number - 1].is_confirmed
    first = table.current_round
    brings = following_cards(table, round_number, seat)
    shown_tiles = tiles(table, round_number, seat, brings)
    return {
        "table": table,
        "round_number": round_number,
        "seat": states[seat],
        "seats": _with_totals(states, points),
        "others_mark": _others_mark(table, seat, states, problems, points),
        # The first round before this one that is still open.
        "open_before": first if first is not None and first < round_number else None,
        "hint": _hint(table),
        "setup": None if is_confirmed else setup_for(table.setting, round_number),
        "tap": uuid4(),
        "tiles": shown_tiles,
        "tiles_mark": _mark(brings),
        "keys": partial(key_rows, shown_tiles),  # a whole page alone lists them
        "piles": piles(table, laid),
        "is_long": "takeout-box" in table.setting.types,
        "can_undo": _can_undo(laid, visit.phone),
        "others_to_swap_with": others_to_swap_with(table, round_number, seat, visit),
        "score": _score(table, round_number, seat, states, points),
        "so_far": shown_scores(table, scores, only=seat)[0],
        "problems": shown_problems(table, problems, seat, visit),
        "race": race(table, round_number, visit),
        "icons": _icons_to_claim(laid),
        "next_url": next_url,
        "next_name": next_name,
        "is_confirmed": is_confirmed,
        "is_open": visit.may_enter(place) and not is_confirmed,
        "in_order": table.seats[seat].in_order and any(card.is_wasabi for card in laid.cards),
        "may_enter": visit.may_enter(place),
        "is_own": visit.holds(place),
        "others": entered_by_others(table, laid, visit),
        "why": why_url(table, seat),
    }


def shown_problems(
    table: GameState, problems: Sequence[Problem], seat: int, visit: Visit
) -> list[dict[str, Any]]:
    """The problems of a round that concern a seat (from 0); questions stand first."""
    name = table.sheet.seats[seat]
    return sorted(
        (
            shown_problem(table, problem, visit)
            for problem in problems
            if problem.concerns(name) and not is_missing_only(problem)
        ),
        key=lambda problem: not problem["answers"],
    )


def open_question(
    table: GameState, round_number: int, seat: int, visit: Visit
) -> dict[str, Any] | None:
    """The first question that a seat's page asks in a round (from 1) and that can be answered."""
    problems = shown_problems(table, round_problems(table, round_number), seat, visit)
    return problems[0] if problems and problems[0]["answers"] else None


def glance_page(table: GameState, round_number: int, seat: int, tiles_mark: str) -> dict[str, Any]:
    """What a seat's page shows of the others in a round (from 1): the same for every phone.

    ``others_mark`` is another than the page's when there is more to show than this. There are
    ``tiles`` where the page's, if it has any, have another mark.
    """
    problems = round_problems(table, round_number)
    states = seat_states(table, round_number, problems)
    points = points_so_far(table, round_number, states)
    brings = following_cards(table, round_number, seat)
    mark = _mark(brings)
    return {
        "table": table,
        "round_number": round_number,
        "seat": states[seat],
        "seats": _with_totals(states, points),
        "score": _score(table, round_number, seat, states, points),
        "others_mark": _others_mark(table, seat, states, problems, points),
        "tiles": tiles(table, round_number, seat, brings)
        if tiles_mark not in ("", str(mark))
        else (),
        "tiles_mark": mark,
    }


def _with_totals(
    states: Sequence[dict[str, Any]], points: Sequence[tuple[int, int]]
) -> list[dict[str, Any]]:
    """The seats with what each has in all, which wide screens show."""
    return [{**state, "total": total} for state, (_now, total) in zip(states, points, strict=True)]


def _score(
    table: GameState,
    round_number: int,
    seat: int,
    states: Sequence[dict[str, Any]],
    all_points: Sequence[tuple[int, int]],
) -> dict[str, Any]:
    """What a seat's cards come to so far, in this round and in all."""
    state, (points, total) = states[seat], all_points[seat]
    is_complete = not any(state["is_waiting"] for state in states)
    standings = _standings(table, round_number, seat)
    return {
        "points": points,
        "total": total,
        "is_complete": is_complete,
        "standings": standings,
        "in_words": score_announcement(
            *(points, total, state["cards"], state["dealt"], standings),
            dice=bool(table.setting.rules.dice),
        ),
        "why": why_url(table, seat),
    }


def _others_mark(
    table: GameState,
    seat: int,
    states: Sequence[dict[str, Any]],
    problems: Sequence[Problem],
    all_points: Sequence[tuple[int, int]],
) -> int:
    """Names what a seat's page shows of others beside their counts, its score and its tiles: who
    has entered all, the points that it tells, and what cannot be right. For the lines of the score,
    which all cards of others may change, the page asks when they are unfolded."""
    far = [
        (one["is_waiting"], one["is_ready"], one["has_all"] and (one["state"], now))
        for one, (now, _total) in zip(states, all_points, strict=True)
    ]
    wrong = [
        problem
        for problem in problems
        if problem.concerns(table.sheet.seats[seat]) and not is_missing_only(problem)
    ]
    return _mark((far, wrong))


def _mark(shown: object) -> int:
    return crc32(repr(shown).encode())


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


def _icons_to_claim(laid: LaidTableau) -> int:
    """The icons of the fewest cards that reach ten, ten where none do."""
    cards = uramaki_icons(laid.entries)
    return sum(cards[at] for chosen in claimed_sets(cards)[:1] for at in chosen) or ICONS_TO_CLAIM


def _can_undo(laid: LaidTableau, phone: str) -> bool:
    """Whether an undo finds a tap of the phone's. Mostly a card that lies there says so."""
    taps = [entry.added_by for entry in laid.entries if entry.added_by.phone == phone]
    if any(tap.kind not in NOT_UNDONE and tap.undone_by_id is None for tap in taps):
        return True
    return undoable_taps(laid.row, phone).exists()


def _hint(table: GameState) -> str:
    """What is not entered, although it was played: cards that leave the table at once."""
    played = DISCARDED_WHEN_PLAYED & table.setting.types
    if table.setting.rules.dice or not played:
        return ""
    if "takeout-box" in played:
        return _(
            "Takeout boxes and menus that were played are discarded: do not enter them. Enter the "
            "cards that a takeout box flipped, and flip them."
        )
    return _("Menus that were played are discarded: do not enter them.")


_COMPARED = ("maki", "temaki", "uramaki")
"""Types of which everybody's number is worth knowing while entering."""


def _standings(table: GameState, round_number: int, seat: int) -> list[str]:
    """Who has how many of the cards that are compared: this seat and the best of the others; and
    what the seat keeps for the end."""
    tallies = [tableau.tally() for tableau in table.sheet.rounds[round_number - 1].tableaus]
    names = list(isolated_names(table).values())
    words = [race_standing(table, round_number)] if "uramaki" in table.setting.types else []
    for type_ in _COMPARED:
        counts = [tally.get(type_, 0) for tally in tallies]
        if type_ in table.setting.types and any(counts):
            best = max((s for s in range(len(counts)) if s != seat), key=lambda s: counts[s])
            facts = {
                "card": capfirst(type_name(type_)),
                "name": names[seat],
                "count": counts[seat],
                "other": names[best],
                "theirs": counts[best],
            }
            words.append(_("%(card)s: %(name)s %(count)s, %(other)s %(theirs)s") % facts)
    return [*words, *_desserts(table, round_number, seat)]


def _desserts(table: GameState, round_number: int, seat: int) -> list[str]:
    """What a seat has kept for the end of the game, and how that stands where it is compared."""
    setting = table.setting
    tables = [played.tableaus for played in table.sheet.rounds[:round_number]]
    counts = [tiebreak(setting, tables, each) for each in range(setting.seats)]
    if not any(counts):
        return []
    is_compared = dessert(setting) in setting.rules.game_end_compared(setting)
    competing = counts[: setting.competing_seats] if is_compared else []
    return [
        desserts_standing(
            tiebreak_count(setting.rules.tiebreak, counts[seat]),
            is_most=counts[seat] == max(competing, default=None),
            is_fewest=counts[seat] == min(competing, default=None) and fewest_lose(setting),
        )
    ]
