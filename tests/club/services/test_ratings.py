"""A correction of an old game: the next games are rated with it, all later ones with no lock held,
also where somebody corrects another game meanwhile."""

from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from referee.club.services import ratings
from referee.club.services.counting import rate_club
from referee.models import Club, Game, Job, Placing
from referee.play.services import confirming
from referee.play.services.games import delete_game
from tests.factories import add, confirm, played, where

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games are rated at once, two placings written at once."""
    monkeypatch.setattr(ratings, "AT_ONCE", 4)
    monkeypatch.setattr(ratings, "_WRITTEN", 2)
    monkeypatch.setattr("referee.club.services.turns._LEAST_PAUSE", 0)


def is_anything_stale() -> bool:
    return Club.objects.filter(is_there=True).exclude(rates_from=None).exists()


def is_asked_for() -> bool:
    """Whether a server has the ratings to work out."""
    return Job.objects.filter(kind="rate", about=str(Club.objects.get().pk)).exists()


def rate_again() -> None:
    ratings.rate_again(Club.objects.get().pk)


def rated() -> list[tuple[Any, ...]]:
    rows = Placing.objects.order_by("played_at", "player__name")
    return list(rows.values_list("game", "player", "nth", "mu", "sigma"))


def are_right() -> bool:
    """Whether all ratings are what rating everything anew comes to."""
    found = rated()
    rate_club(Club.objects.get())
    return found == rated()


def correct(game: Game) -> None:
    """Give the second player the victory."""
    confirming.reopen_round(game.pk, 1, reason="a card was missed")
    add(where(game, 1, 2), "squid-nigiri", "squid-nigiri")
    confirm(game, 1)


def test_the_next_games_are_rated_at_once_and_the_rest_out_of_the_transaction(small_parts):
    games = [played("egg-nigiri", "") for _ in range(6)]
    assert (is_asked_for(), is_anything_stale()) == (False, False)
    before = rated()
    correct(games[1])
    assert is_asked_for()
    after = rated()
    assert after[:2] == before[:2]
    assert all(one[3:] != other[3:] for one, other in zip(after[2:6], before[2:6], strict=True))
    assert Club.objects.get().rates_from == games[3].created_at
    assert not are_right()


def test_what_was_left_is_worked_out_to_the_same_as_everything_anew(small_parts):
    games = [played("egg-nigiri", "") for _ in range(6)]
    version = Club.objects.get().results_version
    correct(games[1])
    delete_game(games[0].pk)
    rate_again()
    assert not is_anything_stale()
    assert Club.objects.get().results_version > version + 3  # figures with ratings are not cached
    assert are_right()


def test_a_game_that_ends_before_that_is_rated_again_with_the_rest(small_parts):
    games = [played("egg-nigiri", "") for _ in range(6)]
    correct(games[0])
    played("egg-nigiri", "")
    assert Club.objects.get().rates_from == games[2].created_at
    rate_again()
    assert are_right()


@pytest.mark.slow
def test_the_rest_begins_at_the_earliest_of_two_corrections(small_parts):
    games = [played("egg-nigiri", "") for _ in range(8)]
    for number in (4, 1, 3):
        correct(games[number])
    assert Club.objects.get().rates_from == games[3].created_at
    rate_again()
    assert are_right()


def test_of_two_games_that_began_in_one_moment_each_counts_for_the_other():
    at = timezone.now()
    games = [played("egg-nigiri", "", at=at) for _ in range(2)]
    correct(max(games, key=lambda game: game.pk.hex))
    assert are_right()


def test_only_ratings_that_differ_are_written(small_parts, monkeypatch):
    """A correction that changes no place changes no rating; what opening changed comes back."""
    games = [played("squid-nigiri", "") for _ in range(5)]
    confirming.reopen_round(games[0].pk, 1, reason="a card was missed")
    add(where(games[0], 1, 2), "egg-nigiri")
    confirm(games[0], 1)
    written: list[Any] = []
    monkeypatch.setattr(ratings, "_write", written.extend)
    rate_again()
    opened = Placing.objects.filter(game=games[2]).values_list("pk", flat=True)
    assert {change[3] for change in written} == {*opened}
    assert not is_anything_stale()


def meanwhile(
    monkeypatch: pytest.MonkeyPatch, name: str, do: Callable[[], None], *, nth: int = 1
) -> None:
    """Do something once, after the how-manyth call of a function of the ratings."""
    function, calls = getattr(ratings, name), []

    def called(*args: Any, **options: Any) -> Any:
        answer = function(*args, **options)
        calls.append(answer)
        if len(calls) == nth:
            monkeypatch.setattr(ratings, name, function)
            assert not connection.in_atomic_block
            do()
        return answer

    monkeypatch.setattr(ratings, name, called)


@pytest.mark.slow
def test_a_correction_while_ratings_are_worked_out_begins_them_again(small_parts, monkeypatch):
    games = [played("egg-nigiri", "") for _ in range(7)]
    correct(games[0])
    meanwhile(monkeypatch, "_changes", lambda: correct(games[4]))
    rate_again()
    assert not is_anything_stale()
    assert are_right()


@pytest.mark.slow
def test_a_correction_between_two_writes_begins_them_again(small_parts, monkeypatch):
    games = [played("egg-nigiri", "") for _ in range(7)]
    correct(games[0])
    turn, turns = ratings.turn, []

    @contextmanager
    def then_correct():
        with turn():
            yield
        turns.append(1)
        if len(turns) == 2:
            correct(games[3])

    monkeypatch.setattr(ratings, "turn", then_correct)
    rate_again()
    assert len(turns) == 6
    assert not is_anything_stale()
    assert are_right()


def test_a_club_that_is_deleted_meanwhile_is_left_alone(small_parts, monkeypatch):
    games = [played("egg-nigiri", "") for _ in range(5)]
    correct(games[0])
    meanwhile(monkeypatch, "_changes", lambda: Club.objects.update(is_there=False))
    rate_again()
    assert not is_anything_stale()
