"""A chart of a player's rating with its uncertainty, and the same as a table."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from ...play.pages.chart import MAX_TICKS, STEPS, Spot, Tick
from ...standings.rating import LEAST_GAMES, Rating
from ...wording.phrases import number

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 60, 616, 20, 344
"""The plot; below it stand the numbers of the games."""
MAX_GAMES = 60
"""More points than these would lie on each other on a phone."""
BAND = 2
"""How many sigma the band reaches to either side: in 19 of 20 cases the strength is inside."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A player's ``nth`` game (from 1) and the rating after it."""

    nth: int
    date: datetime.date
    rating: Rating


@dataclass(frozen=True, slots=True)
class Column:
    """The number of a game below the plot and its alignment: start, middle or end."""

    nth: int
    x: int
    anchor: str


@dataclass(frozen=True, slots=True)
class RatingChart:
    """The chart and its data, first game first.

    ``spots`` are the ratings, ``band`` goes round what they may be.
    """

    games: Sequence[RatedGame]
    spots: Sequence[Spot]
    band: Sequence[Spot]
    ticks: Sequence[tuple[int, str]]
    columns: Sequence[Column]

    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT

    @property
    def path(self) -> str:
        """Return the line as SVG's ``points``."""
        return _points(self.spots)

    @property
    def outline(self) -> str:
        """Return the band as SVG's ``points``."""
        return _points(self.band)

    @property
    def end(self) -> Spot:
        """Return the rating after the last game."""
        return self.spots[-1]


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


def rating_chart(games: Sequence[RatedGame]) -> RatingChart | None:
    """Draw the ratings after some of a player's games, in order.

    Returns:
        None where fewer than two games make no line.
    """
    if len(games) < 2:
        return None
    bounds = [_bounds(game.rating) for game in games]
    ticks = round_values_around(min(low for low, _ in bounds), max(high for _, high in bounds))
    first, last = games[0].nth, games[-1].nth

    def x_of(nth: int) -> int:
        return LEFT + round((nth - first) * (RIGHT - LEFT) / (last - first))

    def y_of(value: float) -> int:
        return BOTTOM - round((value - ticks[0]) * (BOTTOM - TOP) / (ticks[-1] - ticks[0]))

    xs = [x_of(game.nth) for game in games]
    over = [Spot(x, y_of(high)) for x, (_low, high) in zip(xs, bounds, strict=True)]
    under = [Spot(x, y_of(low)) for x, (low, _high) in zip(xs, bounds, strict=True)]
    middle = games[len(games) // 2].nth
    columns = [Column(first, LEFT, "start"), Column(last, RIGHT, "end")]
    if len(games) > 2:
        columns.insert(1, Column(middle, x_of(middle), "middle"))
    return RatingChart(
        games=games,
        spots=[Spot(x, y_of(game.rating.mu)) for x, game in zip(xs, games, strict=True)],
        band=[*over, *reversed(under)],
        ticks=[(tick.y, number(tick.value)) for tick in (Tick(v, y_of(v)) for v in ticks)],
        columns=columns,
    )


def round_values_around(lowest: float, highest: float) -> list[int]:
    """Return a few evenly spaced round values from below the lowest to above the highest."""
    for step in (*STEPS, max(1, ceil(highest - lowest))):
        first, last = floor(lowest / step), max(ceil(highest / step), floor(lowest / step) + 1)
        if last - first < MAX_TICKS:
            break
    return [n * step for n in range(first, last + 1)]


def _bounds(rating: Rating) -> tuple[float, float]:
    return rating.mu - BAND * rating.sigma, rating.mu + BAND * rating.sigma


def _points(spots: Sequence[Spot]) -> str:
    return " ".join(f"{spot.x},{spot.y}" for spot in spots)
