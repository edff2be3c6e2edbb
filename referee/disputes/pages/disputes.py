"""Disputed numbers: the form, the list, and the mistakes that lead to another number."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from ...models import Dispute, Game
from ...play.pages.common import seat_names
from ...play.pages.history import who
from ...play.services.game_state import GameTable, read_table
from ...play.services.refusals import Refused
from ...rules import PlayerScore, Result, read_sheet
from ...rules.mistakes import END, Diagnosis
from ...rules.scoring.plan import LINE_ORDER
from ...wording.mistakes import part_name, points_words, said
from ...wording.names import type_name
from ..diagnosing import DiagnosisUnavailable, explanations
from ..services.disputes import disputes_of, is_over, number_in, result_now, scope_of

PATIENCE_SECONDS = 5.0
"""For the mistakes of all disputes of a game together; one takes at most a second, mostly less."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be disputed: ``value`` in the form, and its words."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class ShownMistake:
    """An explanation: each mistake in a sentence, and every number that it moves.

    ``where``: the round in which it happened, "" where the numbers say so.
    """

    where: str
    sentences: Sequence[str]
    moved: Sequence[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class ShownDispute:
    """A disputed number in words.

    Attributes:
        what: which number: "Round 2, maki rolls".
        right: the referee's when it was disputed, ``now`` today; None where there is none any more.
        mistakes: what leads to the number that is claimed, the likeliest first.
        has_gone_on: it is about the total, and more has been played since.
        is_unavailable: the mistakes could not be worked out now.
        why_url: where the referee's number is explained.
        round_number: the round to look at and to correct, 0 for the game as a whole.
    """

    id: UUID
    url: str
    name: str
    place: int
    what: str
    claimed: int
    right: int
    now: int | None
    has_gone_on: bool
    who: str
    by_id: int | None
    at: datetime.datetime
    mistakes: Sequence[ShownMistake]
    is_unavailable: bool
    why_url: str
    round_number: int

    @property
    def is_settled(self) -> bool:
        """Whether a correction has made the number right."""
        return self.now == self.claimed


@dataclass(frozen=True, slots=True)
class DisputesPage:
    """Everything that the page shows on which a number is disputed.

    ``groups``: what can be disputed, a list for each part of the game.
    """

    table: GameTable
    seats: Sequence[Choice]
    groups: Sequence[tuple[str, Sequence[Choice]]]
    disputes: Sequence[ShownDispute]


@dataclass(frozen=True, slots=True)
class DisputePage:
    """Everything that the page of one dispute shows."""

    table: GameTable
    dispute: ShownDispute


def disputes_page(table: GameTable) -> DisputesPage:
    """What can be disputed now, and what is disputed already, without the mistakes."""
    places = [str(seat.place) for seat in table.seats]
    seats = [Choice(place, name) for place, name in zip(places, seat_names(table), strict=True)]
    result = result_now(table)
    shown = [_shown(table, row, result) for row in disputes_of(table.game)]
    return DisputesPage(table, seats, _groups(result), shown)


def dispute_page(game: Game, row: Dispute) -> DisputePage:
    """One dispute, with the mistakes that explain it."""
    table = read_table(game)
    return DisputePage(table, _told(_shown(table, row, result_now(table)), row))


def shown_disputes(table: GameTable) -> list[ShownDispute]:
    """All disputes of a game, with what explains them.

    What is remembered comes at once. Where much must be worked out anew, as after a restart, some
    of it is left for the next time that the page is opened.
    """
    until = monotonic() + PATIENCE_SECONDS
    result = result_now(table)
    shown: list[ShownDispute] = []
    for row in disputes_of(table.game):
        one = _shown(table, row, result)
        is_busy = bool(shown) and shown[-1].is_unavailable
        is_in_time = not is_busy and monotonic() <= until
        shown.append(_told(one, row) if is_in_time else replace(one, is_unavailable=True))
    return shown


def _groups(result: Result | None) -> list[tuple[str, Sequence[Choice]]]:
    if result is None:
        return []
    everything = _("all together")
    groups: list[tuple[str, Sequence[Choice]]] = [
        (_("The game"), [Choice("0", _("the total"))]),
    ]
    for part, scores in _parts(result):
        types = {line.type for score in scores for line in score.lines}
        choices = [Choice(f"{part}:{t}", type_name(t)) for t in LINE_ORDER if t in types]
        groups.append((part_name(part), [Choice(str(part), everything), *choices]))
    return groups


def _parts(result: Result) -> list[tuple[int, Sequence[PlayerScore]]]:
    parts: list[tuple[int, Sequence[PlayerScore]]] = [
        (number, list(round_.players.values()))
        for number, round_ in enumerate(result.rounds, start=1)
    ]
    return parts if result.game_end is None else [*parts, (END, list(result.game_end.values()))]


def _shown(table: GameTable, row: Dispute, result: Result | None) -> ShownDispute:
    """A dispute without the mistakes that explain it."""
    place = row.seat.place
    game_id = table.game.pk
    anchor = {0: "total", END: "end"}.get(row.part, f"r{row.part}")
    anchor += f"-{row.type}" if row.type else ""
    return ShownDispute(
        id=row.pk,
        url=reverse("dispute-one", args=[game_id, row.pk]),
        name=seat_names(table)[place - 1],
        place=place,
        what=what_words(row.part, row.type) if row.part or row.is_over else _("The total so far"),
        claimed=row.claimed,
        right=row.right,
        now=_now(result, table.sheet.seats[place - 1], row),
        has_gone_on=not row.part and _has_gone_on(table, result, row),
        who=who(row.by),
        by_id=row.by_id,
        at=row.at,
        mistakes=(),
        is_unavailable=False,
        why_url=f"{reverse('why', args=[game_id, place])}#{anchor}",
        round_number=row.part if row.part <= len(table.rounds) else 0,
    )


def _now(result: Result | None, name: str, row: Dispute) -> int | None:
    """The referee's number today; None where there is none, after a round was opened again."""
    try:
        return number_in(result, name, scope_of(row))
    except Refused:
        return None


def what_words(part: int, type_: str) -> str:
    """Which number it is: "Round 2, maki rolls", "The whole game"."""
    if not type_:
        return part_name(part)
    return _("%(part)s, %(name)s") % {"part": part_name(part), "name": type_name(type_)}


def _has_gone_on(table: GameTable, result: Result | None, row: Dispute) -> bool:
    rounds = len(result.rounds) if result else 0
    return rounds > len(row.sheet["rounds"]) or is_over(table) > row.is_over


def open_disputes(table: GameTable) -> int:
    """How many numbers are disputed that no correction has made right."""
    result = result_now(table)
    shown = [_shown(table, row, result) for row in disputes_of(table.game)]
    return sum(not one.is_settled for one in shown)


def _told(shown: ShownDispute, row: Dispute) -> ShownDispute:
    """The dispute with the mistakes that explain it, by the sheet as it was."""
    sheet = read_sheet(row.sheet)
    name = sheet.seats[row.seat.place - 1]
    try:
        found = explanations(sheet, {name: row.claimed}, scope_of(row), is_over=row.is_over)
    except DiagnosisUnavailable:
        return replace(shown, is_unavailable=True)
    ruleset = sheet.setting.ruleset
    mistakes = [_shown_mistake(diagnosis, ruleset) for diagnosis in found.get(name, ())]
    return replace(shown, mistakes=mistakes)


def _shown_mistake(diagnosis: Diagnosis, ruleset: str) -> ShownMistake:
    told = [
        said(way, others, ruleset)
        for way, others in zip(diagnosis.ways, diagnosis.others, strict=True)
    ]
    moved = [
        (
            what_words(change.part, change.type),
            points_words(change.before),
            points_words(change.after),
        )
        for change in diagnosis.changes
    ]
    round_ = diagnosis.round
    is_said = round_ is None or any(change.part == round_ for change in diagnosis.changes)
    return ShownMistake("" if is_said else part_name(round_ or 0), told, moved)
