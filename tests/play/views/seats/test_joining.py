"""Coming to a table by its code, who one is there, and what guessing codes brings."""

import pytest
from django.test import Client

from referee.access import throttle
from referee.models import Game, Guest
from referee.play.services import joining
from referee.play.services.joining import change_code
from tests.factories import PHONE, version_of
from tests.play.views.joining import Joining, holders, host_phone, joined, table
from tests.play.views.plain_phone import attribute, elements, phone

pytestmark = pytest.mark.django_db


def at_the_door(game: Game) -> Joining:
    """A new phone that has opened the game's link."""
    visitor = Joining()
    visitor.open(f"/join/{game.code}/")
    return visitor


def test_a_stranger_types_the_code_takes_a_seat_and_is_known_from_then_on(game):
    visitor = Joining()
    visitor.open("/")
    visitor.type_code(f" {game.code[:3].lower()}-{game.code[3:]} ")
    assert visitor.heading == "Who are you?"
    assert visitor.chairs() == [f"{name} take this seat" for name in ("Ana", "Ben", "Cem")]
    visitor.press_named("Ben take this seat")
    assert visitor.url == f"/g/{game.pk}/r/1/2/"
    assert visitor.enter("tempura").heading.startswith("Ben 1 of")
    visitor.open(f"/join/{game.code}/")
    assert visitor.heading == "You are Ben"
    assert visitor.chairs()[1] == "Ben you"
    assert visitor.follow("Go on as Ben").url == f"/g/{game.pk}/r/1/2/"
    assert str(game.pk) in visitor.open("/").response.content.decode()


def test_the_whole_link_may_be_typed_as_well(game):
    visitor = Joining()
    link = f"http://192.168.0.7:8000/join/{game.code}/"
    visitor.open("/join/")
    assert visitor.type_code(link).heading == "Who are you?"


def test_who_only_looks_at_the_seats_has_not_joined(game):
    visitor = at_the_door(game)
    assert "phone" not in visitor.client.cookies
    assert not Guest.objects.exists()
    assert visitor.client.get(f"/g/{game.pk}/table/").status_code == 404


def test_a_seat_that_is_taken_is_shown_so_and_cannot_be_had(game):
    late = at_the_door(game)
    joined(game, "Ben")
    late.press_named("Ben take this seat")
    assert late.response.status_code == 409
    assert "This seat is taken. Choose another, or watch." in late.text
    assert late.chairs()[1] == "Ben taken That’s me : Ben"
    for seat in ("2", "4", "0", "-1", "two", "\0", "9" * 5000):
        answer = Client().post(f"/join/{game.code}/", {"seat": seat})
        assert answer.status_code == 409, seat
        assert "This seat is taken." in answer.content.decode(), seat
    assert (Guest.objects.count(), version_of(game)) == (1, 1)


def test_when_all_seats_are_taken_one_can_still_watch(game):
    for name in ("Ana", "Ben", "Cem"):
        joined(game, name)
    visitor = at_the_door(game)
    assert "every seat is taken" in visitor.text.lower()
    assert visitor.names()[-1] == "Watch"
    assert [name[:9] for name in visitor.names()[:-1]] == ["That’s me"] * 3


def test_who_watches_sees_the_scoreboard_and_may_sit_down_later(game):
    visitor = at_the_door(game)
    assert visitor.press("Watch").url == f"/g/{game.pk}/scoreboard/"
    visitor.open(f"/join/{game.code}/")
    assert visitor.heading == "You watch"
    assert "Watch" not in visitor.names()
    assert visitor.press_named("Cem take this seat").url == f"/g/{game.pk}/r/1/3/"


def test_a_player_changes_the_seat_and_gives_it_up(game):
    player = joined(game, "Ana")
    table(player, game).follow("Change seat")
    player.press_named("Ben take this seat")
    assert holders(game) == [False, True, False]
    player.open(f"/join/{game.code}/").press("Give up the seat, and watch")
    assert holders(game) == [False, False, False]
    assert player.url == f"/g/{game.pk}/scoreboard/"


def test_the_host_takes_a_seat_too_and_others_see_whose_it_is(game):
    host = host_phone()
    table(host, game).follow("Take a seat")
    assert host.heading == "You are the host"
    host.press_named("Ana take this seat")
    assert "Sushi Go! · You are Ana" in table(host, game).text
    assert at_the_door(game).chairs()[0] == "Ana taken: the host That’s me : Ana"
    table(host, game).press_named("Give up the seat")
    assert host.url == f"/g/{game.pk}/table/"
    assert holders(game) == [False, False, False]


def test_the_form_of_another_site_lets_nobody_in(game):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(f"/join/{game.code}/", {"seat": "2"}).status_code == 403
    assert not Guest.objects.exists()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        *((typed, typed) for typed in ("abc", "ABCDEFG", "ACDEF\u0130", "☃", "a?b#c", "12 34 56")),
        *((typed, typed) for typed in ("AAAAAA", "%00", "%2e%2e", "<b>")),
        ("..", "-"),
        ("x" * 150, "x" * 40),
    ],
)
def test_a_wrong_code_is_answered_in_words_and_kept(game, typed, kept):
    visitor = Joining()
    visitor.open("/join/")
    visitor.type_code(typed)
    assert visitor.response.status_code == 404
    assert "No game has this code." in visitor.text
    assert "Ana" not in visitor.text
    (box,) = (e for e in elements(visitor.page, "input") if attribute(e, "name") == "code")
    assert attribute(box, "value") == kept
    assert attribute(box, "aria-describedby") == "refusal"


def test_nobody_sits_down_by_a_code_that_was_changed(game):
    change_code(game.pk)
    assert Client().post(f"/join/{game.code}/", {"seat": "2"}).status_code == 404
    assert not Guest.objects.exists()


# ------------------------------------------------------------- guessing


def wrong(client: Client, times: int = 1, **more: str) -> list[int]:
    """Tries as many wrong codes; returns the answers' statuses."""
    return [client.get("/join/AAAAAA/", **more).status_code for _ in range(times)]


def test_after_ten_wrong_codes_the_right_one_has_to_wait_too(game):
    visitor = Joining()
    assert wrong(visitor.client, 11) == [404] * 10 + [429]
    visitor.open("/join/").type_code(game.code)
    assert visitor.response.status_code == 429
    assert 0 < int(visitor.response["Retry-After"]) <= 60
    assert "Wait a minute, then try again." in visitor.text
    assert f'value="{game.code}"' in visitor.response.content.decode()
    assert "Ana" not in visitor.text
    assert Client().post(f"/join/{game.code}/", {"seat": "2"}).status_code == 429
    assert not Guest.objects.exists()


@pytest.mark.parametrize("way", ["head", "post"])
def test_every_way_of_guessing_counts(client, way):
    statuses = [getattr(client, way)("/join/AAAAAA/").status_code for _ in range(11)]
    assert statuses == [404] * 10 + [429]


def test_a_new_phone_or_another_name_of_the_sender_is_no_way_around_but_another_address(game):
    for number in range(10):
        wrong(Client(), REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=f"10.9.9.{number}")
    assert wrong(phone(PHONE), REMOTE_ADDR="10.0.0.1") == [429]
    assert wrong(Client(), REMOTE_ADDR="10.0.0.2") == [404]
    assert Client().get(f"/join/{game.code}/", REMOTE_ADDR="10.0.0.2").status_code == 200


def test_right_codes_are_not_counted(client, game):
    for _ in range(11):
        assert client.get(f"/join/{game.code}/").status_code == 200
    assert wrong(client, 10) == [404] * 10


def test_who_waits_a_minute_may_try_again(client, game, monkeypatch):
    now = 1_000_000.0
    monkeypatch.setattr(throttle.time, "time", lambda: now)
    assert wrong(client, 4) == [404] * 4
    now += 30
    assert wrong(client, 7) == [404] * 6 + [429]
    assert client.get("/join/AAAAAA/").headers["Retry-After"] == "30"
    now += 29.5
    assert wrong(client) == [429]
    now += 1
    assert client.get(f"/join/{game.code}/").status_code == 200
    assert wrong(client, 11) == [404] * 10 + [429]


def test_a_clock_that_is_set_back_makes_nobody_wait(client, game, monkeypatch):
    now = 1_000_000.0
    monkeypatch.setattr(throttle.time, "time", lambda: now)
    assert wrong(client, 11) == [404] * 10 + [429]
    now -= 3600
    assert wrong(client, 11) == [404] * 10 + [429]
    assert client.get("/join/AAAAAA/").headers["Retry-After"] == "60"


def test_who_guesses_from_many_addresses_has_one_try_from_each(client, game, monkeypatch):
    monkeypatch.setattr(joining, "ALL_WRONG_CODES", throttle.Throttle("all", most=20, seconds=60))
    for number in range(20):
        wrong(client, REMOTE_ADDR=f"10.1.0.{number}")
    assert wrong(client, 2, REMOTE_ADDR="10.2.0.1") == [404, 429]
    assert wrong(client, REMOTE_ADDR="10.1.0.0") == [429]
    # Whoever types the right code at once still gets in.
    found = client.get(f"/join/{game.code}/", REMOTE_ADDR="10.3.0.1")
    assert found.status_code == 200


def test_one_address_cannot_fill_a_table_with_watchers(game):
    def come(seat: str, address: str) -> int:
        sent = {"seat": seat}
        return Client().post(f"/join/{game.code}/", sent, REMOTE_ADDR=address).status_code

    assert [come("", "10.0.0.1") for _ in range(23)] == [302] * 20 + [409] * 3
    assert come("", "10.0.0.2") == 302
    assert come("2", "10.0.0.1") == 302
