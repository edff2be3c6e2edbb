"""Ratings: openskill's Plackett-Luce, one game after the other."""

import pytest

from referee.standings.rating import NEWCOMER, Rating, after_game


def test_who_wins_goes_up_and_who_loses_goes_down():
    after = after_game({"a": 1, "b": 2}, {})
    assert after["a"].mu > NEWCOMER.mu > after["b"].mu


def test_every_game_makes_both_more_certain():
    after = after_game({"a": 1, "b": 2}, {})
    assert max(after["a"].sigma, after["b"].sigma) < NEWCOMER.sigma


def test_a_tie_of_equals_moves_neither():
    after = after_game({"a": 1, "b": 1}, {})
    assert after["a"].mu == pytest.approx(NEWCOMER.mu)
    assert after["a"] == after["b"]


def test_a_tie_takes_from_the_stronger_and_gives_to_the_weaker():
    before = {"a": Rating(30, 4), "b": Rating(20, 4)}
    after = after_game({"a": 1, "b": 1}, before)
    assert after["a"].mu < 30
    assert after["b"].mu > 20


def test_the_ranks_count_and_not_the_order_in_which_players_are_named():
    one = after_game({"a": 2, "b": 1, "c": 2}, {})
    other = after_game({"c": 2, "a": 2, "b": 1}, {})
    assert {who: one[who].mu for who in "abc"} == pytest.approx({w: other[w].mu for w in "abc"})
    assert one["b"].mu > one["a"].mu == pytest.approx(one["c"].mu)


def test_a_win_over_a_stronger_player_counts_more():
    newcomer = after_game({"a": 1, "b": 2}, {"b": NEWCOMER})["a"].mu
    champion = after_game({"a": 1, "b": 2}, {"b": Rating(40, 4)})["a"].mu
    assert champion > newcomer


def test_ratings_are_compared_by_what_a_player_is_worth_at_the_least():
    assert Rating(25, 3).cautious == 16
    assert NEWCOMER.cautious == pytest.approx(0)
