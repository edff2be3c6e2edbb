"""Ratings: openskill's Plackett-Luce, one game after the other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.standings.rating import NEWCOMER, Rating, after_game, shares


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


@st.composite
def rated_games(draw):
    """The places of two to eight players, some of whom had a rating."""
    drawn = draw(st.lists(st.integers(1, 8), min_size=2, max_size=8))
    places = {who: 1 + sum(other < place for other in drawn) for who, place in enumerate(drawn)}
    ratings = st.builds(Rating, st.floats(-10, 60), st.floats(0.5, NEWCOMER.sigma))
    return places, draw(st.dictionaries(st.sampled_from(sorted(places)), ratings))


@given(rated_games())
def test_the_shares_of_all_opponents_are_what_a_game_moved_a_rating_by(game):
    places, before = game
    after = after_game(places, before)
    for who in places:
        moved = after[who].mu - before.get(who, NEWCOMER).mu
        assert sum(shares(who, places, before).values()) == pytest.approx(moved, abs=1e-9)


@given(rated_games())
def test_who_came_in_behind_moved_it_up_and_who_was_ahead_down(game):
    places, before = game
    for who, place in places.items():
        for other, by in shares(who, places, before).items():
            if places[other] != place:
                assert (by > 0) == (places[other] > place)


def test_behind_a_stronger_player_less_is_lost_than_behind_a_weaker_one():
    lost = [shares("a", {"a": 2, "b": 1}, {"b": Rating(mu, 3)})["b"] for mu in (35, 20)]
    assert lost[1] < lost[0] < 0
