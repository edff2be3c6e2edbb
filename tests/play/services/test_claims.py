"""The uramaki race as it is entered."""

from uuid import UUID, uuid4

import pytest

from referee.models import Claim, Game, LateTap
from referee.play.pages.announcements import taps_announcement
from referee.play.pages.history import tableau_history
from referee.play.services.refusals import Refused
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
from tests.play.services.steps import lying as everywhere
from tests.play.services.steps import play, race
from tests.rows import first

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game with uramaki."""
    return GameFactory(
        setup__ruleset="sushi-go-party", setup__menu="points-platter", setup__number=4
    )


def lying(game: Game) -> str:
    """What lies on the first seat's tableau."""
    return everywhere(game).split("|")[0]


def take_back(game: Game, round_number: int, claim_id: UUID) -> None:
    """Takes a claim back on the claimant's page."""
    place = Claim.objects.get(pk=claim_id).seat.place
    taps.take_back(where(game, round_number, place), uuid4(), claim_id)


COUNTED = "tofu uramaki-5 uramaki-3 uramaki-4 copy:uramaki-4 flip:3 claim:counted"
LATER = "claim:10 2/claim:11 uramaki-5 uramaki-4 uramaki-5 claimed:5-5"
BY_ANOTHER = "claim:10 ~uramaki-5 ~uramaki-5 ~uramaki-3 ~claimed:5-5"
# Taps (see steps.py); the race, by turns; what lies on the first seat's tableau then.
RACES: list[tuple[str, list, str]] = [
    ("3/claim:10 claim:12 2/claim:11:with-2", [((2, 10),), ((0, 12), (1, 11))], ""),
    ("claim:63 claim:10", [((0, 63),), ((0, 10),)], ""),
    # Forgotten ones come before those that stand; a turn that is none is after all the others.
    ("claim:10 2/claim:11 3/claim:12:before-1", [((2, 12),), ((0, 10),), ((1, 11),)], ""),
    ("claim:10 2/claim:11 4/claim:13:before-2", [((0, 10),), ((3, 13),), ((1, 11),)], ""),
    (
        "claim:10 2/claim:11:before-1 3/claim:12:before-2 4/claim:13:before-3",
        [((1, 11),), ((2, 12),), ((3, 13),), ((0, 10),)],
        "",
    ),
    ("claim:10 2/claim:11:before-7 3/claim:12:with-9", [((0, 10),), ((1, 11),), ((2, 12),)], ""),
    # Undo takes back the last action, be it a card or a claim.
    ("tempura claim:10 unclaim undo", [((0, 10),)], "tempura"),
    ("tempura claim:10 unclaim undo undo", [], "tempura"),
    ("tempura claim:10 unclaim undo undo undo", [], ""),
    # A claim was taken back, and claimed anew on another phone.
    ("claim:10 unclaim ~claim:12 undo", [((0, 12),)], ""),
    ("claim:10 ~claim:12 undo", [((0, 12),)], ""),
    ("claim:10 ~claim:12 undo undo", [((0, 12),)], ""),
    ("claim:10 ~claim:12 undo undo ~undo", [], ""),
    # The icons that lie there, of copies too; what lies face down has none (Sushi Go Party!
    # rulebook, Card Guide).
    (COUNTED, [((0, 13),)], "tofu flipped:uramaki-3"),
    (f"{COUNTED} undo", [], "uramaki-4 special-order:uramaki-4 uramaki-5 tofu flipped:uramaki-3"),
    ("2/claim:10 uramaki-5 uramaki-5 claim:counted:before-1", [((0, 10),), ((1, 10),)], ""),
    ("2/claim:10 uramaki-5 uramaki-5 claim:counted:with-1", [((0, 10), (1, 10))], ""),
    ("2/claim:10 uramaki-5 uramaki-5 claim:counted", [((1, 10),), ((0, 10),)], ""),
    # A copy goes first: else a special order would lie there that copies nothing.
    ("uramaki-5 uramaki-5 copy:uramaki-5 claim:5-5", [((0, 10),)], "uramaki-5"),
    # A claim by number is of the cards that are said later, and brings them back.
    (LATER, [((0, 10),), ((1, 11),)], "uramaki-4"),
    (f"{LATER} undo", [((0, 10),), ((1, 11),)], "uramaki-4 uramaki-5*2"),
    (f"{LATER} undo claimed:5-4-5", [((0, 10),), ((1, 11),)], ""),
    (f"{LATER} undo claimed:5-4-5 unclaim", [((1, 11),)], "uramaki-4 uramaki-5*2"),
    (BY_ANOTHER, [((0, 10),)], "uramaki-3"),
    (f"{BY_ANOTHER} undo", [], "uramaki-3 uramaki-5*2"),
]


@pytest.mark.parametrize(("steps", "claims", "lies"), RACES)
def test_claims_stand_in_the_order_of_their_turns_and_take_cards_away(game, steps, claims, lies):
    play(game, steps)
    assert (race(game), lying(game)) == (claims, lies)
    assert version_of(game) == len(steps.split())


@pytest.mark.parametrize("icons", [-1, 0, 9, 64, 10**9])
def test_a_number_of_icons_that_cannot_be_is_refused(game, icons):
    with pytest.raises(Refused, match="not-a-number"):
        claim(game, 1, icons)
    assert race(game) == []
    assert version_of(game) == 0


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
    claim(game, 2, 12, round_=2)
    assert race(game) == race(other) == [((0, 10),)]
    assert list(table_of(game).sheet.rounds[1].claims) == [((1, 12),)]


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


# ------------------------------------------------------------------ cards that are claimed


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
        play(game, "claim:counted")
    claim(game, 1, 10)
    assert lying(game) == "uramaki-5*2"
    play(game, "claim:counted:before-1")
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


@pytest.mark.parametrize(("cards", "do", "icons", "left"), first(4, CLAIMED))
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


def test_cards_are_of_no_claim_that_was_taken_back(game):
    add(where(game), "uramaki-5", "uramaki-5")
    with pytest.raises(Refused, match="claim-gone"):
        taps.tap(where(game), uuid4(), "claimed:5-5")
    assert len(table_of(game).rounds[0].seats[0].entries) == 2


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
        == "took away uramaki with 5 icons, uramaki with 5 icons"
    )


def test_the_cards_of_a_claim_are_said_of_the_one_with_just_so_many_icons(game):
    claim(game, 1, 12)
    claim(game, 1, 10)
    add(where(game), "uramaki-5", "uramaki-5")
    taps.tap(where(game), uuid4(), "claimed:counted")
    assert [(one.icons, one.cards) for one in table_of(game).rounds[0].claims] == [(12, 0), (10, 2)]


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
    play(game, "claim:counted")
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
