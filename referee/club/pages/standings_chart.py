"""A picture of standings: what everybody is ranked by, night after night; and a table of it."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from ...drawing.chart import (
    BOTTOM,
    HEIGHT,
    LABEL_GAP,
    LABEL_X,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    apart,
    short_label,
)
from ...drawing.looks import look_of
from ...models import Club
from ...wording.figures import average_text, percent_text, wins_text
from ...wording.phrases import number
from ..filters import ADDED_UP
from ..services.statistics import Choice, Standing, growth
from .rating_chart import round_values_around

MAX_LINES = 8
"""So many players are drawn, the best ones."""
_PERCENT = 100
_FIGURES = 26
"""How much wider the figures beside the names are than a night's victories."""


def standings_chart(
    club: Club,
    choice: Choice,
    order: str,
    rows: Sequence[Standing],
    place_points: tuple[int, ...] = (),
    *,
    own_tie_breaks: bool = False,
) -> dict[str, Any] | None:
    """Return the picture of the first players of a table of standings; None before there are two
    nights, or anything to be ranked by. Places in the drawing are (x, y).

    Args:
        order: a key of ``ORDERS``.
        rows: the standings, the best first.
        place_points: what each place is worth, where they are ranked by that.
        own_tie_breaks: whether a tie that a table itself broke counts as it decided.
    """
    dates, values = growth(club, choice, order, place_points, own_tie_breaks)
    drawn = [row for row in rows if row.rank and row.player.pk in values][:MAX_LINES]
    if len(dates) < 2 or not drawn:
        return None
    scale = _PERCENT if order == "win-rate" else 1
    runs = [
        {n: value * scale for n, value in enumerate(values[row.player.pk]) if value is not None}
        for row in drawn
    ]
    heights = [value for run in runs for value in run.values()]
    lowest = min(heights) if order in ("place", "points", "rating") else min(0, *heights)
    ticks = round_values_around(floor(lowest), ceil(max(heights)))
    bottom = max(BOTTOM, TOP + LABEL_GAP * (len(runs) - 1))
    days = (dates[-1] - dates[0]).days

    def x_of(place: int) -> int:
        return LEFT + round((dates[place] - dates[0]).days * (RIGHT - LEFT) / days)

    def y_of(value: Fraction | float) -> int:
        return bottom - round((value - ticks[0]) * (bottom - TOP) / (ticks[-1] - ticks[0]))

    spots = [[(x_of(n), y_of(value)) for n, value in run.items()] for run in runs]
    labels = apart([line[-1][1] for line in spots], LABEL_GAP, TOP, bottom + 28)
    return {
        "lines": [
            {
                "player": row.player,
                "look": look_of(row.player),
                "label": short_label(row.player.name),
                "total": _text(values[row.player.pk][-1], order),
                "values": [_text(value, order) for value in values[row.player.pk]],
                "path": " ".join(f"{x},{y}" for x, y in spots[place]),
                "end": spots[place][-1],
                "label_at": (LABEL_X, labels[place]),
            }
            for place, row in enumerate(drawn)
        ],
        "dates": dates,
        "ticks": [
            (number(abs(value) if order == "place" else value), y_of(value)) for value in ticks
        ],
        "columns": [(dates[0], LEFT), (dates[-1], RIGHT)],
        "bottom": bottom,
        "left": LEFT,
        "right": RIGHT,
        "width": WIDTH + _FIGURES,
        "height": bottom + HEIGHT - BOTTOM,
        "has_more": len(rows) > len(drawn),
    }


def _text(value: Fraction | float | None, order: str) -> str:
    if value is None:
        return ""
    if order in ADDED_UP:
        return wins_text(Fraction(value))
    if order == "win-rate":
        return percent_text(Fraction(value))
    return average_text(abs(Fraction(value)) if order == "place" else Fraction(value))
