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
    """How the seats are called on a page, by seat; the dummy by its word."""
    return [seat.player.name if seat.player else _("Dummy") for seat in table.seats]


def shown_score(
    table: GameState,
    seat: int,
    score: PlayerScore,
    *,
    at_end: bool = False,
    questions: OpenQuestions | None = None,
) -> dict[str, Any]:
    """One seat's score in words, of a round or of the game's end.

    Args:
        questions: what the rulebook leaves open there; without them nothing is said of it.
    """
    names = seat_names(table)
    isolates = [isolated(name) for name in names]
    return {
        "name": names[seat],
        "total": score.total,
        "lines": [
            explained_line(line, seat, isolates, at_end=at_end, questions=questions)
            for line in score.lines
        ],
    }


def explained_line(
    line: Line,
    seat: int,
    names: Sequence[str],
    *,
    at_end: bool,
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
    at_end: bool = False,
    questions: OpenQuestions | None = None,
) -> list[dict[str, Any]]:
    """Every seat's score in words, in seat order; ``questions`` as for :func:`shown_score`."""
    return [
        shown_score(table, seat, score, at_end=at_end, questions=questions)
        for seat, score in enumerate(scores.values())
    ]


def shown_problem(table: GameState, problem: Problem, visit: Visit | None = None) -> dict[str, Any]:
    """A problem in words, with what a visitor may do about it at once, where there is one."""
    names = map(isolated, seat_names(table))
    renamed = problem.renamed(dict(zip(table.sheet.seats, names, strict=True)))
    shown = {
        "message": problem_message(renamed),
        "is_error": problem.severity is Severity.ERROR,
        "round": problem_place(problem),
        "cards": _cards_to_check(table, problem),
        "answers": (),
        "claims": "",
        "is_news": True,
    }
    if visit is None or not problem.round or problem.player is None:
        return shown
    seat = table.sheet.seats.index(problem.player)
    is_confirmed = table.rounds[problem.round - 1].is_confirmed
    if is_confirmed or not visit.may_enter(table.seats[seat].place):
        return shown
    if problem.code == "bare-wasabi":
        return _asked(table, problem, problem.round, seat, shown)
    if (problem.code, problem.detail) == ("uramaki-claim", "unclaimed"):
        return shown | {"claims": f"{entry_url(table, problem.round, seat)}#race"}
    return shown


def _asked(
    table: GameState, problem: Problem, round_number: int, seat: int, shown: dict[str, Any]
) -> dict[str, Any]:
    """The question with a tap for each sort of nigiri, which puts one on a wasabi."""
    laid = table.tableaus[round_number - 1][seat]
    bare = parse_tableau(str(problem.facts["nigiri"])).counts
    found = {pile.item: laid.entries[pile.cards[-1]] for pile in laid.laid if pile.item in bare}
    url = entry_url(table, round_number, seat)
    wasabi = Card(FACES["wasabi"])
    answers = []
    for lying in bare:
        entry = found[lying]
        words = capfirst(item_name(item(lying.card, wasabi)))
        label = capfirst(card_name(lying.card))
        if len(bare) == 1:
            label = _("Yes")
            words = _("Yes: %(card)s") % {"card": words}
        answers.append(
            {
                "url": url,
                "do": f"on:{entry.pk}",
                "card": entry.card,
                "label": label,
                "words": words,
                "tap": uuid4(),
            }
        )
    is_news = any(entry.added_by.kind != Tap.Kind.MOVE for entry in found.values())
    return shown | {"answers": answers, "is_news": is_news}


def _cards_to_check(table: GameState, problem: Problem) -> list[dict[str, Any]]:
    """The cards of the player whose problem it is, or of everybody who has some of what there is
    too much of."""
    if not problem.round or not (problem.holders or problem.player):
        return []
    return [
        {"name": name, "url": entry_url(table, problem.round, seat)}
        for seat, name in enumerate(seat_names(table))
        if problem.concerns(table.sheet.seats[seat])
    ]


def with_shown_names(table: GameState, result: Result) -> Result:
    """The result with its ranking by the names that a page shows, fit to stand in a sentence."""
    shown = dict(zip(table.sheet.seats, seat_names(table), strict=True))
    ranking = tuple(rank._replace(player=isolated(shown[rank.player])) for rank in result.ranking)
    return result._replace(ranking=ranking)


def is_expected_of(visit: Visit, seat: Seat) -> bool:
    """Whether it is for this phone to enter the cards of a seat: its own ones, and for whoever may
    enter those of others, of seats that no phone holds."""
    return visit.holds(seat.place) or (visit.may_enter(seat.place) and holder_of(seat) is None)


def why_url(table: GameState, seat: int) -> str:
    """The page that explains every point of a seat; the parts of it have these ids:

    ``r2`` a round, ``r2-maki`` a line of it, ``r2-total`` the points up to then, ``end`` and
    ``end-pudding`` the game's end, ``total`` all of it.
    """
    return reverse("why", args=[table.game.pk, table.seats[seat].place])


def entry_url(table: GameState, round_number: int, seat: int) -> str:
    """The page on which a seat's tableau is entered."""
    return reverse("entry", args=[table.game.pk, round_number, table.seats[seat].place])


def round_url(table: GameState, round_number: int) -> str:
    """The page of a round's result."""
    return reverse("round", args=[table.game.pk, round_number])


def is_missing_only(problem: Problem) -> bool:
    """Whether a problem only says that cards are missing: what is still to be entered is none."""
    return problem.code == "hand-size" and problem.detail != "too-many"
