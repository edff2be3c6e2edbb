"""Phones that come to a table, take a seat, watch, leave, or are sent away."""

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

from referee.access.games import Visit, visit_of
from referee.models import CODE_LENGTH, CODE_LETTERS, Game, Guest, new_code
from referee.play.services import joining
from referee.play.services.confirming import reopen_round
from referee.play.services.joining import game_of_code, join
from referee.play.services.refusals import Refused
from referee.play.signals import game_changed
from tests.factories import PHONE, GameFactory, add, confirm, finish, version_of, where

pytestmark = pytest.mark.django_db

BEN, CEM = "phone of Ben", "phone of Cem"
HOUR = 3600


@pytest.fixture
def game() -> Game:
    """A game of three."""
    return GameFactory(setup__number=3)


@pytest.fixture
def news(django_capture_on_commit_callbacks: Any) -> Iterator[list[tuple[int, bool]]]:
    """What is told of the game while the test runs: (version, whether access has changed)."""
    told: list[tuple[int, bool]] = []

    def hear(sender: object, version: int, access_changed: bool, **_: object) -> None:
        told.append((version, access_changed))

    game_changed.connect(hear)
    yield told
    game_changed.disconnect(hear)


@pytest.fixture
def tells(django_capture_on_commit_callbacks: Any, news: list[tuple[int, bool]]) -> Any:
    """Does something and returns what is told of it once it is committed."""

    def doing(action: Any, *args: Any, **more: Any) -> list[tuple[int, bool]]:
        news.clear()
        with django_capture_on_commit_callbacks(execute=True):
            action(*args, **more)
        return list(news)

    return doing


def visiting(game: Game, phone: str) -> Visit | None:
    return visit_of(phone, game.pk)


def role(game: Game, phone: str) -> tuple[str, int | None] | None:
    """What a phone is at the table, and its seat's place; None for a stranger."""
    visit = visiting(game, phone)
    return visit and (visit.role.value, visit.seat.place if visit.seat else None)


def guest(game: Game, phone: str) -> int:
    return Guest.objects.get(game=game, phone=phone).pk


# ------------------------------------------------------------- the code


def test_a_code_has_six_signs_of_which_no_two_look_alike():
    codes = {new_code() for _ in range(300)}
    assert {len(code) for code in codes} == {CODE_LENGTH} == {6}
    assert set("".join(codes)) == set(CODE_LETTERS)
    for alike in ("B8", "I1L", "O0Q", "S5", "UV", "Z2"):
        assert len(set(alike) & set(CODE_LETTERS)) <= 1


def test_a_code_that_is_taken_is_not_given_twice(game, monkeypatch):
    codes = iter([game.code, game.code, "ACDEFG"])
    monkeypatch.setattr(joining, "new_code", lambda: next(codes))
    assert joining.unused_code() == "ACDEFG"


@pytest.mark.parametrize("typed", ["{0}{1}", " {0} - {1} ", "{0}\t{1}\n", "{0}\u00a0{1}"])
def test_a_code_is_read_as_people_type_it(game, typed):
    for letters in (str.lower, str.upper, str.title):
        text = typed.format(letters(game.code[:3]), letters(game.code[3:]))
        assert game_of_code(text) == game


@pytest.mark.parametrize(
    "typed",
    ["", "-", "ACDEF", "ACDEFGH", "OOOOOO", "%", "ACDEF*", "\0" * 6, "☃" * 6, "A" * 9999],
    ids=ascii,
)
def test_a_code_that_is_none_opens_nothing(game, typed):
    with pytest.raises(Refused, match="unknown-code"):
        game_of_code(typed)


def test_a_code_that_was_changed_opens_nothing_and_who_is_in_stays_in(game, tells):
    join(game.pk, BEN, 2)
    old = game.code
    assert tells(joining.change_code, game.pk) == [(2, False)]
    new = Game.objects.get(pk=game.pk).code
    assert new != old
    assert set(new) <= set(CODE_LETTERS)
    with pytest.raises(Refused, match="unknown-code"):
        game_of_code(old)
    assert game_of_code(new) == game
    assert role(game, BEN) == ("player", 2)


def is_found(code: str) -> bool:
    with contextlib.suppress(Refused):
        return bool(game_of_code(code))
    return False


@pytest.mark.parametrize(("is_finished", "hours"), [(True, 6), (False, 48)])
def test_a_code_ends_some_hours_after_its_game_or_two_days_after_its_start(
    game, clock, is_finished, hours
):
    if is_finished:
        finish(game)
    clock((hours - 0.1) * HOUR)
    assert is_found(game.code)
    clock((hours + 0.1) * HOUR)
    assert not is_found(game.code)


def test_a_code_that_was_drawn_after_the_end_lets_in_for_as_long_again(game, clock):
    finish(game)
    clock(30 * 24 * HOUR)
    joining.change_code(game.pk)
    game.refresh_from_db()
    assert is_found(game.code)
    clock((30 * 24 + 6.1) * HOUR)
    assert not is_found(game.code)


def test_correcting_an_old_game_opens_its_code_for_nobody(game, clock):
    finish(game)
    clock(30 * 24 * HOUR)
    reopen_round(game.pk, 3, reason="a card was missing")
    add(where(game, 3, 1), "tofu")
    confirm(game, 3)
    assert not is_found(game.code)


# ------------------------------------------------------------- seats


def test_who_joins_holds_the_seat_and_who_takes_none_watches(game):
    join(game.pk, BEN, 2)
    join(game.pk, CEM, None)
    assert role(game, BEN) == ("player", 2)
    assert role(game, CEM) == ("watcher", None)
    assert role(game, "phone of nobody") is None
    assert role(game, "") is None


def test_the_host_may_hold_a_seat_and_stays_the_host(game):
    assert role(game, PHONE) == ("host", None)
    join(game.pk, PHONE, 1)
    assert role(game, PHONE) == ("host", 1)
    joining.leave(game.pk, PHONE)
    assert role(game, PHONE) == ("host", None)


def test_joining_twice_is_joining_once(game, tells):
    assert tells(join, game.pk, BEN, 2) == [(1, True)]
    assert tells(join, game.pk, BEN, 2) == []
    assert (Guest.objects.count(), version_of(game)) == (1, 1)


def test_a_seat_that_another_phone_holds_is_taken(game):
    join(game.pk, BEN, 2)
    with pytest.raises(Refused, match="seat-taken"):
        join(game.pk, CEM, 2)
    assert role(game, CEM) is None
    assert (role(game, BEN), version_of(game)) == (("player", 2), 1)


@pytest.mark.parametrize("place", [0, -1, 4, 99, 10**9])
def test_a_seat_that_there_is_not_cannot_be_taken(game, place):
    with pytest.raises(Refused, match="seat-taken"):
        join(game.pk, BEN, place)
    assert role(game, BEN) is None


def test_nobody_sits_down_on_the_dummys_seat():
    game = GameFactory(setup__dummy=True)
    with pytest.raises(Refused, match="seat-taken"):
        join(game.pk, BEN, 3)
    assert role(game, BEN) is None


def test_who_changes_seats_leaves_the_old_one_free(game, tells):
    join(game.pk, BEN, 2)
    assert tells(join, game.pk, BEN, 3) == [(2, True)]
    join(game.pk, CEM, 2)
    assert (role(game, BEN), role(game, CEM)) == (("player", 3), ("player", 2))
    join(game.pk, BEN, None)
    assert role(game, BEN) == ("watcher", None)
    assert Guest.objects.count() == 2


def test_who_cannot_change_seats_keeps_the_own_one(game):
    join(game.pk, BEN, 2)
    join(game.pk, CEM, 3)
    with pytest.raises(Refused, match="seat-taken"):
        join(game.pk, BEN, 3)
    assert role(game, BEN) == ("player", 2)


@pytest.fixture
def few_watchers(monkeypatch) -> int:
    """How many may watch at once: fewer than really, which is no matter of what is tested."""
    monkeypatch.setattr(joining, "MAX_WATCHERS", 4)
    return 4


def test_watchers_fill_no_seat(game, few_watchers):
    for number in range(few_watchers):
        join(game.pk, f"phone {number}", None)
    with pytest.raises(Refused) as refused:
        join(game.pk, BEN, None)
    assert (refused.value.code, refused.value.facts) == ("table-full", {"phones": few_watchers})
    join(game.pk, BEN, 2)
    assert role(game, BEN) == ("player", 2)
    with pytest.raises(Refused, match="table-full"):
        join(game.pk, BEN, None)
    assert role(game, BEN) == ("player", 2)
    joining.send_away(game.pk, guest(game, "phone 0"))
    join(game.pk, BEN, None)
    assert role(game, BEN) == ("watcher", None)


# ------------------------------------------------------------- leaving, and being sent away


def test_who_leaves_is_a_stranger_and_may_come_again(game, tells):
    join(game.pk, BEN, 2)
    assert tells(joining.leave, game.pk, BEN) == [(2, True)]
    assert role(game, BEN) is None
    assert tells(joining.leave, game.pk, BEN) == []
    join(game.pk, BEN, 2)
    assert role(game, BEN) == ("player", 2)


def test_a_freed_seat_is_free_and_its_phone_watches(game, tells):
    join(game.pk, BEN, 2)
    assert tells(joining.free_seat, game.pk, 2) == [(2, True)]
    assert role(game, BEN) == ("watcher", None)
    assert tells(joining.free_seat, game.pk, 2) == []
    join(game.pk, CEM, 2)
    assert role(game, CEM) == ("player", 2)


def test_who_is_sent_away_is_a_stranger_and_the_code_does_not_let_it_in(game, tells):
    join(game.pk, BEN, 2)
    assert tells(joining.send_away, game.pk, guest(game, BEN)) == [(2, True)]
    assert role(game, BEN) is None
    joining.leave(game.pk, BEN)
    for place in (2, None):
        with pytest.raises(Refused, match="sent-away"):
            join(game.pk, BEN, place)
    assert tells(joining.send_away, game.pk, guest(game, BEN)) == []
    join(game.pk, CEM, 2)
    assert role(game, CEM) == ("player", 2)


def test_nobody_sends_the_host_away(game, tells):
    join(game.pk, PHONE, 1)
    assert tells(joining.send_away, game.pk, guest(game, PHONE)) == []
    assert role(game, PHONE) == ("host", 1)


def test_who_is_let_back_watches_and_may_sit_down_again(game, tells):
    join(game.pk, BEN, 2)
    joining.send_away(game.pk, guest(game, BEN))
    assert tells(joining.let_back, game.pk, guest(game, BEN)) == [(3, True)]
    assert role(game, BEN) == ("watcher", None)
    assert tells(joining.let_back, game.pk, guest(game, BEN)) == []
    join(game.pk, BEN, 2)
    assert role(game, BEN) == ("player", 2)


def test_what_is_done_at_one_table_is_done_at_no_other(game):
    other = GameFactory()
    join(game.pk, BEN, 2)
    join(other.pk, CEM, 2)
    join(other.pk, BEN, 1)
    assert (role(game, BEN), role(game, CEM)) == (("player", 2), None)
    joining.free_seat(game.pk, 1)
    joining.send_away(game.pk, guest(other, CEM))
    assert (role(other, BEN), role(other, CEM)) == (("player", 1), ("player", 2))
    joining.send_away(game.pk, guest(game, BEN))
    assert (role(game, BEN), role(other, BEN)) == (None, ("player", 1))
    joining.let_back(other.pk, guest(game, BEN))
    assert role(game, BEN) is None


# ------------------------------------------------------------- who may enter what


def test_players_enter_their_own_cards_until_the_host_lets_anyone_enter(game, tells):
    join(game.pk, BEN, 2)
    join(game.pk, CEM, None)

    def places(phone: str) -> list[int]:
        visit = visiting(game, phone)
        assert visit
        return [place for place in (1, 2, 3) if visit.may_enter(place)]

    assert (places(PHONE), places(BEN), places(CEM)) == ([1, 2, 3], [2], [])
    assert tells(joining.let_anyone_enter, game.pk, anyone=True) == [(3, True)]
    assert tells(joining.let_anyone_enter, game.pk, anyone=True) == []
    assert (places(PHONE), places(BEN), places(CEM)) == ([1, 2, 3], [1, 2, 3], [])
    assert tells(joining.let_anyone_enter, game.pk, anyone=False) == [(4, True)]
    assert (places(PHONE), places(BEN), places(CEM)) == ([1, 2, 3], [2], [])
