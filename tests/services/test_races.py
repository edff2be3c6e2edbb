"""Several phones at the same moment: threads with connections of their own on a database file.

Each race is also run without the lock, to show that it would be noticed.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from uuid import UUID, uuid4

import pytest
from django.db import connection, connections

from referee.models import Entry, Game, RoundScore, Tap
from referee.services import claims, confirming, entering, tapping
from tests.factories import GameFactory, add, table_of, version_of, where

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = 8
SECONDS = 30
"""After which a race that hangs has failed; the busy timeout of the database is shorter."""


def at_once(*actions: Callable[[], object]) -> list[BaseException | None]:
    """Does all of it at the same moment; returns what each raised, None where all went well."""
    start = Barrier(len(actions), timeout=SECONDS)

    def act(action: Callable[[], object]) -> BaseException | None:
        try:
            start.wait()
            action()
        except Exception as error:  # the test looks at it
            return error
        finally:
            connections.close_all()
        return None

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(act, actions, timeout=SECONDS))


def without_lock(monkeypatch: pytest.MonkeyPatch, module: object, phones: int) -> None:
    """Takes lock and transaction away, and lets everybody read before anybody writes."""
    everybody_has_read = Barrier(phones, timeout=5)

    @contextmanager
    def unlocked(game_id: UUID) -> Iterator[Game]:
        game = Game.objects.get(pk=game_id)
        everybody_has_read.wait()
        yield game

    monkeypatch.setattr(module, "locked", unlocked)


def all_about_to_write(monkeypatch: pytest.MonkeyPatch, module: object, phones: int) -> None:
    """Lets everybody come as far as their first write before anybody makes it."""
    everybody_is_there = Barrier(phones, timeout=5)
    number = module.next_version

    def waiting(game: Game) -> int:
        everybody_is_there.wait()
        return number(game)

    monkeypatch.setattr(module, "next_version", waiting)


@pytest.fixture
def game() -> Game:
    """A new game."""
    return GameFactory()


def cards(game: Game) -> int:
    return len(table_of(game).tableaus[0][0].entries)


def test_the_races_run_on_a_database_file():
    """In memory every connection would have a database of its own, or none would ever wait."""
    if connection.vendor == "sqlite":
        assert "memory" not in str(connection.settings_dict["NAME"])


# ------------------------------------------------------------- one tap, sent many times


def the_same_tap(game: Game) -> list[BaseException | None]:
    tap = uuid4()
    return at_once(*[lambda: entering.add_card(where(game), tap, "tofu")] * PHONES)


def test_one_tap_sent_by_eight_threads_at_once_is_one_card(game):
    assert the_same_tap(game) == [None] * PHONES
    assert (cards(game), version_of(game), Tap.objects.count()) == (1, 1, 1)


def test_without_the_lock_one_tap_sent_at_once_fails(game, monkeypatch):
    without_lock(monkeypatch, tapping, PHONES)
    all_about_to_write(monkeypatch, tapping, PHONES)
    assert the_same_tap(game) != [None] * PHONES


# ------------------------------------------------------------- eight taps


def eight_taps(game: Game) -> list[BaseException | None]:
    return at_once(*[lambda: entering.add_card(where(game), uuid4(), "tofu")] * PHONES)


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
    assert list(RoundScore.objects.values_list("version", flat=True)) == [1, 1]
    assert version_of(game) == 2


def test_without_the_lock_two_confirmations_at_once_get_in_each_others_way(game, monkeypatch):
    without_lock(monkeypatch, confirming, 2)
    both_have_read = Barrier(2, timeout=5)
    read = confirming.read_table

    def reading(row):
        table = read(row)
        both_have_read.wait()
        return table

    monkeypatch.setattr(confirming, "read_table", reading)
    assert two_confirmations(game) != [None, None]


def test_a_tap_and_a_confirmation_at_once_leave_no_card_out_of_the_frozen_score(game):
    """Either the tap came first and the page was out of date, or it is refused."""
    seen = version_of(game)
    tap, confirmation = at_once(
        lambda: entering.add_card(where(game), uuid4(), "squid-nigiri"),
        lambda: confirming.confirm_round(game.pk, 1, seen_version=seen),
    )
    assert (tap is None) != (confirmation is None)
    frozen = list(RoundScore.objects.order_by("seat__place").values_list("total", flat=True))
    assert (frozen, cards(game)) in (([], 1), ([0, 0], 0))


# ------------------------------------------------------------- two undos


def two_undos(game: Game) -> list[BaseException | None]:
    add(where(game), "tempura", "sashimi", "dumpling")
    return at_once(*[lambda: entering.undo(where(game), uuid4())] * 2)


def test_two_undos_at_once_undo_two_taps(game):
    assert two_undos(game) == [None, None]
    assert [entry.face for entry in table_of(game).tableaus[0][0].entries] == ["tempura"]
    assert version_of(game) == 5


def test_without_the_lock_two_undos_at_once_are_one_event(game, monkeypatch):
    with monkeypatch.context() as patch:
        locked = tapping.locked
        add(where(game), "tofu")
        without_lock(patch, tapping, 2)
        at_once(*[lambda: entering.undo(where(game), uuid4())] * 2)
    assert tapping.locked is locked
    assert version_of(game) == 2


# ------------------------------------------------------------- the rest


def test_one_claim_sent_at_once_is_one_claim():
    game = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=4)
    claim_id = uuid4()
    assert at_once(*[lambda: claims.claim_icons(where(game), claim_id, 10)] * 4) == [None] * 4
    assert len(table_of(game).claims[0]) == version_of(game) == 1


def test_one_form_sent_at_once_starts_one_game():
    game_id = uuid4()
    assert at_once(*[lambda: GameFactory(game_id=game_id)] * 4) == [None] * 4
    assert Game.objects.get().seats.count() == 2


def test_games_of_different_tables_do_not_get_in_each_others_way():
    games = [GameFactory() for _ in range(4)]
    actions = [lambda game=game: [add(where(game), "tofu") for _ in range(3)] for game in games]
    assert at_once(*actions) == [None] * 4
    assert [version_of(game) for game in games] == [3] * 4
