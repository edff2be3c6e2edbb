"""Batches of taps: each is taken, kept aside or refused by itself, in the order they were sent."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.access.games import Sender
from referee.models import Game, LateTap, Tap
from referee.play.services.refusals import Refused
from referee.play.services.taps import MAX_TAPS, Receipt, SentTap, take_taps
from tests.factories import GameFactory, add, confirm, table_of, version_of, where

pytestmark = pytest.mark.django_db

PHONE = "phone of Ana"


@pytest.fixture
def game() -> Game:
    """A game of three."""
    return GameFactory(setup__number=3)


def asked(do: str, seat: int = 1, number: int = 1, tap: UUID | None = None) -> SentTap:
    return SentTap(tap or uuid4(), number, seat, do)


def anyone(_place: int) -> bool:
    return True


def take(
    game: Game, *taps: SentTap, may: Callable[[int], bool] = anyone, phone: str = PHONE
) -> Receipt:
    return take_taps(game.pk, Sender(phone, None, may), taps)


def codes(receipt: Receipt) -> dict[UUID, str]:
    return {tap: refused.code for tap, refused in receipt.refused.items()}


def faces(game: Game, seat: int = 1, number: int = 1) -> list[str]:
    return [entry.face for entry in table_of(game).rounds[number - 1].seats[seat - 1].entries]


def test_taps_are_made_in_the_order_in_which_they_stand(game):
    wasabi = asked("add:wasabi")
    batch = [
        asked("add:egg-nigiri"),
        wasabi,
        asked("add:squid-nigiri"),
        asked(f"flip:{wasabi.id}"),
        asked("undo:"),
        asked("add:pudding"),
        asked("undo:"),
    ]
    receipt = take(game, *batch)
    assert receipt.taken == [tap.id for tap in batch]
    assert receipt.version == version_of(game) == len(batch)
    numbered = Tap.objects.order_by("number").values_list("pk", "number")
    assert list(numbered) == [(tap.id, n) for n, tap in enumerate(batch, start=1)]
    (laid,) = [laid for laid in table_of(game).rounds[0].seats[0].laid.laid if len(laid.cards) == 2]
    assert faces(game) == ["egg-nigiri", "wasabi", "squid-nigiri"]
    assert laid.cards == (1, 2)


def test_an_empty_batch_is_answered_with_the_events_so_far(game):
    add(where(game), "tempura")
    receipt = take(game)
    assert (receipt.version, receipt.taken) == (1, [])


def test_each_tap_is_refused_by_itself_and_the_others_are_taken(game):
    first, last = asked("add:tempura"), asked("add:sashimi")
    refused = {
        "no-such-card": asked("add:tempra"),
        "not-understood": asked("eat:tempura"),
        "no-uramaki": asked("claim:10"),
        "no-such-tableau": asked("add:tempura", seat=4),
        "not-yours": asked("add:tempura", seat=2),
    }
    receipt = take(game, first, *refused.values(), last, may=lambda place: place != 2)
    assert codes(receipt) == {tap.id: code for code, tap in refused.items()}
    assert receipt.taken == [first.id, last.id]
    assert (faces(game), faces(game, 2)) == (["tempura", "sashimi"], [])
    assert version_of(game) == Tap.objects.count() == 2


@pytest.mark.parametrize(("number", "seat"), [(0, 1), (4, 1), (1, 0), (1, 4), (10**6, 1)])
def test_a_tableau_that_there_is_not_takes_no_tap(game, number, seat):
    tap = asked("add:tempura", seat, number)
    assert codes(take(game, tap)) == {tap.id: "no-such-tableau"}
    assert version_of(game) == 0


def test_one_batch_fills_several_tableaus_and_rounds(game):
    batch = [
        asked("add:tempura", 1),
        asked("add:sashimi", 2),
        asked("add:dumpling", 1, 2),
        asked("add:pudding", 2),
        asked("undo:", 1),
    ]
    assert len(take(game, *batch).taken) == 5
    assert faces(game, 1) == []
    assert faces(game, 2) == ["sashimi", "pudding"]
    assert faces(game, 1, 2) == ["dumpling"]


def test_known_new_late_and_foreign_taps_in_one_batch_are_each_what_they_are(game):
    elsewhere = GameFactory()
    known, foreign = asked("add:tempura"), asked("add:tempura")
    take(game, known)
    take(elsewhere, foreign)
    confirm(game, 1)
    kept = asked("add:sashimi")
    take(game, kept)
    version = version_of(game)
    new, late = asked("add:dumpling", number=2), asked("add:pudding")
    receipt = take(game, known, new, kept, foreign, late)
    assert receipt.taken == [known.id, new.id]
    assert receipt.late == [kept.id, late.id]
    assert codes(receipt) == {foreign.id: "id-used"}
    assert receipt.version == version_of(game) == version + 2
    assert (faces(game), faces(game, 1, 2)) == (["tempura"], ["dumpling"])
    assert faces(elsewhere) == ["tempura"]
    assert LateTap.objects.count() == 2


def test_a_batch_that_is_sent_again_changes_nothing(game):
    batch = [asked("add:tempura"), asked("add:sashimi", 2), asked("undo:"), asked("add:tempra")]
    first = take(game, *batch)
    rows = [list(Tap.objects.values()), faces(game), faces(game, 2)]
    for again in (batch, batch[:2], list(reversed(batch))):
        receipt = take(game, *again)
        assert set(receipt.taken) == {tap.id for tap in again} & set(first.taken)
        assert receipt.version == first.version
    assert [list(Tap.objects.values()), faces(game), faces(game, 2)] == rows


def test_an_id_twice_in_one_batch_is_one_tap(game):
    tap = asked("add:tempura")
    receipt = take(game, tap, asked("add:sashimi"), tap)
    assert (receipt.taken.count(tap.id), codes(receipt)) == (2, {})
    assert faces(game) == ["tempura", "sashimi"]
    assert version_of(game) == 2


def test_an_id_for_two_taps_of_one_batch_counts_for_the_first(game):
    tap = uuid4()
    batch = [
        asked("add:tempura", tap=tap),
        asked("add:sashimi", tap=tap),
        asked("undo:", 2, 1, tap),
    ]
    receipt = take(game, *batch)
    assert receipt.taken == [tap]
    assert codes(receipt) == {tap: "id-used"}
    assert faces(game) == ["tempura"]
    assert version_of(game) == 1


def test_a_late_id_twice_in_one_batch_is_one_late_tap(game):
    confirm(game, 1)
    tap = asked("add:tempura")
    receipt = take(game, tap, tap)
    assert (receipt.late, codes(receipt)) == ([tap.id, tap.id], {})
    assert LateTap.objects.get().pk == tap.id


def test_a_tap_that_was_refused_is_no_tap_and_may_be_sent_again(game):
    tap = uuid4()
    take(game, asked("add:tempra", tap=tap))
    assert take(game, asked("add:tempura", tap=tap)).taken == [tap]
    assert faces(game) == ["tempura"]


def test_too_many_taps_are_refused_whole(game):
    batch = [asked("add:tempura") for _ in range(MAX_TAPS + 1)]
    with pytest.raises(Refused) as refused:
        take(game, *batch)
    assert (refused.value.code, refused.value.facts) == ("too-many-taps", {"taps": MAX_TAPS})
    assert not Tap.objects.exists()
    assert version_of(game) == 0


def test_as_many_taps_as_are_allowed_are_taken(game):
    tap = asked("add:tempura")
    assert take(game, *[tap] * MAX_TAPS).taken == [tap.id] * MAX_TAPS


def test_a_game_that_is_gone_is_told_and_nothing_is_stored(game):
    game_id = game.pk
    Game.objects.all().delete()
    with pytest.raises(Game.DoesNotExist):
        take_taps(game_id, Sender(PHONE), [asked("add:tempura")])


def test_what_a_batch_asks_of_the_database_does_not_grow_with_its_cards(game):
    """One more card is one more row in a statement, not one more statement."""

    def queries(cards: int) -> int:
        batch = [asked("add:tempura") for _ in range(cards)]
        with CaptureQueriesContext(connection) as captured:
            take(game, *batch)
        return len(captured)

    queries(1)
    assert queries(12) == queries(2)
