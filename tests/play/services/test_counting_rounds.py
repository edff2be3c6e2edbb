"""Rounds that the table has counted by itself: noted and confirmed in one step, until cards are
entered; and what is said at the end."""

from uuid import uuid4

import pytest

from referee.models import Counted, Game, RoundScore
from referee.play.services.confirming import (
    Confirmation,
    confirm_round,
    count_round,
    enter_tokens,
    reopen_round,
)
from referee.play.services.joining import join
from referee.play.services.refusals import Refused
from referee.play.services.seating import Sitting, change_seats
from referee.play.services.versions import rounds_at
from tests.club.files.club_files import again
from tests.factories import GameFactory, add, claim, confirm, table_of, version_of, where
from tests.taps import undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game of Ana, Ben and Cem, each with a phone."""
    game = GameFactory(setup__number=3)
    for place in (1, 2, 3):
        join(game.pk, f"phone {place}", place)
    return game


def count(game, number, *points, **about):
    noted = dict(enumerate(points, start=1))
    return count_round(game.pk, number, noted, seen_version=version_of(game), **about)


def frozen(game, number):
    rows = RoundScore.objects.filter(version__round__game=game, version__round__number=number)
    return list(rows.order_by("version", "seat__place").values_list("total", "lines"))


def test_points_are_noted_and_confirmed_in_one_step_and_nobody_is_waited_for(game):
    assert count(game, 1, 12, 9, 14, by=table_of(game).seats[0].pk) is Confirmation.NEW
    assert frozen(game, 1) == [(12, []), (9, []), (14, [])]
    round_ = table_of(game).rounds[0]
    assert (round_.is_confirmed, round_.is_counted, round_.is_begun) == (True, True, True)
    assert round_.problems == []
    row = Counted.objects.get()
    assert (row.points, row.by.place) == ({"1": 12, "2": 9, "3": 14}, 1)


def test_sent_twice_it_is_one(game):
    count(game, 1, 12, 9, 14)
    assert count(game, 1, 1, 1, 1) is Confirmation.ALREADY
    assert Counted.objects.count() == 1


@pytest.mark.parametrize("points", [(-1, 0, 0), (0, 100, 0)])
def test_no_round_brings_fewer_or_more_points(game, points):
    with pytest.raises(Refused, match="points-impossible"):
        count(game, 1, *points)
    assert not Counted.objects.exists()


def test_an_eel_may_cost_three():
    menu = ("maki", "eel", "tofu", "miso-soup", "tea", "soy-sauce", "pudding")
    game = GameFactory(setup__party=True, setup__menu=menu)
    assert count(game, 1, -3, 20) is Confirmation.NEW


def test_rounds_come_in_their_order_and_nothing_is_noted_of_a_later_one(game):
    with pytest.raises(Refused, match="not-yet"):
        count(game, 2, 1, 2, 3)
    assert not Counted.objects.exists()


def test_what_lies_there_counts_and_is_not_thrown_away(game):
    add(where(game), "tempura")
    with pytest.raises(Refused, match="cards-lie"):
        count(game, 1, 1, 2, 3)


def test_a_claim_counts_too():
    game = GameFactory(setup__party=True, setup__menu="dinner-for-two")
    claim(game, 1, 10)
    with pytest.raises(Refused, match="cards-lie"):
        count(game, 1, 1, 2)


def test_a_page_from_before_a_card_was_taken_back_confirms_nothing(game):
    seen = version_of(game)
    add(where(game), "tempura")
    undo(where(game), uuid4())
    with pytest.raises(Refused, match="changed-meanwhile"):
        count_round(game.pk, 1, {1: 1}, seen_version=seen)
    assert not Counted.objects.exists()


def test_a_page_from_before_points_were_counted_confirms_none_that_it_never_showed(game):
    seen = version_of(game)
    count(game, 1, 12, 9, 14)
    reopen_round(game.pk, 1, reason="Ben counted again")
    with pytest.raises(Refused, match="changed-meanwhile"):
        confirm_round(game.pk, 1, seen_version=seen)
    with pytest.raises(Refused, match="changed-meanwhile"):
        count_round(game.pk, 1, {1: 1}, seen_version=seen)
    assert Counted.objects.count() == 1


def test_opened_again_other_points_make_another_version(game):
    count(game, 1, 12, 9, 14)
    reopen_round(game.pk, 1, reason="Ben counted again")
    assert table_of(game).rounds[0].is_counted
    assert count(game, 1, 12, 10, 14) is Confirmation.CORRECTED
    assert [total for total, _ in frozen(game, 1)] == [12, 9, 14, 12, 10, 14]
    round_ = table_of(game).rounds[0]
    numbers = [row.number for row in round_.row.versions.all()]
    assert [sheet.points for sheet in rounds_at(round_, numbers)] == [(12, 9, 14), (12, 10, 14)]


def test_opened_again_and_left_it_stands_as_it_was(game):
    count(game, 1, 12, 9, 14)
    reopen_round(game.pk, 1, reason="a look")
    seen = version_of(game)
    assert confirm_round(game.pk, 1, seen_version=seen, sure=False) is Confirmation.UNCHANGED


def test_cards_that_are_filled_in_later_win(game):
    count(game, 1, 12, 9, 14)
    reopen_round(game.pk, 1, reason="the cards")
    add(where(game), "tempura", "tempura")
    assert not table_of(game).rounds[0].is_counted
    # Ben and Cem would lose their points: that is asked, although nothing of theirs has changed.
    with pytest.raises(Refused, match="seats-empty"):
        confirm_round(game.pk, 1, seen_version=version_of(game), sure=False)
    confirm(game, 1)
    assert [total for total, _ in frozen(game, 1)][3:] == [5, 0, 0]


def counted_to_the_end(game):
    for number in (1, 2, 3):
        count(game, number, *[10] * len(table_of(game).seats))


def test_a_game_with_a_counted_round_ends_when_the_desserts_are_said(game):
    counted_to_the_end(game)
    assert Game.objects.get().state == Game.State.PLAYING
    assert table_of(game).sheet.lacks_desserts
    with pytest.raises(Refused, match="desserts-missing"):
        enter_tokens(game.pk, {})
    enter_tokens(game.pk, {}, {1: {"pudding": 3}, 2: {"pudding": 1}})
    assert Game.objects.get().state == Game.State.FINISHED
    assert table_of(game).result.totals == {"Ana": 36, "Ben": 30, "Cem": 24}


def test_what_was_said_of_the_desserts_can_be_corrected(game):
    counted_to_the_end(game)
    enter_tokens(game.pk, {}, {1: {"pudding": 3}})
    before = version_of(game)
    enter_tokens(game.pk, {}, {1: {"pudding": 3}})
    assert version_of(game) == before, "the same again changes nothing"
    enter_tokens(game.pk, {}, {2: {"pudding": 3}})
    assert table_of(game).result.winners == ("Ben",)


def test_a_finished_game_that_is_opened_again_ends_without_being_asked_once_more(game):
    counted_to_the_end(game)
    enter_tokens(game.pk, {}, {1: {"pudding": 3}})
    reopen_round(game.pk, 2, reason="one more")
    count(game, 2, 11, 10, 10)
    assert Game.objects.get().state == Game.State.FINISHED


def test_with_the_cards_of_every_round_nothing_is_asked(game):
    counted_to_the_end(game)
    for number in (1, 2, 3):
        reopen_round(game.pk, number, reason="the cards")
        add(where(game, number), "tempura")
        confirm(game, number)
    assert Game.objects.get().state == Game.State.FINISHED


def test_in_sushi_roll_the_tokens_come_with_the_desserts():
    game = GameFactory(setup__roll=True)
    counted_to_the_end(game)
    with pytest.raises(Refused, match="desserts-missing"):
        enter_tokens(game.pk, {1: {"menu": 2}})
    enter_tokens(game.pk, {1: {"menu": 2}}, {1: {"pudding": 2}, 2: {"pudding": 5}})
    assert table_of(game).result.totals == {"Ana": 31, "Ben": 36}


def test_a_dummy_has_no_points_where_nobody_counts_them():
    game = GameFactory(setup__dummy=True)
    count(game, 1, 12, 9)
    assert frozen(game, 1) == [(12, []), (9, []), (0, [])]


def test_desserts_are_asked_for_anew_where_a_correction_brings_more_than_were_said(game):
    count(game, 1, 12, 9, 14)
    confirm(game, 2, 3)
    enter_tokens(game.pk, {}, {1: {"pudding": 1}, 2: {"pudding": 2}, 3: {"pudding": 3}})
    assert table_of(game).game.state == Game.State.FINISHED
    reopen_round(game.pk, 2, reason="a pudding was missed")
    add(where(game, 2, 1), *["pudding"] * 4)
    confirm(game, 2)
    table = table_of(game)
    assert table.game.state != Game.State.FINISHED
    assert table.sheet.lacks_desserts
    enter_tokens(game.pk, {}, {1: {"pudding": 5}, 2: {"pudding": 2}, 3: {"pudding": 3}})
    assert table_of(game).result.totals == {"Ana": 18, "Ben": 3, "Cem": 14}


def test_a_club_file_keeps_what_was_said_also_while_a_round_is_open_again():
    game = GameFactory()
    count(game, 1, 12, 9)
    confirm(game, 2, 3)
    enter_tokens(game.pk, {}, {1: {"pudding": 3}})
    reopen_round(game.pk, 3, reason="a card was missed")
    again(game.night.club)
    seats = Game.objects.get().seats.order_by("place")
    assert [seat.desserts for seat in seats] == [{"pudding": 3}, {}]


def test_no_seat_that_has_points_is_taken_out_of_a_game_from_a_club_file(game):
    count(game, 1, 12, 9, 14)
    reopen_round(game.pk, 1, reason="a point was missed")
    again(game.night.club)
    with pytest.raises(Refused, match="seats-stand"):
        change_seats(Game.objects.get().pk, [Sitting("Ana", 1), Sitting("Cem", 3)])
