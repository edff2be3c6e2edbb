"""Names and seats in a game that has begun."""

from uuid import uuid4

import pytest

from referee.access.games import Sender
from referee.disputes.services.disputes import Claimed, dispute
from referee.models import Game, Guest, Placing, Player, Seat
from referee.play.services.joining import join, let_anyone_enter
from referee.play.services.rematch import rematch, setup_again
from referee.play.services.seating import Sitting, change_seats, renamed_elsewhere, unclear_names
from referee.play.services.taps import SentTap, take_taps
from referee.play.signals import game_changed
from referee.rules import SheetFaults
from referee.rules.mistakes import GAME
from tests.factories import (
    GameFactory,
    add,
    claim,
    confirm,
    finish,
    played,
    table_of,
    version_of,
    where,
)
from tests.people import refusal
from tests.play.views.joining import seated

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game of Ana, Ben and Cem that has just begun."""
    return GameFactory(setup__number=3)


def sit(game: Game, *who: tuple[str, int | None] | Sitting) -> None:
    change_seats(game.pk, [Sitting(*one) for one in who])


def refused(game: Game, *who: tuple[str, int | None]) -> str:
    """Why that is not done; nothing may have changed."""
    found = refusal(sit, game, *who)
    assert found.message
    return found.code


ANA, BEN, CEM = ("Ana", 1), ("Ben", 2), ("Cem", 3)


@pytest.mark.parametrize("others", [("ana", "aNA"), ("aNA", "ana")])
def test_of_two_whose_names_sound_the_same_each_stays_on_her_seat(game, others):
    for name in others:
        Player.objects.create(club=game.night.club, name=name)
    sit(game, ANA, BEN, CEM)
    assert table_of(game).sheet.players == ("Ana", "Ben", "Cem")
    sit(game, ("aNA", 1), BEN, CEM)
    assert table_of(game).sheet.players == ("aNA", "Ben", "Cem")


def test_a_name_is_put_right_on_every_page_and_phones_hear_of_it(game):
    before = version_of(game)
    sit(game, ANA, ("Benno", 2), CEM)
    assert seated(game) == ["Ana", "Benno", "Cem"]
    assert version_of(game) > before
    assert not Player.objects.filter(name="Ben").exists()


def test_phones_are_told_of_no_version_that_is_still_to_come(
    game, django_capture_on_commit_callbacks
):
    told: list[int] = []

    def hear(version: int, **_news: object) -> None:
        told.append(version)

    game_changed.connect(hear)
    with django_capture_on_commit_callbacks(execute=True):
        sit(game, ("Anna", 1), ("Benno", 2), ("Cemal", 3))
    game_changed.disconnect(hear)
    assert max(told) == told[-1] == version_of(game)


def test_a_name_is_put_right_after_the_end_as_well_and_in_earlier_games():
    old = played("tempura", "", players=["Ana", "Ben"])
    game = played("tempura", "", players=["Ana", "Ben"])
    sit(game, ("Anna", 1), BEN)
    assert seated(old) == seated(game) == ["Anna", "Ben"]


def test_somebody_else_played_on_a_seat_and_the_standings_know():
    old = played("tempura", "", players=["Ana", "Ben"])
    game = GameFactory()
    finish(game)
    zoe = [Sitting("Zoe", 1, is_other=True), Sitting(*BEN)]
    assert refused(game, *zoe) == "reason-missing"
    change_seats(game.pk, zoe, reason="it was Zoe")
    assert (seated(old), seated(game)) == (["Ana", "Ben"], ["Zoe", "Ben"])
    names = Placing.objects.filter(game=game).values_list("player__name", flat=True)
    assert sorted(names) == ["Ben", "Zoe"]


def test_the_name_of_another_player_of_the_club_is_that_player(game):
    played("tempura", "", players=["Eva", "Zoe"])
    sit(game, ANA, ("Eva", 2), CEM)
    assert seated(game) == ["Ana", "Eva", "Cem"]
    assert Player.objects.get(name="Eva").seats.count() == 2
    assert not Player.objects.filter(name="Ben").exists()  # who sits nowhere was a slip


def test_two_names_that_stand_on_each_others_seats_are_changed_round(game):
    add(where(game, 1, 1), "tempura")
    sit(game, ("Ben", 1), ("Ana", 2), CEM)
    assert seated(game) == ["Ben", "Ana", "Cem"]
    assert [len(one) for one in table_of(game).sheet.rounds[0].tableaus] == [1, 0, 0]


def test_a_player_moves_on_while_somebody_new_takes_the_seat(game):
    ana = Player.objects.get(name="Ana")
    sit(game, ("Zoe", 1), ("Ana", 2), CEM)
    assert seated(game) == ["Zoe", "Ana", "Cem"]
    assert Seat.objects.get(game=game, place=2).player == ana


def test_it_is_asked_whose_a_new_name_is_only_where_that_is_not_clear(game):
    sitting = [Sitting("Zoe", 1), Sitting("Ben", 2), Sitting("Cem", 3)]
    assert unclear_names(game, sitting) == renamed_elsewhere(game, sitting) == {}
    played("tempura", "", players=["Ana", "Eva"])
    for name, found in {"Zoe": {1: "Ana"}, "Eva": {}, "ANA": {}, "Ana": {}}.items():
        sitting = [Sitting(name, 1), Sitting("Ben", 2), Sitting("Cem", 3)]
        assert unclear_names(game, sitting) == found


def test_who_gets_another_name_in_other_games_too_is_known(game):
    played("tempura", "", players=["Ana", "Eva"])
    for name, found in {"Zoe": {1: "Ana"}, "Eva": {}, "ANA": {1: "Ana"}, "Ana": {}}.items():
        for is_other in (False, True):
            sitting = [Sitting(name, 1, is_other), Sitting("Ben", 2), Sitting("Cem", 3)]
            assert renamed_elsewhere(game, sitting) == ({} if is_other else found)


def test_who_comes_late_gets_a_seat_with_tableaus_and_the_hands_are_smaller(game):
    add(where(game, 1, 1), "tempura")
    assert table_of(game).setting.hand_size == 9
    sit(game, ANA, ("Zoe", None), BEN, CEM)
    assert seated(game) == ["Ana", "Zoe", "Ben", "Cem"]
    assert table_of(game).setting.hand_size == 8
    add(where(game, 1, 4), "tea")  # her place, though she sits second
    assert [len(one) for one in table_of(game).sheet.rounds[0].tableaus] == [1, 1, 0, 0]
    finish(game)


def test_everybody_may_sit_on_a_new_seat(game):
    sit(game, ("Ana", None), ("Zoe", None))
    assert [(row.place, row.player.name) for row in game.seats.all()] == [(1, "Ana"), (2, "Zoe")]


def test_seats_move_with_their_cards_and_phones_and_taps_still_find_them(game):
    join(game.pk, "phone of Cem", 3)
    add(where(game, 1, 3), "tempura")
    sit(game, CEM, ANA, BEN)
    assert seated(game) == ["Cem", "Ana", "Ben"]
    add(where(game, 1, 3), "sashimi")  # a tap that was made before the phone heard of it
    assert [len(one) for one in table_of(game).sheet.rounds[0].tableaus] == [2, 0, 0]
    assert Guest.objects.get(phone="phone of Cem").seat.player.name == "Cem"
    finish(game)
    assert setup_again(game).players == ["Ana", "Ben", "Cem"]
    assert seated(rematch(game.pk, uuid4())) == ["Ana", "Ben", "Cem"]


def test_who_is_taken_out_leaves_no_seat_and_the_phone_watches(game):
    join(game.pk, "phone of Ben", 2)
    sit(game, ANA, CEM)
    assert seated(game) == ["Ana", "Cem"]
    assert table_of(game).setting.hand_size == 10
    assert Guest.objects.get(phone="phone of Ben").seat is None
    add(where(game, 1, 3), "tempura")  # Cem's place stays
    sit(game, ANA, CEM, ("Dan", None))
    assert seated(game) == ["Ana", "Cem", "Dan"]
    finish(game)


def test_whose_cards_lie_or_who_has_claimed_is_not_taken_out():
    game = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=4)
    add(where(game, 1, 2), "tofu")
    assert refused(game, ANA, CEM, ("Dan", 4)) == "seat-has-cards"
    claim(game, 3, 11)
    assert refused(game, ANA, BEN, ("Dan", 4)) == "seat-has-cards"
    sit(game, ANA, BEN, CEM)


def test_who_has_entered_cards_for_others_stays_in_their_history(game):
    join(game.pk, "phone of Ben", 2)
    let_anyone_enter(game.pk, anyone=True)
    by = Seat.objects.get(game=game, place=2).pk
    take_taps(game.pk, Sender("phone of Ben", by), [SentTap(uuid4(), 1, 1, "add:tempura")])
    assert refused(game, ANA, CEM) == "seat-has-entered"


def test_once_a_round_is_confirmed_the_seats_stand_and_names_do_not(game):
    confirm(game, 1)
    for who in ((ANA, BEN), (BEN, ANA, CEM), (ANA, BEN, CEM, ("Dan", None))):
        assert refused(game, *who) == "seats-stand"
    sit(game, ANA, ("Benno", 2), CEM)
    assert seated(game) == ["Ana", "Benno", "Cem"]


def test_a_disputed_number_holds_the_seats_and_its_sheet_gets_the_names(game):
    add(where(game, 1, 1), "tempura", "tempura")
    dispute(game.pk, uuid4(), Claimed(1, GAME, 9))
    assert refused(game, ANA, CEM, BEN) == "seats-disputed"
    sit(game, ("Anna", 1), BEN, CEM)
    assert game.disputes.get().sheet["players"] == ["Anna", "Ben", "Cem"]


def test_a_third_player_comes_and_the_dummy_goes_unless_it_has_cards():
    game = GameFactory(setup__dummy=True)
    add(where(game, 1, 3), "tempura")
    assert refused(game, ANA, BEN, ("Dan", None)) == "dummy-has-cards"
    game = GameFactory(setup__dummy=True)
    sit(game, BEN, ANA)
    assert [seat.player and seat.player.name for seat in game.seats.all()] == ["Ben", "Ana", None]
    sit(game, ANA, BEN, ("Dan", None))
    assert not table_of(game).setting.has_dummy
    assert seated(game) == ["Ana", "Ben", "Dan"]
    finish(game)


def test_what_the_rules_do_not_allow_is_not_done(game):
    many = [("P" + str(number), None) for number in range(3)]
    for who in ([ANA], [ANA, BEN, CEM, *many], [ANA, ("Ana", 2), CEM]):
        with pytest.raises(SheetFaults):
            sit(game, *who)
    assert seated(game) == ["Ana", "Ben", "Cem"]


def test_a_seat_that_is_gone_meanwhile_or_named_twice_changes_nothing(game):
    assert refused(game, ANA, BEN, ("Cem", 4)) == "seats-changed"
    assert refused(game, ANA, BEN, ("Cem", 2)) == "seats-changed"
    with pytest.raises(Game.DoesNotExist):
        change_seats(uuid4(), [])


def test_places_stay_within_what_addresses_and_taps_can_name():
    game = GameFactory(setup__party=True, setup__menu="sushi-go", setup__number=8)
    kept = [(seat.player.name, seat.place) for seat in game.seats.all()]
    for number in range(4):
        kept = [*kept[1:], (f"P{number}", None)]
        sit(game, *kept)
        kept = [(seat.player.name, seat.place) for seat in game.seats.all()]
        assert {place for _name, place in kept} <= {*range(1, 10)}
    assert [name for name, _place in kept][-4:] == ["P0", "P1", "P2", "P3"]
