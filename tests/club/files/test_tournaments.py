"""Nights of several tables in a club file: they come in as they went out, and what cannot be so is
named with its place."""

import json
from copy import deepcopy
from typing import Any
from uuid import UUID

import pytest

from referee.club.services.deleting import remove_gone
from referee.club.services.files.export_club import archive_of
from referee.club.services.files.import_club import import_as_new, import_to_phone
from referee.club.services.files.read_club_file import read_archive
from referee.models import Club, Game, Tournament
from referee.rules import SheetFaults
from referee.tournament.services.drawing import make_draw
from referee.tournament.services.entering import set_away, wish
from referee.tournament.services.results import standings_of
from referee.tournament.services.setting_up import end_tournament
from referee.tournament.services.tables import start_table
from tests.club.files.club_files import CLUB, GAME, again, written
from tests.factories import PHONE
from tests.tournament.evening import an_evening, play_all

pytestmark = pytest.mark.django_db


def a_played_evening() -> Club:
    """Eleven people in two draws and a final, one of them away, with two wishes; of the second draw
    one table plays still."""
    evening = an_evening(11, draws=2, has_final=True, by_strength=True, place_points="7-5-2")
    ana, ben, cem, *_ = evening.entrants.all()
    wish(evening.pk, ana.pk, ben.pk, apart=True)
    wish(evening.pk, cem.pk, ana.pk, apart=False)
    play_all(evening, make_draw(evening.pk, 1))
    set_away(evening.pk, cem.pk, is_away=True)
    make_draw(evening.pk, 2)
    start_table(evening.pk, 2, 1)
    play_all(evening, make_draw(evening.pk, 3, is_final=True, even_open=True))
    end_tournament(evening.pk)
    return evening.night.club


def ranks() -> list[tuple[object, ...]]:
    evening = Tournament.objects.get()
    names = dict(evening.entrants.values_list("pk", "player__name"))
    return [(names[row.person], row.rank, row.points) for row in standings_of(evening)]


def test_an_evening_goes_out_and_comes_in_with_its_standings_as_the_same_file():
    club = a_played_evening()
    seed, code = Tournament.objects.values_list("seed", "code").get()
    before = written(club), ranks()
    assert (again(club), ranks()) == before
    evening = Tournament.objects.get()
    assert (evening.seed, evening.ended_at is None) == (seed, False)
    assert evening.code != code
    assert evening.entrants.filter(is_away=True).get().player.name == "Cem"
    assert not evening.visitors.exists()


def test_beside_its_own_club_its_tables_have_the_games_of_the_copy():
    copy = import_as_new(read_archive(written(club := a_played_evening()))).club
    assert Tournament.objects.count() == 2
    evening = Tournament.objects.get(night__club=copy)
    games = Game.objects.filter(drawn_table__draw__tournament=evening)
    assert {game.night.club for game in games} == {copy}
    assert games.count() == Game.objects.filter(night__club=club).count()


def test_a_game_that_began_while_the_file_was_written_is_at_no_table_of_it():
    evening = an_evening(6)
    make_draw(evening.pk, 1)
    pieces = archive_of(evening.night.club)
    begun = next(pieces)  # from here on nothing new is in it
    start_table(evening.pk, 1, 1)
    document = json.loads(begun + "".join(pieces))
    (night,) = document["nights"]
    assert [table["game"] for table in night["tournament"]["made"][0]["tables"]] == [None, None]
    assert read_archive(json.dumps(document).encode())


PEOPLE = ["Ana", "Ben", "Cem", "Dan", "Eve", "Fay"]
AT = "2026-11-21T18:30:00Z"
DRAW = {
    "at": AT,
    "seed": 7,
    "tables": [{"players": PEOPLE[:3], "game": None}, {"players": PEOPLE[3:], "game": None}],
}
EVENING: dict[str, Any] = {
    "game": {"ruleset": "sushi-go", "house_rules": {}},
    "draws": 3,
    "largest": 4,
    "place_points": "5-3-1-0",
    "by_strength": False,
    "has_final": True,
    "seed": 7,
    "created": AT,
    "ended": None,
    "entrants": [{"player": name, "away": False} for name in PEOPLE],
    "wishes": [{"players": ["Ana", "Ben"], "apart": True}],
    "made": [DRAW],
}


def file_with(evening: Any) -> bytes:
    """A small club file whose night is this evening."""
    players = [{"name": name, "hidden": False, "anonymous": False} for name in PEOPLE]
    night = {"date": "2026-11-21", "name": "", "location": "", "games": [GAME]}
    nights = [{**night, "tournament": evening}]
    return json.dumps({**CLUB, "version": 2, "players": players, "nights": nights}).encode()


def faults_of(evening: Any) -> list[tuple[str, str]]:
    """The codes of what is wrong, and where in the evening."""
    try:
        read_archive(file_with(evening))
    except SheetFaults as error:
        at = "nights[0].tournament"
        return [(fault.place.removeprefix(at).lstrip("."), fault.code) for fault in error.faults]
    return []


def test_an_evening_that_nobody_has_exported_is_read_too():
    club = import_as_new(read_archive(file_with(EVENING))).club
    evening = Tournament.objects.get(night__club=club)
    assert [table.seats.count() for table in evening.made_draws.get().tables.all()] == [3, 3]


WRONG = [
    ({"draws": 7, "largest": 9}, [("draws", "out-of-range"), ("largest", "out-of-range")]),
    ({"largest": 6}, [("largest", "out-of-range")]),
    ({"place_points": "1-2"}, [("place_points", "no-place-points")]),
    ({"seed": -1}, [("seed", "out-of-range")]),
    ({"seed": "x", "ended": "now"}, [("seed", "wrong-type"), ("ended", "not-a-time")]),
    ({"game": {"ruleset": "sushi-go-party"}}, [("game.menu", "missing")]),
    ({"game": {"ruleset": "sushi-go", "players": []}}, [("game.players", "unknown-field")]),
    ({"game": []}, [("game", "wrong-type")]),
    (
        {"entrants": [*EVENING["entrants"], {"player": "Ana", "away": False}]},
        [("entrants[6]", "player-twice")],
    ),
    (
        {"entrants": [*EVENING["entrants"], {"player": "Zed", "away": 1}]},
        [("entrants[6].away", "wrong-type"), ("entrants[6]", "no-player-of-club")],
    ),
    (
        {"wishes": [{"players": ["Ana", "Ana"], "apart": True}]},
        [("wishes[0].players[1]", "player-twice")],
    ),
    ({"wishes": EVENING["wishes"] * 2}, [("wishes[1]", "player-twice")]),
    (
        {"made": [{**DRAW, "tables": [DRAW["tables"][0]] * 2}]},
        [(f"made[0].tables[1].players[{nth}]", "player-twice") for nth in range(3)],
    ),
    (
        {"made": [{**DRAW, "tables": [{"players": PEOPLE[:2], "game": None}]}]},
        [("made[0].tables[0].players", "out-of-range")],
    ),
    (  # more than can play Sushi Go!
        {"made": [{**DRAW, "tables": [{"players": PEOPLE, "game": None}]}]},
        [("made[0].tables[0].players", "out-of-range")],
    ),
    (
        {"final": {**DRAW, "tables": [{"players": PEOPLE[:4], "game": str(UUID(int=9))}]}},
        [("final.tables[0].game", "no-such-game")],
    ),
    (
        {
            "made": [
                {**DRAW, "tables": [{"players": PEOPLE[:3], "game": GAME["id"]}]},
                {**DRAW, "tables": [{"players": PEOPLE[:3], "game": GAME["id"]}]},
            ]
        },
        [("made[1].tables[0].game", "game-at-two-tables")],
    ),
    ({"made": [DRAW] * 7}, [("made", "too-many-entries")]),
]


@pytest.mark.parametrize(("changed", "found"), WRONG)
def test_what_cannot_be_is_named_with_its_place(changed, found):
    assert faults_of({**EVENING, **changed}) == found


def ways(part: Any, way: tuple[Any, ...] = ()) -> Any:
    """The way to every part of a document."""
    inside = part.items() if isinstance(part, dict) else enumerate(part)
    for key, value in inside:
        yield (*way, key)
        if isinstance(value, dict | list):
            yield from ways(value, (*way, key))


def test_any_part_may_be_anything_and_is_refused_in_words():
    for way in ways(EVENING):
        for hostile in (None, True, -1, 10**30, 1.5, "x", [], {}, [[]], [{}], {"id": {}}):
            evening = deepcopy(EVENING)
            place = evening
            for key in way[:-1]:
                place = place[key]
            place[way[-1]] = hostile
            faults_of(evening)  # raises nothing else


@pytest.mark.parametrize("is_same_night", [True, False])
def test_what_was_set_up_before_the_file_came_in_stays(is_same_night):
    evening = an_evening(8)
    document = json.loads(file_with(EVENING))
    (night,) = document["nights"]
    if is_same_night:
        night["date"] = evening.night.date.isoformat()
        del night["tournament"]
    source = json.dumps(document).encode()
    club = import_to_phone(lambda: PHONE, read_archive(source))
    remove_gone()
    evening.refresh_from_db()
    assert evening.night.club == club
    assert evening.entrants.count() == 8
    assert {entrant.player.club for entrant in evening.entrants.all()} == {club}
    assert club.nights.count() == (1 if is_same_night else 2)


def test_an_evening_has_so_many_people_and_no_more():
    many = {"entrants": [{"player": "Ana", "away": False}] * 201}
    assert ("entrants", "too-many-entries") in faults_of({**EVENING, **many})
