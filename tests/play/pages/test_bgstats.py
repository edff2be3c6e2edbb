"""The link that hands a finished game to BG Stats, read back as BG Stats reads it."""

import datetime
import json
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import pytest

from referee.models import Game, GameNight
from referee.play.pages.bgstats import bgstats_link
from referee.rules import score_sheet
from tests.factories import GameFactory, fill, finish, table_of

pytestmark = pytest.mark.django_db

ATHENS = datetime.timezone(datetime.timedelta(hours=2))
EVENING = datetime.datetime(2026, 11, 21, 23, 30, tzinfo=ATHENS)


def link_of(game):
    table = table_of(game)
    return bgstats_link(table, score_sheet(table.sheet))


def play_of(game):
    parts = urlsplit(link_of(game))
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == (
        "bgstats://app.bgstatsapp.com/createPlay.html"
    )
    query = parse_qs(parts.query, strict_parsing=True)
    assert list(query) == ["data"]
    (data,) = query["data"]
    return json.loads(data)


@pytest.fixture
def game(settings):
    """Ana and Cem share the victory; Ben is third. It began at half past eleven in Athens, where
    the house is, and took forty minutes."""
    settings.TIME_ZONE = "Europe/Athens"
    game = GameFactory(setup__number=3)
    fill(game, [[["squid-nigiri"], ["egg-nigiri"], ["squid-nigiri"]]])
    finish(game)
    end = EVENING + datetime.timedelta(minutes=40, seconds=20)
    times = {"created_at": EVENING, "finished_at": end, "minutes": 40}
    Game.objects.filter(pk=game.pk).update(**times)
    GameNight.objects.filter(pk=game.night_id).update(location="Ana’s kitchen & garden")
    return Game.objects.get(pk=game.pk)


def test_every_field_is_there(game):
    ids = {seat.player.name: str(seat.player_id) for seat in game.seats.select_related("player")}
    assert play_of(game) == {
        "sourceName": "SushiScore",
        "sourcePlayId": str(game.pk),
        "playDate": "2026-11-21 23:30:00",
        "game": {
            "name": "Sushi Go!",
            "sourceGameId": "sushi-go",
            "bggId": 133473,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": ids[name],
                "score": score,
                "rank": rank,
                "winner": rank == 1,
                "startPlayer": False,
            }
            for name, score, rank in (("Ana", 3, 1), ("Ben", 1, 3), ("Cem", 3, 1))
        ],
        "durationMin": 40,
        "location": "Ana’s kitchen & garden",
    }


@pytest.mark.parametrize(
    ("trait", "name", "number"),
    [("party", "Sushi Go Party!", 192291), ("roll", "Sushi Roll", None)],
)
def test_the_other_games_go_by_their_own_names_and_numbers(trait, name, number):
    game = GameFactory(**{f"setup__{trait}": True, "setup__number": 3})
    finish(game)
    sent = play_of(game)["game"]
    assert sent["name"] == name
    assert sent.get("bggId") == number
    assert ("bggId" in sent) is (number is not None)


def test_the_menu_goes_along_as_the_board(game):
    """By name, or by its cards; the games without a menu have no board."""
    assert "board" not in play_of(game)
    own = ["maki", "tempura", "tofu", "sashimi", "wasabi", "chopsticks", "pudding"]
    boards = []
    for menu in ("points-platter", own):
        party = GameFactory(setup__ruleset="sushi-go-party", setup__menu=menu, setup__number=3)
        finish(party)
        boards.append(play_of(party)["board"])
    assert boards[0] == "Points Platter"
    assert boards[1] == "wasabi, maki rolls, tempura, sashimi, tofu, chopsticks, pudding"


def test_what_there_is_nothing_to_say_of_is_left_out(game):
    GameNight.objects.update(location="")
    Game.objects.update(minutes=None)
    assert {"location", "durationMin"}.isdisjoint(play_of(game))


@pytest.mark.parametrize("zone", ["Europe/Athens", "America/Los_Angeles", "Asia/Tokyo"])
def test_the_day_is_that_of_the_house(game, settings, zone):
    settings.TIME_ZONE = zone
    local = EVENING.astimezone(ZoneInfo(zone))
    assert play_of(game)["playDate"] == f"{local:%Y-%m-%d %H:%M:%S}"


def test_where_nobody_knows_the_time_it_is_the_midnight_of_its_night(game):
    Game.objects.update(has_time=False)
    GameNight.objects.update(date="2026-11-20")
    assert play_of(game)["playDate"] == "2026-11-20 00:00:00"


def test_a_negative_score_stays_a_number_and_the_dummy_is_no_player():
    game = GameFactory(setup__dummy=True)
    fill(game, [[["pudding"], [], ["squid-nigiri"] * 2]])
    finish(game)
    sent = play_of(game)
    assert [player["name"] for player in sent["players"]] == ["Ana", "Ben"]
    assert all(isinstance(player["score"], int) for player in sent["players"])


@pytest.mark.parametrize("sign", ["漢", '"', "👩‍👩‍👧‍👦"])
def test_eight_of_the_longest_names_fit_unshortened(sign):
    names = tuple(f"{sign * 40}"[:39] + str(number) for number in range(8))
    game = GameFactory(setup__players=names, setup__party=True)
    finish(game)
    GameNight.objects.update(location=(sign * 60)[:60])
    assert len(link_of(game)) < 8000
    sent = play_of(game)
    assert [player["name"] for player in sent["players"]] == list(names)
    assert sent["location"] == (sign * 60)[:60]
