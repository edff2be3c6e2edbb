"""Games that are listed, and past ones that say when they were."""

import datetime
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from referee.models import Game
from tests.factories import PHONE, GameFactory
from tests.people import known, play
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

GAMES = "/api/v1/games/"
OWN = ("maki", "tempura", "dumpling", "eel", "chopsticks", "tea", "pudding")
TOTALS = {
    "ruleset": "sushi-go",
    "players": [{"name": "Ana", "total": 41}, {"name": "Ben", "total": 38}],
}
SHEET = {"ruleset": "sushi-go", "players": ["Ana", "Ben"], "rounds": [{}, {}, {}]}


@pytest.fixture
def owner() -> Client:
    return phone(PHONE)


def faults(answer: Any) -> list[tuple[str, str]]:
    return [(one["path"], one["code"]) for one in answer.json()["errors"]]


# ------------------------------------------------------------------ which nights


def test_a_night_stands_once_in_its_players_list_however_many_games_it_had(owner):
    play("Ana", "Cem", on=3)
    cem = play("Ana", "Cem", on=3).seats.get(place=2).player_id
    play("Ana", "Ben", on=4)
    listed = owner.get("/api/v1/nights/", {"player": str(cem)}).json()["results"]
    assert [night["date"][-2:] for night in listed] == ["03"]


# ------------------------------------------------------------------ which games


@pytest.fixture
def games(db: None) -> dict[str, Game]:
    """Games by what is theirs alone."""
    menu = {"setup__ruleset": "sushi-go-party", "setup__menu": "my-first-meal"}
    own = {"setup__ruleset": "sushi-go-party", "setup__menu": OWN}
    return {
        "early": play("Ana", "Cem", on=3, year=2025),
        "late": play("Ana", "Ben", on=9, year=2025),
        "running": GameFactory(setup__players=("Ana", "Ben")),
        "named": GameFactory(setup__players=("Ana", "Ben"), **menu),
        "own": GameFactory(setup__players=("Ana", "Ben"), **own),
    }


# What stands in the address, and which games are listed.
FILTERS = [
    ("", {"early", "late", "running", "named", "own"}),
    ("player={cem}", {"early"}),
    ("player=00000000-0000-4000-8000-000000000000", set()),
    ("ruleset=sushi-go-party", {"named", "own"}),
    ("menu=my-first-meal", {"named"}),
    (f"menu={'+'.join(OWN)}", {"own"}),
    (f"menu={'+'.join(reversed(OWN))}", {"own"}),
    (f"menu={'+'.join(OWN[:1] * 7)}", set()),
    ("state=finished", {"early", "late"}),
    ("night={early}", {"early"}),
    ("until=2025-11-09&state=finished", {"early", "late"}),
    ("until=2025-11-08", {"early"}),
    ("since=2025-11-09&until=2025-11-09", {"late"}),
    ("since=2025-11-04&state=finished&player={cem}", set()),
    ("since=2025-11-09&until=2025-11-03", set()),
]


@pytest.mark.parametrize(("query", "listed"), FILTERS)
def test_games_are_listed_by_what_is_asked_for(games, owner, query, listed):
    ids = {"cem": known("Cem").pk, "early": games["early"].night_id}
    answer = owner.get(f"{GAMES}?{query.format(**ids)}").json()
    names = {str(game.pk): name for name, game in games.items()}
    assert {names[one["id"]] for one in answer["results"]} == listed
    assert len(answer["results"]) == len(listed)


# What stands in the address and makes no sense there.
SENSELESS = [
    ("rulset=sushi-go", [("rulset", "unknown-parameter")], "ruleset"),
    ("ruleset=sushi-rol", [("ruleset", "no-such-choice")], "sushi-roll"),
    ("state=over", [("state", "no-such-choice")], ""),
    ("menu=my-first-meel", [("menu", "unknown-menu")], "my-first-meal"),
    ("menu=maki+tempura", [("menu", "unknown-menu")], ""),
    ("player=Ana", [("player", "not-a-uuid")], ""),
    ("since=2025-11-31", [("since", "not-a-date")], ""),
    ("until=1066-10-14", [("until", "out-of-range")], ""),
    ("since=", [("since", "missing")], ""),
    ("state=over&player=Ana", [("state", "no-such-choice"), ("player", "not-a-uuid")], ""),
]


@pytest.mark.parametrize(("query", "found", "nearest"), SENSELESS)
def test_a_filter_that_makes_no_sense_is_refused_with_the_nearest(owner, query, found, nearest):
    GameFactory()
    answer = owner.get(f"{GAMES}?{query}")
    assert answer.status_code == 400
    assert sorted(faults(answer)) == sorted(found)
    assert ("did you mean" in answer.json()["detail"]) == bool(nearest)
    assert nearest in answer.json()["detail"]


def test_a_page_beside_it_has_the_same_filters(owner):
    for day in (3, 4, 5):
        play("Ana", "Ben", on=day, year=2025)
    page = owner.get(f"{GAMES}?page_size=1&since=2025-11-04").json()
    beside = owner.get(page["next"]).json()
    assert "since=2025-11-04" in page["next"]
    assert [len(page["results"]), len(beside["results"]), beside["next"]] == [1, 1, None]


def test_a_game_that_has_changed_since_it_was_read_is_not_changed(owner):
    address = f"{GAMES}{GameFactory().pk}/"
    read = owner.get(address).headers["ETag"]
    for note, status in (("with the new cards", 200), ("with the old cards", 412)):
        body = {"note": note}
        headers = {"If-Match": read}
        answer = owner.patch(address, body, content_type="application/json", headers=headers)
        assert answer.status_code == status
    assert Game.objects.get().note == "with the new cards"


# ------------------------------------------------------------------ when it was


def store(owner: Client, **body: Any) -> Any:
    return owner.post(GAMES, {"even_same": True, **body}, content_type="application/json")


@pytest.fixture
def evening(owner: Client) -> Iterator[Client]:
    """Who stores games; the server is in Madrid, an hour before UTC."""
    GameFactory()
    with timezone.override("Europe/Madrid"):
        yield owner


PAST = [{"totals": TOTALS}, {"sheet": SHEET, "sure": True}]
# What is said of a game, and when it begins and ends in UTC: at noon where nothing is.
TIMES = [
    ({}, "11:00", "11:00"),
    ({"started_at": "2025-11-03T19:30:00Z"}, "19:30", "19:30"),
    ({"finished_at": "2025-11-03T21:30:00+01:00"}, "20:30", "20:30"),
    (
        {"started_at": "2025-11-03T19:30:00Z", "finished_at": "2025-11-03T20:05:00.5Z"},
        "19:30",
        "20:05",
    ),
    ({"finished_at": "2025-11-04T00:10:00+01:00"}, "23:10", "23:10"),
]


@pytest.mark.parametrize("body", PAST, ids=["totals", "sheet"])
@pytest.mark.parametrize(("said", "started", "finished"), TIMES)
def test_a_past_game_says_when_it_began_and_ended(evening, body, said, started, finished):
    answer = store(evening, **body, date="2025-11-03", **said)
    assert answer.status_code == 201, answer.content
    game = Game.objects.get(pk=answer.json()["id"])
    moments = [game.created_at, game.finished_at]
    assert [f"{one.astimezone(datetime.UTC):%H:%M}" for one in moments] == [started, finished]
    shown = [answer.json()[name] for name in ("created_at", "finished_at")]
    assert [datetime.datetime.fromisoformat(one) for one in shown] == moments
    assert game.night.date == datetime.date(2025, 11, 3)
    assert set(game.placings.values_list("played_at", flat=True)) == {game.created_at}
    assert answer.json()["has_time"] == game.has_time == bool(said)


# What is said of a game, how long it took and when it ended.
MINUTES = [
    ({}, None, None),
    ({"minutes": 41}, 41, None),
    ({"started_at": "2025-11-03T19:30:00Z"}, None, "19:30"),
    ({"started_at": "2025-11-03T19:30:00Z", "minutes": 1440}, 1440, "19:30"),
    ({"finished_at": "2025-11-03T20:30:00Z", "minutes": 1}, 1, "20:30"),
    ({"started_at": "2025-11-03T19:30:00Z", "finished_at": "2025-11-03T20:05:20Z"}, 35, "20:05"),
    ({"started_at": "2025-11-03T19:30:00Z", "finished_at": "2025-11-03T19:30:20Z"}, None, "19:30"),
    (
        {
            "started_at": "2025-11-03T19:30:00Z",
            "finished_at": "2025-11-03T21:00:00Z",
            "minutes": 40,
        },
        *(40, "21:00"),
    ),
]


@pytest.mark.parametrize("body", PAST, ids=["totals", "sheet"])
@pytest.mark.parametrize(("said", "minutes", "ended"), MINUTES)
def test_a_past_game_says_how_long_it_took(evening, body, said, minutes, ended):
    answer = store(evening, **body, date="2025-11-03", **said).json()
    game = Game.objects.get(pk=answer["id"])
    assert answer["minutes"] == game.minutes == minutes
    assert set(game.placings.values_list("minutes", flat=True)) == {minutes}
    if game.has_time and minutes != 1440:
        assert f"{game.finished_at:%H:%M}" == ended


NO_MINUTES = [
    (0, "out-of-range"),
    (1441, "out-of-range"),
    (2.5, "wrong-type"),
    ("41", "wrong-type"),
]


@pytest.mark.parametrize(("minutes", "code"), NO_MINUTES)
def test_minutes_are_a_whole_number_from_one_to_a_day(evening, minutes, code):
    answer = store(evening, totals=TOTALS, minutes=minutes)
    assert answer.status_code == 400
    assert faults(answer) == [("minutes", code)]


def test_minutes_of_a_game_are_changed_and_taken_away(evening):
    game = store(evening, totals=TOTALS, date="2025-11-03", minutes=41).json()["id"]
    for minutes in (50, None):
        answer = evening.patch(
            f"{GAMES}{game}/", {"minutes": minutes}, content_type="application/json"
        )
        assert (answer.status_code, answer.json()["minutes"]) == (200, minutes)
        figures = evening.get(f"/api/v1/players/{known('Ana').pk}/figures/").json()["together"]
        shown = [figures[name] for name in ("minutes", "games_timed", "average_minutes")]
        assert shown == [minutes, int(minutes is not None), minutes]


def test_a_past_game_that_names_no_day_is_of_the_day_on_which_it_began(evening):
    answer = store(evening, totals=TOTALS, started_at="2025-11-03T23:30:00Z")
    assert Game.objects.get(pk=answer.json()["id"]).night.date == datetime.date(2025, 11, 4)


def test_games_of_a_night_are_in_the_order_of_their_times(evening):
    """One without a time comes after those that there are."""
    begins = ("21:00", "19:00", None, "20:00")
    for at in begins:
        said = {"started_at": f"2025-11-03T{at}:00+01:00"} if at else {}
        assert store(evening, totals=TOTALS, date="2025-11-03", **said).status_code == 201
    games = evening.get(f"{GAMES}?since=2025-11-03&until=2025-11-03").json()["results"]
    began = [datetime.datetime.fromisoformat(one["created_at"]) for one in reversed(games)]
    assert [f"{timezone.localtime(at):%H:%M:%S}" for at in began] == [
        *("19:00:00", "20:00:00", "21:00:00", "21:00:01")
    ]
    placings = known("Ana").placings.order_by("played_at")
    assert list(placings.values_list("nth", flat=True)) == [1, 2, 3, 4]


# Moments that cannot be read, and moments that cannot have been: the status, and what is wrong.
WRONG_TIMES = [
    ({"started_at": "2025-11-03"}, 400, [("started_at", "not-a-time")]),
    ({"started_at": "2025-11-03T19:30:00"}, 400, [("started_at", "not-a-time")]),
    ({"started_at": "2025-11-03 19:30:00Z"}, 400, [("started_at", "not-a-time")]),
    ({"started_at": "2025-11-31T19:30:00Z"}, 400, [("started_at", "not-a-time")]),
    ({"finished_at": "3000-01-01T00:00:00Z"}, 400, [("finished_at", "not-a-time")]),
    ({"finished_at": 1730662200}, 400, [("finished_at", "wrong-type")]),
    ({"finished_at": None}, 400, [("finished_at", "wrong-type")]),
    ({"started_at": "2025-11-02T22:30:00Z"}, 409, [("started_at", "another-day")]),
    ({"finished_at": "2025-11-04T23:00:00Z"}, 409, [("finished_at", "another-day")]),
    ({"finished_at": "2999-11-03T20:00:00Z"}, 409, [("finished_at", "still-to-come")]),
    (
        {"started_at": "2025-11-03T20:00:00Z", "finished_at": "2025-11-03T19:59:59Z"},
        409,
        [("finished_at", "ends-too-early")],
    ),
    (
        {"started_at": "2025-11-01T20:00:00Z", "finished_at": "2999-11-03T20:00:00Z"},
        409,
        [("started_at", "another-day"), ("finished_at", "still-to-come")],
    ),
]


@pytest.mark.parametrize("body", PAST, ids=["totals", "sheet"])
@pytest.mark.parametrize(("said", "status", "found"), WRONG_TIMES)
def test_times_that_cannot_have_been_are_refused(evening, body, said, status, found):
    games = Game.objects.count()
    answer = store(evening, **body, date="2025-11-03", **said)
    assert (answer.status_code, faults(answer)) == (status, found)
    assert Game.objects.count() == games


def test_a_game_that_begins_says_no_times(owner):
    GameFactory()
    answer = store(
        owner, ruleset="sushi-go", players=["Ana", "Ben"], started_at="2025-11-03T19:30:00Z"
    )
    assert ("started_at", "unknown-field") in faults(answer)


def test_what_is_begun_or_stored_says_where_it_is(owner):
    GameFactory()
    stored = store(owner, sheet=SHEET, sure=True)
    rematch = owner.post(
        f"{GAMES}{stored.json()['id']}/rematch/", {}, content_type="application/json"
    )
    for answer in (stored, rematch):
        assert answer.status_code == 201
        assert (
            owner.get(answer.headers["Location"]).json()
            == owner.get(f"{GAMES}{answer.json()['id']}/").json()
        )


def test_a_game_of_which_the_end_and_the_minutes_are_known_began_so_long_before(evening):
    said = {"finished_at": "2025-11-03T20:30:00Z", "minutes": 40}
    answer = store(evening, totals=TOTALS, date="2025-11-03", **said)
    game = Game.objects.get(pk=answer.json()["id"])
    assert game.finished_at is not None
    assert game.finished_at - game.created_at == datetime.timedelta(minutes=40)
