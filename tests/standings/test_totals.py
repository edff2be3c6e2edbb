"""Placings of games of which only the totals are known: properties; known answers are in
tests/club/services/test_paper.py."""

from hypothesis import given
from hypothesis import strategies as st

from referee.standings.placing import WHOLE_WIN, placings_of_totals

TOTALS = st.dictionaries(
    st.sampled_from("ABCDEFGH"),
    st.tuples(st.integers(-3, 3), st.none() | st.integers(0, 2)),
    min_size=2,
)


@given(TOTALS)
def test_one_victory_is_given_and_more_points_are_a_better_place(totals):
    placed = placings_of_totals(totals)
    assert list(placed) == list(totals)
    wins = [one.win for one in placed.values() if one.win]
    assert sum(wins) == WHOLE_WIN // len(wins) * len(wins)
    assert {one.win > 0 for one in placed.values() if one.place == 1} == {True}
    for one in placed.values():
        better = sum(other.total > one.total for other in placed.values())
        equal = sum(other.total == one.total for other in placed.values())
        assert better < one.place <= better + equal
        assert (one.place == 1) == (one.win > 0)
        assert one.cards == {}


@given(TOTALS)
def test_forgotten_puddings_of_one_decide_nothing_among_their_equals(totals):
    placed = placings_of_totals(totals)
    for name, (total, puddings) in totals.items():
        if puddings is None:
            equals = [placed[other].place for other, of in totals.items() if of[0] == total]
            assert equals == [placed[name].place] * len(equals)
