"""Compares the versions of a round: what changed, by whom, why, and with what effect."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from ...models import Reopening, RoundVersion, Seat
from ...play.pages.history import taps_between, who
from ...play.pages.opinions import shown_opinions
from ...play.services.game_state import GameState, RoundState
from ...play.services.versions import rounds_at, versions_of
from ...rules import RoundSheet, score_sheet
from ...wording.changes import changed_claims, changed_tableaus
from ...wording.phrases import isolated
from .difference import moved, moved_lines, movers_first


class Version(NamedTuple):
    """A version of a round, and what it has changed.

    Attributes:
        before: the version that was corrected, None for the first; ``why``: what opened it again.
        for_nothing: what opened this one again without changing anything.
        sheets: how the round lay in the version before, and how in this one; None for the first.
        changes: what lies otherwise, by the name of whose cards they are, "" for the race.
    """

    table: GameState
    row: RoundVersion
    before: RoundVersion | None
    why: Reopening | None
    for_nothing: Sequence[Reopening]
    sheets: tuple[RoundSheet, RoundSheet] | None
    changes: Sequence[tuple[str, list[str]]]


def versions_in(table: GameState, round_: RoundState) -> list[Version]:
    """Return the versions of a round, oldest first."""
    rows = versions_of(round_.row)
    why: dict[int | None, Reopening] = {}
    for_nothing: dict[int, list[Reopening]] = defaultdict(list)
    for row in round_.row.reopenings.select_related("by__player", "round"):
        if row.made == row.version:
            for_nothing[row.version].append(row)
        else:
            why[row.made] = row
    sheets = rounds_at(round_, [row.number for row in rows]) if len(rows) > 1 else []
    versions = [Version(table, row, None, None, for_nothing[row.version], None, []) for row in rows]
    for at, (old, new) in enumerate(pairwise(sheets), start=1):
        versions[at] = versions[at]._replace(
            before=rows[at - 1],
            why=why.get(rows[at].version),
            sheets=(old, new),
            changes=_changes(table, old, new),
        )
    return versions


def shown_versions(table: GameState, round_: RoundState) -> list[dict[str, Any]]:
    """Return the versions of a round, oldest first; all but the first with changes."""
    shown = []
    for version in versions_in(table, round_):
        row, before = version.row, version.before
        opinions = shown_opinions(table, row)
        changed: dict[str, Any] = {
            "version": row.version,
            "is_newest": row.version == row.round.version,
            "by": row.by,
            "who": who(row.by),
            "at": row.at,
            "has_time": table.game.knows_time(row.at),
            "why": version.why,
            "for_nothing": version.for_nothing,
            "scores": _scores(table.seats, before or row, row),
            "opinions": opinions,
            "is_said": any(opinion["agrees"] is not None for opinion in opinions),
        }
        if before and version.sheets:
            changed |= {
                "before": before.version,
                "taps": taps_between(table, round_, before.number, row.number),
                "cards": version.changes,
                "game": _game(table, round_.number, *version.sheets),
            }
        shown.append(changed)
    return shown


def _scores(seats: Iterable[Seat], before: RoundVersion, now: RoundVersion) -> list[dict[str, Any]]:
    """The stored points of two versions, by seat."""
    old, new = (
        {
            score.seat_id: (score.total, {line["type"]: line["points"] for line in score.lines})
            for score in version.scores.all()
        }
        for version in (before, now)
    )
    shown = []
    for seat in seats:
        was, old_lines = old.get(seat.pk, (0, {}))
        becomes, new_lines = new.get(seat.pk, (0, {}))
        shown.append(moved(seat.name, was, becomes, lines=moved_lines(old_lines, new_lines)))
    return movers_first(shown)


def _changes(table: GameState, old: RoundSheet, new: RoundSheet) -> list[tuple[str, list[str]]]:
    names = [seat.name for seat in table.seats]
    cards = changed_tableaus(names, old.tableaus, new.tableaus)
    if race := changed_claims(old.claims, new.claims, [isolated(name) for name in names]):
        cards.append(("", race))
    if old.is_counted and not new.is_counted:
        words = _("What lies there counts, and no longer what was counted at the table.")
        cards.append(("", [words]))
    elif new.is_counted and not old.is_counted:
        words = _("What was counted at the table counts, and no longer what lay there.")
        cards.append(("", [words]))
    return cards


def _game(
    table: GameState, round_number: int, old: RoundSheet, new: RoundSheet
) -> list[dict[str, Any]]:
    """All totals with each version, where every round is confirmed: the end of the game may change
    too."""
    if table.current_round is not None:
        return []
    rounds, index = table.sheet.rounds, round_number - 1
    before, after = (
        score_sheet(replace(table.sheet, rounds=(*rounds[:index], sheet, *rounds[index + 1 :])))
        for sheet in (old, new)
    )
    return movers_first(
        moved(seat.name, before.totals[seat.sheet_name], after.totals[seat.sheet_name])
        for seat in table.seats
    )
