"""The numbers of a seat: which one is different, and what people get instead of it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from ...play.pages.rules import card
from ...play.services.game_state import GameState
from ...play.services.refusals import Refused
from ...rules import Result
from ...rules.mistakes import END, GAME, ClaimScope, likely_values
from ...rules.scoring.plan import LINE_ORDER
from ...wording.guide.scope import Scope
from ...wording.mistakes import part_name
from ...wording.names import type_name
from ..services.disputes import is_over, last_begun, number_in, result_now, types_to_dispute
from .why import why_page

MOST_VALUES = 4
"""Buttons for what people get; who gets none of these types a number."""


def numbers_page(table: GameState, place: int, opened: int = 0) -> dict[str, Any]:
    """Return a seat's numbers as far as the game has come, part by part and line by line.

    Args:
        opened: the part that is unfolded, 0 for none.
    """
    page, result = why_page(table, place), result_now(table)
    parts = [_part(table, result, part) for part in page["parts"]] if result else []
    parts = [part for part in parts if part["lines"] or part["others"] or part["is_counted"]]
    return {
        "table": table,
        "seat": page["seat"],
        "parts": parts,
        "opened": parts[0]["number"] if len(parts) == 1 else opened,
        "total": number_in(result, page["seat"].sheet_name, GAME) if result else 0,
    }


def number_page(table: GameState, place: int, scope: ClaimScope) -> dict[str, Any]:
    """Return one of a seat's numbers, and what people get instead.

    Raises:
        Refused: ``nothing-there`` where there is no such number.
    """
    last = last_begun(table)
    if last is None or (scope.type and scope.type not in types_to_dispute(table, scope.part)):
        raise Refused("nothing-there")
    number = certain(table, place, scope)
    values = likely_values(last.sheet, number["seat"].index, scope, is_over=is_over(table))
    # Who has left a line out says so.
    likely = [it.points for it in values if it.points or not scope.type][:MOST_VALUES]
    return {
        "table": table,
        **number,
        "values": sorted(likely),
        "may_be_left_out": bool(scope.type and number["points"]),
    }


def certain(table: GameState, place: int, scope: ClaimScope) -> dict[str, Any]:
    """Return what is certain of one of a seat's numbers: what it is made of, and its rule.

    Raises:
        Refused: ``nothing-there`` where there is no such number.
    """
    page = why_page(table, place)
    points = number_in(result_now(table), page["seat"].sheet_name, scope)
    part = next((part for part in page["parts"] if _number(part) == scope.part), page)
    return {
        "seat": page["seat"],
        "part": scope.part or 0,
        "type": scope.type or "",
        "name": number_name(scope, is_over=is_over(table)),
        "points": points,
        "line": _line(part, scope.type) if scope.type else None,
        "rule": _rule(table, scope.type) if scope.type else "",
        "sum": part["sum"],
    }


def number_name(scope: ClaimScope, *, is_over: bool) -> str:
    """Name a number: "Round 2, maki rolls", "The whole game", "The total so far"."""
    if scope.type:
        names = {"part": part_name(scope.part or 0), "name": type_name(scope.type)}
        return _("%(part)s, %(name)s") % names
    return part_name(scope.part or 0) if scope.part or is_over else _("The total so far")


def _number(part: Mapping[str, Any]) -> int:
    """The number of a part of Why, of which the end of the game has none there."""
    return int(part.get("number", END))


def _part(table: GameState, result: Result, part: Mapping[str, Any]) -> dict[str, Any]:
    """A part with its lines, and the other types of which something may be missing there."""
    number = _number(part)
    lines = [*part.get("lines", ()), *part.get("pointless", ())]
    held = {line["type"] for line in lines}
    types = types_to_dispute(table, number) - held
    return {
        "number": number,
        "name": part_name(number),
        "points": part.get("points", 0),
        "is_counted": part.get("is_counted", False),
        "lines": lines,
        "others": [
            {"type": type_, "name": type_name(type_), "points": 0}
            for type_ in LINE_ORDER
            if type_ in types
        ],
    }


def _line(part: Mapping[str, Any], type_: str) -> dict[str, Any]:
    """A line of a part of Why; one of which nothing was entered brings nothing."""
    for line in (*part["lines"], *part["pointless"]):
        if line["type"] == type_:
            return dict(line)
    return {"explanation": _("Nothing of it was entered: 0 points.")}


def _rule(table: GameState, type_: str) -> str:
    scope = Scope(table.game.ruleset, table.setting)
    return card(type_, scope, layout="disputes/rule.html") if type_ in scope.types else ""
