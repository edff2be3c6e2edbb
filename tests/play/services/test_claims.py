"""The uramaki race as it is entered."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from referee.models import Claim, Game, LateTap
from referee.play.pages.announcements import taps_announcement
from referee.play.pages.history import tableau_history
from referee.play.services.refusals import Refused
from referee.rules.notation import tableau_text
from tests import taps
from tests.factories import (
    OTHER_PHONE,
    GameFactory,
    add,
    claim,
    confirm,
    table_of,
    version_of,
    where,
)

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
    """Takes a claim back on the claimant's page."""
    place = Claim.objects.get(pk=claim_id).seat.place
    taps.take_back(where(game, round_number, place), uuid4(), claim_id)


def test_claims_stand_in_the_order_of_their_turns(game):
    claim(game, 3, 10)
    claim(game, 1, 12)
    claim(game, 2, 11, same_turn=True)
    claim(game, 2, 10, round_=2)
    assert race(game) == [((2, 10),), ((0, 12), (1, 11))]
    assert race(game, 2) == [((1, 10),)]
    assert version_of(game) == 4


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
    take_back(game, 1, claim(game, 2, 10, same_turn=True))
    claim(game, 2, 12, same_turn=True)
    claim(game, 1, 11)
    assert race(game) == [((0, 10), (1, 12)), ((0, 11),)]


def test_a_claim_that_was_taken_back_is_out_of_the_race_but_kept(game):
    first = claim(game, 1, 10)
    claim(game, 2, 11)
    take_back(game, 1, first)
    withdrawn_by = Claim.objects.get(pk=first).withdrawn_by
    assert withdrawn_by
    take_back(game, 1, first)
    assert race(game) == [((1, 11),)]
    assert Claim.objects.get(pk=first).withdrawn_by == withdrawn_by
    assert Claim.objects.count() == 2


def test_a_claim_of_another_round_or_game_cannot_be_taken_back_from_here(game):
    other = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=3)
    take_back(game, 2, claim(game, 1, 10))
    take_back(game, 1, claim(other, 1, 10))
    assert race(game) == race(other) == [((0, 10),)]


def test_the_race_of_a_confirmed_round_stays_as_it_is_and_what_is_asked_of_it_waits(game):
    standing = claim(game, 1, 10)
    confirm(game, 1)
    claim(game, 2, 10)
    take_back(game, 1, standing)
    assert race(game) == [((0, 10),)]
    assert Claim.objects.count() == 1
    waiting = LateTap.objects.values_list("do", flat=True)
    assert list(waiting) == ["claim:10", f"unclaim:{standing}"]


@pytest.mark.parametrize("setup", [{}, {"party": True}, {"roll": True}], ids=str)
def test_a_game_without_uramaki_has_no_race(setup):
    game = GameFactory(**{f"setup__{name}": value for name, value in setup.items()})
    with pytest.raises(Refused, match="no-uramaki"):
        claim(game, 1, 10)
    assert not Claim.objects.exists()


def test_a_forgotten_claim_is_put_before_those_that_stand(game):
    claim(game, 1, 10)
    claim(game, 2, 11)
    taps.claim_icons(where(game, 1, 3), uuid4(), 12, before_turn=1)
    taps.claim_icons(where(game, 1, 4), uuid4(), 13, before_turn=3)
    assert race(game) == [((2, 12),), ((0, 10),), ((3, 13),), ((1, 11),)]


def test_a_turn_that_is_none_is_after_all_the_others(game):
    claim(game, 1, 10)
    taps.claim_icons(where(game, 1, 2), uuid4(), 11, before_turn=7)
    taps.claim_icons(where(game, 1, 3), uuid4(), 12, with_turn=9)
    assert race(game) == [((0, 10),), ((1, 11),), ((2, 12),)]


def test_undo_takes_back_the_last_action_be_it_a_card_or_a_claim(game):
    add(where(game), "tempura")
    standing = claim(game, 1, 10)
    take_back(game, 1, standing)
    taps.undo(where(game), uuid4())
    assert race(game) == [((0, 10),)]
    taps.undo(where(game), uuid4())
    assert race(game) == []
    assert len(table_of(game).rounds[0].seats[0].entries) == 1
    taps.undo(where(game), uuid4())
    assert not table_of(game).rounds[0].seats[0].entries


def test_undo_leaves_a_claim_that_another_phone_made_on_that_turn_meanwhile(game):
    """The host took a claim back; its player claimed anew; then the host undid the taking back."""
    first = claim(game, 1, 10)
    take_back(game, 1, first)
    players_own = replace(where(game), phone="phone of the player")
    taps.claim_icons(players_own, uuid4(), 12)
    taps.undo(where(game), uuid4())
    assert race(game) == [((0, 12),)]


def test_undo_takes_back_this_phones_claim_only(game):
    claim(game, 1, 10)
    another = replace(where(game), phone="phone of the player")
    taps.claim_icons(another, uuid4(), 12)
    taps.undo(where(game), uuid4())
    assert race(game) == [((0, 12),)]
    taps.undo(where(game), uuid4())
    assert race(game) == [((0, 12),)]
    taps.undo(another, uuid4())
    assert race(game) == []


# ------------------------------------------------------------------ cards that are claimed


def lying(game: Game, seat: int = 1) -> str:
    return tableau_text(table_of(game).rounds[0].seats[seat - 1].tableau)


def claim_counted(game: Game, seat: int = 1, moment: str = "") -> None:
    taps.tap(where(game, 1, seat), uuid4(), f"claim:counted{moment}")


def test_a_claim_counts_the_icons_that_lie_there_and_takes_those_cards_away(game):
    """Copies too; what lies face down has no icons (Sushi Go Party! rulebook, Card Guide)."""
    cards = add(where(game), "tofu", "uramaki-5", "uramaki-3", "uramaki-4")
    add(where(game), "uramaki-4", copy=True)
    taps.flip(where(game), uuid4(), cards[2])
    claim_counted(game)
    assert race(game) == [((0, 13),)]
    assert lying(game) == "tofu flipped:uramaki-3"
    assert Claim.objects.get().cards == 3
    taps.undo(where(game), uuid4())
    assert race(game) == []
    assert lying(game) == "uramaki-4 special-order:uramaki-4 uramaki-5 tofu flipped:uramaki-3"


def test_a_counted_claim_takes_its_place_among_the_others(game):
    claim(game, 2, 10)
    for seat, moment in ((1, ""), (4, ":before-1"), (3, ":with-2")):
        add(where(game, 1, seat), "uramaki-5", "uramaki-5")
        claim_counted(game, seat, moment)
    assert race(game) == [((3, 10),), ((1, 10), (2, 10)), ((0, 10),)]


@pytest.mark.parametrize("do", ["claim:counted", "claim:5-4"])
def test_fewer_than_ten_icons_that_lie_there_cannot_be_claimed(game, do):
    add(where(game), "uramaki-5", "uramaki-4")
    with pytest.raises(Refused, match="too-few-icons"):
        taps.tap(where(game), uuid4(), do)
    assert (race(game), lying(game)) == ([], "uramaki-4 uramaki-5")


def test_after_three_places_the_cards_stay_on_the_table(game):
    for _place in range(3):
        claim(game, 2, 10)
    add(where(game), "uramaki-5", "uramaki-5")
    with pytest.raises(Refused, match="no-place-left"):
        claim_counted(game)
    claim(game, 1, 10)
    assert lying(game) == "uramaki-5*2"
    claim_counted(game, moment=":before-1")
    assert (race(game)[0], lying(game)) == (((0, 10),), "")


# What lies there, in the order of the taps; what is claimed; what is left.
CLAIMED = [
    ("uramaki-5 uramaki-4 tea uramaki-5", "claim:5-5", 10, "uramaki-4 tea"),
    ("uramaki-5 uramaki-4 tea uramaki-5", "claim:5-4-5", 14, "tea"),
    ("uramaki-5 uramaki-4 tea uramaki-5", "claim:10", 10, "uramaki-4 tea"),
    ("uramaki-5 uramaki-4 tea uramaki-5", "claim:14", 14, "tea"),
    ("uramaki-5 uramaki-4 tea uramaki-5", "claim:counted", 14, "tea"),
    ("uramaki-5 uramaki-4 tea uramaki-5", "claim:11", 11, "uramaki-4 uramaki-5*2 tea"),
    ("uramaki-3 uramaki-4 uramaki-5 uramaki-4 uramaki-4", "claim:12", 12, "uramaki-4*2"),
    ("uramaki-5 uramaki-5 uramaki-5", "claim:15", 15, ""),
    ("uramaki-3 uramaki-3 uramaki-4 uramaki-3", "claim:4-3-3", 10, "uramaki-3"),
]


@pytest.mark.parametrize(("cards", "do", "icons", "left"), CLAIMED)
def test_the_cards_that_are_claimed_go_and_those_played_later_stay(game, cards, do, icons, left):
    add(where(game), *cards.split())
    lay = lying(game)
    taps.tap(where(game), uuid4(), do)
    assert (race(game), lying(game)) == ([((0, icons),)], left)
    taps.undo(where(game), uuid4())
    assert (race(game), lying(game)) == ([], lay)
    taps.tap(where(game), uuid4(), do)
    for _ in range(2):
        take_back(game, 1, Claim.objects.get(withdrawn_by=None).pk)
        assert (race(game), lying(game)) == ([], lay)
        taps.undo(where(game), uuid4())
        assert (race(game), lying(game)) == ([((0, icons),)], left)


@pytest.mark.parametrize("do", ["claim:5-5", "claim:5-4-3", "claimed:5-5"])
def test_cards_that_another_phone_has_taken_away_cannot_be_claimed(game, do):
    add(where(game), "uramaki-5", "uramaki-4", "uramaki-3")
    add(where(game, 1, 2), "uramaki-5")
    taps.take_away(where(game), uuid4(), table_of(game).rounds[0].seats[0].entries[2].pk)
    with pytest.raises(Refused, match="cards-gone"):
        taps.tap(where(game), uuid4(), do)
    assert (race(game), lying(game)) == ([], "uramaki-4 uramaki-5")


def test_the_copy_of_a_card_is_claimed_before_the_card_that_it_copies(game):
    """Else a special order would lie there that copies nothing."""
    add(where(game), "uramaki-5", "uramaki-5")
    add(where(game), "uramaki-5", copy=True)
    taps.tap(where(game), uuid4(), "claim:5-5")
    assert lying(game) == "uramaki-5"


def test_cards_are_of_no_claim_that_was_taken_back(game):
    add(where(game), "uramaki-5", "uramaki-5")
    with pytest.raises(Refused, match="claim-gone"):
        taps.tap(where(game), uuid4(), "claimed:5-5")
    assert len(table_of(game).rounds[0].seats[0].entries) == 2


def test_a_claim_by_number_is_of_the_cards_that_are_said_later(game):
    """The claim stays in its place; taken back, it brings just these cards back."""
    standing = claim(game, 1, 10)
    claim(game, 2, 11)
    add(where(game), "uramaki-5", "uramaki-4", "uramaki-5")
    taps.tap(where(game), uuid4(), "claimed:5-5")
    assert (race(game), lying(game)) == ([((0, 10),), ((1, 11),)], "uramaki-4")
    assert [one.cards for one in table_of(game).rounds[0].claims] == [2, 0]
    taps.undo(where(game), uuid4())
    assert lying(game) == "uramaki-4 uramaki-5*2"
    assert [one.cards for one in table_of(game).rounds[0].claims] == [0, 0]
    taps.tap(where(game), uuid4(), "claimed:5-4-5")
    assert lying(game) == ""
    take_back(game, 1, standing)
    assert (race(game), lying(game)) == ([((1, 11),)], "uramaki-4 uramaki-5*2")


def test_cards_of_which_it_is_said_that_they_were_claimed_are_told_as_taken_away(game):
    claim(game, 1, 10)
    add(where(game), "uramaki-5", "uramaki-5")
    tap = uuid4()
    taps.tap(where(game), tap, "claimed:5-5")
    told = taps_announcement(table_of(game), where(game).phone, [tap])
    assert told == "2 times uramaki with 5 icons taken away; 2 of 9 cards"
    table = table_of(game)
    assert (
        tableau_history(table, table.rounds[0].seats[0])[-1].what
        == "took uramaki with 5 icons, uramaki with 5 icons away"
    )


def test_the_cards_of_a_claim_are_said_of_the_one_with_just_so_many_icons(game):
    claim(game, 1, 12)
    claim(game, 1, 10)
    add(where(game), "uramaki-5", "uramaki-5")
    taps.tap(where(game), uuid4(), "claimed:counted")
    assert [(one.icons, one.cards) for one in table_of(game).rounds[0].claims] == [(12, 0), (10, 2)]


def test_undoing_a_claim_brings_the_cards_back_that_another_phone_said_were_its(game):
    claim(game, 1, 10)
    add(replace(where(game), phone="phone of the player"), "uramaki-5", "uramaki-5", "uramaki-3")
    taps.tap(replace(where(game), phone="phone of the player"), uuid4(), "claimed:5-5")
    assert lying(game) == "uramaki-3"
    taps.undo(where(game), uuid4())
    assert (race(game), lying(game)) == ([], "uramaki-3 uramaki-5*2")


def test_uramaki_that_were_claimed_by_number_go_with_one_tap(game):
    add(where(game), "uramaki-5", "tofu", "uramaki-5")
    taps.tap(where(game), uuid4(), "take:uramaki")
    assert lying(game) == "tofu"
    taps.undo(where(game), uuid4())
    assert lying(game) == "uramaki-5*2 tofu"


def test_a_round_is_not_confirmed_while_ten_icons_lie_there_and_a_place_is_open(game):
    add(where(game), "uramaki-5", "uramaki-5")
    with pytest.raises(Refused, match="claim-missing"):
        confirm(game, 1)
    for _place in range(3):
        claim(game, 2, 10)
    confirm(game, 1)


def test_cards_that_were_claimed_are_counted_as_dealt(game):
    """Three cards of ten icons in all are three, not the two that ten icons need at least."""
    add(where(game), "uramaki-3", "uramaki-3", "uramaki-4", "tofu")
    claim_counted(game)
    assert table_of(game).rounds[0].seats[0].claimed_cards == 3
    claim(game, 2, 10)
    assert table_of(game).rounds[0].seats[1].claimed_cards == 2


def test_an_undo_says_that_the_cards_were_claimed_on_another_phone(game):
    own = taps.Where(game.pk, 1, 2, OTHER_PHONE)
    add(own, "uramaki-5", "uramaki-5", "tempura")
    taps.tap(where(game, 1, 2), uuid4(), "claim:5-5")
    words = []
    for _ in range(2):
        taps.undo(own, undo := uuid4())
        words.append(taps_announcement(table_of(game), OTHER_PHONE, [undo]))
    stays = "the claim was entered on another phone, and stays; 2 of 9 cards"
    assert words == ["Undone. Tempura taken away; 2 of 9 cards", stays]
    taps.take_away(where(game, 1, 2), uuid4(), add(own, "eel")[0])
    taps.undo(own, undo := uuid4())
    words = taps_announcement(table_of(game), OTHER_PHONE, [undo])
    assert words == "that was changed on another phone since; 2 of 9 cards"
