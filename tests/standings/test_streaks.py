"""Streaks, worked out by hand."""

from fractions import Fraction

import pytest

from referee.standings.placing import WHOLE_WIN
from referee.standings.ranking import Contender, ranked
from referee.standings.streaks import Streak, streaks
from referee.standings.sums import Sums


@pytest.mark.parametrize(
    ("won", "longest"),
    [
        ("", None),
        ("---", None),
        ("w", Streak(1, 1, 1, 1, 1)),
        ("ww-w", Streak(2, 1, 2, 1, 2)),
        ("w-www", Streak(3, 3, 5, 3, 5)),
        ("ww-ww-", Streak(2, 1, 2, 1, 2)),
    ],
)
def test_the_longest_streak_counts_the_earliest_of_equal_ones(won, longest):
    results = [("Ana", n, n, one == "w") for n, one in enumerate(won, start=1)]
    assert streaks(results).get("Ana") == longest


def test_the_games_of_others_end_no_streak():
    results = [("Ana", 1, 1, True), ("Ben", 1, 2, True), ("Ben", 2, 3, False), ("Ana", 2, 4, True)]
    assert streaks(results) == {"Ana": Streak(2, 1, 2, 1, 4), "Ben": Streak(1, 1, 1, 2, 2)}


def test_who_has_played_too_little_has_no_rank_and_stands_last():
    often, once = Sums(games=9, wins=WHOLE_WIN, places=20), Sums(games=1, wins=WHOLE_WIN, places=1)
    assert once.win_rate == 1 > often.win_rate == Fraction(1, 9)
    found = ranked({"Ana": Contender(once, is_enough=False), "Ben": Contender(often)}, "win-rate")
    assert [(one.rank, one.tied, one.who) for one in found] == [
        (1, False, "Ben"),
        (None, False, "Ana"),
    ]
