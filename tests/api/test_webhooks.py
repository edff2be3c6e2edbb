"""Webhooks over the network: made, changed, listed and deleted by who owns the club."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.db import IntegrityError
from django.test import Client

from referee.club.calling import Answer
from referee.club.services.accounts import create_account
from referee.club.services.webhooks import MAX_WEBHOOKS, make_webhook
from referee.models import Game, KeptAnswer, Webhook
from tests.club.receiving import settle, take_due
from tests.factories import PASSWORD, PHONE, GameFactory, confirm, finish, key_client

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

HOOKS = "/api/v1/webhooks/"
SENT = {"address": "https://hooks.example/x", "events": ["game.finished", "round.confirmed"]}


@pytest.fixture
def game() -> Game:
    cache.clear()
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
    assert bot.get(HOOKS).json() == [shown]


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
        ({}, 400, [("", "missing"), ("", "missing")]),
        ({**SENT, "events": ["game.burnt"]}, 400, [("events[0]", "unknown-event")]),
        ({**SENT, "events": []}, 400, [("events", "out-of-range")]),
        ({**SENT, "more": 1}, 400, [("more", "unknown-field")]),
        ({**SENT, "is_on": 1}, 400, [("is_on", "wrong-type")]),
        ({**SENT, "address": "x" * 501}, 400, [("address", "too-many-characters")]),
        ({**SENT, "address": "ftp://x.example/"}, 400, [("address", "no-address")]),
        ({**SENT, "address": "http://[::1]/"}, 400, [("address", "address-private")]),
        ({**SENT, "address": "https://a.example/\0"}, 400, [("address", "no-address")]),
        ({**SENT, "address": "https://a.example/\ud800"}, 400, [("address", "no-address")]),
        ({**SENT, "club": "1"}, 400, [("club", "not-a-uuid")]),
        ({**SENT, "club": str(UUID(int=1))}, 404, [("", "not-found")]),
    ],
)
def test_what_is_no_webhook_is_refused(bot, body, status, found):
    answer = post(bot, body)
    assert answer.status_code == status
    if body:
        assert faults(answer) == found
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
    assert answer.json()["events"] == ["game.corrected"]
    private = bot.patch(where, {"address": "http://10.0.0.1/"}, content_type="application/json")
    assert faults(private) == [("address", "address-private")]
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
    answer = post(bot, {}, f"{where}deliveries/{last['id']}/again/")
    assert (answer.status_code, answer.json()["tries"]) == (200, 0)
    assert post(bot, {}, f"{where}deliveries/{uuid4()}/again/").status_code == 404


def test_deliveries_of_another_webhook_are_not_reached_through_ones_own(bot, game):
    first, second = (post(bot, SENT).headers["Location"] for _ in range(2))
    confirm(game, 1)
    (one,) = bot.get(f"{first}deliveries/").json()["results"]
    assert post(bot, {}, f"{second}deliveries/{one['id']}/again/").status_code == 404


def test_an_id_of_a_webhook_of_others_makes_none(game):
    make_webhook(game.night.club, made := uuid4(), **SENT)
    other = GameFactory(phone="another").night.club
    with pytest.raises(IntegrityError):
        make_webhook(other, made, **SENT)
