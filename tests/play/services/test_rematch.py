"""From one game to the next at the same table."""

from uuid import uuid4

import pytest

from referee.models import Game, Guest
from referee.play.services.confirming import reopen_round
from referee.play.services.games import delete_game
from referee.play.services.joining import join, let_anyone_enter, send_away
from referee.play.services.refusals import Refused
from referee.play.services.rematch import game_after, rematch, start_next
from referee.play.signals import game_changed
from referee.rules import SheetFaults
from tests.factories import PHONE, GameFactory, SetupFactory, finish, played, table_of, version_of

pytestmark = pytest.mark.django_db

BEN, CEM, WATCHER, GONE = "phone of Ben", "phone of Cem", "phone of a watcher", "phone sent away"
OWN_MENU = ["maki", "tempura", "eel", "tofu", "chopsticks", "tea", "fruit"]
PARTY = {"ruleset": "sushi-go-party", "menu": "sushi-go"}


def over(number: int = 2, **agreed: object) -> Game:
    """A game that is finished, without cards."""
    return played(*[""] * number, **agreed)


def next_of(game: Game) -> Game:
    return rematch(game.pk, uuid4())


def seated(game: Game) -> list[str | None]:
    return [seat.player and seat.player.name for seat in game.seats.all()]


# ------------------------------------------------------------- the same once more


@pytest.mark.parametrize(
    "agreed",
    [
        {"number": 4},
        {
            "ruleset": "sushi-roll",
            "number": 3,
            "house_rules": {"two-player-tie-scores-most": False},
        },
        {**PARTY, "number": 3, "menu": "points-platter"},
        {**PARTY, "menu": OWN_MENU, "house_rules": {"uramaki-cascade": True}},
        {"variants": ["soy-sauce-promo", "two-player-dummy"]},
    ],
    ids=str,
)
def test_a_rematch_is_the_same_game_with_the_seats_turned_by_one(agreed):
    game = over(**agreed)
    new = next_of(game)
    first, *others = [name for name in seated(game) if name]
    assert [name for name in seated(new) if name] == [*others, first]
    assert table_of(new).setting == table_of(game).setting
    assert (new.follows, new.night, new.state) == (game, game.night, Game.State.PLAYING)
    assert new.code != game.code


def test_the_dummy_stays_on_the_last_seat():
    assert seated(next_of(over(variants=["two-player-dummy"]))) == ["Ben", "Ana", None]


def test_a_rematch_can_have_another_menu():
    game = over(3, **PARTY)
    new = rematch(game.pk, uuid4(), menu="points-platter")
    assert new.menu == "points-platter"
    assert seated(new) == ["Ben", "Cem", "Ana"]
    assert rematch(over(**PARTY).pk, uuid4(), menu=OWN_MENU).menu == OWN_MENU


@pytest.mark.parametrize("menu", ["all-you-can-eat", ["tofu"], ["tofu", "sushi"]])
def test_a_menu_that_is_none_starts_nothing(menu):
    game = over(**PARTY)
    with pytest.raises(SheetFaults):
        rematch(game.pk, uuid4(), menu=menu)
    assert game_after(game) is None


def test_a_game_that_is_not_over_has_no_rematch():
    game = GameFactory()
    with pytest.raises(Refused) as refused:
        next_of(game)
    assert refused.value.code == "not-over"
    assert Game.objects.count() == 1
    finish(game)
    reopen_round(game.pk, 1, reason="a card was missed")
    with pytest.raises(Refused):
        next_of(game)


def test_asked_for_twice_it_is_one_game():
    game, new_id = over(), uuid4()
    first = rematch(game.pk, new_id)
    version = version_of(game)
    assert rematch(game.pk, new_id) == rematch(game.pk, uuid4()) == first
    assert Game.objects.count() == 2
    assert (first.pk, version_of(game)) == (new_id, version)


def test_whoever_asks_after_a_correction_is_led_to_the_game_that_has_begun():
    game = over()
    new = next_of(game)
    reopen_round(game.pk, 1, reason="a card was missed")
    assert next_of(game) == new


def test_the_id_of_another_game_starts_nothing():
    game, other = over(), GameFactory(phone="phone of others")
    with pytest.raises(Game.DoesNotExist):
        rematch(game.pk, other.pk)
    with pytest.raises(Game.DoesNotExist):
        rematch(uuid4(), uuid4())
    assert game_after(game) is None
    assert other.seats.count() == 2


def test_when_the_next_game_is_deleted_another_may_follow_and_the_table_hears_of_it():
    game = over()
    new = next_of(game)
    version = version_of(game)
    delete_game(new.pk)
    assert version_of(game) == version + 1
    again = next_of(game)
    assert (again.follows, Game.objects.count()) == (game, 2)
    delete_game(game.pk)
    assert Game.objects.get().follows is None


# ------------------------------------------------------------- the phones come along


@pytest.fixture
def table() -> Game:
    """A finished game of three with the phones of Ben and Cem, a watcher, and one sent away."""
    game = over(3)
    for phone, place in ((BEN, 2), (CEM, 3), (WATCHER, None), (GONE, None)):
        join(game.pk, phone, place)
    send_away(game.pk, Guest.objects.get(phone=GONE).pk)
    return game


def guests(game: Game) -> dict[str, tuple[str, bool]]:
    """Whose seat each phone holds, and whether it was sent away."""
    return {
        guest.phone: (guest.seat.player.name if guest.seat else "", guest.sent_away)
        for guest in game.guests.select_related("seat__player")
    }


def test_every_phone_keeps_the_seat_of_its_player_and_who_watches_watches(table):
    new = next_of(table)
    assert guests(new) == guests(table)
    assert guests(new) == {
        BEN: ("Ben", False),
        CEM: ("Cem", False),
        WATCHER: ("", False),
        GONE: ("", True),
    }
    assert Guest.objects.get(game=new, phone=BEN).seat.place == 1
    assert guests(next_of_finished(new)) == guests(table)


def next_of_finished(game: Game) -> Game:
    finish(game)
    return next_of(game)


def test_the_hosts_phone_keeps_its_seat_and_needs_no_row_without_one(table):
    assert PHONE not in guests(next_of(table))
    game = over()
    join(game.pk, PHONE, 1)
    assert guests(next_of(game)) == {PHONE: ("Ana", False)}


def test_what_the_host_allowed_stays_allowed(table):
    assert not next_of(table).anyone_enters
    game = over()
    let_anyone_enter(game.pk, anyone=True)
    assert next_of(game).anyone_enters


def test_the_phones_at_the_old_table_hear_of_the_next_game(
    table, django_capture_on_commit_callbacks
):
    version = version_of(table)
    told = []

    def listen(**news: object) -> None:
        told.append((news["game_id"], news["version"]))

    game_changed.connect(listen)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            next_of(table)
    finally:
        game_changed.disconnect(listen)
    assert version_of(table) == version + 1
    assert told == [(table.pk, version + 1)]


# ------------------------------------------------------------- other players, another game


def test_late_comers_sit_down_and_who_leaves_watches(table):
    setup = SetupFactory(players=["Dan", "Ben", "Eve"])
    new = start_next(table.pk, uuid4(), setup)
    assert seated(new) == ["Dan", "Ben", "Eve"]
    assert (new.follows, new.night) == (table, table.night)
    assert guests(new) == {
        BEN: ("Ben", False),
        CEM: ("", False),
        WATCHER: ("", False),
        GONE: ("", True),
    }


def test_the_next_game_may_be_another_of_the_three(table):
    new = start_next(table.pk, uuid4(), SetupFactory(roll=True, number=3))
    assert (new.ruleset, new.follows) == ("sushi-roll", table)
    assert guests(new)[CEM] == ("Cem", False)


def test_the_next_game_belongs_to_the_club_of_the_old_one_whichever_the_phone_runs_now(table):
    new = start_next(table.pk, uuid4(), SetupFactory(players=["Ana", "Zoe"]))
    assert {seat.player.club for seat in new.seats.all()} == {table.night.club}


def test_a_form_sent_twice_is_one_game_and_another_one_is_refused(table):
    new_id, setup = uuid4(), SetupFactory(number=4)
    new = start_next(table.pk, new_id, setup)
    assert start_next(table.pk, new_id, setup) == new
    for other in ((uuid4(), setup), (new_id, SetupFactory(number=2))):
        with pytest.raises(Refused) as refused:
            start_next(table.pk, *other)
        assert refused.value.code == "next-begun"
    assert Game.objects.count() == 2


def test_nothing_follows_a_game_that_is_not_over():
    with pytest.raises(Refused) as refused:
        start_next(GameFactory().pk, uuid4(), SetupFactory())
    assert refused.value.code == "not-over"
    assert Game.objects.count() == 1
