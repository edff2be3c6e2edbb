"""The uramaki race as it is entered."""

from uuid import uuid4

import pytest

from referee.models import Claim, Game
from referee.services import claims
from referee.services.refusals import Refused
from tests.factories import GameFactory, claim, confirm, table_of, version_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game with uramaki."""
    return GameFactory(
        setup__ruleset="sushi-go-party", setup__menu="points-platter", setup__number=4
    )


def race(game: Game, round_number: int = 1) -> list[tuple[tuple[int, int], ...]]:
    """The claims of a round by turn: (seat from 0, icons)."""
    return list(table_of(game).sheet.rounds[round_number - 1].claims)


def test_claims_stand_in_the_order_of_their_turns(game):
    claim(game, 3, 10)
    claim(game, 1, 12)
    claim(game, 2, 11, same_turn=True)
    claim(game, 2, 10, round_=2)
    assert race(game) == [((2, 10),), ((0, 12), (1, 11))]
    assert race(game, 2) == [((1, 10),)]
    assert version_of(game) == 4


def test_the_first_claim_of_a_round_is_its_first_turn_whatever_it_says(game):
    claim(game, 1, 10, same_turn=True)
    assert race(game) == [((0, 10),)]


def test_a_claim_sent_twice_is_one_claim(game):
    claim_id = uuid4()
    for _ in range(2):
        claims.claim_icons(game.pk, 1, claim_id, seat=1, icons=10, same_turn=False)
    assert race(game) == [((0, 10),)]
    assert version_of(game) == 1


def test_a_claim_id_of_another_game_hides_no_claim_of_this_one(game):
    claim_id = claim(GameFactory(setup__party=True, setup__menu="dinner-for-two"), 1, 10)
    claims.claim_icons(game.pk, 1, claim_id, seat=2, icons=11, same_turn=False)
    assert race(game) == [((1, 11),)]


@pytest.mark.parametrize("icons", [-1, 0, 9, 64, 10**9])
def test_a_number_of_icons_that_cannot_be_is_refused(game, icons):
    with pytest.raises(Refused, match="not-a-number"):
        claim(game, 1, icons)
    assert race(game) == []
    assert version_of(game) == 0


@pytest.mark.parametrize("icons", [10, 63])
def test_the_fewest_and_the_most_icons_can_be_claimed(game, icons):
    claim(game, 1, icons)
    assert race(game) == [((0, icons),)]


def test_nobody_claims_twice_on_one_turn(game):
    claim(game, 1, 10)
    with pytest.raises(Refused, match="already-claimed"):
        claim(game, 1, 11, same_turn=True)
    claim(game, 1, 11)
    assert race(game) == [((0, 10),), ((0, 11),)]


def test_a_claim_that_was_taken_back_is_out_of_the_race_but_kept(game):
    first = claim(game, 1, 10)
    claim(game, 2, 11)
    claims.withdraw_claim(game.pk, 1, first)
    version = version_of(game)
    claims.withdraw_claim(game.pk, 1, first)
    assert race(game) == [((1, 11),)]
    assert version_of(game) == version == 3
    assert Claim.objects.get(pk=first).withdrawn_at


def test_after_a_claim_was_taken_back_its_seat_can_claim_on_that_turn(game):
    claim(game, 1, 10)
    claims.withdraw_claim(game.pk, 1, claim(game, 2, 10, same_turn=True))
    claim(game, 2, 12, same_turn=True)
    assert race(game) == [((0, 10), (1, 12))]


def test_a_claim_of_another_round_or_game_cannot_be_taken_back_from_here(game):
    other = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=3)
    claims.withdraw_claim(game.pk, 2, claim(game, 1, 10))
    claims.withdraw_claim(game.pk, 1, claim(other, 1, 10))
    assert race(game) == race(other) == [((0, 10),)]


def test_the_race_of_a_confirmed_round_stays_as_it_is(game):
    standing = claim(game, 1, 10)
    confirm(game, 1)
    version = version_of(game)
    with pytest.raises(Refused, match="round-confirmed"):
        claim(game, 2, 10)
    with pytest.raises(Refused, match="round-confirmed"):
        claims.withdraw_claim(game.pk, 1, standing)
    assert race(game) == [((0, 10),)]
    assert version_of(game) == version


@pytest.mark.parametrize("setup", [{}, {"party": True}, {"roll": True}], ids=str)
def test_a_game_without_uramaki_has_no_race(setup):
    game = GameFactory(**{f"setup__{name}": value for name, value in setup.items()})
    with pytest.raises(Refused, match="no-uramaki"):
        claim(game, 1, 10)
    assert not Claim.objects.exists()
