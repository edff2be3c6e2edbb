"""The picture of a rating: which games it shows, and where its line and band run."""

import datetime
from itertools import pairwise

import pytest

from referee.club.pages.rating_chart import (
    BOTTOM,
    LEFT,
    MAX_GAMES,
    RIGHT,
    TOP,
    RatedGame,
    picked_games,
    rating_chart,
    round_values_around,
)
from referee.standings.rating import LEAST_GAMES, NEWCOMER, Rating


def rated(*ratings: tuple[float, float], first: int = LEAST_GAMES) -> list[RatedGame]:
    day = datetime.date(2026, 11, 21)
    return [(nth, day, Rating(*rating)) for nth, rating in enumerate(ratings, first)]


@pytest.mark.parametrize(
    ("last", "picked"),
    [
        (1, []),
        (LEAST_GAMES - 1, []),
        (LEAST_GAMES, [LEAST_GAMES]),
        (LEAST_GAMES + 2, [LEAST_GAMES, LEAST_GAMES + 1, LEAST_GAMES + 2]),
    ],
)
def test_games_are_shown_from_the_first_that_has_a_rating_to_show(last, picked):
    assert picked_games(last) == picked


@pytest.mark.parametrize("last", [63, 64, 65, 66, 100, 1234, 20_000])
def test_of_many_games_evenly_spaced_ones_are_shown_the_last_always(last):
    picked = picked_games(last)
    assert (picked[0], picked[-1]) == (LEAST_GAMES, last)
    assert len(picked) == min(MAX_GAMES, last - LEAST_GAMES + 1)
    gaps = [after - before for before, after in pairwise(picked)]
    assert max(gaps) - min(gaps) <= 1
    assert min(gaps) >= 1


def test_the_line_runs_through_the_ratings_and_the_band_as_far_around_it_as_their_spread():
    chart = rating_chart(rated((25, 5), (30, 2), (35, 5)))
    assert chart is not None
    # From 10 to 50, in steps of 10.
    assert [label for _y, label in chart["ticks"]] == ["10", "20", "30", "40", "50"]
    tall = (BOTTOM - TOP) / 40
    middle = (LEFT + RIGHT) // 2
    assert chart["line"] == [
        (LEFT, BOTTOM - round(15 * tall)),
        (middle, BOTTOM - round(20 * tall)),
        (RIGHT, BOTTOM - round(25 * tall)),
    ]
    assert chart["band"] == [
        (LEFT, BOTTOM - round(30 * tall)),
        (middle, BOTTOM - round(26 * tall)),
        (RIGHT, TOP),
        (RIGHT, BOTTOM - round(10 * tall)),
        (middle, BOTTOM - round(14 * tall)),
        (LEFT, BOTTOM),
    ]
    assert chart["path"].split()[-1] == "{},{}".format(*chart["end"])
    assert len(chart["outline"].split()) == 6


def test_games_stand_where_their_number_puts_them():
    games = [rated((25, 5), first=nth)[0] for nth in (5, 10, 25)]
    chart = rating_chart(games)
    assert chart is not None
    quarter = LEFT + round((RIGHT - LEFT) / 4)
    assert [x for x, _y in chart["line"]] == [LEFT, quarter, RIGHT]
    assert chart["last"] == 25


def test_the_axis_has_the_dates_of_the_first_game_of_one_in_the_middle_and_of_the_last():
    days = [datetime.date(2026, month, 1) for month in range(1, 6)]
    games = [(nth, day, Rating(25, 5)) for nth, day in enumerate(days, LEAST_GAMES)]
    chart = rating_chart(games)
    assert chart is not None
    middle = (LEFT + RIGHT) // 2
    assert chart["columns"] == [
        (days[0], LEFT, "start"),
        (days[2], middle, "middle"),
        (days[4], RIGHT, "end"),
    ]
    two = rating_chart(games[:2])
    assert two is not None
    assert [day for day, _x, _anchor in two["columns"]] == days[:2]


def test_games_of_one_day_have_one_date():
    chart = rating_chart(rated((25, 5), (26, 5), (25, 4), (26, 4)))
    assert chart is not None
    assert chart["columns"] == [(datetime.date(2026, 11, 21), LEFT, "start")]


def test_one_game_makes_no_line():
    assert rating_chart(rated((25, 5))) is None
    assert rating_chart([]) is None


@pytest.mark.parametrize("mu", [-60.0, 0.0, 25.0, 70.5])
def test_everything_lies_inside_the_plot(mu):
    chart = rating_chart(rated((mu, NEWCOMER.sigma), (mu + 3, 0.01), (mu - 2, 6.5)))
    assert chart is not None
    for x, y in (*chart["line"], *chart["band"]):
        assert LEFT <= x <= RIGHT
        assert TOP <= y <= BOTTOM


@pytest.mark.parametrize(
    ("lowest", "highest", "values"),
    [
        (12.4, 38.1, [10, 20, 30, 40]),
        (24.2, 26.7, [24, 25, 26, 27]),
        (-3.5, 9, [-5, 0, 5, 10]),
        (25, 25, [25, 26]),
        (0, 40, [0, 10, 20, 30, 40]),
    ],
)
def test_the_lines_across_are_round_and_around_all_of_it(lowest, highest, values):
    assert round_values_around(lowest, highest) == values
