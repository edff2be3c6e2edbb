"""Cards that were entered under the wrong player change places with those of another seat, and a
tableau is cleared: each with one tap, undone as one."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from referee.access.games import Sender
from referee.models import Game, LateTap
from referee.play.pages.announcements import changed_by_others, taps_announcement
from referee.play.pages.history import game_history
from referee.play.services.late import add_late_taps
from referee.play.services.refusals import Refused
from referee.play.services.seating import Sitting, change_seats
from referee.play.services.taps import SentTap, take_taps
from referee.rules.notation import tableau_text
from tests import taps
from tests.factories import (
    PHONE,
    GameFactory,
    add,
    confirm,
    say_ready,
    table_of,
    version_of,
    where,
)
from tests.plain_words import plain
from tests.play.services.steps import lying, play, race
from tests.rows import first
from tests.taps import Where

pytestmark = pytest.mark.django_db

OTHER = "another phone"


@pytest.fixture
def game() -> Game:
    """A game of three with wasabi, uramaki and takeout boxes."""
    menu = ["uramaki", "tofu", "eel", "tempura", "wasabi", "takeout-box", "fruit"]
    return GameFactory(setup__ruleset="sushi-go-party", setup__menu=menu, setup__number=3)


@pytest.fixture
def ana(game: Game) -> Where:
    """The first seat's tableau in the first round."""
    return where(game)


@pytest.fixture
def ben(game: Game) -> Where:
    """The second seat's."""
    return where(game, 1, 2)


def swap(at: Where, place: int) -> UUID:
    tap = uuid4()
    taps.tap(at, tap, f"swap:{place}")
    return tap


def undo(at: Where) -> None:
    taps.undo(at, uuid4())


# ------------------------------------------------------------- swap and move


# Taps (see steps.py); what lies on the three tableaus then; the race, by turns.
MEANWHILE = "tofu eel 2/tempura swap:2 ~2/egg-nigiri ~2/take:1 ~2/flip:2 ~wasabi"
CLAIMED = "uramaki-5 uramaki-5 tofu claim:counted 2/claim:11:with-1 3/claim:12 claim:13 swap:2"
GIVEN_BACK = "uramaki-5 uramaki-5 claim:counted swap:2 2/unclaim"
SWAPPED: list[tuple[str, str, list]] = [
    ("tofu flipped swap:2", "|tofu flipped|", []),
    ("tofu flipped swap:2 swap:2", "tofu flipped||", []),
    ("tofu eel tempura swap:2 take:1", "|tempura eel tofu|", []),
    ("tofu eel tempura swap:2 2/take:1 2/flip:2", "|tempura flipped:eel|", []),
    # Undo on either tableau puts everything back, once.
    ("wasabi squid-nigiri 2/eel swap:2 undo", "wasabi+squid-nigiri|eel|", []),
    ("wasabi squid-nigiri 2/eel swap:2 2/undo", "wasabi+squid-nigiri|eel|", []),
    ("wasabi squid-nigiri 2/eel swap:2 undo undo 2/undo", "wasabi||", []),
    ("wasabi squid-nigiri 2/eel swap:2 2/undo undo 2/undo", "wasabi||", []),
    # It keeps what another phone did meanwhile, whose undo finds no more what it flipped.
    (f"{MEANWHILE} undo", "wasabi flipped:eel|egg-nigiri tempura|", []),
    (f"{MEANWHILE} 2/undo", "wasabi flipped:eel|egg-nigiri tempura|", []),
    (f"{MEANWHILE} undo ~2/undo", "wasabi flipped:eel|egg-nigiri tempura|", []),
    (f"{MEANWHILE} undo ~2/undo ~2/undo", "wasabi flipped:eel|egg-nigiri tempura tofu|", []),
    ("tofu swap:2 ~undo ~2/undo", "|tofu|", []),
    ("tofu 2/eel swap:2 ~2/swap:3", "eel||tofu", []),
    ("tofu 2/eel swap:2 ~2/swap:3 undo", "|eel|tofu", []),
    # Two phones mend the same mistake: they name a card that they saw.
    ("tofu swap:2:1 ~swap:2:1", "|tofu|", []),
    # Claims that took cards off a tableau move with them.
    (CLAIMED, "|tofu|", [((0, 11), (1, 10)), ((2, 12),), ((1, 13),)]),
    (f"{CLAIMED} undo", "tofu||", [((0, 10), (1, 11)), ((2, 12),), ((0, 13),)]),
    (GIVEN_BACK, "|uramaki-5*2|", []),
    (f"{GIVEN_BACK} 2/undo", "||", [((1, 10),)]),
    (f"{GIVEN_BACK} 2/undo 2/undo", "||", [((0, 10),)]),
    (f"{GIVEN_BACK} 2/undo 2/undo undo", "uramaki-5*2||", []),
    # Where a seat has claimed anew on that turn, both claims stay.
    ("claim:10 swap:2 claim:11:with-1 2/undo", "||", [((0, 11), (1, 10))]),
    # A phone undoes its taps on the tableau that it shows; these cards lie elsewhere.
    ("~uramaki-5 ~uramaki-5 ~tofu ~claim:counted swap:2 ~undo", "|tofu|", [((1, 10),)]),
    ("~uramaki-5 ~uramaki-5 ~claim:counted unclaim swap:2 ~undo", "|uramaki-5*2|", []),
    ("wasabi squid-nigiri flipped 2/eel clear", "|eel|", []),
    (
        "wasabi squid-nigiri flipped 2/eel clear ~eel undo",
        "wasabi+squid-nigiri eel flipped|eel|",
        [],
    ),
    ("tofu claim:10 clear", "||", [((0, 10),)]),
]


@pytest.mark.parametrize(("steps", "lies", "claims"), first(12, SWAPPED))
def test_swapped_and_cleared(game, steps, lies, claims):
    play(game, steps)
    assert (lying(game), race(game)) == (lies, claims)
    assert version_of(game) == len(steps.split())


def test_cards_of_other_seats_and_rounds_stay(game, ana):
    play(game, "wasabi squid-nigiri tofu 2/eel 3/tempura")
    add(where(game, 2, 2), "tempura")
    swap(ana, 2)
    assert lying(game) == "eel|wasabi+squid-nigiri tofu|tempura"
    assert tableau_text(table_of(game).rounds[1].seats[1].tableau) == "tempura"


def test_swapped_cards_are_the_same_cards_in_the_same_order(game, ana, ben):
    added = add(ana, "tofu", "eel", "tempura")
    taps.flip(ana, uuid4(), added[1])
    swap(ben, 1)
    entries = table_of(game).rounds[0].seats[1].entries
    assert [entry.card for entry in entries] == added
    assert [entry.place for entry in entries] == [1, 2, 3]
    assert [entry.flipped for entry in entries] == [False, True, False]


def test_a_swap_takes_back_that_the_cards_of_both_are_complete(game, ana):
    add(ana, "tofu")
    for place in (1, 2, 3):
        say_ready(game.pk, 1, place, ready=True)
    swap(ana, 2)
    assert [seat.is_ready for seat in table_of(game).rounds[0].seats] == [False, False, True]
    taps.tap(where(game, 1, 3), uuid4(), "clear:")
    assert not table_of(game).rounds[0].seats[2].is_ready


# ------------------------------------------------------------- undo


def test_undo_of_a_swap_needs_the_right_to_enter_for_both(game, ana, ben):
    add(ana, "tofu")
    swap(ana, 2)
    sent = SentTap(uuid4(), 1, 2, "undo:")
    receipt = take_taps(game.pk, Sender(PHONE, None, lambda place: place == 2), [sent])
    assert receipt.refused[sent.id].code == "not-yours"
    assert lying(game) == "|tofu|"


def test_undo_of_a_swap_is_refused_where_the_cards_no_longer_fit(game, ana, ben):
    most = table_of(game).setting.max_cards
    add(ana, *["tempura"] * most)
    swap(ana, 2)
    add(replace(ana, phone=OTHER), "tofu")
    for at in (ana, ben):
        with pytest.raises(Refused, match="too-many"):
            undo(at)
    assert lying(game) == f"tofu|tempura*{most}|"


def test_what_was_swapped_with_a_seat_that_was_taken_out_since_stays(game, ana):
    add(where(game, 1, 3), "tofu")
    tap = swap(ana, 3)
    change_seats(game.pk, [Sitting("Ana", 1), Sitting("Ben", 2)])
    undo(ana)
    assert lying(game) == "tofu|"
    assert words(game, 0)[0] == "moved everything here from somebody who is off the list"
    assert taps_announcement(table_of(game), PHONE, [tap]).startswith("moved here from somebody")


# ------------------------------------------------------------- sent, late, refused


def test_a_batch_swaps_in_its_order(game, ana):
    asked = [
        SentTap(uuid4(), 1, seat, do)
        for seat, do in [
            (1, "add:tofu"),
            (2, "add:eel"),
            (1, "swap:2"),
            (1, "add:tempura"),
            (2, "swap:3"),
            (1, "undo:"),  # the tempura
            (3, "add:wasabi"),
            (2, "undo:"),  # to 3 again
            (1, "swap:3"),
            (2, "undo:"),  # the first swap; but its eel lies elsewhere by now
        ]
    ]
    receipt = take_taps(game.pk, Sender(PHONE), asked)
    assert receipt.taken == [tap.id for tap in asked]
    assert lying(game) == "wasabi tofu||eel"
    assert version_of(game) == len(asked)


@pytest.mark.parametrize("place", [0, 1, 4, 999])
def test_a_swap_with_a_seat_that_is_none_or_the_same_is_refused(game, ana, place):
    add(ana, "tofu")
    with pytest.raises(Refused, match="no-such-tableau"):
        swap(ana, place)
    confirm(game, 1)
    with pytest.raises(Refused, match="no-such-tableau"):
        swap(ana, place)
    assert not LateTap.objects.exists()


@pytest.mark.parametrize("is_late", [False, True])
def test_a_phone_with_one_seat_cannot_move_cards_to_anothers(game, ana, ben, is_late):
    add(ana, "tofu")
    add(ben, "eel")
    if is_late:
        confirm(game, 1)
    version = version_of(game)
    for seat, place in ((1, 2), (2, 1)):
        sent = SentTap(uuid4(), 1, seat, f"swap:{place}")
        receipt = take_taps(game.pk, Sender(OTHER, None, lambda place: place == 1), [sent])
        assert receipt.refused[sent.id].code == "not-yours"
    assert (lying(game), version_of(game)) == ("tofu|eel|", version)
    assert not LateTap.objects.exists()


@pytest.mark.parametrize("do", ["swap:2", "clear:"])
def test_one_that_is_late_waits_until_the_host_adds_it(game, ana, do):
    add(ana, "tofu", "eel")
    confirm(game, 1)
    tap = uuid4()
    receipt = taps.tap(ana, tap, do)
    assert (receipt.late, lying(game)) == ([tap], "eel tofu||")
    assert add_late_taps(game.pk, 1) == (1, 0)
    assert lying(game) == ("|eel tofu|" if do == "swap:2" else "||")
    undo(ana)
    assert lying(game) == "eel tofu||"


# ------------------------------------------------------------- what is shown of it


def test_all_pages_are_told_of_a_swap(game, ana, monkeypatch):
    add(ana, "tofu")
    heard = []
    tell = "referee.play.services.locking.tell"
    monkeypatch.setattr(tell, lambda *_args, **facts: heard.append(facts["tableaus"]))
    swap(ana, 2)
    undo(where(game, 1, 2))
    taps.tap(ana, uuid4(), "clear:")
    assert heard == [None, None, frozenset({"1-1"})]


def words(game: Game, seat: int) -> list[str]:
    table = table_of(game)
    row = table.rounds[0].seats[seat].laid.row
    return [tap.what for tap in game_history(table)[row.pk]]


def test_the_history_says_whose_cards_went_where(game, ana, ben):
    add(ana, "tofu")
    swap(ana, 2)
    undo(ana)
    add(ben, "eel")
    swap(ana, 2)
    taps.tap(ana, uuid4(), "clear:")
    undone = "moved everything back"
    assert list(map(plain, words(game, 0))) == [
        "added tofu",
        "moved everything to Ben",
        undone,
        "swapped everything with Ben",
        "took away eel",
    ]
    assert list(map(plain, words(game, 1))) == [
        "moved everything here from Ana",
        undone,
        "added eel",
        "swapped everything with Ana",
    ]


def test_what_a_swap_has_done_is_told_of_both(game, ana, ben):
    add(ana, "tofu", "eel")
    tap = swap(ana, 2)
    assert plain(taps_announcement(table_of(game), PHONE, [tap])) == (
        "Ana: moved to Ben; 0 of 10 cards. Ben: moved here from Ana; 2 of 10 cards."
    )
    back = uuid4()
    taps.undo(ben, back)
    assert plain(taps_announcement(table_of(game), PHONE, [back])) == (
        "Ben: Undone. Tofu taken away; eel taken away; 0 of 10 cards. "
        "Ana: Undone. Tofu, 2 points; eel, loses 3 points; 2 of 10 cards."
    )
    add(ben, "tempura")
    tap = swap(ben, 1)
    told = plain(taps_announcement(table_of(game), PHONE, [tap]))
    assert told == ("Ben: swapped with Ana; 2 of 10 cards. Ana: swapped with Ben; 1 of 10 cards.")


def test_others_hear_of_a_swap_on_their_page(game, ana):
    add(ana, "tofu")
    before = version_of(game)
    swap(ana, 2)
    visit = type("Visit", (), {"phone": OTHER})()
    told = changed_by_others(table_of(game).rounds[0].seats[1], visit, since=before)
    assert plain(told) == "Ben, changed on another phone: 1 added; 1 of 10 cards"
