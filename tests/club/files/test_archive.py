"""A club as one file: what goes out comes in again, to the byte."""

import json
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from referee.club.services.files import export_club
from referee.club.services.files.export_club import archive_of
from referee.club.services.files.import_club import import_as_new
from referee.club.services.files.import_games import store_games
from referee.club.services.files.read_club_file import read_archive
from referee.club.services.players import undo_merge
from referee.models import (
    Club,
    Game,
    GameNight,
    Placing,
    Player,
    RoundVersion,
    Seat,
)
from referee.play.services.confirming import count_round, enter_tokens, reopen_round
from referee.rules import SheetFaults, parse_json
from referee.rules.rulesets import DUMMY
from tests.club.files.club_files import CLUB, GAME, SHEET, again, emptied, written
from tests.club.files.past_games import (
    OWN_MENU,
    a_club,
    a_full_club,
    a_full_file,
    every_kind,
    past_game,
)
from tests.factories import GameFactory, add, claim, confirm, finish, table_of, version_of, where

pytestmark = pytest.mark.django_db


def standings() -> list[tuple[object, ...]]:
    what = ("date", "ruleset", "players", "win", "place", "total", "margin", "cards")
    placings = Placing.objects.order_by("player__name", "nth")
    return list(placings.values_list("player__name", "nth", "mu", "sigma", *what))


def test_a_club_goes_out_and_comes_in_with_its_standings_as_the_same_file():
    club = a_full_club()
    before = written(club), standings()
    assert (again(club), standings()) == before
    assert standings()


@pytest.mark.parametrize("is_over", [True, False])
def test_rounds_that_were_counted_without_cards_come_in_again_with_their_desserts(is_over):
    game = GameFactory(setup__roll=True)
    count_round(game.pk, 1, {1: 12, 2: 9}, seen_version=version_of(game))
    add(where(game, 2, 1), "tempura", "pudding-3")
    confirm(game, 2)
    count_round(game.pk, 3, {1: 10, 2: 11}, seen_version=version_of(game))
    if is_over:
        enter_tokens(game.pk, {1: {"menu": 2}}, {1: {"pudding": 4}, 2: {"pudding": 2}})
    club = game.night.club
    before = written(club), standings()
    assert b'"points": {"Ana": 12, "Ben": 9}' in before[0]
    assert (b'"desserts": {"Ana": {"pudding": 4}' in before[0]) == is_over
    assert (again(club), standings()) == before
    table = table_of(Game.objects.get())
    assert [round_.is_counted for round_ in table.rounds] == [True, False, True]
    assert (table.game.state == Game.State.FINISHED) == is_over


@pytest.mark.parametrize(
    ("points", "desserts", "place"),
    [
        ({"Ana": 100}, {}, "points.Ana"),
        ({"Zed": 1}, {}, "points.Zed"),
        ({"Ana": 1}, {"Ana": {"puddings": 1}}, "desserts.Ana.puddings"),
        ({"Ana": 1}, None, "desserts"),
    ],
)
def test_points_and_desserts_that_cannot_be_are_named(points, desserts, place):
    sheet = {**SHEET, "rounds": [{"points": points}, {}, {}]}
    sheet |= {} if desserts is None else {"desserts": desserts}
    file = {**CLUB, "nights": [{**CLUB["nights"][0], "games": [{**GAME, "sheet": sheet}]}]}
    with pytest.raises(SheetFaults) as faults:
        read_archive(json.dumps(file).encode())
    (fault,) = faults.value.faults
    assert fault.place.endswith(place)


def test_a_file_of_version_1_is_read_as_it_was():
    """A file that the version before this wrote; it comes back but for its version's number."""
    source = (Path(__file__).parent / "club-version-1.json").read_bytes()
    club = import_as_new(read_archive(source)).club
    assert written(club) == source.replace(b'"version": 1', b'"version": 2', 1)
    assert Placing.objects.exists()


# What is known of a game, and what its file says of it beside when it began and ended.
HALF_AN_HOUR = timedelta(minutes=30)
TIMES = [
    (HALF_AN_HOUR, 30, True, {}),
    (HALF_AN_HOUR, 20, True, {"minutes": 20}),
    (HALF_AN_HOUR, None, True, {"minutes": None}),
    (timedelta(hours=9), None, True, {}),
    (timedelta(0), None, False, {}),
    (timedelta(0), 41, False, {"minutes": 41}),
    (timedelta(0), None, True, {"has_time": True}),
    (HALF_AN_HOUR, None, False, {"has_time": False}),
]


@pytest.mark.parametrize(("lasted", "minutes", "has_time", "said"), TIMES)
def test_a_file_says_of_its_times_what_they_do_not_say_by_themselves(
    lasted, minutes, has_time, said
):
    club, past = a_club(), past_game(0, every_kind()[0])
    past = replace(past, finished_at=past.started_at + lasted, minutes=minutes, has_time=has_time)
    store_games(club, [past])
    (game,) = json.loads(written(club))["nights"][0]["games"]
    assert {name: game[name] for name in ("minutes", "has_time") if name in game} == said
    before = written(club)
    assert again(club) == before
    game = Game.objects.get()
    assert (game.minutes, game.has_time) == (minutes, has_time)
    assert set(Placing.objects.values_list("minutes", flat=True)) == {minutes}


@pytest.mark.parametrize("minutes", [30, None])
def test_a_game_that_is_open_again_keeps_its_minutes_in_the_file(minutes):
    """Where nobody knows them, the time until the correction is not taken for them."""
    club, past = a_club(), past_game(0, every_kind()[0])
    began = timezone.now() - timedelta(hours=2)
    store_games(club, [replace(past, started_at=began, finished_at=began, minutes=minutes)])
    reopen_round(Game.objects.get().pk, 1)
    before = written(club)
    assert again(club) == before
    game = Game.objects.get()
    assert (game.state, game.minutes) == (Game.State.PLAYING, minutes)
    for number in (1, 2, 3):
        confirm(game, number)
    game.refresh_from_db()
    assert (game.state, game.minutes) == (Game.State.FINISHED, minutes)


def test_the_file_carries_games_from_paper_words_and_merges():
    document = json.loads(a_full_file())
    games = {game["id"]: game for night in document["nights"] for game in night["games"]}
    paper = games[str(UUID(int=81))]
    assert paper["totals"] == {
        "ruleset": "sushi-go-party",
        "players": [{"name": "Zoe", "total": 41, "puddings": 3}, {"name": "Yan", "total": -2}],
    }
    assert (paper["location"], paper["note"]) == ("Balcony", "Two\nlines")
    assert {"sheet", "confirmed", "follows"}.isdisjoint(paper)
    assert games[str(UUID(int=82))]["totals"]["menu"] == OWN_MENU
    assert games[str(UUID(int=1))]["note"] == "Cards too"
    assert document["nights"][-1]["note"] == "A “long”\nevening"
    (zoe,) = (player for player in document["players"] if player["name"] == "Zoe")
    (zed,) = zoe["merged"]
    assert (zed["name"], zed["games"]) == ("Zed", [str(UUID(int=82)), str(UUID(int=83))])
    assert [one["name"] for one in zed["merged"]] == ["Zara"]


@pytest.mark.slow
def test_merges_of_a_file_are_undone_where_it_was_read_in_also_beside_the_same_games():
    first, second = (import_as_new(read_archive(a_full_file())).club for _ in range(2))
    for kept, other in (("Zoe", "Zed"), ("Zed", "Zara")):
        player = second.players.get(name=kept)
        undo_merge(second.pk, player.pk, player.merges.get(name=other).pk)

    def names(club: Club) -> list[str]:
        of_club = Seat.objects.filter(game__totals_only=True, game__night__club=club)
        seats = of_club.order_by("game__created_at", "place")
        return list(seats.values_list("player__name", flat=True))

    assert names(second) == ["Zoe", "Yan", "Zed", "Yan", "Zara", "Yan"]
    assert names(first) == ["Zoe", "Yan"] * 3


def test_the_file_says_what_the_club_is():
    document = json.loads(a_full_file())
    assert list(document) == ["format", "version", "club", "players", "nights"]
    assert (document["format"], document["version"]) == ("sushiscore-club", 2)
    assert document["club"] == {"name": "Friday club"}
    names = [player["name"] for player in document["players"]]
    assert names == sorted(names)
    assert {"name": "Player 1", "hidden": False, "anonymous": True} in document["players"]
    first, *others = document["nights"]
    assert first == {"date": "2020-01-31", "name": "Nobody came", "location": "", "games": []}
    game, follower, _third = others[0]["games"]
    assert game["started"] == "2024-02-29T18:30:15.123456Z"
    assert game["finished"] == "2024-02-29T19:00:15.123456Z"
    assert follower["follows"] == game["id"] == str(UUID(int=1))
    assert "follows" not in game
    dummies = [g for night in others for g in night["games"] if DUMMY in str(g.get("sheet"))]
    assert dummies
    running = [g for night in others for g in night["games"] if g["finished"] is None]
    assert [g["confirmed"] for g in running][-5:] == [1, 1, 2, 2, 3]


def test_a_game_entered_by_taps_goes_out_as_it_stands_after_its_corrections():
    corrected = GameFactory(setup__party=True)
    add(where(corrected, 1, 1), "tempura", "wasabi", "egg-nigiri")
    finish(corrected)
    reopen_round(corrected.pk, 1, reason="one more")
    add(where(corrected, 1, 1), "tempura")
    confirm(corrected, 1)
    opened = GameFactory()
    finish(opened)
    reopen_round(opened.pk, 2, reason="what is that")
    race = GameFactory(setup__ruleset="sushi-go-party", setup__menu="dinner-for-two")
    assert version_of(race) == 0
    club = Club.objects.get()
    club.players.filter(name="Ben").update(name="Cleo")
    before = written(club)
    sheets = {game["id"]: game for night in json.loads(before)["nights"] for game in night["games"]}
    assert sheets[str(corrected.pk)]["sheet"]["rounds"][0]["tableaus"]["Ana"] == (
        "wasabi+egg-nigiri tempura*2"
    )
    assert sheets[str(opened.pk)]["finished"] is None
    assert sheets[str(opened.pk)]["confirmed"] == 1
    assert b'"Ben"' not in before
    assert again(club) == before
    assert RoundVersion.objects.filter(round__game=corrected.pk, round__number=1).count() == 1


def test_a_claim_in_a_race_goes_with_its_turn():
    menu = ["uramaki", "tempura", "tofu", "sashimi", "wasabi", "chopsticks", "pudding"]
    game = GameFactory(setup__ruleset="sushi-go-party", setup__menu=menu)
    claim(game, 2, 12)
    claim(game, 1, 11)
    claim(game, 2, 10, same_turn=True)
    club = Club.objects.get()
    before = written(club)
    assert b'"uramaki_claims": [{"Ben": 12}, {"Ana": 11, "Ben": 10}]' in before
    assert again(club) == before


# ------------------------------------------------------------- how it is read


def test_the_same_file_comes_of_other_spellings():
    """Order of fields, spaces, another time zone and other ways to write a tableau."""
    club = a_club()
    document = {"ruleset": "sushi-go", "players": ["Ana", "Ben"], "rounds": [{"tableaus": {}}]}
    document["rounds"][0]["tableaus"] = {"Ana": "tempura*2 pudding"}
    store_games(club, [past_game(0, document, confirmed=1)])
    source = written(club)
    other = json.loads(source)
    game = other["nights"][0]["games"][0]
    game["started"] = "2024-02-29T13:30:15.123456-05:00"
    game["sheet"]["rounds"][0]["tableaus"] = {"Ben": "", "Ana": "pudding, tempura  tempura"}
    game["sheet"]["variants"] = []
    other["players"].reverse()
    emptied()
    archive = read_archive(json.dumps(dict(reversed(other.items())), indent=3).encode())
    assert written(import_as_new(archive).club) == source


def test_an_empty_club_is_a_file_too():
    club = Club.objects.create()
    before = written(club)
    assert parse_json(before) == {
        "format": "sushiscore-club",
        "version": 2,
        "club": {"name": ""},
        "players": [],
        "nights": [],
    }
    assert again(club) == before


def test_games_that_begin_meanwhile_are_not_in_the_file():
    club = a_club()
    store_games(club, [past_game(n, every_kind()[0]) for n in range(3)])
    pieces = archive_of(club)
    begun = next(pieces)
    meanwhile = past_game(1, {**every_kind()[0]})
    Player.objects.create(club=club, name="Newcomer")
    store_games(club, [replace(meanwhile, id=uuid4())])
    Game.objects.filter(pk=UUID(int=3)).delete()
    document = json.loads(begun + "".join(pieces))
    assert [len(night["games"]) for night in document["nights"]] == [2]
    read_archive(json.dumps(document).encode())


@pytest.mark.parametrize("games", [2, 12])
def test_the_queries_grow_with_the_batches_alone(games, django_assert_max_num_queries, monkeypatch):
    monkeypatch.setattr(export_club, "BATCH", 10)
    club = a_club()
    store_games(club, [past_game(0, every_kind()[0])])
    GameNight.objects.all().delete()
    night = [replace(past_game(n, every_kind()[0]), date=date(2024, 2, 29)) for n in range(games)]
    store_games(club, night)
    with django_assert_max_num_queries(7 + 7 * (1 + games // 10)):
        document = json.loads(written(club))
    assert len(document["nights"][0]["games"]) == games
