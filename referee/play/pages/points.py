"""Points by card type and player, and who won which comparison."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...rules import Line, PlayerScore
from ...rules.scoring.plan import LINE_ORDER
from ...wording.explanations.table import told_at_the_table
from ...wording.names import type_name
from ..services.game_state import GameTable
from .common import isolated, seat_names, why_url

NARROW_FROM = 5
"""From so many players on the names stand upright above their columns."""
MOST_COLUMNS = 5
"""With more players the table may be wider than a small phone and scrolls by itself."""


class Cell(NamedTuple):
    """Points, and where they are explained; None and "" for somebody who has no line."""

    points: int | None
    why: str


@dataclass(frozen=True, slots=True)
class TypeRow:
    """A card type and what it scored for each seat; None for somebody who has no line of it.

    ``whys``: the pages that explain each seat's points of this part of the game.
    """

    type: str
    name: str
    points: Sequence[int | None]
    whys: Sequence[str]

    @property
    def icon(self) -> str:
        """Its picture in the sprite."""
        return "token" if self.type == "tokens" else self.type

    @property
    def cells(self) -> list[Cell]:
        """The points by seat, each with its explanation."""
        return [
            Cell(points, "" if points is None else f"{why}-{self.type}")
            for points, why in zip(self.points, self.whys, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class PointsTable:
    """Points by card type (rows) and seat (columns); types that scored for nobody are left out.

    ``whys`` as of its rows.
    """

    names: Sequence[str]
    rows: Sequence[TypeRow]
    totals: Sequence[int]
    whys: Sequence[str]

    @property
    def sums(self) -> list[Cell]:
        """The sums by seat, each with its explanation."""
        return [Cell(*both) for both in zip(self.totals, self.whys, strict=True)]

    @property
    def is_narrow(self) -> bool:
        """Whether the columns are too narrow for names that lie."""
        return len(self.names) >= NARROW_FROM

    @property
    def may_scroll(self) -> bool:
        """Whether the table may be wider than a phone."""
        return len(self.names) > MOST_COLUMNS


@dataclass(frozen=True, slots=True)
class ShownComparison:
    """Who won a comparison, in words."""

    type: str
    name: str
    outcome: str
    figures: str


def points_table(table: GameTable, scores: Mapping[str, PlayerScore], part: str) -> PointsTable:
    """The points of a round, or of the game's end, by card type.

    Args:
        part: which one it is, as the page of explanations calls it: "r1" to "r3", or "end".
    """
    by_type = _by_type(scores)
    whys = [f"{why_url(table, seat)}#{part}" for seat in range(len(scores))]
    return PointsTable(
        names=seat_names(table),
        rows=[
            TypeRow(
                type_,
                type_name(type_),
                [lines[seat].points if seat in lines else None for seat in range(len(scores))],
                whys,
            )
            for type_, lines in by_type.items()
            if any(line.points for line in lines.values())
        ],
        totals=[score.total for score in scores.values()],
        whys=whys,
    )


def comparisons(table: GameTable, scores: Mapping[str, PlayerScore]) -> list[ShownComparison]:
    """Who won what across the table, each comparison told once."""
    names = [isolated(name) for name in seat_names(table)]
    told = [
        (type_, told_at_the_table(list(lines.values()), names))
        for type_, lines in _by_type(scores).items()
    ]
    return [
        ShownComparison(type_, type_name(type_), words.outcome, words.figures)
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
