"""A club read over the network."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.club.services.statistics import players_of
from referee.models import Club, Game
from referee.play.services.game_state import kept_menu
from tests.api.bot import faults, get
from tests.factories import OTHER_PHONE, PHONE, GameFactory
from tests.people import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return play("Ana", "Ben", on=3)


def test_a_list_is_read_page_by_page_and_nothing_comes_twice_or_never(game):
    for day in (1, 2, 4, 5, 5, 5, 5):
        play("Ana", "Ben", on=day)
    found, address = [], "games/?page_size=3"
    while address:
        page = get(address)
        assert len(page["results"]) <= 3
        found += page["results"]
        address = (page["next"] or "").partition("/api/v1/")[2]
    assert len({one["id"] for one in found}) == len(found) == 8
    began = [one["created_at"] for one in found]
    assert began == sorted(began, reverse=True)
    assert page["previous"]


def test_a_page_costs_as_many_questions_with_many_games_as_with_one(game):
    def questions() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            get("games/")
        return len(asked)

    one = questions()
    for day in (1, 2, 4):
        play("Ana", "Ben", "Cem", on=day)
    assert questions() == one


def test_moments_have_a_zone_and_days_have_none(game):
    row = get(f"games/{game.pk}/")
    assert datetime.datetime.fromisoformat(row["created_at"]) == game.created_at
    assert datetime.datetime.fromisoformat(row["created_at"]).tzinfo
    assert get(f"nights/{row['night']}/")["date"] == game.night.date.isoformat()


def test_games_are_those_of_a_night(game):
    other = play("Ana", "Ben", on=9)
    assert [one["id"] for one in get(f"games/?night={game.night_id}")["results"]] == [str(game.pk)]
    assert {one["id"] for one in get("games/")["results"]} == {str(game.pk), str(other.pk)}


def test_a_night_of_others_is_not_found(game):
    theirs = GameFactory(phone=OTHER_PHONE).night
    for query, path in (
        (f"night={theirs.pk}", "night"),
        (f"night={game.night_id}&club={theirs.club_id}", "club"),
    ):
        (fault,) = get(f"games/?{query}", status=404)["errors"]
        assert (fault["path"], fault["code"]) == (path, "not-found")
    get(f"games/?night={game.pk}", status=404)


def test_players_are_in_the_order_of_the_pages_however_small_a_page_is(game):
    club = game.night.club
    for name in ("zoe", "Zoe", "ana", "anabel", "Álvaro"):
        club.players.create(name=name)
    shown = [player.name for player in players_of(club).values()]
    found, address = [], "players/?page_size=2"
    while address:
        page = get(address)
        found += [one["name"] for one in page["results"]]
        address = (page["next"] or "").partition("/api/v1/")[2]
    assert found == shown
    assert found[:5] == ["Ana", "ana", "anabel", "Ben", "Zoe"]
    back = get(page["previous"].partition("/api/v1/")[2])
    assert [one["name"] for one in back["results"]] == shown[-len(page["results"]) - 2 :][:2]


FOUND = [
    ("name=an", ["Ana", "anabel", "Juan"]),
    ("name=ANA", ["Ana", "anabel"]),
    ("name=alvaro", ["Álvaro"]),
    ("name=%C3%81L", ["Álvaro"]),
    ("name=%25", []),
    ("is_hidden=true", ["Juan"]),
    ("is_hidden=false&name=an", ["Ana", "anabel"]),
    ("is_hidden=true&club={other}", []),
    ("club={club}&page_size=2", ["Ana", "anabel"]),
]


@pytest.mark.parametrize(("query", "names"), FOUND)
def test_players_are_found_by_a_part_of_their_names_and_by_whether_they_are_hidden(
    game, query, names
):
    club, other = game.night.club, Club.objects.create()
    other.phones.create(phone=PHONE, is_current=False)
    for name in ("anabel", "Álvaro", "Juan"):
        club.players.create(name=name, is_hidden=name == "Juan")
    found = get(f"players/?{query.format(club=club.pk, other=other.pk)}")["results"]
    assert [one["name"] for one in found] == names


UNFILTERED = [
    ("players/?nmae=x", {"nmae": "unknown-parameter"}, "name"),
    (
        "players/?is_hidden=maybe&name=&club=1",
        {"is_hidden": "no-such-choice", "name": "missing", "club": "not-a-uuid"},
        "",
    ),
    ("players/?is_hidden=1", {"is_hidden": "no-such-choice"}, ""),
    ("players/?is_hidden=True", {"is_hidden": "no-such-choice"}, "true"),
    ("clubs/?page-size=1", {"page-size": "unknown-parameter"}, "page_size"),
    ("seasons/?year=2026", {"year": "unknown-parameter"}, ""),
    ("seasons/2026/?clubs=1", {"clubs": "unknown-parameter"}, "club"),
    ("menus/?player=4", {"player": "unknown-parameter", "players": "missing"}, "players"),
]


@pytest.mark.parametrize(("address", "wrong", "nearest"), UNFILTERED)
def test_what_is_not_asked_by_is_refused_with_the_nearest_name(game, address, wrong, nearest):
    told = get(address, status=400)["errors"]
    assert {one["path"]: one["code"] for one in told} == wrong
    assert any(f'"{nearest}"' in one["message"] for one in told) == bool(nearest)


def test_players_of_others_are_not_found(game):
    theirs = GameFactory(phone=OTHER_PHONE).night.club
    get(f"players/?club={theirs.pk}", status=404)
    get(f"players/{theirs.players.first().pk}/", status=404)
    get(f"players/{theirs.players.first().pk}/merges/", status=404)
    get(f"seasons/?club={theirs.pk}", status=404)


def test_menus_are_suggested_that_a_club_can_begin_a_game_with(game):
    found = get("menus/?players=4")["results"]
    assert [one["kind"] for one in found] == ["unplayed", "random"]
    for one in found:
        menu = kept_menu(one["menu"])
        assert menu.types == tuple(one["types"])
        assert not menu.unfit_types(4)
    play("Ana", "Ben", ruleset="sushi-go-party", menu="points-platter")
    favourite, *others = get("menus/?players=4")["results"]
    assert (favourite["kind"], favourite["menu"]) == ("favourite", "points-platter")
    assert "points-platter" not in [one["menu"] for one in others]
    assert faults("menus/") == [("players", "missing")]
    for size in ("1", "9", "-2"):
        assert faults(f"menus/?players={size}") == [("players", "out-of-range")]
    for size in ("²", "x"):
        assert faults(f"menus/?players={size}&club=1") == [
            *[("club", "not-a-uuid"), ("players", "wrong-type")]
        ]


def test_a_game_that_was_kept_in_totals_alone_has_placings_and_no_rounds(game):
    Game.objects.update(totals_only=True)
    assert get(f"games/{game.pk}/")["placings"][0]["total"] == 3
    for address in ("rounds/", "rounds/1/", "tableaus/", "rounds/1/tableaus/1/", "disputes/"):
        get(f"games/{game.pk}/{address}", status=404)
