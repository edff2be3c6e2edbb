"""Two phones of a club that start the next game at the same moment.

Each race is also run without the lock, to show that it would be noticed.
"""

from uuid import uuid4

import pytest
from django.db import connection

from referee.models import Game, Guest
from referee.play.services import rematch as services
from referee.play.services.joining import join
from referee.play.services.refusals import Refused
from tests.factories import GameFactory, SetupFactory, finish, version_of
from tests.play.services.test_races import without_lock
from tests.races import PHONES, all_about_to, at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    """A finished game with a phone on Ben's seat."""
    game = GameFactory()
    join(game.pk, "phone of Ben", 2)
    finish(game)
    return game


def rematches(game: Game, phones: int) -> list[BaseException | None]:
    """Each phone's page has made an id of its own."""
    return at_once(*[lambda: services.rematch(game.pk, uuid4())] * phones)


def test_of_eight_phones_that_ask_for_a_rematch_at_once_all_get_the_same_one(game):
    version = version_of(game)
    assert rematches(game, PHONES) == [None] * PHONES
    assert Game.objects.filter(follows=game).count() == 1
    assert Guest.objects.exclude(game=game).count() == 1
    assert version_of(game) == version + 1


def test_without_the_lock_two_phones_would_start_two_games(game, monkeypatch):
    without_lock(monkeypatch, services, 2)
    all_about_to(monkeypatch, services, "_begin", 2)  # with what they have read
    rematches(game, 2)
    assert Game.objects.filter(follows=game).count() == 2


def a_rematch_and_a_form(game: Game) -> list[BaseException | None]:
    setup = SetupFactory(number=3)
    return at_once(
        lambda: services.rematch(game.pk, uuid4()),
        lambda: services.start_next(game.pk, uuid4(), setup),
    )


def test_of_a_rematch_and_a_form_at_once_one_starts_a_game(game):
    tapped, sent = a_rematch_and_a_form(game)
    assert tapped is None
    # Sent first, the form starts the game that the tap is led to; sent second it is refused.
    assert sent is None or (isinstance(sent, Refused) and sent.code == "next-begun")
    assert Game.objects.filter(follows=game).count() == 1


@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="the club's row, locked too, keeps them apart there"
)
def test_without_the_lock_both_would(game, monkeypatch):
    without_lock(monkeypatch, services, 2)
    all_about_to(monkeypatch, services, "_begin", 2)
    a_rematch_and_a_form(game)
    assert Game.objects.filter(follows=game).count() == 2


def test_one_tap_sent_eight_times_at_once_is_one_game(game):
    new_id = uuid4()
    assert at_once(*[lambda: services.rematch(game.pk, new_id)] * PHONES) == [None] * PHONES
    assert list(Game.objects.exclude(pk=game.pk).values_list("pk", flat=True)) == [new_id]
