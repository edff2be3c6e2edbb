"""Seats that a phone asks the host for, because another phone holds them."""

import pytest

from referee.access.games import visit_of
from referee.models import Game, Guest
from referee.play.services import joining
from referee.play.services.joining import answer_wish, ask_for_seat, end_wish, join
from referee.play.services.refusals import Refused
from tests.factories import PHONE, GameFactory, finish, version_of

pytestmark = pytest.mark.django_db

OLD, NEW, CEM, ANAS = "Ben's old phone", "Ben's new phone", "phone of Cem", "phone of Ana"


@pytest.fixture
def game() -> Game:
    """A game of three; a phone holds Ben's seat, another one Cem's."""
    game = GameFactory(setup__number=3)
    join(game.pk, OLD, 2)
    join(game.pk, CEM, 3)
    return game


def how(game: Game, phone: str) -> tuple[int | None, int | None, str] | None:
    """The seat that a phone holds, the one that it asks for, and what it was told."""
    guest = Guest.objects.filter(game=game, phone=phone).select_related("seat", "wants").first()
    if guest is None:
        return None
    return guest.seat and guest.seat.place, guest.wants and guest.wants.place, guest.told


def answer(game: Game, phone: str, *, gets: bool) -> None:
    answer_wish(game.pk, Guest.objects.get(game=game, phone=phone).pk, gets=gets)


def test_who_asks_watches_until_the_host_has_answered(game):
    ask_for_seat(game.pk, NEW, 2)
    assert how(game, NEW) == (None, 2, "")
    assert how(game, OLD) == (2, None, "")
    visit = visit_of(NEW, game.pk)
    assert visit is not None
    assert visit.role == "watcher"


def test_asking_twice_is_asking_once_and_another_wish_takes_the_place_of_the_first(game):
    ask_for_seat(game.pk, NEW, 2)
    before = version_of(game)
    ask_for_seat(game.pk, NEW, 2)
    assert version_of(game) == before
    ask_for_seat(game.pk, NEW, 3)
    assert how(game, NEW) == (None, 3, "")


def test_yes_gives_it_the_seat_and_the_other_phone_watches_and_is_told(game):
    ask_for_seat(game.pk, NEW, 2)
    answer(game, NEW, gets=True)
    assert how(game, NEW) == (2, 2, "got")
    assert how(game, OLD) == (None, 2, "lost")
    before = version_of(game)
    answer(game, NEW, gets=False)  # another host, too late
    assert (how(game, NEW), version_of(game)) == ((2, 2, "got"), before)


def test_no_leaves_everything_and_is_told(game):
    ask_for_seat(game.pk, NEW, 2)
    answer(game, NEW, gets=False)
    assert how(game, NEW) == (None, 2, "refused")
    assert how(game, OLD) == (2, None, "")
    ask_for_seat(game.pk, NEW, 2)
    assert how(game, NEW) == (None, 2, "")


def test_what_was_told_ends_when_it_was_seen_and_a_wish_when_it_is_taken_back(game):
    for answered in (False, True):
        ask_for_seat(game.pk, NEW, 2)
        if answered:
            answer(game, NEW, gets=True)
        end_wish(game.pk, NEW)
        assert how(game, NEW) == ((2 if answered else None), None, "")
    end_wish(game.pk, OLD)
    assert how(game, OLD) == (None, None, "")
    before = version_of(game)
    end_wish(game.pk, OLD)
    assert version_of(game) == before


def free(game: Game) -> None:
    joining.free_seat(game.pk, 2)


def goes(game: Game) -> None:
    joining.leave(game.pk, OLD)


def moves(game: Game) -> None:
    join(game.pk, OLD, 1)


def watches(game: Game) -> None:
    join(game.pk, OLD, None)


def is_sent_away(game: Game) -> None:
    joining.send_away(game.pk, Guest.objects.get(phone=OLD).pk)


@pytest.mark.parametrize("becomes_free", [free, goes, moves, watches, is_sent_away])
def test_a_seat_that_becomes_free_goes_to_who_asked_for_it_first(game, becomes_free):
    ask_for_seat(game.pk, NEW, 2)
    ask_for_seat(game.pk, ANAS, 2)
    becomes_free(game)
    assert how(game, NEW) == (2, 2, "got")
    assert how(game, ANAS) == (None, 2, "")


def test_a_seat_that_is_free_by_now_is_had_at_once(game):
    ask_for_seat(game.pk, NEW, 1)
    assert how(game, NEW) == (1, 1, "got")


def test_who_holds_a_seat_keeps_it_while_the_host_is_asked(game):
    join(game.pk, ANAS, 1)
    ask_for_seat(game.pk, ANAS, 2)
    assert how(game, ANAS) == (1, 2, "")
    answer(game, ANAS, gets=True)
    assert how(game, ANAS) == (2, 2, "got")
    assert not Guest.objects.filter(seat__place=1).exists()


def test_two_that_ask_for_each_others_seats_change_them_by_one_answer(game):
    ask_for_seat(game.pk, OLD, 3)
    ask_for_seat(game.pk, CEM, 2)
    answer(game, CEM, gets=True)
    assert how(game, CEM) == (2, 2, "got")
    assert how(game, OLD) == (3, 3, "got")


def leaves(game: Game) -> None:
    joining.leave(game.pk, NEW)


def sits_elsewhere(game: Game) -> None:
    join(game.pk, NEW, 1)


def only_watches(game: Game) -> None:
    join(game.pk, NEW, None)


def was_sent_away(game: Game) -> None:
    joining.send_away(game.pk, Guest.objects.get(phone=NEW).pk)


@pytest.mark.parametrize("ends", [leaves, sits_elsewhere, only_watches, was_sent_away])
def test_a_wish_ends_when_its_phone_goes_or_decides_otherwise(game, ends):
    ask_for_seat(game.pk, NEW, 2)
    guest = Guest.objects.get(phone=NEW).pk
    ends(game)
    answer_wish(game.pk, guest, gets=True)
    free(game)
    assert not Guest.objects.filter(seat__place=2).exists()
    assert not Guest.objects.exclude(wants=None).exists()


def test_the_seat_of_the_hosts_own_phone_may_be_asked_for_and_it_stays_the_host(game):
    join(game.pk, PHONE, 1)
    ask_for_seat(game.pk, ANAS, 1)
    answer(game, ANAS, gets=True)
    assert how(game, ANAS) == (1, 1, "got")
    host = visit_of(PHONE, game.pk)
    assert host is not None
    assert (host.is_host, host.seat) == (True, None)


def test_a_host_who_asks_gets_the_seat_at_once(game):
    ask_for_seat(game.pk, PHONE, 2)
    assert how(game, PHONE) == (2, 2, "got")
    assert how(game, OLD) == (None, 2, "lost")


def test_nobody_asks_who_may_not_come(game, monkeypatch):
    with pytest.raises(Refused, match="seat-taken"):
        ask_for_seat(game.pk, NEW, 7)
    was_there = Guest.objects.get(phone=OLD).pk
    joining.send_away(game.pk, was_there)
    with pytest.raises(Refused, match="sent-away"):
        ask_for_seat(game.pk, OLD, 3)
    monkeypatch.setattr(joining, "MAX_WATCHERS", 1)
    ask_for_seat(game.pk, NEW, 3)
    with pytest.raises(Refused, match="table-full"):
        ask_for_seat(game.pk, ANAS, 3)
    finish(game)
    game.refresh_from_db()
    with pytest.raises(Refused, match="game-over"):
        joining.come(game, NEW, None, "10.0.0.1", asks_for=3)
    assert how(game, NEW) == (None, 3, "")


def test_who_asks_counts_as_a_watcher_of_their_address(game):
    for number in range(20):
        joining.come(game, f"phone {number}", None, "10.0.0.1", asks_for=2)
    with pytest.raises(Refused, match="too-many-watchers"):
        joining.come(game, NEW, None, "10.0.0.1", asks_for=2)
    joining.come(game, NEW, None, "10.0.0.2", asks_for=2)
