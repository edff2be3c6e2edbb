"""The way on from a round that the host has confirmed, for every phone at the table, without
JavaScript."""

import pytest

from referee.models import Game
from tests.factories import GameFactory, add, confirm, finish, where
from tests.play.views.joining import Joining, host_phone, joined
from tests.play.views.plain_phone import attribute, elements, text_of

pytestmark = pytest.mark.django_db

PAGES = ("r/1/", "r/1/2/", "r/1/1/", "table/")


def a_game(**setup: str) -> Game:
    game = GameFactory(**{f"setup__{name}": value for name, value in setup.items()})
    for seat in (1, 2):
        add(where(game, 1, seat), "tempura")
    return game


@pytest.fixture(params=["host", "player", "watcher"])
def role(request) -> str:
    return request.param


def at_the_table(game: Game, role: str) -> Joining:
    return host_phone() if role == "host" else joined(game, "Ben" if role == "player" else "")


def foot(phone: Joining, game: Game, page: str) -> list[tuple[str, str]]:
    """What stands at the foot of a page, with where it leads."""
    phone.open(f"/g/{game.pk}/{page}")
    bars = [e for e in elements(phone.page, "p", "div", "form") if attribute(e, "class") == "bar"]
    return [
        (text_of(bar), next((attribute(a, "href") or "" for a in elements(bar, "a")), ""))
        for bar in bars
    ]


@pytest.mark.parametrize("page", PAGES)
def test_a_confirmed_round_leads_on_to_the_next(role, page):
    game = a_game()
    phone = at_the_table(game, role)
    confirm(game, 1)
    assert foot(phone, game, page) == [("To round 2", f"/g/{game.pk}/")]
    there = {"host": "r/2/1/", "player": "r/2/2/", "watcher": "scoreboard/"}[role]
    assert phone.follow("To round 2").url == f"/g/{game.pk}/{there}"


@pytest.mark.parametrize("page", PAGES)
def test_the_last_round_leads_on_to_the_final_table(role, page):
    game = a_game()
    phone = at_the_table(game, role)
    finish(game)
    assert foot(phone, game, page) == [("To the result", f"/g/{game.pk}/result/")]
    assert phone.follow("To the result").url == f"/g/{game.pk}/result/"


@pytest.mark.parametrize("page", PAGES)
def test_before_the_final_table_of_roll_guests_wait_for_the_hosts_tokens(role, page):
    game = a_game(ruleset="sushi-roll")
    phone = at_the_table(game, role)
    confirm(game, 1, 2, 3)
    told = "The host enters the tokens that are left. Then the result is here."
    host_goes_on = ("Unused tokens", f"/g/{game.pk}/tokens/")
    assert foot(phone, game, page) == [host_goes_on if role == "host" else (told, "")]
    if role == "host":
        phone.follow("Unused tokens").press("Who has won?")
    else:
        host_phone().open(f"/g/{game.pk}/tokens/").press("Who has won?")
        assert foot(phone, game, page) == [("To the result", f"/g/{game.pk}/result/")]


def test_the_table_leads_to_the_round_that_is_open(role):
    game = a_game()
    phone = at_the_table(game, role)
    assert foot(phone, game, "table/") == [("To round 1", f"/g/{game.pk}/")]
