"""A chart of the standings through a night, and the same as a table.

A line for each player: the victories so far after every game, which is what a night is ranked by
first. A shared victory counts as its share. Who comes late starts where they come in, at nought;
who leaves ends with their last game.

Victories are few, and many have the same: lines that would lie on each other are laid upon each
other like tracks, the better placed on top, so that all of them can be seen.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from uuid import UUID

from ...play.pages.chart import (
    BOTTOM,
    HEIGHT,
    LABEL_GAP,
    LABEL_X,
    LEFT,
    MARK,
    RIGHT,
    SPREAD,
    TOP,
    WIDTH,
    Spot,
    Tick,
    apart,
    round_values,
)
from ...play.pages.results import MARKS, short
from ...wording.figures import wins_text

Run = Sequence[Fraction | None]
"""A player's victories so far, at the night's start and after each game; None when not there."""
NONE = Fraction(0)
TRACK = 9
"""How far apart two lines at the same height are drawn, where there is room."""
ROOM = 0.7
"""How much of the way to the next height such lines may take up together."""
FINEST = 180
"""So many heights there are from nought to the top. A third, a fifth and a seventh of a victory may
come to a thousandth more than a whole one, which no drawing shows: such lines are equal in it."""
MAX_MARKED = 12
"""With more games than this, marks stand only at a line's end: they would lie on each other."""
MAX_COLUMNS = 8
"""So many games have their number below the plot; of more, every second or third."""


@dataclass(frozen=True, slots=True)
class NightLine:
    """A player's line.

    Attributes:
        look: which colour and dashes it has, from 0 to 7; ``mark`` is its shape.
        name: in full; ``label`` is what fits into the picture.
        values: the victories after each game, in signs; "" before the player came and after they
            had left.
        total: the victories of the night.
        spots: from the game before the first one that they were in to their last one.
        label_at: where the name stands.
        stayed: whether they were in the last game.
    """

    look: int
    mark: str
    name: str
    label: str
    values: Sequence[str]
    total: str
    spots: Sequence[Spot]
    marks: Sequence[Spot]
    label_at: Spot
    stayed: bool

    @property
    def path(self) -> str:
        """Return the value of SVG's ``points``."""
        return " ".join(f"{spot.x},{spot.y}" for spot in self.spots)

    @property
    def end(self) -> Spot:
        """Where the line ends."""
        return self.spots[-1]


@dataclass(frozen=True, slots=True)
class NightChart:
    """The chart and its data; players in the order of the standings.

    ``columns``: where each numbered game stands. ``games``: how many there are.
    """

    lines: Sequence[NightLine]
    ticks: Sequence[Tick]
    columns: Sequence[tuple[int, int]]
    games: int
    height: int
    bottom: int

    width: int = WIDTH
    left: int = LEFT
    right: int = RIGHT

    @property
    def numbers(self) -> range:
        """The games' numbers, from 1."""
        return range(1, self.games + 1)


def night_chart(
    games: Sequence[Mapping[UUID, Fraction]], players: Mapping[UUID, str]
) -> NightChart:
    """Draw the chart of a night.

    Args:
        games: in order, at least one; everybody's share of each victory, by player.
        players: their names, in the order of the standings; each was in a game.
    """
    runs = [_run(games, player) for player in players]
    drawn = _as_drawn(runs)
    plot = _plot(drawn, len(games))
    spots = [_spots(plot, drawn, line) for line in range(len(runs))]
    labels = apart([line[-1].y for line in spots], LABEL_GAP, TOP, plot.bottom + 28)
    every = -(-len(games) // MAX_COLUMNS)
    return NightChart(
        lines=[
            _line(place, name, runs[place], spots[place], labels[place])
            for place, name in enumerate(players.values())
        ],
        ticks=[Tick(value, plot.height_of(value)) for value in plot.values],
        columns=[(number, plot.column(number)) for number in range(1, len(games) + 1, every)],
        games=len(games),
        height=plot.bottom + HEIGHT - BOTTOM,
        bottom=plot.bottom,
    )


def _run(games: Sequence[Mapping[UUID, Fraction]], player: UUID) -> Run:
    there = [number for number, game in enumerate(games, start=1) if player in game]
    so_far = list(accumulate((game.get(player, NONE) for game in games), initial=NONE))
    return [
        won if there[0] - 1 <= number <= there[-1] else None for number, won in enumerate(so_far)
    ]


def _as_drawn(runs: Sequence[Run]) -> list[Run]:
    """Spread heights so that equal lines can be told apart."""
    most = max(won for run in runs for won in run if won is not None)
    step = Fraction(round_values([math.ceil(most)])[-1], FINEST)
    return [[None if won is None else round(won / step) * step for won in run] for run in runs]


@dataclass(frozen=True, slots=True)
class _Plot:
    """Scales victories and games to the drawing; ``values`` are those of the grid lines."""

    games: int
    values: Sequence[int]
    top: int
    bottom: int

    def height_of(self, won: Fraction | int) -> int:
        return self.bottom - round(won * (self.bottom - self.top) / self.values[-1])

    def column(self, number: int) -> int:
        return LEFT + round(number * self.pitch)

    @property
    def pitch(self) -> float:
        """Return the distance between two games."""
        return (RIGHT - LEFT) / self.games


def _plot(runs: Sequence[Run], games: int) -> _Plot:
    columns = [Counter(_standing(runs, number).values()) for number in range(1, games + 1)]
    values = round_values([math.ceil(max(won for column in columns for won in column))])
    bottom = max(BOTTOM, TOP + LABEL_GAP * (len(runs) - 1))
    # Equal ones lie above their height, for which the highest need room.
    above = 0.0
    for column in columns:
        won, many = max(column.items())
        share = float(won / values[-1])
        over = TRACK * (many - 1) - (1 - share) * (bottom - TOP)
        above = max(above, over / share if share else 0)
    return _Plot(games, values, TOP + math.ceil(above), bottom)


def _standing(runs: Sequence[Run], number: int) -> dict[int, Fraction]:
    """Return the victories after a game (from 1) by line, without lines that start there at 0."""
    here = ((line, run[number]) for line, run in enumerate(runs) if run[number - 1] is not None)
    return {line: won for line, won in here if won is not None}


def _spots(plot: _Plot, runs: Sequence[Run], line: int) -> list[Spot]:
    """Start all lines at zero; later place equal ones above and beside each other."""
    there = [number for number, won in enumerate(runs[line]) if won is not None]
    spots = [Spot(plot.column(there[0]), plot.bottom)]
    for number in there[1:]:
        standing = _standing(runs, number)
        level = [other for other, won in standing.items() if won == standing[line]]
        place, last = level.index(line), len(level) - 1
        aside = (place - last / 2) * min(MARK, min(SPREAD, plot.pitch / 2) / len(level))
        above = (last - place) * _track(plot, set(standing.values()), standing[line], last)
        y = plot.height_of(standing[line]) - math.floor(above)
        spots.append(Spot(plot.column(number) + round(aside), y))
    return spots


def _track(plot: _Plot, heights: set[Fraction], won: Fraction, others: int) -> float:
    """Return the distance between equal lines that keeps them below better ones."""
    higher = min((other for other in heights if other > won), default=None)
    if higher is None:
        return TRACK
    room = plot.height_of(won) - plot.height_of(higher)
    return min(TRACK, ROOM * room / max(1, others))


def _line(place: int, name: str, run: Run, spots: Sequence[Spot], label: int) -> NightLine:
    marks = spots[1:] if len(run) - 1 <= MAX_MARKED else spots[-1:]
    there = [number for number, won in enumerate(run) if won is not None]
    shown = {number: wins_text(run[number] or NONE) for number in there}
    return NightLine(
        look=place % len(MARKS),
        # The ninth has the first one's colour, and a shape that the first one has not.
        mark=MARKS[(place + place // len(MARKS)) % len(MARKS)],
        name=name,
        label=short(name),
        # Where the line starts nobody has played yet.
        values=[shown.get(n, "") if n > there[0] else "" for n in range(1, len(run))],
        total=shown[there[-1]],
        spots=spots,
        marks=marks,
        label_at=Spot(LABEL_X, label),
        stayed=run[-1] is not None,
    )
