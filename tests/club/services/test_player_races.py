"""Two phones that change players at the same moment; see test_races for how that is done."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError

from referee.club.services import players
from referee.models import Game, Player, Seat
from referee.play.services.games import Setup, start_game
from referee.play.services.refusals import Refused
from tests.factories import PHONE, GameFactory, table_of
from tests.races import SECONDS, at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pair() -> tuple[Player, Player]:
    """Ana and Anna, who never sat in one game."""
    for name in ("Ana", "Anna"):
        GameFactory(setup__players=(name, "Ben"))
    return Player.objects.get(name="Ana"), Player.objects.get(name="Anna")


def without_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def unlocked(club_id: UUID, *ids: UUID) -> Iterator[dict[UUID, Player]]:
        yield {one.pk: one for one in Player.objects.filter(club=club_id, pk__in=ids)}

    monkeypatch.setattr(players, "held_players", unlocked)


def merged_both_ways(one: Player, other: Player) -> list[BaseException]:
    found = at_once(
        lambda: players.merge_players(one.club_id, one.pk, other.pk),
        lambda: players.merge_players(one.club_id, other.pk, one.pk),
    )
    return [error for error in found if error]


def test_of_two_merges_at_once_one_is_made_and_the_other_finds_nobody(pair):
    (error,) = merged_both_ways(*pair)
    assert isinstance(error, Player.DoesNotExist)
    left = Player.objects.exclude(name="Ben").get()
    assert Seat.objects.filter(player=left).count() == 2


def test_without_the_lock_merges_at_once_would_not_find_each_other(pair, monkeypatch):
    without_lock(monkeypatch)
    both_have_looked = Barrier(2, timeout=SECONDS)
    check = players._check

    def checked(*of: Player) -> None:
        check(*of)
        both_have_looked.wait()

    monkeypatch.setattr(players, "_check", checked)
    errors = merged_both_ways(*pair)
    assert errors
    assert not any(isinstance(error, Player.DoesNotExist) for error in errors)


def test_a_game_that_is_started_at_once_with_a_merge_has_two_people_at_its_table(pair):
    one, other = pair
    game = uuid4()
    merged, started = at_once(
        lambda: players.merge_players(one.club_id, one.pk, other.pk),
        lambda: start_game(PHONE, game, Setup("sushi-go", ("Ana", "Anna"))),
    )
    assert started is None
    if merged is not None:
        assert isinstance(merged, Refused)
        assert merged.code == "sat-together"
    assert table_of(Game.objects.get(pk=game)).sheet.players == ("Ana", "Anna")


def test_without_the_lock_a_game_that_is_started_meanwhile_breaks_the_merge(pair, monkeypatch):
    without_lock(monkeypatch)
    check = players._check

    def then_a_game_starts(*of: Any) -> None:
        check(*of)
        start_game(PHONE, uuid4(), Setup("sushi-go", ("Ana", "Anna")))

    monkeypatch.setattr(players, "_check", then_a_game_starts)
    with pytest.raises(IntegrityError):
        players.merge_players(pair[0].club_id, pair[0].pk, pair[1].pk)
