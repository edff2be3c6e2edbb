"""Pages that everybody may open, and what they tell to which phone."""

from uuid import uuid4

import pytest
from django.test import Client

from referee.models import Game, Guest
from referee.play.services.joining import join, leave, send_away
from tests.factories import OTHER_PHONE, PHONE, GameFactory
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

BEN, CEM, WATCHER, GONE = "phone of Ben", "phone of Cem", "phone of a watcher", "phone sent away"


@pytest.fixture
def game() -> Game:
    """A game of three with two players' phones, a watcher, and one that was sent away."""
    game = GameFactory(setup__number=3)
    for name, place in ((BEN, 2), (CEM, 3), (WATCHER, None), (GONE, None)):
        join(game.pk, name, place)
    send_away(game.pk, Guest.objects.get(phone=GONE).pk)
    return game


BEYOND = [
    *("r/0/", "r/4/", "r/00000/", "r/99999999999999999999/", "r/-1/", "r/one/", "r/1.0/"),
    *("r/1/0/", "r/1/9/", "r/1/4/", "r/0/1/", "r/4/1/", "r/1/99999999999999999999/"),
    f"r/{'9' * 5000}/",
    f"r/1/{'9' * 5000}/",
]


def test_rounds_and_seats_that_do_not_exist_are_not_found(game):
    owner = phone(PHONE)
    for address in BEYOND:
        is_seat = address.count("/") > 2
        looks = [address, f"{address}history/" if is_seat else f"{address}setup/"]
        posts = [f"{address}{do}/" for do in ("confirm", "reopen", "late")]
        posts = [address] if is_seat else posts
        for look in looks:
            assert owner.get(f"/g/{game.pk}/{look}").status_code == 404, look[:24]
        for post in posts:
            sent = {"do": "add:tofu", "seen": "2", "late": "add"}
            assert owner.post(f"/g/{game.pk}/{post}", sent).status_code == 404, post[:24]


@pytest.mark.parametrize("ruleset", ["sushi", "sushi-go-party-2", "SUSHI-GO", "-"])
def test_a_game_that_nobody_makes_cannot_be_set_up(ruleset):
    assert Client().get(f"/new/{ruleset}/").status_code == 404
    assert Client().post(f"/new/{ruleset}/").status_code == 404


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("/", "get"),
        ("/new/sushi-go/", "get post"),
        ("/join/", "get"),
        ("/join/ACDEFG/", "get post"),
        ("/about/", "get"),
        ("/offline/", "get"),
        ("/sw.js", "get"),
        ("/manifest.webmanifest", "get"),
    ],
)
def test_the_first_pages_are_open_to_everybody_by_their_methods(address, allowed):
    for method in ("get", "head", "post", "put", "delete"):
        status = getattr(Client(), method)(address).status_code
        is_allowed = method in allowed or method == "head"
        assert (status != 405) == is_allowed, method


def shows(name: str, game: Game) -> bool:
    """Whether a phone's first page leads to a game."""
    return f'href="/g/{game.pk}/"' in phone(name).get("/").content.decode()


def test_a_phone_sees_the_games_that_it_started_or_joined_and_no_others(game):
    assert shows(PHONE, game)
    assert shows(BEN, game)
    assert shows(WATCHER, game)
    assert not shows(OTHER_PHONE, game)
    assert not shows("phone of nobody", game)
    assert "Your games" not in phone().get("/").content.decode()


def test_a_game_is_on_the_first_page_as_long_as_one_is_at_its_table(game):
    assert not shows(GONE, game)
    leave(game.pk, BEN)
    assert not shows(BEN, game)
    send_away(game.pk, Guest.objects.get(phone=CEM).pk)
    assert not shows(CEM, game)
    join(game.pk, PHONE, 1)
    assert phone(PHONE).get("/").content.decode().count(f'href="/g/{game.pk}/"') == 1


def test_a_phone_learns_the_names_of_its_own_players_only(game):
    def listed(client: Client) -> bool:
        return '<option value="Ana">' in client.get("/new/sushi-roll/").content.decode()

    GameFactory(phone="third phone", setup__players=["Zoe", "Yan"])
    assert listed(phone(PHONE))
    assert not listed(phone("third phone"))
    assert not listed(phone(BEN))
    assert not listed(phone())


def test_the_phones_cookie_is_kept_from_scripts_and_from_other_sites(game):
    starting, joining = Client(), Client()
    starting.post("/new/sushi-go/", {"game": uuid4(), "player_1": "Ana", "player_2": "Ben"})
    joining.post(f"/join/{game.code}/", {"seat": "1"})
    for client in (starting, joining):
        cookie = client.cookies["phone"]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert int(cookie["max-age"]) > 300 * 24 * 3600
        assert not cookie["secure"]
    assert starting.cookies["phone"].value != joining.cookies["phone"].value
