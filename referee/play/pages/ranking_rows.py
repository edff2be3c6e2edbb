"""Who stands where, after a round and at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...rules import Rank, Result
from ...wording.standing import lead, moved
from ..services.game_state import GameTable
from .common import isolated, seat_names, why_url


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's line in the table of a result.

    Attributes:
        seat: from 0.
        rank: None for a dummy that cannot win.
        tied: whether somebody else has the same rank.
        rounds: the points of each round so far.
        game_end: the points of the game's end; None before it.
        climbed: places won since the round before, negative for places lost; None in the first
            round, at the end, and for somebody without a rank.
        moved: the same in words.
        why: the page on which every point is explained.
    """

    seat: int
    name: str
    rank: int | None
    tied: bool
    rounds: Sequence[int]
    game_end: int | None
    total: int
    tiebreak: int
    why: str
    climbed: int | None = None
    moved: str = ""

    @property
    def now(self) -> int:
        """The points of the latest round."""
        return self.rounds[-1]

    @property
    def steps(self) -> int:
        """How many places were won or lost."""
        return abs(self.climbed or 0)


def standing_rows(table: GameTable, result: Result, *, with_end: bool) -> list[StandingRow]:
    """Everybody by rank; seats that are not ranked last."""
    rounds = len(result.rounds)
    ranking = result.ranking if with_end else ranking_after(result, rounds)
    ranks = {rank.player: rank for rank in ranking}
    before = {} if with_end or rounds < 2 else _ranks(ranking_after(result, rounds - 1))
    seats = result.sheet.seats
    order = [*ranks, *(name for name in seats if name not in ranks)]
    return [
        _row(table, result, ranks, before, seats.index(name), with_end=with_end) for name in order
    ]


def _row(
    table: GameTable,
    result: Result,
    ranks: Mapping[str, Rank],
    before: Mapping[str, int],
    seat: int,
    *,
    with_end: bool,
) -> StandingRow:
    name = result.sheet.seats[seat]
    mine = ranks.get(name)
    climbed = before[name] - mine.rank if mine and before else None
    return StandingRow(
        seat=seat,
        name=seat_names(table)[seat],
        rank=mine.rank if mine else None,
        tied=mine is not None and sum(r.rank == mine.rank for r in ranks.values()) > 1,
        rounds=[played.players[name].total for played in result.rounds],
        game_end=result.game_end[name].total if with_end and result.game_end else None,
        total=result.totals[name] if with_end else _total_after(result, name, len(result.rounds)),
        tiebreak=mine.tiebreak if mine else 0,
        why=why_url(table, seat),
        climbed=climbed,
        moved="" if climbed is None else moved(climbed),
    )


def _ranks(ranking: Sequence[Rank]) -> dict[str, int]:
    return {rank.player: rank.rank for rank in ranking}


def _total_after(result: Result, name: str, rounds: int) -> int:
    """A player's points of the first rounds alone, without what the game's end brings."""
    return sum(played.players[name].total for played in result.rounds[:rounds])


def ranking_after(result: Result, rounds: int) -> list[Rank]:
    """The ranking by the points of the first rounds alone; equal points share a rank.

    What the game's end brings is not in it yet, and the tie-break decides nothing before that.
    """
    standing = [
        rank._replace(total=_total_after(result, rank.player, rounds)) for rank in result.ranking
    ]
    seats = result.sheet.seats
    standing.sort(key=lambda rank: (-rank.total, seats.index(rank.player)))
    totals = [rank.total for rank in standing]
    return [rank._replace(rank=1 + totals.index(rank.total)) for rank in standing]


def lead_in_words(table: GameTable, result: Result) -> str:
    """Who leads after the latest round, by how much, and whether that is new."""
    shown = dict(zip(result.sheet.seats, map(isolated, seat_names(table)), strict=True))
    rounds = len(result.rounds)
    ranking = ranking_after(result, rounds)
    best = ranking[0].total
    rest = [rank for rank in ranking if rank.total < best]
    return lead(
        [shown[rank.player] for rank in ranking if rank.rank == 1],
        best,
        behind=[shown[rank.player] for rank in rest if rank.total == rest[0].total],
        gap=best - rest[0].total if rest else 0,
        before=[shown[r.player] for r in ranking_after(result, rounds - 1) if r.rank == 1]
        if rounds > 1
        else [],
    )


def podium(rows: Sequence[StandingRow]) -> list[dict[str, Any]]:
    """Return the first three places, the winner's first; a shared place leaves out the next.

    A place is a stack of plates: three for the first, one for the third.
    """
    steps = []
    for place in (1, 2, 3):
        if there := [row for row in rows if row.rank == place]:
            steps.append({"place": place, "rows": there, "plates": range(4 - place)})
    return steps
