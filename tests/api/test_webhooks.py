"""Webhooks over the network: made, changed, listed and deleted by who owns the club."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError
from django.test import Client

from referee.api.webhooks import EVENTS
from referee.club.calling import Answer
from referee.club.services.accounts import create_account
from referee.club.services.webhooks import MAX_WEBHOOKS, make_webhook, send_test
from referee.models import Delivery, Game, KeptAnswer, Webhook
from referee.play.services.confirming import reopen_round
from referee.play.services.games import delete_game
from referee.tournament.services.drawing import make_draw
from tests.club.receiving import settle, take_due
from tests.factories import (
    PASSWORD,
    PHONE,
    GameFactory,
    add,
    confirm,
    finish,
    key_client,
)
from tests.factories import (
    where as tableau,
)
from tests.tournament.evening import an_evening

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

HOOKS = "/api/v1/webhooks/"
SENT = {"address": "https://hooks.example/x", "events": ["game.finished", "round.confirmed"]}


@pytest.fixture
def game() -> Game:
    return GameFactory()


@pytest.fixture
def bot(game: Game) -> Client:
    return key_client(create_account(PHONE, "Ana", PASSWORD), "manage")


def post(bot: Client, body: Any, address: str = HOOKS) -> Any:
    return bot.post(address, body, content_type="application/json")


def faults(answer: Any) -> list[tuple[str, str]]:
    assert answer.headers["Content-Type"] == "application/problem+json"
    return [(one["path"], one["code"]) for one in answer.json()["errors"]]


def test_a_webhook_is_made_and_its_secret_is_shown_once(bot, game):
    answer = post(bot, {**SENT, "club": str(game.night.club_id)})
    made = answer.json()
    assert (answer.status_code, answer.headers["Location"]) == (201, f"{HOOKS}{made['id']}/")
    assert made["secret"] == Webhook.objects.get().secret
    assert (made["events"], made["is_on"]) == (["round.confirmed", "game.finished"], True)
    shown = bot.get(answer.headers["Location"]).json()
    assert shown == {name: found for name, found in made.items() if name != "secret"}
    assert bot.get(HOOKS).json() == {"next": None, "previous": None, "results": [shown]}
    assert bot.get(HOOKS, {"club": str(game.night.club_id)}).json()["results"] == [shown]


def test_a_webhook_that_is_sent_twice_is_made_once_and_its_secret_is_not_kept(bot):
    once = {"headers": {"Idempotency-Key": "one"}, "content_type": "application/json"}
    first, again = (bot.post(HOOKS, SENT, **once) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    made = first.json()
    secret = made.pop("secret")
    assert again.json() == made
    assert secret == Webhook.objects.get().secret
    assert secret not in KeptAnswer.objects.get().body


@pytest.mark.parametrize(
    ("body", "status", "found"),
    [
        ({}, 400, [("address", "missing"), ("events", "missing")]),
        ({**SENT, "events": []}, 400, [("events", "out-of-range")]),
        ({**SENT, "events": None}, 400, [("events", "wrong-type")]),
        ({**SENT, "secret": "whsec_x"}, 400, [("secret", "unknown-field")]),
        (
            {**SENT, "address": "https://a.example/" + "x" * 500},
            400,
            [("address", "too-many-characters")],
        ),
        ({**SENT, "address": "https://a.example/\ud800"}, 400, [("address", "no-address")]),
        (
            {"events": ["round.confirmd"], "address": "http://10.0.0.1/", "club": "1", "on": True},
            400,
            [
                ("club", "not-a-uuid"),
                ("address", "address-private"),
                ("events[0]", "no-such-choice"),
                ("on", "unknown-field"),
            ],
        ),
        ({**SENT, "club": str(UUID(int=1))}, 404, [("club", "not-found")]),
    ],
)
def test_what_is_no_webhook_is_refused(bot, body, status, found):
    answer = post(bot, body)
    assert (answer.status_code, faults(answer)) == (status, found)
    assert not Webhook.objects.exists()


def test_a_club_has_so_many_webhooks_and_no_more(bot):
    for _ in range(MAX_WEBHOOKS):
        assert post(bot, SENT).status_code == 201
    answer = post(bot, SENT)
    assert (answer.status_code, faults(answer)) == (409, [("", "too-many-webhooks")])


def test_a_webhook_is_changed_and_deleted(bot):
    where = post(bot, SENT).headers["Location"]
    answer = bot.patch(where, {"is_on": False}, content_type="application/json")
    assert (answer.status_code, answer.json()["is_on"]) == (200, False)
    answer = bot.patch(where, {"events": ["game.corrected"]}, content_type="application/json")
    assert (answer.json()["events"], answer.json()["is_on"]) == (["game.corrected"], False)
    private = bot.patch(where, {"address": "http://10.0.0.1/"}, content_type="application/json")
    assert faults(private) == [("address", "address-private")]
    moved = bot.patch(where, {"club": str(uuid4())}, content_type="application/json")
    assert faults(moved) == [("club", "unknown-field")]
    assert Webhook.objects.get().address == SENT["address"]
    assert bot.delete(where).status_code == 204
    assert bot.get(where).status_code == 404


def test_deliveries_are_listed_by_pages_and_sent_again(bot, game):
    where = post(bot, SENT).headers["Location"]
    finish(game)
    (first,) = take_due(9)
    settle(first, Answer(500, "status"))
    page = bot.get(f"{where}deliveries/?page_size=3").json()
    assert [one["event"] for one in page["results"]] == ["game.finished"] + ["round.confirmed"] * 2
    (last,) = bot.get(page["next"]).json()["results"]
    assert (last["state"], last["status"], last["fault"], last["tries"]) == (
        *("waiting", 500, "status", 1),
    )
    assert json.loads(last["body"])["data"]["round"] == 1
    assert bot.get(f"{where}deliveries/{last['id']}/").json() == last
    answer = post(bot, {}, f"{where}deliveries/{last['id']}/again/")
    assert (answer.status_code, answer.json()["tries"]) == (200, 0)
    assert post(bot, {}, f"{where}deliveries/{uuid4()}/again/").status_code == 404


def test_deliveries_of_another_webhook_are_not_reached_through_ones_own(bot, game):
    first, second = (post(bot, SENT).headers["Location"] for _ in range(2))
    confirm(game, 1)
    (one,) = bot.get(f"{first}deliveries/").json()["results"]
    assert post(bot, {}, f"{second}deliveries/{one['id']}/again/").status_code == 404
    assert bot.get(f"{second}deliveries/{one['id']}/").status_code == 404


def test_a_test_is_a_delivery_about_no_game(bot, game):
    where = post(bot, SENT).headers["Location"]
    answer = bot.post(f"{where}test/")
    sent = answer.json()
    assert (answer.status_code, sent["event"], sent["game"]) == (201, "test", None)
    assert json.loads(sent["body"])["data"] == {"club": str(game.night.club_id)}
    assert answer.headers["Location"] == f"{where}deliveries/{sent['id']}/"
    (due,) = take_due(9)
    settle(due, Answer(None, "no-tls"))
    tried = bot.get(answer.headers["Location"]).json()
    assert (tried["state"], tried["fault"], tried["tries"]) == ("waiting", "no-tls", 1)
    again = bot.post(f"{where}test/").json()
    assert (again["id"], again["tries"], again["fault"]) == (sent["id"], 0, "")


def test_a_webhook_that_is_off_takes_no_test(bot):
    where = post(bot, {**SENT, "is_on": False}).headers["Location"]
    answer = bot.post(f"{where}test/")
    assert (answer.status_code, faults(answer)) == (409, [("", "webhook-off")])
    assert bot.get(f"{where}deliveries/").json()["results"] == []


def test_a_webhook_that_has_changed_since_it_was_read_is_not_deleted(bot):
    where = post(bot, SENT).headers["Location"]
    read = bot.get(where).headers["ETag"]
    assert bot.head(where).headers["ETag"] == read
    bot.patch(where, {"is_on": False}, content_type="application/json")
    assert bot.delete(where, headers={"If-Match": read}).status_code == 412
    now = bot.get(where).headers["ETag"]
    assert bot.delete(where, headers={"If-Match": now}).status_code == 204


def test_every_event_is_sent_as_it_is_described(game):
    webhook_id, club = uuid4(), game.night.club
    make_webhook(club, webhook_id, "https://hooks.example/", Webhook.Event.values)
    GameFactory(setup__menu="my-first-meal", setup__ruleset="sushi-go-party")
    confirm(GameFactory(setup__dummy=True), 1)
    finish(game)
    reopen_round(game.pk, 2, reason="one more")
    add(tableau(game, 2), "tempura", "tempura")
    confirm(game, 2)
    make_draw(an_evening(6).pk, 1)
    send_test(Webhook.objects.get())
    bodies = [*Delivery.objects.values_list("body", flat=True)]
    delete_game(game.pk)
    bodies += Delivery.objects.filter(event="game.deleted").values_list("body", flat=True)
    types = set()
    for document in map(json.loads, bodies):
        types.add(document["type"])
        described = EVENTS[document["type"]](data=document)
        assert described.is_valid(), (document, described.errors)
    assert types == EVENTS.keys() == {*Webhook.Event.values, "test"}


def test_an_id_of_a_webhook_of_others_makes_none(game):
    make_webhook(game.night.club, made := uuid4(), **SENT)
    other = GameFactory(phone="another").night.club
    with pytest.raises(IntegrityError):
        make_webhook(other, made, **SENT)
