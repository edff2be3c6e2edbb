"""The uramaki race as it is entered."""

from uuid import UUID, uuid4

import pytest

from referee.models import Claim, Game
from referee.services import claims, entering
from referee.services.refusals import Refused
from tests.factories import GameFactory, add, claim, confirm, table_of, version_of, where

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


def take_back(game: Game, round_number: int, claim_id: UUID) -> None:
    """Takes a claim back on the first seat's page."""
    claims.withdraw_claim(where(game, round_number), uuid4(), claim_id)


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
        claims.claim_icons(where(game), claim_id, 10)
    assert race(game) == [((0, 10),)]
    assert version_of(game) == 1


def test_a_claim_id_of_another_game_hides_no_claim_of_this_one(game):
    claim_id = claim(GameFactory(setup__party=True, setup__menu="dinner-for-two"), 1, 10)
    claims.claim_icons(where(game, 1, 2), claim_id, 11)
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
    take_back(game, 1, first)
    version = version_of(game)
    take_back(game, 1, first)
    assert race(game) == [((1, 11),)]
    assert version_of(game) == version == 3
    assert Claim.objects.get(pk=first).withdrawn_by


def test_after_a_claim_was_taken_back_its_seat_can_claim_on_that_turn(game):
    claim(game, 1, 10)
    take_back(game, 1, claim(game, 2, 10, same_turn=True))
    claim(game, 2, 12, same_turn=True)
    assert race(game) == [((0, 10), (1, 12))]


def test_a_claim_of_another_round_or_game_cannot_be_taken_back_from_here(game):
    other = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=3)
    take_back(game, 2, claim(game, 1, 10))
    take_back(game, 1, claim(other, 1, 10))
    assert race(game) == race(other) == [((0, 10),)]


def test_the_race_of_a_confirmed_round_stays_as_it_is(game):
    standing = claim(game, 1, 10)
    confirm(game, 1)
    version = version_of(game)
    with pytest.raises(Refused, match="round-confirmed"):
        claim(game, 2, 10)
    with pytest.raises(Refused, match="round-confirmed"):
        take_back(game, 1, standing)
    assert race(game) == [((0, 10),)]
    assert version_of(game) == version


@pytest.mark.parametrize("setup", [{}, {"party": True}, {"roll": True}], ids=str)
def test_a_game_without_uramaki_has_no_race(setup):
    game = GameFactory(**{f"setup__{name}": value for name, value in setup.items()})
    with pytest.raises(Refused, match="no-uramaki"):
        claim(game, 1, 10)
    assert not Claim.objects.exists()


def test_a_forgotten_claim_is_put_before_those_that_stand(game):
    claim(game, 1, 10)
    claim(game, 2, 11)
    claims.claim_icons(where(game, 1, 3), uuid4(), 12, before_turn=1)
    claims.claim_icons(where(game, 1, 4), uuid4(), 13, before_turn=3)
    assert race(game) == [((2, 12),), ((0, 10),), ((3, 13),), ((1, 11),)]


def test_a_turn_that_is_none_is_after_all_the_others(game):
    claim(game, 1, 10)
    claims.claim_icons(where(game, 1, 2), uuid4(), 11, before_turn=7)
    claims.claim_icons(where(game, 1, 3), uuid4(), 12, with_turn=9)
    assert race(game) == [((0, 10),), ((1, 11),), ((2, 12),)]


def test_undo_takes_back_the_last_action_be_it_a_card_or_a_claim(game):
    add(where(game), "tempura")
    standing = claim(game, 1, 10)
    take_back(game, 1, standing)
    entering.undo(where(game), uuid4())
    assert race(game) == [((0, 10),)]
    entering.undo(where(game), uuid4())
    assert race(game) == []
    assert len(table_of(game).tableaus[0][0].entries) == 1
    entering.undo(where(game), uuid4())
    assert not table_of(game).tableaus[0][0].entries
