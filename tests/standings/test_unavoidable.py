"""How many pairs cannot help meeting again: never more than there need be."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.standings import unavoidable
from referee.standings.draw import Meetings, Tables, draw_tables, meetings, table_sizes


def all_draws(people: tuple[int, ...], sizes: list[int]) -> Iterator[Tables]:
    """Every way to seat people at tables of these sizes."""
    if not sizes:
        yield []
        return
    for table in combinations(people, sizes[0]):
        rest = tuple(person for person in people if person not in table)
        for tables in all_draws(rest, sizes[1:]):
            yield [list(table), *tables]


def evening(people: int, draws: int, largest: int) -> list[Tables]:
    past: list[Tables] = []
    for _ in range(draws):
        past.append(draw_tables(range(people), past, draws=draws, largest=largest, seed=1))
    return past


@given(people=st.integers(6, 8), draws=st.integers(1, 4), late=st.integers(0, 2), seed=st.randoms())
def test_what_is_called_unavoidable_is_the_least_of_all_draws(people, draws, late, seed):
    past = []
    for _ in range(draws):
        order = seed.sample(range(people), people)
        past.append([order[:3], order[3:]])
    now = tuple(range(late, people + late))
    sizes = table_sizes(len(now), 4)
    least = min(meetings(tables, past).again for tables in all_draws(now, sizes))
    for tables in ([[*now[: sizes[0]]], [*now[sizes[0] :]]], [[*now[::2]], [*now[1::2]]]):
        if [len(table) for table in tables] == sizes:
            assert meetings(tables, past).least == least


@pytest.mark.parametrize(
    ("people", "largest", "found"),
    [
        (7, 4, Meetings(pairs=9, again=3, least=3)),  # two of four, and of three, met before
        (8, 4, Meetings(pairs=12, again=4, least=4)),
        (13, 4, Meetings(pairs=15, again=0, least=0)),
        (13, 5, Meetings(pairs=22, again=4, least=4)),
        (20, 5, Meetings(pairs=40, again=4, least=4)),
        (60, 4, Meetings(pairs=90, again=0, least=0)),
    ],
)
def test_a_second_draw_explains_itself(people, largest, found):
    first, second = evening(people, 2, largest)
    assert meetings(second, [first]) == found


def test_who_has_met_everybody_meets_somebody_again():
    """Sixteen at tables of four have all met after five draws."""
    past = evening(16, 5, 4)
    assert meetings(past[0], past) == Meetings(pairs=24, again=24, least=24)


def test_what_could_have_been_helped_is_not_called_unavoidable():
    first = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert meetings(first, [first]) == Meetings(pairs=9, again=9, least=0)


def test_who_comes_late_has_met_nobody():
    assert meetings([[1, 2, 9], [3, 4, 8]], [[[1, 2, 3, 4]]]) == Meetings(6, again=2, least=2)


def test_a_pair_that_met_twice_is_one_pair():
    table = [[1, 2, 3]]
    assert meetings(table, [table, table]) == Meetings(pairs=3, again=3, least=3)


def test_where_there_are_too_many_draws_to_try_counting_alone_is_believed(monkeypatch):
    first = [[*range(at, at + 5)] for at in range(0, 20, 5)]
    monkeypatch.setattr(unavoidable, "MOST_SEATED", 10)
    assert meetings(first, [first]).least == 4
