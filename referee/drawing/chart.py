"""Where the lines of a chart run: numbers in, places in a drawing out. No words, no colours.

All lengths are whole units of the drawing, two to a CSS pixel on a small phone.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from wcwidth import iter_graphemes, wcswidth

WIDTH, HEIGHT = 640, 440
LEFT, RIGHT, TOP, BOTTOM = 60, 288, 24, 384
"""The plot; to the right of it stand the labels, below it the names of the columns."""
LABEL_X = 336
LABEL_GAP = 38
"""The least distance between the baselines of two labels, so that none lies on another."""
MARK = 18
"""How wide a mark is; marks that would lie on each other are set side by side."""
SPREAD = 60
"""How wide a row of marks may get."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MAX_TICKS = 6


LABEL_CELLS = 16
"""How much of a name the picture has room for, in cells: a CJK letter or an emoji takes two."""


class Spot(NamedTuple):
    """A place in the drawing, from its left upper corner."""

    x: int
    y: int


class Tick(NamedTuple):
    """A line across the plot at a round value."""

    value: int
    y: int


class DrawnLine(NamedTuple):
    """One series: its line, and where its label stands."""

    spots: Sequence[Spot]
    label: Spot

    @property
    def path(self) -> str:
        """The line for SVG's ``points``."""
        return " ".join(f"{spot.x},{spot.y}" for spot in self.spots)

    @property
    def end(self) -> Spot:
        """Where the line ends and the way to its label begins."""
        return self.spots[-1]


class LineChart(NamedTuple):
    """A drawing of ``WIDTH`` × ``HEIGHT`` units."""

    lines: Sequence[DrawnLine]
    ticks: Sequence[Tick]
    columns: Sequence[int]
    zero: int


def line_chart(series: Sequence[Sequence[int]]) -> LineChart:
    """Draws a game: series of the same length over evenly spaced columns, the first one a common
    start.

    Args:
        series: at least one, each with the same two or more values; negative ones may be.
    """
    ticks = round_values([value for values in series for value in values])
    lowest, highest = ticks[0], ticks[-1]

    def height_of(value: int) -> int:
        return BOTTOM - round((value - lowest) * (BOTTOM - TOP) / (highest - lowest))

    many = len(series[0])
    columns = [LEFT + round(n * (RIGHT - LEFT) / (many - 1)) for n in range(many)]
    ys = [[height_of(value) for value in values] for values in series]
    xs = [beside_each_other([line[n] for line in ys], x) for n, x in enumerate(columns)]
    xs[0] = [columns[0]] * len(series)
    labels = apart([line[-1] for line in ys], LABEL_GAP, TOP, BOTTOM + (HEIGHT - BOTTOM) // 2)
    lines = [
        DrawnLine([Spot(xs[n][seat], y) for n, y in enumerate(line)], Spot(LABEL_X, labels[seat]))
        for seat, line in enumerate(ys)
    ]
    shown = [Tick(value, height_of(value)) for value in ticks]
    return LineChart(lines, shown, columns, height_of(0))


def round_values(values: Sequence[int]) -> list[int]:
    """Evenly spaced round values from at most the lowest (or 0) to at least the highest (or 1)."""
    lowest, highest = min(0, *values), max(1, *values)
    for step in (*STEPS, highest - lowest):
        first, last = lowest // step, -(-highest // step)
        if last - first < MAX_TICKS:
            break
    return [n * step for n in range(first, last + 1)]


def beside_each_other(ys: Sequence[int], x: int) -> list[int]:
    """The x of marks at these heights: ``x``, or beside it where marks would lie on each other."""
    groups: list[list[int]] = []
    for seat in sorted(range(len(ys)), key=lambda seat: (ys[seat], seat)):
        if groups and ys[seat] - ys[groups[-1][-1]] < MARK:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    xs = [x] * len(ys)
    for group in groups:
        gap = min(MARK, SPREAD / max(1, len(group) - 1))
        for place, seat in enumerate(sorted(group)):
            xs[seat] = x + round((place - (len(group) - 1) / 2) * gap)
    return xs


def apart(ys: Sequence[int], gap: int, top: int, bottom: int) -> list[int]:
    """Moves labels that are too close as little as need be, so that ``gap`` lies between any two.

    Their order stays; equal ones keep the order in which they are given. Labels that would leave
    ``top`` to ``bottom`` are moved back into it as far as there is room for all.
    """

    def kept_in(middle: float, many: int) -> float:
        half = (many - 1) * gap / 2
        return max(top + half, min(middle, bottom - half))

    order = sorted(range(len(ys)), key=lambda label: (ys[label], label))
    rows: list[tuple[float, int]] = []  # the middle of a row of labels, and how many they are
    for label in order:
        middle, many = kept_in(ys[label], 1), 1
        while rows and middle - rows[-1][0] < gap * (many + rows[-1][1]) / 2:
            other, others = rows.pop()
            together = (middle * many + other * others) / (many + others)
            many += others
            middle = kept_in(together, many)
        rows.append((middle, many))
    places = [
        round(middle + (n - (many - 1) / 2) * gap) for middle, many in rows for n in range(many)
    ]
    placed = dict(zip(order, places, strict=True))
    return [placed[label] for label in range(len(ys))]


def short_label(name: str) -> str:
    """A name in at most ``LABEL_CELLS`` cells; no letter or emoji is cut in two."""
    letters = list(iter_graphemes(name))
    ends = list(accumulate(max(0, wcswidth(letter)) for letter in letters))
    if not ends or ends[-1] <= LABEL_CELLS:
        return name
    fitting = sum(end < LABEL_CELLS for end in ends)
    return "".join(letters[:fitting]).rstrip() + "…"
