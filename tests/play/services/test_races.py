"""Several phones at the same moment: threads with connections of their own on a database file.

Each race is also run without the lock, to show that it would be noticed.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier, Event
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection

from referee.models import (
    Entry,
    Game,
    Guest,
    LateTap,
    Reopening,
    Round,
    RoundScore,
    RoundVersion,
    Tap,
)
from referee.play.services import confirming, joining, tableau_draft
from referee.play.services import taps as tapping
from referee.play.services.game_state import GameState
from tests import taps
from tests.factories import GameFactory, add, confirm, table_of, version_of, where
from tests.races import PHONES, SECONDS, all_about_to, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def without_lock(monkeypatch: pytest.MonkeyPatch, module: object, phones: int) -> None:
    """Takes lock and transaction away, and lets everybody read before anybody writes."""
    everybody_has_read = Barrier(phones, timeout=SECONDS)

    @contextmanager
    def unlocked(game_id: UUID) -> Iterator[Game]:
        game = Game.objects.get(pk=game_id)
        everybody_has_read.wait()
        yield game

    monkeypatch.setattr(module, "locked", unlocked)


@pytest.fixture
def game() -> Game:
    """A new game."""
    return GameFactory()


def cards(game: Game) -> int:
    return len(table_of(game).rounds[0].seats[0].entries)


def test_the_races_run_on_a_database_file():
    """In memory every connection would have a database of its own, or none would ever wait."""
    if connection.vendor == "sqlite":
        assert "memory" not in str(connection.settings_dict["NAME"])


# ------------------------------------------------------------- one tap, sent many times


def the_same_tap(game: Game) -> list[BaseException | None]:
    tap = uuid4()
    return at_once(*[lambda: taps.add_card(where(game), tap, "tofu")] * PHONES)


def test_one_tap_sent_by_eight_threads_at_once_is_one_card(game):
    assert the_same_tap(game) == [None] * PHONES
    assert (cards(game), version_of(game), Tap.objects.count()) == (1, 1, 1)


def test_without_the_lock_one_tap_sent_at_once_fails(game, monkeypatch):
    without_lock(monkeypatch, tapping, PHONES)
    all_about_to(monkeypatch, tapping._Batch, "save", PHONES)
    found = the_same_tap(game)
    assert {type(error) for error in found if error} == {IntegrityError}


# ------------------------------------------------------------- eight taps


def eight_taps(game: Game) -> list[BaseException | None]:
    return at_once(*[lambda: taps.add_card(where(game), uuid4(), "tofu")] * PHONES)


def test_eight_taps_at_once_are_eight_cards_with_a_number_each(game):
    assert eight_taps(game) == [None] * PHONES
    assert cards(game) == version_of(game) == PHONES
    assert sorted(Tap.objects.values_list("number", flat=True)) == list(range(1, PHONES + 1))
    places = Entry.objects.values_list("place", flat=True)
    assert sorted(places) == list(range(1, PHONES + 1))


def test_without_the_lock_taps_at_once_lose_event_numbers(game, monkeypatch):
    without_lock(monkeypatch, tapping, PHONES)
    eight_taps(game)
    numbers = list(Tap.objects.values_list("number", flat=True))
    assert version_of(game) < PHONES
    assert len(set(numbers)) < len(numbers)


# ------------------------------------------------------------- two confirmations


def two_confirmations(game: Game) -> list[BaseException | None]:
    seen = version_of(game)
    return at_once(*[lambda: confirming.confirm_round(game.pk, 1, seen_version=seen)] * 2)


def test_two_confirmations_at_once_freeze_one_version(game):
    add(where(game), "tofu")
    assert two_confirmations(game) == [None, None]
    assert list(RoundScore.objects.values_list("version__version", flat=True)) == [1, 1]
    assert version_of(game) == 2


def test_without_the_lock_two_confirmations_at_once_get_in_each_others_way(game, monkeypatch):
    without_lock(monkeypatch, confirming, 2)
    all_about_to(monkeypatch, confirming, "_freeze", 2)  # with what they have read
    all_about_to(monkeypatch, RoundVersion.objects, "create", 2)
    found = two_confirmations(game)
    assert [type(error) for error in found if error] == [IntegrityError]


# ------------------------------------------------------------- opened again while it is confirmed


@pytest.fixture
def last_round(game: Game) -> Game:
    """A game of which the last round is still open."""
    confirm(game, 1, 2)
    return game


def a_reopening_and_a_confirmation(game: Game) -> list[BaseException | None]:
    seen = version_of(game)
    return at_once(
        lambda: confirming.reopen_round(game.pk, 1, reason="a card was missed"),
        lambda: confirming.confirm_round(game.pk, 3, seen_version=seen),
    )


def is_at_one_with_its_rounds(game: Game) -> bool:
    """Whether the game is finished exactly if no round of it is open."""
    row = Game.objects.get(pk=game.pk)
    is_open = row.rounds.filter(state="open").exists()
    return (row.state == Game.State.FINISHED) == (not is_open)


def test_a_game_is_not_finished_while_a_round_is_opened_again_on_another_phone(last_round):
    opened, confirmed = a_reopening_and_a_confirmation(last_round)
    assert opened is None
    # Opened first, round 1 comes before the last one; opened after it, the game goes on.
    assert confirmed is None or getattr(confirmed, "code", "") == "not-yet"
    assert is_at_one_with_its_rounds(last_round)


def test_without_the_lock_it_would_be(last_round, monkeypatch):
    without_lock(monkeypatch, confirming, 2)
    has_read, opened = Event(), Event()
    reopen, read = confirming.open_again, confirming.read_game_state

    def opening(*args: Any, **more: Any) -> bool:
        assert has_read.wait(SECONDS)
        is_opened = reopen(*args, **more)
        opened.set()
        return is_opened

    def reading(row: Game) -> GameState:
        table = read(row)
        has_read.set()
        assert opened.wait(SECONDS)
        return table

    monkeypatch.setattr(confirming, "open_again", opening)
    monkeypatch.setattr(confirming, "read_game_state", reading)
    a_reopening_and_a_confirmation(last_round)
    assert not is_at_one_with_its_rounds(last_round)


def two_reopenings(game: Game) -> list[BaseException | None]:
    reasons = ("a card was missed", "Ben counted again")
    return at_once(
        *[lambda why=why: confirming.reopen_round(game.pk, 1, reason=why) for why in reasons]
    )


def test_two_reopenings_at_once_are_one_with_one_reason(last_round):
    assert two_reopenings(last_round) == [None, None]
    assert Reopening.objects.count() == 1


def test_without_the_lock_the_second_reopening_fails(last_round, monkeypatch):
    without_lock(monkeypatch, confirming, 2)
    all_about_to(monkeypatch, confirming, "open_again", 2)
    monkeypatch.setattr(Round, "is_confirmed", property(lambda _round: True))
    found = two_reopenings(last_round)
    assert [type(error) for error in found if error] == [IntegrityError]


# ------------------------------------------------------------- a tap while the round is confirmed


def a_tap_and_a_confirmation(game: Game) -> list[BaseException | None]:
    seen = version_of(game)
    return at_once(
        lambda: taps.add_card(where(game), uuid4(), "squid-nigiri"),
        lambda: confirming.confirm_round(game.pk, 1, seen_version=seen),
    )


def what_became_of_the_tap(game: Game) -> tuple[list[int], int, int]:
    """The frozen totals, the cards on the table, and the taps that wait for the host."""
    scores = RoundScore.objects.filter(version__round__game=game).order_by("seat__place")
    kept = LateTap.objects.filter(tableau__round__game=game).count()
    return list(scores.values_list("total", flat=True)), cards(game), kept


def test_a_tap_and_a_confirmation_at_once_lose_no_tap_and_freeze_no_score_without_it(game):
    """Either the tap came first and the page was out of date, or the tap waits for the host."""
    for _ in range(8):
        game = GameFactory()
        tap, confirmation = a_tap_and_a_confirmation(game)
        assert tap is None
        if confirmation is None:
            assert what_became_of_the_tap(game) == ([0, 0], 0, 1)
        else:
            assert confirmation.code == "changed-meanwhile"
            assert what_became_of_the_tap(game) == ([], 1, 0)


def test_without_the_lock_a_tap_slips_in_behind_the_score_that_is_frozen(game, monkeypatch):
    """The card lies in a confirmed round, and the frozen score knows nothing of it."""
    tap_has_looked, is_confirmed = Event(), Event()

    @contextmanager
    def unlocked(game_id: UUID) -> Iterator[Game]:
        yield Game.objects.get(pk=game_id)

    settle = tapping._Batch.save

    def late(batch: tapping._Batch) -> int:
        tap_has_looked.set()
        assert is_confirmed.wait(timeout=SECONDS)
        return settle(batch)

    def confirm_meanwhile() -> None:
        assert tap_has_looked.wait(timeout=SECONDS)
        confirming.confirm_round(game.pk, 1, seen_version=0)
        is_confirmed.set()

    monkeypatch.setattr(tapping, "locked", unlocked)
    monkeypatch.setattr(confirming, "locked", unlocked)
    monkeypatch.setattr(tapping._Batch, "save", late)
    found = at_once(lambda: taps.add_card(where(game), uuid4(), "squid-nigiri"), confirm_meanwhile)
    assert found == [None, None]
    assert what_became_of_the_tap(game) == ([0, 0], 1, 0)


# ------------------------------------------------------------- the last seat


def eight_for_one_seat(game: Game) -> list[BaseException | None]:
    return at_once(*[lambda n=n: joining.join(game.pk, f"phone {n}", 2) for n in range(PHONES)])


def test_of_eight_phones_that_want_one_seat_one_gets_it_and_the_others_are_told(game):
    refused = [error for error in eight_for_one_seat(game) if error]
    assert [getattr(error, "code", error) for error in refused] == ["seat-taken"] * (PHONES - 1)
    assert Guest.objects.get().seat.place == 2
    assert version_of(game) == 1


def test_without_the_lock_phones_that_want_one_seat_run_into_each_other(game, monkeypatch):
    without_lock(monkeypatch, joining, PHONES)
    all_about_to(monkeypatch, Guest, "save", PHONES)
    refused = [error for error in eight_for_one_seat(game) if error]
    assert {type(error) for error in refused} == {IntegrityError}


def test_one_phone_that_joins_twice_at_once_is_one_guest(game):
    assert at_once(*[lambda: joining.join(game.pk, "phone of Ben", 2)] * 4) == [None] * 4
    assert Guest.objects.count() == version_of(game) == 1


# ------------------------------------------------------------- event numbers

WRITERS, EACH = 10, 6


def numbers_up_to(game: Game, version: int) -> set[int]:
    taps_of_it = Tap.objects.filter(tableau__round__game=game, number__lte=version)
    late = LateTap.objects.filter(tableau__round__game=game, number__lte=version)
    return {*taps_of_it.values_list("number", flat=True), *late.values_list("number", flat=True)}


def write_and_read(game: Game, read: Callable[[], None]) -> list[BaseException | None]:
    """Ten writers, each on its own tableau, half of them on a round that is confirmed; a reader
    that reads again and again as long as one of them writes."""
    done = [Event() for _ in range(WRITERS)]

    def writing(n: int) -> None:
        try:
            at = where(game, 1 + n % 2, 1 + n // 2 % 2)
            for _ in range(EACH):
                taps.add_card(at, uuid4(), "tofu")
        finally:
            done[n].set()

    def reading() -> None:
        while not all(one.is_set() for one in done):
            read()

    return at_once(reading, *[lambda n=n: writing(n) for n in range(WRITERS)])


def test_ten_writers_number_their_events_without_a_gap_that_a_reader_could_step_over(game):
    """A reader that has seen version V has every event up to V: none turns up there later."""
    confirming.confirm_round(game.pk, 1, seen_version=0)
    first = version_of(game)
    readings: list[int] = []

    def read() -> None:
        version = version_of(game)
        assert numbers_up_to(game, version) == set(range(first + 1, version + 1))
        readings.append(version)

    assert write_and_read(game, read) == [None] * (WRITERS + 1)
    read()
    assert readings[-1] == first + WRITERS * EACH
    assert readings == sorted(readings)
    assert len(set(readings)) > 2
    numbers = [*Tap.objects.values_list("number", flat=True)]
    numbers += LateTap.objects.values_list("number", flat=True)
    assert sorted(numbers) == list(range(first + 1, first + WRITERS * EACH + 1))


def test_without_the_transaction_a_reader_steps_over_an_event(game, monkeypatch):
    """The version is raised before the tap is written: who reads between them misses the tap."""
    is_numbered, is_read = Event(), Event()

    @contextmanager
    def unlocked(game_id: UUID) -> Iterator[Game]:
        yield Game.objects.get(pk=game_id)

    settle = tapping._Batch.save

    def number_first(batch: tapping._Batch) -> int:
        tapping.next_version(batch.game, changes=batch.numbered)
        is_numbered.set()
        assert is_read.wait(timeout=SECONDS)
        batch.numbered = 0
        return settle(batch)

    missed = []

    def read() -> None:
        assert is_numbered.wait(timeout=SECONDS)
        version = version_of(game)
        missed.append(set(range(1, version + 1)) - numbers_up_to(game, version))
        is_read.set()

    monkeypatch.setattr(tapping, "locked", unlocked)
    monkeypatch.setattr(tapping._Batch, "save", number_first)
    assert at_once(lambda: add(where(game), "tofu"), read) == [None, None]
    assert missed == [{1}]
    assert numbers_up_to(game, 1) == {1}


# ------------------------------------------------------------- two undos


def two_undos(game: Game) -> list[BaseException | None]:
    return at_once(*[lambda: taps.undo(where(game), uuid4())] * 2)


def test_two_undos_at_once_undo_two_taps(game):
    add(where(game), "tempura", "sashimi", "dumpling")
    assert two_undos(game) == [None, None]
    assert [entry.face for entry in table_of(game).rounds[0].seats[0].entries] == ["tempura"]
    assert version_of(game) == 5


def test_two_swaps_and_a_tap_at_once_lose_no_card_and_lay_none_twice(game):
    add(where(game), "tempura", "sashimi")
    add(where(game, 1, 2), "dumpling")
    one, other = where(game), where(game, 1, 2)
    assert (
        at_once(
            lambda: taps.tap(one, uuid4(), "swap:2"),
            lambda: taps.tap(other, uuid4(), "swap:1"),
            lambda: taps.add_card(one, uuid4(), "pudding"),
        )
        == [None] * 3
    )
    faces = [{entry.face for entry in seat.entries} for seat in table_of(game).rounds[0].seats]
    assert faces in (
        [{"tempura", "sashimi", "pudding"}, {"dumpling"}],
        [{"tempura", "sashimi"}, {"dumpling", "pudding"}],
    )


@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="without a transaction PostgreSQL checks at once"
)
def test_without_the_lock_two_undos_at_once_undo_one_tap(game, monkeypatch):
    add(where(game), "tempura", "sashimi", "dumpling")
    without_lock(monkeypatch, tapping, 2)
    all_about_to(monkeypatch, tableau_draft.TableauDraft, "withdraw", 2)
    # What a transaction checks at its end would be checked at once without one.
    begin = tapping._Batch.__init__

    def unchecked(*args: Any) -> None:
        connection.disable_constraint_checking()
        begin(*args)

    monkeypatch.setattr(tapping._Batch, "__init__", unchecked)
    two_undos(game)
    faces = [entry.face for entry in table_of(game).rounds[0].seats[0].entries]
    assert faces == ["tempura", "sashimi"]
    assert version_of(game) == 4


# ------------------------------------------------------------- the rest


def test_one_claim_sent_at_once_is_one_claim():
    game = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=4)
    claim_id = uuid4()
    assert at_once(*[lambda: taps.claim_icons(where(game), claim_id, 10)] * 4) == [None] * 4
    assert len(table_of(game).rounds[0].claims) == version_of(game) == 1


def test_one_form_sent_at_once_starts_one_game():
    game_id = uuid4()
    assert at_once(*[lambda: GameFactory(game_id=game_id)] * 4) == [None] * 4
    assert Game.objects.get().seats.count() == 2


def test_games_of_different_tables_do_not_get_in_each_others_way():
    games = [GameFactory() for _ in range(4)]
    actions = [lambda game=game: [add(where(game), "tofu") for _ in range(3)] for game in games]
    assert at_once(*actions) == [None] * 4
    assert [version_of(game) for game in games] == [3] * 4
