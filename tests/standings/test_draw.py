"""The draw of tables: everybody sits once, wishes are kept, nobody meets again who need not."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.standings.draw import Meetings, Pair, Tables, draw_tables, meetings, table_sizes


def pairs(*tables: Tables) -> Counter[Pair]:
    return Counter(
        frozenset(pair) for draw in tables for table in draw for pair in combinations(table, 2)
    )


def evening(people: int, *, draws: int, largest: int = 4, seed: int = 1, **wishes) -> list[Tables]:
    """All draws, with the same people from first to last."""
    past: list[Tables] = []
    for _ in range(draws):
        past.append(
            draw_tables(range(people), past, draws=draws, largest=largest, seed=seed, **wishes)
        )
    return past


@pytest.mark.parametrize(
    ("people", "largest", "sizes"),
    [
        (6, 3, [3, 3]),
        (6, 4, [3, 3]),
        (6, 8, [6]),
        (7, 4, [4, 3]),
        (7, 3, [4, 3]),  # no third table of one
        (8, 3, [4, 4]),
        (5, 4, [5]),
        (11, 5, [4, 4, 3]),
        (11, 3, [4, 4, 3]),
        (13, 4, [4, 3, 3, 3]),
        (13, 5, [5, 4, 4]),
        (17, 8, [6, 6, 5]),
        (200, 4, [4] * 50),
        (2, 4, [2]),
        (1, 4, [1]),
    ],
)
def test_tables_are_as_equal_as_can_be(people, largest, sizes):
    assert table_sizes(people, largest) == sizes


@given(st.integers(3, 300), st.integers(3, 8))
def test_nobody_sits_in_twos_and_tables_are_no_larger_than_needed(people, largest):
    sizes = table_sizes(people, largest)
    assert sum(sizes) == people
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] - sizes[-1] <= 1
    assert sizes[-1] >= 3
    # One table more would leave somebody in twos.
    assert sizes[0] <= largest or people < 3 * (len(sizes) + 1)


def test_the_first_draw_is_another_with_another_seed_and_the_same_with_the_same():
    drawn = [draw_tables(range(60), [], draws=4, largest=4, seed=seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[2]


def test_nobody_meets_again_at_fifteen_tables_four_times():
    assert max(pairs(*evening(60, draws=4)).values()) == 1


def test_who_is_never_to_meet_does_not_and_who_wishes_to_meet_does_so_once():
    apart = {frozenset({0, other}) for other in range(1, 7)}
    together = {frozenset({10, other}) for other in range(11, 17)}
    met = pairs(*evening(40, draws=4, apart=apart, together=together))
    assert [met[pair] for pair in apart] == [0] * 6
    assert [met[pair] for pair in together] == [1] * 6


def test_a_wish_is_kept_before_others_who_may_leave_do():
    """Somebody may leave after the first draw: the wish comes with it."""
    wish = frozenset({3, 14})
    for seed in range(5):
        assert pairs(evening(20, draws=5, seed=seed, together={wish})[0])[wish] == 1


def test_a_wish_that_has_come_true_is_not_kept_a_second_time():
    first = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]
    drawn = draw_tables(
        range(1, 17), [first], draws=2, largest=4, seed=1, together={frozenset({1, 2})}
    )
    assert meetings(drawn, [first]).again == 0


def test_who_is_to_be_apart_is_so_even_where_others_then_meet_again():
    first = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    apart = {frozenset({1, other}) for other in (4, 5, 6, 7, 8)}
    drawn = draw_tables(range(1, 10), [first], draws=2, largest=3, seed=1, apart=apart)
    table = next(table for table in drawn if 1 in table)
    assert set(table) <= {1, 2, 3, 9}


def test_who_was_to_be_together_and_never_is_apart():
    wish = {frozenset({1, 2})}
    assert not any(
        wish & set(pairs(draw_tables(
            range(9), [], draws=1, largest=3, seed=seed, together=wish, apart=wish
        )))
        for seed in range(9)
    )  # fmt: skip


def test_wishes_of_who_is_not_there_change_nothing():
    plain = draw_tables(range(16), [], draws=3, largest=4, seed=7)
    wishes = {frozenset({1, 99}), frozenset({98, 99})}
    drawn = draw_tables(range(16), [], draws=3, largest=4, seed=7, together=wishes, apart=wishes)
    assert drawn == plain


def test_the_strong_meet_the_strong():
    first = [[1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16]]
    points = {person: Fraction(20 - (person - 1) // 4) for person in range(1, 17)}
    drawn = draw_tables(range(1, 17), [first], draws=2, largest=4, seed=1, strengths=points)
    assert [sorted(table) for table in drawn] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11, 12],
        [13, 14, 15, 16],
    ]


def test_nobody_meets_again_only_because_both_are_strong():
    first = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    points = {person: Fraction(-person) for person in range(1, 10)}
    drawn = draw_tables(range(1, 10), [first], draws=4, largest=3, seed=1, strengths=points)
    assert meetings(drawn, [first]).again == 0


def test_who_has_no_strength_yet_counts_as_having_none():
    first = [[1, 4, 7], [2, 5, 8], [3, 6, 9]]
    points = {person: Fraction(1) for person in range(1, 7)}
    drawn = draw_tables(
        [*range(1, 7), 10, 11, 12], [first], draws=2, largest=3, seed=1, strengths=points
    )
    assert sorted(drawn[2]) == [10, 11, 12]


def test_the_first_draw_asks_for_no_strength():
    strengths = {person: Fraction(person) for person in range(20)}
    drawn = draw_tables(range(20), [], draws=3, largest=4, seed=3, strengths=strengths)
    assert drawn == draw_tables(range(20), [], draws=3, largest=4, seed=3)


def test_seats_and_neighbours_change():
    """Each of 24 people has three other seats in three draws, all but a few."""
    past = evening(24, draws=3)
    seats = Counter(
        (person, seat) for draw in past for table in draw for seat, person in enumerate(table)
    )
    assert sum(times - 1 for times in seats.values()) <= 3


def test_where_the_same_two_sit_together_again_the_other_passes_the_cards():
    past = [[[1, 2, 3]]]
    for _ in range(3):
        past.append(draw_tables([1, 2, 3], past, draws=4, largest=3, seed=1))
    passed = Counter(
        (table[seat - 1], table[seat]) for draw in past for table in draw for seat in range(3)
    )
    assert max(passed.values()) == 2


def test_a_draw_changed_by_hand_is_what_the_next_goes_by():
    first = draw_tables(range(20), [], draws=3, largest=4, seed=5)
    first[0][0], first[1][0] = first[1][0], first[0][0]
    second = draw_tables(range(20), [first], draws=3, largest=4, seed=5)
    assert meetings(second, [first]).again == 0


def test_one_table_alone_stays_together():
    past = evening(4, draws=3)
    assert [sorted(draw[0]) for draw in past] == [[0, 1, 2, 3]] * 3
    assert meetings(past[1], past[:1]) == Meetings(pairs=6, again=6, least=6)


@pytest.mark.parametrize("people", [1, 2, 3, 5])
def test_few_sit_at_one_table(people):
    assert sorted(draw_tables(range(people), [], draws=2, largest=4, seed=1)[0]) == [*range(people)]


def test_nobody_sits_twice_who_is_named_twice():
    assert sorted(draw_tables([1, 2, 3, 2], [], draws=1, largest=4, seed=1)[0]) == [1, 2, 3]


def test_a_draw_more_than_the_evening_was_to_have_is_drawn_all_the_same():
    past = evening(16, draws=3)
    more = draw_tables(range(16), past, draws=3, largest=4, seed=1)
    assert meetings(more, past).again == 0
