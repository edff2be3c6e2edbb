"""Disputed numbers: the form, the list, and the mistakes that lead to another number."""

import datetime
import math
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from ..diagnosing import DiagnosisUnavailable, explanations
from ..models import Dispute, Game
from ..rules import PlayerScore, Result, read_sheet, score_sheet
from ..rules.misplays import END, Diagnosis
from ..rules.scoring.plan import LINE_ORDER
from ..services.disputes import (
    disputable_sheet,
    disputes_of,
    number_in,
    scope_of,
)
from ..services.reading import GameTable, read_table
from ..services.refusals import Refused
from ..wording.misplays import part_name, points_words, said
from ..wording.names import type_name
from .common import seat_names
from .history import who

PATIENCE_SECONDS = 5.0
"""For the mistakes of all disputes of a game together; one takes at most a second, mostly less."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be disputed: ``value`` in the form, and its words."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class ShownMistake:
    """An explanation: each mistake in a sentence, and every number that it moves."""

    sentences: Sequence[str]
    moved: Sequence[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class ShownDispute:
    """A disputed number in words.

    Attributes:
        what: which number: "Round 2, maki rolls".
        right: the referee's when it was disputed, ``now`` today; None where there is none any more.
        mistakes: what leads to the number that is claimed, the likeliest first.
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
    shown = [_shown(table, row, told=False) for row in disputes_of(table.game)]
    return DisputesPage(table, seats, _groups(table), shown)


def dispute_page(game: Game, row: Dispute) -> DisputePage:
    """One dispute, with the mistakes that explain it."""
    table = read_table(game)
    return DisputePage(table, _shown(table, row, told=True))


def shown_disputes(table: GameTable) -> list[ShownDispute]:
    """All disputes of a game, with what explains them.

    What is remembered comes at once. Where much must be worked out anew, as after a restart, some
    of it is left for the next time that the page is opened.
    """
    until = monotonic() + PATIENCE_SECONDS
    return [_shown(table, row, told=True, until=until) for row in disputes_of(table.game)]


def _groups(table: GameTable) -> list[tuple[str, Sequence[Choice]]]:
    sheet = disputable_sheet(table)
    if not sheet.rounds:
        return []
    result = score_sheet(sheet)
    everything = _("all together")
    groups: list[tuple[str, Sequence[Choice]]] = [
        (part_name(0), [Choice("0", _("the total"))]),
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


def _shown(table: GameTable, row: Dispute, *, told: bool, until: float = math.inf) -> ShownDispute:
    place = row.seat.place
    is_late = monotonic() > until
    mistakes, is_unavailable = (
        _mistakes(row, place - 1) if told and not is_late else ((), told and is_late)
    )
    game_id = table.game.pk
    anchor = {0: "total", END: "end"}.get(row.part, f"r{row.part}")
    anchor += f"-{row.type}" if row.type else ""
    return ShownDispute(
        id=row.pk,
        url=reverse("dispute-one", args=[game_id, row.pk]),
        name=seat_names(table)[place - 1],
        place=place,
        what=what_words(row.part, row.type),
        claimed=row.claimed,
        right=row.right,
        now=_now(table, row, place - 1),
        who=who(row.by),
        by_id=row.by_id,
        at=row.at,
        mistakes=mistakes,
        is_unavailable=is_unavailable,
        why_url=f"{reverse('why', args=[game_id, place])}#{anchor}",
        round_number=row.part if row.part <= len(table.rounds) else 0,
    )


def what_words(part: int, type_: str) -> str:
    """Which number it is: "Round 2, maki rolls", "The whole game"."""
    if not type_:
        return part_name(part)
    return _("%(part)s, %(name)s") % {"part": part_name(part), "name": type_name(type_)}


def _now(table: GameTable, row: Dispute, seat: int) -> int | None:
    """The referee's number today; None where there is none, after a round was opened again."""
    sheet = disputable_sheet(table)
    if not sheet.rounds:
        return None
    try:
        return number_in(score_sheet(sheet), sheet.seats[seat], scope_of(row))
    except Refused:
        return None


def _mistakes(row: Dispute, seat: int) -> tuple[Sequence[ShownMistake], bool]:
    """What explains a dispute, by the sheet as it was; whether it could not be worked out."""
    sheet = read_sheet(row.sheet)
    name = sheet.seats[seat]
    try:
        found = explanations(sheet, {name: row.claimed}, scope_of(row))
    except DiagnosisUnavailable:
        return (), True
    ruleset = sheet.setting.ruleset
    return [_shown_mistake(diagnosis, ruleset) for diagnosis in found.get(name, ())], False


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
    return ShownMistake(told, moved)
