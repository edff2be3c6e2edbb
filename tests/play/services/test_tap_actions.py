"""Taps on a tableau: what each does, and that doing it twice is doing it once."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from uuid import UUID, uuid4

import pytest

from referee.access.games import Sender
from referee.models import Entry, Game, LateTap, Tableau, Tap
from referee.play.services.joining import join
from referee.play.services.refusals import Refused
from referee.play.services.taps import Receipt, SentTap, take_taps
from referee.rules import parse_tableau
from tests import taps
from tests.factories import (
    OTHER_PHONE,
    GameFactory,
    add,
    confirm,
    table_of,
    version_of,
    where,
)
from tests.taps import Where

pytestmark = pytest.mark.django_db

SQUID, EGG = "squid-nigiri", "egg-nigiri"
MOST = 20
"""Cards that a tableau of three players holds: twice the ten that are dealt."""


@pytest.fixture
def game() -> Game:
    """A Party game with takeout boxes, special orders and wasabi."""
    menu = ["maki", "tofu", "eel", "tempura", "special-order", "takeout-box", "fruit"]
    return GameFactory(setup__ruleset="sushi-go-party", setup__menu=menu, setup__number=3)


@pytest.fixture
def at(game: Game) -> Where:
    """The first seat's tableau in the first round."""
    return where(game)


def lying(at: Where) -> Tableau:
    """The tableau as the rules know it."""
    return table_of(Game(pk=at.game)).rounds[at.round - 1].seats[at.seat - 1].tableau


def entries(at: Where) -> list[Entry]:
    """The live entries in order."""
    return list(table_of(Game(pk=at.game)).rounds[at.round - 1].seats[at.seat - 1].entries)


def assert_lying(at: Where, text: str) -> None:
    assert lying(at) == parse_tableau(text)


def test_an_added_card_lies_in_its_own_tableau_only(game, at):
    add(at, "maki-3", "tofu")
    add(where(game, 2, 3), "eel")
    assert_lying(at, "maki-3 tofu")
    assert_lying(where(game, 2, 3), "eel")
    assert_lying(where(game, 1, 2), "")
    assert version_of(game) == 3


def test_a_nigiri_lands_on_a_free_wasabi_by_itself_and_else_lies_bare(at):
    add(at, EGG, "wasabi", SQUID, EGG)
    assert_lying(at, "egg-nigiri*2 wasabi+squid-nigiri")


def test_a_special_order_copies_and_a_copied_nigiri_lands_on_no_wasabi_by_itself(at):
    """It may lie on one; not where it copies a nigiri that does."""
    add(at, "tofu", "wasabi", SQUID, "wasabi")
    add(at, "tofu", SQUID, copy=True)
    assert_lying(
        at, "tofu wasabi wasabi+squid-nigiri special-order:tofu special-order:squid-nigiri"
    )


def test_a_face_down_card_has_no_front(at):
    add(at, "", "")
    assert_lying(at, "flipped*2")


def test_a_card_is_taken_away_and_stays_gone(at):
    tofu, eel = add(at, "tofu", "eel")
    taps.take_away(at, uuid4(), tofu)
    assert_lying(at, "eel")
    taps.take_away(at, uuid4(), tofu)
    assert_lying(at, "eel")
    assert [entry.pk for entry in entries(at)] == [eel]


def test_a_card_of_another_tableau_cannot_be_taken_from_here(game, at):
    (theirs,) = add(where(game, 1, 2), "tofu")
    taps.take_away(at, uuid4(), theirs)
    taps.flip(at, uuid4(), theirs)
    assert_lying(where(game, 1, 2), "tofu")


def test_a_flipped_card_turns_up_again(at):
    (eel,) = add(at, "eel")
    taps.flip(at, uuid4(), eel)
    assert_lying(at, "flipped:eel")
    taps.flip(at, uuid4(), entries(at)[0].pk)
    assert_lying(at, "eel")


def test_a_card_is_found_by_what_a_phone_saw_of_it_although_it_was_turned_meanwhile(at):
    (eel,) = add(at, "eel")
    taps.flip(at, uuid4(), eel)
    assert eel not in [entry.pk for entry in entries(at)]
    taps.flip(at, uuid4(), eel)  # another phone's, which saw it face up
    assert_lying(at, "flipped:eel")
    taps.take_away(at, uuid4(), eel)
    assert_lying(at, "")


def test_a_card_with_no_known_front_cannot_be_turned_up(at):
    (card,) = add(at, "")
    taps.flip(at, uuid4(), card)
    assert_lying(at, "flipped")


def test_flipping_a_wasabi_leaves_its_nigiri_bare_beside_another_free_one(at):
    wasabi, _squid, _other = add(at, "wasabi", SQUID, "wasabi")
    taps.flip(at, uuid4(), wasabi)
    assert_lying(at, "flipped:wasabi squid-nigiri wasabi")


@pytest.mark.parametrize(
    ("frees", "text"), [(True, "wasabi+egg-nigiri"), (False, "wasabi egg-nigiri")]
)
def test_the_next_nigiri_lands_where_a_flipped_one_lay_by_the_house_rule(frees, text):
    game = GameFactory(
        setup__ruleset="sushi-go-party",
        setup__menu=["maki", "tofu", "eel", "tempura", "wasabi", "takeout-box", "fruit"],
        setup__house_rules={"flipped-nigiri-frees-wasabi": frees},
    )
    at = where(game)
    _wasabi, squid = add(at, "wasabi", SQUID)
    taps.flip(at, uuid4(), squid)
    add(at, EGG)
    assert_lying(at, f"{text} flipped:squid-nigiri")


def known(at):
    """Of each wasabi, whether somebody has said what lies on it, by the rows."""
    return [entry.is_known for entry in entries(at) if entry.face == "wasabi"]


def test_what_lies_on_a_wasabi_is_stored_as_it_was_said(at):
    """Nothing said, this nigiri, bare; a tap that names an older entry means the same card."""
    wasabi, squid = add(at, "wasabi", SQUID)
    assert_lying(at, "wasabi+squid-nigiri")
    assert known(at) == [False]
    taps.say_on(at, uuid4(), wasabi, squid)
    assert_lying(at, "wasabi+squid-nigiri")
    assert known(at) == [True]
    taps.say_bare(at, uuid4(), wasabi)
    assert_lying(at, "wasabi squid-nigiri")
    assert known(at) == [True]
    taps.undo(at, uuid4())
    taps.undo(at, uuid4())
    assert_lying(at, "wasabi+squid-nigiri")
    assert known(at) == [False]


def test_what_was_said_of_a_wasabi_stays_with_later_taps(at):
    wasabi, egg = add(at, "wasabi", EGG)
    taps.say_bare(at, uuid4(), wasabi)
    add(at, SQUID, "tofu")
    assert_lying(at, "wasabi egg-nigiri squid-nigiri tofu")
    taps.say_on(at, uuid4(), wasabi, egg)
    (other,) = add(at, "wasabi")
    add(at, "salmon-nigiri")
    assert_lying(at, "wasabi+egg-nigiri wasabi+salmon-nigiri squid-nigiri tofu")
    assert known(at) == [True, False]
    taps.say_bare(at, uuid4(), other)
    assert known(at) == [True, True]


def test_two_phones_that_say_another_nigiri_each_leave_what_was_said_last(at):
    squid, wasabi, egg = add(at, SQUID, "wasabi", EGG)
    taps.say_on(at, uuid4(), wasabi, squid)
    assert_lying(at, "wasabi+squid-nigiri egg-nigiri")
    taps.say_on(at, uuid4(), wasabi, egg)
    assert_lying(at, "squid-nigiri wasabi+egg-nigiri")


def test_of_a_wasabi_whose_nigiri_goes_nothing_is_known_any_more(at):
    wasabi, squid = add(at, "wasabi", SQUID)
    taps.say_on(at, uuid4(), wasabi, squid)
    taps.take_away(at, uuid4(), squid)
    add(at, EGG)
    assert_lying(at, "wasabi+egg-nigiri")
    assert known(at) == [False]
    taps.undo(at, uuid4())
    taps.undo(at, uuid4())
    assert_lying(at, "wasabi+squid-nigiri")
    assert known(at) == [True]


def test_a_nigiri_whose_wasabi_is_taken_away_lies_bare(at):
    wasabi, squid = add(at, "wasabi", SQUID)
    taps.say_on(at, uuid4(), wasabi, squid)
    taps.take_away(at, uuid4(), wasabi)
    add(at, "wasabi")
    assert_lying(at, "squid-nigiri wasabi")
    assert known(at) == [False]


def test_only_a_nigiri_lies_on_a_wasabi(at):
    wasabi, tofu = add(at, "wasabi", "tofu")
    (squid,) = add(at, SQUID)
    for one, other in ((wasabi, tofu), (tofu, squid), (wasabi, uuid4()), (uuid4(), squid)):
        taps.say_on(at, uuid4(), one, other)
    taps.say_bare(at, uuid4(), tofu)
    assert_lying(at, "wasabi+squid-nigiri tofu")
    assert known(at) == [False]


def test_a_nigiri_that_is_said_to_lie_on_none_lands_nowhere(at):
    add(at, "wasabi")
    taps.tap(at, uuid4(), f"add:{SQUID}:bare")
    assert_lying(at, "wasabi squid-nigiri")
    assert known(at) == [False]


def since_bare(at):
    return table_of(Game(pk=at.game)).rounds[at.round - 1].seats[at.seat - 1].laid.nigiri_since_bare


def test_nigiri_that_came_after_nothing_was_said_are_named_until_that_is_said_anew(game, at):
    """Also where the wasabi is turned or swapped meanwhile, and the nigiri restored."""
    wasabi, _egg = add(at, "wasabi", EGG)
    taps.say_bare(at, uuid4(), wasabi)
    assert since_bare(at) == {}
    (squid,) = add(at, SQUID)
    assert since_bare(at) == {0: [2]}
    for _ in range(2):
        taps.flip(at, uuid4(), entries(at)[0].pk)
    assert 2 in since_bare(at)[0]
    taps.tap(at, uuid4(), "swap:2")
    taps.tap(at, uuid4(), "swap:2")
    assert 2 in since_bare(at)[0]
    taps.take_away(at, uuid4(), squid)
    taps.say_bare(replace(at, phone=OTHER_PHONE), uuid4(), wasabi)
    assert since_bare(at) == {}
    taps.undo(at, uuid4())
    assert since_bare(at) == {0: [2]}
    taps.say_bare(at, uuid4(), wasabi)
    assert since_bare(at) == {}


# ------------------------------------------------------------- the order of play


def test_whose_cards_come_in_the_order_of_play_has_said_what_lies_where(game, at):
    """What lies there already, and what comes in later rounds; a special order may lie anywhere."""
    add(at, SQUID, "wasabi", EGG)
    assert known(at) == [False]
    taps.tap(at, uuid4(), "in-order:")
    assert_lying(at, "squid-nigiri wasabi+egg-nigiri")
    assert known(at) == [True]
    later = where(game, 2)
    add(later, SQUID, "wasabi", "tofu")
    assert known(later) == [True]
    add(later, EGG, "wasabi", "wasabi", SQUID, SQUID)
    assert_lying(later, "squid-nigiri wasabi+egg-nigiri wasabi+squid-nigiri*2 tofu")
    assert known(later) == [True] * 3
    taps.tap(later, uuid4(), "any-order:")
    add(where(game, 3), "wasabi", EGG)
    assert known(where(game, 3)) == [False]


def test_the_order_of_play_is_said_for_all_seats_that_no_phone_holds(game, at):
    seats = list(game.seats.all())
    game.guests.create(phone=OTHER_PHONE, seat=seats[1])
    taps.tap(at, uuid4(), "in-order:")
    assert [seat.in_order for seat in game.seats.all()] == [s is not seats[1] for s in seats]
    taps.tap(where(game, 1, 2), uuid4(), "in-order:")
    taps.tap(at, uuid4(), "any-order:")
    assert [seat.in_order for seat in game.seats.all()] == [s is seats[1] for s in seats]


def test_in_order_said_by_mistake_is_taken_back_with_all_that_it_has_told(game, at):
    add(at, "wasabi", EGG, SQUID)
    taps.tap(at, uuid4(), "in-order:")
    add(at, "wasabi", "salmon-nigiri")
    assert known(at) == [True, True]
    taps.tap(at, uuid4(), "any-order:")
    assert known(at) == [False, False]
    assert_lying(at, "wasabi+egg-nigiri wasabi+salmon-nigiri squid-nigiri")


def test_who_takes_a_seat_has_said_nothing_of_the_order(game, at):
    taps.tap(at, uuid4(), "in-order:")
    join(game.pk, OTHER_PHONE, 2)
    assert [seat.in_order for seat in game.seats.all()][:2] == [True, False]


def test_the_order_is_heard_by_later_taps_of_one_batch_on_other_tableaus(game, at):
    taps.tap(at, uuid4(), "in-order:")
    table = table_of(game)
    does = [(1, "any-order:"), (2, "add:wasabi"), (2, f"add:{SQUID}")]
    sent = [SentTap(uuid4(), 1, seat, do) for seat, do in does]
    take_taps(game.pk, Sender(at.phone), sent, table)
    assert known(where(game, 1, 2)) == [False]


def test_undo_leaves_what_another_phone_has_said_or_turned_since(at):
    """Ana's phone has the last word on the wasabi; Ben's undoes what it had said, and its squid."""
    theirs = replace(at, phone=OTHER_PHONE)
    wasabi, _egg = add(at, "wasabi", EGG)
    (squid,) = add(theirs, SQUID)
    taps.say_on(theirs, uuid4(), wasabi, squid)
    taps.say_bare(at, uuid4(), wasabi)
    taps.undo(theirs, uuid4())
    assert_lying(at, "wasabi egg-nigiri squid-nigiri")
    assert known(at) == [True]
    taps.undo(theirs, uuid4())
    assert_lying(at, "wasabi egg-nigiri")
    assert known(at) == [True]


def test_undo_of_a_nigiri_leaves_its_wasabi_as_another_phone_has_turned_it(at):
    theirs = replace(at, phone=OTHER_PHONE)
    add(at, "wasabi")
    add(theirs, SQUID)
    taps.flip(at, uuid4(), entries(at)[0].pk)
    taps.undo(theirs, uuid4())
    assert_lying(at, "flipped:wasabi")


def test_an_undo_takes_back_a_card_and_not_what_was_said_of_the_order(game, at):
    add(at, "tofu")
    taps.tap(at, uuid4(), "in-order:")
    taps.undo(at, uuid4())
    assert_lying(at, "")
    assert game.seats.first().in_order


NO_FACES = {
    **{f"add:{face}": "no-such-card" for face in ("tempra", "maki", "\0", "tofu ", "flipped ")},
    **{f"copy:{face}": "no-such-card" for face in ("tempra", "flipped", "", "maki")},
    **{f"{verb}:{'x' * 10_000}": "not-understood" for verb in ("add", "copy")},
}


def test_a_face_that_is_none_is_refused_and_nothing_changes(game, at):
    for do, code in NO_FACES.items():
        with pytest.raises(Refused) as refused:
            taps.tap(at, uuid4(), do)
        assert refused.value.code == code, do
        assert version_of(game) == 0, do
        assert not Tap.objects.exists(), do


def test_a_special_order_must_copy_something(game, at):
    with pytest.raises(Refused, match="no-such-card"):
        taps.add_card(at, uuid4(), "", copy=True)
    assert version_of(game) == 0


def test_a_tableau_fuller_than_any_table_is_refused_and_what_lies_there_stays(game, at):
    row = Tableau.objects.get(round__game=game, round__number=1, seat__place=1)
    tap = Tap.objects.create(tableau=row, kind="add", number=1, phone="")
    Entry.objects.bulk_create(
        Entry(tableau=row, card=uuid4(), place=place, face="tempura", added_by=tap)
        for place in range(1, MOST)
    )
    add(at, "tempura")
    before = version_of(game)
    with pytest.raises(Refused) as refused:
        add(at, "tempura")
    assert (refused.value.code, refused.value.facts) == ("too-many", {"cards": MOST})
    assert_lying(at, f"tempura*{MOST}")
    assert version_of(game) == before


def test_cards_do_not_come_back_to_a_tableau_that_is_full_by_now(game, at):
    cards = add(at, *["tempura"] * MOST)
    taps.take_away(at, uuid4(), cards[0])
    add(replace(at, phone="another phone"), "tofu")
    with pytest.raises(Refused, match="too-many"):
        taps.undo(at, uuid4())
    assert_lying(at, f"tempura*{MOST - 1} tofu")


# ------------------------------------------------------------- twice is once

TapFunction = Callable[[Where, UUID, UUID], Receipt]
KINDS: dict[str, TapFunction] = {
    "add": lambda at, tap, _: taps.add_card(at, tap, "eel"),
    "copy": lambda at, tap, _: taps.add_card(at, tap, "tofu", copy=True),
    "take away": taps.take_away,
    "flip": taps.flip,
    "bare": lambda at, tap, _: taps.say_bare(at, tap, entries(at)[1].card),
    "undo": lambda at, tap, _: taps.undo(at, tap),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_tap_once_more_changes_nothing(game, at, kind):
    squid = add(at, "tofu", "wasabi", SQUID)[-1]
    before, tap = lying(at), uuid4()
    KINDS[kind](at, tap, squid)
    once, version, rows = lying(at), version_of(game), Entry.objects.count()
    assert once != before
    assert version == 4
    for _ in range(2):
        KINDS[kind](at, tap, squid)
    assert (lying(at), version_of(game), Entry.objects.count()) == (once, version, rows)


@pytest.mark.parametrize("kind", KINDS)
def test_a_tap_is_undone_to_what_lay_there_before(game, at, kind):
    squid = add(at, "tofu", "wasabi", SQUID)[-1]
    before = lying(at) if kind != "undo" else parse_tableau("tofu")
    KINDS[kind](at, uuid4(), squid)
    taps.undo(at, uuid4())
    assert lying(at) == before
    assert version_of(game) == 5


@pytest.mark.parametrize("kind", KINDS)
def test_a_tap_on_a_confirmed_round_is_kept_aside_and_changes_nothing_there(game, at, kind):
    squid = add(at, "tofu", "wasabi", SQUID)[-1]
    confirm(game, 1)
    before = (lying(at), Tap.objects.count(), Entry.objects.count())
    version, tap = version_of(game), uuid4()
    receipt = KINDS[kind](at, tap, squid)
    assert (receipt.taken, receipt.late, receipt.version) == ([], [tap], version + 1)
    assert (lying(at), Tap.objects.count(), Entry.objects.count()) == before
    kept = LateTap.objects.get()
    assert (kept.pk, kept.number, kept.decision) == (tap, version + 1, LateTap.Decision.WAITING)


def test_the_tap_that_was_answered_before_the_round_was_confirmed_is_no_refusal(game, at):
    tap = uuid4()
    taps.add_card(at, tap, "tofu")
    confirm(game, 1)
    receipt = taps.add_card(at, tap, "tofu")
    assert (receipt.taken, receipt.late) == ([tap], [])
    assert_lying(at, "tofu")
    assert not LateTap.objects.exists()


def test_a_tap_with_the_id_of_another_games_tap_is_refused_and_told_so(at):
    tap, elsewhere = uuid4(), where(GameFactory())
    taps.add_card(elsewhere, tap, "tempura")
    with pytest.raises(Refused, match="id-used"):
        taps.add_card(at, tap, "tempura")
    assert_lying(at, "")
    assert_lying(elsewhere, "tempura")


def test_an_id_that_was_used_for_another_tap_of_this_game_is_refused(game, at):
    (tap,) = add(at, "tofu")
    for seat, do in product((1, 2), ("add:tofu", "add:eel", "undo:")):
        if (seat, do) == (1, "add:tofu"):
            assert taps.tap(at, tap, do).taken == [tap]
        else:
            with pytest.raises(Refused, match="id-used"):
                taps.tap(where(game, 1, seat), tap, do)
        assert_lying(at, "tofu")
        assert version_of(game) == 1, (seat, do)


def test_a_card_stands_where_its_taps_event_number_puts_it(game, at):
    """However the cards are entered, their order in the tableau is that of the events."""
    add(where(game, 1, 2), "tofu")
    add(at, "eel", "tofu")
    add(where(game, 1, 2), "eel")
    add(at, "maki-1")
    numbers = {entry.face: entry.added_by.number for entry in entries(at)}
    assert {entry.face: entry.place for entry in entries(at)} == numbers
    assert numbers == {"eel": 2, "tofu": 3, "maki-1": 5}


def test_a_card_that_is_turned_over_keeps_its_place(at):
    eel, _tofu = add(at, "eel", "tofu")
    taps.flip(at, uuid4(), eel)
    assert [(entry.face, entry.place) for entry in entries(at)] == [("eel", 1), ("tofu", 2)]


# ------------------------------------------------------------- undo


def test_undo_passes_over_taps_that_changed_nothing(at):
    """A second press on "take away" finds the card gone; one undo must still bring it back."""
    tofu, _eel = add(at, "tofu", "eel")
    taps.take_away(at, uuid4(), tofu)
    taps.take_away(at, uuid4(), tofu)
    taps.flip(at, uuid4(), tofu)
    taps.undo(at, uuid4())
    assert_lying(at, "tofu eel")


def test_undo_brings_a_card_back_to_its_place(at):
    tofu, *_others = add(at, "tofu", "eel", "maki-1")
    taps.take_away(at, uuid4(), tofu)
    taps.undo(at, uuid4())
    assert [entry.face for entry in entries(at)] == ["tofu", "eel", "maki-1"]


def test_undo_of_a_flipped_wasabi_puts_its_nigiri_back_on_it(at):
    wasabi, _squid = add(at, "wasabi", SQUID)
    taps.flip(at, uuid4(), wasabi)
    assert_lying(at, "flipped:wasabi squid-nigiri")
    taps.undo(at, uuid4())
    assert_lying(at, "wasabi+squid-nigiri")


def test_undo_on_an_empty_tableau_does_nothing_and_harms_nobody(game, at):
    add(where(game, 1, 2), "tofu")
    taps.undo(at, uuid4())
    assert_lying(at, "")
    assert_lying(where(game, 1, 2), "tofu")


def test_undo_is_each_tableaus_own(game, at):
    add(at, "tofu")
    add(where(game, 1, 2), "eel")
    taps.undo(at, uuid4())
    assert_lying(at, "")
    assert_lying(where(game, 1, 2), "eel")


def test_undo_is_each_phones_own(at):
    other = replace(at, phone="another phone")
    add(at, "tofu")
    add(other, "eel")
    taps.undo(at, uuid4())
    assert_lying(at, "eel")
    taps.undo(at, uuid4())
    assert_lying(at, "eel")
    taps.undo(other, uuid4())
    assert_lying(at, "")


def test_undo_of_a_card_that_another_phone_took_away_leaves_it_away(at):
    other = replace(at, phone="another phone")
    (tofu,) = add(at, "tofu")
    taps.take_away(other, uuid4(), tofu)
    taps.undo(at, uuid4())
    assert_lying(at, "")


def test_undo_of_a_turned_card_that_another_phone_took_away_leaves_it_away(at):
    other = replace(at, phone="another phone")
    (eel,) = add(other, "eel")
    taps.flip(at, uuid4(), eel)
    taps.take_away(other, uuid4(), entries(at)[0].pk)
    taps.undo(at, uuid4())
    assert_lying(at, "")
    taps.undo(other, uuid4())
    assert_lying(at, "flipped:eel")


def test_a_card_turned_by_two_phones_lies_once_whoever_undoes(at):
    other = replace(at, phone="another phone")
    (eel,) = add(at, "eel")
    taps.flip(at, uuid4(), eel)
    taps.flip(other, uuid4(), entries(at)[0].pk)
    for phone in (at, other, at, other):
        taps.undo(phone, uuid4())
        assert len(entries(at)) <= 1
    assert_lying(at, "")


def test_entries_are_never_overwritten_but_to_be_withdrawn(at):
    """Every row stays as it was first written, except by whom it was withdrawn."""
    known: dict[UUID, dict] = {}
    wasabi, _squid = add(at, "wasabi", SQUID)
    steps = [
        lambda: taps.say_bare(at, uuid4(), wasabi),
        lambda: taps.flip(at, uuid4(), entries(at)[0].pk),
        lambda: taps.undo(at, uuid4()),
        lambda: taps.take_away(at, uuid4(), entries(at)[0].pk),
        lambda: taps.undo(at, uuid4()),
        lambda: taps.undo(at, uuid4()),
        lambda: taps.undo(at, uuid4()),
    ]
    for step in steps:
        for row in Entry.objects.values():
            before = known.setdefault(row["id"], row)
            withdrawn = before["withdrawn_by_id"]
            assert row | {"withdrawn_by_id": withdrawn} == before
            assert withdrawn in (None, row["withdrawn_by_id"])
            known[row["id"]] = row
        step()
        assert set(known) <= set(Entry.objects.values_list("pk", flat=True))
    assert len(known) > 5
