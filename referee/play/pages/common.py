"""What several pages show."""

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ...access.games import Visit
from ...models import Seat, Tap
from ...rules import FACES, Line, PlayerScore, Problem, Result, Severity
from ...rules.scoring.uramaki import settle_claims
from ...rules.sheet import Turn
from ...rules.tableau import Card, item
from ...wording.explanations.citations import citation
from ...wording.explanations.lines import explain
from ...wording.items import card_name, item_name
from ...wording.names import type_name
from ...wording.phrases import number, points_text, series
from ...wording.problems import problem_message, problem_place
from ...wording.short import short_face_name
from ..services.game_state import GameState, LaidTableau, holder_of
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
    names = [isolated(seat.player.name) if seat.player else _("the dummy") for seat in table.seats]
    return dict(zip(table.sheet.seats, names, strict=True))


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
    """A problem in words, whose cards to check, and the answers that the visitor may give at once:
    buttons that send a tap."""
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
        "answers": [],
    }
    if visit is None or not problem.round or problem.player is None:
        return shown
    seat = table.sheet.seats.index(problem.player)
    is_confirmed = table.rounds[problem.round - 1].is_confirmed
    if is_confirmed or not visit.may_enter(table.seats[seat].place):
        return shown
    url = entry_url(table, problem.round, seat)
    shown["answers"] = [
        {"url": url, "tap": uuid4(), **answer} for answer in answers(table, problem, seat)
    ]
    may_enter = [seat for seat in table.seats if visit.may_enter(seat.place)]
    is_first = problem.detail == "unclaimed" and not table.claims[problem.round - 1]
    if is_first and len(may_enter) > 1:
        shown["claims"] = f"{url}#race"
    return shown


def answers(table: GameState, problem: Problem, seat: int) -> list[dict[str, Any]]:
    """What can be answered to a problem of a seat (from 0), as buttons: the tap that each sends,
    its label and what that means in full; the card that it is about, if it is one."""
    laid = table.tableaus[(problem.round or 0) - 1][seat]
    if problem.code == "bare-wasabi":
        return _wasabi_answers(laid, problem)
    if problem.code == "uramaki-claim" and problem.detail in ("unclaimed", "claimed"):
        return _claim_answers(table, problem, seat)
    if (problem.code, problem.detail) == ("not-on-menu", "discarded"):
        gone = [entry for entry in laid.entries if entry.face == problem.facts["face"]]
        words = _("Take it away")
        return [
            {"do": f"take:{entry.pk}", "id": f"gone-{entry.pk}", "label": words, "words": words}
            for entry in gone[-1:]
        ]
    return []


def came_later(laid: LaidTableau) -> tuple[int, list[int]] | None:
    """A wasabi that was said to be bare, and the nigiri that have come since and lie on none, by
    their indexes; None where there are no such. After an undo nobody knows when that was said."""
    cards, entries = laid.cards, laid.entries
    dipped = {one.cards[-1] for one in laid.laid if one.item.base}
    for at, wasabi in enumerate(cards):
        if wasabi.is_known_bare:
            said = entries[at].added_by
            since = 0 if said.kind == Tap.Kind.UNDO else said.number
            later = [
                one
                for one, card in enumerate(cards)
                if card.is_nigiri and not card.flipped and one not in dipped
                if entries[one].place > since
            ]
            if later:
                return at, later
    return None


def _wasabi_answers(laid: LaidTableau, problem: Problem) -> list[dict[str, Any]]:
    """A button for each sort of nigiri that may lie on a wasabi, and one for nothing; to agree with
    what is assumed is one of them."""
    cards, entries, wasabi = laid.cards, laid.entries, int(problem.facts["at"])
    base, assumed, found = entries[wasabi].pk, None, []
    if problem.detail == "before":
        _wasabi, later = came_later(laid) or (wasabi, [])
        may_lie = list({cards[at].card: at for at in later}.values())
    else:
        asked = next(one for one in laid.questions if one.wasabi == wasabi)
        assumed, may_lie = asked.assumed, list(asked.may_lie)
    for at in sorted(may_lie, key=lambda at: item(cards[at].card).order):
        card = cards[at].card
        label = words = capfirst(card_name(card))
        if not card.flipped:
            words = capfirst(item_name(item(card, Card(FACES["wasabi"]))))
        if card.face and not (card.copy or card.flipped):
            label = short_face_name(card.face.slug)
        found.append(
            {
                "do": f"on:{base}:{entries[at].pk}",
                "id": f"lies-{base}-{entries[at].pk}",
                "card": entries[at].card,
                "label": label,
                "words": words,
                "is_assumed": at == assumed,
            }
        )
    nothing = {
        "do": f"bare:{base}",
        "id": f"bare-{base}",
        "label": _("Nothing"),
        "words": _("Nothing lies on the wasabi"),
        "is_assumed": assumed is None,
    }
    return [*found, nothing]


def _claim_answers(table: GameState, problem: Problem, seat: int) -> list[dict[str, Any]]:
    """A button for each turn of the race on which the seat can have reached ten."""
    round_ = table.sheet.rounds[(problem.round or 0) - 1]
    turns, icons = list(round_.claims), int(problem.facts["icons"])
    names = list(isolated_names(table).values())
    found = []

    def add(at: int, moment: str, when: str, new: list[Turn]) -> None:
        settled = settle_claims(new)[0]
        points = next(one.points for one in settled if (one.turn, one.seat) == (at + 1, seat))
        facts = {"name": names[seat], "when": when, "points": points_text(points)}
        label = _("%(name)s: %(points)s")
        label %= {"name": when if turns else names[seat], "points": number(points)}
        found.append(
            {
                "do": f"claim:counted{moment}",
                "id": f"ten{moment}".replace(":", "-"),
                "label": capfirst(label),
                "words": _("%(name)s reached ten %(when)s: %(points)s") % facts,
            }
        )

    for at in range(len(turns) + 1):
        before, here, after = turns[:at], turns[at : at + 1], turns[at:]
        when = _("first")
        if before:
            when = _("after %(names)s") % {"names": series(names[one] for one, _n in before[-1])}
        add(at, f":before-{at + 1}" if after else "", when, [*before, ((seat, icons),), *after])
        if here and seat not in dict(here[0]):
            when = _("with %(names)s") % {"names": series(names[one] for one, _n in here[0])}
            add(at, f":with-{at + 1}", when, [*before, (*here[0], (seat, icons)), *after[1:]])
    found.reverse()  # whoever comes later to the page mostly came later to ten
    if problem.detail == "claimed":
        words = _("They were claimed already: take them away")
        label = _("Claimed already")
        found.append({"do": "take:uramaki", "id": "ten-gone", "label": label, "words": words})
    return found


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
    return _address("why", table.game.pk, table.seats[seat].place)


def entry_url(table: GameState, round_number: int, seat: int) -> str:
    """The page on which a seat's tableau is entered."""
    return _address("entry", table.game.pk, round_number, table.seats[seat].place)


def round_url(table: GameState, round_number: int) -> str:
    """The page of a round's result."""
    return _address("round", table.game.pk, round_number)


@lru_cache(maxsize=16_384)
def _address(page: str, *about: Hashable) -> str:
    """Return a page's address. A board has a dozen of them, the same with each tap."""
    return reverse(page, args=about)


def is_missing_only(problem: Problem) -> bool:
    """Whether a problem only says that cards are still to be entered."""
    return problem.code == "hand-size" and problem.detail != "too-many"
