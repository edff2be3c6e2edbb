"""A night of several tables, kept by a program."""

import json
from typing import Any
from uuid import uuid4

import pytest

from referee.club.services.webhooks import make_webhook
from referee.models import Delivery, Draw, Game, Tournament
from referee.standings.draw import Tables
from referee.tournament.services.drawing import make_draw
from referee.tournament.services.entering import come_in
from tests.api.bot import Bot
from tests.api.openapi import described
from tests.factories import PHONE, finish
from tests.play.views.plain_phone import phone
from tests.tournament.evening import an_evening, play_all

pytestmark = pytest.mark.django_db

ask = Bot(phone(PHONE))
"""As the organiser's phone."""


@pytest.fixture(autouse=True)
def in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven sit as they came: four at the first table, three at the second."""

    def as_they_came(people: Any, _past: Any, **_: Any) -> Tables:
        return [list(people[:4]), list(people[4:])]

    monkeypatch.setattr("referee.tournament.services.drawing.draw_tables", as_they_came)


@pytest.fixture
def hall() -> str:
    """The address of an evening of seven."""
    return f"tournaments/{an_evening(7).pk}/"


def ids(hall: str) -> list[str]:
    """The players on the list, in the order in which they came."""
    return [row["player"]["id"] for row in ask("get", f"{hall}entrants/")["results"]]


def seated(draw: Any) -> list[list[str]]:
    """Who sits at each table, by name."""
    return [[seat["player"]["name"] for seat in table["seats"]] for table in draw["tables"]]


def test_an_evening_from_its_plan_to_its_standings():
    an_evening(0)
    Tournament.objects.all().delete()
    made = ask("post", "tournaments/", {"ruleset": "sushi-go", "draws": 1}, 201)
    described("Tournament").validate(made)
    hall = f"tournaments/{made['id']}/"
    names = ["Ana", "Ben", "Cem", "Dan", "Eve", "Fay", "Gus"]
    entered = ask("post", f"{hall}entrants/", {"players": names})
    assert (entered["new"], len(entered["entrants"])) == (7, 7)
    assert ask("post", f"{hall}entrants/", {"players": ["ana", "Hal"]})["new"] == 1
    ask("delete", f"{hall}entrants/{ids(hall)[-1]}/", status=204)
    draw = ask("put", f"{hall}draws/1/", {})
    assert seated(draw) == [names[:4], names[4:]]
    assert ask("put", f"{hall}draws/1/", {}) == draw
    ana, *_others, gus = ids(hall)
    game = ask("post", f"{hall}draws/1/tables/1/start/")
    assert ask("post", f"{hall}draws/1/tables/1/start/") == game
    assert [seat["name"] for seat in game["seats"]] == names[:4]
    finish(Game.objects.get())
    totals = [
        {"player": player, "total": total}
        for player, total in zip(ids(hall)[:3:-1], (50, 40, 30), strict=True)
    ]
    result = ask("put", f"{hall}draws/1/tables/2/totals/", {"totals": totals})
    assert result["placings"][0]["player"] == gus
    (drawn,) = ask("get", f"{hall}draws/")["results"]
    assert [table["state"] for table in drawn["tables"]] == ["over", "over"]
    told = ask("get", f"{hall}standings/")
    described("TournamentStandings").validate(told)
    assert told["order"] == ["final", "points", "wins", "share", "meeting"]
    assert {row["player"]["id"]: row["rank"] for row in told["standings"]}[gus] == 1
    assert ana in {row["player"]["id"] for row in told["standings"]}
    assert ask("post", f"{hall}end/")["ended_at"]
    assert ask.faults("put", f"{hall}draws/2/", {}, 409) == [("", "evening-over")]
    assert ask("post", f"{hall}reopen/")["ended_at"] is None
    assert ask.faults("put", f"{hall}draws/2/", {}, 409) == [("", "draws-over")]


PLANS = [
    ({}, 400, [("ruleset", "missing")]),
    (
        {"ruleset": "sushi", "draws": 7, "largest": 2, "place_points": "x", "rounds": 3},
        400,
        [
            ("ruleset", "no-such-choice"),
            ("draws", "out-of-range"),
            ("largest", "out-of-range"),
            ("place_points", "no-place-points"),
            ("rounds", "unknown-field"),
        ],
    ),
    ({"ruleset": "sushi-go-party"}, 409, [("menu", "missing")]),
    ({"ruleset": "sushi-go", "menu": "my-first-meal"}, 409, [("menu", "unused-field")]),
    (
        {"ruleset": "sushi-roll", "variants": ["pass-both-ways"]},
        409,
        [("variants", "unused-field")],
    ),
    ({"ruleset": "sushi-go", "menu": ["maki"]}, 400, None),
]


@pytest.mark.parametrize(("plan", "status", "found"), PLANS)
def test_what_cannot_be_played_is_refused_with_every_fault(plan, status, found):
    an_evening(0)
    Tournament.objects.all().delete()
    faults = ask.faults("post", "tournaments/", plan, status)
    assert found is None or faults == found
    assert not Tournament.objects.exists()


def test_a_plan_is_changed_until_tables_are_drawn(hall):
    menu = {"ruleset": "sushi-go-party", "menu": "my-first-meal", "largest": 8}
    assert ask("patch", hall, menu)["largest"] == 8
    back = ask("patch", hall, {"ruleset": "sushi-go", "menu": None})
    assert (back["menu"], back["largest"]) == (None, 5)  # no more can play it
    ask("put", f"{hall}draws/1/", {})
    assert ask.faults("patch", hall, menu, 409) == [("", "tables-drawn")]
    assert ask("patch", hall, {"draws": 2, "ruleset": "sushi-go"})["draws"] == 2


def test_tonight_is_one_evening(hall):
    assert ask.faults("post", "tournaments/", {"ruleset": "sushi-go"}, 409) == [
        ("", "night-has-tables")
    ]


def test_names_that_cannot_stand_on_the_list_are_named_with_their_places(hall):
    wrong = {"players": ["Zoe", "zoe", "x" * 41, "dummy"]}
    assert ("players[2]", "too-many-characters") in ask.faults("post", f"{hall}entrants/", wrong)
    wrong["players"].pop(2)
    found = ask.faults("post", f"{hall}entrants/", wrong, 409)
    assert found == [("players[1]", "same-name"), ("players[2]", "name-of-dummy")]
    many = {"players": [f"P{nth}" for nth in range(195)]}
    assert ask.faults("post", f"{hall}entrants/", many, 409) == [("players", "too-many-entrants")]
    assert len(ids(hall)) == 7


def test_a_draw_is_changed_by_hand_until_its_tables_begin(hall):
    ask("put", f"{hall}draws/1/", {})
    ana, _ben, cem, dan, eve, *_ = ids(hall)
    swapped = ask("post", f"{hall}draws/1/swap/", {"players": [ana, eve]})
    assert seated(swapped) == [["Eve", "Ben", "Cem", "Dan"], ["Ana", "Fay", "Gus"]]
    moved = ask("put", f"{hall}draws/1/seats/{dan}/", {"table": 2})
    assert seated(moved) == [["Eve", "Ben", "Cem"], ["Ana", "Fay", "Gus", "Dan"]]
    ask("delete", f"{hall}draws/1/seats/{ana}/", status=204)
    assert ask.faults("put", f"{hall}draws/1/seats/{cem}/", {"table": 2}, 409) == [
        ("", "table-size")
    ]
    stranger = str(uuid4())
    sent = {"players": [cem, stranger]}
    assert ask.faults("post", f"{hall}draws/1/swap/", sent, 404) == [("players[1]", "not-found")]
    ask("post", f"{hall}draws/1/tables/1/start/")
    assert ask.faults("post", f"{hall}draws/1/swap/", {"players": [eve, dan]}, 409) == [
        ("", "table-begun")
    ]
    assert ask("delete", f"{hall}draws/1/", status=409)["errors"][0]["code"] == "table-begun"


def test_the_last_draw_is_taken_back_and_drawn_again(hall):
    ask("put", f"{hall}draws/1/", {})
    seed = Tournament.objects.get().seed
    ask("delete", f"{hall}draws/1/", status=204)
    ask("get", f"{hall}draws/1/", status=404)
    assert Tournament.objects.get().seed != seed
    assert ask("put", f"{hall}draws/1/", {})["number"] == 1


def test_totals_are_of_everybody_at_the_table_in_any_order(hall):
    ask("put", f"{hall}draws/1/", {})
    where, (ana, *_middle, fay, gus) = f"{hall}draws/1/tables/2/totals/", ids(hall)

    def of(*players: str) -> dict[str, Any]:
        return {"totals": [{"player": one, "total": 9} for one in players]}

    assert ask.faults("put", where, of(fay, gus), 409) == [("totals", "player-number")]
    assert ask.faults("put", where, of(fay, gus, gus), 409) == [("totals", "player-number")]
    assert ask.faults("put", where, of(fay, gus, ana), 404) == [("totals[2].player", "not-found")]
    eve = ids(hall)[4]
    sent = of(gus, eve, fay)
    sent["totals"][1] |= {"total": 1000, "puddings": -1}
    assert ask.faults("put", where, sent) == [
        ("totals[1].total", "out-of-range"),
        ("totals[1].puddings", "out-of-range"),
    ]
    sent["totals"][1] |= {"total": 30, "puddings": 2}
    assert ask("put", where, sent)["placings"][0]["player"] == eve
    assert ask.faults("put", where, sent, 409) == [("", "table-has-result")]


def test_wishes_are_of_two_and_may_be_taken_back(hall):
    ana, ben, *_ = ids(hall)
    where = f"{hall}wishes/{ben}/{ana}/"
    assert ask("put", where, {"apart": True})["apart"] is True
    assert ask("put", where, {"apart": False})["apart"] is False
    (only,) = ask("get", f"{hall}wishes/")["results"]
    assert [player["name"] for player in only["players"]] == ["Ana", "Ben"]
    assert ask.faults("put", f"{hall}wishes/{ana}/{ana}/", {"apart": True}, 409) == [
        ("", "wish-of-one")
    ]
    ask("delete", where, status=204)
    ask("delete", where, status=404)


def test_a_players_phone_begins_its_own_table_and_no_other(hall):
    ask("put", f"{hall}draws/1/", {})
    come_in(Tournament.objects.get().pk, "the phone of Gus", "Gus")
    gus = Bot(phone("the phone of Gus"))
    assert gus("get", hall) == ask("get", hall)
    gus("post", f"{hall}draws/1/tables/1/start/", status=403)
    game = gus("post", f"{hall}draws/1/tables/2/start/")
    assert gus("get", f"games/{game['id']}/") == game
    gus("get", f"{hall}wishes/", status=403)
    assert [row["has_phone"] for row in ask("get", f"{hall}entrants/")["results"]][-1]
    ask("delete", f"{hall}entrants/{ids(hall)[-1]}/phone/", status=204)
    assert not any(row["has_phone"] for row in gus("get", f"{hall}entrants/")["results"])


def test_webhooks_are_told_of_a_draw_once(hall):
    tournament = Tournament.objects.get()
    events = ["tournament.drawn", "game.started"]
    make_webhook(tournament.night.club, uuid4(), "https://hooks.example/", events)
    make_draw(tournament.pk, 1)
    make_draw(tournament.pk, 1)
    told = json.loads(Delivery.objects.get().body)
    described("DrawnTournamentEvent").validate(told)
    assert told["type"] == "tournament.drawn"
    facts = told["data"]
    assert (facts["tournament"], facts["night"]) == (str(tournament.pk), str(tournament.night_id))
    assert (facts["draw"], facts["is_final"], facts["ruleset"]) == (1, False, "sushi-go")
    assert [[one["name"] for one in table["players"]] for table in facts["tables"]] == [
        ["Ana", "Ben", "Cem", "Dan"],
        ["Eve", "Fay", "Gus"],
    ]
    assert [one["seat"] for one in facts["tables"][1]["players"]] == [1, 2, 3]


def test_nobody_is_told_of_a_draw_that_is_refused(hall):
    tournament = Tournament.objects.get()
    make_webhook(tournament.night.club, uuid4(), "https://hooks.example/", ["tournament.drawn"])
    assert ask.faults("put", f"{hall}draws/2/", {}, 409) == [("", "another-draw")]
    assert not Draw.objects.exists()
    assert not Delivery.objects.exists()


def test_the_final_is_the_last_draw(hall):
    tournament = Tournament.objects.get()
    play_all(tournament, make_draw(tournament.pk, 1))
    final = ask("put", f"{hall}draws/2/", {"is_final": True})
    assert (final["is_final"], len(final["tables"])) == (True, 1)
    best = [row["player"] for row in ask("get", f"{hall}standings/")["standings"][:4]]
    assert [seat["player"] for seat in final["tables"][0]["seats"]] == best
