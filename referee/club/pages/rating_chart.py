"""A chart of a player's rating with its uncertainty, and the same as a table."""

import datetime
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from ...drawing.chart import MAX_TICKS, STEPS
from ...standings.rating import LEAST_GAMES, Rating
from ...wording.phrases import number

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 60, 616, 20, 344
"""The plot; below it stand the dates of some games."""
MAX_GAMES = 40
"""More points than these would lie on each other on a phone."""

RatedGame = tuple[int, datetime.date, Rating]
"""The number of a player's game, from 1, its date, and the rating after it."""


def picked_games(last: int) -> list[int]:
    """Choose the games that the chart shows, by number.

    At most ``MAX_GAMES``, evenly spaced, from the first that has a rating to show to the last;
    none for a player who has not played so many.
    """
    many = min(MAX_GAMES, last - LEAST_GAMES + 1)
    if many < 2:
        return [last] if many == 1 else []
    span = Fraction(last - LEAST_GAMES, many - 1)
    return [LEAST_GAMES + round(n * span) for n in range(many)]


def rating_chart(games: Sequence[RatedGame]) -> dict[str, Any] | None:
    """Return the chart of some of a player's games, in order; None for fewer than two.

    Places in the drawing are (x, y); ``line`` is the rating, ``band`` goes round what it may be.
    """
    if len(games) < 2:
        return None
    ratings = [rating for _nth, _date, rating in games]
    lows = [rating.cautious for rating in ratings]
    highs = [rating.mu + rating.spread for rating in ratings]
    values = round_values_around(min(lows), max(highs))
    first, last = games[0][0], games[-1][0]

    def x_of(nth: int) -> int:
        return LEFT + round((nth - first) * (RIGHT - LEFT) / (last - first))

    def y_of(value: float) -> int:
        return BOTTOM - round((value - values[0]) * (BOTTOM - TOP) / (values[-1] - values[0]))

    xs = [x_of(nth) for nth, _date, _rating in games]
    line, over, under = (
        [(x, y_of(value)) for x, value in zip(xs, series, strict=True)]
        for series in ([rating.mu for rating in ratings], highs, lows)
    )
    band = [*over, *reversed(under)]
    return {
        "games": games,
        "last": last,
        "line": line,
        "band": band,
        "path": " ".join(f"{x},{y}" for x, y in line),
        "outline": " ".join(f"{x},{y}" for x, y in band),
        "end": line[-1],
        "ticks": [(y_of(value), number(value)) for value in values],
        "columns": _columns(games, xs),
        "left": LEFT,
        "right": RIGHT,
        "width": WIDTH,
        "height": HEIGHT,
    }


def _columns(games: Sequence[RatedGame], xs: Sequence[int]) -> list[tuple[datetime.date, int, str]]:
    """Return the dates below the plot with their places and how they are aligned: that of the first
    game, of the last, and of the one nearest to the middle, as far as they differ."""
    middle = min(range(len(xs)), key=lambda n: abs(xs[n] - (LEFT + RIGHT) / 2))
    picked = {0: "start", middle: "middle", len(xs) - 1: "end"}
    dates = {games[n][1]: (xs[n], anchor) for n, anchor in reversed(picked.items())}
    return [(date, *dates[date]) for date in sorted(dates)]


def round_values_around(lowest: float, highest: float) -> list[int]:
    """Return a few evenly spaced round values from below the lowest to above the highest."""
    for step in (*STEPS, max(1, ceil(highest - lowest))):
        first, last = floor(lowest / step), max(ceil(highest / step), floor(lowest / step) + 1)
        if last - first < MAX_TICKS:
            break
    return [n * step for n in range(first, last + 1)]
