"""The rounds of a case file: what lay where, and what every point came from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from ...play.pages.common import (
    ExplainedLine,
    ShownProblem,
    ShownScore,
    is_missing_only,
    seat_names,
    shown_problem,
    shown_scores,
)
from ...play.pages.open_questions import questions_at_end, questions_of_round
from ...play.pages.points import PointsTable, ShownComparison, comparisons, points_table
from ...play.services.game_state import GameTable
from ...rules import PlayerScore, Problem, Result
from ...wording.items import tableau_words
from ...wording.names import icon_count, switch_name, type_name
from ...wording.phrases import series


@dataclass(frozen=True, slots=True)
class CaseLine:
    """A score line with what decided it.

    Attributes:
        decided: the house rules on which it depends: slug, name, and whether it is on. What each
            is about is told once, with the rulings in force.
        own: what else the rulebook leaves open there, and what the referee does, in words.
    """

    line: ExplainedLine
    decided: Sequence[tuple[str, str, bool]]
    own: Sequence[str]


@dataclass(frozen=True, slots=True)
class CaseScore:
    """A seat's score of a round, or of the game's end."""

    name: str
    total: int
    lines: Sequence[CaseLine]


@dataclass(frozen=True, slots=True)
class CaseSeat:
    """What lay in front of a seat in a round, and what it scored.

    Attributes:
        cards: in words, "" for nothing; ``number`` of them.
        is_ready: its player has said "that's mine" of them.
    """

    cards: str
    number: int
    is_ready: bool
    score: CaseScore


@dataclass(frozen=True, slots=True)
class CaseClaim:
    """A claim of the uramaki race, and what it won; ``turn`` counts turns with claims from 1."""

    turn: int
    name: str
    icons: str
    points: int


@dataclass(frozen=True, slots=True)
class CaseRound:
    """A round, confirmed or as it stands.

    ``problems``: what cannot be right in it, or may not be.
    """

    number: int
    is_confirmed: bool
    points: PointsTable
    comparisons: Sequence[ShownComparison]
    claims: Sequence[CaseClaim]
    seats: Sequence[CaseSeat]
    problems: Sequence[ShownProblem]


@dataclass(frozen=True, slots=True)
class CaseEnd:
    """What is scored after the last round; ``tokens``: what Roll's players had left, by name."""

    points: PointsTable
    comparisons: Sequence[ShownComparison]
    scores: Sequence[CaseScore]
    tokens: Sequence[tuple[str, str]]


def case_rounds(table: GameTable, result: Result) -> list[CaseRound]:
    """The rounds of a result, which is that of the table's sheet."""
    return [
        _round(table, result, number, played.players)
        for number, played in enumerate(result.rounds, start=1)
    ]


def _round(
    table: GameTable, result: Result, number: int, scores: Mapping[str, PlayerScore]
) -> CaseRound:
    shown = shown_scores(table, scores, questions=questions_of_round(table, number))
    laid = table.tableaus[number - 1]
    return CaseRound(
        number=number,
        is_confirmed=table.rounds[number - 1].is_confirmed,
        points=points_table(table, scores, f"r{number}"),
        comparisons=comparisons(table, scores),
        claims=_claims(table, number, scores),
        seats=[
            CaseSeat(tableau_words(one.value), len(one.value), one.row.is_ready, _score(score))
            for one, score in zip(laid, shown, strict=True)
        ],
        problems=shown_problems(table, _problems(table, result, number)),
    )


def _problems(table: GameTable, result: Result, number: int) -> list[Problem]:
    """What is wrong in a round; that cards are missing is not, while they are being entered."""
    of_round = [problem for problem in result.problems if problem.round == number]
    if table.rounds[number - 1].is_confirmed:
        return of_round
    return [problem for problem in of_round if not is_missing_only(problem)]


def _score(score: ShownScore) -> CaseScore:
    return CaseScore(score.name, score.total, [_line(line) for line in score.lines])


def _line(line: ExplainedLine) -> CaseLine:
    decided = [
        (one.switch, switch_name(one.switch), bool(one.value))
        for one in line.silences
        if one.switch
    ]
    return CaseLine(line, decided, [one.words for one in line.silences if not one.switch])


def shown_problems(table: GameTable, problems: Sequence[Problem]) -> list[ShownProblem]:
    """Problems in words, what cannot be right first, without the ways to mend them: nothing is
    mended in a case file."""
    shown = [replace(shown_problem(table, problem), cards=()) for problem in problems]
    return sorted(shown, key=lambda problem: not problem.is_error)


def _claims(table: GameTable, number: int, scores: Mapping[str, PlayerScore]) -> list[CaseClaim]:
    won = {
        (claim.turn, claim.seat): claim.points
        for score in scores.values()
        for line in score.lines
        for claim in line.claims
    }
    names = seat_names(table)
    return [
        CaseClaim(turn, names[seat], icon_count("uramaki", icons), won.get((turn, seat), 0))
        for turn, claimed in enumerate(table.sheet.rounds[number - 1].claims, start=1)
        for seat, icons in claimed
    ]


def case_end(table: GameTable, result: Result) -> CaseEnd | None:
    """The game's end; None while rounds are missing."""
    if result.game_end is None:
        return None
    scores = result.game_end
    questions = questions_at_end(table)
    return CaseEnd(
        points_table(table, scores, "end"),
        comparisons(table, scores),
        [_score(s) for s in shown_scores(table, scores, at_end=True, questions=questions)],
        _tokens(table) if table.setting.rules.tokens else (),
    )


def _tokens(table: GameTable) -> list[tuple[str, str]]:
    """Everybody's unused tokens in words, "" for none."""
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
