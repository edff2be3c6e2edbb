"""The page on which the host changes names and seats of a game that has begun."""

import pytest

from referee.models import Game, Player
from tests.factories import NAMES, GameFactory, add, confirm, played, where
from tests.play.views.joining import Joining, form_of, host_phone, names_in, seated
from tests.play.views.plain_phone import attribute, elements

pytestmark = pytest.mark.django_db


def opened(game: Game) -> Joining:
    host = host_phone()
    host.open(f"/g/{game.pk}/r/1/1/").follow("Names and seats")
    return host


def test_a_name_is_changed_from_the_entry_page_on(game):
    host = opened(game)
    assert names_in(host) == ["Ana", "Ben", "Cem"]
    host.press("Save", player_2="Benno")
    assert host.url == f"/g/{game.pk}/table/"
    assert "It is as you say now." in host.text
    assert seated(game) == ["Ana", "Benno", "Cem"]


@pytest.mark.slow
def test_without_a_script_players_are_added_moved_and_taken_out(game):
    played("tempura", "", players=["Zoe", "Yan"])
    host = opened(game)
    host.press("+ Zoe")
    host.press_named("Move seat 4 up")
    host.press_named("Take out seat 1")
    assert names_in(host) == ["Ben", "Zoe", "Cem"]
    assert seated(game) == ["Ana", "Ben", "Cem"]  # until it is saved
    host.press("Save")
    assert seated(game) == ["Ben", "Zoe", "Cem"]


def test_a_new_name_of_who_has_played_before_is_asked_about(game):
    old = played("tempura", "", players=["Ana", "Ben"])
    host = opened(game)
    host.press("Save", player_1="Eva")
    assert "Eva” instead of “Ana”: who is it?" in host.text
    assert names_in(host) == ["Eva", "Ben", "Cem"]
    host.press("Save", who_1=["other"])
    assert seated(old) == ["Ana", "Ben"]
    assert seated(game) == ["Eva", "Ben", "Cem"]
    host = opened(game)
    host.press("Save", player_1="Evita")  # who has played nothing else: nobody asks
    assert seated(game) == ["Evita", "Ben", "Cem"]
    opened(game).press("Save", player_2="Benno").press("Save", who_2=["same"])
    assert seated(old) == ["Ana", "Benno"]
    assert seated(game) == ["Evita", "Benno", "Cem"]


@pytest.mark.slow
def test_after_a_confirmed_round_there_are_names_to_change_and_nothing_else(game):
    host = opened(game)
    confirm(game, 1)
    host.press("Save", player_3="")
    assert "Write a name." in host.text
    assert seated(game) == ["Ana", "Ben", "Cem"]
    host = opened(game)
    assert len([name for name in form_of(host) if name.startswith("player_")]) == 3
    assert [name for name in host.names() if name] == [
        "Next name",
        "Save",
    ]  # the first is for Enter
    host.press("Save", player_3="Cemal")
    assert seated(game) == ["Ana", "Ben", "Cemal"]


@pytest.mark.slow
def test_a_page_from_before_the_round_was_confirmed_moves_nobody_and_keeps_what_was_typed(game):
    host = opened(game)
    host.press_named("Move seat 2 up")
    confirm(game, 1)
    host.press("Save", player_3="Cemal")
    assert host.response.status_code == 409
    assert "A round is confirmed, so nobody can be added, taken out or moved" in host.text
    assert names_in(host) == ["Ben", "Ana", "Cemal"]
    assert seated(game) == ["Ana", "Ben", "Cem"]


@pytest.mark.slow
def test_whose_name_sounds_like_a_players_takes_no_seat_of_theirs(game):
    Player.objects.create(club=game.night.club, name="aNA")
    host = opened(game)
    host.press("Save", player_2="Benno")
    assert seated(game) == ["Ana", "Benno", "Cem"]
    host.follow("Names and seats")
    host.press("Save", player_1="aNA")
    assert seated(game) == ["aNA", "Benno", "Cem"]


def test_every_fault_is_told_at_once_and_nothing_typed_is_lost():
    game = GameFactory(setup__party=True, setup__menu="dinner-for-two", setup__number=6)
    host = opened(game)
    typed = ["Ana", "Ana", "C" * 41, "Dan", "dan", "Fay", "Gus"]
    host.press("Save", **{f"player_{n}": name for n, name in enumerate(typed, 1)})
    assert names_in(host) == typed
    for told in (
        "wo players are called",
        "at most 40 characters (it has 41)",
        "With 7 players the card “menu” stays in the box. Start a new game.",
    ):
        assert told in host.text, told
    assert seated(game) == list(NAMES[:6])


def test_a_seat_whose_cards_lie_is_not_taken_out_and_the_page_says_so(game):
    add(where(game, 1, 2), "tempura")
    host = opened(game)
    host.press_named("Take out seat 2")
    host.press("Save")
    assert "Cards of Ben lie on the table. Take them away first" in host.text
    assert names_in(host) == ["Ana", "Cem"]


def test_the_form_sends_no_seat_that_is_not_there(game):
    host = opened(game)
    fields = {"player_1": "Ana", "seat_1": "7", "player_2": "Ben", "seat_2": "2"}
    answer = host.client.post(
        f"/g/{game.pk}/seats/",
        {**fields, "csrfmiddlewaretoken": form_of(host)["csrfmiddlewaretoken"][0]},
    )
    assert answer.status_code == 400
    assert seated(game) == ["Ana", "Ben", "Cem"]


def test_only_the_host_is_led_there(game):
    phone = Joining()
    phone.open(f"/join/{game.code}/")
    phone.press("Ben")
    for page in ("table", "r/1/2", "r/1"):
        phone.open(f"/g/{game.pk}/{page}/")
        links = [attribute(link, "href") or "" for link in elements(phone.page, "a")]
        assert not [link for link in links if link.endswith("/seats/")]
