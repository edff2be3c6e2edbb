"""What a rating means, and what moved it, in words."""

import datetime

import pytest
from django.utils.translation import override

from referee.standings.rating import Rating
from referee.wording.ratings import rating_meaning, rating_move


def test_it_says_where_everybody_starts_and_by_what_ratings_are_ranked():
    assert rating_meaning() == (
        "A rating is of all games in the club, and shown after 5 of them. Everybody starts at "
        "25.0, and nothing of it is sure. The more somebody plays, the more of it is sure; ratings "
        "are ranked by that."
    )
    with override("es"):
        assert "25,0" in rating_meaning()


def test_of_a_period_it_says_until_when_games_count():
    words = rating_meaning(datetime.date(2024, 12, 31))
    assert words.startswith("A rating is of all games in the club until 31 December 2024, and")


@pytest.mark.parametrize(
    ("games", "was", "now", "moved", "others", "words"),
    [
        (10, 25.3, 27.0, {"Mara": 1.2, "Tom": 0.8, "Jonas": -0.3}, 0,
         "In the last 10 games it rose from 25.3 to 27.0: +1.2 against Mara, +0.8 against Tom and "
         "−0.3 against Jonas."),
        (6, 25.0, 24.0, {"Mara": -1.2, "Tom": 0.1}, 3,
         "In the last 6 games it fell from 25.0 to 24.0: −1.2 against Mara, +0.1 against Tom and "
         "+0.1 against the 3 others."),
        (10, 30.01, 30.02, {"Mara": 0.01}, 0,
         "In the last 10 games it stayed at 30.0: 0.0 against Mara."),
        # The parts add up as they are written: 0.34 and 0.34 are 0.7.
        (7, 20.0, 20.68, {"Ana": 0.34, "Ben": 0.34}, 0,
         "In the last 7 games it rose from 20.0 to 20.7: +0.4 against Ana and +0.3 against Ben."),
    ],
)  # fmt: skip
def test_what_moved_a_rating(games, was, now, moved, others, words):
    said = rating_move(games, Rating(was, 2), Rating(now, 2), moved, others=others)
    assert said == words
