"""Whichever way a row comes, page, network interface, club file, service or many at once, nothing
is stored that the row refuses."""

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import Model
from django.urls import reverse

from referee.club.services.files.export_club import archive_of
from referee.club.services.files.import_club import import_as_new
from referee.club.services.files.read_club_file import read_archive
from referee.club.services.keys import make_key
from referee.club.services.nights import describe_game, describe_night, make_night
from referee.club.services.players import rename_player
from referee.club.services.seasons import change_season, make_season, season_of_year
from referee.club.services.webhooks import change_webhook, make_webhook
from referee.models import Club, Game, GameNight, Key, Player, Season, Webhook
from referee.play.services.clubs import name_club
from referee.play.services.refusals import Refused
from referee.rules import SheetFaults
from tests.factories import PHONE, GameFactory
from tests.people import known, play
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

Facts = dict[str, Any]
Way = Callable[[Facts], object]
REFUSALS = (ValidationError, Refused, SheetFaults, DatabaseError)


class Row(NamedTuple):
    """A model with what can be said of it, what cannot, and the ways in. ``unseen`` is what no
    database knows to be wrong: it stands where many rows are made at once."""

    model: type[Model]
    right: Facts
    wrong: list[Facts]
    unseen: list[Facts]
    ways: dict[str, Way]


def club() -> Club:
    return Club.objects.get()


def account() -> User:
    return User.objects.get_or_create(username="ana")[0]


def night() -> GameNight:
    return GameNight.objects.get()


def post(view: str, facts: Facts, *ids: object) -> None:
    """Send a form of a page."""
    assert phone(PHONE).post(reverse(view, args=ids), facts).status_code < 500


def ask(method: str, address: str, facts: Facts) -> None:
    """Send a body to the network interface."""
    sent = getattr(phone(PHONE), method)
    answer = sent(f"/api/v1/{address}", facts, content_type="application/json")
    assert answer.status_code < 500, answer.content


def import_with(change: Callable[[Any], object]) -> None:
    """Read in the club's file with something changed."""
    document = json.loads("".join(archive_of(club())))
    change(document)
    import_as_new(read_archive(json.dumps(document, default=str).encode()))


def night_of(date: date, **words: str) -> GameNight:
    return make_night(club().pk, date, **words)


def many(model: Any, **of: Callable[[], object]) -> Way:
    """Make rows past the services."""
    return lambda facts: model.objects.bulk_create(
        [model(**{name: find() for name, find in of.items()}, **facts)]
    )


PLAYER = {"hidden": False, "anonymous": False}
SEASON = {"made": "2026-01-01T00:00:00Z", "closed": None, "champions": []}
LONG = "x" * 61
SPRING: Facts = {
    "name": "Spring", "first": date(2026, 3, 1), "last": date(2026, 5, 31), "by": "points",
    "place_points": "7-5-3-1",
    "least_games": 2, "least_nights": 1,
}  # fmt: skip
INTERFACE = {"first": "since", "last": "until"}
"""What the network interface calls fields otherwise."""
ROWS = {
    "season": Row(
        Season,
        SPRING,
        [
            {"last": date(2026, 2, 28)},
            {"first": date(1899, 12, 31)},
            {"last": date(3000, 1, 1)},
            {"by": "nonsense"},
            {"by": ""},
            {"least_games": -1},
            {"least_games": 10_000},
            {"least_nights": -1},
            {"least_nights": 10_000},
            {"name": LONG},
            {"name": ""},
            {"name": "a\x07b"},
            {"place_points": "1" * 24},
        ],
        [{"place_points": "3-5"}, {"place_points": "100"}, {"place_points": "five"}],
        {
            "page": lambda facts: post("seasons", facts, club().pk),
            "interface": lambda facts: ask(
                "post", "seasons/", {INTERFACE.get(name, name): facts[name] for name in facts}
            ),
            "file": lambda facts: import_with(lambda it: it.update(seasons=[{**facts, **SEASON}])),
            "service": lambda facts: make_season(club().pk, **facts),
            "change": lambda facts: change_season(make_season(club().pk, **SPRING), **facts),
            "many": many(Season, club=club),
        },
    ),
    "year": Row(
        Season,
        {"by": "points", "least_games": 2, "least_nights": 1},
        [
            {"by": "nonsense"},
            {"least_games": -1},
            {"least_nights": 10_000},
            {"place_points": "3-5"},
        ],
        [],
        {
            "page": lambda facts: post("season", {"do": "change", **facts}, club().pk, 2026),
            "interface": lambda facts: ask("patch", "seasons/2026/", facts),
            "service": lambda facts: change_season(season_of_year(club(), 2026), **facts),
        },
    ),
    "player": Row(
        Player,
        {"name": "Anna"},
        [{"name": "x" * 41}, {"name": ""}, {"name": "a\x07b"}],
        [{"name": " "}, {"name": "\u200b"}],
        {
            "page": lambda facts: post(
                "player", {"do": "rename", **facts}, club().pk, known("Ana").pk
            ),
            "interface": lambda facts: ask("patch", f"players/{known('Ana').pk}/", facts),
            "a game of the interface": lambda facts: ask(
                "post", "games/", {"ruleset": "sushi-go", "players": [facts["name"], "Ben"]}
            ),
            "file": lambda facts: import_with(lambda it: it["players"].append({**facts, **PLAYER})),
            "service": lambda facts: rename_player(club().pk, known("Ana").pk, facts["name"]),
            "a game": lambda facts: GameFactory(setup__players=(facts["name"], "Ben")),
            "one": lambda facts: Player.objects.create(club=club(), **facts),
            "many": many(Player, club=club),
        },
    ),
    "night": Row(
        GameNight,
        {"date": date(2026, 12, 24), "name": "Party", "location": "Bar", "note": "Rain.\nMuch."},
        [
            {"date": date(1899, 12, 31)},
            {"date": date(3000, 1, 1)},
            {"name": LONG},
            {"location": LONG},
            {"note": "x" * 501},
            {"name": "a\x07b"},
            {"location": "a\nb"},
            {"note": "a\x07b"},
        ],
        [],
        {
            "interface": lambda facts: ask("post", "nights/", facts),
            "file": lambda facts: import_with(
                lambda it: it["nights"].append({**facts, "games": []})
            ),
            "service": lambda facts: night_of(**facts),
            "many": many(GameNight, club=club),
        },
    ),
    "words of a night": Row(
        GameNight,
        {"name": "Party", "location": "Bar", "note": "Rain.\nMuch."},
        [{"name": LONG}, {"location": LONG}, {"note": "x" * 501}],
        [{"name": "a\x07b"}, {"location": "a\nb"}, {"note": "a\x07b"}],
        {
            "page": lambda facts: post("night", {"do": "name", **facts}, night().pk),
            "interface": lambda facts: ask("patch", f"nights/{night().pk}/", facts),
            "service": lambda facts: describe_night(night().pk, **facts),
        },
    ),
    "words of a game": Row(
        Game,
        {"location": "Bar", "note": "Rain.\nMuch.", "minutes": 41},
        [{"location": LONG}, {"note": "x" * 501}, {"minutes": 0}, {"minutes": 1441}],
        [{"location": "a\nb"}, {"note": "a\x07b"}],
        {
            "page": lambda facts: post("game-note", facts, Game.objects.get().pk),
            "file": lambda facts: import_with(lambda it: it["nights"][0]["games"][0].update(facts)),
            "service": lambda facts: describe_game(Game.objects.get().pk, **facts),
        },
    ),
    "club": Row(
        Club,
        {"name": "Friday"},
        [{"name": LONG}, {"name": "a\x07b"}],
        [],
        {
            "page": lambda facts: post("club-settings", {"do": "name", **facts}, club().pk),
            "interface": lambda facts: ask("patch", f"clubs/{club().pk}/", facts),
            "file": lambda facts: import_with(lambda it: it.update(club=facts)),
            "service": lambda facts: name_club(club().pk, facts["name"]),
            "many": many(Club),
        },
    ),
    "key": Row(
        Key,
        {"name": "The bot", "scope": "read"},
        [{"name": ""}, {"name": "x" * 41}, {"name": "a\x07b"}, {"scope": "all"}],
        [{"name": "\u200b"}],
        {
            "service": lambda facts: make_key(account(), uuid4(), **facts),
            "many": many(Key, account=account),
        },
    ),
    "webhook": Row(
        Webhook,
        {"address": "https://a.example/", "events": ["game.finished"]},
        [
            {"address": ""},
            {"address": "https://a.example/" + "x" * 500},
            {"events": []},
            {"events": ["game.burnt"]},
            {"events": ["test"]},
        ],
        [{"address": "nothing"}],
        {
            "page": lambda facts: post(
                "club-webhooks", {"do": "make", "which": uuid4(), **facts}, club().pk
            ),
            "interface": lambda facts: ask("post", "webhooks/", {"club": club().pk, **facts}),
            "service": lambda facts: make_webhook(club(), uuid4(), **facts),
            "change": lambda facts: change_webhook(
                Webhook.objects.create(
                    club=club(),
                    address="https://b.example/",
                    events=["round.confirmed"],
                    secret="x",
                ),
                **facts,
            ),
            "many": many(Webhook, club=club),
        },
    ),
}


@pytest.mark.parametrize(("row", "way"), [(row, way) for row in ROWS for way in ROWS[row].ways])
def test_what_is_right_is_stored_and_nothing_wrong_whichever_way_it_comes(row, way):
    play("Ana", "Ben")
    model, right, wrong, unseen, ways = ROWS[row]
    stored = model._default_manager
    for line in wrong + (unseen if way != "many" else []):
        with transaction.atomic():
            with suppress(*REFUSALS), transaction.atomic():
                ways[way](right | line)
            assert not stored.filter(**line).exists(), line
            transaction.set_rollback(True)
    ways[way](right)
    assert stored.filter(**right).exists()
