"""The result of a round and of the game: who stands where, points by card type, how they grew."""

import datetime
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from ...access.games import Visit
from ...drawing.chart import (
    HEIGHT,
    LEFT,
    RIGHT,
    WIDTH,
    line_chart,
    short_label,
)
from ...drawing.looks import look_of
from ...drawing.plates import Stack, stack
from ...models import Game
from ...rules import CARD_TYPES, Line, PlayerScore, Rank, Result, Severity
from ...rules.game import RoundScore
from ...rules.next_card import score_so_far
from ...rules.scoring.plan import LINE_ORDER, tiebreak
from ...wording.explanations.table import comparison_words, winners
from ...wording.names import type_name
from ...wording.phrases import isolated, number
from ...wording.problems import assumption
from ...wording.standing import (
    before_end,
    confirm_question,
    counted_rounds,
    dessert,
    lead,
    leader,
    moved,
    new_leader,
    open_questions_question,
    points_before_end,
    still_entering,
)
from ...wording.verdict import closing, verdict
from ..services.game_state import (
    GameState,
    RoundState,
    SeatState,
    is_missing_only,
    is_question,
)
from ..services.joining import others_are_there
from ..services.versions import newest_versions, rounds_at, seats_changed_since
from .bgstats import shared_result
from .common import (
    is_expected_of,
    isolated_names,
    shown_problem,
    shown_score,
    why_url,
    with_shown_names,
)
from .history import late_tables
from .open_questions import questions_at_end
from .opinions import shown_opinions, who_agrees

CELEBRATED = datetime.timedelta(minutes=15)
"""How long after its end a game is still celebrated where its result is opened."""


def as_begun(table: GameState, result: Result) -> Result:
    """The result in which an open round brings nobody anything while nothing lies there: two
    players would both have the most temaki before its first card."""
    return result._replace(
        rounds=tuple(
            played
            if round_.is_confirmed or round_.is_begun
            else RoundScore({name: score_so_far(score) for name, score in played.players.items()})
            for round_, played in zip(table.rounds, result.rounds, strict=False)
        )
    )


def standing_rows(table: GameState, result: Result, *, with_end: bool) -> list[dict[str, Any]]:
    """Everybody by rank; seats that are not ranked last, with the rank None.

    ``climbed`` are the places won since the round before, negative for places lost; None in the
    first round, at the end, and for somebody without a rank. ``won`` are the numbers of the rounds
    in which nobody with a rank had more points.
    """
    rounds = len(result.rounds)
    ranking = result.ranking if with_end else ranking_after(result, rounds)
    ranks = {rank.player: rank for rank in ranking}
    earlier = [] if with_end or rounds < 2 else ranking_after(result, rounds - 1)
    before = {rank.player: rank.rank for rank in earlier}
    seats = {seat.sheet_name: seat for seat in table.rounds[rounds - 1].seats}
    tableaus, said = [it.tableaus for it in result.sheet.rounds], result.sheet.said_desserts
    rows: list[dict[str, Any]] = []
    for name in dict.fromkeys([*ranks, *seats]):
        seat, mine = seats[name], ranks.get(name)
        climbed = before[name] - mine.rank if mine and before else None
        points = [played.players[name].total for played in result.rounds]
        rows.append(
            {
                "seat": seat,
                "look": look_of(seat.player),
                "rank": mine.rank if mine else None,
                "tied": mine is not None and sum(r.rank == mine.rank for r in ranking) > 1,
                "rounds": points,
                "now": points[-1],
                "game_end": result.game_end[name].total if with_end and result.game_end else None,
                "total": result.totals[name] if with_end else sum(points),
                # Of a round that was counted without cards nobody has said how many there are yet.
                "tiebreak": "?"
                if result.sheet.has_counted and said is None
                else tiebreak(table.setting, tableaus, seat.index, said),
                "why": why_url(seat),
                "climbed": climbed,
                "steps": abs(climbed or 0),
                "moved": "" if climbed is None else moved(climbed),
            }
        )
    ranked = [row["rounds"] for row in rows if row["rank"]]
    best = [max(points) for points in zip(*ranked, strict=True)]
    for row in rows:
        tops = [mine == top for mine, top in zip(row["rounds"], best, strict=True)]
        row["won"] = [n for n, is_top in enumerate(tops, start=1) if is_top and row["rank"]]
    most = max(row["total"] for row in rows)
    for row in rows:  # how long a bar is, in hundredths of the longest
        row["share"] = 100 * max(row["total"], 0) // max(most, 1)
    return rows


def ranking_after(result: Result, rounds: int) -> list[Rank]:
    """The ranking by the points of the first rounds alone; equal points share a rank.

    What the game's end brings is not in it yet, and the tie-break decides nothing before that.
    """
    played = result.rounds[:rounds]
    standing = [
        rank._replace(total=sum(round_.players[rank.player].total for round_ in played))
        for rank in result.ranking
    ]
    seats = result.sheet.seats
    standing.sort(key=lambda rank: (-rank.total, seats.index(rank.player)))
    totals = [rank.total for rank in standing]
    return [rank._replace(rank=1 + totals.index(rank.total)) for rank in standing]


def kept_desserts(table: GameState) -> dict[str, Any]:
    """What is kept for the end of the game and breaks ties, the row's ``tiebreak``: its picture,
    what it is counted in, and that totals lack it."""
    setting = table.setting
    return {
        "dessert": dessert(setting),
        "ties_by": setting.rules.tiebreak,
        "before_end": before_end(setting),
    }


def lead_in_words(table: GameState, result: Result) -> str:
    """Who leads after the latest round, by how much, and whether that is new; all of it before the
    end of the game is counted."""
    shown, rounds = isolated_names(table.seats), len(result.rounds)
    ranking = ranking_after(result, rounds)
    before = ranking_after(result, rounds - 1) if rounds > 1 else []
    best, *rest = sorted({rank.total for rank in ranking}, reverse=True)
    leaders = [rank.player for rank in ranking if rank.rank == 1]
    # Tokens that are left are not known before the last round is confirmed.
    is_known = result.game_end is not None and not table.setting.rules.tokens
    at_end = [rank.player for rank in result.ranking if rank.rank == 1 and is_known]
    return lead(
        [shown[name] for name in leaders],
        points_before_end(best, table.setting),
        behind=[shown[rank.player] for rank in ranking if rank.total in rest[:1]],
        gap=best - rest[0] if rest else 0,
        before=[shown[rank.player] for rank in before if rank.rank == 1],
        turned_to=[shown[name] for name in at_end] if {*at_end} != {*leaders} else [],
    )


def round_is_in(table: GameState, round_: RoundState) -> dict[str, Any]:
    """What a page shows for a moment when a round is confirmed: who leads now, and everybody by
    rank with the place in the list before it."""
    shown, now = isolated_names(table.seats), ranking_after(round_.result, round_.number)
    before = ranking_after(round_.result, round_.number - 1) if round_.number > 1 else []
    was = [rank.player for rank in before or now]
    return {
        "number": round_.number,
        "words": new_leader(
            [shown[rank.player] for rank in now if rank.rank == 1],
            before=[shown[rank.player] for rank in before if rank.rank == 1],
            is_level=now[-1].rank == 1,
        ),
        "rows": [
            {
                "rank": rank.rank,
                "tied": sum(other.rank == rank.rank for other in now) > 1,
                "name": shown[rank.player],
                "total": rank.total,
                "was": 1 + was.index(rank.player),
            }
            for rank in now
        ],
    }


def points_table(
    seats: Sequence[SeatState], scores: Mapping[str, PlayerScore], part: str
) -> dict[str, Any]:
    """Points by card type (rows) and seat (columns); a type that scored for nobody is left out.

    Args:
        part: which one it is, as the page of explanations calls it: "r1" to "r3", or "end".
    """
    return {
        "seats": seats,
        "part": part,
        # The names stand upright; and the table may be wider than a small phone and scrolls.
        "is_narrow": len(seats) >= 3,
        "may_scroll": len(seats) > 5,
        "rows": [
            {
                "icon": "token" if type_ == "tokens" else type_,
                "type": type_,
                "name": type_name(type_),
                "cells": [(seat, lines.get(seat.index)) for seat in seats],
            }
            for type_, lines in _by_type(scores).items()
            if any(line.points for line in lines.values())
        ],
        "sums": [(seat, scores[seat.sheet_name].total) for seat in seats],
    }


def comparisons(
    seats: Iterable[SeatState], scores: Mapping[str, PlayerScore]
) -> list[dict[str, Any]]:
    """Who won what across the table, each comparison told once."""
    names = list(isolated_names(seats).values())
    return [
        {
            "type": type_,
            "name": type_name(type_),
            "outcome": words.outcome,
            "figures": words.figures,
            "winners": winners(lines, names),
        }
        for type_, lines in _by_type(scores).items()
        if (words := comparison_words(list(lines.values()), names))
    ]


def _by_type(scores: Mapping[str, PlayerScore]) -> dict[str, dict[int, Line]]:
    """The lines by type, in the order of every player's lines, then by seat."""
    by_type: dict[str, dict[int, Line]] = {}
    for seat, score in enumerate(scores.values()):
        for line in score.lines:
            by_type.setdefault(line.type, {})[seat] = line
    return {type_: by_type[type_] for type_ in LINE_ORDER if type_ in by_type}


def growth(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The running totals of a finished game as a picture and as a table, players in the order of
    the standings; at least one row, all with the same rounds."""
    totals = [list(accumulate([*row["rounds"], row["game_end"] or 0])) for row in rows]
    chart = line_chart([[0, *values] for values in totals])
    parts = [*(f"r{number}-total" for number in range(1, len(totals[0]))), "total"]
    return {
        "lines": [
            {
                "look": row["look"],
                "name": row["seat"].name,
                "label": short_label(row["seat"].name),
                "drawn": drawn,
                "cells": [
                    (total, f"{row['why']}#{part}")
                    for total, part in zip(values, parts, strict=True)
                ],
                "shown_total": number(values[-1]),
            }
            for row, drawn, values in zip(rows, chart.lines, totals, strict=True)
        ],
        "chart": chart,
        "ticks": [(tick.y, number(tick.value)) for tick in chart.ticks],
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": RIGHT,
    }


def leader_card(
    table: GameState, rows: Sequence[dict[str, Any]], *, with_end: bool
) -> dict[str, Any]:
    """Who leads by these rows, for the card above them; on the last table who has won."""
    shown = isolated_names(table.seats)
    ranked = [(shown[row["seat"].sheet_name], row) for row in rows if row["rank"]]
    best, *rest = sorted({row["total"] for _name, row in ranked}, reverse=True)
    title, detail = leader(
        [name for name, row in ranked if row["total"] == best],
        behind=[name for name, row in ranked if row["total"] in rest[:1]],
        gap=best - rest[0] if rest else 0,
    )
    is_over = with_end and table.game.state == Game.State.FINISHED
    if is_over:
        title, detail = verdict(with_shown_names(table, table.result)), ""
    return {"title": title, "detail": detail, "total": best, "is_over": is_over}


def round_page(table: GameState, round_: RoundState, visit: Visit) -> dict[str, Any]:
    """The result of a round, confirmed or as it stands."""
    result, scored, seats, problems = round_.result, round_.scores, round_.seats, round_.problems
    # That cards are still to come is no problem: the rows say how many lie there.
    entering = {seat.sheet_name for seat in seats if not (seat.is_ready or round_.is_confirmed)}
    shown = [
        shown_problem(table, problem, visit)
        for problem in problems
        if not (is_missing_only(problem) and problem.player in entering)
    ]
    shown.sort(key=lambda problem: not problem["answers"])  # questions stand first
    names = isolated_names(seats)
    again = round_.row.reopenings.filter(made=None).first() if round_.version else None
    was = rounds_at(round_, [round_.row.versions.latest("version").number])[0] if again else None
    # Of a round that was opened again only what has changed is asked about once more.
    asked = seats if was is None else seats_changed_since(round_, was)
    # Who confirms waits for nobody at this phone: what is entered there is complete.
    expected = [
        seat
        for seat in asked
        if seat.is_expected
        and not round_.is_confirmed
        and (seat.is_waiting or not (visit.is_host and visit.holds(seat.place)))
    ]
    empty = [] if round_.is_confirmed else [s for s in round_.empty_seats if s in asked]
    waiting = [seat for seat in seats if seat in expected or seat in empty]
    entering_now = [
        (isolated(seat.name), seat.card_count, seat.dealt)
        for seat in waiting
        if seat.card_count < seat.dealt
    ]
    silent = [isolated(seat.name) for seat in waiting if seat.card_count >= seat.dealt]
    unanswered = [seat for seat in asked if seat.question_count and seat not in waiting]
    still = still_entering(entering_now, silent)
    taken = [assumption(p.renamed(names)) for p in problems if p.detail == "assumed"]
    confirmed = newest_versions(table).get(round_.number)
    # A version that was confirmed while this was read stands on the next page, which comes at once.
    is_read = confirmed and confirmed.version == round_.version
    opinions = shown_opinions(table, confirmed, visit) if confirmed and is_read else []
    # One phone for the whole table has nobody to agree with.
    if visit.is_host and all(said["is_own"] and said["agrees"] is None for said in opinions):
        opinions = []
    is_finished = table.game.state == Game.State.FINISHED
    # The table of the last round has everything that the game brings.
    is_known = round_.is_begun and not table.setting.rules.tokens
    with_end = result.game_end is not None and (is_finished or is_known)
    rows = standing_rows(table, result, with_end=with_end)
    # One's own cards first; the host goes on to those of seats that no phone holds, then to others.
    to_enter = [seat for seat in expected if is_expected_of(visit, seat) or visit.is_host]
    to_enter.sort(key=lambda seat: (not visit.holds(seat.place), seat.holder is not None))
    in_one_go = [seat for seat in waiting if visit.may_enter(seat.place)]
    own = next((seat for seat in seats if visit.holds(seat.place)), None)
    has_errors = any(problem["is_error"] for problem in shown)
    # What may be right, such as a miso soup that was discarded, holds nothing up.
    may_confirm = not (waiting or has_errors or any(is_question(problem) for problem in problems))
    concerned = next((seat for seat in seats if again and seat.row.pk == again.seat_id), None)
    return {
        "table": table,
        "round": round_,
        "rows": rows,
        "with_end": with_end,
        # Whose page takes words for several players.
        "words_for_all": in_one_go[0] if len(in_one_go) > 1 else None,
        **kept_desserts(table),
        "leader": (
            leader_card(table, rows, with_end=with_end)
            if round_.is_confirmed or round_.is_begun
            else None
        ),
        "points": points_table(seats, scored, f"r{round_.number}"),
        "comparisons": (compared := comparisons(seats, scored)),
        "won": [comparison for comparison in compared if comparison["winners"]],
        "problems": shown,
        "waiting": still,
        "next": next(iter(to_enter), own if own is concerned else None),
        "missing": [*waiting, *unanswered],
        "confirm_questions": [
            *([confirm_question(still)] if waiting else []),
            *([open_questions_question(taken)] if taken else []),
            *(
                [_("Something is wrong here: see “Please check”.")]
                if any(seat.state == "wrong" for seat in seats)
                else []
            ),
        ],
        "questions": len(taken),
        "late": late_tables(table, round_.number),
        "opinions": opinions,
        "own_opinion": next((o for o in opinions if o["is_own"] and not o["agrees"]), None),
        "own": own,
        "concerned": concerned,
        "is_changed": was != round_.on_sheet,
        "may_leave": was is not None and was.claims == round_.on_sheet.claims,
        # What somebody has said to be wrong needs not be typed again.
        "known_reason": next((said["words"] for said in opinions if said["agrees"] is False), ""),
        "asks_reason": visit.is_host and round_.is_confirmed and others_are_there(table.game),
        "must_answer": any(p.detail in ("unclaimed", "claimed") for p in problems),
        "has_errors": has_errors,
        "may_confirm": may_confirm,
        "is_current": table.current_round is round_,
    }


def _podium(rows: Sequence[dict[str, Any]]) -> Iterable[tuple[dict[str, Any], Stack]]:
    """The first three places with their stacks of plates, the winner in the middle."""
    shown: deque[tuple[dict[str, Any], Stack]] = deque()
    for nth, row in enumerate(row for row in rows if row["rank"] in (1, 2, 3)):
        of_row = row, stack(row["total"], row["rounds"], rows[0]["total"])
        shown.appendleft(of_row) if nth % 2 else shown.append(of_row)
    return shown


def celebration(table: GameState) -> list[str]:
    """What rains over the result of a game that has just ended: pictures of what was played with;
    nothing before, and nothing later."""
    ended = table.game.finished_at
    if ended is None or timezone.now() - ended > CELEBRATED:
        return []
    return ["crown", *(card_type for card_type in CARD_TYPES if card_type in table.setting.types)]


def final_page(table: GameState) -> dict[str, Any]:
    """The result of a game whose rounds are all confirmed."""
    result, seats = table.result, table.rounds[-1].seats
    rows = standing_rows(table, result, with_end=True)
    game_end, questions = result.game_end or {}, questions_at_end(table)
    agreed = who_agrees(table)
    return {
        "table": table,
        "rows": rows,
        "verdict": verdict(with_shown_names(table, result)),
        "is_shared": sum(row["rank"] == 1 and row["seat"].player is not None for row in rows) > 1,
        "closing": closing(result, isolated_names(table.seats)),
        "counted": counted_rounds([it.number for it in table.rounds if it.is_counted]),
        "podium": _podium(rows),
        "raining": celebration(table),
        "growth": growth(rows),
        "points": points_table(seats, game_end, "end"),
        "comparisons": comparisons(seats, game_end),
        "players": [
            shown_score(seat, game_end[seat.sheet_name], questions)
            | {"of_all": result.totals[seat.sheet_name]}
            for seat in seats
        ],
        **kept_desserts(table),
        # Warnings were shown with their rounds; nobody can mend them here.
        "problems": [
            shown_problem(table, problem)
            for problem in result.problems
            if problem.severity is Severity.ERROR
        ],
        # Whoever plays on one phone agrees with themselves.
        "agreed": agreed
        if any(seat.holder for seat in seats) or any(round_["is_said"] for round_ in agreed)
        else [],
        "share": shared_result(table, result),
    }
