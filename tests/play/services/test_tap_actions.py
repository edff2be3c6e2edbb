"""Taps on a tableau: what each does, and what undo makes of it."""

from dataclasses import replace
from itertools import product
from uuid import UUID, uuid4

import pytest

from referee.access.games import Sender
from referee.models import Entry, Game, Tableau, Tap
from referee.play.services.joining import join
from referee.play.services.refusals import Refused
from referee.play.services.taps import SentTap, take_taps
from referee.rules import parse_tableau
from tests import taps
from tests.factories import OTHER_PHONE, GameFactory, add, table_of, version_of, where
from tests.play.services.steps import play
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


def known(at: Where) -> list[bool]:
    """Of each wasabi, whether somebody has said what lies on it, by the rows."""
    return [entry.is_known for entry in entries(at) if entry.face == "wasabi"]


# What is tapped; what lies there then; of each wasabi, whether somebody has said what lies on it.
LAID: list[tuple[str, str, list[bool]]] = [
    ("egg-nigiri wasabi squid-nigiri egg-nigiri", "egg-nigiri*2 wasabi+squid-nigiri", [False]),
    ("flipped flipped", "flipped*2", []),
    ("tofu eel take:1 take:1", "eel", []),
    ("eel flip:1", "flipped:eel", []),
    ("eel flip:1 flip:1", "flipped:eel", []),
    ("eel flip:1 turn:1", "eel", []),
    ("eel flip:1 take:1", "", []),
    ("flipped flip:1", "flipped", []),
    ("wasabi squid-nigiri wasabi flip:1", "flipped:wasabi squid-nigiri wasabi", [False, False]),
    # What is said of a wasabi: this nigiri, nothing, or not a word.
    ("wasabi squid-nigiri on:1:2", "wasabi+squid-nigiri", [True]),
    ("wasabi squid-nigiri on:1:2 bare:1", "wasabi squid-nigiri", [True]),
    ("wasabi squid-nigiri on:1:2 bare:1 undo undo", "wasabi+squid-nigiri", [False]),
    ("wasabi egg-nigiri bare:1 squid-nigiri", "wasabi egg-nigiri squid-nigiri", [True]),
    (
        "wasabi egg-nigiri bare:1 squid-nigiri on:1:2 wasabi salmon-nigiri",
        "wasabi+egg-nigiri wasabi+salmon-nigiri squid-nigiri",
        [True, False],
    ),
    ("squid-nigiri wasabi egg-nigiri on:2:1", "wasabi+squid-nigiri egg-nigiri", [True]),
    ("squid-nigiri wasabi egg-nigiri on:2:1 on:2:3", "squid-nigiri wasabi+egg-nigiri", [True]),
    ("wasabi squid-nigiri on:1:2 take:2 egg-nigiri", "wasabi+egg-nigiri", [False]),
    ("wasabi squid-nigiri on:1:2 take:2 egg-nigiri undo undo", "wasabi+squid-nigiri", [True]),
    ("wasabi squid-nigiri on:1:2 take:1 wasabi", "squid-nigiri wasabi", [False]),
    ("wasabi squid-nigiri:bare", "wasabi squid-nigiri", [False]),
    # Only a nigiri lies on a wasabi.
    ("wasabi tofu squid-nigiri on:1:2 bare:2", "wasabi+squid-nigiri tofu", [False]),
    ("wasabi tofu squid-nigiri on:2:3 on:1:9 on:9:3", "wasabi+squid-nigiri tofu", [False]),
    # Undo, which passes over taps that have changed nothing.
    ("undo tofu", "tofu", []),
    ("tofu eel take:1 take:1 flip:1 undo", "tofu eel", []),
    ("wasabi squid-nigiri flip:1 undo", "wasabi+squid-nigiri", [False]),
    ("tofu copy:tofu undo", "tofu", []),
    # Each phone undoes its own taps, and leaves what another has changed since.
    ("tofu ~eel undo undo", "eel", []),
    ("tofu ~eel undo ~undo", "", []),
    ("tofu ~take:1 undo", "", []),
    ("~eel flip:1 ~take:1 undo", "", []),
    ("~eel flip:1 ~take:1 undo ~undo", "flipped:eel", []),
    ("eel flip:1 ~turn:1 undo", "eel", []),
    ("eel flip:1 ~turn:1 undo ~undo undo", "", []),
    ("wasabi ~squid-nigiri turn:1 ~undo", "flipped:wasabi", [False]),
    (
        "wasabi egg-nigiri ~squid-nigiri ~on:1:3 bare:1 ~undo",
        "wasabi egg-nigiri squid-nigiri",
        [True],
    ),
    ("wasabi egg-nigiri ~squid-nigiri ~on:1:3 bare:1 ~undo ~undo", "wasabi egg-nigiri", [True]),
]


@pytest.mark.parametrize(("steps", "text", "said"), LAID)
def test_taps_leave_what_a_table_would_have_left(game, at, steps, text, said):
    play(game, steps)
    assert_lying(at, text)
    assert known(at) == said
    assert version_of(game) == len(steps.split())


def test_an_added_card_lies_in_its_own_tableau_only(game, at):
    add(at, "maki-3", "tofu")
    add(where(game, 2, 3), "eel")
    assert_lying(at, "maki-3 tofu")
    assert_lying(where(game, 2, 3), "eel")
    assert_lying(where(game, 1, 2), "")
    assert version_of(game) == 3


def test_a_special_order_copies_and_a_copied_nigiri_lands_on_no_wasabi_by_itself(game, at):
    """It may lie on one; not where it copies a nigiri that does."""
    play(game, "tofu wasabi squid-nigiri wasabi copy:tofu copy:squid-nigiri")
    copies = "special-order:tofu special-order:squid-nigiri"
    assert_lying(at, f"tofu wasabi wasabi+squid-nigiri {copies}")


def test_a_card_of_another_tableau_cannot_be_taken_from_here(game, at):
    (theirs,) = add(where(game, 1, 2), "tofu")
    taps.take_away(at, uuid4(), theirs)
    taps.flip(at, uuid4(), theirs)
    assert_lying(where(game, 1, 2), "tofu")


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


def test_an_undo_takes_back_a_card_and_not_what_was_said_of_the_order(game, at):
    add(at, "tofu")
    taps.tap(at, uuid4(), "in-order:")
    taps.undo(at, uuid4())
    assert_lying(at, "")
    assert game.seats.first().in_order


# ------------------------------------------------------------- rows and ids


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


def test_a_card_that_is_turned_over_or_brought_back_keeps_its_place(game, at):
    play(game, "eel tofu maki-1 flip:1 take:2 undo")
    places = [(entry.face, entry.place) for entry in entries(at)]
    assert places == [("eel", 1), ("tofu", 2), ("maki-1", 3)]


def test_undo_is_each_tableaus_own(game, at):
    add(at, "tofu")
    add(where(game, 1, 2), "eel")
    for _ in range(2):
        taps.undo(at, uuid4())
    assert_lying(at, "")
    assert_lying(where(game, 1, 2), "eel")


def test_entries_are_never_overwritten_but_to_be_withdrawn(at):
    """Every row stays as it was first written, except by whom it was withdrawn."""

    def rows() -> dict[UUID, dict]:
        return {row["id"]: row for row in Entry.objects.values()}

    wasabi, _squid = add(at, "wasabi", SQUID)
    undone = ("bare:{}", "flip:{}", "undo:", "take:{}", "undo:", "swap:2", "undo:", "undo:")
    for do in undone:
        before = rows()
        taps.tap(at, uuid4(), do.format(wasabi))
        after = rows()
        for pk, row in before.items():
            withdrawn_by = row["withdrawn_by_id"] or after[pk]["withdrawn_by_id"]
            assert after[pk] == row | {"withdrawn_by_id": withdrawn_by}
