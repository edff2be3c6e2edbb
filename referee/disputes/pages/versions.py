"""Compares the versions of a round: what changed, by whom, why, and with what effect."""

from collections import defaultdict
from itertools import pairwise
from typing import Any

from ...models import Reopening, RoundVersion
from ...play.pages.common import isolated, seat_names
from ...play.pages.history import taps_between, who
from ...play.pages.opinions import open_again, shown_opinions, why_open_again
from ...play.services.game_state import GameState
from ...play.services.versions import rounds_at, versions_of
from ...rules import Result, RoundSheet, Sheet, score_sheet
from ...wording.explanations.race import changed_claims
from ...wording.items import changed_items
from .difference import moved, moved_lines


def versions_page(table: GameState, round_number: int) -> dict[str, Any]:
    """The versions of a round (from 1), which may be open again."""
    open_now = [why for why in open_again(table.game) if why["round_number"] == round_number]
    shown = shown_versions(table, round_number)
    return {
        "table": table,
        "round_number": round_number,
        "versions": shown[::-1],
        "now": open_now[0] if open_now else None,
    }


def shown_versions(table: GameState, round_number: int) -> list[dict[str, Any]]:
    """Return the versions of a round (from 1), oldest first."""
    rows = versions_of(table, round_number)
    made: dict[int | None, Reopening] = {}
    for_nothing: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in table.rounds[round_number - 1].reopenings.select_related("by__player", "round"):
        if row.made == row.version:
            for_nothing[row.version].append(why_open_again(row))
        else:
            made[row.made] = row
    sheets = rounds_at(table, round_number, [row.number for row in rows]) if len(rows) > 1 else []
    shown = [_first(table, row) for row in rows[:1]]
    for (before, now), (old, new) in zip(pairwise(rows), pairwise(sheets), strict=True):
        shown.append(_corrected(table, (before, now), (old, new), made.get(now.version)))
    return [
        {
            **one,
            "for_nothing": for_nothing[one["version"]],
            "is_said": any(said["agrees"] is not None for said in one["opinions"]),
        }
        for one in shown
    ]


def _first(table: GameState, row: RoundVersion) -> dict[str, Any]:
    totals = _totals(table, row)
    scores = [moved(name, total, total) for name, total in totals]
    is_newest = row.version == row.round.version
    opinions = shown_opinions(table, row)
    return {
        "version": row.version,
        "before": 0,
        "is_first": True,
        "is_newest": is_newest,
        "who": who(row.by),
        "at": row.at,
        "why": None,
        "scores": scores,
        "game": (),
        "cards": (),
        "taps": (),
        "opinions": opinions,
    }


def _corrected(
    table: GameState,
    rows: tuple[RoundVersion, RoundVersion],
    sheets: tuple[RoundSheet, RoundSheet],
    reopening: Reopening | None,
) -> dict[str, Any]:
    before, now = rows
    names = seat_names(table)
    old, new = (_lines(row) for row in rows)
    scores = [
        moved(name, was, becomes, lines=moved_lines(old.get(seat.pk, {}), new.get(seat.pk, {})))
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
    return {
        "version": now.version,
        "before": before.version,
        "is_newest": now.version == now.round.version,
        "who": who(now.by),
        "at": now.at,
        "why": why_open_again(reopening) if reopening else None,
        "scores": scores,
        "game": _moved_game(table, now.round.number, sheets),
        "cards": [*cards, *([("", race)] if race else [])],
        "taps": taps_between(table, now.round.number, before.number, now.number),
        "opinions": shown_opinions(table, now),
    }


def _totals(table: GameState, row: RoundVersion) -> list[tuple[str, int]]:
    totals = {score.seat_id: score.total for score in row.scores.all()}
    names = zip(table.seats, seat_names(table), strict=True)
    return [(name, totals.get(seat.pk, 0)) for seat, name in names]


def _lines(row: RoundVersion) -> dict[int, dict[str, int]]:
    """Return the stored points by seat and card type."""
    return {
        score.seat_id: {line["type"]: line["points"] for line in score.lines}
        for score in row.scores.all()
    }


def _moved_game(
    table: GameState, round_number: int, sheets: tuple[RoundSheet, RoundSheet]
) -> list[dict[str, Any]]:
    """Return all totals with each version, since the end of the game may change too."""
    if table.current_round is not None:
        return []
    old, new = (_result_with(table.sheet, round_number, sheet) for sheet in sheets)
    names = zip(table.sheet.seats, seat_names(table), strict=True)
    return [moved(shown, old.totals[name], new.totals[name]) for name, shown in names]


def _result_with(sheet: Sheet, round_number: int, round_: RoundSheet) -> Result:
    rounds = list(sheet.rounds)
    rounds[round_number - 1] = round_
    return score_sheet(Sheet(sheet.setting, sheet.players, tuple(rounds), sheet.tokens_left))
