"""Programs come in by keys: what each may see and do."""

import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from referee.access.clubs import version_by_key
from referee.club.services.accounts import create_account
from referee.club.services.keys import make_key, revoke_keys
from referee.models import Game, Key, Tap
from tests.factories import OTHER_PHONE, PASSWORD, PHONE, GameFactory, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]


@pytest.fixture
def game() -> Game:
    return GameFactory()


@pytest.fixture
def ana(game: Game) -> User:
    return create_account(PHONE, "Ana", PASSWORD)


def key(account: User, scope: str) -> str:
    return make_key(account, uuid4(), f"to {scope}", scope)


def send(game: Game, secret: str, **more: Any) -> Any:
    tap = {"id": str(uuid4()), "round": 1, "seat": 1, "do": "add:tempura"}
    headers = {"Authorization": f"Bearer {secret}"} | more
    url = f"/api/v1/games/{game.pk}/taps/"
    return Client().post(url, {"taps": [tap]}, content_type="application/json", headers=headers)


def codes(answer: Any) -> list[str]:
    assert answer.headers["Content-Type"] == "application/problem+json"
    return [one["code"] for one in answer.json()["errors"]]


@pytest.mark.parametrize(("scope", "status"), [("read", 403), ("enter", 200), ("manage", 200)])
def test_a_key_enters_cards_for_everybody_if_it_may_enter(game, ana, scope, status):
    answer = send(game, key(ana, scope))
    assert answer.status_code == status
    if status == 200:
        assert len(answer.json()["taken"]) == 1
        assert Tap.objects.get().phone == f"key {Key.objects.get().pk}"
    else:
        assert codes(answer) == ["out-of-scope"]
    assert len(table_of(game).rounds[0].seats[0].entries) == (status == 200)


def test_a_key_is_no_way_into_games_of_others(game, ana):
    eve = create_account(OTHER_PHONE, "Eve", PASSWORD)
    answer = send(game, key(eve, "manage"))
    assert answer.status_code == 404
    none = send(Game(pk=uuid4()), key(eve, "manage"))
    assert none.content == answer.content
    assert not Tap.objects.exists()


def test_a_key_comes_from_anywhere_for_no_browser_sends_it_by_itself(game, ana):
    assert send(game, key(ana, "enter"), Origin="https://elsewhere.example").status_code == 200


def test_a_key_that_was_revoked_lets_nobody_in(game, ana):
    secret = key(ana, "enter")
    assert send(game, secret).status_code == 200
    revoke_keys(ana, Key.objects.get().pk)
    assert send(game, secret).status_code == 401


def test_a_key_of_an_account_that_is_closed_lets_nobody_in(game, ana):
    secret = key(ana, "enter")
    followed = [(Key.objects.get().pk, one) for one in (game.pk, game.night.club_id)]
    assert None not in [version_by_key(*one) for one in followed]
    User.objects.update(is_active=False)
    assert codes(send(game, secret)) == ["no-such-key"]
    assert [version_by_key(*one) for one in followed] == [None, None], "nor follows it a stream"


def test_the_day_of_the_last_use_is_noted_once_a_day(game, ana, django_assert_num_queries):
    secret = key(ana, "read")
    assert Key.objects.get().used_on is None
    send(game, secret)
    assert Key.objects.get().used_on == timezone.localdate()
    yesterday = timezone.localdate() - datetime.timedelta(days=1)
    Key.objects.update(used_on=yesterday)
    with django_assert_num_queries(2):
        send(game, secret)
    with django_assert_num_queries(1):
        send(game, secret)
    assert Key.objects.get().used_on == timezone.localdate()
