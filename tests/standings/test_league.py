"""Points for places: known answers, and lists that are none."""

from fractions import Fraction

import pytest

from referee.standings.league import USUAL, listed, points_of_place, read_place_points


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        (USUAL, (5, 3, 1)),
        ("5 3 1", (5, 3, 1)),
        (" 5 – 3 – 1 ", (5, 3, 1)),
        ("10,6,4,3", (10, 6, 4, 3)),
        ("3/3/0", (3, 3, 0)),
        ("1", (1,)),
        ("007-05", (7, 5)),
        ("99-8-7-6-5-4-3-2", (99, 8, 7, 6, 5, 4, 3, 2)),
    ],
)
def test_a_list_is_read_however_it_is_parted(typed, points):
    assert read_place_points(typed) == points
    assert read_place_points(listed(points)) == points


@pytest.mark.parametrize(
    "typed",
    [
        "", " ", "-", "five", "5-3-", "-5-3", "5--3", "5.5-3", "5-3-x", "٥-٣",
        "3-5",  # rising
        "100-3",  # above 99
        "9-8-7-6-5-4-3-2-1",  # nine places
        "1" * 10_000,
    ],
)  # fmt: skip
def test_what_is_no_list_is_refused(typed):
    with pytest.raises(ValueError, match=r"^"):
        read_place_points(typed)


@pytest.mark.parametrize(
    ("places", "points", "each"),
    [
        # Of 5-3-1, by the places of a game.
        ([1, 2, 3], (5, 3, 1), ["5", "3", "1"]),
        ([1, 2, 3, 4, 5], (5, 3, 1), ["5", "3", "1", "0", "0"]),
        ([1, 1, 3], (5, 3, 1), ["4", "4", "1"]),
        ([1, 2, 2, 2], (5, 3, 1), ["5", "4/3", "4/3", "4/3"]),
        ([1, 1, 1, 1], (5, 3, 1), ["9/4"] * 4),
        ([1, 2, 3, 3], (5, 3, 1), ["5", "3", "1/2", "1/2"]),
        ([1, 1], (5, 3, 1), ["4", "4"]),
        # Others.
        ([1, 1, 3], (1,), ["1/2", "1/2", "0"]),
        ([1, 2, 2], (2, 2, 2), ["2", "2", "2"]),
        ([1, 2, 3, 4, 5, 5, 5, 8], (9, 7, 5, 4, 3, 2, 1, 1), [*"97542221"]),
        # The dummy has the place that is missing, and its points.
        ([2, 3], (5, 3, 1), ["3", "1"]),
    ],
)
def test_who_shares_a_place_shares_the_points_of_all_places_that_they_take(places, points, each):
    worth = [points_of_place(place, places.count(place), points) for place in places]
    assert worth == [Fraction(one) for one in each]
