"""Taps that arrive after their round was confirmed: kept aside until the host decides."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from referee.access.games import Sender
from referee.models import Game, LateTap, RoundScore, Seat, Tap
from referee.play.services import taps as service
from referee.play.services.confirming import reopen_round
from referee.play.services.late import add_late_taps, set_late_taps_aside, waiting_late_taps
from referee.play.services.refusals import Refused
from referee.play.services.taps import Receipt, SentTap, take_taps
from tests import taps
from tests.factories import GameFactory, add, confirm, finish, table_of, version_of, where

pytestmark = pytest.mark.django_db

ANA, BEN = "phone of Ana", "phone of Ben"
WAITING, ADDED, SET_ASIDE = LateTap.Decision.values


@pytest.fixture
def game() -> Game:
    """A game of two whose first round is confirmed."""
    game = GameFactory()
    add(where(game), "tempura")
    confirm(game, 1)
    return game


def send(game: Game, phone: str, *dos: str, seat: int = 1, number: int = 1) -> list[UUID]:
    """Taps of a phone on a tableau, in one batch, from the seat itself; returns their ids."""
    ids = [uuid4() for _ in dos]
    deliver(game, phone, dict(zip(ids, dos, strict=True)), seat, number)
    return ids


def deliver(
    game: Game, phone: str, taps_: dict[UUID, str], seat: int = 1, number: int = 1
) -> Receipt:
    row = Seat.objects.get(game=game, place=seat)
    asked = [SentTap(tap, number, seat, do) for tap, do in taps_.items()]
    return take_taps(game.pk, Sender(phone, row.pk), asked)


def faces(game: Game, seat: int = 1, number: int = 1) -> list[str]:
    return [entry.face for entry in table_of(game).rounds[number - 1].seats[seat - 1].entries]


def decisions(*ids: UUID) -> list[str]:
    return [LateTap.objects.get(pk=tap).decision for tap in ids]


def waiting(game: Game) -> list[UUID]:
    return [tap.pk for tap in waiting_late_taps(game)]


# ------------------------------------------------------------- kept aside


def test_a_late_tap_changes_no_card_and_no_score_and_waits(game):
    scores = list(RoundScore.objects.values())
    version = version_of(game)
    first, second = send(game, ANA, "add:sashimi", "undo:")
    assert faces(game) == ["tempura"]
    assert list(RoundScore.objects.values()) == scores
    assert waiting(game) == [first, second]
    assert version_of(game) == version + 2
    kept = LateTap.objects.get(pk=first)
    assert (kept.do, kept.phone, kept.by.place, kept.number) == ("add:sashimi", ANA, 1, version + 1)


def test_a_late_tap_says_that_it_is_late_however_often_it_is_sent(game):
    tap = uuid4()
    version = version_of(game)
    for _ in range(3):
        receipt = deliver(game, ANA, {tap: "add:sashimi"})
        assert (receipt.taken, receipt.late, receipt.refused) == ([], [tap], {})
    assert waiting(game) == [tap]
    assert version_of(game) == version + 1


def test_a_late_tap_with_the_id_of_another_one_is_refused(game):
    (tap,) = send(game, ANA, "add:sashimi")
    for taps_, seat in (({tap: "add:tempura"}, 1), ({tap: "add:sashimi"}, 2)):
        receipt = deliver(game, ANA, taps_, seat)
        assert receipt.refused[tap].code == "id-used"
        assert (receipt.taken, receipt.late) == ([], [])
    assert waiting(game) == [tap]


def test_a_late_tap_that_makes_no_sense_is_refused_and_not_kept(game):
    for do in ("add:tempra", "eat:tempura", "", "take:nothing"):
        with pytest.raises(Refused):
            taps.tap(where(game), uuid4(), do)
    assert not LateTap.objects.exists()


def test_so_many_wait_and_no_more_until_the_host_has_decided(game, monkeypatch):
    monkeypatch.setattr(service, "MAX_LATE_TAPS", 3)
    send(game, ANA, "add:sashimi", "add:sashimi")
    ids = [uuid4() for _ in range(3)]
    receipt = deliver(game, ANA, dict.fromkeys(ids, "add:pudding"))
    assert receipt.late == ids[:1]
    assert {tap: refused.code for tap, refused in receipt.refused.items()} == dict.fromkeys(
        ids[1:], "too-many-late"
    )
    confirm(game, 2)
    assert deliver(game, ANA, {uuid4(): "add:pudding"}, number=2).late
    set_late_taps_aside(game.pk, 1)
    assert deliver(game, ANA, dict.fromkeys(ids[1:], "add:pudding")).late == ids[1:]


# ------------------------------------------------------------- added


def test_added_taps_open_the_round_and_are_made_in_their_order(game):
    card, *_ = send(game, ANA, "add:maki-1", "add:sashimi", "add:dumpling", "undo:", "add:pudding")
    send(game, ANA, f"take:{card}")
    assert add_late_taps(game.pk, 1) == (6, 0)
    assert faces(game) == ["tempura", "sashimi", "pudding"]
    assert not table_of(game).rounds[0].is_confirmed
    assert waiting(game) == []


def test_added_taps_keep_their_ids_their_phones_and_their_seats(game):
    """So each phone's undo is still its own, and the history tells who did what."""
    first = send(game, ANA, "add:sashimi")
    second = send(game, BEN, "add:dumpling", seat=2)
    third = send(game, ANA, "add:pudding")
    assert add_late_taps(game.pk, 1) == (3, 0)
    made = Tap.objects.filter(pk__in=[*first, *second, *third]).order_by("number")
    assert [(tap.pk, tap.phone, tap.by.place) for tap in made] == [
        (first[0], ANA, 1),
        (second[0], BEN, 2),
        (third[0], ANA, 1),
    ]
    numbers = [tap.number for tap in made]
    assert numbers == list(range(numbers[0], numbers[0] + 3))
    assert version_of(game) == numbers[-1]
    taps.undo(replace(where(game), phone=ANA), uuid4())
    assert (faces(game), faces(game, 2)) == (["tempura", "sashimi"], ["dumpling"])


def test_taps_of_several_phones_on_one_tableau_are_made_in_the_order_in_which_they_came(game):
    send(game, ANA, "add:sashimi")
    send(game, BEN, "add:dumpling")
    send(game, ANA, "undo:")
    assert add_late_taps(game.pk, 1) == (3, 0)
    assert faces(game) == ["tempura", "dumpling"]


def test_a_tap_that_is_no_longer_possible_is_set_aside_and_the_others_are_made(game):
    """Two claims for one seat on one turn: the game takes the first one only."""
    game = GameFactory(setup__party=True, setup__menu="dinner-for-two")
    confirm(game, 1)
    first, second, third = send(game, ANA, "claim:10", "claim:11:with-1", "add:tofu")
    assert add_late_taps(game.pk, 1) == (2, 1)
    assert decisions(first, second, third) == [ADDED, SET_ASIDE, ADDED]
    assert list(table_of(game).sheet.rounds[0].claims) == [((0, 10),)]
    assert faces(game) == ["tofu"]
    assert waiting(game) == []


def test_a_card_for_which_there_is_no_room_any_more_is_set_aside_and_kept(game):
    most = table_of(game).setting.max_cards
    ids = send(game, ANA, *["add:tofu"] * most)
    assert add_late_taps(game.pk, 1) == (most - 1, 1)
    assert len(faces(game)) == most
    assert decisions(*ids[-2:]) == [ADDED, SET_ASIDE]


@pytest.mark.parametrize("decide", [add_late_taps, set_late_taps_aside])
def test_when_a_late_tap_came_is_kept(game, decide):
    tap, other = send(game, ANA, "add:sashimi", "add:dumpling")
    came = {row.pk: (row.at, row.number) for row in LateTap.objects.all()}
    decide(game.pk, 1)
    assert {row.pk: (row.at, row.number) for row in LateTap.objects.all()} == came
    assert set(came) == {tap, other}


def test_a_late_tap_that_is_sent_again_after_it_was_added_changes_nothing(game):
    (tap,) = send(game, ANA, "add:sashimi")
    add_late_taps(game.pk, 1)
    version = version_of(game)
    for _ in range(2):
        receipt = deliver(game, ANA, {tap: "add:sashimi"})
        assert (receipt.taken, receipt.late, receipt.refused) == ([tap], [], {})
    confirm(game, 1)
    assert deliver(game, ANA, {tap: "add:sashimi"}).taken == [tap]
    assert faces(game) == ["tempura", "sashimi"]
    assert version_of(game) == version + 1
    assert decisions(tap) == [ADDED]


def test_where_no_tap_waits_any_more_nothing_changes(game):
    send(game, ANA, "add:sashimi")
    assert add_late_taps(game.pk, 1) == (1, 0)
    confirm(game, 1)
    version = version_of(game)
    assert add_late_taps(game.pk, 1) == (0, 0)
    assert set_late_taps_aside(game.pk, 1) == 0
    assert table_of(game).rounds[0].is_confirmed
    assert (faces(game), version_of(game)) == (["tempura", "sashimi"], version)


def test_the_taps_of_another_round_or_game_still_wait(game):
    confirm(game, 2)
    other = GameFactory()
    confirm(other, 1)
    here, there = send(game, ANA, "add:sashimi", number=2), send(other, ANA, "add:sashimi")
    send(game, ANA, "add:sashimi")
    add_late_taps(game.pk, 1)
    assert waiting(game) == here
    assert waiting(other) == there
    assert [row.is_confirmed for row in table_of(game).rounds] == [False, True, False]


def test_late_taps_of_a_finished_game_let_it_be_played_again():
    game = GameFactory()
    finish(game)
    late = send(game, ANA, "add:sashimi", number=2)
    assert waiting(game) == late
    assert Game.objects.get().state == Game.State.FINISHED
    add_late_taps(game.pk, 2)
    assert Game.objects.get().state == Game.State.PLAYING
    assert faces(game, number=2) == ["sashimi"]
    confirm(game, 2)
    assert Game.objects.get().state == Game.State.FINISHED


def test_a_tap_still_waits_when_the_round_is_opened_by_hand(game):
    """The host decides about it; who sends it again does not."""
    (tap,) = send(game, ANA, "add:sashimi")
    reopen_round(game.pk, 1, reason="a card was missed")
    assert deliver(game, ANA, {tap: "add:sashimi"}).late == [tap]
    assert faces(game) == ["tempura"]
    assert add_late_taps(game.pk, 1) == (1, 0)
    assert faces(game) == ["tempura", "sashimi"]


# ------------------------------------------------------------- set aside


def test_taps_that_are_set_aside_change_nothing_for_good(game):
    ids = send(game, ANA, "add:sashimi", "add:dumpling")
    version = version_of(game)
    assert set_late_taps_aside(game.pk, 1) == 2
    assert decisions(*ids) == [SET_ASIDE, SET_ASIDE]
    assert table_of(game).rounds[0].is_confirmed
    assert version_of(game) == version + 1
    for _ in range(2):  # sent again, also to the open round
        assert deliver(game, ANA, {ids[0]: "add:sashimi"}).late == ids[:1]
        assert add_late_taps(game.pk, 1) == (0, 0)
        reopen_round(game.pk, 1, reason="a card was missed")
    assert decisions(*ids) == [SET_ASIDE, SET_ASIDE]
    assert (waiting(game), faces(game)) == ([], ["tempura"])
