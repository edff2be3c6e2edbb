"""The file that BG Stats exports, as public programs that read it show it."""

import datetime
import json
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from referee.club.services.files import read_bgstats
from referee.club.services.files import read_past_games as read_past_games_module
from referee.club.services.files.import_games import Total
from referee.club.services.files.past_files import enter_file, take_back
from referee.club.services.files.past_games import MAX_BYTES, Found
from referee.club.services.files.read_past_games import read_past_games
from referee.models import Club, Game
from referee.wording import fault_message
from tests.club.files.club_files import written
from tests.club.files.past_games import a_club
from tests.people import NAMES_TO_SHOW

pytestmark = pytest.mark.django_db

GAMES = [
    {"id": 1, "name": "Sushi Go!", "bggId": 133473, "highestWins": True},
    {"id": 2, "name": "Sushi Go en fiesta", "bggId": 192291},
    {"id": 3, "name": "Sushi Roll", "bggId": 0},
    {"id": 4, "name": "Go", "bggId": 188},
    {"id": 5, "name": "The Search for Planet X", "bggId": 279537},
]
PLAYERS = [
    {"id": 1, "name": "Ana", "isAnonymous": False},
    {"id": 2, "name": "Ben", "isAnonymous": False},
    {"id": 3, "name": "Anonymous player", "isAnonymous": True},
]
LOCATIONS = [{"id": 7, "name": "Kitchen"}]


def play(number: int, *scores: object, game: int = 1, **more: Any) -> dict[str, Any]:
    who = more.pop("who", range(1, len(scores) + 1))
    rows = [
        {"playerRefId": player, "score": score, "winner": False, "rank": 0, "seatOrder": 0}
        for player, score in zip(who, scores, strict=True)
    ]
    return {
        "uuid": f"1DB76738-9A83-4201-93CB-{number:012d}",
        "playDate": f"2024-03-{number:02d} 20:15:00",
        "playDateYmd": 20240300 + number,
        "gameRefId": game,
        "durationMin": 25,
        "playerScores": rows,
        **more,
    }


def export(*plays: Any, **more: Any) -> bytes:
    document = {"games": GAMES, "players": PLAYERS, "locations": LOCATIONS, "deletedObjects": []}
    return json.dumps({**document, "plays": plays, **more}, indent=1).encode()


def look(club: Club, source: bytes, **how: Any) -> Found:
    return read_past_games(source, Found(club, timezone.localdate(), **how))


def said(found: Found) -> list[str]:
    return [fault_message(fault) for fault in (*found.reading.faults, *found.passed_over)]


def test_plays_of_the_three_games_are_games():
    note = {"comments": "Late\r\nand long", "locationRefId": 7}
    found = look(
        a_club(),
        export(
            play(1, "41", "38", **note),
            play(2, "52", "-3", game=2, board="Big Banquet"),
            play(3, "12+9+14", "40-2", game=3, board="Big Banquet"),
        ),
    )
    assert said(found) == []
    first, party, roll = (each.game for each in found.games)
    assert first.date == datetime.date(2024, 3, 1)
    assert timezone.localtime(first.started_at).hour == 20
    assert (first.location, first.note) == ("Kitchen", "Late\nand long")
    assert first.sheet.rows == [Total("Ana", 41), Total("Ben", 38)]
    assert (party.sheet.ruleset, party.sheet.menu) == ("sushi-go-party", "big-banquet")
    assert (roll.sheet.ruleset, roll.sheet.menu) == ("sushi-roll", None)
    assert roll.sheet.rows == [Total("Ana", 35), Total("Ben", 38)]


# What the app says of a play, and what is known of it here: minutes, and the time of day.
TIMES = [
    ({}, 25, "20:15"),
    ({"durationMin": 1440}, 1440, "20:15"),
    ({"durationMin": 0}, None, "20:15"),
    ({"durationMin": 1441}, None, "20:15"),
    ({"durationMin": "25"}, None, "20:15"),
    ({"durationMin": None, "playDate": "2024-03-01 00:00:00"}, None, ""),
    ({"playDate": "2024-03-01 00:00:00"}, 25, ""),
]


@pytest.mark.parametrize(("told", "minutes", "began"), TIMES)
def test_minutes_come_in_and_a_time_of_day_where_there_is_one(told, minutes, began):
    enter_file(look(a_club(), export(play(1, "41", "38", **told))))
    game = Game.objects.get()
    assert (game.minutes, game.has_time) == (minutes, bool(began))
    if began:
        assert f"{timezone.localtime(game.created_at):%H:%M}" == began
        lasted = game.finished_at - game.created_at
        assert lasted == datetime.timedelta(minutes=minutes or 0)
    assert set(game.placings.values_list("minutes", flat=True)) == {minutes}


def test_what_is_left_out_is_counted():
    gone = play(6, "1", "2")
    found = look(
        a_club(),
        export(
            play(1, "41", "38"),
            play(1, "41", "38"),
            play(2, "41", "38", game=4),
            play(3, "41", "38", game=5),
            play(4, "41", ""),
            play(5, "null", "3"),
            gone,
            deletedObjects=[
                {"objectType": "Play", "uuid": gone["uuid"]},
                {"objectType": "Game", "uuid": "x"},
            ],
        ),
    )
    assert len(found.new) == 1
    left_out = {"boards": 2, "points": 2, "deleted": 1, "twice": 1}
    assert +found.left_out == left_out


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (play(9, "4.5", "3"), 'plays[1] (2024-03-09), score: "4.5" is not a whole number'),
        (play(9, "1000", "3"), "plays[1] (2024-03-09), score: must be -99 – 999, not 1000"),
        (play(9, "__import__('os')", "3"), "is not a whole number"),
        (play(9, "9" * 5000, "3"), "is not a whole number"),
        (play(9, "3"), "plays[1] (2024-03-09): 2-5 players can play this, not 1"),
        (play(9, "3", "4", who=[1, 77]), "a player needs a name"),
        (play(9, "3", "4", playDate="", playDateYmd=None), "plays[1].playDate: this is missing"),
        (play(9, "3", "4", playDate="9.3.24", playDateYmd=0), '"9.3.24" is not a day'),
        (play(9, "3", "4", playDateYmd=29990101), "is still to come"),
        (play(9, "3", "4", playDateYmd=20120101), "is before the game came out"),
    ],
)
def test_a_play_that_cannot_be_kept_is_named_and_the_others_come_in(wrong, told):
    club = a_club()
    found = look(club, export(play(1, "41", "38"), wrong))
    (message,) = said(found)
    assert told in message
    assert (found.faulty, enter_file(found)) == (1, 1)


def test_anonymous_players_of_one_table_are_several():
    (game,) = look(a_club(), export(play(1, "3", "4", "5", who=[3, 1, 3]))).games
    assert game.game.sheet.players == ["Anonymous player", "Ana", "Anonymous player 2"]


def test_players_are_called_as_somebody_says_and_their_games_left_out():
    club = a_club()
    plays = export(play(1, "3", "4"), play(2, "3", "4", who=[1, 3]))
    found = look(club, plays, who=dict(enumerate(["Anna", "Ben", ""])))
    assert [*found.names] == ["Ana", "Ben", "Anonymous player"]
    assert enter_file(found) == 1
    assert +found.left_out == {"players": 1}
    assert {one.name for one in club.players.all()} == {"Anna", "Ben"}


def test_a_tie_that_somebody_won_there_is_shared_here_and_said():
    tied = play(1, "41", "41")
    tied["playerScores"][0]["winner"] = True
    won = play(2, "41", "40")
    won["playerScores"][0]["winner"] = True
    assert look(a_club(), export(tied, won)).new_ties == 1


def test_nothing_comes_in_twice_and_all_of_it_can_be_taken_back():
    """A file of 200 games of which the club has some, some of them from here."""
    club = a_club()
    plays = [
        play(1 + n % 28, str(n), str(200 - n), game=1 + n % 3, uuid=f"u{n}") for n in range(200)
    ]
    enter_file(look(club, export(*plays[:50])))
    first = written(club)
    Game.objects.filter(pk=Game.objects.order_by("created_at").first().pk).update(version=1)
    club.players.filter(name="Ana").update(name="Anna")
    source = export(*plays)
    found = look(club, source)
    assert (len(found.known), len(found.new)) == (50, 150)
    assert enter_file(look(club, source, who=dict(enumerate(["Anna"])))) == 150
    all_of_it = written(club)
    assert not look(club, source).new
    assert take_back(club.pk, club.past_files.first().pk) == (150, 0)
    assert written(club) == first.replace(b'"Ana"', b'"Anna"')
    enter_file(look(club, source, who=dict(enumerate(["Anna"]))))
    assert written(club) == all_of_it


@pytest.mark.parametrize("name", NAMES_TO_SHOW.values(), ids=NAMES_TO_SHOW)
def test_whatever_stands_in_it_is_text(name):
    players = [{"id": 1, "name": name}, {"id": 2, "name": "Ben"}]
    words = {"comments": f"{name}\ud800\x00", "locationRefId": 7, "board": name, "uuid": name}
    where = [{"id": 7, "name": f"{name}\x07{'x' * 90}"}]
    club = a_club()
    found = look(club, export(play(1, "3", "4", **words), players=players, locations=where))
    assert said(found) == []
    enter_file(found)
    game = Game.objects.get()
    assert game.seats.first().player.name == name
    assert game.note == name
    assert (game.location[:3], game.location[-1], len(game.location)) == (name[:3], "…", 60)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (b"{}", "this is neither a table nor an export of BG Stats"),
        (b"[]", "this is neither a table nor an export of BG Stats"),
        (b'{"plays": 3}', "this is neither a table nor an export of BG Stats"),
        (b'{"plays": [', "this is not JSON"),
        (b"{" + b" " * MAX_BYTES, "the file is larger than 8 MB"),
        (b'{"plays": [' + b"[" * 100_000, "nested too deep"),
    ],
)
def test_a_file_that_is_none_says_so(source, told):
    assert told in said(look(a_club(), source))[0]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (read_bgstats, export(*(play(n, "3", "4") for n in range(1, 5)))),
        (read_past_games_module, b"date,game,players,totals\n" + b"x,go,A/B,1 2\n" * 4),
    ],
)
def test_of_too_many_games_none_is_taken(monkeypatch, module, source):
    monkeypatch.setattr(module, "MAX_READ", 2)
    found = look(a_club(), source)
    (message,) = said(found)
    assert "there can be 2" in message
    assert not found.games


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-1e9, 1e9) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
FIELDS = [*play(1, "3", "4"), "locationRefId", "comments", "board"]
OF_SCORES = ["playerRefId", "score", "winner", "seatOrder"]


@given(
    st.dictionaries(st.sampled_from(FIELDS), anything),
    st.dictionaries(st.sampled_from(OF_SCORES), anything),
    st.dictionaries(st.sampled_from(["players", "games", "locations", "deletedObjects"]), anything),
)
def test_whatever_a_field_holds_the_file_is_read(of_play, of_score, of_file):
    one = play(1, "3", "4")
    one["playerScores"][0] |= of_score
    found = look(Club(), export({**one, **of_play}, **of_file))
    assert len(found.games) + found.faulty + sum(found.left_out.values()) >= 1
