"""A clock that is set back, or that starts in 1970: nothing is lost, and nobody is kept out."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from referee.access.games import stream_game, stream_token, visit_of
from referee.club.services.files.import_club import import_as_new
from referee.club.services.files.read_club_file import read_archive
from referee.models import Game
from referee.play.services.rematch import rematch
from tests.club.files.club_files import again, emptied, written
from tests.factories import PHONE, GameFactory, confirm, finish
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
Clock = Callable[[datetime], None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Sets the clock."""

    def set_to(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)
        monkeypatch.setattr(Game._meta.get_field("created_at"), "_get_default", timezone.now)
        monkeypatch.setattr(time, "time", moment.timestamp)

    return set_to


def a_set_back_night(clock: Clock, hours: int) -> list[Game]:
    """Two games: in the first, the clock is set back; the second one is its rematch."""
    clock(EVENING)
    first = GameFactory()
    confirm(first, 1, 2)
    clock(EVENING - timedelta(hours=hours))
    confirm(first, 3)
    second = rematch(first.pk, uuid4())
    finish(second)
    games = list(Game.objects.order_by("-created_at"))
    assert [game.pk for game in games] == [first.pk, second.pk]
    assert games[0].finished_at < games[0].created_at
    return games


@pytest.mark.parametrize("hours", [1, pytest.param(24, marks=pytest.mark.slow), 24 * 400])
def test_a_club_of_a_night_with_the_clock_set_back_goes_out_in_and_out_as_the_same_file(
    clock, hours
):
    first, second = a_set_back_night(clock, hours)
    club = first.night.club
    before = written(club)
    assert f'"follows": "{first.pk}"' in before.decode()
    assert before.index(str(first.pk).encode()) < before.index(f'"id": "{second.pk}"'.encode())
    assert again(club) == before
    assert Game.objects.get(pk=second.pk).follows_id == first.pk


def test_a_game_that_follows_one_of_a_later_night_goes_out_and_in_too(clock):
    first, second = a_set_back_night(clock, 24)
    night = second.night
    night.pk, night.date = None, night.date - timedelta(days=1)
    night._state.adding = True
    night.save()
    Game.objects.filter(pk=second.pk).update(night=night)
    before = written(first.night.club)
    assert again(first.night.club) == before
    assert Game.objects.count() == 2


def test_a_game_of_a_clock_that_starts_in_1970_west_of_greenwich_goes_out_and_in(clock):
    with timezone.override(ZoneInfo("America/Lima")):
        clock(datetime(1970, 1, 1, 0, 5, tzinfo=UTC))
        game = GameFactory()
        finish(game)
    assert game.night.date.year == 1969
    before = written(game.night.club)
    emptied()
    assert written(import_as_new(read_archive(before)).club) == before


def test_pages_and_streams_of_tomorrow_open_today(clock):
    clock(EVENING + timedelta(days=1))
    game = GameFactory()
    token = stream_token(visit_of(PHONE, game.pk))
    clock(EVENING)
    assert stream_game(token) is not None
    finish(game)
    client, club = phone(PHONE), game.night.club_id
    for name, key in (("game", game.pk), ("night", game.night_id), ("standings", club)):
        page = client.get(reverse(name, args=[key]), follow=True)
        assert page.status_code == 200
    assert client.get("/").status_code == 200
