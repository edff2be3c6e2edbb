"""What several pages show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from ..access import Visit
from ..models import Seat
from ..rules import Line, PlayerScore, Problem, Severity
from ..services.reading import GameTable, holder_of
from ..wording.citations import Citation, citation
from ..wording.lines import explain
from ..wording.names import type_name
from ..wording.problems import problem_message, problem_place

_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def isolated(name: str) -> str:
    """A name that keeps its own direction of writing inside a sentence of another."""
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"


def seat_names(table: GameTable) -> list[str]:
    """How the seats are called on a page, by seat; the dummy by its word."""
    return [seat.player.name if seat.player else _("Dummy") for seat in table.seats]


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A score line in words."""

    type: str
    name: str
    points: int
    explanation: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class ShownScore:
    """A player's score in words."""

    name: str
    total: int
    lines: Sequence[ExplainedLine]


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """A problem in words, its round in words, and the page on which it can be mended."""

    message: str
    is_error: bool
    round: str
    url: str = ""


def shown_score(
    table: GameTable, seat: int, score: PlayerScore, *, at_end: bool = False
) -> ShownScore:
    """One seat's score in words, of a round or of the game's end."""
    names = seat_names(table)
    isolates = [isolated(name) for name in names]
    return ShownScore(
        names[seat],
        score.total,
        [_explained(line, seat, isolates, at_end=at_end) for line in score.lines],
    )


def _explained(line: Line, seat: int, names: Sequence[str], *, at_end: bool) -> ExplainedLine:
    words = explain(line, seat, names, at_end=at_end)
    return ExplainedLine(line.type, type_name(line.type), line.points, words, citation(line.rule))


def shown_scores(
    table: GameTable, scores: Mapping[str, PlayerScore], *, at_end: bool = False
) -> list[ShownScore]:
    """Every seat's score in words, in seat order."""
    return [
        shown_score(table, seat, score, at_end=at_end) for seat, score in enumerate(scores.values())
    ]


def shown_problem(table: GameTable, problem: Problem) -> ShownProblem:
    """A problem in words."""
    url = ""
    if problem.round and problem.player:
        seat = table.sheet.seats.index(problem.player)
        url = entry_url(table, problem.round, seat)
    is_error = problem.severity is Severity.ERROR
    return ShownProblem(
        problem_message(_with_shown_name(table, problem)), is_error, problem_place(problem), url
    )


def _with_shown_name(table: GameTable, problem: Problem) -> Problem:
    """The problem with its player called as on a page, fit to stand in a sentence."""
    if problem.player is None:
        return problem
    seat = table.sheet.seats.index(problem.player)
    return problem._replace(player=isolated(seat_names(table)[seat]))


def is_expected_of(visit: Visit, seat: Seat) -> bool:
    """Whether it is for this phone to enter the cards of a seat: its own ones, and for whoever may
    enter those of others, of seats that no phone holds."""
    return visit.holds(seat.place) or (visit.may_enter(seat.place) and holder_of(seat) is None)


def entry_url(table: GameTable, round_number: int, seat: int) -> str:
    """The page on which a seat's tableau is entered."""
    return reverse("entry", args=[table.game.pk, round_number, table.seats[seat].place])


def round_url(table: GameTable, round_number: int) -> str:
    """The page of a round's result."""
    return reverse("round", args=[table.game.pk, round_number])


def is_missing_only(problem: Problem) -> bool:
    """Whether a problem only says that cards are missing: what is still to be entered is none."""
    return problem.code == "hand-size" and problem.detail != "too-many"
