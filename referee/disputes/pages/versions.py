"""Compares the versions of a round: what changed, by whom, why, and with what effect."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ...models import Reopening, RoundVersion, Seat
from ...play.pages.history import taps_between, who
from ...play.pages.opinions import shown_opinions
from ...play.services.game_state import GameState, RoundState
from ...play.services.versions import rounds_at, versions_of
from ...rules import RoundSheet, score_sheet
from ...wording.changes import changed_claims, changed_tableaus
from ...wording.phrases import isolated
from .difference import moved, moved_lines


def shown_versions(table: GameState, round_: RoundState) -> list[dict[str, Any]]:
    """Return the versions of a round, oldest first; all but the first with changes."""
    rows = versions_of(round_.row)
    why: dict[int | None, Reopening] = {}
    for_nothing: dict[int, list[Reopening]] = defaultdict(list)
    for row in round_.row.reopenings.select_related("by__player", "round"):
        if row.made == row.version:
            for_nothing[row.version].append(row)
        else:
            why[row.made] = row
    sheets = rounds_at(round_, [row.number for row in rows]) if len(rows) > 1 else []
    shown = []
    for index, version in enumerate(rows):
        opinions = shown_opinions(table, version)
        changed: dict[str, Any] = {
            "version": version.version,
            "is_newest": version.version == version.round.version,
            "by": version.by,
            "who": who(version.by),
            "at": version.at,
            "why": why.get(version.version) if index else None,
            "for_nothing": for_nothing[version.version],
            "scores": _scores(table.seats, rows[max(index - 1, 0)], version),
            "opinions": opinions,
            "is_said": any(opinion["agrees"] is not None for opinion in opinions),
        }
        if index:
            before = rows[index - 1]
            taps = taps_between(table, round_, before.number, version.number)
            changes = _changes(table, round_.number, sheets[index - 1], sheets[index])
            changed |= {"before": before.version, "taps": taps, **changes}
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
    return shown


def _changes(
    table: GameState, round_number: int, old: RoundSheet, new: RoundSheet
) -> dict[str, Any]:
    """What lies differently, by player, the race last; and all totals with each version, where
    every round is confirmed: the end of the game may change too."""
    names = [seat.name for seat in table.seats]
    cards = changed_tableaus(names, old.tableaus, new.tableaus)
    if race := changed_claims(old.claims, new.claims, [isolated(name) for name in names]):
        cards.append(("", race))
    game = []
    if table.current_round is None:
        rounds, index = table.sheet.rounds, round_number - 1
        before, after = (
            score_sheet(replace(table.sheet, rounds=(*rounds[:index], sheet, *rounds[index + 1 :])))
            for sheet in (old, new)
        )
        game = [
            moved(seat.name, before.totals[seat.sheet_name], after.totals[seat.sheet_name])
            for seat in table.seats
        ]
    return {"cards": cards, "game": game}
