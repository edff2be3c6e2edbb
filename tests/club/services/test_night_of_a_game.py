"""Which night a game belongs to."""

import datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from referee.models import Game, GameNight
from referee.play.services.games import start_game
from referee.play.services.rematch import rematch
from tests.factories import PHONE, GameFactory, SetupFactory, finish

pytestmark = pytest.mark.django_db


def over() -> Game:
    """A game that is finished."""
    game = GameFactory()
    finish(game)
    return game


def next_of(game: Game) -> Game:
    return rematch(game.pk, uuid4())


def started(game: Game, ago: datetime.timedelta) -> None:
    """Moves the beginning of a game, and the date of its night with it."""
    at = timezone.now() - ago
    Game.objects.filter(pk=game.pk).update(created_at=at)
    GameNight.objects.filter(pk=game.night_id).update(date=timezone.localtime(at).date())


HOUR = datetime.timedelta(hours=1)


def dates() -> list[datetime.date]:
    return list(GameNight.objects.order_by("date").values_list("date", flat=True))


@pytest.fixture
def after_midnight(monkeypatch: pytest.MonkeyPatch) -> datetime.datetime:
    """It is half past midnight."""
    today = timezone.localtime().replace(hour=0, minute=30)
    monkeypatch.setattr(timezone, "now", lambda: today.astimezone(datetime.UTC))
    return today


@pytest.mark.parametrize("hours", [1, 5])
def test_a_game_after_midnight_belongs_to_the_night_that_goes_on(after_midnight, hours):
    game = over()
    started(game, hours * HOUR)
    yesterday = after_midnight.date() - datetime.timedelta(days=1)
    assert dates() == [yesterday]
    assert next_of(game).night == GameFactory().night == game.night
    assert dates() == [yesterday]


def test_six_hours_after_the_last_game_another_night_begins(after_midnight):
    game = over()
    started(game, 7 * HOUR)
    assert GameFactory().night != game.night
    assert dates()[1] == after_midnight.date()


def test_a_rematch_of_an_old_game_belongs_to_today():
    game = over()
    started(game, 40 * 24 * HOUR)
    new = next_of(game)
    assert (new.night.date, new.follows) == (timezone.localdate(), game)
    assert next_of(game) == new


def test_the_night_goes_on_as_long_as_one_game_comes_after_another(after_midnight, monkeypatch):
    game = over()
    started(game, 2 * HOUR)
    second = next_of(game)
    finish(second)
    later = after_midnight + 5 * HOUR
    monkeypatch.setattr(timezone, "now", lambda: later.astimezone(datetime.UTC))
    assert next_of(second).night == game.night


def test_another_clubs_night_is_none_of_this_clubs(after_midnight):
    others = GameFactory(phone="phone of others")
    started(others, HOUR)
    assert start_game(PHONE, uuid4(), SetupFactory()).night.date == after_midnight.date()
