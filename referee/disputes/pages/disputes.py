"""Disputed numbers: the form, the list, and the mistakes that lead to another number."""

from collections.abc import Sequence
from time import monotonic
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from ...access.games import Visit
from ...models import Dispute, Game
from ...play.pages.common import entry_url
from ...play.pages.history import who
from ...play.services.game_state import GameState, read_game_state
from ...rules import Result, read_sheet
from ...rules.mistakes import (
    END,
    MAX_EXPLANATIONS,
    ClaimScope,
    Diagnosis,
    after_answer,
    question_about,
)
from ...rules.scoring.plan import LINE_ORDER
from ...wording.mistakes import (
    answer_texts,
    mistake_text,
    part_name,
    points_words,
    question_text,
    round_without_lines,
)
from ...wording.names import type_name
from ...wording.phrases import number
from ..diagnosing import DiagnosisUnavailableError, explanations
from ..services.disputes import (
    disputes_of,
    is_over,
    number_in,
    number_now,
    result_now,
    scope_of,
    types_in,
)
from .doubts import doubts

PATIENCE_SECONDS = 5.0
"""For the mistakes of all disputes of a game together; one takes at most a second, mostly less."""
MANY = 60
"""How many explanations are compared, so that an answer can bring up a less likely one."""


class TellingQuestion(NamedTuple):
    """The question that tells several mistakes apart; ``answered`` is "" before it is."""

    text: str
    answers: Sequence[str]
    answered: str = ""


class Explanation(NamedTuple):
    """What leads to a disputed number, the likeliest first."""

    ruleset: str
    mistakes: Sequence[Diagnosis]
    question: TellingQuestion | None


def disputes_page(table: GameState, place: str = "") -> dict[str, Any]:
    """Return what can be disputed and what is disputed, without the mistakes.

    The referee's numbers are those of the seat at ``place``, or of the first one.
    """
    result = result_now(table)
    seat = next((seat for seat in table.seats if str(seat.place) == place), table.seats[0])
    return {
        "table": table,
        "name": seat.name,
        "groups": _groups(result, seat.sheet_name) if result else [],
        "disputes": [_plain(table, row, result) for row in disputes_of(table.game)],
    }


def dispute_page(
    game: Game, row: Dispute, visit: Visit | None = None, answer: int | None = None
) -> dict[str, Any]:
    """Return a dispute with the mistakes that explain it, and the questions about its cards.

    Args:
        answer: which answer was given to the question that tells the mistakes apart.
    """
    table = read_game_state(game)
    shown = _explained(_plain(table, row, result_now(table)), answer)
    rounds = [round_ for round_ in table.rounds if row.part in (0, round_.number)]
    seats = [seat for round_ in rounds for seat in round_.seats if seat.place == row.seat.place]
    shown |= {
        "questions": [doubt for seat in seats for doubt in doubts(table, seat, visit)],
        "cards_url": "",
    }
    may_enter = visit is not None and visit.may_enter(row.seat.place)
    if may_enter and shown["round_number"] and not seats[0].round.is_confirmed:
        shown["cards_url"] = entry_url(seats[0])
    return {"table": table, "dispute": shown}


def shown_disputes(table: GameState) -> list[dict[str, Any]]:
    """Return all disputes of a game with their explanations.

    What is remembered comes at once. Where much must be worked out anew, as after a restart, some
    of it is left for the next time that the page is opened.
    """
    until = monotonic() + PATIENCE_SECONDS
    result = result_now(table)
    shown: list[dict[str, Any]] = []
    for row in disputes_of(table.game):
        dispute = _plain(table, row, result)
        is_busy = bool(shown) and shown[-1]["is_unavailable"]
        is_in_time = not is_busy and monotonic() <= until
        shown.append(_explained(dispute) if is_in_time else dispute | {"is_unavailable": True})
    return shown


def open_disputes(table: GameState) -> int:
    """Count the disputed numbers that no correction has settled."""
    result = result_now(table)
    return sum(number_now(row, result) != row.claimed for row in disputes_of(table.game))


def _groups(result: Result, name: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The numbers to choose from, with what the referee gets for a player: what a form's option
    sends and shows, by part of the game."""

    def choice(part: int, type_: str | None, what: str) -> tuple[str, str]:
        right = number_in(result, name, ClaimScope(part or None, type_))
        facts = {"what": what, "number": number(right)}
        return f"{part}:{type_}" if type_ else str(part), _("%(what)s: %(number)s") % facts

    groups = [(_("The game"), [choice(0, None, _("the total"))])]
    for part in (*range(1, len(result.rounds) + 1), *([END] if result.game_end else [])):
        types = types_in(result, part)
        lines = [choice(part, t, type_name(t)) for t in LINE_ORDER if t in types]
        groups.append((part_name(part), [choice(part, None, _("the total")), *lines]))
    return groups


def _plain(table: GameState, row: Dispute, result: Result | None) -> dict[str, Any]:
    """Return a dispute without the mistakes that explain it."""
    place = row.seat.place
    now = number_now(row, result)
    anchor = {0: "total", END: "end"}.get(row.part, f"r{row.part}")
    anchor += f"-{row.type}" if row.type else ""
    rounds = len(result.rounds) if result else 0
    has_gone_on = rounds > len(row.sheet["rounds"]) or is_over(table) > row.is_over
    is_total_so_far = not row.part and not row.is_over
    return {
        "row": row,
        "name": row.seat.name,
        "what": _("The total so far") if is_total_so_far else _what(row.part, row.type),
        "now": now,
        "is_settled": now == row.claimed,
        "has_gone_on": not row.part and has_gone_on,
        "who": who(row.by),
        "mistakes": (),
        "is_unavailable": False,
        "why_url": f"{reverse('why', args=[table.game.pk, place])}#{anchor}",
        "round_number": row.part if row.part <= len(table.rounds) else 0,
    }


def _what(part: int, type_: str) -> str:
    """Return the disputed number's name: "Round 2, maki rolls", "The whole game"."""
    if not type_:
        return part_name(part)
    return _("%(part)s, %(name)s") % {"part": part_name(part), "name": type_name(type_)}


def explain(row: Dispute, answer: int | None = None) -> Explanation:
    """Return which mistakes lead to the disputed number, by the sheet of its time.

    Args:
        answer: which answer, from 0, was given to the question that tells the mistakes apart.

    Raises:
        DiagnosisUnavailableError: where that cannot be worked out now.
    """
    name, scope = row.seat.sheet_name, scope_of(row)
    sheet, claims = read_sheet(row.sheet), {name: row.claimed}
    found = explanations(sheet, claims, scope, is_over=row.is_over, most=MANY)
    diagnoses, telling = list(found.get(name, ())), None
    if question := question_about(diagnoses):
        telling = TellingQuestion(question_text(question), answer_texts(question))
        if answer is not None and answer < len(telling.answers):
            diagnoses = after_answer(diagnoses, question, answer)
            telling = telling._replace(answered=telling.answers[answer])
    return Explanation(sheet.setting.ruleset, diagnoses[:MAX_EXPLANATIONS], telling)


def _explained(shown: dict[str, Any], answer: int | None = None) -> dict[str, Any]:
    """Return the dispute with the mistakes that explain it, and the question about them."""
    try:
        explanation = explain(shown["row"], answer)
    except DiagnosisUnavailableError:
        return shown | {"is_unavailable": True}
    mistakes = [_mistake(diagnosis, explanation.ruleset) for diagnosis in explanation.mistakes]
    return shown | {"question": explanation.question, "mistakes": mistakes}


def _mistake(diagnosis: Diagnosis, ruleset: str) -> dict[str, Any]:
    return {
        "diagnosis": diagnosis,
        "where": round_without_lines(diagnosis),
        "sentences": [
            mistake_text(way, others, ruleset)
            for way, others in zip(diagnosis.ways, diagnosis.others, strict=True)
        ],
        "moved": [
            (
                _what(change.part, change.type),
                points_words(change.before),
                points_words(change.after),
            )
            for change in diagnosis.changes
        ],
    }
