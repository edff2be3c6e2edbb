"""Where the lines and labels of the chart run."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.drawing import chart
from referee.drawing.chart import apart, beside_each_other, line_chart, round_values

totals = st.integers(-40, 400)
games = st.integers(1, 8).flatmap(
    lambda players: st.lists(
        st.lists(totals, min_size=4, max_size=4).map(lambda values: [0, *values]),
        min_size=players,
        max_size=players,
    )
)


@given(games)
def test_every_point_lies_in_the_plot_and_every_label_in_the_drawing(series):
    drawn = line_chart(series)
    reach = chart.SPREAD // 2
    for line in drawn.lines:
        assert all(chart.LEFT <= spot.x <= chart.RIGHT + reach for spot in line.spots)
        assert all(chart.TOP <= spot.y <= chart.BOTTOM for spot in line.spots)
        assert line.end.x + chart.MARK // 2 < line.label.x
        assert chart.TOP <= line.label.y <= chart.HEIGHT - 20
    assert all(chart.TOP <= tick.y <= chart.BOTTOM for tick in drawn.ticks)


@given(games)
def test_no_label_lies_on_another_and_their_order_is_that_of_the_lines_ends(series):
    lines = line_chart(series).lines
    order = sorted(range(len(lines)), key=lambda n: (lines[n].end.y, n))
    labels = [lines[n].label.y for n in order]
    assert all(below - above >= chart.LABEL_GAP - 1 for above, below in pairwise(labels))


@given(games)
def test_no_mark_hides_another_unless_many_are_equal(series):
    lines = line_chart(series).lines
    for column in range(1, 5):
        spots = [line.spots[column] for line in lines]
        assert len(set(spots)) == len(spots)


@given(games)
def test_higher_totals_stand_higher(series):
    drawn = line_chart(series)
    for column in range(5):
        pairs = sorted(
            (values[column], -line.spots[column].y)
            for values, line in zip(series, drawn.lines, strict=True)
        )
        heights = [height for _value, height in pairs]
        assert heights == sorted(heights)


def test_all_start_at_the_zero_line_also_where_totals_fall_below_it():
    drawn = line_chart([[0, -3, -6], [0, 4, 12]])
    starts = {line.spots[0] for line in drawn.lines}
    assert starts == {chart.Spot(chart.LEFT, drawn.zero)}
    assert drawn.zero < chart.BOTTOM
    assert drawn.lines[0].end.y > drawn.zero > drawn.lines[1].end.y


def test_players_who_are_level_all_the_way_are_drawn_side_by_side():
    drawn = line_chart([[0, 6, 12]] * 8)
    assert len({line.end.x for line in drawn.lines}) == 8
    assert len({line.end.y for line in drawn.lines}) == 1
    labels = [line.label.y for line in drawn.lines]
    assert labels == sorted(labels)


def test_a_game_without_a_point_can_be_drawn():
    drawn = line_chart([[0, 0, 0], [0, 0, 0]])
    assert {spot.y for line in drawn.lines for spot in line.spots} == {chart.BOTTOM}


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0, 57, 45], [0, 20, 40, 60]),
        ([0], [0, 1]),
        ([-6, 4], [-6, -4, -2, 0, 2, 4]),
        ([3, 5], [0, 1, 2, 3, 4, 5]),
        ([0, 245], [0, 50, 100, 150, 200, 250]),
        ([-12, 61], [-20, 0, 20, 40, 60, 80]),
        ([9000], [0, 9000]),
    ],
)
def test_the_lines_across_are_at_round_values_around_all_totals(values, ticks):
    assert round_values(values) == ticks


def test_labels_with_room_stay_where_their_lines_end():
    assert apart([100, 20, 300], 30, 0, 400) == [100, 20, 300]


def test_labels_too_close_are_moved_no_more_than_need_be():
    assert apart([100, 100], 30, 0, 400) == [85, 115]
    assert apart([100, 110, 300], 30, 0, 400) == [90, 120, 300]
    assert apart([0, 0, 50], 30, 0, 400) == [0, 30, 60]
    assert apart([400, 400], 30, 0, 400) == [370, 400]


def test_marks_stand_side_by_side_only_where_they_would_lie_on_each_other():
    assert beside_each_other([10, 200], 100) == [100, 100]
    assert beside_each_other([10, 10], 100) == [91, 109]
