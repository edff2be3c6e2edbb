"""When a host is seen: as it asks, or as its phone listens."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.utils import timezone
from redis.exceptions import RedisError

from referee.access.games import note_hosts, stream_token, visit_of
from referee.access.presence import is_host_away, note_host
from referee.club.services.accounts import create_account
from referee.models import Game
from referee.play.services.hosts import hand_over
from referee.play.services.joining import join
from tests.factories import PASSWORD, PHONE, GameFactory, key_client
from tests.play.views.plain_phone import phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

BEN, CEM = "phone of Ben", "phone of Cem"


@pytest.fixture
def game() -> Game:
    """A game that was begun an hour ago, at which Ben's phone was made host."""
    game = GameFactory(setup__number=3)
    join(game.pk, BEN, 2)
    join(game.pk, CEM, 3)
    hand_over(game.pk, game.guests.get(phone=BEN).pk, by=None)
    Game.objects.update(created_at=timezone.now() - timedelta(hours=1))
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize(("name", "is_away"), [(PHONE, False), (BEN, False), (CEM, True)])
def test_a_host_is_seen_as_it_asks_for_a_page_or_a_part_or_taps(game, name, is_away):
    tap = {"id": str(uuid4()), "round": 1, "seat": 3, "do": "add:tempura"}
    taps = {"data": {"taps": [tap]}, "content_type": "application/json"}
    for ask in (
        lambda client: client.get(f"/g/{game.pk}/r/1/2/"),
        lambda client: client.get(f"/g/{game.pk}/r/1/2/glance/"),
        lambda client: client.post(f"/api/v1/games/{game.pk}/taps/", **taps),
    ):
        for cache in ("default", "counts"):
            caches[cache].clear()
        assert ask(phone(name)).status_code == 200
        assert is_host_away(game) is is_away


@pytest.mark.parametrize(("name", "is_away"), [(PHONE, False), (BEN, False), (CEM, True)])
def test_a_host_is_seen_as_its_phone_listens(game, name, is_away):
    token = stream_token(visit_of(name, game.pk))
    note_hosts([token])
    assert is_host_away(game) is is_away


def test_who_was_host_is_not_seen_as_one_however_long_it_listens(game):
    token = stream_token(visit_of(BEN, game.pk))
    game.hostings.update(ended_at=timezone.now())
    note_hosts([token])
    assert is_host_away(game)


@pytest.mark.parametrize(("scope", "is_away"), [("read", True), ("enter", False)])
def test_a_program_is_a_host_that_is_there_where_it_could_confirm(game, scope, is_away):
    program = key_client(create_account(PHONE, "Ana", PASSWORD), scope)
    assert program.get(f"/api/v1/games/{game.pk}/").status_code == 200
    assert is_host_away(game) is is_away


def test_without_redis_a_process_knows_whom_it_has_seen(game, monkeypatch):
    def fails(*_args: object) -> None:
        raise RedisError

    for name in ("set", "get"):
        monkeypatch.setattr(caches["counts"], name, fails)
    assert is_host_away(game)
    note_host(game.pk)
    assert not is_host_away(game)
