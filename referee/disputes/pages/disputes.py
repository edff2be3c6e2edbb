"""Disputed numbers: the form, the list, and the mistakes that lead to another number."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from ...access.games import Role, Visit
from ...models import ClubPhone, Dispute, Game
from ...play.pages.common import entry_url
from ...play.pages.history import who
from ...play.services.game_state import GameState, read_game_state, shown_state
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
    claim_text,
    mistake_text,
    part_name,
    points_words,
    question_text,
    round_without_lines,
)
from ...wording.names import type_name
from ...wording.phrases import isolated, number, spoken
from ..diagnosing import DiagnosisUnavailableError, explanations
from ..services.disputes import (
    disputes_of,
    is_over,
    is_settled,
    last_begun,
    may_end,
    number_in,
    number_now,
    result_now,
    scope_of,
    types_in,
)
from .doubts import doubts
from .tries import trial_of
from .what_if import what_if_url

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
    game: Game, row: Dispute, visit: Visit, answer: int | None = None
) -> dict[str, Any]:
    """Return a dispute with the mistakes that explain it, the questions about its cards, and what
    ends it: the cards, a trial of others, the host's look, or that it was wrong.

    Args:
        answer: which answer was given to the question that tells the mistakes apart.
    """
    table = read_game_state(game)
    shown = _explained(_plain(table, row, result_now(table)), answer)
    rounds = [round_ for round_ in table.rounds if row.part in (0, round_.number)]
    seats = [seat for round_ in rounds for seat in round_.seats if seat.place == row.seat.place]
    explanations = [mistake["diagnosis"] for mistake in shown["mistakes"]]
    if not shown["round_number"]:
        begun = last_begun(table)
        likeliest = explanations[0].round if explanations else None
        shown["round_number"] = likeliest or (1 if begun and begun.number == 1 else 0)
    seat = table.seat(shown["round_number"], row.seat.place)
    is_open = not shown["is_settled"]
    trial = trial_of(table, row, explanations) if is_open and visit.role != Role.WATCHER else None
    shown |= {
        "questions": [doubt for seat in seats for doubt in doubts(table, seat, visit)],
        "cards_url": "",
        "corrects": None,
        "claim": spoken(_claim(row)),
        "try_url": what_if_url(*trial) if trial else what_if_url(seat) if seat else "",
        "is_own": row.by_id == visit.seat_id and visit.role != Role.WATCHER,
        "may_end": may_end(visit, row),
        "may_ask": is_open and visit.role is Role.PLAYER and not row.asks_host,
        "host": host_name(game),
    }
    if seat and is_open and seat.round.is_confirmed and visit.is_host:
        shown["corrects"] = seat
    elif seat and is_open and not seat.round.is_confirmed and visit.may_enter(seat.place):
        shown["cards_url"] = entry_url(seat)
    return {"table": table, "dispute": shown}


def host_name(game: Game) -> str:
    """Return the name of who holds the host's phone, "" where none of them, or several, sit."""
    phones = ClubPhone.objects.filter(club=game.night.club_id).values("phone")
    is_host = Q(guest__phone__in=phones) | Q(
        guest__hostings__begun_at__isnull=False, guest__hostings__ended_at=None
    )
    seats = game.seats.filter(is_host).select_related("player").distinct()
    names = [seat.name for seat in seats]
    return names[0] if len(names) == 1 else ""


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


def open_disputes(visit: Visit) -> dict[str, Any]:
    """Return what every page of a game tells of its disputed numbers.

    They are ``open``, of them those first at which the visitor is ``asked`` to look as a host, or
    ``settled``, of them ``just_settled`` the last one of a round that is open.
    """
    table = shown_state(visit.game)
    result = result_now(table)
    asked: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    settled: list[dict[str, Any]] = []
    just_settled = None
    for row in disputes_of(visit.game):
        told = {
            "row": row,
            "words": _claim(row),
            "what": _named(row),
            "where": partial(_where, row),
        }
        if is_settled(row, result):
            settled.append(told)
            first, last = (
                (row.part, row.part) if 0 < row.part < END else (1, len(row.sheet["rounds"]))
            )
            if not all(round_.is_confirmed for round_ in table.rounds[first - 1 : last]):
                just_settled = told
        else:
            (asked if row.asks_host and visit.is_host else others).append(told)
    return {
        "asked": asked,
        "open": [*asked, *others],
        "settled": settled,
        "just_settled": just_settled,
    }


def _claim(row: Dispute) -> str:
    """Who gets another number: "Ben gets 37, not 35"."""
    whose = "" if row.by_id == row.seat_id else isolated(row.seat.name)
    return claim_text(isolated(row.by.name) if row.by else "", row.claimed, row.right, whose=whose)


def _where(row: Dispute) -> str:
    """What a disputed number is; of a sum the line that is likely wrong, where that is known."""
    likeliest: list[Diagnosis] = []
    if not row.type:
        with suppress(DiagnosisUnavailableError):
            likeliest = [*explain(row, may_wait=False).mistakes[:1]]
    # Two mistakes at once are a weak guess.
    lines = [line for one in likeliest if len(one.ways) == 1 for line in one.changes if line.type]
    if lines:
        return _("%(what)s?") % {"what": _what(lines[0].part, lines[0].type)}
    return _named(row)


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
    return {
        "row": row,
        "name": row.seat.name,
        "what": _named(row),
        "now": now,
        "is_settled": is_settled(row, result),
        "has_gone_on": not row.part and has_gone_on,
        "who": who(row.by),
        "mistakes": (),
        "is_unavailable": False,
        "why_url": f"{reverse('why', args=[table.game.pk, place])}#{anchor}",
        "round_number": row.part if row.part <= len(table.rounds) else 0,
    }


def _named(row: Dispute) -> str:
    """Return what is disputed: "The total so far", or as ``_what``."""
    if not row.part and not row.is_over:
        return _("The total so far")
    return _what(row.part, row.type)


def _what(part: int, type_: str) -> str:
    """Return the disputed number's name: "Round 2, maki rolls", "The whole game"."""
    if not type_:
        return part_name(part)
    return _("%(part)s, %(name)s") % {"part": part_name(part), "name": type_name(type_)}


def explain(row: Dispute, answer: int | None = None, *, may_wait: bool = True) -> Explanation:
    """Return which mistakes lead to the disputed number, by the sheet of its time.

    Args:
        answer: which answer, from 0, was given to the question that tells the mistakes apart.
        may_wait: False for what is known already.

    Raises:
        DiagnosisUnavailableError: where that cannot be worked out now, or is not known.
    """
    name, sheet = row.seat.sheet_name, read_sheet(row.sheet)
    claims, scope, is_over = {name: row.claimed}, scope_of(row), row.is_over
    found = explanations(sheet, claims, scope, is_over=is_over, most=MANY, may_wait=may_wait)
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
