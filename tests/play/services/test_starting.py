"""Starting a game."""

from uuid import uuid4

import pytest

from referee.models import Club, Game, GameNight, Player, Round, Seat, Tableau
from referee.play.services.games import start_game
from referee.rules import SheetFaults
from tests.factories import OTHER_PHONE, PHONE, GameFactory, SetupFactory, table_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("setup", "seats"),
    [
        ({"number": 2}, 2),
        ({"number": 5}, 5),
        ({"dummy": True}, 3),
        ({"party": True, "number": 8}, 8),
        ({"roll": True, "number": 3}, 3),
    ],
)
def test_a_new_game_has_its_seats_and_three_open_rounds_with_empty_tableaus(setup, seats):
    table = table_of(GameFactory(setup=SetupFactory(**setup)))
    assert [seat.place for seat in table.seats] == list(range(1, seats + 1))
    assert [round_.is_confirmed for round_ in table.rounds] == [False] * 3
    assert [[len(seat.tableau) for seat in round_.seats] for round_ in table.rounds] == [
        [0] * seats
    ] * 3
    assert table.game.version == 0


def test_the_dummy_sits_last_and_is_no_player():
    table = table_of(GameFactory(setup__dummy=True))
    assert [seat.player and seat.player.name for seat in table.seats] == ["Ana", "Ben", None]
    assert table.sheet.seats == ("Ana", "Ben", "dummy")


def test_what_was_agreed_comes_back_as_it_was_set_up():
    menu = ["tea", "maki", "tofu", "eel", "edamame", "spoon", "fruit"]
    setup = SetupFactory(
        ruleset="sushi-go-party",
        number=4,
        menu=menu,
        house_rules={"uramaki-cascade": True, "two-player-tie-scores-most": False},
    )
    sheet = table_of(GameFactory(setup=setup)).sheet
    assert sheet == setup.sheet().__class__(
        setup.sheet().setting, setup.sheet().players, sheet.rounds, sheet.tokens_left
    )
    assert set(sheet.setting.menu.types) == set(menu)
    assert sheet.setting.house_rules.uramaki_cascade
    assert not sheet.setting.house_rules.two_player_tie_scores_most


def test_a_menu_of_ones_own_that_is_a_named_one_is_kept_by_its_name():
    types = ["maki", "tempura", "sashimi", "dumpling", "chopsticks", "wasabi", "pudding"]
    game = GameFactory(setup__ruleset="sushi-go-party", setup__menu=types)
    assert Game.objects.get(pk=game.pk).menu == "sushi-go"


def test_starting_twice_with_one_id_starts_one_game():
    game_id = uuid4()
    first = GameFactory(game_id=game_id)
    second = GameFactory(game_id=game_id)
    assert first == second
    counts = [model.objects.count() for model in (Game, Seat, Round, Tableau, Player)]
    assert counts == [1, 2, 3, 6, 2]


def test_another_phones_id_is_no_game_of_this_phone_and_leaves_nothing_behind():
    game = GameFactory()
    with pytest.raises(Game.DoesNotExist):
        start_game(OTHER_PHONE, game.pk, SetupFactory(number=3))
    assert Game.objects.get().seats.count() == 2
    assert Club.objects.get().phones.get().phone == PHONE


def test_games_of_one_evening_share_club_night_and_players():
    first, second = GameFactory(), GameFactory(setup__number=3)
    assert first.night == second.night
    assert Player.objects.count() == 3
    GameFactory(phone=OTHER_PHONE)
    assert (Club.objects.count(), GameNight.objects.count(), Player.objects.count()) == (2, 2, 5)


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": ["Ana"]},
        {"number": 6},
        {"players": ["Ana", "Ana"]},
        {"players": ["Ana", " "]},
        {"ruleset": "sushi-stop"},
        {"menu": "sushi-go"},
        {"variants": ["two-player-dummy"], "number": 3},
        {"house_rules": {"house-wins": True}},
        {"ruleset": "sushi-go-party", "menu": "all-you-can-eat"},
        {"ruleset": "sushi-go-party", "menu": ["tofu"]},
    ],
    ids=str,
)
def test_a_game_that_cannot_be_played_is_not_started(wrong):
    with pytest.raises(SheetFaults):
        GameFactory(setup=SetupFactory(**wrong))
    assert not Game.objects.exists()
    assert not Club.objects.exists()
