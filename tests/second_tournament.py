"""The standings of an evening once more, as one works them out on paper: everybody is compared with
everybody. Nothing of ``referee.standings`` is used but the results it reads."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from referee.standings.tournament import Result

Line = tuple[int, int, bool, Fraction, Fraction, Fraction, int]
"""Who, rank, whether it is shared, points, wins, share, games."""


def paper_standings(
    people: Sequence[int],
    tables: Sequence[Sequence[Result]],
    place_points: Sequence[int],
    final: Sequence[Result] = (),
) -> list[Line]:
    """Everybody's line, the best first."""
    points, wins, shares, games = {}, {}, {}, {}
    for who in people:
        mine = [(table, one) for table in tables for one in table if one.person == who]
        games[who] = len(mine)
        points[who] = sum((worth(table, place_points)[who] for table, _ in mine), Fraction(0))
        wins[who] = sum((one.win for _, one in mine), Fraction(0))
        parts = [Fraction(0)]
        for table, one in mine:
            mean = Fraction(sum(each.total for each in table), len(table))
            parts.append(one.total / mean if mean > 0 else Fraction(0))
        shares[who] = sum(parts) / len(mine) if mine else Fraction(0)

    def is_ahead(one: int, other: int) -> bool:
        """Whether one stands before the other."""
        place = {each.person: each.place for each in final}
        if (one in place) != (other in place):
            return one in place
        if one in place and place[one] != place[other]:
            return place[one] < place[other]
        if (games[one] > 0) != (games[other] > 0):
            return games[one] > 0
        for figure in (points, wins, shares):
            if figure[one] != figure[other]:
                return figure[one] > figure[other]
        level = [
            who
            for who in people
            if (games[who] > 0, points[who], wins[who], shares[who])
            == (games[one] > 0, points[one], wins[one], shares[one])
        ]
        margins = {a: [margin(tables, a, b) for b in level if b != a] for a in level}
        if any(None in of_one for of_one in margins.values()):
            return False
        return sum(margins[one]) > sum(margins[other])

    rank = {who: 1 + sum(is_ahead(other, who) for other in people) for who in people}
    return [
        (who, rank[who], [*rank.values()].count(rank[who]) > 1,
         points[who], wins[who], shares[who], games[who])
        for _, _, who in sorted((rank[who], nth, who) for nth, who in enumerate(people))
    ]  # fmt: skip


def margin(tables: Sequence[Sequence[Result]], one: int, other: int) -> Fraction | None:
    """By how many places one was ahead of the other on average, None if they have not met."""
    met = []
    for table in tables:
        place = {each.person: each.place for each in table}
        if one in place and other in place:
            met.append(place[other] - place[one])
    return Fraction(sum(met), len(met)) if met else None


def worth(table: Sequence[Result], place_points: Sequence[int]) -> dict[int, Fraction]:
    """What everybody at a table gets: each step of the list in as many small steps as the table has
    from place to place, so that each place falls on one of them."""
    fine = [Fraction(place_points[0])]
    for here, after in pairwise(place_points):
        for _ in range(len(table) - 1):
            fine.append(fine[-1] + Fraction(after - here, len(table) - 1))
    by_place = fine[:: len(place_points) - 1]
    seated = sorted(table, key=lambda one: one.place)
    return {
        one.person: Fraction(sum(shared), len(shared))
        for one in table
        for shared in [
            [each for each, two in zip(by_place, seated, strict=True) if two.place == one.place]
        ]
    }
