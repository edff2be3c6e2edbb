"""Points by card type and player, and who won which comparison."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...rules import Line, PlayerScore
from ...rules.scoring.plan import LINE_ORDER
from ...wording.explanations.table import told_at_the_table
from ...wording.names import type_name
from ..services.game_state import GameTable
from .common import isolated, seat_names, why_url

NARROW_FROM = 5
"""From so many players on the names stand upright above their columns."""
MAX_COLUMNS = 5
"""With more players the table may be wider than a small phone and scrolls by itself."""


class Cell(NamedTuple):
    """Points, and where they are explained; None and "" for somebody who has no line."""

    points: int | None
    why: str


def points_table(table: GameTable, scores: Mapping[str, PlayerScore], part: str) -> dict[str, Any]:
    """Points by card type (rows) and seat (columns); a type that scored for nobody is left out.

    Args:
        part: which one it is, as the page of explanations calls it: "r1" to "r3", or "end".
    """
    by_type = _by_type(scores)
    whys = [f"{why_url(table, seat)}#{part}" for seat in range(len(scores))]
    return {
        "names": seat_names(table),
        "is_narrow": len(scores) >= NARROW_FROM,
        "may_scroll": len(scores) > MAX_COLUMNS,
        "rows": [
            {
                "icon": "token" if type_ == "tokens" else type_,
                "name": type_name(type_),
                "cells": [
                    Cell(lines[seat].points, f"{why}-{type_}") if seat in lines else Cell(None, "")
                    for seat, why in enumerate(whys)
                ],
            }
            for type_, lines in by_type.items()
            if any(line.points for line in lines.values())
        ],
        "sums": [Cell(score.total, why) for score, why in zip(scores.values(), whys, strict=True)],
    }


def comparisons(table: GameTable, scores: Mapping[str, PlayerScore]) -> list[dict[str, Any]]:
    """Who won what across the table, each comparison told once."""
    names = [isolated(name) for name in seat_names(table)]
    told = [
        (type_, told_at_the_table(list(lines.values()), names))
        for type_, lines in _by_type(scores).items()
    ]
    return [
        {
            "type": type_,
            "name": type_name(type_),
            "outcome": words.outcome,
            "figures": words.figures,
        }
        for type_, words in told
        if words
    ]


def _by_type(scores: Mapping[str, PlayerScore]) -> dict[str, dict[int, Line]]:
    """The lines by type, in the order of every player's lines, then by seat."""
    found: dict[str, dict[int, Line]] = {}
    for seat, score in enumerate(scores.values()):
        for line in score.lines:
            found.setdefault(line.type, {})[seat] = line
    return {type_: found[type_] for type_ in LINE_ORDER if type_ in found}
