"""What several pages show."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ...access.games import Visit
from ...models import Seat, Tap
from ...rules import FACES, Line, PlayerScore, Problem, Result, Severity
from ...rules.notation import parse_tableau
from ...rules.tableau import Card, item
from ...wording.explanations.citations import citation
from ...wording.explanations.lines import explain
from ...wording.items import card_name, item_name
from ...wording.names import type_name
from ...wording.problems import problem_message, problem_place
from ..services.game_state import GameState, holder_of
from .open_questions import OpenQuestions

_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def isolated(name: str) -> str:
    """A name that keeps its own direction of writing inside a sentence of another."""
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"


def seat_names(table: GameState) -> list[str]:
    """The seats' names on a page; the dummy has its word."""
    return [seat.player.name if seat.player else _("Dummy") for seat in table.seats]


def isolated_names(table: GameState) -> dict[str, str]:
    """The seats' names for sentences, by their names on the score sheet, in seat order."""
    return dict(zip(table.sheet.seats, map(isolated, seat_names(table)), strict=True))


def explained_line(
    line: Line,
    seat: int,
    names: Sequence[str],
    *,
    at_end: bool = False,
    questions: OpenQuestions | None = None,
) -> dict[str, Any]:
    """A line in words; ``names`` as they are to be written in sentences."""
    return {
        "type": line.type,
        "name": type_name(line.type),
        "points": line.points,
        "explanation": explain(line, seat, names, at_end=at_end),
        "citation": citation(line.rule),
        "silences": questions.of(line, seat) if questions else (),
    }


def shown_scores(
    table: GameState,
    scores: Mapping[str, PlayerScore],
    *,
    questions: OpenQuestions | None = None,
    only: int | None = None,
) -> list[dict[str, Any]]:
    """Every seat's score in words, in seat order, or one seat's; that of a round where no questions
    are given."""
    at_end = questions is not None and questions.round_number is None
    names, isolates = seat_names(table), list(isolated_names(table).values())
    return [
        {
            "name": names[seat],
            "total": score.total,
            "lines": [
                explained_line(line, seat, isolates, at_end=at_end, questions=questions)
                for line in score.lines
            ],
        }
        for seat, score in enumerate(scores.values())
        if only in (None, seat)
    ]


def shown_problem(table: GameState, problem: Problem, visit: Visit | None = None) -> dict[str, Any]:
    """A problem in words, whose cards to check, and what the visitor may do about it at once."""
    is_somebodys = problem.holders or problem.player
    shown: dict[str, Any] = {
        "message": problem_message(problem.renamed(isolated_names(table))),
        "is_error": problem.severity is Severity.ERROR,
        "round": problem_place(problem),
        "cards": [
            {"name": name, "url": entry_url(table, problem.round, seat)}
            for seat, name in enumerate(seat_names(table))
            if problem.round and is_somebodys and problem.concerns(table.sheet.seats[seat])
        ],
        "is_news": True,
    }
    if visit is None or not problem.round or problem.player is None:
        return shown
    seat = table.sheet.seats.index(problem.player)
    is_confirmed = table.rounds[problem.round - 1].is_confirmed
    if is_confirmed or not visit.may_enter(table.seats[seat].place):
        return shown
    if problem.code == "bare-wasabi":
        shown |= _wasabi_question(table, problem, problem.round, seat)
    elif (problem.code, problem.detail) == ("uramaki-claim", "unclaimed"):
        shown["claims"] = f"{entry_url(table, problem.round, seat)}#race"
    return shown


def _wasabi_question(
    table: GameState, problem: Problem, round_number: int, seat: int
) -> dict[str, Any]:
    """A button for each sort of nigiri, which puts one on a wasabi."""
    laid = table.tableaus[round_number - 1][seat]
    bare = parse_tableau(str(problem.facts["nigiri"])).counts
    found = {pile.item: laid.entries[pile.cards[-1]] for pile in laid.laid if pile.item in bare}
    answers = []
    for lying in bare:
        label = capfirst(card_name(lying.card))
        words = capfirst(item_name(item(lying.card, Card(FACES["wasabi"]))))
        if len(bare) == 1:
            label, words = _("Yes"), _("Yes: %(card)s") % {"card": words}
        answers.append(
            {
                "url": entry_url(table, round_number, seat),
                "do": f"on:{found[lying].pk}",
                "card": found[lying].card,
                "label": label,
                "words": words,
                "tap": uuid4(),
            }
        )
    is_news = any(entry.added_by.kind != Tap.Kind.MOVE for entry in found.values())
    return {"answers": answers, "is_news": is_news}


def with_shown_names(table: GameState, result: Result) -> Result:
    """The result with its ranking by the names that a page shows, fit to stand in a sentence."""
    shown = isolated_names(table)
    ranking = tuple(rank._replace(player=shown[rank.player]) for rank in result.ranking)
    return result._replace(ranking=ranking)


def is_expected_of(visit: Visit, seat: Seat) -> bool:
    """Whether this phone enters the cards of a seat: its own, or one that no phone holds."""
    return visit.holds(seat.place) or (visit.may_enter(seat.place) and holder_of(seat) is None)


def why_url(table: GameState, seat: int) -> str:
    """The page that explains every point of a seat.

    Its parts have the ids ``r2`` (a round), ``r2-maki`` (a line), ``r2-total`` (the points up to
    then), ``end`` and ``end-pudding`` (the game's end), ``total``.
    """
    return reverse("why", args=[table.game.pk, table.seats[seat].place])


def entry_url(table: GameState, round_number: int, seat: int) -> str:
    """The page on which a seat's tableau is entered."""
    return reverse("entry", args=[table.game.pk, round_number, table.seats[seat].place])


def round_url(table: GameState, round_number: int) -> str:
    """The page of a round's result."""
    return reverse("round", args=[table.game.pk, round_number])


def is_missing_only(problem: Problem) -> bool:
    """Whether a problem only says that cards are still to be entered."""
    return problem.code == "hand-size" and problem.detail != "too-many"
