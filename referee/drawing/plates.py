"""Plates of eaten sushi, stacked as high as points: numbers in, paths of a drawing out."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

WIDTH, HEIGHT = 96, 60
"""Of the highest stack, in CSS pixels for usual letters."""


class Stack(NamedTuple):
    """A stack of plates, the lowest first, each a path for SVG."""

    height: int
    plates: Sequence[str]


def stack(total: int, rounds: Sequence[int], best: int) -> Stack:
    """The plates of a player: as high as the total, each as thick as its round's share of it.

    Args:
        rounds: the points of each round.
        best: the most points of all, as high as a stack can be.
    """
    height = round(HEIGHT * max(total, 0) / best) if best > 0 else 0
    # A round may cost points; who has made some by puddings alone has one plate.
    rounds = [max(points, 0) for points in rounds]
    if not any(rounds):
        rounds = [1]
    made = sum(rounds)
    edges = [height - round(height * so_far / made) for so_far in accumulate(rounds, initial=0)]
    return Stack(height, [_plate(top, bottom) for bottom, top in pairwise(edges)])


def _plate(top: int, bottom: int) -> str:
    """A plate from the side: its rim is as wide as the drawing, its foot half as wide."""
    rim, foot = WIDTH - 1, WIDTH * 3 // 4
    return f"M1,{top}H{rim}Q{rim - 4},{bottom} {foot},{bottom}H{WIDTH - foot}Q5,{bottom} 1,{top}Z"
