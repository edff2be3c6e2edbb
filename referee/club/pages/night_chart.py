"""A chart of a night: everybody's victories after each game, and the same as a table.

Who comes late starts at nought before their first game; who leaves ends with their last one. Lines
at the same height are laid beside each other like tracks, the better placed on top.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any
from uuid import UUID

from ...drawing.chart import (
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
    apart,
    round_values,
    short_label,
)
from ...drawing.looks import look_of
from ...models import Player
from ...wording.figures import wins_text

Run = Mapping[int, Fraction]
"""A player's victories by number of games played, from before their first game to their last."""
TRACK = 9
"""The distance between two lines at the same height, where there is room."""
ROOM = 0.7
"""The part of the way to the next height that such lines may take up together."""
FINEST = 180
"""Heights from nought to the top. A third, a fifth and a seventh of a victory may come to a
thousandth more than a whole one, which no drawing shows: such lines are drawn as equal."""
MAX_MARKED = 12
"""With more games than this, marks stand only at a line's end: they would lie on each other."""
MOST_LINES = 16
"""So many players are drawn, as many as their looks tell apart: there may be many tables."""
MAX_COLUMNS = 8
"""So many games have their number below the plot; of more, every second or third."""


def night_chart(
    games: Sequence[Mapping[UUID, Fraction]], players: Sequence[Player]
) -> dict[str, Any]:
    """Return the chart of a night and its table; places in the drawing are (x, y).

    Args:
        games: in order, at least one; everybody's share of each victory, by player.
        players: in the order of the standings; each was in a game. The first are drawn.
    """
    has_more = len(players) > MOST_LINES
    players = players[:MOST_LINES]
    runs = [_run(games, player.pk) for player in players]
    most = max(won for run in runs for won in run.values())
    step = Fraction(round_values([math.ceil(most)])[-1], FINEST)
    drawn = [{n: round(won / step) * step for n, won in run.items()} for run in runs]
    # After each game, who has played in it or before: lines that start there are at nought.
    standings = [
        {line: run[number] for line, run in enumerate(drawn) if {number - 1, number} <= run.keys()}
        for number in range(1, len(games) + 1)
    ]
    highest = max(max(standing.values(), default=0) for standing in standings)
    values = round_values([math.ceil(highest)])
    bottom = max(BOTTOM, TOP + LABEL_GAP * (len(runs) - 1))
    top = TOP + math.ceil(_room_above(standings, values[-1], bottom - TOP))
    pitch = (RIGHT - LEFT) / len(games)

    def height_of(won: Fraction | int) -> int:
        return bottom - round(won * (bottom - top) / values[-1])

    spots = [[(LEFT + round(min(run) * pitch), bottom)] for run in runs]
    for number, standing in enumerate(standings, start=1):
        for line, won in standing.items():
            level = [other for other, its in standing.items() if its == won]
            place, last = level.index(line), len(level) - 1
            aside = (place - last / 2) * min(MARK, min(SPREAD, pitch / 2) / len(level))
            higher = min((its for its in standing.values() if its > won), default=None)
            track: float = TRACK
            if higher is not None:
                track = min(TRACK, ROOM * (height_of(won) - height_of(higher)) / max(1, last))
            y = height_of(won) - math.floor((last - place) * track)
            spots[line].append((LEFT + round(number * pitch) + round(aside), y))
    labels = apart([line[-1][1] for line in spots], LABEL_GAP, TOP, bottom + 28)
    numbers = range(1, len(games) + 1)
    return {
        "lines": [
            _line(player, runs[place], spots[place], (LABEL_X, labels[place]), numbers)
            for place, player in enumerate(players)
        ],
        "has_more": has_more,
        "ticks": [(value, height_of(value)) for value in values],
        "columns": [
            (n, LEFT + round(n * pitch)) for n in numbers[:: -(-len(games) // MAX_COLUMNS)]
        ],
        "numbers": numbers,
        "bottom": bottom,
        "left": LEFT,
        "right": RIGHT,
        "width": WIDTH,
        "height": bottom + HEIGHT - BOTTOM,
    }


def _run(games: Sequence[Mapping[UUID, Fraction]], player: UUID) -> Run:
    played = [number for number, game in enumerate(games, start=1) if player in game]
    nought = Fraction(0)
    so_far = list(accumulate((game.get(player, nought) for game in games), initial=nought))
    return {number: so_far[number] for number in range(played[0] - 1, played[-1] + 1)}


def _room_above(standings: Sequence[Mapping[int, Fraction]], top: int, height: int) -> float:
    """Return the room above the plot for lines that lie above the height that they share."""
    room = 0.0
    for standing in filter(None, standings):
        won, many = max(Counter(standing.values()).items())
        if share := float(won / top):
            room = max(room, (TRACK * (many - 1) - (1 - share) * height) / share)
    return room


def _line(
    player: Player,
    run: Run,
    spots: Sequence[tuple[int, int]],
    label_at: tuple[int, int],
    numbers: range,
) -> dict[str, Any]:
    """Return a player's line; ``stayed`` is whether they were in the last game."""
    _start, *played = run
    return {
        "player": player,
        "look": look_of(player),
        "label": short_label(player.name),
        "values": [wins_text(run[number]) if number in played else "" for number in numbers],
        "total": wins_text(run[played[-1]]),
        "path": " ".join(f"{x},{y}" for x, y in spots),
        "spots": spots,
        "marks": spots[1:] if len(numbers) <= MAX_MARKED else spots[-1:],
        "end": spots[-1],
        "label_at": label_at,
        "stayed": played[-1] == numbers[-1],
    }
