"""What finished games leave behind for the standings, and how it follows every change."""

import datetime
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl

import pytest

from referee.club.pages.night import night_board
from referee.club.pages.standings import club_standings
from referee.club.services.counting import count_game, count_missing
from referee.club.services.statistics import (
    ALL_GAMES,
    Choice,
    card_sums,
    club_sums,
    rating_move,
    shown_ratings,
    span_of,
)
from referee.models import Club, Game, GameNight, Placing, Player
from referee.play.services import confirming
from referee.play.services.games import delete_game
from referee.standings.habits import CardSums
from referee.standings.rating import Rating
from tests.factories import GameFactory, add, confirm, played, where

pytestmark = pytest.mark.django_db


PARTY: dict[str, Any] = {"ruleset": "sushi-go-party", "menu": "sushi-go"}


def sums(choice: Choice = ALL_GAMES) -> dict[str, tuple[int, float, int]]:
    """By name: games, wins and points."""
    names = dict(Player.objects.values_list("pk", "name"))
    found = club_sums(Club.objects.get(), choice)
    return {names[pk]: (one.games, float(one.won), one.points) for pk, one in found.items()}


def placings() -> list[dict[str, Any]]:
    """All placings with their ratings, without the ids of their rows."""
    rows = Placing.objects.order_by("played_at", "game", "pk").values()
    return [{name: value for name, value in row.items() if name != "id"} for row in rows]


def known(name: str) -> Player:
    return Player.objects.get(name=name)


def ratings() -> dict[tuple[str, int], tuple[float, float]]:
    rows = Placing.objects.values_list("player__name", "nth", "mu", "sigma")
    return {(name, nth): (mu, sigma) for name, nth, mu, sigma in rows}


# ------------------------------------------------------------- what counts


def test_a_game_counts_when_it_is_finished_and_not_before():
    game = GameFactory()
    add(where(game, 1, 1), "squid-nigiri")
    confirm(game, 1, 2)
    assert sums() == {}
    confirm(game, 3)
    assert sums() == {"Ana": (1, 1, 3), "Ben": (1, 0, 0)}


def test_rolls_game_counts_when_its_tokens_are_in_and_again_when_they_are_corrected():
    game = GameFactory(setup__roll=True)
    confirm(game, 1, 2, 3)
    assert sums() == {}
    confirming.enter_tokens(game.pk, {1: {"menu": 2}})
    before = sums()
    confirming.enter_tokens(game.pk, {2: {"menu": 2}})
    assert (before["Ana"], sums()["Ana"]) == (sums()["Ben"], before["Ben"])
    assert before["Ana"][1] == 1


def test_a_game_that_is_opened_again_does_not_count_until_it_is_confirmed():
    game = played("squid-nigiri", "")
    confirming.reopen_round(game.pk, 1, reason="a card was missed")
    assert sums() == {}
    assert not Placing.objects.exists()
    add(where(game, 1, 2), "sashimi", "sashimi", "sashimi")
    confirm(game, 1)
    assert sums() == {"Ana": (1, 0, 3), "Ben": (1, 1, 10)}


def test_a_game_that_is_opened_and_confirmed_unchanged_counts_as_before():
    game = played("squid-nigiri", "")
    before = placings()
    confirming.reopen_round(game.pk, 2, reason="to look once more")
    confirm(game, 2)
    assert sums() == {"Ana": (1, 1, 3), "Ben": (1, 0, 0)}
    assert placings() == before


def test_counting_once_more_changes_nothing():
    game = played("egg-nigiri", "")
    before = Club.objects.get().results_version, list(Placing.objects.values())
    count_game(Game.objects.get(pk=game.pk))
    assert (Club.objects.get().results_version, list(Placing.objects.values())) == before


# ------------------------------------------------------------- which games


def test_sums_are_of_a_ruleset_a_number_of_players_and_a_period():
    played("egg-nigiri", "")
    played("squid-nigiri", "", "")
    played("salmon-nigiri pudding", "", **PARTY)  # 2 points, and 6 for the pudding
    day = GameNight.objects.get().date
    for first, last in ((None, None), (day, None), (None, day), (day, day)):
        assert sums(Choice("", 0, first, last))["Ana"] == (3, 3, 12)
        assert sums(Choice("sushi-go", 0, first, last))["Ana"] == (2, 2, 4)
        assert sums(Choice("sushi-go", 3, first, last))["Ana"] == (1, 1, 3)
        assert sums(Choice("", 2, first, last))["Ana"] == (2, 2, 9)
    assert sums(Choice(last=day - timedelta(days=1))) == sums(Choice("sushi-roll")) == {}


def test_the_span_of_a_club_is_from_its_first_to_its_last_finished_game():
    assert span_of(Club.objects.create()) is None
    played("egg-nigiri", "")
    night = GameNight.objects.get()
    assert span_of(night.club) == (night.date, night.date)


# ------------------------------------------------------------- cards


def test_cards_are_counted_only_in_games_that_were_played_with_them():
    played("tempura tempura", "egg-nigiri")
    played("egg-nigiri", "", ruleset="sushi-go-party", menu="dinner-for-two")
    found = card_sums(Club.objects.get())
    ana, ben = known("Ana").pk, known("Ben").pk
    assert found["tempura"][ana] == CardSums(games=1, cards=2, points=5)
    assert found["nigiri"][ana] == CardSums(games=2, cards=1, points=1)
    assert found["tempura"][ben] == CardSums(games=1, cards=0, points=0)


def test_a_card_that_strayed_into_two_games_is_counted_for_who_had_it():
    """Nobody else has it, and no other player's cards say that there is such a sum."""
    for _ in range(2):
        game = played("egg-nigiri", "tofu")
    (tofu,) = card_sums(Club.objects.get())["tofu"].items()
    assert tofu[0] == known("Ben").pk
    assert (tofu[1].games, tofu[1].cards) == (2, 1 + 1)
    delete_game(game.pk)
    assert card_sums(Club.objects.get())["tofu"][tofu[0]].games == 1


# ------------------------------------------------------------- ratings


def test_the_ratings_of_a_year_are_those_at_its_end():
    days = [datetime.date(2024, 12, day) for day in (1, 2, 3, 4, 5)]
    days += [datetime.date(2025, 1, 5)] * 2
    for day in days:
        at = datetime.datetime.combine(day, datetime.time(20), datetime.UTC)
        played("egg-nigiri", "", at=at + timedelta(minutes=len(Game.objects.all())), date=day)
    club, ana = Club.objects.get(), known("Ana").pk
    fifth, last = (ana_after(nth) for nth in (5, 7))
    assert shown_ratings(club)[ana] == last
    assert shown_ratings(club, datetime.date(2024, 12, 31))[ana] == fifth
    assert shown_ratings(club, days[4])[ana] == fifth
    assert rating_move(club, ana, days[4]).games == 5
    assert shown_ratings(club, datetime.date(2024, 12, 4)) == {}  # too few games by then
    for query, rating in (("", last), ("year=2025", last), ("year=2024", fifth)):
        page = club_standings(club, dict(parse_qsl(query)))["standings"]
        assert {row["player"].name: row["rating"] for row in page["rows"]}["Ana"] == rating
    assert {row["player"].name: row["rating"] for row in board_of(days[4])}["Ana"] == fifth
    assert all(row["rating"] is None for row in board_of(days[3]))


def ana_after(nth: int) -> Rating:
    placing = Placing.objects.get(player__name="Ana", nth=nth)
    return Rating(placing.mu, placing.sigma)


def board_of(day: datetime.date) -> Any:
    return night_board(GameNight.objects.get(date=day))["standings"]["rows"]


# ------------------------------------------------------------- all anew


def test_games_of_an_older_sushiscore_are_counted_when_they_are_missing():
    played("egg-nigiri", "")
    played("", "egg-nigiri")
    kept = placings()
    Placing.objects.all().delete()
    assert count_missing() == 2
    assert placings() == kept
    assert sums() == {"Ana": (2, 1, 1), "Ben": (2, 1, 1)}
    assert count_missing() == 0
