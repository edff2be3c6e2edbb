"""How the scores grew: every player's running total as a picture, and the same as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from wcwidth import iter_graphemes, wcswidth

from ...wording.phrases import number
from .chart import HEIGHT, LEFT, RIGHT, WIDTH, DrawnLine, LineChart, line_chart
from .ranking_rows import StandingRow

LABEL_CELLS = 9
"""How much of a name the picture has room for, in cells: a CJK letter or an emoji takes two."""

MARKS = (
    "M-8,0a8,8 0 1,0 16,0a8,8 0 1,0 -16,0z",
    "M-8,-8h16v16h-16z",
    "M0,-10l10,18h-20z",
    "M0,-11l11,11l-11,11l-11,-11z",
    "M-3,-10h6v7h7v6h-7v7h-6v-7h-7v-6h7z",
    "M0,10l10,-18h-20z",
    "M-5,-9h10l6,9l-6,9h-10l-6,-9z",
    "M-10,-9l20,18v-18l-20,18z",
)
"""A shape for each seat, so that the lines are told apart without their colours."""


@dataclass(frozen=True, slots=True)
class PlayersLine:
    """A player's line: how it runs, how it is drawn, and the totals it shows.

    Attributes:
        look: which colour, dashes and mark it has, by seat from 0.
        name: in full; ``label`` is what fits into the picture.
        totals: after each round and, last, after the game's end.
        why: the page on which every point is explained.
    """

    look: int
    name: str
    label: str
    drawn: DrawnLine
    mark: str
    totals: Sequence[int]
    why: str

    @property
    def cells(self) -> list[tuple[int, str]]:
        """Each total with its explanation."""
        rounds = len(self.totals) - 1
        parts = [*(f"r{number}-total" for number in range(1, rounds + 1)), "total"]
        return [
            (total, f"{self.why}#{part}") for total, part in zip(self.totals, parts, strict=True)
        ]

    @property
    def shown_total(self) -> str:
        """The last total with a proper minus sign."""
        return number(self.totals[-1])


@dataclass(frozen=True, slots=True)
class Growth:
    """The picture and its data; players in the order of the standings."""

    lines: Sequence[PlayersLine]
    chart: LineChart
    ticks: Sequence[tuple[int, str]]

    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT


def growth(rows: Sequence[StandingRow]) -> Growth:
    """The running totals of a finished game; at least one row, all with the same rounds."""
    totals = [list(accumulate([*row.rounds, row.game_end or 0])) for row in rows]
    chart = line_chart([[0, *values] for values in totals])
    return Growth(
        lines=[
            PlayersLine(
                look=row.seat,
                name=row.name,
                label=short(row.name),
                drawn=drawn,
                mark=MARKS[row.seat % len(MARKS)],
                totals=values,
                why=row.why,
            )
            for row, drawn, values in zip(rows, chart.lines, totals, strict=True)
        ],
        chart=chart,
        ticks=[(tick.y, number(tick.value)) for tick in chart.ticks],
    )


def short(name: str) -> str:
    """A name in at most ``LABEL_CELLS`` cells; no letter or emoji is cut in two."""
    letters = list(iter_graphemes(name))
    ends = list(accumulate(max(0, wcswidth(letter)) for letter in letters))
    if not ends or ends[-1] <= LABEL_CELLS:
        return name
    fitting = sum(end < LABEL_CELLS for end in ends)
    return "".join(letters[:fitting]).rstrip() + "…"
