"""The draw of tables: who sits where. Nobody meets the same people again as long as that can be
helped, and chance comes from a seed: the same arguments give the same draw.

An evening is planned ahead (``planning``), as a draw that looks good alone may leave nothing good
for the next. Each draw is the next one of the plan from the evening's beginning. When people,
tables or wishes are no longer those of the plan, the rest is planned anew.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from random import Random

from .patterns import Seating
from .planning import NEVER, WISHED, Counts, by_strength, count, planned, shuffled
from .unavoidable import least_again, pairs

Person = int
Tables = list[list[Person]]
"""One draw: the people of each table by seat, seat 1 first; table 1 first."""
Pair = frozenset[Person]

LEAST_AT_A_TABLE = 3
"""Nobody plays in twos where three are there."""

ABSENT = -1
"""The number of who has played before and does not now; the others are numbered from 0."""
SHUFFLES = 3
"""So often the seats of a table are begun from elsewhere."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """How many pairs sit together in a draw, how many of them met before, and how few of the same
    people at tables of the same sizes could meet again, as far as that is proven: where ``again``
    is ``least``, it is unavoidable."""

    pairs: int
    again: int
    least: int


def table_sizes(people: int, largest: int) -> list[int]:
    """Return how many sit at each table: as equal as can be, the largest tables first, and at most
    ``largest``; more than that where somebody would sit in twos otherwise. Seven people at tables
    of three sit at one of four and one of three."""
    tables = max(1, min(-(-people // largest), people // LEAST_AT_A_TABLE))
    fewest, more = divmod(people, tables)
    return [fewest + 1] * more + [fewest] * (tables - more)


def draw_tables(
    people: Collection[Person],
    past: Sequence[Tables],
    *,
    draws: int,
    largest: int,
    seed: int,
    strengths: Mapping[Person, Fraction] | None = None,
    together: Iterable[Pair] = (),
    apart: Iterable[Pair] = (),
) -> Tables:
    """Return the draw after those of the past. What comes first decides: who is to be apart is;
    who is to be together is so once in the evening; nobody meets again; the strong meet the strong,
    where strengths are given; seats and neighbours change.

    Args:
        people: who plays in it, whoever played before.
        past: the draws so far, in order, as they were played.
        draws: how many the evening has in all.
        largest: how many may sit at a table, see ``table_sizes``.
        seed: the evening's.
        strengths: more is stronger; who is not among them has 0. The first draw does without.
    """
    everybody = sorted(set(people))
    number = {person: index for index, person in enumerate(everybody)}
    before = [[[number.get(one, ABSENT) for one in table] for table in tables] for tables in past]
    sizes = table_sizes(len(everybody), largest)
    rng = _chance(seed, len(past))

    def met(past: list[Seating]) -> Counts:
        return _met(number, past, together, apart)

    if before and strengths is not None:
        ranks = _ranks([strengths.get(person, Fraction(0)) for person in everybody])
        drawn = by_strength(met(before), sizes, ranks, rng)
    else:
        ranks = [0] * len(everybody)
        drawn = (
            _as_planned(before, met([]), sizes, draws, seed)
            or planned(met(before), sizes, max(1, draws - len(before)), rng)[0]
        )
    rng.shuffle(drawn)
    drawn.sort(key=lambda table: (-len(table), sum(ranks[one] for one in table)))
    seats = _seated(drawn, before, rng)
    return [[everybody[one] for one in table] for table in seats]


def _chance(seed: int, draw: int) -> Random:
    return Random(f"{seed}, {draw}")  # noqa: S311 -- who foresees a draw has won nothing


def _met(
    number: Mapping[Person, int],
    past: list[Seating],
    together: Iterable[Pair],
    apart: Iterable[Pair],
) -> Counts:
    """How often each two who are there have met, or from where their wish is counted."""
    met = [[0] * len(number) for _ in number]
    for tables in past:
        count(met, [[one for one in table if one != ABSENT] for table in tables])
    for wishes, counted in ((together, WISHED), (apart, NEVER)):
        for pair in wishes:
            if number.keys() >= pair:
                one, other = (number[person] for person in pair)
                if counted == NEVER or not met[one][other]:
                    met[one][other] = met[other][one] = counted
    return met


def _as_planned(
    past: list[Seating], met: Counts, sizes: list[int], draws: int, seed: int
) -> Seating | None:
    """The next draw of the plan that the evening began with, if everything went by it so far."""
    if any(sorted(chain.from_iterable(tables)) != [*range(len(met))] for tables in past):
        return None
    plan = planned(met, sizes, max(draws, len(past) + 1), _chance(seed, 0))
    is_followed = all(
        set(map(frozenset, tables)) == set(map(frozenset, played))
        for tables, played in zip(plan, past, strict=False)
    )
    return plan[len(past)] if is_followed else None


def _ranks(strengths: list[Fraction]) -> list[int]:
    """Who is the how strongest, doubled, so that those who are as strong have the middle of the
    ranks that they share."""
    return [2 * sum(other > one for other in strengths) + strengths.count(one) for one in strengths]


def _seated(draw: Seating, past: list[Seating], rng: Random) -> Seating:
    """Give everybody a seat that they have not had, between others than they had."""
    had: Counter[tuple[int, int]] = Counter()
    passed: Counter[tuple[int, int]] = Counter()
    for table in chain.from_iterable(past):
        had.update(zip(table, range(len(table)), strict=True))
        passed.update(_passing(table))

    def repeated(table: list[int]) -> int:
        return 2 * sum(had[place] for place in zip(table, range(len(table)), strict=True)) + sum(
            2 * passed[giver, taker] + passed[taker, giver] for giver, taker in _passing(table)
        )

    return [
        min((_settled(shuffled(table, rng), repeated) for _ in range(SHUFFLES)), key=repeated)
        for table in draw
    ]


def _passing(table: list[int]) -> Iterator[tuple[int, int]]:
    """Who passes their cards to whom: to the next seat, the last to the first."""
    return zip(table, [*table[1:], table[0]], strict=True)


def _settled(table: list[int], repeated: Callable[[list[int]], int]) -> list[int]:
    """Let two change seats as long as that repeats less."""
    least = repeated(table)
    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(range(len(table)), 2):
            table[one], table[other] = table[other], table[one]
            if (now := repeated(table)) < least:
                least, is_better = now, True
            else:
                table[one], table[other] = table[other], table[one]
    return table


def meetings(tables: Tables, past: Sequence[Tables]) -> Meetings:
    """Return who meets again at these tables after the draws of the past."""
    met = set(chain.from_iterable(map(pairs, past)))
    now = list(pairs(tables))
    again = sum(pair in met for pair in now)
    return Meetings(len(now), again, least_again(tables, past, again) if again else 0)
