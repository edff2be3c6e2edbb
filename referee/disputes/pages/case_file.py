"""The case file: everything entered, agreed, scored, corrected and disputed in a game."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from ...models import Game
from ...play.pages.common import shown_problem, shown_score, with_shown_names
from ...play.pages.history import game_history
from ...play.pages.hosts import host_history
from ...play.pages.open_questions import questions_at_end, questions_of_round
from ...play.pages.results import comparisons, kept_desserts, points_table, standing_rows
from ...play.services.game_state import GameState, RoundState, is_missing_only
from ...play.services.versions import open_reopenings
from ...rules import PlayerScore, Problem, Result, score_sheet
from ...rules.scoring.plan import dessert_kinds
from ...wording.explanations.citations import ranking_citation
from ...wording.items import tableau_words
from ...wording.names import dessert_name, icon_count, type_name, variant_name
from ...wording.phrases import series
from ...wording.rulings import rulings, without_effect
from ...wording.verdict import verdict
from ..services.disputes import last_begun
from .case_sheet import sheet_of_case
from .disputes import shown_disputes
from .versions import shown_versions


def case_file_page(table: GameState) -> dict[str, Any]:
    """Return the game's present state, scored from the same sheet as the download."""
    game, setting = table.game, table.setting
    has_begun = last_begun(table) is not None
    result = score_sheet(sheet_of_case(table))
    return {
        "game": game,
        "setting": setting,
        "cards": series(map(type_name, setting.menu.types)) if setting.menu else "",
        "variants": [variant_name(v) for v in setting.rules.variants if v in setting.variants],
        "players": [seat.name for seat in table.seats],
        "rulings": rulings(setting),
        "without_effect": without_effect(setting),
        "told": _standing(table, result) if has_begun else "",
        "rows": standing_rows(table, result, with_end=True),
        **kept_desserts(table),
        "ranking": ranking_citation(game.ruleset),
        "has_sheet": not result.sheet.has_counted,
        "problems": _problems(
            table, (problem for problem in result.problems if problem.round is None)
        ),
        "rounds": [_round(table, result, round_) for round_ in table.rounds[: len(result.rounds)]]
        if has_begun
        else (),
        "end": _end(table, result.game_end) if has_begun and result.game_end else None,
        "versions": [
            {"number": round_.number, "versions": shown_versions(table, round_)}
            for round_ in table.rounds
            if round_.version
        ],
        "open_again": open_reopenings(game),
        "disputes": shown_disputes(table),
        "history": _history(table),
        "hosts": host_history(game),
    }


def _standing(table: GameState, result: Result) -> str:
    """Say who won, or who leads a game that is not over."""
    if table.game.state == Game.State.FINISHED:
        return verdict(with_shown_names(table, result))
    words = verdict(with_shown_names(table, result._replace(winners=())))
    if result.game_end is None:
        return words
    return _("As it stands, with the end of the game: %(standing)s") % {"standing": words}


def _problems(table: GameState, problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Problems in words, errors first, without links: nothing is mended in a case file."""
    shown = [shown_problem(table, problem) | {"cards": ()} for problem in problems]
    return sorted(shown, key=lambda problem: not problem["is_error"])


def _round(table: GameState, result: Result, round_: RoundState) -> dict[str, Any]:
    seats, scores = round_.seats, round_.scores
    questions = questions_of_round(round_)
    problems = (
        problem
        for problem in result.problems
        # That cards are missing is no problem while they are being entered.
        if problem.round == round_.number and (round_.is_confirmed or not is_missing_only(problem))
    )
    return {
        "number": round_.number,
        "is_confirmed": round_.is_confirmed,
        "is_counted": round_.is_counted,
        "points": points_table(seats, scores, f"r{round_.number}"),
        "comparisons": comparisons(seats, scores),
        "claims": _claims(round_),
        "seats": [
            {
                "cards": tableau_words(seat.tableau),
                "number": len(seat.tableau),
                "is_ready": seat.is_ready,
                "score": shown_score(seat, scores[seat.sheet_name], questions),
            }
            for seat in seats
        ],
        "problems": _problems(table, problems),
    }


def _claims(round_: RoundState) -> list[dict[str, Any]]:
    """The uramaki claims of a round, turn by turn."""
    lines = [line for score in round_.scores.values() for line in score.lines]
    won = {(claim.turn, claim.seat): claim.points for line in lines for claim in line.claims}
    return [
        {
            "turn": turn,
            "name": round_.seats[seat].name,
            "icons": icon_count("uramaki", icons),
            "points": won.get((turn, seat), 0),
        }
        for turn, claimed in enumerate(round_.on_sheet.claims, start=1)
        for seat, icons in claimed
    ]


def _end(table: GameState, scores: Mapping[str, PlayerScore]) -> dict[str, Any]:
    seats, questions = table.rounds[-1].seats, questions_at_end(table)
    kinds = dessert_kinds(table.setting)
    return {
        "comparisons": comparisons(seats, scores),
        "scores": [shown_score(seat, scores[seat.sheet_name], questions) for seat in seats],
        "desserts": [
            (seat.name, series(f"{dessert_name(kind)} {held.get(kind, 0)}" for kind in kinds))
            for seat, held in zip(seats, table.sheet.said_desserts or (), strict=False)
        ],
        "tokens": [
            (
                seat.name,
                series(
                    _("%(n)d × %(card)s") % {"n": seat.tokens_left[kind], "card": type_name(kind)}
                    for kind in table.setting.rules.tokens
                    if seat.tokens_left.get(kind)
                ),
            )
            for seat in table.seats
        ]
        if table.setting.rules.tokens
        else (),
    }


def _history(table: GameState) -> list[dict[str, Any]]:
    """The taps of each round by seat, without seats and rounds that have none."""
    taps = game_history(table)
    rounds = (
        (round_, [seat for seat in round_.seats if seat.laid.row.pk in taps])
        for round_ in table.rounds
    )
    return [
        {
            "number": round_.number,
            "seats": [(seat.name, taps[seat.laid.row.pk]) for seat in seats],
        }
        for round_, seats in rounds
        if seats
    ]
