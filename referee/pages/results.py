"""The result of a round, and of the game."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..rules import Rank, Result, Severity, score_sheet
from ..services.reading import GameTable
from ..wording.verdict import verdict
from .common import (
    ShownProblem,
    ShownScore,
    isolated,
    round_url,
    seat_names,
    shown_problem,
    shown_scores,
)
from .tableaus import SeatState, round_problems, seat_states


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's line in the table of a result. ``rank`` is None for a dummy that cannot win."""

    name: str
    rank: int | None
    rounds: Sequence[int]
    game_end: int | None
    total: int
    tiebreak: int


@dataclass(frozen=True, slots=True)
class RoundPage:
    """Everything that the page of a round's result shows."""

    table: GameTable
    round_number: int
    rows: Sequence[StandingRow]
    scores: Sequence[ShownScore]
    seats: Sequence[SeatState]
    problems: Sequence[ShownProblem]
    has_errors: bool
    is_confirmed: bool
    is_current: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class FinalPage:
    """Everything that the page of the game's result shows."""

    table: GameTable
    rows: Sequence[StandingRow]
    verdict: str
    winners: Sequence[str]
    game_end: Sequence[ShownScore]
    round_urls: Sequence[str]
    tiebreak: str
    problems: Sequence[ShownProblem]


def round_page(table: GameTable, round_number: int) -> RoundPage:
    """The result of a round (from 1), confirmed or as it stands."""
    result = score_sheet(table.sheet_up_to(round_number))
    problems = round_problems(table, round_number)
    shown = [shown_problem(table, problem) for problem in problems]
    return RoundPage(
        table=table,
        round_number=round_number,
        rows=_rows(table, result, with_end=False),
        scores=shown_scores(table, result.rounds[-1].players),
        seats=seat_states(table, round_number, problems),
        problems=shown,
        has_errors=any(problem.is_error for problem in shown),
        is_confirmed=table.rounds[round_number - 1].is_confirmed,
        is_current=table.current_round == round_number,
        is_last=round_number == len(table.rounds),
    )


def final_page(table: GameTable) -> FinalPage:
    """The result of a game whose rounds are all confirmed."""
    result = score_sheet(table.sheet)
    return FinalPage(
        table=table,
        rows=_rows(table, result, with_end=True),
        verdict=verdict(_with_shown_names(table, result)),
        winners=result.winners,
        game_end=shown_scores(table, result.game_end or {}, at_end=True),
        round_urls=[round_url(table, round_.number) for round_ in table.rounds],
        tiebreak=table.setting.rules.tiebreak,
        # Warnings were shown with their rounds; nobody can mend them here.
        problems=[
            shown_problem(table, problem)
            for problem in result.problems
            if problem.severity is Severity.ERROR
        ],
    )


def _rows(table: GameTable, result: Result, *, with_end: bool) -> list[StandingRow]:
    """Everybody by rank; seats that are not ranked last."""
    ranking = result.ranking if with_end else _ranking_so_far(result)
    ranks: dict[str, Rank] = {rank.player: rank for rank in ranking}
    shown = dict(zip(table.sheet.seats, seat_names(table), strict=True))
    order = [*ranks, *(name for name in table.sheet.seats if name not in ranks)]
    return [
        StandingRow(
            name=shown[name],
            rank=ranks[name].rank if name in ranks else None,
            rounds=[played.players[name].total for played in result.rounds],
            game_end=result.game_end[name].total if with_end and result.game_end else None,
            total=result.totals[name] if with_end else _rounds_total(result, name),
            tiebreak=ranks[name].tiebreak if name in ranks else 0,
        )
        for name in order
    ]


def _rounds_total(result: Result, name: str) -> int:
    """A player's points of the rounds alone, without what the game's end brings."""
    return sum(played.players[name].total for played in result.rounds)


def _ranking_so_far(result: Result) -> list[Rank]:
    """The ranking by the points of the rounds alone; equal points share a rank.

    What the game's end brings is not in it yet, and the tie-break decides nothing before that.
    """
    standing = [rank._replace(total=_rounds_total(result, rank.player)) for rank in result.ranking]
    seats = result.sheet.seats
    standing.sort(key=lambda rank: (-rank.total, seats.index(rank.player)))
    totals = [rank.total for rank in standing]
    return [rank._replace(rank=1 + totals.index(rank.total)) for rank in standing]


def _with_shown_names(table: GameTable, result: Result) -> Result:
    """The result with its ranking by the names that a page shows, fit to stand in a sentence."""
    shown = dict(zip(table.sheet.seats, seat_names(table), strict=True))
    ranking = tuple(rank._replace(player=isolated(shown[rank.player])) for rank in result.ranking)
    return result._replace(ranking=ranking)
