"""The figures of standings: shares of wins, averages, ratings and ranks."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from referee.standings.ranking import CRITERIA, ORDERS
from referee.standings.rating import Rating
from referee.wording.figures import (
    at_least_text,
    average_text,
    criteria_text,
    order_name,
    rank_text,
    rating_text,
    signed_text,
    wins_text,
)


@pytest.mark.parametrize(
    ("won", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(3), "3"),
        (Fraction(1, 2), "½"),
        (Fraction(7, 2), "3½"),
        (Fraction(7, 3), "2⅓"),
        (Fraction(5, 6), "⅚"),
        (Fraction(7, 12), "0.58"),
        (Fraction(31, 12), "2.58"),
        (Fraction(1, 7), "0.14"),
    ],
)
def test_a_shared_win_stands_as_its_share(won, text):
    assert wins_text(won) == text


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(7, 4), 2, "1.75"),
        (Fraction(2), 2, "2.00"),
        (Fraction(85, 2), 1, "42.5"),
        (Fraction(1, 20), 1, "0.1"),  # halves away from zero, as on paper
        (Fraction(-1, 4), 1, "−0.3"),
        (Fraction(-1, 100), 1, "0.0"),
    ],
)
def test_an_average_is_rounded_as_on_paper(value, places, text):
    assert average_text(value, places) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(16, 5), "+3.2"),
        (Fraction(-1, 2), "−0.5"),
        (Fraction(0), "0.0"),
        (Fraction(-1, 100), "0.0"),
        (Fraction(1, 100), "0.0"),
    ],
)
def test_a_margin_always_has_its_sign(value, text):
    assert signed_text(value) == text


def test_decimals_are_written_as_the_language_writes_them():
    with override("es"):
        assert average_text(Fraction(7, 4), 2) == "1,75"
        assert signed_text(Fraction(0)) == "0,0"


@pytest.mark.parametrize(
    ("rating", "text", "least"),
    [
        (Rating(27.149, 2.16), "27.1", "20.7"),  # 20.669
        (Rating(25, 25 / 3), "25.0", "0.0"),
        (Rating(2, 1), "2.0", "−1.0"),
        (Rating(20.26, 1.1), "20.3", "17.0"),  # 16.96
        (Rating(20.26, 1.105), "20.3", "16.9"),  # 16.945
    ],
)
def test_a_rating_and_what_is_sure_of_it(rating, text, least):
    assert (rating_text(rating), at_least_text(rating)) == (text, least)


@pytest.mark.parametrize(
    ("rank", "tied", "text"), [(1, False, "1"), (2, True, "2="), (None, False, "–")]
)
def test_ranks(rank, tied, text):
    assert rank_text(rank, tied=tied) == text


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_has_a_name_and_says_by_what_it_ranks(order):
    text = criteria_text(ORDERS[order])
    assert order_name(order)
    assert text.startswith("Ranked by ")
    assert text.count(", then ") == len(ORDERS[order]) - 1


def test_every_criterion_has_a_name():
    for criterion in CRITERIA:
        assert criteria_text((criterion,))
