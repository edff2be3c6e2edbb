"""Two phones that change players at the same moment; see test_races for how that is done."""

from uuid import uuid4

import pytest

from referee.club.services import players
from referee.models import Game, Player, Seat
from referee.play.services.games import Setup, start_game
from referee.play.services.refusals import Refused
from tests.factories import PHONE, GameFactory, table_of
from tests.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pair() -> tuple[Player, Player]:
    """Ana and Anna, who never sat in one game."""
    for name in ("Ana", "Anna"):
        GameFactory(setup__players=(name, "Ben"))
    return Player.objects.get(name="Ana"), Player.objects.get(name="Anna")


def test_of_two_merges_at_once_one_is_made_and_the_other_finds_nobody(pair):
    one, other = pair
    found = at_once(
        lambda: players.merge_players(one.club_id, one.pk, other.pk),
        lambda: players.merge_players(one.club_id, other.pk, one.pk),
    )
    (error,) = filter(None, found)
    assert isinstance(error, Player.DoesNotExist)
    left = Player.objects.exclude(name="Ben").get()
    assert Seat.objects.filter(player=left).count() == 2


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
