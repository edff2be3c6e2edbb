"""The result of a round, and of the game."""

from typing import Any

from django.utils.translation import gettext as _

from ...access.games import Visit
from ...models import Game
from ...rules import Result, Severity, score_sheet
from ...wording.standing import empty_seats_question, unready_seats_question
from ...wording.verdict import verdict
from ..services.game_state import GameTable
from .common import (
    isolated,
    shown_problem,
    shown_scores,
    with_shown_names,
)
from .growth import growth
from .late import late_tables
from .open_questions import questions_at_end, questions_of_round
from .opinions import disagreement_in_words, opinions_now, who_agrees
from .points import Cell, comparisons, points_table
from .ranking_rows import lead_in_words, podium, standing_rows
from .share_result import shared_result
from .tableaus import round_problems, seat_states


def round_page(table: GameTable, round_number: int, visit: Visit) -> dict[str, Any]:
    """The result of a round (from 1), confirmed or as it stands."""
    own = next((s for s, seat in enumerate(table.seats) if visit.holds(seat.place)), None)
    result = score_sheet(table.sheet_up_to(round_number))
    problems = round_problems(table, round_number)
    shown = [shown_problem(table, problem, visit) for problem in problems]
    scored = result.rounds[-1].players
    seats = seat_states(table, round_number, problems)
    empty = [seats[seat] for seat in table.empty_seats(round_number)]
    nothing_yet = len(empty) == len(seats)
    opinions = opinions_now(table, round_number, visit)
    unready = [
        seats[seat] for seat in table.unready_seats(round_number) if seats[seat] not in empty
    ]
    points = points_table(table, scored, f"r{round_number}")
    return {
        "table": table,
        "round_number": round_number,
        "rows": standing_rows(table, result, with_end=False),
        "lead": _lead(table, result) if not nothing_yet else "",
        "points": points,
        "whys": list(zip(points["sums"], points["names"], strict=True)),
        "comparisons": comparisons(table, scored),
        "scores": shown_scores(table, scored, questions=questions_of_round(table, round_number)),
        "seats": seats,
        "problems": shown,
        "empty": empty,
        "missing": [*empty, *unready],
        "questions": [
            question([isolated(seat.name) for seat in missing])
            for question, missing in (
                (empty_seats_question, empty),
                (unready_seats_question, unready),
            )
            if missing
        ],
        "late": late_tables(table, round_number),
        "version": table.rounds[round_number - 1].version,
        "opinions": opinions,
        "disagreement": disagreement_in_words(opinions),
        "own_url": "" if own is None else seats[own].url,
        "is_waiting_for_you": own is not None and not seats[own].is_ready,
        "has_errors": any(problem["is_error"] for problem in shown),
        "is_confirmed": table.rounds[round_number - 1].is_confirmed,
        "is_current": table.current_round == round_number,
    }


def _lead(table: GameTable, result: Result) -> str:
    if table.game.state != Game.State.FINISHED:
        return lead_in_words(table, result)
    final = with_shown_names(table, score_sheet(table.sheet))
    return _("The game is over: %(verdict)s") % {"verdict": verdict(final)}


def final_page(table: GameTable) -> dict[str, Any]:
    """The result of a game whose rounds are all confirmed."""
    result = score_sheet(table.sheet)
    rows = standing_rows(table, result, with_end=True)
    return {
        "table": table,
        "rows": rows,
        "verdict": verdict(with_shown_names(table, result)),
        "podium": podium(rows),
        "growth": growth(rows),
        "points": points_table(table, result.game_end or {}, "end"),
        "comparisons": comparisons(table, result.game_end or {}),
        "whys": [(Cell(row.total, row.why), row.name) for row in rows],
        "game_end": shown_scores(
            table, result.game_end or {}, at_end=True, questions=questions_at_end(table)
        ),
        "tiebreak": table.setting.rules.tiebreak,
        # Warnings were shown with their rounds; nobody can mend them here.
        "problems": [
            shown_problem(table, problem)
            for problem in result.problems
            if problem.severity is Severity.ERROR
        ],
        "agreed": (agreed := who_agrees(table)),
        "disagreement": disagreement_in_words(
            list(
                {
                    one.name: one
                    for said in agreed
                    for one in said["opinions"]
                    if one.agrees is False
                }.values()
            )
        ),
        "share": shared_result(table, result),
    }
