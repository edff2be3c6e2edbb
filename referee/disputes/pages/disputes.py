"""Disputed numbers: the form, the list, and the mistakes that lead to another number."""

from time import monotonic
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils.translation import gettext as _

from ...access.games import Visit
from ...models import Dispute, Game
from ...play.pages.common import TOLD_BY_ORDER, answers, seat_names, shown_problem
from ...play.pages.history import who
from ...play.pages.tableaus import wasabi_question
from ...play.services.game_state import GameState, read_game_state
from ...play.services.refusals import Refused
from ...play.services.taps import SentTap
from ...rules import Result, read_sheet
from ...rules.mistakes import END, Diagnosis
from ...rules.scoring.plan import LINE_ORDER
from ...wording.mistakes import part_name, points_words, said
from ...wording.names import type_name
from ..diagnosing import DiagnosisUnavailable, explanations
from ..services.disputes import disputes_of, is_over, number_in, result_now, scope_of
from .what_if import what_if_url

PATIENCE_SECONDS = 5.0
"""For the mistakes of all disputes of a game together; one takes at most a second, mostly less."""


def disputes_page(table: GameState) -> dict[str, Any]:
    """Return what can be disputed and what is disputed, without the mistakes."""
    result = result_now(table)
    return {
        "table": table,
        "seats": [
            (str(seat.place), name)
            for seat, name in zip(table.seats, seat_names(table), strict=True)
        ],
        "groups": _groups(result) if result else [],
        "disputes": [_shown(table, row, result) for row in disputes_of(table.game)],
    }


def dispute_page(game: Game, row: Dispute, visit: Visit | None = None) -> dict[str, Any]:
    """One dispute, with the mistakes that explain it, and what is to be asked about the cards."""
    table = read_game_state(game)
    shown = _explained(table, _shown(table, row, result_now(table)))
    return {"table": table, "dispute": shown | {"questions": _questions(table, row, visit)}}


def _questions(table: GameState, row: Dispute, visit: Visit | None) -> list[dict[str, Any]]:
    """What nobody has said of the disputed nigiri: an answer is a tap, or a correction to try where
    the round is confirmed."""
    seat = _seat(table, row)
    asked = []
    for number in [row.part] if row.part else range(1, len(table.rounds) + 1):
        is_round = number <= len(table.rounds)
        problem = wasabi_question(table, number, seat) if is_round else None
        if problem is None or problem.detail in TOLD_BY_ORDER:
            continue
        shown = shown_problem(table, problem, visit)
        if table.rounds[number - 1].is_confirmed:
            tries = [one for one in answers(table, problem, seat) if one["do"] != "bare:"]
            for one in tries:
                tap = SentTap(uuid4(), number, row.seat.place, one["do"])
                one["try"] = what_if_url(table.game.pk, number, row.seat.place, [tap])
            shown["answers"] = tries
        asked.append(shown)
    return asked


def shown_disputes(table: GameState) -> list[dict[str, Any]]:
    """Return all disputes of a game with their explanations.

    What is remembered comes at once. Where much must be worked out anew, as after a restart, some
    of it is left for the next time that the page is opened.
    """
    until = monotonic() + PATIENCE_SECONDS
    result = result_now(table)
    shown: list[dict[str, Any]] = []
    for row in disputes_of(table.game):
        one = _shown(table, row, result)
        is_busy = bool(shown) and shown[-1]["is_unavailable"]
        is_in_time = not is_busy and monotonic() <= until
        shown.append(_explained(table, one) if is_in_time else one | {"is_unavailable": True})
    return shown


def open_disputes(table: GameState) -> int:
    """Count the disputed numbers that no correction has settled."""
    result = result_now(table)
    return sum(_now(table, row, result) != row.claimed for row in disputes_of(table.game))


def _groups(result: Result) -> list[tuple[str, list[tuple[str, str]]]]:
    """The numbers to choose from: what a form's option sends and shows, by part of the game."""
    groups = [(_("The game"), [("0", _("the total"))])]
    parts = {number: round_.players for number, round_ in enumerate(result.rounds, start=1)}
    if result.game_end is not None:
        parts[END] = result.game_end
    for part, scores in parts.items():
        types = {line.type for score in scores.values() for line in score.lines}
        choices = [(f"{part}:{t}", type_name(t)) for t in LINE_ORDER if t in types]
        groups.append((part_name(part), [(str(part), _("the total")), *choices]))
    return groups


def _shown(table: GameState, row: Dispute, result: Result | None) -> dict[str, Any]:
    """Return a dispute without the mistakes that explain it."""
    place = row.seat.place
    now = _now(table, row, result)
    anchor = {0: "total", END: "end"}.get(row.part, f"r{row.part}")
    anchor += f"-{row.type}" if row.type else ""
    rounds = len(result.rounds) if result else 0
    has_gone_on = rounds > len(row.sheet["rounds"]) or is_over(table) > row.is_over
    is_total_so_far = not row.part and not row.is_over
    return {
        "row": row,
        "name": seat_names(table)[_seat(table, row)],
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


def _now(table: GameState, row: Dispute, result: Result | None) -> int | None:
    """Return the referee's present number, or None if the round was reopened."""
    try:
        return number_in(result, table.sheet.seats[_seat(table, row)], scope_of(row))
    except Refused:
        return None


def _seat(table: GameState, row: Dispute) -> int:
    """Return the disputed seat, from 0."""
    return [seat.pk for seat in table.seats].index(row.seat_id)


def _what(part: int, type_: str) -> str:
    """Return the disputed number's name: "Round 2, maki rolls", "The whole game"."""
    if not type_:
        return part_name(part)
    return _("%(part)s, %(name)s") % {"part": part_name(part), "name": type_name(type_)}


def _explained(table: GameState, shown: dict[str, Any]) -> dict[str, Any]:
    """Return the dispute with the mistakes that explain it, by the sheet of its time."""
    row = shown["row"]
    sheet = read_sheet(row.sheet)
    name = sheet.seats[_seat(table, row)]
    try:
        found = explanations(sheet, {name: row.claimed}, scope_of(row), is_over=row.is_over)
    except DiagnosisUnavailable:
        return shown | {"is_unavailable": True}
    ruleset = sheet.setting.ruleset
    return shown | {"mistakes": [_mistake(one, ruleset) for one in found.get(name, ())]}


def _mistake(diagnosis: Diagnosis, ruleset: str) -> dict[str, Any]:
    round_ = diagnosis.round
    is_said = round_ is None or any(change.part == round_ for change in diagnosis.changes)
    return {
        "where": "" if is_said else part_name(round_ or 0),
        "sentences": [
            said(way, others, ruleset)
            for way, others in zip(diagnosis.ways, diagnosis.others, strict=True)
        ],
        "moved": [
            (_what(one.part, one.type), points_words(one.before), points_words(one.after))
            for one in diagnosis.changes
        ],
    }
