"""Coming to a table by its code, and who one is there."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from referee.models import Game, Guest
from tests.factories import GameFactory
from tests.play.views.joining import Joining, holders, host_phone, joined, table
from tests.play.views.plain_phone import attribute, elements

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game of Ana, Ben and Cem that has just begun."""
    return GameFactory(setup__number=3)


@pytest.fixture(autouse=True)
def _no_wrong_codes() -> Iterator[None]:
    """Wrong codes are counted for an address, and all tests have the same."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def host(game: Game) -> Joining:
    """The phone that started it."""
    return host_phone()


def test_a_stranger_types_the_code_takes_a_seat_and_is_known_from_then_on(game):
    phone = Joining()
    phone.open("/")
    phone.type_code(f" {game.code[:3].lower()}-{game.code[3:]} ")
    assert phone.heading == "Who are you?"
    assert phone.chairs() == [f"{name} take this seat" for name in ("Ana", "Ben", "Cem")]
    phone.press_named("Ben take this seat")
    assert phone.url == f"/g/{game.pk}/r/1/2/"
    phone.open(f"/join/{game.code}/")
    assert phone.heading == "You are Ben"
    assert phone.chairs()[1] == "Ben you"
    assert phone.follow("Go on as Ben").url == f"/g/{game.pk}/r/1/2/"
    assert str(game.pk) in phone.open("/").response.content.decode()


def test_the_whole_link_may_be_typed_as_well(game):
    phone = Joining()
    link = f"http://192.168.0.7:8000/join/{game.code}/"
    phone.open("/join/")
    assert phone.type_code(link).heading == "Who are you?"


def test_opening_the_link_alone_lets_nobody_in(game):
    phone = Joining()
    phone.open(f"/join/{game.code}/")
    assert not Guest.objects.exists()
    assert phone.client.get(f"/g/{game.pk}/table/").status_code == 404


def test_a_seat_that_is_taken_is_shown_so_and_cannot_be_had(game):
    late = Joining()
    late.open(f"/join/{game.code}/")
    joined(game, "Ben")
    late.press_named("Ben take this seat")
    assert late.response.status_code == 409
    assert "This seat is taken. Choose another, or watch." in late.text
    assert late.chairs() == ["Ana take this seat", "Ben taken", "Cem take this seat"]
    assert Guest.objects.count() == 1


def test_when_all_seats_are_taken_one_can_still_watch(game):
    for name in ("Ana", "Ben", "Cem"):
        joined(game, name)
    phone = Joining()
    phone.open(f"/join/{game.code}/")
    assert "every seat is taken" in phone.text.lower()
    assert phone.names() == ["Watch"]


def test_who_watches_sees_the_scoreboard_and_may_sit_down_later(game):
    phone = Joining()
    phone.open(f"/join/{game.code}/").press("Watch")
    assert phone.url == f"/g/{game.pk}/scoreboard/"
    phone.open(f"/join/{game.code}/")
    assert phone.heading == "You watch"
    assert "Watch" not in phone.names()
    assert phone.press_named("Cem take this seat").url == f"/g/{game.pk}/r/1/3/"


def test_a_player_changes_the_seat_and_gives_it_up(game):
    phone = joined(game, "Ana")
    table(phone, game).follow("Change seat")
    phone.press_named("Ben take this seat")
    assert holders(game) == [False, True, False]
    phone.open(f"/join/{game.code}/").press("Give up the seat, and watch")
    assert holders(game) == [False, False, False]
    assert phone.url == f"/g/{game.pk}/scoreboard/"


def test_the_host_takes_a_seat_too_and_others_see_whose_it_is(game, host):
    table(host, game).follow("Take a seat")
    assert host.heading == "You are the host"
    host.press_named("Ana take this seat")
    assert "Sushi Go! · You are Ana" in table(host, game).text
    other = Joining()
    other.open(f"/join/{game.code}/")
    assert other.chairs()[0] == "Ana taken: the host"
    table(host, game).press_named("Give up the seat")
    assert host.url == f"/g/{game.pk}/table/"
    assert holders(game) == [False, False, False]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        *((typed, typed) for typed in ("abc", "ABCDEFG", "ACDEF\u0130", "☃", "a?b#c", "12 34 56")),
        ("..", "-"),
        ("x" * 150, "x" * 40),
    ],
)
def test_a_wrong_code_is_answered_in_words_and_kept(typed, kept):
    phone = Joining()
    phone.open("/join/")
    phone.type_code(typed)
    assert phone.response.status_code == 404
    assert "No game has this code." in phone.text
    (box,) = (e for e in elements(phone.page, "input") if attribute(e, "name") == "code")
    assert attribute(box, "value") == kept
    assert attribute(box, "aria-describedby") == "refusal"


def test_after_ten_wrong_codes_the_right_one_has_to_wait_too(game):
    phone = Joining()
    for _ in range(10):
        assert phone.client.get("/join/AAAAAA/").status_code == 404
    phone.open("/join/")
    phone.type_code(game.code)
    assert phone.response.status_code == 429
    assert 0 < int(phone.response["Retry-After"]) <= 60
    assert "Wait a minute, then try again." in phone.text
    assert f'value="{game.code}"' in phone.response.content.decode()
    assert "Ana" not in phone.text


def test_right_codes_are_not_counted(game):
    phone = Joining()
    for _ in range(12):
        assert phone.client.get(f"/join/{game.code}/").status_code == 200
