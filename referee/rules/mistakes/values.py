"""Which other numbers a player is likely to have got."""

from collections import defaultdict
from typing import NamedTuple

from ..sheet import Sheet
from .book import ScoredGame
from .terms import GAME, ClaimScope
from .ways import Ways


class LikelyValue(NamedTuple):
    """A number that mistakes lead to, and how likely it is among all of these (0 to 1)."""

    points: int
    likelihood: float


def likely_values(
    sheet: Sheet, seat: int, scope: ClaimScope = GAME, *, is_over: bool = True
) -> list[LikelyValue]:
    """The numbers that single mistakes lead to, the likeliest first; never the right one. There are
    none where a round was counted without cards.

    Args:
        seat: whose number it is, by the place on the sheet, from 0.
        is_over: whether the end of the game counts with the third round.
    """
    if not sheet.has_cards_of(scope.part):
        return []
    ways = Ways(ScoredGame(sheet, is_over=is_over), seat, scope)
    weights: dict[int, float] = defaultdict(float)
    for moved, explanations in ways.explanations.items():
        points = ways.right + moved
        for explanation in explanations:
            adds_a_line = scope.type and explanation.way.code in ("adding-slip", "line-twice")
            if points == int(points) and not adds_a_line:  # nobody adds up within a line
                weights[int(points)] += explanation.weight
    of_all = sum(weights.values())
    ranked = sorted(weights.items(), key=lambda entry: (-entry[1], entry[0]))
    return [LikelyValue(points, weight / of_all) for points, weight in ranked]
