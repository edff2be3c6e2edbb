"""Where a club file goes: a phone without a club, a club without games, beside the club itself."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from uuid import UUID

import pytest
from django.utils import timezone

from referee.club.services.files.import_club import can_import, import_as_new, import_to_phone
from referee.club.services.files.import_games import store_games
from referee.club.services.files.read_club_file import read_archive
from referee.models import (
    Champion,
    Club,
    ClubPhone,
    Game,
    GameNight,
    Invitation,
    Merge,
    Player,
    Season,
    SharedStandings,
)
from referee.play.services import clubs
from tests.club.files.club_files import again, written
from tests.club.files.past_games import a_club, a_full_file, every_kind, past_game
from tests.factories import OTHER_PHONE, PHONE

pytestmark = pytest.mark.django_db


def test_a_phone_without_a_club_gets_one():
    source = a_full_file()
    assert can_import(OTHER_PHONE)
    club = import_to_phone(lambda: OTHER_PHONE, read_archive(source))
    assert ClubPhone.objects.get().phone == OTHER_PHONE
    assert written(club) == source
    assert not can_import(OTHER_PHONE)


def test_a_club_without_games_takes_a_file_and_keeps_its_own_players():
    source = a_full_file()
    mine = a_club(OTHER_PHONE)
    Player.objects.create(club=mine, name="Ben")
    Player.objects.create(club=mine, name="Mia")
    GameNight.objects.create(club=mine, date=date(2020, 1, 31), name="Mine")
    assert can_import(OTHER_PHONE)
    assert import_to_phone(lambda: OTHER_PHONE, read_archive(source)) == mine
    document = json.loads(written(mine))
    names = [player["name"] for player in document["players"]]
    assert "Mia" in names
    assert names.count("Ben") == 1
    assert Player.objects.get(club=mine, name="Ben").is_hidden
    assert document["nights"][0]["name"] == "Nobody came"


def test_what_a_club_without_games_has_of_a_player_and_a_night_stays_with_those_of_the_file():
    source = a_full_file()
    mine = a_club(OTHER_PHONE)
    ben = Player.objects.create(club=mine, name="Ben")
    mia = Player.objects.create(club=mine, name="Mia")
    day = date.fromisoformat(json.loads(source)["nights"][-1]["date"])
    night = GameNight.objects.create(club=mine, date=day)
    link = SharedStandings.objects.create(club=mine, night=night)
    season = Season.objects.create(
        club=mine, name="Mine", first=day, last=day, closed_at=timezone.now()
    )
    for player in (ben, mia):
        Champion.objects.create(season=season, player=player, games=1, wins=1, points=1)
        Merge.objects.create(kept=player, name=f"{player} of old")
    assert import_to_phone(lambda: OTHER_PHONE, read_archive(source)) == mine
    link.refresh_from_db()
    assert link.night == mine.nights.get(date=day) != night
    for name in ("Ben", "Mia"):
        player = mine.players.get(name=name)
        assert player.titles.get(season=season).season.club == mine
        assert player.merges.filter(name=f"{name} of old").exists()
    assert Club.objects.get() == mine


def test_a_club_with_games_stays_as_it_is_and_what_it_sends_comes_beside_with_other_ids():
    club = a_club()
    first, second = (past_game(n, every_kind()[0]) for n in range(2))
    store_games(club, [first, replace(second, follows=first.id)])
    source = written(club)
    copy = import_to_phone(lambda: PHONE, read_archive(source))
    assert written(club) == source
    assert clubs.current_club(PHONE) == club != copy
    assert clubs.runs(PHONE, copy.pk)
    one, other = Game.objects.filter(night__club=copy).order_by("created_at")
    assert {one.pk, other.pk}.isdisjoint({first.id, second.id})
    assert other.follows == one


def test_only_ids_that_are_taken_are_changed():
    club = a_club()
    store_games(club, [past_game(n, every_kind()[0]) for n in range(3)])
    source = written(club)
    Game.objects.exclude(pk=UUID(int=2)).delete()
    invitation = import_as_new(read_archive(source))
    assert Invitation.objects.get() == invitation
    games = Game.objects.filter(night__club=invitation.club).order_by("created_at")
    one, other, last = games.values_list("pk", flat=True)
    assert (one, last) == (UUID(int=1), UUID(int=3))
    assert other != UUID(int=2)


def test_a_game_that_followed_a_deleted_one_follows_none():
    club = a_club()
    first, second = past_game(0, every_kind()[0]), past_game(1, every_kind()[0])
    store_games(club, [first, replace(second, follows=first.id)])
    Game.objects.filter(pk=first.id).delete()
    before = written(club)
    assert b"follows" not in before
    assert again(club) == before


def test_players_look_as_they_did_where_the_file_comes_from():
    club = a_club()
    sheets = every_kind()
    store_games(club, [past_game(number, sheets[number]) for number in range(3)])
    looks = dict(club.players.values_list("name", "look"))
    assert sorted(looks.values()) == [*range(len(looks))]
    copy = import_as_new(read_archive(written(club))).club
    assert dict(copy.players.values_list("name", "look")) == looks


def test_a_file_of_before_keeps_the_time_at_which_a_game_began():
    """It says nothing of times; but none was invented at half past six."""
    club, at = a_club(), datetime(2024, 2, 29, 18, 30, tzinfo=UTC)
    past = past_game(0, every_kind()[0])
    store_games(club, [replace(past, started_at=at, finished_at=at, minutes=None)])
    document = json.loads(written(club))
    document["nights"][0]["games"][0].pop("has_time", None)
    Game.objects.all().delete()
    import_as_new(read_archive(json.dumps(document).encode()))
    assert Game.objects.get().has_time
