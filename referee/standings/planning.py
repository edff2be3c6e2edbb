"""A plan of draws: who sits with whom, so that as few as can be meet again.

It begins with what mathematics knows (``patterns``), or with everybody anywhere. Then two people of
a draw change places again and again, at first even where that is a little worse (simulated
annealing). Work is bounded by a number of such changes, not by time, so that the same chance gives
the same plan everywhere. OR-tools is heavy, and what it could prove beyond this no evening needs.
"""

import sys
from collections.abc import Iterable
from itertools import accumulate, chain, combinations
from math import exp
from operator import attrgetter
from random import Random

from .patterns import Seating, meet_once
from .unavoidable import pairs, spread

TRIES = ((3, True), (3, False), (6, True), (6, True))
"""A plan is begun so often, unless one is as good as can be: with how much heat, and whether all
draws are looked for at once or one after the other, which finds more where tables are large."""
MOST_LOOKS = 600_000
LOOKS_BY_SIZE = 1_500
"""What may be tried each time, in pairs of people that are looked at: this for each draw, times the
people's number squared, but no more than the most."""
CHANGES_FOR_WISHES = 1_000
"""So many changes of places are tried for the wishes in a plan that mathematics knows."""

Counts = list[list[int]]
"""How often each two have met. Those who wish to meet and have not are counted from ``WISHED`` on,
those who must not meet from ``NEVER`` on."""
WISHED, NEVER = 50, 100
_AGAIN, _KEPT, _BROKEN = 10, 1_000, 100_000
_PRICES = [
    *(0, *(_AGAIN + times for times in range(1, WISHED))),
    *(-_KEPT, *(_AGAIN + times for times in range(1, NEVER - WISHED))),
    *[_BROKEN] * WISHED,
]
"""What it costs that two meet, by their count. The third time is a little worse than the second, so
that two pairs meet twice rather than one pair three times."""


def planned(met: Counts, sizes: list[int], draws: int, rng: Random) -> list[Seating]:
    """Return the best of a few plans of so many draws, in the order in which to play them."""
    alike = [[0] * len(met)] * len(met)

    def tried(known: list[Seating], heat: int, at_once: bool) -> _Draws:
        plan = _Draws(met, known, alike)
        while (first := len(plan.draws)) < draws:
            for _ in range(draws - first if at_once else 1):
                plan.add(_cut(shuffled(range(len(met)), rng), sizes))
            enough = _enough(met, sizes, len(plan.draws))
            plan.improve(rng, first, hot=heat, cold=1, enough=enough)
        return plan

    known = [] if _has_met(met) else _placed(meet_once(sizes, draws), met, rng)
    best = tried(known, *TRIES[0])
    for heat, at_once in TRIES[1:]:
        if best.cost > _enough(met, sizes, draws):
            best = min(best, tried([], heat, at_once), key=attrgetter("cost"))
    return _in_order(best.draws, met)


def _enough(met: Counts, sizes: list[int], draws: int) -> int:
    """What draws cost at least: all who wish to meet do; when they are the first ones, all pairs
    have met equally often in the end, or at each table as few meet again as in an evening of two
    draws."""
    wishes = -_KEPT * (sum(counts.count(WISHED) for counts in met) // 2)
    if _has_met(met) or len(met) < 2:
        return wishes
    everybody = len(met) * (len(met) - 1) // 2
    times, more = divmod(draws * sum(size * (size - 1) // 2 for size in sizes), everybody)
    equally_often = sum(_PRICES[:times]) * everybody + _PRICES[times] * more
    again = sum(spread(size, len(sizes)) for size in sizes)
    return wishes + max(equally_often, _PRICES[1] * again * (draws - 1))


def _has_met(met: Counts) -> bool:
    return any(one not in (0, WISHED, NEVER) for counts in met for one in counts)


def count(met: Counts, tables: Seating) -> None:
    """Count that those who sit together meet."""
    for one, other in pairs(tables):
        met[one][other] += 1
        met[other][one] += 1


def shuffled(people: Iterable[int], rng: Random) -> list[int]:
    """Return these in any order."""
    anyhow = list(people)
    rng.shuffle(anyhow)
    return anyhow


def _cut(people: list[int], sizes: list[int]) -> Seating:
    """Seat people in this order, the first of them at the first table."""
    ends = list(accumulate(sizes))
    return [people[end - size : end] for end, size in zip(ends, sizes, strict=True)]


def _placed(known: list[Seating], met: Counts, rng: Random) -> list[Seating]:
    """Known draws with people in place of their numbers, so that as many wishes as can be found
    are kept: who has one changes places with somebody else as long as that keeps more."""
    place = shuffled(range(len(met)), rng)
    meeting = set(pairs(chain.from_iterable(known)))
    wishes = [pair for pair in combinations(place, 2) if met[pair[0]][pair[1]] in (WISHED, NEVER)]

    def broken() -> list[tuple[int, int]]:
        return [
            (one, other)
            for one, other in wishes
            if (met[one][other] == WISHED) != (frozenset((place[one], place[other])) in meeting)
        ]

    left = broken()
    for _ in range(CHANGES_FOR_WISHES):
        if not left:
            break
        one = rng.choice(rng.choice(left))
        other = rng.randrange(len(place))
        place[one], place[other] = place[other], place[one]
        then = broken()
        if len(then) <= len(left):
            left = then
        else:
            place[one], place[other] = place[other], place[one]
    who = {place[one]: one for one in range(len(place))}
    return [[[who[number] for number in table] for table in tables] for tables in known]


def _in_order(draws: list[Seating], met: Counts) -> list[Seating]:
    """The draws of a plan in the order in which to play them: wishes are kept early, as somebody
    may leave, and people meet again late."""
    left, ordered = list(draws), []
    met = [counts[:] for counts in met]
    while left:
        costs = [sum(_PRICES[met[one][other]] for one, other in pairs(tables)) for tables in left]
        tables = left.pop(costs.index(min(costs)))
        ordered.append(tables)
        count(met, tables)
    return ordered


def by_strength(met: Counts, sizes: list[int], ranks: list[int], rng: Random) -> Seating:
    """Return one draw in which the ranks at a table lie as close together as can be, when nobody
    meets again who need not."""
    people = len(met)
    gaps = [[abs(one - other) for other in ranks] for one in ranks]
    meeting_again = 1 + 2 * people * sum(size * (size - 1) // 2 for size in sizes)
    strongest_first = sorted(shuffled(range(people), rng), key=ranks.__getitem__)
    draw = _Draws(met, [_cut(strongest_first, sizes)], gaps, meeting_again)
    draw.improve(rng, hot=people / 4, cold=0.5)
    if draw.cost >= meeting_again * (1 + _enough(met, sizes, 1)):
        begun = planned(met, sizes, 1, rng)
        other = _Draws(met, begun, gaps, meeting_again)
        other.improve(rng, hot=people / 2, cold=0.5)
        draw = min(draw, other, key=attrgetter("cost"))
    return draw.draws[0]


class _Draws:
    """Draws in the making, and what they cost together."""

    def __init__(self, met: Counts, draws: list[Seating], gaps: Counts, unit: int = 1) -> None:
        self.draws: list[Seating] = []
        self.met = [counts[:] for counts in met]
        self.gaps = gaps
        self.prices = [unit * price for price in _PRICES]
        self.cost = 0
        for tables in draws:
            self.add(tables)

    def add(self, tables: Seating) -> None:
        """Have one more draw."""
        self.draws.append(tables)
        self.cost += sum(
            self.prices[self.met[one][other]] + self.gaps[one][other]
            for one, other in pairs(tables)
        )
        count(self.met, tables)

    def improve(
        self, rng: Random, first: int = 0, *, hot: float, cold: float, enough: int = -sys.maxsize
    ) -> None:
        """Let two people of a draw change places, again and again until the draws cost no more than
        is enough; those before the first stay as they are. What costs more is done the more rarely
        the more it costs, and in the end hardly ever."""
        chance, met, prices, gaps = rng.random, self.met, self.prices, self.gaps
        draws = [tables for tables in self.draws[first:] if len(tables) > 1]
        if not draws:
            return
        looks = min(MOST_LOOKS, LOOKS_BY_SIZE * len(draws) * len(met) ** 2)
        changes = looks // (4 * len(draws[0][0]) - 4)
        heat, cooling = hot, (cold / hot) ** (1 / changes)
        for _ in range(changes):
            if self.cost <= enough:
                break
            heat *= cooling
            tables = draws[int(chance() * len(draws))]
            here = int(chance() * len(tables))
            there = (here + 1 + int(chance() * (len(tables) - 1))) % len(tables)
            table, table_there = tables[here], tables[there]
            seat, seat_there = int(chance() * len(table)), int(chance() * len(table_there))
            one, other = table[seat], table_there[seat_there]
            met_one, met_other, gaps_one, gaps_other = met[one], met[other], gaps[one], gaps[other]
            more = 0
            for who in table:
                if who != one:
                    more += prices[met_other[who]] + gaps_other[who]
                    more -= prices[met_one[who] - 1] + gaps_one[who]
            for who in table_there:
                if who != other:
                    more += prices[met_one[who]] + gaps_one[who]
                    more -= prices[met_other[who] - 1] + gaps_other[who]
            if more <= 0 or chance() < exp(-more / heat):
                self.cost += more
                self._move(one, table, table_there, other)
                self._move(other, table_there, table, one)
                table[seat], table_there[seat_there] = other, one

    def _move(self, one: int, table: list[int], table_there: list[int], but: int) -> None:
        for who in table:
            if who != one:
                self.met[one][who] -= 1
                self.met[who][one] -= 1
        for who in table_there:
            if who != but:
                self.met[one][who] += 1
                self.met[who][one] += 1
