"""How near the draws of an evening come to the best that is known: the social golfer problem.

Sources: OEIS A107431 (how often nobody meets anybody twice, at equal tables), Miller, Valkov and
Abel, "Combinatorial Solutions to the Social Golfer Problem" (Symmetry 18, 2026), and counting.
"""

from itertools import chain, combinations
from random import Random

import pytest

from referee.standings import planning
from referee.standings.draw import table_sizes
from referee.standings.patterns import Seating, meet_once
from referee.standings.planning import planned


def repeats(draws: list[Seating]) -> int:
    """How many pairs sit together who have before, in all draws."""
    together = [
        frozenset(pair) for table in chain.from_iterable(draws) for pair in combinations(table, 2)
    ]
    return len(together) - len(set(together))


def plan(people: int, largest: int, draws: int, seed: int) -> list[Seating]:
    met = [[0] * people for _ in range(people)]
    return planned(met, table_sizes(people, largest), draws, Random(seed))


@pytest.mark.parametrize(
    ("people", "largest", "draws"),
    [
        # At most so often at these tables (OEIS), or more than the six draws of an evening.
        (9, 3, 4), (12, 3, 4), (15, 3, 6), (16, 4, 5), (18, 3, 6), (20, 4, 5), (21, 3, 6),
        (24, 3, 6), (24, 4, 6), (25, 5, 6), (28, 4, 6), (30, 5, 6), (32, 4, 6), (35, 5, 6),
        (36, 4, 6), (40, 4, 6), (40, 5, 6), (45, 5, 6), (49, 7, 6), (60, 4, 6), (64, 8, 6),
        (72, 8, 6), (100, 5, 6), (150, 5, 6), (200, 4, 6), (200, 5, 6),
        # Tables of two sizes.
        (13, 4, 4), (14, 4, 4), (17, 4, 5), (19, 4, 5), (22, 4, 6), (23, 4, 6), (24, 5, 6),
        (26, 5, 6), (28, 5, 6), (29, 5, 6), (31, 5, 6), (61, 4, 6), (199, 4, 6),
    ],
)  # fmt: skip
def test_nobody_meets_again_where_it_is_known_that_nobody_needs_to(people, largest, draws):
    assert [repeats(plan(people, largest, draws, seed)) for seed in (1, 2)] == [0, 0]


@pytest.mark.parametrize(
    ("people", "largest", "draws", "best"),
    [
        # As many pairs meet again as there are more meetings than pairs.
        (7, 4, 4, 15),
        (8, 4, 4, 20),
        (16, 4, 6, 24),
        pytest.param(10, 4, 4, 3, marks=pytest.mark.slow),
        pytest.param(14, 4, 6, 17, marks=pytest.mark.slow),
        pytest.param(20, 5, 6, 50, marks=pytest.mark.slow),
        # More sit at a table than there were tables in the first draw.
        (13, 5, 4, 12),
        (20, 5, 4, 12),
        (24, 6, 4, 24),
        pytest.param(12, 4, 3, 6, marks=pytest.mark.slow),
        pytest.param(14, 5, 4, 15, marks=pytest.mark.slow),
        # 59 of 66 pairs meet ("Twelve golfers golfing", Mathematics Stack Exchange).
        (12, 4, 4, 13),
        # One draw more than OEIS has without a repeat.
        (20, 4, 6, 1),
        pytest.param(12, 3, 5, 1, marks=pytest.mark.slow),
        # Not proven to need any.
        (80, 8, 6, 0),
        pytest.param(27, 5, 6, 0, marks=pytest.mark.slow),
        pytest.param(60, 6, 6, 0, marks=pytest.mark.slow),
    ],
)
def test_the_best_that_is_known_or_proven_is_met_within_a_twentieth_of_all_pairs(
    people, largest, draws, best
):
    found = plan(people, largest, draws, seed=1)
    pairs = sum(len(table) * (len(table) - 1) // 2 for table in chain.from_iterable(found))
    assert best <= repeats(found) <= best + pairs / 20


@pytest.mark.parametrize("largest", range(3, 9))
def test_in_draws_known_from_mathematics_everybody_sits_once_and_nobody_meets_twice(largest):
    for people in range(6, 201):
        sizes = table_sizes(people, largest)
        known = meet_once(sizes, 6)
        assert len(known) <= 6
        assert repeats(known) == 0
        for tables in known:
            assert [len(table) for table in tables] == sizes
            assert sorted(chain.from_iterable(tables)) == list(range(people))


@pytest.mark.parametrize(
    ("people", "largest", "draws"),
    [(9, 3, 4), (16, 4, 5), (25, 5, 6), (49, 7, 8), (64, 8, 9), (15, 3, 7), (24, 4, 7)],
)
def test_an_affine_plane_is_known_whole_and_so_are_kirkmans_schoolgirls(people, largest, draws):
    assert len(meet_once(table_sizes(people, largest), 99)) == draws


def test_a_search_that_finds_the_best_goes_no_further(monkeypatch):
    """The draw of 200 people takes a small part of the work that it may."""
    monkeypatch.setattr(planning, "MOST_LOOKS", 200_000)
    assert repeats(plan(200, 4, 6, seed=3)) == 0
