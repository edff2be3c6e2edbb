"""The standings of an evening at several tables: points for places first, then what parts those who
have as many."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from .league import points_of_place
from .ranking import in_order


@dataclass(frozen=True, slots=True)
class Result:
    """One person's game at one table: the rank from 1, the points, and the part of the victory."""

    person: int
    place: int
    total: int
    win: Fraction


Table = Sequence[Result]
"""Everybody's result of one finished game."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands, and what they have by all their games but the final.

    Attributes:
        rank: from 1; equal ones are equal (1, 1, 3), which ``tied`` says of each of them.
        points: for places.
        wins: a shared victory is its part.
        share: the points of a game divided by the mean of its table, on average; 1 is the mean.
        decided_by: what puts them behind the one before, "points", "wins", "share", "meeting" or
            "final"; "" for the first, for who is level with the one before, and for those who have
            not played.
    """

    person: int
    rank: int
    tied: bool
    points: Fraction
    wins: Fraction
    share: Fraction
    games: int
    decided_by: str


ORDER = ("final", "points", "wins", "share", "meeting")
"""What decides, one after the other."""
_PARTS = ("final", "", *ORDER[1:])
"""The same; behind "" stand those who have not played."""

_Played = Mapping[int, Sequence[tuple[Result, Table]]]
"""Everybody's results, with those of the whole table."""


def tournament_standings(
    people: Iterable[int],
    tables: Iterable[Table],
    place_points: tuple[int, ...],
    final: Table | None = None,
) -> list[Standing]:
    """Everybody by points for places, then wins, then their share of the tables' points, then
    meeting each other; who is equal in all of them stays in the given order and shares a rank.

    Args:
        people: who is listed. Others may have sat at the tables; they count there.
        tables: finished games, without the final.
        place_points: of the first place to the last, at least one number.
        final: who played it stands in front, by its places. It changes no figures.
    """
    played: dict[int, list[tuple[Result, Table]]] = {who: [] for who in people}
    for table in tables:
        for result in table:
            if result.person in played:
                played[result.person].append((result, table))
    sums = {
        who: (
            sum((_points(*game, place_points) for game in games), Fraction(0)),
            sum((result.win for result, _ in games), Fraction(0)),
            sum((_share(*game) for game in games), Fraction(0)) / max(len(games), 1),
        )
        for who, games in played.items()
    }
    level = defaultdict(list)
    for who in played:
        level[bool(played[who]), *sums[who]].append(who)
    meeting: dict[int, Fraction] = {}
    for group in level.values():
        meeting |= _ahead(group, played)
    places = {result.person: -result.place for result in final or ()}
    keys = {
        who: (places.get(who, float("-inf")), bool(games), *sums[who], meeting[who])
        for who, games in played.items()
    }
    standings = []
    before = None
    for who, rank, tied in in_order(keys):
        decided_by = _parts(keys[before], keys[who]) if before is not None else ""
        standings.append(Standing(who, rank, tied, *sums[who], len(played[who]), decided_by))
        before = who
    return standings


@lru_cache
def points_at_table(
    place: int, level: int, players: int, place_points: tuple[int, ...]
) -> Fraction:
    """Return what a place is worth at a table of so many, to each of those who share it.

    Args:
        place, level: as of :func:`.league.points_of_place`.
        players, place_points: as of :func:`stretched`.
    """
    return points_of_place(place, level, stretched(place_points, players))


def stretched(place_points: tuple[int, ...], players: int) -> list[Fraction]:
    """Return what each place is worth at a table of so many.

    The first and the last place are worth the first and the last number of the list; those between
    lie as far along it, on the line from each number to the next. 5-3-1-0 is 5, 2, 0 at a table of
    three, and 5, 3½, 2, ¾, 0 at one of five.

    Args:
        place_points: of the first place to the last, at least one number.
        players: how many sit at the table, at least two.
    """
    worth = []
    for behind in range(players):
        entry, part = divmod(behind * (len(place_points) - 1), players - 1)
        here, after = place_points[entry], place_points[min(entry + 1, len(place_points) - 1)]
        worth.append(here + Fraction(part, players - 1) * (after - here))
    return worth


def _points(result: Result, table: Table, place_points: tuple[int, ...]) -> Fraction:
    level = sum(other.place == result.place for other in table)
    return points_at_table(result.place, level, len(table), place_points)


def _share(result: Result, table: Table) -> Fraction:
    together = sum(other.total for other in table)
    return Fraction(result.total * len(table), together) if together > 0 else Fraction(0)


def _ahead(level: Sequence[int], played: _Played) -> dict[int, Fraction]:
    """Of those who are level, by how many places each was ahead of the others where they met: the
    mean for each of the others, added up. 0 for all of them if any two have not met: what not all
    of them have does not rank them."""
    ahead = dict.fromkeys(level, Fraction(0))
    for one, other in combinations(level, 2):
        places = [
            theirs.place - mine.place
            for mine, table in played[one]
            for theirs in table
            if theirs.person == other
        ]
        if not places:
            return dict.fromkeys(level, Fraction(0))
        ahead[one] += Fraction(sum(places), len(places))
        ahead[other] -= Fraction(sum(places), len(places))
    return ahead


def _parts(better: tuple[object, ...], worse: tuple[object, ...]) -> str:
    """What decides between two who follow each other, "" where nothing does."""
    keys = zip(_PARTS, better, worse, strict=True)
    return next((name for name, mine, theirs in keys if mine != theirs), "")
