"""The versions of a round, side by side: what was changed, by whom and why, and what it moved."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from django.utils.translation import ngettext

from ...access.games import Visit
from ...models import Game, Opinion, Reopening, RoundVersion
from ...play.pages.common import isolated, seat_names
from ...play.pages.history import taps_between, who
from ...play.services.game_state import GameTable, holder_of
from ...play.services.versions import newest_versions, open_reopenings, rounds_at, versions_of
from ...rules import Result, RoundSheet, Sheet, score_sheet
from ...wording.explanations.race import changed_claims
from ...wording.items import changed_items
from ...wording.phrases import name_list
from .difference import PlayerMoved, moved_lines


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


def versions_page(table: GameTable, round_number: int) -> dict[str, Any]:
    """The versions of a round (from 1), which may be open again."""
    open_now = [why for why in open_again(table.game) if why["round_number"] == round_number]
    shown = shown_versions(table, round_number)
    return {
        "table": table,
        "round_number": round_number,
        "versions": shown[::-1],
        "now": open_now[0] if open_now else None,
    }


def open_again(game: Game) -> list[dict[str, Any]]:
    """The rounds that were confirmed and are open again, and why."""
    return [_why(row) for row in open_reopenings(game)]


def shown_versions(table: GameTable, round_number: int) -> list[dict[str, Any]]:
    """The versions of a round (from 1), the first one first."""
    rows = versions_of(table, round_number)
    made: dict[int | None, Reopening] = {}
    for_nothing: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in table.rounds[round_number - 1].reopenings.select_related("by__player", "round"):
        if row.made == row.version:
            for_nothing[row.version].append(_why(row))
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
            "is_said": any(said.agrees is not None for said in one["opinions"]),
        }
        for one in shown
    ]


def _first(table: GameTable, row: RoundVersion) -> dict[str, Any]:
    totals = _totals(table, row)
    scores = [PlayerMoved(name, total, total) for name, total in totals]
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
    table: GameTable,
    rows: tuple[RoundVersion, RoundVersion],
    sheets: tuple[RoundSheet, RoundSheet],
    reopening: Reopening | None,
) -> dict[str, Any]:
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
    return {
        "version": now.version,
        "before": before.version,
        "is_newest": now.version == now.round.version,
        "who": who(now.by),
        "at": now.at,
        "why": _why(reopening) if reopening else None,
        "scores": scores,
        "game": _moved_game(table, now.round.number, sheets),
        "cards": [*cards, *([("", race)] if race else [])],
        "taps": taps_between(table, now.round.number, before.number, now.number),
        "opinions": shown_opinions(table, now),
    }


def _why(row: Reopening) -> dict[str, Any]:
    is_by_host = row.cause == Reopening.Cause.HOST
    return {
        "round_number": row.round.number,
        "who": who(row.by),
        "at": row.at,
        "reason": row.reason,
        "is_by_host": is_by_host,
    }


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


def who_agrees(table: GameTable) -> list[dict[str, Any]]:
    """What the players say of the confirmed rounds."""
    return [
        {
            "round_number": number,
            "version": row.version,
            "opinions": (opinions := shown_opinions(table, row)),
            "is_said": any(said.agrees is not None for said in opinions),
            "is_agreed": all(said.agrees for said in opinions),
        }
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
