"""Who gets what: every address, for the phone that owns the game and for everybody else."""

from uuid import uuid4

import pytest
from django.core.signing import get_cookie_signer
from django.test import Client
from django.urls import URLPattern, get_resolver

from referee.models import Claim, Entry, Game, RoundScore, Tap
from tests.factories import GameFactory, add, confirm, where

pytestmark = pytest.mark.django_db

ADDRESSES = {
    # address below the game: methods that are answered
    "": {"get"},
    "r/1/": {"get"},
    "r/1/setup/": {"get"},
    "r/1/confirm/": {"post"},
    "r/1/reopen/": {"post"},
    "r/2/1/": {"get", "post"},
    "r/2/1/claims/": {"post"},
    "delete/": {"get", "post"},
    "tokens/": {"get", "post"},
    "result/": {"get"},
    "rules/": {"get"},
}
METHODS = ("get", "head", "post", "put", "patch", "delete", "options")
CASES = [
    (address, method)
    for address, methods in ADDRESSES.items()
    for method in sorted(methods | ({"head"} if "get" in methods else set()))
]
WRONG = [
    (address, method)
    for address, methods in ADDRESSES.items()
    for method in METHODS
    if method not in methods and not (method == "head" and "get" in methods)
]
FORMS = {
    "r/1/confirm/": {"seen": "2"},
    "r/2/1/": {"do": "add:tofu"},
    "r/2/1/claims/": {"icons": "10"},
    "tokens/": {"menu_1": "1"},
}


def phone(name: str = "") -> Client:
    """A phone with its cookie; none for one that has never been here."""
    client = Client()
    if name:
        signer = get_cookie_signer(salt="phonephone")
        client.cookies["phone"] = signer.sign(name)
    return client


def forged(text: str) -> Client:
    client = Client()
    client.cookies["phone"] = text
    return client


STRANGERS = {
    "another phone": lambda: phone("phone-of-others"),
    "no cookie": phone,
    "an unsigned cookie": lambda: forged("phone-of-the-table"),
    "a forged signature": lambda: forged("phone-of-the-table:1abcde:" + "x" * 43),
    "an empty signed cookie": lambda: forged(get_cookie_signer(salt="phonephone").sign("")),
    "a signature of something else": lambda: forged(
        get_cookie_signer(salt="else").sign("phone-of-the-table")
    ),
    "a broken cookie": lambda: forged("\x01:\x02:☃".encode("unicode-escape").decode()),
}


@pytest.fixture
def game() -> Game:
    """A game in its second round, with a claim to make."""
    game = GameFactory(setup__party=True, setup__menu="dinner-for-two")
    GameFactory(phone="phone-of-others")
    confirm(game, 1)
    add(where(game, 2, 2), "tofu")
    return game


def everything() -> list:
    """All rows that a request could change."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Game, Entry, Tap, Claim, RoundScore)
    ]


def ask(client: Client, game_id: object, address: str, method: str) -> int:
    data = FORMS.get(address, {}) if method == "post" else None
    return getattr(client, method)(f"/g/{game_id}/{address}", data).status_code


@pytest.mark.parametrize(("address", "method"), CASES)
def test_the_owners_phone_is_answered(game, address, method):
    assert ask(phone("phone-of-the-table"), game.pk, address, method) in (200, 302)


@pytest.mark.parametrize("stranger", STRANGERS)
@pytest.mark.parametrize(("address", "method"), CASES)
def test_nobody_else_learns_or_changes_anything(game, address, method, stranger):
    before = everything()
    assert ask(STRANGERS[stranger](), game.pk, address, method) == 404
    assert everything() == before


@pytest.mark.parametrize(("address", "method"), CASES)
def test_a_game_that_is_none_is_not_found(game, address, method):
    owner = phone("phone-of-the-table")
    assert ask(owner, uuid4(), address, method) == 404
    assert ask(owner, "not-an-id", address, method) == 404


def test_a_game_of_others_and_one_that_is_none_look_the_same(game):
    other = phone("phone-of-others")
    theirs = other.get(f"/g/{game.pk}/")
    nobodys = other.get(f"/g/{uuid4()}/")
    assert theirs.content == nobodys.content
    assert b"There is nothing here" in theirs.content


@pytest.mark.parametrize(("address", "method"), WRONG)
def test_a_wrong_method_is_refused_and_changes_nothing(game, address, method):
    before = everything()
    assert ask(phone("phone-of-the-table"), game.pk, address, method) == 405
    assert everything() == before


BEYOND = [
    *("r/0/", "r/4/", "r/00000/", "r/99999999999999999999/", "r/-1/", "r/one/", "r/1.0/"),
    *("r/1/0/", "r/1/9/", "r/1/3/", "r/0/1/", "r/4/1/", "r/1/99999999999999999999/"),
    f"r/{'9' * 5000}/",
    f"r/1/{'9' * 5000}/",
]


@pytest.mark.parametrize("address", BEYOND, ids=lambda address: address[:24])
def test_rounds_and_seats_that_do_not_exist_are_not_found(game, address):
    owner = phone("phone-of-the-table")
    before = everything()
    is_seat = address.count("/") > 2
    posts = [address, f"{address}claims/"] if is_seat else []
    posts += [] if is_seat else [f"{address}confirm/", f"{address}reopen/"]
    assert owner.get(f"/g/{game.pk}/{address}").status_code == 404
    for post in posts:
        sent = {"do": "add:tofu", "icons": "10", "seen": "2"}
        assert owner.post(f"/g/{game.pk}/{post}", sent).status_code == 404
    assert everything() == before


@pytest.mark.parametrize("ruleset", ["sushi", "sushi-go-party-2", "SUSHI-GO", "-"])
def test_a_game_that_nobody_makes_cannot_be_set_up(ruleset):
    assert Client().get(f"/new/{ruleset}/").status_code == 404
    assert Client().post(f"/new/{ruleset}/").status_code == 404


@pytest.mark.parametrize(("address", "allowed"), [("/", "get"), ("/new/sushi-go/", "get post")])
def test_the_first_pages_are_open_to_everybody_by_their_methods(address, allowed):
    for method in METHODS:
        status = getattr(Client(), method)(address).status_code
        is_allowed = method in allowed or method == "head"
        assert (status != 405) == is_allowed, method


def test_a_phone_sees_its_own_games_only(game):
    assert str(game.pk) in phone("phone-of-the-table").get("/").content.decode()
    assert str(game.pk) not in phone("phone-of-others").get("/").content.decode()
    assert "Your games" not in phone().get("/").content.decode()


def test_a_phone_learns_the_names_of_its_own_players_only(game):
    def listed(client: Client) -> bool:
        return '<option value="Ana">' in client.get("/new/sushi-roll/").content.decode()

    GameFactory(phone="third phone", setup__players=["Zoe", "Yan"])
    assert listed(phone("phone-of-the-table"))
    assert not listed(phone("third phone"))
    assert not listed(phone())


def test_the_table_above_names_every_address_of_a_game():
    """A new page must be added to it."""
    patterns = [p for p in get_resolver("referee.urls").url_patterns if isinstance(p, URLPattern)]
    below = {str(p.pattern) for p in patterns if str(p.pattern).startswith("g/")}
    assert len(below) == len(ADDRESSES)


def test_the_phones_cookie_is_kept_from_scripts_and_from_other_sites():
    client = Client()
    client.post("/new/sushi-go/", {"game": uuid4(), "player_1": "Ana", "player_2": "Ben"})
    cookie = client.cookies["phone"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert int(cookie["max-age"]) > 300 * 24 * 3600
    assert not cookie["secure"]
