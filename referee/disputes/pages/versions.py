"""The versions of a round, side by side: what was changed, by whom and why, and what it moved."""

import datetime
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from django.utils.translation import ngettext

from ...access.games import Visit
from ...models import Game, Opinion, Reopening, RoundVersion
from ...play.pages.common import isolated, seat_names
from ...play.pages.history import ShownTap, taps_between, who
from ...play.services.game_state import GameTable, holder_of
from ...play.services.versions import newest_versions, open_reopenings, rounds_at, versions_of
from ...rules import Result, RoundSheet, Sheet, score_sheet
from ...wording.explanations.race import changed_claims
from ...wording.items import changed_items
from ...wording.phrases import name_list
from .difference import PlayerMoved, moved_lines


@dataclass(frozen=True, slots=True)
class Why:
    """A round that was opened again: by whom, when, and why in words."""

    round_number: int
    who: str
    at: datetime.datetime
    reason: str
    is_by_host: bool


@dataclass(frozen=True, slots=True)
class ShownOpinion:
    """What a player says of a version; ``agrees`` is None for somebody who has said nothing.

    ``by`` says whose phone said it, "" where it was the player's own.
    """

    place: int
    name: str
    agrees: bool | None
    words: str = ""
    by: str = ""
    may_speak: bool = False
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class ShownVersion:
    """A version, and what is different in it from the one before; nothing is, in the first.

    Attributes:
        before: the version that was corrected, 0 for none.
        scores: every seat's points in the round, before and after.
        game: the same of the whole game, with the other rounds as they are now; nothing while
            rounds are open.
        cards: what lies differently, by player: name, and what.
        taps: who did it and when: name of the tableau's player, and the tap.
        for_nothing: when it was opened again and confirmed unchanged.
    """

    version: int
    before: int
    is_newest: bool
    who: str
    at: datetime.datetime
    why: Why | None
    scores: Sequence[PlayerMoved]
    game: Sequence[PlayerMoved]
    cards: Sequence[tuple[str, Sequence[str]]]
    taps: Sequence[tuple[str, ShownTap]]
    opinions: Sequence[ShownOpinion]
    for_nothing: Sequence[Why] = ()

    @property
    def is_first(self) -> bool:
        """Whether nothing was corrected in it."""
        return self.version == 1

    @property
    def is_said(self) -> bool:
        """Whether anybody has said anything of it."""
        return any(said.agrees is not None for said in self.opinions)


@dataclass(frozen=True, slots=True)
class VersionsPage:
    """Everything that the page of a round's versions shows, the newest version first.

    ``now`` says why the round is open again; None for a round that is confirmed.
    """

    table: GameTable
    round_number: int
    versions: Sequence[ShownVersion]
    now: Why | None


def versions_page(table: GameTable, round_number: int) -> VersionsPage:
    """The versions of a round (from 1), which may be open again."""
    open_now = [why for why in open_again(table.game) if why.round_number == round_number]
    shown = shown_versions(table, round_number)
    return VersionsPage(table, round_number, shown[::-1], open_now[0] if open_now else None)


def open_again(game: Game) -> list[Why]:
    """The rounds that were confirmed and are open again, and why."""
    return [_why(row) for row in open_reopenings(game)]


def shown_versions(table: GameTable, round_number: int) -> list[ShownVersion]:
    """The versions of a round (from 1), the first one first."""
    rows = versions_of(table, round_number)
    made: dict[int | None, Reopening] = {}
    for_nothing: dict[int, list[Why]] = defaultdict(list)
    for row in table.rounds[round_number - 1].reopenings.select_related("by__player", "round"):
        if row.made == row.version:
            for_nothing[row.version].append(_why(row))
        else:
            made[row.made] = row
    sheets = rounds_at(table, round_number, [row.number for row in rows]) if len(rows) > 1 else []
    shown = [_first(table, row) for row in rows[:1]]
    for (before, now), (old, new) in zip(pairwise(rows), pairwise(sheets), strict=True):
        shown.append(_corrected(table, (before, now), (old, new), made.get(now.version)))
    return [replace(one, for_nothing=for_nothing[one.version]) for one in shown]


def _first(table: GameTable, row: RoundVersion) -> ShownVersion:
    totals = _totals(table, row)
    scores = [PlayerMoved(name, total, total) for name, total in totals]
    is_newest = row.version == row.round.version
    opinions = shown_opinions(table, row)
    return ShownVersion(
        row.version, 0, is_newest, who(row.by), row.at, None, scores, (), (), (), opinions
    )


def _corrected(
    table: GameTable,
    rows: tuple[RoundVersion, RoundVersion],
    sheets: tuple[RoundSheet, RoundSheet],
    reopening: Reopening | None,
) -> ShownVersion:
    before, now = rows
    names = seat_names(table)
    old, new = (_lines(row) for row in rows)
    scores = [
        PlayerMoved(name, was, becomes, moved_lines(old.get(seat.pk, {}), new.get(seat.pk, {})))
        for seat, (name, was), (_, becomes) in zip(
            table.seats, _totals(table, before), _totals(table, now), strict=True
        )
    ]
    cards = [
        (name, changed)
        for name, old, new in zip(names, sheets[0].tableaus, sheets[1].tableaus, strict=True)
        if (changed := changed_items(old, new))
    ]
    race = changed_claims(sheets[0].claims, sheets[1].claims, [isolated(name) for name in names])
    return ShownVersion(
        now.version,
        before.version,
        now.version == now.round.version,
        who(now.by),
        now.at,
        _why(reopening) if reopening else None,
        scores,
        _moved_game(table, now.round.number, sheets),
        [*cards, *([("", race)] if race else [])],
        taps_between(table, now.round.number, before.number, now.number),
        shown_opinions(table, now),
    )


def _why(row: Reopening) -> Why:
    is_by_host = row.cause == Reopening.Cause.HOST
    return Why(row.round.number, who(row.by), row.at, row.reason, is_by_host)


def _totals(table: GameTable, row: RoundVersion) -> list[tuple[str, int]]:
    totals = {score.seat_id: score.total for score in row.scores.all()}
    names = zip(table.seats, seat_names(table), strict=True)
    return [(name, totals.get(seat.pk, 0)) for seat, name in names]


def _lines(row: RoundVersion) -> dict[int, dict[str, int]]:
    """The frozen points by seat and card type."""
    return {
        score.seat_id: {line["type"]: line["points"] for line in score.lines}
        for score in row.scores.all()
    }


def _moved_game(
    table: GameTable, round_number: int, sheets: tuple[RoundSheet, RoundSheet]
) -> list[PlayerMoved]:
    """Everybody's total with each of the two rounds; the end of the game may move as well."""
    if table.current_round is not None:
        return []
    old, new = (_result_with(table.sheet, round_number, sheet) for sheet in sheets)
    names = zip(table.sheet.seats, seat_names(table), strict=True)
    return [PlayerMoved(shown, old.totals[name], new.totals[name]) for name, shown in names]


def _result_with(sheet: Sheet, round_number: int, round_: RoundSheet) -> Result:
    rounds = list(sheet.rounds)
    rounds[round_number - 1] = round_
    return score_sheet(Sheet(sheet.setting, sheet.players, tuple(rounds), sheet.tokens_left))


def opinions_now(table: GameTable, round_number: int, visit: Visit | None) -> list[ShownOpinion]:
    """What the players say of a round as it is confirmed now; nothing while it is open."""
    row = newest_versions(table).get(round_number)
    return [] if row is None else shown_opinions(table, row, visit)


def disagreement_in_words(opinions: Sequence[ShownOpinion]) -> str:
    """Who disagrees; "" for nobody."""
    names = [isolated(said.name) for said in opinions if said.agrees is False]
    words = ngettext("%(names)s disagrees.", "%(names)s disagree.", len(names))
    return words % {"names": name_list(names)} if names else ""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What the players say of a round as it is confirmed."""

    round_number: int
    version: int
    opinions: Sequence[ShownOpinion]

    @property
    def is_said(self) -> bool:
        """Whether anybody has said anything."""
        return any(said.agrees is not None for said in self.opinions)

    @property
    def is_agreed(self) -> bool:
        """Whether everybody agrees."""
        return all(said.agrees for said in self.opinions)


def who_agrees(table: GameTable) -> list[Agreed]:
    """What the players say of the confirmed rounds."""
    return [
        Agreed(number, row.version, shown_opinions(table, row))
        for number, row in sorted(newest_versions(table).items())
    ]


def shown_opinions(
    table: GameTable, row: RoundVersion, visit: Visit | None = None
) -> list[ShownOpinion]:
    """What every player says of a version; given the phone that asks, for whom it may speak."""
    said = {opinion.seat_id: opinion for opinion in row.opinions.all()}
    shown = []
    for seat, name in zip(table.seats, seat_names(table), strict=True):
        if seat.player is None:
            continue
        show = partial(
            ShownOpinion,
            seat.place,
            name,
            may_speak=visit is not None
            and visit.may_speak_for(seat.place, is_held=holder_of(seat) is not None),
            is_own=visit is not None and visit.holds(seat.place),
        )
        opinion = said.get(seat.pk)
        shown.append(show(None) if opinion is None else _said(show, opinion))
    return shown


def _said(show: "partial[ShownOpinion]", opinion: Opinion) -> ShownOpinion:
    by = "" if opinion.by_id == opinion.seat_id else who(opinion.by)
    return show(opinion.agrees, opinion.words, by)
