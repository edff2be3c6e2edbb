"""Several phones at the same moment: threads with connections of their own on a database file."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier, Event
from uuid import UUID, uuid4

import pytest
from django.db import connection

from referee.access.games import Sender
from referee.models import Entry, Game, Guest, LateTap, Reopening, RoundScore, Tap
from referee.play.services import confirming, joining
from referee.play.services import taps as tapping
from referee.play.services.refusals import Refused
from referee.play.services.rematch import rematch, start_next
from referee.play.services.words import enter_words, hear
from tests import taps
from tests.factories import (
    GameFactory,
    SetupFactory,
    add,
    confirm,
    finish,
    table_of,
    version_of,
    where,
)
from tests.races import PHONES, SECONDS, at_once

pytestmark = pytest.mark.django_db(transaction=True)


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


# ------------------------------------------------------------- taps


def test_one_tap_sent_by_eight_threads_at_once_is_one_card(game):
    tap = uuid4()
    sent = at_once(*[lambda: taps.add_card(where(game), tap, "tofu")] * PHONES)
    assert sent == [None] * PHONES
    assert (cards(game), version_of(game), Tap.objects.count()) == (1, 1, 1)


def eight_taps(game: Game) -> list[BaseException | None]:
    return at_once(*[lambda: taps.add_card(where(game), uuid4(), "tofu")] * PHONES)


def test_eight_taps_at_once_are_eight_cards_with_a_number_each(game):
    assert eight_taps(game) == [None] * PHONES
    assert cards(game) == version_of(game) == PHONES
    assert sorted(Tap.objects.values_list("number", flat=True)) == list(range(1, PHONES + 1))
    places = Entry.objects.values_list("place", flat=True)
    assert sorted(places) == list(range(1, PHONES + 1))


def test_without_the_lock_taps_at_once_lose_event_numbers(game, monkeypatch):
    """So a race that the lock does not decide would be noticed."""
    everybody_has_read = Barrier(PHONES, timeout=SECONDS)

    @contextmanager
    def unlocked(game_id: UUID) -> Iterator[Game]:
        game = Game.objects.get(pk=game_id)
        everybody_has_read.wait()
        yield game

    monkeypatch.setattr(tapping, "locked", unlocked)
    eight_taps(game)
    numbers = list(Tap.objects.values_list("number", flat=True))
    assert version_of(game) < PHONES
    assert len(set(numbers)) < len(numbers)


def test_two_undos_at_once_undo_two_taps(game):
    add(where(game), "tempura", "sashimi", "dumpling")
    assert at_once(*[lambda: taps.undo(where(game), uuid4())] * 2) == [None, None]
    assert [entry.face for entry in table_of(game).rounds[0].seats[0].entries] == ["tempura"]
    assert version_of(game) == 5


def test_two_swaps_and_a_tap_at_once_lose_no_card_and_lay_none_twice(game):
    one, other = where(game), where(game, 1, 2)
    add(one, "tempura", "sashimi")
    add(other, "dumpling")
    found = at_once(
        lambda: taps.tap(one, uuid4(), "swap:2"),
        lambda: taps.tap(other, uuid4(), "swap:1"),
        lambda: taps.add_card(one, uuid4(), "pudding"),
    )
    assert found == [None] * 3
    faces = [{entry.face for entry in seat.entries} for seat in table_of(game).rounds[0].seats]
    assert faces in (
        [{"tempura", "sashimi", "pudding"}, {"dumpling"}],
        [{"tempura", "sashimi"}, {"dumpling", "pudding"}],
    )


def phrases_at_once(game: Game, *said: tuple[str, UUID]) -> list[BaseException | None]:
    """Each phone enters "two tempura" as it was shown to all of them before."""
    seat = table_of(game).rounds[0].seats[0]

    def enter(phone: str, phrase: UUID) -> None:
        shown = hear(seat, "two tempura", "en", phrase).shown
        by = Sender(phone)
        enter_words(game.pk, 1, 1, by, "two tempura", language="en", phrase=phrase, shown=shown)

    return at_once(*[lambda one=one: enter(*one) for one in said])


def test_one_phrase_sent_four_times_at_once_is_entered_once(game):
    assert phrases_at_once(game, *[("phone", uuid4())] * 4) == [None] * 4
    assert (cards(game), version_of(game), Tap.objects.count()) == (2, 2, 2)


def test_of_four_phones_at_once_one_enters_and_the_others_are_shown_what_has_become_of_it(game):
    found = phrases_at_once(game, *[(f"phone {n}", uuid4()) for n in range(4)])
    assert cards(game) == 2
    codes = [error.code for error in found if isinstance(error, Refused)]
    assert codes == ["shown-otherwise"] * 3


# ------------------------------------------------------------- rounds that are confirmed


def test_two_confirmations_at_once_freeze_one_version(game):
    add(where(game), "tofu")
    found = at_once(*[lambda: confirming.confirm_round(game.pk, 1, seen_version=1)] * 2)
    assert found == [None, None]
    assert list(RoundScore.objects.values_list("version__version", flat=True)) == [1, 1]
    assert version_of(game) == 2


def test_a_game_is_not_finished_while_a_round_is_opened_again_on_another_phone(game):
    confirm(game, 1, 2)
    seen = version_of(game)
    opened, confirmed = at_once(
        lambda: confirming.reopen_round(game.pk, 1, reason="a card was missed"),
        lambda: confirming.confirm_round(game.pk, 3, seen_version=seen),
    )
    assert opened is None
    # Opened first, round 1 comes before the last one; opened after it, the game goes on.
    assert confirmed is None or getattr(confirmed, "code", "") == "not-yet"
    assert Game.objects.get(pk=game.pk).state == Game.State.PLAYING
    assert game.rounds.get(number=1).state == "open"


def test_two_reopenings_at_once_are_one_with_one_reason(game):
    confirm(game, 1)
    reasons = ("a card was missed", "Ben counted again")
    found = at_once(
        *[lambda why=why: confirming.reopen_round(game.pk, 1, reason=why) for why in reasons]
    )
    assert found == [None, None]
    assert Reopening.objects.count() == 1


def what_became_of_the_tap(game: Game) -> tuple[list[int], int, int]:
    """The frozen totals, the cards on the table, and the taps that wait for the host."""
    scores = RoundScore.objects.filter(version__round__game=game).order_by("seat__place")
    kept = LateTap.objects.filter(tableau__round__game=game).count()
    return list(scores.values_list("total", flat=True)), cards(game), kept


def test_a_tap_and_a_confirmation_at_once_lose_no_tap_and_freeze_no_score_without_it():
    """Either the tap came first and the page was out of date, or the tap waits for the host."""
    for _ in range(8):
        game = GameFactory()
        tap, confirmation = at_once(
            lambda game=game: taps.add_card(where(game), uuid4(), "squid-nigiri"),
            lambda game=game: confirming.confirm_round(game.pk, 1, seen_version=0),
        )
        assert tap is None
        if confirmation is None:
            assert what_became_of_the_tap(game) == ([0, 0], 0, 1)
        else:
            assert confirmation.code == "changed-meanwhile"
            assert what_became_of_the_tap(game) == ([], 1, 0)


# ------------------------------------------------------------- the last seat


def test_of_eight_phones_that_want_one_seat_one_gets_it_and_the_others_are_told(game):
    found = at_once(*[lambda n=n: joining.join(game.pk, f"phone {n}", 2) for n in range(PHONES)])
    refused = [getattr(error, "code", error) for error in found if error]
    assert refused == ["seat-taken"] * (PHONES - 1)
    assert Guest.objects.get().seat.place == 2
    assert version_of(game) == 1


def test_one_phone_that_joins_twice_at_once_is_one_guest(game):
    assert at_once(*[lambda: joining.join(game.pk, "phone of Ben", 2)] * 4) == [None] * 4
    assert Guest.objects.count() == version_of(game) == 1


# ------------------------------------------------------------- the first game and the next


def test_one_form_sent_at_once_starts_one_game():
    game_id = uuid4()
    assert at_once(*[lambda: GameFactory(game_id=game_id)] * 4) == [None] * 4
    assert Game.objects.get().seats.count() == 2


@pytest.fixture
def finished(game: Game) -> Game:
    """A finished game with a phone on Ben's seat."""
    joining.join(game.pk, "phone of Ben", 2)
    finish(game)
    return game


def test_of_eight_phones_that_ask_for_a_rematch_at_once_all_get_the_same_one(finished):
    """Each phone's page has made an id of its own."""
    version = version_of(finished)
    assert at_once(*[lambda: rematch(finished.pk, uuid4())] * PHONES) == [None] * PHONES
    assert Game.objects.filter(follows=finished).count() == 1
    assert Guest.objects.exclude(game=finished).count() == 1
    assert version_of(finished) == version + 1


def test_of_a_rematch_and_a_form_at_once_one_starts_a_game(finished):
    setup = SetupFactory(number=3)
    tapped, sent = at_once(
        lambda: rematch(finished.pk, uuid4()), lambda: start_next(finished.pk, uuid4(), setup)
    )
    assert tapped is None
    # Sent first, the form starts the game that the tap is led to; sent second it is refused.
    assert sent is None or (isinstance(sent, Refused) and sent.code == "next-begun")
    assert Game.objects.filter(follows=finished).count() == 1


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
