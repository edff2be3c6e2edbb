"""Scoring a whole sheet: rounds, game end, ranking and winners."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .problems.checks import find_problems
from .problems.problem import Problem
from .rulesets import ROUNDS
from .scoring.lines import PlayerScore
from .scoring.plan import score_game_end, score_round, tiebreak
from .sheet import RoundSheet, Sheet


class RoundScore(NamedTuple):
    """One round's score of every seat, by name, in seat order."""

    players: Mapping[str, PlayerScore]


class Rank(NamedTuple):
    """A place in the ranking; equal total and tie-break make an equal rank (1, 1, 3)."""

    rank: int
    player: str
    total: int
    tiebreak: int


class Result(NamedTuple):
    """Everything that a score sheet comes to.

    Attributes:
        game_end: what is scored after the last round, by name; None until it is in, and while it
            is not said how many desserts there are where a round was counted without cards.
        ranking: by total, then tie-break; the dummy only where it can win.
        winners: more than one for a shared victory, none before the game's end.
        tiebreak_used: whether the tie-break decided between equal best totals.
        problems: what cannot be right. It does not stop the scoring.
    """

    sheet: Sheet
    rounds: tuple[RoundScore, ...]
    game_end: Mapping[str, PlayerScore] | None
    totals: Mapping[str, int]
    ranking: tuple[Rank, ...]
    winners: tuple[str, ...]
    tiebreak_used: bool
    problems: tuple[Problem, ...]


def score_sheet(sheet: Sheet) -> Result:
    """Score a sheet; one of fewer than three rounds gets the totals so far, and no winner."""
    names = sheet.seats
    tables = [round_.tableaus for round_ in sheet.rounds]
    rounds = tuple(
        RoundScore(dict(zip(names, _scores(sheet, round_), strict=True))) for round_ in sheet.rounds
    )
    game_end = None
    said = sheet.said_desserts
    if len(sheet.rounds) == ROUNDS and not sheet.lacks_desserts:
        tokens = [sheet.tokens_of(seat) for seat in range(len(names))]
        scores = score_game_end(sheet.setting, tables, tokens, said)
        game_end = dict(zip(names, scores, strict=True))
    totals = {
        name: sum(round_.players[name].total for round_ in rounds)
        + (game_end[name].total if game_end else 0)
        for name in names
    }
    ties = {name: tiebreak(sheet.setting, tables, seat, said) for seat, name in enumerate(names)}
    ranking = _ranking(sheet, totals, ties)
    winners = tuple(entry.player for entry in ranking if entry.rank == 1) if game_end else ()
    best = [entry for entry in ranking if entry.total == ranking[0].total]
    used = game_end is not None and len(winners) < len(best)
    return Result(sheet, rounds, game_end, totals, ranking, winners, used, find_problems(sheet))


def _scores(sheet: Sheet, round_: RoundSheet) -> Sequence[PlayerScore]:
    """Everybody's score of a round; of one that was counted without cards, points and no lines."""
    if round_.is_counted and round_.points is not None:
        return [PlayerScore(points, ()) for points in round_.points]
    return score_round(sheet.setting, round_.tableaus, round_.claims)


def _ranking(sheet: Sheet, totals: Mapping[str, int], ties: Mapping[str, int]) -> tuple[Rank, ...]:
    ranked = [
        name
        for name in sheet.seats
        if name in sheet.players or sheet.setting.house_rules.dummy_can_win
    ]
    ranked.sort(key=lambda name: (-totals[name], -ties[name]))  # stable: seat order in a tie
    standing = [(totals[name], ties[name]) for name in ranked]
    return tuple(
        Rank(1 + standing.index(mine), name, *mine)
        for name, mine in zip(ranked, standing, strict=True)
    )
