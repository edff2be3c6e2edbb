"""Somebody gets another number than the referee."""

from typing import Any
from uuid import uuid4

import pytest

from referee.access.games import visit_of
from referee.disputes.pages.disputes import dispute_page, shown_disputes
from referee.disputes.pages.numbers import number_page, numbers_page
from referee.disputes.services import disputes
from referee.disputes.services.disputes import (
    LEAST,
    MOST,
    Claimed,
    dispute,
    withdraw_dispute,
)
from referee.models import Dispute, Game
from referee.play.services.confirming import count_round, enter_tokens, reopen_round
from referee.play.services.refusals import Refused
from referee.rules.mistakes import END, GAME, ClaimScope
from tests.factories import (
    PHONE,
    GameFactory,
    add,
    confirm,
    fill,
    finish,
    send,
    table_of,
    version_of,
    where,
)

pytestmark = pytest.mark.django_db

ROUND = [["dumpling"] * 3 + ["maki-3"], ["maki-2", "pudding"], ["maki-1"]]
"""Ana 6 + 6, Ben 3, Cem 0."""


@pytest.fixture
def game() -> Game:
    """A game of three whose first round is entered and open."""
    game = GameFactory(setup__number=3)
    fill(game, [ROUND])
    return game


def claim(game: Game, number: int, place: int = 1, *scope: Any) -> Dispute | None:
    return dispute(game.pk, uuid4(), Claimed(place, ClaimScope(*scope), number))


def seen(game: Game, row: Dispute, phone: str = PHONE) -> dict[str, Any]:
    """What the page of a dispute shows to a phone."""
    visit = visit_of(phone, game.pk)
    assert visit
    return dict(dispute_page(visit.game, row, visit)["dispute"])


@pytest.mark.parametrize(
    ("place", "scope", "right"),
    [
        (1, (), 12),
        (1, (1,), 12),
        (1, (1, "dumpling"), 6),
        (1, (1, "maki"), 6),
        (1, (1, "tempura"), 0),
        (2, (1, "dumpling"), 0),
        (2, (1, "maki"), 3),
        (2, (1, "pudding"), 0),
        (3, (1,), 0),
    ],
)
def test_a_claim_is_about_the_game_a_round_or_a_card_type(game, place, scope, right):
    assert claim(game, right, place, *scope) is None
    assert not Dispute.objects.exists()
    made = claim(game, right + 1, place, *scope)
    assert made is not None
    assert (made.right, made.claimed, made.seat.place) == (right, right + 1, place)


def test_the_end_of_the_game_can_be_disputed_once_it_has_come(game):
    with pytest.raises(Refused, match="nothing-there"):
        claim(game, 3, 2, END)
    finish(game)
    made = claim(game, 3, 2, END, "pudding")
    assert made is not None
    assert made.right == 6


def test_the_points_of_unused_tokens_can_be_disputed():
    game = GameFactory(setup__roll=True)
    add(where(game), "maki-1")
    finish(game, {1: {"menu": 3}})
    tokens = ClaimScope(END, "tokens")
    assert number_page(table_of(game), 1, tokens)["name"] == "End of the game, unused tokens"
    assert claim(game, 9, 1, *tokens) is not None


@pytest.mark.parametrize(
    ("number", "place", "scope", "code"),
    [
        (LEAST - 1, 1, (), "number-out-of-range"),
        (MOST + 1, 1, (), "number-out-of-range"),
        (10**9, 1, (), "number-out-of-range"),
        (5, 4, (), "nobody-sits"),
        (5, 0, (), "nobody-sits"),
        (5, 1, (2,), "nothing-there"),
        (5, 1, (9,), "nothing-there"),
        (5, 1, (1, "uramaki"), "nothing-there"),
        (5, 1, (None, "maki"), "nothing-there"),
    ],
)
def test_what_cannot_be_claimed_is_refused(game, number, place, scope, code):
    before = version_of(game)
    with pytest.raises(Refused, match=code):
        claim(game, number, place, *scope)
    assert version_of(game) == before
    assert not Dispute.objects.exists()


def test_before_the_first_card_there_is_nothing_to_dispute():
    game = GameFactory()
    with pytest.raises(Refused, match="nothing-there"):
        claim(game, 5)
    assert numbers_page(table_of(game), 1)["parts"] == []


def test_the_same_dispute_twice_is_one(game):
    once = Claimed(1, ClaimScope(1), 16)
    dispute_id = uuid4()
    first = dispute(game.pk, dispute_id, once)
    before = version_of(game)
    assert dispute(game.pk, dispute_id, once) == first
    assert dispute(game.pk, uuid4(), once) == first
    assert version_of(game) == before
    add(where(game, 1, 3), "maki-1")  # the table is another one by now
    assert dispute(game.pk, uuid4(), once) != first


def test_there_is_an_end_to_disputes(game, monkeypatch):
    monkeypatch.setattr(disputes, "MAX_DISPUTES", 3)
    for number in range(3):
        claim(game, 100 + number)
    with pytest.raises(Refused, match="too-many-disputes"):
        claim(game, 99)
    assert withdraw_dispute(game.pk, Dispute.objects.first().pk)
    assert claim(game, 99)


def test_a_dispute_that_is_taken_back_is_gone(game):
    made = claim(game, 16)
    assert withdraw_dispute(game.pk, made.pk)
    before = version_of(game)
    assert not withdraw_dispute(game.pk, made.pk)
    assert version_of(game) == before


def test_a_dispute_stays_what_it_was_about_when_the_round_is_corrected(game):
    confirm(game, 1)
    made = claim(game, 10, 1, 1, "dumpling")
    reopen_round(game.pk, 1, reason="a dumpling was missed")
    add(where(game, 1, 1), "dumpling")
    confirm(game, 1)
    shown = seen(game, made)
    assert (shown["row"].right, shown["now"], shown["is_settled"]) == (6, 10, True)
    told = [way["sentences"] for way in shown["ways"]]
    assert ["One card more than was entered: dumpling."] in told


def test_a_dispute_is_settled_when_the_last_card_of_its_type_is_taken_away(game):
    (egg,) = add(where(game, 1, 1), "egg-nigiri")
    made = claim(game, 0, 1, 1, "nigiri")
    send(where(game, 1, 1), (uuid4(), f"take:{egg}"))
    shown = seen(game, made)
    assert (shown["now"], shown["is_settled"]) == (0, True)


def test_the_dummys_number_can_be_disputed():
    game = GameFactory(setup__dummy=True)
    add(where(game, 1, 3), "maki-3")
    made = claim(game, 3, 3, 1, "maki")
    assert made is not None
    assert seen(game, made)["name"] == "Dummy"


def test_a_page_of_many_disputes_comes_in_time_and_the_next_time_with_the_rest(game, monkeypatch):
    for number in (20, 30, 40):
        claim(game, number)
    now = iter([0.0, 0.0, 4.0, 6.0, 7.0])
    monkeypatch.setattr("referee.disputes.pages.disputes.monotonic", lambda: next(now))
    shown = shown_disputes(table_of(game))
    assert [one["is_unavailable"] for one in shown] == [False, False, True]
    monkeypatch.setattr("referee.disputes.pages.disputes.monotonic", lambda: 0.0)
    assert not any(one["is_unavailable"] for one in shown_disputes(table_of(game)))


def test_the_end_of_the_game_does_not_count_before_the_game_is_over(game):
    """Ana's puddings are paid when the third round is confirmed; no page shows them before."""
    confirm(game, 1, 2)
    add(where(game, 3, 1), "pudding", "pudding")
    assert claim(game, 12) is None
    with pytest.raises(Refused, match="nothing-there"):
        claim(game, 6, 1, END)
    early = claim(game, 18)
    shown = seen(game, early)
    assert all("pudding" not in line["words"] for line in shown["lines"][0])
    confirm(game, 3)
    assert claim(game, 18) is None
    assert seen(game, early)["is_settled"]
    reopen_round(game.pk, 1, reason="a card")
    assert claim(game, 12) is None


def test_an_id_that_says_something_else_by_now_is_another_dispute(game):
    first = claim(game, 40)
    with pytest.raises(Refused, match="id-used"):
        dispute(game.pk, first.pk, Claimed(2, GAME, 30))
    with pytest.raises(Refused, match="id-used"):
        dispute(game.pk, first.pk, Claimed(1, ClaimScope(1), 40))
    other = GameFactory(phone="another")
    add(where(other), "tempura")
    with pytest.raises(Refused, match="id-used"):
        dispute(other.pk, first.pk, Claimed(1, GAME, 40))


def test_of_a_round_that_was_counted_nothing_is_explained_and_no_line_disputed():
    game = GameFactory(setup__number=3)
    count_round(game.pk, 1, {1: 12, 2: 9, 3: 14}, seen_version=version_of(game))
    row = claim(game, 10, 1, 1)
    assert row
    assert row.sheet["rounds"] == [{"tableaus": {}, "points": {"Ana": 12, "Ben": 9, "Cem": 14}}]
    shown = seen(game, row)
    assert (shown["ways"], shown["lines"], shown["is_unavailable"]) == ([], [], False)
    assert claim(game, 12, 1, 1) is None, "which is right"
    with pytest.raises(Refused, match="nothing-there"):
        claim(game, 3, 1, 1, "maki")
    assert number_page(table_of(game), 1, ClaimScope(1))["values"] == []


def test_a_game_that_was_counted_can_be_disputed_when_it_is_over():
    game = GameFactory()
    for number in (1, 2, 3):
        count_round(game.pk, number, {1: 12, 2: 9}, seen_version=version_of(game))
    enter_tokens(game.pk, {}, {1: {"pudding": 2}, 2: {"pudding": 1}})
    row = claim(game, 40)
    assert row
    assert row.right == 42
    assert seen(game, row)["lines"] == []
