"""The rounds of a case file: cards, and where every point came from."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from ...play.pages.common import (
    is_missing_only,
    seat_names,
    shown_problem,
    shown_scores,
)
from ...play.pages.open_questions import questions_at_end, questions_of_round
from ...play.pages.results import comparisons, points_table
from ...play.services.game_state import GameState
from ...rules import PlayerScore, Problem, Result
from ...wording.items import tableau_words
from ...wording.names import icon_count, switch_name, type_name
from ...wording.phrases import series


def case_rounds(table: GameState, result: Result) -> list[dict[str, Any]]:
    """Return the rounds of the result of the table's sheet."""
    return [
        _round(table, result, number, played.players)
        for number, played in enumerate(result.rounds, start=1)
    ]


def _round(
    table: GameState, result: Result, number: int, scores: Mapping[str, PlayerScore]
) -> dict[str, Any]:
    shown = shown_scores(table, scores, questions=questions_of_round(table, number))
    laid = table.tableaus[number - 1]
    is_confirmed = table.rounds[number - 1].is_confirmed
    # That cards are missing is no problem while they are being entered.
    problems = [
        problem
        for problem in result.problems
        if problem.round == number and (is_confirmed or not is_missing_only(problem))
    ]
    return {
        "number": number,
        "is_confirmed": is_confirmed,
        "points": points_table(table, scores, f"r{number}"),
        "comparisons": comparisons(table, scores),
        "claims": _claims(table, number, scores),
        "seats": [
            {
                "cards": tableau_words(one.value),
                "number": len(one.value),
                "is_ready": one.row.is_ready,
                "score": _score(score),
            }
            for one, score in zip(laid, shown, strict=True)
        ],
        "problems": shown_problems(table, problems),
    }


def _score(score: dict[str, Any]) -> dict[str, Any]:
    """A score with what decided where the rulebook is silent: the house rules, and the rest."""
    lines = [
        {
            "line": line,
            "decided": [
                (one.switch, switch_name(one.switch), bool(one.value))
                for one in line["silences"]
                if one.switch
            ],
            "own": [one.words for one in line["silences"] if not one.switch],
        }
        for line in score["lines"]
    ]
    return {"name": score["name"], "total": score["total"], "lines": lines}


def shown_problems(table: GameState, problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """Problems in words, what cannot be right first, without the ways to mend them: nothing is
    mended in a case file."""
    shown = [shown_problem(table, problem) | {"cards": ()} for problem in problems]
    return sorted(shown, key=lambda problem: not problem["is_error"])


def _claims(
    table: GameState, number: int, scores: Mapping[str, PlayerScore]
) -> list[dict[str, Any]]:
    won = {
        (claim.turn, claim.seat): claim.points
        for score in scores.values()
        for line in score.lines
        for claim in line.claims
    }
    names = seat_names(table)
    return [
        {
            "turn": turn,
            "name": names[seat],
            "icons": icon_count("uramaki", icons),
            "points": won.get((turn, seat), 0),
        }
        for turn, claimed in enumerate(table.sheet.rounds[number - 1].claims, start=1)
        for seat, icons in claimed
    ]


def case_end(table: GameState, result: Result) -> dict[str, Any] | None:
    """Return the game's end, or None while rounds are missing."""
    if result.game_end is None:
        return None
    scores = result.game_end
    questions = questions_at_end(table)
    return {
        "points": points_table(table, scores, "end"),
        "comparisons": comparisons(table, scores),
        "scores": [
            _score(s) for s in shown_scores(table, scores, at_end=True, questions=questions)
        ],
        "tokens": _tokens(table) if table.setting.rules.tokens else (),
    }


def _tokens(table: GameState) -> list[tuple[str, str]]:
    """Return all unused tokens in words, or ""."""
    kinds = table.setting.rules.tokens
    return [
        (
            name,
            series(
                _("%(n)d × %(card)s") % {"n": held[kind], "card": type_name(kind)}
                for kind in kinds
                if held.get(kind)
            ),
        )
        for name, held in zip(seat_names(table), table.sheet.tokens_left, strict=True)
    ]
