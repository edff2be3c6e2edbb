"""Disputed numbers: what each is, what leads to it, and what ends it."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from ...access.games import Role, Visit
from ...models import ClubPhone, Dispute, Game
from ...play.pages.common import entry_url
from ...play.pages.history import who
from ...play.services.game_state import GameState, read_game_state, shown_state
from ...rules import Result
from ...rules.mistakes import END, ClaimScope, Diagnosis, LineChange
from ...rules.reading import read_value
from ...wording.mistakes import claim_text, mistake_text, points_words, round_without_lines
from ...wording.phrases import isolated, spoken
from ..diagnosing import DiagnosisUnavailableError, explanations
from ..services.disputes import (
    disputes_of,
    is_over,
    is_settled,
    last_begun,
    may_end,
    number_now,
    result_now,
    scope_of,
)
from .doubts import doubts
from .numbers import certain, number_name
from .tries import trial_of
from .what_if import what_if_url

PATIENCE_SECONDS = 5.0
"""For the mistakes of all disputes of a game together; one takes at most a second, mostly less."""
LIKELY = 0.6
"""How likely an explanation of a sum is at least that is told; of the others only the lines are."""
MOST_WAYS, MOST_LINES = 3, 6
"""What is told of a line, and the lines that are told of a sum: nobody reads more."""


class Explanation(NamedTuple):
    """What leads to a disputed number, the likeliest first."""

    ruleset: str
    mistakes: Sequence[Diagnosis]


def shown_plainly(table: GameState) -> list[dict[str, Any]]:
    """Return all disputes of a game, without what leads to them."""
    result = result_now(table)
    return [_plain(table, row, result) for row in disputes_of(table.game)]


def dispute_page(game: Game, row: Dispute, visit: Visit) -> dict[str, Any]:
    """Return a dispute with what leads to it, the questions about its cards, and what ends it: the
    cards, a trial of others, the host's look, or that it was wrong."""
    table = read_game_state(game)
    shown = _explained(_plain(table, row, result_now(table)))
    rounds = [round_ for round_ in table.rounds if row.part in (0, round_.number)]
    seats = [seat for round_ in rounds for seat in round_.seats if seat.place == row.seat.place]
    if not shown["round_number"]:
        begun = last_begun(table)
        likely = None if row.type or not shown["tried"] else shown["tried"][0].round
        shown["round_number"] = likely or (1 if begun and begun.number == 1 else 0)
    seat = table.seat(shown["round_number"], row.seat.place)
    is_open = not shown["is_settled"]
    may_try = is_open and visit.role != Role.WATCHER
    trial = trial_of(table, row, shown["tried"]) if may_try else None
    shown |= {
        # They are about nigiri: of another line they decide nothing.
        "questions": [doubt for seat in seats for doubt in doubts(table, seat, visit)]
        if row.type in ("", "nigiri")
        else [],
        "certain": None if shown["now"] is None else certain(table, row.seat.place, scope_of(row)),
        "cards_url": "",
        "numbers_url": "",
        "corrects": None,
        "claim": spoken(_claim(row)),
        "try_url": "",
        "is_own": row.by_id == visit.seat_id and visit.role != Role.WATCHER,
        "may_end": may_end(visit, row),
        "may_ask": is_open and visit.role is Role.PLAYER and not row.asks_host,
        "host": host_name(game),
    }
    if may_try and seat is None:
        shown["numbers_url"] = _numbers_url(row)
    elif may_try and seat:
        shown["try_url"] = what_if_url(seat)
        if seat.round.is_confirmed and visit.is_host:
            shown["corrects"] = seat
        elif not seat.round.is_confirmed and visit.may_enter(seat.place):
            shown["cards_url"] = entry_url(seat)
    if trial:
        shown["try_url"] = what_if_url(*trial)
    if seat and seat.round.is_counted:  # no card there can be tried alone
        shown["try_url"] = ""
    if not (shown["corrects"] or shown["cards_url"]):
        shown["cards_url"] = shown["try_url"]
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
            "what": number_name(scope_of(row), is_over=row.is_over),
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
    if not row.type:
        with suppress(DiagnosisUnavailableError):
            for lines, likelihood in _by_lines(explain(row, may_wait=False).mistakes)[:1]:
                if len(lines) == 1 and likelihood >= LIKELY:
                    scope = ClaimScope(lines[0].part, lines[0].type)
                    return _("%(what)s?") % {"what": number_name(scope, is_over=row.is_over)}
    return number_name(scope_of(row), is_over=row.is_over)


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
        "what": number_name(scope_of(row), is_over=row.is_over),
        "now": now,
        "is_settled": is_settled(row, result),
        "has_gone_on": not row.part and has_gone_on,
        "who": who(row.by),
        "is_counted": not read_value(row.sheet, is_kept=True).has_cards_of(row.part or None),
        "ways": (),
        "lines": (),
        "tried": (),
        "is_unavailable": False,
        "why_url": f"{reverse('why', args=[table.game.pk, place])}#{anchor}",
        "round_number": row.part if row.part <= len(table.rounds) else 0,
    }


def explain(row: Dispute, *, may_wait: bool = True) -> Explanation:
    """Return which mistakes lead to the disputed number, by the sheet of its time.

    Args:
        may_wait: False for what is known already.

    Raises:
        DiagnosisUnavailableError: where that cannot be worked out now, or is not known.
    """
    name, sheet = row.seat.sheet_name, read_value(row.sheet, is_kept=True)
    claims, scope = {name: row.claimed}, scope_of(row)
    found = explanations(sheet, claims, scope, is_over=row.is_over, may_wait=may_wait)
    return Explanation(sheet.setting.ruleset, found.get(name, ()))


def _explained(shown: dict[str, Any]) -> dict[str, Any]:
    """Return the dispute with what leads to it: of a line the ways that are known; of a sum the
    lines that can make up the difference, and a way only where it is likely."""
    row = shown["row"]
    try:
        ruleset, mistakes = explain(row)
    except DiagnosisUnavailableError:
        return shown | {"is_unavailable": True}
    # Of two mistakes at once nothing is told.
    single = [diagnosis for diagnosis in mistakes if len(diagnosis.mistakes) == 1]
    by_lines = _by_lines(mistakes)
    if row.type:  # that it is one too many everybody sees
        tried = [diagnosis for diagnosis in single if diagnosis.mistakes != ("adding-slip",)]
        told, by_lines = tried[:MOST_WAYS], []
    else:
        likely = [lines for lines, likelihood in by_lines if likelihood >= LIKELY]
        tried = [diagnosis for diagnosis in single if _lines_of(diagnosis) in likely]
        told = [diagnosis for diagnosis in tried if diagnosis.likelihood >= LIKELY]
    return shown | {
        "ways": [_way(diagnosis, ruleset) for diagnosis in told],
        "lines": [[_line(row, line) for line in lines] for lines, _ in by_lines[:MOST_LINES]],
        "tried": tried,
    }


def _lines_of(diagnosis: Diagnosis) -> tuple[LineChange, ...]:
    """The lines that a mistake moves; none where only a sum is another."""
    return tuple(change for change in diagnosis.changes if change.type)


def _by_lines(mistakes: Sequence[Diagnosis]) -> list[tuple[tuple[LineChange, ...], float]]:
    """The lines that can make up a difference, with how likely it is that these do, the likeliest
    first."""
    likelihoods: dict[tuple[LineChange, ...], float] = defaultdict(float)
    for diagnosis in mistakes:
        if len(diagnosis.mistakes) == 1:
            likelihoods[_lines_of(diagnosis)] += diagnosis.likelihood
    return sorted(likelihoods.items(), key=lambda entry: -entry[1])


def _line(row: Dispute, change: LineChange) -> dict[str, str]:
    return {
        "words": _("%(what)s: %(wrong)s instead of %(right)s")
        % {
            "what": number_name(ClaimScope(change.part, change.type), is_over=row.is_over),
            "wrong": points_words(change.after),
            "right": points_words(change.before),
        },
        "url": _numbers_url(row, part=change.part, type=change.type),
    }


def _numbers_url(row: Dispute, **number: object) -> str:
    query = urlencode({"seat": row.seat.place, **number})
    return f"{reverse('dispute', args=[row.game_id])}?{query}"


def _way(diagnosis: Diagnosis, ruleset: str) -> dict[str, Any]:
    """What leads to a number, in sentences, with the lines that it moves."""
    return {
        "where": round_without_lines(diagnosis),
        "sentences": [
            mistake_text(way, others, ruleset)
            for way, others in zip(diagnosis.ways, diagnosis.others, strict=True)
        ],
        "moved": [
            (
                number_name(ClaimScope(change.part or None, change.type or None), is_over=True),
                points_words(change.before),
                points_words(change.after),
            )
            for change in diagnosis.changes
        ],
    }
